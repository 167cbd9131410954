"""Anteaters: they arrive on field 1, eat prey or ants, and go back after the third."""

from formicarium.core.chance import shuffle
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.rules.display import refill
from formicarium.games.antics.state import ANTEATERS, FIELDS, NESTS, ROWS, Refill, ResetRows

ALL_ANTEATERS = (1 << ANTEATERS) - 1


@rule
def anteaters_arrived(state: Row) -> int:
    """The anteaters on field 1, as a set."""
    arrived = 0
    for row in range(ROWS):
        piece = state.display[0, row]
        if piece < 0:
            arrived |= 1 << -1 - int(piece)
    return arrived


@rule
def anteaters_to_attack(state: Row) -> int:
    """Those of them that are new there (AN-11.1)."""
    return anteaters_arrived(state) & ~int(state.arrived)


@rule
def colour_up(parts: Row, state: Row, anteater: int) -> int:
    """The colour that an anteater shows."""
    return parts.anteater[anteater, (state.sides >> anteater) & 1]


@rule
def attack(parts: Row, state: Row, anteater: int) -> None:
    """The first two eat prey, the third ants, and with four players prey as well.

    Prey is eaten from its clearing, if any lies there, and nowhere else (AN-11.4, AN-11.5,
    AN-11.6); how many came before decides what is eaten (AN-11.3, AN-14.3).
    """
    colour = colour_up(parts, state, anteater)
    state.arrived |= 1 << anteater
    third = state.arrived == ALL_ANTEATERS
    if not third or state.players == 4:
        state.prey[colour] = max(state.prey[colour] - 1, 0)
    if third:
        eat_ants(parts, state, colour)
        reset(parts, state)


@rule
def eat_ants(parts: Row, state: Row, nest: int) -> None:
    """All ants of one nest go home, to the left of an empty one (AN-11.9, AN-11.10, AN-11.11)."""
    for _ in range(NESTS):
        if empty_nest(state, nest):
            return
        nest = parts.left_of[nest]


@rule
def empty_nest(state: Row, nest: int) -> bool:
    """All ants in a nest return to their supplies; whether there were any (AN-11.8)."""
    eaten = 0
    for seat in range(state.players):
        colony = state.colonies[seat]
        eaten += colony.nests[nest]
        colony.ants += colony.nests[nest]
        colony.nests[nest] = 0
    return eaten > 0


@rule
def reset(parts: Row, state: Row) -> None:
    """The anteaters leave field 1, turn over, and begin again on field 6.

    The rows close up (AN-11.12), the other colours come up (AN-11.13), each has a row (AN-11.14),
    gaps are filled (AN-11.15), and the next to arrive is a first one (AN-11.16).
    """
    for row in range(ROWS):
        send_back(state, row)
    state.sides ^= ALL_ANTEATERS
    state.arrived = 0
    if state.options.reset_rows == ResetRows.SHUFFLED:
        shuffle(state, state.display[FIELDS - 1], ROWS)
        state.barrier += 1
    refill(parts, state, state.options.refill == Refill.FUNGUS_FAR)


@rule
def send_back(state: Row, row: int) -> None:
    """An anteater moves to the end of its row; what is behind it moves up (AN-11.12, AN-11.14)."""
    anteater = state.display[0, row]
    for place in range(FIELDS - 1):
        state.display[place, row] = state.display[place + 1, row]
    state.display[FIELDS - 1, row] = anteater
