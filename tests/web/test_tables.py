"""People together at tables: two browsers, one screen for two, watching, coming back."""

import random
import time
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError

from tests.server.killing import Open
from tests.web.browsing import CURTAIN, LIST, PATIENCE, PHONE, TABLE, Visitor
from tests.web.conftest import Visit

pytestmark = pytest.mark.xdist_group("web tables")


def wait_for_news(visitor: Visitor, before: int) -> None:
    visitor.page.wait_for_function(
        "before => +document.querySelector('.table[data-version]').dataset.version > before",
        arg=before,
    )


def test_from_the_first_page_to_a_game_in_two_clicks(visit: Visit) -> None:
    ada = visit().open("/")
    ada.page.get_by_role("article").filter(has_text="Micropolis").get_by_role(
        "link", name="Play"
    ).click()
    ada.page.get_by_role("button", name="Start").click()
    ada.page.wait_for_selector(TABLE)
    assert ada.play(decisions=20) >= 1


def test_two_browsers_against_each_other(visit: Visit) -> None:
    ada, ben = visit(), visit("fr")
    ada.open("/new/micropolis")
    ada.page.get_by_role("button", name="Fewer players").click()
    ada.page.get_by_label("Seat 2", exact=True).select_option("open")
    ada.page.get_by_label("Who may sit down?").select_option("invited")
    ada.page.get_by_role("button", name="Open the table").click()
    ada.page.get_by_role("button", name="Make a link for one friend").click()
    link = ada.page.get_by_label("Link").last.input_value()
    ben.page.goto(link)
    ben.page.get_by_role("button", name="Prendre place").click()
    ada.page.get_by_role("button", name="Start").click()
    for one in (ada, ben):
        one.page.wait_for_selector(TABLE)
    dice = random.Random(1)
    while ada.status != "over":
        for one in (ada, ben):
            if one.is_asked:
                one.play(dice.randrange(100), decisions=1)
        ada.page.wait_for_timeout(50)
    ben.page.locator(".banner").filter(has_text="!").wait_for()


def test_a_used_invitation_has_lost_its_power(visit: Visit) -> None:
    ada, ben, eve = visit(), visit(), visit()
    table = ada.make("micropolis", "me", "open")
    link = ada.ask(f"/api/tables/{table}/invitations", {})["link"]
    ben.ask(f"/api/tables/{table}/join", {"key": "k", "invitation": link.split("=")[1]})
    eve.open(link)
    eve.page.get_by_text("All seats are taken.").wait_for()
    assert eve.page.get_by_role("button", name="Sit down").count() == 0


def test_two_people_at_one_screen_do_not_see_each_others_cards(visit: Visit) -> None:
    ada = visit()
    table = ada.make("minicity", "me", "me")
    ada.sit(table)
    ada.page.get_by_role("button", name="I am here").wait_for()
    seats = set()
    dice = random.Random(2)
    for _ in range(1000):
        ada.step(dice)
        seats.add(ada.page.locator(TABLE).get_attribute("data-seat"))
        if len(seats - {None}) == 2:
            return
        ada.page.wait_for_timeout(10)
    raise AssertionError(seats)


def test_a_whole_game_at_one_screen(visit: Visit) -> None:
    ada = visit()
    assert ada.sit(ada.make("micropolis", "me", "me")).play() > 20


def test_a_game_goes_on_after_the_server_was_killed(visit: Visit, house: Open) -> None:
    ada = visit()
    ada.forgiven = lambda _: True  # as long as nobody answers
    table = ada.make("micropolis", "me", "me")
    ada.sit(table).play(decisions=3)
    ada.page.wait_for_timeout(300)
    before = ada.ask(f"/api/tables/{table}")["version"]
    house.kill()
    ada.page.get_by_text("Connection lost").wait_for()
    house.start()
    ada.page.get_by_text("Connection lost").wait_for(state="hidden")
    assert ada.version == before
    ada.play(seed=3, decisions=1)
    assert ada.version > before


def test_watching(visit: Visit) -> None:
    ada, eve = visit(), visit()
    table = ada.make("micropolis", "me", "me")
    ada.sit(table)
    eve.sit(table)
    eve.page.get_by_text("You are watching.").wait_for()
    seen = eve.version
    ada.play(decisions=1)
    wait_for_news(eve, seen)
    assert eve.step(random.Random(1)) is None


def test_taking_back(visit: Visit) -> None:
    ada = visit()
    ada.sit(ada.make("micropolis", "me", "me"))
    take_back, dice = ada.page.get_by_role("button", name="Take back"), random.Random(1)
    while not take_back.count():
        ada.step(dice)
        ada.page.wait_for_timeout(50)
    take_back.click()
    ada.page.get_by_text("took a step back").wait_for()


@pytest.mark.parametrize(
    ("game", "place"),
    [
        ("antics", ".spot:not(.live)"),
        ("micropolis", ".dear .spot"),
        ("minicity", ".spot:not(.live)"),
        ("myrmes", ".spot:not(.live)"),
    ],
)
def test_why_not(visit: Visit, game: str, place: str) -> None:
    """A click on what cannot be done now says why, and opens the rule beside the board."""
    ada = visit()
    ada.sit(ada.make(game, *["me"] * (3 if game == "antics" else 2)))
    ada.step(random.Random(1), CURTAIN)
    ada.page.locator(f".board {place}").first.click()
    ada.page.get_by_role("dialog", name="Why not?").get_by_role("button", name="Read rule").click()
    rule = ada.page.locator(".beside .rule.asked")
    rule.wait_for()
    box, beside = rule.bounding_box(), ada.page.locator(".beside").bounding_box()
    assert box
    assert beside
    assert beside["y"] <= box["y"] <= beside["y"] + beside["height"]


