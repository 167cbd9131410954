"""Myrmes: what its puzzles ask for, and what they are about."""

from collections.abc import Hashable

from formicarium.core.lessons import GameChoice
from formicarium.core.puzzles import Aim, Counts, Proof, PuzzleBook, theme
from formicarium.core.state import State
from formicarium.games.myrmes.rules.storeroom import food_due
from formicarium.games.myrmes.scoring import CATEGORIES
from formicarium.games.myrmes.state import (
    IN_ATELIER,
    LARVAE_PER_FOOD,
    SEASONS,
    WALKING,
    WINTER_LOSS,
    Cube,
    Ground,
    Phase,
    Question,
    Track,
)

PREY = (Ground.LADYBUG, Ground.TERMITE, Ground.SPIDER)


# --- Aims -----------------------------------------------------------------------------------------


def begins_worker(state: State, seat: int) -> bool:
    """Before a worker is used."""
    return bool(state.row.phase == Phase.WORKER)


def worker_is_gone(before: State, after: State, seat: int) -> bool:
    """When she is in a room, or out of the garden again."""
    is_used = bool(after.row.seats[seat].workers < before.row.seats[seat].workers)
    phase = int(after.row.phase)
    return phase not in WALKING and (is_used or phase != Phase.WORKER)


def begins_atelier(state: State, seat: int) -> bool:
    """Before nurses work in the atelier."""
    return bool(state.row.phase == Phase.ATELIER) and not state.row.used


def nurses_are_done(before: State, after: State, seat: int) -> bool:
    """When none of them can do anything more."""
    idle = not after.row.seats[seat].placed[Track.ATELIER]
    return idle or int(after.row.phase) not in IN_ATELIER


def begins_before_winter(state: State, seat: int) -> bool:
    """Before the last worker of autumn is used, if food is missing for winter."""
    row = state.row
    is_last = row.season == SEASONS - 1 and row.seats[seat].workers == 1
    return begins_worker(state, seat) and bool(is_last) and food_missing(state, seat) > 0


def begins_brood(state: State, seat: int) -> bool:
    """Before larvae move the event and nurses are placed."""
    return bool(state.row.seats[seat].question == Question.EVENT)


def ants_are_born(before: State, after: State, seat: int) -> bool:
    """When all nurses have bred."""
    return bool(after.row.phase != before.row.phase)


def points_of(state: State, seat: int) -> Counts:
    """Points by where they come from."""
    return dict(zip(CATEGORIES, state.row.seats[seat].points.tolist(), strict=True))


def lead_of(state: State, seat: int) -> Counts:
    """The same, and against it the points of the best neighbour."""
    others = max(points for other, points in enumerate(state.scores()) if other != seat)
    return {**points_of(state, seat), "others": -others}


def food_missing(state: State, seat: int) -> int:
    """How much would be missing if it were winter now, larvae counted as food."""
    me = state.row.seats[seat]
    food = int(me.store[Cube.FOOD]) + int(me.larvae) // LARVAE_PER_FOOD
    return max(int(food_due(state.row, me)) - food, 0)


def points_in_winter(state: State, seat: int) -> Counts:
    """The same, and what winter would cost now."""
    counts = points_of(state, seat)
    return {**counts, "winter": counts["winter"] - WINTER_LOSS * food_missing(state, seat)}


def stones_on_trails(state: State, seat: int) -> Counts:
    """Stones that lie on a seat's own pheromones and wait for the harvest."""
    return {"stone": len(_stones(state, seat))}


def _stones(state: State, seat: int) -> tuple[int, ...]:
    row = state.row
    mine = (row.owner == seat + 1) & (row.ground == Ground.PHEROMONE)
    return tuple((mine & (row.cube == Cube.STONE + 1)).nonzero()[0].tolist())


def colony_level(state: State, seat: int) -> Counts:
    """How deep the colony is."""
    return {"level": int(state.row.seats[seat].level)}


def ants_of(state: State, seat: int) -> Counts:
    """Workers and soldiers."""
    me = state.row.seats[seat]
    return {"workers": int(me.workers), "soldiers": int(me.soldiers)}


