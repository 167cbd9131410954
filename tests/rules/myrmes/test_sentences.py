"""Every action in words: what it costs and brings is said, in three languages."""

from __future__ import annotations

import pytest

import formicarium as fm
from tests.rules.myrmes.helpers import (
    atelier,
    empty,
    garden,
    pheromone,
    play,
    position,
    special,
)

DEEP = {"level": 3, "food": 1, "earth": 1, "stone": 1}


def told(state: fm.State, action: str, language: str = "en", by: int | None = None) -> str:
    seat = state.to_act[0] if by is None else by
    code = state.code_of(action)
    assert code is not None
    return state.action(seat, code).describe(language)


@pytest.mark.rule("MY-4.2", "MY-5.3", "MY-5.4", "MY-5.5", "MY-5.8")
@pytest.mark.parametrize(
    ("action", "english", "german", "french"),
    [
        (
            "event 5",
            "Event 5: 1 more soldier if any are born",
            "Ereignis 5: 1 Soldatin mehr, falls welche schlüpfen",
            "Événement 5 : une soldate de plus s'il en naît",
        ),
        (
            "event 3",
            "Event 3: 3 more cubes, for 2 larvae",
            "Ereignis 3: 3 Rohstoffe mehr, für 2 Larven",
            "Événement 3 : 3 cubes de plus, pour 2 larves",
        ),
        (
            "larvae 2",
            "Larvae: 2 nurses (3 larvae)",
            "Larven: 2 Ammen (3 Larven)",
            "Larves : 2 nourrices (3 larves)",
        ),
        (
            "workers 1",
            "Workers: 1 nurse",
            "Arbeiterinnen: 1 Amme",
            "Ouvrières : 1 nourrice",
        ),
        (
            "soldiers 3",
            "Soldiers: 3 nurses (3 soldiers)",
            "Soldatinnen: 3 Ammen (3 Soldatinnen)",
            "Soldates : 3 nourrices (3 soldates)",
        ),
        ("atelier 0", "Atelier: 0 nurses", "Atelier: 0 Ammen", "Atelier : 0 nourrice"),
        (
            "hatch 1",
            "Let 1 worker be born, and soldiers for the rest",
            "1 Arbeiterin und sonst Soldatinnen schlüpfen lassen",
            "Faire naître 1 ouvrière, et des soldates pour le reste",
        ),
    ],
)
def test_events_and_births(action: str, english: str, german: str, french: str) -> None:
    state = position({"larvae": 2})
    assert [told(state, action, language) for language in ("en", "de", "fr")] == [
        english,
        german,
        french,
    ]


@pytest.mark.rule("MY-4.12", "MY-4.15", "MY-4.17")
@pytest.mark.parametrize(
    ("event", "action", "sentence"),
    [
        (2, "larvae 1", "Larvae: 1 nurse (3 larvae)"),
        (2, "larvae 0", "Larvae: 0 nurses"),
        (3, "larvae 1", "Larvae: 1 nurse (1 larva)"),
        (5, "soldiers 2", "Soldiers: 2 nurses (2 soldiers)"),
        (7, "workers 2", "Workers: 2 nurses (2 workers)"),
        (7, "workers 1", "Workers: 1 nurse"),
    ],
)
def test_births_tell_what_the_event_adds(event: int, action: str, sentence: str) -> None:
    state = play(position({"larvae": 7}), f"event {event}", by=0)
    assert told(state, action, by=0) == sentence


@pytest.mark.rule("MY-4.9", "MY-4.10", "MY-4.11")
def test_points_tell_what_the_event_adds() -> None:
    me = DEEP | {"event": 1, "soldiers": 2}
    state = garden("e4", me, prey={"e5": "spider"})
    assert told(state, "lay pair") == "Lay a pair"
    assert told(state, "lay line") == "Lay a line (3 points)"
    assert told(state, "lay farm") == "Lay an aphid farm for 1 stone (3 points)"
    assert told(state, "e5") == "Hunt on E5 (spider, 2 soldiers): 1 food, 5 points"
    queen = position(me, phase="worker")
    assert told(queen, "room 3") == "Room III: feed the queen, 3 points for 1 food"
    tiles = [empty("h7 h8 i7 g7", 1)]
    for option, points in ("workers", 5), ("no_cleaning", 4):
        state = garden("h7", me, tiles=tiles, options={"event_1": option})
        assert told(state, "clean") == f"Clean the pheromone for 1 earth ({points} points)"
    for option, points in ("workers", 6), ("everything", 7):
        state = atelier({"event": 1, "earth": 2}, options={"event_1": option})
        sentence = f"Objective 2: discard 2 earth or stone ({points} points)"
        assert told(state, "objective 2") == sentence


