"""Mini City: the words of the game, its options, and the row that holds a game."""

from enum import IntEnum
from typing import Literal

import numpy as np

from formicarium.core import terms
from formicarium.core.layout import HEAD, layout
from formicarium.core.options import Option, options_layout
from formicarium.core.terms import FirstPlayer as FirstPlayer

CHAMBERS = 49  # MC-1.1
COLOURS = 5
ANTS = 5  # MC-1.5
CARDS = 95  # MC-1.7
ROADS = 2  # MC-1.8
ENDS = 4
MOST_FIELDS = 20  # of a road, on any board
SEATS = 4
KINDS = 10  # of friends
ONCE = 5  # the first kinds of friends help once a turn
BOX, ORANGE_BOX, EXOTIC_BOX = 7, 8, 10  # stones in a full box, and with caterpillars
HAND, SNAIL_HAND = 4, 5
MOST_PLACES = 4  # of a chamber
MOST_CARDS = 3  # in a turn (MC-3.7)
MOST_PLAYS = 4  # the same for the last of four players in the first round
ROUNDS = 200  # before the game is stopped (MC-8.5)
ROUNDS_WITHOUT_STOP = 32_000  # as far as turns are counted
DUEL_SURCHARGE = 6  # of the strongest friends for two players, where the table wants it


class FoodColour(IntEnum):
    """Colours of food (MC-1.1)."""

    YELLOW = 0
    ORANGE = 1
    BLUE = 2
    GREEN = 3
    PINK = 4


class Ant(IntEnum):
    """Ants, and the movement cards that show them (MC-1.5)."""

    RED = 0
    GREY = 1
    YELLOW = 2
    VIOLET = 3
    BLACK = 4


class End(IntEnum):
    """Where a row of cards grows: two ends on the north road, two on the south road (MC-1.11)."""

    NW = 0
    NE = 1
    SW = 2
    SE = 3


class Friend(IntEnum):
    """The kinds of friends."""

    MILLIPEDE = 0
    LADYBIRD = 1
    DRAGONFLY = 2
    BUMBLEBEE = 3
    STICK = 4
    RHINO = 5
    ORANGE = 6
    EXOTIC = 7
    GRASSHOPPER = 8
    SNAIL = 9


# As plain numbers, for rules that look something up by kind: a GPU takes no member as an index.
MILLIPEDE, LADYBIRD, DRAGONFLY, BUMBLEBEE, STICK = map(int, [*Friend][:ONCE])
RHINO, ORANGE, EXOTIC, GRASSHOPPER, SNAIL = map(int, [*Friend][ONCE:])
STRONGEST = (LADYBIRD, DRAGONFLY, STICK)  # those that may cost two players more

LETTERS = "rgyvb"  # of cards in positions and drawings, by Ant


class Phase(terms.Phase):
    """What has to be decided now."""

    OVER = 0
    STOCK = 1  # the first seven stones
    PLAY = 2
    STICK = 3  # which card stands for the colour that was named
    MOVE = 4
    UNLOAD = 5
    LADYBIRD = 6  # where the stones of a chamber go
    HOP = 7  # grasshopper: refill the box at once
    REFILL = 8  # only now may stones of the reserve be chosen (MC-5.7)


# How colours of food, ants, ends, friends and phases are written.
ColourName = Literal["yellow", "orange", "blue", "green", "pink"]
AntName = Literal["red", "grey", "yellow", "violet", "black"]
EndName = Literal["nw", "ne", "sw", "se"]
FriendName = Literal[
    "millipede",
    "ladybird",
    "dragonfly",
    "bumblebee",
    "stick",
    "rhino",
    "orange",
    "exotic",
    "grasshopper",
    "snail",
]
PhaseName = Literal["over", "stock", "play", "stick", "move", "unload", "ladybird", "hop", "refill"]


class Variant(terms.Variant):
    """The basic game, or the game with friends."""

    BASE = 0
    FRIENDS = 1


