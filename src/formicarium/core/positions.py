"""Positions as documents: how one is read, before a game fills a state with it."""

from typing import Any, TypeVar

import msgspec

from formicarium.core.errors import BadPosition

Form = TypeVar("Form")


def read_position(body: dict[str, Any], form: type[Form], title: str) -> Form:
    """The position in a document, or `BadPosition` saying why it is none of that game."""
    try:
        return msgspec.convert(body, form)
    except msgspec.ValidationError as error:
        raise BadPosition(f"not a position of {title}: {error}") from error
