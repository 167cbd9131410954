"""Pebbles: positions as JSON, written and read."""

from typing import Annotated, Any

from formicarium.core import terms
from formicarium.core.errors import require
from formicarium.core.layout import Row, values_of
from formicarium.core.positions import ToldAs, by_name, fill, read_position, within, word, written
from pebbles.actions import NAMES
from pebbles.components import Stones
from pebbles.rules import can_dig, in_all
from pebbles.state import BROOK, Phase, Refill

PHASES = tuple(phase.name.lower() for phase in Phase)
MOST_POINTS = 1000  # for loads
NO_PHASE = "there is no phase {!r}"
stones = ToldAs(by_name(NAMES).write)


class PositionDoc(terms.PositionDoc):
    """A position; what is left out is filled in."""

    phase: Annotated[str, word(PHASES, otherwise=NO_PHASE)] = "take"
    turn: int = 0
    bag: Annotated[Stones | None, stones] = None
    brook: Annotated[Stones | None, stones] = None
    carried: Annotated[Stones | None, stones] = None
    nests: list[Stones] = []
    points: list[int] = []
    favourites: list[str] = []


def to_position(parts: Row, state: Row) -> dict[str, Any]:
    """The whole position, secrets included."""
    held, players = values_of(state), int(state.players)
    held |= {
        "turn": max(held["to_act"].bit_length() - 1, 0),
        "nests": [stones.write(nest) for nest in held["nests"][:players]],
        "points": held["points"][:players],
        "favourites": [NAMES[colour] for colour in held["favourites"]],
    }
    return written(PositionDoc, held)


def from_position(parts: Row, state: Row, body: dict[str, Any]) -> None:
    """Fill a state that holds players and options; `BadPosition` names a broken invariant."""
    doc = read_position(body, PositionDoc, "Pebbles")
    fill(state, doc)
    _fill_stones(parts, state, doc)
    _fill_seats(state, doc)
    _fill_turn(state, doc)
    state.barrier = in_all(parts.stones) - in_all(state.bag) + (state.phase == Phase.OVER)


def _fill_stones(parts: Row, state: Row, doc: PositionDoc) -> None:
    """No more stones than there are; those that are nowhere were lost, or are in the bag."""
    players = int(state.players)
    nests = doc.nests or [Stones()] * players
    require(len(nests) == players, f"there are {len(nests)} nests, and must be {players}")
    places = (doc.brook or Stones(1, 1, 1, 1), doc.carried or Stones(), *nests)
    for colour, name in enumerate(NAMES):
        found = [within(place.counts()[colour], 0, 99, f"{{}} {name} stones") for place in places]
        rest = int(parts.stones[colour]) - sum(found)
        require(rest >= 0, f"there are {-rest} {name} stones too many")
        in_bag = rest if doc.bag is None else doc.bag.counts()[colour]
        within(in_bag, 0, rest, f"{{}} {name} stones in the bag, and there can be 0 to {{most}}")
        within(found[1], 0, 1, f"{{}} {name} stones are carried, and only one may be")
        state.bag[colour], state.brook[colour], state.carried[colour] = in_bag, *found[:2]
        state.nests[:players, colour] = found[2:]


def _fill_seats(state: Row, doc: PositionDoc) -> None:
    players, favourites = int(state.players), doc.favourites or [*NAMES]
    points = doc.points or [0] * players
    require(len(points) == players, f"there are points of {len(points)} seats, not {players}")
    for seat, value in enumerate(points):
        state.points[seat] = within(value, 0, MOST_POINTS, "{} points, and there are 0 to {most}")
    known = sorted(favourites) == sorted(NAMES)
    require(known, f"favourites are the colours {', '.join(NAMES)} in any order")
    state.favourites[:] = [NAMES.index(name) for name in favourites]


def _fill_turn(state: Row, doc: PositionDoc) -> None:
    """The phase fits to what lies in the brook and what is carried."""
    turn = within(doc.turn, 0, int(state.players) - 1, "turn: there is no seat {}")
    brook, bag, carried = in_all(state.brook), in_all(state.bag), in_all(state.carried)
    if state.phase == Phase.DIG:
        require(can_dig(state), "in phase dig there is a stone in the bag, and 1 to 3 are carried")
    else:
        require(carried == 0, f"{carried} stones are carried in phase {doc.phase}")
        require((brook > 0) == (state.phase == Phase.TAKE), "it is over when the brook stays empty")
    is_full = brook == BROOK - (state.phase == Phase.DIG)
    may_wane = state.options.refill == Refill.EMPTY or bag == 0
    require(is_full or (brook < BROOK and may_wane), f"there are {brook} stones in the brook")
    require(state.phase != Phase.OVER or bag == 0, f"it is over, and {bag} stones are in the bag")
    state.to_act = 0 if state.phase == Phase.OVER else 1 << turn
