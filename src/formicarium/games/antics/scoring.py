"""Antics!: prey, fungus, and the tie-break."""

from typing import Any

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.state import State
from formicarium.games.antics.actions import Code, theft_parts
from formicarium.games.antics.rules.hill import holds_prey
from formicarium.games.antics.rules.thefts import list_thefts
from formicarium.games.antics.state import (
    LEVELS,
    PREYS,
    WAITING,
    Leaf,
    NoRoom,
    Prey,
    Symbol,
    names,
)

GREEN_BONUS = 2  # AN-13.3
DIGIT = 6  # bits of one number where the tiles of all levels are packed into one


@rule
def counts_as_prey(state: Row, colony: Row, kind: int) -> bool:
    """Whether prey of a kind is in a player's hill, or waits and counts as well (AN-10.6)."""
    home = colony.prey_home[kind]
    return home > 0 or (home == WAITING and state.options.no_room == NoRoom.COUNTS)


@rule
def prey_points(state: Row, colony: Row) -> int:
    """Each prey is worth as many points as there are prey (AN-13.1)."""
    prey = 0
    for kind in range(PREYS):
        prey += counts_as_prey(state, colony, kind)
    return prey * prey


@rule
def takes_leaf(colony: Row, number: int) -> bool:
    """Whether a hex shows fungus on which a leaf may be put (AN-13.2)."""
    return colony.symbol[number] == Symbol.FUNGUS and not holds_prey(colony, number)


@rule
def fungus_points(colony: Row) -> int:
    """Leaves go onto the highest fungus first, green ones before brown ones (AN-13.4, AN-13.5)."""
    green = int(colony.leaves_home[Leaf.GREEN])
    leaves = green + colony.leaves_home[Leaf.BROWN]
    points = 0
    for down in range(LEVELS):
        level = LEVELS - down
        for number in range(1, colony.hexes + 1):
            if leaves > 0 and colony.height[number] == level and takes_leaf(colony, number):
                points += level + (GREEN_BONUS if green > 0 else 0)
                green -= 1
                leaves -= 1
    return points


@rule
def tie_break(colony: Row) -> int:
    """More tiles on level 5 win, then on level 4, and so on down (AN-13.10, AN-13.11)."""
    packed = 0
    for level in range(LEVELS):
        packed |= int(colony.levels[level]) << DIGIT * level
    return packed


@rule
def score(parts: Row, state: Row, out: np.ndarray) -> None:
    """Points and tie-break of every seat (AN-13.6, AN-13.7, AN-13.8, AN-13.9)."""
    for seat in range(state.players):
        colony = state.colonies[seat]
        out[seat, 0] = prey_points(state, colony) + fungus_points(colony)
        out[seat, 1] = tie_break(colony)


def breakdown(parts: Row, state: Row) -> dict[str, Any]:
    """Every player's points by prey and by leaf."""
    return {"seats": [_sheet(state, seat) for seat in range(state.players)]}


def _sheet(state: Row, seat: int) -> dict[str, Any]:
    colony = state.colonies[seat]
    prey, fungus = int(prey_points(state, colony)), int(fungus_points(colony))
    kinds = [
        names(Prey)[kind]
        for kind, home in enumerate(colony.prey_home.tolist())
        if home and counts_as_prey(state, colony, kind)
    ]
    return {
        "seat": seat,
        "total": prey + fungus,
        "prey_points": prey,
        "fungus_points": fungus,
        "prey": {"points": prey, "kinds": kinds},
        "fungus": {"points": fungus, "leaves": _leaves_on_fungus(colony)},
        "levels": colony.levels.tolist(),
    }


def _leaves_on_fungus(colony: Row) -> list[dict[str, Any]]:
    """Which leaf lies on which hex."""
    green, brown = colony.leaves_home.tolist()
    if not green + brown:
        return []
    heights = colony.height.tolist()
    fungus = [
        number
        for number, symbol in enumerate(colony.symbol.tolist())
        if symbol == Symbol.FUNGUS and takes_leaf(colony, number)
    ]
    fungus.sort(key=lambda number: (-heights[number], number))
    return [
        {
            "hex": number,
            "level": heights[number],
            "leaf": leaf,
            "points": heights[number] + (GREEN_BONUS if leaf == "green" else 0),
        }
        for number, leaf in zip(fungus, ["green"] * green + ["brown"] * brown, strict=False)
    ]


# --- Thefts, as hints and puzzles count them ------------------------------------------------------


def thefts(state: State, thief: int, seat: int) -> list[int]:
    """What somebody could steal from a player if it were her turn, as codes."""
    room = np.empty(state.game.book.most_legal, np.int32)
    count = list_thefts(state.row, thief, room, 0)
    return [code for code in room[:count].tolist() if theft_parts(code - Code.STEAL)[0] == seat]
