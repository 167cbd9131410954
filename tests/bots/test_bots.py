"""Bots see no more than their seat may, and decide by that and their seed alone."""

import random

import numpy as np
import pytest

import formicarium as fm
from formicarium.bots import ask, bot_names, load_bot, seed_for
from formicarium.core.chance import scrambled

TABLES = [(2, "base"), (4, "base"), (3, "expert")]


def halfway(players: int, variant: str, seed: int) -> fm.State:
    """A state in the middle of a random game."""
    state = fm.load("micropolis", players=players, variant=variant).start(seed)
    dice = random.Random(seed)
    for _ in range(20):
        seat = state.to_act[0]
        state.play(seat, dice.choice(state.codes(seat)))
    return state


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_a_choice_depends_on_what_is_known_alone(name: str, players: int, variant: str) -> None:
    bot = load_bot(name)
    for seed in range(5):
        state = halfway(players, variant, seed)
        seat = state.to_act[0]
        elsewhere = state.redetermined(seat, seed + 1000)
        assert elsewhere != state
        assert ask(bot, state, seat, seed) == ask(bot, elsewhere, seat, seed)


@pytest.mark.parametrize("name", bot_names())
def test_a_choice_is_legal_and_can_be_repeated(name: str) -> None:
    state = halfway(3, "base", 4)
    seat = state.to_act[0]
    before = state.to_bytes()
    choice = ask(load_bot(name), state, seat, 9)
    assert choice in state.codes(seat)
    assert choice == ask(load_bot(name), state, seat, 9)
    assert state.to_bytes() == before


def test_random_choices_reach_every_action() -> None:
    state = fm.load("micropolis", players=2).start(seed=3)
    seat = state.to_act[0]
    bot = load_bot("random")
    assert {ask(bot, state, seat, seed) for seed in range(200)} == {*state.codes(seat)}


def test_rollouts_find_the_winning_tile() -> None:
    """Last turn of the game: only the barracks for four soldiers win it."""
    plain = [44, 45, 46, 47, 48, 49, 50, 51, 53]
    other = [52, 54, 55, 56, 57, 58, 59, 60, 61, 40]
    state = fm.load("micropolis", players=2).position(
        {
            "leader": 1,
            "anthills": [{"army": 10, "tiles": plain}, {"army": 0, "tiles": other}],
            "row": [1, 18, 3, 5, 6, 10],
        }
    )
    assert state.to_act == (0,)
    choice = ask(load_bot("rollout"), state, 0, 1)
    assert choice in state.codes(0)
    best = max(state.codes(0), key=lambda code: after(state, code))
    assert after(state, choice) == after(state, best)


def after(state: fm.State, code: int) -> int:
    """The lead of seat 0 if this tile is taken and its barracks are manned."""
    end = state.copy()
    end.play(0, code)
    if "man yes" in [action.text for action in end.actions(0)]:
        end.play(0, "man yes")
    return int(end.scores()[0] > end.scores()[1])


def test_seeds_of_bots_do_not_lead_back_to_the_game() -> None:
    """They are no output of the game's own generator, whose steps could be undone."""
    seeds = {seed_for(7, seat, number) for seat in range(3) for number in range(50)}
    assert len(seeds) == 150
    assert not seeds & {int(scrambled(np.uint64(7 + number))) for number in range(1000)}


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(fm.BadOption, match="random"):
        load_bot("grandmaster")
