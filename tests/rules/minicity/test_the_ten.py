"""Section 10: the ten friends."""

from __future__ import annotations

from itertools import permutations

import pytest

import formicarium as fm
from tests.rules.minicity.helpers import (
    QUIET,
    STUCK,
    ants,
    arrived,
    box,
    changed,
    friends,
    game,
    goes,
    hand,
    look,
    moving,
    north,
    own,
    phase,
    play,
    plays,
    points,
    reach,
    refuse,
    reserve,
    seat,
    stored,
    texts,
    used,
)
from tests.rules.minicity.reckoning import (
    ANTS,
    COLOURS,
    PLACES,
    STARTS,
    Doc,
    chambers_of,
    steps,
)

# Millipede


@pytest.mark.rule("MC-10.1", "MC-10.2")
@pytest.mark.parametrize("most", [1, 2, 3])
def test_one_step_farther(most: int) -> None:
    state = friends(**moving(most, own="millipede", box={}))
    there = set(steps(3, most + 1)) - set(STARTS)
    assert goes(state) == sorted(there)
    for chamber in there:
        after = play(state.copy(), f"go {chamber}")
        far = steps(3, 9)[chamber] > most
        assert used(after) == (["millipede"] if far else [])


@pytest.mark.rule("MC-10.1", "MC-4.5")
def test_not_two_steps_farther() -> None:
    state = friends(**moving(1, own="millipede"))
    assert steps(3, 9)[16] == 3
    assert refuse(state, "go 16") == "MC-4.5"


@pytest.mark.rule("MC-10.1", "MC-5.6")
def test_it_is_one_move() -> None:
    # Over 8 (yellow) to 14 (green): points for 14 alone.
    state = friends(**moving(1, own="millipede", box={"yellow": 3}))
    before = state.copy()
    play(state, "go 14")
    assert (phase(state), points(state)) == ("play", 7)
    assert changed(before, state) == {}


@pytest.mark.rule("MC-10.3")
@pytest.mark.parametrize(("chamber", "spent"), [(8, 0), (9, 1), (10, 2)])
def test_two_millipedes_in_one_move(chamber: int, spent: int) -> None:
    state = friends(**moving(1, own="millipede millipede", box={}))
    assert steps(3, 9)[chamber] == 1 + spent
    assert goes(state) == sorted(set(steps(3, 3)) - set(STARTS))
    play(state, f"go {chamber}")
    assert used(state) == ["millipede"] * spent


@pytest.mark.rule("MC-10.4", "MC-4.12")
def test_a_millipede_may_free_an_ant() -> None:
    state = friends(**moving(1, ants=STUCK, own="millipede", box={}))
    assert texts(state) == ["go 3", "go 6", "stay"]
    freed = play(state.copy(), "go 3")
    assert (ants(freed)[0], used(freed)) == (3, ["millipede"])
    play(state, "stay")
    assert (ants(state)[0], used(state), phase(state)) == (1, [], "play")
    assert points(state) == 0


@pytest.mark.rule("MC-10.4", "MC-4.11")
def test_no_staying_where_the_reach_is_enough() -> None:
    state = friends(**moving(1, own="millipede"))
    assert refuse(state, "stay") == "MC-4.11"


@pytest.mark.rule("MC-10.1", "MC-11.6")
def test_a_millipede_in_blocked_tunnels() -> None:
    standing = {**STUCK, "black": 46, "violet": 25}
    state = friends({"tunnels": "blocked"}, **moving(1, ants=standing, own="millipede", box={}))
    # 1 to 5, and on to 6.
    assert goes(state) == [5, 6]
    assert used(play(state, "go 6")) == ["millipede"]


# Ladybird


@pytest.mark.rule("MC-10.5")
@pytest.mark.parametrize("colour", COLOURS)
def test_into_other_chambers_of_the_colour(colour: str) -> None:
    state = friends(own="ladybird")
    before = state.copy()
    source = next(n for n in chambers_of(colour) if stored(state, n))
    play(state, f"ladybird {source}")
    assert phase(state) == "ladybird"
    free = [n for n in chambers_of(colour) if n != source and stored(state, n) < PLACES[n]]
    assert texts(state) == [f"carry {n}" for n in free]
    target = int(texts(state)[-1].split()[1])
    play(state, f"carry {target}")
    assert changed(before, state) == {source: -1, target: 1}
    assert ants(state) == ants(before)
    assert state.scores() == before.scores()


