"""The engine on the visitor's own device: hints, prospects and analyses without the server's."""

import hashlib
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.core.game import Game, rulebook
from formicarium.wasm.interface import bound_entries, desk_layout
from formicarium.wasm.manifest import current_manifest, engine_folder
from formicarium.wasm.modules import build
from tests.server.killing import Open, opened
from tests.tiers import sample
from tests.web.browsing import Visitor
from tests.web.conftest import Visit

MYRMES = "myrmes"
GAMES = ["micropolis", MYRMES]
GAMES += sample([name for name in fm.game_names() if name not in GAMES], 0)
SEED, COUNT = 11, 20  # of random games

BLOCKED = "delete window.WebAssembly;"

# So many workers die in the middle of their first thought.
DYING = """let left = %s;
window.Worker = class extends Worker {
  postMessage(order) {
    super.postMessage(order);
    if (order.kind !== "think" || left-- <= 0) return;
    setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "died" })), 50);
  }
};"""

# Whole random games by the module of a game: a digest of the bytes in which they end.
PLAY = """async ([address, parts, blank, seed, games]) => {
  const manifest = await (await fetch(address)).json();
  const sent = fetch(`/engine/${manifest.sha256}.wasm`);
  const { instance } = await WebAssembly.instantiateStreaming(sent);
  const { memory, __heap_base, random_games } = instance.exports;
  const sizes = { u8: 1, i32: 4, f32: 4, i64: 8, f64: 8 };
  const places = {};
  let top = __heap_base.value;
  const numbers = { seed: BigInt(seed), first: 0, games };
  const words = manifest.entries.random_games.takes.map(({ name, of, shape }) => {
    if (!of) return numbers[name];
    const item = manifest.rows[of]?.bytes ?? sizes[of];
    const size = shape.reduce((all, length) => all * (numbers[length] ?? length), item);
    places[name] = { at: (top + 15) & ~15, size };
    top = places[name].at + size;
    return places[name].at;
  });
  memory.grow(Math.max(0, Math.ceil((top - memory.buffer.byteLength) / 65536)));
  const bytes = ({ at, size }) => new Uint8Array(memory.buffer, at, size);
  bytes(places.parts).set(Uint8Array.from(parts));
  bytes(places.blank).set(Uint8Array.from(blank));
  random_games(...words);
  const digest = await crypto.subtle.digest("SHA-256", bytes(places.states).slice());
  return Array.from(new Uint8Array(digest), (one) => one.toString(16).padStart(2, "0")).join("");
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """A house of its own: one that was opened before there were modules knows of none."""
    for book in map(rulebook, GAMES):
        if current_manifest(book) is None:
            build(book, engine_folder(book))
    with opened(tmp_path_factory.mktemp("engines")) as house:
        yield house


def asked(visitor: Visitor) -> list[str]:
    """The last part of everything that a visitor's page asks for from now on."""
    paths: list[str] = []
    visitor.page.on(
        "request", lambda one: paths.append(one.url.partition("?")[0].rpartition("/")[2])
    )
    return paths


def ended(game: Game) -> str:
    """A digest of random games on the processor."""
    states = np.zeros((COUNT, game.blank.size), np.uint8)
    desk = np.zeros(1, desk_layout(game.book))
    bound_entries(game.book).play_games(
        game.parts_bytes, game.blank, np.uint64(SEED), 0, states, np.zeros(COUNT, np.int64),
        np.zeros((COUNT, 8, 2), np.int64), desk["room"][0], desk["dice"][0],
    )  # fmt: skip
    return hashlib.sha256(states.tobytes()).hexdigest()


@pytest.mark.parametrize("name", GAMES)
def test_games_end_in_the_same_bytes_in_the_browser(visit: Visit, name: str) -> None:
    ada, game = visit(), fm.load(name)
    ada.open("/")
    address = ada.ask(f"/api/games/{name}")["engine"]
    handed = [address, game.parts_bytes.tolist(), game.blank.tolist(), str(SEED), COUNT]
    assert ada.page.evaluate(PLAY, handed) == ended(game)


def hinted(visitor: Visitor) -> list[str]:
    """What a visitor is told who asks for a hint at a table of her own."""
    visitor.sit(visitor.make("micropolis", "me", "me"))
    visitor.page.get_by_role("button", name="Hint").click()
    visitor.page.wait_for_selector(".advised li")
    return [str(line) for line in visitor.page.locator(".advised li").all_inner_texts()]


def test_a_hint_by_this_device(visit: Visit) -> None:
    ada = visit()
    paths = asked(ada)
    assert len(hinted(ada)) == 3
    ada.page.locator(".advised .reason").first.wait_for()
    assert {"world", "reasons"} <= {*paths}
    assert "hint" not in paths


def finished(visitor: Visitor, game: str = "micropolis") -> str:
    """A game that was played to its end at random, past the page."""
    table, dice = visitor.make(game, "me", "me"), random.Random(1)
    number = 0
    while (seen := visitor.ask(f"/api/tables/{table}?language=none"))["status"] != "over":
        number += 1
        step: dict[str, Any] = {"key": str(number), "version": seen["version"]}
        step |= {"seat": seen["seat"], "action": dice.choice(seen["actions"])["code"]}
        visitor.ask(f"/api/tables/{table}/play", step)
    return table


