"""Games that bots play to learn from: some positions of each, and how it ended."""

import os
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from formicarium.arena.journal import BadResults
from formicarium.bots.referee import Player
from formicarium.bots.search import SearchBot
from formicarium.core.chance import seed_of
from formicarium.core.errors import BadOption
from formicarium.core.game import Game, load_with, rulebook
from formicarium.core.standings import all_win_shares
from formicarium.core.state import State

QUICK, THOUGHTFUL, SERIOUS = "quick", "thoughtful", "serious"
AT_A_TIME = {QUICK: 200, THOUGHTFUL: 10, SERIOUS: 10}  # games in one file
SAMPLES = {QUICK: 12, THOUGHTFUL: 24, SERIOUS: 24}  # positions of a game
# Shares of random decisions, one of them for each seat; serious is how the level `hard` plays.
SLIPS = {
    QUICK: (0.0, 0.02, 0.05, 0.1, 0.2),
    THOUGHTFUL: (0.0, 0.02, 0.05, 0.1, 0.2),
    SERIOUS: (0.05,),
}
FEWEST, MOST = 2, 4  # players
NOBODY = -1.0  # in place of a chance that nobody told
DAMAGES = (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile)

Rows = dict[str, np.ndarray[Any, Any]]


class PracticeTable(NamedTuple):
    """How many play, and with which options."""

    players: int
    options: dict[str, str]

    @property
    def name(self) -> str:
        """What it is called in a judgement.

        >>> PracticeTable(2, {"variant": "expert"}).name
        '2 expert'
        """
        return " ".join([str(self.players), *self.options.values()])

    def load(self, game: str) -> Game:
        """The game as it is played here."""
        return load_with(game, self.players, None, self.options)


class Lesson(NamedTuple):
    """Some games of one table, which go into one file."""

    game: str
    table: PracticeTable
    kind: str  # quick, thoughtful or serious
    number: int
    games: int
    seed: int
    judgements: tuple[str, ...]  # files: each seat judges by one of them
    simulations: int
    folder: Path

    @property
    def file(self) -> Path:
        """Where their positions are kept."""
        table = self.table.name.replace(" ", "-")
        return self.folder / f"{self.kind}-{table}-{self.number:05}.npz"

    @property
    def bot(self) -> str:
        """Who plays, on every seat."""
        quick = self.kind == QUICK
        return "greedy:worlds=1" if quick else f"search:simulations={self.simulations}"

    def seats(self, dice: Random) -> list[str]:
        """Each slips as often as it likes, and judges by one of the judgements."""
        return [
            f"{self.bot}:slips={dice.choice(SLIPS[self.kind])}:evaluation={dice.choice(self.judgements)}"
            for _ in range(self.table.players)
        ]

    def rehearse(self, game: Game) -> None:
        """Compile what is needed, and find out whether bots can judge by all judgements."""
        for judgement in self.judgements:
            Player(f"{self.bot}:evaluation={judgement}", 0, 0).prepare(game)


class Sample(NamedTuple):
    """A position, and what whoever decided there thought of it."""

    state: np.ndarray[Any, np.dtype[np.uint8]]
    seat: int
    chance: float  # of winning, as a search told it


def tables_of(game: str) -> list[PracticeTable]:
    """Two, three and four players, with each variant of the game.

    >>> [table.players for table in tables_of("myrmes")]
    [2, 3, 4]
    """
    options = rulebook(game).options
    variants = [
        {option.name: choice}
        for option in options
        if option.name == "variant"
        for choice in option.choices
    ]
    tables = [
        PracticeTable(players, variant)
        for players in range(FEWEST, MOST + 1)
        for variant in variants or [{}]
    ]
    return [table for table in tables if can_be_played(game, table)]


def can_be_played(game: str, table: PracticeTable) -> bool:
    """Whether a game lets so many play that variant."""
    try:
        table.load(game)
    except BadOption:
        return False
    return True


def attend(lesson: Lesson) -> int:
    """Play the games of a lesson, and keep what there is to learn from them; how many these are."""
    game = lesson.table.load(lesson.game)
    lesson.rehearse(game)
    first = lesson.number * AT_A_TIME[lesson.kind]
    found = [
        play(game, lesson, int(seed_of(np.uint64(lesson.seed), first + index)))
        for index in range(lesson.games)
    ]
    keep(lesson.file, joined(found))
    return lesson.games


def play(game: Game, lesson: Lesson, seed: int) -> Rows:
    """One game, by numbers: a row for each position that was kept."""
    dice = Random(seed)
    players = [Player(bot, seat, seed) for seat, bot in enumerate(lesson.seats(dice))]
    state = game.start(seed)
    samples = kept(state, players, dice, SAMPLES[lesson.kind])
    standings = np.array([state.standings()])
    shares = np.empty(standings.shape[:2])
    all_win_shares(standings, shares)
    return {
        "states": np.stack([sample.state for sample in samples]),
        "seats": np.array([sample.seat for sample in samples]),
        "chances": np.array([sample.chance for sample in samples]),
        "scores": np.tile(standings[0, :, 0].astype(np.float64), (len(samples), 1)),
        "shares": np.tile(shares[0], (len(samples), 1)),
    }


def kept(state: State, players: Sequence[Player], dice: Random, size: int) -> list[Sample]:
    """Play to the end; some of the positions with a choice, each as likely to be kept."""
    samples: list[Sample] = []
    number = choices = 0
    while not state.is_over:
        seat = state.to_act[0]
        before, has_choice = state.bytes.copy(), len(state.codes(seat)) > 1
        state.play(seat, players[seat].decide(state, number))
        number += 1
        if has_choice:
            choices += 1
            sample = Sample(before, seat, told(players[seat]))
            if len(samples) < size:
                samples.append(sample)
            elif (place := dice.randrange(choices)) < size:
                samples[place] = sample
    return samples


def told(player: Player) -> float:
    """The chance of winning that a bot saw at its last decision."""
    thought = player.bot.thought if isinstance(player.bot, SearchBot) else None
    return NOBODY if thought is None else thought.chance


# --- Files ----------------------------------------------------------------------------------------


def joined(found: Sequence[Rows]) -> Rows:
    """Rows, one behind the other.

    >>> joined([{"seats": np.array([0])}, {"seats": np.array([1])}])["seats"].tolist()
    [0, 1]
    """
    return {name: np.concatenate([rows[name] for rows in found]) for name in found[0]}


def keep(file: Path, rows: Rows) -> None:
    """Write rows, so that a file is there as a whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.getpid()}.part")
    try:
        with part.open("wb") as target:
            np.savez(target, allow_pickle=False, **rows)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def loaded(lessons: Iterable[Lesson]) -> Rows:
    """All that was kept of some lessons."""
    return joined([_read(lesson.file) for lesson in lessons])


def _read(file: Path) -> Rows:
    try:
        with file.open("rb") as source, np.load(source) as rows:
            return {name: rows[name] for name in ("states", "seats", "chances", "scores", "shares")}
    except DAMAGES as error:
        raise BadResults(
            f"{file} is damaged: remove it, and run the same command again to play its games anew"
        ) from error
