"""What is decided at the same time stays hidden until all have decided (MY-3.5)."""

from __future__ import annotations

import random
from typing import Any

import pytest

import formicarium as fm
from formicarium.core.compiled import INTERPRETED
from tests.rules.myrmes.helpers import (
    QUIET,
    fewer,
    game,
    own,
    phase,
    pheromone,
    play,
    position,
    special,
)
from tests.rules.myrmes.reckoning import Doc

TOGETHER = ("event", "brood", "harvest", "discard", "winter")


def seen(state: fm.State, eye: int | None) -> Doc:
    """A view without the list of those who still have to decide, which is open."""
    view = state.view(eye)
    return {name: view[name] for name in view if name != "to_act"}


def brooding(**options: str) -> fm.State:
    return position({"larvae": 2, "nurses": 4}, phase="brood", options=options)


def eventful() -> fm.State:
    return position({"larvae": 3}, phase="event", options={"reveal": "apart"})


def crowded() -> fm.State:
    """Births that do not all fit: a hatch is asked."""
    return position({"nurses": 4, "larvae": 0, "soldiers": 5}, phase="brood")


def harvesting() -> fm.State:
    tiles = [pheromone("c3 c4 c5", 0), special("scavenging", "g2 g3 h3", 0)]
    return position({"event": 3}, phase="harvest", tiles=[*tiles, pheromone("c8 c9", 1)])


def discarding() -> fm.State:
    mine = {"food": 3, "stone": 3}
    return position(mine, mine, phase="discard")


def freezing() -> fm.State:
    return position({"larvae": 9}, {"larvae": 6}, phase="winter")


CASES = [
    pytest.param(brooding, ["event 4", "event 5", "event 6", "event 7"], id="event"),
    pytest.param(
        brooding,
        ["event 5; larvae 0", "event 5; larvae 3", "event 7; larvae 2; workers 2"],
        id="births",
    ),
    pytest.param(eventful, ["event 2", "event 5", "event 7"], id="event apart"),
    pytest.param(
        crowded,
        ["larvae 0; workers 2; soldiers 2; hatch 0", "larvae 0; workers 2; soldiers 2; hatch 1"],
        id="hatch",
    ),
    pytest.param(
        harvesting,
        ["c3", "c5", "c3; c4; done; earth", "c3; done; stone", "c5; c3; c4; earth"],
        id="harvest",
    ),
    pytest.param(discarding, ["food", "stone", "food; food", "stone; stone"], id="discard"),
    pytest.param(freezing, ["convert", "convert; convert; convert", "done"], id="winter"),
]


@pytest.mark.rule("MY-3.5", "MY-1.16")
@pytest.mark.parametrize(("make", "lines"), CASES)
def test_nobody_sees_what_another_has_chosen(make: Any, lines: list[str]) -> None:
    start = make()
    assert len(start.to_act) > 1
    for line in lines:
        state = play(start.copy(), line, by=0)
        for eye in (1, 2, 3, None):
            assert seen(state, eye) == seen(start, eye)
            if eye is not None and state.to_act == start.to_act:
                assert list(state.observe(eye)) == list(start.observe(eye))
        assert seen(state, 0) != seen(start, 0)


@pytest.mark.rule("MY-3.5")
@pytest.mark.parametrize(("make", "lines"), CASES)
def test_the_choice_of_another_is_drawn_anew(make: Any, lines: list[str]) -> None:
    for line in lines:
        state = play(make(), line, by=0)
        for seed in fewer(range(4), 1):
            guess = state.redetermined(1, seed)
            assert guess.to_act == state.to_act
            for eye in (1, None):
                assert guess.view(eye) == state.view(eye)
            assert own(guess, 1) == own(state, 1)
            assert state.redetermined(0, seed).view(0) == state.view(0)
            # The guess can be played on.
            while phase(guess) == phase(state) and guess.to_act:
                by = guess.to_act[-1]
                guess.play(by, guess.codes(by)[0])


@pytest.mark.rule("MY-3.5")
def test_a_guess_covers_all_that_is_possible() -> None:
    state = position({"larvae": 1, "nurses": 0}, phase="brood")
    play(state, "event 6", by=0)
    events = {own(state.redetermined(1, seed))["event"] for seed in range(60)}
    assert events == {4, 5, 6}
    assert {own(state.redetermined(0, seed))["event"] for seed in range(10)} == {6}


@pytest.mark.rule("MY-3.5", "MY-3.6")
def test_apart_the_events_are_known_when_births_are_decided() -> None:
    state = position(
        {"larvae": 1}, QUIET, {"larvae": 0}, {"larvae": 0}, options={"reveal": "apart"}
    )
    play(state, "event 6", by=0)
    assert phase(state) == "brood"
    play(state, "larvae 3", by=0)
    for eye in (1, 2, None):
        shown = state.view(eye)["seats"][0]
        assert (shown["event"], sum(shown["placed"].values())) == (6, 0)


@pytest.mark.rule("MY-3.5", "MY-1.16")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_leak_nothing(players: int) -> None:
    chance = random.Random(players)
    state = game(players).start(seed=players)
    checked = 0
    while not state.is_over and checked < (40 if INTERPRETED else 120):
        by = chance.choice(state.to_act)
        code = chance.choice(state.codes(by))
        if phase(state) in TOGETHER and len(state.to_act) > 1:
            eye = chance.choice([other for other in range(players) if other != by])
            other_code = chance.choice(state.codes(by))
            one, two = state.copy(), state.copy()
            one.play(by, code)
            two.play(by, other_code)
            if one.to_act == two.to_act:
                assert one.view(eye) == two.view(eye)
                assert one.view(None) == two.view(None)
                assert list(one.observe(eye)) == list(two.observe(eye))
                checked += 1
        state.play(by, code)
    assert checked > 20


@pytest.mark.rule("MY-3.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_order_of_answers_never_matters(players: int) -> None:
    """Whoever answers first: the same decisions of each seat lead to the same bytes."""
    chance = random.Random(100 + players)
    state = game(players).start(seed=players)
    compared = 0
    while not state.is_over and compared < 30:
        if phase(state) in TOGETHER and len(state.to_act) > 1:
            lines = {by: answers(state, by, chance) for by in state.to_act}
            ends = []
            for _ in range(2):
                order = chance.sample(sorted(lines), len(lines))
                end = state.copy()
                for by in order:
                    for code in lines[by]:
                        end.play(by, code)
                ends.append(end)
            assert ends[0] == ends[1]
            state = ends[0]
            compared += 1
        else:
            by = chance.choice(state.to_act)
            state.play(by, chance.choice(state.codes(by)))
    assert compared > 5


def answers(state: fm.State, by: int, chance: random.Random) -> list[int]:
    """All that a seat decides in this phase, at random."""
    trial, line = state.copy(), []
    others = set(state.to_act) - {by}
    while by in trial.to_act and others <= set(trial.to_act):
        line.append(chance.choice(trial.codes(by)))
        trial.play(by, line[-1])
    return line
