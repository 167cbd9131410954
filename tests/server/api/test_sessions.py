"""Sessions: listed, ended one by one or all, and none that a clock could take away."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from litestar.testing.websocket_test_session import WebSocketTestSession

from formicarium.server import app
from formicarium.server.house import sessions as house_sessions
from formicarium.server.house.acts import EndSessions, ResetPassword
from formicarium.server.house.fanout import Hearer, News, Wire
from formicarium.server.house.people import hashed, new_token
from formicarium.server.store.sessions import REST
from tests.compatibility.telling import opened
from tests.compatibility.test_version_0_1 import KEPT
from tests.server.house.test_people import signed
from tests.server.playing import SECONDS, Guest, begun, finish, frame, house, refused, two

Client = TestClient[Any]
OLD, NEW = "correct horse", "battery staple"
DAY = 86_400.0
YEAR = 365 * DAY
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"


def call(client: Client, work: Callable[[], Any]) -> Any:
    """Do something in the house's own loop."""
    with client.portal() as portal:
        return portal.call(work)


def with_account(client: Client, name: str) -> Guest:
    guest = Guest(client)
    answer = guest.ask("POST", "/api/accounts", {"name": name, "password": OLD})
    assert answer.status_code == 201, answer.text
    return guest


def logged_in(client: Client, name: str, password: str = OLD, **headers: str) -> Guest:
    guest = Guest(client)
    body = {"name": name, "password": password}
    assert guest.ask("POST", "/api/session", body, **headers).status_code == 200
    return guest


def thief(guest: Guest) -> Guest:
    """Somebody who has copied a cookie."""
    other = Guest(guest.client)
    other.cookie = guest.cookie
    return other


def is_known(guest: Guest, name: str) -> bool:
    """Whether a cookie is still that person's; whoever is not is not told so."""
    before = guest.cookie
    found = guest.get("/api/me")["name"] == name
    assert found == (guest.cookie == before)
    return bool(found)


def closed(line: WebSocketTestSession) -> int:
    """Wait until a socket is closed; its code."""
    while True:
        try:
            line.receive_json(timeout=SECONDS)
        except WebSocketDisconnect as farewell:
            return farewell.code


def tidy(client: Client, at: float) -> None:
    """Let the scheduler look for what is too old, as it does at that time after a restart."""
    held = client.app.state.services.house
    held.now = lambda: at
    held.sessions._known.clear()
    scheduler = held.on_change.__self__
    scheduler.tidied = 0.0
    call(client, lambda: scheduler._tidy(at))


def is_steady(client: Client, at: float) -> bool:
    store = client.app.state.services.store
    return bool(call(client, lambda: store.is_steady(at)))


# --- Tokens ---------------------------------------------------------------------------------------


def test_a_cookie_is_random_and_only_its_hash_is_kept(client: Client) -> None:
    ada, ben = two(client)
    assert len(ada.cookie) == 32  # 192 bits
    assert ada.cookie != ben.cookie
    store = client.app.state.services.store
    assert call(client, lambda: store.session(hashed(ada.cookie))).person > 0
    file = Path(str(store._reading.url.database))
    for part in (file, file.with_name(f"{file.name}-wal")):
        assert ada.cookie.encode() not in part.read_bytes()


def test_a_guest_has_a_row_with_her_session_and_no_earlier(client: Client) -> None:
    store = client.app.state.services.store
    first = call(client, lambda: store.add_person(1.0))
    eve = Guest(client)
    for path in ("/api/games", "/api/tables", "/api/games/micropolis"):
        eve.get(path)
    assert eve.cookie == ""
    assert call(client, lambda: store.add_person(1.0)) == first + 1
    eve.get("/api/me")
    assert call(client, lambda: store.add_person(1.0)) == first + 3


def test_an_address_makes_so_many_guests_and_no_more(tmp_path: Path) -> None:
    with house(tmp_path, people_per_address=1, trusted_proxies=1) as client:
        here = {"x_forwarded_for": "192.0.2.1"}
        found = [Guest(client).ask("GET", "/api/me", **here).status_code for _ in range(26)]
        assert found == [200] * 25 + [429]
        Guest(client).get("/api/games", **here)
        Guest(client).get("/api/me", x_forwarded_for="192.0.2.2")


@pytest.mark.parametrize("cookie", ["x" * 32, "A" * 43, "", "..", "a.1.b", "x" * 9000])
def test_forged_tokens_are_quietly_nobodys(client: Client, cookie: str) -> None:
    eve = Guest(client)
    answer = client.get("/api/tables?list=mine", headers={"cookie": f"formicarium={cookie}"})
    assert answer.json()["tables"] == []
    eve.cookie = new_token()
    assert eve.get("/api/tables?list=mine")["tables"] == []


