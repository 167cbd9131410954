"""Friends at a table: one link for all, names that reach everybody, bots for empty seats."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.server.house.people import LONGEST_NAME
from tests.server.playing import Guest, begun, finish, frame, house, refused, two

Client = TestClient[Any]
HTML = "<!doctype html><html><head><title>Formicarium</title></head><body></body></html>"


# --- One link for all -----------------------------------------------------------------------------


def test_the_address_alone_is_enough_where_the_table_says_so(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open", public=False, by_link=True)
    assert table not in [one["id"] for one in ben.get("/api/tables?list=open")["tables"]]
    seen = ben.table(table)
    assert (seen["public"], seen["by_link"], seen["host_seat"]) == (False, True, 0)
    assert ben.do("join", table)["seat"] == 1


def test_a_stranger_at_a_table_by_invitation_only(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("open", "open", public=False)
    assert not ben.table(table)["by_link"]
    assert ben.table(table)["host_seat"] is None
    for more in ({}, {"seat": 0}, {"seat": 1}):
        refused(ben.try_to("join", table, **more), 403, "invitation_needed")
    refused(ben.try_to("join", table, invitation="guessed"), 403, "bad_invitation")
    other = ada.make("me", "open", public=False)
    theirs = ada.ask("POST", f"/api/tables/{other}/invitations", {}).json()["invitation"]
    refused(ben.try_to("join", table, invitation=theirs), 403, "bad_invitation")


def test_a_full_table_a_begun_one_and_a_locked_one(client: Client) -> None:
    ada, ben = two(client)
    eve, _ = two(client)
    table = ada.make("me", "open", public=False, by_link=True)
    ben.do("join", table)
    refused(eve.try_to("join", table), 409, "full")
    refused(eve.try_to("join", table, seat=1), 409, "seat_taken")
    ada.do("start", table)
    refused(eve.try_to("join", table), 409, "full")
    refused(ada.try_to("start", table), 409, "started")
    ada.do("lock", table)
    refused(eve.try_to("join", table), 404, "not_found")


def test_the_link_of_a_rematch_is_for_the_same_people(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open", public=False, by_link=True)
    ben.do("join", table)
    ada.do("start", table)
    finish(ada, ben, table)
    again = ada.table(ada.do("rematch", table)["id"])
    assert (again["public"], again["by_link"]) == (False, True)


def test_the_host_sends_somebody_away_before_the_game(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open", public=False, by_link=True)
    token = ben.do("join", table)["token"]
    eve, _ = two(client)
    refused(eve.try_to("leave", table, seat=1), 403, "not_yours")
    ada.do("leave", table, seat=1)
    assert ada.table(table)["seats"][1]["kind"] == "open"
    refused(ben.try_to("leave", table, seat=1, token=token), 401, "bad_token")
    refused(ada.try_to("leave", table, seat=1), 403, "not_yours")
    ada.do("lock", table)
    refused(ben.try_to("join", table), 404, "not_found")


def test_nobody_is_sent_away_from_a_game_that_has_begun(client: Client) -> None:
    ada, _, table = begun(client)
    refused(ada.try_to("leave", table, seat=1), 403, "not_yours")


# --- Bots for empty seats -------------------------------------------------------------------------


def test_a_game_begins_with_bots_on_the_empty_seats(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open", "open", players=3, public=False, by_link=True)
    ben.do("join", table)
    refused(ben.try_to("start", table, level="easy"), 403, "not_host")
    refused(ada.try_to("start", table), 409, "open_seats")
    refused(ada.try_to("start", table, level="nobody"), 400, "bad_option")
    ada.do("start", table, level="easy")
    seats = [(one["kind"], one["level"]) for one in ada.table(table)["seats"]]
    assert seats == [("person", None), ("person", None), ("bot", "easy")]
    assert table not in [one["id"] for one in ben.get("/api/tables?list=open")["tables"]]
    log = ada.get(f"/api/tables/{table}/log")["log"]
    assert [one["level"] for one in log if one["kind"] == "started"] == ["easy"]
    while (seen := ada.table(table))["status"] != "over":  # the bot decides in its turn
        for one in (ada, ben):
            if set(seen["to_act"]) & {0, 1} and one.table(table)["actions"]:
                one.move(table)


def test_a_kept_seat_may_be_given_to_a_bot_at_the_beginning(client: Client) -> None:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    again = ada.do("rematch", table)["id"]
    ada.do("start", again, level="hard")
    seat = ben.table(again)["seats"][1]
    assert (seat["kind"], seat["name"], seat["returns"]) == ("bot", "", False)
    refused(ben.try_to("join", again), 409, "full")


# --- Names ----------------------------------------------------------------------------------------


def rename(guest: Guest, name: str) -> None:
    assert guest.ask("PATCH", "/api/me", {"name": name}).status_code == 200


def test_who_has_said_a_name_is_known(client: Client) -> None:
    eve = Guest(client)
    me = eve.get("/api/me")
    assert not me["named"]
    assert me["name"].startswith("Guest ")
    rename(eve, "Eve")
    assert eve.get("/api/me")["named"]


def test_a_new_name_reaches_the_table_at_once(client: Client) -> None:
    ada, ben, table = begun(client)
    ben.do("chat", table, text="Hello")
    with ada.socket(table) as line:
        frame(line, "table")
        rename(ben, "Benjamin")
        news = frame(line, "table")
        assert [seat["name"] for seat in news["seats"]] == ["Ada", "Benjamin"]
    log = ada.get(f"/api/tables/{table}/log")["log"]
    assert [line["name"] for line in log if line["kind"] == "seated"] == ["Ada", "Benjamin"]
    [said] = ada.get(f"/api/tables/{table}/chat")["lines"]
    assert (said["name"], said["text"]) == ("Benjamin", "Hello")
    [listed] = [one for one in ben.get("/api/tables?list=mine")["tables"] if one["id"] == table]
    assert listed["seats"][1]["name"] == "Benjamin"


def test_a_new_name_disturbs_nobodys_turn(client: Client) -> None:
    ada, ben, table = begun(client)
    mover, other = (ada, ben) if ada.table(table)["actions"] else (ben, ada)
    seen = mover.table(table)
    rename(other, "Somebody else")
    code = seen["actions"][0]["code"]
    mover.do("play", table, seat=seen["seat"], action=code, version=seen["version"])


def test_the_same_name_again_is_no_news(client: Client) -> None:
    ada, ben, table = begun(client)
    before = ada.table(table)["version"]
    rename(ben, "Ben")
    assert ada.table(table)["version"] == before


def test_a_new_name_reaches_games_that_are_over_and_those_that_follow(client: Client) -> None:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    rename(ada, "Augusta")
    assert [seat["name"] for seat in ben.table(table)["seats"]] == ["Augusta", "Ben"]
    again = ada.do("rematch", table)["id"]
    rename(ben, "Benjamin")
    assert [seat["name"] for seat in ada.table(again)["seats"]] == ["Augusta", "Benjamin"]
    ben.do("rematch", table)
    assert [seat["name"] for seat in ada.table(again)["seats"]] == ["Augusta", "Benjamin"]


def test_a_table_that_was_not_in_memory_hears_of_it_as_well(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, ben, table = begun(client)
    with house(tmp_path) as client:
        for guest in (ada, ben):
            guest.client = client
        rename(ben, "Benjamin")
        assert ada.table(table)["seats"][1]["name"] == "Benjamin"


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u202e", "x" * (LONGEST_NAME + 1), "\u3164"])
def test_a_name_that_nobody_could_read_changes_nothing(client: Client, name: str) -> None:
    ada, ben, table = begun(client)
    assert ben.ask("PATCH", "/api/me", {"name": name}).status_code == 400
    assert ada.table(table)["seats"][1]["name"] == "Ben"


def test_nobody_renames_without_end(tmp_path: Path) -> None:
    with house(tmp_path, chat_per_minute=3) as client:
        ada, _ = two(client)
        ada.make("me", "open")
        answers = [ada.ask("PATCH", "/api/me", {"name": f"Ada {n}"}) for n in range(5)]
    assert [one.status_code for one in answers] == [200, 200, 200, 429, 429]


# --- What a link says -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A house with a page, as messengers read it."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text(HTML)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("formicarium.server.app.PAGE", folder)
        with house(tmp_path_factory.mktemp("house"), trusted_proxies=1) as client:
            yield client


def tags(client: Client, path: str, **headers: str) -> dict[str, str]:
    """What a stranger is told of a link."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    client.cookies.clear()
    html = client.get(path, headers=sent).text
    assert html.count("<meta") == html.count('" />')
    found = re.findall(r'<meta (name|property)="([^"]+)" content="([^"]*)" />', html)
    assert all((kind == "name") == name.startswith("twitter:") for kind, name, _ in found)
    return {name: unescape(text) for _, name, text in found}


