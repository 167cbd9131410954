"""Micropolis: the action space, its notation, and each action in words."""

import functools

from formicarium.core import terms
from formicarium.core.layout import Row
from formicarium.core.text import Phrases
from formicarium.games.micropolis.components import (
    FRUITS,
    ants_of,
    fruits_of,
    gifts_of,
    queens_of,
)
from formicarium.games.micropolis.state import ANTHILLS, RING, ROW, Effect, ExpertTie, Side, Variant


class Code(terms.Code):
    """Where each kind of action begins in the action space."""

    TAKE = 0  # + place in the row
    TAKE_WITH_TOKEN = TAKE + ROW  # + place in the row
    PLACE = TAKE_WITH_TOKEN + ROW  # + Side
    MAN_YES = PLACE + 2
    MAN_NO = MAN_YES + 1
    GARRISON = MAN_NO + 1  # + ring slot
    WITHDRAW = GARRISON + RING  # + ring slot
    DONE = WITHDRAW + RING
    ANTHILL = DONE + 1  # + 0 or 1
    LEAD = ANTHILL + 2  # + anthill
    END = LEAD + ANTHILLS


ACTIONS = int(Code.END)
EXPERT, RECEIVER = int(Variant.EXPERT), int(ExpertTie.RECEIVER)


def anthill_name(state: Row, anthill: int) -> str:
    """An anthill as people call it: by its seat, in the expert game with a letter."""
    return _anthill_names(_is_expert(state))[anthill]


def write(parts: Row, state: Row, code: int) -> str:
    """An action code as notation."""
    if code < Code.LEAD:
        return _notations(expert=False)[code]
    return f"lead {anthill_name(state, code - Code.LEAD)}"


def read(parts: Row, state: Row, text: str) -> int | None:
    """Notation as an action code, or None if it means nothing in this game."""
    notations = _notations(_is_expert(state))
    wanted = " ".join(text.lower().split())
    return notations.index(wanted) if wanted in notations else None


def describe(parts: Row, state: Row, seat: int, code: int, say: Phrases) -> str:
    """An action as a sentence."""
    kind, number = split(code)
    words = {}
    if kind in (Code.TAKE, Code.TAKE_WITH_TOKEN):
        words["tile"] = tile_name(parts, int(state.row[number]), say)
        words["place"] = str(number + 1)
        words["cost"] = say.count("soldiers", number) if number else say("actions.nothing")
        soldiers = int(state.soldiers[number])
        gain = say("actions.gain", soldiers=say.count("soldiers", soldiers)) if soldiers else ""
        words["gain"] = gain
    elif kind == Code.PLACE:
        words["side"] = say(f"sides.{Side(number).name.lower()}")
    elif kind in (Code.MAN_YES, Code.MAN_NO):
        size = parts.tiles[state.anthills[state.anthill].tiles[state.slot]].barracks
        words["soldiers"] = say.count("soldiers", int(size))
    elif kind in (Code.GARRISON, Code.WITHDRAW):
        tile = int(state.anthills[state.anthill].tiles[number])
        words["size"] = str(parts.tiles[tile].barracks)
        words["slot"] = str(number + 1)
    elif kind == Code.ANTHILL:
        words["letter"] = "ab"[number]
    elif kind == Code.LEAD:
        return _lead(state, seat, number, say)
    return say(f"actions.{kind.name.lower()}", **words)


@functools.cache
def split(code: int) -> tuple[Code, int]:
    """The kind of an action and the number that goes with it."""
    kind = max(kind for kind in Code if kind <= code)
    return kind, code - kind


def tile_name(parts: Row, tile: int, say: Phrases) -> str:
    """A tile by what is on it: what it does, and all else in brackets. No tile bears a number."""
    row = parts.tiles[tile]
    effect, queens = Effect(int(row.effect)), int(queens_of(row.holds[-1]))
    things = [effect.name.lower()] if effect else []
    things += ["queen"] * bool(queens)
    things += [fruit for bit, fruit in enumerate(FRUITS) if fruits_of(row.holds[-1]) >> bit & 1]
    things += ["gift"] * bool(gifts_of(row.holds[-1]))
    count = int(ants_of(row.holds[-1])) - queens - (effect not in (Effect.NONE, Effect.BARRACKS))
    workers = [say.count("workers", count)] if count else []
    if not things:
        return say("tiles.plain", workers=workers[0]) if workers else say("tiles.empty")
    eggs = [say.count("eggs", int(row.eggs))] if row.eggs else []
    more = [*eggs, *(say(f"names.{thing}") for thing in things[1:]), *workers]
    name = say(f"tiles.{things[0]}", size=int(row.barracks))
    return f"{name} ({', '.join(more)})" if more else name


def _lead(state: Row, seat: int, anthill: int, say: Phrases) -> str:
    """Who gets the marker, and for which of two anthills."""
    owner, letter = divmod(anthill, 2) if _is_expert(state) else (anthill, 0)
    by_name = not _is_expert(state) or _names_a_player(state, seat, anthill)
    key = "actions.lead" if by_name else "actions.lead_anthill"
    return say(key, whom=say("names.seat", n=owner + 1), letter="ab"[letter])


def _is_expert(state: Row) -> bool:
    return int(state.options.variant) == EXPERT


def _names_a_player(state: Row, seat: int, anthill: int) -> bool:
    """Whether the leader names a player only, who chooses between her anthills herself."""
    by_option = int(state.options.expert_tie) == RECEIVER
    return by_option and _is_expert(state) and anthill // 2 != seat


@functools.cache
def _anthill_names(expert: bool) -> tuple[str, ...]:
    if expert:
        return tuple(f"{1 + anthill // 2}{'ab'[anthill % 2]}" for anthill in range(ANTHILLS))
    return tuple(str(1 + anthill) for anthill in range(ANTHILLS))


@functools.cache
def _notations(expert: bool) -> tuple[str, ...]:
    row, ring = range(1, ROW + 1), range(1, RING + 1)
    return (
        *(f"take {place}" for place in row),
        *(f"take {place} token" for place in row),
        "place left",
        "place right",
        "man yes",
        "man no",
        *(f"garrison {slot}" for slot in ring),
        *(f"withdraw {slot}" for slot in ring),
        "done",
        "anthill a",
        "anthill b",
        *(f"lead {name}" for name in _anthill_names(expert)),
    )