def deeds_of_worker(state: State, seat: int) -> Hashable:
    """What she has hunted, and what was scored for it and for tiles; not where a tile lies."""
    ground = state.row.ground
    prey = tuple(hex_ for hex_, found in enumerate(ground.tolist()) if found in PREY)
    return prey, tuple(state.row.seats[seat].points.tolist())


def deeds_before_winter(state: State, seat: int) -> Hashable:
    """The same, and how well winter is provided for."""
    return deeds_of_worker(state, seat), food_missing(state, seat)


def objectives_done(state: State, seat: int) -> Hashable:
    """Which objectives are fulfilled."""
    return tuple(state.row.seats[seat].done.tolist())


def brood_of(state: State, seat: int) -> Hashable:
    """Which event helps, and who is born."""
    return int(state.row.seats[seat].event), *ants_of(state, seat).values()


def level_reached(state: State, seat: int) -> Hashable:
    """How deep the colony is."""
    return int(state.row.seats[seat].level)


WORKER = Aim("worker", begins_worker, worker_is_gone, points_of, deeds_of_worker)
WINTER = Aim("winter", begins_before_winter, worker_is_gone, points_in_winter, deeds_before_winter)
STONE = Aim("stone", begins_worker, worker_is_gone, stones_on_trails, _stones)
NURSES = Aim("nurses", begins_atelier, nurses_are_done, points_of, objectives_done)
RIVALS = Aim("rivals", begins_atelier, nurses_are_done, lead_of, objectives_done)
BROOD = Aim("brood", begins_brood, ants_are_born, ants_of, brood_of)
LEVEL = Aim("level", begins_atelier, nurses_are_done, colony_level, level_reached)


# --- Themes ---------------------------------------------------------------------------------------


def gains(proof: Proof) -> Counts:
    """What the best line brings."""
    return proof.aim.gains(proof.before, proof.best.state, proof.seat)


@theme(WORKER)
def clean_sweep(proof: Proof) -> bool:
    """She cleans."""
    return gains(proof)["cleaning"] > 0


@theme(WORKER)
def hunt_and_lay(proof: Proof) -> bool:
    """She hunts and lays a tile."""
    found = gains(proof)
    return found["hunting"] > 0 and found["pheromones"] + found["specials"] > 0


@theme(WORKER)
def hunt(proof: Proof) -> bool:
    """She hunts."""
    return gains(proof)["hunting"] > 0


@theme(WORKER)
def special_tile(proof: Proof) -> bool:
    """She lays a special tile."""
    return gains(proof)["specials"] > 0


@theme(WINTER)
def hungry_winter(proof: Proof) -> bool:
    """Less is missing for winter than after the next best line."""
    best, second = (food_missing(end.state, proof.seat) for end in proof.ends[:2])
    return best < second


@theme(BROOD)
def worth_a_larva(proof: Proof) -> bool:
    """The event is moved."""
    row = proof.before.row
    return int(proof.best.state.row.seats[proof.seat].event) != int(row.dice[row.season])


@theme(RIVALS)
def whose_objective(proof: Proof) -> bool:
    """Another end brings as many points, but others more."""
    best = gains(proof)
    rest = [
        proof.aim.gains(proof.before, end.state, proof.seat)["others"] - end.value
        for end in proof.ends[1:]
    ]
    return best["objectives"] > 0 and min(rest) <= best["others"] - proof.best.value


@theme(NURSES)
def objective(proof: Proof) -> bool:
    """An objective is fulfilled: by more than a click, or instead of another one."""
    has_choice = len(proof.best.line) > 1 or proof.second.value > 0
    return gains(proof)["objectives"] > 0 and has_choice


@theme(LEVEL)
def one_cube_short(proof: Proof) -> bool:
    """The next level is paid with what is made or dug up before."""
    return len(proof.best.line) > 1


@theme(STONE)
def quarry(proof: Proof) -> bool:
    """Several stones come under one tile."""
    return proof.best.value > 1


PUZZLES = PuzzleBook(
    themes=(
        hungry_winter,
        whose_objective,
        worth_a_larva,
        objective,
        one_cube_short,
        clean_sweep,
        hunt_and_lay,
        hunt,
        special_tile,
        quarry,
    ),
    games=(GameChoice(2, {}), GameChoice(3, {})),
)
