"""Writes the types of what the server tells into the page: `python web/schema.py`.

What requests ask and answer goes to `src/lib/schema.ts`, a game's view and its kinds of actions to
`schema.ts` in its folder, and how modules of WebAssembly are called to `src/engine/schema.ts`. With
`--check` nothing is written, and a file that is not as it would be is a failure.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from formicarium.core.game import game_names, rulebook
from formicarium.core.rulebook import Rulebook
from formicarium.server.app import create_app
from formicarium.server.settings import Settings
from formicarium.wasm.interface import Block, EntryPoint, Number, entries_of, layouts_of
from formicarium.wasm.manifest import CLOSED, Manifest

SOURCES = Path(__file__).parent / "src"
HEAD = "/** Written by web/schema.py from what the server says of itself: not to be edited. */"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
NUMBERS = {"i32": "number", "i64": "bigint", "f64": "number", "": "void"}  # of modules

Schema = dict[str, Any]


def files() -> dict[Path, str]:
    """What is to be written, by file."""
    requests = create_app(Settings()).openapi_schema.to_schema()
    written = {SOURCES / "lib" / "schema.ts": module(requests["components"]["schemas"])}
    for game in game_names():
        book, folder = rulebook(game), SOURCES / "games" / game
        if book.view_type is not None and folder.is_dir():
            _, schemas = msgspec.json.schema_components([book.view_type])
            written[folder / "schema.ts"] = module(schemas, kinds(book))
    _, forms = msgspec.json.schema_components([Manifest])
    calls = called(rulebook(game_names()[0]))  # of every game the same
    return written | {SOURCES / "engine" / "schema.ts": module(forms, *calls)}


def module(schemas: Schema, *more: str) -> str:
    """All types of a file, in the order of their names, and what else belongs there."""
    types = [declared(name, schemas[name]) for name in sorted(schemas)]
    return "\n\n".join([HEAD, *types, *more]) + "\n"


def kinds(book: Rulebook) -> str:
    """The kinds of actions of a game, by the code at which each begins."""
    codes = import_module(f"{book.package}.actions").Code
    lines = "".join(
        f"  {kind.name.lower()}: {kind.value},\n" for kind in codes if kind < book.actions
    )
    return (
        "/** Where each kind of action begins in the action space. */\n"
        f"export const CODES = {{\n{lines}}} as const;\n\n"
        "export type Kind = keyof typeof CODES;"
    )


def called(book: Rulebook) -> Iterator[str]:
    """What the entries of a module are handed and give, and what is read and written by name."""
    entries = entries_of(book)
    yield listed("What each entry is handed beside memory.", "Handed", map(numbers_of, entries))
    given = (f"{entry.name}: {NUMBERS[entry.gives]}" for entry in entries)
    yield listed("What each entry gives.", "Given", given)
    every = [one for entry in entries for one in entry.parameters]
    places = union(json.dumps(one.name) for one in every if isinstance(one, Block))
    yield f"/** Memory that entries are handed, by name. */\nexport type Place = {places};"
    rows = {name: row.names or () for name, row in layouts_of(book).items() if name not in CLOSED}
    fields = (f"{name}: {union(map(json.dumps, names))}" for name, names in rows.items())
    yield listed("The fields of rows.", "Fields", fields)


def numbers_of(entry: EntryPoint) -> str:
    """The numbers that an entry is handed."""
    numbers = [one for one in entry.parameters if isinstance(one, Number)]
    inside = "; ".join(f"{one.name}: {NUMBERS[one.kind]}" for one in numbers)
    return f"{entry.name}: {{ {inside} }}" if inside else f"{entry.name}: Record<string, never>"


def listed(about: str, name: str, lines: Iterable[str]) -> str:
    """A type with a line for each of its fields."""
    inside = "".join(f"  {line};\n" for line in lines)
    return f"/** {about} */\nexport interface {name} {{\n{inside}}}"


def declared(name: str, schema: Schema) -> str:
    """A type with its name."""
    if not schema.get("properties"):
        return f"{told(schema)}export type {name} = {expression(schema)};"
    lines = "\n".join(f"{told(part, '  ')}  {line};" for line, part in members(schema))
    return f"{told(schema)}export interface {name} {{\n{lines}\n}}"


def members(schema: Schema) -> Iterator[tuple[str, Schema]]:
    """The fields of an object as TypeScript writes them, and what is said of each."""
    for name, part in schema["properties"].items():
        key = name if name.isidentifier() else json.dumps(name)
        optional = "" if name in schema.get("required", ()) else "?"
        yield f"{key}{optional}: {expression(part)}", part


def told(schema: Schema, indent: str = "") -> str:
    """What the server says of a thing, as a comment."""
    text = " ".join(schema.get("description", "").split())
    return f"{indent}/** {text} */\n" if text else ""


def expression(schema: Schema) -> str:
    """The type of a value."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema or "const" in schema:
        return union(json.dumps(one) for one in schema.get("enum", [schema.get("const")]))
    if choices := schema.get("oneOf", schema.get("anyOf")):
        return union(expression(one) for one in choices)
    match schema.get("type"):
        case None:
            return "unknown"
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(expression(one) for one in schema['prefixItems'])}]"
        case "array":
            inner = expression(schema.get("items") or {})
            if (length := schema.get("minItems")) and length == schema.get("maxItems"):
                return f"[{', '.join([inner] * length)}]"
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case "object" if schema.get("properties"):
            return f"{{ {'; '.join(line for line, _ in members(schema))} }}"
        case "object":
            return f"Record<string, {expression(schema.get('additionalProperties') or {})}>"
        case kind:
            return PLAIN.get(kind, "null")


def union(types: Iterable[str]) -> str:
    """One of several types."""
    return " | ".join(dict.fromkeys(types))


def main(wishes: Sequence[str]) -> int:
    """Write what has changed, or only say so."""
    for file, text in files().items():
        if file.is_file() and file.read_text("utf-8") == text:
            continue
        if wishes == ["--check"]:
            raise SystemExit(f"{file} is not as the server says: run make types")
        file.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