@pytest.mark.rule("MC-10.6")
def test_nothing_where_no_place_is_free() -> None:
    state = friends(own="ladybird", stored={"48": 2, "4": 1, "8": 3})
    play(state, "ladybird 48")
    for chamber in (4, 8):
        assert refuse(state, f"carry {chamber}") == "MC-10.6"


@pytest.mark.rule("MC-10.6")
@pytest.mark.parametrize("chamber", [2, 3, 48])
def test_nothing_into_another_colour_nor_back(chamber: int) -> None:
    state = play(friends(own="ladybird", stored={"48": 2}), "ladybird 48")
    assert refuse(state, f"carry {chamber}") == "MC-10.6"


@pytest.mark.rule("MC-10.7")
def test_at_least_one() -> None:
    state = play(friends(own="ladybird", stored={"48": 2}), "ladybird 48")
    assert "done" not in texts(state)
    assert refuse(state, "done") == "MC-10.7"
    play(state, "carry 12; done")
    assert (phase(state), stored(state, 48)) == ("play", 1)


@pytest.mark.rule("MC-10.7")
@pytest.mark.parametrize(
    ("line", "moved"),
    [
        ("carry 12; done", {48: -1, 12: 1}),
        ("carry 12; carry 12; done", {48: -2, 12: 2}),
        ("carry 12; carry 36; done", {48: -2, 12: 1, 36: 1}),
        ("carry 12; carry 36; carry 12; done", {48: -3, 12: 2, 36: 1}),
        ("carry 12; carry 36; carry 12; carry 1", {48: -4, 12: 2, 36: 1, 1: 1}),
    ],
)
def test_how_many_and_where_to_is_free(line: str, moved: dict[int, int]) -> None:
    state = friends(own="ladybird", stored={"48": 4})
    before = state.copy()
    play(state, f"ladybird 48; {line}")
    assert phase(state) == "play"
    assert changed(before, state) == moved


@pytest.mark.rule("MC-10.8")
def test_a_chamber_without_a_stone_cannot_be_named() -> None:
    state = friends(own="ladybird")
    named = [int(text.split()[1]) for text in texts(state, "ladybird")]
    assert named == [5, 8, 10, 12, 16, 20, 22, 26, 32, 37, 42, 43, 47, 48]
    assert refuse(state, "ladybird 1") == "MC-10.8"


@pytest.mark.rule("MC-10.8", "MC-1.4")
def test_nor_one_without_a_free_place_elsewhere() -> None:
    # Nobody holds a pink stone but one that fits into 13 alone.
    lying = {"13": 2, "22": 4, "31": 1, "34": 1, "37": 2, "40": 1}
    state = friends(own="ladybird", stored=lying, box={"pink": 1}, reserve={"yellow": 1})
    named = {int(text.split()[1]) for text in texts(state, "ladybird")}
    assert named & set(chambers_of("pink")) == {22, 31, 34, 37, 40}
    assert refuse(state, "ladybird 13") == "MC-10.8"


@pytest.mark.rule("MC-10.8")
def test_done_by_herself_when_nothing_is_left() -> None:
    state = play(friends(own="ladybird", stored={"48": 1}), "ladybird 48; carry 12")
    assert phase(state) == "play"
    lying = {"13": 2, "22": 4, "31": 1, "34": 1, "37": 2, "40": 1}
    full = friends(own="ladybird", stored=lying, box={"pink": 1}, reserve={"yellow": 1})
    play(full, "ladybird 22; carry 13")
    # No place is free any more but the one just emptied.
    assert (phase(full), stored(full, 22), stored(full, 13)) == ("play", 3, 3)


@pytest.mark.rule("MC-10.8")
@pytest.mark.parametrize("action", ["end", "play red nw", "stock yellow", "go 4", "unload 0"])
def test_nothing_else_while_she_carries(action: str) -> None:
    state = play(friends(own="ladybird", stored={"48": 2}), "ladybird 48")
    assert refuse(state, action) == "MC-10.8"


