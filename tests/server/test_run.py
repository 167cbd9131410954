"""What a house needs of the system: its folder for itself, and files."""

import multiprocessing
import os
import resource
import sys
import time
from collections.abc import Iterator
from io import StringIO
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace

import pytest

from formicarium.server.run import (
    CannotOpen,
    allow_many_files,
    alone_with,
    close_with_supervisor,
    lock,
)
from formicarium.server.store.engines import parsed, writing_engine
from formicarium.server.store.errors import BadDatabase


def test_a_folder_is_for_one_house(tmp_path: Path) -> None:
    with alone_with(tmp_path):
        with pytest.raises(CannotOpen, match="another house"), alone_with(tmp_path):
            pass
        assert (tmp_path / "lock").exists()
    with alone_with(tmp_path):
        pass


def test_a_folder_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "house" / "lock").mkdir(parents=True)
    for folder in (tmp_path / "file", tmp_path / "file" / "house", tmp_path / "house"):
        with (
            pytest.raises(CannotOpen, match=r"cannot keep anything in .*--data"),
            alone_with(folder),
        ):
            pass


def test_a_database_in_a_folder_that_cannot_be_written_is_said_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path)  # root may always
    with pytest.raises(BadDatabase, match="its folder cannot be written"):
        writing_engine(parsed(f"sqlite:///{tmp_path}/house.db"))


def test_the_lock_of_windows_is_asked_for_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, ...]] = []
    windows = SimpleNamespace(LK_NBLCK=2, locking=lambda *given: asked.append(given))
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    with (tmp_path / "lock").open("w") as file:
        lock(file)
        assert asked == [(file.fileno(), 2, 1)]


def test_a_lock_that_another_has_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: StringIO) -> None:
        raise PermissionError("[Errno 13] Permission denied")

    monkeypatch.setattr("formicarium.server.run.lock", refuse)
    with pytest.raises(CannotOpen, match="another house"), alone_with(tmp_path):
        pass


@pytest.fixture
def few_files() -> Iterator[int]:
    """Fewer open files than the system would allow; how many those are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (400, hard))
    yield hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_as_many_files_may_be_open_as_sockets_need(few_files: int) -> None:
    allow_many_files(500)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (500, few_files)
    allow_many_files(450)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (500, few_files)


@pytest.mark.usefixtures("few_files")
def test_no_more_are_asked_for_than_the_system_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (400, 600))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: asked.append(limits))
    allow_many_files(10_000)
    assert asked == [(600, 600)]


def supervise(told: Connection) -> None:
    """Start another process, as a supervisor of several does, and wait."""
    context = multiprocessing.get_context("spawn")
    context.Process(target=work, args=(told,), daemon=True).start()
    time.sleep(60)


def work(told: Connection) -> None:
    close_with_supervisor()
    told.send("open")
    time.sleep(60)


def test_no_process_is_left_when_the_supervisor_is_killed() -> None:
    context = multiprocessing.get_context("spawn")
    heard, told = context.Pipe(duplex=False)
    supervisor = context.Process(target=supervise, args=(told,))
    supervisor.start()
    told.close()
    assert heard.recv() == "open"
    supervisor.kill()
    assert heard.poll(30)
    with pytest.raises(EOFError):  # whoever could have told more is gone
        heard.recv()
