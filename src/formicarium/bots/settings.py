"""What the bots that look ahead can be told."""

from typing import Any

import numpy as np

from formicarium.bots.judgement import Judgement
from formicarium.core.errors import BadOption, shown
from formicarium.core.game import Game

TEMPLATE = "formicarium.bots.tree"


def settings_for(game: Game, judgement: Judgement, **changes: float) -> np.ndarray[Any, Any]:
    """The settings of a game's tree, as compiled code takes them."""
    settings = np.zeros(1, game.book.bound(TEMPLATE).SETTINGS)
    for name, value in {**judgement.search, **changes}.items():
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
