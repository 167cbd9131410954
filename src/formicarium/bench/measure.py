"""One measurement each: of a game in play, and of the processes that play it."""

import json
import os
import subprocess
import sys
import time
import timeit
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from formicarium import FormicariumError, Game
from formicarium.bench.rivals import Measured
from formicarium.bots.search import SearchBot

CHILD = Path(__file__).with_name("child.py")
COPIES = 1000


@dataclass(frozen=True, slots=True)
class StartTimes:
    """How long a new process took until it had played."""

    seconds: float
    importing: float  # of these, until the game was loaded; the rest is compiling and playing
    cpu: float


def whole_games(game: Game, seconds: float) -> Measured:
    """Whole random games in one call, as many at a time as take a tenth of the time."""
    moves = games = 0
    batch = 1
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds or not games:
        moves += game.random_games(batch, seed=0, first=games).decisions
        games += batch
        if time.perf_counter() - start - elapsed < seconds / 20:
            batch *= 2
    return Measured("whole games", moves, games, elapsed)


def stepped(game: Game, seconds: float) -> Measured:
    """Whole random games from Python: for each move the legal actions, a choice, and playing it."""
    dice = Random(0)
    moves = games = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds or not games:
        state = game.start(seed=games)
        while not state.is_over:
            seat = state.to_act[0]
            state.play(seat, dice.choice(state.codes(seat)))
            moves += 1
        games += 1
    return Measured("stepped", moves, games, elapsed)


def simulations(game: Game, seconds: float) -> float:
    """Simulations per second of one search from the first position, played on at random."""
    state = game.start(seed=0)
    seat = state.to_act[0]
    bot = SearchBot(seconds=max(seconds, 0.001), trust=0, horizon=-1, greed=0)
    begun = time.perf_counter()
    bot.think(state.redetermined(seat, 0), seat, 0)
    return bot.trees[0].simulations / (time.perf_counter() - begun)


def state_copy(game: Game, seconds: float) -> float:
    """The seconds that a copy of a state takes."""
    state = game.start(seed=0)
    copies, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds or not copies:
        timeit.timeit(state.copy, number=COPIES)
        copies += COPIES
    return elapsed / copies


def interpreted(game: Game, seconds: float) -> Measured:
    """Whole random games with the rules as plain Python."""
    found = _ask_child(game, {"NUMBA_DISABLE_JIT": "1"}, str(seconds))
    return Measured("interpreted", **found)


def start(game: Game, cache: str) -> StartTimes:
    """A new process that keeps its compiled code in a folder and plays its first moves."""
    begun = time.time()
    found = _ask_child(game, {"NUMBA_CACHE_DIR": cache})
    return StartTimes(found["played"] - begun, found["loaded"] - begun, found["cpu"])


def _ask_child(game: Game, environment: dict[str, str], *details: str) -> Any:
    command = [sys.executable, "-P", str(CHILD), game.name, str(game.players), *details]
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        reason = done.stderr.strip().rpartition("\n")[2]
        raise FormicariumError(f"a process that was to be measured failed: {reason}")
    return json.loads(done.stdout)
