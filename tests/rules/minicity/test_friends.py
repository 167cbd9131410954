"""Section 9: the game with friends."""

from __future__ import annotations

from collections import Counter

import pytest

import formicarium as fm
from tests.rules.minicity.helpers import (
    QUIET,
    arrived,
    box,
    friends,
    game,
    look,
    moving,
    north,
    own,
    phase,
    play,
    plays,
    points,
    position,
    reach,
    refuse,
    seat,
    stored,
    texts,
    used,
)
from tests.rules.minicity.reckoning import COLOUR, COPIES, FRIENDS, ONCE, PLACES, PRICES, Doc

FREE = [(8, 4), (3, 5), (27, 6), (28, 7), (13, 8)]
# One moment each: before a card, before the move, before the unloading.
MOMENTS: dict[str, Doc] = {
    "play": {"north": QUIET},
    "move": moving(1),
    "unload": arrived(8),
}


def at(moment: str, **fields: object) -> fm.State:
    return friends(**{"box": {"yellow": 3, "blue": 2}, **MOMENTS[moment], **fields})


@pytest.mark.rule("MC-9.1", "MC-11.2")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    "action",
    [
        "buy rhino",
        "stick red",
        "ladybird 8",
        "dragonfly red grey",
        "bumblebee yellow pink",
        "leave",
    ],
)
def test_no_friends_in_the_base_game(moment: str, action: str) -> None:
    state = position(**{"box": {"yellow": 3}, **MOMENTS[moment]})
    assert refuse(state, action) == "MC-9.1"


@pytest.mark.rule("MC-9.1")
@pytest.mark.parametrize("chamber", [8, 13])
def test_no_points_in_the_base_game(chamber: int) -> None:
    state = play(position(**arrived(chamber, box={"yellow": 3, "pink": 2})), "unload 0")
    assert not {"points", "friends"} & state.breakdown()["seats"][0].keys()
    assert not {"market", "bought", "used"} & state.to_position().keys()
    assert not {"points", "friends"} & look(state, "seats")[0].keys()


@pytest.mark.rule("MC-9.1")
@pytest.mark.parametrize(
    "fields",
    [{"points": 1}, {"friends": ["snail"]}, {"market": {"snail": 1}}, {"bought": True}],
    ids=["points", "friends", "market", "bought"],
)
def test_no_such_position_in_the_base_game(fields: Doc) -> None:
    with pytest.raises(fm.BadPosition):
        position(**fields)


