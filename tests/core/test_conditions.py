"""Conditions of lessons: what they say, and what is said of those that say nothing."""

import pytest

import formicarium as fm
from formicarium.core.conditions import BadLesson, Outcome, read_condition, worth


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    """The first turn of a game: a tile for two soldiers."""
    before = fm.load("micropolis", players=2, first_leader="seat_1").start(seed=1)
    after = before.copy()
    after.play(0, "take 3")
    return Outcome(before, after, 0, ["take 3"])


@pytest.mark.parametrize(
    "sentence",
    [
        "view.anthills.me.army = 3",
        "before.view.anthills.me.army = 5",
        "view.anthills.0.army < before.view.anthills.me.army",
        "view.anthills.me.army - before.view.anthills.me.army = -2",
        "scores.me >= before.scores.me + 5",
        "view.phase = take",
        "view.phase != place",
        "line has take 3",
        "line has take *",
        "line lacks man *",
        "legal.1 has take 6",
        "legal.0.count = 0",
        "to_act has 1",
        "view.anthills.*.army.sum = 8",
        "view.anthills.*.army.max <= 5",
        "view.anthills.*.tiles.count = 2",
        "view.anthills.army=5.tiles.count = 1",
        "breakdown.seats.0.anthills.0.galleries.queens=0.ants.max > 0",
        "position.pile.count = 54",
        "ranks.count = 0",
    ],
)
def test_what_holds(outcome: Outcome, sentence: str) -> None:
    assert read_condition(sentence).holds(outcome)


@pytest.mark.parametrize(
    "sentence", ["view.round > 1", "line lacks take ?", "legal.1 has man *", "view.phase = man"]
)
def test_what_does_not(outcome: Outcome, sentence: str) -> None:
    assert not read_condition(sentence).holds(outcome)


def test_words_are_given_numbers(outcome: Outcome) -> None:
    assert worth("scores.me - 5", outcome) == outcome.after.scores()[0] - 5


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("view.round", "is no condition"),
        ("", "is no condition"),
        ("army >= 3", "the left side begins with one of view, position"),
    ],
)
def test_a_sentence_that_is_no_condition(sentence: str, told: str) -> None:
    with pytest.raises(BadLesson, match=told):
        read_condition(sentence)


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("view.army >= 3", "view.army: there is no 'army' in an object with game, players"),
        ("view.anthills.2.army = 3", "there is no '2' in a list of 2"),
        ("view.phase.name = take", "there is no 'name' in 'take'"),
        ("view.phase.*.name = take", "asks a list"),
        ("view.phase has take", "'has' asks a list, not 'take'"),
        ("view.phase >= 3", "is not to be compared with 3"),
        ("view.phase + 1 = 3", "is no number"),
    ],
)
def test_a_condition_that_leads_nowhere(outcome: Outcome, sentence: str, told: str) -> None:
    with pytest.raises(BadLesson, match=told):
        read_condition(sentence).holds(outcome)
