"""Myrmes: points, which are counted when they are scored."""

from typing import Any

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.myrmes.rules.colony import points_of
from formicarium.games.myrmes.state import Points

CATEGORIES = tuple(source.name.lower() for source in Points)


@rule
def score(parts: Row, state: Row, out: np.ndarray) -> None:
    """Points of every seat; a tie is not broken (MY-17.3, MY-17.4, MY-17.5)."""
    for seat in range(state.players):
        out[seat, 0] = points_of(state.seats[seat])
        out[seat, 1] = 0


def breakdown(parts: Row, state: Row) -> dict[str, Any]:
    """Every player's points by where they come from."""
    rows = state["seats"]["points"][: state["players"]].tolist()
    return {"seats": [_sheet(seat, points) for seat, points in enumerate(rows)]}


def _sheet(seat: int, points: list[int]) -> dict[str, int]:
    return {"seat": seat, "total": sum(points), **dict(zip(CATEGORIES, points, strict=True))}
