"""Myrmes: the words of the game, its options, and the row that holds a game."""

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from formicarium.core import terms
from formicarium.core.layout import HEAD, layout
from formicarium.core.options import Option, options_layout
from formicarium.core.terms import FirstPlayer as FirstPlayer

HEXES = 151  # MY-1.1
LONGEST_TILE = 6  # hexes of a pyramid
PLACES = 3705  # where tiles can lie, water and areas ignored
PATTERNS = 123  # ways for a tile to cover a given hex
DISC = 19  # hexes within two steps of a given one
SEATS = 4
YEARS = 3
SEASONS = 3  # winter is none of them: it has a single phase

ANTS = 8  # workers and soldiers of a player together (MY-1.4)
NURSES = 8  # MY-1.5
TUNNELS = 4  # MY-1.6
MARKERS = 4  # MY-1.9
# At the start (MY-2.9):
START_NURSES = 3
START_WORKERS = 2
START_LARVAE = 1
START_POINTS = 10

LARVAE_PER_FOOD = 3
MOVES = 3
EXTRA_MOVES = 3
MORE_CUBES = 3
QUEEN_POINTS = 2
DEEPEST = 3
ROOMS = 5  # decisions about a room: the third is for earth or for stone
STORE = (4, 4, 6, 6)  # cubes kept, by colony level (MY-15.1)
WINTER = (4, 5, 6)  # food to pay, by year (MY-16.1)
WINTER_LOSS = 3
BOX = (30, 15, 15)  # food, earth, stone
OBJECTIVES = 20
DRAWN = 6  # objectives of a game
PER_LEVEL = 2
OBJECTIVES_OF_LEVEL = (7, 7, 6)  # MY-1.14
OBJECTIVE_POINTS = (6, 9, 12)  # by level (MY-14.8)
BONUS = (0, 0, 5, 4, 3)  # by number of players (MY-14.9)

WORD = 51  # hexes in one word of a mask; three of them, so that none reaches the sign
WORDS = 3


class Phase(terms.Phase):
    """What has to be decided now, in the order of a season (MY-3.1, MY-3.2)."""

    OVER = 0
    START = 1  # a start space
    EVENT = 2  # everybody: the event, where it is revealed before the births
    BROOD = 3  # everybody: the event and the births
    WORKER = 4  # what the next worker is used for
    GARDEN = 5  # a worker walks, hunts, cleans and lays
    STAND = 6  # where she stands after cleaning
    LAY = 7  # where the tile goes that she lays
    HARVEST = 8  # everybody
    ATELIER = 9
    DIG = 10  # where the new tunnel comes out
    PAY = 11  # earth or stone for an objective
    GIVE = 12  # tiles for an objective
    DISCARD = 13  # everybody: cubes that the storeroom cannot hold
    WINTER = 14  # everybody: larvae instead of food


WALKING = (Phase.GARDEN, Phase.STAND, Phase.LAY)
IN_ATELIER = (Phase.ATELIER, Phase.DIG, Phase.PAY, Phase.GIVE)
PAYING = (Phase.PAY, Phase.GIVE)
IN_TURN = (Phase.START, Phase.WORKER, *WALKING, *IN_ATELIER)
TOGETHER = (Phase.EVENT, Phase.BROOD, Phase.HARVEST, Phase.DISCARD, Phase.WINTER)
WITHOUT_EVENT = (Phase.START, Phase.WINTER, Phase.OVER)
AFTER_AUTUMN = (Phase.WINTER, Phase.OVER)


class Question(IntEnum):
    """What a seat is asked where all decide at the same time."""

    NONE = 0
    EVENT = 1
    LARVAE = 2
    WORKERS = 3
    SOLDIERS = 4
    ATELIER = 5
    HATCH = 6
    TILES = 7
    MORE = 8
    SCAVENGE = 9
    CUBES = 10
    FEED = 11


class Ground(IntEnum):
    """What is on a hex, which holds one thing at most (MY-1.15)."""

    EMPTY = 0
    LADYBUG = 1
    TERMITE = 2
    SPIDER = 3
    TUNNEL = 4
    PHEROMONE = 5
    FARM = 6
    SCAVENGING = 7
    SUBCOLONY = 8
    WATER = 9
    OUTSIDE = 10  # of the area in play


class Form(IntEnum):
    """The forms of tiles, and what a worker can lay: a pheromone of that form (MY-1.7)."""

    PAIR = 0
    LINE = 1
    TRIANGLE = 2
    RHOMBUS = 3
    PISTOL = 4
    TRAPEZOID = 5
    PYRAMID = 6


