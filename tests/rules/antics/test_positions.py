"""Positions that the rules do not allow are refused; the others are written down as they are."""

from __future__ import annotations

from typing import Any

import pytest

import formicarium as fm
from tests.rules.antics.helpers import again, fields, game, hexes, position, seat, texts
from tests.rules.antics.reckoning import PREY, Doc, Table

FULL = {kind: number for number, kind in enumerate(PREY[:5], 1)}
ONE_FUNGUS = ["scout+fungus 0,0 se"]
FOUR = {kind: number for kind, number in FULL.items() if number < 5}
START = "scout+hatch"
LEVEL_2 = ["scout+hatch 1,0 se"]  # scout on hex 2, hatch on hex 4


def bad(name: str, *colonies: Doc, **rest: Any) -> Any:
    return pytest.param(colonies, rest, id=name)


NEVER = [
    # words
    pytest.param((), {"phase": "sleep"}, id="unknown phase"),
    pytest.param(({"workers": [41]},), {}, id="unknown path"),
    pytest.param(({"workers": ["bridge"]},), {}, id="unknown word for a path"),
    pytest.param(({"nests": {"mud": 1}},), {}, id="unknown nest"),
    pytest.param(({"tiles": ["scout+sleep"]},), {}, id="unknown symbol"),
    pytest.param(({"tiles": ["build+build"]},), {}, id="a tile that the set does not have"),
    pytest.param(({"hill": ["scout+hatch 1,0 south"]},), {}, id="unknown direction"),
    pytest.param(({"carrying": ["wasp 2"], "workers": [2]},), {}, id="unknown food"),
    pytest.param(({"hill": ["scout+hatch at 1,0"]},), {}, id="a tile in other words"),
    pytest.param(({"hill": ["scout+hatch 999,0 e"]},), {}, id="a tile far away"),
    pytest.param(({"carrying": ["green " + "9" * 5000]},), {}, id="a path of 5000 digits"),
    pytest.param(({"carrying": ["green \uff12"], "workers": [2]},), {}, id="a wide digit"),
    pytest.param(({"carrying": ["green 02"], "workers": [2]},), {}, id="a path with a nought"),
    pytest.param(({"carrying": ["green 41"], "workers": [2]},), {}, id="a load on no path"),
    pytest.param(({"workers": [10**5000]},), {}, id="a number of 5000 digits"),
    pytest.param(({"hill": ["scout+hatch \uff11,0 se"]},), {}, id="a place in wide digits"),
    pytest.param((), {"rng": "0x\uff11"}, id="a generator in wide digits"),
    pytest.param((), {"rng": "0x1_0"}, id="a generator with a gap"),
    pytest.param((), {"rng": "seven"}, id="a generator in words"),
    pytest.param((), {"rng": "0x1" + "0" * 16}, id="a generator of 65 bits"),
    pytest.param(({"hats": 3},), {}, id="unknown field of a colony"),
    pytest.param((), {"weather": "fine"}, id="unknown field"),
    pytest.param((), {"leaves": [1]}, id="a leaf on an empty clearing"),
    pytest.param((), {"seat": 4}, id="unknown seat"),
    pytest.param((), {"first": -1}, id="unknown start player"),
    pytest.param((), {"seat": 1, "turns": 4}, id="seat and turns that do not agree"),
]


@pytest.mark.rule("AN-1.9")
@pytest.mark.parametrize(("colonies", "rest"), NEVER)
def test_words_that_mean_nothing(colonies: tuple[Doc, ...], rest: Doc) -> None:
    with pytest.raises(fm.BadPosition):
        position(*colonies, **rest)


@pytest.mark.rule("AN-2.1")
@pytest.mark.parametrize("count", [0, 2, 3, 5])
def test_one_colony_for_each_seat(count: int) -> None:
    with pytest.raises(fm.BadPosition):
        game(4).position({"colonies": [{}] * count})


@pytest.mark.rule("AN-5.4", "AN-5.5", "AN-5.6", "AN-5.8")
@pytest.mark.parametrize(
    ("hill", "reason"),
    [
        (["scout+hatch 5,5 e"], "colony 0: scout.hatch 5,5 e"),
        (["scout+hatch 2,0 e"], "colony 0: scout.hatch 2,0 e"),
        (["scout+hatch 0,0 e"], "colony 0: scout.hatch 0,0 e"),
        (["scout+build 1,0 se", "scout+hatch 1,0 e"], "colony 0: scout.hatch 1,0 e"),
    ],
    ids=["touches nothing", "sticks out", "one tile below", "uneven"],
)
def test_tiles_that_cannot_lie_there(hill: list[str], reason: str) -> None:
    with pytest.raises(fm.BadPosition, match=reason):
        position({"hill": hill})


