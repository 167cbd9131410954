"""Rounds of play and fitting: they go on where they were, and say what they have found."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import formicarium as fm
from formicarium.arena import tuning
from formicarium.arena.journal import BadResults
from formicarium.arena.practice import QUICK, THOUGHTFUL, tables_of
from formicarium.arena.tuning import Candidates, TuningPlan, commit, shared_out, tune
from formicarium.bots.judgement import Judgement, fault_in, judgement_for
from formicarium.core.game import rulebook
from tests.tiers import sample

pytestmark = [pytest.mark.compiled, pytest.mark.heavy]

TABLES = len(tables_of("micropolis"))


def plan(folder: Path, **changes: Any) -> TuningPlan:
    """As little as can be."""
    small = TuningPlan(
        "micropolis",
        quick=2 * TABLES,
        thoughtful=TABLES,
        simulations=3,
        matches=4,
        rounds=2,
        seed=7,
        workers=1,
        folder=folder / "tune",
        begin="hand-0.1",
    )
    return small._replace(**changes)


class Notes:
    """Notes down what it is told, and may interrupt."""

    def __init__(self, interrupt: Callable[[str, int], bool] = lambda _, __: False) -> None:
        self.interrupt = interrupt
        self.told: list[str] = []
        self.games: dict[str, int] = {}

    def follow(self, what: str, steps: Iterable[int], total: int) -> None:
        done = 0
        for step in steps:
            done += step
            self.games[what] = self.games.get(what, 0) + step
            if self.interrupt(what, self.games[what]):
                raise KeyboardInterrupt
        assert done == total

    def fitted(self, round_: int, before: float, after: float) -> None:
        assert min(before, after) > 0
        self.told.append(f"fitted {round_}")

    def decided(self, round_: int, share: float, won: float) -> None:
        assert 0 <= won <= 1
        self.told.append(f"decided {round_} {share:g}")


def lasting(found: Judgement) -> dict[str, Any]:
    """All that does not depend on the clock."""
    doc: dict[str, Any] = msgspec.to_builtins(found)
    for name in ("seconds", "date"):
        del doc["found"][name]
    return doc


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Judgement, Notes, Path]:
    """What comes of the plan when nobody interrupts."""
    folder, notes = tmp_path_factory.mktemp("whole"), Notes()
    return tune(plan(folder), notes), notes, folder / "tune"


def test_what_is_played_and_told(whole: tuple[Judgement, Notes, Path]) -> None:
    _, notes, _ = whole
    assert notes.games == {"practice": 6 * TABLES, "duel": 16, "telling": TABLES}
    rounds = [[f"fitted {n}", f"decided {n} 1", f"decided {n} 0.5"] for n in (1, 2)]
    assert notes.told == [*rounds[0], *rounds[1]]


def test_what_is_found_can_be_played_with(
    whole: tuple[Judgement, Notes, Path], tmp_path: Path
) -> None:
    found, _, folder = whole
    book = rulebook("micropolis")
    assert fault_in(found, book) == ""
    assert {*found.telling} == {"2 base", "2 expert", "3 base", "3 expert", "4 base"}
    file = tmp_path / "found.json"
    file.write_text(found.written(), "utf-8")
    assert judgement_for(book, str(file)) == found
    steps = {judgement_for(book, str(file)).written() for file in folder.glob("round-*-*.json")}
    assert len(steps) == 4
    assert (
        judgement_for(book, "hand-0.1").worth == judgement_for(book, f"{folder}/begin.json").worth
    )


def test_it_says_how_it_was_found(whole: tuple[Judgement, Notes, Path]) -> None:
    found = whole[0].found
    assert found["quick_games"] == 4 * TABLES
    assert (found["search_games"], found["serious_games"]) == (2 * TABLES, TABLES)
    assert (found["matches"], found["simulations"], found["rounds"]) == (16, 3, 2)
    assert (found["seeds"], found["begin"], found["workers"]) == ([7], "hand-0.1", 1)
    assert found["seconds"] >= 0
    assert found["commit"] == commit() != ""
    assert found["version"]


@pytest.mark.parametrize(
    ("what", "games"),
    sample([("practice", 1), ("practice", 5 * TABLES), ("duel", 3), ("telling", 1)], 2),
)
def test_after_an_interruption_it_goes_on(
    whole: tuple[Judgement, Notes, Path], tmp_path: Path, what: str, games: int
) -> None:
    first = Notes(lambda now, done: now == what and done >= games)
    with pytest.raises(KeyboardInterrupt):
        tune(plan(tmp_path), first)
    second = Notes()
    assert lasting(tune(plan(tmp_path), second)) == lasting(whole[0])
    for name, count in whole[1].games.items():
        assert first.games.get(name, 0) + second.games.get(name, 0) == count
    assert lasting(tune(plan(tmp_path), third := Notes())) == lasting(whole[0])
    assert not third.games


def test_two_processes_find_the_same(whole: tuple[Judgement, Notes, Path], tmp_path: Path) -> None:
    found, alone = lasting(tune(plan(tmp_path, workers=2), Notes())), lasting(whole[0])
    assert found.pop("found") == alone.pop("found") | {"workers": 2}
    assert found == alone


def test_games_that_were_removed_are_played_again(
    whole: tuple[Judgement, Notes, Path], tmp_path: Path
) -> None:
    stop = Notes(lambda what, done: what == "duel" and done > 8)
    with pytest.raises(KeyboardInterrupt):
        tune(plan(tmp_path), stop)
    file = min((tmp_path / "tune" / "round-1").glob("*.npz"))
    file.write_bytes(b"")
    (tmp_path / "tune" / "round-2-1.journal").unlink()
    with pytest.raises(BadResults, match="is damaged: remove it"):
        tune(plan(tmp_path), Notes())
    file.unlink()
    assert lasting(tune(plan(tmp_path), Notes())) == lasting(whole[0])


@pytest.mark.parametrize("name", ["plan.json", "round-1.json"])
def test_damaged_notes_are_named(tmp_path: Path, name: str) -> None:
    small = plan(tmp_path, rounds=1, matches=2)
    tune(small, Notes())
    file = small.folder / name
    file.write_bytes(file.read_bytes()[:20])
    with pytest.raises(fm.FormicariumError, match=name.replace(".", r"\.")):
        tune(small, Notes())


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"quick": 99}, f"quick is {2 * TABLES} there, 99 here"),
        ({"seed": 8}, "seed is 7 there, 8 here"),
        ({"game": "myrmes"}, 'game is "micropolis" there, "myrmes" here'),
        ({"begin": "fitted"}, 'begin is "hand-0.1" there, "fitted" here'),
    ],
)
def test_a_folder_of_another_plan_is_left_alone(
    whole: tuple[Judgement, Notes, Path], changes: dict[str, Any], told: str
) -> None:
    folder = whole[2]
    before = sorted(file.name for file in folder.rglob("*"))
    with pytest.raises(BadResults, match=told):
        tune(plan(folder.parent, **changes), Notes())
    assert sorted(file.name for file in folder.rglob("*")) == before


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "tune" / "round-1").mkdir(parents=True)
    with pytest.raises(BadResults, match="holds something else; name another folder"):
        tune(plan(tmp_path), Notes())


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "tune").write_text("a file")
    with pytest.raises(BadResults, match="run the same command again to go on"):
        tune(plan(tmp_path), Notes())


def test_without_rounds_only_chances_are_looked_at(tmp_path: Path) -> None:
    notes = Notes()
    found = tune(plan(tmp_path, rounds=0), notes)
    assert notes.games == {"telling": TABLES}
    assert found.worth == judgement_for(rulebook("micropolis"), "hand-0.1").worth
    assert {*found.telling} == {"2 base", "2 expert", "3 base", "3 expert", "4 base"}


def test_whoever_wins_matches_is_the_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all steps, the second half is made to win; the next round begins there."""
    won = iter([0.4, 0.6, 0.5, 0.3])
    monkeypatch.setattr(tuning, "duel", lambda *_: (next(won), 2))
    tune(plan(tmp_path), Notes())
    last = (tmp_path / "tune" / "round-2.json").read_bytes()
    assert msgspec.json.decode(last, type=Candidates).best == "round-1-0.5.json"


def test_games_are_shared_out() -> None:
    assert shared_out(1, tables=3, most=10) == [1]
    assert shared_out(60, tables=2, most=10) == [10, 10, 10]
    small = plan(Path())
    lessons = small.lessons(1, ["begin.json"], (QUICK, THOUGHTFUL))
    assert sum(lesson.games for lesson in lessons if lesson.kind == QUICK) == 2 * TABLES
    assert len({lesson.file for lesson in lessons}) == len(lessons)
    assert small.lessons(2, [], [QUICK])[0].seed != lessons[0].seed
