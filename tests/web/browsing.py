"""People in front of a browser: what they open, click and see."""

import math
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    Request,
    sync_playwright,
)

from formicarium.core.rulebook import Document
from tests.needs import BROWSER, IS_ROOT

FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = {"width": 1366, "height": 768}
PHONE = {"width": 360, "height": 740}
TABLE = ".table[data-version]"  # not the copies of it in which things fly
PATIENCE = 40.0  # seconds in which something that must come comes
LOOK = 0.02  # seconds between two looks at the page
ANSWER = 0.15  # seconds in which a click is answered, if anything comes of it

EYE = Path(__file__).parent / "eye.js"
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

# It asks that a label repeats what is written on a button. Drawn pieces bear signs and numbers, and
# their labels say in words what those mean; who speaks to the browser has the list of decisions.
FOR_WRITTEN_ONES = "label-content-name-mismatch"
DRAWN = "<g "

# What somebody who plays at random does next: confirm, choose from a menu, click on the board, or
# in the list. Tells what was clicked, or nothing where there is nothing to do.
STEP = """([ways, chance]) => {
  for (const way of ways) {
    const visible = [...document.querySelectorAll(way)].filter(e => e.getClientRects().length);
    const one = visible[Math.floor(chance * visible.length)];
    if (!one) continue;
    const told = one.getAttribute("aria-label") || one.textContent;
    one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    return told;
  }
  return null;
}"""
CONFIRM = ".confirm .button.main:not(:disabled)"
MENU = "[role=menuitem]"
SPOTS = ".board .live"
LIST = ".decisions button:not(:disabled)"
CURTAIN = ".curtain .button"
# Whether the focus is on something that decides: what waits to be confirmed, or a line of the list.
IS_DECIDING = """() => {
  const at = document.activeElement;
  return at.tagName === "BUTTON" && !!at.closest(".confirm, .decisions");
}"""


@contextmanager
def chromium() -> Iterator[Browser]:
    program = BROWSER.get()
    with sync_playwright() as playwright:
        browser = launched(playwright, program)
        yield browser
        browser.close()


def launched(playwright: Playwright, program: Path) -> Browser:
    """A browser in its sandbox; without one for root, and in containers that forbid it."""

    def launch(sandbox: bool) -> Browser:
        return playwright.chromium.launch(
            executable_path=program, args=[*FLAGS], chromium_sandbox=sandbox
        )

    if not IS_ROOT:
        with suppress(Error):
            return launch(sandbox=True)
    return launch(sandbox=False)


@dataclass
class Visitor:
    """Somebody with a browser of their own, in which nothing may go wrong unnoticed."""

    context: BrowserContext
    address: str
    page: Page = field(init=False)
    faults: list[str] = field(default_factory=list)
    forgiven: Callable[[str], bool] = field(default=lambda _: False)

    def __post_init__(self) -> None:
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("requestfailed", self._failed)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page was left before the answer came
            self.faults.append(f"failed: {request.url}")

    @property
    def unforgiven(self) -> list[str]:
        return [fault for fault in self.faults if not self.forgiven(fault)]

    def open(self, path: str) -> Self:
        self.page.goto(self.address + path)
        return self

    def ask(self, path: str, body: Any = None) -> Any:
        """Ask the server as this visitor, past the page."""
        request = self.context.request
        if body is None:
            answer = request.get(self.address + path)
        else:
            answer = request.post(self.address + path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def make(
        self,
        game: str,
        *seats: str,
        options: dict[str, str] | None = None,
        position: Document | None = None,
    ) -> str:
        """A table with these people (`me`, `open`) and bots (their levels)."""
        people = [
            {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat}
            for seat in seats
        ]
        body = {"game": game, "players": len(seats), "options": options or {}, "seats": people}
        made = {**body, "public": False, "position": position}
        return str(self.ask("/api/tables", made)["id"])

    def sit(self, table: str) -> Self:
        self.open(f"/t/{table}")
        self.page.wait_for_selector(TABLE)
        return self

    # --- Playing --------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        return str(self.page.locator(TABLE).get_attribute("data-status"))

    @property
    def version(self) -> int:
        return int(self.page.locator(TABLE).get_attribute("data-version") or 0)

    @property
    def is_asked(self) -> bool:
        """Whether it is this visitor who decides."""
        return self.page.locator(TABLE).get_attribute("data-mine") == "true"

    def step(self, dice: random.Random, *ways: str) -> str | None:
        """Click on something that can be chosen; what it was."""
        ways = ways or (CURTAIN, CONFIRM, MENU, SPOTS, LIST)
        told = self.page.evaluate(STEP, [[*ways], dice.random()])
        return None if told is None else str(told)

    def play(self, seed: int = 1, decisions: int | None = None) -> int:
        """Play at random to the end, or until the table is so many decisions on, whoever took them.

        How many clicks it took.
        """
        dice, clicks, told = random.Random(seed), 0, list[str]()
        version, until = self.version, time.monotonic() + PATIENCE
        end = math.inf if decisions is None else version + decisions
        while self.status != "over" and self.version < end:
            if (one := self.step(dice)) is not None:
                clicks, told = clicks + 1, [*told[-9:], one]
                self.await_answer(version)
            if self.version > version:
                version, until = self.version, time.monotonic() + PATIENCE
            assert time.monotonic() < until, (told, self.page.locator(TABLE).inner_text())
            self.page.wait_for_timeout(LOOK * 1000)
        return clicks

    def await_answer(self, version: int) -> None:
        """Let a click have its effect: another one would take its place."""
        until = time.monotonic() + ANSWER
        while time.monotonic() < until and self.version == version:
            if self.page.locator(CONFIRM).count():
                return
            self.page.wait_for_timeout(LOOK * 1000)

    def play_by_keyboard(self) -> None:
        """Play to the end with Tab and Enter."""
        for _ in range(2000):
            if self.status == "over":
                return
            self.page.keyboard.press("Enter" if self.page.evaluate(IS_DECIDING) else "Tab")
        raise AssertionError(self.page.locator(TABLE).inner_text())

    def check_axe(self) -> None:
        """Nothing serious that would keep somebody out."""
        self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate("() => axe.run()")
        serious = [
            (one["id"], node["html"][:200])
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
            if not (one["id"] == FOR_WRITTEN_ONES and node["html"].startswith(DRAWN))
        ]
        assert not serious, serious
