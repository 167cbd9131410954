"""Section 7: workers in the garden."""

from __future__ import annotations

import pytest

import formicarium as fm
from tests.rules.myrmes.helpers import (
    QUIET,
    again,
    empty,
    garden,
    hexes,
    last_worker,
    own,
    phase,
    pheromone,
    play,
    position,
    refuse,
    special,
    texts,
)
from tests.rules.myrmes.reckoning import DRY, Doc, neighbours, reading


def at(state: fm.State) -> tuple[str, int]:
    """Where the worker is, and how many points she has left."""
    doc = state.to_position()
    return doc["worker"], doc["moves"]


@pytest.mark.rule("MY-7.1")
def test_out_through_any_own_tunnel() -> None:
    state = position({"tunnels": ["d4", "h7", "c9"]}, {"tunnels": ["d10"]}, phase="worker")
    assert hexes(state) == ["c9", "d4", "h7"]
    for hole in ("c9", "d4", "h7"):
        out = play(state.copy(), hole)
        assert (phase(out), at(out)) == ("garden", (hole, 3))
        assert own(out)["workers"] == 1
    assert refuse(state, "d10") == "MY-7.1"
    assert refuse(state, "d5") == "MY-7.1"


@pytest.mark.rule("MY-7.2", "MY-7.4", "MY-7.5")
def test_three_points_and_no_more() -> None:
    state = play(position(phase="worker"), "d4")
    for step, left in (("c4", 2), ("c5", 1), ("c6", 0)):
        play(state, step)
        assert at(state) == (step, left)
    assert hexes(state) == []
    assert refuse(state, "c7") == "MY-7.5"


@pytest.mark.rule("MY-7.2", "MY-4.14")
def test_six_points_with_event_4() -> None:
    state = play(position({"event": 4}, phase="worker"), "d4; c4; c5; c6; c7; c8; c9")
    assert at(state) == ("c9", 0)
    assert refuse(state, "c10") == "MY-7.5"


@pytest.mark.rule("MY-7.3")
def test_she_never_returns() -> None:
    state = play(last_worker(), "e4; done")
    assert phase(state) == "brood"
    assert own(state)["workers"] == 0
    state = play(last_worker(), "e4; lay pair; d5 e4")
    assert own(state)["workers"] == 0


@pytest.mark.rule("MY-7.4")
@pytest.mark.parametrize("action", ["c5", "d6", "e5", "h7", "d4", "o8"])
def test_only_to_neighbours(action: str) -> None:
    assert refuse(garden("d4"), action) == "MY-7.4"


@pytest.mark.rule("MY-7.6")
@pytest.mark.parametrize(
    ("worker", "water"), [("d6", "d7"), ("e5", "e6"), ("d3", "e2"), ("e4", "f5"), ("g3", "g4")]
)
def test_no_step_into_water(worker: str, water: str) -> None:
    state = garden(worker)
    assert water not in texts(state)
    assert refuse(state, water) == "MY-7.6"


LINE = pheromone("c3 c4 c5")
KINDS = [
    pytest.param(LINE, id="pheromone"),
    pytest.param(special("farm", "c4 c5 d5"), marks=pytest.mark.rule("MY-7.8"), id="farm"),
    pytest.param(special("scavenging", "c4 c5 d5"), marks=pytest.mark.rule("MY-7.8"), id="scav"),
    pytest.param(special("subcolony", "c4 c5 d5 d6"), marks=pytest.mark.rule("MY-7.8"), id="sub"),
]


def around(tile: Doc) -> list[str]:
    near = {other for cell in tile["cells"] for other in neighbours(cell)}
    return reading(near - set(tile["cells"]))


@pytest.mark.rule("MY-7.7")
@pytest.mark.parametrize("tile", KINDS)
def test_a_whole_tile_costs_one_point(tile: Doc) -> None:
    state = play(garden("d4", tiles=[tile]), "c4")
    assert at(state) == (min(tile["cells"]), 2)
    assert hexes(state) == [name for name in around(tile) if name in DRY]
    for name in tile["cells"]:
        assert refuse(state, name) == "MY-7.7"
    play(state, "c6")
    assert at(state) == ("c6", 1)
    again(state)


