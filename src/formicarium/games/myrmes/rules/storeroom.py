"""Myrmes: what the storeroom cannot hold, and food for the winter."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.myrmes.rules.table import (
    capacity,
    clear_choices,
    cubes_stored,
    points_of,
    spend,
)
from formicarium.games.myrmes.state import (
    KINDS,
    LARVAE_PER_FOOD,
    WINTER,
    WINTER_LOSS,
    Debt,
    Points,
    Step,
    Store,
)

# --- End of the season ----------------------------------------------------------------------------


@rule
def must_choose_discards(state: Row, me: Row) -> bool:
    """Whether there is too much, and more than one kind of it."""
    cubes = cubes_stored(me)
    for kind in range(KINDS):
        if me.store[kind] == cubes:
            return False
    return cubes > capacity(state, me)


@rule
def cubes_too_many(state: Row, me: Row) -> int:
    """Cubes above what the storeroom keeps, those already given up left out."""
    given = me.chosen[0] + me.chosen[1] + me.chosen[2]
    return cubes_stored(me) - given - capacity(state, me)


@rule
def go_on_discarding(state: Row, me: Row) -> None:
    """Another cube, while there is too much of more than one kind."""
    kinds = 0
    for kind in range(KINDS):
        if me.store[kind] > me.chosen[kind]:
            kinds += 1
    if cubes_too_many(state, me) <= 0 or kinds < 2:
        me.step = Step.NONE


@rule
def discard(state: Row, me: Row) -> None:
    """The cubes chosen, and where there was no choice the rest."""
    rest = cubes_too_many(state, me)
    for kind in range(KINDS):
        given = me.chosen[kind] + 0
        while rest > 0 and me.store[kind] > given:
            given += 1
            rest -= 1
        spend(state, me, kind, given)
    clear_choices(me)


# --- Winter ---------------------------------------------------------------------------------------


@rule
def food_due(state: Row, me: Row) -> int:
    """Food to pay this year; each soldier finds one."""
    return max(WINTER[state.year - 1] - me.soldiers, 0)


@rule
def food_missing(state: Row, me: Row) -> int:
    """Food to pay that is not there, and that larvae have not replaced."""
    missing = food_due(state, me) - me.store[Store.FOOD]
    return missing - me.chosen[0] if missing > 0 else 0


@rule
def must_choose_food(state: Row, me: Row) -> bool:
    """Whether food is missing and larvae could replace it, apart from what is chosen already."""
    return food_due(state, me) > me.store[Store.FOOD] and me.larvae >= LARVAE_PER_FOOD


@rule
def go_on_feeding(state: Row, me: Row) -> None:
    """Another conversion, while food is missing and larvae are there."""
    larvae = me.larvae - LARVAE_PER_FOOD * me.chosen[0]
    if food_missing(state, me) == 0 or larvae < LARVAE_PER_FOOD:
        me.step = Step.NONE


@rule
def feed(state: Row, me: Row) -> None:
    """Food and larvae are eaten; what is missing costs points."""
    loss = WINTER_LOSS * food_missing(state, me)
    if state.options.debt == Debt.STOPS_AT_ZERO:
        loss = min(loss, max(points_of(me), 0))
    me.points[Points.WINTER] -= loss
    me.larvae -= LARVAE_PER_FOOD * me.chosen[0]
    eaten = food_due(state, me)
    if eaten > me.store[Store.FOOD]:
        eaten = me.store[Store.FOOD] + 0
    spend(state, me, Store.FOOD, eaten)
    clear_choices(me)
