"""The documents tell the truth: their examples run and their links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

import formicarium as fm

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted(
    file for place in ("", "docs/**/", "benchmarks/") for file in ROOT.glob(f"{place}*.md")
)
PATH = re.compile(r"`([\w.*-]*/[\w./*-]*|[\w.-]+\.(?:json|py|toml|ts))`")
# From where CONTRIBUTING names paths.
PLACES = (
    ".",
    "src/formicarium",
    "src/formicarium/server",
    "src/formicarium/games/*",
    "web/src/lib",
)
NOT_EVERYWHERE = {"build/docs", "networks/champion.npz"}  # made later; brought by some games


def name_of(file: Path) -> str:
    """A document by its path: several are called after a game."""
    return file.relative_to(ROOT).as_posix()


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=name_of(file), marks=[pytest.mark.heavy] * (file.stem == "research"))
        for file in DOCUMENTS
    ],
)
def test_examples_run(file: Path) -> None:
    result = doctest.testfile(str(file), module_relative=False, encoding="utf-8")
    assert result.failed == 0


def test_the_five_lines_of_the_readme_play_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    exec(code, {})
    assert re.fullmatch(r"\[\d+, \d+, \d+, \d+\] \(\d.*\)\n", capsys.readouterr().out)


@pytest.mark.guard
@pytest.mark.parametrize("file", DOCUMENTS, ids=name_of)
def test_links_lead_somewhere(file: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", file.read_text("utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (file.parent / target).exists()] == []


@pytest.mark.guard
def test_contributing_names_what_is_there() -> None:
    named = {*PATH.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))} - NOT_EVERYWHERE
    assert len(named) > 50
    assert [path for path in named if not any(any(ROOT.glob(f"{p}/{path}")) for p in PLACES)] == []


@pytest.mark.parametrize("page", ["docs/rules", "docs/notation"])
@pytest.mark.parametrize("game", fm.game_names())
def test_every_game_has_its_pages(game: str, page: str) -> None:
    assert (ROOT / page / f"{game}.md").is_file()


@pytest.mark.parametrize("game", fm.game_names())
def test_the_page_on_notation_leads_to_every_game(game: str) -> None:
    assert f"(notation/{game}.md)" in (ROOT / "docs/notation.md").read_text("utf-8")


def test_the_readme_shows_two_commands_first() -> None:
    first_screen = (ROOT / "README.md").read_text("utf-8").split("![")[0]
    assert re.findall(r"^make \w+", first_screen, re.MULTILINE) == ["make play", "make test"]
