"""What others do is shown step by step: all tells one moment, and every kind of action moves."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise, product
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import TimeoutError

import formicarium as fm
from formicarium.bots import ask, load_bot
from formicarium.core.rulebook import Document
from formicarium.core.state import State
from tests.tiers import sample, times
from tests.web.browsing import PATIENCE, Visitor
from tests.web.conftest import Visit
from tests.web.touching import HANDHELD, LYING, UPRIGHT

pytestmark = pytest.mark.xdist_group("web theatre")

MOMENTS = times(50, 100)  # at which somebody looks
PLAYERS = 3
SOON = 8  # seconds after which nothing will move any more
GAMES: dict[str, tuple[dict[str, str], ...]] = {
    "micropolis": ({}, {"variant": "expert"}),
    "myrmes": ({},),
    "antics": ({},),
    "minicity": ({}, {"variant": "friends"}),
}
FORMS: dict[str, dict[str, Any]] = {
    "desktop": {},
    "upright": {"viewport": UPRIGHT, **HANDHELD},
    "side": {"viewport": LYING, **HANDHELD},
}
MOVES = {"reduced_motion": "no-preference", "speed": "normal"}
# What only ends an action, or prepares the next one: nothing lies elsewhere.
MAY_BE_STILL: dict[str, set[str]] = {
    "micropolis": set(),
    "myrmes": {"done", "lay", "clean", "tunnel"},
    "antics": {"done"},
    "minicity": {"done"},
}
SECRET = {"decided", "reconsiders"}  # told when it is revealed
RARE = {"myrmes": {"hatch"}}  # asked only where the supply does not do for all who are born

# What the screen says: the board of Micropolis (tiles in the row, points on its own sheet), the
# points of the seats, the last line of the log where there is one, who is in turn, and whether the
# page says that it is me.
LOOK = """() => {
  const all = (path) => [...document.querySelectorAll(path)];
  const numbers = (path) =>
    all(path).map((one) => Number(one.textContent.replace("−", "-")));
  const table = document.querySelector(".table[data-version]");
  const turns = table.querySelectorAll('.turn[data-at^="seat "]');
  return {
    version: Number(table.dataset.version),
    row: all('.board [data-at^="row "]').length,
    sheet: numbers('.board [data-at$=" total"]'),
    scores: numbers("aside .points, .strip b.number"),
    hasLog: document.querySelector("[role=log]") !== null,
    log: all("[role=log] li").map((one) => Number(one.dataset.version)).at(-1) ?? null,
    turn: [...turns].map((one) => Number(one.dataset.at.split(" ")[1])),
    mine: table.dataset.mine === "true",
    over: table.dataset.status === "over",
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

# From now on: which things of the stage were in view, below what is told, when something flew.
WATCH = """() => {
  window.seen_ = {};
  new MutationObserver(() => {
    const frame = document.querySelector(".stage").getBoundingClientRect();
    const isSeen = (one) => {
      const box = one.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return x > frame.left && x < frame.right && y > frame.top + 40 && y < frame.bottom;
    };
    const { version } = document.querySelector(".table").dataset;
    const things = [...document.querySelectorAll(".stage [data-at]")].filter(isSeen);
    window.seen_[version] ??= things.map((one) => one.dataset.at);
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
        for _ in range(20):
            ada.page.wait_for_timeout(dice.uniform(1, 150))
            seen.append(ada.page.evaluate(LOOK))
    return [one for one in seen if not one["over"]]  # then points are counted before her eyes


def told(seen: list[Any]) -> int:
    """At how many of the moments somebody else's step was being told."""
    return sum(one["told"] and not one["mine"] for one in seen)


@pytest.mark.parametrize(("game", "form"), sample([*product(GAMES, FORMS)], 1))
def test_at_every_moment_everything_on_the_screen_agrees(
    visit: Visit, game: str, form: str
) -> None:
    """On a slow machine few moments of a game are caught, so there may be several games."""
    ada = visit(**MOVES, **FORMS[form])
    dice, looked_at, versions_seen = random.Random(4), 0, 0
    while looked_at < MOMENTS:
        table = ada.make(game, "me", *["easy"] * (PLAYERS - 1))
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
        until_then = [steps[version] for version in steps if version <= one["version"]]
        told = max(past["version"] for past in until_then if past["kind"] not in SECRET)
        nothing_told = one["log"] is None and told == min(steps)
        assert one["log"] == told or nothing_told or not one["hasLog"]
        assert one["scores"] == step["scores"]
        if one["sheet"]:
            assert one["sheet"] == [sheet["total"] for sheet in step["view"]["points"]]
            assert one["row"] == len(step["view"]["row"])
        assert one["turn"] == step["to_act"]
        assert one["mine"] == one["title"] == (0 in step["to_act"])
    versions = [one["version"] for one in seen]
    assert all(before <= after for before, after in pairwise(versions))


@dataclass(frozen=True)
class Chance:
    """A position in which seat 0 can decide so."""

    game: fm.Game
    position: Document


def kinds_of(game: str) -> ModuleType:
    return import_module(f"formicarium.games.{game}.actions")


def kind_of(game: str, code: int) -> str:
    return str(kinds_of(game).split(code)[0].name.lower())


def before_each_kind(game: str) -> dict[str, list[Chance]]:
    """For each kind of action positions of two games in which seat 0 can decide so.

    Some are met by those who play at random, others by those who mostly play well.
    """
    *kinds, _end = kinds_of(game).Code
    wanted = {kind.name.lower() for kind in kinds} - RARE.get(game, set())
    found: dict[str, list[Chance]] = {}
    for seed, whims, options in product(range(8), (1.0, 0.3), GAMES[game]):
        played = fm.load(game, players=PLAYERS, **options)
        for kind, position in last_of_each_kind(game, played.start(seed=seed), seed, whims).items():
            found.setdefault(kind, []).append(Chance(played, position))
    assert {*found} == wanted
    return {kind: chances[:2] for kind, chances in found.items()}


def last_of_each_kind(game: str, state: State, seed: int, whims: float) -> dict[str, Document]:
    """Where seat 0 could decide so for the last time: by then there is more that can move."""
    found: dict[str, State] = {}
    dice, bot = random.Random(seed), load_bot("greedy")
    while state.to_act:
        seat = state.to_act[0]
        codes = state.codes(seat)
        if seat == 0:
            found |= dict.fromkeys({kind_of(game, code) for code in codes}, state.copy())
        is_whim = dice.random() < whims
        state.play(seat, dice.choice(codes) if is_whim else ask(bot, state, seat, seed))
    return {kind: one.to_position() for kind, one in found.items()}


@pytest.mark.parametrize(
    ("game", "form", "motion"),
    sample([*product(GAMES, FORMS, ("no-preference", "reduce"))], 1),
)
def test_every_kind_of_action_moves_something(
    visit: Visit, game: str, form: str, motion: str
) -> None:
    """Or where nothing may move, it is outlined."""
    ada = visit(speed="normal", reduced_motion=motion, **FORMS[form])
    still = {
        kind
        for kind, chances in before_each_kind(game).items()
        if not any(moves(ada, game, kind, chance) for chance in chances)
    }
    assert still <= MAY_BE_STILL[game]


def moves(ada: Visitor, game: str, kind: str, chance: Chance) -> bool:
    """Whether something flies or is outlined when seat 0 decides so."""
    seats = ["me", *["easy"] * (PLAYERS - 1)]
    table = ada.make(game, *seats, options=chance.game.options, position=chance.position)
    ada.sit(table)
    ada.page.wait_for_selector(".flights", state="attached")
    ada.page.evaluate(COUNT)
    mine, version = list[int](), 0
    while not mine:  # of what was decided in secret, the first question is asked again
        now = ada.ask(f"/api/tables/{table}?seat=0")
        codes = [action["code"] for action in now["actions"]]
        if not codes:
            return False
        mine = [code for code in codes if kind_of(game, code) == kind]
        code = [codes[0], *mine][-1]  # the last of them: no nurses come first
        version = now["version"] + 1
        play = {"seat": 0, "action": code, **named(now["version"])}
        ada.ask(f"/api/tables/{table}/play", play)
    try:
        ada.page.wait_for_function(
            "version => version in window.flown_", arg=str(version), timeout=SOON * 1000
        )
    except TimeoutError:
        return False
    return True


def named(version: int) -> dict[str, Any]:
    """At which version something is decided, and a name of its own for it."""
    return {"version": version, "key": f"play {version}"}


@pytest.mark.parametrize("form", sample(["upright", "side"], 1))
def test_the_view_goes_where_others_walk_and_then_to_what_is_asked(visit: Visit, form: str) -> None:
    """Whatever Ada looked at when she decided."""
    ada = visit(**MOVES, **FORMS[form])
    table = ada.make("myrmes", "me", "beginner", "beginner", position=workers_wait())
    ada.sit(table)
    dice, walked = random.Random(1), set[str]()
    while len(walked) < 3:
        arrive(ada, table)
        ada.page.evaluate(WATCH)
        ada.page.locator("[data-place=objectives]").click()
        since = ada.version
        while decided(ada, table, dice):
            pass
        arrive(ada, table)
        seen = ada.page.evaluate("() => window.seen_")
        for step in history(ada, table):
            hex_ = f"hex {step['text']}" if step.get("seat") and "code" in step else ""
            is_walk = hex_ and kind_of("myrmes", step["code"]) == "hex" and step["version"] > since
            if is_walk and (things := seen.get(str(step["version"]))):
                assert hex_ in things, (hex_, things)
                walked.add(step["text"])
    ada.page.wait_for_selector(".stage .spot.live")


def workers_wait() -> Document:
    """A position of Myrmes in which seat 0 sends a worker out, and the others have some left."""
    state = fm.load("myrmes", players=PLAYERS).start(seed=1)
    bot = load_bot("greedy")
    while state.to_act[0] or "room" not in {kind_of("myrmes", code) for code in state.codes(0)}:
        state.play(state.to_act[0], ask(bot, state, state.to_act[0], 1))
    return state.to_position()


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
