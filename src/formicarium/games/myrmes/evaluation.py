"""Myrmes: with how many points a colony may expect to end, as a bot guesses it.

A colony is as good as its points, its cubes, its ants, how deep it is and how far its tunnels
reach, less what winter will take; besides there is what nurses in the atelier and a worker in the
garden are about to do. How much each of these counts stands in `judgement`.
"""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row, layout
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
    ANTS,
    DEEPEST,
    DISC,
    DRAWN,
    EVENTS,
    FORM_OF,
    FORMS,
    HEXES,
    LARVAE_PER_FOOD,
    LAYS,
    LONGEST_TILE,
    MARKERS,
    NURSES,
    OBJECTIVE_POINTS,
    PER_LEVEL,
    SEASONS,
    TRACK_LIMIT,
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

BY_HARVESTS = (YEARS * SEASONS + 1,)  # harvests to come
BY_LEVEL = (DEEPEST + 1,)
BY_ANTS = (ANTS + 1,)

# The question of the brood after which births show what an event was worth, by SeasonEvent. All
# others help every worker, but the harvest.
SHOWN = (0, 0, int(Question.LARVAE), 0, 0, int(Question.SOLDIERS), 0, int(Question.WORKERS))

JUDGEMENT = layout(
    ("open", np.float64, BY_HARVESTS),  # the lead that makes victory e times as likely
    ("kept", np.float64, BY_HARVESTS),  # what a point so far counts,
    ("sure", np.float64, BY_HARVESTS),  # the points that a worth of one turns into,
    ("anyway", np.float64, BY_HARVESTS),  # and those that all make anyway
    # In store:
    ("food", np.float64),
    ("earth", np.float64),
    ("stone", np.float64),
    ("larva", np.float64),
    ("lying", np.float64),  # a cube in the garden compared to one in store: a worker got it there
    ("hunger", np.float64),  # a point that winter may cost,
    ("early", np.float64),  # and how sure it is a year before
    # Ants:
    ("worker", np.float64, BY_LEVEL),
    ("lasting", np.float64, BY_ANTS),  # so many soldiers, in each winter after this year's,
    ("hunters", np.float64, BY_ANTS),  # and in each season in which they may hunt
    ("nurses", np.float64, (NURSES + 1,)),  # so many, each season, as all that follows
    ("level", np.float64, BY_LEVEL),
    ("tunnel", np.float64),
    ("space", np.float64),  # a hex near a tunnel
    ("farm", np.float64),
    ("scavenging", np.float64),
    ("subcolony", np.float64),
    # Nurses in the brood:
    ("idle", np.float64),  # still to be placed
    ("wasted", np.float64),  # placed where nothing is born
    ("crafts", np.float64, (TRACK_LIMIT[Track.ATELIER] + 1,)),  # by those in the atelier
    # Hopes:
    ("deepening", np.float64),  # share of the next level's gain before a nurse is there for it
    ("at_work", np.float64),  # share of a gain that counts when a nurse is there for it
    ("progress", np.float64),  # share of an objective's points when all it asks for is there
    ("fulfilled", np.float64),  # an objective done opens others, and brings a bonus;
    ("last_fulfilled", np.float64),  # of the last level
    ("scored", np.float64),  # a point that a worker is about to make
    ("walking", np.float64),  # a worker with steps left, compared to one at home
    ("prey_food", np.float64),
    ("event", np.float64, (EVENTS,)),  # by SeasonEvent
)


@rule
def appraise(parts: Row, mind: Row, state: Row, out: np.ndarray) -> float:
    """Points so far, and those that a colony may still make of what it has."""
    harvests = seasons_left(state, Phase.HARVEST)
    for seat in range(state.players):
        worth = colony_worth(parts, mind, state, seat)
        if state.worker > 0 and seat == state.seat:
            worth += garden_hope(parts, mind, state, seat)
        out[seat] = mind.anyway[harvests] + mind.sure[harvests] * worth
        out[seat] += mind.kept[harvests] * points_of(state.seats[seat])
    return mind.open[harvests]


