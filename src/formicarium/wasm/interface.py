"""What a module can be asked, and what it is handed: the same for every game but for sizes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from formicarium.bots.settings import TEMPLATE as TREE
from formicarium.core.compiled import bind
from formicarium.core.layout import layout, offset_of
from formicarium.core.rulebook import STEPPING, Rulebook

TEMPLATE = "formicarium.wasm.entries"

Dtype = np.dtype[Any]


@dataclass(frozen=True)
class Number:
    """A number that is handed over: `i32`, or `i64` for a seed."""

    name: str
    kind: str = "i32"


@dataclass(frozen=True)
class Block:
    """Memory that is handed over by its address: items of one kind, as many as its shape says.

    Of a shape, a word stands for a number that is handed over right behind the address.
    """

    name: str
    item: Dtype
    shape: tuple[int | str, ...] = (1,)
    desk: Dtype | None = None  # where it is handed over as a field of a desk: that,
    at: int = 0  # and where it lies there
    is_fixed: bool = False  # whether nobody writes there


@dataclass(frozen=True)
class EntryPoint:
    """One function of a module."""

    name: str
    rule: Callable[..., Any]
    takes: tuple[Number | Block, ...]
    gives: str = ""  # nothing, `i32` or `f64`

    @property
    def parameters(self) -> tuple[Number | Block, ...]:
        """What is handed over: shared lengths and the desk once."""
        return tuple(dict.fromkeys(self._parameters()))

    def _parameters(self) -> Iterator[Number | Block]:
        for one in self.takes:
            if isinstance(one, Block) and one.desk is not None:
                yield Block("desk", one.desk)
                continue
            yield one
            if isinstance(one, Block):
                yield from (Number(word) for word in one.shape if isinstance(word, str))


def bound_entries(book: Rulebook) -> ModuleType:
    """The template of entries, working on a game."""
    stepping, tree = book.bound(STEPPING), book.bound(TREE)
    names = {name: value for module in (stepping, tree) for name, value in _public(module)}
    return bind(TEMPLATE, names, book.package)


def _public(module: ModuleType) -> Iterator[tuple[str, object]]:
    return ((name, value) for name, value in vars(module).items() if not name.startswith("__"))


def layouts_of(book: Rulebook) -> dict[str, Dtype]:
    """The rows that whoever calls reads and writes, by name."""
    tree = book.bound(TREE)
    return {
        "SETTINGS": tree.SETTINGS,
        "JUDGEMENT": book.judgement_layout,
        "NODE": tree.NODE,
        "EDGE": tree.EDGE,
        "DESK": desk_layout(book),
    }


def desk_layout(book: Rulebook) -> Dtype:
    """All room that looking ahead takes, as one row; nobody else reads it."""
    tree, state = book.bound(TREE), (np.uint8, (book.state_layout.itemsize,))
    return layout(
        ("walk", tree.WALK, (1,)),
        ("dice", tree.DICE, (1,)),
        ("standing", np.int64, (tree.SEATS, 2)),
        ("world", *state),
        ("probe", *state),
        ("room", tree.LIST, (1,)),
    )


def entries_of(book: Rulebook) -> tuple[EntryPoint, ...]:
    """Everything that the module of a game can be asked."""
    names = bound_entries(book)
    kinds = _kinds(book)

    def entry(name: str, rule: str, takes: str, gives: str = "") -> EntryPoint:
        return EntryPoint(
            name, getattr(names, rule), tuple(kinds[one] for one in takes.split()), gives
        )

    desk = "world probe room standing walk dice"
    return (
        entry("setup", "setup", "parts state seed"),
        entry("legal", "legal", "parts state seat codes", "i32"),
        entry("apply", "play", "parts state seat code"),
        entry("redetermine", "redetermine", "parts state seat seed"),
        entry("score", "count_points", "parts state standings"),
        entry("observe", "look", "parts state seat observation"),
        entry("appraise", "guess", "parts mind state points", "f64"),
        entry(
            "random_games",
            "play_games",
            "parts blank seed first states lengths all_standings room dice",
        ),
        entry(
            "look_ahead",
            "look_ahead",
            f"parts start searcher worlds seed settings mind some_codes values {desk}",
        ),
        entry("plant", "plant", "nodes edges used searcher", "i32"),
        entry(
            "grow",
            "grow",
            "parts start searcher first last seed settings mind root nodes edges used totals "
            + desk,
        ),
    )


def _kinds(book: Rulebook) -> dict[str, Number | Block]:
    """Whatever an entry may take, by name."""
    kinds: dict[str, Number | Block] = {"seed": Number("seed", "i64"), **_lists(book)}
    for word in ("seat", "code", "first", "last", "worlds", "searcher", "root"):
        kinds[word] = Number(word)
    for memory in (*_memory(book), *_desk(book)):
        kinds[memory.name] = memory
    return kinds


def _memory(book: Rulebook) -> Iterator[Block]:
    tree, byte = book.bound(TREE), np.dtype(np.uint8)
    real, whole = np.dtype(np.float64), np.dtype(np.int64)
    yield Block("parts", byte, (book.parts_layout.itemsize,), is_fixed=True)
    for name in ("state", "start", "blank"):
        yield Block(name, byte, (book.state_layout.itemsize,))
    yield Block("codes", np.dtype(np.int32), (book.most_legal,))
    yield Block("standings", whole, (tree.SEATS, 2))
    yield Block("observation", np.dtype(np.float32), (sum(n for _, n in book.observation),))
    yield Block("points", real, (tree.SEATS,))
    yield Block("mind", book.judgement_layout)
    yield Block("settings", tree.SETTINGS)
    yield Block("used", whole, (2,))
    yield Block("totals", real, (tree.SEATS, 2))


def _lists(book: Rulebook) -> dict[str, Block]:
    """Memory as long as whoever calls likes."""
    tree, whole = book.bound(TREE), np.dtype(np.int64)
    return {
        "states": Block("states", np.dtype(np.uint8), ("games", book.state_layout.itemsize)),
        "lengths": Block("lengths", whole, ("games",)),
        "all_standings": Block("standings", whole, ("games", tree.SEATS, 2)),
        "some_codes": Block("codes", np.dtype(np.int32), ("count",)),
        "values": Block("values", np.dtype(np.float64), ("count",)),
        "nodes": Block("nodes", tree.NODE, ("node_count",)),
        "edges": Block("edges", tree.EDGE, ("edge_count",)),
    }


def _desk(book: Rulebook) -> Iterator[Block]:
    """The fields of a desk, each of them memory of its own to the rules."""
    desk = desk_layout(book)
    for name in desk.names or ():
        item, shape = desk[name].subdtype or (desk[name], (1,))
        yield Block(name, item, shape, desk, offset_of(desk, name))
