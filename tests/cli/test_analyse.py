"""`formicarium analyse`."""

import json
from pathlib import Path

import pytest

import formicarium as fm
from tests.cli.conftest import Run
from tests.pages.reading import words

pytestmark = pytest.mark.compiled

QUICK = ("--simulations", 8)


def test_a_page_and_figures_about_a_game(run: Run, recorded: Path) -> None:
    figures = recorded.with_name("figures.json")
    done = run("analyse", recorded, *QUICK, "--json", figures)
    assert (done.code, done.err) == (0, "")
    page = recorded.with_name("game.html")
    assert done.out.startswith(f"Page: {page} (turning points: ")
    record = fm.Record.load(recorded.read_text("utf-8"))
    told = words(page.read_text("utf-8"))
    for _, action, _ in record.replay():
        assert action.describe("en") in told
    found = json.loads(figures.read_text("utf-8"))
    assert found["game"] == "micropolis"
    assert found["finished"] is True
    assert len(found["moments"]) == len(record.decisions)
    turns = [moment["number"] for moment in found["moments"] if moment["turns"]]
    assert [number for number in turns if f"◆ {number}" not in told] == []
    lines = done.out.splitlines()[1:9]
    assert {int(line.split()[0]) for line in lines} <= {*turns}


@pytest.mark.parametrize(("language", "seat"), [("de", "Platz 1"), ("fr", "Place 1")])
def test_other_languages(run: Run, recorded: Path, language: str, seat: str) -> None:
    done = run("analyse", recorded, *QUICK, "--language", language)
    page = words(recorded.with_name("game.html").read_text("utf-8"))
    assert seat in page
    assert "Seat" not in page + done.out


def test_a_game_that_is_not_over(run: Run, tmp_path: Path) -> None:
    record = fm.Record(fm.load("micropolis", players=2), seed=123456789)
    file, out = tmp_path / "open.txt", tmp_path / "open.html"
    for expected in ("Nothing has been decided", "Show all 1 decisions"):
        file.write_text(record.dump(), "utf-8")
        done = run("analyse", file, *QUICK)
        assert done.code == 0
        assert "the game is not over" in done.out
        page = words(out.read_text("utf-8"))
        assert expected in page
        assert "This game is not over" in page
        assert "123456789" not in page
        record.play(record.state.to_act[0], record.state.codes(record.state.to_act[0])[0])


def test_a_name_is_not_read_as_markup(run: Run, recorded: Path, tmp_path: Path) -> None:
    file = recorded.rename(tmp_path / "<script>alert(1)<b>.txt")
    out = tmp_path / "page.html"
    assert run("analyse", file, *QUICK, "--out", out).code == 0
    assert "<script" not in out.read_text("utf-8")
    assert file.name in words(out.read_text("utf-8"))


def one_line(text: str) -> bool:
    return text.startswith("formicarium: ") and text.count("\n") == 1


def test_a_damaged_record(run: Run, recorded: Path) -> None:
    recorded.write_text(recorded.read_text("utf-8").replace("take", "keep", 1), "utf-8")
    done = run("analyse", recorded, *QUICK)
    assert (done.code, done.out) == (1, "")
    assert one_line(done.err)
    assert str(recorded) in done.err
    assert not recorded.with_name("game.html").exists()


def test_bad_input_is_refused_in_one_line(run: Run, recorded: Path, tmp_path: Path) -> None:
    page = recorded.rename(tmp_path / "game.html")
    for arguments in (
        (tmp_path / "missing.txt",),
        (page,),
        (page, "--out", tmp_path),
        (page, "--out", tmp_path / "none" / "page.html"),
        (page, "--out", tmp_path / "a.html", "--json", tmp_path / "a.html"),
        (page, "--out", tmp_path / "a.html", "--json", page),
        (page, "--out", tmp_path / "a.html", "--seconds", 0),
        (page, "--out", tmp_path / "a.html", "--language", "la"),
        (page, "--out", tmp_path / "a.html", "--components", tmp_path / "missing.json"),
    ):
        done = run("analyse", *arguments)
        assert (done.code, done.out) == (2, ""), arguments
        assert one_line(done.err), arguments
    assert fm.Record.load(page.read_text("utf-8")).state.is_over
