"""A game's module in Node, and the same in Python beside it."""

from __future__ import annotations

import base64
import json
import struct
import subprocess
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

import formicarium as fm
from formicarium.bots.judgement import judgement_for
from formicarium.bots.search import SearchTree
from tests.needs import NODE

RUNNER = Path(__file__).with_name("run.mjs")
SEATS = 8

Task = dict[str, Any]


def done_by_node(manifest: Path, tasks: Sequence[Task], folder: Path) -> list[Any]:
    """What came of each task."""
    file = folder / "tasks.json"
    file.write_text(json.dumps(tasks), "utf-8")
    command = [str(NODE.get()), str(RUNNER), str(manifest), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers


def packed(content: np.ndarray) -> str:
    return base64.b64encode(content.tobytes()).decode()


def parts_of(game: fm.Game) -> Task:
    return {"parts": packed(game.parts_bytes)}


def tried(tree: SearchTree) -> list[list[float]]:
    """What `tried` in run.mjs tells of the root of a tree."""
    return [
        [
            edge[name].item()
            for name in ("code", "visits", "legal", "prior", "chance", "utility", "points")
        ]
        for edge in tree.edges_of(tree.root)
    ]


def steps(game: fm.Game, seed: int) -> str:
    """What `steps` in run.mjs makes of a game, by the rules on the CPU."""
    state, step, found = game.start(seed), 0, sha256()
    while True:
        found.update(state.to_bytes())
        _look_around(found, state, step)
        if state.is_over:
            return found.hexdigest()
        seat = state.to_act[-1]
        codes = state.codes(seat)
        found.update(np.array(codes, np.int32).tobytes())
        state.play(seat, codes[step * 7919 % len(codes)])
        step += 1


def _look_around(found: Any, state: fm.State, step: int) -> None:
    game, players = state.game, state.game.players
    seat = step % (players + 1)
    found.update(np.array(state.standings(), np.int64).tobytes())
    points = np.zeros(SEATS)
    mind = judgement_for(game.book).mind
    openness = game.book.appraise(game.parts_row, mind[0], state.row, points)
    found.update(struct.pack("<d", openness))
    found.update(points[:players].tobytes())
    if seat < players:
        found.update(state.observe(seat).tobytes())
    found.update(state.redetermined(seat if seat < players else None, step).to_bytes())
