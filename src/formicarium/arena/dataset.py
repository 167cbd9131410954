"""Datasets: every decision of many games, with what the seat saw, what it did, and what came of it.

A dataset is a Parquet file with a row for each decision; docs/datasets.md explains its columns.
`record` plays games and writes one, `read` opens it again.
"""

import contextlib
import pickle
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from formicarium.arena import job
from formicarium.arena.parquet import arrow
from formicarium.arena.series import Chunk, in_order
from formicarium.arena.series import Series as Series
from formicarium.arena.workers import finished
from formicarium.bots.referee import Player
from formicarium.bots.search import SearchBot
from formicarium.core.errors import FormicariumError, one_line
from formicarium.core.game import Game
from formicarium.core.options import check_count
from formicarium.core.renamed import leading_on
from formicarium.core.rulebook import FLAT
from formicarium.core.standings import ranks
from formicarium.core.state import State

VERSION = 2  # of the columns and of what is said about them; 1 had nothing of what bots think
READ = (1, VERSION)
BY_ACTION = ("legal", "visits")  # columns with a list in each row
ABOUT, GAMES = b"formicarium", b"formicarium.games"  # what is said about the rows, and where
GROUP = 32 << 20  # bytes of observations that are written at a time
NUMBERS = 8192  # that one observation of each random game of a task has, all together

Array = np.ndarray[Any, Any]


class BadDataset(FormicariumError):
    """A file that is not a dataset of positions, or is damaged."""


class Decisions(NamedTuple):
    """Some decisions, one in each row of every array."""

    game: Array  # its number in the series
    decision: Array  # its number in the game, from 0
    seat: Array  # who decides
    observation: Array  # what that seat knows; a column for each number
    legal: Array  # the codes of all legal actions, those of one row behind those of another
    legal_end: Array  # where those of each row end
    visits: Array  # how often a search has tried each of them; 0 where nobody searched
    value: Array  # the chance of winning that the search saw; NaN where nobody searched
    action: Array  # the code that was chosen
    points: Array  # in the end; a column for each seat
    win_share: Array  # of the seat that decides: 1, a part of 1 if several have won, or 0
    rank: Array  # of the seat that decides, 1 for the best

    def masks(self, actions: int) -> Array:
        """The legal actions as yes and no, with a column for each code."""
        masks = np.zeros((len(self.action), actions), np.bool_)
        masks[self._rows_of_legal(), self.legal] = True
        return masks

    def policies(self, actions: int) -> Array:
        """How likely each action should be, with a column for each code.

        It is the share of the visits that a search gave it; where nobody searched, 1 for what was
        chosen.
        """
        rows = np.arange(len(self.action))
        tried = np.zeros((len(rows), actions), np.float32)
        tried[self._rows_of_legal(), self.legal] = self.visits
        nobody = tried.sum(axis=1) == 0
        tried[rows[nobody], self.action[nobody]] = 1
        shares: Array = tried / tried.sum(axis=1, keepdims=True)
        return shares

    def _rows_of_legal(self) -> Array:
        """To which row each legal action belongs."""
        return np.repeat(np.arange(len(self.action)), np.diff(self.legal_end, prepend=0))


class WholeGames(NamedTuple):
    """Some whole games: all their decisions, and how they ended, one game in each row."""

    rows: Decisions
    standings: Array  # points and tie-break of every seat
    lengths: Array  # decisions


Handed = WholeGames | Path  # games as they are, or in a file
Chooser = Callable[[State, int, list[int], int], int]  # given state, seat, codes and number


# --- Playing --------------------------------------------------------------------------------------


def play(series: Series, first: int, count: int, observation: str = FLAT) -> WholeGames:
    """The games of a series from number `first` on: those that `Series.play` plays."""
    played = [play_one(series, number, observation) for number in range(first, first + count)]
    return WholeGames(
        _joined([rows for rows, _ in played]),
        np.array([standings for _, standings in played], np.int64),
        np.array([len(rows.action) for rows, _ in played], np.int32),
    )


