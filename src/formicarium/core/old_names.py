"""Old names of what a module holds: they work for one version more, with a warning."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from formicarium.core.renamed import warn


def leading_on(module: str, **names: str) -> Callable[[str], Any]:
    """The `__getattr__` of a module whose old names lead to `module.name`.

    It is hidden from type checkers (`if not TYPE_CHECKING`), to whom the old names are mistakes.
    """

    def lead_on(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn(f"{module}.{name}", names[name])
        home, _, new = names[name].rpartition(".")
        return getattr(import_module(home), new)

    return lead_on
