"""Positions in a browser: drawn while they are typed, given on, and played from."""

import base64
import json
import zlib
from pathlib import Path

import pytest

import formicarium as fm
from formicarium.core.game import rulebook
from formicarium.core.rulebook import Document
from formicarium.core.text import phrases
from tests.tiers import sample
from tests.web.browsing import PHONE, TABLE, Visitor
from tests.web.conftest import Visit

pytestmark = pytest.mark.xdist_group("web positions")

GAMES = ["micropolis", "myrmes", "antics", "minicity"]
FORMS = pytest.mark.parametrize(
    "viewport", sample([pytest.param(None, id="desktop"), pytest.param(PHONE, id="phone")], 1)
)


def text_of(game: str, decisions: int = 12) -> str:
    """A position in the middle of a game."""
    state = fm.load(game, players=3).start(seed=7)
    for _ in range(decisions):
        seat = state.to_act[0]
        state.play(seat, state.codes(seat)[-1])
    return json.dumps(state.to_position())


def come(visit: Visit, viewport: dict[str, int] | None = None, path: str = "/position") -> Visitor:
    more = {} if viewport is None else {"viewport": viewport, "has_touch": True}
    visitor = visit(
        **more, permissions=["clipboard-read", "clipboard-write"], accept_downloads=True
    )
    return visitor.open(path)


def type_in(visitor: Visitor, text: str) -> None:
    visitor.page.get_by_label("The position as text").fill(text)


def link_to(game: str, position: Document, rules: int = 1) -> str:
    """The analysis of a position, as the page writes it, or as somebody has made it up."""
    packed = zlib.compress(json.dumps([game, rules, position]).encode())
    return f"/analysis#1.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def copied(visitor: Visitor, button: str) -> str:
    visitor.page.get_by_role("button", name=button).click()
    visitor.page.locator(".toast", has_text="Copied").wait_for()
    return str(visitor.page.evaluate("() => navigator.clipboard.readText()"))


@pytest.mark.parametrize("game", sample(GAMES, 2))
def test_the_board_follows_what_is_typed(visit: Visit, game: str) -> None:
    ada = come(visit)
    type_in(ada, text_of(game))
    title = phrases(f"formicarium.games.{game}", "en")("title")
    ada.page.locator(".drawn figure svg").first.wait_for()
    ada.page.wait_for_function(
        "title => document.querySelector('.form select').selectedOptions[0].text === title",
        arg=title,
    )
    ada.check_axe()


@FORMS
def test_what_is_wrong_stands_at_the_field(visit: Visit, viewport: dict[str, int] | None) -> None:
    ada = come(visit, viewport)
    ada.forgiven = lambda fault: "400" in fault
    type_in(ada, '{"game": "micropolis", "anthills": [')
    ada.page.get_by_text("not a position yet").wait_for()
    twice = {"game": "micropolis", "players": 2, "anthills": [{"tiles": [44]}] * 2}
    type_in(ada, json.dumps(twice))
    ada.page.get_by_text("a tile is there twice: [44]").wait_for()
    assert ada.page.get_by_role("button", name="Play on from here").count() == 0
    assert (
        ada.page.evaluate("() => document.documentElement.scrollWidth")
        <= (viewport or {"width": 1366})["width"]
    )


@FORMS
def test_a_link_leads_back_to_the_position(visit: Visit, viewport: dict[str, int] | None) -> None:
    ada = come(visit, viewport)
    text = text_of("micropolis")
    type_in(ada, text)
    ada.page.locator(".drawn figure svg").first.wait_for()
    link = copied(ada, "Copy the link")
    ben = come(visit, path=link.removeprefix(ada.address))
    ben.page.locator(".drawn figure svg").first.wait_for()
    assert json.loads(copied(ben, "Copy as text")) == json.loads(text)
    cut = come(visit, path=link.removeprefix(ada.address)[:-20])
    cut.page.locator(".drawn figure svg").first.wait_for()  # which does not make it go away
    assert cut.page.get_by_text("This link is cut off").is_visible()
    older = come(visit, path="/position#9.abc")
    older.page.get_by_text("another version of this page").wait_for()


def test_a_position_of_an_older_version_of_the_rules_is_analysed(visit: Visit) -> None:
    now = rulebook("micropolis").version
    position = json.loads(text_of("micropolis"))
    ada = come(visit, path=link_to("micropolis", position, rules=now - 1))
    told = f"version {now - 1} of the rules; here, version {now}"
    ada.page.locator(".toast", has_text=told).wait_for()
    ada.page.locator(".board svg").first.wait_for()


