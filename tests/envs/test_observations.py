"""Observations hold all that a seat may know and nothing else, at every speed."""

from __future__ import annotations

import copy
import itertools
import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.core.rulebook import FLAT, NETWORK
from formicarium.core.slices import NumberKind
from formicarium.envs.gymnasium import observation_box
from formicarium.envs.inputs import Inputs, Things
from tests.envs.tables import at_all_tables, game_of
from tests.properties.lines import Table, game_at
from tests.properties.test_damaged_positions import places

STEPS, SIBLINGS, LOOK = 250, 4, 0.05
WAYS = FLAT, NETWORK
EVERY, LAST, CHANGES, OPTION_SETS = 8, 64, 10, 2


@at_all_tables
@pytest.mark.parametrize("options", [0, 1])
@pytest.mark.heavy
def test_an_observation_tells_nothing_hidden_and_everything_public(
    table: Table, options: int
) -> None:
    """Unchanged when hidden things change; changed when the view does.

    Compared are states that differ little: those that different actions lead to.
    """
    game, dice = game_at(table, options), random.Random(options)
    boxes = {way: observation_box(game, way) for way in WAYS}
    state = game.start(seed=options)
    views: dict[tuple[str, int, bytes], str] = {}
    for _ in range(STEPS):
        if state.is_over:
            break
        seat = dice.choice(state.to_act)
        codes = state.codes(seat)
        if dice.random() < LOOK:
            for code in dice.sample(codes, min(SIBLINGS, len(codes))):
                other = state.copy()
                other.play(seat, code)
                for eye, way in itertools.product(range(game.players), WAYS):
                    check_look(other, eye, way, views, dice)
                    assert boxes[way].contains(other.observe(eye, way))
        state.play(seat, dice.choice(codes))


def check_look(
    state: fm.State,
    seat: int,
    way: str,
    views: dict[tuple[str, int, bytes], str],
    dice: random.Random,
) -> None:
    seen = state.observe(seat, way).tobytes()
    assert state.redetermined(seat, dice.getrandbits(64)).observe(seat, way).tobytes() == seen
    view = json.dumps(state.view(seat), sort_keys=True)
    assert views.setdefault((way, seat, seen), view) == view


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
                    for way in WAYS:
                        if np.array_equal(state.observe(seat, way), other.observe(seat, way)):
                            missed |= {(way, place) for place in differences(before, after)}
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
        for way in WAYS:
            assert not np.array_equal(one.observe(seat, way), two.observe(seat, way))


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
    network = game.network
    bytes_of = [
        place.start + place.stride * row + byte
        for place in network.slices.values()
        for row in range(place.rows)
        for byte in range(place.part.width)
    ]
    assert sorted(bytes_of) == [*range(network.size)]
    assert observation_box(game, NETWORK).shape == (network.size,)


@at_all_tables
def test_numbers_are_what_their_slices_say(table: Table) -> None:
    """Flags are 0 or 1, categories below their size; inputs tell scalars as they were."""
    game = game_of(table)
    inputs, attributes, things = Inputs(game), Inputs(game, tables=True), Things(game)
    looks: list[Any] = []
    for seed in range(3):
        state, dice = game.start(seed), random.Random(seed)
        while not state.is_over and len(looks) < 40 * (seed + 1):
            looks.append(state.observe(dice.randrange(game.players), NETWORK))
            seat = dice.choice(state.to_act)
            state.play(seat, dice.choice(state.codes(seat)))
    seen = np.stack(looks)
    told, numbers = inputs(seen), things(seen)
    assert told.shape == (len(seen), len(inputs.columns))
    assert attributes(seen).shape == (len(seen), len(attributes.columns))
    assert numbers.max() < things.vocabulary
    for place in game.network.slices.values():
        values, part = place.of(seen), place.part
        assert values.shape == (len(seen), place.rows, part.length)
        if part.kind in (NumberKind.FLAG, NumberKind.CATEGORY):
            assert values.max() < part.size, place.name
            assert not part.table or len(game.network.tables[part.table].rows) >= part.size
        else:
            mine = [name.partition("[")[0] == place.name for name in inputs.columns]
            assert np.allclose(told[:, mine], values.reshape(len(seen), -1) / part.usual)
    for name, near in game.network.adjacency.items():
        (block,) = (block for block in game.network.blocks if block.name == name)
        assert near.shape == (block.rows, block.rows)
        assert (near == near.T).all()
        assert not near.diagonal().any()


@at_all_tables
def test_the_first_seat_is_the_one_that_observes(table: Table) -> None:
    """Two who see each other across the table see the same things in another order."""
    game = game_of(table)
    state = game.start(seed=5)
    turn = next(name for name in game.network.slices if name.endswith(".in_turn"))
    asked = {
        seat: game.network.slices[turn].of(state.observe(seat, NETWORK)).ravel()
        for seat in range(game.players)
    }
    for seat, seen in asked.items():
        there = [other in state.to_act for other in range(game.players)]
        each = 2 if game.options.get("variant") == "expert" else 1
        wanted = np.repeat(np.roll(there, -seat), each)
        assert seen[: len(wanted)].tolist() == wanted.tolist()


@pytest.mark.compiled
@pytest.mark.xdist_group("kernels")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", fm.game_names())
def test_observations_compile_for_a_gpu(name: str, way: str) -> None:
    """The same function, built for the GPU: it calls nothing from outside."""
    from numba import cuda, float32, int64, types, uint8
    from numba.np.numpy_support import from_dtype

    from formicarium.gpu import kernels

    book = fm.load(name).book
    observe: Any = book.observing(way)
    out = {FLAT: float32, NETWORK: uint8}[way][::1]
    arguments = (from_dtype(book.parts_layout), from_dtype(book.state_layout), int64, out)
    with kernels._pretended_device(kernels.HOPPER), kernels._enumerated_indices():
        text, _ = cuda.compile(
            observe.py_func, types.void(*arguments), device=True, cc=kernels.HOPPER
        )
    outside = re.findall(r"^\.extern .*", text, re.MULTILINE)
    assert ".visible .func" in text
    assert not outside
