"""The page as an app: installed, without a network, of another version, and pushed to."""

import json
import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute

from formicarium.server.house.push import Push, payload_of
from formicarium.server.settings import Settings
from formicarium.server.static import KINDS, PAGE, WORKER
from formicarium.server.store.notices import Subscription
from tests.server.posting import Browser as KeysOfBrowser
from tests.server.posting import Sent
from tests.web.browsing import PATIENCE, TABLE, Visitor
from tests.web.conftest import Visit

pytestmark = pytest.mark.xdist_group("web app")

FIRST_LOAD = 200_000  # bytes as they are sent
AHEAD = 1_500_000
GONE = 1012  # what a house says that comes back in a moment
OFFLINE = re.compile("Without network: as seen at ")

# What is kept, as "own /api/daily"; and how many bytes that is when it is sent.
KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) {
      const answer = await caches.match(request, { cacheName: name, ignoreVary: true });
      const body = await answer.blob();
      const packed = body.stream().pipeThrough(new CompressionStream("gzip"));
      const { pathname, search } = new URL(request.url);
      const is_small = /png|woff/.test(pathname);
      const size = is_small ? body.size : (await new Response(packed).blob()).size;
      kept[`${name.split(" ")[1]} ${pathname}${search}`] = size;
    }
  return kept;
}"""
WEIGHT = """() => performance.getEntries()
  .reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)"""
OFFER = """() => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  offer.prompt = () => { window.asked = true; };
  dispatchEvent(offer);
}"""
NOTICES = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, tag, data }) => [title, body, tag, data])"""
# A click cannot be made by a program: what it would open is noted instead.
CLICK = """async () => {
  const opened = [];
  self.clients.openWindow = place => opened.push(place);
  WindowClient.prototype.focus = function () { opened.push("focus " + new URL(this.url).pathname) };
  const [notification] = await self.registration.getNotifications();
  const click = new NotificationEvent("notificationclick", { notification });
  self.dispatchEvent(click);
  for (let wait = 0; wait < 100 && !opened.length; wait++)
    await new Promise(done => setTimeout(done, 20));
  return opened;
}"""


def is_cut_off(fault: str) -> bool:
    """What a browser says of requests without a network."""
    return fault.startswith("failed: ") or "DISCONNECTED" in fault or "ERR_FAILED" in fault


def begun(ada: Visitor, path: str = "/") -> Visitor:
    """The page is open, and its worker listens."""
    ada.open(path).page.wait_for_function("() => navigator.serviceWorker.controller")
    return ada


def until(ada: Visitor, look: Callable[[], Any], is_so: Callable[[Any], bool]) -> Any:
    """What one sees, once it is so."""
    end = time.monotonic() + PATIENCE
    while not is_so(seen := look()):
        assert time.monotonic() < end, seen
        ada.page.wait_for_timeout(100)
    return seen


def kept(ada: Visitor, wanted: str) -> dict[str, int]:
    """What the browser keeps, once this is among it."""

    def is_there(found: dict[str, int]) -> bool:
        return any(re.fullmatch(wanted, name) for name in found)

    found: dict[str, int] = until(ada, lambda: ada.page.evaluate(KEPT), is_there)
    return found


def forgotten(ada: Visitor, part: str) -> None:
    """Wait until the browser keeps nothing that has this in its name."""
    until(ada, lambda: ada.page.evaluate(KEPT), lambda found: not any(part in one for one in found))


