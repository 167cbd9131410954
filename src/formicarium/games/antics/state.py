"""Antics!: the words of the game, its options, and the row that holds a game."""

import functools
from enum import IntEnum
from itertools import combinations_with_replacement

import numpy as np

from formicarium.core import terms
from formicarium.core.layout import HEAD, layout
from formicarium.core.options import Option, options_layout
from formicarium.core.terms import FirstPlayer as FirstPlayer

ANTS = 12  # of a player (AN-1.1), with the one that stays on the great anthill (AN-7.19)
TILES = 60  # AN-1.2
BASE_HEXES = 6
HEXES = BASE_HEXES + 2 * TILES  # of the widest hill
FAR = 127  # no coordinate is larger
LEVELS = 5
FIRST_HEX = 1  # hexes are numbered from 1; 0: none
WAYS = 6  # sides of a hex
BUCKETS = 64  # in which a hex is found by its place
FIELDS = 6
ROWS = 3
SHOWN = 15  # tiles on display as long as the bag suffices (AN-2.11, AN-10.15)
ANTEATERS = 3  # AN-1.8
PATHS = 48  # the gorge is 0, paths are numbered from 1
GORGE = 0
CLEARINGS = 32  # the great anthill is 0
GREAT_ANTHILL = 0
LEAVES = 5  # of each colour (AN-1.5)
COLONIES = 4
MARKERS = 3  # AN-3.2
SUPPLY_KEPT = 3  # AN-10.7
BRIDGE_SOLDIERS = 3  # AN-7.9
ROUND_LIMIT = 100  # AN-12.7


class Phase(terms.Phase):
    """What has to be decided now."""

    OVER = 0
    ACT = 1  # an action, a theft, or the end of the turn
    SCOUT = 2  # which tile of a field
    TILE = 3  # which tile of the supply is built
    HEX = 4  # where on the hill or beside it
    LAY = 5  # and which way the other half goes
    HATCH = 6
    ANTS = 7
    TRANSPORT = 8  # which piece of food moves
    GIVE = 9  # and who gets it
    STORE = 10  # the hex that prey is put on
    RETURN = 11  # a tile too many
    ANTEATER = 12  # which of those that arrived attacks next


class Symbol(IntEnum):
    """What a hex shows: one of the five actions, or fungus (AN-1.3)."""

    SCOUT = 0
    BUILD = 1
    HATCH = 2
    ANTS = 3
    TRANSPORT = 4
    FUNGUS = 5


class Nest(IntEnum):
    """The nests; the first five are also the terrains of paths (AN-1.6)."""

    FLOWER = 0
    GRASS = 1
    WATER = 2
    SOIL = 3
    STONE = 4
    RED = 5  # of the soldiers


class Colour(IntEnum):
    """The colours of anteaters, each that of the nest and the prey of the same number (AN-1.7)."""

    YELLOW = 0
    GREEN = 1
    BLUE = 2
    BROWN = 3
    GREY = 4
    RED = 5


class Prey(IntEnum):
    """The kinds of prey (AN-1.5)."""

    BUTTERFLY = 0
    GRASSHOPPER = 1
    DRAGONFLY = 2
    BEETLE = 3
    WOODLOUSE = 4
    LADYBIRD = 5


class Leaf(IntEnum):
    """The two colours of leaves (AN-1.5)."""

    GREEN = 0
    BROWN = 1


class Way(IntEnum):
    """The six directions (AN-5.17)."""

    E = 0
    NE = 1
    NW = 2
    W = 3
    SW = 4
    SE = 5


@functools.cache
def names(words: type[IntEnum]) -> tuple[str, ...]:
    """The members of an enum as they are written."""
    return tuple(word.name.lower() for word in words)


# Food by its number: prey by its kind, then leaves by colour.
FOOD_NAMES = (*names(Prey), *names(Leaf))

TERRAINS = 5
NESTS = len(Nest)
PREYS = len(Prey)
LEAF_COLOURS = len(Leaf)

# A step in each direction, in axial coordinates.
WAY_Q = (1, 1, 0, -1, -1, 0)
WAY_R = (0, -1, -1, 0, 1, 1)
OPPOSITE = (3, 4, 5, 0, 1, 2)

# The kinds of tiles: every pair of symbols, doubles included (AN-1.4).
PAIRS = tuple(combinations_with_replacement(Symbol, 2))
KINDS = len(PAIRS)
TILE_NAMES = tuple(f"{first.name}+{second.name}".lower() for first, second in PAIRS)
DOUBLES = sum(1 << kind for kind, (first, second) in enumerate(PAIRS) if first == second)

# A piece of food that is carried, as a number: prey by its kind (nobody has two of one), then
# leaves by colour and path.
FOODS = PREYS + LEAF_COLOURS * PATHS

WAITING = -1  # in place of a hex: prey beside the hill
ANY_NEST = -1  # in place of a nest: the first two ants have hatched


class Variant(terms.Variant):
    """The game, or one for two that no rule book knows."""

    BASE = 0
    UNOFFICIAL_TWO = 1


