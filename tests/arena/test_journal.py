"""Results on disk: nothing that was played is lost, and nothing of another run gets in."""

import errno
import json
from pathlib import Path

import pytest

import formicarium as fm
from formicarium.arena.job import Job
from formicarium.arena.journal import BadResults, Journal
from formicarium.arena.play import MatchResult, play_match

parquet = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "a.parquet"


@pytest.fixture
def file(out: Path) -> Path:
    return out.with_name("a.parquet.journal")


@pytest.fixture
def rows(job: Job) -> list[MatchResult]:
    return [play_match(job, number) for number in range(4)]


@pytest.fixture
def begun(job: Job, file: Path, out: Path, rows: list[MatchResult]) -> Path:
    """A journal with two rows in it."""
    journal = Journal(job, file, out)
    journal.add(rows[2])
    journal.add(rows[0])
    journal.close()
    return file


def test_what_was_added_is_there_again(
    job: Job, begun: Path, out: Path, rows: list[MatchResult]
) -> None:
    journal = Journal(job, begun, out)
    assert journal.rows == {0: rows[0], 2: rows[2]}
    assert (journal.missing(4), journal.missing(1)) == ([1, 3], [])
    assert not out.exists()


def test_every_row_is_on_disk_at_once(job: Job, file: Path, rows: list[MatchResult]) -> None:
    journal = Journal(job, file, None)
    for count, row in enumerate(rows, 1):
        journal.add(row)
        assert len(Journal(job, file, None).rows) == count
    journal.close()


@pytest.mark.parametrize("cut", [1, 20, 10_000])
def test_a_line_that_was_cut_off_is_played_again(
    job: Job, begun: Path, out: Path, rows: list[MatchResult], cut: int
) -> None:
    begun.write_bytes(begun.read_bytes()[: -min(cut, begun.stat().st_size)])
    journal = Journal(job, begun, out)
    assert 0 in journal.missing(4)
    for row in rows:
        journal.add(row)
    journal.close()
    assert Journal(job, begun, out).first(4) == rows


def test_at_the_end_everything_is_in_the_parquet_file(
    job: Job, begun: Path, out: Path, rows: list[MatchResult]
) -> None:
    journal = Journal(job, begun, out)
    journal.add(rows[3])
    journal.add(rows[1])
    journal.finish()
    assert sorted(file.name for file in out.parent.glob("a.*")) == [out.name]
    table = parquet.read_table(out)
    assert table["number"].to_pylist() == [0, 1, 2, 3]
    assert table["scores"].to_pylist() == [[*row.scores] for row in rows]
    assert table["seats"].to_pylist()[1] == ["random", "greedy"]
    assert json.loads(table.schema.metadata[b"formicarium"]) == job.header
    again = Journal(job, begun, out)
    assert (again.first(4), again.missing(4), again.missing(6)) == (rows, [], [4, 5])


def test_more_rows_go_behind_those_of_the_parquet_file(
    job: Job, file: Path, out: Path, rows: list[MatchResult]
) -> None:
    for part in (rows[:2], rows[2:]):
        journal = Journal(job, file, out)
        for row in part:
            journal.add(row)
        journal.finish()
    assert Journal(job, file, out).first(4) == rows


def test_a_file_of_another_run_is_refused_and_stays(job: Job, begun: Path, out: Path) -> None:
    other = job._replace(seed=6, game=fm.load("micropolis", players=3))
    with pytest.raises(BadResults, match=r"players is 2 there, 3 here; seed is 5 there, 6 here"):
        Journal(other, begun, out)
    Journal(job, begun, out).finish()
    with pytest.raises(BadResults, match=r"a.parquet is of another run: .*seed is 5 there, 6 here"):
        Journal(other, begun, out)
    assert Journal(job, begun, out).missing(4) == [1, 3]


def test_files_with_something_else_in_them(
    job: Job, file: Path, out: Path, begun: Path, tmp_path: Path
) -> None:
    lines = begun.read_bytes().splitlines(keepends=True)
    for content in (b"nonsense\n", b"[]\n", lines[0] + b"{}\n" + lines[1]):
        begun.write_bytes(content)
        with pytest.raises(BadResults, match=r"is damaged|holds no results"):
            Journal(job, begun, out)
    begun.unlink()
    out.write_bytes(b"nonsense")
    with pytest.raises(BadResults, match="cannot read"):
        Journal(job, file, out)
    pa = pytest.importorskip("pyarrow")
    parquet.write_table(pa.table({"game": [1]}), out)
    with pytest.raises(BadResults, match="holds no results of an arena"):
        Journal(job, file, out)


def test_a_disk_that_refuses_is_an_error_that_names_the_file(
    job: Job, begun: Path, out: Path, rows: list[MatchResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    journal = Journal(job, begun, out)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", refuse)
        with pytest.raises(BadResults, match=r"a.parquet: no space left.* kept in .*journal$"):
            journal.finish()
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", refuse)
        with pytest.raises(BadResults, match=r"journal: no space left on device$"):
            journal.add(rows[1])
    assert Journal(job, begun, out).missing(4) == [1, 3]