@pytest.mark.rule("MC-10.9", "MC-5.4")
def test_she_makes_room_where_the_ant_stands() -> None:
    state = friends(**arrived(8, stored={"8": 3, "12": 0}, box={"yellow": 3}, own="ladybird"))
    assert texts(state, "unload") == ["unload 0"]
    play(state, "ladybird 8; carry 12; carry 12; done")
    assert texts(state) == ["unload 0", "unload 1", "unload 2"]
    play(state, "unload 2")
    assert (stored(state, 8), stored(state, 12)) == (3, 2)
    assert state.scores()[0] == 2


@pytest.mark.rule("MC-10.8", "MC-1.10")
def test_everybody_observes_where_she_carries_from() -> None:
    state = friends(phase="ladybird", source=48, carried=1, own="ladybird", stored={"48": 2})
    for eye in (0, 1):
        seen, parts = state.observe(eye), state.game.observation
        assert seen[parts["source"]].nonzero()[0].tolist() == [47]
        assert seen[parts["carried"]].tolist() == [0.25]


@pytest.mark.rule("MC-10.8", "MC-9.16")
def test_without_a_stone_in_the_hill_she_cannot_help() -> None:
    state = friends(
        players=4, own="ladybird", bought=True, **arrived(8, box={"pink": 3}, plays=3, hand="r")
    )
    assert texts(state) == ["unload 0"]
    assert phase(play(state, "unload 0")) == "refill"


@pytest.mark.rule("MC-10.8", "MC-9.18")
def test_afterwards_all_goes_on_where_it_was() -> None:
    state = friends(**moving(1, own="ladybird", box={"yellow": 3}))
    play(state, "ladybird 48; carry 12")
    assert (phase(state), reach(state), look(state, "card")) == ("move", 1, "nw")
    play(state, "go 8; unload 2")
    assert (phase(state), plays(state)) == ("play", 1)


# Dragonfly


@pytest.mark.rule("MC-10.10")
@pytest.mark.parametrize(("one", "other"), list(permutations(range(5), 2)))
def test_two_ants_change_places(one: int, other: int) -> None:
    state = play(friends(own="dragonfly"), f"dragonfly {ANTS[one]} {ANTS[other]}")
    expected = list(STARTS)
    expected[one], expected[other] = expected[other], expected[one]
    assert ants(state) == expected


@pytest.mark.rule("MC-10.11")
@pytest.mark.parametrize("doc", [{"north": QUIET}, moving(1)])
def test_this_is_no_move(doc: Doc) -> None:
    state = friends(**{**doc, "own": "dragonfly", "box": {"yellow": 3, "orange": 3}})
    before = state.copy()
    play(state, "dragonfly grey black")
    assert (phase(state), plays(state)) == (phase(before), plays(before))
    assert points(state) == 0
    assert changed(before, state) == {}


@pytest.mark.rule("MC-10.12")
def test_between_card_and_move() -> None:
    state = friends(**moving(1, own="dragonfly"))
    play(state, "dragonfly red violet")
    assert goes(state) == [35, 36, 43]
    play(state, "go 36")
    assert ants(state) == [36, 19, 25, 3, 46]


@pytest.mark.rule("MC-10.12", "MC-4.12")
def test_it_may_free_an_ant() -> None:
    state = friends(ants=STUCK, own="dragonfly", north=QUIET, hand="rgyv")
    play(state, "play red nw")
    assert texts(state, "stay") == ["stay"]
    play(state, "dragonfly red yellow")
    assert goes(state) == [35, 36, 43]
    assert texts(state, "stay") == []


@pytest.mark.rule("MC-10.12", "MC-4.12")
def test_it_may_shut_one_in() -> None:
    state = friends(**moving(1, ants={**STUCK, "red": 44, "yellow": 1}, own="dragonfly", box={}))
    assert goes(state) == [35, 36, 43]
    play(state, "dragonfly red yellow")
    # Nothing can be done about it any more: the red ant stays by itself.
    assert (phase(state), plays(state), ants(state)[0]) == ("play", 1, 1)


