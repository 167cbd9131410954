"""Observations for networks as the inputs of one, in the library in which they come.

Bytes in NumPy, PyTorch, JAX or CuPy become inputs there, on whatever device they lie.
"""

from collections.abc import Collection, Iterator
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from formicarium.core.game import Game
from formicarium.core.slices import WIDE, Array, Network, NumberKind, Slice, SlicePlace

BYTES = np.arange(WIDE, dtype=np.float32)
SIGNED = np.where(BYTES < WIDE / 2, BYTES, BYTES - WIDE)  # what the higher byte of a number means

# Libraries by the package that their arrays come from, and what makes arrays in them.
LIBRARIES = {"torch": "torch", "jax": "jax.numpy", "jaxlib": "jax.numpy", "cupy": "cupy"}


class Column(NamedTuple):
    """One input: which byte it reads, and what each value of that becomes."""

    name: str
    source: int
    values: Array


class Inputs:
    """What a network takes in place of the bytes of one game.

    Called with observations, it gives a row of numbers for each: a flag is 0 or 1, a category one
    column for each thing that it may be, a count or scalar a part of what is usual. With
    `tables=True` a thing that has attributes is told by them instead, in fewer columns. `columns`
    says what each of them is; scalars stand behind all others. `blocks` are those that are read: a
    network without weights in common for all places learns little from them.

    >>> import formicarium as fm
    >>> game = fm.load("micropolis", players=2)
    >>> inputs, seen = Inputs(game, tables=True), game.start(seed=7).observe(0, "network")
    >>> inputs(seen).shape == (len(inputs.columns),), inputs.columns[2], inputs(seen)[2]
    (True, 'table.phase=2', np.float32(1.0))
    """

    def __init__(
        self, game: Game, tables: bool = False, blocks: Collection[str] | None = None
    ) -> None:
        everything = game.network.slices.values()
        places = [place for place in everything if blocks is None or place.block in blocks]
        plain = [one for place in places for one in _columns(game.network, place, tables)]
        lower, higher = (
            [one for place in places for one in _halves(place, half)] for half in (0, 1)
        )
        self.columns = tuple(one.name for one in (*plain, *lower))
        self.plain, self.lower, self.higher = map(Lookup, (plain, lower, higher))

    def __call__(self, observations: Any) -> Any:
        """The inputs that these observations make, one row each."""
        scalars = self.lower(observations) + self.higher(observations)
        return library_of(observations).concatenate((self.plain(observations), scalars), axis=-1)


class Things:
    """The things that categories name, by number, for an embedding of `vocabulary` rows.

    Categories that share a table share their things; `names` says which category each column is.

    >>> import formicarium as fm
    >>> game = fm.load("micropolis", players=2)
    >>> things = Things(game)
    >>> numbers = things(game.start(seed=7).observe(0, "network"))
    >>> numbers.shape == (len(things.names),), 0 <= numbers.min(), numbers.max() < things.vocabulary
    (True, np.True_, np.True_)
    """

    def __init__(self, game: Game) -> None:
        firsts: dict[str, int] = {}
        self.vocabulary = 0
        found = []
        for place in game.network.slices.values():
            if place.part.kind is NumberKind.CATEGORY:
                group = place.part.table or place.name
                if group not in firsts:
                    firsts[group] = self.vocabulary
                    table = game.network.tables.get(place.part.table)
                    self.vocabulary += len(table.rows) if table else place.part.size
                found += [(name, at, firsts[group]) for name, at in _numbers(place)]
        self.names = tuple(name for name, _, _ in found)
        self.sources = np.array([at for _, at, _ in found])
        self.firsts = np.array([first for _, _, first in found])

    def __call__(self, observations: Any) -> Any:
        """A row of numbers for each observation."""
        sources, firsts = (beside(observations, one) for one in (self.sources, self.firsts))
        return firsts + observations[..., sources]


class Lookup:
    """Some columns, ready to be read off: many share one list of values."""

    def __init__(self, columns: list[Column]) -> None:
        known: dict[bytes, int] = {}
        for column in columns:
            known.setdefault(column.values.astype(np.float32).tobytes(), len(known))
        self.values = np.frombuffer(b"".join(known), np.float32)
        self.sources = np.array([column.source for column in columns], np.int64)
        starts = [known[column.values.astype(np.float32).tobytes()] for column in columns]
        self.starts = np.array(starts, np.int64) * WIDE

    def __call__(self, observations: Any) -> Any:
        values, starts, sources = (
            beside(observations, one) for one in (self.values, self.starts, self.sources)
        )
        return values[starts + observations[..., sources]]


def library_of(observations: Any) -> Any:
    """The library that an array belongs to."""
    home = type(observations).__module__.partition(".")[0]
    return import_module(LIBRARIES.get(home, "numpy"))


def beside(observations: Any, numbers: Array) -> Any:
    """The same numbers, where these observations lie."""
    library = library_of(observations)
    if library is np:
        return numbers
    if library.__name__ == "torch":
        return library.tensor(numbers, device=observations.device)
    return library.asarray(numbers)


def _numbers(place: SlicePlace) -> Iterator[tuple[str, int]]:
    """Every number of a slice: what it is called, and at which byte it begins."""
    part = place.part
    for row in range(place.rows):
        for number in range(part.length):
            name = place.name + (f"[{row}]" if place.rows > 1 else "")
            at = place.start + row * place.stride + number * part.bytes
            yield name + (f"[{number}]" if part.length > 1 else ""), at


def _columns(network: Network, place: SlicePlace, tables: bool) -> Iterator[Column]:
    """The columns of all numbers of a slice, unless these are scalars."""
    if place.part.kind is NumberKind.SCALAR:
        return
    told = [*_told(network, place.part, tables)]
    for name, at in _numbers(place):
        for more, values in told:
            yield Column(name + more, at, values)


def _told(network: Network, part: Slice, tables: bool) -> Iterator[tuple[str, Array]]:
    """What one number of a slice becomes: some columns, and what each value is in them."""
    if part.kind is not NumberKind.CATEGORY:
        yield "", BYTES / part.usual
    elif tables and part.table:
        table = network.tables[part.table]
        for index, column in enumerate(table.columns):
            yield f" {column}", np.pad(table.rows[:, index], (0, WIDE - len(table.rows)))
    else:
        for thing in range(part.size):
            yield f"={thing}", np.equal(BYTES, thing)


def _halves(place: SlicePlace, half: int) -> Iterator[Column]:
    """The lower or the higher bytes of a slice of scalars; a column is the sum of both."""
    if place.part.kind is NumberKind.SCALAR:
        values = (BYTES, SIGNED * WIDE)[half] / place.part.usual
        for name, at in _numbers(place):
            yield Column(name, at + half, values)