@pytest.mark.rule("MY-6.9", "MY-7.1", "MY-3.7")
def test_uses_of_a_worker() -> None:
    state = position(DEEP | {"larvae": 3}, phase="worker")
    assert told(state, "room 2 stone") == "Room II: 1 stone"
    assert told(state, "room 3") == "Room III: feed the queen, 2 points for 1 food"
    assert told(state, "d4") == "Leave by the tunnel at D4"
    assert told(state, "convert") == "Turn 3 larvae into 1 food"


@pytest.mark.rule("MY-7.4", "MY-7.9", "MY-8.2", "MY-8.3", "MY-8.5")
@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("d5", "Step to D5 (stone)"),
        ("e3", "Step to E3 (mushroom)"),
        ("d4", "Step to D4 (tunnel)"),
        ("f4", "Step to F4 (foreign: pair, 1 soldier)"),
        ("e5", "Hunt on E5 (spider, 2 soldiers): 1 food, 4 points"),
        ("done", "End the worker's action"),
    ],
)
def test_steps(action: str, sentence: str) -> None:
    tiles = [pheromone("f3 f4", 1)] if action == "f4" else []
    state = garden("e4", {"soldiers": 2}, prey={"e5": "spider"}, tiles=tiles)
    assert told(state, action) == sentence


@pytest.mark.rule("MY-7.12")
def test_a_toll_that_is_paid_is_not_asked_for() -> None:
    options = {"toll": "once"}
    state = garden("c4", {"soldiers": 2}, tiles=[pheromone("c2 c3", 1)], options=options)
    assert told(state, "c3") == "Step to C3 (foreign: pair, 1 soldier)"
    play(state, "c3; c4")
    assert told(state, "c3") == "Step to C3 (foreign: pair, 0 soldiers)"


@pytest.mark.rule("MY-9.1", "MY-9.4", "MY-9.6")
@pytest.mark.parametrize(
    ("owner", "sentence"),
    [
        (0, "Clean the pheromone for 1 earth"),
        (1, "Clean the pheromone for 1 earth (4 points)"),
        (None, "Clean the pheromone for 1 earth"),
    ],
)
def test_cleaning(owner: int | None, sentence: str) -> None:
    state = garden("h7", {"earth": 1}, tiles=[empty("h7 h8 i7 g7", owner)])
    assert told(state, "clean") == sentence
    assert told(play(state, "clean"), "h8") == "Clean, and stand on H8"


@pytest.mark.rule("MY-10.12", "MY-10.13", "MY-11.2")
def test_laying() -> None:
    state = garden("e4", DEEP)
    assert told(state, "lay pair") == "Lay a pair"
    assert told(state, "lay line") == "Lay a line (2 points)"
    assert told(state, "lay farm") == "Lay an aphid farm for 1 stone (2 points)"
    triangle, farm = (play(state.copy(), f"lay {what}") for what in ("triangle", "farm"))
    assert told(triangle, "d4 d5 e4") == "Lay it on D4 D5 E4 (1 food, 1 earth, 1 stone)"
    french = "La poser sur D4 D5 E4 (1 nourriture, 1 terre, 1 pierre)"
    assert told(triangle, "d4 d5 e4", "fr") == french
    assert told(farm, "d4 d5 e4") == "Lay it on D4 D5 E4"


@pytest.mark.rule("MY-13.12", "MY-13.13", "MY-13.14", "MY-18.23")
@pytest.mark.parametrize(
    ("level", "choice", "sentence"),
    [
        (0, "sheet", "Für 2 Erde zu Ebene I hinabgraben"),
        (1, "sheet", "Für 1 Erde, 2 Steine zu Ebene II hinabgraben"),
        (1, "board", "Für 2 Erde, 1 Stein zu Ebene II hinabgraben"),
        (2, "sheet", "Für 3 Steine zu Ebene III hinabgraben"),
    ],
)
def test_levels(level: int, choice: str, sentence: str) -> None:
    state = atelier({"level": level}, options={"level_2_cost": choice})
    assert told(state, "level", "de") == sentence


