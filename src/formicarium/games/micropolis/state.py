"""Micropolis: the words of the game, its options, and the layout of a game's state."""

from enum import IntEnum

import numpy as np

from formicarium.core import terms
from formicarium.core.layout import HEAD, layout
from formicarium.core.options import Option, options_layout

TILES = 61  # MP-1.1
RING = 10  # tiles of a complete anthill
ROW = 7  # tiles on offer after refilling (MP-2.5, MP-6.4)
ANTHILLS = 6  # foundations in the box
START_ARMY = 5  # on every foundation (MP-2.2, MP-10.2)
ARMY_CAP = 10  # holes in a foundation (MP-1.5)
TURNS = ANTHILLS * RING  # in the longest games, those of six players and of three experts
ROUNDS = 10  # for each anthill of a player (MP-3.1, MP-10.5)


class Phase(terms.Phase):
    """What has to be decided now."""

    OVER = 0
    ANTHILL = 1  # expert: which anthill this turn's tile goes to
    TAKE = 2
    PLACE = 3
    MAN = 4
    SENTINEL = 5
    LEADER = 6  # to whom the leader passes the Red Army marker


class Effect(IntEnum):
    """What happens at once when a tile is placed (MP-4.6)."""

    NONE = 0  # a queen, too (MP-5.6)
    BARRACKS = 1
    NURSE = 2
    ARCHITECT = 3
    OFFICER = 4
    SENTINEL = 5


class Side(IntEnum):
    """The two ends of an unfinished anthill (MP-4.2)."""

    LEFT = 0
    RIGHT = 1


class Variant(terms.Variant):
    """The game for 2-6 players, or that for 2-3 experts with two anthills each."""

    BASE = 0
    EXPERT = 1


# Whose rule sheet is followed to the letter.
Edition = IntEnum("Edition", "GERMAN FRENCH", start=0)


class FirstLeader(IntEnum):
    """Who starts with the Red Army marker."""

    RANDOM = 0
    SEAT_1 = 1
    SEAT_2 = 2
    SEAT_3 = 3
    SEAT_4 = 4
    SEAT_5 = 5
    SEAT_6 = 6


# Nobody has a soldier on a foundation when the leader is determined.
LeaderAtZero = IntEnum("LeaderAtZero", "PASSES STAYS", start=0)
# Where soldiers go that do not fit on the foundation.
Surplus = IntEnum("Surplus", "RESERVE REMOVED", start=0)
# When the limit of ten is applied to soldiers collected with a tile.
Cap = IntEnum("Cap", "AT_ONCE AFTER_EFFECT", start=0)
# Whether pieces are limited to those in the box.
Supply = IntEnum("Supply", "LIMITED UNLIMITED", start=0)
# What an officer does for an army that is already full.
OfficerAtCap = IntEnum("OfficerAtCap", "LEADER_LOSES NOTHING", start=0)
# How many architect tokens a player may hold.
TokenLimit = IntEnum("TokenLimit", "NONE ONE", start=0)
# Where a spent architect token goes.
SpentToken = IntEnum("SpentToken", "RESERVE REMOVED", start=0)
# To whom an architect token belongs in the expert game.
TokenOwner = IntEnum("TokenOwner", "PLAYER ANTHILL", start=0)
# Who scores the Red Army when nobody has a soldier left.
EmptyRedArmy = IntEnum("EmptyRedArmy", "NOBODY EVERYONE", start=0)
# Whether both anthills of a player may score the same majority.
ExpertMajority = IntEnum("ExpertMajority", "ANTHILL PLAYER", start=0)


class ExpertTie(IntEnum):
    """Who decides between several anthills that may get the marker."""

    HOLDER = 0
    CLOCKWISE = 1
    RECEIVER = 2  # the old leader names a player, who decides between her own


# Whether a token may be spent on the tile that is free anyway.
FirstTileToken = IntEnum("FirstTileToken", "ALLOWED FORBIDDEN", start=0)
# Which army breaks a tie in points in the French expert game.
FrenchTieBreak = IntEnum("FrenchTieBreak", "LARGEST SUM", start=0)
# To whom the French expert game gives the marker when the leader ties with others.
FrenchMarker = IntEnum("FrenchMarker", "TIED ANY", start=0)
# Anything else is refused (MP-11.1).
OPTIONS = (
    Option("variant", Variant.BASE, "MP-11.2"),
    Option("edition", Edition.GERMAN, "MP-11.3"),
    Option("first_leader", FirstLeader.RANDOM, "MP-11.4"),
    Option("leader_at_zero", LeaderAtZero.PASSES, "MP-11.5"),
    Option("surplus", Surplus.RESERVE, "MP-11.6"),
    Option("cap", Cap.AT_ONCE, "MP-11.7"),
    Option("soldiers", Supply.LIMITED, "MP-11.8"),
    Option("officer_at_cap", OfficerAtCap.LEADER_LOSES, "MP-11.9"),
    Option("architects", Supply.LIMITED, "MP-11.10"),
    Option("token_limit", TokenLimit.NONE, "MP-11.11"),
    Option("spent_token", SpentToken.RESERVE, "MP-11.12"),
    Option("token_owner", TokenOwner.PLAYER, "MP-11.13"),
    Option("empty_red_army", EmptyRedArmy.NOBODY, "MP-11.14"),
    Option("expert_majority", ExpertMajority.ANTHILL, "MP-11.15"),
    Option("expert_tie", ExpertTie.HOLDER, "MP-11.16"),
    Option("first_tile_token", FirstTileToken.ALLOWED, "MP-11.17"),
    Option("french_tie_break", FrenchTieBreak.LARGEST, "MP-11.18"),
    Option("french_marker", FrenchMarker.TIED, "MP-11.19"),
)

ANTHILL = layout(
    ("army", np.int16),  # soldiers on the foundation (MP-1.4)
    ("tokens", np.int8),  # architect tokens
    ("built", np.int8),  # tiles lying
    ("lefts", np.int8),  # how many of them were placed to the left of the first
    # By ring slot, 0: empty; slot 0 is the first tile, then on clockwise (MP-4.8).
    ("tiles", np.int8, (RING,)),
    ("manned", np.int8, (RING,)),  # by ring slot, 1: the barracks there are full (MP-5.2)
)

STATE = layout(
    *HEAD,
    ("options", options_layout(OPTIONS)),
    ("phase", np.int8),
    ("leader", np.int8),  # the anthill with the Red Army marker (MP-1.6)
    ("anthill", np.int8),  # the anthill in play
    ("tile", np.int8),  # the tile in hand between taking and placing, else 0
    ("slot", np.int8),  # where the tile in play was placed
    ("turns", np.int16),  # finished since the game began
    ("touched", np.int16),  # bit per ring slot that the sentinel has rearranged
    ("reserve", np.int16),  # soldiers; below zero when unlimited proxies are in play
    ("tokens", np.int16),  # architect tokens in the reserve, likewise
    # Base: one per seat; expert: 1a 1b 2a 2b 3a 3b. At an even byte, as they hold 16-bit numbers.
    ("anthills", ANTHILL, (ANTHILLS,)),
    ("row_length", np.int8),
    ("row", np.int8, (ROW,)),  # tiles on offer, the one farthest from the pile first (MP-2.6)
    ("soldiers", np.int8, (ROW,)),  # lying on them, one more a turn at most
    ("pile_length", np.int8),
    ("pile", np.int8, (TILES,)),  # face down, the top last: a secret (MP-1.10)
)
