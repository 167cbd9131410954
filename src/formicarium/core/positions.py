"""Positions as documents: how one is read, before a game fills a state with it."""

import re
from typing import Any, TypeVar

import msgspec
import numpy as np

from formicarium.core.errors import BadPosition

GENERATOR = re.compile(r"(?:0x)?([0-9a-fA-F]{1,16})")

Form = TypeVar("Form")


def read_position(body: dict[str, Any], form: type[Form], title: str) -> Form:
    """The position in a document, or `BadPosition` saying why it is none of that game."""
    try:
        return msgspec.convert(body, form)
    except msgspec.ValidationError as error:
        raise BadPosition(f"not a position of {title}: {error}") from error


def read_generator(told: str) -> np.uint64:
    """What the generator of a game holds, or `BadPosition` where that is no such number."""
    number = GENERATOR.fullmatch(told)
    if number is None:
        raise BadPosition(f"rng {told[:20]!r} is not a 64-bit number in hexadecimal")
    return np.uint64(int(number[1], 16))
