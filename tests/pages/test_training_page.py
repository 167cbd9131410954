"""The page about a network that learns."""

import pytest

from formicarium.core.text import LANGUAGES
from formicarium.pages.balance import Subject
from formicarium.pages.training import ChampionShown, RoundShown, training_page
from tests.pages.reading import read, words

EVIL = "<script>alert('x')</script>"
SUBJECT = Subject("Micropolis", "formicarium.games.micropolis", ["seed: 7"])
ROUNDS = [
    RoundShown(3000, 0.6912, 0.6800, 0.53, 0.01, is_best=True),
    RoundShown(3000, 0.6905, 0.6999, 0.49, 0.01, is_best=False),
]
CHAMPION = ChampionShown(0.5812, 0.005, 5000, 1800.0)


def test_the_page_tells_what_was_found() -> None:
    page = training_page(SUBJECT, ROUNDS, CHAMPION, "en")
    read(page)
    for told in (
        "Micropolis: how a network learns",
        "6,000",
        "58.1% ± 1.0%",
        "won against the hand judgement, 5,000 games",
        "0.6912 0.6800 53.0% ± 2.0% yes",
        "0.6905 0.6999 49.0% ± 2.0% no",
    ):
        assert told in " ".join(words(page).split())


@pytest.mark.parametrize("rounds", [[], ROUNDS[:1], ROUNDS[1:], ROUNDS * 20])
def test_any_number_of_rounds_can_be_drawn(rounds: list[RoundShown]) -> None:
    page = training_page(SUBJECT, rounds, None, "en")
    read(page)
    assert "nan" not in page
    assert "won against" not in words(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(language: str) -> None:
    page = training_page(SUBJECT, ROUNDS, CHAMPION, language)
    assert f'<html lang="{language}">' in page
    assert ("the best now" in words(page)) == (language == "en")


def test_nothing_of_others_is_read_as_markup() -> None:
    page = training_page(Subject(EVIL, SUBJECT.package, [EVIL]), ROUNDS, CHAMPION, "en")
    assert "<script" not in page
    read(page)
