"""Section 3: years, seasons, turn order."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

import formicarium as fm
from tests.rules.myrmes.helpers import (
    QUIET,
    SEASONS,
    again,
    atelier,
    brood,
    fewer,
    game,
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
    stroll,
    texts,
    wait,
    when,
)
from tests.rules.myrmes.reckoning import Doc

ALONE = ("worker", "garden", "stand", "lay", "atelier", "dig", "pay", "give")
TOGETHER = ("event", "brood", "harvest", "discard", "winter")
# The phases of a season in their order (MY-3.2).
ORDER = [
    ("event",),
    ("brood",),
    ("worker", "garden", "stand", "lay"),
    ("harvest",),
    ("atelier", "dig", "pay", "give"),
    ("discard",),
    ("winter",),
]
APART = (("reveal", "apart"),)


def stage(doc: Doc) -> int:
    """How far a season has come."""
    (found,) = (number for number, phases in enumerate(ORDER) if doc["phase"] in phases)
    return found


@pytest.mark.rule("MY-3.1", "MY-17.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_years_of_three_seasons_and_a_winter(players: int) -> None:
    seasons = [(doc["year"], doc["season"]) for doc in stroll(players, seed=players)]
    met = [season for season, _ in itertools.groupby(seasons)]
    assert met == [(year, season) for year in (1, 2, 3) for season in SEASONS]


@pytest.mark.compiled  # three whole games of rich colonies
@pytest.mark.rule("MY-3.2", "MY-3.6")
def test_the_phases_of_a_season() -> None:
    met = set()
    for players in (2, 3, 4):
        way = [doc for doc in stroll(players, 4, APART, rich=True) if doc["phase"] != "over"]
        for _, docs in itertools.groupby(way, key=lambda doc: (doc["year"], doc["season"])):
            stages = [stage(doc) for doc in docs]
            assert stages == sorted(stages)
            met.update(stages)
        assert way[-1]["year"] == 3
    assert met == set(range(7))


@pytest.mark.rule("MY-3.3")
@pytest.mark.parametrize("players", fewer(range(2, 5), 1))
def test_one_after_the_other_or_all_at_once(players: int) -> None:
    most = 0
    for doc in stroll(players, 4, APART, rich=True)[::3]:
        to_act = game(players, reveal="apart").position(doc).to_act
        if doc["phase"] in ALONE:
            assert to_act == (doc["seat"],)
        elif doc["phase"] in TOGETHER:
            most = max(most, len(to_act))
    assert most == players


@pytest.mark.rule("MY-3.4")
def test_who_has_no_choice_is_not_asked() -> None:
    state = position({}, QUIET, {"nurses": 1, "larvae": 0}, QUIET, phase="brood")
    assert state.to_act == (0, 2)
    assert refuse(state, "larvae 0", by=1) == "MY-3.4"
    assert state.view(1)["asked"] == [0, 2]


@pytest.mark.rule("MY-3.4")
def test_a_worker_is_asked_for_her_only_way() -> None:
    state = position({"workers": 1, "rooms": [0]}, {"workers": 0}, phase="worker")
    assert (state.to_act, texts(state)) == ((0,), ["d4"])


@pytest.mark.rule("MY-3.4")
def test_a_worker_is_asked_for_the_only_place_of_a_tile() -> None:
    # Next to a5 only a6 is free.
    state = garden("a5", tiles=[pheromone("b5 c5", 1), pheromone("b6 b7", 1)])
    assert lays(state) == ["pair"]
    play(state, "lay pair")
    assert (phase(state), state.to_act, texts(state)) == ("lay", (0,), ["a5 a6"])


@pytest.mark.rule("MY-3.4")
def test_a_nurse_is_asked_for_the_only_hex_of_a_tunnel() -> None:
    # Around o5, where the only tunnel is, only o6 is free.
    state = atelier({"tunnels": ["o5"]}, tiles=[pheromone("n4 m4", 1), pheromone("n5 n6", 1)])
    play(state, "tunnel")
    assert (phase(state), state.to_act, texts(state)) == ("dig", (0,), ["o6"])


@pytest.mark.rule("MY-3.4", "MY-5.2")
def test_where_nobody_has_a_choice_the_game_goes_on() -> None:
    state = last_worker(QUIET, {**QUIET, "rooms": [0]}, QUIET, QUIET)
    play(state, "done")
    # No harvest, no atelier, nothing to store and nobody to give birth: a worker is back.
    assert (phase(state), state.to_act, when(state)) == ("worker", (1,), (1, "summer"))


@pytest.mark.rule("MY-3.4")
@pytest.mark.parametrize(
    "fields",
    [
        {"phase": "winter"},
        {"phase": "harvest", "tiles": [pheromone("c3 c4")]},
        {"phase": "discard", "seats": [{"food": 9}]},
        {"phase": "brood", "seats": [QUIET] * 4},
        {"phase": "event", "seats": [QUIET] * 4, "options": {"reveal": "apart"}},
        {"phase": "worker", "seats": [{"workers": 0}]},
        {"phase": "garden", "worker": "d4", "moves": 0},
        {"phase": "atelier"},
        {"phase": "stand", "worker": "c3", "tiles": [pheromone("c3 c4")]},
        {"phase": "lay", "worker": "e4", "laying": "line"},
    ],
    ids=lambda fields: fields["phase"],
)
def test_a_position_leaves_something_to_decide(fields: Doc) -> None:
    options = fields.get("options", {})
    with pytest.raises(fm.BadPosition):
        game(4, **options).position({"game": "myrmes", "players": 4, **fields})


@pytest.mark.rule("MY-3.2", "MY-5.6", "MY-6.1")
def test_an_opening() -> None:
    table = game(4, first_player="seat_1", start_spaces="by_seat")
    doc = table.start(seed=3).to_position()
    doc["dice"] = [4, 4, 4]
    for mine in doc["seats"]:
        mine["event"] = 4
    state = table.position(doc)
    for by in (3, 1, 0, 2):
        play(state, "event 5; larvae 1; workers 2", by=by)
    assert (phase(state), state.to_act) == ("worker", (0,))
    for by in range(4):
        mine = own(state, by)
        assert (mine["workers"], mine["larvae"], mine["event"]) == (3, 1, 5)


@pytest.mark.rule("MY-3.4", "MY-16.1", "MY-17.1")
def test_without_anybody_the_game_runs_to_its_end() -> None:
    state = play(last_worker(QUIET, QUIET, QUIET, QUIET), "done")
    assert state.is_over
    assert state.scores() == [10 - 3 * (4 + 5 + 6)] * 4


@pytest.mark.rule("MY-3.5")
@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_the_order_of_answers_does_not_matter(order: tuple[int, ...]) -> None:
    answers = {
        0: "event 6; larvae 2; workers 0; soldiers 1",
        1: "event 5; larvae 0; workers 2; soldiers 0; atelier 1",
        2: "event 4; larvae 3",
        3: "event 5; larvae 0; workers 0; soldiers 3",
    }
    state = position(phase="brood")
    for by in order:
        assert by in state.to_act
        play(state, answers[by], by=by)
    other = position(phase="brood")
    for by in range(4):
        play(other, answers[by], by=by)
    assert state == other
    assert [own(state, by)["larvae"] for by in range(4)] == [0 + 3, 1, 0 + 5, 1]
    assert [own(state, by)["soldiers"] for by in range(4)] == [0, 0, 0, 3]


@pytest.mark.rule("MY-3.5")
def test_answers_may_be_mixed_step_by_step() -> None:
    state, other = position(phase="brood"), position(phase="brood")
    lines = ["event 5", "larvae 1", "workers 2"]
    for action in lines:
        for by in (2, 0, 3, 1):
            play(state, action, by=by)
    for by in range(4):
        play(other, ";".join(lines), by=by)
    assert state == other
    assert phase(state) == "worker"


@pytest.mark.rule("MY-3.5")
def test_nothing_takes_effect_before_all_have_decided() -> None:
    state = position({"larvae": 2}, phase="brood")
    play(state, "event 6; larvae 3", by=0)
    assert state.to_act == (1, 2, 3)
    assert (own(state)["larvae"], own(state)["step"]) == (2, "ready")
    for eye in (1, 2, 3, None):
        shown = state.view(eye)["seats"][0]
        assert (shown["larvae"], shown["event"], sum(shown["placed"].values())) == (2, 5, 0)
        assert not {"step", "hatch", "picked", "chosen"} & set(shown)
    assert state.view(0)["seats"][0]["event"] == 6
    assert state.view(0)["seats"][0]["placed"]["larvae"] == 3
    assert refuse(state, "larvae 0", by=0) == "MY-3.5"
    wait(state)
    assert own(state)["larvae"] == 2 - 1 + 5
    assert state.view(3)["seats"][0]["event"] == 6


@pytest.mark.rule("MY-3.6", "MY-18.9")
def test_event_and_births_together() -> None:
    state = position(phase="brood")
    play(state, "event 6", by=0)
    assert (phase(state), state.to_act) == ("brood", (0, 1, 2, 3))
    assert texts(state, 0) == ["larvae 0", "larvae 1", "larvae 2", "larvae 3"]
    assert state.view(1)["seats"][0]["event"] == 5
    again(state)


@pytest.mark.rule("MY-3.6", "MY-18.9")
def test_event_and_births_apart() -> None:
    state = position(options={"reveal": "apart"})
    assert phase(state) == "event"
    play(state, "event 6", by=0)
    assert (phase(state), state.to_act) == ("event", (1, 2, 3))
    assert state.view(1)["seats"][0]["event"] == 5
    assert own(state)["larvae"] == 1
    again(state)
    for by in (1, 2, 3):
        play(state, "event 5", by=by)
    assert (phase(state), state.to_act) == ("brood", (0, 1, 2, 3))
    assert state.view(1)["seats"][0]["event"] == 6
    assert [own(state, by)["larvae"] for by in range(4)] == [0, 1, 1, 1]
    assert texts(state, 0) == ["larvae 0", "larvae 1", "larvae 2", "larvae 3"]
    again(state)


@pytest.mark.rule("MY-3.7", "MY-3.8")
@pytest.mark.parametrize(
    "make",
    [
        lambda larvae: position({"larvae": larvae}, phase="worker"),
        lambda larvae: garden("d4", {"larvae": larvae}),
        lambda larvae: atelier({"larvae": larvae}),
    ],
    ids=["worker", "garden", "atelier"],
)
def test_three_larvae_make_one_food(make: Callable[[int], fm.State]) -> None:
    state = make(7)
    play(state, "convert")
    assert (own(state)["larvae"], store(state)) == (4, (1, 0, 0))
    play(state, "convert")
    assert (own(state)["larvae"], store(state)) == (1, (2, 0, 0))
    assert "convert" not in texts(state)
    assert refuse(state, "convert") == "MY-3.7"
    assert refuse(make(2), "convert") == "MY-3.7"
    assert state.to_act == (0,)


@pytest.mark.rule("MY-3.7", "MY-3.8", "MY-16.6")
def test_larvae_are_converted_in_winter() -> None:
    state = position({"larvae": 3}, phase="winter")
    assert texts(state) == ["convert", "done"]


@pytest.mark.rule("MY-3.8")
@pytest.mark.parametrize(
    "make",
    [
        lambda: brood_of({"larvae": 9}),
        lambda: position({"larvae": 9}, QUIET, QUIET, QUIET, options={"reveal": "apart"}),
        lambda: position({"larvae": 9}, phase="lay", worker="e4", laying="pair"),
        lambda: play(atelier({"larvae": 9}), "tunnel"),
        lambda: position({"larvae": 9}, phase="harvest", tiles=[pheromone("d5 e4")]),
        lambda: position({"larvae": 9}, phase="harvest", tiles=[special("scavenging", "c4 c5 d5")]),
        lambda: position({"larvae": 9, "food": 4, "earth": 1}, phase="discard"),
    ],
    ids=["brood", "event", "lay", "dig", "cube", "scavenging", "discard"],
)
def test_where_it_is_not_offered(make: Callable[[], fm.State]) -> None:
    state = make()
    assert "convert" not in texts(state)
    assert refuse(state, "convert") != "MY-3.7"


@pytest.mark.rule("MY-3.8", "MY-1.11")
@pytest.mark.parametrize("offered", [True, False], ids=["food in the box", "none"])
def test_where_it_is_offered_when_cubes_are_limited(offered: bool) -> None:
    rich, other, limited = {"larvae": 9}, {"food": 29 if offered else 30}, {"cubes": "limited"}
    for state in (
        position(rich, other, phase="worker", options=limited),
        garden("d4", rich, other, options=limited),
        atelier(rich, other, options=limited),
    ):
        assert ("convert" in texts(state)) is offered
    # Here it would take the food of the other's farm, but it is not offered.
    tiles = [special("farm", "c4 c5 d5", 1), special("scavenging", "c8 c9 d9", 0)]
    harvest = position(rich, other, phase="harvest", tiles=tiles, options=limited)
    assert texts(harvest) == ["earth", "stone"]


def brood_of(me: Doc) -> fm.State:
    return position(me, QUIET, QUIET, QUIET, phase="brood")


@pytest.mark.rule("MY-3.9")
@pytest.mark.parametrize(("event", "left"), [(4, 3), (5, 2), (3, 2), (6, 1), (1, 0)])
def test_larvae_spent_on_the_event_are_gone(event: int, left: int) -> None:
    state = brood(f"event {event}", {"larvae": 3, "nurses": 0})
    assert own(state)["larvae"] == left
    assert ("convert" in texts(state)) is (left >= 3)
