"""Games as bytes, for an engine on somebody's own device; and the modules that read them."""

import base64
import hashlib
import zlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.core.game import rulebook
from formicarium.core.layout import Row
from formicarium.core.state import State
from formicarium.server.api import world
from formicarium.server.domain.table import Table
from formicarium.server.house import engines
from formicarium.server.house.engines import Engines
from formicarium.wasm.manifest import JudgementForm, Manifest, layout_digest
from tests.properties.lines import Line, on_random_games
from tests.properties.lines import Table as Kind
from tests.server.playing import Guest, begun, finish, house, on_turn, refused, two

Client = TestClient[Any]


def unpacked(text: str) -> bytes:
    return zlib.decompress(base64.b64decode(text))


def table_of(client: Client, table: str) -> Table:
    found: Table = client.app.state.services.house.tables[table].table
    return found


# --- Worlds ---------------------------------------------------------------------------------------


def test_a_world_is_what_a_seat_knows(client: Client) -> None:
    me = Guest(client)
    table = me.make("me", "me")
    seen = me.table(table)
    sent = me.get(f"/api/tables/{table}/world?seat={seen['seat']}")
    true = table_of(client, table).state
    game = true.game
    assert (sent["game"], sent["rules"], sent["players"]) == ("micropolis", game.book.version, 2)
    assert (sent["seat"], sent["version"]) == (seen["seat"], seen["version"])
    assert sent["layout"] == layout_digest(game.book)
    assert unpacked(sent["parts"]) == game.parts_bytes.tobytes()
    known = State(game, true.bytes.copy())
    known.bytes[:] = list(unpacked(sent["state"]))
    assert known != true
    assert known.view(seen["seat"]) == seen["view"]
    assert me.get(f"/api/tables/{table}/world") == sent


def test_a_world_is_for_whoever_may_have_a_hint(client: Client) -> None:
    ada, ben, table = begun(client)
    me, other = on_turn(ada, ben, table)
    mine, others = (guest.table(table)["seat"] for guest in (me, other))
    path = f"/api/tables/{table}/world"
    refused(me.ask("GET", f"{path}?seat={others}"), 403, "not_yours")
    refused(other.ask("GET", f"{path}?seat={others}"), 409, "not_your_turn")
    refused(Guest(client).ask("GET", f"{path}?seat={mine}"), 403, "not_yours")
    refused(Guest(client).ask("GET", path), 403, "not_yours")
    finish(ada, ben, table)
    refused(me.ask("GET", f"{path}?seat={mine}"), 409, "not_your_turn")


def test_among_people_a_world_is_a_hint_that_all_are_told_of(client: Client) -> None:
    ada, ben, table = begun(client)
    me, _ = on_turn(ada, ben, table)
    refused(me.ask("GET", f"/api/tables/{table}/world"), 403, "no_hints")
    table = ada.make("me", "open", hints=True)
    ben.do("join", table)
    ada.do("start", table)
    me, other = on_turn(ada, ben, table)
    sent = me.get(f"/api/tables/{table}/world")
    assert sent["version"] == me.table(table)["version"]
    assert other.table(table)["seats"][sent["seat"]]["hints"] == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_mode": "navigate", "sec_fetch_dest": "document"},  # somebody clicks a link
        {"purpose": "prefetch"},
        {"sec_purpose": "prefetch;prerender"},
    ],
)
def test_a_browser_by_itself_asks_for_no_world(client: Client, headers: dict[str, str]) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open", hints=True)
    ben.do("join", table)
    ada.do("start", table)
    me, other = on_turn(ada, ben, table)
    refused(me.ask("GET", f"/api/tables/{table}/world", **headers), 403, "not_meant")
    assert [seat["hints"] for seat in other.table(table)["seats"]] == [0, 0]
    by_page = {"sec_fetch_mode": "cors", "sec_fetch_site": "same-origin"}
    assert me.get(f"/api/tables/{table}/world", **by_page)


def test_a_world_is_counted_as_a_hint(tmp_path: Path) -> None:
    with house(tmp_path, jobs_per_minute=2) as client:
        me = Guest(client)
        table = me.make("me", "me")
        for _ in range(2):
            me.get(f"/api/tables/{table}/world")
        refused(me.ask("GET", f"/api/tables/{table}/world"), 429, "too_many")


