"""Words that every game gives a meaning of its own: each game's class of that name inherits it."""

from enum import IntEnum

import msgspec


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


class View(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat may know: the document that `state.view` writes. Every one begins with these."""

    game: str
    players: int
    options: dict[str, str]


class PositionDoc(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position, secrets included: the document that `to_position` writes."""


class SeatDoc(msgspec.Struct, forbid_unknown_fields=True):
    """One seat in a position."""


class Board(msgspec.Struct, forbid_unknown_fields=True):
    """A board in a component file."""


class TileSet(msgspec.Struct, forbid_unknown_fields=True):
    """The tiles in a component file."""
