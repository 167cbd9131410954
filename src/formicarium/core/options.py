"""Options of a game: named choices with a default, checked before a game begins."""

import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from formicarium.core.errors import BadOption, shown
from formicarium.core.layout import layout
from formicarium.core.renamed import leading_on


@dataclass(frozen=True)
class Option:
    """A choice that a table makes before the game: a variant, or an answer to a doubtful rule.

    The game's texts put it into words, under `options.<name>`: `title`, `about`, and each of the
    `choices`.
    """

    name: str  # as it is written in positions and records
    default: IntEnum  # its class has all choices
    rule: str  # the numbered rule in docs/rules that explains it

    @property
    def choices(self) -> tuple[str, ...]:
        """The names that may be chosen, the default among them."""
        return tuple(member.name.lower() for member in type(self.default))

    def choose(self, name: object) -> IntEnum:
        """The choice of that name; `BadOption` names the choices there are."""
        for member in type(self.default):
            if member.name.lower() == name:
                return member
        raise BadOption(
            f"{self.name}={name!r} is not a choice; choose one of: {', '.join(self.choices)}"
        )


def options_layout(options: Iterable[Option]) -> np.dtype[Any]:
    """The part of a state that holds the chosen options."""
    return layout(*((option.name, np.int8) for option in options))


def choose_all(options: Iterable[Option], wanted: Mapping[str, object]) -> dict[str, IntEnum]:
    """Every option with its choice: the wanted one, else the default."""
    known = {option.name: option for option in options}
    for name in wanted:
        if name not in known:
            raise BadOption(f"there is no option {name!r}; there are: {', '.join(known)}")
    return {
        name: option.choose(wanted[name]) if name in wanted else option.default
        for name, option in known.items()
    }


def whole_number(value: object) -> int | None:
    """A whole number as an int, NumPy's included; None for anything else, True and False too."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except TypeError:  # an array has the method, but is no number
        return None


def check_count(name: str, value: object) -> int:
    """A number of things that may be none, within what fits into memory anywhere."""
    number = whole_number(value)
    if number is None or not 0 <= number < 1 << 40:
        raise BadOption(f"{name}={shown(value)} is not a whole number from 0 up")
    return number


def check_seed(seed: object) -> np.uint64:
    """A seed as the generator takes it."""
    number = whole_number(seed)
    if number is None or not 0 <= number < 1 << 64:
        raise BadOption(f"seed {shown(seed)} is not a whole number from 0 to 2**64 - 1")
    return np.uint64(number)


if not TYPE_CHECKING:
    __getattr__ = leading_on(__name__, options_record="formicarium.core.options.options_layout")
