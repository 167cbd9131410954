"""Being told when it is my turn: the settings, the tables that wait, and the pace of a new one."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browsing import DESKTOP, PHONE, Visitor
from tests.web.conftest import Visit

pytestmark = pytest.mark.xdist_group("web account")


SETTINGS = re.compile("Settings|Einstellungen")


def section(visitor: Visitor, summary: str) -> Locator:
    visitor.open("/").page.get_by_role("button", name=SETTINGS).click()
    part = visitor.page.locator("dialog details").filter(has_text=summary)
    part.locator("summary").click()
    return part


@pytest.mark.parametrize(
    ("language", "summary"),
    [("en", "Tell me when it is my turn"), ("de", "Sag mir, wenn ich dran bin")],
)
def test_the_settings_say_plainly_what_cannot_be_and_are_off_at_first(
    visit: Visit, language: str, summary: str
) -> None:
    screen = PHONE if language == "de" else DESKTOP
    ada = visit(language, viewport=screen, is_app=True)
    part = section(ada, summary)
    here = part.get_by_role("checkbox").first
    expect(here).not_to_be_checked()
    ada.check_axe()
    here.click()  # the browser is asked only now; it refuses, or nothing takes messages yet
    expect(part.get_by_role("status")).to_be_visible()
    expect(here).not_to_be_checked()
    assert ada.ask("/api/me/notices")["push"] == []
    ada.check_axe()


def test_tables_that_wait_are_in_the_title_in_the_lobby_and_one_click_away(visit: Visit) -> None:
    ada = visit()
    one, other = (ada.make("micropolis", "me", "me") for _ in range(2))
    ada.open("/").page.get_by_role("heading", name="Waiting for me").wait_for()
    expect(ada.page).to_have_title("(2) Formicarium")
    ada.sit(one)
    ada.page.get_by_role("link", name="1 more table waits for you").click()
    ada.page.wait_for_url(f"**/t/{other}")
    ada.open("/tables?list=waiting")
    expect(ada.page.locator(f"a[href='/t/{one}']")).to_be_visible()
    ada.check_axe()


def test_a_pace_is_chosen_in_plain_words_and_being_told_is_offered_once(visit: Visit) -> None:
    ada, ben = visit(), visit(viewport=PHONE)
    page = ada.open("/new/micropolis").page
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("button", name="By the day").click()
    page.get_by_label("Days for a decision").select_option("3 days")
    page.get_by_label("When somebody’s time is over").select_option("they have given up")
    ada.check_axe()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    clock = ada.ask(f"/api/tables/{table}")["clock"]
    assert clock == {"per": "decision", "seconds": 259_200, "then": "resign"}
    ben.open(f"/t/{table}").page.get_by_role("button", name="Sit down").click()
    page.get_by_text("Shall we tell you").wait_for()
    ada.open("/").page.get_by_text("Shall we tell you").wait_for()
    ada.page.get_by_role("button", name="No, thanks").click()
    ada.open("/")
    expect(ada.page.get_by_text("Shall we tell you")).to_have_count(0)
