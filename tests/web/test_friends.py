"""Friends: one link for all, names that reach everybody, and the end of a game."""

import random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browsing import PHONE, Visitor
from tests.web.conftest import Visit
from tests.web.courses import Variant, course_of

pytestmark = pytest.mark.xdist_group("web friends")

SIDE = {"width": 740, "height": 360}
SMALL: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
TARGET = 44  # pixels that a finger needs
PAGES = ["/", "/tables", "/new/micropolis"]

# What a finger could touch, and is smaller than it should be; a link within a text is as high as
# its line.
TOO_SMALL = """target => [...document.querySelectorAll('a, button, select, input, summary')]
  .filter(e => e.tabIndex >= 0 && e.getClientRects().length && !e.closest('.skip, label small'))
  .filter(e => !(e.tagName === 'A' && getComputedStyle(e).display === 'inline'))
  .map(e => [e, ((e.type === 'checkbox' && e.closest('label')) || e).getBoundingClientRect()])
  .filter(([_, box]) => box.width < target || box.height < target)
  .map(([e, box]) => `${e.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""


def host(ada: Visitor, name: str = "Anna") -> str:
    """Open a table for three; its address."""
    ada.open("/new/micropolis").page.get_by_role("button", name="With friends").click()
    ada.page.get_by_label("What should the others call you?").fill(name)
    ada.page.get_by_role("button", name="Open the table").click()
    ada.page.get_by_role("heading", name="Invite friends").wait_for()
    return ada.page.url.removeprefix(ada.address)


def sit_down(ben: Visitor, address: str, name: str) -> None:
    """Come by the plain address, type a name and sit down at once."""
    ben.open(address).page.get_by_label("What should the others call you?").fill(name)
    ben.page.get_by_role("button", name="Sit down").click()
    ben.page.get_by_text("The host starts the game.").wait_for()


def seats(visitor: Visitor) -> Locator:
    return visitor.page.locator("li .name")


def test_a_friend_comes_by_the_plain_address_and_a_bot_takes_the_third_seat(visit: Visit) -> None:
    ada, ben = visit(), visit(**SMALL)
    address = host(ada)
    assert ada.page.get_by_label("Link").last.input_value() == ada.address + address
    code = ada.page.get_by_role("img", name="Link").bounding_box()
    assert code is not None
    assert (code["width"], code["height"]) == (160, 160)
    for button in ("Start with bots", "Copy the link"):  # all of it without scrolling
        expect(ada.page.get_by_role("button", name=button)).to_be_in_viewport(ratio=1)
    ben.open(address).page.get_by_role("heading", name="Anna invites you").wait_for()
    ben.check_axe()
    sit_down(ben, address, "Ben")
    ada.page.get_by_text("just came").wait_for()
    ada.page.get_by_text("2 of 3 seats are taken.").wait_for()
    expect(seats(ada)).to_have_text(["Anna", "Ben", "Free"])
    ada.check_axe()
    ada.page.get_by_label("Bots take the free seats").select_option("beginner")
    ada.page.get_by_role("button", name="Start with bots").click()
    for one in (ada, ben):
        one.page.wait_for_selector(".table")
    table = ada.ask(f"/api/tables/{address.removeprefix('/t/')}")
    kinds = [(seat["kind"], seat["name"], seat["level"]) for seat in table["seats"]]
    assert kinds == [("person", "Anna", None), ("person", "Ben", None), ("bot", "", "beginner")]
    assert (table["public"], table["by_link"]) == (False, True)


def test_a_name_is_asked_for_once(visit: Visit) -> None:
    ada = visit()
    host(ada)
    ada.open("/new/micropolis").page.get_by_role("button", name="With friends").click()
    ada.page.get_by_label("Who may sit down?").wait_for()
    assert ada.page.get_by_label("What should the others call you?").count() == 0


def test_a_new_name_reaches_the_other_browser(visit: Visit) -> None:
    ada, ben = visit(), visit()
    address = host(ada)
    sit_down(ben, address, "Ben")
    ada.page.get_by_role("button", name="Start with bots").click()
    for one in (ada, ben):
        one.page.get_by_role("tab", name="Chat").click()
    ben.page.get_by_label("Say something").fill("Hello")
    ben.page.get_by_role("button", name="Send").click()
    said = ada.page.get_by_role("listitem").filter(has_text="Hello")
    expect(said).to_contain_text("Ben")
    ben.page.get_by_role("button", name="Settings").click()
    ben.page.get_by_label("My name").fill("<b>Benjamin</b>")
    ben.page.get_by_label("My name").press("Tab")
    expect(said).to_contain_text("<b>Benjamin</b>")
    for one in (ada, ben):
        one.page.get_by_text("<b>Benjamin</b>").first.wait_for()
    ada.page.get_by_role("tab", name="Log").click()
    ada.page.get_by_text("<b>Benjamin</b> (guest) sat down.").wait_for()


def test_a_guest_is_one_in_every_language(visit: Visit) -> None:
    ada, ben = visit(), visit("de")
    address = host(ada, "")
    assert seats(ada).first.inner_text().startswith("Guest ")
    ben.open(address).page.get_by_role("heading", name="Gast ").wait_for()
    assert seats(ben).first.inner_text().startswith("Gast ")


def test_a_stranger_at_a_table_by_invitation_only(visit: Visit) -> None:
    ada, eve = visit(), visit()
    table = ada.make("micropolis", "me", "open")
    eve.open(f"/t/{table}").page.get_by_text("by invitation only").wait_for()
    assert eve.page.get_by_role("button", name="Sit down").count() == 0
    ada.open(f"/t/{table}")
    ada.page.get_by_role("button", name="Make a link for one friend").click()
    eve.page.goto(ada.page.get_by_label("Link").last.input_value())
    eve.page.get_by_role("button", name="Sit down").click()
    eve.page.get_by_text("The host starts the game.").wait_for()
    expect(seats(ada).nth(1)).to_have_text(seats(eve).nth(1).inner_text())


def test_the_host_sends_somebody_away(visit: Visit) -> None:
    ada, ben = visit(), visit()
    sit_down(ben, host(ada), "Ben")
    ada.page.get_by_role("button", name="Send Ben away").click()
    ben.page.get_by_text("The host has given your seat away.").wait_for()
    assert ben.page.get_by_role("button", name="Sit down").count() == 0
    expect(seats(ada).nth(1)).to_have_text("Free")


def test_who_stays_is_host_when_the_host_has_left(visit: Visit) -> None:
    ada, ben = visit(), visit()
    sit_down(ben, host(ada), "Ben")
    ada.page.get_by_role("button", name="Leave my seat").click()
    ben.page.get_by_role("button", name="Start with bots").click()
    ben.page.wait_for_selector(".table")
    expect(ben.page.locator("aside [data-at='seat 1']").first).to_contain_text("host")


def test_a_newcomer_takes_a_seat_when_all_agree(visit: Visit) -> None:
    ada, ben, eve, dan = visit(), visit(**SMALL), visit(), visit(**SMALL)
    address = host(ada)
    sit_down(ben, address, "Ben")
    sit_down(eve, address, "Eve")
    ada.page.get_by_role("button", name="Start", exact=True).click()
    eve.page.wait_for_selector(".table")
    assert eve.page.locator("[data-hint]").count() == 0  # hints among people are switched off
    eve.page.get_by_role("button", name="Table", exact=True).click()
    eve.page.get_by_role("button", name="Give up …").click()
    eve.page.get_by_role("button", name="Leave the seat to somebody else").click()
    ada.page.get_by_role("button", name="Give seat 3 to Bodo (bot)").wait_for()
    dan.open(address).page.get_by_role("button", name="Ask for it").click()
    dan.page.get_by_text("Still to agree: Anna and Ben.").wait_for()
    for one in (ada, ben, dan):
        one.check_axe()
    for one in (ada, ben):
        one.page.get_by_role("button", name="Agree").click()
    dan.page.locator(".table[data-seat='2']").wait_for()
    assert dan.page.get_by_text("This seat is taken.").count() == 0
    expect(ada.page.get_by_role("button", name="Agree")).to_have_count(0)


def test_hints_among_friends_are_seen_by_all(visit: Visit) -> None:
    ada, ben = visit(), visit()
    ada.open("/new/micropolis").page.get_by_role("button", name="With friends").click()
    ada.page.get_by_label("Hints allowed").check()
    ada.page.get_by_label("How long to wait for who is away").select_option("a day")
    ada.page.get_by_role("button", name="Open the table").click()
    ada.page.get_by_role("heading", name="Invite friends").wait_for()
    address = ada.page.url.removeprefix(ada.address)
    sit_down(ben, address, "Ben")
    ada.page.get_by_role("button", name="Start with bots").click()
    shown = ada.ask(f"/api/tables/{address.removeprefix('/t/')}")
    assert (shown["patience"], shown["hints"]) == (86_400, True)
    for one in (ada, ben):
        one.page.wait_for_selector(".table")
    while not any(one.is_asked for one in (ada, ben)):
        ada.page.wait_for_timeout(50)  # a bot begins
    mover = ada if ada.is_asked else ben
    mover.page.locator("[data-hint]").click()
    for one in (ada, ben):
        one.page.get_by_text("asked for a hint.").wait_for()
    mover.page.locator(".advised").wait_for()


def test_the_system_shares_the_link_where_it_can(visit: Visit) -> None:
    ada = visit()
    ada.context.add_init_script(
        "navigator.share = async what => { window.shared = what; throw new Error('closed') }"
    )
    address = host(ada)
    ada.page.get_by_role("button", name="Share").click()
    shared = ada.page.evaluate("() => window.shared")
    assert shared["url"] == ada.address + address
    assert "Micropolis" in shared["text"]


def test_without_a_clipboard_the_link_is_copied_the_old_way(visit: Visit) -> None:
    ada = visit()
    ada.context.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
        "document.addEventListener('copy', () => { window.copied = getSelection().toString()"
        " || document.activeElement.value })"
    )
    address = host(ada)
    ada.page.get_by_role("button", name="Copy the link").click()
    ada.page.get_by_text("Copied").last.wait_for()
    assert ada.page.evaluate("() => window.copied") == ada.address + address


# --- The end of a game ----------------------------------------------------------------------------


# From now on: what is seen of the end, whenever that changes.
WATCH = """() => {
  window.seen_ = [];
  const all = (path) => [...document.querySelectorAll(path)];
  const look = () => {
    const now = {
      open: all(".result").length > 0,
      counted: all(".result .banner").length > 0,
      won: all("aside .won, .strip .won").length > 0,
      points: all("aside .points.number, .strip .number").map((one) => one.textContent),
      flying: all(".flights > .copy, .flights > .gain").length > 0,
      lamps: all(".flights > .lamp").length > 0,
    };
    if (JSON.stringify(now) !== JSON.stringify(seen_.at(-1))) seen_.push(now);
    requestAnimationFrame(look);
  };
  look();
}"""
# Whether the middle of the first of some things is in sight.
IN_SIGHT = """path => {
  const one = document.querySelector(path);
  const { left, top, width, height } = one.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return one.contains(there);
}"""


def ended(ada: Visitor, variant: Variant, *watchers: Visitor) -> str:
    """A game that ends before her eyes, and those of others; its table."""
    last = course_of(variant)[-1].position
    others = ["beginner"] * (variant.players - 1)
    table = ada.make(variant.game, "me", *others, position=last)
    for one in (ada, *watchers):
        one.sit(table).page.evaluate(WATCH)
    dice = random.Random(1)
    while (seen := ada.ask(f"/api/tables/{table}"))["status"] != "over":
        if not seen["actions"]:
            ada.page.wait_for_timeout(100)
            continue
        move = {"seat": seen["seat"], "version": seen["version"], "key": str(dice.random())}
        body = {**move, "action": dice.choice(seen["actions"])["code"]}
        done = ada.context.request.post(f"{ada.address}/api/tables/{table}/play", data=body)
        assert done.ok or (done.status == 409 and len(seen["actions"]) == 1), done.text()
    for one in (ada, *watchers):
        one.page.wait_for_selector(".result")
    return table


def test_the_end_of_a_game_is_a_moment(visit: Visit) -> None:
    """The game with the most rows and seats, on all kinds of screens."""
    moving: dict[str, Any] = {"speed": "normal", "reduced_motion": "no-preference"}
    ada, ben, eve = (visit(**moving, **more) for more in ({}, SMALL, {**SMALL, "viewport": SIDE}))
    table = ended(ada, Variant("myrmes", 4), ben, eve)
    scores = [str(points) for points in ada.ask(f"/api/tables/{table}")["scores"]]
    for one in (ada, ben, eve):
        expect(one.page.locator(".result .banner")).to_contain_text("!")
        check_count(one.page.evaluate("() => seen_"), scores)
        assert one.page.locator(".result .total .number").all_inner_texts() == scores
        assert one.page.evaluate(IN_SIGHT, ".result .total .number")
        assert one.page.evaluate(IN_SIGHT, ".result .banner")
    rows = "one => one.scrollHeight <= one.clientHeight"
    assert ada.page.locator(".result .points").evaluate(rows), "all rows are seen without scrolling"
    expect(ada.page.locator("aside .won")).to_have_count(1)
    places = ben.page.get_by_role("list", name="Places").get_by_role("listitem")
    assert sorted(place.split()[-1] for place in places.all_inner_texts()) == sorted(scores)
    sheet = ben.page.get_by_role("dialog").bounding_box()
    assert sheet
    assert sheet["height"] <= 0.6 * PHONE["height"] + 1
    ada.check_axe()
    ada.page.get_by_role("link", name="Analyse").click()
    ada.page.get_by_label("Step of the game").wait_for()


def check_count(seen: list[dict[str, Any]], scores: list[str]) -> None:
    """Nothing tells the end before it is counted, and the result comes once."""
    opened = [now["open"] for now in seen]
    assert opened == sorted(opened)
    counting = [now for now in seen if now["open"] and not now["counted"]]
    assert counting[0]["points"] != scores
    assert any(now["lamps"] for now in counting)
    assert not any(now["flying"] for now in counting)
    assert not any(now["won"] for now in seen if not now["counted"])
    assert (seen[-1]["won"], seen[-1]["points"]) == (True, scores)


SHORT = Variant("micropolis", 2)
COUNTED = 1400  # milliseconds in which the points of a short game are counted
# From the result on nothing goes on from frame to frame: only a touch ends what is counted.
HOLD = """new MutationObserver(() => {
  if (document.querySelector(".result")) window.requestAnimationFrame = () => 0;
}).observe(document, { childList: true, subtree: true })"""


def test_a_touch_ends_the_counting(visit: Visit) -> None:
    ada = visit(speed="normal", reduced_motion="no-preference", **SMALL)
    ada.context.add_init_script(HOLD)
    ended(ada, SHORT)
    ada.page.get_by_role("button", name="Show everything").wait_for()
    ada.page.wait_for_timeout(COUNTED)
    assert ada.page.locator(".banner").count() == 0
    ada.page.touchscreen.tap(180, 500)
    ada.page.wait_for_selector(".banner")


def test_with_reduced_motion_nothing_is_counted(visit: Visit) -> None:
    ada = visit(speed="normal")
    ended(ada, SHORT)
    expect(ada.page.locator(".banner")).to_be_visible()
    assert ada.page.get_by_role("button", name="Show everything").count() == 0


def test_the_end_is_shared_by_its_replay(visit: Visit) -> None:
    ada = visit()
    ada.context.add_init_script("navigator.share = async what => { window.shared = what }")
    table = ended(ada, SHORT)
    ada.page.get_by_role("button", name="Share").click()
    shared = ada.page.evaluate("() => window.shared")
    assert shared["url"] == f"{ada.address}/t/{table}/replay"
    scores = ada.ask(f"/api/tables/{table}")["scores"]
    assert all(str(points) in shared["text"] for points in scores)


# --- Fingers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewport", [PHONE, SIDE], ids=["upright", "side"])
def test_everything_around_the_game_is_large_enough_for_a_finger(
    visit: Visit, viewport: dict[str, int]
) -> None:
    ada, ben = visit(**{**SMALL, "viewport": viewport}), visit(**{**SMALL, "viewport": viewport})
    address = host(ada)
    ben.open(address).page.get_by_role("button", name="Sit down").wait_for()
    check_touch(ada)
    check_touch(ben)
    for path in PAGES:
        ada.open(path).page.wait_for_selector("h1")
        ada.page.wait_for_load_state("networkidle")
        check_touch(ada)


def check_touch(visitor: Visitor) -> None:
    assert visitor.page.evaluate(TOO_SMALL, TARGET - 0.5) == []
    width = visitor.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
