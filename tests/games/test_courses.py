"""The courses of all games: every line of a chapter is answered, and as often as is written here.

Where there are too many lines, those are tried that begin as `BEGUN` says.
"""

import re

import pytest

import formicarium as fm
from formicarium.core.game import rulebook
from formicarium.core.lessons import CardName, course_of, words_of
from formicarium.core.text import LANGUAGES
from formicarium.server.api.lessons import OpenCard, tried
from tests.games.courses import BEGUN, answers, course, game_of, practices

# By game, chapter and card: how many lines get each answer.
COUNTS = {
    "antics higher exercise": "hidden 4, two 2, four 2, six 2, ground 84",
    "antics network exercise": "stone 1, flower 1, beginnings 2, short 10, none 9",
    "antics steps exercise": "left 1, right 1, both 11, detour 4, stopped 7",
    "antics prey exercise": "one 1, six 1, level 2, only 2",
    "antics fungus exercise": "hidden 8, four 1, six 1, ground 84",
    "antics scouting exercise": "b 1, c 1, red 1",
    "antics thieves exercise": "guard 1, moved 1, elsewhere 2, open 2",
    "micropolis row free": "free 1, dear 2, paid 3",
    "micropolis row exercise": "workers 1, nurse 1, gone 2, few 2",
    "micropolis galleries exercise": "cherry 1, queen 1, architect 1, apart 3, none 4",
    "micropolis queens exercise": "second 1, longer 1, merged 1, dear 1, same 2",
    "micropolis barracks free": "manned 2, empty 2, other 6",
    "micropolis barracks exercise": "left 1, right 1, small 2, unmanned 4, late 2, none 4",
    "micropolis leader exercise": "kept 1, officer 1, manned 1, paid 2",
    "micropolis last exercise": "officer 1, nurse 1, queen 2, few 4",
    "minicity card exercise": "yellow 2, violet 2, black 2, shy 12, one 17, none 17",
    "minicity runs exercise": "twelve 1, thirteen 1, end 4, near 16, two 2, few 20",
    "minicity box exercise": "blue 70, colour 225, mix 30",
    "minicity plan exercise": "on 1, back 4, three 138, few 2285",
    "minicity leave exercise": "red 49, violet 8, east 15, stopped 1",
    "minicity last exercise": "yellow 6, black 3, west 186, one 302, none 385",
    "minicity friends exercise": "yellow 2, violet 2, other 30, kept 4, unloaded 9, short 14",
    "myrmes nurses exercise": "workers 3, soldiers 3, larvae 15, alone 45, nobody 24, unborn 15",
    "myrmes garden exercise": "near 95, far 14, room 1, nothing 196, mushroom 299, other 279",
    "myrmes hunt exercise": "above 2, between 4, below 2, stopped 13, other 42, hungry 258",
    "myrmes atelier exercise": "tunnel 40, earths 1, objective 144, stones 11, undone 33",
    "myrmes objectives exercise": "earth 2, food 2, starved 4, none 7",
    "myrmes winter exercise": "three 1, two 1, larvae 2, worker 6, nurse 1, hungry 33",
    "myrmes trails exercise": "cleaned 288, spider 23, toll 28, room 1, round 118",
}
GAMES = [game for game in fm.game_names() if course_of(rulebook(game).package)]
CARDS = [(game, *card) for game in GAMES for card in practices(game)]


@pytest.mark.parametrize(("game", "chapter", "card"), CARDS)
@pytest.mark.heavy
def test_every_line_is_answered(game: str, chapter: str, card: CardName) -> None:
    practice = practices(game)[chapter, card]
    found = answers(game, practice, *BEGUN.get(f"{game} {chapter} {card}", ()))
    told = ", ".join(f"{name} {len(lines)}" for name, lines in found.items())
    assert told == COUNTS[f"{game} {chapter} {card}"]


@pytest.mark.parametrize("game", GAMES)
def test_every_exercise_has_right_and_wrong_lines(game: str) -> None:
    """Five to eight chapters, and all classes of answers occur."""
    assert 5 <= len(course(game).chapters) <= 8
    for (chapter, card), practice in practices(game).items():
        assert " 0" not in COUNTS[f"{game} {chapter} {card}"]
        if card == "exercise":
            assert {answer.right for answer in practice.answers} == {True, False}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_there(game: str, language: str) -> None:
    wanted, also = set[str](), set[str]()
    for chapter in course(game).chapters:
        wanted |= {f"{chapter.name}.{part}" for part in ("title", "told", "free", "task", "hint")}
        kinds = {"answers": chapter.exercise.answers}
        if chapter.free is not None:
            kinds["free_answers"] = chapter.free.answers
        else:  # what an exercise says may be said otherwise where nothing is asked for
            also |= {f"{chapter.name}.free_answers.{a.name}" for a in chapter.exercise.answers}
        wanted |= {f"{chapter.name}.{kind}.{a.name}" for kind in kinds for a in kinds[kind]}
        rights = {answer.name for answer in chapter.exercise.answers if answer.right}
        if len(rights) > 1:
            wanted |= {f"{chapter.name}.ways.{name}" for name in rights}
    found = words_of(rulebook(game).package, language).keys
    assert found - also == wanted
    assert found == words_of(rulebook(game).package, LANGUAGES[0]).keys


@pytest.mark.parametrize("game", GAMES)
def test_sentences_name_what_they_are_given(game: str) -> None:
    for language in LANGUAGES:
        texts = words_of(rulebook(game).package, language).by_key
        for chapter in course(game).chapters:
            free = chapter.practice("free")
            for kind, practice in (("answers", chapter.exercise), ("free_answers", free)):
                for answer in practice.answers:
                    text = texts.get(f"{chapter.name}.{kind}.{answer.name}", "")
                    assert {*re.findall(r"{(\w+)}", text)} <= answer.values.keys()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_called_right_where_nothing_was_asked_for(game: str, language: str) -> None:
    """The card of an exercise says so itself, by a sign; the same sentences answer free tries."""
    right = {"en": "right", "de": "richtig", "fr": "juste"}[language]
    texts = words_of(rulebook(game).package, language).by_key
    answers = {key: text for key, text in texts.items() if ".answers." in key}
    assert not [key for key, text in answers.items() if text.lower().startswith(right)]


def test_a_free_try_has_its_own_sentence_where_the_exercise_would_mislead() -> None:
    practice, language = practices("antics")["network", "exercise"], "fr"
    say = words_of(rulebook("antics").package, language)
    (line, *_) = answers("antics", practice)["short"]
    chapter = next(one for one in course("antics").chapters if one.name == "network")
    cards: tuple[tuple[CardName, str], ...] = (("free", "free_answers"), ("exercise", "answers"))
    for card, kind in cards:
        told = tried(OpenCard(game_of("antics", practice), chapter, card, say), [*line]).answer
        assert told
        assert told.words == say(f"network.{kind}.short")
