"""The page about one game."""

from typing import Any

import pytest

from formicarium.core.text import LANGUAGES
from formicarium.pages.analysis import MARKED, Story, StoryStep, analysis_page, largest_turns
from tests.pages.reading import read, words

EVIL = "<script>alert('x')</script>"

TURN = (True, "take 2", "Take the fig", 0.31)
SLIP = (False, "take 1", "Take the queen", 0.06)
STEPS = [
    StoryStep(1, 0, "take 1", "Take the lemon", (0.5, 0.5), (0.48, 0.52)),
    StoryStep(2, 1, "take 4", "Take the nurse", (0.48, 0.52), (0.8, 0.2), *TURN),
    StoryStep(3, 0, "take 2", "Take the grape", (0.8, 0.2), (0.79, 0.21), *SLIP),
]


def story(steps: list[StoryStep] = STEPS, **changes: Any) -> Story:
    given: dict[str, Any] = {
        "title": "Pebbles",
        "facts": ["2 players", "game.txt"],
        "scores": ["7 points", "5 points"],
        "winners": (0,),
        "is_over": True,
        "steps": steps,
    }
    return Story(**{**given, **changes})


def test_the_page_tells_the_story() -> None:
    page = words(analysis_page(story(), "en"))
    assert "Victory: Seat 1, 7 points." in page
    for told in ("Take the fig", "take 2", "52%", "20%", "−32%", "31%", "◆ 2"):
        assert told in page
    assert "not over" not in page


def test_every_turning_point_leads_to_its_row() -> None:
    reader = read(analysis_page(story(), "en"))
    assert [value for name, value in reader.attributes if name == "href"] == ["#decision-2"]
    anchors = [value for name, value in reader.attributes if name == "id"]
    assert anchors == ["decision-2", "decision-3"]


def test_an_open_game_says_so() -> None:
    page = words(analysis_page(story(is_over=False, winners=()), "en"))
    assert "not over" in page
    assert "Victory" not in page


@pytest.mark.parametrize("steps", [[], STEPS[:1]])
def test_games_without_turning_points(steps: list[StoryStep]) -> None:
    page = words(analysis_page(story(steps), "en"))
    assert "◆ 1" not in page
    assert ("There was none" in page) == bool(steps)


def test_a_shared_victory() -> None:
    page = words(analysis_page(story(winners=(0, 1)), "en"))
    assert "Shared victory: Seat 1 and Seat 2, 7 points each." in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(language: str) -> None:
    page = analysis_page(story(is_over=False, winners=()), language)
    assert f'<html lang="{language}">' in page
    assert ("decisions" in words(page)) == (language == "en")


def test_nothing_of_others_is_read_as_markup() -> None:
    step = StoryStep(1, 0, EVIL, EVIL, (0.5, 0.5), (0.9, 0.1), True, EVIL, EVIL, 0.2)
    page = analysis_page(story([step], title=EVIL, facts=[EVIL], scores=[EVIL, EVIL]), "en")
    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 8
    read(page)


def test_a_long_game_marks_its_largest_turns_only() -> None:
    steps = [
        StoryStep(n, 0, "a", "b", (0.5, 0.5), (0.5 + n / 1000, 0.5 - n / 1000), turns=True)
        for n in range(1, 501)
    ]
    assert [step.number for step in largest_turns(steps, 3)] == [498, 499, 500]
    assert read(analysis_page(story(steps), "en")).seen.count("a") == MARKED
