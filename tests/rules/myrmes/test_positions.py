"""Positions as documents: what is wrong with one is said, and every phase can be written down."""

from __future__ import annotations

import pytest

import formicarium as fm
from formicarium.core.compiled import INTERPRETED
from tests.rules.myrmes.helpers import (
    empty,
    fewer,
    game,
    garden,
    last_worker,
    pheromone,
    play,
    position,
    special,
    stroll,
)
from tests.rules.myrmes.reckoning import Doc

SIX = [1, 6, 8, 12, 15, 16]
APART = {"reveal": "apart"}
CHOSEN = {"start_spaces": "chosen"}
OUT = {"phase": "garden", "worker": "c4"}
WORKING = {"phase": "atelier", "seats": [{"placed": {"atelier": 1}}]}
LATER = {"season": "summer"}
FARMS = [special("farm", "g2 g3 h3"), special("farm", "c2 c3 d3"), special("farm", "m2 m3 l3")]
PAYING = {"phase": "pay", "objective": 2, "seats": [{"earth": 2, "stone": 2}]}


@pytest.mark.rule("MY-1.15", "MY-3.2")
@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"colour": "red"}, "not a position of Myrmes"),
        ({"seats": [{}] * 5}, "there are 5 seats, and must be 4"),
        ({"phase": "tea"}, "there is no phase 'tea'"),
        ({"phase": "event"}, "events are decided with the births"),
        ({"season": "monsoon"}, "there is no season 'monsoon'"),
        ({"phase": "winter", "season": "spring"}, "winter and the end come after autumn"),
        ({"year": 4}, "year: 4, and it must be 1 to 3"),
        ({"phase": "over", "year": 2}, "the game ends in year 3"),
        ({"phase": "start", "season": "summer"}, "before the first season"),
        ({"phase": "start"}, "only chosen with start_spaces=chosen"),
        ({"first": 4}, "first: 4"),
        ({"dice": [1, 2]}, "there are 2 dice, and must be 3"),
        ({"dice": [0, 2, 3]}, "the die of spring: 0"),
        ({"season": "summer", "dice": [1, 2, 3]}, "the die of spring is gone"),
        ({"objectives": [1, 2, 8]}, "there are 3 objectives, not 6"),
        ({"objectives": [2, 1, 8, 9, 15, 16]}, "not ascending"),
        ({"objectives": [1, 2, 3, 9, 15, 16]}, "objectives of level 2"),
        ({"barrier": -1}, "barrier"),
        ({"rng": "dice"}, "64-bit number"),
        ({"rng": "0x1" + "0" * 16}, "64-bit number"),
        ({"prey": {"d4": "ladybug"}}, "d4 is no prey space"),
        ({"prey": {"e5": "wasp"}}, "there is no prey 'wasp'"),
        ({"prey": {"z1": "spider"}}, "there is no hex 'z1'"),
        (
            {"prey": dict.fromkeys(["b4", "b10", "e5", "e8", "f7", "g5", "g8"], "spider")},
            "prey: 7 of spider, and there are only 6",
        ),
        ({"tiles": [pheromone("c2 c4")]}, "c2 c4 is no form of a pheromone"),
        ({"tiles": [special("farm", "c2 c3")]}, "c2 c3 is no form of a farm"),
        ({"tiles": [special("nest", "c2 c3")]}, "there is no kind of tile 'nest'"),
        ({"tiles": [pheromone("c2 c3", 4)]}, "owner: 4"),
        ({"tiles": [pheromone("d4 d5")]}, "d4 holds two things, pheromone and tunnel"),
        ({"tiles": [pheromone("d7 d8")]}, "d7 is water"),
        ({"tiles": [empty("c2 c3") | {"cubes": ["c4"]}]}, "no cube can lie on c4"),
        ({"tiles": [empty("c8 c9") | {"cubes": ["c8", "c8"]}]}, "cubes: ['c8'] is named twice"),
        ({"prey": {"e5": "spider"}, "seats": [{"trophies": 18}]}, "there are 19 prey tokens"),
        ({"tiles": [pheromone("c2 c3", None, cubes=["c2"])]}, "cubes lie on pheromones that have"),
    ],
)
def test_time_and_garden(fields: Doc, fault: str) -> None:
    refuse(fields, fault)


