"""Myrmes: with how many points a colony may expect to end, as a bot guesses it.

The guess adds up points, what lies in store and in the garden, who lives in the colony and for how
long she will serve, and what decisions that are half taken are about to bring. The weights, in
points, were found by letting thousands of greedy colonies play against each other: they tell good
from bad, and promise more than a colony will get.
"""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.games.myrmes.rules.atelier import NURSE_FOOD, NURSE_LARVAE, is_open, level_cost
from formicarium.games.myrmes.rules.brood import (
    ants_due,
    larvae_for,
    nurses_left,
    workers_to_hatch,
)
from formicarium.games.myrmes.rules.garden import BORDERS, goal_of, is_prey
from formicarium.games.myrmes.rules.harvest import SUBCOLONY_POINTS
from formicarium.games.myrmes.rules.laying import COSTS, free_around, may_lay, pattern_fits
from formicarium.games.myrmes.rules.objectives import (
    is_special,
    is_unlocked,
    nurses_owned,
    objective_tile,
    owned,
)
from formicarium.games.myrmes.rules.table import (
    capacity,
    extra_point,
    points_of,
    season_number,
    size_limit,
    within,
)
from formicarium.games.myrmes.state import (
    ANTS,
    DEEPEST,
    DISC,
    DRAWN,
    FORM_OF,
    FORMS,
    HEXES,
    LARVAE_PER_FOOD,
    LAYS,
    LONGEST_TILE,
    NURSES,
    OBJECTIVE_POINTS,
    PER_LEVEL,
    SEASONS,
    TUNNELS,
    WINTER,
    WINTER_LOSS,
    YEARS,
    Ask,
    Atelier,
    Cube,
    Event,
    Ground,
    Lay,
    Phase,
    Points,
    Step,
    Store,
    Track,
)

Stock = tuple[float, float, float, float]  # food, earth, stone, larvae

SWING = 20.0
HORIZON = 0  # random decisions waste workers: a playout of them says less than the position

# What lies in store, and what will.
FOOD = 0.14  # beyond what the winter takes, as for larvae
EARTH = 0.54
STONE = 0.6
LARVA = 0.09
LYING = 5.0  # a cube in the garden compared to one in store: it cost a worker, and comes for sure
COMING = 0.9  # how much of what lies in the garden is there when the atelier opens
SPOILT = 2.83  # a cube that the storeroom cannot keep
TROPHY = 0.41
YIELD = 0.61  # how much of what special tiles bring is of use
EARLY = 0.25  # how sure a hungry winter is a year before

# Who lives in the colony.
WORKER = 0.49
DEEPER_WORKER = 5.0  # for each level of the colony
UNUSED = 0.79  # a worker who can still act this season
SOLDIER = 0.01  # besides winters: hunts
LASTING = 1.75  # a soldier in each winter after this year's
NURSE = 0.13  # each season
IDLE = 2.44  # a nurse who is still to be placed
LEVEL = 6.0  # each season
TUNNEL = 0.72  # each season
SPACE = 0.24  # a hex to lay or hunt on near a tunnel, each season

# What is only half there: shares of the gain, and gains.
PROGRESS = 0.12  # an objective, when all is there that it asks for
LOCKED = 0.77  # one that is not open yet, compared to others
GROUPED = 0.9  # pheromones that hang together, of all
FULFILLED = 2.92  # an objective done, which opens others
BONUS_HOPE = 7.35  # one of the last level
DEEPENING = 0.21  # the next level, before a nurse is there for it
READY = 0.39  # an action of the atelier, when a nurse is there for it
WANDER = 1.42  # a worker with steps left, compared to one at home
STEP_LEFT = 0.07
PREY = 1.08  # prey within reach of a worker
PREY_FOOD = 1.37

# What events are worth; those that help all workers, for each of up to three.
MOST_WORKERS = 3
EVENT_LEVEL = 1.55
EVENT_POINTS = 0.66
EVENT_LARVAE = 1.09
EVENT_HARVEST = 1.38
EVENT_MOVEMENT = 0.23
EVENT_SOLDIER = 0.89
EVENT_HEX = 1.07
EVENT_WORKER = 2.29


