"""A table is the sum of its events."""

import random
from collections.abc import Iterator
from copy import copy

import msgspec
import pytest

import formicarium as fm
from formicarium.core.errors import IllegalAction
from formicarium.core.state import State
from formicarium.server.domain.events import Clock, Event, Head, Kind
from formicarium.server.domain.fold import Notice, standing
from formicarium.server.domain.people import NOBODY, Called
from formicarium.server.domain.projection import (
    Projection,
    entry,
    first_lines,
    newest_lines,
    points,
)
from formicarium.server.domain.seats import Conflict, Refused, Sitter, Status
from formicarium.server.domain.table import Table, folded
from tests.rules.minicity.helpers import FRIENDS_GAME, QUIET, record

ADA, BEN, EVE = 1, 2, 3
NAMES = {ADA: Called("Ada"), BEN: Called("Ben", is_guest=True)}
KINDS = [
    ("micropolis", 2, {}),
    ("micropolis", 3, {"variant": "expert"}),
    ("myrmes", 3, {}),
    ("antics", 3, {}),
    ("minicity", 2, {}),
    ("minicity", 3, {"variant": "friends"}),
]


def head(game: fm.Game, clock: Clock | None = None, seed: int = 7) -> Head:
    return Head(
        id="t",
        game=game.name,
        players=game.players,
        options=game.options,
        rules=game.book.version,
        components=game.fingerprint,
        host=ADA,
        created=0.0,
        seed=seed,
        clock=clock,
    )


def happen(table: Table, event: Event) -> Event:
    table.apply(event)
    return msgspec.structs.replace(event, answer=table.answer_to(event))


def begun(
    name: str = "micropolis",
    players: int = 2,
    options: dict[str, str] | None = None,
    clock: Clock | None = None,
) -> tuple[Table, list[Event]]:
    """A table at which Ada has the first seat, Ben all others."""
    game = fm.load(name, players, **(options or {}))
    table = Table(head(game, clock), game)
    events = [
        happen(table, table.sit(seat, BEN if seat else ADA, 1.0, "")) for seat in range(players)
    ]
    events.append(happen(table, table.start(ADA, 2.0, "")))
    return table, events


def owner(seat: int) -> int:
    return BEN if seat else ADA


def play(table: Table, seat: int, action: int | str, key: str = "", at: float = 3.0) -> Event:
    version = table.versions[seat]
    return happen(table, table.play(seat, action, version, owner(seat), at, key))


def log_of(table: Table, events: list[Event], viewer: int, language: str = "") -> list[Notice]:
    """All that a viewer was told."""
    return first_lines(Table(table.head, table.game), events, viewer, 0, language, len(events) * 9)


def random_events(table: Table, dice: random.Random, most: int) -> Iterator[Event]:
    """A game in which people decide at random, and now and then take a decision back."""
    for number in range(most):
        if table.status == Status.OVER:
            return
        free = [seat for seat in range(table.game.players) if table.can_undo(seat)]
        if free and dice.random() < 0.15:
            seat = dice.choice(free)
            version = table.versions[seat]
            yield happen(table, table.undo(seat, version, owner(seat), number, f"k{number}"))
        else:
            seat = dice.choice(table.to_act)
            code = dice.choice(table.state.codes(seat))
            yield play(table, seat, code, f"k{number}", at=float(number))


# --- Seats ----------------------------------------------------------------------------------------


def test_a_table_shares_the_names_of_its_options_with_all_others() -> None:
    game = fm.load("micropolis", players=2)
    stored = msgspec.json.decode(msgspec.json.encode(head(game)), type=Head)
    table = Table(stored, game)
    assert table.head == stored
    shared = {id(choice) for choice in game.options.values()}
    assert {id(choice) for choice in table.head.options.values()} == shared


def test_a_notice_keeps_no_view_of_the_state_that_it_tells_of() -> None:
    table, _ = begun()
    (seat,) = table.to_act
    event = table.play(
        seat, table.codes(seat)[0], table.versions[seat], ADA if not seat else BEN, 2.0, ""
    )
    notice = table.apply(event)[0]
    assert notice.words("en")
    assert notice.before is not None
    assert notice.before._row is None


