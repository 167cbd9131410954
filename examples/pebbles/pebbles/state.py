"""Pebbles: the words of the game, its option, and the layout of a game's state."""

from enum import IntEnum

import numpy as np

from formicarium.core import terms
from formicarium.core.layout import HEAD, layout
from formicarium.core.options import Option, options_layout

SEATS = 4  # PB-1.1
BROOK = 4  # stones that lie in it (PB-1.4)


class Phase(terms.Phase):
    """What has to be decided now."""

    OVER = 0
    TAKE = 1  # which stone out of the brook (PB-2.1)
    DIG = 2  # whether to dig for one more (PB-2.2)


class Colour(IntEnum):
    """What tells stones apart."""

    WHITE = 0
    YELLOW = 1
    RED = 2
    BLACK = 3


COLOURS = len(Colour)

# When the brook is filled up.
Refill = IntEnum("Refill", "TURN EMPTY", start=0)
OPTIONS = (Option("refill", Refill.TURN, "PB-4.1"),)

STATE = layout(
    *HEAD,
    ("options", options_layout(OPTIONS)),
    ("phase", np.int8),
    ("bag", np.int8, (COLOURS,)),  # stones by colour
    ("brook", np.int8, (COLOURS,)),
    ("carried", np.int8, (COLOURS,)),  # by whoever is to act: one of a colour at most
    ("nests", np.int8, (SEATS, COLOURS)),  # what everybody has brought home
    ("points", np.int16, (SEATS,)),  # for these loads (PB-3.2)
    # Each seat's, and last those that nobody has: a secret until the end (PB-1.3).
    ("favourites", np.int8, (COLOURS,)),
)
