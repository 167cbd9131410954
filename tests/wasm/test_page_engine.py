"""The engine of the page, by the code that its workers run, thinks as Python does."""

import base64
import json
import os
import subprocess
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import formicarium as fm
from formicarium.analysis.analyst import Analyst
from formicarium.bots.hints import TRIES
from formicarium.bots.judgement import judgement_for
from formicarium.bots.search import SearchBot
from formicarium.core.game import Game
from formicarium.core.record import Record
from formicarium.core.state import State
from formicarium.wasm.manifest import layout_digest
from tests.needs import NODE
from tests.wasm.conftest import Module

WEB = Path(__file__).parents[2] / "web"
BEGINNINGS = (0, 9, 30)  # decisions before a position that is thought about
CARE = 200  # simulations
LENGTH = 14  # decisions of a game that is analysed
GLANCE = 60  # simulations for each of them


def packed(data: bytes) -> str:
    return base64.b64encode(data).decode()


def played(game: Game, decisions: int) -> Record:
    """A game in which the middle one of all actions is taken."""
    record = Record(game, seed=5)
    for _ in range(decisions):
        seat = record.state.to_act[0]
        codes = record.state.codes(seat)
        record.play(seat, codes[len(codes) // 2])
    return record


def position(state: State, seed: int, trees: int) -> dict[str, Any]:
    """A world of whoever must decide, and what a search thinks of it."""
    seat = state.to_act[0]
    world = state.redetermined(seat, seed)
    bot = SearchBot(simulations=CARE, threads=trees, tries=TRIES)
    verdicts = bot.think(world, seat, seed)
    return {
        "world": packed(world.to_bytes()),
        "seat": seat,
        "seed": str(seed),
        "simulations": CARE,
        "trees": trees,
        "verdicts": [[one.code, one.visits, one.chance, one.points] for one in verdicts],
        "chances": bot.expectations(),
        "points": bot.expected_points(),
    }


def analysed(record: Record) -> dict[str, Any]:
    """A game, and what an analyst says of its decisions."""
    state, steps = record.start(), []
    for seat, code in record.decisions:
        steps.append({"state": packed(state.to_bytes()), "seat": seat, "code": code})
        state.play(seat, code)
    fields = ("number", "before", "after", "better", "loss", "good", "free")
    moments = [
        {field: getattr(moment, field) for field in fields}
        for moment in Analyst(simulations=GLANCE).moments(record)
    ]
    end = packed(state.to_bytes())
    return {"steps": steps, "end": end, "simulations": GLANCE, "moments": moments}


def case(name: str, manifest: Path) -> dict[str, Any]:
    game = fm.load(name, players=3)
    states = [played(game, decisions).state for decisions in BEGINNINGS]
    return {
        "manifest": str(manifest),
        "parts": packed(zlib.compress(game.parts_bytes.tobytes())),
        "rules": game.book.version,
        "layout": layout_digest(game.book),
        "telling": msgspec.to_builtins(judgement_for(game.book).telling_for(game)),
        "positions": [position(state, 7 + at, 1 + at % 2) for at, state in enumerate(states)],
        "game": analysed(played(game, LENGTH)),
    }


@pytest.mark.heavy
def test_the_engine_of_the_page_thinks_as_python_does(module: Module, tmp_path: Path) -> None:
    cases = tmp_path / "cases.json"
    made = {name: case(name, module(name)) for name in fm.game_names()}
    cases.write_text(json.dumps(made), "utf-8")
    vitest = str(WEB / "node_modules/vitest/vitest.mjs")
    command = [str(NODE.get()), vitest, "run", "--reporter=dot"]
    around = {**os.environ, "ENGINE_CASES": str(cases)}
    done = subprocess.run(command, cwd=WEB, env=around, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
