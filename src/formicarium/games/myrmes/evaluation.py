"""Myrmes: with how many points a colony may expect to end, as a bot guesses it.

A colony is as good as its points, its cubes, its ants, how deep it is and how far its tunnels
reach, less what winter will take; besides there is what nurses in the atelier and a worker in the
garden are about to do. Greedy colonies found the weights by playing each other: they tell a good
decision from a bad one. How many points a worth turns into was counted in their games.
"""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.myrmes.rules.atelier import level_cost
from formicarium.games.myrmes.rules.brood import ants_due, larvae_for, nurses_left
from formicarium.games.myrmes.rules.colony import points_of
from formicarium.games.myrmes.rules.garden import BORDERS, goal_of, is_prey
from formicarium.games.myrmes.rules.laying import free_around, may_lay, pattern_fits
from formicarium.games.myrmes.rules.numbers import within
from formicarium.games.myrmes.rules.objectives import objective_tile, owned
from formicarium.games.myrmes.rules.turns import season_number
from formicarium.games.myrmes.state import (
    DEEPEST,
    DISC,
    DRAWN,
    FORM_OF,
    FORMS,
    HEXES,
    LARVAE_PER_FOOD,
    LAYS,
    LONGEST_TILE,
    OBJECTIVE_POINTS,
    PER_LEVEL,
    SEASONS,
    TUNNELS,
    WINTER,
    WINTER_LOSS,
    YEARS,
    Ask,
    Cube,
    Ground,
    Phase,
    Question,
    SeasonEvent,
    Track,
)

Stock = tuple[float, float, float, float]  # food, earth, stone, larvae

SWING = 4.0
HORIZON = 0
GREED = 0.0

# By harvests to come: the points that a worth of one turns into, and those that all make anyway.
SURE = (1.0, 0.32, 0.24, 0.2, 0.16, 0.14, 0.14, 0.14, 0.14, 0.14)
ANYWAY = (0.0, 15.9, 15.8, 14.7, 16.6, 18.9, 21.5, 26.4, 26.9, 27.9)

FOOD, EARTH, STONE, LARVA = 0.14, 0.54, 0.6, 0.09  # in store; food beyond what winter takes
PRICES = (0.0, FOOD, EARTH, STONE)  # by Cube + 1
LYING = 5.0  # a cube in the garden compared to one in store: it took a worker to get there
EARLY = 0.25  # how sure a hungry winter is a year before

WORKER, DEEPER_WORKER = 0.49, 5.0  # for each worker, and for each level of the colony besides
LASTING = 1.75  # a soldier, in each winter after this year's
IDLE = 2.44  # a nurse who is still to be placed
NURSE, LEVEL, TUNNEL, SPACE = 0.13, 6.0, 0.72, 0.24  # each season; space: a hex near a tunnel

DEEPENING = 0.21  # the share of the next level's gain that counts before a nurse is there for it
AT_WORK = 0.39  # the share of a gain that counts when a nurse is there for it
PROGRESS = 0.12  # the share of an objective's points when all is there that it asks for
FULFILLED, LAST_FULFILLED = 2.92, 7.35  # an objective done opens others, and brings a bonus
WALKING = 1.42  # a worker with steps left, compared to one at home
PREY_FOOD = 1.37

# By SeasonEvent: its worth, and the question of the brood after which births show it. All others
# help every worker, but the harvest.
EVENTS = (1.55, 0.66, 1.09, 1.38, 0.23, 0.89, 1.07, 2.29)
SHOWN = (0, 0, int(Question.LARVAE), 0, 0, int(Question.SOLDIERS), 0, int(Question.WORKERS))


@rule
def appraise(parts: Row, state: Row, out: np.ndarray) -> float:
    """Points so far, and those that a colony may still make of what it has."""
    for seat in range(state.players):
        me = state.seats[seat]
        stock, lying = stock_of(state, seat), cubes_in_garden(state, seat, False)
        worth = points_of(me) + use_left(state, Phase.GIVE) * cubes_worth(stock)
        worth += use_left(state, Phase.HARVEST) * LYING * cubes_worth(lying)
        worth += colony_worth(parts, state, me) + event_hope(state, me)
        worth += atelier_hope(parts, state, seat, after_harvest(state, stock, lying))
        out[seat] = worth - winter_loss(state, me, stock, lying[0])
    if state.worker > 0:
        out[state.seat] += garden_hope(parts, state, int(state.seat))
    harvests = seasons_left(state, Phase.HARVEST)
    for seat in range(state.players):
        out[seat] = ANYWAY[harvests] + SURE[harvests] * out[seat]
    return SWING


@rule
def seasons_left(state: Row, phase: int) -> int:
    """How many seasons still have a phase before them, the present one included."""
    left = YEARS * SEASONS - season_number(state)
    return left + 1 if state.phase <= phase else left


