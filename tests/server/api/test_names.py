"""Who may be called what: guests are marked, and names of accounts are theirs alone."""

from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.bots.characters import characters
from formicarium.server.house.own_names import is_ours
from tests.server.playing import Guest, begun, finish, frame, refused, two

Client = TestClient[Any]
SECRET = "difference engine"


def account(client: Client, name: str) -> Guest:
    guest = Guest(client)
    answer = guest.ask("POST", "/api/accounts", {"name": name, "password": SECRET})
    assert answer.status_code == 201, answer.text
    return guest


def call(guest: Guest, name: str) -> Any:
    return guest.ask("PATCH", "/api/me", {"name": name})


# --- Guests are marked ----------------------------------------------------------------------------


def test_guests_are_marked_wherever_they_are_named(client: Client) -> None:
    ada, ben = account(client, "Adelaide"), two(client)[1]
    table = ada.make("me", "open")
    ben.do("join", table)
    ada.do("start", table)
    ada.do("chat", table, text="Hello")
    ben.do("chat", table, text="Hello yourself")
    marks = [("Adelaide", False), ("Ben", True)]
    with Guest(client).socket(table, "?since=0") as line:
        seen = frame(line, "table")
        assert [(seat["name"], seat["guest"]) for seat in seen["seats"]] == marks
        seated = [one for one in seen["log"] if one["kind"] == "seated"]
        assert [(one["name"], one["guest"]) for one in seated] == marks
        said = frame(line, "chat")["lines"]
        assert [(one["name"], one["guest"]) for one in said] == marks
    listed = next(one for one in ada.get("/api/tables?list=live")["tables"] if one["id"] == table)
    assert [(seat["name"], seat["guest"]) for seat in listed["seats"]] == marks
    steps = ben.get(f"/api/tables/{table}/log")["log"]
    assert [(one["name"], one["guest"]) for one in steps if one["kind"] == "seated"] == marks
    assert [one["gone"] for one in seen["seats"]] == [False, False]
    bots = ada.make("me", "bot easy")
    assert [seat["guest"] for seat in ada.table(bots)["seats"]] == [False, False]


def test_who_makes_an_account_is_a_guest_no_more(client: Client) -> None:
    ada, ben, table = begun(client)
    with ben.socket(table) as line:
        assert frame(line, "table")["seats"][0]["guest"]
        assert not ada.get("/api/me")["account"]
        ada.ask("POST", "/api/accounts", {"name": "Augusta", "password": SECRET})
        seat = frame(line, "table")["seats"][0]
        assert (seat["name"], seat["guest"]) == ("Augusta", False)


def test_a_new_name_reaches_everything_at_once(client: Client) -> None:
    ada, ben, over = begun(client)
    finish(ada, ben, over)
    ada.do("chat", over, text="Well played")
    spectated = ben.make("me", "open")
    ada.do("chat", spectated, text="I only watch")
    waiting = ada.make("me", "open")
    with ben.socket(waiting) as line, ben.socket(over) as other:
        frame(line, "table")
        frame(other, "chat")
        assert call(ada, "Ada of Ada").status_code == 200
        assert frame(line, "table")["seats"][0]["name"] == "Ada of Ada"
        assert frame(other, "chat")["lines"][0]["name"] == "Ada of Ada"
    for table in (over, spectated):
        talk = ben.get(f"/api/tables/{table}/chat")["lines"]
        assert [one["name"] for one in talk] == ["Ada of Ada"]
    archive = ben.get("/api/tables?list=archive")["tables"]
    listed = next(one for one in archive if one["id"] == over)
    assert listed["seats"][0]["name"] == "Ada of Ada"
    log = ben.get(f"/api/tables/{over}/log")["log"]
    assert "Ada" not in [one.get("name") for one in log]