def play_one(
    series: Series, number: int, observation: str = FLAT
) -> tuple[Decisions, list[tuple[int, int]]]:
    """The decisions of one game, and the points and tie-breaks that it ended with."""
    seed = series.seed_of(number)
    state, players = series.game.start(seed), [] if series.is_random else series.players(seed)
    choose = _chooser(series, seed, players)
    seen: list[_Seen] = []
    while not state.is_over:
        seat = state.to_act[0]
        codes, observed = state.codes(seat), state.observe(seat, observation)
        code = choose(state, seat, codes, len(seen))
        seen.append(_Seen(seat, observed, codes, *_thought(players, seat, codes), code))
        state.play(seat, code)
    standings = state.standings()
    return _rows(number, seen, standings), standings


class _Seen(NamedTuple):
    """One decision of a game that is still played."""

    seat: int
    observation: Array
    legal: list[int]
    visits: list[int]
    value: float
    action: int


def _chooser(series: Series, seed: int, players: list[Player]) -> Chooser:
    """Who decides in the game of that seed."""
    if series.is_random:
        return _dice(series.game, seed)
    return lambda state, seat, codes, number: players[seat].decide(state, number)


def _thought(players: list[Player], seat: int, codes: list[int]) -> tuple[list[int], float]:
    """How often a search has just tried each action, and the chance that it saw."""
    bot = players[seat].bot if players else None
    if len(codes) == 1 or not isinstance(bot, SearchBot) or bot.thought is None:
        return [0] * len(codes), nan
    visits = {verdict.code: verdict.visits for verdict in bot.found}
    return [visits.get(code, 0) for code in codes], bot.thought.chance


def _dice(game: Game, seed: int) -> Chooser:
    """The random player of compiled code, decision by decision."""
    stepping = game.stepping
    dice = np.zeros(1, stepping.DICE)[0]
    dice.rng = stepping.scrambled(np.uint64(seed) ^ stepping.OTHER_STREAM)
    return lambda state, seat, codes, number: codes[stepping.below(dice, len(codes))]


def _rows(number: int, seen: list[_Seen], standings: list[tuple[int, int]]) -> Decisions:
    """The decisions of one game as arrays."""
    length, places = len(seen), np.array(ranks(standings), np.int8)
    shares = (places == 1) / np.float32((places == 1).sum())
    points = np.array([points for points, _ in standings], np.int32)
    seats = [one.seat for one in seen]
    return Decisions(
        game=np.full(length, number, np.int64),
        decision=np.arange(length, dtype=np.int32),
        seat=np.array(seats, np.int8),
        observation=np.stack([one.observation for one in seen]),
        legal=np.array([code for one in seen for code in one.legal], np.int32),
        legal_end=np.cumsum([len(one.legal) for one in seen], dtype=np.int64),
        visits=np.array([count for one in seen for count in one.visits], np.int32),
        value=np.array([one.value for one in seen], np.float32),
        action=np.array([one.action for one in seen], np.int32),
        points=np.tile(points, (length, 1)),
        win_share=shares[seats].astype(np.float32),
        rank=places[seats],
    )


def _joined(parts: Sequence[Decisions]) -> Decisions:
    """Decisions one behind the other."""
    joined = Decisions(*map(np.concatenate, zip(*parts, strict=True)))
    before = np.cumsum([0] + [len(part.legal) for part in parts[:-1]])
    ends = [part.legal_end + start for part, start in zip(parts, before, strict=True)]
    return joined._replace(legal_end=np.concatenate(ends))


def _width(game: Game, observation: str) -> int:
    """How many numbers an observation has."""
    return game.blank_observations(observation=observation).size


# --- Writing --------------------------------------------------------------------------------------


def record(
    series: Series, games: int, file: Path, workers: int = 1, observation: str = FLAT
) -> Generator[WholeGames, None, None]:
    """Play games and write all their decisions into a file; yield them in order, some at a time.

    Any number of workers writes the same file. It appears under its name when it is whole. If the
    work is interrupted, the games that are there by then are whole, and so is their file.
    """
    with (
        _file(series, file, observation) as rows,
        contextlib.closing(_played(series, games, file, workers, observation)) as parts,
    ):
        for handed in in_order(parts):
            played = _taken(handed)
            rows.add(played)
            yield played


