"""Clocks count what people have thought, whatever they take back."""

import random
from contextlib import suppress

import pytest

from formicarium.core.record import Record
from formicarium.server.domain.events import Clock, Event, Kind
from formicarium.server.domain.seats import Refused, Sitter, Status
from formicarium.server.domain.table import Table, folded
from tests.server.domain.test_table import (
    ADA,
    BEN,
    EVE,
    KINDS,
    begun,
    happen,
    owner,
    play,
    random_events,
)

LIMIT = 60.0


def undo(table: Table, seat: int, at: float) -> Event:
    return happen(table, table.undo(seat, table.versions[seat], owner(seat), at, ""))


def test_a_decision_that_is_taken_back_has_the_time_that_was_left() -> None:
    table, _ = begun("minicity", 2, clock=Clock("decision", LIMIT))
    play(table, 0, "stock yellow", at=40.0)
    assert table.deadlines()[0] == 100.0
    undo(table, 0, 45.0)
    assert table.deadlines()[0] == 62.0  # as if nothing had been decided
    for at in (50.0, 52.0, 54.0):
        play(table, 0, "stock yellow", at=at)
        undo(table, 0, at + 1)
    assert table.deadlines()[0] == 62.0


def test_the_time_while_others_decide_is_nobodys() -> None:
    table, _ = begun("minicity", 2, clock=Clock("decision", LIMIT))
    for _ in range(7):
        play(table, 0, "stock yellow" if table.number % 2 else "stock pink", at=10.0)
    assert 0 not in table.to_act
    undo(table, 0, 500.0)
    assert table.deadlines()[0] == 560.0


def test_nothing_is_taken_back_that_there_would_be_no_time_for() -> None:
    table, _ = begun("minicity", 2, clock=Clock("decision", LIMIT))
    play(table, 0, "stock yellow", at=50.0)
    with pytest.raises(Refused, match="no time left") as refusal:
        undo(table, 0, 70.0)
    assert refusal.value.error == "no_time"
    undo(table, 0, 61.0)
    assert table.deadlines()[0] == 62.0


def test_a_bot_for_a_moment_gives_no_time() -> None:
    for clock in (Clock("decision", LIMIT), Clock("game", LIMIT)):
        table, _ = begun(clock=clock)
        seat = table.to_act[0]
        happen(table, table.seat_bot(seat, "easy", owner(seat), 30.0, ""))
        assert table.deadlines() == {}
        happen(table, table.sit(seat, owner(seat), 1000.0, ""))
        assert table.deadlines() == {seat: 1032.0}


def test_who_takes_a_seat_that_was_left_has_time_of_her_own() -> None:
    table, _ = begun(clock=Clock("decision", LIMIT))
    seat = table.to_act[0]
    happen(table, table.leave(seat, owner(seat), 50.0, ""))
    happen(table, table.ask(seat, EVE, 51.0, ""))
    happen(table, table.agree(1, True, owner(1 - seat), 52.0, ""))
    happen(table, table.sit(seat, EVE, 100.0, ""))
    assert table.deadlines() == {seat: 160.0}


def test_what_others_take_back_in_between_gives_no_time() -> None:
    table, _ = begun("antics", 3, clock=Clock("decision", LIMIT))
    dice, seat, at = random.Random(4), 0, 2.0
    last = seat
    while last == seat or not table.can_undo(last):  # somebody decides right after another one
        last, seat, at = seat, table.to_act[0], at + 1
        play(table, seat, dice.choice(table.codes(seat)), at=at)
        seat = table.to_act[0]
    before = table.seats[last].spent[:]
    play(table, seat, dice.choice(table.codes(seat)), at=at + 1)
    undo(table, seat, at + 2)
    assert table.can_undo(last)
    assert table.seats[last].spent == before


@pytest.mark.parametrize("per", ["decision", "game"])
@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_nobody_thinks_longer_by_taking_back(
    name: str, players: int, options: dict[str, str], per: str
) -> None:
    """A seat that has decided so often has had so many times its limit at most, and its next."""
    clock = Clock("game" if per == "game" else "decision", LIMIT)
    table, events = begun(name, players, options, clock)
    dice, at, thought = random.Random(11), 2.0, [0.0] * players
    for _ in range(150):
        if table.status == Status.OVER:
            break
        step = dice.choice([0.0, 1.0, 7.0, 25.0])
        if any(deadline <= at + step for deadline in table.deadlines().values()):
            late = min(table.deadlines(), key=table.deadlines().__getitem__)
            step = max(0.0, table.deadlines()[late] - at)
            event = table.expire(late, at + step, "")
        else:
            event = chosen(table, dice, at + step)
        for seat in table.to_act:
            thought[seat] += step if table.seats[seat].sitter == Sitter.PERSON else 0.0
        at += step
        events.append(happen(table, event))
        come_back(table, events, at)
        check(table, thought, at)
    again = folded(table.head, table.game, events)
    assert again.seats == table.seats
    assert again.deadlines() == table.deadlines()


