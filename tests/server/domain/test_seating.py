"""Who may sit where, who is host, and what others may do about somebody who is away."""

import random
from collections.abc import Callable

import msgspec
import pytest

import formicarium as fm
from formicarium.server.domain.events import PATIENCE, Clock, Event, Head, Kind
from formicarium.server.domain.people import NOBODY
from formicarium.server.domain.projection import Projection
from formicarium.server.domain.seats import Refused, Sitter, Status
from formicarium.server.domain.table import Table, folded
from tests.server.domain.test_table import (
    ADA,
    BEN,
    EVE,
    NAMES,
    begun,
    happen,
    head,
    play,
    random_events,
)

DAN, FAY, STRANGER = 4, 5, 9


def waiting(players: int = 3) -> Table:
    """A table at which Ada waits for others."""
    game = fm.load("micropolis", players)
    table = Table(head(game), game)
    happen(table, table.sit(0, ADA, 1.0, ""))
    return table


def running(**more: object) -> Table:
    """Ada, Ben and Dan play; the seats are 0, 1 and 2."""
    game = fm.load("micropolis", 3)
    table = Table(msgspec.structs.replace(head(game), **more), game)
    for seat, person in enumerate((ADA, BEN, DAN)):
        happen(table, table.sit(seat, person, 1.0 + seat, ""))
    happen(table, table.start(ADA, 5.0, ""))
    return table


def follow(table: Table, event: Event) -> Event | None:
    """Let something happen, and what follows from it by itself."""
    happen(table, event)
    more = table.consequence(event.at)
    if more is not None:
        happen(table, more)
    return more


def refusal(error: str) -> "pytest.RaisesExc[Refused]":
    return pytest.raises(Refused, check=lambda found: found.error == error)


# --- Before the game ------------------------------------------------------------------------------


def test_who_was_sent_away_does_not_come_back_at_once() -> None:
    table = waiting()
    for seat in (1, 2):
        happen(table, table.sit(seat, EVE, 2.0, ""))
    event = happen(table, table.leave(2, ADA, 3.0, ""))
    assert (event.kind, event.person) == (Kind.SENT_AWAY, EVE)
    assert [seat.sitter for seat in table.seats] == [Sitter.PERSON, Sitter.OPEN, Sitter.OPEN]
    for invited in (0.0, 2.5, 3.0):  # invitations of before are worth nothing
        with refusal("sent_away"):
            table.sit(1, EVE, 4.0, "", invited)
    happen(table, table.sit(1, BEN, 4.0, ""))
    happen(table, table.sit(2, EVE, 5.0, "", invited=4.5))
    assert table.seats_of(EVE) == [2]
    happen(table, table.leave(2, EVE, 6.0, ""))
    happen(table, table.sit(2, EVE, 7.0, ""))  # who left by herself may come again


def test_who_was_sent_away_is_told_so_and_nobody_else() -> None:
    table = waiting()
    happen(table, table.sit(1, EVE, 2.0, ""))
    happen(table, table.leave(1, ADA, 3.0, ""))
    for person, is_told in ((EVE, True), (ADA, False), (BEN, False)):
        assert Projection(table, NAMES).document(None, person, "en")["sent_away"] is is_told
    shown = Projection(table, NAMES)
    assert shown.frame(None, EVE, "en", None) != shown.frame(None, BEN, "en", None)


def test_a_host_frees_a_seat_that_was_kept_and_keeps_nobody_out_by_it() -> None:
    table = waiting()
    happen(table, table.keep(1, BEN, 1.0))
    with refusal("seat_taken"):
        table.sit(1, EVE, 2.0, "")
    with refusal("not_host"):
        table.leave(1, EVE, 2.0, "")
    happen(table, table.leave(1, ADA, 2.0, ""))
    happen(table, table.sit(1, BEN, 3.0, ""))


def test_nobody_else_sends_anybody_away_and_not_from_a_game() -> None:
    table = waiting(2)
    happen(table, table.sit(1, EVE, 2.0, ""))
    with refusal("not_yours"):
        table.leave(0, EVE, 3.0, "")
    happen(table, table.start(ADA, 3.0, ""))
    with refusal("not_yours"):
        table.leave(1, ADA, 4.0, "")


# --- The host -------------------------------------------------------------------------------------


