"""Modules of version 0.1 that lie elsewhere now: their old names lead there, and say so."""

import importlib

import pytest


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("formicarium.envs.vector", "formicarium.envs.batch", "Batch"),
        ("formicarium.envs.vector", "formicarium.envs.gymnasium", "FormicariumVectorEnv"),
        ("formicarium.bots.analysis", "formicarium.analysis.analyst", "Analyst"),
        ("formicarium.bots.analysis", "formicarium.analysis.analyst", "Moment"),
        ("formicarium.stories", "formicarium.analysis.stories", "story_of"),
    ],
)
def test_an_old_name_leads_to_the_new_one(old: str, new: str, name: str) -> None:
    module = importlib.import_module(old)
    with pytest.warns(DeprecationWarning, match=rf"{old}\.{name} is now {new}\.{name}") as told:
        found = getattr(module, name)
    assert found is getattr(importlib.import_module(new), name)
    assert told[0].filename == __file__


@pytest.mark.parametrize(
    "old", ["formicarium.envs.vector", "formicarium.bots.analysis", "formicarium.stories"]
)
def test_what_was_never_there_is_not_there(old: str) -> None:
    with pytest.raises(AttributeError, match="Nothing"):
        _ = importlib.import_module(old).Nothing
