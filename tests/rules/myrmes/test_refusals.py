"""Whoever tries what is not allowed is told by which rule, and nothing changes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import formicarium as fm
from formicarium.core.compiled import INTERPRETED
from tests.rules.myrmes.helpers import (
    QUIET,
    atelier,
    empty,
    game,
    garden,
    phase,
    pheromone,
    play,
    position,
    refuse,
    special,
    texts,
)

CHAIN = [pheromone("c2 c3"), pheromone("c4 c5"), pheromone("c6 c7"), pheromone("c8 c9")]


def starting() -> fm.State:
    return game(start_spaces="chosen").start(seed=1)


def event() -> fm.State:
    return position({}, QUIET, QUIET, QUIET, options={"reveal": "apart"})


def brood_event() -> fm.State:
    return position({}, QUIET, QUIET, QUIET)


def brood_larvae() -> fm.State:
    return play(brood_event(), "event 5")


def brood_atelier() -> fm.State:
    return play(brood_larvae(), "larvae 1; workers 0; soldiers 0")


def hatch() -> fm.State:
    me = {"nurses": 4, "larvae": 0, "soldiers": 5}
    return play(position(me, QUIET, QUIET, QUIET), "larvae 0; workers 2; soldiers 2")


def worker() -> fm.State:
    return position({"level": 2, "larvae": 3, "tunnels": ["d4", "h7"]}, phase="worker")


def out() -> fm.State:
    tiles = [pheromone("d5 d6", 1), empty("c3 c4")]
    return garden("e4", {"level": 1, "soldiers": 1, "stone": 1}, tiles=tiles, prey={"e5": "spider"})


def on_tile() -> fm.State:
    return garden("c4", {"earth": 1}, tiles=[empty("c3 c4 c5")])


def stand() -> fm.State:
    return play(on_tile(), "clean")


def lay() -> fm.State:
    return play(garden("e4", {"level": 2}), "lay pistol")


def tiles() -> fm.State:
    return position(phase="harvest", tiles=[pheromone("d5 e4")])


def more() -> fm.State:
    return position({"event": 3}, phase="harvest", tiles=[pheromone("c3 c4")])


def scavenge() -> fm.State:
    return position(phase="harvest", tiles=[special("scavenging", "c4 c5 d5")])


def working() -> fm.State:
    return atelier({"food": 3, "larvae": 3, "earth": 2})


def dig() -> fm.State:
    return play(working(), "tunnel")


def pay() -> fm.State:
    return play(atelier({"earth": 2, "stone": 2}), "objective 2")


def give_special() -> fm.State:
    lying = [special("farm", "c4 c5 d5"), special("scavenging", "h6 h7 i6")]
    return play(atelier(tiles=lying, objectives=[1, 6, 8, 9, 15, 16]), "objective 2")


def give_group() -> fm.State:
    options = {"pheromone_price": "tiles"}
    state = atelier(tiles=CHAIN, objectives=[1, 7, 8, 9, 15, 16], options=options)
    return play(state, "objective 2")


def discard() -> fm.State:
    return position({"food": 3, "stone": 3}, phase="discard")


def winter() -> fm.State:
    return position({"larvae": 6}, phase="winter")


# state, phase, an action of another phase, the rule that says what is wanted.
WANTED = [
    pytest.param(starting, "start", "done", "MY-2.8", marks=pytest.mark.rule("MY-2.8")),
    pytest.param(event, "event", "larvae 1", "MY-4.2", marks=pytest.mark.rule("MY-4.2")),
    pytest.param(brood_event, "brood", "larvae 1", "MY-4.2", marks=pytest.mark.rule("MY-4.2")),
    pytest.param(brood_larvae, "brood", "event 5", "MY-5.2", marks=pytest.mark.rule("MY-5.2")),
    pytest.param(brood_atelier, "brood", "done", "MY-5.2", marks=pytest.mark.rule("MY-5.2")),
    pytest.param(hatch, "brood", "larvae 0", "MY-5.8", marks=pytest.mark.rule("MY-5.8")),
    pytest.param(worker, "worker", "done", "MY-6.2", marks=pytest.mark.rule("MY-6.2")),
    pytest.param(out, "garden", "room 0", "MY-7.17", marks=pytest.mark.rule("MY-7.17")),
    pytest.param(on_tile, "garden", "c3 c4 c5", "MY-7.17", marks=pytest.mark.rule("MY-7.17")),
    pytest.param(stand, "stand", "done", "MY-9.6", marks=pytest.mark.rule("MY-9.6")),
    pytest.param(lay, "lay", "done", "MY-10.16", marks=pytest.mark.rule("MY-10.16")),
    pytest.param(tiles, "harvest", "done", "MY-12.1", marks=pytest.mark.rule("MY-12.1")),
    pytest.param(more, "harvest", "stone", "MY-12.7", marks=pytest.mark.rule("MY-12.7")),
    pytest.param(scavenge, "harvest", "done", "MY-12.5", marks=pytest.mark.rule("MY-12.5")),
    pytest.param(working, "atelier", "earth", "MY-13.1", marks=pytest.mark.rule("MY-13.1")),
    pytest.param(dig, "dig", "tunnel", "MY-13.7", marks=pytest.mark.rule("MY-13.7")),
    pytest.param(pay, "pay", "done", "MY-14.12", marks=pytest.mark.rule("MY-14.12")),
    pytest.param(give_special, "give", "done", "MY-14.15", marks=pytest.mark.rule("MY-14.15")),
    pytest.param(give_group, "give", "done", "MY-14.21", marks=pytest.mark.rule("MY-14.21")),
    pytest.param(discard, "discard", "done", "MY-15.2", marks=pytest.mark.rule("MY-15.2")),
    pytest.param(winter, "winter", "food", "MY-16.6", marks=pytest.mark.rule("MY-16.6")),
]
MAKERS: list[Callable[[], fm.State]] = [
    *(starting, event, brood_event, brood_larvae, brood_atelier, hatch, worker, out, on_tile),
    *(stand, lay, tiles, more, scavenge, working, dig, pay, give_special, give_group),
    *(discard, winter),
]
NAMES = [make.__name__ for make in MAKERS]


@pytest.mark.parametrize(("make", "now", "action", "rule"), WANTED)
def test_what_is_wanted_instead(
    make: Callable[[], fm.State], now: str, action: str, rule: str
) -> None:
    state = make()
    assert phase(state) == now
    assert refuse(state, action) == rule


@pytest.mark.rule("MY-3.4", "MY-6.1", "MY-13.1", "MY-2.8")
@pytest.mark.parametrize("make", MAKERS, ids=NAMES)
def test_out_of_turn(make: Callable[[], fm.State]) -> None:
    state = make()
    (by,) = state.to_act
    rules = {
        "start": "MY-2.8",
        **dict.fromkeys(("worker", "garden", "stand", "lay"), "MY-6.1"),
        **dict.fromkeys(("atelier", "dig", "pay", "give"), "MY-13.1"),
    }
    other = (by + 1) % 4
    assert state.codes(other) == []
    assert refuse(state, texts(state)[0], by=other) == rules.get(phase(state), "MY-3.4")


@pytest.mark.rule("MY-3.5")
def test_who_has_decided_waits() -> None:
    state = position({"nurses": 1, "larvae": 0}, {"nurses": 1, "larvae": 0})
    play(state, "larvae 1", by=0)
    assert refuse(state, "larvae 1", by=0) == "MY-3.5"


@pytest.mark.rule("MY-3.4", "MY-10.16", "MY-13.7")
@pytest.mark.parametrize("make", MAKERS, ids=NAMES)
def test_all_other_actions_are_refused(make: Callable[[], fm.State]) -> None:
    state = make()
    (by,) = state.to_act
    legal = state.codes(by)
    assert legal == sorted(set(legal))
    assert [action.code for action in state.actions(by)] == legal
    # All actions but the places of tiles; of those a few of each form.
    step = 8 if INTERPRETED else 1
    for code in [*range(0, 211, step), *range(211, state.game.actions_size, 41 * step)]:
        if code not in legal:
            assert re.fullmatch(r"MY-\d+\.\d+", refuse(state, code))
    for code in legal:
        after = state.copy()
        after.play(by, code)
        assert after != state


@pytest.mark.rule("MY-10.16")
@pytest.mark.parametrize(
    "nonsense",
    [
        -1,
        3916,
        "",
        "lay",
        "lay star",
        "room 2",
        "room 4",
        "event 8",
        "larvae 4",
        "objective 7",
        "x",
    ],
)
def test_what_is_no_action_is_refused(nonsense: str | int) -> None:
    # No rule forbids it, so none need be named.
    state = out()
    refuse(state, nonsense)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        pytest.param("h7", "MY-7.4", marks=pytest.mark.rule("MY-7.4")),
        pytest.param("f5", "MY-7.6", marks=pytest.mark.rule("MY-7.6")),
        pytest.param("e5", "MY-8.2", marks=pytest.mark.rule("MY-8.2")),
        pytest.param("clean", "MY-9.1", marks=pytest.mark.rule("MY-9.1")),
        pytest.param("lay rhombus", "MY-10.3", marks=pytest.mark.rule("MY-10.3")),
        pytest.param("lay scavenging", "MY-11.4", marks=pytest.mark.rule("MY-11.4")),
        pytest.param("convert", "MY-3.7", marks=pytest.mark.rule("MY-3.7")),
        pytest.param("lay subcolony", "MY-11.3", marks=pytest.mark.rule("MY-11.3")),
    ],
)
def test_in_the_garden(action: str, rule: str) -> None:
    assert refuse(out(), action) == rule


@pytest.mark.rule("MY-7.4", "MY-7.6")
def test_the_first_reason_counts() -> None:
    """Water is named before distance: nobody could go there at all."""
    assert refuse(garden("d4"), "d7") == "MY-7.6"
    assert refuse(garden("d4", players=3), "b6") == "MY-2.5"
