"""An account: where I am logged in, a forgotten password, and being forgotten."""

import sqlite3
import time
from contextlib import closing

import pytest
from playwright.sync_api import Locator, expect

from formicarium.server.house.people import hashed
from tests.server.killing import Open
from tests.web.browsing import PHONE, Visitor
from tests.web.conftest import Visit

pytestmark = pytest.mark.xdist_group("web account")

SECRET = "difference engine"


def account(visitor: Visitor, summary: str = "Account (for more than one device)") -> Locator:
    """The part of the settings that is about the account."""
    visitor.open("/").page.get_by_role("button", name="Settings").click()
    part = visitor.page.locator("dialog details")
    part.get_by_text(summary).click()
    return part


def test_sessions_are_ended_and_an_account_is_deleted(visit: Visit) -> None:
    ada, phone, ben = visit(), visit(viewport=PHONE), visit()
    part = account(ada)
    part.get_by_label("Name").fill("Ada Lovelace")
    part.get_by_label("Password").fill(SECRET)
    part.get_by_role("button", name="Make an account").click()
    ada.page.get_by_text("Logged in as Ada Lovelace").wait_for()
    ada.check_axe()
    part = account(phone)
    part.get_by_label("Name").fill("ada lovelace")
    part.get_by_label("Password").fill(SECRET)
    with phone.page.expect_navigation():
        part.get_by_role("button", name="Log in").click()

    part = account(ada, "Logged in as Ada Lovelace")
    expect(part.locator("li")).to_have_count(2)
    expect(part.locator("li").filter(has_text="this browser")).to_have_count(1)
    part.locator("li").get_by_role("button", name="Log out").click()
    expect(part.locator("li")).to_have_count(1)
    assert phone.ask("/api/me")["account"] is None

    table = ada.make("micropolis", "me", "open")
    ben.open(f"/t/{table}").page.get_by_text("Ada Lovelace").first.wait_for()
    with ada.page.expect_download() as waiting:
        part.get_by_role("button", name="Download").click()
    assert "Ada Lovelace" in waiting.value.path().read_text()
    part.get_by_role("button", name="Delete…").click()
    part.get_by_text("Finished games stay, without your name.").wait_for()
    part.locator("form").last.get_by_label("Password").fill(SECRET)
    with ada.page.expect_navigation():
        part.get_by_role("button", name="Delete for good").click()
    assert not ada.ask("/api/me")["named"]
    expect(ben.page.get_by_text("Ada Lovelace")).to_have_count(0)


def test_a_guest_is_marked_and_can_be_forgotten(visit: Visit) -> None:
    ada, ben = visit(), visit(viewport=PHONE)
    ada.open("/").page.evaluate(
        "fetch('/api/me', {method: 'PATCH', body: '{\"name\": \"Anna\"}',"
        " headers: {'Content-Type': 'application/json'}})"
    )
    table = ada.make("micropolis", "me", "open")
    ben.open(f"/t/{table}").page.locator("li", has_text="Anna").get_by_text("guest").wait_for()
    part = account(ada)
    part.get_by_role("button", name="Delete…").click()
    with ada.page.expect_navigation():
        part.get_by_role("button", name="Delete for good").click()
    expect(ben.page.get_by_text("Anna")).to_have_count(0)


def test_a_link_leads_to_a_new_password(visit: Visit, house: Open) -> None:
    ada, here = visit(), visit(viewport=PHONE)
    ada.ask("/api/accounts", {"name": "Grace Hopper", "password": SECRET})
    with closing(sqlite3.connect(house.data / "formicarium.sqlite")) as connection:
        query = "INSERT INTO resets (token_hash, person, created)"
        query += " SELECT ?, person, ? FROM accounts WHERE name = 'Grace Hopper'"
        connection.execute(query, (hashed("a-link"), time.time()))
        connection.commit()
    here.open("/reset#a-link").page.get_by_label("New password").fill("nanoseconds")
    here.check_axe()
    here.page.get_by_role("button", name="Change the password").click()
    here.page.get_by_text("you are logged in as Grace Hopper").wait_for()
    assert ada.ask("/api/me")["account"] is None
    here.open("/reset").page.get_by_text("older than a day").wait_for()
