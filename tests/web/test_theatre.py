"""What others do is shown step by step: all tells one moment, and every kind of action moves."""

import random
import time
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from typing import Any

import pytest
from playwright.sync_api import TimeoutError

import formicarium as fm
from formicarium.core.state import State
from formicarium.games.micropolis.actions import Code, split
from tests.tiers import sample
from tests.web.browsing import PATIENCE, PHONE, Visitor
from tests.web.conftest import Visit

pytestmark = pytest.mark.xdist_group("web theatre")

MOMENTS = 100  # at which somebody looks

# What the screen says: the board (tiles in the row, points on its own sheet), the points of the
# seats, the last line of the log, who is in turn, and whether the page says that it is me.
LOOK = """() => {
  const all = (path) => [...document.querySelectorAll(path)];
  const numbers = (path) => all(path).map((one) => Number(one.textContent));
  const table = document.querySelector(".table");
  return {
    version: Number(table.dataset.version),
    row: all('.board [data-at^="row "]').length,
    sheet: numbers('.board [data-at$=" total"]'),
    scores: numbers("aside .points"),
    log: all("[role=log] li").map((one) => Number(one.dataset.version)).at(-1) ?? null,
    turn: all("aside li").flatMap((one, seat) => (one.matches(".turn") ? [seat] : [])),
    mine: table.dataset.mine === "true",
    title: document.title.includes("●"),
    told: document.querySelector(".teller").textContent.trim() !== "",
  };
}"""

# From now on: how many copies began to fly after each step.
COUNT = """() => {
  window.flown_ = {};
  new MutationObserver((changes) => {
    const { version } = document.querySelector(".table").dataset;
    for (const { addedNodes } of changes)
      for (const one of addedNodes)
        if (one.matches?.(".flights > .copy, .flights > .outline"))
          window.flown_[version] = (window.flown_[version] ?? 0) + 1;
  }).observe(document.querySelector(".flights"), { childList: true });
}"""


def decided(ada: Visitor, table: str, dice: random.Random) -> bool:
    """Let Ada decide once past her page; whether it was for her to decide.

    Where only one thing can be done, the page may have done it first.
    """
    now = ada.ask(f"/api/tables/{table}?seat=0")
    if not now["actions"]:
        return False
    decision = {"seat": 0, "action": dice.choice(now["actions"])["code"]}
    body = {**decision, "version": now["version"], "key": f"{table} {now['version']}"}
    done = ada.context.request.post(f"{ada.address}/api/tables/{table}/play", data=body)
    assert done.ok or (done.status == 409 and len(now["actions"]) == 1), done.text()
    return True


def history(ada: Visitor, table: str) -> Iterator[Any]:
    """All steps of a game, as Ada was shown them."""
    more, since = True, 0
    while more:
        told = ada.ask(f"/api/tables/{table}/history?seat=0&since={since}")
        yield from told["steps"]
        more, since = told["more"], told["steps"][-1]["version"]


def arrive(ada: Visitor, table: str) -> None:
    """Wait until Ada's page shows all that has happened, and it is for her to decide."""
    until = time.monotonic() + PATIENCE
    while True:
        now = ada.ask(f"/api/tables/{table}?seat=0")
        is_due = now["status"] == "over" or 0 in now["to_act"]
        if is_due and ada.version == now["version"]:
            return
        assert time.monotonic() < until
        ada.page.wait_for_timeout(20)


def looks(ada: Visitor, table: str, dice: random.Random, count: int) -> list[Any]:
    """What Ada's screen says from moment to moment, until so many of others' steps were told.

    Fewer where the game is over before.
    """
    seen: list[Any] = []
    while ada.status == "playing" and told(seen) < count:
        arrive(ada, table)
        while decided(ada, table, dice):
            pass
        # Whoever begins has decided before the page has heard of it, and the log is still empty.
        ada.page.wait_for_selector("[role=log] li", state="attached")
        for _ in range(20):
            ada.page.wait_for_timeout(dice.uniform(1, 150))
            seen.append(ada.page.evaluate(LOOK))
    return seen


def told(seen: list[Any]) -> int:
    """At how many of the moments somebody else's step was being told."""
    return sum(one["told"] and not one["mine"] for one in seen)


