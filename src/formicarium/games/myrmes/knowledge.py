"""Myrmes: what a seat knows.

Everything lies open but the generator, and the choices of others while all decide at the same time.
"""

from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np

from formicarium.core import terms
from formicarium.core.chance import below
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.observing import squashed
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.positions import ants_of, document, plain
from formicarium.games.myrmes.rules.colony import (
    capacity,
    clear_choices,
    points_of,
    room_level,
    size_limit,
)
from formicarium.games.myrmes.rules.numbers import within
from formicarium.games.myrmes.rules.storeroom import cubes_too_many, food_missing
from formicarium.games.myrmes.rules.together import asked, begin_choosing, choose, next_choice
from formicarium.games.myrmes.rules.turns import all_decide
from formicarium.games.myrmes.state import (
    ANTS,
    CUBE_NAMES,
    DEEPEST,
    DRAWN,
    EVENTS,
    FORMS,
    HEXES,
    KINDS,
    MARKERS,
    NURSES,
    OBJECTIVES,
    SEASONS,
    SEATS,
    SOURCES,
    TOGETHER,
    TRACKS,
    WINTER,
    YEARS,
    Atelier,
    Cubes,
    Ground,
    Phase,
    Question,
    Reveal,
)

PHASES = len(Phase)
QUESTIONS = len(Question)
GROUNDS = len(Ground)
NUMBERS = 23  # open numbers of a seat

# Numbers without bounds are `squashed`: n / (n + a usual one), which these are.
USUAL_SUPPLY, USUAL_STORE, USUAL_POINTS, USUAL_SOURCE = 30, 5, 50, 10

# What `observe` writes: (name, length). All numbers lie between -1 and 1.
OBSERVATION = (
    ("phase", PHASES),  # one of them is 1
    ("step", QUESTIONS),  # of this seat, where all decide at the same time
    ("time", 2),  # year / 3, season / 2
    ("dice", SEASONS),  # / 6
    ("objectives", OBJECTIVES),  # 1 for those of this game
    ("table", KINDS + 2),  # supply of cubes, n / (n + 30); farms and sub-colonies left / 20
    ("worker", 5),  # moves / 6, what she lays / 10, if she hunted, what is due / 20, for what / 6
    ("used", len(Atelier)),  # 1 for actions taken in the atelier
    ("own_turn", 1),  # 1 if this seat has to decide
    # By hex:
    ("ground", HEXES * GROUNDS),  # one of them is 1
    ("owner", HEXES * SEATS),  # this seat first, then clockwise
    ("cubes", HEXES * KINDS),
    ("stands", HEXES),  # 1 where the worker is
    ("picked", HEXES),  # 1 for cubes that this seat has chosen, or tiles that are given
    ("lead", HEXES),  # number of the first hex of the tile that lies there / 151, 0: none
    ("paid", HEXES),  # 1 for elements that cost the worker nothing more
    # By seat, this one first, then clockwise:
    ("in_turn", SEATS),  # 1 for those that have to decide
    ("first", SEATS),  # 1 for the first player
    ("events", SEATS * EVENTS),  # one of them is 1
    ("left", SEATS * FORMS),  # pheromones / 12
    ("done", SEATS * DRAWN),  # season / 9
    ("points", SEATS * SOURCES),  # by where they come from, n / (n + 10)
    ("numbers", SEATS * NUMBERS),
)
GROUND_AT = sum(length for name, length in OBSERVATION[:9])
SEATS_AT = GROUND_AT + HEXES * (GROUNDS + SEATS + KINDS + 4)


# --- Redetermination ------------------------------------------------------------------------------


@rule
def redetermine(parts: Row, state: Row, seat: int, seed: np.uint64) -> None:
    """Forget the generator, and draw anew what others have chosen and not yet revealed."""
    state.rng = seed
    if all_decide(state):
        for other in range(SEATS):  # and not of players, whose type a seat would be given
            if other != seat and other < state.players:
                forget(parts, state, other)