@pytest.mark.rule("MC-9.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_begins_with_nothing(players: int) -> None:
    state = game(players, variant="friends").start(seed=1)
    assert [points(state, by) for by in range(players)] == [0] * players
    assert [own(state, "friends", by) for by in range(players)] == [[]] * players
    assert Counter(look(state, "market")) == Counter(COPIES)
    assert sum(COPIES.values()) == 12


@pytest.mark.rule("MC-9.3", "MC-9.4")
@pytest.mark.parametrize(("chamber", "value"), FREE)
def test_points_by_colour(chamber: int, value: int) -> None:
    assert stored(friends(), chamber) < PLACES[chamber]
    # She cannot unload, or she does not want to.
    cannot = friends(**arrived(chamber, box={}))
    assert texts(cannot) == ["unload 0"]
    assert points(play(cannot, "unload 0")) == value
    will_not = friends(**arrived(chamber, box={COLOUR[chamber]: 2}))
    assert "unload 1" in texts(will_not)
    assert points(play(will_not, "unload 0")) == value


@pytest.mark.rule("MC-9.3", "MC-9.8")
def test_points_add_up_in_a_turn() -> None:
    state = friends(north=QUIET, hand="rgyv", box={"pink": 5})
    play(state, "play red nw; go 8")
    assert points(state) == 4
    play(state, "play grey nw; go 27; unload 0")
    assert points(state) == 10
    assert points(state, 1) == 0


@pytest.mark.rule("MC-9.3")
def test_only_the_chamber_of_arrival_counts() -> None:
    # From 3 (orange) over 8 (yellow) to 14 (green).
    state = friends(**moving(2, box={}))
    assert points(play(state, "go 14")) == 7


@pytest.mark.rule("MC-9.5")
@pytest.mark.parametrize("chamber", [chamber for chamber, _ in FREE])
def test_a_full_chamber_gives_none(chamber: int) -> None:
    full = {str(chamber): PLACES[chamber]}
    state = friends(**arrived(chamber, stored=full, box={COLOUR[chamber]: 2}, points=1))
    assert points(play(state, "unload 0")) == 1


@pytest.mark.rule("MC-9.5")
@pytest.mark.parametrize("count", [1, 2])
def test_one_stone_and_there_are_none(count: int) -> None:
    state = friends(**arrived(8, box={"yellow": 3}, points=1))
    assert points(play(state, f"unload {count}")) == 1


CARRIED_OUT = arrived(8, stored={"8": 3, "12": 1}, box={}, own="ladybird")
CARRIED_IN = arrived(4, stored={"4": 0, "12": 1}, box={}, own="ladybird")


@pytest.mark.rule("MC-9.6", "MC-11.9", "MC-10.9")
@pytest.mark.parametrize(("choice", "value"), [("arrival", 0), ("unloading", 4)])
def test_room_that_is_made_after_the_arrival(choice: str, value: int) -> None:
    state = friends({"room_test": choice}, **CARRIED_OUT)
    assert look(state, "room") is False
    play(state, "ladybird 8; carry 12; done")
    assert (phase(state), points(state)) == ("play", value)


@pytest.mark.rule("MC-9.6", "MC-11.9")
@pytest.mark.parametrize(("choice", "value"), [("arrival", 4), ("unloading", 0)])
def test_room_that_is_lost_after_the_arrival(choice: str, value: int) -> None:
    state = friends({"room_test": choice}, **CARRIED_IN)
    assert look(state, "room") is True
    play(state, "ladybird 12; carry 4")
    assert (stored(state, 4), stored(state, 12)) == (1, 0)
    assert (phase(state), points(state)) == ("play", value)


@pytest.mark.rule("MC-9.6")
@pytest.mark.parametrize(("room", "value"), [(True, 4), (False, 0)])
def test_what_counts_is_written_down(room: bool, value: int) -> None:
    carried = {"own": "ladybird", "used": ["ladybird"]}
    state = friends(**arrived(8, room=room, box={"yellow": 1}, **carried))
    assert points(play(state, "unload 0")) == value


@pytest.mark.rule("MC-9.7", "MC-11.8")
@pytest.mark.parametrize(
    ("choice", "had", "now"),
    [("limited", 28, 30), ("limited", 30, 30), ("limited", 22, 30), ("unlimited", 28, 36)],
)
def test_the_track_ends_at_thirty(choice: str, had: int, now: int) -> None:
    state = friends({"track": choice}, **arrived(13, box={}, points=had))
    assert points(play(state, "unload 0")) == now


@pytest.mark.rule("MC-9.7", "MC-11.8")
def test_nobody_has_more_than_thirty() -> None:
    with pytest.raises(fm.BadPosition):
        friends(points=31)
    assert points(friends({"track": "unlimited"}, points=31)) == 31


@pytest.mark.rule("MC-9.8", "MC-9.9")
def test_points_may_be_spent_at_once() -> None:
    state = friends(**arrived(13, box={}, card="nw", north="rbbbbbgv....", pile="gy"))
    play(state, "unload 0")
    assert (points(state), north(state)) == (8, ".....gy.....")
    play(state, "buy millipede")
    assert (points(state), own(state, "friends")) == (0, ["millipede"])


@pytest.mark.rule("MC-9.9")
@pytest.mark.parametrize("friend", FRIENDS)
def test_buying(friend: str) -> None:
    state = friends(points=PRICES[friend] + 2)
    play(state, f"buy {friend}")
    assert points(state) == 2
    assert own(state, "friends") == [friend]
    assert Counter(look(state, "market")) == Counter(COPIES) - Counter([friend])
    assert look(state, "bought") is True
    assert (phase(state), plays(state)) == ("play", 0)


@pytest.mark.rule("MC-9.9")
@pytest.mark.parametrize("friend", FRIENDS)
def test_only_what_lies_open(friend: str) -> None:
    state = friends(points=30, others=[{"friends": [friend] * COPIES[friend]}])
    assert Counter(look(state, "market"))[friend] == 0
    assert f"buy {friend}" not in texts(state)
    assert refuse(state, f"buy {friend}") == "MC-9.9"


@pytest.mark.rule("MC-9.10")
@pytest.mark.parametrize("friend", FRIENDS)
def test_only_what_can_be_paid(friend: str) -> None:
    assert refuse(friends(points=PRICES[friend] - 1), f"buy {friend}") == "MC-9.10"
    exact = play(friends(points=PRICES[friend]), f"buy {friend}")
    assert points(exact) == 0


@pytest.mark.rule("MC-9.10")
@pytest.mark.parametrize("had", range(31))
def test_what_can_be_bought(had: int) -> None:
    offered = [text.split()[1] for text in texts(friends(points=had), "buy")]
    assert offered == [friend for friend in FRIENDS if PRICES[friend] <= had]


@pytest.mark.rule("MC-9.11")
def test_one_friend_a_turn() -> None:
    state = friends(north=QUIET, points=30, hand="rgyv", box={"pink": 5, "green": 2})
    play(state, "buy snail")
    for line in ("", "play red nw", "go 8"):
        play(state, line)
        assert texts(state, "buy") == []
        assert refuse(state, "buy rhino") == "MC-9.11"


@pytest.mark.rule("MC-9.11")
def test_and_another_in_the_next_turn() -> None:
    state = friends(plays=1, points=20, box={"yellow": 7}, others=[{"points": 20}])
    play(state, "buy rhino; end")
    assert seat(state) == 1
    play(state, "buy snail; play red nw; go 2; end")
    while seat(state) == 1:
        play(state, texts(state)[0])
    assert texts(state, "buy")
    assert look(state, "bought") is False


@pytest.mark.rule("MC-9.12")
@pytest.mark.parametrize("moment", MOMENTS)
def test_at_any_moment_of_the_turn(moment: str) -> None:
    state = at(moment, points=5)
    play(state, "buy snail")
    assert own(state, "friends") == ["snail"]
    assert phase(state) == moment


@pytest.mark.rule("MC-9.12", "MC-9.16", "MC-3.12")
def test_after_the_last_card_too() -> None:
    state = friends(plays=3, hand="r", points=5, box={"yellow": 7})
    assert texts(state) == ["end", "buy rhino", "buy snail"]
    play(state, "buy snail")
    # Nothing is left to decide: the turn is over, and the hand has five cards already.
    assert seat(state) == 1
    assert len(own(state, "hand")) == 5


REFILLING: Doc = {"phase": "refill", "hand": "rgy", "box": {"blue": 3}}
STICKING: Doc = {"phase": "stick", "as": "red", "own": "stick"}
CARRYING: Doc = {"phase": "ladybird", "source": 48, "own": "ladybird"}
HOPPING: Doc = {
    "phase": "hop",
    "card": "nw",
    "north": "....rgv.....",
    "own": "grasshopper",
    "box": {"blue": 3},
}


@pytest.mark.rule("MC-9.12")
@pytest.mark.parametrize("doc", [REFILLING, STICKING, CARRYING, HOPPING])
@pytest.mark.parametrize(
    "action", ["buy snail", "ladybird 8", "dragonfly red grey", "bumblebee blue pink"]
)
def test_but_not_in_between(doc: Doc, action: str) -> None:
    mine = doc.get("own", "")
    have = " ".join(sorted({*mine.split(), "ladybird", "dragonfly", "bumblebee"}))
    state = friends(**{**doc, "own": have, "points": 30})
    assert refuse(state, action) == "MC-9.12"


@pytest.mark.rule("MC-9.13")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    "action",
    ["buy snail", "ladybird 8", "dragonfly red grey", "bumblebee yellow pink", "stick red"],
)
def test_not_in_the_turn_of_another(moment: str, action: str) -> None:
    helpers = ["ladybird", "dragonfly", "bumblebee", "stick"]
    state = at(moment, others=[{"points": 30, "friends": helpers}])
    assert refuse(state, action, by=1) == "MC-3.1"
    assert state.actions(1) == []


