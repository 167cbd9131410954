"""One WebSocket per table and browser."""

import asyncio
import json
import re
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from litestar.testing.websocket_test_session import WebSocketTestSession
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from formicarium.server import app
from formicarium.server.api import sockets
from formicarium.server.house.fanout import News
from tests.server.playing import (
    SECONDS,
    Guest,
    begun,
    counted,
    finish,
    frame,
    frames,
    house,
    on_turn,
    two,
)

Client = TestClient[Any]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with house(tmp_path_factory.mktemp("house")) as client:
        yield client


def send(socket: WebSocketTestSession, kind: str, **fields: Any) -> None:
    fields.setdefault("key", f"socket {time.monotonic_ns()}")
    socket.send_json({"type": kind, **fields})


def decide(socket: WebSocketTestSession, seen: Any) -> None:
    code, version = seen["actions"][0]["code"], seen["version"]
    send(socket, "play", seat=seen["seat"], action=code, version=version)


def closed(socket: WebSocketTestSession) -> int:
    """The code with which the other side closes; what it sends before is passed over."""
    try:
        while True:
            socket.receive_json(timeout=SECONDS)
    except WebSocketDisconnect as closing:
        return closing.code


def same(one: Any, other: Any, *but: str) -> bool:
    left_out = ("type", "log", "seats", "host_away_since", *but)
    return {k: v for k, v in one.items() if k not in left_out} == {
        k: v for k, v in other.items() if k not in left_out
    }


def with_all(socket: WebSocketTestSession) -> Any:
    """The table as soon as everybody who plays is there."""
    seen = frame(socket, "table")
    while not all(seat["online"] for seat in seen["seats"]):
        seen = frame(socket, "table")
    return seen


def test_two_people_play_over_sockets(client: Client) -> None:
    ada, ben, table = begun(client)
    with ada.socket(table) as first, ben.socket(table) as second:
        sockets = [first, second]
        seen = [with_all(first), with_all(second)]
        for _ in range(12):
            mover = 0 if seen[0]["actions"] else 1
            decide(sockets[mover], seen[mover])
            done, seen[mover] = frames(sockets[mover], "done", "table")
            seen[1 - mover] = frame(sockets[1 - mover], "table")
            for seat in (0, 1):
                assert [line["version"] for line in seen[seat]["log"]] == [seen[seat]["version"]]
            assert done["version"] == seen[mover]["version"]
    assert same(seen[0], ada.table(table))
    assert same(seen[1], ben.table(table))


def test_everybody_is_shown_as_online(client: Client) -> None:
    ada, ben, table = begun(client)
    with ada.socket(table) as socket:
        frame(socket, "table")
        assert [seat["online"] for seat in ben.table(table)["seats"]] == [True, False]


def test_all_see_who_of_the_players_comes_and_goes(client: Client) -> None:
    ada, ben, table = begun(client)
    with ada.socket(table) as socket, ada.socket(table):
        alone = frame(socket, "table")
        with Guest(client).socket(table), ben.socket(table), ben.socket(table):
            both = frame(socket, "table")
        left = frame(socket, "table")
    online = [[seat["online"] for seat in seen["seats"]] for seen in (alone, both, left)]
    assert online == [[True, False], [True, True], [True, False]]
    assert alone["version"] == both["version"] == left["version"]
    assert both["log"] == left["log"] == []


def test_a_socket_goes_on_where_another_one_ended(client: Client) -> None:
    ada, ben, table = begun(client)
    with ada.socket(table, "?seat=0") as socket:
        seen = frame(socket, "table")
        assert seen["log"] == []
    for _ in range(32):  # more than is kept at hand
        on_turn(ada, ben, table)[0].move(table)
    whole = ada.get(f"/api/tables/{table}/log?seat=0")["log"]
    for since in (0, seen["version"], 30, len(whole)):
        with ada.socket(table, f"?seat=0&since={since}") as socket:
            assert frame(socket, "table")["log"] == whole[since:]
    with ada.socket(table, "?seat=0&since=999999&language=de") as socket:
        assert frame(socket, "table")["log"] == []


