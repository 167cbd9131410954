"""Seats by requests: who is sent away, who is host, who takes a seat that was left, who is away."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from litestar.testing import TestClient

from formicarium.server.domain.seats import Conflict
from formicarium.server.house.presence import BEAT, LASTS
from formicarium.server.store import Store
from formicarium.server.store.entries import Sighting
from formicarium.server.store.errors import Unavailable
from tests.server.administering import settle
from tests.server.playing import Guest, begun, finish, frame, house, on_turn, refused, two
from tests.server.store.made import with_store

Client = TestClient[Any]
WAITS = 600.0  # seconds, unless a table says otherwise
SHORTEST = 120.0
DAY = 86_400.0


def kinds(guest: Guest, table: str) -> list[str]:
    return [one["kind"] for one in guest.table(table)["seats"]]


def invited(guest: Guest, table: str) -> str:
    answer = guest.ask("POST", f"/api/tables/{table}/invitations", {})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["invitation"])


def three(client: Client, **more: Any) -> tuple[Guest, Guest, Guest, str]:
    """Three people who have begun a game."""
    ada, ben = two(client)
    eve = Guest(client)
    eve.get("/api/me")
    assert eve.ask("PATCH", "/api/me", {"name": "Eve"}).status_code == 200
    table = ada.make("me", "open", "open", players=3, **more)
    invitations: list[dict[str, str]] = [{}, {}]
    if not more.get("public", True):
        invitations = [{"invitation": invited(ada, table)} for _ in range(2)]
    for guest, invitation in zip((ben, eve), invitations, strict=True):
        guest.do("join", table, **invitation)
    ada.do("start", table)
    return ada, ben, eve, table


# --- The waiting room -----------------------------------------------------------------------------


def test_a_squatter_is_sent_away_and_does_not_come_back(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open", "open", players=3, public=False, by_link=True)
    tokens = [ben.do("join", table, seat=seat)["token"] for seat in (1, 2)]
    ada.do("leave", table, seat=1)
    assert kinds(ada, table) == ["person", "open", "open"]
    for token, seat in zip(tokens, (1, 2), strict=True):
        refused(ben.try_to("leave", table, seat=seat, token=token), 401, "bad_token")
    for more in ({}, {"seat": 1}, {"seat": 2}):
        refused(ben.try_to("join", table, **more), 403, "sent_away")
    assert ben.table(table)["sent_away"]
    assert not ada.table(table)["sent_away"]
    last = ada.get(f"/api/tables/{table}/log")["log"][-1]
    assert (last["kind"], last["name"]) == ("sent_away", "Ben")
    assert ben.do("join", table, invitation=invited(ada, table))["seat"] == 1


def test_an_invitation_of_before_is_worth_nothing_to_who_was_sent_away(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open", public=False)
    first, second = invited(ada, table), invited(ada, table)
    ben.do("join", table, invitation=first)
    ada.do("leave", table, seat=1)
    refused(ben.try_to("join", table, invitation=second), 403, "sent_away")
    eve = Guest(client)
    eve.do("join", table, invitation=second)  # it was not used up


def test_a_seat_that_was_taken_by_a_former_player_is_freed_like_any_other(client: Client) -> None:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    again = ada.do("rematch", table)["id"]
    ada.do("leave", again, seat=1)  # the seat was kept for Ben: nobody is sent away
    ben.do("join", again)
    ada.do("leave", again, seat=1)
    refused(ben.try_to("join", again), 403, "sent_away")
    assert ben.do("rematch", table)["id"] == again
    assert kinds(ada, again)[1] == "open"


def test_who_waits_longest_is_host_when_the_host_has_left(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open")
    ben.do("join", table)
    left = ada.do("leave", table, seat=0, key="leave")
    assert ada.do("leave", table, seat=0, key="leave") == left
    seen = ben.table(table)
    assert (seen["host"], seen["host_seat"]) == (True, 1)
    log = ben.get(f"/api/tables/{table}/log")["log"]
    assert [(one["kind"], one["seat"]) for one in log[-2:]] == [("left", 0), ("hosted", 1)]
    refused(ada.try_to("start", table, level="easy"), 403, "not_host")
    refused(ada.ask("POST", f"/api/tables/{table}/invitations", {}), 403, "not_host")
    invited(ben, table)
    mine = {guest: guest.get("/api/tables?list=mine")["tables"] for guest in (ada, ben)}
    assert [(one["id"], one["host"]) for one in mine[ben]] == [(table, True)]
    assert mine[ada] == []
    ben.do("start", table, level="easy")


def test_the_host_of_a_restarted_house_is_the_same(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, ben = two(client)
        table = ada.make("me", "open")
        ben.do("join", table)
        ada.do("leave", table, seat=0)
    with house(tmp_path) as client:
        ada.client = ben.client = client
        assert ben.table(table)["host"]
        assert not ada.table(table)["host"]


# --- A seat that was left -------------------------------------------------------------------------


def test_a_fresh_cookie_does_not_sit_down_in_the_middle_of_a_game(client: Client) -> None:
    ada, ben, eve, table = three(client)
    ben.do("leave", table, seat=1)
    newcomer = Guest(client)
    asked = newcomer.do("join", table, key="please")
    assert (asked["asked"], "token" in asked, "seat" in asked) == (1, False, False)
    assert newcomer.do("join", table, key="please") == asked
    assert kinds(ada, table)[1] == "open"
    assert newcomer.table(table)["seat"] is None
    [request] = newcomer.table(table)["requests"]
    assert (request["seat"], request["mine"], request["waits_for"]) == (1, True, [0, 2])
    refused(newcomer.try_to("join", table), 409, "not_agreed")
    refused(newcomer.try_to("agree", table, request=1), 403, "not_playing")
    refused(ben.try_to("agree", table, request=1), 403, "not_playing")
    refused(ada.try_to("agree", table, request=2), 409, "no_request")
    ada.do("agree", table, request=1)
    refused(ada.try_to("agree", table, request=1), 409, "no_change")
    eve.do("agree", table, request=1)
    taken = newcomer.do("join", table)
    assert (taken["seat"], bool(taken["token"])) == (1, True)
    assert newcomer.table(table)["requests"] == []


def test_one_no_is_enough(client: Client) -> None:
    ada, ben, table = begun(client)
    ben.do("leave", table, seat=1)
    newcomer = Guest(client)
    newcomer.do("join", table)
    with newcomer.socket(table) as line:
        frame(line, "table")
        ada.do("agree", table, request=1, agree=False)
        assert frame(line, "table")["sent_away"]
    refused(newcomer.try_to("join", table), 403, "sent_away")


def test_asking_does_not_use_an_invitation_up(client: Client) -> None:
    ada, ben, eve, table = three(client, public=False)
    ben.do("leave", table, seat=1)
    newcomer, invitation = Guest(client), invited(ada, table)
    refused(newcomer.try_to("join", table), 403, "invitation_needed")
    newcomer.do("join", table, invitation=invitation)
    for guest in (ada, eve):
        guest.do("agree", table, request=1)
    assert newcomer.do("join", table, invitation=invitation)["seat"] == 1
    refused(Guest(client).try_to("join", table, invitation=invitation), 409, "full")


def test_who_asked_and_goes_is_waited_for_by_nobody(client: Client) -> None:
    ada, ben, table = begun(client)
    ben.do("leave", table, seat=1)
    newcomer = Guest(client)
    newcomer.do("join", table)
    newcomer.do("leave", table, seat=1)
    refused(ada.try_to("agree", table, request=1), 409, "no_request")
    assert ada.table(table)["requests"] == []


def test_any_who_plays_gives_a_seat_that_was_left_to_a_bot(client: Client) -> None:
    ada, ben, eve, table = three(client)
    ada.do("leave", table, seat=0)  # the host
    refused(ada.try_to("hand", table, seat=0), 403, "not_playing")
    refused(Guest(client).try_to("hand", table, seat=0), 403, "not_playing")
    eve.do("hand", table, seat=0, level="easy")
    assert ben.table(table)["seats"][0]["level"] == "easy"
    assert ben.table(table)["host"]


# --- Being away, at two processes -----------------------------------------------------------------


class Clock:
    """The time of all houses, which goes on when it is told to."""

    def __init__(self, *clients: Client) -> None:
        self.clients = clients
        self.now = clients[0].app.state.services.house.now()
        for client in clients:
            client.app.state.services.house.now = lambda: self.now

    def wait(self, seconds: float) -> None:
        """Let time go by, in steps in which everybody is seen who looks."""
        until = self.now + seconds
        while self.now < until:
            self.now = min(until, self.now + BEAT)
            for client in self.clients:
                presence = client.app.state.services.house.presence
                with client.portal() as portal:
                    portal.call(presence.beat, self.now)


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[tuple[Client, Client]]:
    """Two processes of one house, where no news arrives, and no table leaves the memory."""
    with ExitStack() as closing:
        clients = [closing.enter_context(house(tmp_path, idle_seconds=DAY)) for _ in range(2)]
        for client in clients:
            client.app.state.services.house.fanout = AsyncMock()
        yield clients[0], clients[1]


def at(client: Client, guest: Guest) -> Guest:
    """The same person at another process."""
    there = Guest(client)
    there.cookie = guest.cookie
    return there


def catch_up(client: Client) -> None:
    """Let a process hear of what the other has done."""
    with client.portal() as portal:
        portal.call(client.app.state.services.house.catch_up)


def test_who_is_away_for_long_is_replaced_and_comes_back(houses: tuple[Client, Client]) -> None:
    one, other = houses
    ada, ben, table = begun(one)
    clock = Clock(one, other)
    absent, present = on_turn(ada, ben, table)
    seat = absent.table(table)["seat"]
    clock.wait(WAITS - 1)
    refused(present.try_to("replace", table, seat=seat), 409, "not_away")
    clock.wait(2)
    refused(absent.try_to("replace", table, seat=seat), 409, "yourself")
    refused(present.try_to("replace", table, seat=1 - seat), 409, "yourself")
    refused(Guest(one).try_to("replace", table, seat=seat), 403, "not_playing")
    refused(present.try_to("replace", table, seat=seat, level="genius"), 400, "bad_option")
    at(other, present).do("replace", table, seat=seat)
    catch_up(one)
    log = present.get(f"/api/tables/{table}/log")["log"]
    assert "replaced" in [line["kind"] for line in log]
    refused(present.try_to("replace", table, seat=seat), 409, "nobody_there")
    assert absent.do("join", table)["seat"] == seat


def test_who_looks_on_at_another_process_is_not_away(houses: tuple[Client, Client]) -> None:
    one, other = houses
    ada, ben = two(one)
    table = ada.make("me", "open", patience=SHORTEST)
    ben.do("join", table)
    ada.do("start", table)
    clock = Clock(one, other)
    thinker, present = on_turn(ada, ben, table)
    seat = thinker.table(table)["seat"]
    with at(other, thinker).socket(table) as line:
        frame(line, "table")
        clock.wait(5 * SHORTEST)
        shown = present.table(table)["seats"][seat]
        assert (shown["online"], shown["away_since"]) == (True, None)
        refused(present.try_to("replace", table, seat=seat), 409, "not_away")
    while at(other, present).table(table)["seats"][seat]["online"]:
        pass  # until the process has noticed that she has gone
    clock.wait(SHORTEST)
    refused(present.try_to("replace", table, seat=seat), 409, "not_away")
    clock.wait(LASTS + 1)
    shown = present.table(table)["seats"][seat]
    assert not shown["online"]
    assert shown["away_since"] + SHORTEST < clock.now
    present.do("replace", table, seat=seat)


def test_when_somebody_was_last_seen_outlives_the_house(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, ben, table = begun(client)
        clock = Clock(client)
        thinker, present = on_turn(ada, ben, table)
        seat = thinker.table(table)["seat"]
        with thinker.socket(table) as line:
            frame(line, "table")
            clock.wait(2 * WAITS)
        now = clock.now
    with house(tmp_path) as client:
        thinker.client = present.client = client
        clock = Clock(client)
        clock.now = now + WAITS - 1
        refused(present.try_to("replace", table, seat=seat), 409, "not_away")
        clock.now = now + WAITS + LASTS + 1
        present.do("replace", table, seat=seat)


def test_what_a_clock_has_told_that_was_ahead_counts_as_now(houses: tuple[Client, Client]) -> None:
    one, other = houses
    clock = Clock(one, other)
    right, clock.now = clock.now, clock.now + 400 * DAY
    ada, ben, table = begun(one)
    thinker, present = on_turn(ada, ben, table)
    seat = thinker.table(table)["seat"]
    with at(other, thinker).socket(table) as line:
        frame(line, "table")
        clock.wait(BEAT)
    while at(other, present).table(table)["seats"][seat]["online"]:
        pass  # until the process has noticed that she has gone
    clock.now = right
    clock.wait(1)
    refused(present.try_to("replace", table, seat=seat), 409, "not_away")
    shown = present.table(table)["seats"][seat]
    assert (shown["online"], shown["away_since"]) == (False, clock.now)
    clock.wait(WAITS / 2)
    for client in houses:
        settle(client)
        client.app.state.services.house.forget_table(table)  # and so it does when it is read anew
    refused(present.try_to("replace", table, seat=seat), 409, "not_away")
    clock.wait(WAITS / 2 + 1)
    present.do("replace", table, seat=seat)


def test_all_agree_at_whatever_process_they_are(houses: tuple[Client, Client]) -> None:
    one, other = houses
    ada, ben, eve, table = three(one)
    ben.do("leave", table, seat=1)
    newcomer = Guest(other)
    assert newcomer.do("join", table)["asked"] == 1
    ada_there = at(other, ada)
    ada_there.do("agree", table, request=1)
    catch_up(one)
    eve.do("agree", table, request=1)
    catch_up(other)
    assert newcomer.do("join", table)["seat"] == 1


def test_a_host_who_is_away_is_host_no_more(houses: tuple[Client, Client]) -> None:
    one, other = houses
    ada, ben = two(one)
    table = ada.make("me", "open")
    ben.do("join", table)
    clock = Clock(one, other)
    with at(other, ada).socket(table) as line:
        frame(line, "table")
        clock.wait(2 * WAITS)
        refused(ben.try_to("takeover", table), 409, "not_away")
        assert ben.table(table)["host_away_since"] is None
    while at(other, ben).table(table)["seats"][0]["online"]:
        pass
    clock.wait(WAITS + LASTS + 1)
    assert ben.table(table)["host_away_since"] < clock.now - WAITS
    refused(Guest(one).try_to("takeover", table), 403, "not_playing")
    ben.do("takeover", table)
    assert ben.table(table)["host"]
    refused(ben.try_to("takeover", table), 409, "no_change")


def test_nothing_is_kept_of_who_plays_alone_or_has_finished(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        store = client.app.state.services.store
        ada, ben, table = begun(client)
        alone = ada.make("me", "bot easy")
        clock = Clock(client)
        for name in (alone, table):
            with ada.socket(name) as line:
                frame(line, "table")
                clock.wait(BEAT)
        with client.portal() as portal:
            found = portal.call(store.sightings, [alone, table])
            assert [one.table for one in found] == [table]
            finish(ada, ben, table)
            portal.call(store.forget_sightings)
            assert portal.call(store.sightings, [alone, table]) == []


def test_where_somebody_was_is_forgotten_with_her(database: str) -> None:
    async def test(store: Store) -> None:
        await store.keep_sightings([Sighting("t", person, 9.0) for person in (1, 2)])
        await store.keep_sightings([Sighting("t", 2, 8.0)])  # what is earlier changes nothing
        await store.forget_person(1, 10.0)
        assert await store.sightings(["t"]) == [Sighting("t", 2, 9.0)]

    with_store(database, test)


@pytest.mark.parametrize("patience", [0, -1, 119.9, 60 * 86_400 + 1, "long", True])
def test_a_patience_without_sense(client: Client, patience: object) -> None:
    body = {"game": "micropolis", "players": 2, "patience": patience}
    refused(Guest(client).ask("POST", "/api/tables", body), 400, "bad_request")


def test_a_table_says_how_long_it_waits(client: Client) -> None:
    ada, _ = two(client)
    assert ada.table(ada.make("me", "open"))["patience"] == WAITS
    table = ada.make("me", "me", patience=86_400)
    finish(ada, ada, table)
    assert ada.table(ada.do("rematch", table)["id"])["patience"] == 86_400


# --- Hints ----------------------------------------------------------------------------------------


def hint(guest: Guest, table: str) -> Any:
    return guest.ask("POST", f"/api/tables/{table}/hint", {"seat": guest.table(table)["seat"]})


def test_hints_among_people_are_for_tables_that_say_so(client: Client) -> None:
    ada, ben, table = begun(client)
    mover, _ = on_turn(ada, ben, table)
    assert not mover.table(table)["hints"]
    version = mover.table(table)["version"]
    refused(hint(mover, table), 403, "no_hints")
    assert mover.table(table)["version"] == version


def test_all_are_told_of_a_hint(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open", hints=True)
    ben.do("join", table)
    ada.do("start", table)
    mover, other = on_turn(ada, ben, table)
    seen = mover.table(table)
    with other.socket(table) as line:
        frame(line, "table")
        assert hint(mover, table).status_code == 202
        news = frame(line, "table")
    assert (news["log"][-1]["kind"], news["log"][-1]["seat"]) == ("hinted", seen["seat"])
    assert [one["hints"] for one in news["seats"]] == [int(n == seen["seat"]) for n in (0, 1)]
    move = {"seat": seen["seat"], "action": seen["actions"][0]["code"]}
    mover.do("play", table, version=seen["version"], **move)  # as it was before the hint


def test_nobody_is_told_of_a_hint_that_was_not_begun(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open", hints=True)
    ben.do("join", table)
    ada.do("start", table)
    mover, _ = on_turn(ada, ben, table)
    services = client.app.state.services
    with monkeypatch.context() as patch:
        patch.setattr(services.store, "begin_job", AsyncMock(side_effect=Unavailable("away")))
        refused(hint(mover, table), 503, "unavailable")
    assert [seat["hints"] for seat in mover.table(table)["seats"]] == [0, 0]
    with monkeypatch.context() as patch:
        patch.setattr(services.house, "command", AsyncMock(side_effect=Conflict("it has changed")))
        refused(hint(mover, table), 409, "conflict")
    assert services.jobs.jobs == {}
    with client.portal() as portal:
        assert portal.call(services.jobs.waiting, "") == (0, 0)


def test_who_plays_alone_is_given_hints_and_nobody_is_told(client: Client) -> None:
    ada, _ = two(client)
    table = ada.make("me", "me")
    before = ada.table(table)["version"]
    assert ada.table(table)["hints"]
    assert hint(ada, table).status_code == 202
    assert ada.table(table)["version"] == before