@pytest.mark.rule("MC-9.14", "MC-10.1")
def test_a_friend_helps_in_the_same_turn() -> None:
    state = friends(**moving(1, points=8, box={"pink": 3}))
    assert "go 9" not in texts(state)
    play(state, "buy millipede; go 9")
    assert used(state) == ["millipede"]


@pytest.mark.rule("MC-9.14")
@pytest.mark.parametrize("action", ["ladybird 8", "dragonfly red grey", "bumblebee yellow pink"])
def test_only_those_that_she_has(action: str) -> None:
    kind = action.split()[0]
    state = friends(points=2, others=[{"friends": [kind]}])
    assert refuse(state, action) == "MC-9.14"
    assert refuse(friends(), "stick red") == "MC-9.14"


@pytest.mark.rule("MC-9.14")
def test_she_keeps_it() -> None:
    state = friends(plays=1, points=5, box={"yellow": 7})
    play(state, "buy snail; end")
    for _ in range(60):
        play(state, texts(state)[0])
        assert own(state, "friends") == ["snail"]


@pytest.mark.rule("MC-9.15", "MC-11.13")
@pytest.mark.parametrize("friend", ["millipede", "orange"])
def test_two_friends_of_a_kind(friend: str) -> None:
    allowed = friends(points=8, own=friend)
    play(allowed, f"buy {friend}")
    assert own(allowed, "friends") == [friend] * 2
    forbidden = friends({"duplicates": "forbidden"}, points=8, own=friend)
    assert f"buy {friend}" not in texts(forbidden)
    assert refuse(forbidden, f"buy {friend}") == "MC-9.15"
    # The other player may still have hers.
    assert f"buy {friend}" in texts(friends({"duplicates": "forbidden"}, points=8))