def test_the_longest_seated_is_host_when_the_host_has_left() -> None:
    table = waiting()
    happen(table, table.sit(2, EVE, 2.0, ""))
    happen(table, table.sit(1, BEN, 3.0, ""))
    more = follow(table, table.leave(0, ADA, 4.0, ""))
    assert more is not None
    assert (more.kind, more.seat, more.person, more.by) == (Kind.HOSTED, 2, EVE, NOBODY)
    assert table.host == EVE
    with refusal("not_host"):
        table.start(ADA, 5.0, "", "easy")
    happen(table, table.leave(1, EVE, 5.0, ""))
    happen(table, table.start(EVE, 5.0, "", "easy"))
    assert Projection(table, NAMES).document(None, EVE, "en")["host_seat"] == 2
    assert not table.belongs_to(ADA)


def test_who_comes_back_has_sat_there_all_the_time() -> None:
    table = running()
    happen(table, table.seat_bot(1, "easy", BEN, 6.0, ""))
    happen(table, table.sit(1, BEN, 7.0, ""))
    follow(table, table.resign(0, ADA, 8.0, ""))
    assert table.host == BEN


@pytest.mark.parametrize("how", ["leave", "resign"])
def test_a_host_who_leaves_a_running_game_is_host_no_more(how: str) -> None:
    table = running()
    follow(table, getattr(table, how)(0, ADA, 6.0, ""))
    assert table.host == BEN
    happen(table, table.lock(True, BEN, 7.0, ""))


def test_a_host_whose_bot_plays_or_who_never_sat_stays_host() -> None:
    table = running()
    assert follow(table, table.seat_bot(0, "easy", ADA, 6.0, "")) is None
    game = fm.load("micropolis", 2)
    table = Table(head(game), game)
    assert follow(table, table.sit(0, BEN, 1.0, "")) is None
    happen(table, table.keep(1, EVE, 1.0))
    assert follow(table, table.leave(1, ADA, 2.0, "")) is None
    assert table.host == ADA


def test_where_nobody_sat_the_next_who_comes_is_host() -> None:
    table = waiting(2)
    assert follow(table, table.leave(0, ADA, 2.0, "")) is None
    assert table.host == ADA
    follow(table, table.sit(1, BEN, 3.0, ""))
    assert table.host == BEN
    table = waiting(2)
    happen(table, table.leave(0, ADA, 2.0, ""))
    follow(table, table.sit(1, ADA, 3.0, ""))
    assert table.host == ADA


def test_a_host_who_is_away_for_long_is_replaced_by_whoever_is_there() -> None:
    table = waiting()
    happen(table, table.sit(1, BEN, 10.0, ""))
    happen(table, table.sit(2, EVE, 20.0, ""))
    late = 10.0 + PATIENCE
    with refusal("not_away"):
        table.take_over(EVE, {}, late, "")
    with refusal("not_away"):
        table.take_over(EVE, {ADA: late - 1}, late + 5, "")
    with refusal("not_playing"):
        table.take_over(DAN, {}, late + 5, "")
    with refusal("no_change"):
        table.take_over(ADA, {}, late + 5, "")
    assert table.take_over(EVE, {BEN: late}, late + 5, "").person == BEN
    happen(table, table.take_over(EVE, {}, late + 50, ""))  # Ben is away as well
    assert table.host == EVE


def test_a_host_is_not_away_before_anybody_waits_for_her() -> None:
    table = waiting()
    happen(table, table.sit(1, BEN, 9000.0, ""))
    with refusal("not_away"):
        table.take_over(BEN, {}, 9000.0 + PATIENCE, "")
    table.take_over(BEN, {}, 9001.0 + PATIENCE, "")


# --- A seat that was left -------------------------------------------------------------------------


def test_anybody_who_plays_gives_a_seat_that_was_left_to_a_bot() -> None:
    table = running()
    follow(table, table.leave(0, ADA, 6.0, ""))
    for person in (ADA, EVE):
        with refusal("not_playing"):
            table.seat_bot(0, "hard", person, 7.0, "")
    happen(table, table.seat_bot(0, "hard", DAN, 7.0, ""))
    assert (table.seats[0].sitter, table.seats[0].level) == (Sitter.BOT, "hard")
    with refusal("seat_taken"):
        table.seat_bot(0, "easy", BEN, 8.0, "")


