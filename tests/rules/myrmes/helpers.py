"""Short words for the rule tests: lay out a position, play notation, look at the table."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from typing import Any

import pytest

import formicarium as fm
from formicarium.core.compiled import INTERPRETED
from tests.rules.myrmes.reckoning import Doc

# A seat that is asked nothing in the event and in the births.
QUIET: Doc = {"nurses": 0, "larvae": 0}
TRACKS = ("larvae", "workers", "soldiers", "atelier")
SEASONS = ("spring", "summer", "autumn")


@functools.cache
def _game(players: int, options: tuple[tuple[str, str], ...]) -> fm.Game:
    return fm.load("myrmes", players=players, **dict(options))


def game(players: int = 4, **options: str) -> fm.Game:
    return _game(players, tuple(sorted(options.items())))


def position(
    *seats: Doc, players: int = 4, options: dict[str, str] | None = None, **fields: Any
) -> fm.State:
    """Lay out a position; seats that are not named stand as at the start."""
    options = options or {}
    doc = {"game": "myrmes", "players": players, "options": options, "seats": list(seats), **fields}
    return game(players, **options).position(doc)


def garden(worker: str, me: Doc | None = None, *others: Doc, **fields: Any) -> fm.State:
    """A worker of the first seat is out."""
    return position(me or {}, *others, phase="garden", worker=worker, **fields)


def last_worker(*seats: Doc, players: int = 4, **fields: Any) -> fm.State:
    """The last worker of the season is out: `done` brings the harvest."""
    everybody = [*seats, *({} for _ in range(players - len(seats)))]
    idle = [{"workers": 0, **seat} for seat in everybody]
    worker = {4: "d4", 3: "f3", 2: "l4"}[players]
    return position(*idle, players=players, **{"phase": "garden", "worker": worker, **fields})


def atelier(me: Doc | None = None, *others: Doc, nurses: int = 2, **fields: Any) -> fm.State:
    """The first seat acts in the atelier, with so many nurses there."""
    mine = {"nurses": max(nurses, 3), "placed": {"atelier": nurses}, **(me or {})}
    return position(mine, *others, **{"phase": "atelier", "season": "summer", **fields})


def brood(line: str, me: Doc | None = None, die: int = 4, **fields: Any) -> fm.State:
    """Only the first seat is asked about births; she answers, and places nobody else."""
    mine = {"larvae": 0, **(me or {})}
    state = position(mine, QUIET, QUIET, QUIET, phase="brood", dice=[die] * 3, **fields)
    play(state, line, by=0)
    return wait(state) if phase(state) == "brood" else state


def play(state: fm.State, line: str, by: int | None = None) -> fm.State:
    """Play actions such as "d4; e4; lay pair; d5 e4", each by whoever is to act."""
    for action in filter(None, (part.strip() for part in line.split(";"))):
        state.play(seat(state) if by is None else by, action)
    return state


def wait(state: fm.State) -> fm.State:
    """Everybody decides as little as possible until the phase is over."""
    now = phase(state), when(state)
    while (phase(state), when(state)) == now and state.to_act:
        by = state.to_act[0]
        legal = texts(state, by)
        still = f"event {die(state)}"
        state.play(by, next((text for text in ("done", still) if text in legal), legal[0]))
    return state


def refuse(state: fm.State, action: str | int, by: int | None = None) -> str:
    """Try an action that must be refused without a trace; the rule that forbids it."""
    before = state.to_bytes()
    with pytest.raises(fm.IllegalAction) as caught:
        state.play(seat(state) if by is None else by, action)
    assert state.to_bytes() == before
    if by is None:
        assert list(caught.value.legal) == texts(state)
    return caught.value.rule


def seat(state: fm.State) -> int:
    (one,) = state.to_act
    return one


def texts(state: fm.State, by: int | None = None) -> list[str]:
    return [action.text for action in state.actions(seat(state) if by is None else by)]


def hexes(state: fm.State) -> list[str]:
    """The single hexes among the legal actions."""
    return [text for text in texts(state) if text[0] in "abcdefghijklmno" and text[1:].isdigit()]


def lays(state: fm.State) -> list[str]:
    """What the worker may lay."""
    return [text[4:] for text in texts(state) if text.startswith("lay ")]


def phase(state: fm.State) -> str:
    return str(state.to_position()["phase"])


def die(state: fm.State) -> int:
    doc = state.to_position()
    return int(doc["dice"][SEASONS.index(doc["season"])])


def when(state: fm.State) -> tuple[int, str]:
    doc = state.to_position()
    return doc["year"], doc["season"]


def own(state: fm.State, by: int = 0) -> Doc:
    """What a seat has."""
    found: Doc = state.to_position()["seats"][by]
    return found


def store(state: fm.State, by: int = 0) -> tuple[int, int, int]:
    """Food, earth and stone of a seat."""
    mine = own(state, by)
    return mine["food"], mine["earth"], mine["stone"]


def gained(state: fm.State, by: int = 0) -> dict[str, int]:
    """The points of a seat by source, without those of the start."""
    row = state.breakdown()["seats"][by]
    return {name: row[name] for name in row if name not in ("seat", "total", "start") and row[name]}


def tile(state: fm.State, cell: str) -> Doc | None:
    """The tile that covers a hex."""
    for lying in state.to_position()["tiles"]:
        if cell in lying["cells"]:
            found: Doc = lying
            return found
    return None


def pheromone(cells: str, owner: int | None = 0, **more: Any) -> Doc:
    return {"cells": cells.split(), "owner": owner, **more}


def empty(cells: str, owner: int | None = 0) -> Doc:
    """A pheromone without cubes."""
    return pheromone(cells, owner, cubes=[])


def special(kind: str, cells: str, owner: int | None = 0) -> Doc:
    return {"cells": cells.split(), "kind": kind, "owner": owner}


def fewer(numbers: range, interpreted: int) -> range:
    """These numbers, but only the first ones where rules run interpreted, which takes long."""
    return numbers[:interpreted] if INTERPRETED else numbers


def again(state: fm.State) -> None:
    """The position can be written down and read back."""
    assert state.game.position(state.to_position()) == state


@functools.cache
def stroll(
    players: int, seed: int, options: tuple[tuple[str, str], ...] = (), *, rich: bool = False
) -> Sequence[Doc]:
    """A whole random game: the position at the start and after every decision."""
    chance = random.Random(seed)
    table = _game(players, options)
    state = riches(table, seed) if rich else table.start(seed)
    way = [state.to_position()]
    while not state.is_over:
        by = chance.choice(state.to_act)
        state.play(by, chance.choice(state.codes(by)))
        way.append(state.to_position())
    return way


def riches(table: fm.Game, seed: int) -> fm.State:
    """A start with deep colonies and full stores, where everything is soon within reach."""
    doc = table.start(seed).to_position()
    for mine in doc["seats"]:
        mine.update(level=3, nurses=7, workers=3, soldiers=3, larvae=9, food=2, earth=2, stone=2)
    return table.position(doc)