@pytest.mark.rule("AN-1.3", "AN-3.2", "AN-3.5", "AN-7.5", "AN-7.6", "AN-7.7", "AN-7.12", "AN-7.16")
@pytest.mark.rule(
    "AN-1.5", "AN-8.3", "AN-8.9", "AN-10.2", "AN-10.3", "AN-10.4", "AN-10.6", "AN-10.7"
)
@pytest.mark.parametrize(
    ("colonies", "rest"),
    [
        bad("two workers on a path", {"workers": [2, 2]}),
        bad("two bridges", {"workers": ["gorge", "gorge"]}),
        bad("a network apart", {"workers": [2, 25]}),
        bad("a soldier alone", {"soldiers": [2]}),
        bad("two soldiers", *[{"workers": [2], "soldiers": [2]}] * 2),
        bad("two loads on an ant", {"workers": [2], "carrying": ["green 2", "beetle 2"]}),
        bad("a load without ant", {"workers": [2], "carrying": ["green 10"]}),
        bad("prey twice", {"stored": {"beetle": 1}, "waiting": ["beetle"]}),
        bad("six green leaves", {"green": 6}),
        bad("a leaf lost", leaves=[6, 7, 9, 11, 14, 15, 17, 18, 19]),
        bad("stored nowhere", {"stored": {"beetle": 7}}),
        bad("stored on hex 0", {"stored": {"beetle": 0}}),
        bad("stored below 0", {"stored": {"beetle": -1}}, hero=True),
        bad("stored on fungus", {"hill": ONE_FUNGUS, "stored": {"beetle": 6}}),
        bad("two on a hex", {"stored": {"beetle": 4, "ladybird": 4}}),
        bad("a marker on fungus", {"hill": ONE_FUNGUS}, marked=[6]),
        bad("a marker on prey", {"stored": {"beetle": 4}}, marked=[4]),
        bad("two markers on a hex", marked=[4, 4]),
        bad("a marker beside the hill", marked=[7]),
        bad("four markers", marked=[1, 2, 3, 4]),
        bad("three markers and the hero", marked=[1, 2, 3], hero=True),
        bad("two markers in the first turn", marked=[1, 2], turns=0),
        bad("four tiles out of turn", {}, {"tiles": [START] * 4}),
        bad("prey that waits with room", {}, {"waiting": ["beetle"]}),
        bad("prey that waits with room all along", {"waiting": ["beetle"]}, hero=False),
    ],
)
def test_what_the_rules_never_lead_to(colonies: tuple[Doc, ...], rest: Doc) -> None:
    with pytest.raises(fm.BadPosition):
        position(*colonies, **rest)


@pytest.mark.rule("AN-2.8", "AN-10.15")
@pytest.mark.parametrize(
    ("display", "rest"),
    [
        ([". . . . . .", ". . . . . grey", ". . . . . green"], {}),
        ([". . . . . blue", ". . . . . blue", ". . . . . green"], {}),
        ([". . . . blue grey", ". . . . . .", ". . . . . green"], {}),
        (["- . . . . blue", ". . . . . grey", ". . . . . green"], {"taken": False}),
        ([". . . . . blue", ". . . . . grey"], {}),
        ([". . . . blue", ". . . . . grey", ". . . . . green"], {}),
        (["blue . . . . .", ". . . . . grey", ". . . . . green"], {"arrived": []}),
        ([". . . . . blue", ". . . . . grey", ". . . . . green"], {"arrived": ["blue"]}),
        ([], {}),
    ],
    ids=[
        *("one missing", "one twice", "two in a row", "a gap", "two rows", "five fields"),
        *("arrived unnoticed", "arrived too early", "no rows"),
    ],
)
def test_impossible_displays(display: list[str], rest: Doc) -> None:
    with pytest.raises(fm.BadPosition):
        position(display=display, **rest)


ALL_THERE = ["blue . . . . .", "grey . . . . .", "green . . . . ."]