def _played(
    series: Series, games: int, file: Path, workers: int, observation: str
) -> Generator[tuple[Chunk, Handed], None, None]:
    """Some games at a time, in any order.

    Other processes hand theirs over in files: through pipes they would take all the memory while
    an early game is still played.
    """
    chunks = series.chunks(games, 1 + NUMBERS // _width(series.game, observation))
    if workers == 1:
        yield from finished(partial(_play_chunk, series, observation), chunks, workers)
        return
    with tempfile.TemporaryDirectory(prefix=f".{file.name}-", dir=file.parent) as folder:
        yield from finished(
            partial(_play_aside, series, observation, Path(folder)), chunks, workers
        )


def _play_chunk(series: Series, observation: str, chunk: Chunk) -> tuple[Chunk, WholeGames]:
    return chunk, play(series, *chunk, observation)


def _play_aside(series: Series, observation: str, folder: Path, chunk: Chunk) -> tuple[Chunk, Path]:
    """Play some games and put them into a file."""
    file = folder / str(chunk[0])
    file.write_bytes(pickle.dumps(play(series, *chunk, observation)))
    return chunk, file


def _taken(handed: Handed) -> WholeGames:
    """The games themselves, or those in a file, which is needed no more."""
    if isinstance(handed, WholeGames):
        return handed
    played: WholeGames = pickle.loads(handed.read_bytes())
    handed.unlink()
    return played


def write(
    series: Series, games: int, file: Path, workers: int = 1, observation: str = FLAT
) -> None:
    """As `record`, for those who want no more than the file."""
    for _ in record(series, games, file, workers, observation):
        pass


@contextlib.contextmanager
def _file(series: Series, file: Path, observation: str) -> "Iterator[_Writer]":
    """A file to write to, which has another name until it is whole."""
    part = file.with_name(f"{file.name}.part")
    rows = _Writer(series, part, observation)
    try:
        yield rows
    except OSError:
        rows.give_up()
        raise
    except BaseException:
        rows.keep_as(file)
        raise
    rows.keep_as(file)


class _Writer:
    """The rows of a file that is being written, group by group."""

    def __init__(self, series: Series, part: Path, observation: str) -> None:
        self.part = part
        self.games = 0  # that have been written
        self.waiting: list[WholeGames] = []
        bytes_of_one = series.game.blank_observations(observation=observation).nbytes
        self.group = max(1, GROUP // bytes_of_one)  # rows that are written at a time
        self.schema = _schema(series, observation)
        _, parquet = arrow()
        self.writer = parquet.ParquetWriter(part, self.schema, compression="zstd")

    def add(self, played: WholeGames) -> None:
        """Write some games, or keep them until there are enough to be written."""
        self.waiting.append(played)
        if sum(part.lengths.sum() for part in self.waiting) >= self.group:
            self._write()

    def keep_as(self, file: Path) -> None:
        """End the file and give it its name; without a game in it there is none."""
        try:
            self._write()
            if not self.games:
                self.give_up()
                return
            self.writer.add_key_value_metadata({GAMES: str(self.games).encode()})
            self.writer.close()
            self.part.replace(file)
        except OSError:
            self.give_up()
            raise

    def give_up(self) -> None:
        """Leave nothing behind."""
        with contextlib.suppress(OSError):
            self.writer.close()
        self.writer.is_open = False  # or it would try again by itself
        self.part.unlink(missing_ok=True)

    def _write(self) -> None:
        if not self.waiting:
            return
        rows = _columns(_joined([played.rows for played in self.waiting]), self.schema)
        games = self.games + sum(len(played.lengths) for played in self.waiting)
        # An interruption that comes while rows are written is felt when all of them are.
        self.waiting, self.games = [], games
        self.writer.write_table(rows, row_group_size=len(rows))


def _schema(series: Series, observation: str) -> Any:
    """The columns of a dataset, and what it is about."""
    pa, _ = arrow()
    game = series.game
    about = {
        "dataset": VERSION,
        **job.about(game, series.bots, series.seed),
        "actions": game.actions_size,
        "observed": observation,
        "observation": _slices(game, observation),
    }
    columns = {
        "game": pa.int64(),
        "decision": pa.int32(),
        "seat": pa.int8(),
        "observation": pa.list_(
            pa.float32() if observation == FLAT else pa.uint8(), _width(game, observation)
        ),
        "legal": pa.list_(pa.int32()),
        "visits": pa.list_(pa.int32()),
        "value": pa.float32(),
        "action": pa.int32(),
        "points": pa.list_(pa.int32(), game.players),
        "win_share": pa.float32(),
        "rank": pa.int8(),
    }
    fields = [pa.field(name, kind, nullable=False) for name, kind in columns.items()]
    return pa.schema(fields, metadata={ABOUT: msgspec.json.encode(about)})


def _slices(game: Game, observation: str) -> dict[str, list[int]]:
    """Where each named part of an observation lies; of those for networks, every block."""
    if observation == FLAT:
        return {name: [at.start, at.stop] for name, at in game.observation.items()}
    found, start = {}, 0
    for block in game.network.blocks:
        found[block.name] = [start, start := start + block.rows * block.width]
    return found


def _columns(rows: Decisions, schema: Any) -> Any:
    """Rows as Arrow has them."""
    pa, _ = arrow()

    def column(name: str) -> Any:
        values, kind = getattr(rows, name), schema.field(name).type
        if name in BY_ACTION:
            starts = np.concatenate(([0], rows.legal_end)).astype(np.int32)
            return pa.ListArray.from_arrays(starts, values, type=kind)
        if values.ndim == 2:
            return pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), type=kind)
        return pa.array(values, kind)

    return pa.Table.from_arrays([column(name) for name in schema.names], schema=schema)