# Where a drawn tile with fungus goes in clean-up.
Refill = IntEnum("Refill", "LOWEST FUNGUS_FAR", start=0)
# How many workers of a player may stand on one path.
Workers = IntEnum("Workers", "ONE SEVERAL", start=0)
# What happens when a worker who carries food is recalled.
RecallLaden = IntEnum("RecallLaden", "FORBIDDEN FOOD_LOST", start=0)
# What happens when the last worker leaves her own soldier.
RecallGuarded = IntEnum("RecallGuarded", "SOLDIER_FIRST TOGETHER", start=0)
# Whether the gorge counts as a path for securing and stealing.
Gorge = IntEnum("Gorge", "PATH APART", start=0)
# Whose food a soldier protects.
Guard = IntEnum("Guard", "OWNER PATH", start=0)
# What prey may be put on.
Storage = IntEnum("Storage", "ACTIONS ANY_HEX", start=0)
# What prey is worth for which there is no room.
NoRoom = IntEnum("NoRoom", "COUNTS SCORES_NOTHING", start=0)
# The rows of the anteaters after a reset.
ResetRows = IntEnum("ResetRows", "SAME SHUFFLED", start=0)
# Where the leaves lie in the beginning.
Leaves = IntEnum("Leaves", "SPREAD GATHERED", start=0)
# What is not among these is refused (AN-15.1).
OPTIONS = (
    Option("first_player", FirstPlayer.RANDOM, "AN-15.2"),  # AN-2.12
    Option("variant", Variant.BASE, "AN-15.3"),
    Option("refill", Refill.LOWEST, "AN-15.4"),
    Option("workers", Workers.ONE, "AN-15.5"),
    Option("recall_laden", RecallLaden.FORBIDDEN, "AN-15.6"),
    Option("recall_guarded", RecallGuarded.SOLDIER_FIRST, "AN-15.7"),
    Option("gorge", Gorge.PATH, "AN-15.8"),
    Option("guard", Guard.OWNER, "AN-15.9"),
    Option("storage", Storage.ACTIONS, "AN-15.10"),
    Option("no_room", NoRoom.COUNTS, "AN-15.11"),
    Option("reset_rows", ResetRows.SAME, "AN-15.12"),
    Option("leaves", Leaves.SPREAD, "AN-15.13"),
)

COLONY = layout(
    ("ants", np.int8),  # in the supply
    ("nests", np.int8, (NESTS,)),  # ants in each
    ("workers", np.int8, (PATHS,)),  # on each path; on the gorge: the bridge
    ("net", np.int64),  # bit per path with a worker: the network (AN-1.9, AN-7.8)
    ("soldiers", np.int64),  # bit per path that is secured
    ("prey_on", np.int8, (PREYS,)),  # path + 1 on which prey is carried, 0: none
    ("prey_home", np.int8, (PREYS,)),  # hex on which prey lies, WAITING beside the hill, 0: none
    ("leaves", np.int8, (LEAF_COLOURS, PATHS)),  # carried, by colour and path
    ("leaves_home", np.int8, (LEAF_COLOURS,)),  # beside the hill
    ("tiles", np.int8, (KINDS,)),  # supply
    # The hill. Hexes are numbered from 1; entry 0 is not used.
    ("levels", np.int8, (LEVELS,)),  # tiles built on each level, the base not counted
    ("hexes", np.int8),  # how many there are
    ("q", np.int8, (HEXES + 1,)),  # where a hex lies
    ("r", np.int8, (HEXES + 1,)),
    ("height", np.int8, (HEXES + 1,)),  # 1 to 5
    ("symbol", np.int8, (HEXES + 1,)),  # on top
    ("mate", np.int8, (HEXES + 1,)),  # way to the other half of the top tile
    ("grid", np.int8, (BUCKETS,)),  # the newest hex of each bucket, 0: none
    ("chain", np.int8, (HEXES + 1,)),  # the next older hex of the same bucket, 0: none
    # How it was built: the tile, where its first symbol lies, and the way to the second.
    ("built", np.int8),
    ("tile_kind", np.int8, (TILES,)),
    ("tile_q", np.int8, (TILES,)),
    ("tile_r", np.int8, (TILES,)),
    ("tile_way", np.int8, (TILES,)),
)

STATE = layout(
    *HEAD,
    ("options", options_layout(OPTIONS)),
    ("phase", np.int8),
    ("first", np.int8),  # the start player
    ("last_turns", np.int8),  # still to be played once the end is triggered, else 0
    # The turn. What means nothing in the present phase is 0.
    ("actions", np.int8),  # left
    ("hero", np.int8),  # 1: used
    ("marked", np.int8, (MARKERS,)),  # hexes in the order of use, 0: none
    ("taken", np.int8),  # 1: tiles were taken from the display
    ("level", np.int8),  # scout: the highest field to take from
    ("scout_field", np.int8),  # scout: the field that is asked for, from 1
    ("steps", np.int8),  # left of the running action, the one at hand included
    ("tile", np.int8),  # hex, lay: kind + 1
    ("spot", np.int16),  # lay: the chosen hex, as its code - Code.HEX + 1
    ("first_nest", np.int8),  # hatch: nest + 1 of the first ant, ANY_NEST from the third on
    ("pick", np.int16),  # give: the chosen food, as its code - Code.LOAD + 1
    # What lies in the middle.
    ("arrived", np.int8),  # bit per anteater that has attacked since the last reset
    ("sides", np.int8),  # bit per anteater: its second colour is up
    ("display", np.int8, (FIELDS, ROWS)),  # 0 empty, kind + 1, or -1 - anteater
    ("bag", np.int8, (KINDS,)),  # tiles of each kind
    ("prey", np.int8, (PREYS,)),  # on its clearing
    ("lying", np.int8, (CLEARINGS,)),  # leaves on each clearing
    # As wide as the sets of paths in the colonies, so that these lie on such a border.
    ("turns", np.int64),  # finished since the game began
    ("colonies", COLONY, (COLONIES,)),
)