def prospects(visitor: Visitor) -> list[str]:
    """Everybody's chances at what is shown, in percent, when they have been found."""
    visitor.page.locator("[data-prospects][aria-busy=false]").wait_for()
    told = visitor.page.locator("[data-prospects] li").all_inner_texts()
    return [text.split()[0] for text in told]


def test_chances_are_those_of_the_step_that_is_shown_to_a_seat(visit: Visit) -> None:
    """A seat counts what it was shown: not the same as what has happened, where some is secret."""
    ada = visit()
    ada.open(f"/t/{finished(ada, MYRMES)}/replay")
    while (end := prospects(ada)) == ["50", "50"]:  # a tie looks like a beginning
        ada.open(f"/t/{finished(ada, MYRMES)}/replay")
    assert {*end} == {"0", "100"}
    eyes = ada.page.get_by_label("By whose eyes")
    for seat in ("0", "1"):
        with ada.page.expect_response("**/history*"):
            eyes.select_option(seat)
        eyes.blur()
        ada.page.keyboard.press("Home")
        assert prospects(ada) != end
        ada.page.keyboard.press("End")
        assert prospects(ada) == end


def test_where_the_engine_is_lost_that_is_said_instead_of_chances(visit: Visit) -> None:
    ada = visit()
    ada.context.add_init_script(DYING % 2)
    ada.open(f"/t/{finished(ada)}/replay")
    assert "100" in prospects(ada)
    ada.page.keyboard.press("Home")
    ada.page.locator("[data-prospects]", has_text="the engine has stopped").wait_for()


def test_an_analysis_by_this_device(visit: Visit) -> None:
    ada = visit()
    paths = asked(ada)
    ada.open(f"/t/{finished(ada)}/replay")
    assert prospects(ada) in (["100", "0"], ["0", "100"])
    ada.page.keyboard.press("Home")
    assert "100" not in prospects(ada)
    ada.page.get_by_role("button", name="Analyse").click()
    ada.page.get_by_role("button", name="Stop").click()
    ada.page.get_by_role("button", name="Analyse").click()
    ada.page.wait_for_selector("figure polyline")
    assert {"states", "words"} <= {*paths}
    assert "analysis" not in paths


def test_without_webassembly_the_server_thinks(visit: Visit) -> None:
    ada = visit()
    ada.context.add_init_script(BLOCKED)
    paths = asked(ada)
    assert len(hinted(ada)) == 3
    assert "hint" in paths
    assert "world" not in paths
    ada.open(f"/t/{finished(ada)}/replay?analyse")
    ada.page.wait_for_selector("figure polyline")
    assert "analysis" in paths
    assert "states" not in paths


def test_whoever_does_not_want_it_asks_the_server(visit: Visit) -> None:
    ada = visit()
    ada.open("/")
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_label("Engine on this device").uncheck()
    paths = asked(ada)
    assert len(hinted(ada)) == 3
    assert "hint" in paths
    assert not any(path.endswith(".wasm") for path in paths)


@pytest.mark.parametrize("broken", ["**/engine/*.wasm", "**/assets/worker-*.js"])
def test_where_the_engine_breaks_the_server_thinks_and_it_is_said(
    visit: Visit, broken: str
) -> None:
    ada = visit()
    ada.forgiven = lambda fault: "integrity" in fault or "broken" in fault
    kind = "application/wasm" if broken.endswith("wasm") else "text/javascript"
    ada.page.route(
        broken, lambda route: route.fulfill(body="throw Error('broken')", content_type=kind)
    )
    paths = asked(ada)
    assert len(hinted(ada)) == 3
    assert "hint" in paths
    ada.page.get_by_text("the server does it instead").first.wait_for(state="attached")


@pytest.mark.parametrize("dying", [1, 2])
def test_a_worker_that_dies_in_mid_thought_is_replaced_once(visit: Visit, dying: int) -> None:
    ada = visit()
    ada.context.add_init_script(DYING % dying)
    paths = asked(ada)
    assert len(hinted(ada)) == 3
    assert ("hint" in paths) == (dying == 2)
    said = ada.page.get_by_text("the server does it instead")
    assert bool(said.count()) == (dying == 2)


def test_an_analysis_ends_in_a_tab_that_was_in_the_background(visit: Visit) -> None:
    ada = visit()
    ada.open(f"/t/{finished(ada)}/replay")
    prospects(ada)
    paths = asked(ada)
    ada.page.get_by_role("button", name="Analyse").click()
    browser = ada.context.new_cdp_session(ada.page)
    for state in ("frozen", "active"):
        browser.send("Page.setWebLifecycleState", {"state": state})
        ada.page.wait_for_timeout(2000)
    ada.page.wait_for_selector("figure polyline")
    assert "words" in paths
    assert "analysis" not in paths
