"""Section 2: setup."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

import formicarium as fm
from tests.rules.minicity.helpers import (
    ants,
    box,
    game,
    hand,
    look,
    phase,
    position,
    refuse,
    reserve,
    seat,
    stock_at_random,
    stored,
    texts,
)
from tests.rules.minicity.reckoning import COLOUR, COLOURS, EMPTY, SHARES, STARTS, marked

STOCK = [f"stock {colour}" for colour in COLOURS]


@pytest.mark.rule("MC-2.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_play(players: int) -> None:
    assert game(players).players == players
    assert game(players).start(seed=1).scores() == [0] * players


@pytest.mark.rule("MC-2.1")
@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_not_more_and_not_fewer(players: int) -> None:
    with pytest.raises(fm.BadOption):
        fm.load("minicity", players=players)


@pytest.mark.rule("MC-2.2", "MC-12.5")
def test_ants_are_put_on_the_start_zones_at_random() -> None:
    orders = {tuple(ants(game(2).start(seed))) for seed in range(100)}
    assert {tuple(sorted(order)) for order in orders} == {(3, 19, 25, 44, 46)}
    assert len(orders) > 40
    for ant in range(5):
        assert {order[ant] for order in orders} == set(STARTS)


@pytest.mark.rule("MC-2.3")
def test_fourteen_stones_lie_there_for_two() -> None:
    state = game(2).start(seed=1)
    lying = {number for number in COLOUR if stored(state, number)}
    assert lying == {5, 8, 10, 12, 16, 20, 22, 26, 32, 37, 42, 43, 47, 48}
    assert all(stored(state, number) == 1 for number in lying)


@pytest.mark.rule("MC-2.4")
@pytest.mark.parametrize(("players", "lying"), [(3, [20, 23, 25, 30, 41, 42, 45]), (4, [])])
def test_seven_for_three_and_none_for_four(players: int, lying: list[int]) -> None:
    state = game(players).start(seed=1)
    assert [number for number in COLOUR if stored(state, number)] == lying
    assert sum(stored(state, number) for number in COLOUR) == len(lying)


@pytest.mark.rule("MC-2.5")
@pytest.mark.parametrize(
    ("players", "share", "on_places"),
    [
        (2, [12, 10, 9, 7, 5], [4, 4, 2, 2, 2]),
        (3, [9, 7, 6, 5, 4], [1, 3, 2, 1, 0]),
        (4, [7, 6, 5, 4, 3], [0, 0, 0, 0, 0]),
    ],
)
def test_the_other_stones_are_shared_out(
    players: int, share: list[int], on_places: list[int]
) -> None:
    state = game(players).start(seed=1)
    for by in range(players):
        assert reserve(state, by) == share
        assert box(state, by) == [0, 0, 0, 0, 0]
    lying = Counter(itertools.chain(*([COLOUR[n]] * stored(state, n) for n in COLOUR)))
    assert [lying[colour] for colour in COLOURS] == on_places
    assert [seat["left"] for seat in state.breakdown()["seats"]] == [sum(share)] * players
    assert [seat["share"] for seat in state.breakdown()["seats"]] == [sum(share)] * players


@pytest.mark.rule("MC-2.6")
def test_the_seed_shuffles_the_cards() -> None:
    starts = [game(2).start(seed).to_position() for seed in range(60)]
    assert len({doc["pile"] for doc in starts}) == 60
    assert len({doc["seats"][0]["hand"] for doc in starts}) > 25
    assert {card for doc in starts for card in doc["pile"][0]} == set("rgyvb")
    assert game(2).start(seed=5) == game(2).start(seed=5)


@pytest.mark.rule("MC-2.6", "MC-1.10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_cards_each_hidden_from_the_others(players: int) -> None:
    state = game(players).start(seed=3)
    for by in range(players):
        assert len(hand(state, by)) == 4
        seen = [seat["hand"] for seat in state.view(by)["seats"]]
        assert seen == [hand(state, other) if other == by else None for other in range(players)]


@pytest.mark.rule("MC-2.7", "MC-2.8", "MC-2.9")
@pytest.mark.parametrize(("players", "roads", "pile"), [(2, 1, 85), (3, 2, 79), (4, 2, 75)])
def test_two_cards_on_each_road_in_use(players: int, roads: int, pile: int) -> None:
    pairs = set()
    for seed in range(40):
        doc = game(players).start(seed).to_position()
        rows = [doc["north"], doc.get("south", EMPTY)]
        assert [len(row.strip(".")) for row in rows] == [2] * roads + [0] * (2 - roads)
        assert len(doc["pile"]) == pile
        assert doc["discard"] == ""
        pairs.add(rows[0])
    # Any two cards, alike ones too.
    assert len(pairs) > 10
    assert any(row[5] == row[6] for row in pairs)


@pytest.mark.rule("MC-2.7")
def test_the_cards_in_the_middle_move_nothing() -> None:
    for seed in range(10):
        state = stock_at_random(game(4).start(seed), random.Random(seed))
        assert sorted(ants(state)) == STARTS
        assert phase(state) == "play"


@pytest.mark.rule("MC-2.10", "MC-2.11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_chooses_seven(players: int) -> None:
    state = game(players).start(seed=2)
    assert state.to_act == tuple(range(players))
    for by in range(players):
        for count in range(7):
            assert sum(box(state, by)) == count
            assert len(hand(state, by)) == 4
            legal = [action.text for action in state.actions(by)]
            assert legal == [c for c in STOCK if reserve(state, by)[STOCK.index(c)]]
            state.play(by, legal[count % len(legal)])
        assert sum(box(state, by)) == 7
        assert by not in state.to_act
    assert phase(state) == "play"
    assert state.to_act == (look(state, "first"),)


@pytest.mark.rule("MC-2.10")
def test_any_seven() -> None:
    state = game(2).start(seed=2)
    for colour in ("pink", "pink", "pink", "pink", "pink", "green", "yellow"):
        state.play(0, f"stock {colour}")
    assert box(state) == [1, 0, 0, 1, 5]
    assert reserve(state) == [11, 10, 9, 6, 0]
    # The eighth is refused: she has her seven.
    assert refuse(state, "stock yellow", by=0) == "MC-2.10"


@pytest.mark.rule("MC-2.11")
def test_what_is_not_in_the_reserve_cannot_be_chosen() -> None:
    state = position(players=4, phase="stock", box={"pink": 3})
    assert [action.text for action in state.actions(0)] == STOCK[:4]
    assert refuse(state, "stock pink", by=0) == "MC-2.11"


@pytest.mark.rule("MC-2.12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_order_of_answers_does_not_matter(players: int) -> None:
    game_ = game(players)
    pool = [f"stock {colour}" for colour in COLOURS for _ in range(SHARES[players][colour])]
    choices = [random.Random(by).sample(pool, 7) for by in range(players)]
    seats = [by for by in range(players) for _ in range(7)]
    ends = []
    for order in range(4):
        random.Random(order).shuffle(seats)
        state = game_.start(seed=6)
        left = [iter(own) for own in choices]
        for by in seats:
            state.play(by, next(left[by]))
        ends.append(state)
    assert all(end == ends[0] for end in ends)
    assert phase(ends[0]) == "play"


@pytest.mark.rule("MC-2.12", "MC-1.10")
def test_nobody_sees_the_choices_of_the_others() -> None:
    one, other = game(3).start(seed=6), game(3).start(seed=6)
    for state, colour in ((one, "yellow"), (other, "pink")):
        for _ in range(3):
            state.play(0, f"stock {colour}")
        state.play(1, "stock blue")
    for eye in (1, 2, None):
        view = one.view(eye)
        assert view == other.view(eye)
        assert view["seats"][0]["box"] is None
        assert view["seats"][0]["reserve"] is None
        # Nor how many they are; everybody knows her own.
        counts = [count if by == eye else None for by, count in enumerate([3, 1, 0])]
        assert [seat["stocked"] for seat in view["seats"]] == counts
    assert one.view(0)["seats"][0]["box"]["yellow"] == 3
    assert one.view(0) != other.view(0)
    assert one.observe(1).tolist() == other.observe(1).tolist()
    # The points on show say nothing about it either.
    assert one.breakdown() == other.breakdown()


@pytest.mark.rule("MC-2.12")
def test_choices_of_the_others_are_drawn_anew() -> None:
    state = game(3).start(seed=6)
    for _ in range(5):
        state.play(0, "stock pink" if _ < 4 else "stock yellow")
    state.play(1, "stock blue")
    # As long as she is choosing she may take all of them back.
    assert {tuple(box(state.redetermined(1, seed), 0)) for seed in range(9)} == {(0, 0, 0, 0, 0)}
    state.play(0, "stock orange")
    state.play(0, "stock green")
    guesses = [state.redetermined(1, seed) for seed in range(30)]
    assert {tuple(box(guess, 1)) for guess in guesses} == {(0, 0, 1, 0, 0)}
    assert len({tuple(box(guess, 0)) for guess in guesses}) > 10
    for guess in guesses:
        assert sum(box(guess, 0)) == 7
        together = [a + b for a, b in zip(box(guess, 0), reserve(guess, 0), strict=True)]
        assert together == [9, 7, 6, 5, 4]
        assert guess.view(1) == state.view(1)


@pytest.mark.rule("MC-2.12", "MC-1.10")
@pytest.mark.parametrize("eye", [1, 2, None])
def test_nobody_sees_how_many_stones_another_has_chosen(eye: int | None) -> None:
    few, many = game(3).start(seed=6), game(3).start(seed=6)
    few.play(0, "stock pink")
    for _ in range(6):
        many.play(0, "stock yellow")
    assert few.view(eye) == many.view(eye)
    assert few.redetermined(eye, 3) == many.redetermined(eye, 3)
    if eye is not None:
        assert few.observe(eye).tolist() == many.observe(eye).tolist()


@pytest.mark.rule("MC-2.12")
def test_everybody_sees_who_has_finished_choosing() -> None:
    state = game(3).start(seed=6)
    for _ in range(7):
        state.play(0, "stock yellow")
    for eye in (1, 2, None):
        view = state.view(eye)
        assert view["to_act"] == [1, 2]
        assert view["seats"][0]["stocked"] == 7
        assert view["seats"][0]["box"] is None
        for seed in range(5):
            assert sum(box(state.redetermined(eye, seed), 0)) == 7
    stocked = state.game.observation["stocked"]
    assert state.observe(1)[stocked].tolist() == pytest.approx([0, 0, 0.7, 0])


@pytest.mark.rule("MC-2.12")
def test_a_chosen_stone_is_a_secret_of_the_game() -> None:
    for stocking, secret in (("together", True), ("in_turn", False)):
        state = game(2, stocking=stocking).start(seed=6)
        is_secret = state.game.book.is_secret
        assert is_secret is not None
        code = state.codes(state.to_act[0])[0]
        assert is_secret(state.row, code) is secret
        stock_at_random(state, random.Random(1))
        assert not is_secret(state.row, code)


@pytest.mark.rule("MC-2.12")
def test_all_is_revealed_when_everybody_has_seven() -> None:
    state = stock_at_random(game(3).start(seed=6), random.Random(1))
    for eye in (0, 1, 2, None):
        assert [seat["box"] for seat in state.view(eye)["seats"]] == [
            seat["box"] for seat in look(state, "seats")
        ]


@pytest.mark.rule("MC-2.13", "MC-11.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_player_is_drawn(players: int) -> None:
    drawn: Counter[int] = Counter()
    for seed in range(60):
        state = game(players).start(seed)
        first = look(state, "first")
        assert state.view(None)["first"] == first
        drawn[first] += 1
        if drawn[first] <= 3:
            stock_at_random(state, random.Random(seed))
            assert seat(state) == first
    assert set(drawn) == set(range(players))


@pytest.mark.rule("MC-2.13", "MC-11.3")
@pytest.mark.parametrize(("players", "name"), [(2, 1), (2, 2), (3, 3), (4, 1), (4, 4)])
def test_the_start_player_is_named(players: int, name: int) -> None:
    for seed in range(5):
        state = game(players, first_player=f"seat_{name}").start(seed)
        assert look(state, "first") == name - 1
        assert seat(stock_at_random(state, random.Random(seed))) == name - 1


@pytest.mark.rule("MC-2.3", "MC-2.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_marked_places(players: int) -> None:
    state = game(players).start(seed=9)
    assert {number: stored(state, number) for number in COLOUR} == marked(players)


@pytest.mark.rule("MC-2.10")
@pytest.mark.parametrize("action", ["play red nw", "end", "go 1", "unload 0"])
def test_nothing_else_before_everybody_has_seven(action: str) -> None:
    assert refuse(position(players=3, phase="stock"), action, by=1) == "MC-2.10"


@pytest.mark.rule("MC-2.10")
def test_first_choice() -> None:
    for players in (2, 3, 4):
        state = game(players).start(seed=1)
        for by in range(players):
            assert [action.text for action in state.actions(by)] == STOCK
    assert texts(position(players=2, phase="stock", others=[{"box": {"yellow": 7}}])) == STOCK