def test_what_a_slow_client_missed_is_in_the_next_log(client: Client) -> None:
    ada, ben, table = begun(client)
    with ada.socket(table, "?seat=0&since=0") as socket:
        for _ in range(32):
            on_turn(ada, ben, table)[0].move(table)
        whole = ada.get(f"/api/tables/{table}/log?seat=0")["log"]
        log: list[Any] = []
        while len(log) < len(whole):
            log += frame(socket, "table")["log"]
    assert log == whole


def test_spectators_see_no_more_than_everybody(client: Client) -> None:
    ada, ben, table = begun(client)
    eve = Guest(client)
    with eve.socket(table) as socket:
        seen = frame(socket, "table")
        assert (seen["seat"], seen["actions"], seen["seed"]) == (None, [], None)
        on_turn(ada, ben, table)[0].move(table)
        assert frame(socket, "table")["version"] == seen["version"] + 1
        decide(socket, {"actions": [{"code": 0}], "seat": 0, "version": seen["version"]})
        assert frame(socket, "refused")["error"] == "not_yours"


def test_all_seats_of_a_browser_come_in_one_frame(client: Client) -> None:
    ada, _ = two(client)
    table = ada.make("me", "me")
    with ada.socket(table, "?seat=all") as socket:
        first = frame(socket, "tables")["tables"]
        assert [one["seat"] for one in first] == [0, 1]
        mover = next(one for one in first if one["actions"])
        decide(socket, mover)
        done, after = frames(socket, "done", "tables")
        assert done["version"] == mover["version"] + 1
        assert [one["version"] for one in after["tables"]] == [one["version"] + 1 for one in first]


def test_without_a_seat_a_socket_turns_to_the_one_that_must_decide(client: Client) -> None:
    ada, _ = two(client)
    table = ada.make("me", "me")
    seats = set()
    with ada.socket(table) as socket:
        for _ in range(8):
            seen = frame(socket, "table")
            assert seen["actions"]
            seats.add(seen["seat"])
            decide(socket, seen)
    assert seats == {0, 1}


def test_a_spectator_who_sits_down_sees_her_seat(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open")
    with ben.socket(table) as socket:
        assert frame(socket, "table")["seat"] is None
        send(socket, "join")
        done, seen = frames(socket, "done", "table")
        assert (done["seat"], len(done["token"]), seen["seat"]) == (1, 43, 1)
        send(socket, "leave", seat=1)
        assert frames(socket, "done", "table")[1]["seat"] is None


def test_chat_comes_once_and_in_order(client: Client) -> None:
    ada, ben, table = begun(client)
    ada.do("chat", table, text="before")
    with ben.socket(table) as socket:
        assert [line["text"] for line in frame(socket, "chat")["lines"]] == ["before"]
        send(socket, "chat", text="  I   am here ", key="mine")
        done, said = frames(socket, "done", "chat")
        assert done["key"] == "mine"
        assert [(line["text"], line["mine"], line["seat"]) for line in said["lines"]] == [
            ("I am here", True, 1)
        ]
        ada.do("chat", table, text="good")
        assert [line["number"] for line in frame(socket, "chat")["lines"]] == [3]


def test_commands_are_answered_as_over_http(client: Client) -> None:
    ada, ben, table = begun(client)
    mover, _ = on_turn(ada, ben, table)
    with mover.socket(table) as socket:
        seen = frame(socket, "table")
        seat, version = seen["seat"], seen["version"]
        wrong = {"seat": seat, "action": "place left", "version": version}
        send(socket, "play", key="a", **wrong)
        illegal = frame(socket, "refused")
        assert (illegal["key"], illegal["status"], illegal["error"]) == ("a", 422, "illegal_action")
        assert illegal["legal"]
        send(socket, "play", key="b", **(wrong | {"version": 0}))
        conflict = frame(socket, "refused")
        assert (conflict["key"], conflict["status"]) == ("b", 409)
        assert same(conflict["table"], seen)
        send(socket, "play", key="c", **(wrong | {"seat": 1 - seat}))
        assert frame(socket, "refused")["error"] == "not_yours"
        decide(socket, seen)
        again = frame(socket, "done")
        assert again["version"] == version + 1
        right = {"seat": seat, "action": seen["actions"][0]["code"], "version": version}
        send(socket, "play", key=again["key"], **right)
        assert frame(socket, "done") == again
        send(socket, "undo", seat=seat, version=version + 1)
        assert frame(socket, "done")["version"] == version + 2


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("{", "JSON"),
        ("[" * 15_000, "body"),
        ("null", "body"),
        ("{}", "type"),
        ('{"type": "fly", "key": "k"}', "type"),
        ('{"type": ["play"], "key": "k"}', "type"),
        ('{"type": "start", "key": "k", "more": 1}', "more"),
        ('{"type": "play", "key": "k", "seat": "0", "action": 1, "version": 1}', "seat"),
        ('{"type": "chat", "key": "k", "text": ""}', "text"),
        ('{"type": "start", "key": "\\ud800"}', "JSON"),
    ],
)
def test_malformed_messages_are_refused_and_the_socket_lives(
    client: Client, text: str, named: str
) -> None:
    ada, _, table = begun(client)
    with ada.socket(table) as socket:
        frame(socket, "table")
        socket.send_text(text)
        found = frame(socket, "refused")
        assert found["status"] == 400
        assert named in found["message"]
        assert found["key"] == ("k" if '"k"' in text else None)
        socket.send_bytes(b"\xff\xfe")
        assert frame(socket, "refused")["error"] == "not_json"
        send(socket, "lock")
        frame(socket, "done")


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("?seat=1", {}),
        ("?seat=7", {}),
        ("?seat=x", {}),
        ("?since=x", {}),
        ("", {"origin": "https://evil.example"}),
        ("", {"origin": "null"}),
        ("", {"authorization": "Bearer nonsense"}),
    ],
)
def test_a_socket_that_may_not_be_is_not_opened(
    client: Client, query: str, headers: dict[str, str]
) -> None:
    ada, _, table = begun(client)
    with pytest.raises(WebSocketDisconnect), ada.socket(table, query, **headers):
        pass
    with ada.socket(table, origin="http://house.local") as socket:
        frame(socket, "table")


