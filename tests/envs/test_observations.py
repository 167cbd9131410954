"""Observations hold all that a seat may know and nothing else, at every speed."""

from __future__ import annotations

import copy
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
from tests.properties.test_damaged_positions import places

STEPS, SIBLINGS, LOOK = 250, 4, 0.05
EVERY, LAST, CHANGES, OPTION_SETS = 8, 64, 10, 2


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


@at_all_tables
def test_whatever_changes_a_view_changes_the_observation(table: Table) -> None:
    """Positions in which something was changed, as little as the rules for positions allow."""
    dice = random.Random(str(table))
    compared, missed = 0, set()
    for options in range(1, 1 + OPTION_SETS):
        game = game_at(table, options)
        state = game.start(seed=options)
        for number in range(LAST):
            if state.is_over:
                break
            if number % EVERY == 0:
                for other in changed(state, dice):
                    seat = dice.randrange(game.players)
                    before, after = state.view(seat), other.view(seat)
                    compared += before != after
                    if np.array_equal(state.observe(seat), other.observe(seat)):
                        missed |= {*differences(before, after)}
            seat = dice.choice(state.to_act)
            state.play(seat, dice.choice(state.codes(seat)))
    assert compared
    assert not missed


def myrmes_seats(one: dict[str, Any], two: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"seats": [one]}, {"seats": [two]}]


# Options of a game, and what is said in two positions that differ in one open thing.
PAIRS: dict[str, tuple[str, dict[str, Any], list[dict[str, Any]]]] = {
    "tokens without a limit": (
        "micropolis",
        {"players": 2, "architects": "unlimited"},
        [
            {"anthills": [{"tokens": 3}, {"tokens": 4}]},
            {"anthills": [{"tokens": 4}, {"tokens": 3}]},
        ],
    ),
    "who began": ("antics", {"players": 3}, [{"first": 1}, {"first": 2}]),
    "who begins": (
        "minicity",
        {"players": 3},
        [{"phase": "stock", "first": 1}, {"phase": "stock", "first": 2}],
    ),
    "points beyond the track": (
        "minicity",
        {"players": 2, "variant": "friends", "track": "unlimited"},
        [
            {"phase": "play", "seats": [{"points": 900}]},
            {"phase": "play", "seats": [{"points": 901}]},
        ],
    ),
    "where points come from": (
        "myrmes",
        {"players": 2},
        myrmes_seats({"points": {"hunting": 3}}, {"points": {"queen": 3}}),
    ),
    "many larvae": ("myrmes", {"players": 2}, myrmes_seats({"larvae": 500}, {"larvae": 501})),
    "how tiles lie": (
        "myrmes",
        {"players": 2},
        [
            {"tiles": [{"cells": ["h1", "h2"]}, {"cells": ["i1", "i2"]}]},
            {"tiles": [{"cells": ["h1", "i1"]}, {"cells": ["h2", "i2"]}]},
        ],
    ),
    "what a worker has paid for": (
        "myrmes",
        {"players": 2, "toll": "once"},
        [{"phase": "garden", "worker": "h1", "paid": [hex_]} for hex_ in ("h6", "h7")],
    ),
    "which tiles are given": (
        "myrmes",
        {"players": 2, "pheromone_price": "tiles"},
        [
            {
                "phase": "give",
                "objectives": [1, 7, 8, 9, 15, 16],
                "objective": 2,
                "due": 3,
                "tiles": [
                    *({"cells": cells} for cells in (["h1", "h2"], ["i1", "i2"], ["h3", "i3"])),
                    *({"cells": cells, "owner": None} for cells in (["j2", "j3"], ["j1", "k1"])),
                ],
                "seats": [{"picked": [hex_]}],
            }
            for hex_ in ("j1", "j2")
        ],
    ),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_what_is_easily_overlooked_is_seen(pair: str) -> None:
    """Every seat that sees a difference observes it."""
    name, options, said = PAIRS[pair]
    game = fm.load(name, **options)
    start = game.start(seed=1).to_position()
    head = {key: start[key] for key in ("game", "players", "options")}
    one, two = (game.position(head | body) for body in said)
    for seat in range(game.players):
        assert one.view(seat) != two.view(seat)
        assert not np.array_equal(one.observe(seat), two.observe(seat))


def changed(state: fm.State, dice: random.Random) -> Iterator[fm.State]:
    """Positions that differ from a given one in one thing or two, and can be played."""
    doc = state.to_position()
    for _ in range(CHANGES):
        other = copy.deepcopy(doc)
        change(other, dice)
        with suppress(fm.FormicariumError):
            yield state.game.position(other)


def change(doc: dict[str, Any], dice: random.Random) -> None:
    """Count something up or down, move something elsewhere, or let two things change places."""
    everywhere = [*places(doc)]
    inside, key = dice.choice(everywhere)
    value, step = inside[key], dice.choice((-1, 1))
    if isinstance(value, bool):
        inside[key] = not value
    elif isinstance(value, int):
        alike = [place for place in everywhere if place[1] == key or place[0] is inside]
        there, other = dice.choice(alike)
        inside[key] += step
        if isinstance(there[other], int) and dice.random() < 0.5:
            there[other] -= step
    elif isinstance(inside, list):
        other = dice.randrange(len(inside))
        inside[key], inside[other] = inside[other], value
    elif isinstance(value, list):
        dice.shuffle(value)


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
@pytest.mark.parametrize("name", fm.game_names())
def test_observations_compile_for_a_gpu(name: str) -> None:
    """The same function, built for the GPU: it calls nothing from outside."""
    from numba import cuda, float32, int64, types
    from numba.np.numpy_support import from_dtype

    from formicarium.gpu import kernels

    book = fm.load(name).book
    observe: Any = book.observe
    arguments = (from_dtype(book.parts_layout), from_dtype(book.state_layout), int64, float32[::1])
    with kernels._pretended_device(kernels.HOPPER), kernels._enumerated_indices():
        text, _ = cuda.compile(
            observe.py_func, types.void(*arguments), device=True, cc=kernels.HOPPER
        )
    outside = re.findall(r"^\.extern .*", text, re.MULTILINE)
    assert ".visible .func" in text
    assert not outside
