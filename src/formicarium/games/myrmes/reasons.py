"""Myrmes: what speaks for an action: points, what the colony has and lacks, and what others get."""

from collections.abc import Callable, Iterable, Mapping

from formicarium.core.reasons import Measure, Reason, Reasons, Way, lack
from formicarium.core.state import State
from formicarium.core.text import Phrases
from formicarium.games.myrmes.actions import ROMAN, cost_below, objective_words
from formicarium.games.myrmes.components import HEX_NAMES
from formicarium.games.myrmes.state import (
    CUBE_NAMES,
    DEEPEST,
    DRAWN,
    IN_ATELIER,
    LARVAE_PER_FOOD,
    MARKERS,
    PER_LEVEL,
    TOGETHER,
    WALKING,
    WINTER,
    WINTER_LOSS,
    Ask,
    Cube,
    Ground,
    Phase,
    Points,
    SeasonEvent,
    Track,
)

SMALLEST = 2  # hexes of a pheromone at level 0

Count = Callable[[State, int], int | None]

# --- Points ---------------------------------------------------------------------------------------


def points_from(source: Points) -> Measure:
    """Points from one source; the winter only takes some."""
    name = source.name.lower()

    def count(state: State, seat: int) -> int:
        return int(state.row.seats[seat].points[source])

    def tells(reason: Reason, say: Phrases) -> Mapping[str, object]:
        return {"what": say(f"categories.{name}")}

    way: Way = "less" if source == Points.WINTER else "more"
    return Measure(name, count, says=(way,), category=name, sentence="points", tells=tells)


def bonus_of_others(state: State, seat: int) -> int:
    """Points that others have for having fulfilled objectives earlier."""
    bonus = state.row.seats["points"][: state.game.players, Points.BONUS]
    return int(bonus.sum() - bonus[seat])


# --- What the colony has --------------------------------------------------------------------------


def stock(name: str, count: Count, least: int = 1) -> Measure:
    """How many of something there are."""

    def tells(reason: Reason, say: Phrases) -> Mapping[str, object]:
        return {"things": say.count(name, reason.n)}

    def lights(reason: Reason) -> Iterable[str]:
        return (f"row {reason.seat} {name}",)

    return Measure(name, count, least, sentence="stock", tells=tells, lights=lights)


def cubes(cube: Cube) -> Measure:
    """Cubes of a kind in the storeroom."""
    return stock(CUBE_NAMES[cube], lambda state, seat: int(state.row.seats[seat].store[cube]))


def having(name: str) -> Count:
    """What a colony has of something that is counted."""
    return lambda state, seat: int(state.row.seats[seat][name])


def tunnels(state: State, seat: int) -> int:
    """Tunnels into the garden."""
    return int((state.row.seats[seat].tunnels > 0).sum())


def lying(cube: Cube) -> Measure:
    """Cubes of a kind on pheromones, to be harvested."""
    kind = CUBE_NAMES[cube]

    def count(state: State, seat: int) -> int:
        return int(((state.row.cube == cube + 1) & (state.row.owner == seat + 1)).sum())

    def tells(reason: Reason, say: Phrases) -> Mapping[str, object]:
        return {"cubes": say.count(kind, reason.n)}

    return Measure(f"lying_{kind}", count, says=("more",), sentence="lying", tells=tells)


def near_tunnels(state: State, seat: int) -> set[int]:
    """Hexes within two steps of a player's tunnels."""
    disc = state.game.parts_row.disc
    tunnels = (tunnel - 1 for tunnel in state.row.seats[seat].tunnels.tolist() if tunnel)
    return {hex_ for tunnel in tunnels for hex_ in disc[tunnel].tolist() if hex_ >= 0}


def space(state: State, seat: int) -> int:
    """Hexes near the tunnels that can be laid on, or hunted on before."""
    ground = state.row.ground.tolist()
    return sum(ground[hex_] <= Ground.SPIDER for hex_ in near_tunnels(state, seat))


def at_work(state: State, seat: int) -> int:
    """Nurses in the atelier who are still to act."""
    return int(state.row.seats[seat].placed[Track.ATELIER])


