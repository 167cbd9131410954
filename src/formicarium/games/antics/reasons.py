"""Antics!: what speaks for an action: food at home and on its way, the hill, ants, and thieves."""

import functools
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from math import isqrt
from operator import mul

from formicarium.core.game import Game
from formicarium.core.reasons import Measure, Reason, Reasons, Way, lack
from formicarium.core.state import State
from formicarium.core.text import Phrases
from formicarium.games.antics.scoring import fungus_points, prey_points, thefts
from formicarium.games.antics.state import (
    ANTEATERS,
    FOOD_NAMES,
    GORGE,
    GREAT_ANTHILL,
    PAIRS,
    PREYS,
    Colour,
    Nest,
    Phase,
    Symbol,
    names,
)

# --- Food -----------------------------------------------------------------------------------------


def own_prey_points(state: State, seat: int) -> int:
    """Points for prey."""
    return int(prey_points(state.row, state.row.colonies[seat]))


def own_fungus_points(state: State, seat: int) -> int:
    """Points for leaves on fungus."""
    return int(fungus_points(state.row.colonies[seat]))


def food(state: State, seat: int) -> int:
    """Food that a player has, on her ants and at home."""
    me = state.row.colonies[seat]
    prey = (me.prey_on != 0).sum() + (me.prey_home != 0).sum()
    return int(prey + me.leaves.sum() + me.leaves_home.sum())


@functools.lru_cache(8)
def board(game: Game) -> tuple[list[list[tuple[int, int]]], list[int], list[int]]:
    """From each clearing the paths and where they lead; prey and leaves by clearing, from 1."""
    parts = game.parts_row
    ways: list[list[tuple[int, int]]] = [[] for _ in range(parts.clearings)]
    for path, (one, other) in enumerate(parts.ends.tolist()):
        if parts.exists >> path & 1:
            ways[one].append((path, other))
            ways[other].append((path, one))
    return ways, parts.prey_at.tolist(), parts.leaf.tolist()


def wanted(state: State, seat: int) -> dict[int, int]:
    """The clearings where something lies that a player could use, and what: as in FOOD_NAMES."""
    row, me = state.row, state.row.colonies[seat]
    has = [on or home for on, home in zip(me.prey_on.tolist(), me.prey_home.tolist(), strict=True)]
    left, lying = row.prey.tolist(), row.lying.tolist()
    found = {}
    _, prey, leaves = board(state.game)
    for clearing, (kind, leaf) in enumerate(zip(prey, leaves, strict=True)):
        if kind and left[kind - 1] and not has[kind - 1]:
            found[clearing] = kind - 1
        elif lying[clearing]:
            found[clearing] = PREYS + leaf - 1
    return found


def ways_to_food(state: State, seat: int) -> list[tuple[int, int]]:
    """How many paths are lacking to each food that a player could use, and where it lies."""
    net, goals = int(state.row.colonies[seat].net), wanted(state, seat)
    ways, seen, waiting = board(state.game)[0], set[int](), deque([(0, GREAT_ANTHILL)])
    found = []
    while waiting:
        lacking, clearing = waiting.popleft()
        if clearing in seen:
            continue
        seen.add(clearing)
        if clearing in goals:
            found.append((lacking, clearing))
        for path, beyond in ways[clearing]:
            if net >> path & 1:
                waiting.appendleft((lacking, beyond))
            elif path != GORGE:
                waiting.append((lacking + 1, beyond))
    return found


def lacking(state: State, seat: int) -> int | None:
    """How many paths are lacking to the next food."""
    found = ways_to_food(state, seat)
    return found[0][0] if found else None


def all_lacking(state: State, seat: int) -> int | None:
    """How many to all food there is, each by itself."""
    return sum(paths for paths, _ in ways_to_food(state, seat)) or None


def open_paths(state: State, seat: int) -> int:
    """Paths beside the network for which there is an ant in a nest."""
    me, parts = state.row.colonies[seat], state.game.parts_row
    net = int(me.net)
    near = int(parts.at_anthill)
    for path, joins in enumerate(parts.joins.tolist()):
        near |= joins if net >> path & 1 else 0
    ready = 0
    for terrain, paths in enumerate(parts.through.tolist()):
        ready |= paths if me.nests[terrain] else 0
    return (near & ready & ~net).bit_count()