@pytest.mark.rule("MC-9.15", "MC-10.3")
def test_two_millipedes_help_twice() -> None:
    state = friends(north=QUIET, hand="rrrg", own="millipede millipede", box={"pink": 3})
    play(state, "play red nw")
    assert reach(state) == 1
    play(state, "go 9")
    assert used(state) == ["millipede"]
    play(state, "play red nw")
    assert reach(state) == 2
    play(state, "go 2")
    assert used(state) == ["millipede", "millipede"]


@pytest.mark.rule("MC-9.16")
@pytest.mark.parametrize("had", [0, 2, 3])
def test_as_long_as_something_can_be_bought(had: int) -> None:
    state = friends(
        **moving(1, plays=3, hand="r", points=had, stored={"8": 3}, box={"pink": 5, "green": 2})
    )
    play(state, "go 8")
    assert (phase(state), seat(state)) == (("unload", 0) if had == 3 else ("play", 1))


@pytest.mark.rule("MC-9.16")
@pytest.mark.parametrize(
    ("helper", "action"),
    [
        ("ladybird", "ladybird 48"),
        ("dragonfly", "dragonfly red grey"),
        ("bumblebee", "bumblebee yellow pink"),
    ],
)
def test_as_long_as_a_friend_can_be_used(helper: str, action: str) -> None:
    state = friends(plays=3, hand="r", own=helper, box={"yellow": 7})
    assert "end" in texts(state)
    play(state, action)
    if helper == "ladybird":
        play(state, "carry 8")
    assert seat(state) == 1


