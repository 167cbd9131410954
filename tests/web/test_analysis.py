"""The analysis board: a game that is over, what went wrong in it, and what might have been."""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from formicarium.core.game import rulebook
from formicarium.server.settings import DATABASE
from formicarium.wasm.manifest import current_manifest, engine_folder
from formicarium.wasm.modules import build
from tests.server.killing import Open, opened
from tests.tiers import sample
from tests.web.browsing import PATIENCE, Visitor
from tests.web.conftest import Touch, Visit
from tests.web.test_engine import BLOCKED, finished
from tests.web.touching import LYING, UPRIGHT

ANSWERED = 2000  # milliseconds in which a bot has answered, and that is kept
# What one holds, as far as it cannot be seen.
OUT_OF_TRAY = """() => {
  const tray = document.querySelector('.tray');
  const { bottom, right } = tray.getBoundingClientRect();
  return [...tray.querySelectorAll('.live')].filter(one => {
    const box = one.getBoundingClientRect();
    return box.bottom > bottom + 1 || box.right > right + 1;
  }).map(one => one.getAttribute('aria-label'));
}"""
CUT_OFF = """() => {
  const said = document.querySelector('.said');
  return said.scrollHeight > said.clientHeight + 1;
}"""
NOTATION = re.compile(r"\b(take|build|man) \d")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """A house of its own, with the module of one game."""
    book = rulebook("micropolis")
    if current_manifest(book) is None:
        build(book, engine_folder(book))
    with opened(tmp_path_factory.mktemp("analyses")) as house:
        yield house


def analysed(visitor: Visitor, table: str) -> Page:
    """A game with its analysis."""
    visitor.open(f"/t/{table}/replay?analyse")
    visitor.page.wait_for_selector("figure polyline")
    return visitor.page


def step(page: Page) -> int:
    """Which step of the game is shown."""
    return int(page.get_by_label("Step of the game").input_value())


def tried(page: Page) -> int:
    """How many decisions were tried."""
    return page.locator("[data-twig]").count()


def try_first(page: Page) -> None:
    """Try what the game did not do: the last of all that could be done."""
    page.locator(".decisions button:not(:disabled)").last.click()
    page.wait_for_selector("[data-twig]")