class Special(IntEnum):
    """What else a worker can lay: special tiles, numbered after the forms of pheromones."""

    FARM = 7
    SCAVENGING = 8
    SUBCOLONY = 9


class SpecialTile(NamedTuple):
    """What a special tile is and asks for (MY-11.2)."""

    ground: Ground
    form: Form
    level: int  # that the colony must have
    cost: tuple[int, int, int]  # food, earth, stone


# By Special. What a tile scores at once stands in the component set.
SPECIAL_TILES = (
    SpecialTile(Ground.FARM, Form.TRIANGLE, level=1, cost=(0, 0, 1)),
    SpecialTile(Ground.SCAVENGING, Form.TRIANGLE, level=1, cost=(1, 0, 0)),
    SpecialTile(Ground.SUBCOLONY, Form.RHOMBUS, level=3, cost=(1, 1, 1)),
)

FORMS = len(Form)
LAYS = FORMS + len(Special)  # all that a worker can lay
FORM_OF = (*range(FORMS), *(int(tile.form) for tile in SPECIAL_TILES))  # by what is laid
SIZE_OF = (2, 3, 3, 4, 4, 5, 6)  # by Form


class Cube(IntEnum):
    """What hexes yield and a storeroom keeps (MY-1.10)."""

    FOOD = 0
    EARTH = 1
    STONE = 2


KINDS = len(Cube)


class Atelier(IntEnum):
    """The four actions of the atelier (MY-13.2)."""

    TUNNEL = 0
    LEVEL = 1
    NURSE = 2
    OBJECTIVE = 3


# Earth and stone for the next level, by level (MY-13.12, MY-13.13, MY-13.14); the last line is what
# the board prints at level I.
LEVEL_COSTS = ((2, 0), (1, 2), (0, 3), (2, 1))
PRINTED = 3


class SeasonEvent(IntEnum):
    """What a season brings to a player."""

    LEVEL = 0
    POINTS = 1
    LARVAE = 2
    HARVEST = 3
    MOVEMENT = 4
    SOLDIER = 5
    HEX = 6
    WORKER = 7


EVENTS = len(SeasonEvent)  # the track runs from the first to the last (MY-4.3)


class Track(IntEnum):
    """Where nurses are placed."""

    LARVAE = 0
    WORKERS = 1
    SOLDIERS = 2
    ATELIER = 3


TRACKS = len(Track)
TRACK_LIMIT = (3, 4, 3, 4)
LARVAE_BORN = (0, 1, 3, 5)  # by nurses, like the next two (MY-5.3)
WORKERS_BORN = (0, 0, 1, 1, 2)  # MY-5.4
SOLDIERS_BORN = (0, 0, 1, 2)  # MY-5.5


class Points(IntEnum):
    """Where points come from; the score is their sum (MY-17.2)."""

    START = 0
    PHEROMONES = 1
    SPECIALS = 2
    HUNTING = 3
    CLEANING = 4
    QUEEN = 5
    EVENT = 6
    SUBCOLONIES = 7
    OBJECTIVES = 8
    BONUS = 9
    WINTER = 10


SOURCES = len(Points)

# What an objective is about.
Ask = IntEnum(
    "Ask",
    "FOOD STONE EARTH_OR_STONE LARVAE PREY SOLDIERS SPECIALS NURSES COLONY GROUP",
    start=0,
)

# --- Names ----------------------------------------------------------------------------------------


def names_of(words: Iterable[IntEnum]) -> tuple[str, ...]:
    """How documents and notation call some of these words."""
    return tuple(word.name.lower() for word in words)


SEASON_NAMES = ("spring", "summer", "autumn")
PHASE_NAMES, QUESTION_NAMES, GROUND_NAMES = names_of(Phase), names_of(Question), names_of(Ground)
CUBE_NAMES, TRACK_NAMES, FORM_NAMES = names_of(Cube), names_of(Track), names_of(Form)
POINT_NAMES, ATELIER_NAMES = names_of(Points), names_of(Atelier)

PREY_NAMES = GROUND_NAMES[Ground.LADYBUG : Ground.TUNNEL]
TILE_NAMES = GROUND_NAMES[Ground.PHEROMONE : Ground.WATER]
LAY_NAMES = (*FORM_NAMES, *names_of(Special))

# --- Options --------------------------------------------------------------------------------------


