"""Somebody is reported, and an administrator looks at it: on her page, which nobody else has."""

import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.killing import Open
from tests.web.browsing import PHONE, Visitor
from tests.web.conftest import Visit
from tests.web.test_friends import TOO_SMALL

pytestmark = pytest.mark.xdist_group("web admin")

SMALL: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def named(visitor: Visitor, name: str) -> Visitor:
    visitor.ask("/api/me")
    answer = visitor.context.request.patch(f"{visitor.address}/api/me", data={"name": name})
    assert answer.ok
    return visitor


def command(house: Open, *words: str) -> None:
    """What somebody types beside the open house."""
    admin = [sys.executable, "-m", "formicarium", "admin", *words, "--data", str(house.data)]
    subprocess.run(admin, check=True, capture_output=True)


def administrator(house: Open, visitor: Visitor, name: str) -> Visitor:
    """Made by command line, and in the house within seconds."""
    named(visitor, name)
    command(house, "promote", name)
    for _ in range(100):
        if visitor.ask("/api/me")["administrator"]:
            return visitor
        visitor.page.wait_for_timeout(100)
    raise AssertionError("the house has not heard of it")


def check(visitor: Visitor, least: int) -> None:
    """Fits the screen, can be touched, and keeps nobody out."""
    page = visitor.page
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate(TOO_SMALL, least) == []
    visitor.check_axe()


def test_a_report_is_looked_at_and_somebody_is_muted(house: Open, visit: Visit) -> None:
    ada, ben, root = named(visit(), "Ada"), named(visit(), "Rude Ben"), visit(**SMALL)
    table = ada.make("micropolis", "me", "open")
    ben.ask(f"/api/tables/{table}/join", {"key": "j", "invitation": ada.ask(
        f"/api/tables/{table}/invitations", {})["invitation"]})  # fmt: skip
    ada.ask(f"/api/tables/{table}/start", {"key": "s"})
    ben.ask(f"/api/tables/{table}/chat", {"text": "you beetle"})
    ada.sit(table)
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_role("button", name="Report this line of Rude Ben").click()
    ada.page.get_by_label("What happened").fill("He insults me.")
    ada.check_axe()
    ada.page.get_by_role("button", name="Report", exact=True).click()
    ada.page.get_by_text("Thank you. An administrator will look at it.").first.wait_for()

    administrator(house, root, "Root").open("/admin")
    root.page.get_by_role("button", name="Settings").click()
    root.page.get_by_role("link", name="Administration").wait_for()
    root.page.keyboard.press("Escape")
    report = root.page.locator("article").filter(has_text="Rude Ben")
    for text in ("Insult or hate", "He insults me.", "you beetle"):
        report.get_by_text(text).first.wait_for()
    check(root, 44)
    report.get_by_role("button", name="Mute").click()
    root.page.get_by_label("For how long").select_option("a week")
    root.page.get_by_label("Reason").fill("insults")
    root.check_axe()
    root.page.get_by_role("button", name="Do it").click()
    root.page.get_by_text("Done: Mute").first.wait_for()
    report.get_by_role("button", name="Remove the line").click()
    root.page.get_by_role("button", name="Do it").click()
    expect(ada.page.get_by_role("log", name="Chat")).to_contain_text("(removed)")
    refused = ben.context.request.post(
        f"{ben.address}/api/tables/{table}/chat", data={"text": "why?"}
    )
    assert refused.json()["error"] == "muted"
    report.get_by_role("button", name="Handled").click()
    root.page.get_by_label("What was made of it").fill("muted for a week")
    root.page.get_by_role("button", name="Do it").click()
    root.page.get_by_text("Nothing here.").wait_for()

    root.page.get_by_role("link", name="Audit log").click()
    log = root.page.locator("main li")
    expect(log.nth(0)).to_contain_text("Handled")
    expect(log.nth(1)).to_contain_text("Remove the line")
    expect(log.nth(2)).to_contain_text("Mute Rude Ben until")
    expect(log.nth(2)).to_contain_text("insults")
    check(root, 44)
    log.nth(2).get_by_role("link", name="Rude Ben").click()
    root.page.get_by_role("heading", name="Rude Ben", exact=True).wait_for()
    check(root, 44)


