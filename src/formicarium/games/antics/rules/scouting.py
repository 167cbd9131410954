"""Scout: one tile from each of the fields 1 to the level of the action."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.actions import take_parts
from formicarium.games.antics.rules.sets import is_single
from formicarium.games.antics.rules.turns import finish_action
from formicarium.games.antics.state import ROWS, Phase


@rule
def begin_scouting(state: Row, me: Row, level: int) -> None:
    """Begin with the first field (AN-4.1)."""
    state.level = level
    state.scout_field = 1
    scout_on(state, me)


@rule
def scout_on(state: Row, me: Row) -> None:
    """Take what leaves no choice, up to a field that does (AN-4.2, AN-4.3, AN-4.4, AN-4.10)."""
    state.phase = Phase.SCOUT
    while state.scout_field <= state.level:
        rows = rows_with_tiles(state, state.scout_field)
        if rows and not is_single(rows):
            return
        for row in range(ROWS):
            if rows == 1 << row:
                take_tile(state, me, state.scout_field, row)
        state.scout_field += 1
    state.level = 0
    state.scout_field = 0
    finish_action(state)


@rule
def rows_with_tiles(state: Row, place: int) -> int:
    """The rows in which a tile lies on a field; anteaters are none (AN-4.5, AN-4.6)."""
    rows = 0
    for row in range(ROWS):
        if state.display[place - 1, row] > 0:
            rows |= 1 << row
    return rows


@rule
def take_tile(state: Row, me: Row, place: int, row: int) -> None:
    """A tile moves from the display into the supply, and its place stays empty (AN-4.7, AN-4.9)."""
    me.tiles[state.display[place - 1, row] - 1] += 1
    state.display[place - 1, row] = 0
    state.taken = 1


@rule
def choose_row(state: Row, me: Row, take: int) -> None:
    """Take the chosen tile, and go on with the next field (AN-4.3)."""
    place, row = take_parts(take)
    take_tile(state, me, place, row)
    state.scout_field += 1
    scout_on(state, me)
