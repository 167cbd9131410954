"""Options, languages, and what the package shows to the outside."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import formicarium as fm
from formicarium.core.game import rulebook
from formicarium.core.text import LANGUAGES, phrases
from tests.properties.lines import fits

GAMES = fm.game_names()
SOURCE = Path(fm.__file__).parent
SPOKEN = sorted(folder.parent for folder in SOURCE.rglob("text") if folder.is_dir())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_its_defaults_and_says_so(name: str) -> None:
    game = fm.load(name)
    assert game.options == {o.name: o.default.name.lower() for o in rulebook(name).options}
    assert fm.load(name, players=game.players, **game.options) == game


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_can_be_made(name: str) -> None:
    """At some player count, and then it is part of what makes a game that game."""
    usual = usual_games(name)
    for option in rulebook(name).options:
        for choice in option.choices:
            game = with_choice(name, option.name, choice)
            default = choice == option.default.name.lower()
            assert game.options[option.name] == choice
            assert (game in usual) == default
            assert (f"{option.name}={choice!r}" in repr(game)) == (not default)


def usual_games(name: str) -> list[fm.Game]:
    """The game as everybody plays it, for every player count that it is made for."""
    book = rulebook(name)
    return [fm.load(name, players=players) for players in book.players if fits(name, players, {})]


def with_choice(name: str, option: str, choice: str) -> fm.Game:
    """A game with that choice, for as few players as it fits."""
    for players in rulebook(name).players:
        try:
            return fm.load(name, players=players, **{option: choice})
        except fm.BadOption:
            continue
    raise AssertionError(f"{option}={choice} fits no player count")


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_explained_by_a_rule(name: str) -> None:
    rules = (SOURCE.parents[1] / "docs" / "rules" / f"{name}.md").read_text("utf-8")
    for option in rulebook(name).options:
        assert f"**{option.rule}**" in rules
        assert option.name in rules


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_option_and_choice_is_put_into_words(name: str, language: str) -> None:
    """And no words are left of options that there are no more."""
    book = rulebook(name)
    said = phrases(book.package, language).by_key
    spoken = {key: text for key, text in said.items() if key.startswith("options.")}
    expected = {
        f"options.{option.name}.{word}"
        for option in book.options
        for word in ("title", "about", *(f"choices.{choice}" for choice in option.choices))
    }
    assert {*spoken} == expected
    assert all(text.strip() == text != "" and "\n" not in text for text in spoken.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_words_tell_the_options_and_the_choices_apart(name: str, language: str) -> None:
    book = rulebook(name)
    say = phrases(book.package, language)
    titles = {say(f"options.{option.name}.title") for option in book.options}
    assert len(titles) == len(book.options)
    for option in book.options:
        key = f"options.{option.name}.choices"
        labels = {say(f"{key}.{choice}") for choice in option.choices}
        assert len(labels) == len(option.choices), option.name


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told_apart_by_players_options_and_name(name: str) -> None:
    games = usual_games(name)
    assert len({*games}) == len(games)
    assert games[0] != name


@pytest.mark.parametrize("package", SPOKEN, ids=lambda folder: folder.name)
def test_all_languages_say_the_same_things(package: Path) -> None:
    """The same keys, and in each phrase the same gaps to fill in."""
    files = {file.stem: file for file in (package / "text").glob("*.toml")}
    assert {*files} - {"facts"} == {*LANGUAGES}
    tables = {language: flattened(files[language]) for language in LANGUAGES}
    for language, table in tables.items():
        assert {*table} == {*tables["en"]}
        for key, phrase in table.items():
            assert gaps(phrase) == gaps(tables["en"][key]), f"{language}: {key}"


def flattened(file: Path) -> dict[str, list[str]]:
    """Every phrase by its key, as a list of its wordings."""

    def walk(table: dict[str, Any], prefix: str) -> Iterator[tuple[str, list[str]]]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from walk(value, f"{prefix}{key}.")
            else:
                yield prefix + key, value if isinstance(value, list) else [value]

    return dict(walk(tomllib.loads(file.read_text("utf-8")), ""))


def gaps(phrase: list[str]) -> list[set[str]]:
    return [
        {name for _, name, _, _ in string.Formatter().parse(wording) if name is not None}
        for wording in phrase
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_agree_with_their_nouns(language: str) -> None:
    say = phrases("formicarium.games.micropolis", language)
    one, two = say.count("soldiers", 1), say.count("soldiers", 2)
    assert (one[:2], two[:2]) == ("1 ", "2 ")
    assert one[2:] != two[2:]
    assert (say.count("soldiers", 0)[2:] == one[2:]) == (language == "fr")


@pytest.mark.parametrize("language", ["", "EN", "it", "en-GB", "../en"])
def test_other_languages_are_refused(language: str) -> None:
    state = fm.load("micropolis", players=2).start(seed=1)
    with pytest.raises(fm.BadLanguage, match="choose one of: en, de, fr"):
        state.actions(state.to_act[0])[0].describe(language)


def modules() -> list[str]:
    """Every module that is imported by itself, not bound to a game or run by Alembic."""
    found = pkgutil.walk_packages(fm.__path__, "formicarium.")
    return ["formicarium", *(module.name for module in found if is_imported(module.name))]


def is_imported(name: str) -> bool:
    file = SOURCE.parent / f"{name.replace('.', '/')}.py"
    is_template = file.is_file() and file.read_text("utf-8").startswith('"""A template')
    return not is_template and "__main__" not in name and not name.endswith("migrations.env")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.heavy] * ("openspiel" in name)) for name in modules()],
)
def test_examples_in_the_code_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


@pytest.mark.parametrize("name", fm.__all__)
def test_what_the_package_shows_is_explained(name: str) -> None:
    shown = getattr(fm, name)
    assert inspect.getdoc(shown)
    if inspect.isclass(shown):
        public = [member for member in vars(shown).items() if not member[0].startswith("_")]
        for member, value in public:
            if callable(value) or isinstance(value, property):
                assert inspect.getdoc(value), f"{name}.{member}"


def test_the_package_shows_nothing_else() -> None:
    shown = {name for name, value in vars(fm).items() if not name.startswith("_")}
    helpers = {name for name in shown if isinstance(getattr(fm, name), ModuleType)}
    assert shown - helpers == {*fm.__all__}
