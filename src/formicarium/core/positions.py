"""Positions as documents: what their fields say is declared once, and written and read by that.

A form has a line for each field: what may stand there, and what is meant where it is left out.
`Annotated` adds how the value of a state is told, in which phases, and what is said of a fault:

    tile: Annotated[str | None, word(TILES, 1), Meant([Phase.HEX, Phase.LAY], needed=True)] = None
    larvae: Annotated[int, number(0, 99, "{where}: {} larvae")] = 1
"""

import functools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from formicarium.core.errors import BadPosition, require

LEFT_OUT = msgspec.UNSET  # what a state holds where there is nothing to write
HEXADECIMAL = re.compile(r"(?:0x)?([0-9a-fA-F]{1,16})")
UNKNOWN = "{where}: {!r} is none of {words}"

Form = TypeVar("Form")
Bounds = tuple[int, int, str]  # the least, the most, and what is said beyond them


def by_the_game(told: Any, at: Mapping[str, str]) -> Any:
    """The game reads the field itself."""
    raise NotImplementedError


class ToldAs(NamedTuple):
    """How the value of a state is told, and read back, with what is said of a fault."""

    write: Callable[[Any], Any]  # a value of the state as it is told
    read: Callable[[Any, Mapping[str, str]], Any] = by_the_game  # back, with names for a fault


class Held(NamedTuple):
    """What is told has another name in the state, or is worked out of several values."""

    of: str | Callable[[Mapping[str, Any]], Any]  # that name, or what works it out


@dataclass(frozen=True)
class Written:
    """A field means something, and is written, in these phases only."""

    phases: Collection[int]  # in which it means something


@dataclass(frozen=True)
class Meant(Written):
    """So it is, and elsewhere it is refused; there it must be given if it is needed."""

    needed: bool = False  # in these phases
    says: str = ""  # in either case; left out: what fits any game


class FormLine(NamedTuple):
    """One line of a form."""

    key: str
    name: str  # in Python
    usual: Any  # what is meant where it is left out
    told: ToldAs
    held: Any  # its name in the state, or what works it out
    phases: list[Written]


@functools.cache
def _fields(form: type[msgspec.Struct]) -> list[FormLine]:
    """The fields of a form; its own ones come before those of every position."""
    fields = []
    for field in msgspec.structs.fields(form):
        rules = getattr(field.type, "__metadata__", ())
        told = next((rule for rule in rules if isinstance(rule, ToldAs)), AS_IT_IS)
        held = next((rule.of for rule in rules if isinstance(rule, Held)), field.encode_name)
        made = field.default_factory is not msgspec.NODEFAULT
        usual = field.default_factory() if made else field.default
        phases = [rule for rule in rules if isinstance(rule, Written)]
        fields.append(FormLine(field.encode_name, field.name, usual, told, held, phases))
    return sorted(fields, key=lambda field: field.name not in form.__annotations__)


def written(form: type[msgspec.Struct], state: Mapping[str, Any]) -> dict[str, Any]:
    """What a state holds as a document, field by field."""
    doc = {}
    for key, _, _, told, held, phases in _fields(form):
        if all(state["phase"] in rule.phases for rule in phases):
            value = held(state) if callable(held) else state.get(held, LEFT_OUT)
            doc[key] = value if value is LEFT_OUT else told.write(value)
    return {key: value for key, value in doc.items() if value is not LEFT_OUT}


def read_position(body: dict[str, Any], form: type[Form], title: str) -> Form:
    """The position in a document, or `BadPosition` saying why it is none of that game."""
    try:
        return msgspec.convert(body, form)
    except msgspec.ValidationError as error:
        raise BadPosition(f"not a position of {title}: {error}") from error


def fill(state: Any, doc: msgspec.Struct, phase: IntEnum | None = None, where: str = "") -> None:
    """Put what a document tells into a state, as far as it is declared how it is read.

    What is given means something in this phase, and what is needed is given.
    """
    named = "" if phase is None else phase.name.lower()
    for key, name, usual, told, held, phases in _fields(type(doc)):
        value, meant = getattr(doc, name), all(phase in rule.phases for rule in phases)
        for rule in phases:
            if isinstance(rule, Meant):
                here, given = phase in rule.phases, value != usual
                unmeant = rule.says or f'"{key}" means nothing in phase {named}'
                require(here or not given, unmeant)
                lacking = rule.says or f'"{key}" must be given in phase {named}'
                require(given or not (here and rule.needed), lacking)
        if told.read is not by_the_game and value is not None and meant and isinstance(held, str):
            at = f"{where}: {key}" if where else key
            names = {"key": key, "where": where or key, "at": at}
            setattr(state, held, told.read(value, names))


