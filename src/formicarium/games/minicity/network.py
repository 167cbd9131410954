"""Mini City: what a seat knows, in bytes for a network, with what follows from it for stones."""

from collections.abc import Mapping

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.observing import write, write_all, write_scalar
from formicarium.core.slices import Array, Attributes, SliceBlock, category, count, flag, scalar
from formicarium.games.minicity.components import FARTHEST
from formicarium.games.minicity.evaluation import (
    DIGIT,
    LARGEST,
    best_of,
    fitting,
    longest_reach,
    nearest,
    packed,
    turns_to_wait,
)
from formicarium.games.minicity.knowledge import chooses_unseen, is_unseen, limit_now
from formicarium.games.minicity.rules.counting import (
    free_places,
    stones_held,
    total,
    turns_to_play,
)
from formicarium.games.minicity.rules.stones import choosing_in_secret
from formicarium.games.minicity.rules.tunnels import destinations
from formicarium.games.minicity.state import (
    ANTS,
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
    ROUNDS,
    SEATS,
    SNAIL_HAND,
    FoodColour,
    Phase,
)

NETWORK = (
    SliceBlock(
        "table",
        1,
        (
            category("phase", len(Phase), "what has to be decided"),
            scalar("turns", SEATS * ROUNDS, "turns that are over"),
            scalar("to_come", SEATS * ROUNDS, "turns until a game is stopped that nobody wins"),
            count("plays", MOST_PLAYS, "cards laid in this turn"),
            count("limit", MOST_PLAYS, "cards that may be laid in this turn"),
            flag("bought", "a friend has been bought in this turn"),
            count("used", 3, "helps had in this turn, by kind of friend", ONCE),
            category("card", ENDS + 1, "the end where the card in play lies, from 1"),
            category("named", ANTS + 1, "the colour that a face-down card stands for, from 1"),
            category("face_down", ANTS + 1, "the colour that it shows, known to its owner"),
            category("chamber", CHAMBERS + 1, "where the ant has arrived", table="chambers"),
            flag("room", "a place was free there on arrival"),
            category("source", CHAMBERS + 1, "what the ladybird empties", table="chambers"),
            count("carried", MOST_PLACES, "stones that she has carried"),
            flag("begun", "the grasshopper has begun to refill"),
            count("pile", CARDS, "cards in the pile"),
            count("market", 3, "friends that can be bought, by kind", KINDS),
        ),
    ),
    # Ants and the cards that move them: red, grey, yellow, violet, black.
    SliceBlock(
        "ant",
        ANTS,
        (
            category("chamber", CHAMBERS + 1, "where it stands, from 1", table="chambers"),
            count("hand", SNAIL_HAND, "own cards of its colour"),
            count("discard", 19, "cards of its colour that are discarded"),
            count("unseen", 19, "cards of its colour in the pile or with others"),
            count("reach", 6, "steps that one more card gives it, laid where it helps most"),
            count("fits", MOST_PLACES, "stones that it could then unload, by seat", SEATS),
            count("ready", MOST_PLACES, "stones of the own box, if there is a card for it"),
        ),
    ),
    SliceBlock(
        "chamber",
        CHAMBERS,
        (
            count("stored", MOST_PLACES, "stones"),
            count("free", MOST_PLACES, "free places"),
            category("ant", ANTS + 1, "who stands there, from 1"),
        ),
    ),
    # Fields from west to east, those of the north road first.
    SliceBlock(
        "field",
        ROADS * MOST_FIELDS,
        (category("card", ANTS + 1, "the colour of the card, from 1"),),
    ),
    # Yellow, orange, blue, green, pink.
    SliceBlock(
        "colour",
        COLOURS,
        (
            count("free", 20, "free places of all chambers of that colour"),
            count("near", 10, "of which so many at most two steps from an ant"),
            count("way", FARTHEST, "steps from the nearest ant to one of them"),
        ),
    ),
    SliceBlock("end", 1, (count("stops", 10, "that whoever is closest to the end still needs"),)),
    # Beginning with the one that observes, then clockwise.
    SliceBlock(
        "seat",
        SEATS,
        (
            flag("there", "whether somebody plays here"),
            flag("in_turn", "has to decide"),
            flag("first", "the start player"),
            count("wait", SEATS, "turns of others before the own one"),
            count("cards", SNAIL_HAND, "in the hand"),
            scalar("points", 20, "of friendship"),
            count("held", 40, "stones that are still to be unloaded"),
            count("stops", 10, "chambers that take all of them, at the fewest"),
            scalar("lead", 5, "stops that the best of the others needs, less the own ones"),
            count("stocked", EXOTIC_BOX, "stones in the box, as far as that is known"),
            count("box", MOST_PLACES, "by colour, likewise", COLOURS),
            count("reserve", 10, "by colour, likewise", COLOURS),
            count("near", 10, "stones of the box for which there is a place near an ant, likewise"),
            count("friends", 3, "by kind", KINDS),
        ),
    ),
)

