"""Whole stretches of play, against a second reckoning of all the rules."""

from __future__ import annotations

import random

import pytest

import formicarium as fm
from tests.rules.minicity.helpers import STUCK, arrived, friends, game, moving, stroll
from tests.rules.minicity.reckoning import FRIENDS, Doc, Table
from tests.rules.minicity.test_options import CHOICES


def drawn_options(seed: int, players: int, variant: str) -> dict[str, str]:
    """The defaults for seed 0, else any choices that fit."""
    dice = random.Random(seed)
    options = {"variant": variant}
    for name, choices in CHOICES.items():
        if name not in ("variant", "first_player") and seed:
            options[name] = dice.choice(choices)
    if seed:
        options["first_player"] = f"seat_{dice.randint(1, players)}"
    return options


def compare(state: fm.State, seed: int, most: int) -> int:
    """Play on, and see that both reckonings agree on every step; how many there were."""
    count = 0
    doc = state.to_position()
    for before, seat, action, after in stroll(state, seed, most):
        table = Table(doc)
        assert table.to_act == before.to_act
        for other in range(table.players):
            legal = [a.text for a in before.actions(other)]
            assert sorted(legal) == sorted(table.legal(other))
        table.follow(seat, action)
        doc = after.to_position()
        result = Table(doc)
        if not table.shuffled:
            assert table.facts() == result.facts(), action
        elif table.options["stuck"] == "void":
            assert table.without_cards() == result.without_cards(), action
        assert table.stones_and_ants() == result.stones_and_ants(), action
        count += 1
    return count


@pytest.mark.rule("MC-3.2", "MC-4.5", "MC-5.4", "MC-6.1", "MC-7.3", "MC-8.1")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_the_base_game(players: int, seed: int) -> None:
    options = drawn_options(seed, players, "base")
    assert compare(game(players, **options).start(seed), seed, most=150) > 100


@pytest.mark.rule("MC-9.3", "MC-9.9", "MC-9.12", "MC-9.16", "MC-9.17")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_the_game_with_friends(players: int, seed: int) -> None:
    options = drawn_options(seed, players, "friends")
    assert compare(game(players, **options).start(seed), seed, most=160) > 100


@pytest.mark.rule("MC-9.15", "MC-9.18", "MC-10.3", "MC-10.24", "MC-10.28")
@pytest.mark.parametrize("seed", range(8))
def test_with_many_friends(seed: int) -> None:
    # Everybody has some friends, and the points to buy more.
    dice = random.Random(seed)
    display = [friend for friend in FRIENDS for _ in range(1 + (friend in ("millipede", "orange")))]
    dice.shuffle(display)
    options = drawn_options(seed, 2, "friends")
    options.pop("variant")
    state = friends(
        options,
        points=30,
        own=" ".join(display[:6]),
        others=[{"points": 25, "friends": display[6:10]}],
        rng=hex(seed),
    )
    assert compare(state, seed, most=120) > 100


@pytest.mark.rule("MC-7.6", "MC-8.1", "MC-8.2", "MC-8.3", "MC-7.4")
@pytest.mark.parametrize("seed", range(8))
def test_the_last_turns(seed: int) -> None:
    # Few stones and few cards are left.
    other: Doc = {"box": {"yellow": 2}, "reserve": {"green": 1}}
    state = friends(
        drawn_options(seed, 2, "friends"),
        own="grasshopper stick ladybird",
        box={"yellow": 2, "blue": 1},
        reserve={"orange": 1},
        others=[other],
        pile="rgyvb",
        rng=hex(seed),
    )
    assert compare(state, seed, most=100) > 0


MIDDLES: list[Doc] = [
    moving(1),
    moving(1, ants=STUCK),
    arrived(8, box={"yellow": 2}),
    arrived(8, box={"yellow": 1}, reserve={}, stored={"8": 1}),
]


@pytest.mark.rule("MC-8.1", "MC-10.4", "MC-10.9", "MC-10.12", "MC-10.13", "MC-10.18")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("doc", MIDDLES)
def test_in_the_middle_of_a_turn(seed: int, doc: Doc) -> None:
    options = drawn_options(seed, 2, "friends")
    state = friends(
        options, **doc, own="millipede millipede ladybird dragonfly bumblebee stick", points=20
    )
    assert compare(state, seed, most=30) > 0
