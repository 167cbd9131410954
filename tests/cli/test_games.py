"""`formicarium games`."""

import re
from unittest.mock import Mock

import pytest

import formicarium as fm
from formicarium.bots.characters import characters
from formicarium.core import game
from formicarium.core.game import rulebook
from tests.cli.conftest import Run


def test_all_games_are_listed(run: Run) -> None:
    done = run("games")
    assert (done.code, done.err) == (0, "")
    assert all(name in done.out for name in fm.game_names())
    assert "2–6 players" in done.out
    assert {*characters()} | {"greedy", "random", "search"} <= {*re.findall(r"\w+", done.out)}


def test_one_game_with_its_options(run: Run) -> None:
    done = run("games", "micropolis")
    assert done.code == 0
    for option in rulebook("micropolis").options:
        assert option.name in done.out
        assert option.rule in done.out
        assert f"{option.default.name.lower()}*" in done.out
    assert "Bruno Cathala" in done.out
    assert "not affiliated" in " ".join(done.out.split())


def test_options_are_explained_in_the_language(run: Run) -> None:
    assert "Wer beginnt?" in run("games", "minicity", "--language", "de").out
    assert "Qui commence ?" in run("games", "minicity", "--language", "fr").out


@pytest.mark.parametrize(("language", "word"), [("de", "Personen"), ("fr", "joueurs")])
def test_games_in_other_languages(run: Run, language: str, word: str) -> None:
    assert word in run("games", "--language", language).out
    assert word in run("games", "micropolis", "--language", language).out


@pytest.mark.parametrize("command", ["engine", "puzzles check", "bench", "daily verify game"])
def test_a_broken_game_does_not_hinder_the_others(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def load(name: str) -> object:
        if name == "broken":
            raise SystemExit(7)
        return rulebook(name)

    monkeypatch.setattr(game, "game_names", lambda: ("broken", "micropolis", "micropolis@1"))
    monkeypatch.setattr(game, "rulebook", load)
    monkeypatch.setattr("formicarium.cli.engine.build", Mock(side_effect=OSError("no room")))
    monkeypatch.setattr("formicarium.cli.puzzles.check_game", lambda name, *_: 0)
    measure = Mock(return_value=0)
    monkeypatch.setattr("formicarium.bench.run", measure)
    done = run(*command.split())
    assert "broken: cannot be loaded: SystemExit: 7" in done.err
    assert ("no room" in done.err) == (command == "engine")
    if command == "bench":
        assert measure.call_args.args[0] == "micropolis"
    assert "micropolis@1" not in done.err


def test_a_broken_game_does_not_hide_the_others(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> object:
        if name == "micropolis":
            return rulebook(name)
        raise AttributeError(f"no rules\nin {name}")

    monkeypatch.setattr("formicarium.cli.games.rulebook", load)
    monkeypatch.setattr("formicarium.cli.games.game_names", lambda: ("broken", "micropolis"))
    done = run("games")
    assert done.code == 0
    assert "cannot be loaded: no rules in broken" in done.out
    assert "2–6 players" in done.out
