"""Rough hands: the page is turned, left, cut off and refused things in the midst of everything."""

import random
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Route, WebSocketRoute

from tests.tiers import sample
from tests.web.browsing import DESKTOP, TABLE, Visitor
from tests.web.conftest import Touch, Visit
from tests.web.touching import LYING, UPRIGHT, Toucher

pytestmark = pytest.mark.xdist_group("web rough")

GAMES = [("micropolis", 2), ("minicity", 2), ("antics", 3), ("myrmes", 2)]
SIZES = [LYING, {"width": 320, "height": 480}, DESKTOP, {"width": 683, "height": 384}, UPRIGHT]
STEPS = 100
GONE = 1012  # what a house says that comes back in a moment
SAME = """told => {
  const table = document.querySelector(".table[data-version]");
  const listed = [...document.querySelectorAll(".decisions [data-action]")];
  const actions = listed.map(one => one.dataset.action).sort().join();
  return table.dataset.version == told.version && table.dataset.status === told.status
    && actions === told.actions;
}"""


def agrees(ada: Visitor, table: str) -> None:
    """When the bots have moved, the page shows the position and the choice that the server has."""
    ada.page.wait_for_selector(".table[data-mine=true], .table[data-status=over]")
    told = ada.ask(f"/api/tables/{table}")
    actions = ",".join(sorted(action["text"] for action in told["actions"]))
    same = {"version": told["version"], "status": told["status"], "actions": actions}
    ada.page.wait_for_function(SAME, arg=same)


def goes_on(ada: Toucher, table: str) -> None:
    """Everything is as it should be, and the game can be played by touch."""
    agrees(ada, table)
    assert ada.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    if ada.status != "over":
        assert ada.play_by_touch(seed=7, decisions=1)


def in_motion(touch: Touch, game: str, players: int) -> tuple[Toucher, str]:
    ada = touch("normal", reduced_motion="no-preference")
    table = ada.make(game, "me", *["beginner"] * (players - 1))
    return ada.sit(table), table


@pytest.mark.parametrize(("game", "players"), sample(GAMES, 1))
def test_turned_and_resized_while_things_move(touch: Touch, game: str, players: int) -> None:
    ada, table = in_motion(touch, game, players)
    for number, size in enumerate(SIZES):
        ada.play_by_touch(seed=number, decisions=1)
        ada.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        ada.page.wait_for_timeout(90 * number)
    goes_on(ada, table)


def pinch(ada: Toucher, from_: float, to: float) -> None:
    """Two fingers in the middle of the board, from one distance to another."""
    device = ada.context.new_cdp_session(ada.page)
    box = ada.page.locator(f"{TABLE} .board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for step in range(6):
        apart = from_ + (to - from_) * step / 5
        fingers = [{"x": x + apart, "y": y, "id": 1}, {"x": x - apart, "y": y, "id": 2}]
        kind = "touchStart" if step == 0 else "touchMove"
        device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(("game", "players"), sample(GAMES, 1))
def test_zoomed_while_things_move(touch: Touch, game: str, players: int) -> None:
    ada, table = in_motion(touch, game, players)
    for number in range(4):
        ada.play_by_touch(seed=number, decisions=1)
        pinch(ada, *((20, 120) if number % 2 == 0 else (120, 20)))
    goes_on(ada, table)


def go_and_come_back(ada: Toucher) -> None:
    ada.page.goto(ada.address)
    ada.page.go_back()


def look_away(ada: Toucher) -> None:
    """Another tab for a moment: what is hidden draws no frames."""
    other = ada.context.new_page()
    other.bring_to_front()
    ada.page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    ada.page.wait_for_timeout(300)
    ada.page.evaluate("""() => {
      delete document.hidden;
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    other.close()
    ada.page.bring_to_front()


@pytest.mark.parametrize("leave", [go_and_come_back, look_away])
@pytest.mark.parametrize(("game", "players"), sample(GAMES, 1))
def test_left_while_bots_move(
    touch: Touch, leave: Callable[[Toucher], None], game: str, players: int
) -> None:
    ada, table = in_motion(touch, game, players)
    for number in range(3):
        ada.play_by_touch(seed=number, decisions=1)
        leave(ada)
        ada.page.wait_for_selector(TABLE)
    goes_on(ada, table)


def test_a_hundred_steps_at_once(visit: Visit) -> None:
    ben, ada, is_cut = visit(), visit(speed="normal", reduced_motion="no-preference"), False
    lines: list[WebSocketRoute] = []

    def answer(line: WebSocketRoute) -> None:
        if is_cut:
            line.close(code=GONE)
        else:
            line.connect_to_server()
            lines.append(line)

    ada.context.route_web_socket("**/socket?*", answer)
    table = ben.make("antics", "me", "me", "me")
    ada.sit(table)
    is_cut = True
    lines[0].close(code=GONE)
    dice = random.Random(1)
    for _ in range(STEPS):
        told = ben.ask(f"/api/tables/{table}")
        step = {"seat": told["seat"], "version": told["version"], "key": uuid4().hex}
        code = dice.choice(told["actions"])["code"]
        ben.ask(f"/api/tables/{table}/play", {**step, "action": code})
    ada.page.get_by_text("Connection lost").wait_for()
    is_cut = False
    version = ada.ask(f"/api/tables/{table}")["version"]
    assert version >= STEPS
    ada.page.wait_for_function(
        "version => document.querySelector('.table[data-version]').dataset.version == version",
        arg=version,
    )
    ada.page.get_by_text("Connection lost").wait_for(state="hidden")


def test_keys_on_a_device_that_is_touched(touch: Touch) -> None:
    """A tablet with a keyboard: a whole game with Tab and Enter, where a finger could do it too."""
    ada = touch(viewport={"width": 820, "height": 1180})
    ada.sit(ada.make("micropolis", "me", "beginner"))
    assert ada.page.evaluate("() => matchMedia('(pointer: coarse)').matches")
    ada.play_by_keyboard()


def test_a_table_without_storage(touch: Touch) -> None:
    ada = touch()
    ada.context.add_init_script("""for (const store of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, store, { get() { throw new Error("off") } });""")
    table = ada.make("micropolis", "me", "beginner")
    ada.sit(table).play_by_touch(decisions=4)
    goes_on(ada, table)


MUTE = """localStorage.setItem("formicarium", JSON.stringify({ sound: true, speed: "normal" }));
  document.hasFocus = () => false;
  window.AudioContext = class { constructor() { throw new DOMException("no", "NotAllowedError") } };
  HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("no", "NotAllowedError"));
"""


def test_a_table_where_sound_is_refused(touch: Touch) -> None:
    ada = touch("normal", reduced_motion="no-preference")
    ada.context.add_init_script(MUTE)
    table = ada.make("micropolis", "me", "beginner")
    ada.sit(table).play_by_touch(decisions=6)
    goes_on(ada, table)


def test_a_table_without_fonts_and_pictures(touch: Touch) -> None:
    ada = touch()
    ada.forgiven = lambda fault: "ERR_FAILED" in fault or fault.startswith("failed")

    def refuse(route: Route) -> None:
        if route.request.resource_type in ("font", "image", "media"):
            route.abort()
        else:
            route.continue_()

    ada.context.route("**/*", refuse)
    ada.open("/").page.get_by_role("link", name="Play").first.wait_for()
    table = ada.make("minicity", "me", "beginner")
    ada.sit(table).play_by_touch(decisions=4)
    goes_on(ada, table)
