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
class Memory:
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
class Entry:
    """One function of a module."""

    name: str
    rule: Callable[..., Any]
    takes: tuple[Number | Memory, ...]
    gives: str = ""  # nothing, `i32` or `f64`

    @property
    def parameters(self) -> tuple[Number | Memory, ...]:
        """What is handed over: shared lengths and the desk once."""
        return tuple(dict.fromkeys(self._parameters()))

    def _parameters(self) -> Iterator[Number | Memory]:
        for one in self.takes:
            if isinstance(one, Memory) and one.desk is not None:
                yield Memory("desk", one.desk)
                continue
            yield one
            if isinstance(one, Memory):
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


def entries_of(book: Rulebook) -> tuple[Entry, ...]:
    """Everything that the module of a game can be asked."""
    names = bound_entries(book)
    kinds = _kinds(book)

    def entry(name: str, rule: str, takes: str, gives: str = "") -> Entry:
        return Entry(name, getattr(names, rule), tuple(kinds[one] for one in takes.split()), gives)

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


def _kinds(book: Rulebook) -> dict[str, Number | Memory]:
    """Whatever an entry may take, by name."""
    kinds: dict[str, Number | Memory] = {"seed": Number("seed", "i64"), **_lists(book)}
    for word in ("seat", "code", "first", "last", "worlds", "searcher", "root"):
        kinds[word] = Number(word)
    for memory in (*_memory(book), *_desk(book)):
        kinds[memory.name] = memory
    return kinds


def _memory(book: Rulebook) -> Iterator[Memory]:
    tree, byte = book.bound(TREE), np.dtype(np.uint8)
    real, whole = np.dtype(np.float64), np.dtype(np.int64)
    yield Memory("parts", byte, (book.parts_layout.itemsize,), is_fixed=True)
    for name in ("state", "start", "blank"):
        yield Memory(name, byte, (book.state_layout.itemsize,))
    yield Memory("codes", np.dtype(np.int32), (book.most_legal,))
    yield Memory("standings", whole, (tree.SEATS, 2))
    yield Memory("observation", np.dtype(np.float32), (sum(n for _, n in book.observation),))
    yield Memory("points", real, (tree.SEATS,))
    yield Memory("mind", book.judgement_layout)
    yield Memory("settings", tree.SETTINGS)
    yield Memory("used", whole, (2,))
    yield Memory("totals", real, (tree.SEATS, 2))


def _lists(book: Rulebook) -> dict[str, Memory]:
    """Memory as long as whoever calls likes."""
    tree, whole = book.bound(TREE), np.dtype(np.int64)
    return {
        "states": Memory("states", np.dtype(np.uint8), ("games", book.state_layout.itemsize)),
        "lengths": Memory("lengths", whole, ("games",)),
        "all_standings": Memory("standings", whole, ("games", tree.SEATS, 2)),
        "some_codes": Memory("codes", np.dtype(np.int32), ("count",)),
        "values": Memory("values", np.dtype(np.float64), ("count",)),
        "nodes": Memory("nodes", tree.NODE, ("node_count",)),
        "edges": Memory("edges", tree.EDGE, ("edge_count",)),
    }


def _desk(book: Rulebook) -> Iterator[Memory]:
    """The fields of a desk, each of them memory of its own to the rules."""
    desk = desk_layout(book)
    for name in desk.names or ():
        item, shape = desk[name].subdtype or (desk[name], (1,))
        yield Memory(name, item, shape, desk, offset_of(desk, name))
