"""A tiny game of another package: whoever is to act takes a few pebbles from a heap."""

from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
from rich.text import Text

from formicarium.core.errors import BadComponents, BadPosition
from formicarium.core.layout import Row
from formicarium.core.rulebook import Refusal, Rulebook
from formicarium.core.text import Phrases

from .rules import (
    JUDGEMENT,
    MOST,
    OPTIONS,
    PARTS,
    PLAYERS,
    STATE,
    apply,
    appraise,
    legal,
    observe,
    redetermine,
    reopen,
    score,
    setup,
)

HEAP = "pebbles/heap"
Doc = dict[str, Any]


def check(players: int, options: Mapping[str, IntEnum]) -> None:
    """All options go together."""


def longest(players: int, options: Mapping[str, IntEnum]) -> int:
    """One pebble at a time."""
    return 100


def make_parts(documents: Mapping[str, Any]) -> Row:
    stones = documents[HEAP].get("stones")
    if not isinstance(stones, int) or not 1 <= stones <= 100:
        raise BadComponents(f"a heap of {stones!r} pebbles, and there must be 1 to 100")
    parts: Row = np.zeros(1, PARTS)[0]
    parts.stones = stones
    return parts


def write(parts: Row, state: Row, code: int) -> str:
    return f"take {code + 1}"


def read(parts: Row, state: Row, text: str) -> int | None:
    notations = [write(parts, state, code) for code in range(MOST)]
    wanted = " ".join(text.lower().split())
    return notations.index(wanted) if wanted in notations else None


def describe(parts: Row, state: Row, seat: int, code: int, say: Phrases) -> str:
    return say("take", count=code + 1)


def refusal(parts: Row, state: Row, seat: int, code: int) -> Refusal:
    return Refusal("PB-1.1", "refused", {"stones": int(state.stones)})


def view(parts: Row, state: Row, seat: int | None) -> Doc:
    known = to_position(parts, state)
    del known["rng"]
    return known


def breakdown(parts: Row, state: Row) -> Doc:
    taken = state.taken[: state.players].tolist()
    return {"seats": [{"seat": seat, "total": total} for seat, total in enumerate(taken)]}


def to_position(parts: Row, state: Row) -> Doc:
    return {
        "stones": int(state.stones),
        "taken": state.taken[: state.players].tolist(),
        "to_act": int(state.to_act),
        "rng": int(state.rng),
    }


def from_position(parts: Row, state: Row, body: Doc) -> None:
    if body["stones"] + sum(body["taken"]) != parts.stones:
        raise BadPosition("pebbles do not add up")
    state.stones, state.to_act, state.rng = body["stones"], body["to_act"], body["rng"]
    state.taken[: state.players] = body["taken"]


def draw(parts: Row, seen: Doc, say: Phrases) -> Text:
    return Text("o" * seen["stones"])


RULEBOOK = Rulebook(
    name="pebbles",
    package=__name__,
    version=1,
    players=range(2, PLAYERS + 1),
    options=OPTIONS,
    state_layout=STATE,
    parts_layout=PARTS,
    actions=MOST,
    most_legal=MOST,
    observation=(("stones", 1),),
    component_files={HEAP: Path(__file__).parent / "components" / "heap.json"},
    setup=setup,
    legal=legal,
    apply=apply,
    redetermine=redetermine,
    reopen=reopen,
    score=score,
    observe=observe,
    appraise=appraise,
    judgement_layout=JUDGEMENT,
    check=check,
    longest=longest,
    make_parts=make_parts,
    write=write,
    read=read,
    describe=describe,
    refusal=refusal,
    view=view,
    breakdown=breakdown,
    to_position=to_position,
    from_position=from_position,
    draw=draw,
)