@functools.lru_cache(8)
def far_from_home(game: Game) -> list[int]:
    """How many paths each clearing is away from the great anthill."""
    ways, waiting, far = board(game)[0], deque([GREAT_ANTHILL]), {GREAT_ANTHILL: 0}
    while waiting:
        clearing = waiting.popleft()
        for _, beyond in ways[clearing]:
            if beyond not in far:
                far[beyond] = far[clearing] + 1
                waiting.append(beyond)
    return [far.get(clearing, 0) for clearing in range(len(ways))]


def to_carry(state: State, seat: int) -> int:
    """Steps that food on ants still has to go, for all of it together."""
    me, far, ends = state.row.colonies[seat], far_from_home(state.game), state.game.parts_row.ends
    laden = [path - 1 for path in me.prey_on.tolist() if path]
    for path, leaves in enumerate(me.leaves.sum(0).tolist()):
        laden += [path] * leaves
    return sum(1 + min(far[end] for end in ends[path].tolist()) for path in laden)


# --- Thieves --------------------------------------------------------------------------------------


def thieves(state: State, seat: int) -> list[int]:
    """Who could steal something from a player."""
    others = (other for other in range(state.game.players) if other != seat)
    return [other for other in others if thefts(state, other, seat)]


def threats(state: State, seat: int) -> int:
    """How many could."""
    return len(thieves(state, seat))


# --- Hill and ants --------------------------------------------------------------------------------


def heights(state: State, seat: int, symbol: Symbol) -> list[int]:
    """How high the hexes of a symbol lie on which there is no prey."""
    me = state.row.colonies[seat]
    last, prey = me.hexes + 1, {*me.prey_home.tolist()}
    hexes = zip(me.symbol[:last].tolist(), me.height[:last].tolist(), strict=True)
    return [
        height
        for number, (shown, height) in enumerate(hexes)
        if number and shown == symbol and number not in prey
    ]


def of_symbol(
    kind: str,
    symbol: Symbol,
    count: Callable[[State, int], int],
    says: tuple[Way, ...],
    since: bool = True,
) -> Measure:
    """A measure of one symbol."""
    name = symbol.name.lower()

    def tells(reason: Reason, say: Phrases) -> Mapping[str, object]:
        return {"symbol": say(f"symbols.{name}")}

    return Measure(f"{kind}_{name}", count, says=says, since=since, sentence=kind, tells=tells)


def level(symbol: Symbol) -> Measure:
    """The highest hex of an action."""

    def count(state: State, seat: int) -> int:
        return max(heights(state, seat, symbol), default=0)

    return of_symbol("level", symbol, count, ("more", "less", "none"))


def strength(symbol: Symbol) -> Measure:
    """The levels of all hexes of an action together."""

    def count(state: State, seat: int) -> int:
        return sum(heights(state, seat, symbol))

    return of_symbol("strength", symbol, count, ("more", "less"))


def supply(symbol: Symbol) -> Measure:
    """How often a symbol stands on the tiles at hand."""
    faces = [pair.count(symbol) for pair in PAIRS]

    def count(state: State, seat: int) -> int:
        tiles = state.row.colonies[seat].tiles.tolist()
        return sum(map(mul, faces, tiles))

    return of_symbol("supply", symbol, count, ("more",), since=False)


def beds(state: State, seat: int) -> int:
    """Fungus that a leaf can lie on."""
    return len(heights(state, seat, Symbol.FUNGUS))


def hatched(state: State, seat: int) -> int:
    """Ants in nests."""
    return int(state.row.colonies[seat].nests.sum())


def network(state: State, seat: int) -> int:
    """Paths with a worker."""
    return int(state.row.colonies[seat].net).bit_count()


def guards(state: State, seat: int) -> int:
    """Paths with a soldier."""
    return int(state.row.colonies[seat].soldiers).bit_count()


