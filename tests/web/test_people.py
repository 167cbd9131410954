"""Two people who find each other, play for a rating and look at how well they did."""

import pytest
from playwright.sync_api import expect

from tests.web.browsing import PHONE, Visitor
from tests.web.conftest import Visit

pytestmark = pytest.mark.xdist_group("web people")


def account(visitor: Visitor, name: str) -> None:
    visitor.open("/people")
    visitor.ask("/api/accounts", {"name": name, "password": "difference engine"})


def seek(visitor: Visitor) -> None:
    """Look for a rated game of Micropolis for two, on the first page."""
    page = visitor.open("/").page
    form = page.locator("form", has=page.get_by_role("heading", name="Find me a game"))
    form.get_by_label("Game").select_option("micropolis")
    form.get_by_label("Players").select_option("2")
    form.get_by_label("Rated").check()
    form.get_by_role("button", name="Find").click()


def play_on(visitor: Visitor, table: str) -> bool:
    """Decide whatever can be decided first; whether the game goes on."""
    seen = visitor.ask(f"/api/tables/{table}")
    if seen["actions"]:
        key = f"{seen['seat']} {seen['version']}"
        move = {"seat": seen["seat"], "version": seen["version"], "key": key}
        visitor.ask(f"/api/tables/{table}/play", {**move, "action": seen["actions"][0]["code"]})
    return bool(seen["status"] == "playing")


def test_two_are_paired_and_play_a_rated_game_to_its_end(visit: Visit) -> None:
    ada, ben = visit(), visit(viewport=PHONE, has_touch=True)
    account(ada, "Rosa Pairing")
    account(ben, "Hugo Pairing")
    seek(ada)
    ada.page.get_by_text("Looking for others").wait_for()
    ada.check_axe()
    seek(ben)
    for one in (ada, ben):
        one.page.wait_for_url("**/t/*")
    assert ada.page.url == ben.page.url
    table = ada.page.url.rpartition("/")[2]
    for one in (ada, ben):
        one.open("/people")  # at the table the page would take what is the only choice
    while play_on(ada, table) and play_on(ben, table):
        pass
    for one, other in ((ada, "Hugo Pairing"), (ben, "Rosa Pairing")):
        page = one.open("/people").page
        page.get_by_role("heading", name="Playing strength").wait_for()
        assert "± " in page.get_by_text("after rated games: 1").inner_text()
        expect(page.locator("a.card", has_text=other)).to_have_count(1)  # the game
        page.get_by_label("My rating, and my place on boards").check()
        one.check_axe()
    hers = ben.ask("/api/acquaintances")[0]
    assert hers["profile"]
    ben.open(f"/people/{hers['person']}").page.get_by_role(
        "heading", name="Rosa Pairing"
    ).wait_for()
    expect(ben.page.get_by_text("Finished games")).to_have_count(0)  # that she has not chosen
    ben.open("/boards/micropolis").page.get_by_text("Nobody stands here yet.").wait_for()
    ben.check_axe()