@rule
def forget(parts: Row, state: Row, other: int) -> None:
    """Whoever still decides may stand anywhere; whoever has decided may have decided anything."""
    me = state.seats[other]
    decided = not (state.to_act >> other) & 1
    ask_anew(parts, state, other)
    if decided and me.question != Question.NONE:
        state.to_act += 1 << other
        while me.question != Question.NONE:
            choose(parts, state, other, any_choice(parts, state, other))


@rule
def reopen(parts: Row, state: Row, seat: int) -> None:
    """Ask all others anew who have decided in a phase of all: what they did is still to come."""
    if all_decide(state):
        for other in range(SEATS):  # as in `redetermine`
            if other != seat and other < state.players:
                ask_anew(parts, state, other)
                if state.seats[other].question != Question.NONE:
                    state.to_act |= 1 << other


@rule
def ask_anew(parts: Row, state: Row, other: int) -> None:
    """Nothing that a seat has chosen counts any more: it is asked its first question again."""
    me = state.seats[other]
    if hides_event(state):
        me.event = state.dice[state.season]
    if state.phase <= Phase.BROOD:
        for track in range(TRACKS):
            me.placed[track] = 0
    me.hatch = 0
    me.question = Question.NONE
    clear_choices(me)
    begin_choosing(parts, state, other)


@rule
def hides_event(state: Row) -> bool:
    """Whether the events of others are not yet revealed."""
    if state.phase == Phase.BROOD:
        return bool(state.options.reveal == Reveal.TOGETHER)
    return bool(state.phase == Phase.EVENT)


@rule
def hides_births(state: Row) -> bool:
    """Whether the nurses of others are not yet revealed."""
    return bool(state.phase == Phase.EVENT or state.phase == Phase.BROOD)


@rule
def any_choice(parts: Row, state: Row, seat: int) -> int:
    """One of all that a seat may choose at its present step, each as likely."""
    count = 0
    code = next_choice(parts, state, seat, Code.EVENT - 1)
    while code >= 0:
        count += 1
        code = next_choice(parts, state, seat, code)
    code = next_choice(parts, state, seat, Code.EVENT - 1)
    for _ in range(below(state, count)):
        code = next_choice(parts, state, seat, code)
    return code


# --- Observation ----------------------------------------------------------------------------------


@rule
def observe(parts: Row, state: Row, seat: int, out: np.ndarray) -> None:
    """What a seat knows as numbers, in the order of `OBSERVATION`."""
    out[:] = 0
    observe_middle(state, seat, out)
    picker = int(state.seat) if state.phase == Phase.GIVE else seat
    for hex_ in range(HEXES):
        observe_hex(state, seat, hex_, out)
        observe_marks(state, state.seats[picker], hex_, out)
    for index in range(state.players):
        observe_seat(state, seat, index, out)


@rule
def observe_middle(state: Row, seat: int, out: np.ndarray) -> None:
    """The middle of the board, and what the seat itself decides."""
    out[state.phase] = 1
    out[PHASES + state.seats[seat].question] = 1
    at = PHASES + QUESTIONS
    out[at] = state.year / YEARS
    out[at + 1] = state.season / 2
    for season in range(SEASONS):
        out[at + 2 + season] = state.dice[season] / 6
    at += 2 + SEASONS
    for number in range(DRAWN):
        out[at + int(state.objectives[number]) - 1] = 1
    at += OBJECTIVES
    for kind in range(KINDS):
        out[at + kind] = squashed(state.supply[kind], USUAL_SUPPLY)
    out[at + KINDS] = state.farms / 20
    out[at + KINDS + 1] = state.subcolonies / 20
    at += KINDS + 2
    out[at] = state.moves / 6
    out[at + 1] = state.laying / 10
    out[at + 2] = state.hunted
    out[at + 3] = state.due / 20
    out[at + 4] = state.objective / 6
    for action in range(4):
        out[at + 5 + action] = (int(state.used) >> action) & 1
    out[at + 9] = (state.to_act >> seat) & 1


