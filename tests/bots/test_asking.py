"""Where all decide at once, a bot decides the same whoever has been asked before it.

In Myrmes nobody sees what others do in the brood, the harvest, when cubes are discarded and in
winter (MY-1.16), in Mini City which stones they begin with (MC-2.12).
"""

import random
from collections.abc import Iterator

import pytest

import formicarium as fm
from formicarium.bots import ask, load_bot
from formicarium.bots.greedy import GreedyBot
from formicarium.bots.search import SearchBot

SEEDS = range(80)  # games at random in which such a phase is looked for
SIMULATIONS = 60
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


@pytest.mark.parametrize("questions", [1, 99], ids=["some", "all"])
@pytest.mark.parametrize(("name", "phase"), PHASES)
def test_it_does_not_matter_who_has_answered(
    name: str, phase: str, players: int, questions: int
) -> None:
    found = 0
    for number, state in enumerate(positions(name, players, phase)):
        seat, dice = chooser(state), random.Random(number)
        for after in (answered(state, seat, dice, questions) for _ in range(2)):
            found += after.to_bytes() != state.to_bytes()
            check_same(state, after, seat)
        if found > 4:
            return
    assert found


def check_same(state: fm.State, after: fm.State, seat: int) -> None:
    """Both bots see exactly the same in every action, and choose the same."""
    here, there = (one.redetermined(seat, 5) for one in (state, after))
    greedy = GreedyBot()
    assert greedy.values(there, seat, 5) == greedy.values(here, seat, 5)
    before, now = (SearchBot(simulations=SIMULATIONS).think(one, seat, 5) for one in (here, there))
    assert now == before
    for bot in ("greedy", f"search:simulations={SIMULATIONS}"):
        assert ask(load_bot(bot), after, seat, 5) == ask(load_bot(bot), state, seat, 5)


@pytest.mark.parametrize("bot", ["greedy", "search:simulations=30"])
@pytest.mark.parametrize(("name", "phase"), PHASES)
def test_whole_answers_are_the_same_in_any_order(
    name: str, phase: str, players: int, bot: str
) -> None:
    """All questions of the phase: asked first of all, or last."""
    state = next(positions(name, players, phase))
    seat = chooser(state)
    first, last = state.copy(), answered(state, seat, random.Random(1), 99)
    one, other = load_bot(bot), load_bot(bot)
    number = 0
    while seat in first.to_act and last.view(seat)["phase"] == phase:
        code = ask(one, first, seat, number)
        assert ask(other, last, seat, number) == code
        first.play(seat, code)
        last.play(seat, code)
        number += 1
    assert number