@pytest.mark.rule("MC-9.16")
@pytest.mark.parametrize("helper", ["millipede", "stick", *FRIENDS[5:]])
def test_the_others_do_not_hold_the_turn(helper: str) -> None:
    state = friends(
        **moving(1, plays=3, hand="r", own=helper, stored={"8": 3}, box={"pink": 5, "green": 2})
    )
    play(state, "go 8")
    assert (phase(state), plays(state)) in {("play", 0), ("refill", 0)}


USES = {
    "ladybird": ("ladybird 48; carry 8", "ladybird 12"),
    "dragonfly": ("dragonfly red grey", "dragonfly red grey"),
    "bumblebee": ("bumblebee yellow pink", "bumblebee yellow pink"),
}


@pytest.mark.rule("MC-9.17", "MC-9.18")
@pytest.mark.parametrize("helper", USES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_once_a_turn(helper: str, moment: str) -> None:
    first, second = USES[helper]
    state = at(moment, own=helper)
    play(state, first)
    assert phase(state) == moment
    assert used(state) == [helper]
    assert helper not in {text.split()[0] for text in texts(state)}
    assert refuse(state, second) == "MC-9.17"


@pytest.mark.rule("MC-9.17")
def test_the_stick_insect_once_a_turn() -> None:
    state = friends(north=QUIET, hand="bbbb", own="stick", box={"pink": 3})
    play(state, "stick red; play black nw; go 4")
    assert used(state) == ["stick"]
    assert texts(state, "stick") == []
    assert refuse(state, "stick red") == "MC-9.17"


@pytest.mark.rule("MC-9.17")
def test_the_millipede_once_a_turn() -> None:
    state = friends(north=QUIET, hand="rryv", own="millipede", box={"pink": 3})
    play(state, "play red nw; go 9; play red nw")
    assert used(state) == ["millipede"]
    # The run is 2 now: 9 to 17 is two steps, 16 three.
    assert 17 in {int(text.split()[1]) for text in texts(state, "go")}
    assert refuse(state, "go 16") == "MC-4.5"


@pytest.mark.rule("MC-9.17")
@pytest.mark.parametrize("helper", ONCE)
def test_again_in_her_next_turn(helper: str) -> None:
    state = friends(plays=1, own=helper, used=[helper], box={"yellow": 7})
    assert used(state) == [helper]
    play(state, "end")
    assert used(state) == []
    while seat(state) == 1:
        play(state, texts(state)[-1])
    assert used(state) == []
    if helper != "millipede":
        assert helper in {text.split()[0] for text in texts(state)}


@pytest.mark.rule("MC-9.17")
@pytest.mark.parametrize("helper", ["rhino", "orange", "exotic", "grasshopper", "snail"])
def test_the_others_are_never_turned_over(helper: str) -> None:
    with pytest.raises(fm.BadPosition):
        friends(own=helper, used=[helper])


@pytest.mark.rule("MC-9.18")
def test_the_stick_insect_belongs_to_a_card() -> None:
    for moment, rule in (("move", "MC-4.11"), ("unload", "MC-5.5")):
        assert refuse(at(moment, own="stick"), "stick red") == rule
    assert texts(at("play", own="stick"), "stick")


@pytest.mark.rule("MC-9.18")
def test_all_help_in_one_turn() -> None:
    helpers = "millipede ladybird dragonfly bumblebee stick"
    state = friends(north=QUIET, own=helpers, hand="bbbb", box={"yellow": 3})
    play(state, "dragonfly red grey; stick red; play black nw; bumblebee yellow green; go 28")
    # Red came from 19: two steps with a run of 1.
    play(state, "ladybird 48; carry 8; unload 1")
    assert sorted(used(state)) == sorted(helpers.split())
    assert (stored(state, 28), box(state)) == (1, [2, 0, 0, 0, 0])


@pytest.mark.rule("MC-9.1", "MC-9.14")
def test_the_breakdown_tells_friends_and_points() -> None:
    first, second = friends(own="snail", points=11).breakdown()["seats"]
    assert (first["points"], first["friends"]) == (11, ["snail"])
    assert (second["points"], second["friends"]) == (0, [])
