"""Myrmes: choices that a position tells of and nobody else knows yet, made once more."""

from typing import Any

from formicarium.core.compiled import rule
from formicarium.core.errors import require
from formicarium.core.layout import Row
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.documents import (
    QUESTION_NAMES,
    READY,
    TRACK_NAMES,
    SeatDoc,
    bounded,
    hex_of,
    hexes_of,
    number_of,
    plain_row,
)
from formicarium.games.myrmes.rules.harvest import MORE
from formicarium.games.myrmes.rules.together import choose, next_choice
from formicarium.games.myrmes.state import KINDS, Cube, Phase, Question


def fill_choices(parts: Row, state: Any, seat: int, doc: SeatDoc) -> None:
    """Make a seat's choices once more, up to the step where it stands."""
    name = f"seat {seat}"
    require(len(doc.chosen) == KINDS, f"{name}: chosen has {KINDS} numbers")
    bounded(doc.hatch, 0, Code.ROOM - Code.HATCH - 1, f"{name}: hatch")
    me = plain_row(state["seats"][seat])
    asked = me.question != Question.NONE
    require(asked or doc.step is None, f"{name} has nothing to decide in this phase")
    wanted = me.question if doc.step is None else _step(doc.step)
    picked = hexes_of(me.picked) if doc.picked is None else doc.picked
    told = _told(int(state["dice"][state["season"]]), doc, picked)
    while me.question != Question.NONE and (me.question, _made(me)) != (wanted, told):
        chosen = any(take(parts, state, seat, code) for code in _wishes(me, doc, picked))
        require(chosen, f"{name}: its choices do not lead to step {doc.step!r}")
        me = plain_row(state["seats"][seat])
    fits = (me.question, _made(me)) == (wanted, told)
    require(fits, f"{name}: its choices do not fit step {doc.step!r}")


def _step(name: str) -> int:
    return 0 if name == READY else 1 + number_of(QUESTION_NAMES[1:], name, "step")


def _told(die: int, doc: SeatDoc, picked: list[str]) -> tuple[object, ...]:
    """All choices that a document tells of."""
    event = die if doc.event is None else doc.event
    placed = [doc.placed.get(track, 0) for track in TRACK_NAMES]
    return event, placed, doc.hatch, doc.chosen, {*picked}


def _made(me: Any) -> tuple[object, ...]:
    """All choices that a seat has made."""
    return me.event, me.placed, me.hatch, me.chosen, {*hexes_of(me.picked)}


@rule
def take(parts: Row, state: Row, seat: int, code: int) -> bool:
    """Choose something if that is legal; whether it was."""
    legal = next_choice(parts, state, seat, code - 1) == code
    if legal:
        choose(parts, state, seat, code)
    return legal


def _wishes(me: Any, doc: SeatDoc, picked: list[str]) -> list[int]:
    """What a document would have a seat choose at its present step, the first best first."""
    question = Question(me.question)
    if question == Question.EVENT:
        return [] if doc.event is None else [Code.EVENT + doc.event]
    if question == Question.HATCH:
        return [Code.HATCH + doc.hatch]
    if question in (Question.TILES, Question.MORE):
        full = question == Question.MORE and me.chosen[MORE] == doc.chosen[MORE]
        due = [name for name in picked if name not in hexes_of(me.picked)]
        return [int(Code.DONE)] if full else [Code.HEX + hex_of(name) for name in due]
    if question in (Question.SCAVENGE, Question.CUBES):
        # What is plenty goes first: with a single kind left there would be no question any more.
        kinds = sorted(range(KINDS), key=lambda kind: me.chosen[kind] - me.store[kind])
        return [Code.FOOD + kind for kind in kinds if me.chosen[kind] < doc.chosen[kind]]
    if question == Question.FEED:
        more = me.chosen[Cube.FOOD] < doc.chosen[Cube.FOOD]
        return [int(Code.CONVERT if more else Code.DONE)]
    track = QUESTION_NAMES[question]
    return [Code[track.upper()] + doc.placed.get(track, 0)]


def check_no_choices(game: Any, seats: list[SeatDoc]) -> None:
    """Refuse choices where nobody decides in secret."""
    for seat, doc in enumerate(seats):
        picking = game.phase == Phase.GIVE and seat == game.seat
        alone = doc.step is None and not doc.hatch and not any(doc.chosen)
        require(alone and (picking or not doc.picked), f"seat {seat}: there is nothing to choose")
