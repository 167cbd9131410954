"""The pages around tables: languages, access, weight, calm words when things fail."""

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Response

from tests.tiers import sample
from tests.web.browsing import PHONE
from tests.web.conftest import Visit
from tests.web.touching import HANDHELD, LYING, UPRIGHT

pytestmark = pytest.mark.xdist_group("web pages")

SCHEMES = ["light", "dark"]
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {},
    "upright": {"viewport": UPRIGHT, **HANDHELD},
    "side": {"viewport": LYING, **HANDHELD},
}
GAMES = ["micropolis", "myrmes", "antics", "minicity"]
PAGES = [
    *("/", "/tables", "/daily", "/position", "/new/micropolis", "/learn/micropolis"),
    *("/rules/micropolis", "/rules/micropolis?all", "/puzzles", "/puzzles/micropolis"),
]
HEAVIEST = 200_000  # bytes of the first page, as they are sent


@pytest.mark.parametrize(("scheme", "path"), sample([*product(SCHEMES, PAGES)], 8))
def test_pages_keep_nobody_out(visit: Visit, path: str, scheme: str) -> None:
    ada = visit(color_scheme=scheme).open(path)
    ada.page.wait_for_selector("h1")
    ada.page.wait_for_load_state("networkidle")
    ada.check_axe()


@pytest.mark.parametrize(
    ("scheme", "game", "screen"), sample([*product(SCHEMES, GAMES, SCREENS)], 4)
)
def test_boards_keep_nobody_out(visit: Visit, game: str, scheme: str, screen: str) -> None:
    ada = visit(color_scheme=scheme, **SCREENS[screen])
    ada.sit(ada.make(game, "me", *["beginner"] * (2 if game == "antics" else 1)))
    ada.page.wait_for_selector(".board svg")
    ada.check_axe()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Games about ants"),
        ("de", "Spiele über Ameisen"),
        ("fr", "Jeux de fourmis"),
    ],
)
def test_languages(visit: Visit, language: str, words: str) -> None:
    ada = visit(language).open("/")
    ada.page.get_by_text(words).wait_for()
    assert ada.page.evaluate("() => document.documentElement.lang") == language


def test_another_language_at_the_table(visit: Visit) -> None:
    ada = visit()
    ada.sit(ada.make("micropolis", "me", "me"))
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_label("Language").select_option("de")
    ada.page.get_by_role("button", name="Schließen").click()
    ada.page.locator(".turn", has_text="Du bist am Zug").wait_for()
    ada.page.get_by_role("button", name="Tile").wait_for(state="detached")


def test_the_first_page_is_light(visit: Visit) -> None:
    ada, sizes = visit(), []

    def weigh(response: Response) -> None:
        sizes.append(response.request.sizes()["responseBodySize"])

    ada.page.on("response", weigh)
    ada.open("/").page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes) <= HEAVIEST


def test_rules_can_be_searched(visit: Visit) -> None:
    ada = visit().open("/rules/micropolis?rule=MP-3.2")
    ada.page.locator(".rule.asked").wait_for()
    ada.page.get_by_label("Search the rules").fill("barracks")
    assert 0 < ada.page.locator(".rule").count() < 40


@pytest.mark.parametrize(
    "path",
    [
        *("/t/nosuchtable", "/new/chess", "/learn/chess", "/t/nosuch/replay", "/nowhere", "/a/b/c"),
        *("/puzzles/chess", "/puzzles/chess/1", "/puzzles/micropolis/999", "/puzzles/micropolis/x"),
    ],
)
def test_what_is_not_there_is_said_calmly(visit: Visit, path: str) -> None:
    ada = visit()
    ada.forgiven = lambda fault: "404" in fault or "WebSocket" in fault or "400" in fault
    ada.open(path)
    ada.page.get_by_role("link", name="To the start page").wait_for()


def test_a_page_whose_script_is_gone_says_what_to_do(visit: Visit) -> None:
    """After an upgrade a browser may still have the old page."""
    ada = visit()
    ada.forgiven = lambda fault: "404" in fault
    ada.context.route("**/assets/index-*.js", lambda route: route.fulfill(status=404))
    ada.open("/").page.get_by_text("load the page anew").wait_for()


def test_without_storage(visit: Visit) -> None:
    ada = visit()
    ada.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('off') } })"
    )
    ada.open("/").page.get_by_text("Games about ants").wait_for()


def test_every_page_keeps_off_the_notch(visit: Visit) -> None:
    ada = visit(viewport=LYING, **HANDHELD)
    edges = {"top": 20, "left": 44, "bottom": 21, "right": 44}
    command = "Emulation.setSafeAreaInsetsOverride"
    ada.context.new_cdp_session(ada.page).send(command, {"insets": edges})
    for path in ("/", "/new/micropolis", "/tables"):
        ada.open(path).page.wait_for_selector("h1")
        for part in ("header", "main"):
            box = ada.page.locator(part).first.bounding_box()
            assert box is not None
            assert (box["x"], box["width"]) == (44, LYING["width"] - 88)
            assert box["y"] >= 20


def test_nothing_is_wider_than_a_phone(visit: Visit) -> None:
    ada = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    for path in PAGES:
        ada.open(path).page.wait_for_selector("h1")
        width: Any = ada.page.evaluate("() => document.documentElement.scrollWidth")
        assert width <= PHONE["width"], path
