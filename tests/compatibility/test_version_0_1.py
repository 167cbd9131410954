"""Records, positions and databases of version 0.1 open and play on as they did."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import formicarium as fm
from formicarium.cli import main
from tests.compatibility import telling
from tests.compatibility.telling import Sitting, holds, opened
from tests.server.playing import Guest, refused

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("version 0.1")]

KEPT = Path(__file__).parent / "0.1"
Client = TestClient[Any]


def kept(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((KEPT / f"{name}.json").read_text("utf-8"))
    return found


RECORDS, POSITIONS = kept("records"), kept("positions")
HOUSE, TABLES = kept("house"), kept("tables")
APART = ("login", "rematch", "waiting")  # tables with tests of their own
PLAYING = [name for name in TABLES if "then" in TABLES[name] and name not in APART]
OVER = [name for name in TABLES if "record" in TABLES[name]]


# --- Records and positions ------------------------------------------------------------------------


def test_everything_is_expected() -> None:
    assert {file.stem for file in (KEPT / "records").iterdir()} == {*RECORDS}
    assert {file.stem for file in (KEPT / "positions").iterdir()} == {*POSITIONS}
    dump = (KEPT / "house.sql").read_text("utf-8")
    for rows in ("accounts", "chat", "events", "invitations", "jobs", "snapshots", "tables"):
        assert f'INSERT INTO "{rows}"' in dump


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_plays_on_to_the_same_end(name: str) -> None:
    record = fm.Record.load((KEPT / "records" / f"{name}.record").read_text("utf-8"))
    assert telling.of_record(record) == RECORDS[name]
    again = fm.Record.load(record.dump())
    assert (again.state, again.decisions) == (record.state, record.decisions)


@pytest.mark.parametrize("name", RECORDS)
def test_the_command_line_shows_a_record(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    file, expected = KEPT / "records" / f"{name}.record", RECORDS[name]
    assert main(["replay", str(file), "--at", str(expected["decisions"]), "--language", "en"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert all(str(points) in out for points in expected["scores"])
    assert ("ictory: seat" in out) == bool(expected["winners"])


@pytest.mark.rule("MP-10.23")
@pytest.mark.parametrize("players", [2, 3])
def test_a_french_tie_goes_to_the_larger_sum_of_armies(players: int) -> None:
    file = KEPT / "records" / f"micropolis-{players}-french-tie.record"
    state = fm.Record.load(file.read_text("utf-8")).state
    armies = [anthill["army"] for anthill in state.view(None)["anthills"]]
    best = [seat for seat, points in enumerate(state.scores()) if points == max(state.scores())]
    sums = {seat: sum(armies[2 * seat : 2 * seat + 2]) for seat in best}
    largest = {seat: max(armies[2 * seat : 2 * seat + 2]) for seat in best}
    winner = max(best, key=lambda seat: sums[seat])
    assert state.winners() == (winner,)
    assert largest[winner] < max(largest.values())


@pytest.mark.rule("MP-10.19")
@pytest.mark.parametrize(("players", "choices"), [(2, ["2a", "2b"]), (3, ["1b", "2a"])])
def test_a_french_marker_may_pass_a_tie(players: int, choices: list[str]) -> None:
    file = KEPT / "records" / f"micropolis-{players}-french-choice.record"
    state = fm.Record.load(file.read_text("utf-8")).state
    actions = state.actions(state.to_act[0])
    assert [action.text for action in actions] == [f"lead {anthill}" for anthill in choices]


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_plays_on_to_the_same_end(name: str) -> None:
    doc = kept(f"positions/{name}")
    state = fm.position(doc)
    assert telling.of_state(state) == POSITIONS[name]
    assert holds(state.to_position(), doc)
    assert fm.position(state.to_position()) == state


# --- A house --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    dump = (KEPT / "house.sql").read_text("utf-8")
    with opened(tmp_path_factory.mktemp("house"), dump) as client:
        yield client


@pytest.fixture
def ada(client: Client) -> Guest:
    guest = Guest(client)
    answer = guest.ask("POST", "/api/session", {"name": "ada", "password": HOUSE["password"]})
    assert answer.status_code == 200, answer.text
    return guest


def sitting(client: Client, name: str) -> Sitting:
    """Somebody at a table of which all is told that was told then."""
    expected = TABLES[name]
    found = Sitting(Guest(client), expected["id"], expected["tokens"])
    told = found.told()
    assert holds(told, expected["told"]), told
    return found


@pytest.mark.parametrize("name", PLAYING)
def test_a_table_plays_on(client: Client, name: str) -> None:
    here = sitting(client, name)
    if "views" in TABLES[name]:
        assert holds(here.views(), TABLES[name]["views"])
    assert here.played_on() == TABLES[name]["then"]


@pytest.mark.parametrize("name", OVER)
def test_a_finished_game_can_be_looked_at_again(client: Client, name: str) -> None:
    here, expected = sitting(client, name), TABLES[name]["record"]
    record = fm.Record.load(here.get("/record"))
    assert telling.of_record(record) == expected
    assert fm.position(here.get("/position")).scores() == expected["scores"]
    steps = here.get("/history?open=true")["steps"]
    decisions = [action.text for _, action, _ in record.replay()]
    assert [step.get("text") for step in steps] == [None, *decisions]


def test_an_account_keeps_its_name_its_tables_and_its_seats(client: Client, ada: Guest) -> None:
    me = ada.get("/api/me")
    assert (me["name"], me["account"]) == ("Ada", "Ada")
    mine = {table["id"] for table in ada.get("/api/tables?list=mine")["tables"]}
    assert mine >= {table["id"] for table in TABLES.values()}
    here = sitting(client, "login")
    assert here.move()  # Ben
    seen = ada.table(here.table)
    assert seen["seat"] == 0
    assert seen["host"]
    ada.move(here.table)
    assert ada.table(here.table)["version"] == seen["version"] + 1


def test_a_wrong_password_is_still_wrong(client: Client) -> None:
    wrong = {"name": "Ada", "password": HOUSE["password"][::-1]}
    refused(Guest(client).ask("POST", "/api/session", wrong), 401, "bad_login")


def test_the_archive_has_all_results(client: Client) -> None:
    found = {
        table["id"]: table for table in Guest(client).get("/api/tables?list=archive")["tables"]
    }
    for name in OVER:
        told, listed = TABLES[name]["told"], found[TABLES[name]["id"]]
        assert (listed["scores"], listed["winners"]) == (told["scores"], told["winners"])


def test_an_invitation_still_lets_somebody_in(client: Client, ada: Guest) -> None:
    here, eve, third = sitting(client, "waiting"), Guest(client), Guest(client)
    refused(eve.try_to("join", here.table), 403, "invitation_needed")
    assert eve.do("join", here.table, invitation=HOUSE["invitation"])["seat"] == 1
    assert third.try_to("join", here.table, invitation=HOUSE["invitation"]).status_code >= 400
    ada.do("start", here.table)
    for guest in (ada, eve):
        before = guest.table(here.table)["version"]
        guest.move(here.table)
        assert guest.table(here.table)["version"] == before + 1


def test_the_rematch_waits_for_the_other_player(client: Client, ada: Guest) -> None:
    rematch = sitting(client, "rematch").table
    assert ada.do("rematch", TABLES["over"]["id"])["id"] == rematch
    assert ada.table(rematch)["seats"][0]["mine"]


def test_a_rematch_is_played_by_the_rules_of_the_game_before(client: Client, ada: Guest) -> None:
    old = next(name for name in OVER if TABLES[name]["told"]["options"].get("edition") == "french")
    here = sitting(client, old)
    table = Guest(client).table(ada.do("rematch", here.table)["id"])
    assert table["options"]["french_tie_break"] == "sum"
    assert table["options"]["french_marker"] == "any"


def test_a_locked_table_is_there_for_its_host_alone(client: Client, ada: Guest) -> None:
    table = f"/api/tables/{HOUSE['locked']}"
    assert Guest(client).ask("GET", table).status_code == 404
    assert ada.get(table)["locked"]


def test_an_analysis_is_kept(client: Client, ada: Guest) -> None:
    job = ada.get(f"/api/jobs/{HOUSE['job']}")
    decisions = TABLES["over"]["record"]["decisions"]
    assert (job["status"], job["result"]) == ("done", {"decisions": decisions})


def test_a_repeated_request_is_known_again(client: Client, ada: Guest) -> None:
    here = sitting(client, "over")
    said = here.get("/chat")["lines"]
    ada.do("chat", here.table, text=said[0]["text"], key=f"said: {said[0]['text']}")
    assert here.get("/chat")["lines"] == said