def tiles(state: State, seat: int) -> int:
    """Tiles to build with."""
    return int(state.row.colonies[seat].tiles.sum())


def anteaters(state: State, seat: int) -> int:
    """Anteaters that have come since the last reset."""
    return int(state.row.arrived).bit_count()


# --- Words ----------------------------------------------------------------------------------------


def tells_prey(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """How many kinds of prey there are at home."""
    return {"kinds": isqrt(reason.now)}


def tells_food(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """Which food is next."""
    _, clearing = ways_to_food(reason.after, reason.seat)[0]
    return {"food": say(f"names.{FOOD_NAMES[wanted(reason.after, reason.seat)[clearing]]}")}


def tells_thief(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """Who could steal."""
    found = thieves(reason.after, reason.seat)
    return {"who": say("names.seat", n=found[0] + 1) if found else ""}


def tells_anteater(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """Who comes."""
    return {"colour": say(f"colours.{names(Colour)[colour_come(reason)]}")}


def colour_come(reason: Reason) -> int:
    """The colour of an anteater that has come."""
    new = int(reason.after.row.arrived) & ~int(reason.before.row.arrived)
    anteater = next(one for one in range(ANTEATERS) if new >> one & 1)
    side = int(reason.before.row.sides) >> anteater & 1
    return int(reason.after.game.parts_row.anteater[anteater, side])


def tells_tiles(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """How many tiles."""
    return {"tiles": say.count("tiles", reason.n)}


def clearing(reason: Reason) -> Iterable[str]:
    """Where the next food lies."""
    return (f"clearing {ways_to_food(reason.after, reason.seat)[0][1]}",)


def new_paths(reason: Reason) -> Iterable[str]:
    """Paths where workers have gone."""
    first, now = (state.row.colonies[reason.seat].net for state in (reason.before, reason.after))
    new = int(now) & ~int(first)
    return (f"path {path}" for path in range(1, new.bit_length()) if new >> path & 1)


def nests(reason: Reason) -> Iterable[str]:
    """Nests in which ants have hatched."""
    first, now = (state.row.colonies[reason.seat].nests for state in (reason.before, reason.after))
    return (f"nest {names(Nest)[nest]}" for nest in Nest if now[nest] > first[nest])


def anteater(reason: Reason) -> Iterable[str]:
    """The anteater that comes."""
    return (f"anteater {names(Colour)[colour_come(reason)]}",)


# --- Measures -------------------------------------------------------------------------------------


def goes_on(before: State, after: State) -> bool:
    """Whether the action, or what is done at the end of a turn, is still going on."""
    return bool(before.row.turns == after.row.turns and after.row.phase != Phase.ACT)


REASONS = Reasons(
    goes_on=goes_on,
    measures=(
        Measure("prey", own_prey_points, says=("more",), category="prey_points", tells=tells_prey),
        Measure("fungus", own_fungus_points, category="fungus_points"),
        Measure("food", food, says=("more",)),
        Measure("to_carry", to_carry, is_good=False, says=("less",)),
        lack("lacking", lacking, tells_food, clearing),
        Measure("all_lacking", all_lacking, is_good=False, says=("less",)),
        *(level(symbol) for symbol in Symbol if symbol != Symbol.FUNGUS),
        *(strength(symbol) for symbol in Symbol if symbol != Symbol.FUNGUS),
        *(supply(symbol) for symbol in Symbol),
        Measure("beds", beds),
        Measure(
            "threats", threats, is_good=False, says=("more", "less", "none"), tells=tells_thief
        ),
        Measure("guards", guards, says=("more",)),
        Measure("network", network, lights=new_paths),
        Measure("open_paths", open_paths, is_minor=True, since=False, lights=nests),
        Measure("hatched", hatched, says=("more",), lights=nests),
        Measure("tiles", tiles, says=("more",), tells=tells_tiles),
        Measure(
            "anteaters",
            anteaters,
            is_good=False,
            says=("more",),
            tells=tells_anteater,
            lights=anteater,
        ),
    ),
)
