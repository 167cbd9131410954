"""`formicarium engine`: modules into a folder, or into their games."""

from pathlib import Path

import pytest

from formicarium.core.game import rulebook
from formicarium.core.rulebook import Rulebook
from formicarium.wasm import modules
from formicarium.wasm.manifest import engine_folder, manifest_of
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a module is made of does not matter here."""
    monkeypatch.setattr(modules, "module_of", lambda book: bytes(1500))


def test_a_game_goes_into_a_folder_with_its_manifest(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    done = run("engine", "micropolis", "--out", folder, "--language", "de")
    assert done == (0, f"Gebaut: {folder / 'micropolis.wasm'} (2 KB)\n", "")
    assert {file.name for file in folder.iterdir()} == {"micropolis.json", "micropolis.wasm"}


def test_all_games_go_into_their_own_folders(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    folders: dict[str, Path] = {}

    def build(book: Rulebook, folder: Path) -> object:
        folders[book.name] = folder
        return manifest_of(book, b"")

    monkeypatch.setattr("formicarium.cli.engine.build", build)
    done = run("engine")
    assert done.code == 0
    assert done.out.count("Built: ") == len(folders) >= 4
    assert folders["myrmes"].parts[-2:] == ("myrmes", "engine")
    assert folders["myrmes"] == engine_folder(rulebook("myrmes"))


def test_a_folder_that_cannot_be_is_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", "utf-8")
    done = run("engine", "micropolis", "--out", file)
    assert done.code != 0
    assert f"{file} cannot be written" in done.err.replace("\n", " ")


def test_a_game_that_is_not_there_is_guessed(run: Run) -> None:
    done = run("engine", "micropolys")
    assert done.code != 0
    assert "micropolis" in done.err
