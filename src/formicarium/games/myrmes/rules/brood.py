"""Myrmes: events and births."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.myrmes.actions import TRACK_KINDS, Code
from formicarium.games.myrmes.state import (
    ANTS,
    EVENTS,
    LARVAE_BORN,
    SOLDIERS_BORN,
    TRACK_LIMIT,
    TRACKS,
    WORKERS_BORN,
    BirthEvents,
    Phase,
    Question,
    Reveal,
    SeasonEvent,
    ShortSupply,
    Track,
)

MORE_LARVAE = 2  # with the event

# By Track: where its codes begin, and the question about it.
TRACK_CODES = tuple(int(kind) for kind in TRACK_KINDS)
TRACK_QUESTIONS = tuple(int(Question[track.name]) for track in Track)
# By Question: the track that it is about; -1: none, and the first track comes next.
TRACK_ASKED = tuple(
    TRACK_QUESTIONS.index(question) if question in TRACK_QUESTIONS else -1 for question in Question
)

# --- Questions ------------------------------------------------------------------------------------


@rule
def first_in_brood(state: Row, me: Row) -> int:
    """The event, where larvae could move the marker (MY-3.6, MY-4.4); else nurses, if any."""
    with_event = state.phase == Phase.EVENT or state.options.reveal == Reveal.TOGETHER
    if with_event and me.larvae > 0:
        return wide(Question.EVENT)
    asked = state.phase == Phase.BROOD and me.nurses > 0
    return wide(Question.LARVAE if asked else Question.NONE)


@rule
def brood_answers(state: Row, me: Row) -> tuple[int, int]:
    """The first and the last code that a seat may answer with (MY-4.4, MY-5.1)."""
    if me.question == Question.EVENT:
        die = wide(state.dice[state.season])
        first, last = max(die - me.larvae, 0), min(die + me.larvae, EVENTS - 1)
        return Code.EVENT + first, Code.EVENT + last
    if me.question == Question.HATCH:
        fewest, most = workers_to_hatch(state, me)
        return Code.HATCH + fewest, Code.HATCH + most
    track = TRACK_ASKED[me.question]
    most = min(TRACK_LIMIT[track], nurses_left(me))
    return TRACK_CODES[track], TRACK_CODES[track] + most


@rule
def answer_brood(state: Row, me: Row, code: int) -> None:
    """Note the event, the nurses on a track, or who is born, and go on."""
    if me.question == Question.EVENT:
        me.event = code - Code.EVENT
    elif me.question == Question.HATCH:
        me.hatch = code - Code.HATCH
    else:
        track = TRACK_ASKED[me.question]
        me.placed[track] = code - TRACK_CODES[track]
    me.question = next_in_brood(state, me)


@rule
def next_in_brood(state: Row, me: Row) -> int:
    """The next track while nurses are left, then perhaps who is born (MY-5.2)."""
    if state.phase == Phase.EVENT or me.question == Question.HATCH:
        return wide(Question.NONE)
    following = TRACK_ASKED[me.question] + 1
    if following < TRACKS and nurses_left(me) > 0:
        return TRACK_QUESTIONS[following]
    fewest, most = workers_to_hatch(state, me)
    return wide(Question.HATCH if fewest < most else Question.NONE)


@rule
def nurses_left(me: Row) -> int:
    """Nurses who are not on an objective and not placed (MY-5.10)."""
    left = wide(me.nurses)
    for track in range(TRACKS):
        left -= me.placed[track]
    return left


# --- Births ---------------------------------------------------------------------------------------


@rule
def pay_event(state: Row, me: Row) -> None:
    """A larva for each space that the marker was moved from the die (MY-3.9, MY-4.2)."""
    me.larvae -= abs(me.event - state.dice[state.season])


@rule
def event_helps(state: Row, me: Row, event: int, born: int) -> bool:
    """Whether the event adds to the births on a track (MY-4.18)."""
    always = state.options.birth_events == BirthEvents.ALWAYS
    return me.event == event and (born > 0 or always)


@rule
def larvae_for(state: Row, me: Row, nurses: int) -> int:
    """Larvae that so many nurses breed (MY-4.12)."""
    born = LARVAE_BORN[nurses]
    return born + MORE_LARVAE if event_helps(state, me, SeasonEvent.LARVAE, born) else born


@rule
def workers_for(state: Row, me: Row, nurses: int) -> int:
    """Workers that so many nurses breed if all of them find room (MY-4.17)."""
    born = WORKERS_BORN[nurses]
    return born + 1 if event_helps(state, me, SeasonEvent.WORKER, born) else born


@rule
def soldiers_for(state: Row, me: Row, nurses: int) -> int:
    """Soldiers that so many nurses breed if all of them find room (MY-4.15)."""
    born = SOLDIERS_BORN[nurses]
    return born + 1 if event_helps(state, me, SeasonEvent.SOLDIER, born) else born


@rule
def ants_due(state: Row, me: Row) -> tuple[int, int]:
    """Workers and soldiers who would be born if all of them found room."""
    workers = workers_for(state, me, wide(me.placed[Track.WORKERS]))
    soldiers = soldiers_for(state, me, wide(me.placed[Track.SOLDIERS]))
    return workers, soldiers


@rule
def workers_to_hatch(state: Row, me: Row) -> tuple[int, int]:
    """The fewest and the most workers that can be born (MY-5.8, MY-5.11).

    No player has more than eight ants (MY-5.7).
    """
    workers, soldiers = ants_due(state, me)
    room = ANTS - me.workers - me.soldiers
    if workers + soldiers <= room:
        return workers, workers
    fewest = max(room - soldiers, 0)
    most = min(workers, room)
    if state.options.short_supply == ShortSupply.WORKERS:
        return most, most
    if state.options.short_supply == ShortSupply.SOLDIERS:
        return fewest, fewest
    return fewest, most


@rule
def give_birth(state: Row, me: Row) -> None:
    """Larvae, workers and soldiers leave the brood rooms (MY-5.6)."""
    if state.options.reveal == Reveal.TOGETHER:
        pay_event(state, me)
    me.larvae += larvae_for(state, me, wide(me.placed[Track.LARVAE]))
    _, soldiers = ants_due(state, me)
    workers, most = workers_to_hatch(state, me)
    if workers < most:
        workers = wide(me.hatch)
    room = ANTS - me.workers - me.soldiers - workers
    me.workers += workers
    me.soldiers += min(soldiers, room)
    me.hatch = 0
