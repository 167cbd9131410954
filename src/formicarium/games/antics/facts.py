"""Antics!: what could be stolen, for hints and for puzzles."""

import numpy as np

from formicarium.core.state import State
from formicarium.games.antics.actions import Code, theft_parts
from formicarium.games.antics.rules.thefts import list_thefts


def thefts(state: State, thief: int, seat: int) -> list[int]:
    """What somebody could steal from a player if it were her turn, as codes."""
    room = np.empty(state.game.book.most_legal, np.int32)
    count = list_thefts(state.row, thief, room, 0)
    return [code for code in room[:count].tolist() if theft_parts(code - Code.STEAL)[0] == seat]
