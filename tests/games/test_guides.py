"""The pages for players: seven parts, short enough, with pictures, and numbers that are true."""

import re

import pytest

import formicarium as fm
from formicarium.core.game import load_with, rulebook
from formicarium.core.lessons import beginning_of, course_of, illustrations_of, play_on
from formicarium.core.rulebook import Document
from formicarium.core.state import State
from formicarium.core.text import LANGUAGES
from formicarium.server.api.rules_text import guide_of
from tests.games.courses import course

GAMES = [game for game in fm.game_names() if guide_of(game, "en")]
PAGES = [(game, language) for game in GAMES for language in LANGUAGES]
PARTS = 7
EXAMPLE = 5  # which of them
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
PICTURE = re.compile(r"^\*\[(\w+)\] [^*]+\*$", re.MULTILINE | re.DOTALL)


def pictured(game: str, name: str) -> State:
    """The position of a picture."""
    picture = illustrations_of(rulebook(game).package)[name]
    start = beginning_of(picture, course(game))
    players, options = course(game).setting(start)
    state = start.state(load_with(game, players, None, options))
    play_on(state, picture.line)
    return state


def parts(game: str, language: str) -> list[str]:
    guide = guide_of(game, language)
    assert guide is not None
    assert guide.language == language
    return [part.text for part in guide.parts]


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_a_page_has_seven_parts_and_is_short(game: str, language: str) -> None:
    texts = parts(game, language)
    assert len(texts) == PARTS
    assert 600 <= sum(len(WORD.findall(text)) for text in texts) <= 900


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_there_are_no_notes_of_editors(game: str, language: str) -> None:
    for text in parts(game, language):
        assert "`" not in text
        assert not re.search(r"[A-Z]{2}-\d", text)


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_every_picture_is_there_and_named(game: str, language: str) -> None:
    named = [name for text in parts(game, language) for name in PICTURE.findall(text)]
    assert sorted(named) == sorted(illustrations_of(rulebook(game).package))
    assert len(named) >= 4


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_can_be_drawn(game: str) -> None:
    assert course_of(rulebook(game).package)
    for name in illustrations_of(rulebook(game).package):
        assert pictured(game, name).view(0)


def numbers(*sheets: Document) -> list[int]:
    return [value for sheet in sheets for value in sheet.values() if value]


def micropolis() -> list[int]:
    points = pictured("micropolis", "end").view(1)["points"]
    assert pictured("micropolis", "end").scores() == [52, 55]
    return numbers(*points)


def minicity() -> list[int]:
    """Two cards: what each run reaches, where it leads, and the stones of both."""
    state, reached = pictured("minicity", "plan"), []
    assert state.scores()[0] == 4
    walked = course("minicity").chapters[3].exercise.start
    replay = walked.state(state.game)
    for text in illustrations_of(rulebook("minicity").package)["plan"].line:
        replay.play(0, text)
        if text.startswith("play"):
            reached.append(replay.view(0)["reach"])
    return [*reached, 8, 29, state.scores()[0]]


def myrmes() -> list[int]:
    """The first autumn without larvae: the objective for the earth, and that for the food."""
    start = course("myrmes").chapters[4].exercise.start
    position = {**start.position} if start.position else {}
    position["seats"] = [{**position["seats"][0], "larvae": 0}, position["seats"][1]]
    ends = []
    for text in ("objective 2", "objective 1"):
        state = pictured("myrmes", "objectives").game.position(position)
        state.play(0, text)
        assert state.view(0)["year"] == 2
        ends.append(state.scores()[0])
    assert ends == [16, 7]
    return ends


def antics() -> list[int]:
    sheet = pictured("antics", "points").breakdown()["seats"][0]
    assert sheet["total"] == 8
    return [sheet["prey_points"], sheet["fungus_points"], sheet["total"]]


# What the worked example of a game adds up, as its engine does.
EXAMPLES = {"antics": antics, "micropolis": micropolis, "minicity": minicity, "myrmes": myrmes}


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_the_worked_example_is_what_the_engine_counts(game: str, language: str) -> None:
    told = [int(number) for number in re.findall(r"\d+", parts(game, language)[EXAMPLE])]
    for number in EXAMPLES[game]():
        assert number in told
