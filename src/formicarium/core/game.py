"""Games: which there are, and one of them with its options chosen."""

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import numpy as np

from formicarium.core.components import assemble, fingerprint
from formicarium.core.errors import (
    BadOption,
    BadPosition,
    BadRulebook,
    UnknownGame,
    is_huge,
    one_line,
    shown,
)
from formicarium.core.layout import Row, offset_of
from formicarium.core.options import check_count, check_seed, choose_all, whole_number
from formicarium.core.renamed import formerly
from formicarium.core.rulebook import FLAT, NETWORK, STEPPING, Document, Rulebook
from formicarium.core.slices import Network
from formicarium.core.state import State

Files = str | Path | list[str | Path] | tuple[str | Path, ...] | None

GROUP = "formicarium.games"
OWN = "formicarium."  # the modules of this package begin with it
DEVICES = "formicarium.devices"  # where else random games can be played
CPU = "cpu"


@dataclass(frozen=True)
class RandomGames:
    """The outcome of a series of whole random games."""

    scores: np.ndarray[Any, np.dtype[np.int64]]  # one row per game, one column per seat
    tie_breaks: np.ndarray[Any, np.dtype[np.int64]]  # of the same form; more is better
    lengths: np.ndarray[Any, np.dtype[np.int64]]  # of each game, in decisions

    @property
    def decisions(self) -> int:
        """How many decisions were taken in all games together."""
        return int(self.lengths.sum())


def game_names() -> tuple[str, ...]:
    """The names of the installed games.

    >>> "micropolis" in game_names()
    True
    """
    return tuple(sorted(entry_points(group=GROUP).names))


def rulebook(name: str) -> Rulebook:
    """The rulebook of an installed game."""
    if not isinstance(name, str) or name not in game_names():
        raise UnknownGame(f"there is no game {name!r}; installed: {', '.join(game_names())}")
    return _loaded(name)


@functools.cache
def _loaded(name: str) -> Rulebook:
    book: object = entries_of(name)[0].load()
    if not isinstance(book, Rulebook):
        raise BadRulebook(f"{name} is installed as a game, and is {shown(book)} instead")
    if book.name != name.partition("@")[0]:
        raise BadRulebook(f"what is installed as {name} calls itself {book.name}")
    return book


def readable_games(tell: Callable[[str, str], object]) -> Iterator[Rulebook]:
    """The rulebooks of all games that people choose from; which are passed over is told, and why.

    >>> [book.name for book in readable_games(print)][:2]
    ['antics', 'micropolis']
    """
    for name in game_names():
        if "@" in name:  # older rules, for older tables
            continue
        try:
            book = rulebook(name)
        except (Exception, SystemExit) as error:  # it may come from any package
            tell(name, one_line(error))
        else:
            yield book


def entries_of(name: str) -> list[EntryPoint]:
    """Where a game of that name is found; of several the first is played, one of ours before all.

    >>> [entry.value for entry in entries_of("micropolis")]
    ['formicarium.games.micropolis:RULEBOOK']
    """
    found = {entry.value: entry for entry in entry_points(group=GROUP).select(name=name)}
    return sorted(found.values(), key=lambda entry: not entry.value.startswith(OWN))


def load(game: str, players: int | None = None, components: Files = None, **options: str) -> "Game":
    """A game with its options chosen, ready to start.

    >>> load("micropolis", players=3, variant="expert").options["variant"]
    'expert'
    """
    return load_with(game, players, components, options)


def load_with(
    game: str,
    players: int | None,
    components: Files,
    options: Mapping[str, object],
    rules: int | None = None,
) -> "Game":
    """As `load`, with options that come from a file and may be called anything.

    A game that was begun by older rules goes on by them: what they did is an option now.
    """
    book = rulebook(game)
    usual = book.usual_players or book.players.start
    seats = _count(book, usual if players is None else players)
    chosen = choose_all(book.options, {**book.options_of(rules), **options})
    book.check(seats, chosen)
    return Game(book, seats, chosen, assemble(book.component_files, _files(components)))