@pytest.mark.rule("AN-11.12", "AN-11.14")
@pytest.mark.parametrize("phase", ["act", "hatch", "store", "return", "over"])
def test_after_the_third_all_anteaters_have_gone_back(phase: str) -> None:
    own: Doc = {}
    rest: Doc = {"steps": 1} if phase == "hatch" else {}
    if phase == "store":
        own = {"waiting": ["beetle"]}
    if phase == "return":
        own = {"tiles": [START] * 3 + ["scout+build"]}
    position(own, phase=phase, **rest)
    with pytest.raises(fm.BadPosition, match="arrived"):
        position(own, phase=phase, display=ALL_THERE, **rest)


@pytest.mark.rule("AN-11.2", "AN-11.12")
def test_three_anteaters_lie_on_field_1_only_before_the_last_attack() -> None:
    position(phase="anteater", display=ALL_THERE)
    position(phase="anteater", display=ALL_THERE, arrived=["grey"])
    with pytest.raises(fm.BadPosition):
        position(phase="anteater", display=ALL_THERE, arrived=["grey", "blue"])
    with pytest.raises(fm.BadPosition, match="third"):
        position(phase="anteater", display=ALL_THERE, arrived=["grey", "blue", "green"])


@pytest.mark.rule("AN-12.1", "AN-10.12", "AN-4.8")
def test_a_gap_on_the_last_field_has_triggered_the_end() -> None:
    display = [". . . blue . -", ". . . . . grey", ". . . . . green"]
    with pytest.raises(fm.BadPosition, match="field 6"):
        position(display=display, taken=True)
    position(display=display, last_turns=2)
    position(display=display, phase="over")
    position(display=[". . - blue . .", ". . . . . grey", ". . . . . green"], taken=True)


