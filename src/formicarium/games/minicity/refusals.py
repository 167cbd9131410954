"""Mini City: why an action is forbidden, and by which rule."""

from formicarium.core.layout import Row
from formicarium.core.rulebook import Refusal
from formicarium.games.minicity.actions import Code, name, split
from formicarium.games.minicity.rules.ants import must_stay
from formicarium.games.minicity.rules.cards import may_finish, may_play
from formicarium.games.minicity.rules.counting import card_limit, free_places, total
from formicarium.games.minicity.rules.friends import places_elsewhere, price, unused
from formicarium.games.minicity.rules.roads import ant_in_play, reach, roads_in_use
from formicarium.games.minicity.state import (
    ENDS,
    Duplicates,
    Friend,
    Phase,
    Stocking,
    Tunnels,
    Variant,
)

# What has to be decided in each phase, and the rule that says so.
WANTED = {
    Phase.STOCK: "MC-2.10",
    Phase.PLAY: "MC-3.2",
    Phase.STICK: "MC-10.17",
    Phase.MOVE: "MC-4.11",
    Phase.UNLOAD: "MC-5.5",
    Phase.LADYBIRD: "MC-10.8",
    Phase.HOP: "MC-10.27",
    Phase.REFILL: "MC-7.1",
}

ANY_MOMENT = (Phase.PLAY, Phase.MOVE, Phase.UNLOAD)
PHASES_OF = {
    Code.PLAY: (Phase.PLAY, Phase.STICK),
    Code.STICK: (Phase.PLAY,),
    Code.FINISH: (Phase.PLAY,),
    Code.GO: (Phase.MOVE,),
    Code.STAY: (Phase.MOVE,),
    Code.UNLOAD: (Phase.UNLOAD,),
    Code.STOCK: (Phase.STOCK, Phase.REFILL, Phase.HOP),
    Code.LEAVE: (Phase.HOP,),
    Code.BUY: ANY_MOMENT,
    Code.LADYBIRD: ANY_MOMENT,
    Code.CARRY: (Phase.LADYBIRD,),
    Code.DONE: (Phase.LADYBIRD,),
    Code.DRAGONFLY: ANY_MOMENT,
    Code.BUMBLEBEE: ANY_MOMENT,
}
ONLY_WITH_FRIENDS = (
    Code.STICK,
    Code.LEAVE,
    Code.BUY,
    Code.LADYBIRD,
    Code.CARRY,
    Code.DONE,
    Code.DRAGONFLY,
    Code.BUMBLEBEE,
)
HELPERS = {
    Code.STICK: Friend.STICK,
    Code.LADYBIRD: Friend.LADYBIRD,
    Code.DRAGONFLY: Friend.DRAGONFLY,
    Code.BUMBLEBEE: Friend.BUMBLEBEE,
}


def refusal(parts: Row, state: Row, seat: int, code: int) -> Refusal:
    """The rule that forbids an action, which is known to be illegal."""
    kind, number = split(code)
    phase = Phase(int(state.phase))
    if phase == Phase.OVER:
        return Refusal("MC-8.1", "refusals.over", {})
    if not state.to_act >> seat & 1:
        return _not_to_act(state, phase)
    if kind in ONLY_WITH_FRIENDS and state.options.variant == Variant.BASE:
        return Refusal("MC-9.1", "refusals.base", {})
    player = state.seats[seat]
    if phase not in PHASES_OF[kind]:
        if PHASES_OF[kind] == ANY_MOMENT:
            return Refusal("MC-9.12", "refusals.moment", {})
        return _wanted(parts, state, player, phase)
    if kind in HELPERS and unused(state, player, HELPERS[kind]) <= 0:
        return _no_help(player, HELPERS[kind])
    return REASONS[kind](parts, state, player, number)


def _not_to_act(state: Row, phase: Phase) -> Refusal:
    if phase != Phase.STOCK:
        return Refusal("MC-3.1", "refusals.turn", {"seat": int(state.to_act).bit_length()})
    if state.options.stocking == Stocking.IN_TURN:
        return Refusal("MC-11.4", "refusals.turn", {"seat": int(state.to_act).bit_length()})
    return Refusal("MC-2.10", "refusals.stocked", {})


def _wanted(parts: Row, state: Row, player: Row, phase: Phase) -> Refusal:
    """What has to be decided now; the end of the turn is named only where it is allowed."""
    word = name(phase)
    if phase == Phase.PLAY and not may_finish(state, may_play(parts, state, player)):
        word = "first_card"
    return Refusal(WANTED[phase], f"refusals.wanted.{word}", {})


