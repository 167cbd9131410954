"""What a position is worth to a bot: food on its way home, and a hill that can fetch more."""

from typing import NamedTuple

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row, layout
from formicarium.games.antics.actions import ON_HEX, spot_of, spot_parts
from formicarium.games.antics.rules.building import tiles_held
from formicarium.games.antics.rules.food import NOTHING, has_prey
from formicarium.games.antics.rules.hill import covering_ways, hex_beside, holds_prey
from formicarium.games.antics.rules.network import paths_for_workers, within_reach
from formicarium.games.antics.rules.sets import lowest, size_of
from formicarium.games.antics.rules.transport import thing_lying
from formicarium.games.antics.rules.turns import LAST_KINDS, kinds_exhausted, seat_in_turn
from formicarium.games.antics.scoring import DIGIT, GREEN_BONUS, fungus_points, prey_points
from formicarium.games.antics.state import (
    ANTS,
    BRIDGE_SOLDIERS,
    GORGE,
    GREAT_ANTHILL,
    KINDS,
    LEVELS,
    NESTS,
    PREYS,
    SUPPLY_KEPT,
    TERRAINS,
    WAYS,
    Leaf,
    Nest,
    Phase,
    Symbol,
)

IN_BAG_FIRST = 41  # tiles, after setup
FARTHEST = 13  # effort of bringing food home that is still thought of
MOST_PREY = 3  # pieces of one kind on a clearing
SYMBOLS = len(Symbol)
BY_ANTS = (ANTS + 1,)

# Where there are two numbers, the first holds in the beginning and the second at the end.
JUDGEMENT = layout(
    ("open", np.float64, (2,)),  # the lead that makes victory e times as likely
    ("last_days", np.float64),  # how early it is at least, before the last turns
    # The effort of bringing food home counts the paths on the way: one where a worker stands, two
    # where she has hatched, three where she has not. Each makes it less likely to arrive.
    ("pace", np.float64, (2,)),
    ("carry", np.float64, (2,)),
    ("prey_left", np.float64, (MOST_PREY + 1,)),  # by pieces of prey on the clearing
    ("leaf_left", np.float64),
    ("loaded", np.float64),  # where the network reaches it
    ("at_once", np.float64),  # for every path that a running transport will pass
    ("leaf", np.float64),  # where it is not yet known which fungus it goes to
    ("at_risk", np.float64),  # where somebody could steal it
    # What a hill can do: its best hex and its second best of every action, by level.
    ("level", np.float64, (LEVELS + 1,)),
    ("symbol", np.float64, (SYMBOLS - 1,)),
    ("second_best", np.float64),
    ("bulk", np.float64),  # of every hex, by the square of its height
    ("bare_leaf", np.float64),  # without fungus
    ("bare_fungus", np.float64),  # of its level, without a leaf
    # At hand:
    ("tile", np.float64, (SYMBOLS,)),  # of a symbol in the supply of tiles
    ("sent", np.float64, BY_ANTS),  # of so many ants on paths
    ("hatched", np.float64, BY_ANTS),  # and in nests
    ("several", np.float64),  # ants of a nest who go farther than to the network's next paths
    ("supply", np.float64),  # of an ant that could hatch, up to
    ("supply_used", np.float64),
    # What a step of the running action will bring:
    ("scout_step", np.float64),
    ("build_step", np.float64),
    ("hatch_step", np.float64),
    ("further_orders", np.float64),  # of what the best order brings
)

DIGITS = (1 << DIGIT) - 1


@rule
def appraise(parts: Row, mind: Row, state: Row, out: np.ndarray) -> float:
    """The points with which every seat may expect to end."""
    early = time_left(mind, state)
    for seat in range(state.players):
        me = state.colonies[seat]
        if has_turn(state, seat):
            out[seat] = prospects(parts, mind, state, seat, early)
        else:
            out[seat] = float(prey_points(state, me) + fungus_points(me))
    return between(mind.open, early)


@rule
def between(numbers: np.ndarray, early: float) -> float:
    """What holds in the beginning or at the end, or in part both."""
    return numbers[1] + (numbers[0] - numbers[1]) * early