@on_random_games(114)
def test_a_world_depends_on_nothing_that_its_seat_may_not_know(table: Kind, line: Line) -> None:
    state = line.stop(table)
    for seat in state.to_act:
        seed = world.world_seed(b"house", "table", seat, 7)
        sent = world.world_of(state, seat, 7, seed)
        for other in (line.seed, line.seed ^ 1):
            twin = state.redetermined(seat, other)
            assert world.world_of(twin, seat, 7, seed) == sent


@on_random_games(57)
def test_a_world_depends_on_nothing_that_lies_face_down(table: Kind, line: Line) -> None:
    """What is hidden lies elsewhere: moved by hand, not by the rule that draws it anew."""
    state = line.stop(table)
    for seat in range(state.game.players):
        twin = turned_over(state, seat, Random(line.seed))
        assert twin != state
        assert twin.view(seat) == state.view(seat)
        assert world.world_of(twin, seat, 7, 3) == world.world_of(state, seat, 7, 3)


def turned_over(state: State, seat: int, dice: Random) -> State:
    """The same with another generator, and with cards and tiles exchanged that nobody sees."""
    twin = state.copy()
    row = twin.row
    row.rng ^= 1 + dice.getrandbits(63)
    if state.game.name == "micropolis":
        pile = row.pile[: row.pile_length].tolist()
        row.pile[: row.pile_length] = dice.sample(pile, len(pile))
    elif state.game.name == "minicity":
        exchange_cards(row, seat, dice)
    else:
        assert not {"pile", "hand"} & {*(row.dtype.names or ())}, (
            "a game with cards must move them, too"
        )
    return twin


def exchange_cards(row: Row, seat: int, dice: Random) -> None:
    """Shuffle pile, other hands and a card that another has laid face down."""
    others = [row.seats[other].hand for other in range(row.players) if other != seat]
    is_unseen = bool(row.hidden) and not (row.to_act >> seat) & 1
    cards = [*row.pile[: row.pile_length].tolist(), *[row.hidden - 1] * is_unseen]
    cards += [colour for hand in others for colour in range(hand.size) for _ in range(hand[colour])]
    dice.shuffle(cards)
    for hand in others:
        size = int(hand.sum())
        hand[:] = [cards[:size].count(colour) for colour in range(hand.size)]
        del cards[:size]
    if is_unseen:
        row.hidden = 1 + cards.pop()
    row.pile[: row.pile_length] = cards


@on_random_games(28)
@pytest.mark.heavy
def test_a_world_depends_on_nothing_that_others_decide_in_secret(table: Kind, line: Line) -> None:
    for state in line.looks(table):
        for seat in state.to_act if len(state.to_act) > 1 else ():
            one, other = (decided(state, seat, Random(number)) for number in (1, 2))
            assert one.view(seat) == other.view(seat)
            assert world.world_of(one, seat, 7, 3) == world.world_of(other, seat, 7, 3)


def decided(state: State, seat: int, dice: Random) -> State:
    """All others have decided, whatever it may be."""
    after = state.copy()
    for other in state.to_act:
        while other != seat and other in after.to_act:
            after.play(other, dice.choice(after.codes(other)))
    return after


def test_every_seat_and_version_has_a_seed_of_its_own() -> None:
    asked = [("one", 0, 1), ("one", 0, 2), ("one", 1, 1), ("two", 0, 1)]
    seeds = {world.world_seed(secret, *one) for one in asked for secret in (b"a", b"b")}
    assert len(seeds) == 2 * len(asked)


# --- Games that are over --------------------------------------------------------------------------


