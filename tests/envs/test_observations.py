"""Observations hold all that a seat may know and nothing else, at every speed."""

from __future__ import annotations

import copy
import importlib.util
import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.envs.gymnasium import observation_box
from tests.envs.tables import at_all_tables, game_of
from tests.properties.lines import Table, game_at
from tests.properties.test_damaged_positions import damage

STEPS, SIBLINGS, LOOK = 250, 4, 0.12
EVERY, LAST, CHANGES = 5, 100, 40


@at_all_tables
@pytest.mark.parametrize("options", [0, 1])
def test_an_observation_tells_nothing_hidden_and_everything_public(
    table: Table, options: int
) -> None:
    """Unchanged when hidden things change; changed when the view does.

    Compared are states that differ little: those that different actions lead to.
    """
    game, dice = game_at(table, options), random.Random(options)
    box = observation_box(game)
    state = game.start(seed=options)
    views: list[dict[bytes, str]] = [{} for _ in range(game.players)]
    for _ in range(STEPS):
        if state.is_over:
            break
        seat = dice.choice(state.to_act)
        codes = state.codes(seat)
        if dice.random() < LOOK:
            for code in dice.sample(codes, min(SIBLINGS, len(codes))):
                other = state.copy()
                other.play(seat, code)
                for eye in range(game.players):
                    check_look(other, eye, views[eye], dice)
                    assert box.contains(other.observe(eye))
        state.play(seat, dice.choice(codes))


def check_look(state: fm.State, seat: int, views: dict[bytes, str], dice: random.Random) -> None:
    seen = state.observe(seat).tobytes()
    assert state.redetermined(seat, dice.getrandbits(64)).observe(seat).tobytes() == seen
    view = json.dumps(state.view(seat), sort_keys=True)
    assert views.setdefault(seen, view) == view


# What a view shows and an observation does not: where it stands in the view. docs/research.md says
# so as well.
NOT_OBSERVED = {
    "antics": ("/first", "/to_act", "/colonies/hill"),
    "minicity": ("/first", "/to_act", "/seats/points"),
    "myrmes": ("/seats/points/",),
}


@at_all_tables
def test_whatever_changes_a_view_changes_the_observation(table: Table) -> None:
    """Positions in which something was changed, as little as the rules for positions allow."""
    game, dice = game_at(table, 1), random.Random(str(table))
    state, missed, compared = game.start(seed=1), set(), 0
    for number in range(LAST):
        if state.is_over:
            break
        if number % EVERY == 0:
            for other in changed(state, dice):
                for seat in range(game.players):
                    before, after = state.view(seat), other.view(seat)
                    compared += before != after
                    if np.array_equal(state.observe(seat), other.observe(seat)):
                        missed |= {*differences(before, after)}
        seat = dice.choice(state.to_act)
        state.play(seat, dice.choice(state.codes(seat)))
    assert compared > 20
    known = NOT_OBSERVED.get(table.game, ())
    assert [place for place in missed if not place.startswith(known)] == []


def changed(state: fm.State, dice: random.Random) -> Iterator[fm.State]:
    """Positions that differ from a given one in one thing or two, and can be played."""
    doc = state.to_position()
    for _ in range(CHANGES):
        other = copy.deepcopy(doc)
        for _ in range(dice.choice((1, 1, 2))):
            damage(other, dice)
        with suppress(fm.FormicariumError):
            yield state.game.position(other)


def differences(one: Any, two: Any, place: str = "") -> Iterator[str]:
    """Where two documents differ; items of a list have no place of their own."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in one.keys() | two.keys():
            yield from differences(one.get(key), two.get(key), f"{place}/{key}")
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for first, second in zip(one, two, strict=True):
            yield from differences(first, second, place)
    elif one != two:
        yield place


@at_all_tables
def test_slices_fill_the_observation(table: Table) -> None:
    game = game_of(table)
    ends = [0, *(part.stop for part in game.observation.values())]
    assert [part.start for part in game.observation.values()] == ends[:-1]
    assert observation_box(game).shape == (ends[-1],)


@pytest.mark.compiled
@pytest.mark.xdist_group("kernels")
@pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="needs the extra gpu")
@pytest.mark.parametrize("name", fm.game_names())
def test_observations_compile_for_a_gpu(name: str) -> None:
    """The same function, built for the GPU: it calls nothing from outside."""
    from numba import cuda, float32, int64, types
    from numba.np.numpy_support import from_dtype

    from formicarium.gpu import kernels

    book = fm.load(name).book
    observe: Any = book.observe
    arguments = (from_dtype(book.parts), from_dtype(book.record), int64, float32[::1])
    with kernels._pretended_device(kernels.HOPPER), kernels._enumerated_indices():
        text, _ = cuda.compile(
            observe.py_func, types.void(*arguments), device=True, cc=kernels.HOPPER
        )
    outside = re.findall(r"^\.extern .*", text, re.MULTILINE)
    assert ".visible .func" in text
    assert not outside