@rule
def time_left(mind: Row, state: Row) -> float:
    """How far away the end is: 1 in the beginning, 0 in the last turns."""
    if state.last_turns > 0:
        return 0.0
    tiles = 0
    for kind in range(KINDS):
        tiles += int(state.bag[kind])
    kinds = LAST_KINDS - kinds_exhausted(state)
    return max(min(tiles / IN_BAG_FIRST, kinds / LAST_KINDS), mind.last_days)


@rule
def has_turn(state: Row, seat: int) -> bool:
    """Whether it is or will once more be a seat's turn."""
    away = (seat - seat_in_turn(state)) % state.players
    return state.last_turns == 0 or away < state.last_turns


@rule
def prospects(parts: Row, mind: Row, state: Row, seat: int, early: float) -> float:
    """Prey and leaves that may come home, and what the hill is good for."""
    me = state.colonies[seat]
    food = food_in_sight(parts, mind, state, seat, early, me.net)
    worth = food.prey * food.prey + food.doubt
    worth += early * (ants_at_hand(mind, me) + tiles_at_hand(parts, mind, state, me))
    if (state.to_act >> seat) & 1:
        worth += early * running_action(mind, state, me)
        if state.phase == Phase.ANTS:
            worth += best_orders(parts, mind, state, seat, early, food_worth(mind, food))
        elif Phase.HEX <= state.phase <= Phase.LAY:
            return worth + best_site(parts, mind, state, me, early, food)
    return worth + hill_worth(mind, me, early, food, 0, 0, 0, 0, 0)


# --- Food -----------------------------------------------------------------------------------------


class Food(NamedTuple):
    """What a player may expect to have at home in the end."""

    prey: float
    doubt: float  # the variance of it: points grow with the square
    green: float
    leaves: float  # green ones included


@rule
def food_in_sight(parts: Row, mind: Row, state: Row, seat: int, early: float, net: int) -> Food:
    """All food that is at home, on its way there, or on a clearing, if this is one's network.

    Clearings are reached one after the other, by the effort that the way home takes.
    """
    me = state.colonies[seat]
    pace, carry = between(mind.pace, early), between(mind.carry, early)
    steps = steps_of_transport(state, seat)
    ready, risky = paths_hatched_for(parts, mind, me, net) & ~net, paths_at_risk(state, seat)
    food = food_at_home(me)
    fetched, carried = 1.0, 1.0
    settled, followed = 0, 0
    now, soon, later, last = 1 << GREAT_ANTHILL, 0, 0, 0
    for effort in range(FARTHEST):
        fetched *= pace
        carried *= mind.at_once if effort < steps else carry
        loaded = carried * (mind.at_once if effort < steps else mind.loaded)
        now &= ~settled
        settled |= now
        while now:
            clearing = lowest(now)
            now &= now - 1
            paths = parts.touching[clearing]
            own = paths & net
            food = with_food_lying(
                parts, mind, state, me, clearing, loaded if own else fetched, food
            )
            food = with_food_carried(mind, me, own & ~followed, risky, carried, food)
            followed |= own
            soon |= clearings_beyond(parts, clearing, own)
            later |= clearings_beyond(parts, clearing, paths & ready)
            last |= clearings_beyond(parts, clearing, paths & ~(own | ready | 1 << GORGE))
        now, soon, later, last = soon, later, last, 0
    return food


@rule
def clearings_beyond(parts: Row, clearing: int, paths: int) -> int:
    """The clearings at the other ends of these paths."""
    clearings = 0
    while paths:
        path = lowest(paths)
        paths &= paths - 1
        clearings |= 1 << parts.ends[path, 0] + parts.ends[path, 1] - clearing
    return clearings


@rule
def food_at_home(me: Row) -> Food:
    """What nobody can take away any more."""
    prey = 0
    for kind in range(PREYS):
        prey += me.prey_home[kind] != 0
    green = float(me.leaves_home[Leaf.GREEN])
    return Food(float(prey), 0.0, green, green + me.leaves_home[Leaf.BROWN])


@rule
def with_food_lying(
    parts: Row, mind: Row, state: Row, me: Row, clearing: int, chance: float, food: Food
) -> Food:
    """Add what lies on a clearing, if one could use it."""
    thing = thing_lying(parts, state, clearing)
    if thing >= PREYS:
        chance *= mind.leaf_left
        green = chance if thing == PREYS + Leaf.GREEN else 0.0
        return Food(food.prey, food.doubt, food.green + green, food.leaves + chance)
    if thing == NOTHING or has_prey(me, thing):
        return food
    chance *= mind.prey_left[state.prey[thing]]
    doubt = food.doubt + chance * (1.0 - chance)
    return Food(food.prey + chance, doubt, food.green, food.leaves)


