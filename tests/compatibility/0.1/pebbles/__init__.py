"""A tiny game of another package: whoever is to act takes a few pebbles from a heap."""

from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
from rich.text import Text

from formicarium.core.errors import BadComponents, BadPosition
from formicarium.core.rulebook import Refusal, Rulebook
from formicarium.core.text import Phrases

from .rules import (
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


def make_parts(documents: Mapping[str, Any]) -> np.record:
    stones = documents[HEAP].get("stones")
    if not isinstance(stones, int) or not 1 <= stones <= 100:
        raise BadComponents(f"a heap of {stones!r} pebbles, and there must be 1 to 100")
    parts: np.record = np.zeros(1, PARTS)[0]
    parts.stones = stones
    return parts


def write(parts: np.record, state: np.record, code: int) -> str:
    return f"take {code + 1}"


def read(parts: np.record, state: np.record, text: str) -> int | None:
    notations = [write(parts, state, code) for code in range(MOST)]
    wanted = " ".join(text.lower().split())
    return notations.index(wanted) if wanted in notations else None


def describe(parts: np.record, state: np.record, seat: int, code: int, say: Phrases) -> str:
    return say("take", count=code + 1)


def refusal(parts: np.record, state: np.record, seat: int, code: int) -> Refusal:
    return Refusal("PB-1.1", "refused", {"stones": int(state.stones)})


def view(parts: np.record, state: np.record, seat: int | None) -> Doc:
    known = to_position(parts, state)
    del known["rng"]
    return known


def breakdown(parts: np.record, state: np.record) -> Doc:
    taken = state.taken[: state.players].tolist()
    return {"seats": [{"seat": seat, "total": total} for seat, total in enumerate(taken)]}


def to_position(parts: np.record, state: np.record) -> Doc:
    return {
        "stones": int(state.stones),
        "taken": state.taken[: state.players].tolist(),
        "to_act": int(state.to_act),
        "rng": int(state.rng),
    }


def from_position(parts: np.record, state: np.record, body: Doc) -> None:
    if body["stones"] + sum(body["taken"]) != parts.stones:
        raise BadPosition("pebbles do not add up")
    state.stones, state.to_act, state.rng = body["stones"], body["to_act"], body["rng"]
    state.taken[: state.players] = body["taken"]


def draw(parts: np.record, seen: Doc, say: Phrases) -> Text:
    return Text("o" * seen["stones"])


RULEBOOK = Rulebook(
    name="pebbles",
    package=__name__,
    version=1,
    players=range(2, PLAYERS + 1),
    options=OPTIONS,
    record=STATE,
    parts=PARTS,
    actions=MOST,
    most_legal=MOST,
    observation=(("stones", 1),),
    components={HEAP: Path(__file__).parent / "components" / "heap.json"},
    setup=setup,
    legal=legal,
    apply=apply,
    redetermine=redetermine,
    score=score,
    observe=observe,
    appraise=appraise,
    swing=1.0,
    horizon=-1,
    greed=0.0,
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