def test_the_house_is_told_by_its_name(read: Client) -> None:
    told = tags(read, "/")
    assert told["og:title"] == "Formicarium"
    assert told["og:image"] == "http://house.local/page/link/formicarium.png"
    assert told["twitter:card"] == "summary_large_image"
    assert "Ameisen" in tags(read, "/", accept_language="de")["og:description"]
    assert "fourmis" in tags(read, "/", accept_language="fr-CA")["og:description"]


def test_an_invitation_is_told_by_game_host_and_picture(read: Client) -> None:
    ada, ben = two(read)
    table = ada.make("me", "open", public=False, by_link=True)
    told = tags(read, f"/t/{table}", x_forwarded_proto="https")
    assert told["og:title"] == "Ada (guest) invites you to Micropolis"
    assert told["og:description"].startswith("One free seat. ")
    assert re.fullmatch(r"https://house\.local/game-files/\w+/link\.png", told["og:image"])
    assert read.get(told["og:image"]).headers["content-type"] == "image/png"
    ben.do("join", table)
    assert tags(read, f"/t/{table}")["og:description"].startswith("All seats are taken. ")
    ada.do("start", table)
    assert tags(read, f"/t/{table}")["og:title"] == "Micropolis: Ada (guest), Ben (guest)"
    finish(ada, ben, table)
    scores = ada.table(table)["scores"]
    told = tags(read, f"/t/{table}/replay")
    assert told["og:title"] == f"Micropolis: Ada (guest) {scores[0]}, Ben (guest) {scores[1]}"