@pytest.mark.rule("MY-7.7")
def test_from_end_to_end() -> None:
    state = play(garden("c2", tiles=[LINE]), "c3; c6")
    assert at(state) == ("c6", 1)


@pytest.mark.rule("MY-7.7")
def test_any_hex_that_touches_leads_onto_the_tile() -> None:
    start = garden("d4", tiles=[LINE])
    assert {"c3", "c4"} <= set(hexes(start))
    assert refuse(start, "c5") == "MY-7.4"
    assert play(start.copy(), "c3") == play(start.copy(), "c4")


@pytest.mark.rule("MY-7.7")
def test_a_hex_of_a_tile_means_the_tile() -> None:
    assert garden("c5", tiles=[LINE]) == garden("c3", tiles=[LINE])


FOREIGN = [
    pytest.param({"tiles": [pheromone("e3 e4", 1)]}, marks=pytest.mark.rule("MY-7.9"), id="full"),
    pytest.param({"tiles": [empty("e3 e4", 1)]}, marks=pytest.mark.rule("MY-7.9"), id="empty"),
    pytest.param(
        {"tiles": [special("farm", "e4 e5 d5", 1)]}, marks=pytest.mark.rule("MY-7.9"), id="special"
    ),
    pytest.param({"hole": "e4"}, marks=pytest.mark.rule("MY-7.10"), id="tunnel"),
]


def beside_foreign(fields: Doc, soldiers: int, **more: object) -> fm.State:
    given = dict(fields)
    other = {"tunnels": [given.pop("hole")]} if "hole" in given else {}
    return garden("d4", {"soldiers": soldiers}, other, **given, **more)


@pytest.mark.rule("MY-7.15")
@pytest.mark.parametrize("fields", FOREIGN)
def test_a_soldier_for_a_foreign_element(fields: Doc) -> None:
    state = beside_foreign(fields, soldiers=2)
    play(state, "e4")
    assert own(state)["soldiers"] == 1
    assert at(state)[1] == 2


@pytest.mark.rule("MY-7.11")
@pytest.mark.parametrize("fields", FOREIGN)
def test_without_a_soldier_it_is_closed(fields: Doc) -> None:
    state = beside_foreign(fields, soldiers=0)
    assert "e4" not in texts(state)
    assert refuse(state, "e4") == "MY-7.11"


@pytest.mark.rule("MY-7.9", "MY-7.10")
def test_each_foreign_element_costs_one() -> None:
    tiles = [pheromone("c3 c4 c5", 1), pheromone("c6 c7", 2)]
    state = garden("d4", {"soldiers": 2}, tiles=tiles)
    play(state, "c4; c6")
    assert (own(state)["soldiers"], at(state)) == (0, ("c6", 1))
    one = play(garden("d4", {"soldiers": 1}, tiles=tiles), "c3")
    assert refuse(one, "c6") == "MY-7.11"


@pytest.mark.rule("MY-7.9")
def test_own_tiles_cost_no_soldier() -> None:
    state = play(garden("d4", {"soldiers": 1}, tiles=[LINE]), "c4")
    assert own(state)["soldiers"] == 1


@pytest.mark.rule("MY-7.12", "MY-18.16")
@pytest.mark.parametrize(("choice", "cost"), [("each_time", 2), ("once", 1)])
@pytest.mark.parametrize("fields", FOREIGN)
def test_entering_again(fields: Doc, choice: str, cost: int) -> None:
    state = beside_foreign(fields, soldiers=3, options={"toll": choice})
    play(state, "e4; d4; e4")
    assert own(state)["soldiers"] == 3 - cost
    again(state)


@pytest.mark.rule("MY-7.12", "MY-18.16")
@pytest.mark.parametrize("choice", ["each_time", "once"])
def test_the_next_worker_pays_anew(choice: str) -> None:
    nobody = {"workers": 0}
    me = {"soldiers": 3, "workers": 1}
    state = garden(
        "d4", me, nobody, nobody, nobody, tiles=[pheromone("e3 e4", 1)], options={"toll": choice}
    )
    play(state, "e4; done; d4; e4")
    assert own(state)["soldiers"] == 1