def helped_by(event: SeasonEvent) -> Measure:
    """Whether an event helps this season."""

    def count(state: State, seat: int) -> int | None:
        is_chosen = state.row.phase > Phase.BROOD
        return int(state.row.seats[seat].event == event) if is_chosen else None

    def tells(reason: Reason, say: Phrases) -> Mapping[str, object]:
        return {"what": say(f"events.{event}")}

    def lights(reason: Reason) -> Iterable[str]:
        return (f"event {event}",)

    name = f"event_{event.name.lower()}"
    says: tuple[Way, ...] = ("more",)
    return Measure(
        name, count, says=says, since=False, sentence="event", tells=tells, lights=lights
    )


# --- What it lacks --------------------------------------------------------------------------------


def hunger(state: State, seat: int) -> int | None:
    """Food that is lacking for the winter of this year, larvae included."""
    if state.is_over:
        return None
    me = state.row.seats[seat]
    found = int(me.soldiers) + int(me.store[Cube.FOOD]) + int(me.larvae) // LARVAE_PER_FOOD
    return max(0, WINTER[state.row.year - 1] - found)


def lacking_for_level(state: State, seat: int) -> int | None:
    """Cubes that are lacking for the next level."""
    me = state.row.seats[seat]
    if me.level == DEEPEST:
        return None
    earth, stone = cost_below(state.row, int(me.level))
    return max(0, earth - int(me.store[Cube.EARTH])) + max(0, stone - int(me.store[Cube.STONE]))


def owned(state: State, seat: int) -> dict[int, int]:
    """How much a colony has of what objectives ask for; groups just happen."""
    me = state.row.seats[seat]
    food, earth, stone = me.store.tolist()
    nurses = int(me.nurses) + int((me.done > 0).sum())
    return {
        Ask.FOOD: food,
        Ask.STONE: stone,
        Ask.EARTH_OR_STONE: earth + stone,
        Ask.LARVAE: int(me.larvae),
        Ask.PREY: int(me.trophies),
        Ask.SOLDIERS: int(me.soldiers),
        Ask.SPECIALS: MARKERS - int(me.markers),
        Ask.NURSES: nurses,
        Ask.COLONY: int(me.level),
    }


def nearest_objective(state: State, seat: int) -> tuple[int, int] | None:
    """How much is lacking for the next objective that is open, and its number from 0."""
    done, have = state.row.seats[seat].done.tolist(), owned(state, seat)
    tiles = state.game.parts_row.objectives[state.row.objectives].tolist()
    found = []
    for number in range(DRAWN):
        above = number - number % PER_LEVEL - PER_LEVEL
        is_open = not done[number] and (above < 0 or done[above] or done[above + 1])
        _, ask, need, _ = tiles[number]
        if is_open and ask in have:
            found.append((max(0, need - have[ask]), number))
    return min(found, default=None)


def lacking_for_objective(state: State, seat: int) -> int | None:
    """How much is lacking for it."""
    found = nearest_objective(state, seat)
    return None if found is None else found[0]


# --- What others could do -------------------------------------------------------------------------


def hunts_of(state: State, other: int) -> set[int]:
    """Hexes with prey near a player's tunnels, for which her soldiers are enough."""
    soldiers, ground = state.row.seats[other].soldiers, state.row.ground.tolist()
    needed = state.game.parts_row.prey["soldiers"].tolist()
    return {
        hex_
        for hex_ in near_tunnels(state, other)
        if Ground.LADYBUG <= ground[hex_] <= Ground.SPIDER and needed[ground[hex_]] <= soldiers
    }


def hunts_of_others(state: State, seat: int) -> int:
    """Prey that others could hunt."""
    others = (other for other in range(state.game.players) if other != seat)
    return len(set[int]().union(*(hunts_of(state, other) for other in others)))


# --- Words ----------------------------------------------------------------------------------------


