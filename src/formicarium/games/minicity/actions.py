"""Mini City: the action space, its notation, and each action in words."""

import functools
from enum import IntEnum
from itertools import combinations, product

from formicarium.core import terms
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.text import Phrases
from formicarium.games.minicity.state import (
    ANTS,
    CHAMBERS,
    COLOURS,
    ENDS,
    KINDS,
    MOST_PLACES,
    Ant,
    End,
    FoodColour,
    Friend,
    Phase,
)

PAIRS = tuple(combinations(Ant, 2))  # of ants, for the dragonfly


class Code(terms.Code):
    """Where each kind of action begins in the action space."""

    PLAY = 0  # + Ant * 4 + End
    STICK = PLAY + ANTS * ENDS  # + Ant that the next card stands for
    FINISH = STICK + ANTS  # the turn
    GO = FINISH + 1  # + chamber - 1
    STAY = GO + CHAMBERS
    UNLOAD = STAY + 1  # + number of stones
    STOCK = UNLOAD + MOST_PLACES + 1  # + FoodColour
    LEAVE = STOCK + COLOURS  # the grasshopper
    BUY = LEAVE + 1  # + Friend
    LADYBIRD = BUY + KINDS  # + chamber - 1
    CARRY = LADYBIRD + CHAMBERS  # + chamber - 1
    DONE = CARRY + CHAMBERS
    DRAGONFLY = DONE + 1  # + pair of ants
    BUMBLEBEE = DRAGONFLY + len(PAIRS)  # + FoodColour given * 5 + FoodColour taken
    END = BUMBLEBEE + COLOURS * COLOURS


ACTIONS = int(Code.END)


@rule
def kind_of(code: int) -> Code:
    """The kind of an action: its codes end where those of the next kind begin."""
    if code < Code.STICK:
        return Code.PLAY
    if code < Code.FINISH:
        return Code.STICK
    if code < Code.GO:
        return Code.FINISH
    if code < Code.STAY:
        return Code.GO
    if code < Code.UNLOAD:
        return Code.STAY
    if code < Code.STOCK:
        return Code.UNLOAD
    if code < Code.LEAVE:
        return Code.STOCK
    if code < Code.BUY:
        return Code.LEAVE
    if code < Code.LADYBIRD:
        return Code.BUY
    if code < Code.CARRY:
        return Code.LADYBIRD
    if code < Code.DONE:
        return Code.CARRY
    if code < Code.DRAGONFLY:
        return Code.DONE
    if code < Code.BUMBLEBEE:
        return Code.DRAGONFLY
    return Code.BUMBLEBEE


@functools.cache
def split(code: int) -> tuple[Code, int]:
    """The kind of an action and the number that goes with it."""
    kind = kind_of(code)
    return kind, code - kind


def name(member: IntEnum) -> str:
    """An ant, a colour, an end or a friend as it is written."""
    return member.name.lower()


def write(parts: Row, state: Row, code: int) -> str:
    """An action code as notation."""
    return NOTATIONS[code]


def read(parts: Row, state: Row, text: str) -> int | None:
    """Notation as an action code, or None if it means nothing in this game."""
    return CODES.get(" ".join(text.lower().split()))


def _notations() -> tuple[str, ...]:
    chambers = range(1, CHAMBERS + 1)
    return (
        *(f"play {name(ant)} {name(end)}" for ant, end in product(Ant, End)),
        *(f"stick {name(ant)}" for ant in Ant),
        "end",
        *(f"go {chamber}" for chamber in chambers),
        "stay",
        *(f"unload {stones}" for stones in range(MOST_PLACES + 1)),
        *(f"stock {name(colour)}" for colour in FoodColour),
        "leave",
        *(f"buy {name(friend)}" for friend in Friend),
        *(f"ladybird {chamber}" for chamber in chambers),
        *(f"carry {chamber}" for chamber in chambers),
        "done",
        *(f"dragonfly {name(ant)} {name(other)}" for ant, other in PAIRS),
        *(f"bumblebee {name(give)} {name(take)}" for give, take in product(FoodColour, FoodColour)),
    )


