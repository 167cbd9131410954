"""The old name of `formicarium.analysis.stories`, for one version more."""

from typing import Any

from formicarium.analysis import stories
from formicarium.core.renamed import warn


def __getattr__(name: str) -> Any:
    found = getattr(stories, name)
    warn(f"formicarium.stories.{name}", f"formicarium.analysis.stories.{name}")
    return found
