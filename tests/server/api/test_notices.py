"""People are told when it is their turn: what they wish for, and nothing else."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.server.house import notices, post
from tests.server.playing import Guest, frame, house, on_turn, refused, two
from tests.server.posting import Browser, Service, service, wait_until

DAY = 86_400
CLOCK = {"per": "decision", "seconds": DAY}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a second."""
    for module in (notices, post):
        monkeypatch.setattr(module, "ROUND", 0.02)


@pytest.fixture
def push() -> Iterator[Service]:
    with service() as found:
        yield found


@pytest.fixture
def client(tmp_path: Path, quick: None) -> Iterator[TestClient[Any]]:
    with house(tmp_path, grace_seconds=0.05, push_anywhere=True) as client:
        yield client


def wish(guest: Guest, push: Service, *kinds: str, **more: Any) -> Browser:
    """Somebody wishes to be told in her browser."""
    browser = Browser()
    endpoint = f"{push.address}/{guest.cookie[:6]}"
    answer = guest.ask("POST", "/api/me/browser", browser.subscription(endpoint))
    assert answer.status_code == 200, answer.text
    told = guest.ask("PUT", "/api/me/notices", {"push": [*kinds], **more}).json()
    assert (told["here"], told["push"]) == (True, sorted(kinds))
    return browser


def playing(ada: Guest, ben: Guest, **more: Any) -> tuple[Guest, Guest, str]:
    """A game of two people by the day: who must decide, the other one, and the table."""
    table = ada.make("me", "open", clock=CLOCK, **more)
    ben.do("join", table)
    ada.do("start", table)
    return *on_turn(ada, ben, table), table


def pass_on(now: Guest, then: Guest, table: str) -> None:
    """Decide until it is the other one's turn."""
    while not then.table(table)["actions"]:
        now.move(table)


def test_a_browser_is_told_once_and_can_read_it(client: TestClient[Any], push: Service) -> None:
    ada, ben = two(client)
    now, then, table = playing(ada, ben)
    browser = wish(then, push, "turn", "over")
    pass_on(now, then, table)
    (sent,) = push.wait()
    told = browser.read(sent)
    name = "Ada" if now is ada else "Ben"
    assert told["url"] == f"/t/{table}"
    assert told["tag"] == table
    assert told["waiting"] == 1
    assert "Micropolis" in told["title"]
    assert f"{name} (guest)" in told["body"]
    assert sent.headers["Content-Encoding"] == "aes128gcm"
    assert sent.headers["Topic"]
    assert sent.headers["Authorization"].startswith("vapid t=")
    key = then.get("/api/me/notices")["key"]
    assert f"k={key}" in sent.headers["Authorization"]
    then.move(table)  # several decisions of one turn are one message
    assert len(push.sent) == 1


def test_who_looks_or_wishes_for_nothing_is_told_nothing(
    client: TestClient[Any], push: Service
) -> None:
    ada, ben = two(client)
    now, then, table = playing(ada, ben)
    assert then.get("/api/me/notices")["push"] == []
    wish(then, push, "invitation")
    pass_on(now, then, table)
    store = client.app.state.services.store
    with_turn = wish(then, push, "turn")
    pass_on(then, now, table)
    portal = client.blocking_portal
    client.app.state.services.house.wishers.grace = 30.0
    pass_on(now, then, table)
    waiting = then.get("/api/me/waiting?here=true", accept_language="fr")["tables"]
    assert waiting == [table]
    person = then.get("/api/me/data")["person"]
    assert person["wishes"]["language"] == "fr"  # in which she looks, not in which she has wished
    client.app.state.services.house.now = lambda: store.clock() + 60
    wait_until(lambda: not portal.call(store.due_notices, 1e12))
    assert push.sent == []
    assert with_turn


