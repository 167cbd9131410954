"""A position with anything changed in it is refused, or can be played like any other."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import formicarium as fm
from tests.properties.lines import Line, Table, on_random_games

SCRAPS: list[Any] = [0, 1, -1, 3, 10, 11, 62, 127, 128, 1000, -100, 2**31, 2**64, 10**30]
SCRAPS += [None, True, 1.5, "", "x", "take", "man", "over", "leader", "0x0", [], [1, 1], [[]], {}]


@on_random_games(190)
def test_a_damaged_position_is_refused_or_playable(table: Table, line: Line) -> None:
    state = line.stop(table)
    dice = random.Random(line.choices)
    doc = state.to_position()
    for _ in range(dice.choice((1, 1, 2, 3))):
        damage(doc, dice)
    before = copy.deepcopy(doc)
    try:
        read = state.game.position(doc)
    except fm.FormicariumError:
        return
    finally:
        assert doc == before
    assert state.game.position(read.to_position()) == read
    check_playable(read, line)


def check_playable(state: fm.State, line: Line) -> None:
    for seat in range(state.game.players):
        assert (abs(state.observe(seat)) <= 1).all()
        assert state.view(seat)
    for decision, _ in enumerate(line.play_on(state)):
        assert decision < state.game.longest
    assert state.winners()
    assert [seat["total"] for seat in state.breakdown()["seats"]] == state.scores()


def damage(doc: dict[str, Any], dice: random.Random) -> None:
    """Leave something out, put something else there, or disorder it."""
    inside, key = dice.choice([place for place in places(doc) if place[1] != "options"])
    value = inside[key]
    ways = ["drop", "replace"]
    ways += ["count"] * (type(value) is int) + ["repeat", "disorder"] * isinstance(inside, list)
    match dice.choice(ways):
        case "drop":
            del inside[key]
        case "replace":
            inside[key] = copy.deepcopy(dice.choice(SCRAPS))
        case "count":
            inside[key] += dice.choice((-2, -1, 1, 2))
        case "repeat":
            inside.append(copy.deepcopy(value))
        case "disorder":
            dice.shuffle(inside)


def places(doc: Any) -> Iterator[tuple[Any, Any]]:
    """Everything in a document: what it lies in, and where."""
    for key in doc if isinstance(doc, dict) else range(len(doc)):
        yield doc, key
        if isinstance(doc[key], dict | list):
            yield from places(doc[key])
