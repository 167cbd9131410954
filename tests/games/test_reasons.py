"""Why actions are good, in positions of games that bots have played: true, complete, and fair."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import formicarium as fm
from formicarium.analysis.explaining import best_next, explained, greedy, in_words
from formicarium.bots import seed_for
from formicarium.bots.search import SearchBot
from formicarium.core.compiled import INTERPRETED
from formicarium.core.reasons import WORLDS, Explanation, Reasons, explain, played, whole_turn
from formicarium.core.text import LANGUAGES, phrases
from tests.tiers import IS_PROOF, sample

GAMES_OF_BOTS, OF_EACH = 25, 8  # of each game, and positions of each of them: 200
SIMULATIONS = 100  # by which actions are ranked
BEST = 3
SOME_WORLDS = 2 if INTERPRETED else WORLDS  # interpreted, all takes a hundred times as long
SHARE = 0.15  # of positions may have no reason, at most

KINDS: dict[str, list[dict[str, Any]]] = {
    "antics": [{"players": 2, "variant": "unofficial_two"}, {"players": 3}, {"players": 4}],
    "micropolis": [{"players": 2}, {"players": 3}, {"players": 2, "variant": "expert"}],
    "minicity": [{"players": 2}, {"players": 3}, {"players": 3, "variant": "friends"}],
    "myrmes": [{"players": 2}, {"players": 3}, {"players": 4}],
}

# Measures that may have nothing to say in these positions, and why.
RARE = {
    "antics": {"anteaters": "come a few times in a game, and only when a turn ends"},
    "myrmes": {
        "queen": "bots hardly ever dig down to her",
        "cleaning": "takes an earth, and a foreign pheromone without cubes in reach",
        "objectives": "few decisions of a game are about one that is ready",
        "hunts": "what the hunt itself brings is said first",
    },
}

GAMES = [*KINDS]


def reasons_of(game: str) -> Reasons:
    found = fm.load(game).book.reasons
    assert found is not None
    return found


@cache
def positions(name: str, number: int) -> list[tuple[fm.State, int]]:
    """Positions in a game of bots that sometimes slip, where there is something to decide."""
    kinds, dice = KINDS[name], random.Random(f"{name} {number}")
    state = fm.load(name, **kinds[number % len(kinds)]).start(seed=number)
    course = []
    while not state.is_over:
        seat = dice.choice(state.to_act)
        codes = state.codes(seat)
        if len(codes) > 1:
            course.append((state.copy(), seat))
        slips = INTERPRETED or dice.random() < 0.2
        state.play(seat, dice.choice(codes) if slips else best_next(state, seat))
    return dice.sample(course, OF_EACH)


def chosen(name: str) -> list[tuple[int, int]]:
    """The numbers of positions that are looked at."""
    return [(game, at) for game in sample(range(GAMES_OF_BOTS), 1) for at in range(OF_EACH)]


@cache
def told(name: str, number: int, at: int) -> tuple[Explanation, ...]:
    """What is said of the best actions there."""
    state, seat = positions(name, number)[at]
    codes = state.codes(seat)
    if not INTERPRETED:
        verdicts = SearchBot(simulations=SIMULATIONS, tries=2).think(state, seat, at)
        codes = [verdict.code for verdict in verdicts]
    worlds = worlds_of(state, seat)
    return tuple(explain(reasons_of(name), worlds, seat, codes[:BEST], codes[:12], best_next))


def worlds_of(state: fm.State, seat: int) -> list[fm.State]:
    return [state.redetermined(seat, seed_for(0, seat, number)) for number in range(SOME_WORLDS)]


def points_in(breakdown: dict[str, Any], seat: int, category: str) -> int:
    """The points of a category, wherever they stand on the sheet of a seat."""
    sheet = breakdown["seats"][seat]
    parts = [sheet] if category in sheet else sheet["anthills"]
    return sum(part[category] for part in parts)


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.heavy
def test_points_that_are_named_are_gained(name: str) -> None:
    """Each in the score sheet after the whole turn, on average over the worlds there may be."""
    goes_on = reasons_of(name).goes_on
    for number, at in chosen(name):
        state, seat = positions(name, number)[at]
        worlds = worlds_of(state, seat)
        for found in told(name, number, at):
            named = [reason for reason in found.reasons if reason.measure.category]
            if not named:
                continue
            line = whole_turn(worlds[0], seat, found.code, best_next, goes_on)
            ends = [played(world, seat, line, goes_on) for world in worlds]
            for reason in named:
                category = reason.measure.category
                gains = [
                    points_in(end.breakdown(), seat, category)
                    - points_in(world.breakdown(), seat, category)
                    for world, end in zip(worlds, ends, strict=True)
                ]
                gain = sum(gains) / len(gains)
                assert (gain > 0) == (reason.way == "more")
                assert reason.n == int(abs(gain)) > 0


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_there_is_mostly_something_to_say(name: str) -> None:
    """Of all positions, few may have nothing; each measure has something to say in one of them."""
    first = [told(name, *number)[0] for number in chosen(name)]
    silent = sum(not found.reasons for found in first) / len(first)
    said = {
        reason.measure.name
        for number in chosen(name)
        for found in told(name, *number)
        for reason in found.reasons
    }
    assert said
    if IS_PROOF:
        assert silent <= SHARE, f"{silent:.1%} of {len(first)} positions have no reason"
        unsaid = {measure.name for measure in reasons_of(name).measures} - said
        assert unsaid <= {*RARE.get(name, ())}


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_nothing_enters_that_a_seat_cannot_know(name: str) -> None:
    for number, at in chosen(name)[:: 4 if IS_PROOF else 1]:
        state, seat = positions(name, number)[at]
        codes = [*greedy.values(state.redetermined(seat, 5), seat, 0)][:2]
        here = explained(state, seat, codes)
        for other in (1, 2):
            assert explained(state.redetermined(seat, other), seat, codes) == here


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_is_there(name: str, language: str) -> None:
    """What a measure may say has words in every language, and nothing else has."""
    say = phrases(f"formicarium.games.{name}", language)
    wanted = {
        f"reasons.{measure.sentence or measure.name}.{way}"
        for measure in reasons_of(name).measures
        for way in measure.says
    }
    assert wanted == {key for key in say.keys if key.startswith("reasons.")}


@pytest.mark.parametrize("name", GAMES)
def test_sentences_are_whole(name: str) -> None:
    """No value is missing from a sentence that is said, in any language."""
    for number, at in chosen(name):
        state, seat = positions(name, number)[at]
        for found in told(name, number, at):
            for language in LANGUAGES:
                for sentence in in_words(state, seat, found, language).reasons:
                    assert sentence
                    assert "{" not in sentence
                    assert "  " not in sentence
                    assert not sentence.endswith((" ", ":"))
            for reason in found.reasons:
                assert all(isinstance(thing, str) for thing in reason.measure.lights(reason))


@pytest.mark.parametrize("name", GAMES)
def test_what_speaks_against_an_action_is_told_as_that(name: str) -> None:
    """Who reads of one path less shall not take it for an advantage."""
    for number, at in chosen(name):
        state, seat = positions(name, number)[at]
        for found in told(name, number, at):
            told_so = [
                one.startswith("But: ") for one in in_words(state, seat, found, "en").reasons
            ]
            expected = [not reason.is_for for reason in found.reasons]
            assert told_so == (expected or [False] * (found.other is not None))


def test_gifts_on_the_row_speak_against_a_tile() -> None:
    """Soldiers that others may take: the fourth tile costs three of them."""
    state = fm.load("micropolis", players=2, first_leader="seat_1").start(seed=1)
    measure = next(one for one in reasons_of("micropolis").measures if one.name == "gifts")
    after = state.copy()
    after.play(0, "take 4")
    assert (measure.count(state, 0), measure.count(after, 0)) == (0, 3)
    assert not measure.is_good


@pytest.mark.parametrize(
    ("tiles", "count"),
    [([34], 0), ([21], 0), ([34, 21], 1), ([34, 19], 0), ([34, 21, *range(1, 9)], 0)],
)
def test_a_queen_is_closed_in_where_her_gallery_has_lost_its_ends(
    tiles: list[int], count: int
) -> None:
    """And nobody is told so who has no queen, or whose anthill is finished."""
    rival = [*range(40, 40 + len(tiles))]
    position = {"anthills": [{"tiles": tiles}, {"tiles": rival}]}
    state = fm.load("micropolis", players=2).position(position)
    measure = next(one for one in reasons_of("micropolis").measures if one.name == "closed_queens")
    assert measure.count(state, 0) == count
    assert not measure.is_good


CARRIES = {"workers": [5, 15, 34], "carrying": ["butterfly 34"]}
THIEF = {"workers": [4, 14, 18, 34], "nests": {"red": 1}}


@pytest.mark.parametrize(
    ("mine", "theirs", "count"),
    [
        ({}, {}, 1),
        ({}, {"nests": {}}, 0),  # nobody in the red nest
        ({}, {"carrying": ["brown 34"]}, 0),  # who carries something takes nothing up
        ({}, {"stored": {"butterfly": 1}}, 0),  # and of each kind only one
        ({"soldiers": [34]}, {}, 0),
    ],
)
def test_only_who_could_steal_is_a_thief(
    mine: dict[str, Any], theirs: dict[str, Any], count: int
) -> None:
    colonies = [{**CARRIES, **mine}, {**THIEF, **theirs}, {}]
    state = fm.load("antics", players=3).position({"colonies": colonies})
    measure = next(one for one in reasons_of("antics").measures if one.name == "threats")
    assert measure.count(state, 0) == count


def test_measures_have_names_of_their_own() -> None:
    for name in GAMES:
        names = [measure.name for measure in reasons_of(name).measures]
        assert len(names) == len({*names})