def test_a_double_click_asks_nothing(visit: Visit) -> None:
    """What the first click has done, the second one cannot do again; that needs no explanation."""
    ada = visit()
    ada.sit(ada.make("antics", "me", "me", "me"))
    before = ada.version
    ada.page.locator(".board .live").first.dblclick(delay=100)
    wait_for_news(ada, before)
    ada.page.wait_for_timeout(300)
    assert ada.page.get_by_role("dialog", name="Why not?").count() == 0


def test_talk(visit: Visit) -> None:
    ada, eve = visit(), visit()
    table = ada.make("micropolis", "me", "me")
    for one in (ada, eve):
        one.sit(table).page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Say something").fill("<b>Hello</b>")
    ada.page.get_by_role("button", name="Send").click()
    eve.page.get_by_text("<b>Hello</b>").wait_for()


@pytest.mark.parametrize("opened", ["Chat", "Rules"])
def test_what_others_do_is_read_out_whatever_is_open(visit: Visit, opened: str) -> None:
    ada, eve = visit(), visit()
    table = ada.make("micropolis", "me", "me")
    ada.sit(table)
    eve.sit(table).page.get_by_text(opened, exact=True).first.click()
    told = eve.page.get_by_role("status").get_by_role("button")
    assert not told.count()
    ada.play(decisions=1)
    told.first.wait_for()


def test_a_hint(visit: Visit) -> None:
    ada = visit()
    ada.sit(ada.make("micropolis", "me", "me"))
    ada.page.get_by_role("button", name="Hint").click()
    ada.page.get_by_text(" %").first.wait_for()
    first = ada.page.locator(".advised li").first
    first.locator(".reason").first.wait_for()
    assert " point" in first.inner_text()
    ada.check_axe()


def test_what_a_hint_is_about_is_lit_while_one_points_at_it(visit: Visit) -> None:
    ada = visit()
    ada.sit(ada.make("micropolis", "me", "me"))
    ada.page.get_by_role("button", name="Hint").click()
    ada.page.mouse.move(5, 5)  # the hints come to where the pointer is
    ada.page.locator(".advised .reason").first.wait_for()
    assert not ada.page.locator(".lights i").count()
    for hint in ada.page.locator(".advised button").all():
        hint.focus()
        if ada.page.locator(".lights i").count():
            break
    else:
        raise AssertionError("nothing is lit")
    ada.page.get_by_role("button", name="Rules").first.focus()
    ada.page.locator(".lights i").first.wait_for(state="detached")


def test_replay_and_playing_on(visit: Visit) -> None:
    ada = visit(speed="normal")
    table = ada.make("micropolis", "me", "me")
    ada.sit(table).play()
    ada.page.get_by_role("link", name="Analyse").click()
    slider = ada.page.get_by_label("Step of the game")
    last = int(slider.get_attribute("max") or 0)
    assert last > 30
    ada.page.keyboard.press("Home")
    assert slider.input_value() == "0"
    ada.page.keyboard.press("ArrowRight")
    ada.page.wait_for_selector(".flights > *", state="attached")
    assert ada.page.locator(".said b").inner_text().startswith("Player ")
    for _ in range(4):
        ada.page.keyboard.press("ArrowRight")
    assert slider.input_value() == "5"
    ada.page.get_by_role("button", name="Play on from here").click()
    ada.page.wait_for_selector(TABLE)
    assert table not in ada.page.url
    assert ada.play(decisions=20) >= 1


def test_once_more(visit: Visit) -> None:
    ada = visit()
    table = ada.make("micropolis", "me", "beginner")
    ada.sit(table).play()
    ada.page.get_by_role("status").filter(has_text="The game is over.").wait_for(state="attached")
    ada.page.get_by_role("button", name="Rematch").click()
    ada.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    ada.page.wait_for_selector(TABLE)


def test_by_keyboard_alone(visit: Visit) -> None:
    """A whole game with Tab and Enter: nothing is ever clicked."""
    ada = visit()
    ada.sit(ada.make("micropolis", "me", "beginner")).play_by_keyboard()


def test_the_focus_stays_where_somebody_decides(visit: Visit) -> None:
    ada = visit()
    ada.sit(ada.make("antics", "me", "me", "me"))
    for place in (".board .live", ".decisions button"):
        before = ada.version
        ada.page.locator(place).first.press("Enter")
        wait_for_news(ada, before)
        around = ".now" if "button" in place else ".board"
        ada.page.wait_for_function("around => !!document.activeElement.closest(around)", arg=around)


# A line of the list, and where it is still folded, what opens it.
OPENED, CLOSED = ".sheet.open .decisions button", ".bar .line[aria-expanded=false]"


@pytest.mark.parametrize("game", ["micropolis", "myrmes", "minicity"])
def test_the_list_of_a_phone_by_touch(visit: Visit, game: str) -> None:
    ada = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    table = ada.make(game, "me", "me")
    ada.sit(table)
    before, until = ada.version, time.monotonic() + PATIENCE
    while ada.version <= before + 2 and time.monotonic() < until:
        for way in (*(".curtain .button", ".confirm .button.main"), OPENED, CLOSED):
            found = ada.page.locator(f"{way}:visible")
            if found.count():
                with suppress(TimeoutError):  # it has just gone: something else is asked
                    found.first.tap(timeout=2000)
                ada.page.wait_for_timeout(150)
                break
    assert ada.version > before + 2
    width = ada.page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= PHONE["width"], "the page is wider than the phone"


def test_the_list_alone_is_enough(visit: Visit) -> None:
    ada = visit()
    ada.sit(ada.make("micropolis", "me", "me"))
    assert ada.step(random.Random(1), LIST) is not None
