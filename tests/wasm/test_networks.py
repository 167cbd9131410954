"""A network thinks the same in Node as on the CPU: a module of a game that judges by one."""

from __future__ import annotations

import base64
import dataclasses
import random
from pathlib import Path

import numpy as np
import pytest

import formicarium as fm
from formicarium.bots.learned import template_of
from formicarium.bots.search import SearchTree
from formicarium.bots.settings import settings_for
from formicarium.core.game import rulebook
from formicarium.wasm import manifest
from formicarium.wasm.manifest import JudgementForm, manifest_name
from formicarium.wasm.modules import build
from tests.bots.networks import network
from tests.wasm.nodes import done_by_node, packed, parts_of, tried

pytestmark = [pytest.mark.compiled, pytest.mark.heavy, pytest.mark.xdist_group("modules")]

SIMULATIONS, NODES, EDGES = 60, 1 << 12, 1 << 16


def position(seed: int) -> tuple[fm.State, int]:
    dice, state = random.Random(seed), fm.load("micropolis", players=3).start(seed)
    for _ in range(30):
        state.play(state.to_act[0], dice.choice(state.codes(state.to_act[0])))
    while len(state.codes(state.to_act[0])) == 1:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    return state.redetermined(state.to_act[0], seed), state.to_act[0]


def test_a_search_tries_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, learned = rulebook("micropolis"), network("micropolis", strength=300)
    template, mind = template_of(book), learned.mind
    judging = dataclasses.replace(
        book,
        package=f"{book.package}.network",  # its templates are others than those of the game
        judgement_layout=template.MIND,
        appraise=template.appraise_corrected,
    )
    form = JudgementForm(base64.b64encode(mind.tobytes()).decode(), learned.search)
    monkeypatch.setattr(manifest, "_judgement", lambda _: form)
    build(judging, tmp_path)
    positions = [position(seed) for seed in range(4)]
    tasks = [
        {
            **parts_of(state.game),
            "do": "search",
            "start": packed(state.bytes),
            "seat": seat,
            "seed": str(number),
            "slices": [[0, 1], [1, SIMULATIONS]],
            "tries": 0,
            "nodes": NODES,
            "edges": EDGES,
        }
        for number, (state, seat) in enumerate(positions)
    ]
    answers = done_by_node(tmp_path / manifest_name(book), tasks, tmp_path)
    for number, ((state, seat), found) in enumerate(zip(positions, answers, strict=True)):
        tree = SearchTree(state, seat, settings_for(state.game, learned.search), learned)
        tree.grow(number, SIMULATIONS, float("inf"))
        assert found["tried"] == tried(tree)
        assert found["totals"][: 2 * state.game.players] == tree.totals.ravel().tolist()
    assert np.any(mind["net"]["first"] != 0)