def chosen(table: Table, dice: random.Random, at: float) -> Event:
    """Somebody takes back, where that is possible rather often; or decides."""
    free = [seat for seat in range(len(table.seats)) if table.can_undo(seat)]
    if free and dice.random() < 0.4:
        seat = dice.choice(free)
        with suppress(Refused):  # there would be no time, or a bot plays
            return table.undo(seat, table.versions[seat], owner(seat), at, "")
    seat = dice.choice(table.to_act)
    code = dice.choice(table.codes(seat))
    if table.seats[seat].sitter == Sitter.BOT:
        return table.bot_play(seat, code, table.versions[seat], at, "")
    return table.play(seat, code, table.versions[seat], owner(seat), at, "")


@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_times_are_forgotten_when_nobody_can_take_back(
    name: str, players: int, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, events = begun(name, players, options)
    events += random_events(table, random.Random(5), 60)
    again = Table(table.head, table.game)
    for event in events:
        again.apply(event)
        is_free = any(again.can_undo(seat) for seat in range(players))
        assert again.record.is_settled != is_free
        assert is_free or all(len(seat.spent) == 1 for seat in again.seats)
    # It is asked of no seat: that would take as long as all the rest.
    monkeypatch.setattr(Record, "can_undo", None)
    assert folded(table.head, table.game, events).seats == table.seats


def come_back(table: Table, events: list[Event], at: float) -> None:
    """Whoever was late takes her seat again once the bot has decided."""
    for seat, place in enumerate(table.seats):
        if (
            table.status == Status.PLAYING
            and place.sitter == Sitter.BOT
            and seat not in table.to_act
        ):
            events.append(happen(table, table.sit(seat, owner(seat), at, "")))


def check(table: Table, thought: list[float], at: float) -> None:
    assert table.head.clock is not None
    for seat, place in enumerate(table.seats):
        is_thinking = seat in table.to_act and place.sitter == Sitter.PERSON
        used = place.used + (at - place.began if is_thinking else 0.0)
        assert used == pytest.approx(thought[seat])
        if table.head.clock.per == "decision":
            decided = sum(decider == seat for decider, _ in table.record.decisions)
            assert used <= (decided + 1) * LIMIT + 1e-6


def test_a_clock_that_is_set_back_gives_no_time() -> None:
    table, _ = begun("minicity", 2, clock=Clock("game", LIMIT))
    play(table, 0, "stock yellow", at=20.0)
    used = table.seats[0].used
    play(table, 0, "stock pink", at=-31_536_000.0)
    assert table.seats[0].used == used


def test_a_clock_for_the_whole_game_is_not_stopped_by_taking_back() -> None:
    table, _ = begun("minicity", 2, clock=Clock("game", 100.0))
    for at in (12.0, 32.0):
        play(table, 0, "stock yellow", at=at)
        undo(table, 0, at + 10)
    assert table.deadlines() == {0: 102.0, 1: 102.0}
    assert {ADA, BEN} == table.players


def test_who_has_no_time_left_has_resigned_or_can_be_replaced_as_the_table_says() -> None:
    table, _ = begun(clock=Clock("decision", LIMIT, "resign"))
    seat = table.to_act[0]
    event = happen(table, table.expire(seat, 62.5, ""))
    assert (event.kind, table.seats[seat].is_resigned) == (Kind.RESIGNED, True)

    table, _ = begun(clock=Clock("decision", LIMIT, "nothing"))
    seat = table.to_act[0]
    with pytest.raises(Refused, match="waits 10 minutes"):
        table.replace(seat, "easy", owner(1 - seat), {}, 62.5, "")
    happen(table, table.expire(seat, 62.5, ""))
    assert table.seats[seat].sitter == Sitter.PERSON
    assert table.deadlines() == {}  # it runs out once
    replaced = table.replace(seat, "easy", owner(1 - seat), {}, 63.0, "")
    assert replaced.kind == Kind.REPLACED
    play(table, seat, table.codes(seat)[0], at=70.0)  # she may still come
    with pytest.raises(Refused):
        table.replace(seat, "easy", owner(1 - seat), {}, 71.0, "")
    assert not table.seats[seat].is_late