def test_it_can_be_installed_and_fetches_little(visit: Visit) -> None:
    ada = begun(visit("de", is_app=True))
    assert ada.page.evaluate(WEIGHT) <= FIRST_LOAD
    browser = ada.context.new_cdp_session(ada.page)
    ada.page.wait_for_selector("link[rel=manifest][href$='de.webmanifest']", state="attached")
    found = browser.send("Page.getAppManifest")
    assert not found["errors"]
    manifest = json.loads(found["data"])
    assert manifest["lang"] == "de"
    for one in (*manifest["shortcuts"], *manifest["icons"]):
        assert ada.context.request.get(ada.address + (one.get("url") or one["src"])).ok
    errors = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}  # as all tests are

    ahead = kept(ada, r"shared /api/games/micropolis/lessons\?language=de")
    games = [game["name"] for game in ada.ask("/api/games")["games"]]
    ahead = kept(ada, rf"shared /api/games/{games[-1]}/lessons\?language=de")
    listed = ada.context.request.get(f"{ada.address}/{WORKER}").text()
    files = json.loads(listed.partition("= ")[2].partition(";\n")[0])["files"]
    assert {f"files {path}" for path in files} <= ahead.keys()
    assert sum(ahead.values()) <= AHEAD

    ada.page.evaluate(OFFER)
    ada.page.get_by_role("button", name="Einstellungen").click()
    ada.page.get_by_role("button", name="Als App installieren").click()
    assert ada.page.evaluate("() => window.asked")


def test_without_https_the_settings_say_why_it_is_no_app(visit: Visit) -> None:
    ada = visit()
    ada.context.add_init_script(
        "Object.defineProperty(window, 'isSecureContext', { value: false })"
    )
    ada.open("/").page.get_by_role("button", name="Settings").click()
    ada.page.get_by_text("This page came without https.").wait_for()


def test_without_a_network_it_shows_what_was_seen(visit: Visit) -> None:
    ada = begun(visit(is_app=True))
    ada.forgiven = is_cut_off
    games = [game["name"] for game in ada.ask("/api/games")["games"]]
    running = ada.make("micropolis", "me", "easy")
    over = ada.make("micropolis", "beginner", "beginner")
    ada.sit(over).page.wait_for_selector(f"{TABLE}[data-status=over]")
    ada.open(f"/t/{over}/replay").page.wait_for_selector(".replay .board svg")
    ada.sit(running)
    actions = ada.page.locator(".decisions [data-action]").count()
    assert actions
    kept(ada, rf"own /api/tables/{running}\?language=en")
    kept(ada, rf"shared /api/games/{games[-1]}/lessons\?language=en")
    ada.open("/").page.get_by_text("Waiting for me").wait_for()
    kept(ada, r"own /api/tables\?language=en&list=mine&page=0")

    ada.context.set_offline(True)
    said = ada.page.get_by_role("status").filter(has_text=OFFLINE)
    ada.open("/").page.get_by_text("My games").wait_for()
    said.wait_for()
    ada.sit(running)
    said.wait_for()
    assert ada.page.locator(".board .live, .decisions [data-action]").count() == 0
    ada.open(f"/t/{over}/replay").page.wait_for_selector(".replay .board svg")
    said.wait_for()
    ada.open("/rules/myrmes").page.get_by_role("heading", name="Your turn").wait_for()
    said.wait_for()
    ada.open("/learn/micropolis?chapter=row")
    ada.page.get_by_text("can be read, not played").wait_for()
    ada.open(f"/t/{running}").page.wait_for_selector(TABLE)

    ada.context.set_offline(False)
    ada.page.wait_for_selector(".decisions [data-action]")
    assert ada.page.locator(".decisions [data-action]").count() == actions
    assert said.count() == 0


def test_what_was_decided_when_the_line_broke_counts_once(visit: Visit) -> None:
    """The house has heard it, but its answer is lost: it is told again, with the same key."""
    ada, lines, deaf = begun(visit(is_app=True)), list[WebSocketRoute](), False

    def answer(line: WebSocketRoute) -> None:
        house = line.connect_to_server()
        house.on_message(lambda message: None if deaf else line.send(message))
        lines.append(line)

    ada.context.route_web_socket("**/socket?*", answer)
    table = ada.make("micropolis", "me", "me")
    ada.sit(table)
    before, deaf = ada.ask(f"/api/tables/{table}")["version"], True
    while ada.ask(f"/api/tables/{table}")["version"] == before:
        ada.step(random.Random(1))
        ada.page.wait_for_timeout(100)
    deaf = False
    lines[-1].close(code=GONE)
    ada.page.wait_for_function(
        "before => +document.querySelector('.table[data-version]').dataset.version > before",
        arg=before,
    )
    ada.page.wait_for_function("() => !document.querySelector('.decisions button:disabled')")
    log = ada.ask(f"/api/tables/{table}/log")["log"]
    assert [line["kind"] for line in log if line["version"] > before] == ["played"]


