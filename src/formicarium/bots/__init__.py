"""Opponents. A bot is given a state in which all that its seat cannot know has been drawn anew."""

import functools
import hashlib
from importlib.metadata import entry_points
from typing import Protocol, runtime_checkable

from formicarium.core.errors import BadOption
from formicarium.core.state import State

GROUP = "formicarium.bots"


@runtime_checkable
class Bot(Protocol):
    """Anything that can decide for a seat."""

    def choose(self, state: State, seat: int, seed: int) -> int:
        """The code of a legal action. The state holds no secret; equal calls give equal answers."""
        ...


def bot_names() -> tuple[str, ...]:
    """The names of the installed bots.

    >>> "random" in bot_names()
    True
    """
    return tuple(sorted(entry_points(group=GROUP).names))


@functools.cache
def load_bot(name: str) -> Bot:
    """An installed bot by name."""
    if name not in bot_names():
        raise BadOption(f"there is no bot {name!r}; there are: {', '.join(bot_names())}")
    bot: Bot = entry_points(group=GROUP)[name].load()()
    return bot


def seed_for(secret: int, seat: int, number: int) -> int:
    """The seed of a bot's n-th decision, from which nobody can work back to the game's own.

    >>> seed_for(7, seat=0, number=1) == seed_for(7, seat=0, number=1) != seed_for(7, 1, 1)
    True
    """
    text = f"{secret} {seat} {number}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest())


def ask(bot: Bot, state: State, seat: int, seed: int) -> int:
    """What a bot decides, seeing no more than its seat may.

    >>> import formicarium as fm
    >>> state = fm.load("micropolis", players=2).start(seed=7)
    >>> ask(load_bot("random"), state, state.to_act[0], seed=1) in state.codes(state.to_act[0])
    True
    """
    return bot.choose(state.redetermined(seat, seed), seat, seed)
