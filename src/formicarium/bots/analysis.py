"""The old name of `formicarium.analysis.analyst`, for one version more."""

from importlib import import_module
from typing import Any

from formicarium.core.renamed import warn

NOW = "formicarium.analysis.analyst"  # above the bots: looked for only when somebody asks


def __getattr__(name: str) -> Any:
    found = getattr(import_module(NOW), name)
    warn(f"formicarium.bots.analysis.{name}", f"{NOW}.{name}")
    return found
