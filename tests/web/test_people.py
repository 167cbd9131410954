"""People who find each other, play for a rating and look at how well they did."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from openskill.models import PlackettLuce
from playwright.sync_api import expect

from formicarium.core.text import LANGUAGES
from tests.tiers import sample
from tests.web.browsing import DESKTOP, PHONE, Visitor
from tests.web.conftest import Visit

pytestmark = pytest.mark.xdist_group("web people")

SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "has_touch": True},
}
WORDS = Path(__file__).resolve().parents[2] / "web" / "src" / "words"
WAYS = [*product(LANGUAGES, SCREENS)]


def said(language: str) -> dict[str, str]:
    """What the page says."""
    words: dict[str, str] = json.loads((WORDS / f"{language}.json").read_text("utf-8"))
    return words


def account(visitor: Visitor, name: str) -> None:
    visitor.open("/people")
    visitor.ask("/api/accounts", {"name": name, "password": "difference engine"})


def seek(
    visitor: Visitor, words: dict[str, str], pace: str = "live", is_rated: bool = True
) -> None:
    """Look for a game of Micropolis for two, on the first page."""
    page = visitor.open("/").page
    form = page.locator("form", has=page.get_by_role("heading", name=words["quick_game"]))
    form.get_by_label(words["game"]).select_option("micropolis")
    form.get_by_label(words["how_many"]).select_option("2")
    form.get_by_label(words["pace"]).select_option(pace)
    if is_rated:
        form.get_by_label(words["rated"]).check()
    with page.expect_response(lambda answer: answer.request.method == "POST"):  # the house knows
        form.get_by_role("button", name=words["find_game"], exact=True).click()
    page.get_by_text(words["seeking"].partition("{")[0]).or_(
        page.locator(".table")
    ).first.wait_for()


def block(ada: Visitor, eve: Visitor) -> None:
    """Somebody has sat at a table with another one, whom she does not want to meet again."""
    table = ada.make("micropolis", "me", "open")
    invited = ada.ask(f"/api/tables/{table}/invitations", {})["invitation"]
    eve.ask(f"/api/tables/{table}/join", {"key": "join", "invitation": invited})
    ada.ask("/api/blocks", {"table": table, "seat": 1})
    ada.ask(f"/api/tables/{table}/leave", {"key": "leave", "seat": 0})


def play_on(visitor: Visitor, table: str) -> bool:
    """Decide whatever can be decided first; whether the game goes on."""
    seen = visitor.ask(f"/api/tables/{table}")
    if seen["actions"]:
        key = f"{seen['seat']} {seen['version']}"
        move = {"seat": seen["seat"], "version": seen["version"], "key": key}
        visitor.ask(f"/api/tables/{table}/play", {**move, "action": seen["actions"][0]["code"]})
    return bool(seen["status"] == "playing")


def told_by_openskill(*places: int) -> list[int]:
    """How good people are after their first game, by their places."""
    model = PlackettLuce()
    teams = model.rate([[model.rating()] for _ in places], ranks=[*map(float, places)])
    return [round(40 * one.mu) for (one,) in teams]


@pytest.mark.parametrize(("language", "screen"), sample(WAYS, 1))
def test_two_are_paired_and_play_a_rated_game_to_its_end(
    visit: Visit, language: str, screen: str
) -> None:
    """And a third one, who waits for the same, is never paired with whom she is not to meet."""
    words, is_here = said(language), f"{language} {screen}"
    names = [f"{name} {is_here}" for name in ("Rosa", "Hugo", "Olga")]
    ada, ben, eve = (visit(language, **SCREENS[one]) for one in (screen, "phone", "desktop"))
    for one, name in zip((ada, ben, eve), names, strict=True):
        account(one, name)
    block(ada, eve)
    seek(ada, words)
    ada.check_axe()
    seek(eve, words)
    assert eve.ask("/api/pairing")["wish"]
    seek(ben, words)
    for one in (ada, ben):
        one.page.wait_for_url("**/t/*")
    assert ada.page.url == ben.page.url
    assert eve.ask("/api/pairing")["wish"]  # she waits still
    eve.page.get_by_role("button", name=words["stop_seeking"]).click()
    table = ada.page.url.rpartition("/")[2]
    for one in (ada, ben):
        one.open("/people")  # at the table the page would take what is the only choice
    while play_on(ada, table) and play_on(ben, table):
        pass
    look_at_profiles(ada, ben, names, words, table)


def look_at_profiles(
    ada: Visitor, ben: Visitor, names: list[str], words: dict[str, str], table: str
) -> None:
    """Each sees her own rating, and of the other what that one shows."""
    ended = ada.ask(f"/api/tables/{table}")
    mine = ended["seat"]
    winners = ended["winners"] or []
    places = [1 if seat in winners else 2 for seat in (mine, 1 - mine)]
    ratings = told_by_openskill(*places)
    for one, other, rating in zip((ada, ben), (names[1], names[0]), ratings, strict=True):
        page = one.open("/people").page
        page.get_by_role("heading", name=words["how_good"]).wait_for()
        page.get_by_text(f"{rating} ± ").wait_for()
        expect(page.locator("a.card", has_text=other)).to_have_count(1)  # the game
        page.get_by_label(words["show_rating"]).check()
        one.check_axe()
    hers = ben.ask("/api/acquaintances")[0]
    assert hers["profile"]
    ben.open(f"/people/{hers['person']}").page.get_by_role("heading", name=names[0]).wait_for()
    expect(ben.page.get_by_text(words["games_over"])).to_have_count(0)  # that she has not chosen
    ben.open("/boards/micropolis").page.get_by_text(words["board_empty"]).wait_for()
    ben.check_axe()


def test_a_search_ends_with_its_page_and_by_the_day_goes_on(visit: Visit) -> None:
    ada, words = visit(), said("en")
    ada.forgiven = lambda fault: "/api/pairing" in fault or "ERR_FAILED" in fault
    ada.page.clock.install()
    seek(ada, words, is_rated=False)
    ada.context.route("**/api/pairing", lambda route: route.abort())
    ada.page.clock.fast_forward(11_000)  # what is asked once in vain ends nothing
    ada.page.wait_for_timeout(300)
    expect(ada.page.get_by_role("button", name=words["stop_seeking"])).to_be_visible()
    ada.context.unroute("**/api/pairing")
    assert ada.ask("/api/pairing")["wish"]["pace"] == "live"
    ada.page.goto("about:blank")  # as when the tab is closed
    for _ in range(50):
        if not ada.ask("/api/pairing")["wish"]:
            break
        ada.page.wait_for_timeout(100)
    assert not ada.ask("/api/pairing")["wish"]
    seek(ada, words, "days", is_rated=False)
    ada.page.get_by_text(words["seeking_days"]).wait_for()
    ada.check_axe()
    ada.page.goto("about:blank")
    ada.page.wait_for_timeout(500)
    ada.open("/").page.get_by_text(words["seeking_days"]).wait_for()
    ada.page.get_by_role("button", name=words["stop_seeking"]).click()
    ada.page.get_by_role("button", name=words["find_game"], exact=True).wait_for()
