"""Section 17: end and winners."""

from __future__ import annotations

import pytest

import formicarium as fm
from formicarium.core.compiled import INTERPRETED
from tests.rules.myrmes.helpers import (
    again,
    game,
    last_worker,
    phase,
    pheromone,
    play,
    position,
    refuse,
    special,
    stroll,
)
from tests.rules.myrmes.reckoning import Doc

SOURCES = (
    "start",
    "pheromones",
    "specials",
    "hunting",
    "cleaning",
    "queen",
    "event",
    "subcolonies",
    "objectives",
    "bonus",
    "winter",
)


def over(*scores: int) -> fm.State:
    seats = [{"points": {"start": score}} for score in scores]
    return position(*seats, players=len(scores), phase="over")


@pytest.mark.rule("MY-17.1")
def test_after_the_third_winter() -> None:
    state = position({"larvae": 3}, phase="winter", year=3)
    assert not state.is_over
    play(state, "convert")
    assert state.is_over
    assert (phase(state), state.to_act) == ("over", ())
    assert state.scores() == [10 - 15, 10 - 18, 10 - 18, 10 - 18]
    for by in range(4):
        assert state.codes(by) == []
        assert refuse(state, "done", by=by) == "MY-17.1"
    again(state)


@pytest.mark.rule("MY-17.1")
@pytest.mark.parametrize("year", [1, 2])
def test_not_before(year: int) -> None:
    state = play(last_worker(season="autumn", year=year), "done")
    assert (phase(state), state.is_over) == ("brood", False)


@pytest.mark.rule("MY-17.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_are_the_sum_of_all_sources(players: int) -> None:
    for doc in stroll(players, seed=players)[:: 15 if INTERPRETED else 5]:
        state = game(players).position(doc)
        for by, row in enumerate(state.breakdown()["seats"]):
            assert set(row) == {"seat", "total", *SOURCES}
            assert (row["seat"], row["start"]) == (by, 10)
            assert row["total"] == sum(row[source] for source in SOURCES) == state.scores()[by]
            points = doc["seats"][by]["points"]
            assert {source: points.get(source, 0) for source in SOURCES} == {
                source: row[source] for source in SOURCES
            }
            assert row["winter"] <= 0
            assert min(row[source] for source in SOURCES[:-1]) >= 0


@pytest.mark.rule("MY-17.2")
def test_points_by_source() -> None:
    points = {source: number for number, source in enumerate(SOURCES, start=1)}
    state = position({"points": points}, players=2, phase="over")
    assert state.breakdown()["seats"][0] == {"seat": 0, "total": 66, **points}
    assert state.scores() == [66, 10]


@pytest.mark.rule("MY-17.3")
def test_what_is_left_over_scores_nothing() -> None:
    rich: Doc = {"food": 4, "level": 3, "larvae": 40, "soldiers": 7, "nurses": 8, "trophies": 9}
    tiles = [pheromone("c3 c4"), special("farm", "g2 g3 h3")]
    state = play(last_worker(rich, season="autumn", year=3, tiles=tiles), "done")
    assert state.is_over
    assert state.scores() == [10, -8, -8, -8]


@pytest.mark.rule("MY-17.4")
@pytest.mark.parametrize(
    ("scores", "winner"),
    [((30, 20, 10, 0), 0), ((-5, -4, -9), 1), ((1, 50), 1), ((40, 41, 39, 42), 3)],
)
def test_most_points_win(scores: tuple[int, ...], winner: int) -> None:
    assert over(*scores).winners() == (winner,)


@pytest.mark.rule("MY-17.5")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ((30, 30), (0, 1)),
        ((7, 30, 30), (1, 2)),
        ((9, 9, 9, 9), (0, 1, 2, 3)),
        ((5, 4, 5, 3), (0, 2)),
    ],
)
def test_several_winners(scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
    assert over(*scores).winners() == winners


@pytest.mark.rule("MY-17.5", "MY-17.3")
def test_nothing_breaks_a_tie() -> None:
    state = position({"food": 4, "larvae": 9, "level": 1}, players=2, phase="over")
    assert state.winners() == (0, 1)


@pytest.mark.rule("MY-17.4")
def test_nobody_has_won_before_the_end() -> None:
    assert game(3).start(seed=1).winners() == ()
    assert position({"larvae": 3}, phase="winter", year=3).winners() == ()
