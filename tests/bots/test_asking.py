"""Where all decide at once, a bot decides the same whoever has been asked before it.

In Myrmes nobody sees what others do in the brood, the harvest, when cubes are discarded and in
winter (MY-1.16), in Mini City which stones they begin with (MC-2.12).
"""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

import formicarium as fm
from formicarium.bots import ask, load_bot
from formicarium.bots.greedy import GreedyBot
from formicarium.bots.search import SearchBot

SEEDS = range(80)  # games at random in which such a phase is looked for
POSITIONS = 3  # of these
SIMULATIONS = 60
ALL = 99  # questions, and more than there are
PHASES = [
    *(("myrmes", phase) for phase in ("brood", "harvest", "discard", "winter")),
    ("minicity", "stock"),
]


def in_phase(state: fm.State, phase: str) -> bool:
    """Whether at least two have something to choose in that phase, and see nothing of others."""
    free = [seat for seat in state.to_act if len(state.codes(seat)) > 1]
    return len(free) > 1 and state.view(None)["phase"] == phase


def positions(name: str, players: int, phase: str) -> Iterator[fm.State]:
    """Positions of games at random in which several are about to choose in secret."""
    for seed in SEEDS:
        state, dice = fm.load(name, players=players).start(seed), random.Random(seed)
        while not state.is_over:
            if in_phase(state, phase):
                yield state.copy()
                break
            seat = state.to_act[0]
            state.play(seat, dice.choice(state.codes(seat)))


def chooser(state: fm.State) -> int:
    """The last of those who have something to choose."""
    return max(seat for seat in state.to_act if len(state.codes(seat)) > 1)


def answered(state: fm.State, seat: int, dice: random.Random, questions: int) -> fm.State:
    """The same position when all others have answered so many questions, or all of theirs."""
    after = state.copy()
    for other in state.to_act:
        for _ in range(questions if other != seat else 0):
            if other in after.to_act and after.to_act != (other,):
                after.play(other, dice.choice(after.codes(other)))
    assert seat in after.to_act
    assert after.view(seat)["phase"] == state.view(seat)["phase"]
    assert after.codes(seat) == state.codes(seat)
    return after


@pytest.fixture(params=[2, 3, 4], ids="{} players".format)
def players(request: pytest.FixtureRequest) -> int:
    count: int = request.param
    return count


@pytest.mark.parametrize("bot", ["greedy", f"search:simulations={SIMULATIONS}"])
@pytest.mark.parametrize(("name", "phase"), PHASES)
@pytest.mark.heavy
def test_it_does_not_matter_who_has_answered(name: str, phase: str, players: int, bot: str) -> None:
    """From the first question of the phase to the last, with others who answered some or all."""
    asked = 0
    for number, state in enumerate(islice(positions(name, players, phase), POSITIONS)):
        seat = chooser(state)
        for questions in (1, ALL):
            first, last = state.copy(), answered(state, seat, random.Random(number), questions)
            one, other = load_bot(bot), load_bot(bot)
            while seat in first.to_act and last.view(seat)["phase"] == phase:
                assert seen(bot, last, seat) == seen(bot, first, seat)
                code = ask(one, first, seat, asked)
                assert ask(other, last, seat, asked) == code
                first.play(seat, code)
                last.play(seat, code)
                asked += 1
    assert asked


def seen(bot: str, state: fm.State, seat: int) -> object:
    """What a bot makes of every action, exactly."""
    here, mind = state.redetermined(seat, 5), load_bot(bot)
    if isinstance(mind, GreedyBot):
        return mind.values(here, seat, 5)
    assert isinstance(mind, SearchBot)
    return mind.think(here, seat, 5)
