"""Numbers and texts in three languages."""

import itertools

import pytest

from formicarium.core.text import LANGUAGES, phrases
from formicarium.pages.numbers import change, decimal, percent, whole

PACKAGE = "formicarium.pages"
# What languages spell alike.
ALIKE = {
    "numbers.percent", "numbers.point", "facts.option", "facts.version", "analysis.seat",
    "analysis.score", "balance.points", "balance.seat", "balance.simulations",
    "behaviour.action", "behaviour.positions", "training.minutes",
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ("−1,234", "0.5", "12.3%", "+7%")),
        ("de", ("−1.234", "0,5", "12,3\N{NO-BREAK SPACE}%", "+7\N{NO-BREAK SPACE}%")),
        (
            "fr",
            (
                "−1\N{NARROW NO-BREAK SPACE}234",
                "0,5",
                "12,3\N{NO-BREAK SPACE}%",
                "+7\N{NO-BREAK SPACE}%",
            ),
        ),
    ],
)
def test_numbers_are_written_as_the_language_does(language: str, expected: tuple[str, ...]) -> None:
    say = phrases(PACKAGE, language)
    written = (whole(-1234, say), decimal(0.5, say), percent(0.1234, say, 1), change(0.07, say))
    assert written == expected


def test_nothing_has_no_sign() -> None:
    say = phrases(PACKAGE, "en")
    assert (whole(-0.2, say), change(-0.001, say), change(0.001, say)) == ("0", "0%", "0%")


def test_all_languages_have_the_same_keys() -> None:
    assert len({phrases(PACKAGE, language).keys for language in LANGUAGES}) == 1


def test_nothing_is_left_in_another_language() -> None:
    for one, other in itertools.combinations(LANGUAGES, 2):
        first, second = (phrases(PACKAGE, language).by_key for language in (one, other))
        same = {key for key, text in first.items() if text == second[key]}
        assert same <= ALIKE