# Who gets which start space.
StartSpaces = IntEnum("StartSpaces", "RANDOM CHOSEN BY_SEAT", start=0)
# Where two play: with or without the side pieces.
TwoPlayerArea = IntEnum("TwoPlayerArea", "WIDE NARROW", start=0)
# Which prey tokens are used where not all are needed.
PreyMix = IntEnum("PreyMix", "RANDOM BALANCED", start=0)
# Whether cubes can run out.
Cubes = IntEnum("Cubes", "UNLIMITED LIMITED", start=0)
# How many special tiles a player may own.
Markers = IntEnum("Markers", "FOUR UNLIMITED", start=0)
# What becomes of the marker on a tile that turns neutral.
NeutralMarker = IntEnum("NeutralMarker", "RETURNED SPENT", start=0)
# Whether events and births are revealed together.
Reveal = IntEnum("Reveal", "TOGETHER APART", start=0)
# What counts as one level deeper.
Event0 = IntEnum("Event0", "TILES SIZES EVERYTHING", start=0)
# What brings an extra point.
Event1 = IntEnum("Event1", "WORKERS NO_CLEANING EVERYTHING", start=0)
# When the events for larvae, soldiers and workers help.
BirthEvents = IntEnum("BirthEvents", "WITH_BIRTH ALWAYS", start=0)
# Whether the additional harvest may be left.
Event3 = IntEnum("Event3", "OPTIONAL FORCED", start=0)
# Whether the additional hex helps special tiles.
Event6 = IntEnum("Event6", "PHEROMONES ALL_TILES", start=0)
# Who is born when not all ants fit.
ShortSupply = IntEnum("ShortSupply", "CHOOSE WORKERS SOLDIERS", start=0)
# How often a foreign element costs a soldier.
Toll = IntEnum("Toll", "EACH_TIME ONCE", start=0)
# Whether a worker who has hunted may lay a tile.
AfterHunt = IntEnum("AfterHunt", "MAY_LAY NO_TILE", start=0)
# Whether something may be done: smaller tiles, flipping, idle nurses.
Permission = IntEnum("Permission", "ALLOWED FORBIDDEN", start=0)
# Whether the pyramid is in play.
Pyramid = IntEnum("Pyramid", "ALLOWED ABSENT", start=0)
# The order of a player's actions.
AtelierOrder = IntEnum("AtelierOrder", "FREE PRINTED", start=0)
# Whose price of level II is paid.
Level2Cost = IntEnum("Level2Cost", "SHEET BOARD", start=0)
# Which nurses can be given up.
DiscardedNurses = IntEnum("DiscardedNurses", "ANY NOT_BREEDING", start=0)
# Whether empty pheromones belong to a group.
GroupEmpty = IntEnum("GroupEmpty", "COUNTED IGNORED", start=0)
# Whether special tiles belong to a group.
GroupSpecial = IntEnum("GroupSpecial", "IGNORED COUNTED", start=0)
# What connected pheromones cost.
PheromonePrice = IntEnum("PheromonePrice", "NOTHING TILES", start=0)
# Whether points can fall below zero.
Debt = IntEnum("Debt", "BELOW_ZERO STOPS_AT_ZERO", start=0)
# Whether the first player changes after winter.
TokenAfterWinter = IntEnum("TokenAfterWinter", "STAYS MOVES", start=0)

# Anything else is refused (MY-18.1).
OPTIONS = (
    Option("first_player", FirstPlayer.RANDOM, "MY-18.2"),
    Option("start_spaces", StartSpaces.RANDOM, "MY-18.3"),
    Option("two_player_area", TwoPlayerArea.WIDE, "MY-18.4"),
    Option("prey_mix", PreyMix.RANDOM, "MY-18.5"),
    Option("cubes", Cubes.UNLIMITED, "MY-18.6"),
    Option("markers", Markers.FOUR, "MY-18.7"),
    Option("neutral_marker", NeutralMarker.RETURNED, "MY-18.8"),
    Option("reveal", Reveal.TOGETHER, "MY-18.9"),
    Option("event_0", Event0.TILES, "MY-18.10"),
    Option("event_1", Event1.WORKERS, "MY-18.11"),
    Option("birth_events", BirthEvents.WITH_BIRTH, "MY-18.12"),
    Option("event_3", Event3.OPTIONAL, "MY-18.13"),
    Option("event_6", Event6.PHEROMONES, "MY-18.14"),
    Option("short_supply", ShortSupply.CHOOSE, "MY-18.15"),
    Option("toll", Toll.EACH_TIME, "MY-18.16"),
    Option("after_hunt", AfterHunt.MAY_LAY, "MY-18.17"),
    Option("smaller_tiles", Permission.ALLOWED, "MY-18.18"),
    Option("pyramid", Pyramid.ALLOWED, "MY-18.19"),
    Option("flipping", Permission.ALLOWED, "MY-18.20"),
    Option("atelier_order", AtelierOrder.FREE, "MY-18.21"),
    Option("idle_nurses", Permission.ALLOWED, "MY-18.22"),
    Option("level_2_cost", Level2Cost.SHEET, "MY-18.23"),
    Option("discarded_nurses", DiscardedNurses.ANY, "MY-18.24"),
    Option("group_empty", GroupEmpty.COUNTED, "MY-18.25"),
    Option("group_special", GroupSpecial.IGNORED, "MY-18.26"),
    Option("pheromone_price", PheromonePrice.NOTHING, "MY-18.27"),
    Option("debt", Debt.BELOW_ZERO, "MY-18.28"),
    Option("token_after_winter", TokenAfterWinter.STAYS, "MY-18.29"),
)