@rule
def appraise(parts: np.record, state: np.record, out: np.ndarray) -> None:
    """Points so far, and those that a colony may still make of what it has."""
    for seat in range(state.players):
        me = state.seats[seat]
        stock = stock_of(state, seat)
        lying = cubes_in_garden(state, seat, False)
        soon = after_harvest(state, stock, lying)
        out[seat] = points_of(me) + stock_worth(state, me, stock, lying)
        out[seat] += specials_worth(parts, state, seat) + ants_worth(state, me)
        out[seat] += colony_worth(parts, state, me) + event_hope(state, me)
        out[seat] += objectives_hope(parts, state, seat, soon)
        out[seat] += atelier_hope(parts, state, seat, soon)
        out[seat] -= winter_loss(state, me, stock, lying[0])
    if state.worker > 0:
        out[state.seat] += garden_hope(parts, state, state.seat + 0)


# --- Time -----------------------------------------------------------------------------------------


@rule
def seasons_left(state: np.record, phase: int) -> int:
    """How many seasons still have a phase before them, the present one included."""
    left = YEARS * SEASONS - season_number(state)
    return left + 1 if state.phase <= phase else left


@rule
def use_left(state: np.record) -> float:
    """How much can be made of things in store: less and less in the last three seasons."""
    return min(1.0, seasons_left(state, Phase.GIVE) / 3.0)


@rule
def harvest_left(state: np.record) -> float:
    """How much of what lies in the garden can still be brought in and used."""
    return use_left(state) * min(1.0, seasons_left(state, Phase.HARVEST) / 2.0)


# --- Cubes and larvae -----------------------------------------------------------------------------


@rule
def cubes_in_garden(state: np.record, seat: int, picked: bool) -> Stock:
    """Cubes on a seat's pheromones that it has picked in the harvest, or has not."""
    food, earth, stone = 0.0, 0.0, 0.0
    for hex_ in range(HEXES):
        kind = state.cube[hex_]
        if kind == 0 or state.owner[hex_] != seat + 1:
            continue
        if within(state.seats[seat].picked, hex_) != picked:
            continue
        if kind == Cube.FOOD:
            food += 1.0
        elif kind == Cube.EARTH:
            earth += 1.0
        else:
            stone += 1.0
    return food, earth, stone, 0.0


@rule
def stock_of(state: np.record, seat: int) -> Stock:
    """What is in store once all that a seat has chosen in secret takes effect."""
    me = state.seats[seat]
    chosen = me.chosen
    food, earth = float(me.store[Store.FOOD]), float(me.store[Store.EARTH])
    stone, larvae = float(me.store[Store.STONE]), float(me.larvae)
    if state.phase == Phase.EVENT or state.phase == Phase.BROOD:
        larvae += larvae_for(state, me, me.placed[Track.LARVAE] + 0)
        larvae -= abs(me.event - state.dice[state.season])
    elif state.phase == Phase.HARVEST:
        more = cubes_in_garden(state, seat, True)
        food += more[0]
        earth += more[1] + chosen[Store.EARTH]
        stone += more[2] + chosen[Store.STONE]
    elif state.phase == Phase.DISCARD:
        food -= chosen[Store.FOOD]
        earth -= chosen[Store.EARTH]
        stone -= chosen[Store.STONE]
    elif state.phase == Phase.WINTER:
        food += chosen[0]
        larvae -= LARVAE_PER_FOOD * chosen[0]
    return food, earth, stone, larvae


@rule
def after_harvest(state: np.record, stock: Stock, lying: Stock) -> Stock:
    """What may be there when the atelier opens."""
    share = COMING if state.phase <= Phase.HARVEST else 0.0
    food, earth, stone, larvae = stock
    return food + share * lying[0], earth + share * lying[1], stone + share * lying[2], larvae


@rule
def cubes_worth(stock: Stock) -> float:
    """Cubes and larvae, each kind at its price."""
    return FOOD * stock[0] + EARTH * stock[1] + STONE * stock[2] + LARVA * stock[3]


@rule
def stock_worth(state: np.record, me: np.record, stock: Stock, lying: Stock) -> float:
    """All that may be spent some day; what the storeroom cannot keep is worth less."""
    spoilt = max(0.0, stock[0] + stock[1] + stock[2] - capacity(state, me))
    worth = use_left(state) * (cubes_worth(stock) - SPOILT * spoilt + TROPHY * me.trophies)
    return worth + harvest_left(state) * LYING * cubes_worth(lying)


