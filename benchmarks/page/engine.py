"""How quickly the engine on this device answers: hints, and whole games looked at again.

What is asked for: from a click to three hints at most 400 ms with one worker on two cores, a whole
game of each kind analysed within 30 s, and meanwhile 95 of 100 frames within 34 ms. Of the hints at
most one in three is another than those of the server, which thinks ten times as long. The house
needs modules: `make engine`.
"""

import random
import time
from collections.abc import Iterator
from statistics import mean, median
from typing import Any

from playwright.sync_api import Browser

from benchmarks.page.speed import Bar, percentile, visitor
from formicarium import game_names
from tests.server.killing import Open
from tests.web.browsing import CURTAIN, TABLE, Visitor

OPENING = 1.5  # seconds in which a table that has just been opened comes to rest
PLAYING = 300  # seconds in which bots end a game
SERVER = 0.5  # seconds between two looks at what the server thinks

# Click on the hint, and wait for the frame in which three are shown.
HINTED = """() => new Promise(done => {
  const begun = performance.now();
  const shown = () => document.querySelector(".advised li");
  const look = () => shown() && !document.querySelector("[data-hint]:disabled")
    ? done(performance.now() - begun) : requestAnimationFrame(look);
  document.querySelector("[data-hint]").click();
  setTimeout(look, 20);  // those of the last time are still there
})"""

HINTS = """() => Array.from(
  document.querySelectorAll(".advised .words"), one => one.firstChild.textContent.trim())"""

# From now on: how long every frame took.
FRAMES = """() => {
  window.frames_ = [];
  let last = performance.now();
  const tick = now => {
    window.frames_.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""

# Ask for an analysis, and wait for its picture.
ANALYSED = """words => new Promise(done => {
  const begun = performance.now();
  const look = () => document.querySelector("figure polyline")
    ? done(performance.now() - begun) : requestAnimationFrame(look);
  [...document.querySelectorAll("button")].find(one => one.innerText.trim() === words).click();
  look();
})"""


def bars(browser: Browser, house: Open, number: int) -> Iterator[Bar]:
    """Everything that is measured, as it is found."""
    for game in game_names():
        first, later, others = zip(*hints(browser, house, game, number), strict=True)
        yield Bar(f"{game}: the first hint of a page, median of {number}", median(first), 400)
        yield Bar(f"{game}: a later one, median", median(later), 400)
        yield Bar(f"{game}: the slowest hint", max(*first, *later), 400)
        yield Bar(f"{game}: hints that the server has not", 100 * mean(others), 34, "%")
        milliseconds, decisions, frames = analysis(browser, house, game)
        yield Bar(f"{game}: {decisions} decisions analysed", milliseconds / 1000, 30, "s")
        yield Bar(f"{game}: p95 of {len(frames)} frames meanwhile", percentile(frames), 34)


def players(game: str) -> int:
    return 3 if game == "antics" else 2


def hints(
    browser: Browser, house: Open, game: str, number: int
) -> Iterator[tuple[float, float, float]]:
    """Milliseconds from clicks to hints at some positions: the first of a page, and another one.

    And the share of those hints that are not among the server's.
    """
    ada = visitor(browser, house, reduced_motion="reduce")
    ada.context.add_init_script('localStorage.formicarium ??= JSON.stringify({ speed: "off" });')
    for count in range(number):
        table = choosing(ada, game, random.Random(count), 5 * count)
        ada.sit(table).page.wait_for_timeout(1000 * OPENING)
        ada.step(random.Random(0), CURTAIN)
        ada.page.wait_for_selector("[data-hint]")
        first, later = ada.page.evaluate(HINTED), ada.page.evaluate(HINTED)
        mine = ada.page.evaluate(HINTS)
        theirs = by_the_server(ada, table)
        yield first, later, sum(words not in theirs for words in mine) / len(mine)
    ada.context.close()


def by_the_server(ada: Visitor, table: str) -> list[str]:
    """The server's three hints in words."""
    seat = ada.ask(f"/api/tables/{table}")["seat"]
    job = ada.ask(f"/api/tables/{table}/hint", {"seat": seat})
    while job["status"] == "waiting":
        time.sleep(SERVER)
        job = ada.ask(f"/api/jobs/{job['id']}")
    return [hint["words"] for hint in job["result"][:3]]


def analysis(browser: Browser, house: Open, game: str) -> tuple[float, int, list[float]]:
    """Milliseconds for a whole game of bots, its decisions, and the frames meanwhile."""
    ada = visitor(browser, house, reduced_motion="reduce")
    table = ada.make(game, *["normal"] * players(game))
    ada.sit(table).page.wait_for_selector(f"{TABLE}[data-status=over]", timeout=1000 * PLAYING)
    decisions = ada.version
    ada.open(f"/t/{table}/replay").page.wait_for_selector("[data-prospects]")
    ada.page.evaluate(FRAMES)
    milliseconds: float = ada.page.evaluate(ANALYSED, "Analyse")
    frames: list[float] = ada.page.evaluate("() => window.frames_")
    ada.context.close()
    return milliseconds, decisions, frames


def choosing(ada: Visitor, game: str, dice: random.Random, decisions: int) -> str:
    """A table where something can be chosen after so many decisions, or fewer in a short game."""
    while not play(ada, table := ada.make(game, *["me"] * players(game)), dice, decisions):
        decisions //= 2
    return table


def play(ada: Visitor, table: str, dice: random.Random, decisions: int) -> bool:
    """Play so many decisions at random past the page, and more until something can be chosen.

    Whether the game still goes on.
    """
    number = 0
    while (seen := ada.ask(f"/api/tables/{table}?language=none"))["status"] != "over":
        if number >= decisions and len(seen["actions"]) > 3:
            return True
        step: dict[str, Any] = {"key": str(number), "version": seen["version"]}
        action = dice.choice(seen["actions"])["code"]
        ada.ask(f"/api/tables/{table}/play", step | {"seat": seen["seat"], "action": action})
        number += 1
    return False
