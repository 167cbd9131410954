"""Mini City: what a seat knows.

Hidden are the other hands, the order of the pile with the generator that shuffled it, a card that
lies face down, and, while all choose their first stones together, the boxes of the others, and how
much is in them: only who has finished is seen.
"""

from typing import Any

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from formicarium.core import terms
from formicarium.core.chance import below, shuffle
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.observing import squashed
from formicarium.games.minicity.positions import ROAD_NAMES, to_position
from formicarium.games.minicity.rules.counting import (
    card_limit,
    free_places,
    seat_in_turn,
    total,
    turns_to_play,
)
from formicarium.games.minicity.rules.roads import draw_card, outermost, reach
from formicarium.games.minicity.rules.stones import (
    choosing_in_secret,
    stock,
)
from formicarium.games.minicity.state import (
    ANTS,
    BOX,
    CARDS,
    CHAMBERS,
    COLOURS,
    ENDS,
    EXOTIC_BOX,
    KINDS,
    MOST_FIELDS,
    MOST_PLACES,
    MOST_PLAYS,
    ONCE,
    ROADS,
    SEATS,
    SNAIL_HAND,
    AntName,
    EndName,
    FriendName,
    Phase,
    PhaseName,
)

PHASES = len(Phase)
MOST_COPIES = 3  # of a friend, in any set of cards
DIGIT = 4  # bits of one number where the numbers of all seats are packed into one
LARGEST = (1 << DIGIT) - 1

# What `observe` writes: (name, length). All numbers lie between 0 and 1.
OBSERVATION = (
    ("phase", PHASES),  # one of them is 1
    ("progress", 1),  # finished turns, of all turns
    ("own_turn", 1),  # 1 if this seat has to decide
    ("plays", 1),  # cards laid in this turn / 4
    ("limit", 1),  # cards that may be laid in this turn / 4
    ("bought", 1),  # 1 if a friend has been bought in this turn
    ("used", ONCE),  # helps had in this turn / 3
    ("card", ENDS),  # 1 at the end where the card in play lies
    ("named", ANTS),  # 1 for the colour that a face-down card stands for
    ("face_down", ANTS),  # 1 for the colour that it shows, known to its owner
    ("chamber", CHAMBERS),  # 1 where the ant has arrived
    ("room", 1),  # 1 if a place was free there on arrival
    ("source", CHAMBERS),  # 1 for the chamber that the ladybird empties
    ("carried", 1),  # / 4
    ("begun", 1),  # 1 if the grasshopper has begun to refill
    ("ants", ANTS * CHAMBERS),  # 1 where each of them stands
    ("stored", CHAMBERS),  # stones / 4
    ("free", CHAMBERS),  # places / 4
    ("roads", ROADS * MOST_FIELDS * ANTS),  # 1 for the card on each field
    ("pile", 1),  # cards / 95
    ("discard", ANTS),  # / cards of the colour
    ("market", KINDS),  # / 3
    ("hand", ANTS),  # own cards / 5
    # Seats, beginning with the one that observes, then clockwise:
    ("in_turn", SEATS),  # 1 for those that have to decide
    ("first", SEATS),  # 1 for the start player
    ("cards", SEATS),  # in hand / 5
    ("points", SEATS),  # of friendship, n / (n + end of the track)
    ("stocked", SEATS),  # stones in the box / 10; unknown ones are 0
    ("boxes", SEATS * COLOURS),  # / 10; unknown ones are 0
    ("reserves", SEATS * COLOURS),  # / share of the colour; unknown ones are 0
    ("friends", SEATS * KINDS),  # / 3
)


# --- Compiled -------------------------------------------------------------------------------------


@rule
def redetermine(parts: Row, state: Row, seat: int, seed: np.uint64) -> None:
    """Deal the pile, the other hands and secret choices anew; forget the generator (MC-1.10)."""
    state.rng = seed
    redeal(state, seat)
    if choosing_in_secret(state):
        for other in range(state.players):
            if other != seat:
                choose_anew(state, other)


