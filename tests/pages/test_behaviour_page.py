"""The part of a report about what was done in the games."""

import msgspec
import pytest

from formicarium.core.text import LANGUAGES
from formicarium.pages.balance import balance_page
from formicarium.pages.figures import (
    ActionUse,
    Behaviour,
    Calibration,
    ChanceTenth,
    Clicks,
    LeadFifth,
    NotableGame,
    ScoreQuarter,
    SeatFigures,
    Spread,
    Standstills,
)
from tests.pages.reading import read, words
from tests.pages.test_balance_page import EVIL, FOUND, SUBJECT

GAME = NotableGame(number=4, seed=123, length=64, quiet=0.81, quiet_end=0.77)
STANDSTILLS = Standstills(
    Spread({20: 90, 81: 10}), Spread({0: 90, 77: 10}), 10, 3, None, {}, (GAME,), (GAME,)
)
CALIBRATION = Calibration(
    own=(
        ChanceTenth(0.3, 450, 60, 0.36, 0.12, 0.134, is_right=False),
        ChanceTenth(0.4, 0, 0, None, None, None, None),
        ChanceTenth(0.5, 500, 70, 0.55, 0.56, 0.12, is_right=True),
    ),
    others=(ChanceTenth(0.9, 3, 1, 0.95, 0.0, 1.86, None),),
    quarters=(ScoreQuarter(100, 0.31, 0.24), ScoreQuarter(0, None, None)),
    fifths=(LeadFifth(80, -0.34), LeadFifth(1, None)),
)
BEHAVIOUR = Behaviour(
    Clicks(Spread({30: 190, 40: 10}), 0.051, Spread({2: 10, 7: 1}), 17),
    (ActionUse("take", 10.0, 9.0, 0.11, is_hardly_used=False),),
    (ActionUse("take 7", 3.0, 0.02, 0.0, is_hardly_used=True),),
    ("harvest",),
    (
        SeatFigures(0.6, (0.55, 0.65), 51.0, 1.0, is_fair=False),
        SeatFigures(0.4, (0.35, 0.45), 49.0, 1.0, is_fair=False),
    ),
    STANDSTILLS,
    CALIBRATION,
)


def page_of(behaviour: Behaviour | None, language: str = "en") -> str:
    found = msgspec.structs.replace(FOUND, behaviour=behaviour)
    return balance_page(SUBJECT, found, language)


def test_the_page_tells_what_was_done() -> None:
    page = words(page_of(BEHAVIOUR))
    for told in (
        "More than its share is won by: no. 1. Less than its share is won by: no. 2.",
        "decides 30.5 times in a game, in 95% of the cases no more than 30 times",
        "5.1% of the questions have one answer only; the most answers at once are 17",
        "7 times at most",
        "hardly ever taken: take 7.",
        "fewer than one seat in twenty: harvest.",
        "Of 100 games, 10 stood still for all of their second half or longer; 3 were more",
        "123",
        "30–40%",
        "± 13.4%",
        "0.310",
        "−0.34",
    ):
        assert told in page
    assert page.count("◆") >= 5  # two places, an action, a tenth, a quarter


def test_rounds_and_endings_where_a_game_tells_them() -> None:
    assert "by round" not in words(page_of(BEHAVIOUR))
    told = msgspec.structs.replace(STANDSTILLS, rounds=Spread({9: 1, 100: 1}), endings={"out": 2})
    page = words(page_of(msgspec.structs.replace(BEHAVIOUR, standstills=told)))
    assert "the last one in round 100" in page
    assert "How the games ended: out 2." in page


def test_where_all_is_well_it_says_so() -> None:
    fair = tuple(msgspec.structs.replace(place, is_fair=True) for place in BEHAVIOUR.order)
    well = msgspec.structs.replace(BEHAVIOUR, details=(), silent=(), order=fair, calibration=None)
    page = words(page_of(well))
    assert "No place in the order of play differs" in page
    assert "No action is offered often and hardly ever taken." in page
    assert "Every category gives points" in page
    assert "Are the chances true" not in page


def test_a_report_without_behaviour_has_no_such_part() -> None:
    assert "standstill" not in words(page_of(None))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(language: str) -> None:
    page = words(page_of(BEHAVIOUR, language))
    assert ("What is used" in page) == (language == "en")


def test_names_of_actions_are_not_read_as_markup() -> None:
    evil = (ActionUse(EVIL, 1.0, 0.0, 0.0, is_hardly_used=True),)
    read(page_of(msgspec.structs.replace(BEHAVIOUR, actions=evil)))


def test_figures_can_be_read_back() -> None:
    found = msgspec.structs.replace(FOUND, behaviour=BEHAVIOUR)
    assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)) == found