@pytest.mark.rule("MY-1.4", "MY-1.5", "MY-1.6", "MY-1.9", "MY-14.2", "MY-15.1")
@pytest.mark.parametrize(
    ("seat", "fields", "fault"),
    [
        ({"larvae": 1000}, {}, "larvae: 1000"),
        ({"stone": -1}, {}, "stone: -1"),
        ({"workers": 9}, {}, "workers: 9"),
        ({"rooms": [4]}, {"phase": "worker"}, "rooms: 4"),
        ({"tunnels": []}, {}, "seat 0 has 0 tunnels"),
        ({"placed": {"kitchen": 1}}, {}, "there is no track 'kitchen'"),
        ({"placed": {"larvae": 4}}, {}, "nurses placed on larvae: 4"),
        ({"placed": {"larvae": 3, "workers": 1}}, {}, "places more nurses than it has"),
        ({"placed": {"larvae": 1}}, {"phase": "winter"}, "nobody is placed in this phase"),
        ({"event": 8}, {}, "event: 8"),
        ({"event": 1}, {"phase": "winter"}, "there is no event in this phase"),
        ({"done": {"7": 1}}, {}, "there is no objective '7'"),
        ({"done": {"1": 2}}, {}, "season of objective 1: 2"),
        ({"done": {"3": 1}}, LATER, "objective 3 is done, but none of the level before it"),
        ({"nurses": 8, "done": {"1": 1}}, LATER, "more than 8 nurses"),
        ({"done": {"1": 1, "2": 1}}, LATER, "two objectives in one season"),
        ({"done": {"1": 1}}, {}, "no objective is done before the atelier"),
        ({"rooms": [0, 0]}, {"phase": "worker"}, "rooms: [0] is named twice"),
        ({"rooms": [1]}, {"phase": "worker"}, "a room deeper than level 0"),
        ({"trophies": 19}, {}, "there are 19 prey tokens, and 18 spaces"),
        ({"left": {"pair": 7}}, {}, "pair left: 7"),
        ({"left": {"star": 1}}, {}, "there is no form 'star'"),
        ({"markers": 3}, {}, "3 markers free and 0 special tiles"),
        ({"points": {"luck": 1}}, {}, "there is no source of points 'luck'"),
        ({"workers": 5, "soldiers": 4}, {}, "has 9 ants, more than 8"),
        ({"rooms": [0]}, {}, "no worker is in a room in this phase"),
        ({"workers": 1}, {"phase": "harvest"}, "all workers have been used by then"),
        ({"placed": {"atelier": 1}}, {"phase": "discard"}, "the atelier is closed by then"),
        ({"food": 5}, {}, "the storeroom keeps 4 cubes, not 5"),
    ],
)
def test_players(seat: Doc, fields: Doc, fault: str) -> None:
    refuse({"seats": [seat], **fields}, fault)


@pytest.mark.rule("MY-1.9", "MY-1.11", "MY-2.8")
@pytest.mark.parametrize(
    ("fields", "options", "fault"),
    [
        ({"seats": [{"earth": 4}] * 4}, {"cubes": "limited"}, "more earth than in the box"),
        ({"seats": [{"markers": 5}]}, {"neutral_marker": "spent"}, "5 markers free"),
        ({"phase": "start", "seats": [{"tunnels": ["c4"]}]}, CHOSEN, "c4 is no start space"),
        (
            {"phase": "start", "seats": [{}, {"tunnels": ["d4"]}]},
            CHOSEN,
            "start spaces are chosen in turn order",
        ),
        (
            {"phase": "start", "seats": [{"tunnels": [n]} for n in ("d4", "d10", "l4")]},
            CHOSEN,
            "nothing is left to decide",
        ),
        ({"phase": "start", "seat": 2}, CHOSEN, "seat 0 is the next to choose"),
        ({**OUT, "hunted": True}, {}, "only matters with after_hunt=no_tile"),
        ({**OUT, "paid": ["c3"]}, {}, "only matters with toll=once"),
    ],
)
def test_with_options(fields: Doc, options: dict[str, str], fault: str) -> None:
    refuse(fields, fault, options)


