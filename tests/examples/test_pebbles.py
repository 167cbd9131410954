"""The example of a game in another package: installed beside ours, everything works with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.core.install import EXAMPLE, install_project, run, run_command

ROOT = Path(__file__).parents[2]

# What is asked of all of our games, and needs nothing that is stored for each of them.
ASKED_OF_ALL = (
    "tests/properties/test_damaged_positions.py",
    "tests/properties/test_documents.py",
    "tests/properties/test_knowledge.py",
    "tests/properties/test_play.py",
    "tests/properties/test_three_speeds.py",
    "tests/wasm/test_modules.py",
    "tests/wasm/test_same_bytes.py",
    "tests/envs/test_batch.py",
    "tests/envs/test_gymnasium.py",
    "tests/envs/test_observations.py",
    "tests/envs/test_pettingzoo.py",
    "tests/games/test_reasons.py",
    "tests/games/test_views.py",
    "tests/games/test_words_and_numbers.py",
    "tests/cli/test_play.py",
    "tests/core/test_past.py",
)

pytestmark = [pytest.mark.heavy, pytest.mark.compiled]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the example is installed, from its wheel."""
    folder = tmp_path_factory.mktemp("site")
    install_project(folder)
    return folder


@pytest.mark.always
def test_its_wheel_brings_all_that_it_needs(site: Path) -> None:
    own = {
        file.relative_to(EXAMPLE).as_posix()
        for file in (EXAMPLE / "pebbles").rglob("*")
        if file.is_file() and not {"__pycache__", "engine"} & {*file.parts}
    }
    assert {name for name in own if not (site / name).is_file()} == set()


def test_its_own_tests_pass(site: Path) -> None:
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE))
    assert " passed" in run_command(site, *command)


def test_what_holds_for_all_games_holds_for_it(site: Path) -> None:
    """Promises, environments, words, the terminal, and WebAssembly, which is equal to the CPU."""
    files = [str(ROOT / name) for name in ASKED_OF_ALL]
    only = ("-k", "pebbles", "-p", "no:cacheprovider", "-n", "0", "--rootdir", str(ROOT))
    told = run_command(site, "-m", "pytest", "-q", *only, *files)
    assert "skipped" not in told
    assert int(told.rsplit(" passed", 1)[0].split()[-1]) > 100


def formicarium(site: Path, *words: str) -> str:
    """What a command prints."""
    return run_command(site, "-m", "formicarium", *words)


@pytest.mark.always
def test_it_is_found_among_the_games(site: Path) -> None:
    program = "import formicarium as fm\nprint(*fm.game_names())"
    assert "pebbles" in run(site, program).split()
    assert "PB-4.1" in formicarium(site, "games", "pebbles", "--language", "de")


@pytest.mark.always
def test_it_is_played_to_the_end_in_a_terminal(site: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    seats = ("--seat", "hard,beginner,random", "--seed", "3", "--record", str(record))
    assert "Victory" in formicarium(site, "play", "pebbles", *seats)
    assert "PB" not in formicarium(site, "replay", str(record))
    assert "pebbles" in record.read_text("utf-8")


@pytest.mark.always
def test_bots_meet_in_the_arena_and_the_better_one_wins(site: Path) -> None:
    games = ("--games", "60", "--json", "-")
    told = json.loads(formicarium(site, "arena", "pebbles", "greedy", "random", *games))
    assert [bot["name"] for bot in told["bots"]] == ["greedy", "random"]
    assert told["bots"][0]["win_share"] > 0.6


def test_it_can_be_counted_simulated_measured_and_tuned(site: Path, tmp_path: Path) -> None:
    assert "30" in formicarium(site, "perft", "pebbles", "--depth", "4").split()
    assert formicarium(site, "simulate", "pebbles", "--games", "50", "--bots", "greedy")
    measured = tmp_path / "measured.json"
    formicarium(
        site, "bench", "pebbles", "--seconds", "0.02", "--no-rivals", "--json", str(measured)
    )
    assert json.loads(measured.read_text("utf-8"))
    little = ("--quick", "40", "--thoughtful", "8", "--simulations", "4", "--matches", "8")
    tuned = tmp_path / "tuned.json"
    folder = ("--folder", str(tmp_path / "tune"), "--out", str(tuned), "--workers", "1")
    formicarium(site, "tune", "pebbles", "--rounds", "1", *little, *folder)
    assert json.loads(tuned.read_text("utf-8"))["game"] == "pebbles"


HINT = """
import formicarium as fm
state = fm.position({
    "game": "pebbles",
    "phase": "dig",
    "bag": {"red": 9, "white": 1},
    "brook": {"white": 2, "black": 1},
    "carried": {"red": 1, "yellow": 1},
    "favourites": ["red", "black", "white", "yellow"],
})
[best, *others] = state.hint(0, seconds=0.2, language="en")
print(best.action.text, *best.reasons, *best.lights, sep="; ")
"""


@pytest.mark.always
def test_hints_have_reasons(site: Path) -> None:
    assert (
        run(site, HINT)
        == "home; +3 for a larger load; Favourite stones that come home: 1 more; seat 0\n"
    )


LOBBY = """
import json, sys, time
from pathlib import Path
from tests.server.playing import Guest, house

with house(Path(sys.argv[1]), games=("pebbles",)) as client:
    ada = Guest(client)
    [listed] = ada.get("/api/games?language=de")["games"]
    page = ada.get("/api/games/pebbles?language=fr")
    rules = ada.get("/api/games/pebbles/rules?language=de")["rules"]
    guide = ada.get("/api/games/pebbles/guide?language=fr")
    lessons = ada.get("/api/games/pebbles/lessons?language=en")
    table = ada.make("me", "bot easy", game="pebbles", options={"refill": "empty"})
    while (seen := ada.table(table))["status"] != "over":
        if seen["actions"]:
            ada.move(table)
        else:
            time.sleep(0.01)
    print(json.dumps({
        "listed": listed, "categories": page["phrases"]["categories.loads"], "rules": len(rules),
        "guide": guide, "chapters": len(lessons["chapters"]), "sheets": seen["breakdown"]["seats"],
        "picture": client.get(listed["picture"]).headers["content-type"],
        "board": client.get(listed["board"]).text,
    }))
"""


@pytest.mark.always
def test_it_is_in_the_lobby_and_played_to_the_end_over_the_api(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "visit.py"
    program.write_text(LOBBY, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    told = json.loads(run_command(site, str(program), str(tmp_path)))
    listed = told["listed"]
    assert (listed["name"], listed["title"]) == ("pebbles", "Pebbles")
    assert (listed["facts"]["weight"], listed["minutes"]) == (1, 10)
    assert [option["labels"]["empty"] for option in listed["options"]] == ["wenn er leer ist"]
    assert told["categories"] == "charges"
    assert (told["rules"], told["chapters"]) == (15, 3)
    assert "fourmi" in json.dumps(told["guide"])
    assert len(told["sheets"]) == 2
    assert told["picture"] == "image/svg+xml"
    assert told["board"] == (EXAMPLE / "pebbles" / "page" / "board.js").read_text("utf-8")
