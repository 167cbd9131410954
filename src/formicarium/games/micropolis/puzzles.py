"""Micropolis: what its puzzles ask for, and what they are about."""

from collections.abc import Hashable

from formicarium.core.lessons import GameChoice
from formicarium.core.puzzles import Aim, Counts, Proof, PuzzleBook, TurnEnd, theme
from formicarium.core.state import State
from formicarium.games.micropolis.actions import Code, split
from formicarium.games.micropolis.rules.seats import rounds_with
from formicarium.games.micropolis.scoring import CATEGORIES, points
from formicarium.games.micropolis.state import Phase, Side

MAJORITIES = ("colony", "red_army")
FAR = 3  # places in the row from which on a tile is dear
MUCH = 5  # points
MANY = 2  # soldiers


# --- Aims -----------------------------------------------------------------------------------------


def begins(state: State, seat: int) -> bool:
    """At the beginning of a turn, as long as there are two ends to build at."""
    row = state.row
    return bool(row.phase == Phase.TAKE) and bool(row.anthills[seat].built > 0)


def begins_last(state: State, seat: int) -> bool:
    """Before the very last tile of the game."""
    turns = int(rounds_with(1)) * state.game.players
    return bool(state.row.phase == Phase.TAKE) and int(state.row.turns) == turns - 1


def turn_is_over(before: State, after: State, seat: int) -> bool:
    """When the turn has been counted."""
    return bool(after.row.turns != before.row.turns)


def sheet_of(state: State, seat: int) -> Counts:
    """The points of a seat by category."""
    sheet = points(state.game.parts_row, state.row)[seat]
    return {name: sheet[name] for name in CATEGORIES}


def lead_of(state: State, seat: int) -> Counts:
    """The same, and against it the points of the best neighbour."""
    sheets = points(state.game.parts_row, state.row)
    others = max(sheet["total"] for other, sheet in enumerate(sheets) if other != seat)
    return {**{name: sheets[seat][name] for name in CATEGORIES}, "others": -others}


def thrift_of(state: State, seat: int) -> Counts:
    """The points of a seat, and against them the soldiers in the row, for whoever comes next."""
    return {**sheet_of(state, seat), "gifts": -int(state.row.soldiers.sum())}


def anthill_of(state: State, seat: int) -> Hashable:
    """What has become of the anthill: its tiles, and which barracks are full."""
    anthill = state.row.anthills[seat]
    return anthill.tiles.tobytes(), anthill.manned.tobytes()


POINTS = Aim("points", begins, turn_is_over, sheet_of, anthill_of)
LEAD = Aim("lead", begins, turn_is_over, lead_of, anthill_of)
THRIFT = Aim("thrift", begins, turn_is_over, thrift_of, anthill_of)
WIN = Aim("win", begins_last, turn_is_over, lead_of, anthill_of)


# --- Themes ---------------------------------------------------------------------------------------


def decisions(end: TurnEnd, kind: Code) -> list[int]:
    """The decisions of a kind in a line, by their numbers."""
    return [number for found, number in map(split, end.line) if found == kind]


def tempting(proof: Proof, name: str) -> list[int]:
    """How much of one thing those ends bring that bring as much of all else as the best."""
    best = proof.aim.gains(proof.before, proof.best.state, proof.seat)
    rest = proof.best.value - best[name]
    found = (
        (proof.aim.gains(proof.before, end.state, proof.seat)[name], end.value)
        for end in proof.ends[1:]
    )
    return [count for count, value in found if value - count >= rest]


@theme(WIN)
def last_tile(proof: Proof) -> bool:
    """Every other end loses, or shares."""
    return [proof.seat] == [*proof.best.state.winners()] and all(
        [proof.seat] != [*end.state.winners()] for end in proof.ends[1:]
    )


@theme(LEAD)
def five_each_way(proof: Proof) -> bool:
    """A majority changes hands in the best end, and not in the next."""
    best, second, before = (
        sum(sheet_of(state, proof.seat)[name] for name in MAJORITIES)
        for state in (proof.best.state, proof.second.state, proof.before)
    )
    return best > max(second, before)


@theme(POINTS)
def lonely_queen(proof: Proof) -> bool:
    """Another end brings as much of everything else, but two queens meet in it."""
    best = proof.aim.gains(proof.before, proof.best.state, proof.seat)
    return best["royal"] >= 0 and any(count < 0 for count in tempting(proof, "royal"))


@theme(POINTS)
def sentinel(proof: Proof) -> bool:
    """Barracks are filled or emptied by the sentinel."""
    return bool(decisions(proof.best, Code.GARRISON) or decisions(proof.best, Code.WITHDRAW))


@theme(POINTS)
def now_or_never(proof: Proof) -> bool:
    """The next best end differs in nothing but whether the barracks are manned."""
    kinds = {split(code)[0] for code in proof.best.line}
    if Code.MAN_NO in kinds:
        return True
    return Code.MAN_YES in kinds and proof.second.line[:-1] == proof.best.line[:-1]


@theme(POINTS)
def other_end(proof: Proof) -> bool:
    """The same tile at the other end brings much less."""
    sides = decisions(proof.best, Code.PLACE)
    twins = [
        end.value
        for end in proof.ends
        if end.line[0] == proof.best.line[0] and decisions(end, Code.PLACE) == [*_other(sides)]
    ]
    return bool(twins) and max(twins) <= proof.best.value - MUCH


def _other(sides: list[int]) -> list[int]:
    return [Side.LEFT + Side.RIGHT - side for side in sides]


@theme(POINTS)
def worth_it(proof: Proof) -> bool:
    """The best tile lies far away."""
    places = decisions(proof.best, Code.TAKE) + decisions(proof.best, Code.TAKE_WITH_TOKEN)
    return places[0] >= FAR


@theme(THRIFT)
def no_gifts(proof: Proof) -> bool:
    """Another end brings as many points, but leaves more soldiers to others."""
    best = proof.aim.gains(proof.before, proof.best.state, proof.seat)
    return any(count <= best["gifts"] - MANY for count in tempting(proof, "gifts"))


PUZZLES = PuzzleBook(
    themes=(
        last_tile,
        sentinel,
        lonely_queen,
        now_or_never,
        five_each_way,
        other_end,
        worth_it,
        no_gifts,
    ),
    games=(GameChoice(2, {}), GameChoice(3, {}), GameChoice(4, {})),
)
