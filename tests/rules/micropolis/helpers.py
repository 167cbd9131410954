"""Short words for the rule tests: lay out a position, play notation, look at the table."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from typing import Any

import pytest

import formicarium as fm
from tests.rules.micropolis.reckoning import PLAIN, TILES, Doc, posts

# After which rounds the row is refilled (MP-6.5).
REFILLS: dict[tuple[str, int], tuple[int, ...]] = {
    ("base", 2): (3, 6, 9),
    ("base", 3): (2, 4, 6, 8),
    ("base", 4): tuple(range(1, 10)),
    ("base", 5): tuple(range(1, 10)),
    ("base", 6): tuple(range(1, 10)),
    ("expert", 2): tuple(range(2, 19, 2)),
    ("expert", 3): tuple(range(2, 19, 2)),
}
TABLES = tuple(REFILLS)


def row_length(variant: str, players: int, turns: int) -> int:
    """How many tiles lie in the row after so many finished turns."""
    refilled = max((r for r in REFILLS[variant, players] if r <= turns // players), default=0)
    return 7 - (turns - refilled * players)


@functools.cache
def _game(players: int, options: tuple[tuple[str, str], ...]) -> fm.Game:
    return fm.load("micropolis", players=players, **dict(options))


def game(players: int, **options: str) -> fm.Game:
    return _game(players, tuple(sorted(options.items())))


def spare_tiles(used: set[int]) -> list[int]:
    """Tiles to fill up with: first those without effect, barracks last."""
    rest = [tile for tile in TILES if tile not in PLAIN]
    rest.sort(key=lambda tile: (posts(tile) > 0, tile))
    return [tile for tile in (*PLAIN, *rest) if tile not in used]


def position(
    *,
    players: int = 4,
    turn: int = 0,
    in_round: int = 2,
    leader: int = 0,
    anthills: Sequence[Doc] = (),
    armies: Sequence[int] = (),
    row: Sequence[int] = (),
    options: dict[str, str] | None = None,
    **fields: Any,
) -> fm.State:
    """Lay out the position after `turn` turns of a round.

    Tiles that are not named are filled in: the row with tiles without effect, and the anthills so
    that everybody has as many tiles as she should.
    """
    options = options or {}
    variant = options.get("variant", "base")
    each = 2 if variant == "expert" else 1
    phase = fields.get("phase", "")
    taken = phase in ("place", "man", "sentinel")
    turns = (in_round - 1) * players + turn

    hills: list[Doc] = [dict(hill) for hill in anthills]
    hills += [{} for _ in range(each * players - len(hills))]
    for hill, army in zip(hills, armies, strict=False):
        hill["army"] = army
    for hill in hills:
        hill["tiles"] = list(hill.get("tiles", []))
    used = {tile for hill in hills for tile in hill["tiles"]} | set(row) | {fields.get("tile", 0)}
    spare = spare_tiles(used | set(fields.get("pile", [])))

    lying = list(row)
    while len(lying) < row_length(variant, players, turns) - taken:
        lying.append(spare.pop(0))
    for seat in range(players):
        own = hills[each * seat : each * seat + each]
        moved = (seat - leader // each) % players
        due = in_round - 1 + (moved < turn) + (moved == turn and phase in ("man", "sentinel"))
        while sum(len(hill["tiles"]) for hill in own) < due:
            min(own, key=lambda hill: len(hill["tiles"]))["tiles"].append(spare.pop(0))
    doc = {
        "game": "micropolis",
        "players": players,
        "options": options,
        "leader": leader,
        "anthills": hills,
        "row": lying,
        **fields,
    }
    return game(players, **options).position(doc)


def finished(anthills: Sequence[Doc], **options: str) -> fm.State:
    """A game that is over, with these anthills."""
    expert = options.get("variant") == "expert"
    players = len(anthills) // 2 if expert else len(anthills)
    rounds = 20 if expert else 10
    return position(players=players, in_round=rounds + 1, anthills=anthills, options=options)


def play(state: fm.State, line: str) -> fm.State:
    """Play actions such as "take 3; place left", each by whoever is to act."""
    for action in filter(None, (part.strip() for part in line.split(";"))):
        state.play(seat(state), action)
    return state


def refuse(state: fm.State, action: str | int, by: int | None = None) -> fm.IllegalAction:
    """Try an action that must be refused without a trace."""
    before = state.to_bytes()
    with pytest.raises(fm.IllegalAction) as caught:
        state.play(seat(state) if by is None else by, action)
    assert state.to_bytes() == before
    assert caught.value.rule.startswith("MP-")
    if by is None:
        assert list(caught.value.legal) == texts(state)
    return caught.value


def seat(state: fm.State) -> int:
    (one,) = state.to_act
    return one


def texts(state: fm.State) -> list[str]:
    return [action.text for action in state.actions(seat(state))]


def phase(state: fm.State) -> str:
    return str(state.to_position()["phase"])


def armies(state: fm.State) -> list[int]:
    return [hill["army"] for hill in state.to_position()["anthills"]]


def tokens(state: fm.State) -> list[int]:
    """Architect tokens in front of each anthill, then those in the reserve."""
    doc = state.to_position()
    return [*(hill.get("tokens", 0) for hill in doc["anthills"]), doc["tokens"]]


def reserve(state: fm.State) -> int:
    return int(state.to_position()["reserve"])


def row(state: fm.State) -> list[int]:
    return list(state.to_position()["row"])


def soldiers(state: fm.State) -> list[int]:
    return list(state.to_position()["soldiers"])


def pile(state: fm.State) -> list[int]:
    return list(state.to_position()["pile"])


def leader(state: fm.State) -> int:
    return int(state.to_position()["leader"])


def manned(state: fm.State, anthill: int = 0) -> set[int]:
    return set(state.to_position()["anthills"][anthill].get("manned", []))


def built(state: fm.State, anthill: int = 0) -> dict[int, int]:
    """Ring slot -> tile of one anthill (MP-4.8)."""
    hill = state.to_position()["anthills"][anthill]
    first = hill.get("lefts", 0)
    return {(place - first) % 10 + 1: tile for place, tile in enumerate(hill["tiles"])}


def points(state: fm.State, anthill: int = 0) -> Doc:
    """The detail of one anthill."""
    hills: list[Doc] = [hill for own in state.breakdown()["seats"] for hill in own["anthills"]]
    (found,) = (hill for hill in hills if hill["anthill"] == anthill)
    return found


def shown(state: fm.State, anthill: int = 0) -> list[Doc]:
    """The galleries of one anthill in an order of their own, to compare them."""
    return in_order(points(state, anthill)["galleries"])


def in_order(galleries: Sequence[Doc]) -> list[Doc]:
    plain = [
        {**gallery, "tiles": sorted(gallery["tiles"]), "fruits": sorted(gallery["fruits"])}
        for gallery in galleries
    ]
    return sorted(plain, key=lambda gallery: str(sorted(gallery.items())))


def stroll(state: fm.State, seed: int) -> list[fm.State]:
    """Play on at random to the end; the states on the way, each after one action."""
    chance = random.Random(seed)
    way = [state.copy()]
    while not state.is_over:
        state.play(seat(state), chance.choice(state.codes(seat(state))))
        way.append(state.copy())
    return way
