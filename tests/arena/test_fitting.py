"""Numbers are fitted to how games ended: where the answer is known, it is found."""

import random

import numpy as np
import pytest

import formicarium as fm
from formicarium.arena import fitting
from formicarium.arena.fitting import (
    Floats,
    Positions,
    appraised,
    fit,
    fit_telling,
    lead_spread,
    slope,
    to_chances,
)
from formicarium.bots.judgement import ToldChances, judgement_for

GAMES = 250  # at each table
LOOKS = 12  # at each game
TRUTH = {"next_fruit": 0.1, "token": 5.0}  # other than before, and leads are worth twice as much


def numbers_of(openness: float = 1.0, **changes: float) -> Floats:
    """The numbers of Micropolis as they were made by hand, some of them changed."""
    mind = judgement_for(fm.load("micropolis").book, "hand-0.1").mind.copy()
    mind["open"] *= openness
    for name, number in changes.items():
        mind[name] = number
    return mind.view(np.float64)


def number(numbers: Floats, name: str) -> float:
    """One of them by its name."""
    layout = fm.load("micropolis").book.judgement_layout
    return float(numbers.view(layout)[name][0])


def states_of(game: fm.Game, games: int) -> np.ndarray:
    """Positions of games at random."""
    found = []
    for seed in range(games):
        state, dice = game.start(seed), random.Random(seed)
        line = [state.bytes.copy()]
        while not state.is_over:
            seat = state.to_act[0]
            state.play(seat, dice.choice(state.codes(seat)))
            line.append(state.bytes.copy())
        found += dice.sample(line[:-1], LOOKS)
    return np.stack(found)


def drawn(players: int, truth: Floats, games: int = GAMES) -> Positions:
    """Positions whose games end as these numbers say: points with some luck, winners by chance."""
    game = fm.load("micropolis", players=players)
    states, dice = states_of(game, games), np.random.default_rng(players)
    nobody = np.zeros((len(states), players))
    points, open_ = appraised(Positions(game, states, nobody, nobody), truth)
    chances = to_chances(points, open_[:, None])
    winners = (dice.random((len(states), 1)) > chances.cumsum(axis=1)).sum(axis=1)
    shares = np.eye(players)[np.minimum(winners, players - 1)]
    return Positions(game, states, points + dice.normal(0, 2, points.shape), shares)


def some_of(table: Positions, count: int) -> Positions:
    """The first positions of a table."""
    game, states, scores, shares = table
    return Positions(game, states[:count], scores[:count], shares[:count])


@pytest.fixture(scope="module")
def tables() -> list[Positions]:
    return [drawn(players, numbers_of(0.5, **TRUTH)) for players in (2, 3)]


@pytest.mark.compiled
@pytest.mark.heavy
def test_numbers_come_near_to_those_by_which_games_ended(
    tables: list[Positions], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With so few games, little may speak for numbers as they were."""
    monkeypatch.setattr(fitting, "PULL", 1.0)
    before, truth = numbers_of(), numbers_of(0.5, **TRUTH)
    found = fit(tables, before)
    best = slope(tables, truth).surprise / sum(len(table.states) for table in tables)
    assert found.before - found.after > 0.5 * (found.before - best) > 0
    for name, right in TRUTH.items():
        off, was_off = abs(number(found.numbers, name) - right), abs(number(before, name) - right)
        assert off < 0.6 * was_off, name
    layout = fm.load("micropolis").book.judgement_layout
    leads = [one.view(layout)["open"][0][1:9].mean() for one in (before, found.numbers, truth)]
    assert leads[0] > 0.5 * (leads[0] + leads[2]) > leads[1]


@pytest.mark.compiled
@pytest.mark.heavy
def test_what_games_say_nothing_about_stays(tables: list[Positions]) -> None:
    """Nothing grows when no tile is to come, or before the first one lies."""
    layout = fm.load("micropolis").book.judgement_layout
    before, after = (
        numbers.view(layout)["growth"][0]
        for numbers in (numbers_of(), fit(tables, numbers_of())[0])
    )
    assert after[[0, 10]].tolist() == before[[0, 10]].tolist()
    assert (after[2:9] != before[2:9]).all()


@pytest.mark.compiled
def test_threads_change_nothing(tables: list[Positions]) -> None:
    few = [some_of(table, 500) for table in tables]
    alone, shared = (fit(few, numbers_of(), workers) for workers in (1, 3))
    assert alone.numbers.tobytes() == shared.numbers.tobytes()


@pytest.mark.compiled
def test_a_game_stays_open(tables: list[Positions]) -> None:
    """Where the better one always wins, leads are worth all; but there is an end to it."""
    sure = []
    for table in (some_of(table, 500) for table in tables):
        points, _ = appraised(table, numbers_of())
        shares = np.eye(table.game.players)[points.argmax(axis=1)]
        sure.append(table._replace(shares=shares, scores=points))
    layout = fm.load("micropolis").book.judgement_layout
    found = fit(sure, numbers_of()).numbers.view(layout)["open"][0]
    assert (found >= 0.3).all()
    assert found.mean() < numbers_of().view(layout)["open"][0].mean()


@pytest.mark.compiled
def test_the_slope_is_that_of_the_loss(tables: list[Positions]) -> None:
    """As measured by walking a little in every direction."""
    few = [some_of(table, 200) for table in tables]
    numbers = numbers_of(flux=2.0)  # and off whole ones, at which the better side may change
    numbers = numbers + np.random.default_rng(1).uniform(-0.01, 0.01, numbers.size)
    here = slope(few, numbers)
    for index in range(0, numbers.size, 7):
        step = 1e-4
        up, down = numbers.copy(), numbers.copy()
        up[index] += step
        down[index] -= step
        measured = (slope(few, up).loss - slope(few, down).loss) / (2 * step)
        assert here.gradient[index] == pytest.approx(measured, rel=0.05, abs=0.2)
    assert np.allclose(here.curvature, here.curvature.T)


def test_leads_are_measured_by_how_far_apart_players_end() -> None:
    game = fm.load("micropolis", players=2)
    nothing = np.zeros((2, 1), np.uint8)
    scores = np.array([[10.0, 14.0], [3.0, 3.0]])
    assert lead_spread([Positions(game, nothing, scores, scores)], 2) == pytest.approx(2.0)


# --- How chances are told -------------------------------------------------------------------------


@pytest.mark.parametrize("right", [ToldChances(1.8, -0.4), ToldChances(0.6, 0.3)])
def test_how_chances_are_to_be_told_is_found(right: ToldChances) -> None:
    dice = np.random.default_rng(1)
    chances = dice.uniform(0.02, 0.98, 20_000)
    won = dice.random(chances.size) < [right.told(chance) for chance in chances]
    found = fit_telling(chances, won.astype(np.float64))
    assert found.sharpness == pytest.approx(right.sharpness, abs=0.08)
    assert found.own == pytest.approx(right.own, abs=0.08)


def test_a_few_games_change_little() -> None:
    found = fit_telling(np.array([0.9, 0.8, 0.3]), np.array([0.0, 0.0, 1.0]))
    assert 0.5 < found.sharpness < 1
    assert abs(found.own) < 0.2


@pytest.mark.parametrize("won", [0.0, 1.0])
def test_chances_that_always_or_never_come_true_can_be_told(won: float) -> None:
    sure = fit_telling(np.full(5000, 1.0 - won), np.full(5000, won))
    assert sure.sharpness > 0
    assert 0 <= sure.told(1.0 - won) <= 1
