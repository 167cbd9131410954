"""Mini City: stones unloaded, ranks, and how a game ended."""

from typing import Any

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.state import State
from formicarium.games.minicity.actions import name
from formicarium.games.minicity.components import FARTHEST
from formicarium.games.minicity.rules.counting import stones_held
from formicarium.games.minicity.state import (
    CHAMBERS,
    COLOURS,
    Ant,
    End,
    FoodColour,
    Friend,
    Phase,
    Variant,
)


@rule
def share_of(parts: Row, state: Row) -> int:
    """How many stones each player has to unload."""
    stones = 0
    for colour in range(COLOURS):
        stones += int(parts.share[state.players, colour])
    return stones


@rule
def score(parts: Row, state: Row, out: np.ndarray) -> None:
    """Stones unloaded; a tie is shared (MC-8.4, MC-8.5)."""
    share = share_of(parts, state)
    for seat in range(state.players):
        out[seat, 0] = share - stones_held(state.seats[seat])
        out[seat, 1] = 0


def breakdown(parts: Row, state: Row) -> dict[str, Any]:
    """Every player's stones by colour, her rank, and her friends if the game has any."""
    players = [state.seats[seat] for seat in range(state.players)]
    left = [int(stones_held(player)) for player in players]
    share, shares = int(share_of(parts, state)), parts.share[state.players].tolist()
    return {
        "ended": _ended(state, left),
        "seats": [
            {
                "seat": seat,
                "total": share - held,
                "share": share,
                "left": held,
                "rank": 1 + sum(other < held for other in left),
                "unloaded": _unloaded(shares, player),
                **_friendship(state, player),
            }
            for seat, (player, held) in enumerate(zip(players, left, strict=True))
        ],
    }


def _ended(state: Row, left: list[int]) -> str | None:
    if state.phase != Phase.OVER:
        return None
    return "safety_stop" if all(left) else "out"


def _friendship(state: Row, player: Row) -> dict[str, Any]:
    if state.options.variant == Variant.BASE:
        return {}
    return {"points": int(player.points), "friends": friend_names(player.friends)}


def _unloaded(shares: list[int], player: Row) -> dict[str, int]:
    held = (player.box + player.reserve).tolist()
    return {name(colour): shares[colour] - held[colour] for colour in FoodColour}


def friend_names(numbers: np.ndarray[Any, Any]) -> list[str]:
    """Friends by name, each as often as it is counted there."""
    return [
        name(Friend(kind)) for kind, number in enumerate(numbers.tolist()) for _ in range(number)
    ]


# --- Roads and boxes, as hints and puzzles count them ---------------------------------------------

CHAMBER_NUMBERS = range(1, CHAMBERS + 1)
SHORT = 2  # cards of a colour at an end that are no long run


def runs(state: State) -> list[tuple[int, Ant, End]]:
    """How many cards of one colour lie together at each end, and which."""
    found = []
    for number in range(1 if state.game.players == 2 else 2):
        road = state.row.roads[number]
        laid = [Ant(card - 1) for card in road.cards[road.west : road.east + 1].tolist()]
        for side, cards in enumerate((laid, laid[::-1])):
            length = next((n for n, card in enumerate(cards) if card != cards[0]), len(cards))
            found.append((length, cards[0], End(2 * number + side)))
    return found


def longest_run(state: State, seat: int) -> int | None:
    """The longest of them, for whoever is next; short ones are all alike."""
    if state.is_over:
        return None
    return max(SHORT, *(length for length, _, _ in runs(state)))


def laid(state: State, seat: int) -> int:
    """Cards on all roads."""
    roads = state.row.roads[: 1 if state.game.players == 2 else 2]
    return int((roads["east"] - roads["west"] + 1).sum())


def best_load(state: State, ant: Ant, box: list[int]) -> tuple[int, int]:
    """The most stones of a box that a card for an ant could unload, and of which colour."""
    parts, ants = state.game.parts_row, state.row.ants.tolist()
    longest = max((n for n, one, _ in runs(state) if one == ant), default=0)
    reached = int(parts.within[ants[ant], min(longest + 1, FARTHEST)])
    free, colours = (parts.places - state.row.stored).tolist(), parts.colour.tolist()
    found = [
        (colours[one], min(box[colours[one]], free[one]))
        for one in CHAMBER_NUMBERS
        if reached >> one & 1 and one not in ants
    ]
    return max(found, key=lambda load: load[1], default=(0, 0))


def loads(state: State, seat: int) -> list[int]:
    """Stones that one card could unload: for each ant."""
    box = state.row.seats[seat].box.tolist()
    return [best_load(state, ant, box)[1] for ant in Ant]
