"""Opponents. A bot is given a state in which all that its seat cannot know has been drawn anew."""

import functools
import hashlib
import inspect
import re
from collections.abc import Callable
from importlib.metadata import entry_points
from math import inf

from formicarium.bots.characters import characters
from formicarium.core.bot import Bot as Bot
from formicarium.core.errors import BadOption
from formicarium.core.game import Game
from formicarium.core.state import State

GROUP = "formicarium.bots"


def bot_names() -> tuple[str, ...]:
    """The names of the installed bots, and of those that have a character.

    >>> {"random", "beginner"} <= {*bot_names()}
    True
    """
    return tuple(sorted({*entry_points(group=GROUP).names, *characters()}))


def load_bot(description: str) -> Bot:
    """A new bot by its name, and its settings if any: ``search:seconds=2:threads=4``.

    >>> load_bot("search:simulations=100").simulations
    100
    """
    name, _, rest = description.partition(":")
    maker = _maker(name)
    # A file may have a colon in its path.
    settings = re.split(r":(?=\w+=)", rest) if rest else []
    return maker(**_read_settings(name, settings, maker))


def prepare(bot: Bot, game: Game) -> None:
    """Let a bot load and compile what it needs, before any clock runs."""
    if hasattr(bot, "prepare"):
        bot.prepare(game)


def seed_for(secret: int, seat: int, number: int) -> int:
    """The seed of a bot's n-th decision, from which nobody can work back to the game's own.

    >>> seed_for(7, seat=0, number=1) == seed_for(7, seat=0, number=1) != seed_for(7, 1, 1)
    True
    """
    text = f"{secret} {seat} {number}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest())


def ask(bot: Bot, state: State, seat: int, seed: int, deadline: float = inf) -> int:
    """What a bot decides, seeing no more than its seat may.

    >>> import formicarium as fm
    >>> state = fm.load("micropolis", players=2).start(seed=7)
    >>> ask(load_bot("random"), state, state.to_act[0], seed=1) in state.codes(state.to_act[0])
    True
    """
    return bot.choose(state.redetermined(seat, seed), seat, seed, deadline)


@functools.cache
def _maker(name: str) -> Callable[..., Bot]:
    """What makes bots of that name."""
    if name not in bot_names():
        raise BadOption(f"there is no bot {name!r}; there are: {', '.join(bot_names())}")
    if name in characters():
        return lambda: load_bot(characters()[name])
    maker: Callable[..., Bot] = entry_points(group=GROUP)[name].load()
    return maker


def _read_settings(
    name: str, settings: list[str], maker: Callable[..., Bot]
) -> dict[str, float | int | str]:
    """Settings as they are written behind the name of a bot."""
    known = [*inspect.signature(maker).parameters]
    chosen = {}
    for setting in settings:
        key, sign, value = setting.partition("=")
        if not sign or key not in known:
            there_are = f"there are: {', '.join(known)}" if known else "it has none"
            raise BadOption(f"bot {name} has no setting {setting!r}; {there_are}")
        chosen[key] = _number(value)
    return chosen


def _number(text: str) -> float | int | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
