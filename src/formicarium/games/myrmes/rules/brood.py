"""Myrmes: events and births."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.myrmes.state import (
    ANTS,
    LARVAE_BORN,
    SOLDIERS_BORN,
    TRACKS,
    WORKERS_BORN,
    BirthEvents,
    Event,
    Reveal,
    ShortSupply,
    Step,
    Track,
)

MORE_LARVAE = 2  # with the event


@rule
def pay_event(state: Row, me: Row) -> None:
    """A larva for each space that the marker was moved from the die."""
    me.larvae -= abs(me.event - state.dice[state.season])


@rule
def go_on_brooding(state: Row, me: Row) -> None:
    """The next track while nurses are left, then perhaps who is born."""
    fewest, most = workers_to_hatch(state, me)
    if me.step < Step.ATELIER and nurses_left(me) > 0:
        me.step += 1
    elif me.step < Step.HATCH and fewest < most:
        me.step = Step.HATCH
    else:
        me.step = Step.NONE


@rule
def nurses_left(me: Row) -> int:
    """Nurses who are not on an objective and not placed."""
    left = me.nurses + 0
    for track in range(TRACKS):
        left -= me.placed[track]
    return left


@rule
def event_helps(state: Row, me: Row, event: int, born: int) -> bool:
    """Whether the event adds to the births on a track."""
    always = state.options.birth_events == BirthEvents.ALWAYS
    return me.event == event and (born > 0 or always)


@rule
def larvae_for(state: Row, me: Row, nurses: int) -> int:
    """Larvae that so many nurses breed."""
    born = LARVAE_BORN[nurses]
    return born + MORE_LARVAE if event_helps(state, me, Event.LARVAE, born) else born


@rule
def workers_for(state: Row, me: Row, nurses: int) -> int:
    """Workers that so many nurses breed if all of them find room."""
    born = WORKERS_BORN[nurses]
    return born + 1 if event_helps(state, me, Event.WORKER, born) else born


@rule
def soldiers_for(state: Row, me: Row, nurses: int) -> int:
    """Soldiers that so many nurses breed if all of them find room."""
    born = SOLDIERS_BORN[nurses]
    return born + 1 if event_helps(state, me, Event.SOLDIER, born) else born


@rule
def ants_due(state: Row, me: Row) -> tuple[int, int]:
    """Workers and soldiers who would be born if all of them found room."""
    workers = workers_for(state, me, me.placed[Track.WORKERS] + 0)
    soldiers = soldiers_for(state, me, me.placed[Track.SOLDIERS] + 0)
    return workers, soldiers


@rule
def workers_to_hatch(state: Row, me: Row) -> tuple[int, int]:
    """The fewest and the most workers that can be born: no player has more than eight ants."""
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
    """Larvae, workers and soldiers leave the brood rooms."""
    if state.options.reveal == Reveal.TOGETHER:
        pay_event(state, me)
    me.larvae += larvae_for(state, me, me.placed[Track.LARVAE] + 0)
    _, soldiers = ants_due(state, me)
    workers, most = workers_to_hatch(state, me)
    if workers < most:
        workers = me.hatch + 0
    room = ANTS - me.workers - me.soldiers - workers
    me.workers += workers
    me.soldiers += min(soldiers, room)
    me.hatch = 0