def test_all_states_are_told_when_the_game_is_over(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world, "MOST", 25)
    ada, ben, table = begun(client)
    me, _ = on_turn(ada, ben, table)
    me.move(table)
    seen = me.table(table)
    me.do("undo", table, seat=seen["seat"], version=seen["version"])
    path = f"/api/tables/{table}"
    refused(ada.ask("GET", f"{path}/states"), 409, "not_over")
    finish(ada, ben, table)
    record = table_of(client, table).record
    size = record.game.blank.size
    steps: list[Any] = []
    states: list[bytes] = []
    more = True
    while more:
        since = steps[-1]["version"] if steps else 0
        part = Guest(client).get(f"{path}/states?since={since}")
        data = unpacked(part["states"])
        steps += part["steps"]
        states += [data[at : at + size] for at in range(0, len(data), size)]
        more = part["more"]
        assert len(part["steps"]) == 25 or not more
    told = ada.get(f"{path}/history?open=true")["steps"]
    fields = ("version", "kind", "seat")
    assert [[one[field] for field in fields] for one in steps[:60]] == [
        [one[field] for field in fields] for one in told
    ]
    assert states[0] == states[2] == record.start().to_bytes()
    assert states[-1] == record.state.to_bytes()
    played = [(one["seat"], one["code"]) for one in steps[3:]]
    assert played == record.decisions


def test_actions_are_put_into_words_all_at_once(client: Client) -> None:
    ada, ben, table = begun(client)
    asked = {"actions": [{"at": 0, "code": 0}]}
    path = f"/api/tables/{table}/words"
    refused(ada.ask("POST", path, asked), 409, "not_over")
    finish(ada, ben, table)
    record = table_of(client, table).record
    state, wanted, words = record.start(), [], []
    for at, (seat, code) in enumerate(record.decisions[:9]):
        for action in state.actions(seat)[:2]:
            wanted.append({"at": at, "code": action.code})
            words.append({"text": action.text, "words": action.describe("de")})
        state.play(seat, code)
    answer = ada.ask("POST", f"{path}?language=de", {"actions": wanted[::-1]})
    assert answer.json()["actions"] == words[::-1]
    legal = record.start().codes(record.decisions[0][0])
    illegal = next(code for code in range(record.game.actions_size) if code not in legal)
    for at, code in ((len(record.decisions), 0), (0, record.game.actions_size), (0, illegal)):
        body = {"actions": [{"at": at, "code": code}]}
        refused(ada.ask("POST", path, body), 400, "bad_request")


# --- Modules --------------------------------------------------------------------------------------

MODULE = b"\0asm\1\0\0\0" + bytes(500)


def manifest(sha256: str) -> Manifest:
    return Manifest(
        1, "micropolis", 1, "", "", "micropolis.wasm", sha256, len(MODULE), 1, 1, 8, 1, 1, {}, {},
        {}, JudgementForm("", {}),
    )  # fmt: skip


def with_module(patch: pytest.MonkeyPatch, folder: Path, sha256: str) -> None:
    (folder / "micropolis.wasm").write_bytes(MODULE)
    patch.setattr(engines, "engine_folder", lambda book: folder)
    patch.setattr(engines, "current_manifest", lambda book: manifest(sha256))


def test_a_module_is_sent_by_a_name_that_changes_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha256 = hashlib.sha256(MODULE).hexdigest()
    with_module(monkeypatch, tmp_path, sha256)
    with house(tmp_path / "house") as client:
        guest = Guest(client)
        # Another process may have told where it lies.
        assert guest.ask("GET", f"/engine/{sha256}.wasm").status_code == 200
        assert guest.ask("GET", f"/engine/{sha256}.json").status_code == 404
        told = guest.ask("GET", guest.get("/api/games/micropolis")["engine"])
        assert told.json()["sha256"] == sha256
        for coding in ("gzip", "identity"):
            sent = guest.ask("GET", f"/engine/{sha256}.wasm", accept_encoding=coding)
            assert sent.content == MODULE
            assert sent.headers["content-type"] == "application/wasm"
            assert "immutable" in sent.headers["cache-control"]
            assert sent.headers.get("content-encoding", "identity") == coding


def test_a_house_without_modules_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook("micropolis")
    with_module(monkeypatch, tmp_path, "0" * 64)  # half of a build
    assert Engines().address(book) is None
    (tmp_path / "micropolis.wasm").unlink()
    assert Engines().address(book) is None
    monkeypatch.setattr(engines, "current_manifest", lambda book: None)
    assert Engines().address(book) is None
    with house(tmp_path / "house") as client:
        assert Guest(client).get("/api/games/micropolis")["engine"] is None
