"""Games without a board of this page: on the general board, and on boards that they bring."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from formicarium.server.static import PAGE
from tests.core.install import install
from tests.needs import BROWSER
from tests.server.killing import Open, opened
from tests.tiers import sample
from tests.web.browsing import CONFIRM, DESKTOP, TABLE, Visitor
from tests.web.conftest import Touch, Visit
from tests.web.touching import LYING, UPRIGHT

pytestmark = pytest.mark.xdist_group("web general")

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "page.md").read_text("utf-8")
GAMES: list[Any] = [
    ("pebbles", 3, {}),
    ("micropolis", 2, {}),
    ("micropolis", 2, {"variant": "expert"}),
    ("myrmes", 2, {}),
    ("antics", 3, {}),
    ("minicity", 2, {}),
]
GENERAL = "?board=general"
TAKEN_OVER = ".general .fault"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """A house with a game of others, which brings the board in the document, and with a bad one."""
    BROWSER.get()
    assert (PAGE / "index.html").is_file(), "the page is not built: python web/build.py"
    folder = tmp_path_factory.mktemp("others")
    page = install(folder) / "page"
    page.mkdir()
    (page / "board.js").write_text(re.findall(r"```js\n(.*?)```", DOCUMENT, re.DOTALL)[0])
    (page / "board.css").write_text("button { min-height: 44px }")
    (page / "picture.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" />')
    (folder / "bad.py").write_text("1 / 0")
    noted = folder / "bad-1.0.dist-info"
    noted.mkdir()
    (noted / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1.0\n")
    (noted / "entry_points.txt").write_text("[formicarium.games]\nbad = bad:RULEBOOK\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder), prepend=":")
        with opened(tmp_path_factory.mktemp("house")) as house:
            yield house


def sit(ada: Visitor, game: str, players: int, query: str = "", **more: Any) -> str:
    table = ada.make(game, "me", *["beginner"] * (players - 1), **more)
    ada.open(f"/t/{table}{query}")
    ada.page.wait_for_selector(TABLE)
    return table


def turn(ada: Visitor, size: dict[str, int]) -> None:
    """Another screen; what it is laid out by has been measured then."""
    ada.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    ada.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


# --- The general board ----------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players", "options"), [GAMES[0], *sample(GAMES[1:], 1)])
def test_a_whole_game_on_the_general_board(
    visit: Visit, game: str, players: int, options: dict[str, str]
) -> None:
    ada = visit()
    table = sit(ada, game, players, GENERAL, options=options)
    ada.page.wait_for_selector(".general")
    ada.play()
    ada.page.get_by_role("link", name="Analyse").wait_for()
    assert ada.ask(f"/api/tables/{table}")["status"] == "over"


@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])
@pytest.mark.parametrize(("game", "players", "options"), [GAMES[0], *sample(GAMES[1:], 0)])
def test_it_is_played_by_touch(
    touch: Touch, size: dict[str, int], game: str, players: int, options: dict[str, str]
) -> None:
    ada = touch(viewport=size)
    sit(ada, game, players, GENERAL, options=options)
    small = ada.page.evaluate(
        """() => [...document.querySelectorAll(".table button, .table summary, .table a")]
          .filter(one => !one.closest(".sheet:not(.open)"))
          .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.width < 40 || box.height < 40))"""
    )
    assert small == []
    assert ada.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    ada.play_by_touch(decisions=None if game == "pebbles" else 12)


def test_what_has_changed_is_marked(visit: Visit) -> None:
    ada = visit()
    table = sit(ada, "pebbles", 2, GENERAL, options={"first": "seat_1"})
    heap = ada.page.locator(".general [data-at=stones]")
    expect(heap).to_have_text("Pebbles in the heap 10")
    ada.page.locator(".decisions [data-action='take 3']").click()
    expect(heap).to_have_text("Pebbles in the heap 7 (new)")
    ada.page.locator(CONFIRM).click()
    ada.page.wait_for_selector(f"{TABLE}[data-mine=true]")
    left = ada.ask(f"/api/tables/{table}")["view"]["stones"]
    expect(heap).to_have_text(f"Pebbles in the heap {left} (new)")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_it_is_for_all_eyes_and_ears(visit: Visit, colours: str) -> None:
    ada = visit(color_scheme=colours)
    for game, players, options in (GAMES[0], *sample(GAMES[1:], 1)):
        sit(ada, game, players, GENERAL, options=options)
        ada.page.wait_for_selector(".general img")
        ada.check_axe()


def test_the_menu_leads_to_it_and_back(visit: Visit) -> None:
    ada = visit()
    sit(ada, "pebbles", 2)
    ada.page.locator("[data-brought]").wait_for()
    for words, shown in (("General board", ".general"), ("The game's own board", "[data-brought]")):
        ada.page.get_by_role("button", name="Table").click()
        ada.page.get_by_role("link", name=words).click()
        ada.page.locator(shown).wait_for()


def test_a_board_that_hung_is_not_begun_again(visit: Visit) -> None:
    ada = visit()
    table = sit(ada, "pebbles", 2)
    ada.page.locator("[data-brought]").wait_for()
    # As the page leaves it while a board is at work.
    board = ada.ask("/api/games/pebbles")["board"]
    ada.page.add_init_script(f"sessionStorage.setItem('formicarium at work', '{board}')")
    ada.open(f"/t/{table}")
    expect(ada.page.locator(TAKEN_OVER)).to_contain_text("it did not let this page go on")


# --- Boards from elsewhere ------------------------------------------------------------------------


def test_the_lobby_shows_what_can_be_played_and_what_is_wrong(visit: Visit) -> None:
    ada = visit().open("/")
    card = ada.page.locator("article", has_text="Take pebbles from a heap")
    assert "/game-files/" in str(card.locator("img").get_attribute("src"))
    expect(ada.page.get_by_text("ZeroDivisionError: division by zero")).to_be_visible()
    assert ada.page.locator("article").count() == 5


def test_a_whole_game_on_the_board_that_the_game_brings(visit: Visit) -> None:
    ada = visit()
    table = sit(ada, "pebbles", 2, options={"first": "seat_1"})
    board, dice = ada.page.locator("[data-brought]"), random.Random(1)
    turn(ada, UPRIGHT)
    expect(board).to_contain_text("10 pebbles in the heap")
    board.locator("link").evaluate("one => (one.dataset.kept = 'yes')")
    for size in (LYING, UPRIGHT):  # a phone is turned, and the board stays as it was
        turn(ada, size)
        expect(board.locator("link")).to_have_attribute("data-kept", "yes")
    turn(ada, DESKTOP)
    while ada.status != "over":
        if ada.step(dice, CONFIRM, "[data-brought] button") is None:
            ada.page.wait_for_timeout(50)
    assert ada.ask(f"/api/tables/{table}")["status"] == "over"


GOOD = "{ update() {}, destroy() {} }"
MOUNT = "export const mount = (element, host) =>"
BAD = {
    "is not there": (None, "Failed to fetch"),
    "is no JavaScript": ("export function (", "Function statements require"),
    "has no mount": ("export const mount = 7;", "is not a function"),
    "throws": (f"{MOUNT} {{ throw new Error('no glue'); }}", "no glue"),
    "throws no error": (f"{MOUNT} {{ throw 'no glue'; }}", "no glue"),
    "gives nothing": (f"{MOUNT} null;", "what a board must"),
    "gives half": (f"{MOUNT} ({{ update() {{}} }});", "what a board must"),
    "never comes": (f"{MOUNT} new Promise(() => {{}});", "10 seconds"),
    "throws when something changes": (
        f"{MOUNT} ({{ update() {{ throw new Error('no more') }}, destroy() {{ throw 1 }} }});",
        "no more",
    ),
    "refuses what has changed": (
        f"{MOUNT} ({{ async update() {{ throw new Error('later') }}, destroy() {{}} }});",
        "later",
    ),
    "throws after a while": (
        f"{MOUNT} {{ setTimeout(() => {{ throw new Error('late'); }}); return {GOOD}; }}",
        "late",
    ),
    "cheats": (f"{MOUNT} {{ host.view.stones = 99; return {GOOD}; }}", "stones"),
}


def served(body: str | None) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        if body is None:
            route.fulfill(status=404)
        else:
            route.fulfill(body=body, content_type="text/javascript")

    return answer


@pytest.mark.parametrize("way", [*BAD])
def test_a_board_that_fails_gives_way_to_the_general_one(visit: Visit, way: str) -> None:
    body, fault = BAD[way]
    ada = visit()
    ada.forgiven = lambda _: True  # the browser complains as well
    ada.page.route("**/game-files/*/board.js", served(body))
    table = sit(ada, "pebbles", 2)
    if "changes" in way or "changed" in way:
        ada.page.locator(".decisions button").first.click()
    expect(ada.page.locator(TAKEN_OVER)).to_contain_text(fault, timeout=20_000)
    ada.play()
    assert ada.ask(f"/api/tables/{table}")["status"] == "over"


def test_a_board_that_plays_what_is_forbidden_is_told_so(visit: Visit) -> None:
    ada = visit()
    rogue = f"{MOUNT} {{ host.play('take 5'); return {GOOD}; }}"
    ada.page.route("**/game-files/*/board.js", served(rogue))
    table = sit(ada, "pebbles", 2, options={"first": "seat_1"})
    expect(ada.page.get_by_text("only 10 pebbles lie there")).to_be_visible()
    assert ada.ask(f"/api/tables/{table}")["view"]["stones"] == 10
