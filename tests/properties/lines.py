"""Random games of every kind: which tables there are, and lines of play at them."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import formicarium as fm
from formicarium.core.game import rulebook
from formicarium.core.options import choose_all
from tests.tiers import times

Test = TypeVar("Test", bound=Callable[..., None])

OPTION_SETS = 12  # of each table; number 0 has the defaults
FEWEST = 3  # lines at a table, however many tables there are
LOOKS = 100  # at a game, where a test looks long at each state

book_of = functools.cache(rulebook)  # to look for one takes longer than to draw options


class Table(NamedTuple):
    """A game, how many play it, and the variant."""

    game: str
    players: int
    variant: str

    def __str__(self) -> str:
        return " ".join(map(str, filter(None, self)))


@dataclass(frozen=True)
class Line:
    """One random game: its options, its seed, and what is chosen in it, byte by byte."""

    options: int
    seed: int
    choices: bytes

    def start(self, table: Table) -> fm.State:
        return game_at(table, self.options).start(self.seed)

    def play(self, table: Table) -> Iterator[fm.State]:
        """The state at the start and after every action: always the same object."""
        state = self.start(table)
        yield state
        for _ in self.play_on(state):
            yield state

    def looks(self, table: Table) -> Iterator[fm.State]:
        """The state at the start, at the end, and at places in between: all in a short game."""
        length = len(self.decisions(table))
        chosen = {*random.Random(self.choices).sample(range(length), min(LOOKS, length)), 0, length}
        for number, state in enumerate(self.play(table)):
            if number in chosen:
                yield state

    def play_on(self, state: fm.State) -> Iterator[tuple[int, int]]:
        """Play a state to its end; each decision when it has been played."""
        for byte in itertools.cycle(self.choices):
            if state.is_over:
                return
            seat = state.to_act[byte % len(state.to_act)]
            codes = state.codes(seat)
            code = codes[byte % len(codes)]
            state.play(seat, code)
            yield seat, code

    def decisions(self, table: Table) -> list[tuple[int, int]]:
        """Every decision of the game."""
        return list(self.play_on(self.start(table)))

    def stop(self, table: Table) -> fm.State:
        """The state somewhere in the game: the choices say where."""
        state = self.start(table)
        decisions = self.decisions(table)
        for seat, code in decisions[: self.choices[-1] % (len(decisions) + 1)]:
            state.play(seat, code)
        return state


LINES = st.builds(
    Line,
    options=st.integers(0, OPTION_SETS - 1),
    seed=st.integers(0, 2**64 - 1),
    choices=st.binary(min_size=64, max_size=256),
)


def on_random_games(examples: int) -> Callable[[Test], Test]:
    """Give a test so many lines in all, shared out among the tables there are."""
    share = max(times(examples // 2, proven=examples * 5) // len(TABLES), FEWEST)

    def decorate(test: Test) -> Test:
        with_lines = settings(max_examples=share)(given(line=LINES)(test))
        at_tables: Test = pytest.mark.parametrize("table", TABLES, ids=str)(with_lines)
        return at_tables

    return decorate


def tables() -> Iterator[Table]:
    """Every player count and variant of every installed game."""
    for name in fm.game_names():
        book = book_of(name)
        variants = next((o.choices for o in book.options if o.name == "variant"), ("",))
        for players, variant in itertools.product(book.players, variants):
            if fits(name, players, {"variant": variant} if variant else {}):
                yield Table(name, players, variant)


@functools.cache
def game_at(table: Table, number: int) -> fm.Game:
    """A table with its n-th set of options: the defaults, then drawn ones."""
    options = {"variant": table.variant} if table.variant else {}
    dice = random.Random(f"{table} {number}")
    for option in book_of(table.game).options if number else ():
        if option.name != "variant":
            fitting = [
                choice
                for choice in option.choices
                if fits(table.game, table.players, {**options, option.name: choice})
            ]
            options[option.name] = dice.choice(fitting)
    return fm.load(table.game, players=table.players, **options)


def fits(name: str, players: int, options: dict[str, str]) -> bool:
    """Whether options go together with a player count and each other."""
    book = book_of(name)
    try:
        book.check(players, choose_all(book.options, options))
    except fm.BadOption:
        return False
    return True


TABLES = tuple(tables())
