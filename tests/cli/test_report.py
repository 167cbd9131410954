"""`formicarium report`."""

import json
from pathlib import Path

import pytest

import formicarium as fm
from formicarium.arena.balance import BalanceStudy, Task, balance, categories, play
from tests.cli.conftest import Run
from tests.pages.reading import words

pytestmark = pytest.mark.compiled


def test_a_page_and_figures_about_a_game(run: Run, tmp_path: Path) -> None:
    out, figures = tmp_path / "page.html", tmp_path / "figures.json"
    command = ("report", "micropolis", "--players", 2, "--games", 6, "--bots", "random")
    done = run(*command, "--doublings", 1, "--out", out, "--json", figures, "--workers", 1)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"Page: {out} (12 games)\n"
    found = json.loads(figures.read_text("utf-8"))
    assert found["games"] == 6
    assert sum(seat["share"] for seat in found["seats"]) == pytest.approx(1)
    assert sum(found["points"]["counts"].values()) == 12
    assert sum(found["length"]["counts"].values()) == 6
    assert [doubling["simulations"] for doubling in found["doublings"]] == [16]
    assert found["behaviour"]["clicks"]["most"] >= 5
    assert len(found["behaviour"]["order"]) == 2
    assert found["behaviour"]["calibration"] is None
    page = words(out.read_text("utf-8"))
    for told in ("Micropolis", "random on every seat", "harvest", "Red Army", "8 → 16", "take"):
        assert told in page


def test_chances_of_bots_that_tell_them(run: Run, tmp_path: Path) -> None:
    out, figures = tmp_path / "page.html", tmp_path / "figures.json"
    command = ("report", "micropolis", "--players", 3, "--games", 2, "--doublings", 0)
    targets = ("--out", out, "--json", figures, "--workers", 1)
    assert run(*command, "--bots", "search:simulations=4", *targets).code == 0
    found = json.loads(figures.read_text("utf-8"))["behaviour"]["calibration"]
    assert [tenth["low"] for tenth in found["own"]] == [tenth / 10 for tenth in range(10)]
    assert len(found["quarters"]) == 4
    assert len(found["fifths"]) == 5
    assert "Are the chances true that bots tell?" in words(out.read_text("utf-8"))


@pytest.mark.heavy
@pytest.mark.parametrize("bot", ["random", "search:simulations=4"])
def test_the_same_report_by_two_processes(run: Run, tmp_path: Path, bot: str) -> None:
    reports = []
    for workers in (1, 2):
        file = tmp_path / f"{workers}.json"
        targets = ("--out", tmp_path / "page.html", "--json", file, "--workers", workers)
        done = run("report", "micropolis", "--games", 6, "--bots", bot, "--doublings", 0, *targets)
        assert done.code == 0
        reports.append(file.read_bytes())
    assert reports[0] == reports[1]


@pytest.mark.parametrize(("language", "word"), [("de", "Ernte"), ("fr", "Récolte")])
def test_other_languages(run: Run, tmp_path: Path, language: str, word: str) -> None:
    out = tmp_path / "page.html"
    command = ("report", "micropolis", "--games", 1, "--bots", "random", "--doublings", 0)
    assert run(*command, "--workers", 1, "--out", out, "--language", language).code == 0
    page = words(out.read_text("utf-8"))
    assert word.lower() in page.lower()
    assert "Seat" not in page


@pytest.mark.parametrize("name", fm.game_names())
def test_categories_of_every_game_are_those_of_its_score_sheet(name: str) -> None:
    study = BalanceStudy(fm.load(name), "random", games=1, doublings=0, seed=4)
    played = play(study, Task(0, 0))
    found = balance(study, [played])
    assert found.categories
    if name != "minicity":  # where the total is not a sum
        assert [sum(sheet.values()) for sheet in played.categories] == [*played.scores]
    assert sum(played.decisions) == played.length
    assert sum(played.actions) >= played.length


def test_a_player_with_two_anthills_has_one_sheet() -> None:
    state = fm.load("micropolis", players=2, variant="expert").start(seed=1)
    assert len([*categories(state)]) == 2
    assert {*next(categories(state))} == {
        "population",
        "colony",
        "harvest",
        "royal",
        "red_army",
        "barracks",
    }


def test_both_seatings_are_played_on_the_same_seed() -> None:
    study = BalanceStudy(fm.load("micropolis", players=3), "random", games=3, doublings=2, seed=4)
    tasks = [*study.tasks()]
    assert len(tasks) == study.size == 3 + 2 * 4
    one, other = Task(2, 0), Task(2, 1)
    assert study.seed_of(one) == study.seed_of(other) != study.seed_of(Task(2, 2))
    strong, weak = "search:simulations=32", "search:simulations=16"
    assert study.seats(one) == (strong, weak, strong)
    assert study.seats(other) == (weak, strong, weak)


def test_bad_input_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    for arguments in (
        ("chess",),
        ("micropolis", "--players", 9),
        ("micropolis", "--games", 0),
        ("micropolis", "--bots", "grandmaster"),
        ("micropolis", "--bots", "greedy:worlds=<script>"),
        ("micropolis", "--doublings", 99),
        ("micropolis", "--option", "variant"),
        ("micropolis", "--components", tmp_path / "missing.json"),
        ("micropolis", "--language", "la"),
        ("micropolis", "--out", tmp_path),
        ("micropolis", "--json", out),
    ):
        done = run("report", *arguments, *([] if "--out" in arguments else ["--out", out]))
        assert (done.code, done.out) == (2, ""), arguments
        assert done.err.startswith("formicarium: ")
        assert done.err.count("\n") == 1
    assert not out.exists()