def test_a_game_begins_when_all_seats_are_taken() -> None:
    game = fm.load("micropolis", players=2)
    table = Table(head(game), game)
    happen(table, table.sit(0, ADA, 1.0, ""))
    with pytest.raises(Refused, match="open seats"):
        table.start(ADA, 1.0, "")
    happen(table, table.seat_bot(1, "easy", ADA, 1.0, ""))
    with pytest.raises(Refused, match="only the host"):
        table.start(BEN, 1.0, "")
    assert not table.is_started
    assert table.to_act == ()
    happen(table, table.start(ADA, 1.0, ""))
    assert table.status == Status.PLAYING
    with pytest.raises(Refused, match="already begun"):
        table.start(ADA, 1.0, "")


def test_a_taken_seat_is_nobody_elses() -> None:
    table, _ = begun()
    with pytest.raises(Refused, match="is taken"):
        table.sit(0, BEN, 3.0, "")
    with pytest.raises(Refused, match="not yours"):
        table.leave(0, BEN, 3.0, "")
    with pytest.raises(Refused, match="no seat 2"):
        table.sit(2, BEN, 3.0, "")


def test_a_seat_given_to_a_bot_can_be_taken_back_by_its_owner_alone() -> None:
    table, _ = begun()
    happen(table, table.seat_bot(1, "hard", BEN, 3.0, ""))
    assert table.seats[1].sitter == Sitter.BOT
    with pytest.raises(Refused):
        table.sit(1, EVE, 4.0, "")
    happen(table, table.sit(1, BEN, 4.0, ""))
    assert table.seats_of(BEN) == [1]


def test_nobody_looks_into_another_hand_by_taking_its_seat() -> None:
    table, _ = begun()
    happen(table, table.leave(1, BEN, 3.0, ""))
    with pytest.raises(Refused, match="seen too much"):
        table.sit(1, ADA, 4.0, "")
    happen(table, table.leave(0, ADA, 4.0, ""))
    happen(table, table.sit(1, BEN, 5.0, ""))
    with pytest.raises(Refused, match="seen too much"):
        table.ask(0, BEN, 6.0, "")


def test_a_host_cannot_replace_the_bot_of_somebody_who_may_come_back() -> None:
    table, _ = begun()
    happen(table, table.seat_bot(1, "expert", BEN, 3.0, ""))
    with pytest.raises(Refused, match="is taken"):
        table.seat_bot(1, "beginner", ADA, 4.0, "")


def test_who_resigns_does_not_come_back() -> None:
    table, _ = begun()
    happen(table, table.resign(1, BEN, 3.0, ""))
    assert (table.seats[1].sitter, table.seats[1].level) == (Sitter.BOT, "normal")
    with pytest.raises(Refused, match="is taken"):
        table.sit(1, BEN, 4.0, "")


def test_a_locked_table_lets_nobody_in() -> None:
    table, _ = begun()
    happen(table, table.leave(1, BEN, 3.0, ""))
    with pytest.raises(Refused, match="only the host"):
        table.lock(True, BEN, 3.0, "")
    happen(table, table.lock(True, ADA, 3.0, ""))
    with pytest.raises(Refused, match="locked"):
        table.ask(1, BEN, 3.0, "")
    happen(table, table.lock(False, ADA, 3.0, ""))
    happen(table, table.ask(1, BEN, 3.0, ""))


def test_what_changes_nothing_is_refused() -> None:
    game = fm.load("micropolis", 3)
    table = Table(head(game), game)
    with pytest.raises(Refused, match="open already") as refusal:
        table.lock(False, ADA, 1.0, "")
    assert refusal.value.error == "no_change"
    happen(table, table.lock(True, ADA, 1.0, ""))
    with pytest.raises(Refused, match="locked already"):
        table.lock(True, ADA, 1.0, "")
    happen(table, table.sit(0, ADA, 1.0, ""))
    with pytest.raises(Refused, match="taken"):
        table.sit(0, ADA, 1.0, "")
    happen(table, table.seat_bot(1, "easy", ADA, 1.0, ""))
    with pytest.raises(Refused, match="has seat 2 already"):
        table.seat_bot(1, "easy", ADA, 1.0, "")
    happen(table, table.seat_bot(1, "hard", ADA, 1.0, ""))
    with pytest.raises(Refused, match="not yours"):
        table.leave(2, ADA, 1.0, "")
    happen(table, table.start(ADA, 1.0, "", "easy"))
    with pytest.raises(Refused, match="cannot be taken back"):
        table.undo(0, table.versions[0], ADA, 1.0, "")