def test_a_guest_is_no_name(read: Client) -> None:
    eve = Guest(read)
    table = eve.make("me", "open", public=False)
    told = tags(read, f"/t/{table}", accept_language="fr")
    assert told["og:title"] == "Tu es invité à Micropolis"
    eve.do("start", table, level="easy")
    assert tags(read, f"/t/{table}")["og:title"] == "Micropolis: guest, bot"


def test_a_locked_table_and_one_that_is_not_there_read_the_same(read: Client) -> None:
    ada, _ = two(read)
    table = ada.make("me", "open", public=False)
    ada.do("lock", table)
    assert tags(read, f"/t/{table}") == tags(read, "/t/none") == tags(read, "/learn/none")


def test_names_are_text_and_nothing_else(read: Client) -> None:
    ada, _ = two(read)
    rename(ada, '"><script>alert(1)</script>{x}')
    table = ada.make("me", "open", public=False)
    html = read.get(f"/t/{table}").text
    assert "<script>" not in html
    title = tags(read, f"/t/{table}")["og:title"]
    assert title == '"><script>alert(1)</script>{x} (guest) invites you to Micropolis'


@pytest.mark.parametrize("host", ['evil" onload="x', "a b", "<b>", "house/path"])
def test_an_odd_host_gets_nothing(read: Client, host: str) -> None:
    assert read.get("/", headers={"host": host}).status_code == 400


def test_without_a_host_there_is_no_picture(read: Client) -> None:
    told = tags(read, "/", host="")
    assert "og:image" not in told
    assert told["og:title"] == "Formicarium"


def test_who_asks_too_often_gets_the_page_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(HTML)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("formicarium.server.app.PAGE", tmp_path)
        with house(tmp_path / "data", requests_burst=2, requests_per_second=0.01) as client:
            told = [tags(client, "/new/micropolis") for _ in range(30)]
    assert told[0]["og:title"] == "Micropolis"
    assert told[-1]["og:title"] == "Formicarium"