@pytest.mark.rule("AN-12.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_turn_triggers_the_end_and_then_everybody_has_one(players: int) -> None:
    for turns in range(players + 1):
        with pytest.raises(fm.BadPosition, match="turns"):
            position(players=players, phase="over", turns=turns)
    position(players=players, phase="over", turns=players + 1)
    for left in range(1, players + 1):
        position(players=players, last_turns=left, turns=1 + players - left)
        with pytest.raises(fm.BadPosition, match="turns"):
            position(players=players, last_turns=left, turns=players - left)


@pytest.mark.rule("AN-12.4")
@pytest.mark.parametrize("seat_in_turn", range(4))
def test_a_game_that_is_over_has_had_turns_enough(seat_in_turn: int) -> None:
    state = position(phase="over", first=1, seat=seat_in_turn)
    (turns,) = fields(state, "turns")
    assert turns in range(5, 9)
    assert (1 + turns) % 4 == seat_in_turn
    again(state)


SUPPLY: Doc = {"hill": LEVEL_2, "tiles": [START, "scout+build"], "workers": [5, 16, 21]}
GIVE: Doc = {"phase": "give", "pick": "load 13"}


@pytest.mark.rule("AN-3.3", "AN-3.4", "AN-3.9")
@pytest.mark.parametrize(
    ("rest", "fits"),
    [
        ({"phase": "hatch", "steps": 2, "marked": [4]}, True),
        ({"phase": "hatch", "steps": 1, "marked": [4], "first_nest": "soil"}, True),
        ({"phase": "hatch", "steps": 1, "marked": [4], "first_nest": "any"}, False),
        ({"phase": "hatch", "steps": 1, "marked": [4], "hero": False}, False),
        ({"phase": "hatch", "steps": 3, "marked": [4]}, False),
        ({"phase": "hatch", "steps": 2, "marked": [2]}, False),
        ({"phase": "hatch", "steps": 2, "marked": [4, 2]}, False),
        ({"phase": "hatch", "steps": 2, "marked": [2, 4]}, True),
        ({"phase": "hatch", "steps": 2, "hero": True}, False),
        ({"phase": "hatch", "steps": 1, "hero": True}, True),
        ({"phase": "hatch", "steps": 1, "hero": False}, False),
        ({"phase": "hatch", "steps": 1, "hero": True, "first_nest": "soil"}, False),
        ({"phase": "scout", "level": 2, "marked": [2]}, True),
        ({"phase": "scout", "level": 1, "marked": [2], "hero": False}, False),
        ({"phase": "scout", "level": 1, "hero": True}, True),
        ({"phase": "scout", "level": 2, "marked": [2], "scout_field": 0}, False),
        ({"phase": "tile", "steps": 1, "marked": [1]}, True),
        ({"phase": "tile", "steps": 2, "marked": [1]}, False),
        ({"phase": "tile", "steps": 1, "marked": [3]}, True),
        ({"phase": "tile", "steps": 1, "marked": [3], "hero": False}, False),
        ({"phase": "ants", "steps": 1, "marked": [3]}, True),
        ({"phase": "ants", "steps": 2, "marked": [3]}, False),
        ({**GIVE, "steps": 1, "marked": [5]}, True),
        ({**GIVE, "steps": 2, "marked": [5], "hero": True}, False),
    ],
)
def test_an_action_runs_because_its_hex_or_the_hero_is_marked(rest: Doc, fits: bool) -> None:
    doc = {"colonies": [SUPPLY, {}, {}, {}], **rest}
    if fits:
        again(game(4).position(doc))
        return
    with pytest.raises(fm.BadPosition):
        game(4).position(doc)


@pytest.mark.rule("AN-3.9")
def test_the_hero_has_been_called_where_the_last_marker_does_not_say_it() -> None:
    state = game(4).position({"phase": "hatch", "steps": 1, "marked": [1, 2]})
    assert fields(state, "hero") == [True]
    state = game(4).position({"phase": "hatch", "steps": 1, "marked": [1, 4]})
    assert fields(state, "hero") == [False]


@pytest.mark.rule("AN-10.6")
def test_prey_waits_through_the_turn_in_which_it_came_or_without_room() -> None:
    position({"waiting": ["beetle"]}, hero=True)
    position({"waiting": ["beetle"]}, marked=[5])
    position({"hill": ONE_FUNGUS, "stored": FULL, "waiting": ["ladybird"]}, hero=False)
    with pytest.raises(fm.BadPosition, match="room"):
        position({"waiting": ["beetle"]}, marked=[])


@pytest.mark.rule("AN-5.8", "AN-5.9")
def test_an_observation_tells_which_hexes_are_one_tile() -> None:
    state = position({"hill": LEVEL_2})
    seen = state.observe(0)[state.game.observation["mate_0"]]
    ways = ["e", "ne", "nw", "w", "sw", "se"]
    mates = [ways.index(place["mate"]) for place in state.view(0)["colonies"][0]["hexes"]]
    assert [round(6 * float(number)) for number in seen] == [
        *(way + 1 for way in mates),
        *[0] * 120,
    ]
    # The same symbols at the same places, but other tiles.
    turned = position({"hill": ["scout+hatch 1,0 se", "scout+build 3,0 e", "ants+fungus 3,-1 e"]})
    straight = position(
        {"hill": ["scout+hatch 1,0 se", "scout+ants 3,0 ne", "build+fungus 4,0 ne"]}
    )
    assert seen[:6].tolist() == straight.observe(0)[state.game.observation["mate_0"]][:6].tolist()
    assert (turned.observe(0) != straight.observe(0)).any()


@pytest.mark.rule(
    "AN-3.13", "AN-4.1", "AN-5.2", "AN-5.15", "AN-6.1", "AN-8.16", "AN-10.2", "AN-11.2"
)
@pytest.mark.parametrize(
    ("colonies", "rest"),
    [
        bad("scout without level", phase="scout"),
        bad("scout at level 6", phase="scout", level=6),
        bad("hatch without steps", phase="hatch"),
        bad("hatch at level 6", phase="hatch", steps=6),
        bad("hatch at level 0", phase="hatch", steps=0),
        bad("hatch without supply", {"nests": {"red": 11}}, phase="hatch", steps=1),
        bad("one kind of tile", {"tiles": [START] * 2}, phase="tile", steps=1),
        bad(
            "more to build than held",
            {"tiles": [START]},
            phase="hex",
            steps=2,
            tile=START,
        ),
        bad("a tile not held", {"tiles": [START]}, phase="hex", steps=1, tile="scout+ants"),
        bad(
            "one way to lay",
            {"tiles": [START]},
            phase="lay",
            steps=1,
            tile=START,
            spot="1",
        ),
        bad("ants! without a step", phase="ants", steps=3),
        bad("transport without a step", {"workers": [5]}, phase="transport", steps=3),
        bad(
            "one receiver",
            {"workers": [5, 16]},
            phase="give",
            steps=1,
            pick="load 13",
        ),
        bad("store nothing", phase="store"),
        bad(
            "store on the only hex",
            {
                "hill": ONE_FUNGUS,
                "stored": FOUR,
                "waiting": ["ladybird"],
            },
            phase="store",
        ),
        bad("return with three tiles", {"tiles": [START] * 3}, phase="return"),
        bad("return of like tiles", {"tiles": [START] * 4}, phase="return"),
        bad("no anteater has come", phase="anteater"),
    ],
)
def test_decisions_that_are_none(colonies: tuple[Doc, ...], rest: Doc) -> None:
    with pytest.raises(fm.BadPosition):
        position(*colonies, **rest)


@pytest.mark.rule("AN-3.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_left_out(players: int) -> None:
    state = game(players).position({})
    assert fields(state, "phase", "first", "turns") == ["act", 0, players]
    assert fields(state, "marked", "hero", "last_turns", "arrived") == [[], False, 0, []]
    assert fields(state, "taken") == [False]
    assert (seat(state), state.view(None)["actions"]) == (0, 3)
    assert len(texts(state)) == 12
    assert Table(state.to_position()).tiles().total() == 15
    assert [row[5] for row in state.to_position()["display"]] == ["blue", "grey", "green"]
    again(state)


@pytest.mark.rule("AN-3.1")
@pytest.mark.parametrize(("first", "turn", "turns"), [(0, 2, 6), (3, 3, 4), (3, 0, 5), (1, 0, 7)])
def test_the_seat_in_turn(first: int, turn: int, turns: int) -> None:
    state = position(first=first, seat=turn)
    assert (seat(state), fields(state, "turns")) == (turn, [turns])
    assert state == position(first=first, turns=turns)


@pytest.mark.rule("AN-1.10", "AN-5.16", "AN-8.16")
@pytest.mark.parametrize(
    ("colonies", "rest"),
    [
        (({"workers": [2, 10, "gorge"], "soldiers": [10], "carrying": ["beetle gorge"]},), {}),
        (({"hill": ONE_FUNGUS, "stored": FULL, "waiting": ["ladybird"], "green": 2},), {}),
        (({"tiles": [START, "scout+build"]},), {"phase": "tile", "steps": 1, "marked": [1]}),
        (({"tiles": [START]},), {"phase": "hex", "steps": 1, "tile": START}),
        (({"tiles": [START]},), {"phase": "lay", "steps": 1, "tile": START, "spot": "4 se"}),
        (
            ({"hill": LEVEL_2},),
            {"phase": "scout", "level": 2, "scout_field": 2, "marked": [2]},
        ),
        ((), {"phase": "hatch", "steps": 2, "first_nest": "soil"}),
        ((), {"phase": "hatch", "steps": 2, "first_nest": "any"}),
        (({"workers": [5, 16, 21]},), {"phase": "give", "steps": 3, "pick": "load 13"}),
        (({"waiting": ["beetle"]},), {"phase": "store"}),
        (({"tiles": [START] * 3 + ["scout+build"]},), {"phase": "return", "taken": True}),
        ((), {"phase": "over", "turns": 37}),
        ((), {"last_turns": 2, "turns": 14, "first": 2}),
    ],
)
def test_what_is_written_is_what_was_read(colonies: tuple[Doc, ...], rest: Doc) -> None:
    state = position(*colonies, **rest)
    written = state.to_position()
    for name, value in rest.items():
        assert written[name] == value
    for own, read in zip(written["colonies"], colonies, strict=False):
        for name, value in read.items():
            found = own[name]
            assert (sorted(found, key=str) if isinstance(value, list) else found) == (
                sorted(value, key=str) if isinstance(value, list) else value
            )
    again(state)


@pytest.mark.rule("AN-1.10")
def test_the_view_tells_what_follows_from_a_position() -> None:
    own: Doc = {"hill": ["scout+hatch 1,0 se"], "workers": [2], "nests": {"red": 2}}
    state = position(own, prey={"beetle": 0}, marked=[2], seat=0)
    view = state.view(3)
    assert view["to_act"] in ([0], (0,))
    assert (view["round"], view["actions"], view["exhausted"]) == (2, 2, ["beetle"])
    assert (view["colonies"][0]["ants"], view["colonies"][0]["levels"]) == (8, [0, 1, 0, 0, 0])
    assert hexes(state)[2] == (2, "scout")
    assert sum(view["bag"].values()) == 60 - 15 - 1
    assert not {"rng", "barrier"} & set(view)
