"""Micropolis: what speaks for an action: points, soldiers, and what is left to others."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from formicarium.core.layout import Row
from formicarium.core.reasons import Measure, Reason, Reasons
from formicarium.core.state import State
from formicarium.core.text import Phrases
from formicarium.games.micropolis.components import ants_of, fruits_of, gifts_of, queens_of
from formicarium.games.micropolis.scoring import (
    KINDS,
    galleries,
    galleries_over,
    open_ends,
    points,
)
from formicarium.games.micropolis.state import RING, Variant

STEPS = 3  # decisions of the next turn that are looked at: a tile, its side, its barracks

# --- Anthills -------------------------------------------------------------------------------------


def anthills_of(state: State, seat: int) -> range:
    """The numbers of a player's anthills."""
    each = 2 if state.row.options.variant == Variant.EXPERT else 1
    return range(seat * each, (seat + 1) * each)


def by_seat(state: State, category: str) -> list[int]:
    """Everybody's points of a category."""
    sheets = points(state.game.parts_row, state.row)
    return [
        sum(sheets[anthill][category] for anthill in anthills_of(state, seat))
        for seat in range(state.game.players)
    ]


def own(category: str) -> Callable[[State, int], int]:
    """Points of a category."""
    return lambda state, seat: by_seat(state, category)[seat]


def of_others(category: str) -> Callable[[State, int], int]:
    """The same of all others together."""
    return lambda state, seat: sum(by_seat(state, category)) - by_seat(state, category)[seat]


def army(state: State, seat: int) -> int:
    """Soldiers on the foundations."""
    return int(sum(state.row.anthills["army"][anthill] for anthill in anthills_of(state, seat)))


def tokens(state: State, seat: int) -> int:
    """Architect tokens."""
    return int(sum(state.row.anthills["tokens"][anthill] for anthill in anthills_of(state, seat)))


# --- Galleries ------------------------------------------------------------------------------------


def galleries_with(state: State, seat: int) -> Iterator[tuple[Row, int]]:
    """All galleries of a player, each with its anthill."""
    for number in anthills_of(state, seat):
        anthill = state.row.anthills[number]
        for gallery in galleries_over(state.game.parts_row, anthill, 1):
            yield anthill, gallery


def fruits_at_ends(state: State, seat: int) -> int:
    """Kinds of fruit in galleries that can still grow."""
    return sum(
        fruits_of(gallery).bit_count() + gifts_of(gallery)
        for anthill, gallery in galleries_with(state, seat)
        if open_ends(anthill, gallery)
    )


def queens_galleries(state: State, seat: int) -> Iterator[tuple[Row, int]]:
    """Galleries in which a queen lives alone, each with its anthill."""
    return (
        (anthill, gallery)
        for anthill, gallery in galleries_with(state, seat)
        if queens_of(gallery) == 1
    )


def queens_at_ends(state: State, seat: int) -> int:
    """At how many ends the galleries of queens can still grow."""
    return sum(open_ends(*one) for one in queens_galleries(state, seat))


def closed_queens(state: State, seat: int) -> int:
    """Galleries of queens that cannot grow any more, though the anthill does."""
    return sum(
        anthill.built < RING and not open_ends(anthill, gallery)
        for anthill, gallery in queens_galleries(state, seat)
    )


def galleries_at_ends(state: State, seat: int) -> int:
    """Galleries that can still grow, however small."""
    return sum(bool(open_ends(*one)) for one in galleries_with(state, seat))


def ants_together(state: State, seat: int) -> int:
    """Ants in the largest gallery."""
    ants = (ants_of(gallery) for _, gallery in galleries_with(state, seat))
    return max(ants, default=0)


def ants_at_ends(state: State, seat: int) -> int:
    """Ants in the largest gallery that can still grow."""
    ants = (
        ants_of(gallery)
        for anthill, gallery in galleries_with(state, seat)
        if open_ends(anthill, gallery)
    )
    return max(ants, default=0)


# --- What is left to others -----------------------------------------------------------------------


def begins(state: State, seat: int) -> int:
    """Whether a player begins the next round."""
    return int(state.row.leader in anthills_of(state, seat))


def gifts(state: State, seat: int) -> int | None:
    """Soldiers on the row, for whoever takes their tiles."""
    return None if state.is_over else int(state.row.soldiers.sum())


def next_gain(state: State, seat: int) -> int | None:
    """The most points that the next player can make of her turn."""
    if state.is_over or seat in state.to_act:
        return None
    rival = state.to_act[0]
    return most_points(state, rival, STEPS) - state.scores()[rival]