@rule
def observe_hex(state: Row, seat: int, hex_: int, out: np.ndarray) -> None:
    """What lies on a hex."""
    at = GROUND_AT
    out[at + hex_ * GROUNDS + int(state.ground[hex_])] = 1
    at += HEXES * GROUNDS
    if state.owner[hex_] > 0:
        index = (int(state.owner[hex_]) - 1 - seat) % int(state.players)
        out[at + hex_ * SEATS + index] = 1
    at += HEXES * SEATS
    if state.cube[hex_] > 0:
        out[at + hex_ * KINDS + int(state.cube[hex_]) - 1] = 1


@rule
def observe_marks(state: Row, picker: Row, hex_: int, out: np.ndarray) -> None:
    """The worker on a hex, whether it was chosen, and how tiles lie."""
    at = GROUND_AT + HEXES * (GROUNDS + SEATS + KINDS) + hex_
    if state.worker == hex_ + 1:
        out[at] = 1
    if within(picker.picked, hex_):
        out[at + HEXES] = 1
    out[at + 2 * HEXES] = state.lead[hex_] / HEXES
    if within(state.paid, hex_):
        out[at + 3 * HEXES] = 1


@rule
def observe_seat(state: Row, seat: int, index: int, out: np.ndarray) -> None:
    """What is open about the `index`-th seat from the one that observes."""
    other = (seat + index) % state.players
    me = state.seats[other]
    event = state.dice[state.season] if hides_event(state) and index > 0 else me.event
    at = SEATS_AT
    out[at + index] = (state.to_act >> other) & 1
    out[at + SEATS + index] = other == state.first
    at += 2 * SEATS
    out[at + index * EVENTS + int(event)] = 1
    at += SEATS * EVENTS
    for form in range(FORMS):
        out[at + index * FORMS + form] = me.left[form] / 12
    at += SEATS * FORMS
    for number in range(DRAWN):
        out[at + index * DRAWN + number] = me.done[number] / 9
    at += SEATS * DRAWN
    for source in range(SOURCES):
        out[at + index * SOURCES + source] = squashed(me.points[source], USUAL_SOURCE)
    observe_numbers(state, me, index, out, at + SEATS * SOURCES + index * NUMBERS)


@rule
def observe_numbers(state: Row, me: Row, index: int, out: np.ndarray, at: int) -> None:
    """The numbers on a player's board."""
    out[at] = squashed(me.larvae, USUAL_STORE)
    for kind in range(KINDS):
        out[at + 1 + kind] = squashed(me.store[kind], USUAL_STORE)
    out[at + 4] = me.workers / ANTS
    out[at + 5] = me.soldiers / ANTS
    out[at + 6] = me.nurses / NURSES
    out[at + 7] = me.level / DEEPEST
    out[at + 8] = me.trophies / 18
    out[at + 9] = squashed(me.markers, MARKERS)
    out[at + 10] = squashed(points_of(me), USUAL_POINTS)
    for level in range(4):
        out[at + 11 + level] = (int(me.rooms) >> level) & 1
    if index == 0 or not hides_births(state):
        for track in range(TRACKS):
            out[at + 15 + track] = me.placed[track] / 4
    if index == 0:
        out[at + 19] = me.hatch / 4
        for kind in range(KINDS):
            out[at + 20 + kind] = squashed(me.chosen[kind], USUAL_STORE)


# --- Views ----------------------------------------------------------------------------------------

HIDDEN = ("step", "hatch", "picked", "chosen")  # while others may still decide

