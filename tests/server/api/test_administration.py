"""What administrators order through the page's requests, and what follows from it."""

from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.server.house.acts import ORDERS, name_of_act
from formicarium.server.store.acts import FOR_EVER
from formicarium.server.store.entries import Act
from tests.server.administering import (
    administrator,
    done,
    farewell,
    look,
    number_of,
    order,
    somebody,
    wait_for,
)
from tests.server.playing import Guest, begun, finish, frame, house, refused, two

Client = TestClient[Any]

READS = ("people?find=a", "people/1", "tables", "tables/t", "reports", "acts")


@pytest.fixture(scope="module")
def root(client: Client) -> Guest:
    return administrator(client)


# --- Who may --------------------------------------------------------------------------------------


def outsiders(client: Client, root: Guest) -> list[Guest]:
    """A stranger, a guest, somebody with an account, and an administrator who is banned."""
    player, former = somebody(client, "Paula"), administrator(client, "Former")
    made = player.ask("POST", "/api/accounts", {"name": "Paula", "password": "correct horse"})
    assert made.status_code == 201, made.text
    done(root, "ban", person=number_of(former))
    return [Guest(client), somebody(client, "Gustav"), player, former]


def test_for_all_others_there_is_nothing(client: Client, root: Guest) -> None:
    for guest in outsiders(client, root):
        for path in READS:
            nothing = refused(guest.ask("GET", f"/api/admin/{path}"), 404, "not_found")
            assert nothing == refused(guest.ask("GET", "/api/admin/nowhere"), 404, "not_found")
        for kind in ORDERS:
            assert order(guest, name_of_act(kind)).status_code == 404
        assert guest.ask("GET", "/admin", accept="text/html").status_code == 404
        assert not guest.get("/api/me")["administrator"]
    assert root.get("/api/me")["administrator"]
    assert Guest(client).ask("POST", "/api/admin/ban", {"person": number_of(root)}).json() == (
        Guest(client).ask("POST", "/api/admin/nowhere", {}).json()
    )


def test_a_seats_token_makes_nobody_an_administrator(client: Client, root: Guest) -> None:
    table = root.make("open", "open")
    token = root.do("join", table)["token"]
    stranger = Guest(client)
    answer = stranger.ask("GET", "/api/admin/acts", authorization=f"Bearer {token}")
    refused(answer, 404, "not_found")
    answer = root.ask("POST", "/api/admin/mute", {"person": 1, "days": 1},
                      authorization=f"Bearer {token}")  # fmt: skip
    refused(answer, 403, "seat_token")


def test_bad_orders_are_refused(client: Client, root: Guest) -> None:
    ada = number_of(somebody(client, "Ada"))
    for act, fields, status, error in (
        ("ban", {"person": 10**8}, 404, "no_person"),
        ("ban", {"person": 0}, 400, "bad_request"),
        ("ban", {"person": ada, "days": -1}, 400, "bad_request"),
        ("ban", {"person": ada, "days": 1e300}, 400, "bad_request"),
        ("mute", {"person": ada}, 400, "bad_request"),
        ("rename", {"person": ada, "name": "\u200b \u2800"}, 400, "bad_name"),
        ("rename", {"person": ada, "name": "x", "reason": "y" * 501}, 400, "bad_request"),
        ("unban", {"person": ada}, 409, "no_change"),
        ("unmute", {"person": ada}, 409, "no_change"),
        ("demote", {"person": ada}, 409, "no_change"),
        ("promote", {"person": number_of(root)}, 409, "no_change"),
        ("close", {"table": "nothing"}, 404, "not_found"),
        ("unsay", {"table": "nothing", "line": 1}, 404, "not_found"),
        ("handle", {"report": 10**6}, 404, "not_found"),
    ):
        before = root.get("/api/admin/acts")["acts"][0]["number"]
        refused(order(root, act, **fields), status, error)
        assert root.get("/api/admin/acts")["acts"][0]["number"] == before


