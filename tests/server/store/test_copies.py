"""Copies that a house makes by itself: when it is time, as many as are kept, never half of one."""

import logging
import shutil
import sqlite3
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from formicarium.server.run import copied_now_and_then
from formicarium.server.settings import Settings
from formicarium.server.store import Store, backup, copies
from formicarium.server.store.backup import looked_into
from formicarium.server.store.copies import HOUR, Copies
from tests.server.store.made import head, plays, with_store

NOON = 1_769_860_800.0  # 2026-01-31, 12:00 UTC
YEARS = 400 * 24 * HOUR
Usage = namedtuple("Usage", "total used free")


class Kept(Copies):
    """Copies by a clock that we set."""

    at = NOON

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, lambda: self.at)

    def look_at(self, at: float) -> list[str]:
        """Let it be so late; the copies that there are then."""
        self.at = at
        self.look()
        return [file.name for file in self.all()]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A house with a game in it."""
    settings = Settings(data=tmp_path, backup_hours=24, backups_kept=3, least_disk=0)

    async def make(store: Store) -> None:
        await store.create(head(), plays("t", *range(1, 500)))

    with_store(settings.database, make)
    return settings


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "formicarium.server")
    return caplog


def test_a_copy_is_made_when_it_is_time(settings: Settings, said: pytest.LogCaptureFixture) -> None:
    first = ["formicarium-2026-01-31T120000Z.sqlite"]
    kept = Kept(settings)
    assert kept.last() is None
    assert kept.look_at(NOON) == first
    assert kept.last() == NOON
    assert kept.look_at(NOON + 23 * HOUR) == first
    assert Kept(settings).look_at(NOON + 23 * HOUR) == first  # after a restart
    assert len(kept.look_at(NOON + 24 * HOUR)) == 2
    assert looked_into(kept.all()[0]).counts["events"] == 499
    assert kept.all()[0].stat().st_mode & 0o777 == 0o600
    assert len(said.messages) == 2


def test_the_newest_are_kept_and_nothing_else_is_touched(settings: Settings) -> None:
    kept = Kept(settings)
    kept.folder.mkdir()
    (kept.folder / "formicarium.sqlite").write_text("mine")
    for day in range(5):
        kept.look_at(NOON + day * 24 * HOUR)
    assert [file.name[12:22] for file in kept.all()] == ["2026-02-02", "2026-02-03", "2026-02-04"]
    assert (kept.folder / "formicarium.sqlite").read_text() == "mine"


def test_a_clock_that_jumps_by_years_stops_nothing(settings: Settings) -> None:
    kept = Kept(settings)
    kept.look_at(NOON)
    assert len(kept.look_at(NOON + YEARS)) == 2
    assert len(kept.look_at(NOON + 24 * HOUR)) == 3
    names = kept.look_at(NOON + 48 * HOUR)
    assert [name[12:22] for name in names] == ["2026-01-31", "2026-02-01", "2026-02-02"]


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A copy can have eight pages, then the disk is full."""
    opened = backup._opened

    def small(file: Path) -> object:
        manager = opened(file)
        connection = manager.__enter__()
        if file.suffix == ".new":
            connection.execute("PRAGMA max_page_count = 8")
        return closing(connection)

    with monkeypatch.context() as patch:
        patch.setattr(backup, "_opened", small)
        yield


@pytest.mark.usefixtures("full_disk")
def test_a_disk_that_is_full_in_the_middle_leaves_no_half(
    settings: Settings, said: pytest.LogCaptureFixture
) -> None:
    kept = Kept(settings)
    assert kept.look_at(NOON) == []
    assert [*kept.folder.iterdir()] == []
    assert kept.look_at(NOON + 60) == []
    (line,) = said.records
    assert (line.levelname, line.exc_info) == ("ERROR", None)
    assert "full" in line.getMessage()


def test_after_a_failure_it_is_tried_again(
    settings: Settings, said: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Kept(settings)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda folder: Usage(1000, 1000, 0))
        assert kept.look_at(NOON) == []
    assert "are needed in" in said.messages[0]
    assert kept.look_at(NOON + 60) == []
    assert len(kept.look_at(NOON + HOUR)) == 1


def test_a_copy_leaves_the_room_that_moves_need(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, said: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**9, 0, 150_000_000))
    roomy = Settings(data=settings.data, backup_hours=24, least_disk=200)
    assert Kept(roomy).look_at(NOON) == []
    assert len(Kept(settings).look_at(NOON)) == 1


def test_a_folder_that_cannot_be_used_is_one_line(
    settings: Settings, said: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    wrong = Settings(data=settings.data, backup_hours=24, backup_folder=tmp_path / "file" / "x")
    assert Kept(wrong).look_at(NOON) == []
    assert len(said.messages) == 1


def test_what_a_killed_process_left_is_removed(settings: Settings) -> None:
    kept = Kept(settings)
    kept.folder.mkdir()
    for name in ("formicarium-2026-01-30T120000Z.sqlite.new", "formicarium-x.sqlite.new-journal"):
        (kept.folder / name).write_text("half")
    names = kept.look_at(NOON)
    assert [file.name for file in kept.folder.iterdir()] == names


def test_copies_are_made_while_the_house_is_open(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "LOOKS", 0.01)
    with copied_now_and_then(settings):
        while not (made := Copies(settings).all()):
            pass
    with closing(sqlite3.connect(made[0])) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    none = Settings(data=settings.data, backup_folder=settings.data / "none")
    with copied_now_and_then(none):
        assert Copies(none).all() == []
