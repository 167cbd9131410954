"""Mini City: what the rules look things up in, made from a board and its cards.

Chambers are counted from 1, as on the board. Sets of chambers are whole numbers with a bit for each
of them, so that where an ant can go is one look-up.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import numpy as np

from formicarium.core import terms
from formicarium.core.components import read_components
from formicarium.core.errors import BadComponents
from formicarium.core.layout import Row, layout
from formicarium.games.minicity.state import (
    ANTS,
    CARDS,
    CHAMBERS,
    COLOURS,
    DUEL_SURCHARGE,
    KINDS,
    MOST_FIELDS,
    MOST_PLACES,
    SEATS,
    STRONGEST,
    Ant,
    FoodColour,
    Friend,
)

FOLDER = Path(__file__).parent / "components"
BOARD, DECK = "minicity/board", "minicity/cards"
# Our own design (MC-12.3).
STANDARD = {BOARD: FOLDER / "board.json", DECK: FOLDER / "cards.json"}

STONES = (28, 24, 20, 16, 12)  # by colour (MC-1.3)
# By players and colour (MC-2.5).
SHARES = {2: (12, 10, 9, 7, 5), 3: (9, 7, 6, 5, 4), 4: (7, 6, 5, 4, 3)}
MARKS = {2: (4, 4, 2, 2, 2), 3: (1, 3, 2, 1, 0)}  # places, by players (MC-12.2)
FIRST_ROUND = {2: (2, 3), 3: (1, 2, 3), 4: (1, 2, 3, 4)}  # cards, by turn (MC-3.9)
STARTS = 5  # MC-12.5
FRIENDS = 12
FARTHEST = 24  # steps; no reach is longer
MOST_POINTS = 30  # for a stop without unloading
LONGEST_TRACK = 1000

COLOUR_NAMES = tuple(colour.name.lower() for colour in FoodColour)
ANT_NAMES = tuple(ant.name.lower() for ant in Ant)
FRIEND_NAMES = tuple(friend.name.lower() for friend in Friend)
STRONGEST_NAMES = tuple(FRIEND_NAMES[kind] for kind in STRONGEST)

PARTS = layout(
    ("colour", np.int8, (CHAMBERS + 1,)),  # by chamber
    ("places", np.int8, (CHAMBERS + 1,)),
    ("marks", np.int8, (SEATS + 1, CHAMBERS + 1)),  # stones at the start, by players and chamber
    ("starts", np.int8, (ANTS,)),  # chambers where the ants begin
    ("neighbours", np.int64, (CHAMBERS + 1,)),  # bit per chamber one step away
    ("within", np.int64, (CHAMBERS + 1, FARTHEST + 1)),  # bit per chamber that few steps away
    ("distance", np.int8, (CHAMBERS + 1, CHAMBERS + 1)),
    ("stones", np.int8, (COLOURS,)),  # in the game
    ("share", np.int8, (SEATS + 1, COLOURS)),  # of each player, by players and colour
    ("first_round", np.int8, (SEATS + 1, SEATS)),  # cards that may be played, by players and turn
    ("fields", np.int8),  # of a road
    ("value", np.int8, (COLOURS,)),  # points for a stop without unloading (MC-9.3)
    ("movement", np.int8, (ANTS,)),  # cards of each colour
    ("copies", np.int8, (KINDS,)),  # friends of each kind
    ("cost", np.int32, (KINDS,)),
    ("track", np.int32),  # where friendship points end
    ("at", np.int16, (CHAMBERS + 1, 2)),  # thousandths of a picture; no rule asks for them
)


class Chamber(terms.Doc):
    """A chamber: one entry per place, 0 or the player count that it is marked for (MC-1.1)."""

    id: int
    colour: str
    places: list[int]
    at: tuple[float, float] | None = None
    start: bool = False


class Roads(terms.Doc):
    """The two roads, which are alike (MC-1.8)."""

    fields: int


class BoardDrawing(terms.Doc):
    """What a drawing of the board needs beside the chambers."""

    size: tuple[float, float]
    outline: list[tuple[float, float]] = []


class Board(terms.Board):
    """A board as it stands in a file."""

    kind: Literal["minicity/board"]
    version: int
    roads: Roads
    friendship: dict[str, int]
    chambers: list[Chamber]
    tunnels: list[tuple[int, int]]
    drawing: BoardDrawing | None = None
    provenance: dict[str, str] = {}


class FriendCards(terms.Doc):
    """The friends of one kind."""

    name: str
    copies: int
    cost: int


class Deck(terms.Doc):
    """Movement cards and friends as they stand in a file."""

    kind: Literal["minicity/cards"]
    version: int
    movement: dict[str, int]
    friends: list[FriendCards]
    track: int
    provenance: dict[str, str] = {}


def make_parts(documents: Mapping[str, object]) -> Row:
    """The parts of a board and its cards, or `BadComponents` with every fault in them.

    (MC-12.8)
    """
    board = read_components(documents[BOARD], Board, "a board")
    deck = read_components(documents[DECK], Deck, "a set of cards")
    faults = [*faults_of_board(board), *faults_of_deck(deck)]
    if faults:
        raise BadComponents("the components have faults: " + "; ".join(faults), faults)
    return _parts(board, deck)


# --- Faults ---------------------------------------------------------------------------------------


def faults_of_board(board: Board) -> Iterator[str]:
    """Everything that makes a board unplayable, each in a line that names the place (MC-12.6)."""
    yield from _faults_of_numbers(board)
    for chamber in board.chambers:
        for fault in _faults_of_chamber(chamber):
            yield f"chamber {chamber.id}: {fault}"
    for colour in FoodColour:
        for fault in _faults_of_colour(board, colour):
            yield f"{colour.name.lower()}: {fault}"
    yield from _faults_of_tunnels(board)
    fields = board.roads.fields
    if fields % 2 or not 6 <= fields <= MOST_FIELDS:
        yield f"roads: {fields} fields, and there must be an even number from 6 to {MOST_FIELDS}"
    for name in board.friendship.keys() - {*COLOUR_NAMES}:
        yield f"friendship: there is no colour {name!r}"


def _faults_of_numbers(board: Board) -> Iterator[str]:
    """Chambers and start zones, counted (MC-12.1, MC-12.5)."""
    if len(board.chambers) != CHAMBERS:
        yield f"there are {len(board.chambers)} chambers, and there must be {CHAMBERS}"
    for number, times in Counter(chamber.id for chamber in board.chambers).items():
        if times > 1:
            yield f"chamber {number} is there {times} times"
        if not 1 <= number <= CHAMBERS:
            yield f"chamber {number}: numbers run from 1 to {CHAMBERS}"
    starts = [chamber.id for chamber in board.chambers if chamber.start]
    if len(starts) != STARTS:
        yield f"start zones: there are {len(starts)}, and there must be {STARTS}"


def _faults_of_chamber(chamber: Chamber) -> Iterator[str]:
    """Its colour, its places and their marks (MC-12.1)."""
    if chamber.colour not in COLOUR_NAMES:
        yield f"there is no colour {chamber.colour!r}"
    if not 1 <= len(chamber.places) <= MOST_PLACES:
        yield f"{len(chamber.places)} places, and there must be 1 to {MOST_PLACES}"
    for mark in chamber.places:
        if mark not in (0, *MARKS):
            yield f"a place is marked {mark}, and marks are 0, 2 or 3"


def _faults_of_colour(board: Board, colour: FoodColour) -> Iterator[str]:
    """Places as many as stones, marks, and points (MC-1.4, MC-12.1, MC-12.2)."""
    name = colour.name.lower()
    places = [mark for room in board.chambers if room.colour == name for mark in room.places]
    if len(places) != STONES[colour]:
        yield f"{len(places)} places, and there must be {STONES[colour]}"
    for players, marks in MARKS.items():
        marked = places.count(players)
        if marked != marks[colour]:
            yield f"{marked} places marked for {players} players, and must be {marks[colour]}"
    points = board.friendship.get(name)
    if points is None:
        yield "its friendship points are missing"
    elif not 0 <= points <= MOST_POINTS:
        yield f"{points} friendship points, and there must be 0 to {MOST_POINTS}"


def _faults_of_tunnels(board: Board) -> Iterator[str]:
    """Every chamber has a few, and can be reached (MC-12.4)."""
    numbers = {chamber.id for chamber in board.chambers}
    seen: set[frozenset[int]] = set()
    for one, other in board.tunnels:
        tunnel = f"tunnel {one}-{other}"
        if one == other:
            yield f"{tunnel}: leads to where it begins"
        if frozenset((one, other)) in seen:
            yield f"{tunnel}: is there twice"
        seen.add(frozenset((one, other)))
        for number in {one, other} - numbers:
            yield f"{tunnel}: there is no chamber {number}"
    degrees = Counter(number for tunnel in board.tunnels for number in tunnel)
    for number in sorted(numbers):
        if not 2 <= degrees[number] <= 4:
            yield f"chamber {number}: {degrees[number]} tunnels, and there must be 2 to 4"
    for number in sorted(numbers - _distances(board.tunnels, 1).keys()):
        yield f"chamber {number}: cannot be reached from chamber 1"


def faults_of_deck(deck: Deck) -> Iterator[str]:
    """Everything that makes a set of cards unplayable, each in a line that names the place.

    (MC-12.7)
    """
    yield from _faults_of_movement(deck)
    names = Counter(friend.name for friend in deck.friends)
    for name in (*FRIEND_NAMES, *(names.keys() - {*FRIEND_NAMES})):
        if name not in FRIEND_NAMES:
            yield f"friend {name}: there is no such friend"
        elif names[name] != 1:
            yield f"friend {name}: is listed {names[name]} times, and must be once"
    for friend in deck.friends:
        if friend.copies < 1:
            yield f"friend {friend.name}: {friend.copies} copies, and there must be one at least"
        if not 0 <= friend.cost <= deck.track:
            yield f"friend {friend.name}: costs {friend.cost}, and may cost 0 to {deck.track}"
        dear = friend.cost + DUEL_SURCHARGE
        if friend.name in STRONGEST_NAMES and friend.cost <= deck.track < dear:
            yield f"friend {friend.name}: may cost two players {dear}, more than {deck.track}"
    copies = sum(friend.copies for friend in deck.friends)
    if copies != FRIENDS:
        yield f"friends: there are {copies}, and there must be {FRIENDS}"
    if not 1 <= deck.track <= LONGEST_TRACK:
        yield f"track: ends at {deck.track}, and must end at 1 to {LONGEST_TRACK}"


def _faults_of_movement(deck: Deck) -> Iterator[str]:
    """Cards of all ants, and 95 of them (MC-1.7, MC-12.7)."""
    for name in (*ANT_NAMES, *(deck.movement.keys() - {*ANT_NAMES})):
        if name not in ANT_NAMES:
            yield f"movement {name}: there is no such ant"
        elif deck.movement.get(name, 0) < 1:
            cards = deck.movement.get(name, 0)
            yield f"movement {name}: {cards} cards, and there must be one at least"
    if sum(deck.movement.values()) != CARDS:
        yield f"movement: {sum(deck.movement.values())} cards, and there must be {CARDS}"


# --- Parts ----------------------------------------------------------------------------------------


def _distances(tunnels: list[tuple[int, int]], origin: int) -> dict[int, int]:
    """How many steps it is from a chamber to every other that can be reached (MC-1.2)."""
    steps = {origin: 0}
    frontier = {origin}
    while frontier:
        joined = [tunnel for tunnel in tunnels if not frontier.isdisjoint(tunnel)]
        reached = {chamber for tunnel in joined for chamber in tunnel} - steps.keys()
        steps |= dict.fromkeys(reached, max(steps.values()) + 1)
        frontier = reached
    return steps


def _parts(board: Board, deck: Deck) -> Row:
    parts: Row = np.zeros(1, PARTS)[0]
    for chamber in board.chambers:
        _fill_chamber(parts, board, chamber)
    parts.at[1:] = _in_picture(board)
    parts.starts[:] = sorted(chamber.id for chamber in board.chambers if chamber.start)
    parts.stones[:] = STONES
    for players, share in SHARES.items():
        parts.share[players, :] = share
        parts.first_round[players, :players] = FIRST_ROUND[players]
    parts.fields = board.roads.fields
    parts.value[:] = [board.friendship[name] for name in COLOUR_NAMES]
    parts.movement[:] = [deck.movement[name] for name in ANT_NAMES]
    for friend in deck.friends:
        kind = FRIEND_NAMES.index(friend.name)
        parts.copies[kind], parts.cost[kind] = friend.copies, friend.cost
    parts.track = deck.track
    return parts


def _fill_chamber(parts: Any, board: Board, chamber: Chamber) -> None:
    number, colour = chamber.id, COLOUR_NAMES.index(chamber.colour)
    parts.colour[number] = colour
    parts.places[number] = len(chamber.places)
    for players in MARKS:
        parts.marks[players, number] = chamber.places.count(players)
    distance, within = parts.distance[number], parts.within[number]
    for goal, steps in _distances(board.tunnels, number).items():
        distance[goal] = steps
        within[steps:] |= 1 << goal
    parts.neighbours[number] = within[1] & ~(1 << number)


def _in_picture(board: Board) -> Any:
    """Where the chambers lie in a picture; in a square if the board does not tell."""
    chambers = sorted(board.chambers, key=lambda chamber: chamber.id)
    told = [chamber.at for chamber in chambers if chamber.at is not None]
    square = [(number % 7, number // 7) for number in range(CHAMBERS)]
    places = np.array(told if len(told) == CHAMBERS else square)
    spread = np.maximum(np.ptp(places, axis=0), 1)
    return np.round((places - places.min(axis=0)) / spread * 1000)