@pytest.mark.rule("MC-10.13", "MC-10.11", "MC-5.1")
def test_between_arrival_and_unloading() -> None:
    state = friends(**arrived(8, own="dragonfly", box={"yellow": 2, "orange": 2}))
    before = state.copy()
    play(state, "dragonfly red black")
    assert ants(state)[0] == ants(before)[4]
    assert ants(state)[4] == 8
    assert look(state, "chamber") == 8
    assert texts(state) == ["unload 0", "unload 1", "unload 2"]
    play(state, "unload 2")
    assert changed(before, state) == {8: 2}
    assert points(state) == 0


@pytest.mark.rule("MC-10.13", "MC-9.3")
def test_points_are_those_of_the_chamber_that_it_moved_to() -> None:
    state = friends(**arrived(13, own="dragonfly", box={"orange": 2}))
    play(state, "dragonfly red grey")
    assert (phase(state), points(state)) == ("play", 8)


# Bumblebee


@pytest.mark.rule("MC-10.14")
def test_one_stone_for_one_stone() -> None:
    state = friends(own="bumblebee", box={"yellow": 3, "blue": 1})
    play(state, "bumblebee yellow pink")
    assert box(state) == [2, 0, 1, 0, 1]
    assert reserve(state) == [10, 10, 8, 7, 4]
    assert state.scores() == [0, 0]


@pytest.mark.rule("MC-10.15")
def test_both_must_be_there_and_differ() -> None:
    state = friends(own="bumblebee", box={"yellow": 3, "blue": 1}, reserve={"blue": 2, "pink": 1})
    assert texts(state, "bumblebee") == [
        "bumblebee yellow blue",
        "bumblebee yellow pink",
        "bumblebee blue pink",
    ]
    for action in ("green pink", "yellow green", "blue blue", "yellow yellow"):
        assert refuse(state, f"bumblebee {action}") == "MC-10.15"


@pytest.mark.rule("MC-10.15")
@pytest.mark.parametrize(
    ("mine", "rest"), [({}, {"pink": 2}), ({"pink": 2}, {}), ({"pink": 1}, {"pink": 1})]
)
def test_nothing_to_exchange(mine: dict[str, int], rest: dict[str, int]) -> None:
    assert texts(friends(own="bumblebee", box=mine, reserve=rest), "bumblebee") == []


@pytest.mark.rule("MC-10.14", "MC-9.18")
def test_a_stone_for_the_chamber_where_the_ant_stands() -> None:
    state = friends(**arrived(13, own="bumblebee", box={"yellow": 7}))
    assert texts(state, "unload") == ["unload 0"]
    play(state, "bumblebee yellow pink; unload 1")
    assert (stored(state, 13), box(state), points(state)) == (1, [6, 0, 0, 0, 0], 0)


# Stick insect


@pytest.mark.rule("MC-10.16")
@pytest.mark.parametrize(("number", "named"), list(enumerate(ANTS)))
@pytest.mark.parametrize("card", ANTS)
def test_a_card_stands_for_the_colour_named(number: int, named: str, card: str) -> None:
    # Beside two cards of the colour named: reach 3, whatever the card is.
    row = f"....{named[0] * 2}{'b' if named != 'black' else 'r'}....."
    state = friends(own="stick", north=row, hand=card[0] * 4)
    play(state, f"stick {named}; play {card} nw")
    assert reach(state) == 3
    assert goes(state) == sorted(set(steps(STARTS[number], 3)) - set(STARTS))
    play(state, f"go {goes(state)[0]}")
    standing = ants(state)
    assert [n for n in range(5) if standing[n] != STARTS[n]] == [number]


@pytest.mark.rule("MC-10.16", "MC-4.3")
def test_its_own_colour_does_not_count() -> None:
    state = friends(own="stick", north="....bbbg....", hand="bbbb")
    play(state, "stick red; play black nw")
    assert reach(state) == 1


@pytest.mark.rule("MC-10.17")
def test_first_the_colour_then_the_card() -> None:
    state = friends(own="stick", north=QUIET, hand="rrgb")
    assert texts(state, "stick") == [f"stick {ant}" for ant in ANTS]
    play(state, "stick yellow")
    assert (phase(state), look(state, "as"), used(state)) == ("stick", "yellow", ["stick"])
    ends = ("nw", "ne")
    assert texts(state) == [f"play {ant} {end}" for ant in ("red", "grey", "black") for end in ends]
    for action in ("end", "stick red", "go 4", "unload 0", "done"):
        assert refuse(state, action) == "MC-10.17"
    assert refuse(state, "play violet nw") == "MC-3.3"
    assert refuse(state, "play red sw") == "MC-3.6"