@rule
def colony_worth(parts: Row, mind: Row, state: Row, seat: int) -> float:
    """All that a seat has beside its points, less what winter may take."""
    me = state.seats[seat]
    stock, lying = stock_of(state, seat), cubes_in_garden(state, seat, False)
    worth = use_left(state, Phase.GIVE) * cubes_worth(mind, stock)
    worth += use_left(state, Phase.HARVEST) * mind.lying * cubes_worth(mind, lying)
    worth += ants_worth(mind, state, me) + nest_worth(parts, mind, state, seat)
    worth += brood_hope(mind, state, me) + event_hope(mind, state, me)
    worth += atelier_hope(parts, mind, state, seat, after_harvest(state, stock, lying))
    return worth - winter_loss(mind, state, me, stock, lying[0])


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
def cubes_worth(mind: Row, stock: Stock) -> float:
    """Cubes and larvae, each kind at its price."""
    worth = mind.food * stock[0] + mind.earth * stock[1]
    return worth + mind.stone * stock[2] + mind.larva * stock[3]


@rule
def winter_loss(mind: Row, state: Row, me: Row, stock: Stock, lying: float) -> float:
    """What this year's winter may cost: the sooner it comes, the surer."""
    harvests = SEASONS - state.season - (0 if state.phase <= Phase.HARVEST else 1)
    found = ants(state, me)[2] + stock[0] + stock[3] / LARVAE_PER_FOOD + min(lying, 1.0 * harvests)
    sure = 1.0 - (1.0 - mind.early) * harvests / SEASONS
    return mind.hunger * WINTER_LOSS * sure * max(0.0, WINTER[state.year - 1] - found)


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
def ants_worth(mind: Row, state: Row, me: Row) -> float:
    """Workers by how deep the colony is, soldiers and nurses by the time they will serve."""
    workers, resting, soldiers = ants(state, me)
    useful = min(seasons_left(state, Phase.LAY), 1) * workers
    useful += min(seasons_left(state, Phase.OVER), 1) * resting
    worth = mind.worker[me.level] * useful + mind.lasting[soldiers] * (YEARS - state.year)
    worth += mind.hunters[soldiers] * seasons_left(state, Phase.LAY)
    return worth + mind.nurses[me.nurses] * seasons_left(state, Phase.EVENT)


@rule
def nest_worth(parts: Row, mind: Row, state: Row, seat: int) -> float:
    """How deep the colony is, its tunnels and its special tiles, each season."""
    me = state.seats[seat]
    each_season = mind.level[me.level]
    for index in range(TUNNELS):
        if me.tunnels[index] > 0:
            space = space_around(parts, state, me.tunnels[index] - 1)
            each_season += mind.tunnel + mind.space * space
    worth = each_season * seasons_left(state, Phase.LAY)
    if me.markers < MARKERS:
        worth += specials_worth(mind, state, seat) * seasons_left(state, Phase.HARVEST)
    return worth


@rule
def specials_worth(mind: Row, state: Row, seat: int) -> float:
    """What a seat's special tiles bring in each harvest."""
    worth = 0.0
    for hex_ in range(HEXES):
        if state.owner[hex_] == seat + 1 and state.place[hex_] > 0:
            ground = state.ground[hex_]
            if ground == Ground.FARM:
                worth += mind.farm
            elif ground == Ground.SCAVENGING:
                worth += mind.scavenging
            elif ground == Ground.SUBCOLONY:
                worth += mind.subcolony
    return worth


@rule
def brood_hope(mind: Row, state: Row, me: Row) -> float:
    """What nurses may do who are still to be placed, or have been placed for nothing."""
    if state.phase != Phase.BROOD:
        return mind.crafts[me.placed[Track.ATELIER]] if state.phase < Phase.DISCARD else 0.0
    wasted = me.placed[Track.WORKERS] % 2 + (1 if me.placed[Track.SOLDIERS] == 1 else 0)
    worth = mind.crafts[me.placed[Track.ATELIER]] - mind.wasted * wasted
    return worth + mind.idle * nurses_left(me) if me.question != Question.NONE else worth


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
def event_hope(mind: Row, state: Row, me: Row) -> float:
    """What the event may still bring this season."""
    worth, shown = mind.event[me.event], SHOWN[me.event]
    if shown > 0:
        return worth if me.question > 0 and me.question <= shown else 0.0
    if state.phase > Phase.HARVEST:
        return 0.0
    return worth if me.event == SeasonEvent.HARVEST else worth * me.workers


