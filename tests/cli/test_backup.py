"""Copies of a house by command: made, and looked into."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.server.playing import begun, house, on_turn


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with two tables, at one of which ten decisions were taken."""
    folder = tmp_path_factory.mktemp("house")
    with house(folder) as client:
        ada, ben, table = begun(client)
        for _ in range(10):
            on_turn(ada, ben, table)[0].move(table)
        ada.make("me", "open")
    return folder


@pytest.fixture
def copy(data: Path, run: Run, tmp_path: Path) -> Path:
    file = tmp_path / "copy.sqlite"
    done = run("backup", file, "--data", data)
    assert (done.code, done.err) == (0, "")
    return file


def change(copy: Path, *statements: str) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount
        connection.commit()


def test_what_is_in_a_copy(run: Run, copy: Path) -> None:
    before = copy.read_bytes()
    done = run("backup", "verify", copy)
    assert done.code == 0
    assert "2 tables, 14 events, 2 people" in done.out.replace("\n", " ")
    assert "2 of 2 tables were played through again without a fault." in done.out
    assert copy.read_bytes() == before
    assert [file.name for file in copy.parent.iterdir()] == ["copy.sqlite"]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_it_is_said_in_every_language(run: Run, copy: Path, language: str) -> None:
    done = run("backup", "verify", copy, "--language", language)
    assert done.code == 0
    assert "tables were played" not in done.out


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE events SET code = 999999 WHERE kind = 'played' AND number = 8",
        "DELETE FROM events WHERE kind = 'played' AND number = 8",
        "UPDATE events SET seat = 7 WHERE kind = 'played' AND number = 8",
        "UPDATE events SET kind = 'danced' WHERE kind = 'played' AND number = 8",
        "UPDATE tables SET head = '{}' WHERE status = 'playing'",
    ],
)
def test_a_table_that_is_no_game_is_named(run: Run, copy: Path, harm: str) -> None:
    change(copy, harm)
    done = run("backup", "verify", copy)
    assert done.code == 1
    assert "is broken:" in done.out
    assert "1 of 2 tables" in done.out


def test_a_table_of_rules_that_are_gone_rests(run: Run, copy: Path) -> None:
    change(
        copy,
        "UPDATE tables SET head = json_set(head, '$.game', 'chess') WHERE status = 'playing'",
        "UPDATE tables SET head = json_set(head, '$.components', 'x') WHERE status = 'waiting'",
    )
    done = run("backup", "verify", copy)
    assert done.code == 0
    assert done.out.count("rests:") == 2
    assert "0 of 2 tables" in done.out


def test_a_file_that_is_no_copy_is_said(run: Run, copy: Path, tmp_path: Path) -> None:
    whole = copy.read_bytes()
    for content in (whole[:-4096], b"Dear diary, " * 1000, b""):
        copy.write_bytes(content)
        done = run("backup", "verify", copy)
        assert (done.code, len(done.err.splitlines()), done.out) == (1, 1, "")
    copy.write_bytes(whole)
    change(copy, "DELETE FROM tables WHERE status = 'waiting'")
    assert "damaged" in run("backup", "verify", copy).err
    change(copy, "UPDATE alembic_version SET version_num = '9999'")
    assert "newer version" in run("backup", "verify", copy).err
    assert "there is no file" in run("backup", "verify", tmp_path / "none").err


def test_a_copy_is_named_without_more_words(run: Run, data: Path, tmp_path: Path) -> None:
    assert run("backup", "--data", data, tmp_path / "one").code == 0
    assert run("backup", "make", tmp_path / "two", "--data", data).code == 0
    assert (tmp_path / "one").exists()
    assert (tmp_path / "two").exists()
    missing = run("backup")
    assert missing.code == 2
    assert "FILE" in missing.err
    assert "verify" in run("backup", "--help").out