NOTATIONS = _notations()
CODES = {notation: code for code, notation in enumerate(NOTATIONS)} | {
    f"dragonfly {name(other)} {name(ant)}": Code.DRAGONFLY + pair
    for pair, (ant, other) in enumerate(PAIRS)
}


def describe(parts: Row, state: Row, seat: int, code: int, say: Phrases) -> str:
    """An action as a sentence."""
    kind, number = split(code)
    if kind == Code.PLAY:
        return _play(state, number, say)
    if kind == Code.GO:
        return _go(parts, state, number + 1, say)
    if kind == Code.UNLOAD:
        return _unload(parts, state, state.seats[seat], number, say)
    if kind == Code.BUY:
        return _buy(parts, state, number, say)
    words = {}
    if kind == Code.STICK:
        words["ant"] = ant_name(number, say)
    elif kind in (Code.LADYBIRD, Code.CARRY):
        words["chamber"] = chamber_name(parts, state, number + 1, say)
    elif kind == Code.STOCK:
        words["stone"] = stone_name(number, say)
    elif kind == Code.DRAGONFLY:
        words["ant"], words["other"] = (ant_name(ant, say) for ant in PAIRS[number])
    elif kind == Code.BUMBLEBEE:
        give, take = divmod(number, COLOURS)
        words["give"], words["take"] = stone_name(give, say), stone_name(take, say)
    return say(f"actions.{name(kind)}", **words)


def _play(state: Row, number: int, say: Phrases) -> str:
    card, end = divmod(number, ENDS)
    words = {"card": ant_name(card, say), "end": say(f"ends.{name(End(end))}")}
    face_down = state.phase == Phase.STICK
    return say("actions.play_hidden" if face_down else "actions.play", **words)


# Rules are written in codes, so these functions ask them when they are called.


def _go(parts: Row, state: Row, chamber: int, say: Phrases) -> str:
    from formicarium.games.minicity.rules.roads import ant_in_play

    goal = chamber_name(parts, state, chamber, say)
    if state.phase != Phase.MOVE:
        return say("actions.go", chamber=goal)
    return say("actions.go_ant", ant=ant_name(int(ant_in_play(state)), say), chamber=goal)


def _unload(parts: Row, state: Row, player: Row, stones: int, say: Phrases) -> str:
    from formicarium.games.minicity.rules.friends import reward_for_restraint

    chamber, colour = int(state.chamber), FoodColour(int(parts.colour[state.chamber]))
    if stones:
        return say("actions.unload", stones=say.count(name(colour), stones), chamber=chamber)
    points = int(reward_for_restraint(parts, state, player))
    if points:
        return say("actions.unload_for", chamber=chamber, points=say.count("points", points))
    return say("actions.unload_nothing", chamber=chamber)


def _buy(parts: Row, state: Row, friend: int, say: Phrases) -> str:
    from formicarium.games.minicity.rules.friends import price

    key = name(Friend(friend))
    return say(
        "actions.buy",
        friend=say(f"friends.{key}"),
        help=say(f"helps.{key}"),
        cost=say.count("points", int(price(parts, state, friend))),
    )


def ant_name(ant: int, say: Phrases) -> str:
    return say(f"ants.{name(Ant(ant))}")


def colour_name(colour: int, say: Phrases) -> str:
    return say(f"colours.{name(FoodColour(colour))}")


def stone_name(colour: int, say: Phrases) -> str:
    return say.count(name(FoodColour(colour)), 1)


def chamber_name(parts: Row, state: Row, chamber: int, say: Phrases) -> str:
    """A chamber by number, colour and what is free in it."""
    places = int(parts.places[chamber])
    return say(
        "chambers.one",
        chamber=chamber,
        colour=colour_name(int(parts.colour[chamber]), say),
        free=places - int(state.stored[chamber]),
        places=places,
    )