@rule
def redeal(state: Row, seat: int) -> None:
    """All cards that the seat cannot see are shuffled together and dealt as before."""
    sizes = gather_hidden_cards(state, seat)
    order_pile(state)
    shuffle(state, state.pile, int(state.pile_length))
    for other in range(state.players):
        for _ in range((sizes >> DIGIT * other) & LARGEST):
            state.seats[other].hand[draw_card(state)] += 1
    if is_unseen(state, seat):
        state.hidden = 1 + draw_card(state)


@rule
def is_unseen(state: Row, seat: int) -> bool:
    """Whether a card lies face down that another has laid."""
    return state.hidden > 0 and seat_in_turn(state) != seat


@rule
def gather_hidden_cards(state: Row, seat: int) -> int:
    """Other hands and a face-down card go onto the pile; the sizes of the hands, packed."""
    sizes = 0
    for other in range(state.players):
        player = state.seats[other]
        if other != seat:
            sizes |= total(player.hand) << DIGIT * other
            for ant in range(ANTS):
                for _ in range(player.hand[ant]):
                    state.pile[state.pile_length] = ant
                    state.pile_length += 1
                player.hand[ant] = 0
    if is_unseen(state, seat):
        state.pile[state.pile_length] = state.hidden - 1
        state.pile_length += 1
    return sizes


@rule
def order_pile(state: Row) -> None:
    """Colour by colour, so that nothing depends on how the cards lay."""
    ordered = 0
    for ant in range(ANTS):
        for index in range(ordered, state.pile_length):
            if state.pile[index] == ant:
                state.pile[index] = state.pile[ordered]
                state.pile[ordered] = ant
                ordered += 1


@rule
def chooses_unseen(state: Row, other: int, seat: int) -> bool:
    """Whether a seat does not know how many stones another one has chosen by now (MC-2.12)."""
    return choosing_in_secret(state) and other != seat and (state.to_act >> other) & 1 == 1


@rule
def choose_anew(state: Row, seat: int) -> None:
    """Seven stones, each as likely as any other; none if the seat is still choosing.

    For then nobody knows how many she has, and she may still take all of them back (MC-1.12).
    """
    player = state.seats[seat]
    empty_box(player)
    stones = 0 if (state.to_act >> seat) & 1 else BOX
    for _ in range(stones):
        number = below(state, total(player.reserve))
        colour = 0
        while number >= player.reserve[colour]:
            number -= player.reserve[colour]
            colour += 1
        stock(player, colour)


@rule
def empty_box(player: Row) -> None:
    """All stones go back to the reserve."""
    for colour in range(COLOURS):
        player.reserve[colour] += player.box[colour]
        player.box[colour] = 0


@rule
def reopen(parts: Row, state: Row, seat: int) -> None:
    """All others choose their first stones anew, as long as nobody sees them (MC-2.12)."""
    if choosing_in_secret(state):
        for other in range(state.players):
            if other != seat:
                empty_box(state.seats[other])
                state.to_act |= 1 << other


@rule
def observe(parts: Row, state: Row, seat: int, out: np.ndarray) -> None:
    """What a seat knows as numbers, in the order of `OBSERVATION`."""
    out[:] = 0
    at = observe_turn(parts, state, seat, out)
    at = observe_step(state, seat, out, at)
    at = observe_board(parts, state, out, at)
    at = observe_cards(parts, state, seat, out, at)
    for index in range(state.players):
        observe_seat(parts, state, seat, index, out, at)