def test_there_is_no_socket_to_what_a_visitor_cannot_see(client: Client) -> None:
    ada, ben, table = begun(client)
    eve = Guest(client)
    with pytest.raises(WebSocketDisconnect), eve.socket("none"):
        pass
    with eve.socket(table) as socket, ben.socket(table) as other:
        frame(socket, "table")
        frame(other, "table")
        ada.do("lock", table)
        assert closed(socket) == 1008
        assert frame(other, "table")["locked"]
    with pytest.raises(WebSocketDisconnect), eve.socket(table):
        pass


def test_a_seat_token_opens_its_own_seat(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open")
    token = ben.do("join", table)["token"]
    with Guest(client).socket(table, authorization=f"Bearer {token}") as socket:
        assert frame(socket, "table")["seat"] == 1
        send(socket, "lock")
        assert frame(socket, "refused")["error"] == "seat_token"


def test_a_table_that_left_memory_is_looked_at_anew(client: Client) -> None:
    ada, ben, table = begun(client)
    houses = client.app.state.services.house
    with ada.socket(table, "?seat=0") as socket:
        seen = frame(socket, "table")
        with client.portal() as portal:
            portal.call(lambda: houses.drop(houses.tables[table]))
        on_turn(ada, ben, table)[0].move(table)
        assert frame(socket, "table")["version"] == seen["version"] + 1


def test_the_end_of_a_game_is_shown_with_its_result(client: Client) -> None:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    with ada.socket(table) as socket:
        over = frame(socket, "table")
        assert over["seed"]
        assert over["scores"] == ada.table(table)["scores"]
        send(socket, "rematch")
        again = frame(socket, "done")["id"]
    assert ben.table(again)["seats"][1]["returns"]


def test_frames_that_are_too_large_end_the_conversation(client: Client) -> None:
    ada, _, table = begun(client)
    with ada.socket(table) as socket:
        frame(socket, "table")
        socket.send_text('{"type": "chat", "text": "' + "ä" * 9000 + '"}')
        assert closed(socket) == 1009


def test_whoever_floods_is_warned_and_then_sent_away(tmp_path: Path) -> None:
    with house(tmp_path, messages_burst=3, messages_per_second=0.01) as client:
        ada, ben, table = begun(client)
        with ada.socket(table) as socket, ben.socket(table) as other:
            frame(socket, "table")
            frame(other, "table")
            for _ in range(4):
                send(socket, "start")
            assert frame(socket, "refused")["error"] == "started"
            while (found := frame(socket, "refused"))["status"] != 429:
                pass
            assert "closed" in found["message"]
            for _ in range(25):
                send(socket, "start")
            assert closed(socket) == 1008
            send(other, "chat", text="others do not notice")
            frame(other, "done")


def test_nobody_opens_too_many_sockets(tmp_path: Path) -> None:
    with house(tmp_path, sockets_per_person=2, sockets=5, trusted_proxies=1) as client:
        ada, ben, table = begun(client)
        here, there = {"x-forwarded-for": "1.1.1.1"}, {"x-forwarded-for": "2.2.2.2"}
        with ada.socket(table, **here) as one, ada.socket(table, **here) as two:
            frame(one, "table")
            frame(two, "table")
            with pytest.raises(WebSocketDisconnect), ada.socket(table, **there):
                pass
            with ben.socket(table, **here) as three:
                frame(three, "table")
                assert re.search(r"formicarium_sockets_open{.*} 3\.0", counted(client))
                # Two are free, and this address has three; another one has none.
                with pytest.raises(WebSocketDisconnect), ben.socket(table, **here):
                    pass
                with Guest(client).socket(table, **there) as four:
                    frame(four, "table")
        while re.search(r"formicarium_sockets_open{.*} 0\.0", counted(client)) is None:
            pass  # the server has not noticed yet
        with ben.socket(table) as five:
            frame(five, "table")
            assert client.app.state.services.spending.sockets.together == 1
            assert len(client.app.state.services.house.tables[table].listeners) == 1


def test_when_the_house_closes_sockets_are_told_to_come_back(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, _, table = begun(client)
        socket = ada.socket(table).__enter__()
        frame(socket, "table")
    assert closed(socket) == 1012
    with house(tmp_path) as client:
        again = Guest(client)
        again.cookie = ada.cookie
        with again.socket(table, "?since=0") as socket:
            assert len(frame(socket, "table")["log"]) == 3


def test_who_takes_nothing_is_not_waited_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "SENDING", 0.05)
    _, _, table = begun(client)
    live = client.app.state.services.house.tables[table]

    async def look() -> None:
        messages = [{"type": "websocket.connect"}]

        async def receive() -> Any:
            return messages.pop() if messages else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send":
                assert live.listeners
                await asyncio.Event().wait()

        await client.app(scope_of(table), receive, send)

    with client.portal() as portal:
        portal.call(look)
    assert not live.listeners


def scope_of(table: str) -> Any:
    """A request for a socket, past any server."""
    path = f"/api/tables/{table}/socket"
    return {
        "type": "websocket",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"house.local")],
        "scheme": "ws",
        "client": ("half.open", 1),
        "server": ("house.local", 80),
        "subprotocols": [],
    }