def tells_rival(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """Who gets most of it."""
    first, now = (state.row.seats["points"] for state in (reason.before, reason.after))
    gains = (now - first)[:, Points.BONUS].tolist()
    gains[reason.seat] = -1
    return {"who": say("names.seat", n=gains.index(max(gains)) + 1)}


def tells_level(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """Which level, and how large pheromones may be there."""
    return {"level": ROMAN[reason.now], "size": SMALLEST + reason.now}


def tells_next_level(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """Which level is next."""
    return {"level": ROMAN[int(reason.after.row.seats[reason.seat].level) + 1]}


def tells_objective(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """What the next objective asks for."""
    found = nearest_objective(reason.after, reason.seat)
    assert found is not None  # or there would be nothing to compare
    tile = int(reason.after.row.objectives[found[1]])
    return {"what": objective_words(reason.after.game.parts_row, tile, say)}


def tells_winter(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """What it would cost."""
    return {"points": WINTER_LOSS * reason.now}


def tells_hunter(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """Who could have hunted."""
    first, now = reason.before, reason.after
    others = [seat for seat in range(now.game.players) if seat != reason.seat]
    who = max(others, key=lambda seat: len(hunts_of(first, seat) - hunts_of(now, seat)))
    return {"who": say("names.seat", n=who + 1)}


def objective(reason: Reason) -> Iterable[str]:
    """The next objective."""
    found = nearest_objective(reason.after, reason.seat)
    return () if found is None else (f"objective {found[1] + 1}",)


def prey(reason: Reason) -> Iterable[str]:
    """Prey that is gone afterwards."""
    first, now = (state.row.ground.tolist() for state in (reason.before, reason.after))
    return (
        f"prey {HEX_NAMES[hex_]}"
        for hex_, (old, new) in enumerate(zip(first, now, strict=True))
        if old != new and Ground.LADYBUG <= old <= Ground.SPIDER
    )


def level(reason: Reason) -> Iterable[str]:
    """How deep the colony is."""
    return (f"level {reason.seat}",)


def winter(reason: Reason) -> Iterable[str]:
    """The winter of this year."""
    return ("winter",)


# --- Measures -------------------------------------------------------------------------------------


def goes_on(before: State, after: State) -> bool:
    """Whether the same worker, the same nurses or the same question to all are at it."""
    old, new = before.row, after.row
    if (old.year, old.season) != (new.year, new.season):
        return False
    began, phase = Phase(old.phase), Phase(new.phase)
    if began in IN_ATELIER:
        return phase in IN_ATELIER
    return phase in WALKING or (phase == began and phase in TOGETHER)


SCORED = (
    *(Points.PHEROMONES, Points.SPECIALS, Points.HUNTING, Points.CLEANING),
    *(Points.QUEEN, Points.EVENT, Points.OBJECTIVES, Points.WINTER),
)

# The events whose help is not seen at once: all but those that bring larvae and ants.
LASTING = (
    *(SeasonEvent.LEVEL, SeasonEvent.POINTS, SeasonEvent.HARVEST),
    *(SeasonEvent.MOVEMENT, SeasonEvent.HEX),
)

REASONS = Reasons(
    goes_on=goes_on,
    measures=(
        *(points_from(source) for source in SCORED),
        Measure("bonus", bonus_of_others, is_good=False, says=("more",), tells=tells_rival),
        Measure("level", having("level"), tells=tells_level, lights=level),
        Measure(
            "hunger",
            hunger,
            is_good=False,
            says=("more", "less", "none"),
            tells=tells_winter,
            lights=winter,
        ),
        lack("next_level", lacking_for_level, tells_next_level, level),
        lack("next_objective", lacking_for_objective, tells_objective, objective),
        *(cubes(cube) for cube in Cube),
        stock("larvae", having("larvae")),
        stock("workers", having("workers")),
        stock("soldiers", having("soldiers")),
        stock("nurses", having("nurses")),
        Measure("tunnels", tunnels, says=("more",)),
        *(lying(cube) for cube in Cube),
        Measure("space", space, least=2, is_minor=True, since=False),
        Measure("at_work", at_work, since=False),
        *(helped_by(event) for event in LASTING),
        Measure(
            "hunts",
            hunts_of_others,
            is_good=False,
            says=("less",),
            tells=tells_hunter,
            lights=prey,
        ),
    ),
)