def test_what_is_clicked_while_the_line_is_cut_is_sent_once_at_most(visit: Visit) -> None:
    """Nobody knows whether the house has heard it; the page goes on from what the house says."""
    ada, lines, is_cut = begun(visit(is_app=True)), list[WebSocketRoute](), False
    sent: list[str] = []

    def answer(line: WebSocketRoute) -> None:
        house = line.connect_to_server()
        lines.append(line)

        def hear(message: str | bytes) -> None:
            if '"play"' in str(message):
                sent.append(json.loads(message)["key"])
            if not is_cut:
                house.send(message)

        line.on_message(hear)

    ada.context.route_web_socket("**/socket?*", answer)
    table = ada.make("micropolis", "me", "me")
    ada.sit(table)
    before = ada.ask(f"/api/tables/{table}")["version"]
    is_cut = True
    while not sent:
        ada.step(random.Random(1))
        ada.page.wait_for_timeout(100)
    for _ in range(5):  # somebody who sees nothing happen clicks again
        ada.page.mouse.click(5, 5)
        ada.step(random.Random(1))
    is_cut = False
    lines[-1].close(code=GONE)
    version = "+document.querySelector('.table[data-version]').dataset.version"
    ada.page.wait_for_function(
        f"before => {version} > before && !document.querySelector('.decisions button:disabled')",
        arg=before,
    )
    log = ada.ask(f"/api/tables/{table}/log")["log"]
    assert [line["kind"] for line in log if line["version"] > before] == ["played"]
    assert len({*sent}) == 1  # under one key, however often


def test_nothing_of_mine_stays_for_somebody_else(visit: Visit) -> None:
    ada = begun(visit(is_app=True))
    ada.forgiven = is_cut_off
    shared = ada.make("minicity", "me", "me")  # at one screen: each hides something from the other
    ada.sit(shared).page.wait_for_timeout(1000)
    table = ada.make("micropolis", "me", "easy")
    ada.sit(table)
    found = kept(ada, rf"own /api/tables/{table}\?language=en")
    assert not [name for name in found if shared in name]
    ada.open("/reset")  # at a table she would look on at once, as somebody else
    ada.page.evaluate("() => fetch('/api/session', { method: 'DELETE' })")
    forgotten(ada, "own ")
    ada.sit(table)
    kept(ada, rf"own /api/tables/{table}\?language=en")
    ada.context.clear_cookies()  # as when the session was ended elsewhere
    ada.open("/")
    forgotten(ada, table)
    ada.context.set_offline(True)
    ada.open(f"/t/{table}").page.get_by_text("Connection lost").wait_for()
    assert ada.page.locator(TABLE).count() == 0


def as_a_browser_reads_it(told: dict[str, Any]) -> str:
    """A message that the house has sealed, unsealed by the keys of a browser."""
    browser = KeysOfBrowser()
    keys = browser.subscription("")["keys"]
    address = Subscription(1, 1, "", "https://push.example.org/ada", **keys, created=0.0)
    nothing: Any = None  # is kept for sealing alone
    sealed = Push(nothing, Settings()).sealed(address, payload_of(**told))
    return json.dumps(browser.read(Sent("", {}, sealed)))


