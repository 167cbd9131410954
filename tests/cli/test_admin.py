"""`formicarium admin`, on the database of a house that is closed, and of one that is open."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from litestar.testing import TestClient

from tests.cli.conftest import Done, Run
from tests.server.administering import done, farewell, look, number_of, somebody
from tests.server.playing import Guest, begun, finish, frame, house, refused


class Scene(NamedTuple):
    """An open house with two who play, and a command line beside it."""

    client: TestClient[Any]
    data: Path
    ada: Guest
    ben: Guest
    table: str

    def admin(self, run: Run, *words: object) -> Done:
        found = run("admin", *words, "--data", self.data)
        look(self.client)
        return found


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient[Any], Path]]:
    data = tmp_path_factory.mktemp("house")
    with house(data) as client:
        yield client, data


@pytest.fixture
def scene(opened: tuple[TestClient[Any], Path]) -> Scene:
    client, data = opened
    ada, ben, table = begun(client)
    return Scene(client, data, ada, ben, table)


def well(found: Done) -> str:
    assert (found.code, found.err) == (0, "")
    return " ".join(found.out.split())


def newest(run: Run, scene: Scene) -> Any:
    """The last line of the audit log."""
    return json.loads(well(scene.admin(run, "log", "--json")))[0]


def test_the_first_administrator(run: Run, scene: Scene) -> None:
    her = number_of(scene.ada)
    assert f"Ada ({her}) is an administrator now." in well(scene.admin(run, "promote", her))
    act = newest(run, scene)
    assert (act["kind"], act["by"], act["person"], act["name"]) == ("promote", 0, her, "Ada")
    assert scene.ada.get("/api/me")["administrator"]
    again = scene.admin(run, "promote", her)
    assert (again.code, len(again.err.splitlines())) == (2, 1)
    last = scene.admin(run, "demote", her)
    assert (last.code, "last administrator" in last.err) == (2, True)
    scene.admin(run, "promote", number_of(scene.ben))
    assert "no administrator any more" in well(scene.admin(run, "demote", her))
    assert newest(run, scene)["kind"] == "demote"


def test_a_name_that_several_have_is_asked_for_by_number(run: Run, scene: Scene) -> None:
    one, other = somebody(scene.client, "Twin"), somebody(scene.client, "twin")
    found = scene.admin(run, "mute", "TWIN")
    assert found.code == 2
    assert all(f"{number_of(guest)} (guest)" in found.err for guest in (one, other))
    assert "nobody called 'Twinn'" in scene.admin(run, "mute", "Twinn").err
    assert scene.admin(run, "mute", number_of(one)).code == 0


def test_a_ban_reaches_the_open_house(run: Run, scene: Scene) -> None:
    her = number_of(scene.ada)
    assert "for how long?" in scene.admin(run, "ban", her).err
    assert "for how long?" in scene.admin(run, "ban", her, "--days", 1, "--forever").err
    with scene.ada.socket(scene.table) as hers:
        frame(hers, "table")
        out = well(scene.admin(run, "ban", her, "--forever", "--reason", "spam", "--address"))
        assert "can only look on, for ever" in out
        assert "No new guests come" in out
        assert farewell(hers).detail == "you are banned for ever: spam"
    refused(scene.ada.try_to("chat", scene.table, text="x"), 403, "banned")
    assert scene.ben.table(scene.table)["seats"][0]["kind"] == "bot"
    assert newest(run, scene)["kind"] == "bar_address"
    assert "banned for ever" in well(scene.admin(run, "people", her))
    well(scene.admin(run, "unban", her, "--reason", "sorry"))
    assert newest(run, scene)["reason"] == "sorry"
    assert scene.ada.ask("PATCH", "/api/me", {"name": "Eva"}).status_code == 200


def test_an_open_house_hears_within_seconds_by_itself(run: Run, scene: Scene) -> None:
    with scene.ada.socket(scene.table) as hers:
        frame(hers, "table")
        well(run("admin", "ban", number_of(scene.ada), "--days", 1, "--data", scene.data))
        assert "you are banned until" in farewell(hers).detail


def test_people_are_muted_and_renamed(run: Run, scene: Scene) -> None:
    her = number_of(scene.ada)
    well(scene.admin(run, "mute", her, "--days", 0.5))
    refused(scene.ada.try_to("chat", scene.table, text="x"), 403, "muted")
    assert newest(run, scene)["kind"] == "mute"
    well(scene.admin(run, "unmute", her))
    scene.ada.do("chat", scene.table, text="hello")
    assert newest(run, scene)["kind"] == "unmute"
    out = well(scene.admin(run, "rename", her, "Somebody", "--reason", "offensive"))
    assert out == f"Ada ({her}) is called Somebody from now on."
    assert scene.ben.table(scene.table)["seats"][0]["name"] == "Somebody"
    assert newest(run, scene)["name"] == "Ada"
    assert scene.admin(run, "rename", her, "\u200b").code == 2


def test_tables_are_closed_and_seats_replaced(run: Run, scene: Scene) -> None:
    out = well(scene.admin(run, "replace", scene.table, 1, "--level", "easy"))
    assert f"seat 1 of table {scene.table}" in out
    assert scene.ben.table(scene.table)["seats"][0]["level"] == "easy"
    assert newest(run, scene)["name"] == "Ada"
    assert scene.admin(run, "replace", scene.table, 9).code == 2
    with scene.ben.socket(scene.table) as his:
        frame(his, "table")
        well(scene.admin(run, "close", scene.table, "--reason", "offensive"))
        while frame(his, "table")["status"] != "closed":
            pass
    assert newest(run, scene)["table"] == scene.table
    assert "closed" in well(scene.admin(run, "tables", scene.table[:8]))
    assert scene.admin(run, "close", "nothing").code == 2


def test_a_game_that_is_over_counts_no_more(run: Run, scene: Scene) -> None:
    assert scene.admin(run, "annul", scene.table).code == 2
    finish(scene.ada, scene.ben, scene.table)
    assert scene.table in well(scene.admin(run, "annul", scene.table, "--reason", "arranged"))
    act = newest(run, scene)
    assert (act["kind"], act["table"], act["reason"]) == ("annul", scene.table, "arranged")
    assert scene.admin(run, "annul", scene.table).code == 2


def test_statistics_are_counted_anew(run: Run, scene: Scene) -> None:
    finish(scene.ada, scene.ben, scene.table)
    file = scene.data / "formicarium.sqlite"
    tallies = "SELECT * FROM tallies ORDER BY person, game, players"
    with closing(sqlite3.connect(file)) as database:
        before = database.execute(tallies).fetchall()
        assert before
        database.execute("UPDATE tallies SET played = played + 7")
        database.commit()
        told = well(scene.admin(run, "rebuild-statistics"))
        assert database.execute(tallies).fetchall() == before
    assert "games were counted anew." in told
    assert int(told.split()[0]) > 0


def test_another_host(run: Run, scene: Scene) -> None:
    assert "seat 2" in well(scene.admin(run, "appoint", scene.table, 2, "--reason", "x"))
    assert scene.ben.table(scene.table)["host"]
    assert newest(run, scene)["name"] == "Ben"


def test_sessions_are_listed_and_ended(run: Run, scene: Scene) -> None:
    her = number_of(scene.ada)
    assert len(json.loads(well(scene.admin(run, "sessions", her, "--json")))) == 1
    assert well(scene.admin(run, "sessions", her))
    assert "is logged out everywhere" in well(scene.admin(run, "sessions", her, "--end"))
    assert newest(run, scene)["kind"] == "end_sessions"
    assert scene.ada.get("/api/me")["name"] != "Ada"


def test_a_link_for_another_password(run: Run, scene: Scene) -> None:
    account = {"name": "Forgetful", "password": "correct horse"}
    assert scene.ada.ask("POST", "/api/accounts", account).status_code == 201
    out = well(scene.admin(run, "reset-password", "forgetful"))
    token = out.partition("/reset#")[2]
    body = {"token": token, "password": "battery staple"}
    assert Guest(scene.client).ask("POST", "/api/password-reset", body).status_code == 200
    assert newest(run, scene)["kind"] == "reset_password"
    assert scene.admin(run, "reset-password", number_of(scene.ben)).code == 2


def test_a_person_is_deleted_when_that_is_meant(run: Run, scene: Scene) -> None:
    her = number_of(scene.ada)
    left = run("admin", "delete", her, "--data", scene.data, typed="n\n")
    assert (left.code, "nothing was done" in left.err) == (1, True)
    assert scene.ada.get("/api/me")["name"] == "Ada"
    assert f"Ada ({her}) is deleted." in well(scene.admin(run, "delete", her, "--yes"))
    act = newest(run, scene)
    assert (act["kind"], act["person"], act["name"]) == ("delete", her, "")
    assert scene.ada.get("/api/me")["name"] != "Ada"
    seat = scene.ben.table(scene.table)["seats"][0]
    assert (seat["kind"], seat["gone"]) == ("bot", True)


def test_talk_and_reports(run: Run, scene: Scene) -> None:
    scene.ada.do("chat", scene.table, text="a rude word")
    body = {"table": scene.table, "line": 1, "reason": "insult", "text": "rude"}
    number = scene.ben.ask("POST", "/api/reports", body).json()["number"]
    out = well(scene.admin(run, "reports"))
    assert all(part in out for part in (scene.table, "“rude”", "Ada: a rude word"))
    found = json.loads(well(scene.admin(run, "reports", "--json")))
    assert (found[0]["number"], found[0]["evidence"][0][6]) == (number, "a rude word")
    assert "a rude word" in well(scene.admin(run, "chat", scene.table))
    assert "is removed" in well(scene.admin(run, "chat-delete", scene.table, 1))
    assert newest(run, scene)["kind"] == "unsay"
    assert "a rude word" not in well(scene.admin(run, "chat", scene.table))
    assert "is put aside" in well(scene.admin(run, "handle", number, "--reason", "muted"))
    assert newest(run, scene)["kind"] == "handle"
    assert "→ muted" in well(scene.admin(run, "reports", "--handled"))
    card = well(scene.admin(run, "person", number_of(scene.ada)))
    assert "reported by others: 1" in card
    assert "handle Ada" in card
    assert "Nothing found." in well(scene.admin(run, "people", "nobody at all"))


@pytest.mark.parametrize("language", ["de", "fr"])
def test_it_is_said_in_every_language(run: Run, scene: Scene, language: str) -> None:
    her = number_of(scene.ada)
    for words in (
        ("mute", her), ("unmute", her), ("ban", her, "--days", 3), ("unban", her),
        ("promote", her), ("person", her), ("people", her), ("log",), ("sweep", "--dry-run"),
        ("close", scene.table), ("tables",), ("reports",), ("chat", scene.table),
    ):  # fmt: skip
        out = well(scene.admin(run, *words, "--language", language))
        assert not any(word in out for word in ("until", "Nothing", "by command"))


def test_what_is_forgotten_is_said_before(run: Run, scene: Scene) -> None:
    for words in (("sweep", "--dry-run"), ("sweep", "--believe-clock")):
        found = json.loads(well(scene.admin(run, *words, "--json")))
        assert {*found.values()} == {0}
    assert "nothing was changed" in well(scene.admin(run, "sweep", "--dry-run"))


def test_a_clock_far_ahead_is_not_believed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(tmp_path) as client:
        somebody(client, "Ada")
    now = time.time() + 400 * 86_400
    monkeypatch.setattr("formicarium.cli.administering.time.time", lambda: now)
    found = run("admin", "sweep", "--data", tmp_path)
    assert (found.code, "--believe-clock" in found.err) == (2, True)
    assert "guests" in well(run("admin", "sweep", "--data", tmp_path, "--dry-run"))
    well(run("admin", "sweep", "--data", tmp_path, "--believe-clock"))
    assert "Nothing found." in well(run("admin", "people", "Ada", "--data", tmp_path))


def test_a_database_that_is_not_of_this_version_is_left_alone(run: Run, tmp_path: Path) -> None:
    missing = run("admin", "log", "--data", tmp_path)
    assert (missing.code, "there is no database" in missing.err) == (2, True)
    assert [*tmp_path.iterdir()] == []
    with house(tmp_path):
        pass
    file = tmp_path / "formicarium.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0003'")
        connection.commit()
    other = run("admin", "log", "--data", tmp_path)
    assert (other.code, "another version" in other.err) == (2, True)


def test_the_log_of_the_server_has_no_names(
    scene: Scene, caplog: pytest.LogCaptureFixture, run: Run
) -> None:
    well(scene.admin(run, "promote", number_of(scene.ada)))
    caplog.set_level("INFO", "formicarium.server")
    his = number_of(scene.ben)
    done(scene.ada, "mute", person=his, days=1, reason="Ben is rude")
    assert f"administration: mute person {his} by {number_of(scene.ada)}" in caplog.messages
    assert "Ben" not in caplog.text
