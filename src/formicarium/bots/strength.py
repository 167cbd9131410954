"""How strong bots were found to be at a game: the contests by which that was measured.

`python -m benchmarks.strength.places` writes those of each level into the folder of its game.
"""

import functools

import msgspec

from formicarium.bots.places import file_of

FILE = "strength.json"


class Contest(msgspec.Struct, frozen=True):
    """How often a bot won, alone among others."""

    level: str  # of the bot
    against: str  # the level of all others
    players: int
    win_share: float
    interval: tuple[float, float]  # in which its share of all such games lies, 19 times of 20
    matches: int


@functools.cache
def contests_of(game: str) -> tuple[Contest, ...]:
    """What was measured in a game; nothing where nobody has.

    >>> contests_of("chess")
    ()
    """
    file = file_of(game, FILE)
    return msgspec.json.decode(file.read_bytes(), type=tuple[Contest, ...]) if file else ()