@rule
def with_food_carried(
    mind: Row, me: Row, paths: int, risky: int, carried: float, food: Food
) -> Food:
    """Add what the workers on these paths carry, and others could steal on some of them."""
    while paths:
        path = lowest(paths)
        paths &= paths - 1
        chance = carried * (mind.at_risk if (risky >> path) & 1 else 1.0)
        food = with_food_on(me, path, chance, food)
    return food


@rule
def with_food_on(me: Row, path: int, chance: float, food: Food) -> Food:
    """Add what the workers on a path carry."""
    prey = 0
    for kind in range(PREYS):
        prey += me.prey_on[kind] == path + 1
    green = int(me.leaves[Leaf.GREEN, path])
    leaves = green + int(me.leaves[Leaf.BROWN, path])
    return Food(
        food.prey + prey * chance,
        food.doubt + prey * chance * (1.0 - chance),
        food.green + green * chance,
        food.leaves + leaves * chance,
    )


@rule
def food_worth(mind: Row, food: Food) -> float:
    """The points that food may bring, whatever the hill looks like."""
    return food.prey * food.prey + food.doubt + mind.leaf * food.leaves


@rule
def steps_of_transport(state: Row, seat: int) -> int:
    """The steps that are left in a running transport of a player."""
    running = state.phase == Phase.TRANSPORT or state.phase == Phase.GIVE
    return int(state.steps) if running and (state.to_act >> seat) & 1 else 0


@rule
def best_orders(parts: Row, mind: Row, state: Row, seat: int, early: float, before: float) -> float:
    """What the next worker brings where she is needed most, and those after her."""
    me = state.colonies[seat]
    most = 0.0
    paths = paths_for_workers(parts, state, me)
    while paths:
        net = me.net | paths & -paths
        paths &= paths - 1
        food = food_in_sight(parts, mind, state, seat, early, net)
        most = max(most, food_worth(mind, food) - before)
    most = max(most + early * (ants_out(mind, me, 1) - ants_out(mind, me, 0)), 0.0)
    return most * (1.0 + mind.further_orders * (int(state.steps) - 1))


@rule
def paths_hatched_for(parts: Row, mind: Row, me: Row, net: int) -> int:
    """The paths for which a player has an ant in a nest; a single one can go but one step on."""
    paths, near = 0, within_reach(parts, net)
    for nest in range(TERRAINS):
        if me.nests[nest] >= mind.several:
            paths |= parts.through[nest]
        elif me.nests[nest] > 0:
            paths |= parts.through[nest] & near
    if me.nests[Nest.RED] >= BRIDGE_SOLDIERS:
        paths |= 1 << GORGE
    return paths


@rule
def paths_at_risk(state: Row, seat: int) -> int:
    """The paths on which somebody could steal from a player."""
    paths = 0
    for thief in range(state.players):
        if thief != seat and state.colonies[thief].nests[Nest.RED] > 0:
            paths |= state.colonies[thief].net
    return paths & ~state.colonies[seat].soldiers


# --- At hand --------------------------------------------------------------------------------------


@rule
def ants_at_hand(mind: Row, me: Row) -> float:
    """Ants that are out, that have hatched, and some that can."""
    return ants_out(mind, me, 0) + mind.supply * min(float(me.ants), mind.supply_used)


@rule
def ants_out(mind: Row, me: Row, more: int) -> float:
    """What ants on paths and in nests are good for, when some more have left their nests."""
    hatched = -more
    for nest in range(NESTS):
        hatched += int(me.nests[nest])
    return mind.sent[size_of(me.net) + more] + mind.hatched[max(hatched, 0)]


@rule
def tiles_at_hand(parts: Row, mind: Row, state: Row, me: Row) -> float:
    """The supply of tiles; those beyond three may have to go back."""
    held = tiles_held(me)
    if held == 0:
        return 0.0
    worth = 0.0
    for kind in range(KINDS):
        symbols = mind.tile[parts.first[kind]] + mind.tile[parts.second[kind]]
        worth += me.tiles[kind] * symbols
    kept = SUPPLY_KEPT + int(state.actions)
    return worth * min(kept, held) / held