@pytest.mark.rule("MY-7.12")
def test_once_means_the_same_element() -> None:
    tiles = [pheromone("e3 e4", 1), pheromone("c3 c4", 1)]
    state = garden("d4", {"soldiers": 3, "event": 4}, tiles=tiles, options={"toll": "once"})
    play(state, "e4; d4; c3; d4; e3; d4")
    assert own(state)["soldiers"] == 1


@pytest.mark.rule("MY-7.12", "MY-7.11")
def test_once_paid_the_last_soldier_is_enough() -> None:
    tiles = [pheromone("e3 e4", 1)]
    for choice, legal in (("each_time", False), ("once", True)):
        state = garden("d4", {"soldiers": 1}, tiles=tiles, options={"toll": choice})
        play(state, "e4; d4")
        assert ("e3" in texts(state)) is legal


@pytest.mark.rule("MY-7.13")
@pytest.mark.parametrize(
    "tile",
    [
        special("farm", "e4 e5 d5", None),
        special("subcolony", "d5 d6 e4 e5", None),
        empty("e3 e4", None),
    ],
    ids=["farm", "sub-colony", "pheromone"],
)
def test_a_neutral_tile_costs_no_soldier(tile: Doc) -> None:
    state = garden("d4", {"soldiers": 1}, tiles=[tile])
    play(state, "e4")
    assert (own(state)["soldiers"], at(state)[1]) == (1, 2)
    play(garden("d4", tiles=[tile]), "e4")


@pytest.mark.rule("MY-7.14")
def test_own_tunnels_and_empty_prey_spaces_are_free() -> None:
    me = {"soldiers": 1, "tunnels": ["d4", "e4"]}
    state = play(garden("d4", me), "e4; e5")
    assert (own(state)["soldiers"], at(state)) == (1, ("e5", 1))
    assert own(state)["trophies"] == 0


@pytest.mark.rule("MY-7.15")
def test_soldiers_spent_may_be_born_again() -> None:
    # Seven soldiers and the worker are all eight ants; two are back in the supply afterwards.
    me = {"soldiers": 7, "larvae": 0}
    state = last_worker(me, QUIET, QUIET, QUIET, tiles=[empty("e3 e4", 1)], dice=[4, 4, 4])
    play(state, "e4; done")
    mine = own(state)
    assert (phase(state), mine["soldiers"], mine["workers"]) == ("brood", 6, 0)
    play(state, "larvae 0; workers 0; soldiers 3")
    assert own(state)["soldiers"] == 8


@pytest.mark.rule("MY-7.16")
def test_workers_are_never_in_the_way() -> None:
    state = garden("d4", {}, {"tunnels": ["f4"]})
    play(state, "e4; done; f4; e4")
    assert at(state) == ("e4", 2)


@pytest.mark.rule("MY-7.17")
def test_done_ends_the_action() -> None:
    state = play(garden("d4"), "e4; done")
    assert (phase(state), state.to_act) == ("worker", (1,))
    assert state.to_position()["tiles"] == []
    assert "done" in texts(garden("d4"))


@pytest.mark.rule("MY-7.17")
def test_where_nothing_is_possible_it_ends_by_itself() -> None:
    # The last step ends on a tunnel, where no tile may be laid.
    me = {"tunnels": ["d4", "e4"]}
    state = play(garden("d4", me), "e4; d4; e4")
    assert (phase(state), state.to_act) == ("worker", (1,))
    # With three larvae there still is something to do.
    state = play(garden("d4", {**me, "larvae": 3}), "e4; d4; e4")
    assert texts(state) == ["convert", "done"]


@pytest.mark.rule("MY-7.17", "MY-7.1")
def test_a_tunnel_without_a_way_out_ends_it_too() -> None:
    walls = [pheromone(cells, 1) for cells in ("c3 c4", "d3 e3", "d5 e4")]
    state = play(position(phase="worker", tiles=walls), "d4")
    assert (phase(state), state.to_act) == ("worker", (1,))
    assert own(state)["workers"] == 1


@pytest.mark.rule("MY-7.17")
@pytest.mark.parametrize("action", ["room 0", "tunnel", "event 5", "d4 d5", "food", "objective 1"])
def test_what_a_garden_worker_does_not_do(action: str) -> None:
    assert refuse(garden("e4"), action) == "MY-7.17"
