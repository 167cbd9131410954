"""Words that every game gives a meaning of its own: each game's class of that name inherits it."""

from enum import IntEnum
from typing import Annotated

import msgspec

from formicarium.core.positions import GENERATOR


class Phase(IntEnum):
    """What is decided now."""


class Code(IntEnum):
    """Where each kind of action begins in the action space."""


class Variant(IntEnum):
    """Which of the games in the box is played."""


class FirstPlayer(IntEnum):
    """Who begins: the same in all games that ask for no more than four."""

    RANDOM = 0
    SEAT_1 = 1
    SEAT_2 = 2
    SEAT_3 = 3
    SEAT_4 = 4


class Doc(msgspec.Struct, forbid_unknown_fields=True):
    """A document, or a part of one; what it does not know is refused, not passed over."""


class View(Doc):
    """What a seat may know: the document that `state.view` writes. Every one begins with these."""

    game: str  # its name
    players: int  # how many
    options: dict[str, str]  # every option with its choice


class PositionDoc(Doc):
    """A whole position, secrets included: the document that `to_position` writes."""

    rng: Annotated[str, GENERATOR] = "0x0"  # of the generator, in hexadecimal


class SeatDoc(Doc):
    """One seat in a position."""


class Board(Doc):
    """A board in a component file."""


class TileSet(Doc):
    """The tiles in a component file."""
