"""Games that bots play to learn from: some positions of each, and how it ended."""

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from formicarium.bots.referee import Player
from formicarium.bots.search import SearchBot
from formicarium.core.chance import seed_of
from formicarium.core.errors import BadOption
from formicarium.core.game import Game, load_with, rulebook
from formicarium.core.standings import all_win_shares
from formicarium.core.state import State

AT_A_TIME = {"quick": 200, "thoughtful": 10}  # games in one file
SAMPLES = {"quick": 12, "thoughtful": 24}  # positions of a game
SLIPS = (0.0, 0.02, 0.05, 0.1, 0.2)  # shares of random decisions, one of them for each seat

Table = tuple[int, dict[str, str]]  # players and options


class Lesson(NamedTuple):
    """Some games of one table, which go into one file."""

    game: str
    table: Table
    kind: str  # quick or thoughtful
    number: int
    seed: int
    judgements: tuple[str, ...]  # files: each seat judges by one of them
    simulations: int
    folder: Path

    @property
    def file(self) -> Path:
        """Where their positions are kept."""
        players, options = self.table
        name = "-".join([self.kind, str(players), *options.values(), f"{self.number:05}"])
        return self.folder / f"{name}.npz"

    @property
    def is_done(self) -> bool:
        """Whether the file is there already."""
        return self.file.is_file()

    def bots(self, dice: Random) -> list[str]:
        """Who plays: each seat slips as often as it likes."""
        name = (
            "greedy:worlds=1" if self.kind == "quick" else f"search:simulations={self.simulations}"
        )
        return [
            f"{name}:slips={dice.choice(SLIPS)}:evaluation={dice.choice(self.judgements)}"
            for _ in range(self.table[0])
        ]


class Sample(NamedTuple):
    """A position, and what whoever decided there thought of it."""

    state: np.ndarray[Any, np.dtype[np.uint8]]
    seat: int
    progress: float  # the part of all decisions that had been taken
    chance: float  # of winning, as a search told it; below 0: nobody did


def tables_of(game: str) -> list[Table]:
    """Two, three and four players, with each variant of the game."""
    variants = [
        {option.name: choice.name.lower()}
        for option in rulebook(game).options
        if option.name == "variant"
        for choice in type(option.default)
    ]
    tables = [(players, variant) for players in range(2, 5) for variant in variants or [{}]]
    return [table for table in tables if can_be_played(game, table)]


def can_be_played(game: str, table: Table) -> bool:
    """Whether a game lets so many play that variant."""
    try:
        load_with(game, table[0], None, table[1])
    except BadOption:
        return False
    return True


def attend(lesson: Lesson) -> Path:
    """Play the games of a lesson, and keep what there is to learn from them."""
    players, options = lesson.table
    game = load_with(lesson.game, players, None, options)
    found = [
        play(game, lesson, seed_of(np.uint64(lesson.seed), lesson.number * 1000 + index))
        for index in range(AT_A_TIME[lesson.kind])
    ]
    lesson.folder.mkdir(parents=True, exist_ok=True)
    rows = {name: np.concatenate([one[name] for one in found]) for name in found[0]}
    part = lesson.file.with_suffix(f".{os.getpid()}.part")
    with part.open("wb") as target:
        np.savez(target, **rows)
    part.replace(lesson.file)  # so that a file is there as a whole, or not at all
    return lesson.file


def play(game: Game, lesson: Lesson, seed: np.uint64) -> dict[str, np.ndarray[Any, Any]]:
    """One game, by numbers: a row for each position that was kept."""
    dice = Random(int(seed))
    seats = [Player(bot, seat, int(seed)) for seat, bot in enumerate(lesson.bots(dice))]
    state = game.start(int(seed))
    samples = kept(state, seats, dice, SAMPLES[lesson.kind])
    count = len(samples)
    standings = np.array([state.standings()])
    shares = np.empty(standings.shape[:2])
    all_win_shares(standings, shares)
    return {
        "states": np.stack([sample.state for sample in samples]),
        "seats": np.array([sample.seat for sample in samples]),
        "progress": np.array([sample.progress for sample in samples]),
        "chances": np.array([sample.chance for sample in samples]),
        "scores": np.tile(standings[0, :, 0], (count, 1)),
        "shares": np.tile(shares[0], (count, 1)),
    }


def kept(state: State, players: Sequence[Player], dice: Random, size: int) -> list[Sample]:
    """Play to the end; some of the positions, each as likely to be kept."""
    samples: list[Sample] = []
    number = free = 0
    while not state.is_over:
        seat = state.to_act[0]
        before, is_free = state.bytes.copy(), len(state.codes(seat)) > 1
        state.play(seat, players[seat].decide(state, number))
        number += 1
        if is_free:
            free += 1
            place = free - 1 if free <= size else dice.randrange(free)
            sample = Sample(before, seat, number, told(players[seat]))
            if place < size:
                samples[place : place + 1] = [sample]
    return [sample._replace(progress=sample.progress / number) for sample in samples]


def told(player: Player) -> float:
    """The chance of winning that a bot saw at its last decision; below 0: it did not look."""
    thought = player.bot.thought if isinstance(player.bot, SearchBot) else None
    return -1.0 if thought is None else thought.chance