CHAMBER_WIDTH = NETWORK[2].width
CLOSE = 2  # steps
NOBODY = -1


# --- Compiled -------------------------------------------------------------------------------------


@rule
def observe(parts: Row, state: Row, seat: int, out: np.ndarray) -> None:
    """What a seat knows, in the order of `NETWORK`."""
    out[:] = 0
    at = observe_turn(parts, state, out)
    at = observe_step(state, seat, out, at)
    for ant in range(ANTS):
        at = observe_ant(parts, state, seat, ant, out, at)
    at = observe_chambers(parts, state, out, at)
    for number in range(ROADS):
        at = write_all(out, at, state.roads[number].cards)
    close, near, stops = close_to_ants(parts, state), 0, 0
    for colour in range(COLOURS):
        rooms, rooms_near = rooms_in(parts, state, colour, close)
        places = places_of(rooms_near)
        at = write(out, at, places_of(rooms))
        at = write(out, at, places)
        at = write(out, at, nearest(parts, state, colour))
        near |= places << DIGIT * colour
        stops += stops_by_seat(state, colour, rooms)
    at = write(out, at, fewest_of(state, stops, NOBODY))
    for index in range(state.players):
        at = observe_seat(state, seat, index, stops, near, out, at)


@rule
def observe_turn(parts: Row, state: Row, out: np.ndarray) -> int:
    """Time, and what has been done in this turn; where the next slice begins."""
    at = write(out, 0, state.phase)
    at = write_scalar(out, at, state.turns)
    at = write_scalar(out, at, turns_to_play(state) - state.turns)
    at = write(out, at, state.plays)
    at = write(out, at, limit_now(parts, state))
    at = write(out, at, state.bought)
    return write_all(out, at, state.used)


@rule
def observe_step(state: Row, seat: int, out: np.ndarray, at: int) -> int:
    """The card in play, what is being done with it, and what lies beside the board."""
    at = write(out, at, state.end)
    at = write(out, at, state.mimic)
    at = write(out, at, 0 if is_unseen(state, seat) else state.hidden)
    at = write(out, at, state.chamber)
    at = write(out, at, state.room)
    at = write(out, at, state.source)
    at = write(out, at, state.carried)
    at = write(out, at, state.begun)
    at = write(out, at, state.pile_length)
    return write_all(out, at, state.market)


@rule
def observe_ant(parts: Row, state: Row, seat: int, ant: int, out: np.ndarray, at: int) -> int:
    """Where an ant stands, the cards that move it, and what it could bring everybody."""
    reach, hand = longest_reach(state, ant), int(state.seats[seat].hand[ant])
    at = write(out, at, state.ants[ant])
    at = write(out, at, hand)
    at = write(out, at, state.discard[ant])
    at = write(out, at, cards_unseen(parts, state, seat, ant))
    at = write(out, at, reach)
    chambers = destinations(parts, state, ant, reach)
    own = 0
    for index in range(state.players):
        other = (seat + index) % int(state.players)
        if other == seat or not choosing_in_secret(state):
            box = packed(state.seats[other].box)
            stones = fitting(parts, state, best_of(parts, state, chambers, box), box)
            out[at + index] = stones
            own = stones if other == seat else own
    return write(out, at + SEATS, own if hand > 0 else 0)


@rule
def cards_unseen(parts: Row, state: Row, seat: int, ant: int) -> int:
    """Cards of a colour that a seat sees nowhere; one that lies face down shows what was named."""
    seen = int(state.discard[ant]) + int(state.seats[seat].hand[ant])
    for number in range(ROADS):
        for field in range(MOST_FIELDS):
            if state.roads[number].cards[field] == 1 + ant:
                seen += 1
    return int(parts.movement[ant]) - seen


@rule
def observe_chambers(parts: Row, state: Row, out: np.ndarray, at: int) -> int:
    """Stones, places and ants of every chamber."""
    for ant in range(ANTS - 1, -1, -1):
        chamber = int(state.ants[ant])
        if chamber > 0:
            out[at + chamber * CHAMBER_WIDTH - 1] = ant + 1
    for chamber in range(1, CHAMBERS + 1):
        write(out, at, state.stored[chamber])
        write(out, at + 1, free_places(parts, state, chamber))
        at += CHAMBER_WIDTH
    return at