def test_a_newcomer_sits_down_when_all_agree_who_play() -> None:
    table = running()
    happen(table, table.leave(1, BEN, 6.0, ""))
    with refusal("must_ask"):
        table.sit(1, EVE, 7.0, "")
    assert table.must_ask(1, EVE)
    happen(table, table.ask(1, EVE, 7.0, ""))
    shown = Projection(table, NAMES).document(0, ADA, "en")["requests"]
    asked = {"number": 1, "seat": 1, "mine": False, "waits_for": [0, 2]}
    assert shown == [asked | {"name": "", "guest": False, "gone": False}]
    with refusal("not_agreed"):
        table.sit(1, EVE, 8.0, "")
    happen(table, table.agree(1, True, ADA, 8.0, ""))
    with refusal("not_agreed"):
        table.sit(1, EVE, 8.0, "")
    happen(table, table.agree(1, True, DAN, 8.0, ""))
    assert not table.must_ask(1, EVE)
    happen(table, table.sit(1, EVE, 9.0, ""))
    assert (table.seats_of(EVE), table.requests) == ([1], {})


def test_who_left_must_ask_as_well() -> None:
    table = running()
    happen(table, table.leave(1, BEN, 6.0, ""))
    with refusal("must_ask"):
        table.sit(1, BEN, 7.0, "")


def test_one_who_plays_can_say_no_and_is_not_asked_again() -> None:
    table = running()
    happen(table, table.leave(1, BEN, 6.0, ""))
    happen(table, table.ask(1, EVE, 7.0, ""))
    happen(table, table.agree(1, True, ADA, 7.0, ""))
    happen(table, table.agree(1, False, DAN, 8.0, ""))
    for attempt in (table.ask, table.sit):
        with refusal("sent_away"):
            attempt(1, EVE, 9.0, "")
    happen(table, table.ask(1, EVE, 11.0, "", invited=10.0))


def test_bad_answers_to_a_request() -> None:
    table = running()
    happen(table, table.leave(1, BEN, 6.0, ""))
    with refusal("no_request"):
        table.agree(1, True, ADA, 7.0, "")
    happen(table, table.ask(1, EVE, 7.0, ""))
    for person in (EVE, BEN, STRANGER):
        with refusal("not_playing"):
            table.agree(1, True, person, 8.0, "")
    happen(table, table.agree(1, True, ADA, 8.0, ""))
    with refusal("no_change"):
        table.agree(1, True, ADA, 8.0, "")
    with refusal("no_change"):
        table.ask(1, EVE, 8.0, "")
    happen(table, table.leave(2, DAN, 9.0, ""))  # who left is not waited for, nor heard
    with refusal("not_playing"):
        table.agree(1, False, DAN, 9.0, "")
    table.sit(1, EVE, 9.0, "")
    happen(table, table.leave(0, ADA, 10.0, ""))
    with refusal("nobody_plays"):
        table.sit(1, EVE, 10.0, "")


def test_who_asked_can_go_again() -> None:
    table = running()
    happen(table, table.leave(1, BEN, 6.0, ""))
    happen(table, table.ask(1, EVE, 7.0, ""))
    event = happen(table, table.leave(1, EVE, 8.0, ""))
    assert (event.kind, table.requests) == (Kind.WITHDRAWN, {})
    with refusal("no_request"):
        table.agree(1, True, ADA, 9.0, "")
    happen(table, table.ask(1, EVE, 9.0, ""))
    assert table.requests[EVE].number == 2


def test_a_bot_ends_all_requests_for_its_seat() -> None:
    table = running()
    for seat, person in ((1, BEN), (2, DAN)):
        happen(table, table.leave(seat, person, 6.0, ""))
    happen(table, table.ask(1, EVE, 7.0, ""))
    happen(table, table.ask(2, FAY, 7.0, ""))
    happen(table, table.seat_bot(1, "easy", ADA, 8.0, ""))
    assert [*table.requests] == [FAY]


def test_few_ask_at_once_and_each_for_one_seat() -> None:
    table = running()
    for seat, person in ((1, BEN), (2, DAN)):
        happen(table, table.leave(seat, person, 6.0, ""))
    for number in range(4):
        happen(table, table.ask(1, 20 + number, 7.0, ""))
    with refusal("many_ask"):
        table.ask(1, EVE, 8.0, "")
    happen(table, table.ask(2, 20, 8.0, ""))
    assert len(table.requests) == 4