@pytest.mark.rule("MC-10.17", "MC-1.10")
@pytest.mark.parametrize(("end", "seen"), [("nw", "....?gv....."), ("ne", ".....gv?....")])
def test_the_others_do_not_see_what_it_is(end: str, seen: str) -> None:
    states = []
    for card in ("red", "black"):
        state = friends(own="stick", north=QUIET, hand="rrbb", pile="g", others=[{"hand": "gyvb"}])
        states.append(play(state, f"stick grey; play {card} {end}"))
        assert look(state, "north") == seen.replace("?", card[0])
        assert state.view(0)["north"] == look(state, "north")
        assert state.view(0)["as"] == "grey"
    one, other = states
    assert one.view(1) == other.view(1)
    assert one.view(None) == other.view(None)
    assert one.view(1)["north"] == seen
    assert one.view(1)["as"] == "grey"
    assert one.observe(1).tolist() == other.observe(1).tolist()


@pytest.mark.rule("MC-10.17", "MC-1.10")
def test_its_owner_alone_observes_a_card_face_down() -> None:
    state = friends(**moving(1, **{"as": "grey", "own": "stick", "north": "....bgv....."}))
    shown = state.game.observation["face_down"]
    assert state.observe(0)[shown].tolist() == [0, 0, 0, 0, 1]
    assert state.observe(1)[shown].tolist() == [0, 0, 0, 0, 0]
    named = state.game.observation["named"]
    assert state.observe(1)[named].tolist() == [0, 1, 0, 0, 0]


@pytest.mark.rule("MC-10.17", "MC-1.10")
def test_a_card_face_down_may_be_any() -> None:
    state = friends(own="stick", north=QUIET, hand="rrbb")
    play(state, "stick grey; play red nw")
    for eye, known in ((0, True), (1, False), (None, False)):
        guesses = [state.redetermined(eye, seed) for seed in range(40)]
        assert all(guess.view(eye) == state.view(eye) for guess in guesses)
        cards = {north(guess)[4] for guess in guesses}
        assert cards == ({"r"} if known else set("rgyvb"))
        # The hand of its owner is hidden as before.
        assert {len(hand(guess)) for guess in guesses} == {3}


@pytest.mark.rule("MC-10.18")
def test_it_is_turned_up_when_the_ant_has_moved() -> None:
    state = friends(own="stick", north="....rrg.....", hand="bbry", box={"yellow": 3})
    play(state, "stick red; play black nw")
    assert state.view(1)["north"] == "...?rrg....."
    play(state, "go 8")
    # She has not unloaded yet.
    assert phase(state) == "unload"
    assert state.view(1)["north"] == "...brrg....."
    play(state, "unload 0; play black nw")
    # It counts as black from now on, and cuts the red cards off.
    assert reach(state) == 2
    assert state.view(1)["north"] == "..bbrrg....."


@pytest.mark.rule("MC-10.18", "MC-4.12")
def test_it_is_turned_up_when_the_ant_stays() -> None:
    state = friends(own="stick", ants=STUCK, north=QUIET, hand="bbry")
    play(state, "stick red; play black nw")
    assert (phase(state), plays(state)) == ("play", 1)
    assert state.view(1)["north"] == "....bgv....."
    assert "as" not in state.to_position()


@pytest.mark.rule("MC-10.19", "MC-3.7")
def test_it_counts_as_one_of_the_cards() -> None:
    state = friends(own="stick", north=QUIET, hand="bb", plays=2, box={"pink": 5, "green": 2})
    play(state, "stick red; play black nw; go 4")
    assert plays(state) == 3
    assert refuse(state, "play black nw") == "MC-3.7"
    late = friends(own="stick", plays=3, hand="b")
    assert texts(late) == ["end"]
    assert refuse(late, "stick red") == "MC-3.7"


@pytest.mark.rule("MC-10.19", "MC-3.9", "MC-3.3")
def test_nor_without_a_card_or_beyond_the_first_limit() -> None:
    first = friends(own="stick", players=3, turns=0, plays=1)
    assert refuse(first, "stick red") == "MC-3.9"
    assert refuse(friends(own="stick", plays=1, hand=""), "stick red") == "MC-3.3"


