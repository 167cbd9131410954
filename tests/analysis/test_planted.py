"""In games of experts a mistake that was planted is marked, and hardly anything else is.

`PLANTED_CARE=500` looks at them with so many simulations a decision: as a slow page does.
"""

import os
from collections.abc import Iterator
from itertools import chain, count, islice

import pytest

import formicarium as fm
from formicarium.analysis.analyst import Analyst, Moment
from formicarium.analysis.marks import MARKS
from formicarium.bots import ask, seed_for
from formicarium.bots.search import SearchBot
from formicarium.core.state import State
from tests.tiers import IS_PROOF, times

CARE = 4000  # simulations to find what is worst,
ANALYSIS = int(os.environ.get("PLANTED_CARE", CARE))  # and for each decision of an analysis
EARLIEST = 10  # decision at which something is planted
PLAYERS = {"micropolis": 2, "minicity": 2, "myrmes": 2, "antics": 3}
EACH = 5  # games
# Simulations that `expert` has time for: counted, they are as many on a busy machine.
EXPERT = {"micropolis": 10_000, "minicity": 10_000, "myrmes": 10_000, "antics": 5_000}


def rated(state: State, seat: int, seed: int) -> dict[int, float]:
    """The chance of winning behind every action, each tried often."""
    bot = SearchBot(simulations=CARE, tries=MARKS.sure)
    found = bot.think(state.redetermined(seat, seed), seat, seed)
    return {verdict.code: verdict.chance for verdict in found}


def after(state: State, seat: int, code: int, seed: int) -> float:
    """The chance of winning that is left after an action, looked at with all care."""
    there, bot = state.redetermined(seat, seed), SearchBot(simulations=CARE)
    there.play(seat, code)
    if there.is_over:
        return float(seat in there.winners())
    mover = min(there.to_act)
    bot.think(there.redetermined(mover, seed), mover, seed)
    return bot.expectations()[seat]


def worst_of(state: State, seat: int, seed: int) -> int | None:
    """The worst action, if it gives as much away as a blunder: in two worlds, or it may be luck.

    What a search rates low it has hardly followed: what it leads to must be as bad as that.
    """
    if len(state.codes(seat)) == 1:
        return None
    first = rated(state, seat, seed)
    best, worst = (choose(first, key=lambda code: first[code]) for choose in (max, min))
    worlds = (
        {code: after(state, seat, code, seed + world) for code in (best, worst)}
        for world in range(2)
    )
    gaps = (chances[best] - chances[worst] for chances in chain([first], worlds))
    return worst if all(gap >= MARKS.blunder for gap in gaps) else None


def spoilt(name: str, seed: int) -> tuple[fm.Record, int]:
    """A game of experts in which one takes the worst action, once; and which decision that was."""
    record, planted = fm.Record(fm.load(name, players=PLAYERS[name]), seed=seed), 0
    bots = [SearchBot(simulations=EXPERT[name]) for _ in range(PLAYERS[name])]
    while not record.state.is_over:
        seat, number = record.state.to_act[0], len(record.decisions)
        dice = seed_for(seed, seat, number)
        worst = None if planted or number < EARLIEST else worst_of(record.state, seat, dice)
        if worst is not None:
            planted = number + 1
        record.play(seat, ask(bots[seat], record.state, seat, dice) if worst is None else worst)
    return record, planted


def spoilt_games(name: str) -> Iterator[tuple[fm.Record, int]]:
    """Some of them; where nothing could be spoilt, another one is played."""
    games = (spoilt(name, seed) for seed in count())
    yield from islice((game for game in games if game[1]), times(1, EACH))


def marked(record: fm.Record) -> list[Moment]:
    moments = Analyst(simulations=ANALYSIS).moments(record)
    return [moment for moment in moments if moment.mark is not None]


@pytest.mark.heavy
@pytest.mark.compiled
@pytest.mark.parametrize("name", PLAYERS if IS_PROOF else ["micropolis"])
def test_a_planted_mistake_is_marked_and_hardly_anything_else(name: str) -> None:
    decisions = others = 0
    for record, planted in spoilt_games(name):
        found = [moment.number for moment in marked(record)]
        assert planted in found, (record.dump(), planted, found)
        decisions += len(record.decisions)
        others += len(found) - 1
    assert others <= max(1, decisions // 100), (others, decisions)
