"""Mini City: what speaks for an action: stones now and next time, runs left to others, friends."""

from collections.abc import Iterable, Mapping

from formicarium.core.reasons import Measure, Reason, Reasons
from formicarium.core.state import State
from formicarium.core.text import Phrases
from formicarium.games.minicity.actions import name
from formicarium.games.minicity.scoring import best_load, laid, longest_run, runs
from formicarium.games.minicity.state import (
    COLOURS,
    Ant,
    FoodColour,
    Friend,
    Phase,
    Tunnels,
    Variant,
)

# --- Stones ---------------------------------------------------------------------------------------


def unloaded(state: State, seat: int) -> int:
    """Stones that a player has unloaded."""
    return state.scores()[seat]


def ready(state: State, seat: int) -> int | None:
    """Stones that a player could unload with the cards of her hand; none is counted twice."""
    row = state.row
    if state.is_over or row.options.tunnels == Tunnels.BLOCKED:
        return None
    box, stones = row.seats[seat].box.tolist(), 0
    for ant in Ant:
        if row.seats[seat].hand[ant]:
            colour, unloaded = best_load(state, ant, box)
            box[colour] -= unloaded
            stones += unloaded
    return stones


def ready_next(state: State, seat: int) -> int | None:
    """The same for whoever is next."""
    return None if state.is_over or seat in state.to_act else ready(state, state.to_act[0])


def way(state: State, seat: int) -> int | None:
    """Steps from the nearest ant to the nearest free place, for all colours in the box together."""
    if state.is_over:
        return None
    row, parts = state.row, state.game.parts_row
    nearest = parts.distance[row.ants].min(0)
    is_free = parts.places > row.stored
    steps = 0
    for colour in FoodColour:
        chambers = is_free & (parts.colour == colour)
        chambers[0] = False
        if row.seats[seat].box[colour] and chambers.any():
            steps += int(nearest[chambers].min())
    return steps


def reach(state: State, seat: int) -> int:
    """Steps of the ants of which a player has a card, for all of them together."""
    hand = state.row.seats[seat].hand
    found = runs(state)
    ants = (ant for ant in Ant if hand[ant])
    return sum(1 + max((n for n, one, _ in found if one == ant), default=0) for ant in ants)


def places(state: State, seat: int) -> int:
    """Free places for the colours in the box."""
    row, parts = state.row, state.game.parts_row
    free = (parts.places - row.stored)[1:]
    in_box = row.seats[seat].box[parts.colour[1:]] > 0
    return int(free[in_box].sum())


def colours_in_box(state: State, seat: int) -> int:
    """How many colours there are in the box: the more, the more chambers are of use."""
    return int((state.row.seats[seat].box[:COLOURS] > 0).sum())


# --- Friends --------------------------------------------------------------------------------------


def has_friends(state: State) -> bool:
    """Whether the game has any."""
    return bool(state.row.options.variant == Variant.FRIENDS)


def friendship(state: State, seat: int) -> int | None:
    """Friendship points."""
    return int(state.row.seats[seat].points) if has_friends(state) else None


def friends(state: State, seat: int) -> int | None:
    """Friends that a player has."""
    return int(state.row.seats[seat].friends.sum()) if has_friends(state) else None


def affordable(state: State, seat: int) -> list[Friend]:
    """Friends on offer for which a player's points are enough."""
    points, prices = state.row.seats[seat].points, state.game.parts_row.cost
    return [kind for kind in Friend if state.row.market[kind] and prices[kind] <= points]


def offers(state: State, seat: int) -> int | None:
    """How many there are."""
    return len(affordable(state, seat)) if has_friends(state) else None


# --- Words ----------------------------------------------------------------------------------------


def tells_stones(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """How many stones more or less, and how many in all."""
    return {"stones": say.count("score", reason.n), "all": say.count("score", reason.now)}


def tells_next(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """Who is next, and how many stones or steps it is about."""
    after = reason.after
    ant = max(runs(after))[1]
    return {
        "who": say("names.seat", n=after.to_act[0] + 1),
        "stones": say.count("score", reason.n),
        "steps": say.count("steps", reason.now + 1),
        "ant": say(f"ants.{name(ant)}"),
    }


def tells_steps(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """How many steps."""
    return {"steps": say.count("steps", reason.n)}


def tells_points(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """How many friendship points."""
    return {"points": say.count("points", reason.n)}


def tells_friend(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """Who has become a friend."""
    first, now = (state.row.seats[reason.seat].friends for state in (reason.before, reason.after))
    return {"friend": say(f"friends.{name(Friend(int((now - first).argmax())))}")}


def new_offers(reason: Reason) -> list[Friend]:
    """Friends for which points are enough now."""
    before = affordable(reason.before, reason.seat)
    new = [kind for kind in affordable(reason.after, reason.seat) if kind not in before]
    return sorted(new, key=lambda kind: -int(reason.after.game.parts_row.cost[kind]))


def tells_offer(reason: Reason, say: Phrases) -> Mapping[str, object]:
    """The dearest of them."""
    return {"friend": say(f"friends.{name(new_offers(reason)[0])}")}


def box(reason: Reason) -> Iterable[str]:
    """A player's box."""
    return (f"box {reason.seat}",)


def ends(reason: Reason) -> Iterable[str]:
    """Where the longest run lies."""
    return (f"end {name(max(runs(reason.after))[2])}",)


def offered(reason: Reason) -> Iterable[str]:
    """Friends that can be bought now."""
    return (f"offer {name(kind)}" for kind in new_offers(reason))


# --- Measures -------------------------------------------------------------------------------------


def goes_on(before: State, after: State) -> bool:
    """Whether it is the same turn, or all still choose their first stones."""
    is_stocking = [state.row.phase == Phase.STOCK for state in (before, after)]
    return bool(before.row.turns == after.row.turns and is_stocking[0] == is_stocking[1])


REASONS = Reasons(
    goes_on=goes_on,
    measures=(
        Measure(
            "unloaded",
            unloaded,
            says=("more",),
            category="total",
            tells=tells_stones,
            lights=box,
        ),
        Measure("ready", ready, since=False, tells=tells_stones, lights=box),
        Measure("ready_next", ready_next, is_good=False, since=False, tells=tells_next),
        Measure("way", way, is_good=False, since=False, tells=tells_steps),
        Measure("reach", reach, is_minor=True, since=False, tells=tells_steps),
        Measure("places", places, least=2, is_minor=True, since=False, lights=box),
        Measure("run", longest_run, is_good=False, tells=tells_next, lights=ends),
        Measure("laid", laid, least=3, is_good=False, says=("less",)),
        Measure("colours", colours_in_box, says=("more",), lights=box),
        Measure("friendship", friendship, says=("more",), tells=tells_points),
        Measure("friends", friends, says=("more",), tells=tells_friend),
        Measure("offers", offers, says=("more",), tells=tells_offer, lights=offered),
    ),
)
