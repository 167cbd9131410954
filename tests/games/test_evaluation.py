"""What bots think of positions: a number for every seat, from any position, and nothing else."""

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.bots import ask, load_bot
from formicarium.bots.judgement import judgement_for
from formicarium.core.compiled import INTERPRETED

GLANCES = 3  # actions that the players of these games look at
MOST = 60  # decisions
EVERY = 6 if INTERPRETED else 1  # of them is looked at
MOST_GAMES = 10  # greedy ones, which on another processor may go another way

TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("antics", {"players": 2, "variant": "unofficial_two"}, 1),
    ("antics", {"players": 3}, 2),
    ("micropolis", {"players": 2}, 3),
    ("micropolis", {"players": 3, "variant": "expert"}, 4),
    ("minicity", {"players": 2}, 5),
    ("minicity", {"players": 4, "variant": "friends"}, 6),
    ("myrmes", {"players": 2}, 7),
    ("myrmes", {"players": 3}, 8),
]


def appraised(state: fm.State, judgement: str = "fitted") -> tuple[list[float], float]:
    """The points that every seat may expect, and how open the game is."""
    before = state.to_bytes()
    out = np.full(8, np.nan)
    mind = judgement_for(state.game.book, judgement).mind[0]
    openness = state.game.book.appraise(state.game.parts_row, mind, state.row, out)
    assert state.to_bytes() == before
    assert np.isnan(out[state.game.players :]).all()
    return out[: state.game.players].tolist(), float(openness)


def best_of(state: fm.State, seat: int, codes: list[int]) -> int:
    """What a player would do who looks at some actions."""

    def lead(code: int) -> float:
        tried = state.copy()
        tried.play(seat, code)
        if tried.is_over:
            return 0.0
        points, _ = appraised(tried)
        return points[seat] - max(point for other, point in enumerate(points) if other != seat)

    return max(codes, key=lead)


@pytest.mark.parametrize(("name", "options", "seed"), TABLES)
def test_an_appraisal_is_a_number_and_changes_nothing(
    name: str, options: dict[str, Any], seed: int
) -> None:
    """Along games of players who go by it, in the beginning and in the end."""
    state = fm.load(name, **options).start(seed)
    dice = random.Random(seed)
    for number in range(MOST if INTERPRETED else MOST * 10):
        if state.is_over:
            return
        seat = state.to_act[0]
        codes = state.codes(seat)
        if number < MOST and number % EVERY == 0 and len(codes) > 1:
            points, openness = appraised(state)
            assert np.isfinite(points).all()
            assert openness > 0
            codes = [best_of(state, seat, dice.sample(codes, min(GLANCES, len(codes))))]
        state.play(seat, dice.choice(codes))


@pytest.mark.parametrize(("name", "options", "seed"), TABLES)
def test_a_game_is_more_open_in_the_beginning_than_in_the_end(
    name: str, options: dict[str, Any], seed: int
) -> None:
    state = fm.load(name, **options).start(seed)
    _, first = appraised(state)
    last = first
    dice = random.Random(seed)
    for number in range(MOST * 50):
        if state.is_over:
            break
        if number % 25 == 0:
            _, last = appraised(state)
        state.play(state.to_act[0], dice.choice(state.codes(state.to_act[0])))
    assert last <= first


# What version 0.2 thought of positions in games at random: points of every seat, and openness. Its
# constants have become numbers of `hand-0.1`, and nothing else may have changed.
HAND = json.loads(Path(__file__).with_name("hand-0.1.json").read_text("utf-8"))


@pytest.mark.parametrize(
    "stored", HAND, ids=lambda stored: "{game} {players} {variant} {seed}".format_map(stored)
)
def test_the_judgement_of_before_judges_as_before(stored: dict[str, Any]) -> None:
    options = {"variant": stored["variant"]} if stored["variant"] else {}
    state = fm.load(stored["game"], players=stored["players"], **options).start(stored["seed"])
    dice = random.Random("{game} {players} {variant} {seed}".format_map(stored))
    wanted = dict(stored["values"])
    for number in range(max(wanted) + 1):
        if number in wanted:
            points, openness = appraised(state, "hand-0.1")
            assert [*points, openness] == pytest.approx(wanted[number], rel=1e-12, abs=1e-12)
        seat = dice.choice(state.to_act)
        state.play(seat, dice.choice(state.codes(seat)))


@pytest.mark.compiled
@pytest.mark.parametrize("name", fm.game_names())
def test_every_number_of_a_judgement_counts(name: str) -> None:
    """No name is without effect on all of some games; else it could not be found."""
    book = fm.load(name).book
    left = {*(book.judgement_layout.names or ())}
    mind = judgement_for(book).mind
    tables = [options for table, options, _ in TABLES if table == name]
    for options, seed in itertools.product(tables, range(MOST_GAMES)):
        for state in stops(name, options, seed):
            before = judged(state, mind)
            left -= {one for one in left if judged(state, nudged(mind, one)) != before}
            if not left:
                return
    assert not left


# What bots hardly ever do.
RARE: dict[str, dict[str, Any]] = {
    "myrmes": {
        "year": 2,
        "phase": "garden",
        "worker": "d4",
        "seats": [{"done": {"1": 1, "3": 2, "5": 3}}],
        "tiles": [
            {"cells": ["c4", "c5", "d5"], "kind": "farm", "owner": 0},
            {"cells": ["g2", "g3", "h3"], "kind": "scavenging", "owner": 0},
            {"cells": ["h6", "h7", "i6", "i7"], "kind": "subcolony", "owner": 0},
        ],
    }
}


def stops(name: str, options: dict[str, Any], seed: int) -> Iterator[fm.State]:
    """Positions of a game of greedy players who often slip, and rare ones."""
    if name in RARE:
        yield fm.load(name, players=4).position(RARE[name])
    state = fm.load(name, **options).start(seed)
    bot = load_bot("greedy:worlds=1:slips=0.3")
    for number in range(100_000):
        if state.is_over:
            return
        if number % 3 == 0:
            yield state
        seat = state.to_act[0]
        state.play(seat, ask(bot, state, seat, number))


def nudged(mind: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    moved = mind.copy()
    moved[name] *= 1.5
    moved[name] += 0.5
    return moved


def judged(state: fm.State, mind: np.ndarray[Any, Any]) -> list[float]:
    """Points of all, and openness."""
    out = np.zeros(state.game.players + 1)
    out[-1] = state.game.book.appraise(state.game.parts_row, mind[0], state.row, out)
    return [float(number) for number in out]
