"""Any set of tiles that passes the check can be played with, however strange it is."""

from __future__ import annotations

import copy
import itertools
import json
from pathlib import Path
from typing import Any

import pytest

import formicarium as fm
from formicarium.core.game import rulebook
from tests.properties.lines import Line

Doc = dict[str, Any]

(STANDARD,) = rulebook("micropolis").component_files.values()
SET: Doc = json.loads(STANDARD.read_text("utf-8"))

# What the tiles show, by turns: a specialist, or barracks.
SHOWN = {
    "nurses and barracks": ("nurse", 4, 4),
    "architects": ("architect",),
    "officers": ("officer",),
    "sentinels and barracks": ("sentinel", 1, 4),
    "queens": ("queen",),
}
UNLIMITED = {"soldiers": "unlimited", "architects": "unlimited", "cap": "after_effect"}


def strange(shown: tuple[str | int, ...], tokens: int) -> Doc:
    """A set that is full of one thing."""
    doc = copy.deepcopy(SET)
    doc["supply"]["architect_tokens"] = tokens
    for tile, effect in zip(doc["tiles"], itertools.cycle(shown), strict=False):
        tile["barracks"] = effect if isinstance(effect, int) else 0
        for segment in tile["segments"]:
            segment.update(workers=9, fruits=["gift"] * 9, specialist=None, eggs=0)
        if isinstance(effect, str):
            tile["segments"][0].update(specialist=effect, eggs=9 * (effect == "nurse"))
    return doc


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("options", [{}, UNLIMITED], ids=["limited", "unlimited"])
@pytest.mark.parametrize(("players", "variant"), [(2, "base"), (3, "expert"), (6, "base")])
def test_a_strange_set_can_be_played_with(
    shown: str, options: dict[str, str], players: int, variant: str, tmp_path: Path
) -> None:
    file = tmp_path / "tiles.json"
    file.write_text(json.dumps(strange(SHOWN[shown], tokens=0)), "utf-8")
    game = fm.load("micropolis", players, file, variant=variant, **options)
    for seed in range(3):
        state = game.start(seed)
        line = Line(0, seed, bytes(range(seed, 64 + seed)))
        for decision, _ in enumerate(line.play_on(state)):
            assert decision < game.longest
            assert (abs(state.observe(0)) <= 1).all()
        assert game.position(state.to_position()) == state
        assert [seat["total"] for seat in state.breakdown()["seats"]] == state.scores()


@pytest.mark.parametrize(("players", "variant"), [(3, "expert"), (6, "base")])
def test_soldiers_without_limit_are_counted_however_many(
    players: int, variant: str, tmp_path: Path
) -> None:
    """Everybody mans all barracks, and nurses bring new soldiers without end."""
    file = tmp_path / "tiles.json"
    file.write_text(json.dumps(strange(SHOWN["nurses and barracks"], tokens=2)), "utf-8")
    game = fm.load("micropolis", players, file, variant=variant, **UNLIMITED)
    yes = game.start(seed=0).code_of("man yes")
    for seed in range(12):
        state = game.start(seed)
        for byte in itertools.count(seed):
            if state.is_over:
                break
            codes = state.codes(state.to_act[0])
            code = yes if yes in codes else codes[byte % len(codes)]
            assert code is not None
            state.play(state.to_act[0], code)
        doc = state.to_position()
        armies = sum(hill["army"] for hill in doc["anthills"])
        in_barracks = 4 * sum(len(hill["manned"]) for hill in doc["anthills"])
        assert doc["reserve"] + sum(doc["soldiers"]) + armies + in_barracks == 45
        assert game.position(doc) == state
