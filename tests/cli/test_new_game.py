"""`formicarium new-game`: a folder that can be installed, played and tested as it is."""

from pathlib import Path

import pytest

from formicarium.cli import new_game
from formicarium.core.text import LANGUAGES
from tests.cli.conftest import Run
from tests.core.install import EXAMPLE, install_project, run_command

NEXT = ("cd snail_race", "pip install -e .", "pytest", "formicarium play snail_race")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_folder_is_laid_out(run: Run, elsewhere: Path, language: str) -> None:
    done = run("new-game", "snail_race", "--language", language)
    assert (done.code, done.err) == (0, "")
    assert [step for step in NEXT if step not in done.out] == []
    model = [file.relative_to(EXAMPLE).as_posix() for file in new_game.files_of(EXAMPLE)]
    found = [file for file in (elsewhere / "snail_race").rglob("*") if file.is_file()]
    assert len(found) == len(model) > 30
    for file in found:
        assert "pebbles" not in f"{file}{file.read_text('utf-8')}".lower()
        assert "PB-" not in file.read_text("utf-8")
    assert (elsewhere / "snail_race/snail_race/docs/snail_race.de.md").is_file()
    assert '"SR-4.1"' in (elsewhere / "snail_race/snail_race/state.py").read_text("utf-8")
    assert 'title = "Snail race"' in (elsewhere / "snail_race/snail_race/text/fr.toml").read_text()


@pytest.mark.heavy
@pytest.mark.compiled
def test_what_is_laid_out_is_installed_played_and_green(run: Run, elsewhere: Path) -> None:
    assert run("new-game", "snail_race").code == 0
    site = elsewhere / "site"
    install_project(site, elsewhere / "snail_race")
    play = ("-m", "formicarium", "play", "snail_race", "--seat", "greedy,random", "--seed", "1")
    assert "Victory" in run_command(site, *play)
    tests = str(elsewhere / "snail_race")
    assert " passed" in run_command(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("Snails", "is no name for a game"),
        ("snail-race", "is no name for a game"),
        ("7snails", "is no name for a game"),
        ("class", "is no name for a game"),
        ("../snails", "is no name for a game"),
        ("", "is no name for a game"),
        ("numpy", "there is a package numpy already"),
        ("myrmes", "there is a package myrmes already"),
        ("here", "here is here already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(run: Run, elsewhere: Path, name: str, fault: str) -> None:
    (elsewhere / "here").write_text("mine")
    done = run("new-game", name)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert fault in done.err
    assert [file.name for file in elsewhere.iterdir()] == ["here"]


@pytest.mark.parametrize(
    ("name", "prefix"), [("snails", "SN"), ("snail_race", "SR"), ("x", "XX"), ("a2", "AX")]
)
def test_rules_are_numbered_by_two_letters(name: str, prefix: str) -> None:
    assert new_game.renamed("PB-1.2", name) == f"{prefix}-1.2"


def test_without_a_model_nothing_can_be_laid_out(
    run: Run, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_game, "FOLDERS", (elsewhere / "nowhere",))
    done = run("new-game", "snails")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "no model for a game" in done.err
