"""Antics!: what its puzzles ask for, and what they are about."""

from collections.abc import Hashable

import numpy as np

from formicarium.core.lessons import GameChoice
from formicarium.core.puzzles import Aim, Counts, Proof, PuzzleBook, theme
from formicarium.core.state import State
from formicarium.games.antics.actions import Code
from formicarium.games.antics.scoring import fungus_points, prey_points, thefts
from formicarium.games.antics.state import FIRST_HEX, Phase, Symbol, names

LONG = 3  # steps that a piece of food is carried
ACTIONS = [*names(Symbol)[: Symbol.FUNGUS]]


# --- Aims -----------------------------------------------------------------------------------------


def begins_last_action(state: State, seat: int) -> bool:
    """Before the last action of a turn."""
    return bool(state.row.phase == Phase.ACT) and bool(state.row.actions == 1)


def begins_building(state: State, seat: int) -> bool:
    """When a tile is to be built, or prey is to be put away."""
    row = state.row
    return bool(row.phase == Phase.STORE) or bool(row.phase == Phase.HEX)


def begins_guarding(state: State, seat: int) -> bool:
    """Before the last action, where others could steal."""
    return begins_last_action(state, seat) and bool(stealable(state, seat))


def begins_scouting(state: State, seat: int) -> bool:
    """When the last action of a turn takes tiles."""
    return bool(state.row.phase == Phase.SCOUT) and not state.row.actions


def turn_is_over(before: State, after: State, seat: int) -> bool:
    """When the turn is declared to be over."""
    return bool(after.row.turns != before.row.turns) or int(after.row.phase) >= Phase.STORE


def next_turn_begins(before: State, after: State, seat: int) -> bool:
    """When the anteaters have eaten as well."""
    return bool(after.row.turns != before.row.turns)


def is_built(before: State, after: State, seat: int) -> bool:
    """When the tile lies, or the prey."""
    return bool(after.row.turns != before.row.turns) or int(after.row.phase) not in (
        *(Phase.HEX, Phase.LAY),
        *([Phase.STORE] if before.row.phase == Phase.STORE else []),
    )


def points_of(state: State, seat: int) -> Counts:
    """Points of prey and of fungus."""
    colony = state.row.colonies[seat]
    prey, fungus = int(prey_points(state.row, colony)), int(fungus_points(colony))
    return {"prey_points": prey, "fungus_points": fungus}


def food_home(state: State, seat: int) -> Counts:
    """Pieces of food at home."""
    colony = state.row.colonies[seat]
    prey = int(np.count_nonzero(colony.prey_home))
    return {"prey": prey, "leaves": int(colony.leaves_home.sum())}


def levels_of(state: State, seat: int) -> Counts:
    """The highest hex of each action that no prey lies on."""
    best = dict.fromkeys(ACTIONS, 0)
    prey = state.row.colonies[seat].prey_home.tolist()
    for number, (symbol, height) in enumerate(hill_of(state, seat), start=FIRST_HEX):
        if symbol < Symbol.FUNGUS and number not in prey:
            best[ACTIONS[symbol]] = max(best[ACTIONS[symbol]], height)
    return best


def hill_of(state: State, seat: int) -> list[tuple[int, int]]:
    """Symbol and height of every hex, in the order of their numbers."""
    colony = state.row.colonies[seat]
    hexes = slice(FIRST_HEX, int(colony.hexes) + FIRST_HEX)
    return [*zip(colony.symbol[hexes].tolist(), colony.height[hexes].tolist(), strict=True)]


def stealable(state: State, seat: int) -> tuple[int, ...]:
    """The seat's food that others could steal if it were their turn, as codes."""
    thieves = (other for other in range(state.game.players) if other != seat)
    return tuple(sorted({code for thief in thieves for code in thefts(state, thief, seat)}))


def safety_of(state: State, seat: int) -> Counts:
    """How much food others could steal: the less the better."""
    return {"thefts": -len(stealable(state, seat))}


def uneaten(state: State, seat: int) -> Counts:
    """Prey, wherever it is, and the seat's ants in nests."""
    colonies, lying = state.row.colonies, int(state.row.prey.sum())
    taken = int(np.count_nonzero(colonies["prey_on"]) + np.count_nonzero(colonies["prey_home"]))
    return {"prey": lying + taken, "ants": int(colonies[seat].nests.sum())}


def what_is_left(state: State, seat: int) -> Hashable:
    """All that could be eaten."""
    return tuple(uneaten(state, seat).values())


def larder(state: State, seat: int) -> Hashable:
    """What is at home, and on which levels fungus grows."""
    fungus = [height for symbol, height in hill_of(state, seat) if symbol == Symbol.FUNGUS]
    return food_at_home(state, seat), tuple(sorted(fungus))


def food_at_home(state: State, seat: int) -> Hashable:
    """Which food is at home."""
    colony = state.row.colonies[seat]
    return tuple((colony.prey_home != 0).tolist()), tuple(colony.leaves_home.tolist())


def best_levels(state: State, seat: int) -> Hashable:
    """The levels of all actions."""
    return tuple(levels_of(state, seat).values())


POINTS = Aim("points", begins_last_action, turn_is_over, points_of, larder)
HOME = Aim("home", begins_last_action, turn_is_over, food_home, food_at_home)
LEVELS = Aim("levels", begins_building, is_built, levels_of, best_levels, "symbols")
SAFETY = Aim("safety", begins_guarding, turn_is_over, safety_of, stealable)
SPARED = Aim("spared", begins_scouting, next_turn_begins, uneaten, what_is_left)


# --- Themes ---------------------------------------------------------------------------------------


@theme(POINTS)
def last_turn(proof: Proof) -> bool:
    """The game ends soon."""
    return bool(proof.before.row.last_turns > 0)


@theme(HOME)
def pickpocket(proof: Proof) -> bool:
    """The best line has a theft."""
    return any(Code.STEAL <= code < Code.STORE for code in proof.best.line)


@theme(HOME)
def long_carry(proof: Proof) -> bool:
    """Food is handed on several times."""
    steps = [code for code in proof.best.line if Code.TO <= code <= Code.HOME]
    return len(steps) >= LONG


@theme(POINTS)
def fungus(proof: Proof) -> bool:
    """Points come from fungus."""
    return proof.aim.gains(proof.before, proof.best.state, proof.seat)["fungus_points"] > 0


@theme(HOME)
def way_home(proof: Proof) -> bool:
    """Food comes home."""
    return proof.best.value > 0


@theme(LEVELS)
def put_away(proof: Proof) -> bool:
    """Prey is put away."""
    return bool(proof.before.row.phase == Phase.STORE)


@theme(LEVELS)
def higher(proof: Proof) -> bool:
    """A tile is built."""
    return proof.best.value > 0


@theme(SAFETY)
def guard(proof: Proof) -> bool:
    """Others can steal less, or nothing."""
    return proof.best.value > 0


@theme(SPARED)
def anteater(proof: Proof) -> bool:
    """Nothing is eaten."""
    return proof.best.value == 0


PUZZLES = PuzzleBook(
    themes=(
        last_turn,
        pickpocket,
        guard,
        long_carry,
        fungus,
        way_home,
        put_away,
        higher,
        anteater,
    ),
    games=(GameChoice(3, {}),),
)
