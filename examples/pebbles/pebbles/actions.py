"""Pebbles: the action space, its notation, and each action in words."""

from formicarium.core import terms
from formicarium.core.layout import Row
from formicarium.core.text import Phrases
from pebbles.state import COLOURS, Colour


class Code(terms.Code):
    """Where each kind of action begins in the action space."""

    TAKE = 0  # + Colour
    DIG = TAKE + COLOURS
    HOME = DIG + 1
    END = HOME + 1


ACTIONS = int(Code.END)
NAMES = tuple(colour.name.lower() for colour in Colour)
NOTATIONS = (*(f"take {name}" for name in NAMES), "dig", "home")


def write(parts: Row, state: Row, code: int) -> str:
    """An action code as notation."""
    return NOTATIONS[code]


def read(parts: Row, state: Row, text: str) -> int | None:
    """Notation as an action code, or None if it means nothing in this game."""
    wanted = " ".join(text.lower().split())
    return NOTATIONS.index(wanted) if wanted in NOTATIONS else None


def describe(parts: Row, state: Row, seat: int, code: int, say: Phrases) -> str:
    """An action as a sentence."""
    if code == Code.DIG:
        return say("actions.dig")
    if code == Code.HOME:
        load = int(state.carried.sum())
        return say("actions.home", points=say.count("score", int(parts.load[load])))
    return say("actions.take", stone=say(f"stones.{NAMES[code - Code.TAKE]}"))