Sometimes = msgspec.UnsetType  # left out where it means nothing
SeasonName = Literal["spring", "summer", "autumn"]
PhaseName = Literal[
    "over",
    "start",
    "event",
    "brood",
    "worker",
    "garden",
    "stand",
    "lay",
    "harvest",
    "atelier",
    "dig",
    "pay",
    "give",
    "discard",
    "winter",
]
StepName = Literal[
    "event",
    "larvae",
    "workers",
    "soldiers",
    "atelier",
    "hatch",
    "tiles",
    "more",
    "scavenge",
    "cubes",
    "feed",
    "ready",
]
PreyName = Literal["ladybug", "termite", "spider"]
TileName = Literal["pheromone", "farm", "scavenging", "subcolony"]
LayName = Literal[
    "pair",
    "line",
    "triangle",
    "rhombus",
    "pistol",
    "trapezoid",
    "pyramid",
    "farm",
    "scavenging",
    "subcolony",
]
AtelierName = Literal["tunnel", "level", "nurse", "objective"]


class CubesView(terms.Doc):
    """Cubes by kind."""

    food: int
    earth: int
    stone: int


class GardenTileView(terms.Doc):
    """A tile in the garden."""

    cells: list[str]  # names of hexes, in reading order
    kind: TileName
    owner: int | None  # a seat; None: neutral
    cubes: list[str] | Sometimes = msgspec.UNSET  # hexes of a pheromone where cubes lie


class NursesView(terms.Doc):
    """Nurses by track."""

    larvae: int
    workers: int
    soldiers: int
    atelier: int  # those still to act


class PheromonesView(terms.Doc):
    """Pheromones in a player's supply, by form."""

    pair: int
    line: int
    triangle: int
    rhombus: int
    pistol: int
    trapezoid: int
    pyramid: int


class PointsView(terms.Doc):
    """A player's points by where they come from."""

    start: int
    pheromones: int
    specials: int
    hunting: int
    cleaning: int
    queen: int
    event: int
    subcolonies: int
    objectives: int
    bonus: int
    winter: int  # not above 0


class ColonyView(CubesView):
    """A player's colony; the cubes are those in her storeroom."""

    larvae: int
    soldiers: int
    nurses: int  # those not on objectives
    level: int
    trophies: int  # prey tokens
    workers: int  # in the worker room
    rooms: list[int]  # levels whose room holds a worker
    tunnels: list[str]  # hexes
    event: int  # of this season: the die's number while it is a secret
    placed: NursesView
    done: dict[str, int]  # the season (1 to 9) in which an objective ("1" to "6") was fulfilled
    left: PheromonesView
    markers: int  # free ones; below 0 when they are unlimited
    points: PointsView
    room_level: int  # the deepest room that is open
    size_limit: int  # hexes of the largest pheromone
    capacity: int  # cubes that the storeroom keeps
    ants_left: int  # that could still be born
    excess: int | Sometimes = msgspec.UNSET  # phase discard: cubes above the capacity
    missing: int | Sometimes = msgspec.UNSET  # phase winter: food
    # Choices that others do not see: what is decided now, workers to be born, hexes of cubes (or of
    # tiles, which all see), and counts: more cubes or food, earth, stone.
    step: StepName | Sometimes = msgspec.UNSET
    hatch: int | Sometimes = msgspec.UNSET
    picked: list[str] | Sometimes = msgspec.UNSET
    chosen: list[int] | Sometimes = msgspec.UNSET


