"""The example of a game in another package, in the browser: on its own board, and without it."""

import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from formicarium.server.static import PAGE
from tests.core.install import install_project
from tests.needs import BROWSER
from tests.server.killing import Open
from tests.web.browsing import CONFIRM, DESKTOP, Visitor
from tests.web.conftest import Touch, Visit
from tests.web.touching import LYING, UPRIGHT

pytestmark = pytest.mark.xdist_group("web pebbles")

BOARD = "[data-brought]"
OWN = f"{BOARD} button"
THUMB = 40  # pixels that everything to be chosen has at least
SMALL = """([ways, thumb]) => [...document.querySelectorAll(ways)]
  .map(one => [one.textContent, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < thumb || height < thumb)"""


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[bool], Open]]:
    """Houses in which the example is installed, with its board or without it."""
    BROWSER.get()
    assert (PAGE / "index.html").is_file(), "the page is not built: python web/build.py"
    with pytest.MonkeyPatch.context() as patch:
        open_ones: dict[bool, Open] = {}

        def house(with_board: bool) -> Open:
            if with_board not in open_ones:
                site = tmp_path_factory.mktemp("site")
                package = install_project(site)
                if not with_board:
                    (package / "page" / "board.js").unlink()
                patch.setenv("PYTHONPATH", str(site))
                open_ones[with_board] = Open(tmp_path_factory.mktemp("house"))
                open_ones[with_board].start()
            return open_ones[with_board]

        yield house
        for one in open_ones.values():
            one.kill()


@pytest.fixture
def house(houses: Callable[[bool], Open], request: pytest.FixtureRequest) -> Open:
    """The one that a test asks for; that with the board, if it does not say."""
    return houses(getattr(request, "param", True))


without_its_board = pytest.mark.parametrize("house", [False], indirect=True)


def sit(ada: Visitor, *bots: str) -> str:
    """A table, at which a visitor is the first to decide."""
    table = ada.make("pebbles", "me", *bots)
    ada.sit(table)
    return table


def play_on_it(ada: Visitor) -> None:
    """Play to the end by what the board itself has, by thumb or by mouse."""
    dice = random.Random(3)
    while ada.status != "over":
        if ada.step(dice, CONFIRM, OWN) is None:
            ada.page.wait_for_timeout(20)


def test_the_lobby_shows_it(visit: Visit) -> None:
    ada = visit("de").open("/")
    card = ada.page.locator("article").filter(has_text="Trag Steine nach Hause")
    picture = card.locator("img")
    expect(picture).to_have_attribute("src", re.compile(r"/game-files/.*/picture\.svg"))
    assert picture.evaluate("one => one.decode().then(() => one.naturalWidth)") == 320
    card.get_by_role("link", name="Spielen").click()
    ada.page.get_by_role("button", name="Beginnen").click()
    ada.page.wait_for_selector(OWN)


@pytest.mark.always
def test_a_whole_game_on_its_own_board(visit: Visit) -> None:
    ada = visit()
    table = sit(ada, "easy", "beginner")
    expect(ada.page.locator(f"{BOARD} .nest")).to_have_count(3)
    expect(ada.page.locator(f"{BOARD} .favourite")).to_have_count(1)
    for seat in range(3):  # as reasons name it, so that a hint lights it up
        expect(ada.page.locator(f"{BOARD} [data-at='seat {seat}']")).to_have_count(1)
    play_on_it(ada)
    expect(ada.page.locator(f"{BOARD} .favourite")).to_have_count(3)
    assert ada.ask(f"/api/tables/{table}")["status"] == "over"


@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_by_thumb_on_a_phone(touch: Touch, size: dict[str, int]) -> None:
    ada = touch(viewport=size)
    table = sit(ada, "beginner")
    ada.page.wait_for_selector(OWN)
    assert ada.page.evaluate(SMALL, [OWN, THUMB]) == []
    assert ada.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    play_on_it(ada)
    assert ada.ask(f"/api/tables/{table}")["status"] == "over"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_for_all_eyes(visit: Visit, scheme: str) -> None:
    ada = visit("fr", color_scheme=scheme)
    sit(ada, "beginner")
    ada.page.wait_for_selector(OWN)
    ada.check_axe()


@pytest.mark.always
@without_its_board
def test_without_its_board_a_whole_game_on_the_general_one(visit: Visit) -> None:
    ada = visit(viewport=DESKTOP)
    table = sit(ada, "easy", "beginner")
    ada.page.wait_for_selector(".general")
    assert ada.page.locator(BOARD).count() == 0
    ada.play()
    assert ada.ask(f"/api/tables/{table}")["status"] == "over"
