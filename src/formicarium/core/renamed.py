"""Names of version 0.1 that became clearer ones: they work for one version more, with a warning."""

import functools
import inspect
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

Renamed = TypeVar("Renamed", bound=type)


def warn(old: str, new: str, depth: int = 3) -> None:
    """Say that a name is going; `depth` frames above is whoever used it."""
    warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=depth)


def leading_on(module: str, to: str = "", **names: str) -> Callable[[str], Any]:
    """The `__getattr__` of a module whose old names lead elsewhere, one by one or all to a module.

    It is hidden from type checkers (`if not TYPE_CHECKING`), to whom the old names are mistakes.
    """

    def lead_on(name: str) -> Any:
        home, _, new = names.get(name, f"{to}.{name}").rpartition(".")
        if not home:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        found = getattr(import_module(home), new)
        warn(f"{module}.{name}", f"{home}.{new}")
        return found

    return lead_on


def formerly(**names: str) -> Callable[[Renamed], Renamed]:
    """Let old names of attributes and of arguments lead to the new ones.

    >>> @formerly(tables="parts")
    ... class Box:
    ...     def __init__(self, parts: int) -> None:
    ...         self.parts = parts
    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     Box(tables=3).tables
    3
    """

    def keep(kind: Renamed) -> Renamed:
        for old, new in names.items():
            setattr(kind, old, _attribute(kind.__name__, old, new))
        arguments = inspect.signature(kind).parameters
        if taken := {old: new for old, new in names.items() if new in arguments}:
            kind.__init__ = _taking(kind, taken)  # type: ignore[misc]  # wrapped, not replaced
        return kind

    return keep


def _attribute(owner: str, old: str, new: str) -> property:
    def read(self: object) -> Any:
        warn(f"{owner}.{old}", f"{owner}.{new}")
        return getattr(self, new)

    return property(read, doc=f"The old name of `{new}`.")


def _taking(kind: type, names: dict[str, str]) -> Callable[..., None]:
    begin = kind.__init__  # type: ignore[misc]  # of this very class, no subclass of it

    @functools.wraps(begin)
    def begin_with(self: object, *arguments: Any, **named: Any) -> None:
        for old in names.keys() & named.keys():
            warn(f"{kind.__name__}({old}=…)", f"{names[old]}=…")
            named[names[old]] = named.pop(old)
        begin(self, *arguments, **named)

    return begin_with