@pytest.mark.rule("MC-10.20")
def test_its_own_colour_may_be_named() -> None:
    state = friends(own="stick", north="....rrg.....", hand="rrrr")
    play(state, "stick red; play red nw")
    assert reach(state) == 3
    assert state.view(1)["north"] == "...?rrg....."


@pytest.mark.rule("MC-10.20", "MC-6.1", "MC-10.18")
def test_at_the_river() -> None:
    state = friends(own="stick", north=".rrrrrg.....", hand="bbry", box={"yellow": 3}, pile="gv")
    discard = look(state, "discard")
    play(state, "stick red; play black nw")
    assert reach(state) == 6
    play(state, "go 8; unload 1")
    assert north(state) == ".....gv....."
    # It was laid aside with its own colour.
    assert sorted(look(state, "discard")) == sorted(discard + "rrrrrg" + "b")


# Rhinoceros beetle


@pytest.mark.rule("MC-10.21")
@pytest.mark.parametrize(("had", "now"), [(0, 1), (7, 8), (29, 30), (30, 30)])
def test_one_point_at_the_beginning_of_each_turn(had: int, now: int) -> None:
    others: list[Doc] = [{"friends": ["rhino"], "points": had}]
    state = friends(plays=1, box={"yellow": 7}, others=others)
    assert points(state, 1) == had
    play(state, "end")
    assert (seat(state), points(state, 1)) == (1, now)


@pytest.mark.rule("MC-10.21", "MC-11.12")
@pytest.mark.parametrize(("choice", "bonus"), [("next_turn", 0), ("at_once", 1)])
def test_for_the_first_time_in_her_next_turn(choice: str, bonus: int) -> None:
    state = friends({"rhino": choice}, plays=1, points=5, box={"yellow": 7})
    play(state, "buy rhino")
    assert points(state) == 2 + bonus
    play(state, "end")
    assert points(state) == 2 + bonus
    while seat(state) == 1:
        play(state, texts(state)[-1])
    assert points(state) == 3 + bonus


@pytest.mark.rule("MC-10.21")
def test_a_point_in_the_first_turn_of_a_game_needs_a_rhino() -> None:
    state = friends(plays=1, box={"yellow": 7})
    play(state, "end")
    assert points(state, 1) == 0


# Caterpillars


@pytest.mark.rule("MC-10.22", "MC-10.23", "MC-10.24")
@pytest.mark.parametrize(
    ("mine", "limit"),
    [
        ("", 7),
        ("orange", 8),
        ("exotic", 10),
        ("orange orange", 8),
        ("orange exotic", 10),
        ("orange orange exotic", 10),
    ],
)
@pytest.mark.parametrize("held", [2, 7])
def test_the_box_is_refilled_to_the_largest_limit(mine: str, limit: int, held: int) -> None:
    state = friends(plays=1, own=mine, box={"yellow": held})
    play(state, "end")
    while seat(state) == 0:
        assert sum(box(state)) < limit
        play(state, texts(state)[0])
    assert sum(box(state)) == limit


@pytest.mark.rule("MC-10.22", "MC-10.23")
@pytest.mark.parametrize(("mine", "limit"), [("", 7), ("orange", 8), ("exotic", 10)])
def test_no_box_holds_more(mine: str, limit: int) -> None:
    assert sum(box(friends(own=mine, box={"yellow": limit}))) == limit
    with pytest.raises(fm.BadPosition):
        friends(own=mine, box={"yellow": limit + 1})


@pytest.mark.rule("MC-10.25", "MC-9.14")
@pytest.mark.parametrize(("friend", "limit"), [("orange", 8), ("exotic", 10)])
def test_a_caterpillar_counts_in_the_turn_in_which_it_is_bought(friend: str, limit: int) -> None:
    state = friends(plays=1, points=13, box={"yellow": 7})
    play(state, f"buy {friend}; end")
    while seat(state) == 0:
        play(state, texts(state)[0])
    assert sum(box(state)) == limit


# Grasshopper


