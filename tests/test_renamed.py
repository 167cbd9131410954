"""What lay elsewhere in version 0.1, or had another name: the old one leads there, and says so."""

import importlib
import re
from types import ModuleType

import pytest


def home_of(name: str) -> tuple[ModuleType, str]:
    """The module that holds a name, and the name within it."""
    module, _, last = name.rpartition(".")
    return importlib.import_module(f"formicarium.{module}"), last


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("envs.vector.Batch", "envs.batch.Batch"),
        ("envs.vector.FormicariumVectorEnv", "envs.gymnasium.FormicariumVectorEnv"),
        ("bots.analysis.Analyst", "analysis.analyst.Analyst"),
        ("bots.analysis.Moment", "analysis.analyst.Moment"),
        ("bots.search.Tree", "bots.search.SearchTree"),
        ("stories.story_of", "analysis.stories.story_of"),
        ("core.layout.record", "core.layout.layout"),
        ("core.options.options_record", "core.options.options_layout"),
        ("core.drawing.Drawing", "core.drawing.Picture"),
        ("core.squash.squashed", "core.observing.squashed"),
        ("arena.table.summary", "arena.summary.summary"),
        ("arena.table.results", "arena.summary.results"),
        ("arena.play.Row", "arena.play.MatchResult"),
        ("arena.balance.Study", "arena.balance.BalanceStudy"),
        ("arena.dataset.Batch", "arena.dataset.Decisions"),
        ("arena.dataset.Played", "arena.dataset.WholeGames"),
    ],
)
def test_an_old_name_leads_to_the_new_one(old: str, new: str) -> None:
    module, name = home_of(old)
    said = re.escape(f"formicarium.{old} is now formicarium.{new}")
    with pytest.warns(DeprecationWarning, match=f"{said}$") as told:
        found = getattr(module, name)
    assert found is getattr(*home_of(new))
    assert told[0].filename == __file__


@pytest.mark.parametrize(
    "old", ["envs.vector", "bots.analysis", "stories", "core.squash", "core.layout", "arena.table"]
)
def test_what_was_never_there_is_not_there(old: str) -> None:
    with pytest.raises(AttributeError, match="Nothing"):
        _ = importlib.import_module(f"formicarium.{old}").Nothing