# --- The atelier ----------------------------------------------------------------------------------


@rule
def atelier_hope(parts: Row, mind: Row, state: Row, seat: int, soon: Stock) -> float:
    """What may come of a tunnel, the next level and objectives; more if nurses are there."""
    me = state.seats[seat]
    level = level_gain(mind, state, me, soon)
    hope = objectives_hope(parts, mind, state, seat, soon) + mind.deepening * level
    if me.placed[Track.ATELIER] == 0:
        return hope
    tunnel = mind.tunnel + mind.space * DISC / 2 if me.tunnels[TUNNELS - 1] == 0 else 0.0
    return hope + mind.at_work * (tunnel * seasons_left(state, Phase.OVER) + level)


@rule
def level_gain(mind: Row, state: Row, me: Row, soon: Stock) -> float:
    """A deeper colony, the less the more is lacking for it."""
    if me.level == DEEPEST:
        return 0.0
    earth, stone = level_cost(state, me)
    there = (min(soon[1], 1.0 * earth) + min(soon[2], 1.0 * stone)) / (earth + stone)
    workers, resting, _ = ants(state, me)
    gain = (mind.level[me.level + 1] - mind.level[me.level]) * seasons_left(state, Phase.OVER)
    gain += (mind.worker[me.level + 1] - mind.worker[me.level]) * (workers + resting)
    return there * there * gain


@rule
def objectives_hope(parts: Row, mind: Row, state: Row, seat: int, soon: Stock) -> float:
    """What objectives, done or within reach, may still bring."""
    done, hope = state.seats[seat].done, 0.0
    for number in range(DRAWN):
        if done[number] > 0:
            last = number >= DRAWN - PER_LEVEL
            hope += mind.last_fulfilled if last else mind.fulfilled
        else:
            there = progress(parts, state, seat, number, soon)
            hope += mind.progress * OBJECTIVE_POINTS[number // PER_LEVEL] * there * there
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
def garden_hope(parts: Row, mind: Row, state: Row, seat: int) -> float:
    """What a worker in the garden is about to do: lay a tile, or walk on, and hunt."""
    me = state.seats[seat]
    free = free_around(parts, state)
    if state.phase == Phase.LAY:
        return best_place(parts, mind, state, free, state.laying - 1)
    best, prey = 0.0, 0.0
    for lay in range(LAYS):
        if not state.hunted and may_lay(state, me, lay):
            best = max(best, best_place(parts, mind, state, free, lay))
    if state.moves > 0:
        best = max(best, mind.walking * mind.worker[me.level])
    for way in range(BORDERS):
        goal = goal_of(parts, state, seat, way)
        if goal >= 0 and is_prey(state, goal):
            found = parts.prey[state.ground[goal]]
            prey = max(prey, mind.scored * found.points + mind.prey_food * found.food)
    return best + prey


@rule
def best_place(parts: Row, mind: Row, state: Row, free: int, lay: int) -> float:
    """What a tile brings at the best place that covers the worker's hex; nothing without one."""
    best, form, sure = 0.0, FORM_OF[lay], mind.lying * use_left(state, Phase.HARVEST)
    for pattern in range(parts.first_pattern[form], parts.first_pattern[form + 1]):
        if pattern_fits(parts, state, free, pattern):
            worth = mind.scored * parts.points[lay]
            for index in range(LONGEST_TILE if lay < FORMS else 0):
                hex_ = parts.cells[parts.place_at[state.worker - 1, pattern], index]
                worth += sure * price(mind, parts.yields[hex_]) if hex_ >= 0 else 0.0
            best = max(best, worth)
    return best


@rule
def price(mind: Row, yielded: int) -> float:
    """What the cube of a hex is worth in store; 0: it yields none."""
    return (0.0, mind.food, mind.earth, mind.stone)[yielded]