@pytest.mark.rule("MY-6.2", "MY-7.1", "MY-13.1", "MY-14.12", "MY-14.15")
@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"phase": "worker", "seat": 4}, "seat: 4"),
        ({"seat": 1}, "here all decide"),
        ({"worker": "c4"}, '"worker" is in the garden'),
        ({"phase": "garden"}, '"worker" is in the garden'),
        ({"moves": 2}, '"moves" belong to a worker'),
        ({**OUT, "moves": 7}, "moves: 7"),
        ({**OUT, "moves": 4}, "moves: 4, and it must be 0 to 3"),
        ({**OUT, "laying": "pair"}, '"laying" is for phase lay'),
        ({**OUT, "worker": "d7"}, "the worker cannot be on d7"),
        ({**OUT, "worker": "e5", "prey": {"e5": "spider"}}, "there is prey on e5"),
        ({**OUT, "seats": [{"workers": 8}]}, "seat 0 has more than 8 ants"),
        ({**OUT, "phase": "lay", "laying": "star"}, "there is no tile 'star'"),
        ({"used": ["nurse"]}, '"used" is for the atelier'),
        ({"objective": 1}, '"objective" is for phases pay and give'),
        ({"due": 1}, '"due" is for phases pay and give'),
        ({**WORKING, "used": ["sleep"]}, "there is no action of the atelier 'sleep'"),
        ({"phase": "atelier"}, "seat 0 has no nurse in the atelier"),
        ({**WORKING, "seat": 1}, "seats before the one in turn have no nurse left"),
        (
            {"phase": "atelier", "used": ["level"]}
            | {"seats": [{"nurses": 4, "placed": {"atelier": 4}}]},
            "more nurses in the atelier than actions",
        ),
        ({**PAYING, "objective": 7}, "objective: 7"),
        (
            {"phase": "pay", "objective": 6, "seats": [{"earth": 5, "stone": 5}]},
            "objective 6 is done, but none of the level before it",
        ),
        (
            {"phase": "pay", "objective": 2, "seats": [{"nurses": 8, "earth": 2, "stone": 2}]},
            "more than 8 nurses",
        ),
        (
            {"phase": "give", "objective": 2, "objectives": [1, 7, *SIX[2:]]},
            "that objective is not paid so",
        ),
        (
            {"phase": "give", "objective": 4, "objectives": SIX, "due": 1, "season": "summer"}
            | {"seats": [{"done": {"1": 1}, "picked": ["g2", "g2"]}], "tiles": FARMS},
            "picked: ['g2'] is named twice",
        ),
        ({**PAYING, "used": ["nurse"]}, 'while paying "objective" is used'),
        ({**PAYING, "objective": 1}, "that objective is not paid so"),
        ({**PAYING, "due": 3}, "due: 3"),
        (
            {**PAYING, "season": "summer", "seats": [{"done": {"2": 1}, "earth": 2, "stone": 2}]},
            "the objective is fulfilled this season",
        ),
        ({**PAYING, "seats": [{"earth": 2}]}, "nothing is left to decide"),
        (
            {"phase": "give", "objective": 2, "objectives": SIX, "due": 1},
            "nothing is left to decide",
        ),
        (
            {"phase": "give", "objective": 4, "objectives": SIX, "due": 1, "season": "summer"}
            | {"seats": [{"done": {"1": 1}}]},
            "0 tiles are given, 1 due",
        ),
        (
            {"phase": "give", "objective": 4, "objectives": SIX, "due": 1, "season": "summer"}
            | {"seats": [{"done": {"1": 1}, "picked": ["c2"]}]},
            "c2 is not the first hex of a neutral tile",
        ),
        ({"phase": "worker", "seats": [{"step": "larvae"}]}, "there is nothing to choose"),
        ({"phase": "worker", "seats": [{"picked": ["c2"]}]}, "there is nothing to choose"),
        ({"seats": [{"chosen": [0, 0]}]}, "chosen has 3 numbers"),
        ({"seats": [{"nurses": 0, "larvae": 0, "step": "ready"}]}, "nothing to decide"),
        ({"seats": [{"step": "sleep"}]}, "there is no step 'sleep'"),
        ({"seats": [{"step": "feed"}]}, "do not lead to step 'feed'"),
        ({"seats": [{"step": "ready", "hatch": 1}]}, "'ready'"),
        ({"seats": [{"hatch": 200}]}, "hatch: 200, and it must be 0 to 3"),
        ({"seats": [{"hatch": -1}]}, "hatch: -1"),
        ({"phase": "winter", "seats": [{"larvae": 6, "chosen": [3, 0, 0]}]}, "do not fit step"),
    ],
)
def test_turns_and_choices(fields: Doc, fault: str) -> None:
    refuse(fields, fault)


def refuse(fields: Doc, fault: str, options: dict[str, str] | None = None) -> None:
    """The document is no position, and the message says why."""
    with pytest.raises(fm.BadPosition) as caught:
        game(4, **(options or {})).position({"game": "myrmes", "players": 4, **fields})
    assert fault in str(caught.value)


