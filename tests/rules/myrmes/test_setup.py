"""Section 2: setup."""

from __future__ import annotations

from collections import Counter

import pytest

import formicarium as fm
from tests.rules.myrmes.helpers import (
    again,
    game,
    garden,
    own,
    phase,
    play,
    position,
    refuse,
    seat,
    stroll,
    texts,
)
from tests.rules.myrmes.reckoning import FORMS, PREY, STARTS, area, reading


def spaces(state: fm.State) -> list[list[str]]:
    return [mine["tunnels"] for mine in state.to_position()["seats"]]


@pytest.mark.rule("MY-2.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_play(players: int) -> None:
    state = game(players).start(seed=1)
    assert len(state.scores()) == len(state.to_position()["seats"]) == players


@pytest.mark.rule("MY-2.1")
@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_not_more_and_not_fewer(players: int) -> None:
    with pytest.raises(fm.BadOption):
        fm.load("myrmes", players=players)


@pytest.mark.rule("MY-2.2", "MY-2.3", "MY-2.4", "MY-2.5")
@pytest.mark.parametrize(
    ("players", "choice", "worker", "outside"),
    [
        (3, "wide", "c4", "b4"),
        (3, "wide", "i2", "i1"),
        (3, "wide", "i11", "i12"),
        (2, "wide", "h6", "g6"),
        (2, "narrow", "h2", "h1"),
        (2, "narrow", "i11", "i12"),
    ],
)
def test_what_lies_outside_does_not_exist(
    players: int, choice: str, worker: str, outside: str
) -> None:
    state = garden(worker, {"soldiers": 5}, players=players, options={"two_player_area": choice})
    assert refuse(state, outside) == "MY-2.5"


@pytest.mark.rule("MY-2.2", "MY-2.4")
@pytest.mark.parametrize(
    ("players", "worker", "step"), [(4, "c4", "b4"), (4, "i2", "i1"), (2, "h2", "h1")]
)
def test_what_lies_inside_does(players: int, worker: str, step: str) -> None:
    play(garden(worker, players=players), step)


@pytest.mark.rule("MY-2.5")
@pytest.mark.parametrize("players", [2, 3])
def test_nothing_outside_is_ever_used(players: int) -> None:
    for doc in stroll(players, seed=players):
        used = {cell for lies in doc["tiles"] for cell in lies["cells"]}
        used |= {hole for mine in doc["seats"] for hole in mine["tunnels"]} | set(doc["prey"])
        assert used <= area(players)


@pytest.mark.rule("MY-2.6", "MY-2.8", "MY-18.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_start_spaces_by_seat(players: int) -> None:
    for seed in range(3):
        state = game(players, start_spaces="by_seat").start(seed)
        assert spaces(state) == [[name] for name in STARTS[players]]


@pytest.mark.rule("MY-2.6", "MY-2.7", "MY-18.3")
@pytest.mark.parametrize(
    ("players", "ways"), [(2, 2), (3, 6), pytest.param(4, 24, marks=pytest.mark.compiled)]
)
def test_start_spaces_are_drawn(players: int, ways: int) -> None:
    drawn = set()
    for seed in range(250):
        (*found,) = (hole for (hole,) in spaces(game(players).start(seed)))
        assert sorted(found) == sorted(STARTS[players])
        drawn.add(tuple(found))
    assert len(drawn) == ways


@pytest.mark.rule("MY-2.8", "MY-18.3")
@pytest.mark.parametrize(("players", "first"), [(2, 1), (2, 2), (3, 2), (4, 1), (4, 3)])
def test_start_spaces_are_chosen_in_turn_order(players: int, first: int) -> None:
    state = game(players, start_spaces="chosen", first_player=f"seat_{first}").start(seed=1)
    left = reading(STARTS[players])
    chosen: dict[int, str] = {}
    for turn in range(players - 1):
        by = (first - 1 + turn) % players
        assert (phase(state), state.to_act) == ("start", (by,))
        assert texts(state) == left
        again(state)
        chosen[by] = left.pop()
        play(state, chosen[by])
        if left[1:]:
            assert refuse(state, chosen[by]) == "MY-2.8"
    chosen[(first - 2) % players] = left.pop()
    assert phase(state) == "brood"
    assert spaces(state) == [[chosen[by]] for by in range(players)]


@pytest.mark.rule("MY-2.8")
@pytest.mark.parametrize("action", ["d5", "done", "room 0", "larvae 1", "d4 d5"])
def test_only_a_start_space_is_chosen(action: str) -> None:
    state = game(start_spaces="chosen").start(seed=1)
    assert refuse(state, action) == "MY-2.8"
    assert refuse(state, "d4", by=(seat(state) + 1) % 4) == "MY-2.8"


@pytest.mark.rule("MY-2.9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_everybody_starts_with(players: int) -> None:
    state = game(players).start(seed=1)
    assert state.scores() == [10] * players
    for by in range(players):
        mine = own(state, by)
        names = ("nurses", "workers", "soldiers", "larvae", "food", "earth", "stone", "level")
        assert [mine[name] for name in names] == [3, 2, 0, 1, 0, 0, 0, 0]
        assert (mine["trophies"], mine["markers"], mine["done"]) == (0, 4, {})
        assert mine["left"] == {form: pieces for form, (_, pieces, _) in FORMS.items()}
        assert len(mine["tunnels"]) == 1
    doc = state.to_position()
    assert (doc["year"], doc["season"], doc["tiles"]) == (1, "spring", [])


@pytest.mark.rule("MY-2.10")
@pytest.mark.parametrize(
    ("players", "choice", "count"),
    [(4, "wide", 18), (3, "wide", 12), (2, "wide", 11), (2, "narrow", 7)],
)
def test_prey_lies_on_every_prey_space(players: int, choice: str, count: int) -> None:
    prey = game(players, two_player_area=choice).start(seed=1).to_position()["prey"]
    here = area(players, narrow=choice == "narrow")
    assert sorted(prey) == sorted(name for name in PREY if name in here)
    assert len(prey) == count


@pytest.mark.rule("MY-2.11", "MY-18.5")
@pytest.mark.parametrize(
    ("players", "where", "counts", "ways"),
    [
        (2, "wide", [3, 4, 4], 3),
        (2, "narrow", [2, 2, 3], 3),
        pytest.param(3, "wide", [4, 4, 4], 1, marks=pytest.mark.compiled),
        pytest.param(4, "wide", [6, 6, 6], 1, marks=pytest.mark.compiled),
    ],
)
def test_prey_is_drawn_or_balanced(players: int, where: str, counts: list[int], ways: int) -> None:
    kinds = ("ladybug", "termite", "spider")
    for choice in ("random", "balanced"):
        table = game(players, two_player_area=where, prey_mix=choice)
        found = set()
        layouts = set()
        for seed in range(120):
            prey = table.start(seed).to_position()["prey"]
            count = Counter(prey.values())
            found.add(tuple(count[kind] for kind in kinds))
            layouts.add(tuple(sorted(prey.items())))
        assert len(layouts) > 100
        if choice == "balanced" or players == 4:
            assert all(sorted(mix) == counts for mix in found)
            assert len(found) == ways
        else:
            assert len(found) > 8
            assert all(max(mix) <= 6 for mix in found)


@pytest.mark.rule("MY-2.12", "MY-3.1")
def test_objectives_stay_for_the_whole_game() -> None:
    way = stroll(3, seed=3)
    assert {tuple(doc["objectives"]) for doc in way} == {tuple(way[0]["objectives"])}


@pytest.mark.rule("MY-2.14", "MY-18.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_drawn_or_named(players: int) -> None:
    drawn = {game(players).start(seed).to_position()["first"] for seed in range(60)}
    assert drawn == set(range(players))
    for name in range(1, players + 1):
        table = game(players, first_player=f"seat_{name}")
        assert {table.start(seed).to_position()["first"] for seed in range(5)} == {name - 1}


@pytest.mark.rule("MY-2.14", "MY-18.2")
@pytest.mark.parametrize(("players", "choice"), [(2, "seat_3"), (3, "seat_4"), (4, "seat_5")])
def test_the_first_player_must_sit_at_the_table(players: int, choice: str) -> None:
    with pytest.raises(fm.BadOption):
        fm.load("myrmes", players=players, first_player=choice)


@pytest.mark.rule("MY-2.15")
def test_the_dice_lie_open_for_the_whole_year() -> None:
    rolled = [game(2).start(seed).to_position()["dice"] for seed in range(100)]
    assert {pips for dice in rolled for pips in dice} == {1, 2, 3, 4, 5, 6}
    assert len({tuple(dice) for dice in rolled}) > 60
    assert all(len(dice) == 3 for dice in rolled)
    year_one = [doc["dice"] for doc in stroll(2, seed=2) if doc["year"] == 1]
    for place in range(3):
        assert {dice[place] for dice in year_one} == {year_one[0][place], 0}
    state = game(2).start(seed=5)
    assert state.view(1)["dice"] == state.to_position()["dice"]


@pytest.mark.rule("MY-2.15", "MY-2.12")
def test_the_same_seed_gives_the_same_game() -> None:
    assert game(3).start(seed=5) == game(3).start(seed=5)
    assert game(3).start(seed=5) != game(3).start(seed=6)
    assert position(players=2) == position(players=2)
