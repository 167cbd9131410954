"""The rules in other languages are the same rules: their numbers, in their order."""

import re
from pathlib import Path

import pytest

import formicarium as fm
from formicarium.core.text import LANGUAGES
from formicarium.server.api.rules_text import Rule, read_rules

RULES = Path(__file__).parents[2] / "docs" / "rules"
TRANSLATED = sorted(RULES.glob("*.*.md"))  # such as micropolis.de.md

pytestmark = pytest.mark.guard


def rules_of(file: Path) -> list[Rule]:
    return read_rules(file.read_text("utf-8"))


def english(file: Path) -> Path:
    """The page that a translated one follows."""
    return file.with_name(f"{file.name.partition('.')[0]}.md")


@pytest.mark.parametrize("game", fm.game_names())
def test_every_game_has_german_rules(game: str) -> None:
    assert (RULES / f"{game}.de.md").is_file()


@pytest.mark.parametrize("file", TRANSLATED, ids=lambda file: file.name)
def test_a_translated_page_is_of_a_game_and_a_language(file: Path) -> None:
    game, language, _ = file.name.split(".")
    assert game in fm.game_names()
    assert language in LANGUAGES[1:]


@pytest.mark.parametrize("file", TRANSLATED, ids=lambda file: file.name)
def test_a_translated_page_has_the_rules_of_the_english_one(file: Path) -> None:
    numbers = [rule.number for rule in rules_of(english(file))]
    assert numbers
    assert [rule.number for rule in rules_of(file)] == numbers


@pytest.mark.parametrize("file", TRANSLATED, ids=lambda file: file.name)
def test_a_translated_rule_tells_its_source_where_the_english_one_does(file: Path) -> None:
    pairs = zip(rules_of(file), rules_of(english(file)), strict=True)
    assert [own.number for own, other in pairs if bool(own.source) != bool(other.source)] == []


@pytest.mark.parametrize("file", sorted(RULES.glob("*.md")), ids=lambda file: file.name)
def test_where_a_rule_comes_from_is_no_part_of_what_players_read(file: Path) -> None:
    assert [rule.number for rule in rules_of(file) if re.search(r"\[[^\]]+\]", rule.text)] == []