@rule
def observe_turn(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    """Time, and what has been done in this turn; where the next slice begins."""
    out[state.phase] = 1
    at = PHASES
    out[at] = state.turns / turns_to_play(state)
    out[at + 1] = (state.to_act >> seat) & 1
    out[at + 2] = state.plays / MOST_PLAYS
    out[at + 3] = limit_now(parts, state) / MOST_PLAYS
    out[at + 4] = state.bought
    at += 5
    for kind in range(ONCE):
        out[at + kind] = state.used[kind] / MOST_COPIES
    return at + ONCE


@rule
def limit_now(parts: Row, state: Row) -> int:
    """How many cards may be laid in this turn; outside of turns none."""
    if state.phase == Phase.OVER or state.phase == Phase.STOCK:
        return 0
    return card_limit(parts, state)


@rule
def observe_step(state: Row, seat: int, out: np.ndarray, at: int) -> int:
    """The card in play and what is being done with it."""
    if state.end > 0:
        out[at + int(state.end) - 1] = 1
    at += ENDS
    if state.mimic > 0:
        out[at + int(state.mimic) - 1] = 1
    at += ANTS
    if state.hidden > 0 and not is_unseen(state, seat):
        out[at + int(state.hidden) - 1] = 1
    at += ANTS
    if state.chamber > 0:
        out[at + state.chamber - 1] = 1
    out[at + CHAMBERS] = state.room
    at += CHAMBERS + 1
    if state.source > 0:
        out[at + state.source - 1] = 1
    out[at + CHAMBERS] = state.carried / MOST_PLACES
    out[at + CHAMBERS + 1] = state.begun
    return at + CHAMBERS + 2


@rule
def observe_board(parts: Row, state: Row, out: np.ndarray, at: int) -> int:
    """Ants, stones and free places."""
    for ant in range(ANTS):
        out[at + ant * CHAMBERS + int(state.ants[ant]) - 1] = 1
    at += ANTS * CHAMBERS
    for chamber in range(1, CHAMBERS + 1):
        out[at + chamber - 1] = state.stored[chamber] / MOST_PLACES
        out[at + CHAMBERS + chamber - 1] = free_places(parts, state, chamber) / MOST_PLACES
    return at + 2 * CHAMBERS


@rule
def observe_cards(parts: Row, state: Row, seat: int, out: np.ndarray, at: int) -> int:
    """Roads, piles, the friends that can be bought, and the own hand."""
    for number in range(ROADS):
        for field in range(MOST_FIELDS):
            card = int(state.roads[number].cards[field])
            if card > 0:
                out[at + (number * MOST_FIELDS + field) * ANTS + card - 1] = 1
    at += ROADS * MOST_FIELDS * ANTS
    out[at] = state.pile_length / CARDS
    at += 1
    for kind in range(KINDS):
        out[at + ANTS + kind] = state.market[kind] / MOST_COPIES
    for ant in range(ANTS):
        out[at + ant] = state.discard[ant] / parts.movement[ant]
        out[at + ANTS + KINDS + ant] = state.seats[seat].hand[ant] / SNAIL_HAND
    return at + 2 * ANTS + KINDS


@rule
def observe_seat(parts: Row, state: Row, seat: int, index: int, out: np.ndarray, at: int) -> None:
    """A player, as the `index`-th from the seat that observes."""
    other = (seat + index) % int(state.players)
    player = state.seats[other]
    out[at + index] = (state.to_act >> other) & 1
    out[at + SEATS + index] = other == state.first
    out[at + 2 * SEATS + index] = total(player.hand) / SNAIL_HAND
    out[at + 3 * SEATS + index] = squashed(player.points, parts.track)
    if not chooses_unseen(state, other, seat):
        out[at + 4 * SEATS + index] = total(player.box) / EXOTIC_BOX
    boxes = at + 5 * SEATS + index * COLOURS
    if other == seat or not choosing_in_secret(state):
        for colour in range(COLOURS):
            share = parts.share[state.players, colour]
            out[boxes + colour] = player.box[colour] / EXOTIC_BOX
            out[boxes + SEATS * COLOURS + colour] = player.reserve[colour] / share
    friends = at + SEATS * (5 + 2 * COLOURS) + index * KINDS
    for kind in range(KINDS):
        out[friends + kind] = player.friends[kind] / MOST_COPIES


# --- Views ----------------------------------------------------------------------------------------


class StonesView(terms.Doc):
    """Stones by colour."""

    yellow: int
    orange: int
    blue: int
    green: int
    pink: int


class AntsView(terms.Doc):
    """The chamber of each ant."""

    red: int
    grey: int
    yellow: int
    violet: int
    black: int


class MiniCityPlayerView(terms.Doc):
    """What is known of a seat."""

    hand: str | None  # a letter for each card: r, g, y, v, b; null: not the own hand
    box: StonesView | None  # null: chosen in secret by another seat
    reserve: StonesView | None  # the same
    cards: int  # in the hand
    points: int | UnsetType = UNSET  # of friendship; with friends
    friends: list[FriendName] | UnsetType = UNSET  # with friends; one of a kind may be there twice
    # While stones are chosen in secret, how many are in the box; null: another is still choosing.
    stocked: int | UnsetType | None = UNSET


class View(terms.View):
    """The game as a seat sees it."""

    phase: PhaseName
    first: int  # the start player
    turns: int  # finished since the game began
    round: int  # from 1
    to_act: list[int]  # seats that have to decide
    ants: AntsView
    stored: dict[str, int]  # stones by chamber, "1" to "49"
    north: str  # fields from west to east: letter of a card, "." without one, "?" face down
    south: str
    discard: str  # a letter for each card
    pile_length: int
    limit: int  # cards that may be laid in this turn; 0 where it is nobody's
    seats: list[MiniCityPlayerView]
    market: dict[FriendName, int] | UnsetType = UNSET  # friends that can be bought; with friends
    plays: int | UnsetType = UNSET  # cards laid in this turn
    bought: bool | UnsetType = UNSET  # whether a friend was bought in this turn; with friends
    used: list[FriendName] | UnsetType = UNSET  # helps had in this turn; with friends
    card: EndName | UnsetType = UNSET  # where the card in play lies
    named: AntName | UnsetType = msgspec.field(default=UNSET, name="as")  # what a card is to be
    reach: int | UnsetType = UNSET  # steps that the card in play allows, without millipedes
    chamber: int | UnsetType = UNSET  # where the ant has arrived
    room: bool | UnsetType = UNSET  # whether a place was free there on arrival
    source: int | UnsetType = UNSET  # the chamber that the ladybird empties
    carried: int | UnsetType = UNSET  # stones that she has carried
    begun: bool | UnsetType = UNSET  # whether the grasshopper has begun to refill


def view(parts: Row, state: Row, seat: int | None) -> dict[str, Any]:
    """The position without what a seat must not know, and what follows from it.

    (MC-1.10, MC-2.12)
    """
    known = to_position(parts, state)
    del known["pile"], known["rng"], known["barrier"]
    known["pile_length"] = int(state.pile_length)
    known["to_act"] = [s for s in range(state.players) if state.to_act >> s & 1]
    known["round"] = min(int(state.turns), int(turns_to_play(state)) - 1) // int(state.players) + 1
    known["limit"] = int(limit_now(parts, state))
    if state.phase == Phase.MOVE:
        known["reach"] = int(reach(state))
    if is_unseen(state, -1 if seat is None else seat):
        _cover_card(state, known)
    for other, player in enumerate(known["seats"]):
        _cover_seat(state, player, other, -1 if seat is None else seat)
    return known


def _cover_card(state: Row, known: dict[str, Any]) -> None:
    """Nobody but its owner knows a card that lies face down."""
    end = int(state.end) - 1
    road, field = ROAD_NAMES[end // 2], int(outermost(state, end))
    known[road] = known[road][:field] + "?" + known[road][field + 1 :]


def _cover_seat(state: Row, player: dict[str, Any], other: int, seat: int) -> None:
    """A seat without what another one must not know of it."""
    player["cards"] = len(player["hand"])
    if other != seat:
        player["hand"] = None
    if choosing_in_secret(state):
        unseen = chooses_unseen(state, other, seat)
        player["stocked"] = None if unseen else int(total(state.seats[other].box))
        if other != seat:
            player["box"] = player["reserve"] = None