# --- Names that are taken -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["Grace Hopper", "grace hopper", "GRACE  HOPPER", "Grасe Hорper", "Ｇｒａｃｅ Ｈｏｐｐｅｒ",
     "GraceHopper", "Grace\u200b Hopper", "Gra\u0301ce Hopper", "Grace Hopper.", "grаce_hopper"],
)  # fmt: skip
def test_the_name_of_an_account_is_its_own(client: Client, name: str) -> None:
    body = {"name": "Grace Hopper", "password": SECRET}
    owner = Guest(client)
    if owner.ask("POST", "/api/accounts", body).status_code != 201:
        assert owner.ask("POST", "/api/session", body).status_code == 200
    guest, other = two(client)
    refused(call(guest, name), 409, "name_taken")
    refused(other.ask("POST", "/api/accounts", {**body, "name": name}), 409, "name_taken")
    assert guest.get("/api/me")["name"] == "Ada"
    assert other.get("/api/me")["account"] is None
    assert call(owner, name).status_code == 200


def test_what_an_account_is_called_is_its_own_as_long_as_it_is(client: Client) -> None:
    owner, guest = account(client, "Linus"), two(client)[0]
    assert call(owner, "Torvald").status_code == 200
    for name in ("Linus", "Тоrvаld"):
        refused(call(guest, name), 409, "name_taken")
    assert call(owner, "Somebody").status_code == 200
    assert call(guest, "Torvald").status_code == 200
    refused(call(guest, "L1nus"), 409, "name_taken")  # by which the owner logs in


def test_letters_in_pairs_and_signs_pass_for_no_account(client: Client) -> None:
    account(client, "William")
    guest, _ = two(client)
    for name in ("vvilliam", "wi||iam", "VVi11iarn"):
        refused(call(guest, name), 409, "name_taken")


def test_accounts_do_not_take_each_others_names(client: Client) -> None:
    account(client, "Edsger")
    other = account(client, "Barbara")
    refused(call(other, "Еdsger"), 409, "name_taken")
    assert other.get("/api/me")["name"] == "Barbara"


def test_guests_may_be_called_alike(client: Client) -> None:
    one, other = two(client)
    assert call(one, "Chris").status_code == 200
    assert call(other, "Chris").status_code == 200


def test_nobody_is_called_like_how_hard_a_bot_is_to_beat() -> None:
    assert all(map(is_ours, characters()))


@pytest.mark.parametrize(
    "name",
    ["Guest 1234", "guest", "Gast 7", "Invité 1234", "Guеst 1234", "Gues\u0442 12",
     "Admin", "ADMINISTRATOR", "Аdmin", "Adm1n", "a.d.m.i.n", "Admin 2", "the_admin", "Ada, Admin",
     "SuperAdmin", "superadm1n", "Super|Adm|n", "xXmoderatorXx", "FormicariumTeam",
     "Moderator", "Modératrice", "Administratorin", "Formicarium", "Player 2", "Joueur 1",
     "Bot", "Bot (hard)", "Robot (difficile)", "expert", "Bot (Meister)", "Ехpert",
     "somebody who has left", "Jemand, der gegangen ist", "Quelqu'un qui est parti"],
)  # fmt: skip
def test_nobody_is_called_like_the_house_itself(client: Client, name: str) -> None:
    guest, other = two(client)
    refused(call(guest, name), 409, "name_taken")
    refused(
        other.ask("POST", "/api/accounts", {"name": name, "password": SECRET}), 409, "name_taken"
    )


@pytest.mark.parametrize(
    "name",
    ["Admiral", "Gustave", "Robotnik", "Ada Expertise", "Eve 1234", "Badminton", "Brad Minter"],
)
def test_other_names_are_nobodys_business(client: Client, name: str) -> None:
    guest, _ = two(client)
    assert call(guest, name).status_code == 200


@pytest.mark.parametrize(
    "name", ["\u200b\u2060", "\ufe0f", "\u034f\u115f", "\u2800 \u3164", "\u0301"]
)
def test_a_name_needs_something_to_see(client: Client, name: str) -> None:
    guest, _ = two(client)
    refused(call(guest, name), 400, "bad_name")