@rule
def winter_loss(state: np.record, me: np.record, stock: Stock, lying: float) -> float:
    """What this year's winter may cost: the sooner it comes, the surer."""
    seasons = SEASONS - 1 - state.season
    if state.phase <= Phase.HARVEST:
        seasons += 1
    found = ants(state, me)[1] + stock[0] + stock[3] / LARVAE_PER_FOOD + min(lying, 1.0 * seasons)
    sure = 1.0 - (1.0 - EARLY) * seasons / SEASONS
    return WINTER_LOSS * sure * max(0.0, WINTER[state.year - 1] - found)


# --- Tiles and inhabitants ------------------------------------------------------------------------


@rule
def specials_worth(parts: np.record, state: np.record, seat: int) -> float:
    """What a seat's special tiles will bring in all harvests to come."""
    if state.farms == parts.farms and state.subcolonies == parts.subcolonies:
        return 0.0
    worth = 0.0
    for hex_ in range(HEXES):
        if is_special(state, hex_) and state.owner[hex_] == seat + 1:
            worth += special_worth(state, state.ground[hex_] + 0)
    return worth


@rule
def special_worth(state: np.record, ground: int) -> float:
    """What a special tile will bring."""
    harvests = YIELD * seasons_left(state, Phase.HARVEST)
    if ground == Ground.SUBCOLONY:
        return harvests * SUBCOLONY_POINTS
    return harvests * (FOOD if ground == Ground.FARM else STONE)


@rule
def ants(state: np.record, me: np.record) -> tuple[int, int]:
    """Workers and soldiers, those about to be born included."""
    workers, soldiers = int(me.workers), int(me.soldiers)
    if state.phase == Phase.BROOD:
        fewest, most = workers_to_hatch(state, me)
        decided = me.step == Step.NONE and fewest < most
        workers += me.hatch if decided else most
        soldiers += min(ants_due(state, me)[1], ANTS - workers - soldiers)
    return workers, soldiers


@rule
def rooms_taken(me: np.record) -> int:
    """Workers in rooms, who will come back."""
    taken = 0
    for level in range(DEEPEST + 1):
        taken += (int(me.rooms) >> level) & 1
    return taken


@rule
def ants_worth(state: np.record, me: np.record) -> float:
    """Workers by how deep the colony is; soldiers for hunts and for winters to come."""
    workers, soldiers = ants(state, me)
    worth = LASTING * soldiers * (YEARS - state.year)
    if state.phase <= Phase.LAY:
        worth += UNUSED * workers
    if seasons_left(state, Phase.LAY) > 0:
        worth += SOLDIER * soldiers + (WORKER + DEEPER_WORKER * me.level) * workers
    if seasons_left(state, Phase.OVER) > 0:
        worth += (WORKER + DEEPER_WORKER * me.level) * rooms_taken(me)
    return worth


@rule
def colony_worth(parts: np.record, state: np.record, me: np.record) -> float:
    """Nurses, levels and tunnels, by the seasons that they will serve."""
    worth = NURSE * me.nurses * seasons_left(state, Phase.EVENT)
    if state.phase == Phase.BROOD and me.step != Step.NONE:
        worth += IDLE * nurses_left(me)
    each_season = LEVEL * me.level
    for index in range(TUNNELS):
        if me.tunnels[index] > 0:
            each_season += TUNNEL + SPACE * space_around(parts, state, me.tunnels[index] - 1)
    return worth + each_season * seasons_left(state, Phase.LAY)


@rule
def space_around(parts: np.record, state: np.record, hex_: int) -> int:
    """Hexes within two steps of a tunnel that can be laid on, or hunted on before."""
    space = 0
    for index in range(DISC):
        near = parts.disc[hex_, index]
        if near >= 0 and state.ground[near] <= Ground.SPIDER:
            space += 1
    return space


@rule
def event_hope(state: np.record, me: np.record) -> float:
    """What the event may still bring this season, where births do not show it yet."""
    event, phase = me.event, state.phase
    if event == Event.HARVEST:
        return EVENT_HARVEST if phase <= Phase.HARVEST else 0.0
    if phase > Phase.LAY:
        return 0.0
    if event == Event.LARVAE:
        return EVENT_LARVAE if me.step > 0 and me.step <= Step.LARVAE else 0.0
    if event == Event.WORKER:
        return EVENT_WORKER if me.step > 0 and me.step <= Step.WORKERS else 0.0
    if event == Event.SOLDIER:
        return EVENT_SOLDIER if me.step > 0 and me.step <= Step.SOLDIERS else 0.0
    workers = min(int(me.workers), MOST_WORKERS)
    if event == Event.LEVEL:
        return EVENT_LEVEL * workers
    if event == Event.POINTS:
        return EVENT_POINTS * workers
    return workers * (EVENT_HEX if event == Event.HEX else EVENT_MOVEMENT)