@rule
def running_action(mind: Row, state: Row, me: Row) -> float:
    """What the rest of the running action will bring."""
    if state.phase == Phase.SCOUT:
        return mind.scout_step * (int(state.level) - int(state.scout_field) + 1)
    if state.phase == Phase.HATCH:
        return mind.hatch_step * min(int(state.steps), int(me.ants))
    if state.phase == Phase.TILE:
        return mind.build_step * int(state.steps)
    if state.phase == Phase.HEX or state.phase == Phase.LAY:
        return mind.build_step * (int(state.steps) - 1)  # the tile at hand is judged by its place
    return 0.0


# --- The hill -------------------------------------------------------------------------------------


@rule
def best_site(parts: Row, mind: Row, state: Row, me: Row, early: float, food: Food) -> float:
    """What the hill is good for when the tile that is being built lies where it is best."""
    kind = int(state.tile) - 1
    first, second = parts.first[kind], parts.second[kind]
    chosen = int(state.spot) - 1
    _, side = spot_parts(chosen)
    best = 0.0
    if state.phase == Phase.HEX or side != ON_HEX:
        best = hill_worth(mind, me, early, food, 0, 0, first, second, 1)
    for number in range(1, me.hexes + 1):
        ways = 0
        if state.phase == Phase.HEX or chosen == spot_of(number, ON_HEX):
            ways = covering_ways(state, me, number)
        for way in range(WAYS):
            if (ways >> way) & 1:
                other = hex_beside(me, number, way)
                level = int(me.height[number]) + 1
                worth = hill_worth(mind, me, early, food, number, other, first, second, level)
                best = max(best, worth)
    return best


@rule
def hill_worth(
    mind: Row,
    me: Row,
    early: float,
    food: Food,
    number: int,
    other: int,
    first: int,
    second: int,
    level: int,
) -> float:
    """What the hill is good for with a tile on two of its hexes; level 0: without it."""
    ranks, fungus, bulk = 0, 0, 2 * level * level
    for site in range(1, me.hexes + 1):
        if site != number and site != other:
            height = int(me.height[site])
            bulk += height * height
            if not holds_prey(me, site):
                ranks, fungus = noted(ranks, fungus, int(me.symbol[site]), height)
    if level > 0:
        ranks, fungus = noted(ranks, fungus, first, level)
        ranks, fungus = noted(ranks, fungus, second, level)
    worth = early * (mind.bulk * bulk + actions_worth(mind, ranks))
    return worth + fungus_worth(mind, fungus, food.green, food.leaves, early)


@rule
def noted(ranks: int, fungus: int, symbol: int, level: int) -> tuple[int, int]:
    """Count fungus by its level, and keep the two highest hexes of every action."""
    if symbol == Symbol.FUNGUS:
        return ranks, fungus + (1 << DIGIT * level)
    shift = 2 * DIGIT * symbol
    best, second = (ranks >> shift) & DIGITS, (ranks >> shift + DIGIT) & DIGITS
    if level > best:
        best, second = level, best
    elif level > second:
        second = level
    both = DIGITS << shift | DIGITS << shift + DIGIT
    return ranks & ~both | best << shift | second << shift + DIGIT, fungus


@rule
def actions_worth(mind: Row, ranks: int) -> float:
    """What the best and the second best hex of every action are good for."""
    worth = 0.0
    for symbol in range(Symbol.FUNGUS):
        best = mind.level[ranks & DIGITS]
        second = mind.level[(ranks >> DIGIT) & DIGITS]
        worth += mind.symbol[symbol] * (best + mind.second_best * second)
        ranks >>= 2 * DIGIT
    return worth


@rule
def fungus_worth(mind: Row, fungus: int, green: float, leaves: float, early: float) -> float:
    """Points for the leaves that may come, the highest fungus first, and some for what is bare."""
    worth = 0.0
    for down in range(LEVELS):
        level = LEVELS - down
        for _ in range((fungus >> DIGIT * level) & DIGITS):
            leaf = min(leaves, 1.0)
            worth += leaf * level + min(green, 1.0) * GREEN_BONUS
            worth += early * mind.bare_fungus * (1.0 - leaf) * level
            leaves -= leaf
            green -= min(green, 1.0)
    return worth + early * mind.bare_leaf * leaves
