"""Pebbles: positions as JSON, written and read."""

from typing import Any

import msgspec

from formicarium.core import terms
from formicarium.core.errors import require
from formicarium.core.layout import Row
from formicarium.core.positions import read_generator, read_position
from pebbles.actions import NAMES
from pebbles.components import Stones
from pebbles.rules import can_dig, in_all
from pebbles.state import BROOK, Phase, Refill

MOST_POINTS = 1000  # for loads


def to_position(parts: Row, state: Row) -> dict[str, Any]:
    """The whole position, secrets included."""
    players = int(state.players)
    return {
        "phase": Phase(int(state.phase)).name.lower(),
        "turn": max(int(state.to_act).bit_length() - 1, 0),
        "bag": stones(state.bag),
        "brook": stones(state.brook),
        "carried": stones(state.carried),
        "nests": [stones(nest) for nest in state.nests[:players]],
        "points": state.points[:players].tolist(),
        "favourites": [NAMES[colour] for colour in state.favourites],
        "rng": hex(state.rng),
    }


def stones(counts: Any) -> dict[str, int]:
    """Counts by the names of the colours."""
    return dict(zip(NAMES, counts.tolist(), strict=True))


class PositionDoc(terms.PositionDoc):
    """A position; what is left out is filled in."""

    phase: str = "take"
    turn: int = 0
    bag: Stones | None = None
    brook: Stones = msgspec.field(default_factory=lambda: Stones(1, 1, 1, 1))
    carried: Stones = msgspec.field(default_factory=Stones)
    nests: list[Stones] | None = None
    points: list[int] | None = None
    favourites: tuple[str, ...] = NAMES


def from_position(parts: Row, state: Row, body: dict[str, Any]) -> None:
    """Fill a state that holds players and options; `BadPosition` names a broken invariant."""
    doc = read_position(body, PositionDoc, "Pebbles")
    _fill_stones(parts, state, doc)
    _fill_seats(state, doc)
    _fill_turn(state, doc)
    state.rng = read_generator(doc.rng)
    state.barrier = in_all(parts.stones) - in_all(state.bag) + (state.phase == Phase.OVER)


def _fill_stones(parts: Row, state: Row, doc: PositionDoc) -> None:
    """No more stones than there are; those that are nowhere were lost, or are in the bag."""
    players = int(state.players)
    nests = doc.nests or [Stones()] * players
    require(len(nests) == players, f"there are {len(nests)} nests, and must be {players}")
    for colour, name in enumerate(NAMES):
        found = [place.counts()[colour] for place in (doc.brook, doc.carried, *nests)]
        rest = int(parts.stones[colour]) - sum(found)
        in_bag = rest if doc.bag is None else doc.bag.counts()[colour]
        require(min(*found) >= 0, f"there are fewer than no {name} stones somewhere")
        require(rest >= 0, f"there are {-rest} {name} stones too many")
        require(0 <= in_bag <= rest, f"there are {in_bag} {name} stones in the bag, of {rest}")
        require(found[1] <= 1, f"{found[1]} {name} stones are carried, and only one may be")
        state.bag[colour], state.brook[colour], state.carried[colour] = in_bag, *found[:2]
        state.nests[:players, colour] = found[2:]


def _fill_seats(state: Row, doc: PositionDoc) -> None:
    players = int(state.players)
    points = doc.points or [0] * players
    require(len(points) == players, f"there are points of {len(points)} seats, not {players}")
    for value in points:
        require(0 <= value <= MOST_POINTS, f"{value} points, and loads bring 0 to {MOST_POINTS}")
    known = sorted(doc.favourites) == sorted(NAMES)
    require(known, f"favourites are the colours {', '.join(NAMES)} in any order")
    state.points[:players] = points
    state.favourites[:] = [NAMES.index(name) for name in doc.favourites]


def _fill_turn(state: Row, doc: PositionDoc) -> None:
    """The phase fits to what lies in the brook and what is carried."""
    phases = {phase.name.lower(): phase for phase in Phase}
    require(doc.phase in phases, f"there is no phase {doc.phase!r}; there are {', '.join(phases)}")
    require(0 <= doc.turn < state.players, f"turn: there is no seat {doc.turn}")
    state.phase = phases[doc.phase]
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
    state.to_act = 0 if state.phase == Phase.OVER else 1 << doc.turn