@pytest.mark.parametrize(
    ("game", "position", "told"),
    [
        ("micropolis", {"anthills": [{"tiles": [44]}, {"tiles": [44]}]}, "a tile is there twice"),
        ("micropolis", {"leader": 7}, "leader"),
        ("chess", {}, "That is not here"),
    ],
)
def test_a_link_to_what_no_game_can_reach_says_why(
    visit: Visit, game: str, position: Document, told: str
) -> None:
    ada = come(visit, path="/position")
    ada.forgiven = lambda fault: "400" in fault or "404" in fault
    ada.open(link_to(game, {"game": game, "players": 2, **position}))
    ada.page.get_by_text(told).first.wait_for()
    assert ada.page.locator(".board svg").count() == 0


def test_another_position_for_fewer_and_another_game(visit: Visit) -> None:
    """Whoever looked with the eyes of a seat that is no longer there sees the last one's."""
    ada = come(visit)
    four, two = (fm.load("micropolis", players=count).start(seed=7) for count in (4, 2))
    game, seat = (ada.page.locator(".form select").nth(number) for number in range(2))
    type_in(ada, json.dumps(four.to_position()))
    ada.page.locator(".drawn figure svg").first.wait_for()
    seat.select_option("3")
    type_in(ada, json.dumps(two.to_position()))
    ada.page.wait_for_function("() => document.querySelectorAll('.form select')[1].value === '1'")
    assert ada.page.locator("#position-trouble").inner_text() == ""
    game.select_option("myrmes")
    ada.page.wait_for_function("() => document.querySelector('textarea').value === '{}'")
    ada.page.wait_for_timeout(1000)  # in which the board has followed
    assert game.input_value() == "myrmes"
    game.select_option("micropolis")
    shown = ada.page.get_by_label("The position as text")
    assert json.loads(shown.input_value()) == two.to_position()


def test_pictures_can_be_kept(visit: Visit, tmp_path: Path) -> None:
    ada = come(visit)
    type_in(ada, text_of("myrmes"))
    ada.page.locator(".drawn figure svg").first.wait_for()
    for kind, begins in (("SVG", b"<svg "), ("PNG", b"\x89PNG")):
        with ada.page.expect_download() as kept:
            ada.page.get_by_role("button", name=f"Picture ({kind})").click()
        kept.value.save_as(tmp_path / kind)
        assert (tmp_path / kind).read_bytes().startswith(begins)
        assert (tmp_path / kind).stat().st_size > 5000


@FORMS
def test_a_position_is_analysed(visit: Visit, viewport: dict[str, int] | None) -> None:
    """What is tried from it is kept by the browser, and goes with the link."""
    ada = come(visit, viewport)
    type_in(ada, text_of("micropolis"))
    ada.page.get_by_role("button", name="Analyse").click()
    ada.page.wait_for_url("**/analysis#1.*")
    if viewport:
        ada.page.get_by_role("button", name="Try it here").click()
    else:
        ada.page.get_by_role("button", name="Variations").click()
    ada.page.locator(".decisions button").last.click()
    ada.page.locator(".said .tried").wait_for()
    ada.check_axe()
    ada.page.reload()
    if viewport:
        ada.page.get_by_role("button", name="Analysis").click()
    ada.page.get_by_role("button", name="Variations").click()
    ada.page.locator("[data-twig]").first.wait_for()
    link = copied(ada, "Share this line")
    ben = come(visit, path=link.removeprefix(ada.address))
    ben.page.locator(".said .tried").wait_for()
    ben.page.goto(link[:-30])
    ben.page.get_by_text("This link is cut off").wait_for()


@FORMS
def test_a_position_is_played_from(visit: Visit, viewport: dict[str, int] | None) -> None:
    ada = come(visit, viewport)
    type_in(ada, text_of("micropolis"))
    ada.page.get_by_role("button", name="Play on from here").click()
    ada.page.wait_for_selector(TABLE)
    assert ada.is_asked


def test_a_game_that_is_over_leads_to_its_positions(visit: Visit) -> None:
    ada = visit()
    table = ada.make("micropolis", "me", "me")
    ada.sit(table).play()
    ada.open(f"/t/{table}/replay").page.get_by_role("link", name="Position").click()
    ada.page.get_by_text("The game is over in this position").wait_for()
    assert ada.page.get_by_role("button", name="Play on from here").count() == 0
    ada.open(f"/position?table={table}&at=3")
    ada.page.get_by_role("button", name="Play on from here").wait_for()