def test_where_nobody_plays_who_sat_there_comes_back_or_the_host() -> None:
    table = running()
    for seat, person in ((0, ADA), (1, BEN), (2, DAN)):
        happen(table, table.leave(seat, person, 6.0, ""))
    with refusal("nobody_plays"):
        table.sit(1, EVE, 7.0, "")
    with refusal("no_change"):
        table.ask(1, EVE, 7.0, "")
    with refusal("not_playing"):
        table.seat_bot(1, "easy", EVE, 7.0, "")
    happen(table, table.seat_bot(2, "easy", table.host, 7.0, ""))
    follow(table, table.sit(1, BEN, 8.0, ""))
    assert table.host == BEN


# --- Being away -----------------------------------------------------------------------------------


def test_a_bot_plays_for_who_is_away_until_she_comes_back() -> None:
    table = running()
    seat = table.to_act[0]
    absent, other = (ADA, BEN, DAN)[seat], (ADA, BEN, DAN)[seat - 1]
    late = 5.0 + PATIENCE
    for at, seen in ((late, {}), (late + 99, {absent: 105.0})):
        with refusal("not_away"):
            table.replace(seat, "easy", other, seen, at, "")
    happen(table, table.replace(seat, "easy", other, {}, late + 1, ""))
    assert table.bots_to_act() == [(seat, "easy")]
    assert table.seats[seat].awaits(absent)
    happen(table, table.sit(seat, absent, late + 2, ""))
    assert table.seats_of(absent) == [seat]
    with refusal("not_away"):
        table.replace(seat, "easy", other, {}, late + 3, "")


def test_nobody_is_away_who_had_nothing_to_decide() -> None:
    table = running()
    seat = table.to_act[0]
    while table.to_act == (seat,):
        code, version = table.codes(seat)[0], table.versions[seat]
        happen(table, table.play(seat, code, version, (ADA, BEN, DAN)[seat], 9000.0, ""))
    person = (ADA, BEN, DAN)[seat]
    with refusal("not_away"):
        table.replace(table.to_act[0], "easy", person, {}, 9000.0 + PATIENCE, "")
    with refusal("not_away"):  # all wait for another one
        table.replace(seat, "easy", (ADA, BEN, DAN)[table.to_act[0]], {}, 99999.0, "")
    table.replace(table.to_act[0], "easy", person, {}, 9001.0 + PATIENCE, "")


def test_bad_wishes_to_replace_somebody() -> None:
    table = running()
    seat, late = table.to_act[0], 99999.0
    mine = (ADA, BEN, DAN)[seat]
    with refusal("yourself"):
        table.replace(seat, "easy", mine, {}, late, "")
    with refusal("not_playing"):
        table.replace(seat, "easy", EVE, {}, late, "")
    with refusal("no_seat"):
        table.replace(7, "easy", mine, {}, late, "")
    happen(table, table.seat_bot(seat, "easy", mine, 6.0, ""))
    with refusal("nobody_there"):
        table.replace(seat, "hard", (ADA, BEN, DAN)[seat - 1], {}, late, "")
    with refusal("not_started"):
        waiting().replace(0, "easy", BEN, {}, late, "")


@pytest.mark.parametrize(
    ("patience", "clock", "waits"),
    [
        (None, None, 600.0),
        (120.0, None, 120.0),
        (None, Clock("decision", 60.0), 600.0),
        (None, Clock("decision", 86_400.0), 86_400.0),
        (None, Clock("game", 7200.0), 600.0),
        (3600.0, Clock("decision", 86_400.0), 3600.0),
    ],
)
def test_how_long_a_table_waits(patience: float | None, clock: Clock | None, waits: float) -> None:
    made = msgspec.structs.replace(head(fm.load("micropolis", 2), clock), patience=patience)
    assert made.waits() == waits
    old = msgspec.json.decode(msgspec.json.encode(made))
    del old["patience"], old["hints"]
    assert msgspec.convert(old, Head).waits() == (waits if patience is None else Head.waits(
        msgspec.structs.replace(made, patience=None)))  # fmt: skip


def test_others_see_since_when_they_wait() -> None:
    table = running()
    seat = table.to_act[0]
    person = (ADA, BEN, DAN)[seat]
    shown = Projection(table, NAMES, [], {person: 42.0}).document(None, NOBODY, "")
    assert [one["away_since"] for one in shown["seats"]].count(None) == 2
    assert shown["seats"][seat]["away_since"] == 42.0
    assert shown["host_away_since"] is not None
    shown = Projection(table, NAMES, [ADA, BEN, DAN]).document(None, NOBODY, "")
    assert {one["away_since"] for one in shown["seats"]} == {shown["host_away_since"]} == {None}