def test_several_tables_are_one_digest_after_a_pause(
    client: TestClient[Any], push: Service
) -> None:
    ada, ben = two(client)
    games = [playing(ada, ben) for _ in range(4)]
    browsers = {one: wish(one, push, "turn", pause=60) for one in (ada, ben)}
    tables: dict[Guest, list[str]] = {ada: [], ben: []}
    for now, then, table in games:
        pass_on(now, then, table)
        tables[then].append(table)
        push.wait(sum(bool(hers) for hers in tables.values()))  # a first table is told by itself
    house = client.app.state.services.house
    house.now = lambda: house.store.clock() + 90
    late = {one: hers[1:] for one, hers in tables.items() if hers[1:]}
    assert late  # four games of two people
    told = push.wait(sum(bool(hers) for hers in tables.values()) + len(late))
    for one, hers in late.items():
        sent = [each for each in told if each.path.endswith(one.cookie[:6])]
        assert len(sent) == 2
        assert browsers[one].read(sent[1])["tag"] == (hers[0] if len(hers) == 1 else "digest")


def test_one_is_reminded_once_before_time_runs_out(client: TestClient[Any], push: Service) -> None:
    ada, ben = two(client)
    now, then, table = playing(ada, ben)
    pass_on(now, then, table)
    browser = wish(then, push, "reminder")
    house = client.app.state.services.house
    begun = house.now()
    for part in (0.5, 0.7, 0.76, 0.8, 0.9):  # of the day; then a quarter of it is left
        at = begun + part * DAY
        house.now = partial(float, at)
        wait_until(partial(has_looked, client, at))
        assert part > 0.75 or not push.sent
        if part > 0.75:
            push.wait()
    (sent,) = push.sent
    told = browser.read(sent)
    assert told["tag"] == table
    assert "running out" in told["title"]
    assert "You have until" in told["body"]


def has_looked(client: TestClient[Any], at: float) -> bool:
    """Whether clocks were looked at, at that time."""
    store = client.app.state.services.store
    return bool(client.blocking_portal.call(store.last_done, notices.CHORE) == at)


def test_endpoints_of_inner_networks_are_refused(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada = Guest(client)
        ada.get("/api/me")
        for endpoint in (
            "http://push.example.org/a",
            "https://push.example.org:8443/a",
            "https://user@push.example.org/a",
            "https://push.example.org/a b",
            "file:///etc/passwd",
            "https://",
        ):
            answer = ada.ask("POST", "/api/me/browser", Browser().subscription(endpoint))
            refused(answer, 400, "bad_request")
        bad = Browser().subscription("https://push.example.org/a")
        bad["keys"]["p256dh"] = "AAAA"
        refused(ada.ask("POST", "/api/me/browser", bad), 400, "bad_request")


def test_a_browser_ends_with_its_session_and_wishes_with_their_person(
    client: TestClient[Any], push: Service
) -> None:
    ada = Guest(client)
    ada.get("/api/me")
    wish(ada, push, "turn", zone="Europe/Berlin", quiet_from=1320, quiet_until=420)
    mine = ada.get("/api/me/data")["person"]
    assert mine["wishes"]["zone"] == "Europe/Berlin"
    assert len(mine["subscriptions"]) == 1
    ben = Guest(client)
    ben.get("/api/me")
    assert ben.get("/api/me/data")["person"]["wishes"] is None
    refused(ada.ask("PUT", "/api/me/notices", {"zone": "Middle/Earth"}), 400, "bad_request")
    store, portal = client.app.state.services.store, client.blocking_portal
    person = portal.call(store.sessions_of, 1)[0].person
    assert len(portal.call(store.subscriptions, person)) == 1
    assert ada.ask("DELETE", "/api/session").status_code == 204
    assert portal.call(store.subscriptions, person) == []


def test_waiting_tables_are_told_to_their_person_alone_and_at_other_tables(
    client: TestClient[Any], push: Service
) -> None:
    ada, ben = two(client)
    now, then, table = playing(ada, ben)
    other = then.make("me", "open")
    with then.socket(other) as socket:
        frame(socket, "table")
        pass_on(now, then, table)
        frame(socket, "turns")
    assert then.get("/api/me/waiting")["tables"] == [table]
    assert now.get("/api/me/waiting")["tables"] == []
    (entry,) = then.get("/api/tables?list=waiting")["tables"]
    assert entry["id"] == table
    assert entry["my_turn"]
    assert Guest(client).get("/api/tables?list=waiting")["tables"] == []