HARVEST = [pheromone("c8 c9"), pheromone("d5 e4"), special("scavenging", "g2 g3 h3")]
HUNTER = {"prey": {"e5": "ladybug"}, "options": {"after_hunt": "no_tile"}}
CROWD = {"nurses": 4, "larvae": 0, "soldiers": 5}

# A position, and what seat 0 decides in it.
EVERY_PHASE: dict[str, tuple[Doc, str]] = {
    "start": ({"phase": "start", "options": CHOSEN}, "d4"),
    "event": ({"seats": [{"larvae": 3}], "options": APART}, "event 3"),
    "brood": ({"seats": [{"larvae": 3, "nurses": 5}]}, "event 7; larvae 1; workers 2"),
    "ready": ({"seats": [{"larvae": 0, "nurses": 1}]}, "larvae 1"),
    "hatch": ({"seats": [CROWD]}, "larvae 0; workers 2; soldiers 2"),
    "worker": ({"phase": "worker", "seats": [{"rooms": [0]}]}, ""),
    "garden": ({**OUT, "moves": 2}, ""),
    "toll": (
        {**OUT, "seats": [{"soldiers": 1}], "tiles": [empty("c2 c3", 1)]}
        | {"options": {"toll": "once"}},
        "c3",
    ),
    "hunted": ({**OUT, **HUNTER, "worker": "e4", "seats": [{"soldiers": 1}]}, "e5"),
    "stand": ({**OUT, "worker": "c2", "seats": [{"earth": 1}], "tiles": [empty("c2 c3")]}, "clean"),
    "lay": (OUT, "lay pair"),
    "harvest": ({"phase": "harvest", "seats": [{"event": 3}], "tiles": HARVEST}, "c8; d5; e4"),
    "scavenge": ({"phase": "harvest", "tiles": HARVEST}, "c9; d5"),
    "atelier": ({"phase": "atelier", "seats": [{"placed": {"atelier": 2}, "earth": 2}]}, "level"),
    "dig": (WORKING, "tunnel"),
    "pay": (
        {**WORKING, "seats": [{"placed": {"atelier": 1}, "earth": 2, "stone": 1}]},
        "objective 2",
    ),
    "give": (
        {**WORKING, "seats": [{"placed": {"atelier": 1}, "done": {"1": 1}}], "tiles": FARMS}
        | {"objectives": SIX, "year": 2},
        "objective 4; g2",
    ),
    "discard": ({"phase": "discard", "seats": [{"food": 4, "stone": 4}]}, "food"),
    "discarded": (
        {"phase": "discard", "seats": [{"food": 1, "earth": 6}, {"food": 4, "stone": 4}]},
        "earth; food",  # the other way round there would have been no second question
    ),
    "winter": ({"phase": "winter", "seats": [{"larvae": 9}]}, "convert"),
    "over": ({"phase": "over"}, ""),
    "limited": ({"seats": [{"food": 2}], "options": {"cubes": "limited"}}, ""),
}


@pytest.mark.rule("MY-3.2", "MY-3.5")
@pytest.mark.parametrize("name", EVERY_PHASE)
def test_every_phase_can_be_written_and_read(name: str) -> None:
    fields, line = EVERY_PHASE[name]
    others = {field: told for field, told in fields.items() if field != "seats"}
    state = play(position(*fields.get("seats", ()), **others), line, by=0)
    doc = state.to_position()
    again = state.game.position(doc)
    assert again == state
    assert again.to_position() == doc


@pytest.mark.rule("MY-3.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_can_be_written_and_read(players: int) -> None:
    for seed in fewer(range(20 + players, 23 + players), 1):
        for doc in stroll(players, seed, rich=True)[:: 29 if INTERPRETED else 7]:
            state = game(players).position(doc)
            assert state.to_position() == doc


@pytest.mark.rule("MY-1.15")
def test_a_worker_on_any_hex_of_a_tile_is_on_the_tile() -> None:
    tiles = [empty("c2 c3")]
    assert garden("c3", tiles=tiles) == garden("c2", tiles=tiles)


@pytest.mark.rule("MY-3.4")
def test_the_numbers_that_a_seat_knows_show_its_own_choices() -> None:
    tiles = [pheromone("d5 e4"), pheromone("c8 c9")]
    state = play(position({"event": 3}, phase="harvest", tiles=tiles), "c8", by=0)
    part = state.game.observation["picked"]
    assert state.observe(0)[part].sum() == 1
    assert state.observe(1)[part].sum() == 0
    stands = state.game.observation["stands"]
    assert list(garden("a5").observe(0)[stands])[:2] == [1, 0]
    assert last_worker().observe(0)[stands].sum() == 1
