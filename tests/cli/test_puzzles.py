"""`formicarium puzzles`."""

import json
from pathlib import Path

import pytest

from formicarium.core.game import rulebook
from formicarium.core.puzzles import puzzles_of, read_puzzles
from tests.cli.conftest import Run

pytestmark = pytest.mark.compiled

MAKE = ("puzzles", "make", "micropolis", "--seed", 3, "--puzzles", 4, "--games", 4)


@pytest.fixture
def made(run: Run, tmp_path: Path) -> Path:
    file = tmp_path / "found.jsonl"
    done = run(*MAKE, "--out", file)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Puzzles: {file} (4 from ")
    return file


@pytest.mark.heavy
def test_what_is_found_is_proven_again_and_the_same_each_time(
    run: Run, made: Path, tmp_path: Path
) -> None:
    done = run("puzzles", "check", "--file", made)
    assert (done.code, done.err) == (0, "")
    assert done.out == "micropolis: 4 puzzles proven again, one best end each\n"
    again = tmp_path / "again.jsonl"
    assert run(*MAKE, "--out", again).code == 0
    assert again.read_bytes() == made.read_bytes()
    head = read_puzzles(made.read_text("utf-8"), "found").head
    assert head.command == "formicarium puzzles make micropolis --seed 3 --puzzles 4 --games 4"


@pytest.mark.heavy
def test_puzzles_about_a_theme_are_added_to_a_file(run: Run, made: Path) -> None:
    before = read_puzzles(made.read_text("utf-8"), "found")
    more = ("--seed", 8, "--puzzles", 2, "--games", 9, "--theme", "no_gifts", "--add")
    assert run("puzzles", "make", "micropolis", *more, "--out", made).code == 0
    file = read_puzzles(made.read_text("utf-8"), "found")
    new = [puzzle for puzzle in file.puzzles if puzzle not in before.puzzles]
    assert len(file.puzzles) == len(before.puzzles) + 2
    assert {puzzle.theme for puzzle in new} == {"no_gifts"}
    assert [puzzle.level for puzzle in file.puzzles] == sorted(one.level for one in file.puzzles)
    added = "formicarium puzzles make micropolis --seed 8 --puzzles 2 --games 9 --theme no_gifts"
    assert file.head.command == f"{before.head.command} && {added} --add"
    assert run("puzzles", "check", "--file", made).code == 0


def test_nothing_is_added_to_puzzles_of_another_game(run: Run, tmp_path: Path) -> None:
    done = run("puzzles", "make", "myrmes", "--add", "--out", some(tmp_path))
    assert done.code != 0
    assert "has puzzles of micropolis with rules" in done.err


def some(tmp_path: Path, **changed: object) -> Path:
    """A file with two puzzles, of which the second is changed."""
    package = rulebook("micropolis").package
    text = (Path(__file__).parents[2] / "src" / package.replace(".", "/")).joinpath(
        "puzzles", "puzzles.jsonl"
    )
    head, first, second = text.read_text("utf-8").splitlines()[:3]
    file = tmp_path / "some.jsonl"
    lines = [head, first, json.dumps({**json.loads(second), **changed})]
    file.write_text("\n".join(lines), "utf-8")
    return file


def test_a_wrong_puzzle_is_named(run: Run, tmp_path: Path) -> None:
    done = run("puzzles", "check", "--file", some(tmp_path, best=99))
    assert done.code == 1
    assert "micropolis 2: the best line" in done.err
    assert done.out == "micropolis: 1 of 2 puzzles have not\n"


def test_a_position_that_is_none(run: Run, tmp_path: Path) -> None:
    done = run("puzzles", "check", "--file", some(tmp_path, position={"row": [1, 1]}))
    assert done.code == 1
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "chess"), "there is no game 'chess'"),
        (("make", "micropolis", "--out", "nowhere/found"), "there is no folder nowhere"),
        (("make", "micropolis", "--theme", "anteater"), "there are last_tile, sentinel"),
        (("make", "micropolis", "--add", "--out", "missing"), "cannot read missing"),
        (("check", "--file", "nowhere"), "cannot read nowhere"),
    ],
)
def test_what_cannot_be_done(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run("puzzles", *arguments)
    assert done.code != 0
    assert message in done.err


def test_a_cut_file(run: Run, tmp_path: Path) -> None:
    file = some(tmp_path)
    file.write_text(file.read_text("utf-8")[:-30], "utf-8")
    done = run("puzzles", "check", "--file", file)
    assert done.code != 0
    assert "line 3" in done.err


def test_the_house_brings_some_along() -> None:
    assert puzzles_of(rulebook("micropolis").package)
