"""The page about a game as such."""

import msgspec
import pytest

from formicarium.core.text import LANGUAGES
from formicarium.pages.balance import Subject, balance_page
from formicarium.pages.figures import Balance, Branching, Category, Doubling, SeatFigures, Spread
from tests.pages.reading import read, words

EVIL = "<script>alert('x')</script>"
SUBJECT = Subject("Micropolis", "formicarium.games.micropolis", ["2 players"])
FOUND = Balance(
    about={"game": "micropolis"},
    games=100,
    seats=(
        SeatFigures(0.7, (0.6, 0.78), 51.2, 1.5, is_fair=False),
        SeatFigures(0.3, (0.22, 0.4), 48.0, 1.4, is_fair=False),
    ),
    points=Spread({40: 60, 50: 100, 73: 40}),
    categories=(Category("harvest", Spread({0: 150, 5: 50}), 2.5, 0.0),),
    length=Spread({60: 40, 64: 60}),
    branching=Branching(4.2, 17, 0.12, (4.0, 4.1, 5.0, 4.4, 4.2, 4.0, 3.9, 3.8, 4.1, 4.3)),
    margin=Spread({0: 10, 2: 40, 9: 50}),
    close=2,
    doublings=(Doubling(16, 100, 0.66, (0.56, 0.74)), Doubling(32, 100, 0.51, (0.41, 0.61))),
    worth_doubling=0.53,
    enough=16,
    forfeits=0,
)


def test_the_page_tells_what_was_found() -> None:
    page = words(balance_page(SUBJECT, FOUND, "en"))
    for told in (
        "More than its share is won by: Seat 1.",
        "Less than its share is won by: Seat 2.",
        "60.0% – 78.0%",
        "51.2",
        "± 1.5",
        "harvest",
        "at most 64 decisions",
        "4.2 legal actions on average and 17 at most; in 12% of the decisions",
        "In 50% of the games the winner leads by no more than 2 points",
        "From 16 simulations on, doubling wins less than 53%.",
        "16 → 32",
    ):
        assert told in page
    assert "failed" not in page


def test_other_findings_are_told_differently() -> None:
    even = SeatFigures(0.5, (0.4, 0.6), 50.0, None)
    found = msgspec.structs.replace(FOUND, seats=(even, even), enough=None, forfeits=3)
    page = words(balance_page(SUBJECT, found, "en"))
    assert "No seat differs" in page
    assert "still pays" in page
    assert "3 times" in page


def test_what_was_not_measured_is_left_out() -> None:
    found = msgspec.structs.replace(FOUND, doublings=(), enough=None, categories=())
    page = words(balance_page(SUBJECT, found, "en"))
    assert "simulations" not in page
    assert "Where the points come from" not in page


@pytest.mark.parametrize(
    "counts", [{0: 1}, {-3: 2, 4: 1}, {5: 7}, {0: 1, 10_000: 1}, dict.fromkeys(range(300), 1)]
)
def test_any_distribution_can_be_drawn(counts: dict[int, int]) -> None:
    spread = Spread(counts)
    found = msgspec.structs.replace(FOUND, points=spread, length=spread, margin=spread)
    page = balance_page(SUBJECT, found, "en")
    read(page)
    assert page.count('class="bar"') <= 4 * 26


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(language: str) -> None:
    page = balance_page(SUBJECT, FOUND, language)
    assert f'<html lang="{language}">' in page
    assert ("decisions" in words(page)) == (language == "en")


def test_nothing_of_others_is_read_as_markup() -> None:
    page = balance_page(Subject(EVIL, SUBJECT.package, [EVIL]), FOUND, "en")
    assert "<script" not in page
    read(page)


def test_the_middle_of_a_distribution() -> None:
    assert Spread({1: 1, 2: 1, 10: 1}).middle == 2
    assert Spread({}).middle == 0
    assert Spread({1: 3, 4: 1}).up_to(3) == 0.75