def most_points(state: State, rival: int, steps: int) -> int:
    """The most points that a player can have after so many decisions."""
    if steps == 0 or rival not in state.to_act:
        return state.scores()[rival]
    found = []
    for code in state.codes(rival):
        after = state.copy()
        after.play(rival, code)
        found.append(most_points(after, rival, steps - 1))
    return max(found)


# --- Words ----------------------------------------------------------------------------------------


def named(seat: int, say: Phrases) -> dict[str, object]:
    """Who it is about."""
    return {"who": say("names.seat", n=seat + 1)}


def tells_next(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """Who is next."""
    return named(reason.after.to_act[0], say)


def tells_soldiers(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """How many soldiers."""
    return {"soldiers": say.count("soldiers", reason.n)}


def tells_rival(category: str) -> Callable[[Reason, Phrases], Mapping[str, object]]:
    """Whose points of a category change most."""

    def tells(reason: Reason, say: Phrases) -> Mapping[str, object]:
        first, now = by_seat(reason.before, category), by_seat(reason.after, category)
        changes = [abs(new - old) for old, new in zip(first, now, strict=True)]
        changes[reason.seat] = -1
        return named(changes.index(max(changes)), say)

    return tells


def new_galleries(reason: Reason) -> list[dict[str, int]]:
    """A player's galleries that were not there before, with their kinds of fruit and tiles."""
    before, after = (
        [
            {"kinds": min(len(one["fruits"]) + one["gifts"], KINDS), **one}
            for anthill in anthills_of(state, reason.seat)
            for one in galleries(state.game.parts_row, state.row.anthills[anthill])
        ]
        for state in (reason.before, reason.after)
    )
    return [gallery for gallery in after if gallery not in before]


def tells_galleries(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """The most kinds of fruit in a new gallery, and the tiles of a queen's."""
    new = new_galleries(reason)
    kinds = max((one["kinds"] for one in new), default=0)
    tiles = max((one["span"] for one in new if one["royal"]), default=0)
    return {"fruits": say.count("fruits", kinds), "tiles": say.count("tiles", tiles)}


def tells_fruits(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """How many kinds of fruit."""
    return {"fruits": say.count("fruits", reason.n)}


def slots(reason: Reason) -> Iterable[str]:
    """Where the turn builds."""
    for anthill in anthills_of(reason.after, reason.seat):
        tiles = (state.row.anthills[anthill].tiles for state in (reason.before, reason.after))
        for slot, (old, new) in enumerate(zip(*tiles, strict=True)):
            if old != new:
                yield f"slot {anthill} {slot + 1}"


def hubs(reason: Reason) -> Iterable[str]:
    """A player's foundations."""
    return (f"hub {anthill}" for anthill in anthills_of(reason.after, reason.seat))


# --- Measures -------------------------------------------------------------------------------------


def goes_on(before: State, after: State) -> bool:
    """Whether it is the same turn."""
    return bool(before.row.turns == after.row.turns)


REASONS = Reasons(
    goes_on=goes_on,
    measures=(
        Measure(
            "population",
            own("population"),
            says=("more",),
            category="population",
            lights=slots,
        ),
        Measure(
            "harvest",
            own("harvest"),
            least=2,
            category="harvest",
            tells=tells_galleries,
            lights=slots,
        ),
        Measure("royal", own("royal"), category="royal", tells=tells_galleries, lights=slots),
        Measure("barracks", own("barracks"), least=2, category="barracks", lights=slots),
        Measure("colony", own("colony"), says=("more",), category="colony", lights=slots),
        Measure(
            "rival_colony",
            of_others("colony"),
            is_good=False,
            says=("less",),
            tells=tells_rival("colony"),
        ),
        Measure("red_army", own("red_army"), category="red_army", lights=hubs),
        Measure("rival_army", of_others("red_army"), is_good=False, tells=tells_rival("red_army")),
        Measure("army", army, least=2, since=False, tells=tells_soldiers, lights=hubs),
        Measure("next_gain", next_gain, least=3, is_good=False, since=False, tells=tells_next),
        Measure("gifts", gifts, least=2, is_good=False, says=("more",), tells=tells_soldiers),
        Measure("ants", ants_together, is_minor=True, says=("more",), lights=slots),
        Measure("open_fruits", fruits_at_ends, since=False, tells=tells_fruits, lights=slots),
        Measure("open_queens", queens_at_ends, since=False, says=("more",), lights=slots),
        Measure("closed_queens", closed_queens, is_good=False, says=("more",), lights=slots),
        Measure("open_ants", ants_at_ends, is_minor=True, since=False, lights=slots),
        Measure("open_galleries", galleries_at_ends, is_minor=True, since=False, lights=slots),
        Measure("begins", begins, says=("more",), lights=hubs),
        Measure("tokens", tokens, says=("more",)),
    ),
)
