"""Section 4, phase 1: event."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.myrmes.helpers import (
    QUIET,
    SEASONS,
    TRACKS,
    again,
    atelier,
    brood,
    empty,
    gained,
    garden,
    last_worker,
    lays,
    own,
    phase,
    pheromone,
    play,
    position,
    refuse,
    special,
    store,
    texts,
    wait,
    when,
)
from tests.rules.myrmes.reckoning import Doc


def events(die: int, larvae: int) -> list[str]:
    state = position({"larvae": larvae}, QUIET, QUIET, QUIET, phase="brood", dice=[die] * 3)
    return [text[6:] for text in texts(state) if text.startswith("event ")]


@pytest.mark.rule("MY-4.1", "MY-15.8")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_marker_starts_on_the_die_of_the_season(number: int) -> None:
    dice = [2, 4, 6]
    gone = [0] * number + dice[number:]
    state = position(phase="worker", season=SEASONS[number], dice=gone)
    assert [own(state, by)["event"] for by in range(4)] == [dice[number]] * 4
    state = position(QUIET, phase="brood", season=SEASONS[number], dice=gone)
    assert texts(state, 1)[1] == f"event {dice[number]}"
    wait(state)
    assert own(state)["event"] == dice[number]


@pytest.mark.rule("MY-4.2", "MY-4.3", "MY-4.4")
@pytest.mark.parametrize(
    ("die", "larvae", "reach"),
    [
        (3, 2, "1 2 3 4 5"),
        (6, 1, "5 6 7"),
        (1, 1, "0 1 2"),
        (3, 10, "0 1 2 3 4 5 6 7"),
        (1, 2, "0 1 2 3"),
        (6, 5, "1 2 3 4 5 6 7"),
        (4, 0, ""),
    ],
)
def test_as_far_as_the_larvae_go(die: int, larvae: int, reach: str) -> None:
    assert events(die, larvae) == reach.split()


@pytest.mark.rule("MY-4.2", "MY-4.4")
@pytest.mark.parametrize(("event", "cost"), [(0, 3), (1, 2), (3, 0), (4, 1), (7, 4)])
@pytest.mark.parametrize("reveal", ["together", "apart"])
def test_each_space_costs_a_larva(event: int, cost: int, reveal: str) -> None:
    me = {"larvae": 4, "nurses": 0}
    state = position(me, QUIET, QUIET, QUIET, dice=[3] * 3, options={"reveal": reveal})
    play(state, f"event {event}")
    assert (own(state)["event"], own(state)["larvae"]) == (event, 4 - cost)
    assert phase(state) == "worker"


@pytest.mark.rule("MY-4.4")
@pytest.mark.parametrize(("larvae", "event"), [(1, 3), (1, 7), (3, 1), (3, 0), (4, 0)])
def test_not_farther(larvae: int, event: int) -> None:
    state = position({"larvae": larvae}, QUIET, QUIET, QUIET, phase="brood", dice=[5] * 3)
    assert refuse(state, f"event {event}") == "MY-4.4"
    play(state, f"event {5 - larvae}")


@pytest.mark.rule("MY-4.3")
@pytest.mark.parametrize("die", range(1, 7))
def test_0_and_7_need_larvae(die: int) -> None:
    for larvae in range(8):
        reach = events(die, larvae)
        assert ("0" in reach) is (larvae >= die)
        assert ("7" in reach) is (larvae >= 7 - die)


@pytest.mark.rule("MY-4.5")
def test_for_this_player_alone() -> None:
    state = position({"event": 4}, {"event": 5}, phase="worker")
    play(state, "d4")
    assert state.to_position()["moves"] == 6
    play(state, "done; d10")
    assert state.to_position()["moves"] == 3


@pytest.mark.rule("MY-4.5", "MY-15.8")
def test_for_this_season_alone() -> None:
    me = {"event": 0, "larvae": 0, "rooms": [1]}
    state = last_worker(me, dice=[1, 6, 2])
    play(state, "done")
    assert when(state) == (1, "summer")
    assert [own(state, by)["event"] for by in range(4)] == [6] * 4


# Event 0, level


@pytest.mark.rule("MY-4.6", "MY-6.4", "MY-18.10")
@pytest.mark.parametrize("choice", ["tiles", "sizes", "everything"])
@pytest.mark.parametrize(
    ("level", "rooms"),
    [
        (0, ["room 0", "room 1"]),
        (1, ["room 0", "room 1", "room 2 earth", "room 2 stone"]),
        (2, ["room 0", "room 1", "room 2 earth", "room 2 stone", "room 3"]),
        (3, ["room 0", "room 1", "room 2 earth", "room 2 stone", "room 3"]),
    ],
)
def test_event_0_opens_the_next_room(level: int, rooms: list[str], choice: str) -> None:
    me = {"level": level, "event": 0, "food": 1}
    state = position(me, phase="worker", options={"event_0": choice})
    assert [text for text in texts(state) if text.startswith("room")] == rooms
    assert state.view(0)["seats"][0]["room_level"] == min(level + 1, 3)


BIG = {
    2: ["pair"],
    3: ["pair", "line", "triangle"],
    4: ["pair", "line", "triangle", "rhombus", "pistol"],
    5: ["pair", "line", "triangle", "rhombus", "pistol", "trapezoid"],
    6: ["pair", "line", "triangle", "rhombus", "pistol", "trapezoid", "pyramid"],
}


@pytest.mark.rule("MY-4.6", "MY-4.7", "MY-4.16", "MY-10.3", "MY-10.5")
@pytest.mark.parametrize("level", [0, 1, 2, 3])
@pytest.mark.parametrize("event", range(8))
def test_sizes_by_level_and_event(level: int, event: int) -> None:
    limit = level + 2 + (event in (0, 6))
    state = garden("h7", {"level": level, "event": event})
    assert lays(state) == BIG[limit]
    assert state.view(0)["seats"][0]["size_limit"] == limit


RICH = {"food": 1, "earth": 1, "stone": 1}


@pytest.mark.rule("MY-4.6", "MY-4.8", "MY-4.16", "MY-11.3", "MY-18.10", "MY-18.14")
@pytest.mark.parametrize(
    ("event", "options", "deeper"),
    [
        (0, {}, 1),
        (0, {"event_0": "sizes"}, 0),
        (0, {"event_0": "everything"}, 1),
        (6, {}, 0),
        (6, {"event_6": "all_tiles"}, 1),
        (5, {"event_6": "all_tiles", "event_0": "everything"}, 0),
    ],
)
@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_special_tiles_by_level_and_event(
    level: int, event: int, options: dict[str, str], deeper: int
) -> None:
    me = {"level": level, "event": event, **RICH}
    state = garden("h7", me, options=options)
    expected = ["farm", "scavenging"] if level + deeper >= 1 else []
    expected += ["subcolony"] if level + deeper >= 3 else []
    assert [text for text in lays(state) if text in ("farm", "scavenging", "subcolony")] == expected
    for kind in {"farm", "scavenging", "subcolony"} - set(expected):
        assert refuse(state, f"lay {kind}") == "MY-11.3"


@pytest.mark.rule("MY-4.7")
def test_event_0_at_level_three_opens_no_further_room() -> None:
    state = position({"level": 3, "event": 0, "rooms": [0, 1, 2, 3], "food": 1}, phase="worker")
    assert texts(state) == ["d4"]


@pytest.mark.rule("MY-4.8", "MY-15.1", "MY-18.10")
@pytest.mark.parametrize(("choice", "kept"), [("tiles", 4), ("sizes", 4), ("everything", 6)])
@pytest.mark.parametrize(("level", "event", "deep"), [(1, 0, True), (1, 6, False), (0, 0, False)])
def test_event_0_and_the_storeroom(
    choice: str, kept: int, level: int, event: int, deep: bool
) -> None:
    me = {"level": level, "event": event, "food": 7}
    state = last_worker(me, options={"event_0": choice})
    assert state.view(0)["seats"][0]["capacity"] == (kept if deep else 4)
    play(state, "done")
    assert store(state) == (kept if deep else 4, 0, 0)
    again(state)


@pytest.mark.rule("MY-4.8", "MY-15.1")
@pytest.mark.parametrize("level", [2, 3])
def test_event_0_does_not_widen_the_largest_storeroom(level: int) -> None:
    me = {"level": level, "event": 0, "food": 7}
    state = play(last_worker(me, options={"event_0": "everything"}), "done")
    assert store(state) == (6, 0, 0)


@pytest.mark.rule("MY-4.8", "MY-14.23", "MY-18.10")
@pytest.mark.parametrize(("choice", "counts"), [("tiles", 0), ("sizes", 0), ("everything", 1)])
@pytest.mark.parametrize(("objective", "level"), [(14, 1), (14, 0), (19, 2), (19, 1)])
def test_event_0_and_the_colony_objectives(
    choice: str, counts: int, objective: int, level: int
) -> None:
    need = {14: 2, 19: 3}[objective]
    objectives = [1, 2, 8, 14, 15, 19]
    number = objectives.index(objective) + 1
    me = {"level": level, "event": 0, "done": {"1": 1, "3": 2}, "nurses": 4}
    state = atelier(me, season="autumn", objectives=objectives, options={"event_0": choice})
    if level + counts >= need:
        play(state, f"objective {number}")
        assert own(state)["level"] == 0
    else:
        assert refuse(state, f"objective {number}") == "MY-14.4"


# Event 1, points


def scored(line: str, me: Doc, choice: str, event: int = 1, **fields: Any) -> Doc:
    state = position({"event": event, **me}, phase="worker", options={"event_1": choice}, **fields)
    return gained(play(state, line))


@pytest.mark.rule("MY-4.9", "MY-4.10", "MY-4.11", "MY-18.11")
@pytest.mark.parametrize("choice", ["workers", "no_cleaning", "everything"])
@pytest.mark.parametrize(
    ("line", "me", "fields", "points"),
    [
        ("d4; c4; lay line; c3 c4 c5", {"level": 1}, {}, {"pheromones": 2}),
        ("d4; c4; lay farm; c4 c5 d5", {"level": 1, "stone": 1}, {}, {"specials": 2}),
        ("room 3", {"level": 3, "food": 1}, {}, {"queen": 2}),
        ("d4; e4; e5", {"soldiers": 1}, {"prey": {"e5": "termite"}}, {"hunting": 2}),
        ("d4; e4; e5", {"soldiers": 2}, {"prey": {"e5": "spider"}}, {"hunting": 4}),
    ],
    ids=["pheromone", "special tile", "queen", "termite", "spider"],
)
def test_event_1_adds_a_point(line: str, me: Doc, fields: Doc, points: Doc, choice: str) -> None:
    assert scored(line, me, choice, **fields) == {**points, "event": 1}
    assert scored(line, me, choice, event=5, **fields) == points


@pytest.mark.rule("MY-4.9", "MY-4.11", "MY-18.11")
@pytest.mark.parametrize(
    ("choice", "extra"), [("workers", 1), ("no_cleaning", 0), ("everything", 1)]
)
def test_event_1_and_cleaning(choice: str, extra: int) -> None:
    tiles = [empty("c3 c4 c5", 1)]
    found = scored("d4; c4; clean; c4", {"soldiers": 1, "earth": 1}, choice, tiles=tiles)
    assert found == {"cleaning": 2} | ({"event": 1} if extra else {})


@pytest.mark.rule("MY-4.10")
@pytest.mark.parametrize("choice", ["workers", "no_cleaning", "everything"])
@pytest.mark.parametrize(
    ("line", "me", "fields"),
    [
        ("d4; e4; lay pair; d5 e4", {}, {}),
        ("d4; e4; e5", {"soldiers": 1}, {"prey": {"e5": "ladybug"}}),
        ("d4; c4; clean; c4", {"earth": 1}, {"tiles": [empty("c3 c4 c5", 0)]}),
        ("d4; d3; clean; d3", {"earth": 1, "soldiers": 1}, {"tiles": [pheromone("d3 e3", 1)]}),
        ("room 0", {}, {}),
    ],
    ids=["pair", "ladybug", "own pheromone", "foreign pair", "room"],
)
def test_what_brings_no_points_brings_none_more(
    line: str, me: Doc, fields: Doc, choice: str
) -> None:
    assert scored(line, me, choice, **fields) == {}


@pytest.mark.rule("MY-4.9")
def test_event_1_counts_every_time() -> None:
    me = {"event": 1, "soldiers": 1, "level": 1}
    state = garden("e4", me, prey={"e5": "termite"})
    play(state, "e5; lay line; e3 e4 e5")
    assert gained(state) == {"hunting": 2, "pheromones": 2, "event": 2}


@pytest.mark.rule("MY-4.11", "MY-12.6")
@pytest.mark.parametrize(
    ("choice", "extra"), [("workers", 0), ("no_cleaning", 0), ("everything", 2)]
)
def test_event_1_and_sub_colonies(choice: str, extra: int) -> None:
    tiles = [special("subcolony", "c4 c5 d5 d6"), special("subcolony", "h6 h7 i6 i7")]
    state = play(last_worker({"event": 1}, tiles=tiles, options={"event_1": choice}), "done")
    assert gained(state) == {"subcolonies": 4} | ({"event": extra} if extra else {})


@pytest.mark.rule("MY-4.11")
@pytest.mark.parametrize(
    ("choice", "extra"), [("workers", 0), ("no_cleaning", 0), ("everything", 1)]
)
def test_event_1_and_objectives(choice: str, extra: int) -> None:
    state = atelier(
        {"event": 1, "food": 3}, {"event": 1, "done": {"1": 1}}, options={"event_1": choice}
    )
    play(state, "objective 1")
    assert gained(state) == {"objectives": 6} | ({"event": extra} if extra else {})
    assert gained(state, 1) == {"bonus": 3}


# Events 2, 5 and 7, births


@pytest.mark.rule("MY-4.12", "MY-4.15", "MY-4.17", "MY-4.18", "MY-18.12")
@pytest.mark.parametrize(
    ("event", "track", "with_birth", "always"),
    [
        (2, "larvae", [0, 3, 5, 7], [2, 3, 5, 7]),
        (7, "workers", [0, 0, 2, 2, 3], [1, 1, 2, 2, 3]),
        (5, "soldiers", [0, 0, 2, 3], [1, 1, 2, 3]),
    ],
)
def test_birth_events(event: int, track: str, with_birth: list[int], always: list[int]) -> None:
    for choice, births in (("with_birth", with_birth), ("always", always)):
        for nurses, born in enumerate(births):
            # The larvae are just enough for the event.
            me = {"nurses": 4, "workers": 1, "larvae": abs(event - 4)}
            options = {"birth_events": choice}
            state = position(me, QUIET, QUIET, QUIET, dice=[4] * 3, options=options)
            play(state, f"event {event}")
            for step in TRACKS:
                if phase(state) == "brood":
                    play(state, f"{step} {nurses if step == track else 0}")
            before = {"larvae": 0, "workers": 1, "soldiers": 0}
            after = {name: own(state)[name] for name in before}
            assert after == {**before, track: before[track] + born}


@pytest.mark.rule("MY-4.12", "MY-4.15", "MY-4.17", "MY-4.18")
@pytest.mark.parametrize(("event", "what"), [(2, "larvae"), (5, "soldiers"), (7, "workers")])
def test_birth_events_without_nurses(event: int, what: str) -> None:
    count = {2: 2, 5: 1, 7: 1}[event]
    for choice, more in (("with_birth", 0), ("always", count)):
        me = {"nurses": 0, "larvae": abs(event - 4), "workers": 2}
        state = brood(f"event {event}", me, options={"birth_events": choice})
        assert own(state)[what] == (2 if what == "workers" else 0) + more


@pytest.mark.rule("MY-4.15", "MY-4.18")
def test_a_quiet_seat_has_its_event_too() -> None:
    state = position(QUIET, {"nurses": 1}, QUIET, QUIET, options={"birth_events": "always"})
    wait(state)
    assert [own(state, by)["soldiers"] for by in range(4)] == [1, 1, 1, 1]


@pytest.mark.rule("MY-4.17")
def test_the_worker_of_event_7_is_used_this_season() -> None:
    state = brood("event 7; larvae 0; workers 2", {"nurses": 2, "workers": 0, "larvae": 1}, die=6)
    assert (phase(state), state.to_act, own(state)["workers"]) == ("worker", (0,), 2)


# Events 3, 4 and 6


@pytest.mark.rule("MY-4.13")
def test_event_3_brings_more_cubes() -> None:
    tiles = [pheromone("c3 c4")]
    state = play(last_worker({"event": 3}, tiles=tiles), "done")
    assert (phase(state), texts(state)) == ("harvest", ["done", "c4"])
    state = play(last_worker({"event": 4}, tiles=tiles), "done")
    assert (phase(state), store(state)) == ("brood", (0, 1, 0))


@pytest.mark.rule("MY-4.14", "MY-7.2")
@pytest.mark.parametrize("event", range(8))
def test_event_4_moves_farther(event: int) -> None:
    nobody = {"workers": 0}
    state = position({"event": event}, nobody, nobody, nobody, phase="worker")
    for _ in range(2):
        play(state, "d4")
        assert state.to_position()["moves"] == (6 if event == 4 else 3)
        play(state, "done")
    assert phase(state) == "brood"