def test_a_table_of_very_many_events_plays_on_and_does_nothing_else() -> None:
    table, _ = begun()
    most, seat = table.number, table.to_act[0]
    events = [table.leave(1, BEN, 3.0, ""), table.seat_bot(1, "easy", BEN, 3.0, "")]
    for event in events:
        table.check_length(event, most + 1)
        with pytest.raises(Refused, match="only the game itself") as refusal:
            table.check_length(event, most)
        assert refusal.value.error == "long_table"
    code = table.codes(seat)[0]
    table.check_length(table.play(seat, code, table.versions[seat], owner(seat), 3.0, ""), most)
    table.check_length(table.resign(0, ADA, 3.0, ""), most)
    play(table, seat, code)
    undo = table.undo(seat, table.versions[seat], owner(seat), 3.0, "")
    with pytest.raises(Refused, match="only the game itself"):
        table.check_length(undo, most)


def test_a_host_decides_who_comes_however_much_has_happened() -> None:
    game = fm.load("micropolis", 2)
    table = Table(head(game), game)
    for seat, person in enumerate((ADA, EVE)):
        happen(table, table.sit(seat, person, 1.0, ""))
    most = table.number
    table.check_length(table.leave(1, EVE, 1.0, ""), most)
    table.check_length(table.leave(1, ADA, 1.0, ""), most)
    happen(table, table.leave(1, ADA, 1.0, ""))
    with pytest.raises(Refused, match="only the game itself"):
        table.check_length(table.sit(1, BEN, 1.0, ""), most)
    table.check_length(table.lock(True, ADA, 1.0, ""), most)
    table.check_length(table.seat_bot(1, "easy", ADA, 1.0, ""), most)


def test_who_comes_and_goes_all_the_time_keeps_nobody_out() -> None:
    game, far = fm.load("micropolis", 2), 20_000
    table = Table(head(game), game)

    def comes_and_goes() -> None:
        for act in (table.sit, table.leave) * far:
            event = act(1, EVE, 1.0, "")
            table.check_length(event, far)
            happen(table, event)

    with pytest.raises(Refused, match="so much") as refusal:
        comes_and_goes()
    assert refusal.value.error == "long_table"
    assert table.number <= far // 50
    table.check_length(table.sit(1, BEN, 1.0, ""), far)


def test_a_seat_that_is_open_in_a_running_game_can_be_taken_for_ever() -> None:
    table, _ = begun()
    happen(table, table.leave(0, ADA, 3.0, ""))
    table.check_length(table.seat_bot(0, "easy", BEN, 3.0, ""), table.number)
    happen(table, table.leave(1, BEN, 3.0, ""))
    table.check_length(table.sit(0, ADA, 3.0, ""), table.number)


# --- Decisions ------------------------------------------------------------------------------------


def test_a_decision_about_an_older_version_is_a_conflict() -> None:
    table, _ = begun()
    seat = table.to_act[0]
    old = table.versions[seat]
    play(table, seat, "take 1")
    with pytest.raises(Conflict, match="has changed"):
        table.play(seat, "take 1", old, owner(seat), 4.0, "")
    with pytest.raises(Conflict):
        table.play(seat, "take 1", table.versions[seat] + 1, owner(seat), 4.0, "")


def test_who_sits_down_does_not_disturb_a_turn() -> None:
    table, _ = begun()
    seat = table.to_act[0]
    version = table.versions[seat]
    other = 1 - seat
    happen(table, table.seat_bot(other, "easy", owner(other), 3.0, ""))
    table.play(seat, "take 1", version, owner(seat), 4.0, "")


def test_what_is_illegal_says_why_and_changes_nothing() -> None:
    table, _ = begun()
    seat, before = table.to_act[0], table.state.to_bytes()
    for action in ("place left", "fly away", 10**30, -1):
        with pytest.raises(IllegalAction, match="legal now"):
            table.play(seat, action, table.versions[seat], owner(seat), 3.0, "")
    assert table.state.to_bytes() == before


def test_others_decide_at_the_same_time_without_a_conflict() -> None:
    table, _ = begun("minicity", 2)
    assert table.to_act == (0, 1)
    versions = table.versions[:]
    happen(table, table.play(0, "stock yellow", versions[0], ADA, 3.0, ""))
    happen(table, table.play(1, "stock pink", versions[1], BEN, 3.0, ""))
    assert table.versions[:2] == [versions[0] + 1, versions[1] + 1]


