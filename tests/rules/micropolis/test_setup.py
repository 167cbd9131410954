"""Section 2: setup."""

from __future__ import annotations

import pytest

import formicarium as fm
from tests.rules.micropolis.helpers import (
    armies,
    game,
    leader,
    phase,
    pile,
    play,
    reserve,
    row,
    seat,
    soldiers,
    tokens,
)


@pytest.mark.rule("MP-2.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_play(players: int) -> None:
    assert game(players).players == players
    assert len(game(players).start(seed=1).scores()) == players


@pytest.mark.rule("MP-2.1")
@pytest.mark.parametrize("players", [-1, 0, 1, 7])
def test_not_more_and_not_fewer(players: int) -> None:
    with pytest.raises(fm.BadOption):
        fm.load("micropolis", players=players)


@pytest.mark.rule("MP-2.2", "MP-2.3")
@pytest.mark.parametrize(("players", "rest"), [(2, 35), (3, 30), (4, 25), (5, 20), (6, 15)])
def test_five_soldiers_each_and_the_reserve(players: int, rest: int) -> None:
    state = game(players).start(seed=1)
    assert armies(state) == [5] * players
    assert reserve(state) == rest
    assert tokens(state) == [0] * players + [2]


@pytest.mark.rule("MP-2.4")
def test_the_seed_shuffles_the_pile() -> None:
    orders = [tuple(row(state) + pile(state)) for state in map(game(3).start, range(200))]
    assert all(sorted(order) == list(range(1, 62)) for order in orders)
    assert len(set(orders)) == 200
    assert len({order[0] for order in orders}) > 50
    assert len({order[60] for order in orders}) > 50
    assert game(3).start(seed=5) == game(3).start(seed=5)


@pytest.mark.rule("MP-2.5")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_seven_tiles_lie_open(players: int) -> None:
    state = game(players).start(seed=2)
    assert len(row(state)) == 7
    assert len(pile(state)) == 54
    assert soldiers(state) == [0] * 7


@pytest.mark.rule("MP-2.6", "MP-6.4")
def test_the_first_tile_is_farthest_from_the_pile() -> None:
    state = game(6).start(seed=4)
    far, near = row(state)[0], row(state)[6]
    state.play(seat(state), "take 2")
    assert (row(state)[0], soldiers(state)[0]) == (far, 1)
    while len(row(state)) < 7:
        action = "man no" if phase(state) == "man" else "take 1"
        state.play(seat(state), action)
    # Only the tile next to the pile is left; it has become the first, and new ones follow it.
    assert row(state)[0] == near


@pytest.mark.rule("MP-2.7", "MP-11.4")
@pytest.mark.parametrize(("variant", "players", "each"), [("base", 6, 1), ("expert", 3, 2)])
def test_the_first_leader_is_drawn(variant: str, players: int, each: int) -> None:
    drawn = []
    for seed in range(60):
        state = game(players, variant=variant).start(seed)
        assert state.to_act == (leader(state) // each,)
        drawn.append(seat(state))
    assert set(drawn) == set(range(players))


@pytest.mark.rule("MP-2.7", "MP-11.4")
@pytest.mark.parametrize(
    ("variant", "players", "name"),
    [("base", 2, 1), ("base", 2, 2), ("base", 6, 4), ("base", 6, 6), ("expert", 3, 3)],
)
def test_the_first_leader_is_named(variant: str, players: int, name: int) -> None:
    for seed in range(5):
        state = game(players, variant=variant, first_leader=f"seat_{name}").start(seed)
        assert state.to_act == (name - 1,)
        assert leader(state) == (name - 1) * (2 if variant == "expert" else 1)


@pytest.mark.rule("MP-11.4")
@pytest.mark.parametrize(("players", "choice"), [(2, "seat_3"), (5, "seat_6"), (6, "seat_7")])
def test_the_first_leader_must_sit_at_the_table(players: int, choice: str) -> None:
    with pytest.raises(fm.BadOption):
        fm.load("micropolis", players=players, first_leader=choice)


@pytest.mark.rule("MP-2.4")
def test_the_same_seed_and_actions_give_the_same_game() -> None:
    one, other = game(4).start(seed=9), game(4).start(seed=9)
    for state in (one, other):
        play(state, "take 1")
    assert one.to_bytes() == other.to_bytes()
