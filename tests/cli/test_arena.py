"""`formicarium arena`: one result from any number of workers, whatever happens on the way."""

import builtins
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.bots.rogues import invite
from tests.cli.conftest import Run

PAIR = ("arena", "micropolis", "greedy", "random", "--players", "2")
FOREVER = ("--games", "100000", "--workers", "2")


pytestmark = pytest.mark.heavy


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where arenas keep what has no file of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def rogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    invite(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


def process(*arguments: object) -> "subprocess.Popen[str]":
    """The command in a process of its own."""
    command = [sys.executable, "-m", "formicarium", *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


def untimed(text: str) -> str:
    """The figures without the times that decisions took."""
    return "\n".join(line for line in text.splitlines() if "seconds_per" not in line)


def wait_for_lines(file: Path, count: int) -> None:
    patience = time.monotonic() + 60
    while not file.exists() or file.read_bytes().count(b"\n") < count:
        assert time.monotonic() < patience
        time.sleep(0.05)


# --- Results --------------------------------------------------------------------------------------


def test_the_figures_as_json(run: Run) -> None:
    done = run(*PAIR, "--games", 6, "--workers", 1, "--json", "-")
    assert (done.code, done.err) == (0, "")
    figures = json.loads(done.out)
    assert (figures["matches"], figures["equal_share"], figures["seed"]) == (6, 0.5, 0)
    greedy, random = figures["bots"]
    assert (greedy["name"], random["name"]) == ("greedy", "random")
    assert greedy["win_share"] + random["win_share"] == pytest.approx(1)
    for bot in (greedy, random):
        low, high = bot["interval"]
        assert 0 <= low <= bot["win_share"] <= high <= 1
        assert bot["points_interval"][0] <= bot["points"] <= bot["points_interval"][1]
        assert bot["seconds_per_decision"] > 0
        assert (bot["matches"], bot["forfeits"]) == (6, 0)
    assert (greedy["rating"] > random["rating"]) == (greedy["win_share"] > 0.5)


def test_a_search_by_simulations_gives_the_same_figures_by_any_workers(run: Run) -> None:
    """Trees that are used further and decisions that end early depend on nothing else, either."""
    bots = ("arena", "micropolis", "search:simulations=40", "greedy", "--players", 2)
    arguments = (*bots, "--games", 4, "--json", "-", "--workers")
    alone = run(*arguments, 1)
    with process(*arguments, 2) as together:
        out, _ = together.communicate()
    assert untimed(out) == untimed(alone.out)


def test_a_journal_that_is_complete_becomes_a_file(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "a.parquet"
    arguments = (*PAIR, "--games", 4, "--workers", 1, "--out", out, "--json", "-")
    first = run(*arguments)
    header = json.loads(first.out)
    journal = tmp_path / "a.parquet.journal"
    rows = rows_of(out)
    names = ("formicarium", "game", "rules", "players", "options", "components", "bots", "seed")
    head = {name: header[name] for name in (*names, "seconds", "sources", "characters", "files")}
    head["bots"] = [bot["name"] for bot in header["bots"]]
    journal.write_text("".join(json.dumps(line) + "\n" for line in (head, *rows)))
    out.unlink()
    again = run(*arguments)
    assert (again.code, untimed(again.out)) == (0, untimed(first.out))
    assert rows_of(out) == rows
    assert not journal.exists()


def rows_of(file: Path) -> list[dict[str, Any]]:
    from pyarrow import parquet

    rows: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
    return rows


@pytest.mark.parametrize("name", ["a.parquet", "a.parquet.journal"])
def test_figures_do_not_fall_onto_the_results(run: Run, tmp_path: Path, name: str) -> None:
    done = run(*PAIR, "--games", 2, "--out", tmp_path / "a.parquet", "--json", tmp_path / name)
    assert done.code != 0
    assert "that file is used already" in " ".join(done.err.split())


def test_any_number_of_workers_gives_the_same_figures(run: Run) -> None:
    arguments = (*PAIR, "--games", 8, "--json", "-", "--seed")
    alone = run(*arguments, 3, "--workers", 1)
    with process(*arguments, 3, "--workers", 3) as together:
        out, err = together.communicate(timeout=120)
    assert (alone.err, err) == ("", "")
    assert untimed(alone.out) == untimed(out)
    other = run(*arguments, 4, "--workers", 1)
    assert untimed(other.out) != untimed(out)


def test_the_tables(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    third = "search:simulations=2"
    entries = ("arena", "micropolis", "greedy,random", third, "--players", "3")
    done = run(*entries, "--games", 1, "--workers", 1, "--json", file)
    assert (done.code, done.err) == (0, "")
    assert len(json.loads(file.read_text("utf-8"))["pairings"]) == 3
    for word in ("rating", "wins", "95 %", "rank", "points", "time", "against"):
        assert word in done.out
    assert "18 matches; an equal share of victories would be 33.3%" in done.out
    assert "forfeits" not in done.out
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize(("language", "word"), [("de", "Partien"), ("fr", "parties")])
def test_the_tables_in_other_languages(
    run: Run, monkeypatch: pytest.MonkeyPatch, language: str, word: str
) -> None:
    monkeypatch.setenv("LANG", language)
    assert f"2 {word}" in run(*PAIR, "--games", 1, "--workers", 1).out


def test_rows_as_parquet_that_can_be_gone_on_with(run: Run, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "a.parquet"
    arguments = (*PAIR, "--workers", 1, "--json", "-", "--out", out)
    four = run(*arguments, "--games", 4)
    assert (four.code, four.err) == (0, "")
    before = out.read_bytes()
    again = run(*arguments, "--games", 4)
    assert (again.out, again.err, out.read_bytes()) == (four.out, "", before)
    ten = run(*arguments, "--games", 10)
    assert ten.err == "Going on: 4 of 10 matches have been played before.\n"
    assert parquet.read_table(out)["number"].to_pylist() == [*range(10)]
    assert untimed(ten.out) == untimed(run(*arguments[:-2], "--games", 10).out)
    assert run(*arguments, "--games", 4).out == four.out


# --- Interruptions --------------------------------------------------------------------------------


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_goes_on_where_it_stopped(
    run: Run, tmp_path: Path, blow: signal.Signals
) -> None:
    pytest.importorskip("pyarrow")
    out = tmp_path / "a.parquet"
    journal = tmp_path / "a.parquet.journal"
    with process(*PAIR, *FOREVER, "--out", out) as stopped:
        wait_for_lines(journal, 6)
        stopped.send_signal(blow)
        _, err = stopped.communicate(timeout=60)
    if blow == signal.SIGINT:
        assert stopped.returncode == 130
        assert "run the same command again to go on" in err
        assert len(err.splitlines()) == 1
    kept = journal.read_bytes().splitlines()[1:]
    assert len(kept) >= 5
    wanted = ("--games", len(kept) + 3, "--workers", 1, "--json", "-")
    done = run(*PAIR, *wanted, "--out", out)
    assert done.code == 0
    assert "matches have been played before" in done.err
    fresh = run(*PAIR, *wanted)
    assert untimed(done.out) == untimed(fresh.out)


def test_a_run_without_a_file_goes_on_as_well(run: Run, cache: Path) -> None:
    with process(*PAIR, *FOREVER) as stopped:
        while not [*cache.rglob("*.journal")]:
            time.sleep(0.05)
        (journal,) = cache.rglob("*.journal")
        wait_for_lines(journal, 4)
        stopped.send_signal(signal.SIGINT)
        assert stopped.wait(timeout=60) == 130
    kept = journal.read_bytes().count(b"\n") - 1
    done = run(*PAIR, "--games", kept + 1, "--workers", 1)
    assert "matches have been played before" in done.err
    assert not [*cache.rglob("*.journal")]


@pytest.mark.usefixtures("rogues")
def test_a_worker_that_dies_takes_no_finished_match_with_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setenv("DEED", str(tmp_path / "deed"))
    bots = ("arena", "micropolis", "killer", "random", "--players", 2)
    arguments = (*bots, "--games", 6, "--workers", 2, "--out", tmp_path / "a.parquet")
    done = run(*arguments)
    assert done.code == 2
    assert "a worker process died" in done.err
    assert "run the same command again to go on" in done.err
    assert len(done.err.splitlines()) == 1
    assert run(*arguments).code == 0


def test_a_file_of_another_run_is_refused(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    out = tmp_path / "a.parquet"
    assert run(*PAIR, "--games", 1, "--workers", 1, "--out", out).code == 0
    before = out.read_bytes()
    done = run(*PAIR, "--games", 1, "--workers", 1, "--out", out, "--seed", 1)
    assert done.code == 2
    assert f"{out} is of another run: seed is 0 there, 1 here; name another file" in done.err
    assert len(done.err.splitlines()) == 1
    assert out.read_bytes() == before
    other = run("simulate", "micropolis", "--games", 1, "--out", out)
    assert other.code == 0
    done = run(*PAIR, "--games", 1, "--workers", 1, "--out", out)
    assert "holds no results of an arena" in done.err


# --- Bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess", "greedy", "random"), "there is no game 'chess'"),
        (("micropolis",), "Missing argument 'BOT...'"),
        (("micropolis", "random"), "an arena needs two bots or more to meet; there is 1"),
        (("micropolis", "random", "greedy", "random"), "bot random is named twice"),
        (("micropolis", "random", "gredy"), "did you mean greedy?"),
        (("micropolis", "random", "greedy:speed=1"), "bot greedy has no setting 'speed=1'"),
        (("micropolis", "random", "greedy", "--players", "7"), "2 to 6 players, not 7"),
        (("micropolis", "random", "greedy", "--games", "0"), "Invalid value for '--games'"),
        (("micropolis", "random", "greedy", "--workers", "0"), "Invalid value for '--workers'"),
        (("micropolis", "random", "greedy", "--seconds", "0"), "Invalid value for '--seconds'"),
        (("micropolis", "random", "greedy", "--seed", "-1"), "seed -1 is not"),
        (("micropolis", "random", "greedy", "--option", "x=y"), "there is no option 'x'"),
        (("micropolis", "random", "greedy", "--out", "a.csv"), "ends in .parquet"),
        (("micropolis", "random", "greedy", "--out", "none/a.parquet"), "there is no folder none"),
        (("micropolis", "random", "greedy", "--json", "none/a"), "there is no folder none"),
        (("micropolis", "random", "greedy", "--address", "x"), "--address goes with --cluster"),
        (
            ("micropolis", "random", "greedy", "--cluster", "--address", "x", "--workers", "2"),
            "--workers goes not",
        ),
    ],
)
def test_wrong_use(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run("arena", *arguments)
    assert done.code == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1
    assert done.out == ""


@pytest.mark.usefixtures("rogues")
@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("unborn", "bot unborn cannot be loaded: RuntimeError: not today"),
        ("missing", "bot missing cannot be loaded: AttributeError"),
        ("unready", "bot unready cannot play micropolis: FileNotFoundError: weights.bin"),
    ],
)
def test_a_bot_that_cannot_play_is_found_before_the_first_match(
    run: Run, bot: str, message: str
) -> None:
    done = run("arena", "micropolis", "random", bot, "--games", 2, "--workers", 1)
    assert done.code == 2
    assert message in done.err
    assert "did you mean" not in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.usefixtures("rogues")
@pytest.mark.parametrize("bot", ["raiser", "cheat", "mumbler", "staller"])
def test_a_bot_that_plays_badly_forfeits_decisions(
    run: Run, bot: str, caplog: pytest.LogCaptureFixture
) -> None:
    arguments = ("--games", 2, "--players", 2, "--workers", 1, "--seconds", 0.01)
    done = run("arena", "micropolis", "greedy", bot, *arguments, "--json", "-")
    assert done.code == 0
    greedy, rogue = json.loads(done.out)["bots"]
    assert greedy["forfeits"] == 0
    assert rogue["forfeits"] == rogue["decisions"] > 0
    (told,) = caplog.messages
    assert told.startswith(f"bot {bot} ")
    assert told.endswith("; random actions stand in for it")


@pytest.mark.parametrize(
    ("library", "arguments", "extra"),
    [("pyarrow", ("--out", "a.parquet"), "parquet"), ("ray", ("--cluster",), "cluster")],
)
def test_what_is_an_extra(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    library: str,
    arguments: tuple[str, ...],
    extra: str,
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == library:
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.chdir(tmp_path)
    done = run(*PAIR, *arguments)
    assert done.code == 2
    assert f"pip install 'formicarium[{extra}]'" in done.err
    assert not [*tmp_path.glob("a.*")]