# --- The atelier ----------------------------------------------------------------------------------


@rule
def progress(parts: np.record, state: np.record, seat: int, number: int, soon: Stock) -> float:
    """How much of what an objective asks for is there or coming, from 0 to 1."""
    tile = objective_tile(parts, state, number)
    ask = tile.ask
    if ask == Ask.FOOD:
        have = soon[0]
    elif ask == Ask.STONE:
        have = soon[2]
    elif ask == Ask.EARTH_OR_STONE:
        have = soon[1] + soon[2]
    elif ask == Ask.LARVAE:
        have = soon[3]
    elif ask == Ask.SOLDIERS:
        have = float(ants(state, state.seats[seat])[1])
    elif ask == Ask.GROUP:
        have = GROUPED * pheromones_laid(parts, state.seats[seat])
    else:
        have = float(owned(state, seat, ask))
    return min(1.0, have / max(1.0, float(tile.need)))


@rule
def pheromones_laid(parts: np.record, me: np.record) -> int:
    """Pheromones that are no longer in the supply."""
    laid = 0
    for form in range(FORMS):
        laid += parts.pieces[form] - me.left[form]
    return laid


@rule
def objectives_hope(parts: np.record, state: np.record, seat: int, soon: Stock) -> float:
    """Objectives within reach, and what those done are still good for: deeper ones, a bonus."""
    me = state.seats[seat]
    hope = 0.0
    for number in range(DRAWN):
        points = OBJECTIVE_POINTS[number // PER_LEVEL]
        if me.done[number] == 0:
            there = progress(parts, state, seat, number, soon)
            chance = PROGRESS if is_unlocked(me, number) else PROGRESS * LOCKED
            hope += chance * points * there * there
        elif number < DRAWN - PER_LEVEL:
            hope += FULFILLED
        else:
            hope += BONUS_HOPE
    return hope * min(1.0, seasons_left(state, Phase.GIVE) / 2.0)


@rule
def atelier_hope(parts: np.record, state: np.record, seat: int, soon: Stock) -> float:
    """What nurses in the atelier are about to do, each the best action that is left."""
    me = state.seats[seat]
    level = level_gain(state, me, soon)
    nurses = me.placed[Track.ATELIER] + 0
    if nurses == 0:
        return DEEPENING * level
    gains = (
        tunnel_gain(state, me) if is_open_to(state, seat, Atelier.TUNNEL) else 0.0,
        level if is_open_to(state, seat, Atelier.LEVEL) else 0.0,
        nurse_gain(state, me, soon) if is_open_to(state, seat, Atelier.NURSE) else 0.0,
        objective_gain(parts, state, seat, soon),
    )
    hope, taken = DEEPENING * level, 0
    for _ in range(nurses):
        best, highest = 0, 0.0
        for action in range(len(gains)):
            if (taken >> action) & 1 == 0 and gains[action] > highest:
                best, highest = action, gains[action]
        taken |= 1 << best
        hope += READY * highest
    return hope


@rule
def is_open_to(state: np.record, seat: int, action: int) -> bool:
    """Whether a seat may still take an action of the atelier this season."""
    at_work = state.phase >= Phase.ATELIER and state.phase <= Phase.GIVE and state.seat == seat
    return not at_work or is_open(state, action)


@rule
def tunnel_gain(state: np.record, me: np.record) -> float:
    """An earth at once, and shorter ways in all seasons to come."""
    if me.tunnels[TUNNELS - 1] > 0:
        return 0.0
    return EARTH * use_left(state) + (TUNNEL + SPACE * DISC / 2) * seasons_left(state, Phase.OVER)


@rule
def level_gain(state: np.record, me: np.record, soon: Stock) -> float:
    """A deeper colony, the less the more is lacking for it."""
    if me.level == DEEPEST:
        return 0.0
    earth, stone = level_cost(state, me)
    there = (min(soon[1], 1.0 * earth) + min(soon[2], 1.0 * stone)) / (earth + stone)
    gain = LEVEL * seasons_left(state, Phase.OVER) + DEEPER_WORKER * (me.workers + rooms_taken(me))
    return there * there * (gain - EARTH * earth - STONE * stone)


@rule
def nurse_gain(state: np.record, me: np.record, soon: Stock) -> float:
    """Another nurse, the less the more is lacking for her."""
    if nurses_owned(me) == NURSES:
        return 0.0
    lacking = max(0.0, NURSE_FOOD - soon[0]) + max(0.0, NURSE_LARVAE - soon[3])
    there = 1.0 - lacking / (NURSE_FOOD + NURSE_LARVAE)
    gain = NURSE * seasons_left(state, Phase.OVER) - FOOD * NURSE_FOOD - LARVA * NURSE_LARVAE
    return there * there * gain


@rule
def objective_gain(parts: np.record, state: np.record, seat: int, soon: Stock) -> float:
    """The best objective that is within reach."""
    me = state.seats[seat]
    best = 0.0
    if is_open_to(state, seat, Atelier.OBJECTIVE):
        for number in range(DRAWN):
            if me.done[number] == 0 and is_unlocked(me, number):
                there = progress(parts, state, seat, number, soon)
                best = max(best, OBJECTIVE_POINTS[number // PER_LEVEL] * there * there * there)
    return best


# --- The garden -----------------------------------------------------------------------------------


@rule
def garden_hope(parts: np.record, state: np.record, seat: int) -> float:
    """What a worker in the garden is about to do: lay a tile, hunt, or walk on."""
    me = state.seats[seat]
    free = free_around(parts, state)
    if state.phase == Phase.LAY:
        return best_place(parts, state, me, free, state.laying - 1)
    best = 0.0
    for lay in range(LAYS):
        if not state.hunted and may_lay(state, me, lay):
            best = max(best, best_place(parts, state, me, free, lay))
    if state.moves == 0:
        return best
    size = size_limit(state, me)
    best = max(best, WANDER * (WORKER + DEEPER_WORKER * (size - 2) + STEP_LEFT * state.moves))
    return best + prey_hope(parts, state, seat)


@rule
def prey_hope(parts: np.record, state: np.record, seat: int) -> float:
    """The best prey that a worker can hunt with her next step."""
    best = 0.0
    for way in range(BORDERS):
        goal = goal_of(parts, state, seat, way)
        if goal >= 0 and is_prey(state, goal):
            prey = parts.prey[state.ground[goal]]
            gain = prey.points + PREY_FOOD * prey.food + TROPHY - SOLDIER * prey.soldiers
            best = max(best, PREY * gain)
    return best


@rule
def best_place(parts: np.record, state: np.record, me: np.record, free: int, lay: int) -> float:
    """What a tile is worth at the best place that covers the worker's hex."""
    form = FORM_OF[lay]
    best = -1.0
    for pattern in range(parts.first_pattern[form], parts.first_pattern[form + 1]):
        if pattern_fits(parts, state, free, pattern):
            if lay >= Lay.FARM:
                best = 0.0
                break
            best = max(best, place_worth(parts, parts.place_at[state.worker - 1, pattern]))
    return tile_worth(parts, state, me, lay) + harvest_left(state) * best if best >= 0.0 else 0.0


@rule
def tile_worth(parts: np.record, state: np.record, me: np.record, lay: int) -> float:
    """What a tile is worth wherever it lies: points, and what a special one costs and brings."""
    source = Points.PHEROMONES if lay < Lay.FARM else Points.SPECIALS
    points = parts.points[lay] + 0
    worth = float(points + extra_point(state, me, source, points))
    if lay < Lay.FARM:
        return worth
    food, earth, stone = COSTS[lay - Lay.FARM]
    cost = use_left(state) * cubes_worth((1.0 * food, 1.0 * earth, 1.0 * stone, 0.0))
    return worth + special_worth(state, lay - Lay.FARM + Ground.FARM) - cost


@rule
def place_worth(parts: np.record, place: int) -> float:
    """The cubes that a pheromone would bear."""
    worth = 0.0
    for index in range(LONGEST_TILE):
        hex_ = parts.cells[place, index]
        if hex_ >= 0:
            kind = parts.yields[hex_]
            if kind == Cube.FOOD:
                worth += FOOD
            elif kind == Cube.EARTH:
                worth += EARTH
            elif kind == Cube.STONE:
                worth += STONE
    return LYING * worth
