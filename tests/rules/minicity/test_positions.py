"""Positions: what is left out is filled in, what cannot be is refused."""

from __future__ import annotations

from typing import Any

import pytest

import formicarium as fm
from tests.rules.minicity.helpers import (
    FRIENDS_GAME,
    QUIET,
    ants,
    arrived,
    box,
    friends,
    game,
    hand,
    look,
    moving,
    phase,
    position,
    reserve,
    stored,
    stroll,
    texts,
    used,
)
from tests.rules.minicity.reckoning import COPIES, FRIENDS, Doc, marked

HOP: Doc = {
    "phase": "hop",
    "card": "nw",
    "north": "....rgv.....",
    "own": "grasshopper",
    "box": {"blue": 3},
}


@pytest.mark.rule("MC-1.9", "MC-2.5", "MC-3.9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_left_out(players: int) -> None:
    state = game(players).position({})
    assert phase(state) == "play"
    assert (look(state, "first"), look(state, "turns"), look(state, "plays")) == (0, players, 0)
    assert state.to_act == (0,)
    assert ants(state) == [3, 19, 25, 44, 46]
    assert {int(n): count for n, count in look(state, "stored").items()} == marked(players)
    assert look(state, "north") == ".....rg....."
    assert look(state, "discard") == ""
    assert [hand(state, by) for by in range(players)] == ["rgyv"] * players
    for by in range(players):
        assert box(state, by) == [7, 0, 0, 0, 0]
    assert state.scores() == [0] * players


@pytest.mark.rule("MC-1.4", "MC-1.9")
def test_stones_are_balanced() -> None:
    # Two more in 8: they come from the reserve of the last seat.
    more = position(stored={"8": 3}, box={"yellow": 2, "pink": 1})
    assert (box(more), reserve(more)) == ([2, 0, 0, 0, 1], [10, 10, 9, 7, 4])
    assert more.scores() == [0, 2]
    assert [a + b for a, b in zip(box(more, 1), reserve(more, 1), strict=True)] == [10, 10, 9, 7, 5]
    # One fewer in 32: it lies in the last orange chamber with room, 47.
    fewer = position(stored={"32": 0})
    assert (stored(fewer, 32), stored(fewer, 47)) == (0, 2)
    assert fewer.scores() == [0, 0]
    # A seat that holds two stones only: the others lie in the chambers.
    late = position(box={"pink": 1}, reserve={"pink": 1})
    assert late.scores() == [41, 0]


@pytest.mark.rule("MC-1.5", "MC-1.6")
def test_ants_that_are_left_out_stand_on_free_start_zones() -> None:
    assert ants(position(ants={"red": 46, "black": 3})) == [46, 19, 25, 44, 3]
    assert ants(position(ants={"violet": 1})) == [3, 19, 25, 1, 44]


@pytest.mark.rule("MC-1.7")
def test_cards_that_are_left_out() -> None:
    state = position(hand="bbbb", north=QUIET, discard="rr")
    assert (hand(state), hand(state, 1)) == ("bbbb", "rgyv")
    assert look(state, "discard") == "rr"
    pile = look(state, "pile")
    assert len(pile) == 95 - 4 - 4 - 2 - 2
    assert pile == "".join(sorted(pile, key="rgyvb".index))
    assert hand(position(**moving(1))) == "rgy"
    assert hand(position(plays=3)) == "r"
    # Red cards are used up.
    assert hand(position(pile="r" * 19, north=QUIET)) == "gyvb"


@pytest.mark.rule("MC-9.2", "MC-9.17")
def test_friends_that_are_left_out() -> None:
    state = friends(own="snail", others=[{"friends": ["rhino"]}])
    gone = {"snail": 0, "rhino": 0}
    assert {f: look(state, "market").get(f, 0) for f in FRIENDS} == {**COPIES, **gone}
    naming: Doc = {"phase": "stick", "as": "red", "own": "stick"}
    assert used(friends(**naming)) == ["stick"]
    assert used(friends(phase="ladybird", source=48, own="ladybird")) == ["ladybird"]
    doc = moving(1, **{"as": "grey", "source": 48, "own": "ladybird stick", "phase": "ladybird"})
    assert used(friends(**doc)) == ["ladybird", "stick"]


@pytest.mark.rule("MC-5.1", "MC-9.6")
def test_where_the_ant_has_arrived() -> None:
    state = position(**arrived(8))
    assert (look(state, "chamber"), look(state, "room")) == (8, True)
    full = position(**arrived(8, stored={"8": 3}))
    assert look(full, "room") is False


@pytest.mark.rule("MC-1.7", "MC-1.3", "MC-3.4")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", ["base", "friends"])
def test_every_position_can_be_written_and_read(players: int, variant: str) -> None:
    played = game(players, variant=variant)
    phases = set()
    way = stroll(played.start(seed=players), seed=7, most=350)
    for number, (_, _, _, state) in enumerate(way):
        if number % 7:
            continue
        doc = state.to_position()
        assert played.position(doc) == state
        assert "to_act" not in doc
        phases.add(doc["phase"])
    expected = {"stock", "play", "move", "unload", "refill"}
    assert expected <= phases


@pytest.mark.rule("MC-10.8", "MC-10.17", "MC-10.27")
@pytest.mark.parametrize(
    "doc",
    [
        {"phase": "stick", "as": "red", "own": "stick"},
        {"phase": "ladybird", "source": 48, "own": "ladybird"},
        {"phase": "ladybird", "source": 48, "carried": 1, "own": "ladybird", "stored": {"48": 2}},
        HOP,
        {**HOP, "begun": True},
        moving(1, **{"as": "grey", "own": "stick"}),
        arrived(8, room=False, own="ladybird", used=["ladybird"]),
        {"phase": "refill", "hand": "rgy", "box": {"blue": 3}, "own": "snail"},
    ],
)
def test_every_phase_of_friends(doc: Doc) -> None:
    state = friends(**doc)
    assert game(2, **FRIENDS_GAME).position(state.to_position()) == state
    assert phase(state) == doc["phase"]
    assert texts(state)


BASE: dict[str, Doc] = {
    "an unknown field": {"weather": 1},
    "an unknown phase": {"phase": "dream"},
    "a field of another phase": {"chamber": 8},
    "a card without a move": {"card": "nw"},
    "a move without a card": {"phase": "move"},
    "a card in the middle": {"phase": "move", "card": "nw"},
    "a card elsewhere at the river": {**moving(1), "card": "ne", "north": "rbbbbbgv...."},
    "an unknown end": {**moving(1), "card": "up"},
    "a hand of five": {"hand": "rgyvb"},
    "four cards after one was laid": {"plays": 1, "hand": "rgyv"},
    "four cards with one in play": {**moving(1), "hand": "rgyv"},
    "three cards out of turn": {"others": [{"hand": "rgy"}]},
    "three cards after a safety stop": {"turns": 400, "hand": "rgy"},
    "three cards of a loser": {"box": {}, "reserve": {}, "others": [{"hand": "rgy"}]},
    "an unknown card": {"hand": "rgyx"},
    "an unknown colour of stones": {"box": {"red": 1}},
    "a box of eight": {"box": {"yellow": 8}},
    "a stone fewer than none": {"box": {"yellow": -1}},
    "more than her share": {"box": {"pink": 6}},
    "a seat too many": {"others": [{}, {}]},
    "no such start player": {"first": 2},
    "fewer turns than none": {"turns": -1},
    "four cards in a turn": {"plays": 4},
    "three cards in the first turn": {"turns": 0, "plays": 3},
    "cards before the game": {"phase": "stock", "plays": 1},
    "turns before the game": {"phase": "stock", "turns": 1},
    "a row before the game": {"phase": "stock", "north": "....rgv....."},
    "three cards before the game": {"phase": "stock", "hand": "rgy"},
    "a stone unloaded before the game": {"phase": "stock", "stored": {"1": 1}},
    "an ant away before the game": {"phase": "stock", "ants": {"red": 1}},
    "discards before the game": {"phase": "stock", "discard": "r"},
    "nobody has to choose": {
        "phase": "stock",
        "box": {"yellow": 7},
        "others": [{"box": {"yellow": 7}}],
    },
    "nothing left and no end": {"phase": "play", "box": {}, "reserve": {}},
    "two have finished": {"box": {}, "reserve": {}, "others": [{"box": {}, "reserve": {}}]},
    "over without reason": {"phase": "over"},
    "too many rounds": {"turns": 401},
    "rounds used up and no end": {"turns": 400, "phase": "play"},
    "refill of a full box": {"phase": "refill", "box": {"yellow": 7}},
    "refill from nothing": {"phase": "refill", "box": {"pink": 1}, "reserve": {}},
    "an arrival without an ant": {**arrived(8), "chamber": 9},
    "an arrival of another ant": {**arrived(8), "chamber": 19},
    "no room where places are free": {**arrived(8), "room": False},
    "room where no place is free": {**arrived(8), "stored": {"8": 3}, "room": True},
    "two cards at the river": {"box": {}, "reserve": {}, "north": "rrrrrrgggggg"},
    "cards at the river of both roads": {
        "players": 3,
        "box": {},
        "reserve": {},
        "north": "rrrrrrg.....",
        "south": ".....vvvvvvv",
    },
    "a card at the river after a safety stop": {"turns": 400, "north": "rrrrrrg....."},
    "a short road that is not used": {"south": "."},
    "a long road that is not used": {"south": "." * 13},
    "no road at all": {"south": ""},
    "a phase of friends": {"phase": "stick", "as": "red"},
}


@pytest.mark.rule(
    "MC-1.1",
    "MC-1.3",
    "MC-1.7",
    "MC-1.11",
    "MC-2.1",
    "MC-2.3",
    "MC-2.2",
    "MC-2.5",
    "MC-2.6",
    "MC-2.7",
    "MC-2.10",
    "MC-2.13",
    "MC-3.1",
    "MC-3.2",
    "MC-3.4",
    "MC-3.7",
    "MC-3.9",
    "MC-5.1",
    "MC-6.1",
    "MC-7.1",
    "MC-7.3",
    "MC-7.5",
    "MC-8.1",
    "MC-8.5",
    "MC-9.1",
    "MC-9.6",
)
@pytest.mark.parametrize("fields", BASE.values(), ids=BASE.keys())
def test_impossible_positions_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(fm.BadPosition):
        position(**fields)


WITH_FRIENDS: dict[str, Doc] = {
    "points below zero": {"points": -1},
    "points before the game": {"phase": "stock", "points": 1},
    "a friend before the game": {"phase": "stock", "own": "snail"},
    "bought but none there": {"bought": True},
    "bought by another": {"bought": True, "others": [{"friends": ["snail"]}]},
    "five cards after one was laid, with a snail": {"own": "snail", "plays": 1, "hand": "rgyvb"},
    "three cards out of turn, with a snail": {"others": [{"friends": ["snail"], "hand": "rgy"}]},
    "two snails": {"own": "snail snail"},
    "a friend too many in the display": {"own": "snail", "market": {"snail": 1}},
    "an unknown friend": {"own": "spider"},
    "used but not owned": {"used": ["dragonfly"]},
    "used twice": {"own": "dragonfly", "used": ["dragonfly", "dragonfly"]},
    "face down without a stick insect": {**moving(1), "as": "grey"},
    "a colour named without one": {"phase": "stick", "as": "red"},
    "a colour named but none": {"phase": "stick", "own": "stick"},
    "a colour named after the last card": {
        "phase": "stick",
        "as": "red",
        "own": "stick",
        "plays": 3,
        "hand": "r",
    },
    "a hop without a grasshopper": {**HOP, "own": "snail"},
    "a hop with a full box": {**HOP, "box": {"yellow": 7}},
    "a hop without a reserve": {**HOP, "reserve": {}},
    "nothing to carry": {"phase": "ladybird", "own": "ladybird", "source": 1},
    "no chamber named": {"phase": "ladybird", "own": "ladybird"},
    "carrying without a ladybird": {"phase": "ladybird", "source": 48},
}


@pytest.mark.rule(
    "MC-9.2",
    "MC-9.11",
    "MC-9.14",
    "MC-9.17",
    "MC-10.5",
    "MC-10.8",
    "MC-10.16",
    "MC-10.17",
    "MC-10.19",
    "MC-10.26",
    "MC-12.7",
)
@pytest.mark.parametrize("fields", WITH_FRIENDS.values(), ids=WITH_FRIENDS.keys())
def test_impossible_positions_with_friends_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(fm.BadPosition):
        friends(**fields)


@pytest.mark.rule("MC-8.1", "MC-8.5")
@pytest.mark.parametrize(
    "fields", [{"box": {}, "reserve": {}}, {"turns": 400}, {"others": [{"box": {}, "reserve": {}}]}]
)
def test_the_end_is_seen(fields: dict[str, Any]) -> None:
    state = position(**fields)
    assert phase(state) == "over"
    assert state.is_over


@pytest.mark.rule("MC-3.12", "MC-4.12", "MC-5.8", "MC-7.4")
@pytest.mark.parametrize(
    ("fields", "only"),
    [
        ({"plays": 3, "hand": "r"}, ["end"]),
        (arrived(8, box={"pink": 1}), ["unload 0"]),
        (
            {"phase": "refill", "hand": "rgy", "box": {"blue": 3}, "reserve": {"pink": 2}},
            ["stock pink"],
        ),
    ],
)
def test_positions_that_play_would_pass_over(fields: dict[str, Any], only: list[str]) -> None:
    assert texts(position(**fields)) == only


@pytest.mark.rule("MC-5.1", "MC-10.13", "MC-10.18")
@pytest.mark.parametrize("friend", ["dragonfly", "stick"])
def test_another_ant_may_stand_where_the_stones_are_unloaded(friend: str) -> None:
    # Two ants have changed places, or a red card stood for another colour.
    doc = {**arrived(8), "chamber": 19, "own": friend}
    assert look(friends(**doc, used=[friend]), "chamber") == 19
    with pytest.raises(fm.BadPosition, match="does not stand in chamber 19"):
        friends(**doc)


@pytest.mark.rule("MC-9.6", "MC-10.9")
@pytest.mark.parametrize("lying", [1, 3])
def test_room_may_have_changed_after_the_ladybird_has_helped(lying: int) -> None:
    doc = arrived(8, stored={"8": lying}, own="ladybird", used=["ladybird"])
    for room in (True, False):
        assert look(friends(**doc, room=room), "room") is room


@pytest.mark.rule("MC-11.10")
def test_a_chamber_whose_stones_do_not_all_find_room_is_not_being_emptied() -> None:
    lying = {"13": 2, "22": 4, "31": 1, "34": 1, "37": 2, "40": 1}
    doc: Doc = {"phase": "ladybird", "own": "ladybird", "stored": lying}
    doc |= {"box": {"pink": 1}, "reserve": {"yellow": 1}}
    assert texts(friends(**doc, source=22)) == ["carry 13"]
    assert texts(friends({"ladybird": "all_stones"}, **doc, source=31)) == ["carry 13"]
    with pytest.raises(fm.BadPosition, match="chamber 22 cannot be emptied"):
        friends({"ladybird": "all_stones"}, **doc, source=22)


@pytest.mark.rule("MC-8.2", "MC-6.1")
def test_the_last_stone_leaves_one_card_at_the_river() -> None:
    doc: Doc = {"box": {}, "reserve": {}, "hand": "", "north": "rrrrrrg....."}
    state = position(**doc)
    assert (phase(state), look(state, "north")) == ("over", "rrrrrrg.....")


@pytest.mark.rule("MC-8.5")
@pytest.mark.parametrize(("turns", "number"), [(0, 1), (1, 1), (2, 2), (399, 200), (400, 200)])
def test_there_is_no_round_after_the_last(turns: int, number: int) -> None:
    assert position(turns=turns).view(0)["round"] == number


@pytest.mark.rule("MC-1.1")
@pytest.mark.parametrize(
    "number", ["٧", "07", "7 ", "+7", "1_0", "seven", "", "-1", "0", "50", "1" * 5000]
)
def test_chambers_are_named_as_they_are_written(number: str) -> None:
    with pytest.raises(fm.BadPosition, match="there is no chamber"):
        position(stored={number: 1})


@pytest.mark.parametrize(
    "rng",
    ["seven", "-0x1", "0x1" + "0" * 16, "", "0x", "0x٧", "0x1_0", " 0x1", "0x1\n", "1" * 5000],
)
def test_a_generator_is_a_number_of_64_bits(rng: str) -> None:
    with pytest.raises(fm.BadPosition, match="64-bit number"):
        position(rng=rng)


@pytest.mark.rule("MC-12.7")
def test_hundreds_of_friends_are_refused() -> None:
    with pytest.raises(fm.BadPosition, match="12 friends: there are 300 snails, and must be 1"):
        friends(own="snail " * 300)
