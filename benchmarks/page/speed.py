"""How quickly the page answers a person: the first page, a click, whether motion is smooth.

What is asked for: the first page can be used within a second, a click shows its result within
100 ms, and while things move 95 of 100 frames come within 34 ms and none later than 100 ms. The
lobby weighs at most 200 KB as it is sent, a table 300 KB, with nothing kept from an earlier visit.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, Response

from formicarium import game_names
from tests.server.killing import Open
from tests.web.browsing import CONFIRM, CURTAIN, DESKTOP, LIST, Visitor
from tests.web.touching import HANDHELD, UPRIGHT

OPENING = 1  # second in which a page that has just been opened comes to rest
WATCHED = 12  # seconds of motion
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {},
    "phone": {"viewport": UPRIGHT, **HANDHELD},
}

# When the first game can be chosen, in milliseconds since the address was entered.
READY = """() => new Promise(done => {
  const look = () => document.querySelector("article a[href^='/new/']")
    ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look);
  look();
})"""

# Click on something, and wait for the frame in which the table has changed: the step was played, or
# is shown and waits to be confirmed.
CLICKED = """([selector, chance, confirm]) => new Promise(done => {
  const visible = [...document.querySelectorAll(selector)].filter(e => e.getClientRects().length);
  const one = visible[Math.floor(chance * visible.length)];
  if (!one) return done(null);
  const told = () => document.querySelector(".table[data-version]").dataset.version
    + !!document.querySelector(confirm) + !!document.querySelector(".curtain");
  const before = told(), begun = performance.now();
  const look = () => told() !== before ? done(performance.now() - begun)
    : performance.now() - begun > 5000 ? done(null) : requestAnimationFrame(look);
  one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  requestAnimationFrame(look);
})"""

# From now on: how long every frame took in which something moved, or that let something move: a
# step is measured and drawn before its motion begins.
FRAMES = """() => {
  window.frames_ = [];
  let last = performance.now(), moved = false;
  const tick = now => {
    const moves = document.getAnimations().some(one => one.playState === "running");
    if (moved || moves) window.frames_.push(now - last);
    [last, moved] = [now, moves];
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""


@dataclass(frozen=True)
class Bar:
    """Something that was measured, and how much of it is allowed."""

    what: str
    found: float
    allowed: float
    unit: str = "ms"

    @property
    def is_met(self) -> bool:
        return self.found <= self.allowed

    def __str__(self) -> str:
        share = f"{self.found / self.allowed:.2f} of {self.allowed:.0f}"
        verdict = "met" if self.is_met else "MISSED"
        return f"{self.what:44}{self.found:7.0f} {self.unit:3}{share:>15}  {verdict}"


def bars(browser: Browser, house: Open, rounds: int, number: int) -> Iterator[Bar]:
    """Everything that is measured, as it is found."""
    opening = [first_page(browser, house) for _ in range(rounds)]
    yield Bar(f"first page, slowest of {rounds}", max(opening), 1000)
    yield Bar("lobby, as it is sent", weight(browser, house, "/") / 1000, 200, "KB")
    for game in game_names():
        seats = ["beginner"] * (3 if game == "antics" else 1)
        waits = [*clicks(browser, house, game, number)]
        yield Bar(f"{game}: a click, median of {len(waits)}", median(waits), 100)
        yield Bar(f"{game}: a click, slowest", max(waits), 100)
        for screen, more in SCREENS.items():
            frames = motion(browser, house, game, seats, more)
            yield Bar(f"{game}, {screen}: p95 of {len(frames)} frames", percentile(frames), 34)
            yield Bar(f"{game}, {screen}: the longest of them", max(frames), 100)
        yield Bar(f"{game}: a table", table_weight(browser, house, game, seats) / 1000, 300, "KB")


def percentile(milliseconds: Sequence[float]) -> float:
    return quantiles(milliseconds, n=20)[-1]


def visitor(browser: Browser, house: Open, **more: Any) -> Visitor:
    """Somebody whose browser has never been here."""
    context = browser.new_context(locale="en", **{"viewport": DESKTOP, **more})
    return Visitor(context, house.address)


def first_page(browser: Browser, house: Open) -> float:
    """Milliseconds until a game can be chosen, with nothing kept from an earlier visit."""
    ada = visitor(browser, house).open("/")
    ready: float = ada.page.evaluate(READY)
    ada.context.close()
    return ready


def weight(browser: Browser, house: Open, path: str, ada: Visitor | None = None) -> int:
    """Bytes that come for a page, as they are sent."""
    ada, answers = ada or visitor(browser, house), list[Response]()

    def note(
        answer: Response,
    ) -> None:  # Playwright marks what it calls: a method of a list cannot be
        answers.append(answer)

    ada.page.on("response", note)
    ada.open(path).page.wait_for_load_state("networkidle")
    found = sum(answer.request.sizes()["responseBodySize"] for answer in answers)
    ada.context.close()
    return found


def table_weight(browser: Browser, house: Open, game: str, others: list[str]) -> int:
    ada = visitor(browser, house)
    return weight(browser, house, f"/t/{ada.make(game, 'me', *others)}", ada)


def clicks(browser: Browser, house: Open, game: str, number: int) -> Iterator[float]:
    """Milliseconds from each click to the frame that shows what came of it."""
    ada, dice = visitor(browser, house, reduced_motion="reduce"), random.Random(1)
    ada.sit(ada.make(game, *["me"] * (3 if game == "antics" else 2)))
    done = 0
    while done < number and ada.status != "over":
        for way in (CURTAIN, CONFIRM, LIST):
            waited = ada.page.evaluate(CLICKED, [way, dice.random(), CONFIRM])
            if waited is not None:
                done += 1
                yield waited
                break
        ada.page.wait_for_timeout(30)
    ada.context.close()


def motion(
    browser: Browser, house: Open, game: str, others: list[str], more: dict[str, Any]
) -> list[float]:
    """How long each frame took while bots moved things on the board."""
    ada = visitor(browser, house, reduced_motion="no-preference", **more)
    ada.sit(ada.make(game, "me", *others))
    ada.page.wait_for_timeout(1000 * OPENING)
    ada.page.evaluate(FRAMES)
    for number in range(WATCHED):
        ada.step(random.Random(number))
        ada.page.wait_for_timeout(1000)
    frames: list[float] = ada.page.evaluate("() => window.frames_")
    ada.context.close()
    return frames