def finished(client: Client) -> str:
    """A game between Ada and Ben that is over."""
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    return table


def every_order(client: Client) -> dict[str, dict[str, Any]]:
    """For each act about what it may be, in an order in which all of them can be done."""
    eva = somebody(client, "Eva")
    assert eva.ask("POST", "/api/accounts", {"name": "Eva", "password": "correct horse"}).is_success
    her = {"person": number_of(eva)}
    ada, ben, table = begun(client)
    ada.do("chat", table, text="a rude word")
    line = {"table": table, "line": 1}
    report = ben.ask("POST", "/api/reports", {**line, "reason": "insult"}).json()["number"]
    return {
        "promote": her, "demote": her, "rename": {**her, "name": "Evi"}, "reset_password": her,
        "mute": {**her, "days": 1}, "unmute": her, "end_sessions": her,
        "ban": {**her, "days": 1}, "bar_address": {**her, "days": 1}, "unban": her,
        "unsay": line, "handle": {"report": report},
        "appoint": {"table": table, "seat": 1}, "give_to_bot": {"table": table, "seat": 0},
        "close": {"table": table}, "annul": {"table": finished(client)}, "delete": her,
    }  # fmt: skip


def test_every_act_is_in_the_audit_log_with_its_reason(client: Client, root: Guest) -> None:
    orders = every_order(client)
    assert {*orders} == {name_of_act(kind) for kind in ORDERS}
    for number, (act, fields) in enumerate(orders.items()):
        found = done(root, act, **fields, reason=f"reason {number}")
        assert found["reason"] == f"reason {number}"
    again = {"table": orders["annul"]["table"]}
    refused(order(root, "annul", **again), 409, "no_change")
    refused(order(root, "annul", table=orders["close"]["table"]), 409, "no_change")


# --- Roles ----------------------------------------------------------------------------------------


