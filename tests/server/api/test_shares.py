"""No address takes the house from the others, and no table grows without end."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from formicarium.server.api import sockets, viewing
from formicarium.server.domain.table import folded
from formicarium.server.house import house as rooms
from formicarium.server.house.replays import Replays
from formicarium.server.limits import Counted
from tests.server.playing import (
    KEYS,
    Guest,
    begun,
    finish,
    frame,
    house,
    on_turn,
    refused,
    two,
)

Client = TestClient[Any]

CROWDED = {"x-forwarded-for": "192.0.2.1"}
HOME = {"x-forwarded-for": "198.51.100.7"}


@contextmanager
def proxied(folder: Path, **more: Any) -> Iterator[Client]:
    """A house to which people come from several addresses, at a time of our own."""
    with house(folder, trusted_proxies=1, **more) as client:
        services = client.app.state.services
        ahead = [0.0]
        services.house.now = services.spending.now = lambda: time.time() + ahead[0]
        client.app.state.ahead = ahead
        yield client


def use_up(client: Client, kind: Counted, address: str = "192.0.2.1") -> None:
    """Let an address have nothing left of something."""
    services = client.app.state.services
    burst = services.spending.addresses.rates[kind].burst
    services.spending.addresses.spend(kind, address, services.house.now(), burst)


def events_of(folder: Path, table: str) -> int:
    with closing(sqlite3.connect(folder / "formicarium.sqlite")) as database:
        query = "SELECT count(*) FROM events WHERE table_id = ?"
        return int(database.execute(query, [table]).fetchone()[0])


# --- Addresses ------------------------------------------------------------------------------------


def test_one_address_with_many_cookies_locks_nobody_out(tmp_path: Path) -> None:
    with proxied(tmp_path, sockets=12, sockets_per_person=2) as client, ExitStack() as open_:
        _, _, table = begun(client)
        shut = 0
        for _ in range(12):  # cookies are free
            try:
                open_.enter_context(Guest(client).socket(table, **CROWDED))
            except WebSocketDisconnect:
                shut += 1
        assert shut == 6
        newcomer = open_.enter_context(Guest(client).socket(table, **HOME))
        frame(newcomer, "table")


def test_an_address_has_so_many_sockets(tmp_path: Path) -> None:
    with proxied(tmp_path, sockets_per_address=3) as client, ExitStack() as open_:
        _, _, table = begun(client)
        for _ in range(3):
            frame(open_.enter_context(Guest(client).socket(table, **CROWDED)), "table")
        with pytest.raises(WebSocketDisconnect):
            open_.enter_context(Guest(client).socket(table, **CROWDED))
        frame(open_.enter_context(Guest(client).socket(table, **HOME)), "table")


def test_what_is_said_on_sockets_is_counted_for_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "NAP", 0.01)
    slow: dict[str, Any] = {"messages_burst": 2, "messages_per_second": 0.01}
    with proxied(tmp_path, people_per_address=1, **slow) as client:
        ada, ben, table = begun(client)
        limits = client.app.state.services.spending.addresses
        with ada.socket(table, **CROWDED) as first, ben.socket(table, **CROWDED) as second:
            for text in ("one", "two"):
                first.send_json({"type": "chat", "text": text})
                frame(first, "done")
            now = client.app.state.services.house.now()
            assert limits.wait(Counted.MESSAGE, "192.0.2.1", now) > 90
            second.send_json({"type": "chat", "text": "three"})
            with ben.socket(table, **HOME) as third:
                third.send_json({"type": "chat", "text": "four"})
                frame(third, "done")
            lines = ben.get(f"/api/tables/{table}/chat")["lines"]
            assert [line["text"] for line in lines] == ["one", "two", "four"]
            client.app.state.ahead[0] = 200.0
            frame(second, "done")  # it has waited, and was not lost


def test_bots_that_have_thought_enough_for_an_address_begin_no_new_game(tmp_path: Path) -> None:
    with proxied(tmp_path) as client:
        ada, ben = two(client)
        table, waiting = ada.make("me", "bot easy"), ada.make("me", "open")
        use_up(client, Counted.THINKING)

        def ask(guest: Guest, path: str, body: Any, address: dict[str, str]) -> Any:
            headers = {name.replace("-", "_"): value for name, value in address.items()}
            return guest.ask("POST", f"/api/tables{path}", body, **headers)

        seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]
        plan = {"game": "micropolis", "players": 2, "seats": seats}
        answer = ask(ada, "", plan, CROWDED)
        assert "games that have begun go on" in refused(answer, 429, "thought_enough")["message"]
        assert int(answer.headers["retry-after"]) > 60
        start = {"key": "s", "level": "easy"}
        refused(ask(ada, f"/{waiting}/start", start, CROWDED), 429, "thought_enough")
        hand = {"key": "h", "seat": 1, "level": "easy"}
        refused(ask(ada, f"/{waiting}/hand", hand, CROWDED), 429, "thought_enough")
        refused(ask(ada, f"/{table}/hint", {"seat": 0}, CROWDED), 429, "thought_enough")
        assert ask(ada, "", {"game": "micropolis"}, CROWDED).status_code == 201  # without bots
        assert ask(ben, "", plan, HOME).status_code == 201
        seen = ada.table(table)  # the running game goes on
        code = {"seat": 0, "action": seen["actions"][0]["code"], "version": seen["version"]}
        assert ask(ada, f"/{table}/play", {"key": "p", **code}, CROWDED).status_code == 200
        client.app.state.ahead[0] = 3600.0
        assert ask(ada, f"/{waiting}/start", start, CROWDED).status_code == 200


def test_an_address_that_has_stored_enough_plays_its_games_to_their_end(tmp_path: Path) -> None:
    with proxied(tmp_path) as client:
        ada, ben, table = begun(client)
        mover, _ = on_turn(ada, ben, table)
        use_up(client, Counted.BYTE)
        far = {"x_forwarded_for": "192.0.2.1"}
        path, made = f"/api/tables/{table}", {"game": "micropolis"}
        found = refused(mover.ask("POST", "/api/tables", made, **far), 429, "no_room")
        assert "played to their end" in found["message"]
        refused(ada.ask("POST", f"{path}/chat", {"text": "x"}, **far), 429, "no_room")
        refused(ada.ask("POST", f"{path}/lock", {"key": "l"}, **far), 429, "no_room")
        refused(ada.ask("POST", f"{path}/invitations", {}, **far), 429, "no_room")
        refused(ada.ask("PATCH", "/api/me", {"name": "Else"}, **far), 429, "no_room")
        seen = mover.table(table)
        place = {"seat": seen["seat"], "version": seen["version"]}
        body = {"key": "p", "action": seen["actions"][0]["code"], **place}
        assert mover.ask("POST", f"{path}/play", body, **far).status_code == 200
        assert Guest(client).ask("POST", "/api/tables", made).status_code == 201
        client.app.state.ahead[0] = 86_400.0
        assert ada.ask("POST", f"{path}/lock", {"key": "l"}, **far).status_code == 200


def test_what_is_stored_is_counted(tmp_path: Path) -> None:
    with proxied(tmp_path, stored_per_day=100_000) as client:
        services = client.app.state.services

        def left() -> float:
            waits = services.spending.addresses.wait(
                Counted.BYTE, "testclient", services.house.now(), 100_000
            )
            return float(100_000 - waits / 86_400 * 100_000)

        ada, ben, table = begun(client)
        people = 2 * 400 + 20_000  # and their table
        assert left() == pytest.approx(100_000 - people - 4 * 250, abs=50)  # names, join, start
        ada.do("chat", table, text="x" * 300)
        assert left() == pytest.approx(100_000 - people - 5 * 250 - 300, abs=50)
        refused(ben.try_to("start", table), 403, "not_host")
        on_turn(ada, ben, table)[0].move(table)
        assert left() == pytest.approx(100_000 - people - 6 * 250 - 300, abs=50)


def test_logins_from_one_address_come_to_an_end(tmp_path: Path) -> None:
    with proxied(tmp_path, logins_per_minute=1, people_per_address=8) as client:
        body = {"name": "Nobody", "password": "not a password"}
        found = []
        for _ in range(3):
            guest = Guest(client)
            guest.get("/api/me")
            answer = guest.ask("POST", "/api/session", body, x_forwarded_for="192.0.2.1")
            found.append(answer.status_code)
        assert found == [401, 401, 429]
        other = Guest(client).ask("POST", "/api/session", body, x_forwarded_for="192.0.2.2")
        assert other.status_code == 401


# --- Tables ---------------------------------------------------------------------------------------


def test_what_changes_nothing_is_refused_and_not_stored(tmp_path: Path) -> None:
    with proxied(tmp_path) as client:
        ada = Guest(client)
        table = ada.make("me", "bot easy", "open", players=3)
        before = events_of(tmp_path, table)
        for _ in range(3):
            refused(ada.try_to("lock", table, locked=False), 409, "no_change")
            refused(ada.try_to("hand", table, seat=1, level="easy"), 409, "no_change")
            refused(ada.try_to("join", table, seat=0), 409, "seat_taken")
            refused(ada.try_to("leave", table, seat=2), 403, "not_yours")
            refused(ada.try_to("undo", table, seat=0, version=9), 409, "not_started")
        assert events_of(tmp_path, table) == before
        again = {"key": "lock once"}
        assert ada.do("lock", table, **again) == ada.do("lock", table, **again)
        assert events_of(tmp_path, table) == before + 1


def test_the_same_name_once_more_costs_nothing(tmp_path: Path) -> None:
    with proxied(tmp_path, chat_per_minute=1) as client:
        ada, _ = two(client)
        table = ada.make("me", "open")
        before = events_of(tmp_path, table)
        for _ in range(5):
            assert ada.ask("PATCH", "/api/me", {"name": "Ada"}).json()["name"] == "Ada"
        assert events_of(tmp_path, table) == before


def test_a_table_of_very_many_events_is_played_to_its_end(tmp_path: Path) -> None:
    with proxied(tmp_path, events_per_table=6) as client:
        ada, ben, table = begun(client)
        for _ in range(3):
            on_turn(ada, ben, table)[0].move(table)
        assert events_of(tmp_path, table) == 6
        assert ada.try_to("lock", table).status_code == 200  # a host decides who comes
        mover, _ = on_turn(ada, ben, table)
        mover.move(table)
        seen = mover.table(table)
        undo = mover.try_to("undo", table, seat=seen["seat"], version=seen["version"])
        assert undo.json()["error"] in ("long_table", "no_undo")
        found = refused(ben.try_to("leave", table, seat=1), 409, "long_table")
        assert "its end" in found["message"]
        finish(ada, ben, table)
        assert ada.table(table)["status"] == "over"


def test_a_table_holds_so_many_lines_of_talk(tmp_path: Path) -> None:
    with proxied(tmp_path, lines_per_table=8) as client:
        ada, ben, table = begun(client)
        eve, zoe = two(client)
        keys = [f"k{next(KEYS)}" for _ in range(2)]
        for key in keys:
            ada.do("chat", table, text="well", key=key)
        refused(ada.try_to("chat", table, text="one more"), 409, "talk_full")  # a quarter is hers
        ada.do("chat", table, text="well", key=keys[0])  # the same request once more
        for _ in range(2):
            eve.do("chat", table, text="well")
        refused(zoe.try_to("chat", table, text="well"), 409, "talk_full")  # who only looks on
        ben.do("chat", table, text="well")
        assert len(ben.get(f"/api/tables/{table}/chat")["lines"]) == 5


@pytest.mark.parametrize("kind", ["picture", "drawing"])
def test_pictures_are_drawn_few_at_once(
    client: Client, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    ada, _, table = begun(client)
    replays, drawn = client.app.state.services.house.replays, []
    known = replays.look

    async def look(address: str, *given: Any) -> Any:
        drawn.append(address)
        return await known(address, *given)

    monkeypatch.setattr(replays, "look", look)
    assert ada.ask("GET", f"/api/tables/{table}/{kind}").is_success
    assert len(drawn) == 1


# --- Pages of the log -----------------------------------------------------------------------------


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> int:
    for module in (rooms, viewing):
        monkeypatch.setattr(module, "LINES", 12)
    return 12


def test_a_log_comes_in_pages(client: Client, small_pages: int) -> None:
    ada, ben, table = begun(client)
    for _ in range(40):
        on_turn(ada, ben, table)[0].move(table)
    lines: list[Any] = []
    more = True
    while more:
        since = lines[-1]["version"] if lines else 0
        page = ada.get(f"/api/tables/{table}/log?seat=0&since={since}")
        assert len(page["log"]) == small_pages or not page["more"]
        assert page["version"] == page["log"][-1]["version"]
        lines += page["log"]
        more = page["more"]
    version = ada.table(table, "?seat=0")["version"]
    assert [line["version"] for line in lines] == [*range(1, version + 1)]
    assert ada.get(f"/api/tables/{table}/log?seat=0&since={version}") == {
        "version": version,
        "log": [],
        "more": False,
    }


def test_a_table_is_shown_with_no_more_than_the_last_page(client: Client, small_pages: int) -> None:
    ada, ben, table = begun(client)
    for _ in range(40):
        on_turn(ada, ben, table)[0].move(table)
    version = ada.table(table, "?seat=0")["version"]
    newest = [*range(version - small_pages + 1, version + 1)]
    shown = ada.table(table, "?seat=0&since=0")["log"]
    assert [line["version"] for line in shown] == newest
    with ada.socket(table, "?seat=0&since=0") as socket:
        told = frame(socket, "table")["log"]
    assert [line["version"] for line in told] == newest
    assert all(line["words"] for line in told)


class Watched(Replays):
    """Turns, and whose they were."""

    def __init__(self) -> None:
        super().__init__()
        self.turns: list[str] = []

    @asynccontextmanager
    async def turn(self, address: str) -> Any:
        self.turns.append(address)
        async with super().turn(address):
            yield


def test_whoever_wants_a_game_looked_through_waits_for_her_turn(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, table = begun(client)
    for _ in range(20):
        on_turn(ada, ben, table)[0].move(table)
    finish(ada, ben, table)
    watched = Watched()
    monkeypatch.setattr(client.app.state.services.house, "replays", watched)
    for path in ("/log", "?since=0", "/history", "/history?open=true", "/record", "/position"):
        before = len(watched.turns)
        ada.get(f"/api/tables/{table}{path}")
        assert watched.turns[before:] == ["testclient"], path
    with ada.socket(table, "?since=0") as socket:
        frame(socket, "table")
    assert len(watched.turns) == 7


def test_a_long_table_is_read_aside(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben, table = begun(client)
    for _ in range(20):
        on_turn(ada, ben, table)[0].move(table)
    seen = ada.table(table, "?seat=0")
    services, threads = client.app.state.services, list[str]()

    def noted(*asked: Any) -> Any:
        threads.append(threading.current_thread().name)
        return folded(*asked)

    async def where() -> str:
        return threading.current_thread().name

    monkeypatch.setattr(rooms, "folded", noted)
    with client.portal() as portal:
        for quick in (10, 200):
            monkeypatch.setattr(rooms, "QUICK", quick)
            portal.call(lambda: services.house.drop(services.house.tables[table]))
            assert ada.table(table, "?seat=0") == seen
        loop = portal.call(where)
    aside, at_once = threads
    assert (aside != loop, at_once == loop) == (True, True)