def test_at_every_moment_everything_on_the_screen_agrees(visit: Visit) -> None:
    """On a slow machine few moments of a game are caught, so there may be several games."""
    ada = visit(reduced_motion="no-preference", speed="normal")
    dice, looked_at, versions_seen = random.Random(4), 0, 0
    while looked_at < MOMENTS:
        table = ada.make("micropolis", "me", "easy", "easy")
        ada.sit(table)
        seen = looks(ada, table, dice, MOMENTS - looked_at)
        agree(seen, {step["version"]: step for step in history(ada, table)})
        looked_at += told(seen)
        versions_seen += len({one["version"] for one in seen})
    assert versions_seen >= 15


def agree(seen: list[Any], steps: dict[int, Any]) -> None:
    """Board, scores, log and turn are those of one and the same step, which only moves on."""
    for one in seen:
        step = steps[one["version"]]
        nothing_told = one["log"] is None and one["version"] == min(steps)
        assert one["log"] == one["version"] or nothing_told
        assert one["scores"] == step["scores"]
        assert one["sheet"] == [sheet["total"] for sheet in step["view"]["points"]]
        assert one["row"] == len(step["view"]["row"])
        assert one["turn"] == step["to_act"]
        assert one["mine"] == one["title"] == (0 in step["to_act"])
    versions = [one["version"] for one in seen]
    assert all(before <= after for before, after in pairwise(versions))


def before_each_kind() -> dict[str, tuple[State, int]]:
    """For each kind of action a state in which seat 0 can decide so, and its code."""
    found: dict[str, tuple[State, int]] = {}
    for seed, variant in product(range(8), ("base", "expert")):
        state = fm.load("micropolis", players=3, variant=variant).start(seed=seed)
        dice = random.Random(seed)
        while state.to_act:
            (seat,) = state.to_act
            codes = state.codes(seat)
            for code in codes if seat == 0 else ():
                found.setdefault(split(code)[0].name.lower(), (state.copy(), code))
            state.play(seat, dice.choice(codes))
    assert {*found} == {kind.name.lower() for kind in Code} - {"end"}
    return found


@pytest.mark.parametrize(
    "more",
    sample(
        [
            pytest.param({"reduced_motion": "no-preference"}, id="desktop"),
            pytest.param({"reduced_motion": "no-preference", "viewport": PHONE}, id="phone"),
            pytest.param({"reduced_motion": "reduce"}, id="still"),
        ],
        1,
    ),
)
def test_every_kind_of_action_moves_something(visit: Visit, more: dict[str, Any]) -> None:
    """Or where nothing may move, it is outlined."""
    ada, still = visit(speed="normal", **more), set()
    for kind, (state, code) in before_each_kind().items():
        seats = [{"kind": "me"}, *[{"kind": "bot", "level": "easy"}] * 2]
        body = {"game": "micropolis", "players": 3, "options": state.game.options, "seats": seats}
        made = ada.ask("/api/tables", {**body, "public": False, "position": state.to_position()})
        table = made["id"]
        ada.sit(table)
        ada.page.wait_for_selector(".flights", state="attached")
        ada.page.evaluate(COUNT)
        version = ada.ask(f"/api/tables/{table}?seat=0")["version"]
        play = {"seat": 0, "action": code, "version": version, "key": "play"}
        ada.ask(f"/api/tables/{table}/play", play)
        try:
            ada.page.wait_for_function("version => version in window.flown_", arg=str(version + 1))
        except TimeoutError:
            still.add(kind)
    assert not still


def test_step_by_step_goes_on_by_a_key(visit: Visit) -> None:
    ada = visit(reduced_motion="no-preference", speed="steps")
    seats = ["me", *["beginner"] * 2]
    ada.sit(ada.make("micropolis", *seats, options={"first_leader": "seat_1"}))
    while ada.is_asked:
        ada.play(decisions=1)
    since, told = ada.page.get_by_text("Since my last turn"), ada.page.locator(".teller .count")
    go_on(ada, since.is_visible)
    since.click()
    ada.page.wait_for_selector(".teller .next")
    before = told.inner_text()
    go_on(ada, lambda: told.count() == 0 or told.inner_text() != before)


def go_on(ada: Visitor, is_done: Callable[[], bool]) -> None:
    """Press the key: what moves is there at once, and then the next step comes."""
    for _ in range(80):
        if is_done():
            return
        ada.page.keyboard.press("Space")
        ada.page.wait_for_timeout(250)
    raise AssertionError(ada.page.locator(".teller").inner_text())
