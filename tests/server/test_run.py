"""One house for one folder."""

import sys
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from formicarium.server.run import CannotOpen, alone_with, lock


def test_a_folder_is_for_one_house(tmp_path: Path) -> None:
    with alone_with(tmp_path):
        with pytest.raises(CannotOpen, match="another house"), alone_with(tmp_path):
            pass
        assert (tmp_path / "lock").exists()
    with alone_with(tmp_path):
        pass


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
