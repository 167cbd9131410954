"""What is asked where there is only one choice, and where larvae may become food."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import formicarium as fm
from tests.rules.myrmes.helpers import (
    QUIET,
    again,
    atelier,
    game,
    garden,
    last_worker,
    own,
    phase,
    pheromone,
    play,
    position,
    refuse,
    seat,
    special,
    store,
    texts,
    tile,
    when,
)
from tests.rules.myrmes.reckoning import Doc

Make = Callable[[], fm.State]

# ---------------------------------------------------------------- asked, though there is one choice

IDLE: Doc = {"workers": 0}
# The only hex beside a worker on a5 where a tile still finds room is a6.
CORNER = [pheromone("b5 b6", 1)]
# Beside the tunnel on d4 only e3 is free.
HEMMED_IN = [pheromone("c3 c4", 1), pheromone("d5 e4", 1), pheromone("d2 d3", 1)]


@pytest.mark.rule("MY-3.4", "MY-6.1", "MY-6.2")
@pytest.mark.parametrize(
    "make",
    [
        lambda: position({"rooms": [0], "workers": 1, "larvae": 0}, IDLE, phase="worker"),
        lambda: play(position({"larvae": 0}, IDLE, IDLE, IDLE, phase="worker"), "room 0"),
    ],
    ids=["position", "play"],
)
def test_the_only_way_of_a_worker_is_asked(make: Make) -> None:
    state = make()
    assert (phase(state), seat(state), texts(state)) == ("worker", 0, ["d4"])
    play(state, "d4")
    assert phase(state) == "garden"


@pytest.mark.rule("MY-3.4", "MY-10.16")
def test_the_only_place_of_a_pheromone_is_asked() -> None:
    state = play(garden("a5", tiles=CORNER), "lay pair")
    assert (phase(state), seat(state), texts(state)) == ("lay", 0, ["a5 a6"])
    assert tile(state, "a5") is None
    again(state)
    play(state, "a5 a6")
    assert tile(state, "a5") is not None


@pytest.mark.rule("MY-3.4", "MY-10.16", "MY-11.1")
def test_the_only_place_of_a_special_tile_is_asked() -> None:
    tiles = [pheromone("a7 b7", 1), pheromone("b4 b5", 1)]
    state = play(garden("a5", {"level": 1, "stone": 1}, tiles=tiles), "lay farm")
    assert (phase(state), texts(state)) == ("lay", ["a5 a6 b6"])
    assert store(state) == (0, 0, 1)
    play(state, "a5 a6 b6")
    assert store(state) == (0, 0, 0)


@pytest.mark.rule("MY-3.4", "MY-13.7")
def test_the_only_hex_for_a_tunnel_is_asked() -> None:
    state = play(atelier(tiles=HEMMED_IN), "tunnel")
    assert (phase(state), seat(state), texts(state)) == ("dig", 0, ["e3"])
    play(state, "e3")
    assert own(state)["tunnels"] == ["d4", "e3"]


# ---------------------------------------------------------------- not asked


@pytest.mark.rule("MY-3.4", "MY-4.4")
def test_without_larvae_the_event_is_not_asked() -> None:
    state = position({"larvae": 0}, QUIET, QUIET, QUIET, phase="brood")
    assert texts(state) == ["larvae 0", "larvae 1", "larvae 2", "larvae 3"]
    with_one = position({"larvae": 1}, QUIET, QUIET, QUIET, phase="brood")
    assert texts(with_one)[0].startswith("event ")


@pytest.mark.rule("MY-3.4", "MY-5.2", "MY-5.8")
@pytest.mark.parametrize(
    "line", ["larvae 3", "larvae 1; workers 2", "larvae 0; workers 0; soldiers 3"]
)
def test_without_nurses_no_track_and_with_room_no_hatch_is_asked(line: str) -> None:
    state = position({"nurses": 3, "larvae": 0}, QUIET, QUIET, QUIET, phase="brood")
    assert phase(play(state, line)) == "worker"


@pytest.mark.rule("MY-3.4", "MY-7.17")
@pytest.mark.parametrize(("larvae", "asked"), [(2, False), (3, True)])
def test_a_worker_who_can_only_stop_is_not_asked(larvae: int, asked: bool) -> None:
    me = {"larvae": larvae, "workers": 0}
    state = play(garden("d4", me, tiles=[pheromone("c3 c4")], moves=1), "c3")
    assert seat(state) == (0 if asked else 1)
    if asked:
        assert texts(state) == ["convert", "done"]


@pytest.mark.rule("MY-3.4", "MY-12.2")
@pytest.mark.parametrize(
    ("cells", "asked"), [("c3 c4", False), ("c3 c4 c5", True), ("c6 c7", False)]
)
def test_a_cube_is_asked_for_only_where_kinds_differ(cells: str, asked: bool) -> None:
    state = play(last_worker({}, tiles=[pheromone(cells)]), "done")
    assert (phase(state) == "harvest") is asked


@pytest.mark.rule("MY-3.4", "MY-15.2")
@pytest.mark.parametrize(
    ("me", "asked"),
    [
        ({"food": 6}, False),
        ({"food": 4, "earth": 0}, False),
        ({"food": 4, "earth": 1}, True),
        ({"earth": 3, "stone": 3}, True),
    ],
)
def test_a_cube_to_discard_is_asked_for_only_where_kinds_differ(me: Doc, asked: bool) -> None:
    state = play(last_worker(me), "done")
    assert (phase(state) == "discard") is asked
    if not asked:
        assert (sum(store(state)), when(state)) == (4, (1, "summer"))


@pytest.mark.rule("MY-3.4", "MY-16.6")
@pytest.mark.parametrize(
    ("me", "asked"),
    [({"larvae": 2}, False), ({"larvae": 3}, True), ({"larvae": 3, "food": 4}, False)],
)
def test_in_winter_larvae_are_asked_for_only_where_they_can_help(me: Doc, asked: bool) -> None:
    state = play(last_worker(me, season="autumn"), "done")
    assert (phase(state) == "winter") is asked


@pytest.mark.rule("MY-3.4", "MY-2.8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_start_space_is_not_asked_for(players: int) -> None:
    state = game(players, start_spaces="chosen").start(seed=1)
    for left in range(players, 1, -1):
        assert phase(state) == "start"
        assert len(texts(state)) == left
        play(state, texts(state)[0])
    assert phase(state) == "brood"


# ---------------------------------------------------------------- larvae become food

# Where food can be spent; `held` is the food of the second seat.
OFFERED = {
    "worker": lambda held, options: position(
        {"larvae": 7}, {"food": held}, phase="worker", options=options
    ),
    "garden": lambda held, options: garden("d4", {"larvae": 7}, {"food": held}, options=options),
    "atelier": lambda held, options: atelier({"larvae": 7}, {"food": held}, options=options),
}
NOT_OFFERED: dict[str, Callable[[dict[str, str]], fm.State]] = {
    "brood": lambda options: position(
        {"larvae": 9}, QUIET, QUIET, QUIET, phase="brood", options=options
    ),
    "event": lambda options: position(
        {"larvae": 9},
        QUIET,
        QUIET,
        QUIET,
        phase="event",
        options={"reveal": "apart", **options},
    ),
    "lay": lambda options: play(garden("e4", {"larvae": 9}, options=options), "lay pair"),
    "stand": lambda options: play(
        garden(
            "c3",
            {"larvae": 9, "earth": 1},
            tiles=[pheromone("c3 c4", 1, cubes=[])],
            options=options,
        ),
        "clean",
    ),
    "harvest": lambda options: position(
        {"larvae": 9}, phase="harvest", tiles=[pheromone("d5 e4")], options=options
    ),
    "scavenging": lambda options: position(
        {"larvae": 9},
        phase="harvest",
        tiles=[special("scavenging", "c4 c5 d5")],
        options=options,
    ),
    "dig": lambda options: play(atelier({"larvae": 9}, options=options), "tunnel"),
    "discard": lambda options: position(
        {"larvae": 9, "food": 4, "earth": 1}, phase="discard", options=options
    ),
}


@pytest.mark.rule("MY-3.7", "MY-3.8", "MY-1.10", "MY-1.11")
@pytest.mark.parametrize("where", OFFERED)
@pytest.mark.parametrize(
    ("cubes", "held", "times"),
    [
        ("unlimited", 0, 2),
        ("unlimited", 29, 2),
        ("unlimited", 30, 2),
        ("unlimited", 31, 2),
        ("limited", 0, 2),
        ("limited", 28, 2),
        ("limited", 29, 1),
        ("limited", 30, 0),
    ],
)
def test_larvae_become_food_where_it_can_be_spent(
    where: str, cubes: str, held: int, times: int
) -> None:
    state = OFFERED[where](held, {"cubes": cubes})
    for made in range(times):
        assert "convert" in texts(state)
        play(state, "convert")
        assert (own(state)["larvae"], store(state)) == (4 - 3 * made, (made + 1, 0, 0))
    assert "convert" not in texts(state)
    # Either the larvae are used up or the box is.
    assert refuse(state, "convert") == ("MY-3.7" if times == 2 else "MY-1.11")


@pytest.mark.rule("MY-3.8", "MY-1.10")
@pytest.mark.parametrize("where", NOT_OFFERED)
@pytest.mark.parametrize("cubes", ["unlimited", "limited"])
def test_elsewhere_larvae_do_not_become_food(where: str, cubes: str) -> None:
    state = NOT_OFFERED[where]({"cubes": cubes})
    assert "convert" not in texts(state)
    assert refuse(state, "convert") not in ("MY-3.7", "MY-1.11")


@pytest.mark.rule("MY-3.8", "MY-1.11", "MY-16.6")
@pytest.mark.parametrize("cubes", ["unlimited", "limited"])
def test_in_winter_larvae_become_food_while_it_is_missing(cubes: str) -> None:
    # Seat 1 lacks two food, seat 2 none; with the pheromones all 30 cubes are out.
    seats: list[Doc] = [{"larvae": 9, "food": 2}, *({"food": 6, "level": 3} for _ in range(3))]
    tiles = [pheromone("i6 i7"), pheromone("h6 g6"), pheromone("g2 g3", 1), pheromone("g7 g8", 1)]
    tiles += [pheromone("i2 i3", 2)]
    state = position(*seats, phase="winter", tiles=tiles, options={"cubes": cubes})
    if cubes == "limited":
        assert state.view(None)["supply"]["food"] == 0
    assert (state.to_act, texts(state)) == ((0,), ["convert", "done"])
    play(state, "convert")
    assert texts(state) == ["convert", "done"]
    # The second one closes the gap, and the third is not offered.
    play(state, "convert")
    assert (phase(state), own(state)["larvae"], store(state)[0]) == ("brood", 3, 0)
    assert state.breakdown()["seats"][0]["winter"] == 0


@pytest.mark.rule("MY-3.8", "MY-1.11")
def test_food_that_goes_back_to_the_box_can_be_made_again() -> None:
    options = {"cubes": "limited"}
    me = {"larvae": 6, "food": 1, "level": 3}
    state = position(me, {**IDLE, "food": 29}, IDLE, IDLE, phase="worker", options=options)
    assert refuse(state, "convert") == "MY-1.11"
    # The queen eats one: now there is room for one.
    play(state, "room 3")
    assert (seat(state), "convert" in texts(state)) == (0, True)
    play(state, "convert")
    assert store(state) == (1, 0, 0)
    assert refuse(state, "convert") == "MY-1.11"
