"""What the bots that look ahead can be told."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from formicarium.core.errors import BadOption, shown
from formicarium.core.game import Game
from formicarium.core.rulebook import FLAT, NETWORK

TEMPLATE = "formicarium.bots.tree"

APPRAISAL = "appraisal"  # the game's own, in place of an evaluator
PUCT, GUMBEL, UCB = SELECTIONS = "puct", "gumbel", "ucb"
EXPLORATION = 1.5  # of a search that has an evaluator

# Given observations and masks, a row for each position: how likely every action is, and everybody's
# chance of winning, beginning with the seat that observes, then clockwise. It may have an attribute
# `observation`: of which kind it wants them.
Evaluator = Callable[[Any, Any], tuple[Any, Any]]


def settings_for(game: Game, search: Mapping[str, float], **changes: float) -> np.ndarray[Any, Any]:
    """The settings of a game's tree, as compiled code takes them: a judgement's, and changes."""
    settings = np.zeros(1, game.book.bound(TEMPLATE).SETTINGS)
    for name, value in {**search, **changes}.items():
        settings[name] = value
    return settings


def within(name: str, value: float, least: float, most: float) -> float:
    """A number that a bot can be set to."""
    if not isinstance(value, int | float) or not least <= value <= most:
        raise BadOption(f"{name}={shown(value)}: a number from {least:g} to {most:g} is needed")
    return value


def whole(name: str, value: float, least: int, most: int) -> int:
    """A whole number that a bot can be set to."""
    if within(name, value, least, most) != int(value):
        raise BadOption(f"{name}={shown(value)}: a whole number is needed")
    return int(value)


def check_share(name: str, value: float) -> float:
    """A part of a whole."""
    return within(name, value, 0, 1)


@dataclass(frozen=True)
class Guidance:
    """How a search makes use of an evaluator."""

    evaluator: Evaluator | str
    batch: int = 8  # positions that it is asked about at once
    selection: str = PUCT  # how actions are chosen to be tried
    closed: bool = False  # whether what comes to light leads to decisions of its own
    exploration: float = EXPLORATION

    def __post_init__(self) -> None:
        whole("batch", self.batch, 1, 4096)
        within("exploration", self.exploration, 0, 100)
        if isinstance(self.evaluator, str) and self.evaluator != APPRAISAL:
            raise BadOption(f"evaluator={shown(self.evaluator)}: a function, or {APPRAISAL!r}")
        if self.selection not in SELECTIONS:
            raise BadOption(f"selection={shown(self.selection)}: one of {', '.join(SELECTIONS)}")

    def observation_for(self, game: Game) -> str:
        """The kind of observations that the evaluator wants."""
        usual = NETWORK if game.book.network else FLAT
        return str(getattr(self.evaluator, "observation", usual))
