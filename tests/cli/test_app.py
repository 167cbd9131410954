"""The command line as a whole: help, version, start-up, pipes and languages."""

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import pytest

import formicarium as fm
from formicarium.cli.screen import language_here
from formicarium.core.text import LANGUAGES, phrases
from tests.cli.conftest import Run

COMMANDS = (
    *("games", "play", "simulate", "replay", "perft", "components", "bench", "engine", "examples"),
)


def test_the_version(run: Run) -> None:
    done = run("--version")
    assert done == (0, f"formicarium {importlib.metadata.version('formicarium')}\n", "")


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_names_every_command(run: Run, arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.code == 0
    assert all(command in done.out for command in COMMANDS)
    assert "picture" not in done.out


@pytest.mark.parametrize("command", [*COMMANDS, "picture"])
def test_every_command_has_help(run: Run, command: str) -> None:
    done = run(command, "--help")
    assert (done.code, done.err) == (0, "")
    assert "Usage: formicarium" in done.out


def test_it_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "formicarium", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("formicarium ")


def test_help_does_not_wait_for_the_compiler() -> None:
    program = (
        "import sys; from formicarium.cli import main; main(['--help']);"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode == 0


def test_a_reader_may_stop_reading(recorded: Path) -> None:
    command = [sys.executable, "-m", "formicarium", "replay", str(recorded)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
    ],
)
def test_the_language_is_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language_here() == language


@pytest.mark.parametrize("package", ["formicarium.cli", "formicarium.games.micropolis"])
def test_all_languages_say_the_same_things(package: str) -> None:
    keys = {phrases(package, language).keys for language in LANGUAGES}
    assert len(keys) == 1


def test_bench_is_passed_on(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[object] = []

    def bench(game: str, seconds: float, rivals: bool, json: Path | None) -> int:
        asked.extend((game, seconds, rivals, json))
        return 1

    monkeypatch.setattr("formicarium.bench.run", bench)
    file = tmp_path / "figures.json"
    assert run("bench", "--seconds", "0.5", "--no-rivals", "--json", file).code == 1
    assert asked == [fm.game_names()[0], 0.5, False, file]


# --- Shells that complete what is typed -----------------------------------------------------------


def test_a_shell_completes_commands_options_and_games() -> None:
    def offered(words: str) -> set[str]:
        around = {
            "_FORMICARIUM_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split(" ")) - 1),
        }
        command = [sys.executable, "-m", "formicarium"]
        done = subprocess.run(
            command, env=os.environ | around, capture_output=True, text=True, check=True
        )
        return {*done.stdout.split()}

    assert offered("formicarium si") == {"simulate"}
    assert offered("formicarium play mi") == {"micropolis", "minicity"}
    assert "--seconds" in offered("formicarium arena --s")


def test_help_tells_how_a_shell_learns_to_complete(run: Run) -> None:
    assert "--install-completion" in run("--help").out