def test_a_token_of_another_house_is_nobodys(client: Client, tmp_path: Path) -> None:
    with house(tmp_path) as other:
        foreign, _ = two(other)
    stray = Guest(client)
    stray.cookie = foreign.cookie
    assert not is_known(stray, "Ada")


# --- The list -------------------------------------------------------------------------------------


def test_sessions_are_listed_with_device_and_time(client: Client) -> None:
    ada = with_account(client, "Ada List")
    phone = logged_in(client, "Ada List", user_agent=FIREFOX)
    found = phone.get("/api/sessions")
    assert [one["this"] for one in found] == [True, False]
    assert found[0]["device"] == "Firefox, Android"
    assert found[0]["seen"] >= found[1]["seen"]
    assert all(hashed(cookie) not in str(found) for cookie in (ada.cookie, phone.cookie))
    assert [one["this"] for one in ada.get("/api/sessions")] == [False, True]


def test_a_session_is_ended_by_its_id(client: Client) -> None:
    ada = with_account(client, "Ada End")
    phone = logged_in(client, "Ada End")
    [there] = [one["id"] for one in ada.get("/api/sessions") if not one["this"]]
    eve, _ = two(client)
    for name in (there, "nonsense", hashed(phone.cookie), phone.cookie):
        refused(eve.ask("DELETE", f"/api/sessions/{name}"), 404, "no_session")
    assert is_known(phone, "Ada End")
    assert ada.ask("DELETE", f"/api/sessions/{there}").status_code == 204
    assert not is_known(phone, "Ada End")
    assert is_known(ada, "Ada End")
    refused(ada.ask("DELETE", f"/api/sessions/{there}"), 404, "no_session")


def test_all_others_are_ended_at_once(client: Client) -> None:
    ada = with_account(client, "Ada All")
    others = [logged_in(client, "Ada All") for _ in range(3)]
    ben, _ = two(client)
    assert ada.ask("DELETE", "/api/sessions").status_code == 204
    assert [is_known(other, "Ada All") for other in others] == [False] * 3
    assert is_known(ada, "Ada All")
    assert is_known(ben, "Ada")
    assert Guest(client).ask("DELETE", "/api/sessions").status_code == 204