def test_how_often_others_have_decided_in_secret_is_told_to_nobody() -> None:
    table, _ = begun("minicity", 2)
    before = table.versions[:]
    for _ in range(6):
        play(table, 0, "stock yellow")
    assert table.versions[1:] == before[1:]
    play(table, 0, "stock orange")
    assert table.versions[1:] == [before[1] + 1, before[2] + 1]
    notice = table.recent[-1]
    assert notice.is_decided
    assert "code" not in entry(notice, 1, "en", NAMES)


def test_all_is_told_when_all_have_decided() -> None:
    table, events = begun("minicity", 2)
    for seat in (0, 1):
        for number in range(7):
            events.append(play(table, seat, "stock yellow" if number < 4 else "stock pink"))
    assert not table.unseen
    told = [notice for notice in log_of(table, events, 1) if notice.code is not None]
    assert len([notice for notice in told if notice.event.seat == 0]) == 7


def test_a_card_laid_face_down_is_not_named() -> None:
    rec = record(options=FRIENDS_GAME, north=QUIET, hand="bbyy", friends=["stick"])
    table = Table(
        msgspec.structs.replace(head(rec.game), seed=None, position=rec.position), rec.game
    )
    for seat in range(rec.game.players):
        happen(table, table.sit(seat, owner(seat), 1.0, ""))
    happen(table, table.start(ADA, 2.0, ""))
    play(table, 0, "stick red")
    play(table, 0, "play black nw")
    own, others = [*table.recent][-2:]
    assert entry(own, 0, "en", NAMES)["text"] == "play black nw"
    assert 1 in others.versions
    assert "text" not in entry(others, 1, "en", NAMES)


# --- Clocks ---------------------------------------------------------------------------------------


def test_a_clock_runs_for_those_who_must_decide() -> None:
    table, _ = begun(clock=Clock("decision", 60.0))
    seat = table.to_act[0]
    assert table.deadlines() == {seat: 62.0}
    with pytest.raises(Conflict, match="not run out"):
        table.expire(seat, 61.0, "")
    happen(table, table.expire(seat, 62.5, ""))
    assert table.bots_to_act() == [(seat, "normal")]
    assert table.deadlines() == {}


def test_a_late_pass_is_for_the_decision_that_was_late() -> None:
    table, _ = begun(clock=Clock("decision", 60.0, "pass"))
    seat = table.to_act[0]
    version = table.versions[seat]
    with pytest.raises(Conflict, match="not run out"):
        table.pass_for(seat, 0, version, 30.0, "")
    table.pass_for(seat, 0, version, 99.0, "")
    play(table, seat, "take 1", at=100.0)
    with pytest.raises(Conflict):
        table.pass_for(seat, 0, version, 999.0, "")


def test_when_others_began_to_decide_in_secret_is_told_to_nobody() -> None:
    table, _ = begun("minicity", 2, clock=Clock("decision", 60.0))
    seats = Projection(table, NAMES).document(1, BEN, "en")["seats"]
    assert [seat["deadline"] for seat in seats] == [None, 62.0]


def test_a_clock_for_the_whole_game_adds_up() -> None:
    table, _ = begun(clock=Clock("game", 100.0))
    seat = table.to_act[0]
    play(table, seat, "take 1", at=32.0)
    while seat not in table.to_act:
        play(table, table.to_act[0], table.state.codes(table.to_act[0])[0], at=50.0)
    assert table.deadlines()[seat] == table.seats[seat].began + 100.0 - 30.0


# --- Events make the table ------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_the_same_events_make_the_same_table(
    name: str, players: int, options: dict[str, str]
) -> None:
    table, events = begun(name, players, options)
    memory = None
    for event in random_events(table, random.Random(5), 150):
        events.append(event)
        memory = table.memory() or memory
    assert memory is not None
    for again in (folded(table.head, table.game, events, memory),
                  folded(table.head, table.game, events)):  # fmt: skip
        assert again.state == table.state
        assert (again.status, again.to_act) == (table.status, table.to_act)
        assert again.record.decisions == table.record.decisions
        assert again.versions == table.versions
        assert again.concerns == table.concerns
        assert again.seats == table.seats
        assert again.keys == table.keys


@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_every_viewer_is_told_each_of_its_versions_once(
    name: str, players: int, options: dict[str, str]
) -> None:
    table, events = begun(name, players, options)
    events += random_events(table, random.Random(6), 150)
    for viewer in range(players + 1):
        told = [notice.versions[viewer] for notice in log_of(table, events, viewer)]
        assert told == [*range(1, table.versions[viewer] + 1)]


