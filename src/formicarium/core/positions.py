"""Positions as documents: what their fields say is declared once, and written and read by that.

A form has a line for each field: what may stand there, and what is meant where it is left out.
`Annotated` adds what is written of the value that a state holds, and what must hold for it:

    tile: Annotated[str | None, word(TILES), Meant([Phase.HEX, Phase.LAY], needed=True)] = None
    larvae: Annotated[int, Within(0, 99)] = 1
"""

import functools
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from formicarium.core.errors import BadPosition, require

LEFT_OUT = msgspec.UNSET  # what a state holds where there is nothing to write
GENERATOR = re.compile(r"(?:0x)?([0-9a-fA-F]{1,16})")

Form = TypeVar("Form")
Writer = Callable[[Any], Any]


@dataclass(frozen=True)
class Written:
    """A field is written in these phases only."""

    phases: Collection[int]  # in which it means something


@dataclass(frozen=True)
class Meant(Written):
    """So it is, and elsewhere it is refused; there it must be given if it is needed."""

    needed: bool = False  # in these phases
    says: str = ""  # what is said of the field in either case; left out: what fits any game


class Within(NamedTuple):
    """A number between these bounds."""

    least: int  # that it may be
    most: int  # likewise


# --- Writing --------------------------------------------------------------------------------------


def written(form: type[msgspec.Struct], held: Mapping[str, Any]) -> dict[str, Any]:
    """What a state holds as a document, field by field."""
    doc = {}
    for key, _, _, write, rules in _fields(form):
        meant = all(held["phase"] in rule.phases for rule in rules if isinstance(rule, Written))
        value = held.get(key, LEFT_OUT)
        told = write(value) if meant and value is not LEFT_OUT else LEFT_OUT
        if told is not LEFT_OUT:
            doc[key] = told
    return doc


@functools.cache
def _fields(form: type[msgspec.Struct]) -> list[tuple[str, str, Any, Writer, tuple[Any, ...]]]:
    """The fields of a form: key, name in Python, default, who writes it, and what must hold.

    Its own ones come before those of every position.
    """
    fields = []
    for field in msgspec.structs.fields(form):
        rules = getattr(field.type, "__metadata__", ())
        write = next((rule for rule in rules if callable(rule)), as_it_is)
        made = field.default_factory is not msgspec.NODEFAULT
        usual = field.default_factory() if made else field.default
        fields.append((field.encode_name, field.name, usual, write, rules))
    own = form.__annotations__
    return sorted(fields, key=lambda field: field[1] not in own)


def as_it_is(held: Any) -> Any:
    """Numbers and lists as they are held."""
    return held.tolist() if isinstance(held, np.ndarray) else held


def word(words: Sequence[Any], first: int = 0) -> Writer:
    """The word for a number; the first word stands for the first number."""
    return lambda held: words[held - first]


def by_name(words: Sequence[str]) -> Writer:
    """How many there are of each."""
    return lambda held: dict(zip(words, as_it_is(held), strict=True))


def counted(words: Sequence[str]) -> Writer:
    """How many there are of each, where there are any."""
    return lambda held: {told: n for told, n in zip(words, as_it_is(held), strict=True) if n}


def repeated(words: Iterable[Any]) -> Writer:
    """Each as often as it is there."""
    known = [*words]
    return lambda held: [told for told, n in zip(known, held, strict=True) for _ in range(n)]


def members(words: Iterable[Any]) -> Writer:
    """The members of a set of bits."""
    known = [*words]
    return lambda held: [told for bit, told in enumerate(known) if held >> bit & 1]


# --- Reading --------------------------------------------------------------------------------------


def read_position(body: dict[str, Any], form: type[Form], title: str) -> Form:
    """The position in a document, or `BadPosition` saying why it is none of that game."""
    try:
        return msgspec.convert(body, form)
    except msgspec.ValidationError as error:
        raise BadPosition(f"not a position of {title}: {error}") from error


def require_meaning(doc: msgspec.Struct, phase: int, named: str) -> None:
    """What is given means something in this phase, and what is needed is given."""
    unmeant, lacking = f"means nothing in phase {named}", f"must be given in phase {named}"
    for key, name, usual, _, rules in _fields(type(doc)):
        given = getattr(doc, name) != usual
        for rule in rules:
            if isinstance(rule, Meant):
                meant = phase in rule.phases
                require(meant or not given, f'"{key}" {rule.says or unmeant}')
                needed = meant and rule.needed
                require(given or not needed, f'"{key}" {rule.says or lacking}')


def numbers_of(doc: msgspec.Struct, otherwise: str) -> dict[str, int]:
    """The numbers whose bounds are declared, by field; `BadPosition` for one beyond them."""
    return {
        key: within(getattr(doc, name), *rule, otherwise, key)
        for key, name, _, _, rules in _fields(type(doc))
        for rule in rules
        if isinstance(rule, Within)
    }


def within(told: int, least: int, most: int, otherwise: str, key: str = "") -> int:
    """A number between its bounds, or `BadPosition`."""
    require(least <= told <= most, otherwise.format(told, least=least, most=most, key=key))
    return told


def index_of(told: str, words: Sequence[str], otherwise: str) -> int:
    """The number that a word stands for, or `BadPosition`."""
    require(told in words, otherwise)
    return words.index(told)


def tally(numbers: Iterable[int], size: int) -> list[int]:
    """How often each number is there."""
    counts: list[int] = np.bincount([*numbers], minlength=size).tolist()
    return counts


def read_generator(told: str) -> np.uint64:
    """What the generator of a game holds, or `BadPosition` where that is no such number."""
    number = GENERATOR.fullmatch(told)
    if number is None:
        raise BadPosition(f"rng {told[:20]!r} is not a 64-bit number in hexadecimal")
    return np.uint64(int(number[1], 16))