def test_administrators_make_others_and_one_is_always_left(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        root, ada = administrator(client), somebody(client, "Ada")
        me, her = number_of(root), number_of(ada)
        for act in ("demote", "ban", "delete"):
            refused(order(root, act, person=me), 409, "last_administrator")
        done(root, "promote", person=her, reason="she helps")
        assert ada.get("/api/me")["administrator"]
        done(ada, "ban", person=me, days=1)
        refused(order(ada, "demote", person=her), 409, "last_administrator")
        done(ada, "unban", person=me)
        done(root, "demote", person=her)
        assert order(ada, "promote", person=her).status_code == 404


# --- Bans -----------------------------------------------------------------------------------------


def test_who_is_banned_can_only_look(client: Client, root: Guest) -> None:
    ada, ben, table = begun(client)
    other = ben.make("me", "open")
    with ada.socket(table) as hers, ben.socket(table) as his:
        frame(hers, "table")
        act = done(root, "ban", person=number_of(ada), days=2, reason="flooding")
        assert act["name"] == "Ada"
        assert act["until"] > act["at"] + 2 * 86_399
        gone = farewell(hers)
        assert gone.code == 1008
        assert gone.detail.startswith("you are banned until 20")
        assert gone.detail.endswith("UTC: flooding")
        while frame(his, "table")["seats"][0]["kind"] != "bot":
            pass
    found = refused(ada.try_to("chat", table, text="but"), 403, "banned")
    assert found["reason"] == "flooding"
    assert found["until"] == act["until"]
    refused(ada.try_to("join", other), 403, "banned")
    refused(ada.ask("POST", "/api/tables", {"game": "micropolis"}), 403, "banned")
    refused(ada.ask("PATCH", "/api/me", {"name": "Eva"}), 403, "banned")
    refused(ada.ask("POST", f"/api/tables/{table}/hint", {"seat": 0}), 403, "banned")
    assert ada.get("/api/me")["ban"] == {"until": act["until"], "reason": "flooding"}
    assert ada.table(table)["status"] == "playing"
    with ada.socket(table) as again:
        frame(again, "table")
        again.send_json({"type": "chat", "key": "k", "text": "still here"})
        assert frame(again, "refused")["error"] == "banned"
    assert ada.ask("DELETE", "/api/session").status_code == 204
    assert Guest(client).get("/api/me")["ban"] is None


def test_a_ban_ends_by_itself_or_by_an_act(client: Client, root: Guest) -> None:
    ada = somebody(client, "Ada")
    services, her = client.app.state.services, number_of(ada)
    done(root, "ban", person=her)
    assert refused(ada.try_to("join", "t"), 403, "banned").get("until") is None
    assert ada.get("/api/me")["ban"]["until"] is None
    done(root, "unban", person=her, reason="a mistake")
    assert ada.ask("PATCH", "/api/me", {"name": "Eva"}).status_code == 200
    done(root, "ban", person=her, days=1, reason="flooding")
    done(root, "mute", person=her, days=1)
    card = root.get(f"/api/admin/people/{her}")["person"]
    assert None not in (card["banned"], card["muted"])
    assert card["ban_reason"] == "flooding"
    now = services.house.now
    try:
        services.house.now = lambda: now() + 86_401
        assert ada.ask("PATCH", "/api/me", {"name": "Ada"}).status_code == 200
        card = root.get(f"/api/admin/people/{her}")["person"]
        assert (card["banned"], card["muted"], card["ban_reason"]) == (None, None, "")
        (found,) = root.get(f"/api/admin/people?find={her}")["people"]
        assert (found["banned"], found["banned_for_ever"]) == (None, False)
    finally:
        services.house.now = now


def test_a_waiting_seat_of_somebody_banned_is_open(client: Client, root: Guest) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open")
    ben.do("join", table)
    done(root, "ban", person=number_of(ben))
    look(client)
    assert [seat["kind"] for seat in ada.table(table)["seats"]] == ["person", "open"]


def test_no_new_guests_come_from_where_somebody_banned_shows_up(tmp_path: Path) -> None:
    with house(tmp_path, trusted_proxies=1) as client:
        root, ada, known = administrator(client), somebody(client, "Ada"), somebody(client, "Ben")
        her = number_of(ada)
        here, elsewhere = {"x_forwarded_for": "203.0.113.7"}, {"x_forwarded_for": "203.0.113.8"}
        done(root, "ban", person=her)
        done(root, "bar_address", person=her, days=3650)
        assert Guest(client).ask("GET", "/api/me", **here).status_code == 200
        refused(ada.ask("PATCH", "/api/me", {"name": "x"}, **here), 403, "banned")
        refused(Guest(client).ask("GET", "/api/me", **here), 403, "barred")
        assert Guest(client).ask("GET", "/api/me", **elsewhere).status_code == 200
        assert known.ask("PATCH", "/api/me", {"name": "Benno"}, **here).status_code == 200
        assert Guest(client).ask("GET", "/api/tables", **here).status_code == 200
        (until,) = wait_for(client, client.app.state.services.store.barred(0.0)).values()
        assert until < client.app.state.services.house.now() + 30 * 86_400
        done(root, "unban", person=her)
        assert Guest(client).ask("GET", "/api/me", **here).status_code == 200


# --- Talk -----------------------------------------------------------------------------------------


def test_who_is_muted_says_nothing(client: Client, root: Guest) -> None:
    ada, _, table = begun(client)
    assert ada.ask("PATCH", "/api/me", {"name": "Mutina"}).status_code == 200
    act = done(root, "mute", person=number_of(ada), days=0.5, reason="spam")
    found = refused(ada.try_to("chat", table, text="buy"), 403, "muted")
    assert found["until"] == act["until"]
    assert ada.table(table)["seats"][0]["mine"]
    account = {"name": "Buy here", "password": "difference engine"}
    for answer in (
        ada.ask("PATCH", "/api/me", {"name": "Buy here"}),
        ada.ask("POST", "/api/accounts", account),
    ):
        assert refused(answer, 403, "muted_name")["until"] == act["until"]
    assert ada.ask("POST", "/api/accounts", account | {"name": "Mutina"}).status_code == 201
    done(root, "unmute", person=number_of(ada))
    ada.do("chat", table, text="hello")
    assert ada.ask("PATCH", "/api/me", {"name": "Adelheid"}).status_code == 200


def test_a_removed_line_is_gone_for_all_who_look(client: Client, root: Guest) -> None:
    ada, ben, table = begun(client)
    ada.do("chat", table, text="a very rude word")
    ada.do("chat", table, text="hello")
    with ben.socket(table) as his:
        assert len(frame(his, "chat")["lines"]) == 2
        act = done(root, "unsay", table=table, line=1, reason="rude")
        assert (act["place"], act["name"]) == (1, "Ada")
        told = frame(his, "chat")["lines"]
        assert [(line["number"], line["text"]) for line in told] == [(1, ""), (2, "hello")]
    lines = ben.get(f"/api/tables/{table}/chat")["lines"]
    assert [line["text"] for line in lines] == ["", "hello"]
    refused(order(root, "unsay", table=table, line=1), 409, "no_change")
    assert "rude word" not in str(root.get(f"/api/admin/tables/{table}"))


# --- People and tables ----------------------------------------------------------------------------


def test_a_new_name_is_seen_by_all(client: Client, root: Guest) -> None:
    ada, ben, table = begun(client)
    with ben.socket(table) as his:
        frame(his, "table")
        done(root, "rename", person=number_of(ada), name="Somebody", reason="offensive")
        while frame(his, "table")["seats"][0]["name"] != "Somebody":
            pass
    assert ada.get("/api/me")["name"] == "Somebody"


def test_a_closed_table_is_over_for_all(client: Client, root: Guest) -> None:
    ada, ben, table = begun(client)
    with ben.socket(table) as his:
        frame(his, "table")
        act = done(root, "close", table=table, reason="offensive")
        assert act["table"] == table
        while frame(his, "table")["status"] != "closed":
            pass
    seen = ada.table(table)
    assert (seen["to_act"], seen["actions"], seen["winners"], seen["seed"]) == ([], [], None, None)
    refused(ada.try_to("play", table, seat=0, action=0, version=seen["version"]), 409, "closed")
    refused(ada.try_to("resign", table, seat=0), 409, "closed")
    refused(ada.ask("GET", f"/api/tables/{table}/record"), 409, "not_over")
    refused(order(root, "close", table=table), 409, "closed")
    for listing in ("open", "live", "archive"):
        listed = ada.get(f"/api/tables?list={listing}")["tables"]
        assert table not in [one["id"] for one in listed]
    mine = ada.get("/api/tables?list=mine")["tables"]
    assert [one["status"] for one in mine if one["id"] == table] == ["closed"]


def test_a_bot_plays_on_for_somebody(client: Client, root: Guest) -> None:
    ada, ben, table = begun(client)
    act = done(root, "give_to_bot", table=table, seat=0, reason="gone for days")
    assert (act["name"], act["person"], act["place"]) == ("Ada", number_of(ada), 0)
    seats = ben.table(table)["seats"]
    assert [seat["kind"] for seat in seats] == ["bot", "person"]
    refused(ada.try_to("join", table, seat=0), 409, "seat_taken")
    refused(order(root, "give_to_bot", table=table, seat=7), 409, "no_seat")
    refused(order(root, "give_to_bot", table=table, seat=0), 409, "no_change")


def test_another_host(client: Client, root: Guest) -> None:
    ada, ben, table = begun(client)
    act = done(root, "appoint", table=table, seat=1, reason="the host is gone")
    assert (act["name"], act["place"]) == ("Ben", 1)
    assert (ada.table(table)["host"], ben.table(table)["host"]) == (False, True)
    assert root.get(f"/api/admin/tables/{table}")["host_name"] == "Ben"
    refused(order(root, "appoint", table=table, seat=1), 409, "no_change")
    done(root, "give_to_bot", table=table, seat=0)
    refused(order(root, "appoint", table=table, seat=0), 409, "no_person")


def test_people_are_found_by_name_and_number(client: Client, root: Guest) -> None:
    ada = somebody(client, "Ådä Lovelace")
    her = number_of(ada)
    for find in ("ådä love", "LOVELACE", str(her)):
        found = root.get(f"/api/admin/people?find={find}")["people"]
        assert her in [one["number"] for one in found]
    assert root.get("/api/admin/people?find=")["people"] == []
    table = ada.make("me", "open")
    done(root, "mute", person=her, days=1)
    card = root.get(f"/api/admin/people/{her}")
    assert card["person"]["name"] == "Ådä Lovelace"
    assert (card["sessions"], card["reported"], card["reports"]) == (1, 0, 0)
    assert [one["id"] for one in card["tables"]] == [table]
    assert [act["kind"] for act in card["acts"]] == ["mute"]
    refused(root.ask("GET", "/api/admin/people/99999999"), 404, "no_person")


def test_tables_are_found_by_their_beginning(client: Client, root: Guest) -> None:
    ada, ben, table = begun(client)
    ben.do("chat", table, text="hello")
    found = root.get(f"/api/admin/tables?find={table[:6]}")["tables"]
    assert [one["id"] for one in found] == [table]
    assert root.get("/api/admin/tables?find=%25")["tables"] == []
    card = root.get(f"/api/admin/tables/{table}")
    assert [seat["name"] for seat in card["seats"]] == ["Ada", "Ben"]
    assert (card["host"], card["host_name"]) == (number_of(ada), "Ada")
    assert [(line["name"], line["text"]) for line in card["lines"]] == [("Ben", "hello")]
    refused(root.ask("GET", "/api/admin/tables/nothing"), 404, "not_found")


def test_the_log_comes_in_pages(client: Client, root: Guest) -> None:
    her = number_of(somebody(client, "Ada"))
    for _ in range(26):
        order(root, "mute", person=her, days=1)
        order(root, "unmute", person=her)
    page = root.get("/api/admin/acts")
    assert (len(page["acts"]), page["more"]) == (50, True)
    numbers = [act["number"] for act in page["acts"]]
    assert numbers == sorted(numbers, reverse=True)
    older = root.get(f"/api/admin/acts?before={numbers[-1]}")["acts"]
    assert older[0]["number"] == numbers[-1] - 1


# --- Other processes ------------------------------------------------------------------------------


def test_another_process_hears_of_acts(tmp_path: Path) -> None:
    with house(tmp_path) as one, house(tmp_path) as other:
        root = administrator(one)
        ada, _, table = begun(one)
        there = Guest(other)
        there.cookie = ada.cookie
        with there.socket(table) as hers:
            frame(hers, "table")
            done(root, "ban", person=number_of(ada), reason="x")
            look(one)
            assert farewell(hers).detail == "you are banned for ever: x"
        refused(there.try_to("chat", table, text="x"), 403, "banned")
        assert there.table(table)["seats"][0]["kind"] == "bot"
        done(root, "close", table=table)
        look(other)
        assert there.table(table)["status"] == "closed"


def test_seats_of_banned_people_are_cleared_when_the_house_opens(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, ben, table = begun(client)
        her = number_of(ada)
    with house(tmp_path) as client:
        store = client.app.state.services.store
        act = Act(kind="ban", at=1.0, person=her, until=FOR_EVER)
        client.app.state.services.administration.seen = 10**6  # it hears of nothing
        wait_for(client, store.decide(act, banned_until=FOR_EVER, ban_reason=""))
    with house(tmp_path) as client:
        look(client)
        ben.client = client
        assert ben.table(table)["seats"][0]["kind"] == "bot"


# --- Sessions, passwords, and the end -------------------------------------------------------------


def test_somebody_is_logged_out_everywhere(tmp_path: Path) -> None:
    with house(tmp_path) as one, house(tmp_path) as other:
        root = administrator(one)
        ada, _, table = begun(one)
        there = Guest(other)
        there.cookie = ada.cookie
        assert there.get("/api/me")["name"] == "Ada"
        with ada.socket(table) as here, there.socket(table) as hers:
            for socket in (here, hers):
                frame(socket, "table")
            done(root, "end_sessions", person=number_of(ada), reason="stolen")
            assert farewell(here).code == 1008
            assert farewell(hers).code == 1008
        for guest in (ada, there):
            assert guest.get("/api/me")["name"] != "Ada"
        refused(order(root, "end_sessions", person=number_of(ada) + 99), 404, "no_person")


def test_a_link_for_another_password(client: Client, root: Guest) -> None:
    ada = somebody(client, "Forgetful")
    her = number_of(ada)
    refused(order(root, "reset_password", person=her), 409, "no_change")
    ada.ask("POST", "/api/accounts", {"name": "Forgetful", "password": "correct horse"})
    link = order(root, "reset_password", person=her, reason="she asked").json()["link"]
    path, _, token = link.partition("#")
    assert path == "/reset"
    assert token not in str(root.get("/api/admin/acts"))
    body = {"token": token, "password": "battery staple"}
    elsewhere = Guest(client)
    assert elsewhere.ask("POST", "/api/password-reset", body).status_code == 200
    assert elsewhere.get("/api/me")["account"] == "Forgetful"
    refused(Guest(client).ask("POST", "/api/password-reset", body), 403, "bad_link")


def test_a_deleted_person_is_nowhere(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        root = administrator(client)
        ada, ben, table = begun(client)
        her = number_of(ada)
        done(root, "rename", person=her, name="Xerxesina", reason="says Xerxesina")
        ada.do("chat", table, text="I am Xerxesina")
        line = {"table": table, "line": 1, "reason": "insult"}
        assert ben.ask("POST", "/api/reports", line).status_code == 201
        mine = {"table": table, "seat": 1, "reason": "spam", "text": "signed Xerxesina"}
        assert ada.ask("POST", "/api/reports", mine).status_code == 201
        done(root, "mute", person=her, days=1, reason="Xerxesina is loud")
        with ben.socket(table) as his:
            frame(his, "table")
            act = done(root, "delete", person=her)
            while frame(his, "table")["seats"][0]["kind"] != "bot":
                pass
        look(client)
        assert (act["person"], act["name"]) == (her, "")
        seat = ben.table(table)["seats"][0]
        assert (seat["name"], seat["gone"]) == ("", True)
        refused(root.ask("GET", f"/api/admin/people/{her}"), 404, "no_person")
        refused(order(root, "ban", person=her), 404, "no_person")
        (left,) = root.get("/api/admin/reports")["reports"]
        assert (left["name"], left["by_name"], left["text"]) == ("Ben", "", "")
        assert "Xerxesina" not in str(root.get("/api/admin/acts"))
    for file in tmp_path.iterdir():
        if file.is_file():
            assert b"Xerxesina" not in file.read_bytes(), file


def test_the_last_administrator_cannot_go(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        root, ada = administrator(client), somebody(client, "Ada")
        table = root.make("me", "open")
        refused(root.ask("DELETE", "/api/me", {}), 409, "last_administrator")
        assert root.table(table)["seats"][0]["kind"] == "person"
        done(root, "promote", person=number_of(ada))
        assert root.ask("DELETE", "/api/me", {}).status_code == 204
        assert ada.get("/api/admin/acts")["acts"][0]["by"] == ""


def test_who_is_banned_takes_her_data_along_and_goes(client: Client, root: Guest) -> None:
    ada = somebody(client, "Ada")
    done(root, "ban", person=number_of(ada))
    assert ada.get("/api/me/data")["person"]["name"] == "Ada"
    assert ada.ask("DELETE", "/api/sessions").status_code == 204
    assert ada.ask("DELETE", "/api/me", {}).status_code == 204
    assert ada.get("/api/me")["ban"] is None
