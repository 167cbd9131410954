"""All that is kept of somebody: told to her, and forgotten at her wish."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.server.store import Store
from formicarium.server.store.backup import backup
from tests.server.administering import administrator, done, number_of
from tests.server.api.test_names import SECRET, account, call
from tests.server.api.test_sessions import closed, logged_in
from tests.server.playing import Guest, begun, finish, frame, house, on_turn, refused, two

Client = TestClient[Any]
NAME = "Wilhelmina-Kunigunde"
SAID = "my-telephone-is-5550100"


def forget(guest: Guest, password: str | None = None) -> Any:
    body = {} if password is None else {"password": password}
    return guest.ask("DELETE", "/api/me", body)


# --- Export ---------------------------------------------------------------------------------------


def test_all_that_is_kept_of_me_and_nothing_of_others(client: Client) -> None:
    ada, ben = account(client, "Ada Export"), two(client)[1]
    over = ada.make("me", "open")
    ben.do("join", over)
    ada.do("start", over)
    finish(ada, ben, over)
    watched = ben.make("me", "open")
    ada.do("chat", over, text="mine")
    ben.do("chat", over, text="not hers")
    ada.do("chat", watched, text="mine, too")
    found = ada.get("/api/me/data")
    person = found["person"]
    assert (person["name"], person["account"]["name"]) == ("Ada Export", "Ada Export")
    [table] = person["tables"]
    assert (table["id"], table["host"], table["seats"]) == (over, True, [0])
    assert table["result"]["scores"] == ada.table(over)["scores"]
    assert [line["text"] for line in person["said"]] == ["mine", "mine, too"]
    assert [one["this"] for one in found["sessions"]] == [True]
    told = str(found)
    for secret in ("not hers", "Ben", "argon2", ada.cookie):
        assert secret not in told
    refused(Guest(client).ask("GET", "/api/me/data"), 404, "not_found")


def test_what_i_reported_and_what_was_decided_is_told(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        root = administrator(client)
        ada, ben, table = begun(client)
        ada.make("me", "open")
        with ada.socket(table) as line:
            frame(line, "table")
        report = {"table": table, "seat": 1, "reason": "spam", "text": "my words"}
        assert ada.ask("POST", "/api/reports", report).status_code == 201
        her, him = number_of(ada), number_of(ben)
        done(root, "mute", person=her, days=1, reason="not told")
        done(root, "unmute", person=her)
        done(root, "ban", person=her, reason="told")
        done(root, "promote", person=him)
        done(ben, "close", table=table, reason="his words")
        mine = ada.get("/api/me/data")["person"]
        (reported,) = mine["reports"]
        assert (reported["kind"], reported["text"]) == ("spam", "my words")
        assert (reported["table"], reported["seat"]) == (table, 1)
        told = [(one["kind"], one["reason"]) for one in mine["bans"]]
        assert told == [("mute", ""), ("unmute", ""), ("ban", "told")]
        assert [one["until"] is None for one in mine["bans"]] == [False, True, True]
        assert [*mine["sightings"]] == [table]
        assert mine["addresses"] == ["testclient"]
        assert mine["acts"] == []
        his = ben.get("/api/me/data")["person"]
        assert [(one["kind"], one["table"], one["reason"]) for one in his["acts"]] == [
            ("close", table, "his words")
        ]
        assert (his["reports"], his["bans"]) == ([], [])
        for secret in ("not told", "Ben", "Root"):
            assert secret not in str(mine)


def test_the_token_of_a_seat_is_not_enough(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("open", "open")
    bearer = {"authorization": f"Bearer {ben.do('join', table)['token']}"}
    refused(Guest(client).ask("GET", "/api/me/data", **bearer), 403, "seat_token")
    refused(Guest(client).ask("DELETE", "/api/me", {}, **bearer), 403, "seat_token")
    assert ben.get("/api/me")["name"] == "Ben"


# --- Deletion -------------------------------------------------------------------------------------


def test_an_account_is_deleted_by_who_knows_its_password(client: Client) -> None:
    ada = account(client, "Ada Gone")
    phone = logged_in(client, "Ada Gone", SECRET)
    refused(forget(ada), 401, "bad_login")
    refused(forget(ada, "another secret"), 401, "bad_login")
    answer = forget(ada, SECRET)
    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["set-cookie"]
    for guest in (ada, phone):
        assert not guest.get("/api/me")["named"]
    body = {"name": "Ada Gone", "password": SECRET}
    refused(Guest(client).ask("POST", "/api/session", body), 401, "bad_login")
    assert call(two(client)[0], "Ada Gone").status_code == 200  # the name is free


def test_whoever_is_gone_has_no_name_anywhere(client: Client) -> None:
    ada, ben, over = begun(client)
    finish(ada, ben, over)
    ada.do("chat", over, text="Well played")
    ben.do("chat", over, text="Thanks")
    with ben.socket(over, "?since=0") as line, ada.socket(over) as hers:
        frame(line, "chat")
        frame(hers, "table")
        assert forget(ada).status_code == 204
        assert closed(hers) == 1008
        told: list[Any] = []
        while not told or not told[-1]["seats"][0]["gone"]:  # at first, she comes and goes
            told.append(frame(line, "table"))
        assert [told[-1]["seats"][0][name] for name in ("name", "guest")] == ["", False]
        first, second = frame(line, "chat")["lines"]
        assert (first["name"], first["gone"], first["text"]) == ("", True, "")
        assert (second["name"], second["text"]) == ("Ben", "Thanks")
    log = ben.get(f"/api/tables/{over}/log")["log"]
    assert [one["gone"] for one in log if one["kind"] == "seated"] == [True, False]
    listed = ben.get("/api/tables?list=archive")["tables"]
    assert next(one for one in listed if one["id"] == over)["seats"][0]["gone"]
    assert ben.get(f"/api/tables/{over}/record")  # the game itself stays
    assert [one["seats"] for one in ben.get("/api/me/data")["person"]["tables"]] == [[1]]


def test_bots_play_on_for_whoever_is_gone(client: Client) -> None:
    ada, ben, table = begun(client)
    waiting = ben.make("me", "open")
    ada.do("join", waiting)
    assert forget(ada).status_code == 204
    assert [seat["kind"] for seat in ben.table(table)["seats"]] == ["bot", "person"]
    while ben.table(table)["status"] != "over":
        if ben.table(table)["actions"]:
            ben.move(table)
    assert [seat["kind"] for seat in ben.table(waiting)["seats"]] == ["person", "open"]


def test_a_guest_that_nobody_knows_is_forgotten_easily(client: Client) -> None:
    assert forget(Guest(client)).status_code == 204


def test_a_forgotten_name_is_nowhere_in_the_files(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with house(tmp_path) as client:
        ada, ben = account(client, f"{NAME}-the-First"), two(client)[1]
        assert call(ada, NAME).status_code == 200
        table = ada.make("me", "open")
        ben.do("join", table)
        ada.do("start", table)
        on_turn(ada, ben, table)[0].move(table)
        ada.do("chat", table, text=SAID)
        file = Path(client.app.state.services.store._reading.url.database)
        assert NAME.encode() in everything(file)
        assert forget(ada, SECRET).status_code == 204
        traces = (NAME.encode(), NAME.lower().encode(), SAID.encode(), b"vvllhelrnlnakunlgunde")
        found = everything(file)
        assert [trace for trace in traces if trace in found] == []
        copy = tmp_path / "copy.sqlite"
        backup(f"sqlite:///{file}", copy)
        assert [trace for trace in traces if trace in copy.read_bytes()] == []
        ben.do("chat", table, text="still here")
    assert NAME not in caplog.text
    assert SAID not in caplog.text


def everything(file: Path) -> bytes:
    """A database with its log."""
    return b"".join(part.read_bytes() for part in file.parent.glob(f"{file.name}*"))


def test_among_many_who_come_and_go_nothing_stays(tmp_path: Path) -> None:
    """Pages of the database are split and joined again and again."""

    async def come(store: Store, number: int) -> int:
        person = await store.add_person(1.0)
        await store.add_account(f"{NAME}-{number}-{'x' * (number % 17)}", "hash", person)
        await store.rename(person, f"{NAME}:{number}:{'y' * (number % 13)}")
        return person

    async def test() -> None:
        store = await Store.open(f"sqlite:///{tmp_path}/house.db")
        everybody = await asyncio.gather(*(come(store, number) for number in range(150)))
        for person in everybody[::2] + everybody[1::2]:
            await store.forget_person(person, 2.0)
        found = everything(tmp_path / "house.db")
        assert NAME.encode() not in found
        assert b"vvllhelrnlna" not in found
        await store.close()

    asyncio.run(test())