def test_when_others_last_decided_in_secret_is_told_to_nobody() -> None:
    table, _ = begun("minicity", 2)
    shown = Projection(table, NAMES).document(None, NOBODY, "")
    play(table, 0, "stock yellow", at=77.0)
    assert Projection(table, NAMES).document(None, NOBODY, "") == shown


def test_who_asks_for_something_is_not_told_how_often_another_seat_has_decided() -> None:
    table, _ = begun("minicity", 2)
    for _ in range(5):
        play(table, 0, "stock yellow")
    event = happen(table, table.replace(0, "easy", BEN, {}, 9999.0, ""))
    assert event.answer == table.versions[table.spectator] != table.versions[0]


# --- Hints ----------------------------------------------------------------------------------------


def test_hints_among_people_are_for_tables_that_say_so() -> None:
    table = running()
    seat = table.to_act[0]
    person = (ADA, BEN, DAN)[seat]
    with refusal("no_hints"):
        table.check_hint(seat, person)
    assert not Projection(table, NAMES).document(None, NOBODY, "")["hints"]
    table = running(hints=True)
    event = happen(table, table.hint(seat, person, 6.0))
    assert {*table.recent[-1].versions} == {0, 1, 2, 3}  # all are told
    shown = Projection(table, NAMES).document(None, NOBODY, "")
    assert [one["hints"] for one in shown["seats"]] == [int(n == seat) for n in range(3)]
    assert (shown["hints"], event.kind) == (True, Kind.HINTED)
    with refusal("not_yours"):
        table.hint(seat, EVE, 6.0)
    with refusal("not_your_turn"):
        table.hint((seat + 1) % 3, (ADA, BEN, DAN)[(seat + 1) % 3], 6.0)


def test_who_plays_alone_is_always_given_hints() -> None:
    table, _ = begun()
    assert not table.allows_hints
    happen(table, table.seat_bot(1, "easy", BEN, 3.0, ""))
    assert not table.allows_hints  # Ben may come back
    happen(table, table.sit(1, BEN, 3.0, ""))
    happen(table, table.resign(1, BEN, 4.0, ""))
    assert table.allows_hints


def test_a_hint_disturbs_no_decision() -> None:
    table = running(hints=True)
    seat = table.to_act[0]
    person, version = (ADA, BEN, DAN)[seat], table.versions[seat]
    happen(table, table.hint(seat, person, 6.0))
    table.play(seat, table.codes(seat)[0], version, person, 7.0, "")


# --- Events make the table ------------------------------------------------------------------------


def test_seats_hosts_and_requests_are_remembered() -> None:
    table, events = begun(players=3)
    steps: tuple[Callable[[], Event], ...] = (
        lambda: table.leave(0, ADA, 6.0, ""),
        lambda: table.ask(0, EVE, 7.0, "ask"),
        lambda: table.agree(1, True, BEN, 8.0, ""),
        lambda: table.ask(0, FAY, 7.0, ""),
        lambda: table.agree(2, False, BEN, 8.0, ""),
    )
    for step in steps:
        events.append(happen(table, step()))
        more = table.consequence(9.0)
        if more is not None:
            events.append(happen(table, more))
    events.append(happen(table, table.sit(0, EVE, 10.0, "")))
    memory = None
    dice = random.Random(5)
    for _ in range(40):
        if table.status == Status.OVER:
            break
        seat = table.to_act[0]
        person, code = EVE if seat == 0 else BEN, dice.choice(table.codes(seat))
        event = table.play(seat, code, table.versions[seat], person, 11.0, "")
        events.append(happen(table, event))
        memory = table.memory() or memory
    assert memory is not None
    for again in (folded(table.head, table.game, events, memory),
                  folded(table.head, table.game, events)):  # fmt: skip
        for name in ("host", "seats", "requests", "requested", "sent_away", "signs", "keys"):
            assert getattr(again, name) == getattr(table, name), name
    assert table.host == BEN


def test_a_host_who_left_long_ago_is_replaced_with_the_next_thing_that_happens() -> None:
    table, events = begun()
    events.append(happen(table, table.leave(0, ADA, 3.0, "")))  # of a time without other hosts
    again = folded(table.head, table.game, events)
    assert again.host == ADA
    follow(again, again.seat_bot(0, "easy", BEN, 4.0, ""))
    assert again.host == BEN


def test_random_games_never_lack_a_host() -> None:
    table, _ = begun(players=3)
    for _ in random_events(table, random.Random(2), 100):
        assert table.consequence(1e6) is None
