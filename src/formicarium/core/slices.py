"""Observations for networks: bytes in named slices, each of which says what its numbers mean.

A game declares blocks: what there is of the table as a whole, of every seat, of every place. All
rows of a block have the same slices, so that a block can be read as a sequence of tokens as well.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]
WIDE = 256  # what a byte counts to


class NumberKind(Enum):
    """What a number means to a network."""

    FLAG = "flag"  # 0 or 1
    CATEGORY = "category"  # one of so many things, 0 often none; no number in between means a thing
    COUNT = "count"  # how many, up to 255
    SCALAR = "scalar"  # any number of 16 bits, below zero too: two bytes, the lower one first


@dataclass(frozen=True)
class Slice:
    """Numbers of one kind, one behind the other, in every row of a block."""

    name: str  # in its block
    kind: NumberKind  # what its numbers are
    meaning: str  # in words
    length: int = 1  # how many numbers
    size: int = 2  # of a category: how many things, from 0 on
    usual: int = 1  # of a count or scalar: a large one, as a network divides by it
    table: str = ""  # of a category: the table whose rows tell what these things are like

    @property
    def bytes(self) -> int:
        """Of one number."""
        return 2 if self.kind is NumberKind.SCALAR else 1

    @property
    def width(self) -> int:
        """Bytes in a row."""
        return self.length * self.bytes


class SliceBlock(NamedTuple):
    """So many rows of the same slices: of the table, of seats, of places."""

    name: str  # what its rows are of
    rows: int  # how many
    slices: tuple[Slice, ...]  # of each row

    @property
    def width(self) -> int:
        """Bytes of a row."""
        return sum(part.width for part in self.slices)


class Attributes(NamedTuple):
    """What the things that a category names are like: a row for each, its numbers from 0 to 1."""

    columns: tuple[str, ...]  # what each number tells
    rows: Array  # by thing


def flag(name: str, meaning: str, length: int = 1) -> Slice:
    """Yes or no."""
    return Slice(name, NumberKind.FLAG, meaning, length)


def category(name: str, size: int, meaning: str, length: int = 1, table: str = "") -> Slice:
    """One of several things."""
    return Slice(name, NumberKind.CATEGORY, meaning, length, size=size, table=table)


def count(name: str, usual: int, meaning: str, length: int = 1) -> Slice:
    """How many."""
    return Slice(name, NumberKind.COUNT, meaning, length, usual=usual)


def scalar(name: str, usual: int, meaning: str, length: int = 1) -> Slice:
    """A number that may be large or below zero."""
    return Slice(name, NumberKind.SCALAR, meaning, length, usual=usual)


class SlicePlace(NamedTuple):
    """Where a slice lies: in each of some rows, `stride` bytes apart."""

    block: str
    part: Slice
    start: int
    rows: int
    stride: int

    @property
    def name(self) -> str:
        """What it is called among all slices of a game."""
        return f"{self.block}.{self.part.name}"

    def of(self, observations: Any) -> Any:
        """Its numbers in observations: one row a row of the block, scalars as they were meant."""
        rows = self.start + self.stride * np.arange(self.rows)[:, None]
        where = rows + self.part.bytes * np.arange(self.part.length)
        if self.part.kind is not NumberKind.SCALAR:
            return observations[..., where]
        return signed(observations[..., where], observations[..., where + 1])


def signed(low: Any, high: Any) -> Any:
    """A number of 16 bits from its two bytes; arrays of any library.

    >>> int(signed(np.uint8(254), np.uint8(255)))
    -2
    """
    return low * np.int32(1) + (high * np.int32(1) - (high > 127) * np.int32(WIDE)) * WIDE


class Network:
    """The observation for networks of one game: where everything lies, and what it is like."""

    def __init__(
        self,
        blocks: Sequence[SliceBlock],
        tables: Mapping[str, Attributes],
        adjacency: Mapping[str, Array],
    ) -> None:
        self.blocks = tuple(blocks)
        self.tables = dict(tables)
        self.adjacency = dict(adjacency)  # of a block: which of its rows are neighbours
        self.slices = {place.name: place for place in placed(blocks)}
        self.size = sum(block.rows * block.width for block in blocks)  # bytes

    def tokens(self, observations: Any, block: str) -> Any:
        """The rows of a block, as bytes: what lies there is `blocks`' own order of slices."""
        first = next(place for place in self.slices.values() if place.block == block)
        where = first.start + np.arange(first.rows * first.stride).reshape(first.rows, -1)
        return observations[..., where]


def placed(blocks: Sequence[SliceBlock]) -> Iterator[SlicePlace]:
    """Where all slices lie, block by block."""
    start = 0
    for block in blocks:
        at = start
        for part in block.slices:
            yield SlicePlace(block.name, part, at, block.rows, block.width)
            at += part.width
        start += block.rows * block.width
