"""Mini City: stones unloaded, ranks, and how a game ended."""

from typing import Any

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.actions import name
from formicarium.games.minicity.rules.counting import stones_held
from formicarium.games.minicity.state import COLOURS, FoodColour, Friend, Phase, Variant


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
