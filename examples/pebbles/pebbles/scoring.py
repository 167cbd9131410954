"""Pebbles: points for loads and favourites, and the score sheet."""

from typing import Any

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from pebbles.state import Phase


@rule
def favourites_of(state: Row, seat: int) -> int:
    """Stones of her favourite colour in a nest."""
    return int(state.nests[seat, state.favourites[seat]])


@rule
def shown(state: Row, seat: int) -> int:
    """As many of them as everybody knows of: none before the end (PB-3.3)."""
    return favourites_of(state, seat) if state.phase == Phase.OVER else 0


@rule
def score(parts: Row, state: Row, out: np.ndarray) -> None:
    """Points of loads and favourites; in a tie more favourites win (PB-3.2, PB-3.3, PB-3.4)."""
    for seat in range(state.players):
        favourites = shown(state, seat)
        out[seat, 0] = int(state.points[seat]) + parts.favourite * favourites
        out[seat, 1] = favourites


def breakdown(parts: Row, state: Row) -> dict[str, Any]:
    """The score sheet: one line for each category."""
    sheets = []
    for seat in range(int(state.players)):
        loads, favourite = int(state.points[seat]), int(parts.favourite * shown(state, seat))
        total = loads + favourite
        sheets.append({"seat": seat, "loads": loads, "favourite": favourite, "total": total})
    return {"seats": sheets}
