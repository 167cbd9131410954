"""`formicarium doctor`: every check finds what is wrong, and says what to do."""

import json
import os
import shutil
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import create_engine, text

from formicarium.cli import doctor
from formicarium.cli.doctor import Finding, Grade
from formicarium.cli.screen import words
from formicarium.core.text import LANGUAGES
from formicarium.server.settings import Settings

SAY = words("en")


@pytest.fixture(autouse=True)
def one_game_and_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_port: int) -> None:
    """Only one game, which is compiled already, and nothing of this machine's own settings."""
    for name in [name for name in os.environ if name.startswith("FORMICARIUM_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("FORMICARIUM_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FORMICARIUM_PORT", str(free_port))
    monkeypatch.setattr(doctor, "game_names", lambda: ("micropolis",))


@pytest.fixture
def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port: int = door.getsockname()[1]
        return port


class Done(NamedTuple):
    code: int
    out: str


@pytest.fixture
def examine(capsys: pytest.CaptureFixture[str]) -> Any:
    def command(
        config: Path | None = None, language: str | None = None, json: bool = False
    ) -> Done:
        code = doctor.doctor(config, language, json)
        out, err = capsys.readouterr()
        assert err == ""
        return Done(code, out)

    return command


def found(check: Any, *values: Any) -> Finding:
    return doctor.guarded("it", check, SAY, *values)


# --- As a whole -----------------------------------------------------------------------------------


def test_a_fresh_installation_can_be_played(examine: Any, tmp_path: Path) -> None:
    done = examine()
    assert done.code == 0
    assert done.out.endswith("It can be played.\n")
    for words_in in ("✓ micropolis: ", "random decisions played", "will be made", "is free"):
        assert words_in in done.out
    assert not (tmp_path / "data").exists()


def test_each_thing_has_one_line(examine: Any) -> None:
    lines = examine().out.splitlines()
    assert len(lines) == 13
    assert all(line[:2] in ("✓ ", "! ", "✗ ") for line in lines[:-1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_all_languages(examine: Any, language: str) -> None:
    say = words(language)
    assert say("doctor.playable") in examine(language=language).out
    assert {key for key in say.keys if key.startswith("doctor.")} == {
        key for key in SAY.keys if key.startswith("doctor.")
    }


def test_for_programs(examine: Any) -> None:
    done = examine(json=True)
    document = json.loads(done.out)
    assert document["playable"] is True
    findings = {finding["check"]: finding for finding in document["findings"]}
    assert findings["micropolis"]["grade"] == "well"
    assert findings.keys() >= {"python", "packages", "data", "database", "port", "clock"}


@pytest.mark.heavy
def test_a_fault_makes_the_exit_code(examine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORMICARIUM_DATABASE", "postgresql://ada:hunter2@127.0.0.1:1/ants")
    done = examine()
    assert done.code == 1
    assert "✗ database: could not be examined" in done.out
    assert done.out.endswith("must be mended first (1).\n")
    assert "hunter2" not in done.out
    assert json.loads(examine(json=True).out)["playable"] is False


def test_settings_that_are_wrong(examine: Any, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("prot = 1\n", "utf-8")
    done = examine(file)
    assert done.code == 1
    assert "✗ settings: " in done.out
    assert "did you mean port?" in done.out


def test_a_check_that_breaks_down_stops_nothing(
    examine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str, **options: Any) -> None:
        raise AttributeError("no rules\nin here")

    monkeypatch.setattr(doctor, "load", broken)
    done = examine()
    assert done.code == 1
    assert "✗ micropolis: could not be examined: AttributeError: no rules in here\n" in done.out
    assert "✓ port" in done.out


# --- One by one -----------------------------------------------------------------------------------


def test_packages_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "needed", lambda: ["msgspec", "no-such-package"])
    finding = found(doctor.check_packages)
    assert finding.grade is Grade.BAD
    assert "not installed: no-such-package;" in finding.words


def test_packages_are_those_that_this_one_needs() -> None:
    assert "litestar" in doctor.needed()
    assert "redis" not in doctor.needed()
    assert doctor.needed("scale") == ["psycopg", "redis"]


def test_extras_matter_where_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "installed", lambda name: None if name == "redis" else "1.0")
    assert found(doctor.check_extras, Settings()).grade is Grade.WELL
    assert "not installed: scale" in found(doctor.check_extras, Settings()).words
    finding = found(doctor.check_extras, Settings(fanout="redis://cache.example"))
    assert finding.grade is Grade.BAD
    assert "formicarium[scale]" in finding.words


def test_a_game_that_was_not_compiled_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "is_compiled", lambda package: False)
    assert "compiled just now" in found(doctor.check_game, "micropolis", SAY).words


def test_a_game_that_is_compiled_is_known() -> None:
    found(doctor.check_game, "micropolis", SAY)
    finding = found(doctor.check_game, "micropolis", SAY)
    assert finding.grade is Grade.WELL
    assert finding.words.startswith("compiled; ")


def test_a_cache_that_cannot_be_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert found(doctor.check_cache).grade in (Grade.WELL, Grade.NOTE)
    monkeypatch.setattr(doctor, "cache_folder", lambda *packages: tmp_path / "core-1")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/elsewhere")
    assert found(doctor.check_cache).grade is Grade.NOTE
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    (tmp_path / "code").write_bytes(bytes(3_000_000))
    assert found(doctor.check_cache) == Finding("it", Grade.WELL, f"{tmp_path}, 3 MB")


def test_a_page_that_is_not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PAGE", "nothing.html")
    assert found(doctor.check_page).grade is Grade.NOTE
    monkeypatch.setattr(doctor, "PAGE", "__init__.py")
    assert found(doctor.check_page).grade is Grade.WELL


def test_a_clock_that_stands_at_its_beginning() -> None:
    finding = found(doctor.check_clock, 0.0)
    assert finding.grade is Grade.BAD
    assert "set the clock" in finding.words


def test_a_system_without_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*arguments: int) -> bytes:
        raise BlockingIOError

    monkeypatch.setattr(os, "getrandom", none, raising=False)
    monkeypatch.setattr(os, "GRND_NONBLOCK", 1, raising=False)
    assert found(doctor.check_chance).grade is Grade.BAD


def test_a_data_folder_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert "can be written" in found(doctor.check_data, tmp_path).words
    assert "will be made" in found(doctor.check_data, tmp_path / "a" / "b").words

    def closed(dir: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", closed)
    finding = found(doctor.check_data, tmp_path)
    assert finding.grade is Grade.BAD
    assert "(permission denied); name another with --data" in finding.words


def test_a_file_in_place_of_the_data_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    assert found(doctor.check_data, tmp_path / "file").grade is Grade.BAD
    assert found(doctor.check_data, tmp_path / "file" / "data").grade is Grade.BAD


@pytest.mark.parametrize(
    ("megabytes", "grade"), [(50, Grade.BAD), (500, Grade.NOTE), (5000, Grade.WELL)]
)
def test_a_full_disk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, megabytes: int, grade: Grade
) -> None:
    class Usage(NamedTuple):
        free: int

    monkeypatch.setattr(shutil, "disk_usage", lambda place: Usage(megabytes * 1_000_000))
    finding = found(doctor.check_disk, tmp_path)
    assert finding.grade is grade
    assert f"{megabytes} MB" in finding.words


# --- The database ---------------------------------------------------------------------------------


def test_a_database_is_looked_at_and_not_changed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/ants.sqlite"
    assert "will be made" in found(doctor.check_database, url).words
    assert [*tmp_path.iterdir()] == []
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num TEXT)"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('9999')"))
    finding = found(doctor.check_database, url)
    assert finding.grade is Grade.BAD
    assert "newer version of Formicarium" in finding.words
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM alembic_version"))
    engine.dispose()
    assert found(doctor.check_database, url).grade is Grade.WELL


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "ants.sqlite").write_text("ants " * 1000, "utf-8")
    finding = found(doctor.check_database, f"sqlite:///{tmp_path}/ants.sqlite")
    assert finding.grade is Grade.BAD
    assert "not a database" in finding.words


# --- The port -------------------------------------------------------------------------------------


class Healthy(BaseHTTPRequestHandler):
    """Answers as a house does."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def open_house(port: int) -> Iterator[None]:
    with HTTPServer(("127.0.0.1", port), Healthy) as house:
        thread = threading.Thread(target=house.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield
        finally:
            house.shutdown()
            thread.join()


def test_ports(free_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "ANSWERS_WITHIN", 0.2)
    assert found(doctor.check_port, "127.0.0.1", free_port).words.endswith("is free")
    with open_house(free_port):
        finding = found(doctor.check_port, "127.0.0.1", free_port)
        assert finding.grade is Grade.WELL
        assert "a house that is open" in finding.words
    with socket.create_server(("127.0.0.1", free_port)):
        finding = found(doctor.check_port, "127.0.0.1", free_port)
        assert finding.grade is Grade.BAD
        assert "choose another with --host or --port" in finding.words


def test_a_host_that_does_not_exist(free_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "ANSWERS_WITHIN", 0.2)
    assert found(doctor.check_port, "203.0.113.1", free_port).grade is Grade.BAD