def test_people_and_tables_are_found_by_keyboard(house: Open, visit: Visit) -> None:
    root, ada = administrator(house, visit(), "Chief"), named(visit(), "Ada Lovelace")
    table = ada.make("micropolis", "me", "open")
    root.open("/admin?part=people").page.get_by_label("A name or a number").fill("lovelace")
    root.page.keyboard.press("Enter")
    root.page.get_by_role("link", name="Ada Lovelace").press("Enter")
    root.page.get_by_role("button", name="Rename: Ada Lovelace").press("Enter")
    root.page.get_by_label("New name").fill("Countess")
    root.page.keyboard.press("Enter")
    root.page.get_by_role("heading", name="Countess").wait_for()
    root.check_axe()
    root.open(f"/admin?table={table}")
    root.page.get_by_role("button", name=f"Close the table: {table}").press("Enter")
    root.page.get_by_role("button", name="Do it").press("Enter")
    root.page.get_by_text("closed").first.wait_for()
    root.check_axe()
    ada.open(f"/t/{table}").page.get_by_text("An administrator has closed this table").wait_for()


def order(root: Visitor, act: str, label: str) -> None:
    """Something is done about somebody, or at a table, by its button."""
    root.page.get_by_role("button", name=f"{act}: {label}", exact=True).click()
    root.page.get_by_role("button", name="Do it").click()
    root.page.get_by_text(f"Done: {act}").first.wait_for()


def test_whatever_can_be_done_has_a_button_that_does_it(house: Open, visit: Visit) -> None:
    root, ada, ben = administrator(house, visit(), "Mayor"), named(visit(), "Zoe"), visit()
    named(ben, "Yan")
    ada.ask("/api/accounts", {"name": "Zoe", "password": "difference engine"})
    over = ada.make("micropolis", "me", "newcomer")
    ada.sit(over).ask(f"/api/tables/{over}/resign", {"key": "r", "seat": 0})
    table = ada.make("micropolis", "me", "open")
    ben.ask(f"/api/tables/{table}/join", {"key": "j", "invitation": ada.ask(
        f"/api/tables/{table}/invitations", {})["invitation"]})  # fmt: skip
    ada.ask(f"/api/tables/{table}/start", {"key": "s"})
    root.open(f"/admin?table={table}")
    order(root, "Make host", "Yan")
    order(root, "Replace by a bot", "Zoe")
    ada.page.wait_for_selector('[data-status="over"]')
    root.open(f"/admin?table={over}")
    order(root, "Let the game count no more", over)
    ada.page.close()

    root.open("/admin?part=people").page.get_by_label("A name or a number").fill("zoe")
    root.page.keyboard.press("Enter")
    root.page.get_by_role("link", name="Zoe").click()
    for act in (
        "Mute", "Let talk again", "Ban", "Bar new guests from there", "Lift the ban",
        "End all sessions", "Make administrator", "No longer administrator",
    ):  # fmt: skip
        order(root, act, "Zoe")
    order(root, "Link for a new password", "Zoe")
    assert "#" in root.page.get_by_label("Link for a new password", exact=True).input_value()
    root.page.keyboard.press("Escape")
    order(root, "Delete the person", "Zoe")
    kinds = [act["kind"] for act in root.ask("/api/admin/acts")["acts"]]
    assert kinds[:12] == [
        "delete", "reset_password", "demote", "promote", "end_sessions", "unban", "bar_address",
        "ban", "unmute", "mute", "annul", "give_to_bot",
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_page_speaks_other_languages(house: Open, visit: Visit, language: str) -> None:
    root = administrator(house, visit(language), f"Root {language}")
    for part in ("reports", "people", "tables", "log"):
        root.open(f"/admin?part={part}").page.get_by_role("heading", level=1).wait_for()
        root.check_axe()
        assert not root.page.get_by_text("Audit log").count()


def test_for_others_there_is_no_such_page(visit: Visit) -> None:
    ada = visit()
    ada.forgiven = lambda fault: "404" in fault
    ada.open("/admin").page.get_by_text("There is no page at this address").wait_for()
    assert not ada.page.get_by_role("link", name="Administration").count()


def test_who_is_banned_is_told_until_when_and_why(house: Open, visit: Visit) -> None:
    ada = named(visit(), "Banned Ada")
    table = ada.make("micropolis", "me", "me")
    ada.sit(table)
    command(house, "ban", "Banned Ada", "--days", "2", "--reason", "flooding")
    told = ada.page.locator("p.ban")
    expect(told).to_contain_text("You can only look on, until ")
    expect(told).to_contain_text("flooding")
    ada.check_axe()