@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_nothing_shown_depends_on_what_a_viewer_may_not_know(
    name: str, players: int, options: dict[str, str]
) -> None:
    table, _ = begun(name, players, options)
    dice = random.Random(7)
    for event in random_events(table, dice, 60):
        viewers = [None, *range(players)]
        before = {
            seat: Projection(table, NAMES).document(seat, owner(seat or 0), "de")
            for seat in viewers
        }
        true = table.record.state
        for seat in viewers:
            put(table, true.redetermined(seat, event.number))
            shown = Projection(table, NAMES).document(seat, owner(seat or 0), "de")
            assert shown == before[seat]
        put(table, true)


def put(table: Table, state: State) -> None:
    """Let a table stand as if this had been played."""
    table.record.state = state
    table._settle()


@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_a_frame_holds_what_its_own_seat_may_see(
    name: str, players: int, options: dict[str, str]
) -> None:
    table, _ = begun(name, players, options)
    for _ in random_events(table, random.Random(3), 60):
        shown = Projection(table, NAMES)
        for seat in (None, *range(players)):
            frame = shown.frame(seat, owner(seat or 0), "en", None)
            expected = {
                "type": "table",
                **Projection(table, NAMES).document(seat, owner(seat or 0), "en"),
            }
            assert frame == msgspec.json.encode(expected | {"view": table.state.view(seat)})


@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_where_all_know_the_same_all_see_the_same(
    name: str, players: int, options: dict[str, str]
) -> None:
    table, _ = begun(name, players, options)
    differ = False
    for _ in random_events(table, random.Random(4), 60):
        seen = [table.state.view(seat) for seat in (None, *range(players))]
        differ = differ or any(one != seen[0] for one in seen)
    assert differ is not table.game.book.is_open


@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_the_log_tells_nothing_that_a_viewer_may_not_know(
    name: str, players: int, options: dict[str, str]
) -> None:
    table, _ = begun(name, players, options)
    for event in random_events(table, random.Random(8), 60):
        for notice in table.recent:
            if notice.event.number == event.number and notice.before is not None:
                for viewer in notice.versions:
                    seat = None if viewer == table.spectator else viewer
                    if seat != event.seat:
                        assert notice.code is not None
                        words = notice.before.redetermined(seat, 3).action(
                            event.seat or 0, notice.code
                        )
                        assert words.recount("en") == notice.words("en")


@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_the_points_that_all_can_count_are_the_true_ones(
    name: str, players: int, options: dict[str, str]
) -> None:
    table, _ = begun(name, players, options)
    assert Projection(table, NAMES).document(None, NOBODY, "")["points"] == table.state.scores()
    for _ in random_events(table, random.Random(6), 400):
        assert points(table) == table.state.scores()


def test_the_seed_is_told_when_the_game_is_over() -> None:
    table, _ = begun()
    dice = random.Random(9)
    while table.status != Status.OVER:
        shown = Projection(table, NAMES).document(0, ADA, "en")
        assert shown["seed"] is None
        assert (shown["scores"], shown["ranks"]) == (None, None)
        seat = table.to_act[0]
        play(table, seat, dice.choice(table.state.codes(seat)))
    shown = Projection(table, NAMES).document(None, NOBODY, "en")
    assert shown["seed"] == "7"
    assert shown["winners"] == table.state.winners()
    assert shown["ranks"] == table.state.ranks()
    with pytest.raises(Refused, match="is over"):
        table.play(0, 0, table.versions[0], ADA, 9.0, "")
    with pytest.raises(Refused, match="is over"):
        table.resign(0, ADA, 9.0, "")
    with pytest.raises(Refused, match="is over"):
        table.leave(0, ADA, 9.0, "")


def test_strangers_share_a_frame_and_players_have_their_own() -> None:
    table, _ = begun()
    play(table, table.to_act[0], table.state.codes(table.to_act[0])[0])
    shown = Projection(table, NAMES, online=[ADA])
    since = table.versions[table.spectator] - 1
    log = table.notices(table.spectator, since)
    assert log
    frame = shown.frame(None, EVE, "en", since)
    assert frame is not None
    expected = {"type": "table", **shown.document(None, EVE, "en", log)}
    assert msgspec.json.decode(frame) == msgspec.json.decode(msgspec.json.encode(expected))
    assert shown.frame(None, EVE + 1, "en", since) is frame
    assert shown.frame(None, EVE, "de", since) != frame
    assert shown.frame(None, ADA, "en", since) != frame
    assert shown.frame(0, ADA, "en", since) != shown.frame(1, BEN, "en", since)