@rule
def use_left(state: Row, phase: int) -> float:
    """How much can be made of what a phase brings: less and less in the last three seasons."""
    return min(1.0, seasons_left(state, phase) / 3.0)


# --- Cubes and larvae -----------------------------------------------------------------------------


@rule
def cubes_in_garden(state: Row, seat: int, picked: bool) -> Stock:
    """Cubes on a seat's pheromones that it has picked in the harvest, or has not."""
    food, earth, stone = 0.0, 0.0, 0.0
    for hex_ in range(HEXES):
        kind = state.cube[hex_] - 1
        mine = kind >= 0 and state.owner[hex_] == seat + 1
        if mine and within(state.seats[seat].picked, hex_) == picked:
            food += 1.0 if kind == Cube.FOOD else 0.0
            earth += 1.0 if kind == Cube.EARTH else 0.0
            stone += 1.0 if kind == Cube.STONE else 0.0
    return food, earth, stone, 0.0


@rule
def stock_of(state: Row, seat: int) -> Stock:
    """What is in store once all that a seat has chosen in secret takes effect."""
    me = state.seats[seat]
    chosen = me.chosen
    food, earth = float(me.store[Cube.FOOD]), float(me.store[Cube.EARTH])
    stone, larvae = float(me.store[Cube.STONE]), float(me.larvae)
    if state.phase == Phase.EVENT or state.phase == Phase.BROOD:
        larvae += larvae_for(state, me, wide(me.placed[Track.LARVAE]))
        larvae -= abs(me.event - state.dice[state.season])
    elif state.phase == Phase.HARVEST:
        more = cubes_in_garden(state, seat, True)
        food, earth, stone = food + more[0], earth + more[1], stone + more[2]
        earth, stone = earth + chosen[Cube.EARTH], stone + chosen[Cube.STONE]
    elif state.phase == Phase.DISCARD:
        food, earth, stone = food - chosen[0], earth - chosen[1], stone - chosen[2]
    elif state.phase == Phase.WINTER:
        food, larvae = food + chosen[0], larvae - LARVAE_PER_FOOD * chosen[0]
    return food, earth, stone, larvae


@rule
def after_harvest(state: Row, stock: Stock, lying: Stock) -> Stock:
    """What may be there when the atelier opens."""
    if state.phase > Phase.HARVEST:
        return stock
    return stock[0] + lying[0], stock[1] + lying[1], stock[2] + lying[2], stock[3]


@rule
def cubes_worth(stock: Stock) -> float:
    """Cubes and larvae, each kind at its price."""
    return FOOD * stock[0] + EARTH * stock[1] + STONE * stock[2] + LARVA * stock[3]


@rule
def winter_loss(state: Row, me: Row, stock: Stock, lying: float) -> float:
    """What this year's winter may cost: the sooner it comes, the surer."""
    harvests = SEASONS - state.season - (0 if state.phase <= Phase.HARVEST else 1)
    found = ants(state, me)[2] + stock[0] + stock[3] / LARVAE_PER_FOOD + min(lying, 1.0 * harvests)
    sure = 1.0 - (1.0 - EARLY) * harvests / SEASONS
    return WINTER_LOSS * sure * max(0.0, WINTER[state.year - 1] - found)


# --- The colony -----------------------------------------------------------------------------------


@rule
def ants(state: Row, me: Row) -> tuple[int, int, int]:
    """Workers, those in rooms, who come back, and soldiers; with those about to be born."""
    workers, resting, soldiers = int(me.workers), 0, int(me.soldiers)
    if state.phase == Phase.BROOD:
        born = ants_due(state, me)
        workers, soldiers = workers + born[0], soldiers + born[1]
    for level in range(DEEPEST + 1):
        resting += (int(me.rooms) >> level) & 1
    return workers, resting, soldiers


@rule
def colony_worth(parts: Row, state: Row, me: Row) -> float:
    """Ants by how deep the colony is; nurses, levels and tunnels by the seasons they will serve."""
    workers, resting, soldiers = ants(state, me)
    useful = min(seasons_left(state, Phase.LAY), 1) * workers
    useful += min(seasons_left(state, Phase.OVER), 1) * resting
    worth = (WORKER + DEEPER_WORKER * me.level) * useful + LASTING * soldiers * (YEARS - state.year)
    worth += NURSE * me.nurses * seasons_left(state, Phase.EVENT)
    if state.phase == Phase.BROOD and me.question != Question.NONE:
        worth += IDLE * nurses_left(me)
    each_season = LEVEL * me.level
    for index in range(TUNNELS):
        if me.tunnels[index] > 0:
            each_season += TUNNEL + SPACE * space_around(parts, state, me.tunnels[index] - 1)
    return worth + each_season * seasons_left(state, Phase.LAY)