# --- Reading --------------------------------------------------------------------------------------


class Dataset(NamedTuple):
    """A file of decisions, which is read piece by piece."""

    file: Path  # where it lies
    about: dict[str, Any]  # game, players, options, bots, seed, and what else the rows share
    games: int  # how many
    decisions: int  # how many in all of them

    @property
    def observation(self) -> dict[str, slice]:
        """Where each named part of an observation lies."""
        return {name: slice(*at) for name, at in self.about["observation"].items()}

    @property
    def actions(self) -> int:
        """How many action codes there are."""
        return int(self.about["actions"])

    def batches(self, size: int = 8192) -> Iterator[Decisions]:
        """All decisions in order, so many at a time; `BadDataset` where the file is damaged."""
        size = max(1, check_count("size", size))
        _, parquet = arrow()
        with _blamed(self.file), parquet.ParquetFile(self.file) as file:
            for rows in file.iter_batches(size):
                yield _decisions(rows)


def read(file: str | Path) -> Dataset:
    """Open a dataset; `BadDataset` says what is wrong with the file."""
    path = Path(file)
    _, parquet = arrow()
    with _blamed(path), parquet.ParquetFile(path) as opened:
        told = opened.metadata.metadata or {}
        rows = opened.metadata.num_rows
    try:
        about = msgspec.json.decode(told[ABOUT])
        version, games = about["dataset"], int(told[GAMES])
    except (KeyError, TypeError, ValueError) as error:
        raise BadDataset(f"{path} is a Parquet file, but not a dataset of positions") from error
    if version not in READ:
        raise BadDataset(f"{path} is a dataset of version {version}; this reads up to {VERSION}")
    return Dataset(path, about, games, rows)


def _decisions(rows: Any) -> Decisions:
    """Rows as NumPy has them."""

    def column(name: str) -> Array:
        if name not in rows.schema.names:  # a dataset of version 1
            return unthought[name]
        values = rows.column(name)
        if name in ("observation", "points"):
            flat: Array = values.flatten().to_numpy()
            return flat.reshape(len(values), -1)
        array: Array = (values.flatten() if name in BY_ACTION else values).to_numpy()
        return array

    unthought = {
        "visits": np.zeros(len(rows.column("legal").flatten()), np.int32),
        "value": np.full(len(rows), np.nan, np.float32),
    }
    starts = rows.column("legal").offsets.to_numpy()
    ends = (starts[1:] - starts[0]).astype(np.int64)
    named = [name for name in Decisions._fields if name != "legal_end"]
    return Decisions(**{name: column(name) for name in named}, legal_end=ends)


@contextlib.contextmanager
def _blamed(file: Path) -> Iterator[None]:
    """Whatever cannot be read here is the fault of that file."""
    pa, _ = arrow()
    try:
        yield
    except (OSError, pa.ArrowException) as error:
        message = f"cannot read {file} as a dataset: {error}"
        raise BadDataset(one_line(message)) from error


if not TYPE_CHECKING:
    __getattr__ = leading_on(
        __name__,
        Batch="formicarium.arena.dataset.Decisions",
        Played="formicarium.arena.dataset.WholeGames",
    )