# --- The row --------------------------------------------------------------------------------------
#
# Hexes are numbered 0 to 150 in reading order. A field that is called a hex holds its number + 1,
# so that 0 means none. A mask of hexes has a bit per hex in three words of 51.

SEAT = layout(
    ("larvae", np.int16),  # never run out (MY-1.12)
    ("store", np.int16, (KINDS,)),  # by Cube
    ("workers", np.int8),  # in the worker room
    ("rooms", np.int8),  # bit per colony level whose room holds a worker
    ("soldiers", np.int8),
    ("nurses", np.int8),  # those not on objectives, placed ones included
    ("level", np.int8),  # of the colony
    ("event", np.int8),  # of this season; the choice is hidden until all have decided
    ("placed", np.int8, (TRACKS,)),  # nurses by track; in the atelier those still to act (MY-5.9)
    ("hatch", np.int8),  # workers born where not all ants fit: hidden likewise
    ("question", np.int8),  # that this seat is asked in a phase of all: hidden likewise
    ("tunnels", np.int16, (TUNNELS,)),  # hexes, ascending, then zeros
    ("left", np.int8, (FORMS,)),  # pheromones in the supply
    ("markers", np.int8),  # free ones; below zero when unlimited
    ("trophies", np.int8),  # prey tokens
    ("done", np.int8, (DRAWN,)),  # by objective: the season (1-9) in which it was fulfilled
    ("points", np.int16, (SOURCES,)),
    # Mask of hexes: cubes chosen in the harvest (hidden likewise), or tiles given for an objective.
    ("picked", np.int64, (WORDS,)),
    # By Cube: what is discarded, what scavenging brings, or food made of larvae in winter. In the
    # harvest the first counts more cubes. Hidden likewise.
    ("chosen", np.int16, (KINDS,)),
)

STATE = layout(
    *HEAD,
    ("options", options_layout(OPTIONS)),
    ("year", np.int8),  # 1 to 3
    ("season", np.int8),  # 0 to 2; autumn also in winter and at the end
    ("first", np.int8),  # the seat with the first player's token
    ("phase", np.int8),
    ("seat", np.int8),  # in turn; 0 where all decide at the same time
    ("dice", np.int8, (SEASONS,)),  # 0: taken off
    ("objectives", np.int8, (DRAWN,)),  # tile numbers, two of each level, ascending
    ("supply", np.int16, (KINDS,)),  # cubes in the box by Store; below zero when unlimited
    ("farms", np.int8),  # two-sided special tiles left
    ("subcolonies", np.int8),
    # A worker in the garden:
    ("worker", np.int16),  # hex; on a tile the first one. Nobody else is out (MY-7.16)
    ("moves", np.int8),
    ("hunted", np.int8),  # 1: she has, and lays no tile (after_hunt=no_tile)
    ("laying", np.int8),  # Form or Special, + 1, while the place is chosen
    # A turn in the atelier:
    ("used", np.int8),  # bit per Atelier action taken in this turn (MY-13.3)
    ("due", np.int8),  # cubes to pay or tiles to give for an objective
    ("objective", np.int8),  # 1-6: the one they are for
    # By hex:
    ("ground", np.int8, (HEXES,)),
    ("lead", np.int16, (HEXES,)),  # the first hex of the tile that covers it
    ("place", np.int16, (HEXES,)),  # at the first hex of a tile: place number + 1
    ("owner", np.int8, (HEXES,)),  # seat + 1 of the tile or tunnel; 0: neutral or none
    ("cube", np.int8, (HEXES,)),  # Cube + 1; 0: none
    # The worker's mask of elements that cost nothing more (toll=once). It lies here because a seat
    # must begin where a word of 64 bits could.
    ("paid", np.int64, (WORDS,)),
    ("seats", SEAT, (SEATS,)),
)