def test_a_frame_needs_no_log_that_must_be_read_first() -> None:
    table, _ = begun()
    while table.notices(0, 0) is not None:
        seat = table.to_act[0]
        play(table, seat, table.state.codes(seat)[0])
    assert Projection(table, NAMES).frame(0, ADA, "en", 0) is None
    assert Projection(table, NAMES).frame(0, ADA, "en", None) is not None


def test_a_log_comes_with_its_words() -> None:
    table, events = begun()
    play(table, table.to_act[0], table.state.codes(table.to_act[0])[0])
    event = table.recent[-1].event
    told = log_of(table, [*events, event], 0, "de")
    assert [{*notice.said} for notice in told if notice.code is not None] == [{"", "de"}]


def test_a_page_of_a_log_is_its_beginning_or_its_end() -> None:
    table, events = begun()
    events += random_events(table, random.Random(8), 60)
    whole = [notice.versions[0] for notice in log_of(table, events, 0)]
    for part, lines in ((first_lines, whole[5:12]), (newest_lines, whole[-7:])):
        again = Table(table.head, table.game)
        assert [one.versions[0] for one in part(again, events, 0, 5, "", 7)] == lines
    again = Table(table.head, table.game)
    told = newest_lines(again, events, 0, whole[-4], "", 7)
    assert [one.versions[0] for one in told] == whole[-3:]


def test_a_page_of_a_log_needs_no_more_events_than_it_tells() -> None:
    table, events = begun()
    events += random_events(table, random.Random(8), 60)
    again = Table(table.head, table.game)
    first_lines(again, events, 0, 0, "", 7)
    assert again.number == 7


def test_what_was_taken_back_is_found_from_the_end() -> None:
    table, events = begun("minicity", 3, {"variant": "friends"})
    events += random_events(table, random.Random(9), 150)
    assert any(event.kind == Kind.UNDONE for event in events)
    assert standing(events) == table.record.decisions


def test_an_event_out_of_order_is_refused() -> None:
    table, _ = begun()
    with pytest.raises(Conflict, match="does not follow"):
        table.apply(Event(99, Kind.LOCKED, 1.0))


def test_people_are_called_what_they_are_called_now() -> None:
    table, events = begun(players=3)
    names = {ADA: Called("", is_gone=True), BEN: Called("Benjamin", is_guest=True)}
    shown = Projection(table, names).document(0, ADA, "en", log_of(table, events, 0))
    told = [(seat["name"], seat["guest"], seat["gone"]) for seat in shown["seats"]]
    assert told == [("", False, True), ("Benjamin", True, False), ("Benjamin", True, False)]
    lines = [(line["name"], line["guest"], line["gone"]) for line in shown["log"][:3]]
    assert lines == told


def test_a_new_name_in_an_older_table_is_still_told() -> None:
    table, _ = begun(players=3)
    before, seats = table.versions[:], [*map(copy, table.seats)]
    renamed = Event(table.number + 1, Kind.RENAMED, 3.0, 1, by=BEN, person=BEN)
    (notice,) = table.apply(renamed)
    assert table.versions == [version + 1 for version in before]
    assert table.seats == seats
    line = entry(notice, 0, "en", NAMES)
    assert (line["kind"], line["seat"], line["name"]) == ("renamed", 1, "Ben")


def test_nobody_belongs_to_no_table() -> None:
    game = fm.load("micropolis", 2)
    table = Table(head(game), game)
    assert table.belongs_to(ADA)
    assert not table.belongs_to(NOBODY)
    assert Projection(table, NAMES).document(None, NOBODY, "")["host"] is False


def test_bots_take_the_open_seats_when_the_game_begins() -> None:
    game = fm.load("micropolis", 3)
    table = Table(head(game), game)
    happen(table, table.sit(1, ADA, 1.0, ""))
    happen(table, table.keep(2, BEN, 1.0))
    with pytest.raises(Refused, match="open seats"):
        table.start(ADA, 2.0, "")
    happen(table, table.start(ADA, 2.0, "", "easy"))
    seats = [(seat.sitter, seat.person, seat.level) for seat in table.seats]
    bot = (Sitter.BOT, NOBODY, "easy")
    assert seats == [bot, (Sitter.PERSON, ADA, ""), bot]
    assert table.status == Status.PLAYING