class View(terms.View):
    """What a seat knows of a game of Myrmes."""

    year: int  # 1 to 3
    season: SeasonName  # autumn also in winter and at the end
    phase: PhaseName
    first: int  # the seat with the first player's token
    dice: list[int]  # by season; 0: taken off
    objectives: list[int]  # numbers of the six tiles, two of each level
    prey: dict[str, PreyName]  # by hex
    tiles: list[GardenTileView]
    seats: list[ColonyView]
    to_act: list[int]  # seats that have to decide
    scores: list[int]  # by seat
    supply: CubesView | None  # cubes in the box, where they are limited
    farms: int  # two-sided special tiles left
    subcolonies: int
    winter: int  # food that this year's winter takes
    asked: list[int] | Sometimes = msgspec.UNSET  # where all decide: seats with a choice
    seat: int | Sometimes = msgspec.UNSET  # in turn, where not all decide
    # A worker in the garden:
    worker: str | Sometimes = msgspec.UNSET  # hex; on a tile the first one
    moves: int | Sometimes = msgspec.UNSET
    hunted: bool | Sometimes = msgspec.UNSET  # with after_hunt=no_tile
    paid: list[str] | Sometimes = msgspec.UNSET  # with toll=once: elements that cost no more
    laying: LayName | Sometimes = msgspec.UNSET
    # A turn in the atelier:
    used: list[AtelierName] | Sometimes = msgspec.UNSET
    due: int | Sometimes = msgspec.UNSET  # cubes or tiles for an objective
    objective: int | Sometimes = msgspec.UNSET  # 1 to 6: the one they are for


class Sums(NamedTuple):
    """What follows from a player's board."""

    points: int
    room_level: int
    size_limit: int
    capacity: int
    excess: int  # cubes that the storeroom cannot keep
    missing: int  # food for the winter


@rule
def sum_up(state: Row, out: np.ndarray) -> None:
    """What follows from each seat's board, in the order of `Sums`."""
    for seat in range(state.players):
        me = state.seats[seat]
        out[seat, 0] = points_of(me)
        out[seat, 1] = room_level(state, me)
        out[seat, 2] = size_limit(state, me)
        out[seat, 3] = capacity(state, me)
        out[seat, 4] = max(cubes_too_many(state, me), 0)
        out[seat, 5] = food_missing(state, me)


def view(parts: Row, state: Row, seat: int | None) -> dict[str, Any]:
    """The position without its secrets, and what follows from it."""
    known = _without_secrets(state, seat)
    game = plain(known)
    together = game.phase in TOGETHER
    deciding = asked(parts, known) if together else 0
    doc = document(game, deciding)
    del doc["rng"], doc["barrier"]
    out = np.zeros((SEATS, len(Sums._fields)), np.int32)
    sum_up(known, out)
    for other, (seat_doc, row) in enumerate(zip(doc["seats"], out.tolist(), strict=False)):
        for field in HIDDEN if together and other != seat else ():
            seat_doc.pop(field, None)
        _add_sums(seat_doc, Sums(*row), game.phase)
        seat_doc["ants_left"] = ANTS - ants_of(game, other)
    limited = game.options.cubes == Cubes.LIMITED
    doc |= {
        "to_act": _seats_in(game.to_act),
        "scores": out[: game.players, 0].tolist(),
        "supply": dict(zip(CUBE_NAMES, game.supply, strict=True)) if limited else None,
        "farms": game.farms,
        "subcolonies": game.subcolonies,
        "winter": WINTER[game.year - 1],
    }
    return doc | ({"asked": _seats_in(deciding)} if together else {})


def _seats_in(mask: int) -> list[int]:
    return [seat for seat in range(SEATS) if mask >> seat & 1]


def _add_sums(doc: dict[str, Any], sums: Sums, phase: int) -> None:
    """What everybody can reckon out about a player."""
    doc |= {
        "room_level": sums.room_level,
        "size_limit": sums.size_limit,
        "capacity": sums.capacity,
    }
    if phase == Phase.DISCARD:
        doc["excess"] = sums.excess
    if phase == Phase.WINTER:
        doc["missing"] = sums.missing


def _without_secrets(state: Row, seat: int | None) -> Any:
    """The same state, others undecided where all decide at the same time (MY-1.16, MY-3.5)."""
    known: Any = state.copy()
    if known["phase"] not in TOGETHER:
        return known
    hidden = hides_event(state)
    for other in range(known["players"]):
        me = known["seats"][other]
        if other != seat:
            me["picked"] = me["chosen"] = 0
            if known["phase"] <= Phase.BROOD:
                me["placed"] = 0
            if hidden:
                me["event"] = known["dice"][known["season"]]
    return known
