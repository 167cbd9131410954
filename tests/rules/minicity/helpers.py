"""Short words for the rule tests: lay out a position, play notation, look at the table."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from typing import Any

import pytest

import formicarium as fm
from tests.rules.minicity.reckoning import ANTS, COLOURS, FIELDS, Doc

FRIENDS_GAME = {"variant": "friends"}
# Two cards in the middle, grey and violet: a red card beside them has reach 1.
QUIET = ".....gv....."
# A red ant without a way out: 2 and 5 are the only neighbours of chamber 1.
STUCK = {"red": 1, "grey": 2, "yellow": 44, "violet": 46, "black": 5}
OWN = ("hand", "box", "reserve", "points", "friends")


@functools.cache
def _game(players: int, options: tuple[tuple[str, str], ...]) -> fm.Game:
    return fm.load("minicity", players=players, **dict(options))


def game(players: int = 2, **options: str) -> fm.Game:
    return _game(players, tuple(sorted(options.items())))


def document(
    *,
    players: int = 2,
    options: dict[str, str] | None = None,
    others: list[Doc] | None = None,
    **fields: Any,
) -> Doc:
    """A position with seat 0 in turn; hand, box, reserve, points and friends are hers."""
    mine = {name: fields.pop(name) for name in OWN if name in fields}
    return {
        "game": "minicity",
        "players": players,
        "options": options or {},
        "seats": [mine, *(others or [])],
        **fields,
    }


def position(**fields: Any) -> fm.State:
    doc = document(**fields)
    return game(doc["players"], **doc["options"]).position(doc)


def friends(options: dict[str, str] | None = None, **fields: Any) -> fm.State:
    """The same in the game with friends; `own` names those that seat 0 has."""
    if "own" in fields:
        fields["friends"] = fields.pop("own").split()
    return position(options={**FRIENDS_GAME, **(options or {})}, **fields)


def reds(count: int) -> str:
    """A row with so many red cards at its west end, none of them at the river."""
    cards = "r" * count + "gv"
    west = 4 if count <= 5 else 1
    return ("." * west + cards).ljust(FIELDS, ".")


def moving(reach: int = 1, **fields: Any) -> Doc:
    """A red card has just been laid, and the red ant has this reach."""
    return {"phase": "move", "card": "nw", "north": reds(reach), **fields}


def arrived(chamber: int, **fields: Any) -> Doc:
    """The red ant has just arrived in a chamber."""
    ants = {"red": chamber, **fields.pop("ants", {})}
    return {"phase": "unload", "card": "nw", "north": reds(1), "ants": ants, **fields}


def play(state: fm.State, line: str) -> fm.State:
    """Play actions such as "play red nw; go 3", each by whoever is to act."""
    for action in filter(None, (part.strip() for part in line.split(";"))):
        state.play(seat(state), action)
    return state


def refuse(state: fm.State, action: str | int, by: int | None = None) -> str:
    """Try an action that must be refused without a trace; the number of the rule."""
    before = state.to_bytes()
    who = seat(state) if by is None else by
    with pytest.raises(fm.IllegalAction) as caught:
        state.play(who, action)
    assert state.to_bytes() == before
    assert list(caught.value.legal) == [legal.text for legal in state.actions(who)]
    return str(caught.value.rule)


def seat(state: fm.State) -> int:
    (one,) = state.to_act
    return one


def texts(state: fm.State, kind: str = "") -> list[str]:
    """The legal actions of the seat in turn, or those that begin with a word."""
    legal = [action.text for action in state.actions(seat(state))]
    return [text for text in legal if text.split()[0] == kind] if kind else legal


def goes(state: fm.State) -> list[int]:
    """Where the ant may go."""
    return [int(text.split()[1]) for text in texts(state, "go")]


def look(state: fm.State, name: str) -> Any:
    """One field of the position."""
    return state.to_position()[name]


def phase(state: fm.State) -> str:
    return str(look(state, "phase"))


def plays(state: fm.State) -> int:
    """How many cards have been laid in this turn."""
    return int(state.to_position().get("plays", 0))


def north(state: fm.State) -> str:
    return str(look(state, "north"))


def ants(state: fm.State) -> list[int]:
    """Where the five ants stand, in the order of their colours."""
    found = look(state, "ants")
    return [found[ant] for ant in ANTS]


def stored(state: fm.State, chamber: int) -> int:
    return int(look(state, "stored")[str(chamber)])


def changed(before: fm.State, after: fm.State) -> dict[int, int]:
    """The chambers with more or fewer stones than before, and how many."""
    old, new = look(before, "stored"), look(after, "stored")
    return {int(number): new[number] - old[number] for number in old if new[number] != old[number]}


def own(state: fm.State, name: str, by: int = 0) -> Any:
    return look(state, "seats")[by][name]


def hand(state: fm.State, by: int = 0) -> str:
    return str(own(state, "hand", by))


def stones(state: fm.State, name: str, by: int = 0) -> list[int]:
    """The stones in a box or a reserve, in the order of the colours."""
    found = own(state, name, by)
    return [found.get(colour, 0) for colour in COLOURS]


def box(state: fm.State, by: int = 0) -> list[int]:
    return stones(state, "box", by)


def reserve(state: fm.State, by: int = 0) -> list[int]:
    return stones(state, "reserve", by)


def points(state: fm.State, by: int = 0) -> int:
    """The friendship points of a seat."""
    return int(own(state, "points", by))


def used(state: fm.State) -> list[str]:
    return list(look(state, "used"))


def reach(state: fm.State) -> int:
    return int(state.view(seat(state))["reach"])


def record(**fields: Any) -> fm.Record:
    """A game that begins with a position."""
    doc = document(**fields)
    return fm.Record(game(doc["players"], **doc["options"]), position=doc)


def write_down(rec: fm.Record, line: str) -> fm.Record:
    for action in (part.strip() for part in line.split(";")):
        rec.play(seat(rec.state), action)
    return rec


def stock_at_random(state: fm.State, chance: random.Random) -> fm.State:
    """Let everybody choose her first seven stones."""
    for _ in range(7 * state.game.players):
        one = chance.choice(state.to_act)
        state.play(one, chance.choice(state.codes(one)))
    return state


def stroll(state: fm.State, seed: int, most: int) -> Iterator[tuple[fm.State, int, str, fm.State]]:
    """Play on at random, gladly with friends: before, seat, action, after, again and again."""
    chance = random.Random(seed)
    for _ in range(most):
        if state.is_over:
            return
        one = chance.choice(state.to_act)
        before, action = state.copy(), _choice(state.actions(one), chance)
        state.play(one, action)
        yield before, one, action.text, state


def _choice(legal: list[fm.Action], chance: random.Random) -> fm.Action:
    """Any kind of action, then any of this kind."""
    kinds = sorted({action.text.split()[0] for action in legal})
    kind = chance.choice(kinds)
    return chance.choice([action for action in legal if action.text.split()[0] == kind])
