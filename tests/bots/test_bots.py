"""Bots see no more than their seat may, and decide by that and their seed alone."""

import random
from math import inf
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.bots import ask, bot_names, load_bot, seed_for
from formicarium.core.chance import scrambled

# Every kind of bot, none of which waits for the clock.
BOTS = ["random", "greedy", "greedy:slips=0.5", "search:simulations=60", "beginner"]
TABLES = [
    # The first test of a game compiles its search, so they are run by the same process.
    pytest.param(name, options, marks=pytest.mark.xdist_group(f"bots {name}"))
    for name, options in [
        ("antics", {"players": 3}),
        ("micropolis", {"players": 2}),
        ("micropolis", {"players": 3, "variant": "expert"}),
        ("minicity", {"players": 4, "variant": "friends"}),
        ("myrmes", {"players": 2}),
    ]
]


def after(name: str, options: dict[str, Any], seed: int, decisions: int = 20) -> fm.State:
    """A state of a random game after some decisions."""
    state = fm.load(name, **options).start(seed)
    dice = random.Random(seed)
    for _ in range(decisions):
        seat = state.to_act[0]
        state.play(seat, dice.choice(state.codes(seat)))
    return state


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_choice_depends_on_what_is_known_alone(
    bot: str, name: str, options: dict[str, Any]
) -> None:
    for seed in range(4):
        state = after(name, options, seed, decisions=15 + 5 * seed)
        seat = state.to_act[-1]
        elsewhere = state.redetermined(seat, seed + 1000)
        assert elsewhere != state
        assert ask(load_bot(bot), state, seat, seed) == ask(load_bot(bot), elsewhere, seat, seed)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_choice_is_legal_and_changes_nothing(
    bot: str, name: str, options: dict[str, Any]
) -> None:
    state = after(name, options, seed=4)
    seat = state.to_act[0]
    before = state.to_bytes()
    choice = ask(load_bot(bot), state, seat, 9)
    assert choice in state.codes(seat)
    assert state.to_bytes() == before


def test_random_choices_reach_every_action() -> None:
    state = fm.load("micropolis", players=2).start(seed=3)
    seat = state.to_act[0]
    bot = load_bot("random")
    assert {ask(bot, state, seat, seed) for seed in range(200)} == {*state.codes(seat)}


def last_tile() -> fm.State:
    """The last turn of a game: only the barracks for four soldiers do not lose it."""
    plain = [44, 45, 46, 47, 48, 49, 50, 51, 53]
    other = [52, 54, 55, 56, 57, 58, 59, 60, 61, 20]
    return fm.load("micropolis", players=2).position(
        {
            "leader": 1,
            "anthills": [{"army": 10, "tiles": plain}, {"army": 0, "tiles": other}],
            "row": [1, 18, 3, 5, 6, 10],
        }
    )


@pytest.mark.parametrize("bot", ["search:simulations=200", "search:simulations=200:trust=0"])
def test_a_search_finds_the_tile_that_does_not_lose(bot: str) -> None:
    state = last_tile()
    choice = ask(load_bot(bot), state, 0, 1)
    assert [state.notation(code) for code in state.codes(0) if saves(state, code)] == ["take 2"]
    assert state.notation(choice) == "take 2"


def saves(state: fm.State, code: int) -> bool:
    """Whether seat 0 shares the victory if it takes this tile and mans its barracks."""
    end = state.copy()
    end.play(0, code)
    while not end.is_over:
        texts = [action.text for action in end.actions(0)]
        end.play(0, "man yes" if "man yes" in texts else texts[0])
    return 0 in end.winners()


def test_slips_are_random_decisions() -> None:
    state = fm.load("micropolis", players=2).start(seed=3)
    seat = state.to_act[0]
    sure, slipping = load_bot("greedy"), load_bot("greedy:slips=1")
    assert len({ask(sure, state, seat, seed) for seed in range(40)}) < len(state.codes(seat))
    assert {ask(slipping, state, seat, seed) for seed in range(200)} == {*state.codes(seat)}


def test_seeds_of_bots_do_not_lead_back_to_the_game() -> None:
    """They are no output of the game's own generator, whose steps could be undone."""
    seeds = {seed_for(7, seat, number) for seat in range(3) for number in range(50)}
    assert len(seeds) == 150
    assert not seeds & {int(scrambled(np.uint64(7 + number))) for number in range(1000)}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("grandmaster", "there is no bot 'grandmaster'; there are: .*random"),
        ("", "there is no bot ''"),
        ("random:luck=3", "bot random has no setting 'luck=3'; it has none"),
        ("search:minutes=3", "bot search has no setting 'minutes=3'; there are: seconds, "),
        ("search:seconds", "bot search has no setting 'seconds'"),
        ("search:seconds=long", "seconds='long': a number from 0.001 to 86400 is needed"),
        ("search:seconds=0", "seconds=0: a number from"),
        ("search:seconds=inf", "seconds=inf: a number from"),
        ("search:seconds=nan", "seconds=nan: a number from"),
        ("search:simulations=0", "simulations=0: a number from 1"),
        ("search:simulations=0.5", "simulations=0.5: a number from 1"),
        ("search:simulations=1.7", "simulations=1.7: a whole number is needed"),
        ("greedy:worlds=2.5", "worlds=2.5: a whole number is needed"),
        ("search:threads=0", "threads=0: a number from 1"),
        ("greedy:slips=2", "slips=2: a number from 0 to 1 is needed"),
        ("greedy:worlds=-1", "worlds=-1: a number from 1"),
    ],
)
def test_what_no_bot_is_called_or_can_be_set_to_is_refused(wrong: str, told: str) -> None:
    with pytest.raises(fm.BadOption, match=told):
        load_bot(wrong)


def test_every_bot_can_be_loaded_by_its_name() -> None:
    assert {"beginner", "easy", "normal", "hard", "expert"} <= {*bot_names()}
    for name in bot_names():
        assert callable(load_bot(name).choose)


def test_a_bot_of_another_class_is_as_good_as_ours() -> None:
    class First:
        def choose(self, state: fm.State, seat: int, seed: int, deadline: float) -> int:
            assert deadline == inf
            return state.codes(seat)[0]

    state = fm.load("micropolis", players=2).start(seed=3)
    seat = state.to_act[0]
    assert ask(First(), state, seat, 1) == state.codes(seat)[0]