def kept(visitor: Visitor, table: str) -> int:
    """Wait until a line is kept to its end; how many decisions it has."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        before = tried(visitor.page)
        visitor.page.wait_for_timeout(ANSWERED)
        lines = visitor.ask(f"/api/tables/{table}/variations")["lines"]
        if lines and lines[0].count("-") == before == tried(visitor.page):
            return before
    raise AssertionError("nothing is kept")


def rewrite(house: Open, table: str, rules: int) -> None:
    """Have a table say that it was begun with these rules."""
    with closing(sqlite3.connect(house.data / DATABASE)) as database, database:
        change = "UPDATE tables SET head = json_set(head, '$.rules', ?) WHERE id = ?"
        assert database.execute(change, (rules, table)).rowcount == 1


def test_a_mark_leads_to_before_it_and_says_what_was_better_in_words(visit: Visit) -> None:
    ada = visit()
    page = analysed(ada, finished(ada))
    first = page.locator("[data-moment]").first
    number = int(first.get_attribute("data-moment") or 0)
    told = first.inner_text()
    assert "better: " in told
    assert "%" in told
    assert not NOTATION.search(told)
    first.click()
    assert step(page) == number - 1
    page.wait_for_selector(".decisions button, .board .live")
    page.get_by_role("button", name="Variations").click()
    page.wait_for_selector(".decisions button")
    page.wait_for_selector(".decisions .hovered")  # the ghost on the board is that of this one
    page.get_by_role("button", name="Analysis").click()
    assert page.locator("svg [data-mark]").count() == page.locator("[data-moment]").count()
    assert page.get_by_text("Accuracy", exact=True).is_visible()
    assert page.locator("figure text").count() >= 4  # both axes
    ada.check_axe()


def test_what_is_said_is_seen_whole(visit: Visit) -> None:
    """However long the sentence is, nothing lies on it."""
    ada = visit("fr", viewport={"width": 1366, "height": 600})
    page = analysed(ada, finished(ada))
    page.get_by_label("Moment de la partie").wait_for()
    page.keyboard.press("Home")
    cut = []
    for _ in range(30):
        page.keyboard.press("ArrowRight")
        cut.append(page.evaluate(CUT_OFF))
    assert cut == [False] * 30


def test_the_end_cannot_be_played_on(visit: Visit) -> None:
    ada = visit()
    ada.open(f"/t/{finished(ada)}/replay")
    page = ada.page
    page.get_by_label("Step of the game").wait_for()
    assert page.get_by_role("button", name="Play on from here").count() == 0
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Play on from here").wait_for()


def test_what_is_tried_is_answered_kept_and_shared(visit: Visit) -> None:
    ada, ben = visit(), visit()
    table = finished(ada)
    ada.open(f"/t/{table}/replay")
    page = ada.page
    page.get_by_role("button", name="Variations").click()
    page.keyboard.press("Home")
    try_first(page)
    page.wait_for_function("() => document.querySelectorAll('[data-twig]').length > 1")
    count = kept(ada, table)
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share this line").first.click()
    link = str(page.evaluate("() => navigator.clipboard.readText()"))
    page.reload()
    page.get_by_role("button", name="Variations").click()
    page.wait_for_selector("[data-twig]")
    assert tried(page) == count
    ben.page.goto(link)
    ben.page.locator(".said .tried").wait_for()
    ben.page.get_by_role("button", name="Variations").click()
    assert tried(ben.page) == count
    ben.page.reload()  # by a browser that keeps it itself
    ben.page.goto(link.partition("?")[0])
    ben.page.get_by_role("button", name="Variations").click()
    ben.page.wait_for_selector("[data-twig]")
    ben.page.goto(link[:-1])
    ben.page.get_by_text("This link was cut short").first.wait_for()
    ben.forgiven = lambda fault: "422" in fault
    ben.page.goto(f"{link.partition('=')[0]}=5.0-0zz")
    ben.page.get_by_text("This link leads to no line").first.wait_for()


def test_without_an_engine_bots_of_the_server_answer(visit: Visit) -> None:
    ada = visit()
    ada.context.add_init_script(BLOCKED)
    ada.open(f"/t/{finished(ada)}/replay")
    page = ada.page
    page.get_by_role("button", name="Variations").click()
    page.keyboard.press("Home")
    try_first(page)
    page.wait_for_function("() => document.querySelectorAll('[data-twig]').length > 1")


def test_keys_lead_along_a_line_and_between_lines(visit: Visit) -> None:
    ada = visit()
    ada.open(f"/t/{finished(ada)}/replay")
    page = ada.page
    page.get_by_role("button", name="Variations").click()
    page.get_by_label("Bots answer").uncheck()
    page.keyboard.press("Home")
    try_first(page)
    page.locator("[data-twig][aria-current]").wait_for()
    page.keyboard.press("ArrowUp")
    page.wait_for_selector("[data-twig][aria-current]", state="detached")
    assert step(page) == 1
    page.keyboard.press("ArrowDown")
    page.locator("[data-twig][aria-current]").wait_for()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("[data-twig][aria-current]", state="detached")
    assert step(page) == 0
    page.get_by_role("button", name="Remove this line").click()
    page.wait_for_selector("[data-twig]", state="detached")


def test_a_game_by_the_eyes_of_a_seat(visit: Visit) -> None:
    ada = visit()
    ada.open(f"/t/{finished(ada)}/replay")
    page = ada.page
    page.get_by_label("Step of the game").wait_for()
    page.keyboard.press("Home")
    page.get_by_label("By whose eyes").select_option("1")
    page.keyboard.press("ArrowRight")
    assert step(page) == 1
    page.get_by_label("By whose eyes").select_option("")
    assert step(page) == 1


def test_learning_from_mistakes(visit: Visit) -> None:
    ada = visit()
    page = analysed(ada, finished(ada))
    page.get_by_role("button", name="Learn from the mistakes").click()
    page.get_by_text("Find something better").wait_for()
    page.locator("[data-moment]").last.scroll_into_view_if_needed()
    expect(page.get_by_text("Find something better")).to_be_in_viewport()
    first = step(page)
    page.get_by_role("button", name="Show the best").click()
    page.get_by_text("Best: ").wait_for()
    page.get_by_role("button", name="Next").click()
    page.get_by_text("Mistake 2 of").wait_for()
    assert step(page) > first
    page.wait_for_selector(".board .live")
    page.get_by_role("button", name="Variations").click()
    wrong = page.locator(".decisions button:not(:disabled)")
    wrong.first.wait_for()
    ada.check_axe()
    page.get_by_role("button", name="Close").click()
    page.get_by_text("Find something better").wait_for(state="detached")


def test_an_analysis_goes_on_after_a_reload(visit: Visit) -> None:
    ada = visit()
    ada.open(f"/t/{finished(ada)}/replay?analyse")
    page = ada.page
    page.wait_for_function("() => document.querySelector('progress')?.value > 0.2")
    page.wait_for_function(
        "() => Object.keys(JSON.parse(sessionStorage['formicarium analysis']).looks).length > 5"
    )
    known = "() => JSON.parse(sessionStorage['formicarium analysis']).looks"
    before = page.evaluate(known)
    page.goto(page.url.partition("?")[0])
    page.wait_for_selector("figure polyline")
    after = page.evaluate(known)
    assert {number: after[number] for number in before} == before


def test_a_game_whose_rules_are_gone_is_kept_until_they_are_back(visit: Visit, house: Open) -> None:
    ada = visit()
    ada.forgiven = lambda fault: "409" in fault or "WebSocket" in fault
    table = finished(ada)
    house.stop()
    rewrite(house, table, 99)
    house.start()
    ada.open(f"/t/{table}/replay?analyse")
    ada.page.get_by_text("begun with older rules, which are not installed here").first.wait_for()
    assert ada.page.locator("figure polyline").count() == 0
    rewrite(house, table, rulebook("micropolis").version)
    analysed(ada, table)


@pytest.mark.parametrize("size", sample([UPRIGHT, LYING], 1))
def test_an_analysis_on_a_phone(touch: Touch, size: dict[str, int]) -> None:
    ada = touch(viewport=size)
    ada.open(f"/t/{finished(ada)}/replay?analyse")
    page = ada.page
    page.wait_for_selector("figure polyline")  # whoever asked for it sees it come
    page.locator("[data-moment]").first.tap()
    page.wait_for_selector("figure polyline", state="detached")  # the board is seen
    page.get_by_role("button", name="Try it here").tap()
    page.locator(".decisions button").last.tap()
    page.locator(".said .tried").wait_for()
    page.wait_for_selector(".decisions button:not(:disabled)", state="attached")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Home")
    page.wait_for_selector(".tray .live")
    assert page.evaluate(OUT_OF_TRAY) == []
    ada.check_axe()
