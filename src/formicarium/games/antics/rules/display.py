"""The display: rows close up towards field 1, and gaps are filled from the bag."""

from formicarium.core.chance import below
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.state import FIELDS, ROWS, SHOWN, Symbol


@rule
def close_rows(state: Row) -> None:
    """Tiles and anteaters move towards field 1 in their row until no gap is left (AN-10.10)."""
    for row in range(ROWS):
        closed = 0
        for place in range(FIELDS):
            piece = state.display[place, row]
            if piece != 0:
                state.display[place, row] = 0
                state.display[closed, row] = piece
                closed += 1


@rule
def refill(parts: Row, state: Row, fungus_far: bool) -> None:
    """Draw tiles into empty places while the bag suffices (AN-2.9, AN-10.12, AN-10.14)."""
    in_bag = 0
    for count in state.bag:
        in_bag += int(count)
    gaps = 0
    for place in range(FIELDS):
        for row in range(ROWS):
            gaps += state.display[place, row] == 0
    draws = min(gaps, in_bag)
    for drawn in range(draws):
        kind = draw(state, in_bag - drawn)
        far = fungus_far and parts.second[kind] == Symbol.FUNGUS
        put_on_display(state, kind, far)
    if draws > 0:
        state.barrier += 1


@rule
def draw(state: Row, in_bag: int) -> int:
    """A tile from the bag, each as likely."""
    kind = 0
    left = below(state, in_bag)
    while left >= state.bag[kind]:
        left -= state.bag[kind]
        kind += 1
    state.bag[kind] -= 1
    return kind


@rule
def put_on_display(state: Row, kind: int, far: bool) -> None:
    """A tile goes to the lowest or highest field with room (AN-2.9, AN-2.10, AN-10.13)."""
    for step in range(FIELDS):
        place = FIELDS - 1 - step if far else step
        for row in range(ROWS):
            if state.display[place, row] == 0:
                state.display[place, row] = kind + 1
                return


@rule
def is_complete(state: Row) -> bool:
    """Whether the bag could fill the display (AN-12.1, AN-12.2)."""
    shown = 0
    for place in range(FIELDS):
        for row in range(ROWS):
            shown += state.display[place, row] > 0
    return shown == SHOWN
