"""`formicarium examples`: what there is, and a copy of it."""

import ast
import runpy
from pathlib import Path

import pytest

from formicarium.cli import examples
from tests.cli.conftest import Run

ROOT = Path(__file__).resolve().parents[2]
NAMES = sorted(file.stem for file in (ROOT / "examples").glob("*.py"))


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_all_are_listed_with_what_they_are_about(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    done = run("examples")
    assert (done.code, done.err) == (0, "")
    assert all(name in done.out for name in NAMES)
    assert "A first bot: it takes whatever leaves it with the most points" in done.out


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_is_written_here(run: Run, name: str, elsewhere: Path) -> None:
    done = run("examples", name)
    assert (done.code, done.err) == (0, "")
    assert f"{name}.py" in done.out
    original = ROOT / "examples" / f"{name}.py"
    assert (elsewhere / f"{name}.py").read_bytes() == original.read_bytes()


def test_nothing_is_overwritten(run: Run, elsewhere: Path) -> None:
    (elsewhere / "write_a_bot.py").write_text("mine", "utf-8")
    done = run("examples", "write_a_bot")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "is here already" in done.err
    assert (elsewhere / "write_a_bot.py").read_text("utf-8") == "mine"


def test_a_name_that_was_mistyped(run: Run) -> None:
    done = run("examples", "write-a-bot")
    assert done.code == 2
    assert "did you mean write_a_bot?" in done.err


def test_a_wheel_brings_its_own(run: Run, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = elsewhere / "formicarium" / "examples"
    packed.mkdir(parents=True)
    (packed / "tiny.py").write_text('"""Nothing at all."""\n', "utf-8")
    monkeypatch.setattr(examples, "FOLDERS", (packed, ROOT / "examples"))
    assert "Nothing at all." in run("examples").out
    monkeypatch.setattr(examples, "FOLDERS", (elsewhere / "nowhere",))
    assert "none came with this installation" in run("examples", "tiny").err


@pytest.mark.parametrize("name", NAMES)
def test_every_example_says_what_it_is(name: str) -> None:
    told = ast.get_docstring(ast.parse((ROOT / "examples" / f"{name}.py").read_text("utf-8")))
    assert told
    assert "python " in told


def test_the_bot_of_the_example_plays(capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(ROOT / "examples" / "write_a_bot.py"))
    example["main"].__globals__["GAMES"] = 4
    example["main"]()
    won = float(capsys.readouterr().out.split()[4])
    assert won >= 2


def test_the_document_shows_the_bot_of_the_example() -> None:
    """The class stands in both, word for word."""
    example = (ROOT / "examples" / "write_a_bot.py").read_text("utf-8")
    shown = example[example.index("class Hoarder") : example.index("\n\n\ndef play")]
    assert shown in (ROOT / "docs" / "write-a-bot.md").read_text("utf-8")
