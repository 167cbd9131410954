"""Conditions on what came of a line of decisions, written as short sentences.

A condition compares two sides: `view.points.me.harvest >= 5`. A side is a number, a word, a path,
or a sum of those (`scores.me - before.scores.me >= 4`). A path leads into one of the documents of a
state, and `before.` to the same before the line:

- `view` (of the learner), `position`, `breakdown`: as the state gives them
- `scores`, `ranks`: by seat; `to_act`: seats
- `legal`: for each seat the notations of what it may decide
- `line`: what the learner has decided, in notation; only after it

Parts of a path are keys and numbers; `me` is the learner's seat. In a list `*` goes on with every
element, `symbol=hatch` with those that have that value, and at the end `count`, `sum` and `max`
make one number of many (`count` and `sum` also of the values of an object). `has` and `lacks` ask
whether one of a list is a word, in which `*` and `?` stand for any letters: `line has place *`.
"""

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from typing import Any

from formicarium.core.errors import FormicariumError
from formicarium.core.state import State

COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
LISTED = ("has", "lacks")
MADE_ONE: dict[str, Callable[[list[Any]], int]] = {
    "count": len,
    "sum": sum,
    "max": lambda many: max(many, default=0),
}
BEFORE = "before"
DOCUMENTS = ("view", "position", "breakdown", "scores", "ranks", "to_act", "legal", "line")
SENTENCE = re.compile(r"(.+?) (=|!=|<=|>=|<|>|has|lacks) (.+)")
NUMBER = re.compile(r"-?\d+")


class BadLesson(FormicariumError):
    """A course that cannot be taught: what is wrong in which of its files."""


@dataclass(frozen=True)
class Outcome:
    """A line of decisions: where it began, where it led, and who took it."""

    before: State
    after: State
    seat: int
    line: Sequence[str]

    @cached_property
    def documents(self) -> dict[str, Any]:
        """Documents that somebody asked for."""
        return {}

    def look(self, path: str) -> Any:
        """What a path leads to; `BadLesson` names the part that leads nowhere."""
        first, *rest = path.split(".")
        is_before = first == BEFORE
        name, *parts = rest if is_before else [first, *rest]
        key = f"{BEFORE}.{name}" if is_before else name
        if key not in self.documents:
            self.documents[key] = self._document(name, self.before if is_before else self.after)
        return _followed(self.documents[key], [*parts], self.seat, path)

    def _document(self, name: str, state: State) -> Any:
        if name == "line":
            return [*self.line]
        if name == "view":
            return state.view(self.seat)
        if name == "legal":
            seats = range(state.game.players)
            return [[action.text for action in state.actions(seat)] for seat in seats]
        if name == "to_act":
            return [*state.to_act]
        if name == "ranks":
            return [*state.ranks()]
        found: Any = getattr(state, "to_position" if name == "position" else name)()
        return found


@dataclass(frozen=True)
class Condition:
    """One condition, read from its sentence."""

    left: str
    compared: str
    right: str

    def holds(self, outcome: Outcome) -> bool:
        """Whether it is so after a line."""
        left = worth(self.left, outcome)
        if self.compared in LISTED:
            if not isinstance(left, list):
                raise BadLesson(f"{self.left}: {self.compared!r} asks a list, not {left!r}")
            has = any(fnmatchcase(str(one), self.right) for one in left)
            return has == (self.compared == "has")
        right = worth(self.right, outcome)
        try:
            return COMPARED[self.compared](left, right)
        except TypeError:
            raise BadLesson(f"{self.left}: {left!r} is not to be compared with {right!r}") from None


@cache
def read_condition(sentence: str) -> Condition:
    """A condition; `BadLesson` where the sentence is none.

    >>> read_condition("view.round >= 2")
    Condition(left='view.round', compared='>=', right='2')
    """
    found = SENTENCE.fullmatch(sentence.strip())
    if found is None:
        known = ", ".join([*COMPARED, *LISTED])
        raise BadLesson(f"{sentence!r} is no condition: it compares two sides by one of {known}")
    condition = Condition(*found.groups())
    if not is_path(condition.left.split(" ")[0]):
        raise BadLesson(f"{sentence!r}: the left side begins with one of {', '.join(DOCUMENTS)}")
    return condition


def is_path(word: str) -> bool:
    """Whether a word leads into a document.

    >>> is_path("before.view.row"), is_path("butterfly")
    (True, False)
    """
    parts = word.split(".")
    return parts[parts[0] == BEFORE :][:1] in [[name] for name in DOCUMENTS]


def worth(side: str, outcome: Outcome) -> Any:
    """A side of a condition: a word, a number, what a path leads to, or a sum of them."""
    first, *more = side.split(" ")
    if not more or not all(sign in "+-" for sign in more[::2]):
        return _term(side, outcome)
    total = _number(first, outcome)
    for sign, term in zip(more[::2], more[1::2], strict=True):
        total += _number(term, outcome) * (-1 if sign == "-" else 1)
    return total


def _term(word: str, outcome: Outcome) -> Any:
    if NUMBER.fullmatch(word):
        return int(word)
    return outcome.look(word) if is_path(word) else word


def _number(word: str, outcome: Outcome) -> int:
    found = _term(word, outcome)
    if not isinstance(found, int):
        raise BadLesson(f"{word}: {found!r} is no number, and cannot be added")
    return found


def _followed(found: Any, parts: list[str], me: int, path: str) -> Any:
    """What the rest of a path leads to in a document."""
    while parts:
        part = parts.pop(0)
        if part == "*" or "=" in part:
            chosen = _chosen(found, part, path)
            return _summed([_followed(one, _inner(parts), me, path) for one in chosen], parts)
        if part in MADE_ONE and not parts and not _is_in(found, part):
            return _summed([*(found.values() if isinstance(found, dict) else found)], [part])
        found = _step(found, str(me) if part == "me" else part, path)
    return found


def _inner(parts: list[str]) -> list[str]:
    """The parts that each of many goes on with: all but what makes one number of them."""
    return parts[:-1] if parts and parts[-1] in MADE_ONE else [*parts]


def _summed(many: list[Any], parts: list[str]) -> Any:
    return MADE_ONE[parts[-1]](many) if parts and parts[-1] in MADE_ONE else many


def _chosen(found: Any, part: str, path: str) -> list[Any]:
    if not isinstance(found, list):
        raise BadLesson(f"{path}: {part!r} asks a list, and there is {_told(found)}")
    key, _, value = part.partition("=")
    return found if part == "*" else [one for one in found if str(one.get(key)) == value]


def _is_in(found: Any, part: str) -> bool:
    return isinstance(found, dict) and part in found


def _step(found: Any, part: str, path: str) -> Any:
    if _is_in(found, part):
        return found[part]
    if isinstance(found, list) and part.isdigit() and int(part) < len(found):
        return found[int(part)]
    raise BadLesson(f"{path}: there is no {part!r} in {_told(found)}")


def _told(found: Any) -> str:
    if isinstance(found, dict):
        return f"an object with {', '.join(map(str, found)) or 'nothing'}"
    return f"a list of {len(found)}" if isinstance(found, list) else repr(found)
