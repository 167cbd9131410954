"""What players report, with the evidence as it was then."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from tests.server.administering import administrator, done, number_of, order, somebody
from tests.server.playing import Guest, begun, house, on_turn, refused

Client = TestClient[Any]


@pytest.fixture(scope="module")
def root(client: Client) -> Guest:
    return administrator(client)


def report(by: Guest, reason: str = "insult", **fields: Any) -> httpx.Response:
    return by.ask("POST", "/api/reports", {"reason": reason, **fields})


def test_a_line_is_reported_and_stays_evidence(client: Client, root: Guest) -> None:
    ada, ben, table = begun(client)
    on_turn(ada, ben, table)[0].move(table)
    for text in ("hello", "you are a beetle", "sorry"):
        ben.do("chat", table, text=text)
    assert report(ada, table=table, line=2, text="he\u200b insults me").status_code == 201
    done(root, "unsay", table=table, line=2)
    done(root, "rename", person=number_of(ben), name="Benno")
    (found,) = root.get(f"/api/admin/reports?person={number_of(ben)}")["reports"]
    assert (found["name"], found["by_name"], found["kind"]) == ("Ben", "Ada", "insult")
    assert (found["text"], found["table"], found["line"]) == ("he insults me", table, 2)
    said = [piece for piece in found["evidence"] if piece["kind"] == "said"]
    assert [(one["name"], one["line"], one["text"]) for one in said] == [
        ("Ben", 1, "hello"), ("Ben", 2, "you are a beetle"), ("Ben", 3, "sorry")
    ]  # fmt: skip
    happened = [one["text"] for one in found["evidence"] if one["kind"] == "happened"]
    assert happened[0] == "seated"
    assert happened[-1].startswith("played ")


def test_a_seat_or_a_person_is_reported(client: Client, root: Guest) -> None:
    ada, ben, table = begun(client)
    assert report(ada, "cheating", table=table, seat=1).status_code == 201
    assert report(ada, "name", person=number_of(ben)).status_code == 201
    found = root.get(f"/api/admin/reports?person={number_of(ben)}")["reports"]
    assert [one["kind"] for one in found] == ["name", "cheating"]
    assert (found[0]["table"], found[0]["evidence"]) == (None, [])
    assert root.get(f"/api/admin/people/{number_of(ben)}")["reported"] == 2
    assert root.get(f"/api/admin/people/{number_of(ada)}")["reports"] == 2


def test_reports_about_nobody_are_refused(client: Client, root: Guest) -> None:
    ada, ben, table = begun(client)
    ben.do("chat", table, text="hello")
    alone = ada.make("me", "bot easy")
    waiting = ada.make("me", "open")
    for fields, status, error in (
        ({}, 400, "bad_request"),
        ({"table": table}, 400, "bad_request"),
        ({"table": table, "seat": 1, "line": 1}, 400, "bad_request"),
        ({"seat": 1}, 400, "bad_request"),
        ({"table": table, "seat": 9}, 404, "nobody"),
        ({"table": table, "line": 99}, 404, "nobody"),
        ({"table": "nothing", "seat": 0}, 404, "not_found"),
        ({"person": 10**7}, 404, "nobody"),
        ({"table": table, "seat": 0}, 409, "about_yourself"),
        ({"person": number_of(ada)}, 409, "about_yourself"),
        ({"table": alone, "seat": 1}, 409, "about_a_bot"),
        ({"table": waiting, "seat": 1}, 404, "nobody"),
        ({"table": table, "seat": 1, "reason": "boredom"}, 400, "bad_request"),
        ({"table": table, "seat": 1, "text": "x" * 1001}, 400, "bad_request"),
    ):
        refused(ada.ask("POST", "/api/reports", {"reason": "spam", **fields}), status, error)
    assert root.get(f"/api/admin/people/{number_of(ben)}")["reported"] == 0


def test_the_same_is_reported_once_while_it_waits(client: Client, root: Guest) -> None:
    ada, ben, table = begun(client)
    ben.do("chat", table, text="hello")
    number = report(ada, table=table, line=1).json()["number"]
    refused(report(ada, "spam", table=table, line=1), 409, "reported_already")
    assert report(somebody(client, "Eva"), table=table, line=1).status_code == 201
    act = done(root, "handle", report=number, reason="he was warned")
    assert (act["place"], act["name"]) == (number, "Ben")
    refused(order(root, "handle", report=number), 409, "no_change")
    assert number not in [one["number"] for one in root.get("/api/admin/reports")["reports"]]
    handled = root.get("/api/admin/reports?handled=true")["reports"]
    assert (handled[0]["number"], handled[0]["outcome"]) == (number, "he was warned")
    assert report(ada, table=table, line=1).status_code == 201


def test_nobody_learns_what_becomes_of_a_report(client: Client, root: Guest) -> None:
    ada, _, table = begun(client)
    answer = report(ada, table=table, seat=1)
    assert [*answer.json()] == ["number"]
    for guest in (ada, Guest(client)):
        refused(guest.ask("GET", "/api/admin/reports"), 404, "not_found")
        assert guest.ask("GET", "/api/reports").status_code == 405


def test_what_strangers_cannot_see_cannot_be_reported(client: Client) -> None:
    ada, _, table = begun(client)
    ada.do("lock", table)
    refused(report(somebody(client, "Eva"), table=table, seat=0), 404, "not_found")


def test_a_report_tells_nobody_who_there_is(client: Client) -> None:
    ada, ben, _ = begun(client)
    eva = somebody(client, "Eva")
    answers = [report(eva, person=number) for number in (number_of(ada), 10**7)]
    assert [refused(one, 404, "nobody") for one in answers] == [answers[0].json()] * 2
    assert report(ada, person=number_of(ben)).status_code == 201


def test_reports_are_few_in_a_day(tmp_path: Path) -> None:
    with house(tmp_path, reports_per_day=2, people_per_address=2) as client:
        ada, ben, table = begun(client)
        eva = somebody(client, "Eva")
        for line in range(1, 6):
            ben.do("chat", table, text=f"line {line}")
        assert [report(ada, table=table, line=line).status_code for line in (1, 2, 3)] == (
            [201, 201, 429]
        )
        assert [report(eva, table=table, line=line).status_code for line in (1, 2, 3)] == (
            [201, 201, 429]
        )
        other = somebody(client, "Other")
        refused(report(other, table=table, line=4), 429, "too_many")


def test_who_is_banned_reports_nobody(client: Client, root: Guest) -> None:
    ada, _, table = begun(client)
    done(root, "ban", person=number_of(ada))
    refused(report(ada, table=table, seat=1), 403, "banned")
