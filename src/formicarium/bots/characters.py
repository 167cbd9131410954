"""Opponents with a character: what people choose from, from the first-timer to the champion."""

import functools
import tomllib
from importlib.resources import files


@functools.cache
def characters() -> dict[str, str]:
    """How each of them plays, the weakest first.

    >>> list(characters())
    ['newcomer', 'beginner', 'easy', 'normal', 'hard', 'expert', 'champion']
    >>> characters()["hard"]
    'search:simulations=150:slips=0.05'
    """
    text = files(__package__).joinpath("characters.toml").read_text("utf-8")
    found: dict[str, str] = tomllib.loads(text)
    return found


def described(bot: str) -> str:
    """How a bot plays, by whatever name it is called.

    >>> described("hard")
    'search:simulations=150:slips=0.05'
    >>> described("greedy")
    'greedy'
    """
    return characters().get(bot, bot)
