"""Hints: what to play, said by whatever adviser is installed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from formicarium.core.errors import MissingExtra

if TYPE_CHECKING:
    from formicarium.core.state import Action, State

GROUP = "formicarium.advisers"


@dataclass(frozen=True)
class Hint:
    """One action, and what a seat may expect of it."""

    action: "Action"
    chance: float  # of winning, from 0 to 1; a shared victory is a part of one
    points: float  # at the end
    tries: int  # how often it was played on from: the more, the surer
    reasons: list[str] = field(default_factory=list)  # of the best few, where the game gives some
    lights: list[str] = field(default_factory=list)  # things on the page's board they are about


Adviser = Callable[["State", int, float, str], list[Hint]]


def adviser() -> Adviser:
    """Who is asked. The core has none of its own; the package of bots brings one."""
    for entry in entry_points(group=GROUP):
        found: Adviser = entry.load()
        return found
    raise MissingExtra(f"no adviser is installed: nothing offers {GROUP!r}")
