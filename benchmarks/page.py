"""How quickly the page answers a person: the first page, a click, and whether motion is smooth.

    python -m benchmarks.page [--clicks N] [--rounds N]

A real server and a Chromium on this machine, without a graphics card. What is asked for: the
first page can be used within a second, a click shows its result within 100 ms, and no frame of an
animation is dropped. A frame that is late because a step has just been drawn is told apart from one
that is late in the middle of a motion.
"""

import argparse
import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser

from formicarium import game_names
from tests.server.killing import Open, opened
from tests.web.browsing import CONFIRM, CURTAIN, DESKTOP, LIST, Visitor, chromium

FIRST, CLICK = 1000, 100  # milliseconds that are allowed
FRAME = 1000 / 60
OPENING = 1  # second in which a page that has just been opened comes to rest
WATCHED = 6  # seconds of motion

# When the first game can be chosen, in milliseconds since the address was entered.
READY = """() => new Promise(done => {
  const look = () => document.querySelector("article a[href^='/new/']")
    ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look);
  look();
})"""

# Click on something, and wait for the frame in which the table has changed: the step was played, or
# is shown and waits to be confirmed.
CLICKED = """([selector, chance]) => new Promise(done => {
  const visible = [...document.querySelectorAll(selector)].filter(e => e.getClientRects().length);
  const one = visible[Math.floor(chance * visible.length)];
  if (!one) return done(null);
  const told = () => document.querySelector(".table").dataset.version
    + !!document.querySelector(".confirm") + !!document.querySelector(".curtain");
  const before = told(), begun = performance.now();
  const look = () => told() !== before ? done(performance.now() - begun)
    : performance.now() - begun > 5000 ? done(null) : requestAnimationFrame(look);
  one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  requestAnimationFrame(look);
})"""

# From now on: when every frame was due and how long it took, and when something was new to draw.
FRAMES = """() => {
  window.frames_ = [];
  window.news_ = [];
  let last = performance.now();
  const tick = now => {
    window.frames_.push([last, now - last]); last = now; requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  const note = () => window.news_.push(performance.now());
  new MutationObserver(note).observe(document.querySelector(".table"), { attributes: true });
  const board = document.querySelector(".board");
  const inside = { childList: true, characterData: true, subtree: true };
  const isStep = ({ target }) => target === board || target.parentElement?.closest(".teller");
  new MutationObserver(all => all.some(isStep) && note()).observe(board, inside);
  addEventListener("click", note, true);
}"""


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page")
    parser.add_argument("--clicks", type=int, default=60, help="in each game")
    parser.add_argument("--rounds", type=int, default=5, help="of opening the first page")
    chosen = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    with folder as data, opened(Path(data)) as house, chromium() as browser:
        opening = [first_page(browser, house) for _ in range(chosen.rounds)]
        print(f"first page  {told(opening, FIRST)}", flush=True)
        for game in game_names():
            waits = [*clicks(browser, house, game, chosen.clicks)]
            print(f"{game:12}a click   {told(waits, CLICK)}", flush=True)
            frames, news = motion(browser, house, game)
            moving = [(at, took) for at, took in frames if not drawn_anew(at, took, news)]
            print(
                f"{game:12}motion    {len(frames)} frames, dropped {dropped(frames)}, of them "
                f"{dropped(moving)} while nothing was drawn anew; "
                f"longest {max(took for _, took in frames):.0f} ms",
                flush=True,
            )


def told(milliseconds: list[float], allowed: float) -> str:
    """The middle, the slowest, and whether all are quick enough."""
    late = sum(one > allowed for one in milliseconds)
    return (
        f"median {median(milliseconds):.0f} ms, most {max(milliseconds):.0f} ms, "
        f"{late} of {len(milliseconds)} over {allowed} ms"
    )


def dropped(frames: Sequence[tuple[float, float]]) -> int:
    """How many frames should have come while these were drawn."""
    return sum(max(0, round(took / FRAME) - 1) for _, took in frames)


def drawn_anew(at: float, took: float, news: list[float]) -> bool:
    """Whether a frame, or the one before it, had more to show than motion: a click, or a step."""
    return any(at - 2 * FRAME < one < at + took for one in news)


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


def clicks(browser: Browser, house: Open, game: str, number: int) -> Iterator[float]:
    """Milliseconds from each click to the frame that shows what came of it."""
    ada, dice = visitor(browser, house, reduced_motion="reduce"), random.Random(1)
    ada.sit(ada.make(game, *["me"] * (3 if game == "antics" else 2)))
    done = 0
    while done < number and ada.status != "over":
        for way in (CURTAIN, CONFIRM, LIST):
            waited = ada.page.evaluate(CLICKED, [way.strip("'"), dice.random()])
            if waited is not None:
                done += 1
                yield waited
                break
        ada.page.wait_for_timeout(30)
    ada.context.close()


def motion(
    browser: Browser, house: Open, game: str
) -> tuple[list[tuple[float, float]], list[float]]:
    """While bots move on the board: when each frame was due and how long it took, and all news."""
    ada = visitor(browser, house, reduced_motion="no-preference")
    ada.sit(ada.make(game, "me", *["beginner"] * (3 if game == "antics" else 1)))
    ada.page.wait_for_timeout(1000 * OPENING)
    ada.page.evaluate(FRAMES)
    for _ in range(WATCHED):
        ada.step(random.Random(1))
        ada.page.wait_for_timeout(1000)
    frames, news = ada.page.evaluate("() => [window.frames_, window.news_]")
    ada.context.close()
    return frames, news


if __name__ == "__main__":
    main()