def test_the_token_of_a_seat_ends_nothing(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("open", "open")
    token = ben.do("join", table)["token"]
    bearer = {"authorization": f"Bearer {token}"}
    for method, path in (("GET", ""), ("DELETE", ""), ("DELETE", "/x")):
        answer = Guest(client).ask(method, f"/api/sessions{path}", **bearer)
        refused(answer, 403, "seat_token")
    assert Guest(client).ask("DELETE", "/api/session", **bearer).status_code == 204
    assert Guest(client).ask("GET", f"/api/tables/{table}", **bearer).is_success


# --- What ends them -------------------------------------------------------------------------------


def test_a_stolen_cookie_is_worthless_after_logging_out(client: Client) -> None:
    ada, _, table = begun(client)
    eve = thief(ada)
    assert eve.table(table)["seat"] == 0
    answer = ada.ask("DELETE", "/api/session")
    assert answer.headers["set-cookie"].startswith('formicarium=""')
    assert eve.table(table)["seat"] is None
    refused(eve.try_to("play", table, seat=0, action=0, version=3), 403, "not_yours")
    assert Guest(client).ask("DELETE", "/api/session").status_code == 204


def test_a_stolen_cookie_is_worthless_after_a_change_of_password(client: Client) -> None:
    ada = with_account(client, "Ada Pass")
    eve, phone = logged_in(client, "Ada Pass"), logged_in(client, "Ada Pass")
    change = {"old": OLD, "new": NEW}
    assert ada.ask("PATCH", "/api/accounts", change).status_code == 200
    assert not is_known(eve, "Ada Pass")
    assert not is_known(phone, "Ada Pass")
    assert is_known(ada, "Ada Pass")


def test_a_login_with_a_password_that_is_changed_meanwhile_is_none(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, eve = with_account(client, "Ada Meanwhile"), Guest(client)
    services = client.app.state.services
    begin = services.sessions.begin

    async def late(person: int | None, device: str) -> Any:
        account = await services.store.account("Ada Meanwhile")
        changed = services.passwords.hashed(NEW)
        await services.store.change_password(account.person, changed, but=hashed(ada.cookie))
        return await begin(person, device)

    monkeypatch.setattr(services.sessions, "begin", late)
    body = {"name": "Ada Meanwhile", "password": OLD}
    refused(eve.ask("POST", "/api/session", body), 401, "bad_login")
    monkeypatch.undo()
    assert not is_known(eve, "Ada Meanwhile")
    assert is_known(ada, "Ada Meanwhile")


def test_a_change_of_password_ends_links(client: Client) -> None:
    ada = with_account(client, "Ada Ends")
    link = reset_token(client, "Ada Ends")
    ada.ask("PATCH", "/api/accounts", {"old": OLD, "new": NEW})
    body = {"token": link, "password": OLD}
    refused(Guest(client).ask("POST", "/api/password-reset", body), 403, "bad_link")


def ended_by_administrator(ada: Guest) -> bool:
    office = ada.client.app.state.services.administration
    order = EndSessions(person=ada.get("/api/me/data")["person"]["number"])
    return bool(call(ada.client, lambda: office.carry_out(order)))


ENDS: dict[str, Callable[[Guest], Any]] = {
    "password": lambda ada: ada.ask("PATCH", "/api/accounts", {"old": OLD, "new": NEW}).is_success,
    "log out": lambda ada: ada.ask("DELETE", "/api/session").is_success,
    "one": lambda ada: (
        ada.ask("DELETE", f"/api/sessions/{ada.get('/api/sessions')[0]['id']}").is_success
    ),
    "others": lambda ada: ada.ask("DELETE", "/api/sessions").is_success,
    "order": ended_by_administrator,
    "deletion": lambda ada: ada.ask("DELETE", "/api/me", {"password": OLD}).is_success,
}


@pytest.mark.parametrize("end", ENDS)
def test_tokens_of_seats_end_with_a_session_and_their_sockets_too(client: Client, end: str) -> None:
    ada, ben = with_account(client, f"Ada by {end}"), Guest(client)
    table = ada.make("open", "open")
    program, other = Guest(client), Guest(client)
    mine = {"authorization": f"Bearer {ada.do('join', table, seat=0)['token']}"}
    theirs = {"authorization": f"Bearer {ben.do('join', table, seat=1)['token']}"}
    with program.socket(table, **mine) as line:
        assert frame(line, "table")["seat"] == 0
        assert ENDS[end](ada)
        assert closed(line) == 1008
    refused(program.ask("GET", f"/api/tables/{table}", **mine), 401, "bad_token")
    assert other.ask("GET", f"/api/tables/{table}", **theirs).is_success


def test_tokens_of_seats_end_where_the_game_is_over(client: Client) -> None:
    ada, ben = with_account(client, "Ada Over"), Guest(client)
    table = ada.make("open", "open")
    mine = {"authorization": f"Bearer {ada.do('join', table, seat=0)['token']}"}
    ben.do("join", table, seat=1)
    ada.do("start", table)
    finish(ada, ben, table)
    assert Guest(client).ask("GET", f"/api/tables/{table}", **mine).is_success
    assert ada.ask("DELETE", "/api/me", {"password": OLD}).is_success
    refused(Guest(client).ask("GET", f"/api/tables/{table}", **mine), 401, "bad_token")


def test_who_logs_in_leaves_the_session_before(client: Client) -> None:
    with_account(client, "Ada Login")
    guest, _ = two(client)
    eve = thief(guest)
    body = {"name": "Ada Login", "password": OLD}
    assert guest.ask("POST", "/api/session", body).status_code == 200
    assert not is_known(eve, "Ada")
    assert is_known(guest, "Ada Login")


def test_sockets_of_an_ended_session_are_closed_at_once(client: Client) -> None:
    ada, ben, table = begun(client)
    with ada.socket(table) as here, thief(ada).socket(table) as there, ben.socket(table) as other:
        for line in (here, there, other):
            frame(line, "table")
        assert ada.ask("DELETE", "/api/session").status_code == 204
        for line in (here, there):
            assert closed(line) == 1008
        assert frame(other, "table")["seats"][0]["online"] is False
    socket = thief(ada).socket(table)
    with socket as stray:
        assert frame(stray, "table")["seat"] is None


# --- Several processes ----------------------------------------------------------------------------


class Neighbours(Wire):
    """A line between two houses in one process."""

    everybody: list["Neighbours"]

    def __init__(self, everybody: list["Neighbours"]) -> None:
        super().__init__()
        self.everybody = everybody

    async def start(self, hear: Hearer) -> None:
        self.hear, self.loop = hear, asyncio.get_running_loop()
        self.everybody.append(self)  # only now does it hear anything

    async def tell(self, news: News) -> None:
        data = self._encoded(news)
        for other in self.everybody:
            other.loop.call_soon_threadsafe(other._heard, data, other.hear)


@contextmanager
def neighbours(folder: Path, **more: Any) -> Iterator[tuple[Client, Client]]:
    """Two processes on one database."""
    everybody: list[Neighbours] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "fanout_for", lambda *_: Neighbours(everybody))
        with house(folder, **more) as one, house(folder, **more) as other:
            yield one, other


def test_all_processes_end_a_session_at_once(tmp_path: Path) -> None:
    with neighbours(tmp_path) as (one, other):
        ada, ben, table = begun(one)
        there = thief(ada)
        there.client = other
        assert is_known(there, "Ada")  # and so it is remembered there
        with there.socket(table) as line:
            frame(line, "table")
            ada.ask("DELETE", "/api/session")
            assert closed(line) == 1008
        assert not is_known(there, "Ada")
        ben.client = other
        assert is_known(ben, "Ben")


def test_a_process_that_has_not_heard_of_it_finds_out(tmp_path: Path) -> None:
    """With houses that cannot hear each other, as when news are lost."""
    with house(tmp_path) as one, house(tmp_path) as other:
        ada, _, table = begun(one)
        there = thief(ada)
        there.client = other
        held = other.app.state.services.house
        with there.socket(table) as line:
            frame(line, "table")
            ada.ask("DELETE", "/api/session")
            call(other, lambda: held.sessions.look_after(held.sessions_here()))
            assert closed(line) == 1008
        assert not is_known(there, "Ada")


def test_a_request_costs_no_look_into_the_store(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _ = two(client)
    services, asked = client.app.state.services, []
    found = services.store.session

    async def session(token_hash: str) -> Any:
        asked.append(token_hash)
        return await found(token_hash)

    monkeypatch.setattr(services.store, "session", session)
    for _ in range(5):
        ada.get("/api/tables")
    assert asked == []
    monkeypatch.setattr(house_sessions, "REMEMBERED", -1.0)
    services.sessions._known.clear()
    ada.get("/api/tables")
    assert asked == [hashed(ada.cookie)]


def test_only_so_many_sessions_are_remembered(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_sessions, "MOST", 3)
    guests = [Guest(client) for _ in range(6)]
    for guest in guests:
        guest.get("/api/me")
    assert len(client.app.state.services.sessions._known) <= 4
    names = [guest.get("/api/me")["name"] for guest in guests]
    assert [guest.get("/api/me")["name"] for guest in guests] == names


# --- Clocks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("jump", [400 * DAY, -400 * DAY, 30 * YEAR, -20 * YEAR])
def test_no_clock_takes_an_identity_away(tmp_path: Path, jump: float) -> None:
    with house(tmp_path) as client:
        ada, _, table = begun(client)
        held, before = client.app.state.services.house, ada.cookie
        now = held.now()
        for at in (now + jump, now + jump + 60, now, now + 60):
            tidy(client, at)
            assert ada.table(table)["seat"] == 0
            assert is_known(ada, "Ada")
        assert ada.cookie == before


def test_a_session_in_use_is_noted_now_and_then(client: Client) -> None:
    ada, _ = two(client)
    services = client.app.state.services
    now = services.house.now()

    def seen(at: float) -> float:
        services.house.now = lambda: at
        ada.get("/api/tables")
        while services.house.tasks:
            call(client, lambda: asyncio.sleep(0))
        return float(call(client, lambda: services.store.session(hashed(ada.cookie))).seen)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services.house, "now", services.house.now)
        first = seen(now)
        assert seen(now + 250) == first
        assert seen(now + 301) == now + 301
        assert seen(now - YEAR) == now - YEAR
        answer = ada.ask("GET", "/api/tables")
        assert "set-cookie" not in answer.headers
        services.house.now = lambda: now + 2 * DAY
        assert f"formicarium={ada.cookie}" in ada.ask("GET", "/api/tables").headers["set-cookie"]


@pytest.mark.heavy
def test_unused_sessions_end_after_a_year_of_an_even_clock(tmp_path: Path) -> None:
    with house(tmp_path, session_days=365) as client:
        ada, ben = two(client)
        now = client.app.state.services.house.now()
        for day in range(0, 364, 5):
            tidy(client, now + day * DAY)
            assert is_known(ada, "Ada")
        assert [one["this"] for one in ada.get("/api/sessions")] == [True]
        tidy(client, now + 366 * DAY)
        assert is_known(ada, "Ada")
        assert not is_known(ben, "Ben")


def test_a_clock_is_doubted_for_a_month_after_a_jump(client: Client) -> None:
    now = 50 * YEAR
    for at in (now, now + YEAR, now + YEAR + REST + 1, now):
        assert not is_steady(client, at)
    steady = [is_steady(client, now + day * DAY) for day in range(1, 31)]
    assert steady == [False] * 29 + [True]


# --- Cookies of earlier versions ------------------------------------------------------------------


@contextmanager
def older_house(folder: Path) -> Iterator[tuple[Client, Callable[[int], str]]]:
    """A house of version 0.1, and Ada's cookies of then."""
    with opened(folder, (KEPT / "house.sql").read_text("utf-8")) as client:
        secret = client.app.state.services.secret
        yield client, lambda expiry: signed("P5iQzDm5XdbSUOB0LSRpUI0V", secret, expiry)


def test_an_old_cookie_is_exchanged_for_a_session(tmp_path: Path) -> None:
    with older_house(tmp_path) as (client, cookie):
        phone, ada = Guest(client), Guest(client)
        phone.cookie, ada.cookie = cookie(1_700_000_000), cookie(9_999_999_999)
        for guest in (phone, ada):  # whatever the clock says
            same = thief(guest)
            assert guest.get("/api/tables?list=mine")["tables"]
            assert "." not in guest.cookie
            assert is_known(guest, "Ada")
            same.get("/api/tables")  # all at once, as pages ask
            assert same.cookie == guest.cookie
        assert len(ada.get("/api/sessions")) == 2
        stray = Guest(client)
        stray.cookie = signed("x" * 24, client.app.state.services.secret)
        assert stray.get("/api/tables?list=mine")["tables"] == []


@pytest.mark.parametrize("end", ["log out", "change", "list", "reset"])
def test_an_old_cookie_is_worthless_after_any_end(tmp_path: Path, end: str) -> None:
    with older_house(tmp_path) as (client, cookie):
        ada, eve = Guest(client), Guest(client)
        ada.cookie, eve.cookie = cookie(1), cookie(2)
        ada.get("/api/tables")
        assert is_known(ada, "Ada")
        password = "correct horse battery"
        if end == "log out":
            ada.ask("DELETE", "/api/session")
        elif end == "change":
            ada.ask("PATCH", "/api/accounts", {"old": password, "new": NEW})
        elif end == "list":
            session = ada.get("/api/sessions")[0]["id"]
            ada.ask("DELETE", f"/api/sessions/{session}")
        else:
            token = reset_token(client, "Ada")
            body = {"token": token, "password": NEW}
            assert ada.ask("POST", "/api/password-reset", body).status_code == 200
        assert eve.get("/api/tables?list=mine")["tables"] == []
        assert not eve.get("/api/me")["named"]


# --- Forgotten passwords --------------------------------------------------------------------------


def reset_token(client: Client, name: str) -> str:
    services = client.app.state.services
    account = call(client, lambda: services.store.account(name))
    order = ResetPassword(person=account.person)
    done = call(client, lambda: services.administration.carry_out(order))
    path, _, token = str(done.link).partition("#")
    assert path == "/reset"
    return token


def test_a_link_changes_a_password_once_and_ends_all_sessions(client: Client) -> None:
    ada = with_account(client, "Ada Reset")
    phone = logged_in(client, "Ada Reset")
    token = reset_token(client, "Ada Reset")
    here = Guest(client)
    short = here.ask("POST", "/api/password-reset", {"token": token, "password": "short"})
    refused(short, 400, "bad_request")
    body = {"token": token, "password": NEW}
    assert here.ask("POST", "/api/password-reset", body).json()["account"] == "Ada Reset"
    assert is_known(here, "Ada Reset")
    assert not is_known(ada, "Ada Reset")
    assert not is_known(phone, "Ada Reset")
    refused(Guest(client).ask("POST", "/api/password-reset", body), 403, "bad_link")
    assert is_known(logged_in(client, "Ada Reset", NEW), "Ada Reset")


def test_a_link_is_good_for_a_day_and_the_newest_alone(client: Client) -> None:
    with_account(client, "Ada Day")
    services = client.app.state.services
    first = reset_token(client, "Ada Day")
    second = reset_token(client, "Ada Day")
    for token in (first, "nonsense", second[:-1], hashed(second)):
        body = {"token": token, "password": NEW}
        refused(Guest(client).ask("POST", "/api/password-reset", body), 403, "bad_link")
    now = services.house.now()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services.house, "now", lambda: now + DAY + 60)
        body = {"token": second, "password": NEW}
        refused(Guest(client).ask("POST", "/api/password-reset", body), 403, "bad_link")
    assert is_known(logged_in(client, "Ada Day"), "Ada Day")