@rule
def space_around(parts: Row, state: Row, hex_: int) -> int:
    """Hexes within two steps of a tunnel that can be laid on, or hunted on before."""
    space = 0
    for index in range(DISC):
        near = parts.disc[hex_, index]
        if near >= 0 and state.ground[near] <= Ground.SPIDER:
            space += 1
    return space


@rule
def event_hope(state: Row, me: Row) -> float:
    """What the event may still bring this season."""
    worth, shown = EVENTS[me.event], SHOWN[me.event]
    if shown > 0:
        return worth if me.question > 0 and me.question <= shown else 0.0
    if state.phase > Phase.HARVEST:
        return 0.0
    return worth if me.event == SeasonEvent.HARVEST else worth * me.workers


# --- The atelier ----------------------------------------------------------------------------------


@rule
def atelier_hope(parts: Row, state: Row, seat: int, soon: Stock) -> float:
    """What may come of a tunnel, the next level and objectives; more if nurses are there."""
    me = state.seats[seat]
    level = level_gain(state, me, soon)
    hope = objectives_hope(parts, state, seat, soon) + DEEPENING * level
    if me.placed[Track.ATELIER] == 0:
        return hope
    tunnel = TUNNEL + SPACE * DISC / 2 if me.tunnels[TUNNELS - 1] == 0 else 0.0
    return hope + AT_WORK * (tunnel * seasons_left(state, Phase.OVER) + level)


@rule
def level_gain(state: Row, me: Row, soon: Stock) -> float:
    """A deeper colony, the less the more is lacking for it."""
    if me.level == DEEPEST:
        return 0.0
    earth, stone = level_cost(state, me)
    there = (min(soon[1], 1.0 * earth) + min(soon[2], 1.0 * stone)) / (earth + stone)
    workers, resting, _ = ants(state, me)
    gain = LEVEL * seasons_left(state, Phase.OVER) + DEEPER_WORKER * (workers + resting)
    return there * there * gain


@rule
def objectives_hope(parts: Row, state: Row, seat: int, soon: Stock) -> float:
    """What objectives, done or within reach, may still bring."""
    done, hope = state.seats[seat].done, 0.0
    for number in range(DRAWN):
        if done[number] > 0:
            hope += FULFILLED if number < DRAWN - PER_LEVEL else LAST_FULFILLED
        else:
            there = progress(parts, state, seat, number, soon)
            hope += PROGRESS * OBJECTIVE_POINTS[number // PER_LEVEL] * there * there
    return use_left(state, Phase.GIVE) * hope


@rule
def progress(parts: Row, state: Row, seat: int, number: int, soon: Stock) -> float:
    """How much of what an objective asks for is there or coming; groups just happen."""
    tile = objective_tile(parts, state, number)
    if tile.ask == Ask.GROUP:
        return 0.0
    have = float(owned(state, seat, tile.ask))
    if tile.ask <= Ask.LARVAE:
        have = (soon[0], soon[2], soon[1] + soon[2], soon[3])[tile.ask]
    return min(1.0, have / max(1.0, float(tile.need)))


# --- The garden -----------------------------------------------------------------------------------


@rule
def garden_hope(parts: Row, state: Row, seat: int) -> float:
    """What a worker in the garden is about to do: lay a tile, or walk on, and hunt."""
    me = state.seats[seat]
    free = free_around(parts, state)
    if state.phase == Phase.LAY:
        return best_place(parts, state, free, state.laying - 1)
    best, prey = 0.0, 0.0
    for lay in range(LAYS):
        if not state.hunted and may_lay(state, me, lay):
            best = max(best, best_place(parts, state, free, lay))
    if state.moves > 0:
        best = max(best, WALKING * (WORKER + DEEPER_WORKER * me.level))
    for way in range(BORDERS):
        goal = goal_of(parts, state, seat, way)
        if goal >= 0 and is_prey(state, goal):
            found = parts.prey[state.ground[goal]]
            prey = max(prey, found.points + PREY_FOOD * found.food)
    return best + prey


@rule
def best_place(parts: Row, state: Row, free: int, lay: int) -> float:
    """What a tile brings at the best place that covers the worker's hex; nothing without one."""
    best, form, sure = 0.0, FORM_OF[lay], LYING * use_left(state, Phase.HARVEST)
    for pattern in range(parts.first_pattern[form], parts.first_pattern[form + 1]):
        if pattern_fits(parts, state, free, pattern):
            worth = float(parts.points[lay])
            for index in range(LONGEST_TILE if lay < FORMS else 0):
                hex_ = parts.cells[parts.place_at[state.worker - 1, pattern], index]
                worth += sure * PRICES[parts.yields[hex_]] if hex_ >= 0 else 0.0
            best = max(best, worth)
    return best