def store_late(
    client: Client, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Any], None]
) -> None:
    """From now on something happens while a move is being stored."""
    store = client.app.state.services.store
    append = store.append

    async def append_late(write: Any) -> None:
        meanwhile(write)
        await asyncio.sleep(0.2)
        await append(write)

    monkeypatch.setattr(store, "append", append_late)


def test_an_answer_comes_before_the_table_that_it_is_about(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the writer waits for that table when the answer is found."""
    ada, ben, table = begun(client)
    live = client.app.state.services.house.tables[table]

    def somebody_comes(_: Any) -> None:
        live.comings += 1
        live.change()

    mover, _ = on_turn(ada, ben, table)
    with mover.socket(table) as socket:
        seen = frame(socket, "table")
        store_late(client, monkeypatch, somebody_comes)
        decide(socket, seen)
        news = [socket.receive_json(timeout=SECONDS) for _ in range(2)]
    assert [one["type"] for one in news] == ["done", "table"]
    assert news[0]["version"] == news[1]["version"] == seen["version"] + 1


def test_who_asks_and_does_not_listen_is_not_heard_either(client: Client) -> None:
    _, _, table = begun(client)
    asked, told = 0, asyncio.Event()

    async def look() -> None:
        messages = [{"type": "websocket.connect"}]

        async def receive() -> Any:
            nonlocal asked
            if messages:
                return messages.pop()
            await asyncio.sleep(0)
            asked += 1
            return {"type": "websocket.receive", "text": "{"}

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send":
                await told.wait()

        talk = asyncio.create_task(client.app(scope_of(table), receive, send))
        await asyncio.sleep(0.5)
        talk.cancel()
        await asyncio.gather(talk, return_exceptions=True)

    with client.portal() as portal:
        portal.call(look)
    assert 0 < asked <= sockets.UNSENT + 1


def test_a_move_that_was_begun_is_made_and_answered_though_its_socket_is_closed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, table = begun(client)
    live = client.app.state.services.house.tables[table]

    def its_socket_is_closed(write: Any) -> None:
        for listener in live.listeners:
            if listener.person == write.events[0].by:
                listener.is_dismissed = True
                listener.changed.set()

    store_late(client, monkeypatch, its_socket_is_closed)
    with ada.socket(table) as first, ben.socket(table) as second:
        seen = [with_all(first), with_all(second)]
        (mover, before), (other, _) = sorted(
            zip((first, second), seen, strict=True), key=lambda one: not one[1]["actions"]
        )
        decide(mover, before)
        assert frame(mover, "done")["version"] > before["version"]
        assert closed(mover) == sockets.RESTART
        assert frame(other, "table")["version"] > before["version"]


@pytest.mark.parametrize("is_cut_off", [False, True])
def test_a_move_that_was_begun_is_made_though_the_house_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_cut_off: bool
) -> None:
    """Also where the time that running requests have is over, and they are cancelled."""
    monkeypatch.setattr(app, "LEAVING", 0.05)
    begin, told = threading.Event(), []
    with house(tmp_path) as client:
        ada, ben, table = begun(client)
        services = client.app.state.services
        append, tell = services.store.append, services.house.fanout.tell

        async def append_late(write: Any) -> None:
            begin.set()
            await asyncio.sleep(0.5)
            await append(write)

        async def note(news: News) -> None:
            if news.kind == "events":
                told.append(news.table)
            await tell(news)

        async def cut_off() -> None:
            services.house.dismiss()
            await asyncio.sleep(0.1)
            for talk in services.talks:
                talk.cancel()

        mover, _ = on_turn(ada, ben, table)
        socket = mover.socket(table).__enter__()
        monkeypatch.setattr(services.store, "append", append_late)
        monkeypatch.setattr(services.house.fanout, "tell", note)
        before = frame(socket, "table")
        decide(socket, before)
        assert begin.wait(SECONDS)
        if is_cut_off:
            with client.portal() as portal:
                portal.call(cut_off)
    assert told == [table]
    with house(tmp_path) as client:
        again = Guest(client)
        again.cookie = mover.cookie
        assert again.table(table)["version"] == before["version"] + 1


DENIED: list[tuple[str, dict[str, str], int, str]] = [
    ("?seat=0", {}, 403, "not_yours"),
    ("?seat=x", {}, 400, "bad_request"),
    ("", {"Origin": "https://evil.example"}, 403, "foreign_origin"),
    ("", {"Authorization": "Bearer nonsense"}, 401, "bad_token"),
]


def test_a_real_server_says_why_there_is_no_socket_or_hands_a_cookie(client: Client) -> None:
    _, _, table = begun(client)
    eve = Guest(client)
    with client.portal() as portal, portal.wrap_async_context_manager(served(client)) as port:
        address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
        for query, headers, status, error in DENIED:
            with pytest.raises(InvalidStatus) as denied:
                connect(address + query, additional_headers=headers)
            response = denied.value.response
            assert response.status_code == status
            assert json.loads(response.body or b"")["error"] == error
        with connect(address) as socket:
            assert json.loads(socket.recv(SECONDS))["type"] == "table"
            eve.cookie = str(socket.response and socket.response.headers["Set-Cookie"])
            eve.cookie = eve.cookie.partition("=")[2].partition(";")[0]
            socket.send(json.dumps({"type": "chat", "text": "I am new here", "key": "k"}))
            while json.loads(socket.recv(SECONDS))["type"] != "done":
                pass
    assert eve.get(f"/api/tables/{table}/chat")["lines"][0]["mine"]


@asynccontextmanager
async def served(client: Client) -> AsyncIterator[int]:
    """The house at a port of this machine."""
    server = uvicorn.Server(uvicorn.Config(client.app, port=0, lifespan="off", log_config=None))
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await running
