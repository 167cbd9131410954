"""Myrmes: points, which are counted when they are scored."""

from typing import Any

import numpy as np

from formicarium.core.compiled import rule
from formicarium.games.myrmes.rules.table import points_of
from formicarium.games.myrmes.state import Points


@rule
def score(parts: np.record, state: np.record, out: np.ndarray) -> None:
    """Points of every seat; a tie is not broken."""
    for seat in range(state.players):
        out[seat, 0] = points_of(state.seats[seat])
        out[seat, 1] = 0


def breakdown(parts: np.record, state: np.record) -> dict[str, Any]:
    """Every player's points by where they come from."""
    return {"seats": [_sheet(state.seats[seat], seat) for seat in range(state.players)]}


def _sheet(me: np.record, seat: int) -> dict[str, int]:
    points = {source.name.lower(): int(me.points[source]) for source in Points}
    return {"seat": seat, "total": sum(points.values()), **points}