@pytest.mark.rule("MC-10.26")
def test_the_box_is_refilled_after_unloading() -> None:
    state = friends(**arrived(8, own="grasshopper", box={"yellow": 3, "blue": 3}))
    play(state, "unload 2")
    assert (phase(state), plays(state)) == ("hop", 1)
    assert texts(state) == [*(f"stock {colour}" for colour in COLOURS), "leave"]
    play(state, "stock pink; stock pink; stock green")
    assert box(state) == [1, 0, 3, 1, 2]
    assert (phase(state), seat(state), plays(state)) == ("play", 0, 1)


@pytest.mark.rule("MC-10.26")
def test_each_time() -> None:
    state = friends(north=QUIET, hand="rgyv", own="grasshopper", box={"yellow": 7})
    play(state, "play red nw; go 8; unload 2; stock pink; stock pink")
    play(state, "play violet ne; go 36; unload 1; stock green")
    assert box(state) == [4, 0, 0, 1, 2]
    assert phase(state) == "play"


@pytest.mark.rule("MC-10.26")
def test_nothing_more_is_unloaded_with_that_card() -> None:
    # A place is free and a yellow stone is back in the box.
    state = friends(**arrived(8, own="grasshopper", box={"yellow": 1}, reserve={"yellow": 9}))
    play(state, "unload 1; stock yellow")
    assert (phase(state), box(state)[0], stored(state, 8)) == ("play", 7, 2)
    assert PLACES[8] == 3
    assert refuse(state, "unload 1") == "MC-3.2"


@pytest.mark.rule("MC-10.26")
def test_not_without_unloading() -> None:
    state = friends(**arrived(8, own="grasshopper", box={"yellow": 3}))
    play(state, "unload 0")
    assert (phase(state), points(state)) == ("play", 4)


@pytest.mark.rule("MC-10.26")
def test_not_without_a_reserve() -> None:
    doc = arrived(8, own="grasshopper", stored={"8": 1}, box={"yellow": 3}, reserve={})
    assert phase(play(friends(**doc), "unload 1")) == "play"


@pytest.mark.rule("MC-10.27")
def test_she_may_leave_it() -> None:
    state = friends(**arrived(8, own="grasshopper", box={"yellow": 3}))
    play(state, "unload 1; leave")
    assert (phase(state), box(state)) == ("play", [2, 0, 0, 0, 0])


@pytest.mark.rule("MC-10.27", "MC-11.14")
@pytest.mark.parametrize("choice", ["full", "partial"])
def test_once_begun_it_is_filled(choice: str) -> None:
    doc = arrived(8, own="grasshopper", box={"yellow": 3})
    state = friends({"grasshopper": choice}, **doc)
    play(state, "unload 1; stock pink")
    if choice == "partial":
        play(state, "leave")
        assert box(state) == [2, 0, 0, 0, 1]
    else:
        assert "leave" not in texts(state)
        assert refuse(state, "leave") == "MC-10.27"
        play(state, "stock pink; stock pink; stock pink; stock pink")
        assert box(state) == [2, 0, 0, 0, 5]
    assert phase(state) == "play"


@pytest.mark.rule("MC-10.27", "MC-7.4", "MC-11.14")
@pytest.mark.parametrize(
    ("rest", "first", "filled", "stopped"),
    [
        # All that is left fits.
        ({"green": 2, "pink": 1}, "stock green", [1, 0, 0, 2, 1], [1, 0, 0, 1, 0]),
        # One colour is left.
        ({"green": 1, "blue": 7}, "stock green", [1, 0, 5, 1, 0], [1, 0, 0, 1, 0]),
    ],
)
def test_the_forced_rest_comes_by_itself(
    rest: dict[str, int], first: str, filled: list[int], stopped: list[int]
) -> None:
    doc = arrived(8, own="grasshopper", stored={"8": 1}, box={"yellow": 2}, reserve=rest)
    state = friends(**doc)
    play(state, "unload 1")
    # Whether at all is asked in any case.
    assert "leave" in texts(state)
    play(state, first)
    assert (box(state), phase(state)) == (filled, "play")
    partial = friends({"grasshopper": "partial"}, **doc)
    play(partial, f"unload 1; {first}")
    assert (box(partial), phase(partial)) == (stopped, "hop")
    assert "leave" in texts(partial)