def test_what_is_pushed_is_shown_and_leads_to_its_table(visit: Visit) -> None:
    ada = begun(visit("de", is_app=True, permissions=["notifications"]))
    browser = ada.context.new_cdp_session(ada.page)
    known: list[dict[str, Any]] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"])
    )
    browser.send("ServiceWorker.enable")
    (worker,) = until(ada, lambda: known and ada.context.service_workers, bool)
    table = ada.make("micropolis", "me", "easy")

    def push(message: str) -> None:
        place = {"origin": ada.address, "registrationId": known[-1]["registrationId"]}
        browser.send("ServiceWorker.deliverPushMessage", {**place, "data": message})

    def shown(*wanted: list[str]) -> None:
        until(ada, lambda: ada.page.evaluate(NOTICES), lambda found: found == [*wanted])

    told = {"title": "Micropolis", "body": "Zug 3", "url": f"/t/{table}", "tag": "t", "waiting": 2}
    push(json.dumps({**told, "body": "Zug 2"}))
    push(as_a_browser_reads_it(told))
    shown(["Micropolis", "Zug 3", "t", f"/t/{table}"])
    assert worker.evaluate(CLICK) == [f"/t/{table}"]
    push(json.dumps(told))
    shown(["Micropolis", "Zug 3", "t", f"/t/{table}"])
    ada.sit(table).page.wait_for_function(f"async () => !(await ({NOTICES})()).length")
    push("{broken")
    shown(["Du bist am Zug", "", "turn", "/"])
    push(json.dumps({**told, "tag": "turn", "url": "https://elsewhere.example/t/1"}))
    shown(["Micropolis", "Zug 3", "turn", "/"])
    ada.open("/daily")
    push(json.dumps({**told, "tag": "turn", "url": "/daily?day=1"}))
    shown(["Micropolis", "Zug 3", "turn", "/daily?day=1"])
    ada.open("/daily?day=1")
    assert worker.evaluate(CLICK) == ["focus /daily"]


# --- Versions -------------------------------------------------------------------------------------


class OtherHouse(BaseHTTPRequestHandler):
    """A house that has the page alone, in whichever version is wished for."""

    page = worker = ""  # their versions

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        is_file = path.startswith("/page/") or path == f"/{WORKER}"
        name = path.removeprefix("/page/").lstrip("/") if is_file else "index.html"
        content = (PAGE / name).read_bytes() if (PAGE / name).is_file() else b""
        version = type(self).worker if name == WORKER else type(self).page
        if name in (WORKER, "index.html"):
            content = re.sub(rb"\b[0-9a-f]{16}\b", version.encode(), content, count=1)
        self.send_response(404 if path.startswith("/api") else 200)
        self.send_header("Content-Type", KINDS["." + name.rpartition(".")[2]])
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def other_house() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), OtherHouse) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_another_version_is_offered_and_never_forced(browser: Browser) -> None:
    old, new, newest = (letter * 16 for letter in "abc")
    version = "() => document.querySelector('meta[name=version]').content"
    names = "async () => (await caches.keys()).map(name => name.split(' ').slice(1).join(' '))"
    look = "() => document.dispatchEvent(new Event('visibilitychange'))"
    OtherHouse.page = OtherHouse.worker = old
    with other_house() as address, browser.new_context(locale="en") as context:
        ada, ben = Visitor(context, address), Visitor(context, address)
        for one in (ada, ben):
            begun(one).page.evaluate("() => { window.mark = true }")
        offers = [one.page.get_by_text("There is a new version.") for one in (ada, ben)]

        OtherHouse.worker = new  # half of an upgrade: the worker waits for its page
        ada.page.evaluate(look)
        ada.page.wait_for_timeout(1000)
        assert f"files {new}" not in ada.page.evaluate(names)
        OtherHouse.page = new
        ada.page.evaluate(look)
        for offer in offers:
            offer.wait_for()
        assert all(one.page.evaluate("() => window.mark") for one in (ada, ben))

        ada.page.get_by_role("button", name="Reload").click()
        ada.page.wait_for_function(f"() => ({version})() === '{new}'")
        assert offers[0].count() == 0
        offers[1].wait_for()
        assert ben.page.evaluate("() => window.mark")
        assert {f"files {old}", f"files {new}"} <= {*ben.page.evaluate(names)}
        ben.page.close()
        ada.page.reload()
        ada.page.wait_for_function(f"async () => !(await ({names})()).includes('files {old}')")

        OtherHouse.page = OtherHouse.worker = newest  # whoever comes anew has it at once
        begun(ada)
        assert ada.page.evaluate(version) == newest
        ada.page.wait_for_function(f"async () => !(await ({names})()).includes('files {new}')")
        assert offers[0].count() == 0
