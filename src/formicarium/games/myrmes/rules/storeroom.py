"""Myrmes: what the storeroom cannot hold, and food for the winter."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.rules.colony import (
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
    Cube,
    Debt,
    Points,
    Question,
)

# --- End of the season ----------------------------------------------------------------------------


@rule
def must_choose_discards(state: Row, me: Row) -> bool:
    """Whether there is too much, and more than one kind of it (MY-15.2)."""
    cubes = cubes_stored(me)
    for kind in range(KINDS):
        if me.store[kind] == cubes:
            return False
    return cubes > capacity(state, me)


@rule
def cubes_too_many(state: Row, me: Row) -> int:
    """Cubes above what the storeroom keeps, those already given up left out."""
    given = me.chosen[Cube.FOOD] + me.chosen[Cube.EARTH] + me.chosen[Cube.STONE]
    return cubes_stored(me) - given - capacity(state, me)


@rule
def next_to_discard(me: Row, after: int) -> int:
    """The next code for a cube that could be given up; -1: no more."""
    for kind in range(KINDS):
        if Code.FOOD + kind > after and me.store[kind] > me.chosen[kind]:
            return Code.FOOD + kind
    return -1


@rule
def answer_discard(state: Row, me: Row, kind: int) -> None:
    """A cube is given up; another, while there is too much of more than one kind (MY-15.2)."""
    me.chosen[kind] += 1
    kinds = 0
    for other in range(KINDS):
        if me.store[other] > me.chosen[other]:
            kinds += 1
    if cubes_too_many(state, me) <= 0 or kinds < 2:
        me.question = Question.NONE


@rule
def discard(state: Row, me: Row) -> None:
    """The cubes chosen, and where there was no choice the rest."""
    rest = cubes_too_many(state, me)
    for kind in range(KINDS):
        given = wide(me.chosen[kind])
        while rest > 0 and me.store[kind] > given:
            given += 1
            rest -= 1
        spend(state, me, kind, given)
    clear_choices(me)


# --- Winter ---------------------------------------------------------------------------------------


@rule
def food_due(state: Row, me: Row) -> int:
    """Food to pay this year; each soldier finds one (MY-16.1, MY-16.2)."""
    return max(WINTER[state.year - 1] - me.soldiers, 0)


@rule
def food_missing(state: Row, me: Row) -> int:
    """Food to pay that is not there, and that larvae have not replaced."""
    missing = food_due(state, me) - me.store[Cube.FOOD]
    return missing - me.chosen[Cube.FOOD] if missing > 0 else 0


@rule
def must_choose_food(state: Row, me: Row) -> bool:
    """Whether food is missing and larvae could replace it, choices apart (MY-16.6)."""
    return food_due(state, me) > me.store[Cube.FOOD] and me.larvae >= LARVAE_PER_FOOD


@rule
def answer_winter(state: Row, me: Row, code: int) -> None:
    """Larvae for a food; another, while food is missing and larvae are there (MY-3.8, MY-16.6)."""
    if code == Code.CONVERT:
        me.chosen[Cube.FOOD] += 1
    larvae = me.larvae - LARVAE_PER_FOOD * me.chosen[Cube.FOOD]
    if code == Code.DONE or food_missing(state, me) == 0 or larvae < LARVAE_PER_FOOD:
        me.question = Question.NONE


@rule
def feed(state: Row, me: Row) -> None:
    """Food and larvae are eaten (MY-16.4, MY-16.7); soldiers are kept (MY-16.3).

    What is missing costs points (MY-16.5, MY-16.8, MY-16.11).
    """
    loss = WINTER_LOSS * food_missing(state, me)
    if state.options.debt == Debt.STOPS_AT_ZERO:
        loss = min(loss, max(points_of(me), 0))
    me.points[Points.WINTER] -= loss
    me.larvae -= LARVAE_PER_FOOD * me.chosen[Cube.FOOD]
    eaten = food_due(state, me)
    if eaten > me.store[Cube.FOOD]:
        eaten = wide(me.store[Cube.FOOD])
    spend(state, me, Cube.FOOD, eaten)
    clear_choices(me)