@rule
def close_to_ants(parts: Row, state: Row) -> int:
    """Bit per chamber that an ant would come to in two steps, whether others stand there or not."""
    chambers = 0
    for ant in range(ANTS):
        chambers |= int(parts.within[state.ants[ant], CLOSE])
    return chambers


@rule
def rooms_in(parts: Row, state: Row, colour: int, close: int) -> tuple[int, int]:
    """How many chambers of a colour have one free place, two and so on: `DIGIT` bits for each.

    Of all of them, and of those in a set of bits.
    """
    rooms, near = 0, 0
    for chamber in range(1, CHAMBERS + 1):
        if parts.colour[chamber] == colour:
            free = free_places(parts, state, chamber)
            room = 1 << DIGIT * (free - 1) if free > 0 else 0
            rooms += room
            near += room * ((close >> chamber) & 1)
    return rooms, near


@rule
def places_of(rooms: int) -> int:
    """The free places of such chambers."""
    places = 0
    for size in range(1, MOST_PLACES + 1):
        places += size * ((rooms >> DIGIT * (size - 1)) & LARGEST)
    return places


@rule
def stops_by_seat(state: Row, colour: int, rooms: int) -> int:
    """In how many chambers everybody's stones of a colour find places: `DIGIT` bits a seat."""
    stops = 0
    for seat in range(state.players):
        player = state.seats[seat]
        stones = int(player.box[colour]) + int(player.reserve[colour])
        stops |= fewest_stops(rooms, stones) << DIGIT * seat
    return stops


@rule
def fewest_stops(rooms: int, stones: int) -> int:
    """In how many chambers so many stones find places, if the largest are taken first."""
    stops = 0
    for size in range(MOST_PLACES, 0, -1):
        chambers = (rooms >> DIGIT * (size - 1)) & LARGEST
        used = min(chambers, (stones + size - 1) // size)
        stops, stones = stops + used, max(stones - used * size, 0)
    return stops


@rule
def stops_of(stops: int, seat: int) -> int:
    """The number of one seat."""
    return (stops >> DIGIT * seat) & LARGEST


@rule
def fewest_of(state: Row, stops: int, without: int) -> int:
    """The smallest number of all seats but one."""
    fewest = LARGEST
    for seat in range(state.players):
        if seat != without:
            fewest = min(fewest, stops_of(stops, seat))
    return fewest


@rule
def places_near(box: np.ndarray, near: int) -> int:
    """How many stones of a box find a place, of so many of each colour."""
    stones = 0
    for colour in range(COLOURS):
        stones += min(int(box[colour]), (near >> DIGIT * colour) & LARGEST)
    return stones


@rule
def observe_seat(
    state: Row, seat: int, index: int, stops: int, near: int, out: np.ndarray, at: int
) -> int:
    """A player, as the `index`-th from the seat that observes."""
    other = (seat + index) % int(state.players)
    player = state.seats[other]
    at = write(out, at, 1)
    at = write(out, at, (state.to_act >> other) & 1)
    at = write(out, at, other == state.first)
    at = write(out, at, turns_to_wait(state, other))
    at = write(out, at, total(player.hand))
    at = write_scalar(out, at, player.points)
    at = write(out, at, stones_held(player))
    at = write(out, at, stops_of(stops, other))
    at = write_scalar(out, at, fewest_of(state, stops, other) - stops_of(stops, other))
    at = write(out, at, 0 if chooses_unseen(state, other, seat) else total(player.box))
    if other == seat or not choosing_in_secret(state):
        write_all(out, at, player.box)
        write_all(out, at + COLOURS, player.reserve)
        write(out, at + 2 * COLOURS, places_near(player.box, near))
    return write_all(out, at + 2 * COLOURS + 1, player.friends)


# --- What things are like -------------------------------------------------------------------------


def tables(parts: Row) -> Mapping[str, Attributes]:
    """Every chamber: its colour, its places, and where it lies."""
    columns = (*(colour.name.lower() for colour in FoodColour), "places", "x", "y")
    rows = np.zeros((CHAMBERS + 1, len(columns)), np.float32)
    rows[1:, :COLOURS] = np.eye(COLOURS)[parts.colour[1:]]
    rows[1:, COLOURS] = parts.places[1:] / MOST_PLACES
    rows[1:, COLOURS + 1 :] = parts.at[1:] / max(1, int(parts.at.max()))
    return {"chambers": Attributes(columns, rows)}


def adjacency(parts: Row) -> Mapping[str, Array]:
    """Chambers that a tunnel joins."""
    return {"chamber": parts.distance[1:, 1:] == 1}
