"""Mini City: what its puzzles ask for, and what they are about."""

from collections.abc import Hashable

from formicarium.core.lessons import GameChoice
from formicarium.core.puzzles import Aim, Counts, Proof, PuzzleBook, theme
from formicarium.core.state import State
from formicarium.games.minicity.actions import Code, name, split
from formicarium.games.minicity.rules.counting import card_limit
from formicarium.games.minicity.rules.roads import reach
from formicarium.games.minicity.scoring import SHORT, laid, loads, longest_run
from formicarium.games.minicity.state import ENDS, Ant, FoodColour, Phase, Variant

CARDS = 2  # that may be left to play where a puzzle begins
LONG_RUN = 3  # steps
FULL_LOAD = 3  # stones
WELL_PACKED = 2  # stones more than with the worst box


# --- Aims -----------------------------------------------------------------------------------------


def begins(state: State, seat: int) -> bool:
    """Before one of the last cards of a turn."""
    row = state.row
    if row.phase != Phase.PLAY:
        return False
    return int(card_limit(state.game.parts_row, row)) - int(row.plays) <= CARDS


def begins_with_friends(state: State, seat: int) -> bool:
    """The same where there are friends to be won."""
    return bool(state.row.options.variant == Variant.FRIENDS) and begins(state, seat)


def begins_packing(state: State, seat: int) -> bool:
    """Before stones are put into the box."""
    return bool(state.row.phase == Phase.REFILL)


def turn_is_over(before: State, after: State, seat: int) -> bool:
    """When no more cards are played: what is put into the box then does not matter."""
    row = after.row
    return bool(row.turns != before.row.turns) or row.phase in (Phase.REFILL, Phase.OVER)


def is_packed(before: State, after: State, seat: int) -> bool:
    """When the box is full, and the turn with it."""
    return bool(after.row.turns != before.row.turns)


def stones_of(state: State, seat: int) -> Counts:
    """The stones that a seat has left, by colour: the fewer the better."""
    player = state.row.seats[seat]
    held = (player.box + player.reserve).tolist()
    return {name(colour): -held[colour] for colour in FoodColour}


def friendship_of(state: State, seat: int) -> Counts:
    """Points of friendship."""
    return {"points": int(state.row.seats[seat].points)}


def run_of(state: State, seat: int) -> Counts:
    """The longest run at an end of a road: the less the better."""
    return {"run": -run_left(state, seat)}


def loads_of(state: State, seat: int) -> Counts:
    """Stones that a card of each colour could unload from the box, each by itself."""
    return {name(ant): stones for ant, stones in zip(Ant, loads(state, seat), strict=True)}


def chambers_of(state: State, seat: int) -> Hashable:
    """Where stones lie."""
    return bytes(state.row.stored.tobytes())


def visits_of(state: State, seat: int) -> Hashable:
    """Where the ants are."""
    return bytes(state.row.ants.tobytes())


def run_left(state: State, seat: int) -> int:
    """How long it is; where the game is over nobody finds a long one, nor less than a short one."""
    return longest_run(state, seat) or SHORT


def box_of(state: State, seat: int) -> Hashable:
    """What is in the box."""
    return bytes(state.row.seats[seat].box.tobytes())


STONES = Aim("stones", begins, turn_is_over, stones_of, chambers_of)
FRIENDSHIP = Aim("friendship", begins_with_friends, turn_is_over, friendship_of, visits_of)
RUN = Aim("run", begins, turn_is_over, run_of, run_left)
LOADS = Aim("loads", begins_packing, is_packed, loads_of, box_of, "ants")


# --- Themes ---------------------------------------------------------------------------------------


def numbers(proof: Proof, kind: Code) -> list[int]:
    """The decisions of a kind in the best line, by their numbers."""
    return [number for found, number in map(split, proof.best.line) if found == kind]


@theme(STONES)
def checkmate(proof: Proof) -> bool:
    """The last stone: the game is won."""
    return proof.best.state.is_over


@theme(STONES)
def relay(proof: Proof) -> bool:
    """One ant, two cards."""
    ants = [number // ENDS for number in numbers(proof, Code.PLAY)]
    return len(ants) > len({*ants})


@theme(STONES)
def right_end(proof: Proof) -> bool:
    """A card at the right end of the road moves its ant far."""
    state = proof.before.copy()
    for code in proof.best.line:
        state.play(proof.seat, code)
        if state.row.phase == Phase.MOVE and int(reach(state.row)) >= LONG_RUN:
            return True
    return False


@theme(STONES)
def full_load(proof: Proof) -> bool:
    """One card brings many stones home."""
    return max(numbers(proof, Code.UNLOAD), default=0) >= FULL_LOAD


@theme(STONES)
def two_ants(proof: Proof) -> bool:
    """Two ants unload."""
    return sum(number > 0 for number in numbers(proof, Code.UNLOAD)) > 1


@theme(FRIENDSHIP)
def better_a_friend(proof: Proof) -> bool:
    """Stones could be unloaded where points are earned for leaving the place free."""
    return 0 in numbers(proof, Code.UNLOAD)


@theme(RUN)
def flood(proof: Proof) -> bool:
    """The river takes the run."""
    return laid(proof.best.state, proof.seat) < laid(proof.before, proof.seat)


@theme(LOADS)
def packing(proof: Proof) -> bool:
    """The stones that are chosen make a difference."""
    return proof.best.value - proof.ends[-1].value >= WELL_PACKED


BASE, FRIENDS = {"variant": "base"}, {"variant": "friends"}

PUZZLES = PuzzleBook(
    themes=(
        checkmate,
        better_a_friend,
        relay,
        right_end,
        full_load,
        two_ants,
        flood,
        packing,
    ),
    games=(GameChoice(2, {}), GameChoice(2, FRIENDS), GameChoice(3, {})),
)
