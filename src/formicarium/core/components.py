"""Component sets: the boards, tiles and cards of a game as files that can be replaced."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from formicarium.core.errors import BadComponents

Form = TypeVar("Form")


def read_document(file: str | Path) -> Any:
    """The JSON document in a file, or `BadComponents` saying why there is none."""
    try:
        content = Path(file).read_bytes()
    except OSError as error:
        raise BadComponents(f"cannot read {file}: {error.strerror}") from error
    except (TypeError, ValueError) as error:
        raise BadComponents(f"{file!r} does not name a file: {error}") from error
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadComponents(f"{file} is not JSON in UTF-8: {error}") from error


def kind_of(document: object) -> str:
    """What a component file describes, such as ``micropolis/tiles``."""
    kind = document.get("kind") if isinstance(document, dict) else None
    if not isinstance(kind, str):
        raise BadComponents(
            'a component file needs a "kind": the game, a slash, and what it describes'
        )
    return kind


def read_components(document: object, form: type[Form], what: str) -> Form:
    """What a component file describes, or `BadComponents` saying why it does not."""
    try:
        return msgspec.convert(document, form)
    except msgspec.ValidationError as error:
        raise BadComponents(f"not {what}: {error}", [str(error)]) from error


def assemble(standard: Mapping[str, Path], replacements: tuple[str | Path, ...]) -> dict[str, Any]:
    """The component set to play with: the standard one, except where a file replaces a part."""
    component_set = {kind: read_document(file) for kind, file in standard.items()}
    for file in replacements:
        document = read_document(file)
        kind = kind_of(document)
        if kind not in component_set:
            raise BadComponents(
                f"{file} is a set of {kind}; this game uses: {', '.join(component_set)}"
            )
        component_set[kind] = document
    return component_set


def fingerprint(component_set: Mapping[str, Any]) -> str:
    """A short name for a component set, the same wherever its content is the same."""
    content = {
        kind: {name: value for name, value in document.items() if name != "provenance"}
        for kind, document in component_set.items()
    }
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()[:16]