@pytest.mark.rule("MY-13.9", "MY-14.8", "MY-14.12", "MY-14.15")
def test_the_atelier() -> None:
    tiles = [special("farm", "g2 g3 h3"), special("scavenging", "c2 c3 d3")]
    me = {"earth": 2, "stone": 1}
    state = atelier(me, objectives=[2, 6, 13, 14, 19, 20], tiles=tiles)
    assert told(state, "tunnel") == "Dig a tunnel, which brings 1 earth"
    assert told(state, "objective 1") == "Objective 1: discard 2 earth or stone (6 points)"
    assert told(state, "objective 4") == "Objective 4: level II, lose 1 (9 points)"
    assert told(state, "objective 6", "fr") == "Objectif 6 : 7 phéromones reliées (12 points)"
    assert told(play(state.copy(), "tunnel"), "c4") == "Dig the tunnel at C4"
    assert told(play(state.copy(), "objective 1"), "earth") == "Pay: earth"
    assert told(play(state, "objective 2"), "g2") == "Give up the tile at G2 (aphid farm)"


@pytest.mark.rule("MY-12.2", "MY-12.5", "MY-15.2", "MY-16.6", "MY-2.8")
def test_phases_of_all() -> None:
    tiles = [pheromone("d5 e4"), special("scavenging", "g2 g3 h3")]
    state = position(phase="harvest", tiles=tiles)
    assert told(state, "d5") == "Harvest the stone on D5"
    assert told(play(state, "d5"), "earth") == "Scavenge: earth"
    assert told(position({"food": 3, "earth": 3}, phase="discard"), "food") == "Discard: food"
    assert told(position({"larvae": 3}, phase="winter"), "done") == "Keep the other larvae"
    start = position(phase="start", options={"start_spaces": "chosen"})
    assert told(start, "l4") == "Start at L4"


def recounted(state: fm.State, actions: str) -> list[str]:
    """What is told of decisions of the first seat, after each of them."""
    told = []
    for action in actions.split("; "):
        code = state.code_of(action)
        assert code is not None
        told.append(state.action(0, code).recount("en"))
        play(state, action, by=0)
    return told


@pytest.mark.rule("MY-5.1", "MY-5.2")
def test_the_last_of_a_brood_tells_all_of_it() -> None:
    assert recounted(position({"nurses": 4, "larvae": 0}), "larvae 1; workers 0; soldiers 3") == [
        "set 1 nurse to the larvae (1 larva)",
        "set 1 nurse to the larvae (1 larva)",
        "set 1 nurse to the larvae (1 larva) and 3 to the soldiers (3 soldiers)",
    ]
    assert recounted(position({"nurses": 3, "larvae": 0}), "larvae 0") == ["set no nurses"]


@pytest.mark.rule("MY-12.2", "MY-12.5", "MY-15.2")
def test_the_last_cube_tells_the_whole_harvest() -> None:
    tiles = [pheromone("d5 e4"), special("scavenging", "g2 g3 h3")]
    assert recounted(position(phase="harvest", tiles=tiles), "d5; earth") == [
        "harvested 1 stone",
        "harvested 1 earth and 1 stone",
    ]
    full = position({"food": 3, "earth": 3}, phase="discard")
    assert recounted(full, "food; earth") == ["discarded 1 food", "discarded 1 food and 1 earth"]


@pytest.mark.rule("MY-1.2")
def test_what_has_no_meaning_now_is_told_as_it_is_written() -> None:
    state = position(phase="worker")
    assert told(state, "done") == "done"
    assert told(state, "food") == "food"


@pytest.mark.rule("MY-11.3", "MY-13.12", "MY-13.13", "MY-13.14")
def test_refusals_tell_levels_and_costs() -> None:
    with pytest.raises(fm.IllegalAction, match="that tile takes level III"):
        garden("e4").play(0, "lay subcolony")
    for level, cost in enumerate(("2 earth", "1 earth and 2 stone", "3 stone")):
        with pytest.raises(fm.IllegalAction, match=f"the next level takes {cost}"):
            atelier({"level": level}).play(0, "level")
