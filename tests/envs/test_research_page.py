"""The page on research tells the truth."""

from __future__ import annotations

import importlib.metadata
import re
import runpy

import pytest

import formicarium as fm
from tests.envs.research_page import PAGE, SECTION, comments, renewed

ROOT = PAGE.parents[1]


@pytest.mark.guard
def test_the_tables_are_up_to_date() -> None:
    text = PAGE.read_text("utf-8")
    assert renewed(text) == text, "run: python -m tests.envs.research_page"


# Slices that have no comment of their own in the game; words below its table explain them.
UNSAID = {"antics": {"nests", "workers", "soldiers", "r"}, "myrmes": {"cubes", "numbers"}}


@pytest.mark.parametrize("name", fm.game_names())
def test_every_game_has_its_tables_and_every_slice_its_meaning(name: str) -> None:
    text = PAGE.read_text("utf-8")
    sections = [section for section in SECTION.finditer(text) if section[3] == name]
    assert {section[2] for section in sections} == {"observation", "network", "actions"}
    game = fm.load(name)
    plain = {re.sub(r"_\d$", "", part) for part in game.observation}
    assert plain - {*comments(game)} == UNSAID.get(name, set())
    below = text[sections[0].end() :].split("##")[0]
    assert all(f"`{part}" in below for part in UNSAID.get(name, ()))
    assert all(place.part.meaning for place in game.network.slices.values())


@pytest.mark.heavy
def test_the_first_agent_learns(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn", reason="needs scikit-learn")
    example = runpy.run_path(str(ROOT / "examples" / "train_first_agent.py"))
    with example["threadpool_limits"](1):
        share = example["train"](rounds=16, tables=32, seed=0, games=300)
    assert "round    0" in capsys.readouterr().out
    assert share > 0.8


def test_the_citation_names_this_version() -> None:
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f'version: "{importlib.metadata.version("formicarium")}"' in cited
    assert "Formicarium contributors" in cited