@pytest.mark.rule("MC-10.27")
@pytest.mark.parametrize("action", ["end", "play red nw", "unload 0", "stay", "carry 8", "done"])
def test_nothing_else_while_she_hops(action: str) -> None:
    state = friends(**arrived(8, own="grasshopper", box={"yellow": 3}))
    play(state, "unload 1")
    assert refuse(state, action) == "MC-10.27"


@pytest.mark.rule("MC-10.28")
@pytest.mark.parametrize(("mine", "limit"), [("", 7), ("orange", 8), ("exotic", 10)])
def test_to_the_limit_that_caterpillars_give(mine: str, limit: int) -> None:
    state = friends(**arrived(8, own=f"grasshopper {mine}", box={"yellow": 7}))
    play(state, "unload 1")
    while phase(state) == "hop":
        play(state, texts(state)[0])
    assert sum(box(state)) == limit


@pytest.mark.rule("MC-10.29")
def test_bought_before_the_unloading() -> None:
    state = friends(**arrived(8, points=14, box={"yellow": 3}))
    play(state, "buy grasshopper; unload 1")
    assert phase(state) == "hop"
    late = friends(**arrived(8, points=14, box={"yellow": 3}))
    play(late, "unload 1; buy grasshopper")
    assert (phase(late), box(late)) == ("play", [2, 0, 0, 0, 0])


@pytest.mark.rule("MC-10.30", "MC-6.1")
def test_before_the_road_is_cleared() -> None:
    doc = arrived(8, card="nw", north="rbbbbbgv....", pile="gy", own="grasshopper")
    state = friends(**doc, box={"yellow": 7})
    play(state, "unload 1")
    assert (phase(state), north(state)) == ("hop", "rbbbbbgv....")
    play(state, "stock pink")
    assert (phase(state), north(state)) == ("play", ".....gy.....")


@pytest.mark.rule("MC-10.26", "MC-7.1")
def test_the_turn_ends_as_ever() -> None:
    doc = arrived(8, plays=3, hand="r", own="grasshopper", box={"yellow": 3})
    state = friends(**doc)
    play(state, "unload 1; leave")
    assert (phase(state), seat(state)) == ("refill", 0)
    assert texts(state) == [f"stock {colour}" for colour in COLOURS]


# Snail


@pytest.mark.rule("MC-10.31")
@pytest.mark.parametrize("held", ["", "r", "rg", "rgyv"])
def test_the_hand_is_refilled_to_five(held: str) -> None:
    state = friends(plays=1, own="snail", hand=held, box={"yellow": 7})
    pile = look(state, "pile")
    play(state, "end")
    assert len(hand(state)) == 5
    assert look(state, "pile") == pile[5 - len(held) :]


@pytest.mark.rule("MC-10.31")
def test_bought_in_a_turn_it_counts_at_its_end() -> None:
    state = friends(plays=1, points=5, hand="rgy", box={"yellow": 7})
    play(state, "buy snail; end")
    assert len(hand(state)) == 5


@pytest.mark.rule("MC-10.31")
def test_five_cards_need_a_snail() -> None:
    assert len(hand(friends(own="snail", hand="rgyvb"))) == 5
    with pytest.raises(fm.BadPosition):
        friends(hand="rgyvb")


@pytest.mark.rule("MC-10.32", "MC-3.7")
@pytest.mark.parametrize(("players", "turns", "limit"), [(2, 2, 3), (3, 0, 1), (4, 0, 1)])
def test_the_limit_of_cards_stays(players: int, turns: int, limit: int) -> None:
    state = friends(players=players, turns=turns, plays=limit, own="snail", hand="rg")
    assert state.view(0)["limit"] == limit
    assert texts(state) == ["end"]
    assert refuse(state, "play red nw") in {"MC-3.7", "MC-3.9"}


@pytest.mark.rule("MC-9.15", "MC-10.24")
def test_friends_are_counted() -> None:
    with pytest.raises(fm.BadPosition):
        friends(own="snail snail")
    with pytest.raises(fm.BadPosition):
        friends(own="snail", others=[{"friends": ["snail"]}])
    pair = friends(own="millipede", others=[{"friends": ["millipede"]}])
    assert own(pair, "friends", 1) == ["millipede"]
    assert game(2, variant="friends").position(pair.to_position()) == pair
