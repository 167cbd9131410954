"""Mini City: what a seat knows, in bytes for a network, with what follows from it for stones."""

from collections.abc import Mapping

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.observing import write, write_all, write_scalar
from formicarium.core.slices import Array, Attributes, SliceBlock, category, count, flag, scalar
from formicarium.games.minicity.components import FARTHEST
from formicarium.games.minicity.evaluation import (
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
            count("way", FARTHEST, "steps from the nearest ant to one of them"),
        ),
    ),
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
            count("stocked", EXOTIC_BOX, "stones in the box, as far as that is known"),
            count("box", MOST_PLACES, "by colour, likewise", COLOURS),
            count("reserve", 10, "by colour, likewise", COLOURS),
            count("friends", 3, "by kind", KINDS),
        ),
    ),
)


# --- Compiled -------------------------------------------------------------------------------------


@rule
def observe(parts: Row, state: Row, seat: int, out: np.ndarray) -> None:
    """What a seat knows, in the order of `NETWORK`."""
    out[:] = 0
    at = observe_turn(parts, state, out)
    at = observe_step(state, seat, out, at)
    for ant in range(ANTS):
        at = observe_ant(parts, state, seat, ant, out, at)
    for chamber in range(1, CHAMBERS + 1):
        at = write(out, at, state.stored[chamber])
        at = write(out, at, free_places(parts, state, chamber))
        at = write(out, at, ant_in(state, chamber))
    for number in range(ROADS):
        at = write_all(out, at, state.roads[number].cards)
    for colour in range(COLOURS):
        at = write(out, at, places_left(parts, state, colour))
        at = write(out, at, nearest(parts, state, colour))
    for index in range(state.players):
        at = observe_seat(state, seat, index, out, at)


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
def ant_in(state: Row, chamber: int) -> int:
    """Which ant stands in a chamber, from 1; 0: none."""
    for ant in range(ANTS):
        if state.ants[ant] == chamber:
            return ant + 1
    return 0


@rule
def places_left(parts: Row, state: Row, colour: int) -> int:
    """The free places of all chambers of a colour."""
    places = 0
    for chamber in range(1, CHAMBERS + 1):
        if parts.colour[chamber] == colour:
            places += free_places(parts, state, chamber)
    return places


@rule
def observe_seat(state: Row, seat: int, index: int, out: np.ndarray, at: int) -> int:
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
    at = write(out, at, 0 if chooses_unseen(state, other, seat) else total(player.box))
    if other == seat or not choosing_in_secret(state):
        write_all(out, at, player.box)
        write_all(out, at + COLOURS, player.reserve)
    return write_all(out, at + 2 * COLOURS, player.friends)


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