def _no_help(player: Row, friend: Friend) -> Refusal:
    if player.friends[friend] == 0:
        return Refusal("MC-9.14", "refusals.not_owned", {})
    return Refusal("MC-9.17", "refusals.used", {})


def _play(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    if state.plays >= card_limit(parts, state):
        return _limit(parts, state)
    card, end = divmod(number, ENDS)
    if end // 2 >= roads_in_use(state):
        return Refusal("MC-3.6", "refusals.road", {})
    if player.hand[card] == 0:
        return Refusal("MC-3.3", "refusals.no_card", {})
    return Refusal("MC-11.7", "refusals.unplayable", {})


def _limit(parts: Row, state: Row) -> Refusal:
    rule = "MC-3.9" if state.turns < state.players else "MC-3.7"
    return Refusal(rule, "refusals.limit", {"limit": int(card_limit(parts, state))})


def _stick(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    if state.plays >= card_limit(parts, state):
        return _limit(parts, state)
    if total(player.hand) == 0:
        return Refusal("MC-3.3", "refusals.empty_hand", {})
    return Refusal("MC-11.7", "refusals.unplayable", {})


def _finish(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    return Refusal("MC-3.10", "refusals.first_card", {})


def _go(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    chamber, ant = number + 1, int(ant_in_play(state))
    here = int(state.ants[ant])
    if chamber == here:
        return Refusal("MC-4.6", "refusals.here", {})
    if chamber in state.ants:
        return Refusal("MC-4.7", "refusals.occupied", {"chamber": chamber})
    steps = int(reach(state)) + int(unused(state, player, Friend.MILLIPEDE))
    away = int(parts.distance[here, chamber])
    values = {"chamber": chamber, "distance": away, "reach": steps}
    if state.options.tunnels == Tunnels.BLOCKED and away <= steps:
        return Refusal("MC-11.6", "refusals.blocked", values)
    return Refusal("MC-4.5", "refusals.far", values)


def _stay(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    rule = "MC-11.7" if must_stay(parts, state) else "MC-4.11"
    return Refusal(rule, "refusals.wanted.move", {})


def _unload(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    chamber = int(state.chamber)
    colour = int(parts.colour[chamber])
    free, box = int(free_places(parts, state, chamber)), int(player.box[colour])
    values = {"chamber": chamber, "free": free, "box": box}
    if number > free:
        return Refusal("MC-5.4", "refusals.full", values)
    rule = "MC-5.3" if player.reserve[colour] > 0 else "MC-5.2"
    return Refusal(rule, "refusals.box", values)


def _stock(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    return Refusal("MC-2.11", "refusals.reserve", {})


def _leave(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    return Refusal("MC-10.27", "refusals.begun", {})


def _buy(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    cost, points = int(price(parts, state, number)), int(player.points)
    if state.bought:
        return Refusal("MC-9.11", "refusals.bought", {})
    if state.market[number] == 0:
        return Refusal("MC-9.9", "refusals.gone", {})
    if player.friends[number] > 0 and state.options.duplicates == Duplicates.FORBIDDEN:
        return Refusal("MC-9.15", "refusals.duplicate", {})
    return Refusal("MC-9.10", "refusals.dear", {"cost": cost, "points": points})


def _ladybird(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    values = {"chamber": number + 1}
    elsewhere = int(places_elsewhere(parts, state, number + 1))
    if state.stored[number + 1] == 0 or elsewhere == 0:
        return Refusal("MC-10.8", "refusals.nothing_to_carry", values)
    return Refusal("MC-11.10", "refusals.all_stones", values)


def _carry(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    return Refusal("MC-10.6", "refusals.carry", {"chamber": number + 1})


def _done(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    if state.carried == 0:
        return Refusal("MC-10.7", "refusals.nothing_carried", {})
    return Refusal("MC-11.10", "refusals.all_stones", {"chamber": int(state.source)})


def _dragonfly(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    return Refusal("MC-11.11", "refusals.arrived", {})


def _bumblebee(parts: Row, state: Row, player: Row, number: int) -> Refusal:
    return Refusal("MC-10.15", "refusals.swap", {})


REASONS = {
    Code.PLAY: _play,
    Code.STICK: _stick,
    Code.FINISH: _finish,
    Code.GO: _go,
    Code.STAY: _stay,
    Code.UNLOAD: _unload,
    Code.STOCK: _stock,
    Code.LEAVE: _leave,
    Code.BUY: _buy,
    Code.LADYBIRD: _ladybird,
    Code.CARRY: _carry,
    Code.DONE: _done,
    Code.DRAGONFLY: _dragonfly,
    Code.BUMBLEBEE: _bumblebee,
}
