"""Rows: how a state, and the parts of its game, lie in memory.

A layout says which fields a row has and where they lie. (A `Record` is something else: a whole game
written down.)
"""

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.core.renamed import leading_on

Fields = tuple[tuple[Any, ...], ...]

# Every state begins with these.
HEAD: Fields = (
    ("rng", np.uint64),  # the random generator: a secret
    ("barrier", np.int32),  # grows when chance strikes or something hidden comes to light
    ("to_act", np.uint8),  # bit per seat that must decide now; none: the game is over
    ("players", np.int8),
)


class Row(np.record):  # type: ignore[misc]  # a base is final in NumPy's stubs only
    """One value with named fields, as the rules see it.

    The fields are looked up directly, which halves the time of interpreted play.
    """

    __getattribute__ = np.void.__getattribute__

    def __getattr__(self, name: str) -> Any:
        try:
            return np.void.__getitem__(self, name)
        except (ValueError, IndexError):
            raise AttributeError(f"this row has no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        np.void.__setitem__(self, name, value)


def values_of(row: Row) -> dict[str, Any]:
    """All fields of a row, read at once: one by one, each takes as long as all together.

    Numbers are Python's own; arrays are the row's.
    """
    return dict(zip(row.dtype.names or (), row.item(), strict=True))


def plain_row(row: Row) -> Any:
    """A row as numbers and lists: Python reads their fields twenty times as fast."""
    fields = values_of(row).items()
    return SimpleNamespace(
        **{name: held.tolist() if isinstance(held, np.ndarray) else held for name, held in fields}
    )


def array_of(row: Row) -> np.ndarray[Any, Any]:
    """A row as an array of one, which compiled code takes over in a seventh of the time.

    It is the row's own memory or a copy: it is for reading.

    >>> anthills = np.zeros(3, layout(("army", np.int8)))
    >>> array_of(anthills[2]).shape
    (1,)
    """
    around = row.base
    return around if around is not None and around.shape == (1,) else np.array([row])


def offset_of(row_layout: np.dtype[Any], field: str) -> int:
    """At which byte of a row a field begins."""
    assert row_layout.fields is not None
    return int(row_layout.fields[field][1])


def layout(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The type of a row whose fields are attributes, in plain Python and in compiled code alike.

    Fields are signed wherever one calculates with them: an unsigned one wraps around below zero in
    interpreted play and widens in compiled play.

    >>> anthill = layout(("army", np.int8), ("tiles", np.uint8, (10,)))
    >>> np.zeros(1, anthill)[0].army
    np.int8(0)
    """
    return np.dtype((Row, np.dtype(list(fields), align=True)))


if not TYPE_CHECKING:
    __getattr__ = leading_on(__name__, record="formicarium.core.layout.layout")
