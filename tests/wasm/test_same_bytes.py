"""The fourth speed: games, searches and single steps in Node are those of the CPU, byte by byte."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import numpy as np
import pytest

import formicarium as fm
from formicarium.bots.greedy import GreedyBot
from formicarium.bots.search import SearchBot
from tests.properties.lines import OPTION_SETS, TABLES, Table, game_at
from tests.series import digest, final_states
from tests.tiers import sample, times
from tests.wasm.conftest import Module
from tests.wasm.nodes import SEATS, done_by_node, packed, parts_of, steps, tried

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("modules")]

GAMES = times(20, proven=60)  # at each table, under each set of options
POSITIONS = times(12, proven=200)  # of each game
SIMULATIONS, TRIES, NODES, EDGES = 300, 2, 1 << 12, 1 << 16
WORLDS = 3


def tables_of(name: str) -> list[Table]:
    return [table for table in TABLES if table.game == name]


@pytest.mark.parametrize("name", fm.game_names())
@pytest.mark.heavy
def test_random_games_end_in_the_same_bytes(name: str, module: Module, tmp_path: Path) -> None:
    every = [(table, number) for table in tables_of(name) for number in range(OPTION_SETS)]
    games = [game_at(*one) for one in sample(every, 16)]
    tasks = [
        {
            **parts_of(game),
            "do": "games",
            "blank": packed(game.blank),
            "seed": str(7 + number),
            "first": 1000,
            "games": GAMES,
        }
        for number, game in enumerate(games)
    ]
    for number, found in enumerate(done_by_node(module(name), tasks, tmp_path)):
        game, series = games[number], games[number].random_games(GAMES, 7 + number, 1000)
        standings = np.zeros((GAMES, SEATS, 2), np.int64)
        standings[:, : game.players] = np.stack([series.scores, series.tie_breaks], axis=2)
        assert found["states"] == digest(final_states(game, GAMES, 7 + number, 1000)), game
        assert found["lengths"] == series.lengths.tolist()
        seats = np.array(found["standings"]).reshape(standings.shape)[:, : game.players]
        assert (seats == standings[:, : game.players]).all()


@pytest.mark.parametrize("name", fm.game_names())
@pytest.mark.heavy
def test_every_step_leads_to_the_same(name: str, module: Module, tmp_path: Path) -> None:
    games = [game_at(table, 1) for table in sample(tables_of(name), 2)]
    tasks = [
        {
            **parts_of(game),
            "do": "steps",
            "blank": packed(game.blank),
            "seed": "5",
            "players": game.players,
        }
        for game in games
    ]
    assert done_by_node(module(name), tasks, tmp_path) == [steps(game, 5) for game in games]


@functools.cache
def positions(name: str, count: int) -> list[tuple[fm.State, int]]:
    """Positions somewhere in random games, as a seat may know them that has something to choose."""
    dice = random.Random(name)
    found: list[tuple[fm.State, int]] = []
    while len(found) < count:
        table, number = dice.choice(tables_of(name)), dice.randrange(OPTION_SETS)
        state = game_at(table, number).start(dice.getrandbits(64))
        for _ in range(dice.randrange(state.game.longest)):
            if state.is_over:
                break
            seat = dice.choice(state.to_act)
            state.play(seat, dice.choice(state.codes(seat)))
        choosing = [seat for seat in state.to_act if len(state.codes(seat)) > 1]
        if choosing:
            seat = dice.choice(choosing)
            found.append((state.redetermined(seat, dice.getrandbits(64)), seat))
    return found


@pytest.mark.parametrize("name", fm.game_names())
@pytest.mark.heavy
def test_a_search_tries_the_same(name: str, module: Module, tmp_path: Path) -> None:
    """In slices there, at once here: only the numbers of the simulations count."""
    given = positions(name, POSITIONS)
    tasks = [
        {
            **parts_of(state.game),
            "do": "search",
            "start": packed(state.bytes),
            "seat": seat,
            "seed": str((1 << 63) + number),
            "slices": [[0, 1], [1, 100], [100, SIMULATIONS]],
            "tries": TRIES,
            "nodes": NODES,
            "edges": EDGES,
        }
        for number, (state, seat) in enumerate(given)
    ]
    for number, found in enumerate(done_by_node(module(name), tasks, tmp_path)):
        state, seat = given[number]
        tree = SearchBot(simulations=SIMULATIONS, tries=TRIES).new_tree(state, seat)
        tree.grow((1 << 63) + number, SIMULATIONS, float("inf"))
        assert found["tried"] == tried(tree)
        assert found["totals"][: 2 * state.game.players] == tree.totals.ravel().tolist()
        assert found["used"] == tree.used.tolist()


@pytest.mark.parametrize("name", fm.game_names())
def test_first_looks_are_the_same(name: str, module: Module, tmp_path: Path) -> None:
    given = positions(name, POSITIONS)
    tasks = [
        {
            **parts_of(state.game),
            "do": "first_looks",
            "start": packed(state.bytes),
            "seat": seat,
            "seed": "3",
            "worlds": WORLDS,
        }
        for state, seat in given
    ]
    bot = GreedyBot(worlds=WORLDS)
    seen = [[*bot.values(state, seat, 3).values()] for state, seat in given]
    assert done_by_node(module(name), tasks, tmp_path) == seen