# --- How values are told --------------------------------------------------------------------------


def as_it_is(held: Any) -> Any:
    """Numbers and lists as they are held."""
    return held.tolist() if isinstance(held, np.ndarray | np.generic) else held


AS_IT_IS = ToldAs(as_it_is)
WHETHER = ToldAs(bool, lambda told, _: int(told))  # something is so or not


def number(least: int, most: int, otherwise: str) -> ToldAs:
    """A number between these bounds."""
    return ToldAs(as_it_is, lambda told, at: within(told, least, most, otherwise, **at))


def word(words: Sequence[Any], first: int = 0, otherwise: str = UNKNOWN) -> ToldAs:
    """The word for a number; the first word stands for the first number, and none for less."""
    return ToldAs(
        lambda held: words[held - first] if held >= first else LEFT_OUT,
        lambda told, at: index_of(told, words, otherwise, **at) + first,
    )


def each(words: Sequence[Any], otherwise: str = UNKNOWN) -> ToldAs:
    """A word for each number."""
    return ToldAs(
        lambda held: [words[number] for number in held],
        lambda told, at: [index_of(name, words, otherwise, **at) for name in told],
    )


def by_name(words: Sequence[str], otherwise: str = UNKNOWN, bounds: Bounds | None = None) -> ToldAs:
    """How many there are of each."""

    def read(told: Mapping[str, int], at: Mapping[str, str]) -> list[int]:
        for name, number in told.items():
            index_of(name, words, otherwise, **at)
            if bounds:
                within(number, bounds[0], bounds[1], bounds[2], **at, name=name)
        return [told.get(name, 0) for name in words]

    return ToldAs(lambda held: dict(zip(words, as_it_is(held), strict=True)), read)


def counted(told: ToldAs) -> ToldAs:
    """How many there are of each, where there are any."""
    return told._replace(write=lambda held: {name: n for name, n in told.write(held).items() if n})


def repeated(words: Sequence[Any]) -> ToldAs:
    """Each as often as it is there."""

    def write(held: Any) -> list[Any]:
        counts = zip(words, as_it_is(held), strict=True)
        return [told for told, n in counts if n for _ in range(n)]

    return ToldAs(write)


def members(words: Sequence[Any], otherwise: str = UNKNOWN) -> ToldAs:
    """The members of a set of bits."""
    known = (1 << len(words)) - 1  # a number of the state may have a sign
    return ToldAs(
        lambda held: [words[bit] for bit in bits_of(int(held) & known)],
        lambda told, at: sum(1 << bit for bit in {*each(words, otherwise).read(told, at)}),
    )


def bits_of(held: int) -> Iterator[int]:
    """The numbers of the bits that are set, the least first; most sets are small."""
    while held:
        least = held & -held
        yield least.bit_length() - 1
        held ^= least


def _generator(told: str, _: Mapping[str, str]) -> np.uint64:
    number = HEXADECIMAL.fullmatch(told)
    if number is None:
        raise BadPosition(f"rng {told[:20]!r} is not a 64-bit number in hexadecimal")
    return np.uint64(int(number[1], 16))


GENERATOR = ToldAs(hex, _generator)

# --- Numbers and words ----------------------------------------------------------------------------


def within(told: int, least: int, most: int, otherwise: str, **at: str) -> int:
    """A number between its bounds, or `BadPosition`."""
    require(least <= told <= most, otherwise.format(told, least=least, most=most, **at))
    return told


def index_of(told: Any, words: Sequence[Any], otherwise: str, **at: str) -> int:
    """The number that a word stands for, or `BadPosition`."""
    if told not in words:
        raise BadPosition(otherwise.format(told, words=", ".join(map(str, words)), **at))
    return words.index(told)


def tally(numbers: Iterable[int], size: int) -> list[int]:
    """How often each number is there."""
    counts: list[int] = np.bincount([*numbers], minlength=size).tolist()
    return counts