def position(doc: Document, components: Files = None) -> State:
    """Any position as JSON, of whatever game it names.

    >>> position({"game": "micropolis", "players": 2}).to_act
    (0,)
    """
    if not isinstance(doc, dict) or not isinstance(doc.get("game"), str):
        raise BadPosition('a position is an object that names its "game"')
    options = doc.get("options", {})
    if not isinstance(options, dict):
        raise BadPosition('"options" is an object of names and choices')
    rules = rulebook(doc["game"]).rules_that_lack(options)
    return load_with(doc["game"], doc.get("players"), components, options, rules).position(doc)


@formerly(
    parts="parts_bytes", tables="parts_row", documents="component_set", components="fingerprint"
)
class Game:
    """One game with its player count, options and component set."""

    def __init__(
        self,
        book: Rulebook,
        players: int,
        chosen: Mapping[str, IntEnum],
        component_set: Mapping[str, Any],
    ) -> None:
        self.book = book
        self.players = players
        self.chosen = dict(chosen)
        self._options = {name: choice.name.lower() for name, choice in chosen.items()}
        self.component_set = dict(component_set)
        self.parts_bytes = np.frombuffer(book.make_parts(component_set).tobytes(), np.uint8)
        self.fingerprint = fingerprint(component_set)
        self.stepping = book.bound(STEPPING)
        self.blank = self._blank()
        self.to_act_at = offset_of(book.state_layout, "to_act")
        self.barrier_at = offset_of(book.state_layout, "barrier")

    @property
    def name(self) -> str:
        """The game's name, as `load` takes it."""
        return self.book.name

    @property
    def options(self) -> dict[str, str]:
        """Every option with the name of its choice."""
        return dict(self._options)

    @property
    def actions_size(self) -> int:
        """How many action codes there are; codes are 0 to this minus one."""
        return self.book.actions

    @property
    def longest(self) -> int:
        """No game has more decisions than this."""
        return self.book.longest(self.players, self.chosen)

    @property
    def observation(self) -> dict[str, slice]:
        """Where each named part of an observation lies."""
        slices, start = {}, 0
        for name, length in self.book.observation:
            slices[name] = slice(start, start + length)
            start += length
        return slices

    @functools.cached_property
    def network(self) -> Network:
        """The observation for networks: its slices by name, and what they are about.

        >>> phase = load("micropolis", players=2).network.slices["table.phase"]
        >>> phase.start, phase.part.kind.value, phase.part.size
        (0, 'category', 7)
        """
        book = self.book
        book.observing(NETWORK)
        assert book.network_tables is not None
        assert book.network_adjacency is not None
        parts = self.parts_row
        return Network(book.network, book.network_tables(parts), book.network_adjacency(parts))

    def blank_observations(self, *rows: int, observation: str = FLAT) -> np.ndarray[Any, Any]:
        """Room for observations of one kind: numbers from -1 to 1, or bytes for networks."""
        self.book.observing(observation)
        if observation == NETWORK:
            return np.zeros((*rows, self.network.size), np.uint8)
        return np.zeros((*rows, sum(length for _, length in self.book.observation)), np.float32)

    def start(self, seed: int) -> State:
        """A new game.

        >>> load("micropolis", players=4).start(seed=7).is_over
        False
        """
        state = State(self, self.blank.copy())
        self.stepping.begin(self.parts_bytes, state.bytes, check_seed(seed))
        return state

    def position(self, doc: Document) -> State:
        """The state that a position describes; `BadPosition` names what is wrong with it."""
        if not isinstance(doc, dict):
            raise BadPosition("a position is a JSON object")
        _check_numbers(doc)
        self._check_header(doc)
        state = State(self, self.blank.copy())
        header = ("game", "players", "options")
        body = {key: value for key, value in doc.items() if key not in header}
        self.book.from_position(self.parts_row, state.row, body)
        return state

    def random_games(self, count: int, seed: int, first: int = 0, device: str = CPU) -> RandomGames:
        """Whole games played at random in compiled code; game i depends on seed and i alone.

        On another `device` ("cuda": a GPU) they are the same games.

        >>> load("micropolis", players=2).random_games(3, seed=1).scores.shape
        (3, 2)
        """
        if device != CPU:
            return _player_on(device)(self, count, seed, first)
        count, first = check_count("games", count), check_count("first", first)
        lengths = np.empty(count, np.int64)
        standing = np.zeros((count, self.players, 2), np.int64)
        self.stepping.random_games(
            self.parts_bytes, self.blank, check_seed(seed), first, lengths, standing
        )
        return RandomGames(standing[:, :, 0], standing[:, :, 1], lengths)

    def perft(self, state: State, depth: int) -> int:
        """How many sequences of `depth` actions there are from a state (shorter where it ends).

        >>> game = load("micropolis", players=2)
        >>> game.perft(game.start(seed=1), 1)
        6
        """
        depth = check_count("depth", depth)
        states = np.zeros((depth + 1, state.bytes.size), np.uint8)
        states[depth] = state.bytes
        codes = np.empty((depth + 1, self.book.most_legal), np.int32)
        return int(self.stepping.count_lines(self.parts_bytes, states, codes, depth))

    @functools.cached_property
    def parts_row(self) -> Row:
        """Boards, tiles and cards as the rules see them, made from the component set."""
        parts: Row = self.parts_bytes.view(self.book.parts_layout)[0]
        return parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.name, self.players, self.options, self.component_set)

    def __repr__(self) -> str:
        changed = [
            f", {option.name}={self.chosen[option.name].name.lower()!r}"
            for option in self.book.options
            if self.chosen[option.name] is not option.default
        ]
        return f"load({self.name!r}, players={self.players}{''.join(changed)})"

    def _identity(self) -> tuple[object, ...]:
        return self.name, self.players, tuple(self.chosen.items()), self.fingerprint

    def _blank(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        blank = np.zeros(self.book.state_layout.itemsize, np.uint8)
        state = blank.view(self.book.state_layout)[0]
        state.players = self.players
        for name, choice in self.chosen.items():
            setattr(state.options, name, int(choice))
        return blank

    def _check_header(self, doc: Document) -> None:
        if doc.get("game", self.name) != self.name:
            raise BadPosition(f"this is a position of {doc['game']!r}, not of {self.name}")
        if whole_number(doc.get("players", self.players)) != self.players:
            raise BadPosition(f"the position is for {doc['players']!r} players, not {self.players}")
        options = doc.get("options", {})
        if not isinstance(options, dict):
            raise BadPosition('"options" is an object of names and choices')
        chosen = choose_all(self.book.options, options)
        for name in options:
            if chosen[name] is not self.chosen[name]:
                raise BadPosition(
                    f"the position has {name}={options[name]}, the game {self.options[name]}"
                )


def _player_on(device: str) -> Callable[["Game", int, int, int], RandomGames]:
    """Who plays random games on a device. The core knows the CPU alone; others bring theirs."""
    known = entry_points(group=DEVICES)
    if not isinstance(device, str) or device not in known.names:
        devices = ", ".join([CPU, *sorted(known.names)])
        raise BadOption(f"device={shown(device)} is not known; choose one of: {devices}")
    player: Callable[[Game, int, int, int], RandomGames] = known[device].load()
    return player


def _check_numbers(doc: object) -> None:
    """No number is so large that a message could not even name it."""
    if is_huge(doc):
        raise BadPosition("a number in the position is too large for anything")
    if isinstance(doc, dict | list | tuple):
        try:
            for inside in doc.values() if isinstance(doc, dict) else doc:
                _check_numbers(inside)
        except RecursionError as error:
            raise BadPosition("the position lies too deep in itself") from error


def _count(book: Rulebook, players: object) -> int:
    number = whole_number(players)
    if number is None or number not in book.players:
        few, many = book.players[0], book.players[-1]
        raise BadOption(f"{book.name} is for {few} to {many} players, not {shown(players)}")
    return number


def _files(components: Files) -> tuple[str | Path, ...]:
    if components is None:
        return ()
    return tuple(components) if isinstance(components, list | tuple) else (components,)


def _restored(name: str, players: int, options: dict[str, str], component_set: Document) -> Game:
    """A game from its pickle, with the component set that it had."""
    book = rulebook(name)
    return Game(book, players, choose_all(book.options, options), component_set)