# How the first seven stones are chosen.
Stocking = IntEnum("Stocking", "TOGETHER IN_TURN", start=0)
# Whether a turn needs a card.
FirstCard = IntEnum("FirstCard", "MUST MAY", start=0)
# Whether ants run past each other.
Tunnels = IntEnum("Tunnels", "OPEN BLOCKED", start=0)
# What becomes of a card whose ant has no destination (MC-11.7).
Stuck = IntEnum("Stuck", "VOID UNPLAYABLE", start=0)
# Whether friendship points beyond the track are lost.
PointsTrack = IntEnum("PointsTrack", "LIMITED UNLIMITED", start=0)
# When a place must be free for friendship points.
RoomTest = IntEnum("RoomTest", "ARRIVAL UNLOADING", start=0)
# How many stones the ladybird carries.
Ladybird = IntEnum("Ladybird", "ANY_NUMBER ALL_STONES", start=0)
# When ants may change places.
Dragonfly = IntEnum("Dragonfly", "ANY_TIME BEFORE_MOVE", start=0)
# When the rhinoceros beetle gives its first point.
Rhino = IntEnum("Rhino", "NEXT_TURN AT_ONCE", start=0)
# Whether a player may own two friends of a kind.
Duplicates = IntEnum("Duplicates", "ALLOWED FORBIDDEN", start=0)
# How far the grasshopper fills a box.
Grasshopper = IntEnum("Grasshopper", "FULL PARTIAL", start=0)
# What the strongest friends cost two players.
DuelCosts = IntEnum("DuelCosts", "SAME HIGHER", start=0)
# Whether a game that nobody wins is stopped.
SafetyStop = IntEnum("SafetyStop", "ON OFF", start=0)
# Others, and other choices, are refused (MC-11.1).
OPTIONS = (
    Option("variant", Variant.BASE, "MC-11.2"),
    Option("first_player", FirstPlayer.RANDOM, "MC-11.3"),
    Option("stocking", Stocking.TOGETHER, "MC-11.4"),
    Option("first_card", FirstCard.MUST, "MC-11.5"),
    Option("tunnels", Tunnels.OPEN, "MC-11.6"),
    Option("stuck", Stuck.VOID, "MC-11.7"),
    Option("track", PointsTrack.LIMITED, "MC-11.8"),
    Option("room_test", RoomTest.ARRIVAL, "MC-11.9"),
    Option("ladybird", Ladybird.ANY_NUMBER, "MC-11.10"),
    Option("dragonfly", Dragonfly.ANY_TIME, "MC-11.11"),
    Option("rhino", Rhino.NEXT_TURN, "MC-11.12"),
    Option("duplicates", Duplicates.ALLOWED, "MC-11.13"),
    Option("grasshopper", Grasshopper.FULL, "MC-11.14"),
    Option("duel_costs", DuelCosts.SAME, "MC-11.15"),
    Option("safety_stop", SafetyStop.ON, "MC-11.16"),
)

ROAD = layout(
    ("west", np.int8),  # field of the outermost card, from 0
    ("east", np.int8),
    ("cards", np.int8, (MOST_FIELDS,)),  # 1 + Ant by field, 0: empty
)

SEAT = layout(
    ("points", np.int32),  # of friendship
    ("hand", np.int8, (ANTS,)),  # cards by colour: known to the seat alone
    ("box", np.int8, (COLOURS,)),  # stones that may be unloaded (MC-1.9)
    ("reserve", np.int8, (COLOURS,)),
    ("friends", np.int8, (KINDS,)),
)

STATE = layout(
    *HEAD,
    ("options", options_layout(OPTIONS)),
    ("turns", np.int32),  # finished since the game began
    ("seats", SEAT, (SEATS,)),  # here, so that their points lie on a border of four bytes
    # Two chambers, as wide as numbers that are calculated: rules that take one are compiled once.
    ("chamber", np.int64),  # where the ant has arrived and stones may be unloaded, 0: nowhere
    ("source", np.int64),  # the one that the ladybird empties, 0: none
    ("phase", np.int8),
    ("first", np.int8),  # the start player
    ("plays", np.int8),  # cards laid in this turn
    ("bought", np.int8),  # 1: a friend has been bought in this turn
    ("used", np.int8, (ONCE,)),  # helps had in this turn, by kind
    ("end", np.int8),  # 1 + End where the card in play lies, 0: none
    ("mimic", np.int8),  # 1 + Ant that a face-down card stands for, 0: none
    ("hidden", np.int8),  # 1 + Ant that the face-down card shows, 0: none; a secret of its owner
    ("room", np.int8),  # 1: a place was free there on arrival
    ("carried", np.int8),  # stones that she has carried
    ("begun", np.int8),  # 1: the grasshopper has begun to refill
    ("ants", np.int8, (ANTS,)),  # chamber of each
    ("stored", np.int8, (CHAMBERS + 1,)),  # stones by chamber, from 1
    ("roads", ROAD, (ROADS,)),  # north, south; all 0: not in use
    ("pile_length", np.int8),
    ("pile", np.int8, (CARDS,)),  # Ants, face down, the top last: a secret
    ("discard", np.int8, (ANTS,)),  # cards by colour
    ("market", np.int8, (KINDS,)),  # friends that can be bought
)
