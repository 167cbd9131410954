"""What whoever loads a module must know of it, as JSON: sizes, places, arguments, versions."""

import base64
import hashlib
from importlib.resources import files
from pathlib import Path

import msgspec

from formicarium.bots.judgement import judgement_for
from formicarium.bots.settings import TEMPLATE as TREE
from formicarium.core.layout import HEAD, offset_of
from formicarium.core.reach import digest_of, shortened
from formicarium.core.rulebook import Rulebook
from formicarium.wasm.interface import Block, Dtype, EntryPoint, Number, entries_of, layouts_of

FORM = 1  # of the manifest itself
CLOSED = {"DESK", "JUDGEMENT"}  # rows that are handed over whole


class Field(msgspec.Struct, frozen=True):
    """Where something lies in a row, and of which type it is (`i32`, `f64` …)."""

    at: int
    type: str
    shape: list[int]


class RowForm(msgspec.Struct, frozen=True):
    """A row: how many bytes it has, and what in it may be read or written."""

    bytes: int
    fields: dict[str, Field]


class Argument(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an entry is handed: a number, or the address of so many items of a type or row."""

    name: str
    type: str  # i32, i64; address
    of: str = ""
    shape: list[int | str] = []  # a word is the name of the argument that says how many


class EntryForm(msgspec.Struct, frozen=True):
    """How an entry is called."""

    takes: list[Argument]
    gives: str  # i32, f64, or nothing
    says: str


class JudgementForm(msgspec.Struct, frozen=True):
    """The numbers by which bots judge a game, if nobody names others."""

    mind: str  # a row JUDGEMENT, base64
    settings: dict[str, float]  # fields of SETTINGS


class Manifest(msgspec.Struct, frozen=True):
    """All of it."""

    form: int
    game: str
    rules: int  # version
    layout: str  # digest of what a state and the parts look like
    sources: str  # digest of the rules and the search
    file: str
    sha256: str
    bytes: int
    state_bytes: int
    parts_bytes: int
    seats: int  # for which there is room in standings, points and totals
    actions: int
    most_legal: int
    state: dict[str, Field]
    rows: dict[str, RowForm]
    entries: dict[str, EntryForm]
    judgement: JudgementForm


def manifest_of(book: Rulebook, module: bytes) -> Manifest:
    """The manifest of a game's module."""
    rows = layouts_of(book)
    return Manifest(
        form=FORM,
        game=book.name,
        rules=book.version,
        layout=layout_digest(book),
        sources=sources_digest(book),
        file=f"{book.name}.wasm",
        sha256=hashlib.sha256(module).hexdigest(),
        bytes=len(module),
        state_bytes=book.state_layout.itemsize,
        parts_bytes=book.parts_layout.itemsize,
        seats=book.bound(TREE).SEATS,
        actions=book.actions,
        most_legal=book.most_legal,
        state={name: _field(book.state_layout, name) for name, *_ in HEAD},
        rows={name: _row(row, name in CLOSED) for name, row in rows.items()},
        entries={entry.name: _entry(entry, rows) for entry in entries_of(book)},
        judgement=_judgement(book),
    )


def engine_folder(book: Rulebook) -> Path:
    """Where a game keeps its module and its manifest, whichever package it comes from."""
    return Path(str(files(book.package))) / "engine"


def manifest_name(book: Rulebook) -> str:
    """How the file is called that holds the manifest of a game's module."""
    return f"{book.name}.json"


def current_manifest(book: Rulebook) -> Manifest | None:
    """The manifest of the module that a game brings; nothing if that is of other sources."""
    try:
        said = (engine_folder(book) / manifest_name(book)).read_bytes()
        found = msgspec.json.decode(said, type=Manifest)
    except (OSError, msgspec.MsgspecError):
        return None
    return found if (found.form, found.sources) == (FORM, sources_digest(book)) else None


def sources_digest(book: Rulebook) -> str:
    """A short name for all that a module is made of, as it stands in files."""
    return digest_of("formicarium.core", "formicarium.bots", "formicarium.wasm", book.package)


def layout_digest(book: Rulebook) -> str:
    """A short name for what a state and the parts of a game look like, byte by byte.

    Whoever sends a state names it, and whoever receives one compares.
    """
    return shortened(f"{_told(book.state_layout)} {_told(book.parts_layout)}")


def _told(dtype: Dtype) -> str:
    if dtype.subdtype is not None:
        item, shape = dtype.subdtype
        return f"{_told(item)}{shape}"
    names = dtype.names or ()
    inside = [f"{name}@{offset_of(dtype, name)}:{_told(dtype[name])}" for name in names]
    return f"{inside}{dtype.itemsize}" if inside else dtype.str


def _field(row: Dtype, name: str) -> Field:
    item, shape = row[name].subdtype or (row[name], ())
    return Field(offset_of(row, name), _type(item), [*shape])


def _type(item: Dtype) -> str:
    """A type as WebAssembly calls it, or JavaScript's lists of numbers would."""
    return "row" if item.names else f"{item.kind}{8 * item.itemsize}"


def _row(row: Dtype, is_closed: bool) -> RowForm:
    names = [name for name in row.names or () if not is_closed]
    return RowForm(row.itemsize, {name: _field(row, name) for name in names})


def _entry(entry: EntryPoint, rows: dict[str, Dtype]) -> EntryForm:
    says = (entry.rule.__doc__ or "").partition("\n")[0]
    return EntryForm([_argument(one, rows) for one in entry.parameters], entry.gives, says)


def _argument(one: Number | Block, rows: dict[str, Dtype]) -> Argument:
    if isinstance(one, Number):
        return Argument(one.name, one.kind)
    name = next((name for name, row in rows.items() if row == one.item), _type(one.item))
    return Argument(one.name, "address", name, [*one.shape])


def _judgement(book: Rulebook) -> JudgementForm:
    found = judgement_for(book)
    return JudgementForm(
        mind=base64.b64encode(found.mind.tobytes()).decode(),
        settings=found.search,
    )
