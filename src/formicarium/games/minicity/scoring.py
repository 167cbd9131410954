"""Mini City: stones unloaded, ranks, and how a game ended."""

from typing import Any

import numpy as np

from formicarium.core.compiled import rule
from formicarium.games.minicity.actions import name
from formicarium.games.minicity.rules.table import stones_held
from formicarium.games.minicity.state import COLOURS, Colour, Friend, Phase


@rule
def share_of(parts: np.record, state: np.record) -> int:
    """How many stones each player has to unload."""
    stones = 0
    for colour in range(COLOURS):
        stones += int(parts.share[state.players, colour])
    return stones


@rule
def score(parts: np.record, state: np.record, out: np.ndarray) -> None:
    """Stones unloaded; a tie is shared."""
    share = share_of(parts, state)
    for seat in range(state.players):
        out[seat, 0] = share - stones_held(state.seats[seat])
        out[seat, 1] = 0


def breakdown(parts: np.record, state: np.record) -> dict[str, Any]:
    """Every player's stones by colour, her rank, and her friends."""
    share = int(share_of(parts, state))
    left = [int(stones_held(state.seats[seat])) for seat in range(state.players)]
    return {
        "ended": _ended(state, left),
        "seats": [
            {
                "seat": seat,
                "total": share - held,
                "share": share,
                "left": held,
                "rank": 1 + sum(other < held for other in left),
                "unloaded": _unloaded(parts, state, seat),
                "points": int(state.seats[seat].points),
                "friends": friends_of(state.seats[seat]),
            }
            for seat, held in enumerate(left)
        ],
    }


def _ended(state: np.record, left: list[int]) -> str | None:
    if state.phase != Phase.OVER:
        return None
    return "safety_stop" if all(left) else "out"


def _unloaded(parts: np.record, state: np.record, seat: int) -> dict[str, int]:
    player = state.seats[seat]
    held = player.box + player.reserve
    return {
        name(colour): int(parts.share[state.players, colour] - held[colour]) for colour in Colour
    }


def friends_of(player: np.record) -> list[str]:
    """The friends of a player by name, as often as she has them."""
    return [name(friend) for friend in Friend for _ in range(player.friends[friend])]
