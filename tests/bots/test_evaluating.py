"""A search that asks an evaluator: what that is shown, what comes of it, and what is tried."""

from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.bots import load_bot
from formicarium.bots.search import SearchBot
from tests.bots.test_bots import after

Array = np.ndarray[Any, Any]


def position(name: str = "micropolis") -> tuple[fm.State, int]:
    """A position with a choice, as the seat that has it sees it."""
    state = after(name, {"players": 3 if name == "micropolis" else 2}, seed=2)
    seat = state.to_act[0]
    return state.redetermined(seat, 1), seat


def sure(place: int, players: int = 3) -> Any:
    """Everything is as likely, and that player wins, counted from the one who observes."""

    def evaluator(observations: Array, masks: Array) -> tuple[Array, Array]:
        assert observations.dtype == np.uint8
        assert masks.dtype == np.bool_
        assert masks.any(axis=1).all()
        return masks.astype(np.float32), np.eye(players)[[place] * len(masks)]

    return evaluator


@pytest.mark.parametrize("selection", ["puct", "gumbel", "ucb"])
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.heavy
def test_every_simulation_is_counted_once_and_comes_again(selection: str, closed: bool) -> None:
    state, seat = position("minicity" if closed else "micropolis")
    settings = {"evaluator": "appraisal", "selection": selection, "closed": closed}
    first, second = (
        SearchBot(simulations=60, **settings).think(state, seat, 8)  # type: ignore[arg-type]
        for _ in range(2)
    )
    assert first == second
    assert sorted(verdict.code for verdict in first) == state.codes(seat)
    assert sum(verdict.visits for verdict in first) == 60
    assert all(0 <= verdict.utility <= 1 for verdict in first)


def test_no_points_are_told() -> None:
    """An evaluator says who wins, and nothing of points."""
    state, seat = position()
    bot = SearchBot(simulations=20, evaluator="appraisal")
    assert all(np.isnan(verdict.points) for verdict in bot.think(state, seat, 8))
    assert bot.expected_points() == []
    assert sum(bot.expectations()) == pytest.approx(1)


@pytest.mark.parametrize("batch", [1, 7])
def test_chances_are_told_from_who_observes(batch: int) -> None:
    """The observer wins: after an action, that is whoever decides next."""
    state, seat = position()
    bot = SearchBot(simulations=len(state.codes(seat)), batch=batch, evaluator=sure(0))
    for verdict in bot.think(state, seat, 1):
        if verdict.visits == 1:
            behind = state.copy()
            behind.play(seat, verdict.code)
            while not behind.is_over and len(behind.codes(behind.to_act[0])) == 1:
                behind.play(behind.to_act[0], behind.codes(behind.to_act[0])[0])
            assert verdict.utility == (behind.to_act[0] == seat)


def test_so_many_are_asked_about_at_once() -> None:
    state, seat = position()
    sizes = []

    def evaluator(observations: Array, masks: Array) -> tuple[Array, Array]:
        sizes.append(len(observations))
        answer: tuple[Array, Array] = sure(1)(observations, masks)
        return answer

    SearchBot(simulations=40, batch=4, evaluator=evaluator).think(state, seat, 1)
    assert sizes[0] == 1  # the position itself
    assert sum(sizes) == 41
    assert {4} <= {*sizes} <= {1, 4}


def test_what_is_likely_is_tried() -> None:
    state, seat = position()
    wanted = state.codes(seat)[-1]

    def evaluator(observations: Array, masks: Array) -> tuple[Array, Array]:
        policy = np.full(masks.shape, 1e-6)
        policy[:, wanted] = 1
        return policy, np.full((len(masks), 3), 1 / 3)

    assert load_bot("search").guide is None  # type: ignore[attr-defined]
    assert SearchBot(simulations=30, evaluator=evaluator).choose(state, seat, 3, np.inf) == wanted


def test_sequential_halving_shares_simulations_out() -> None:
    """All are tried equally often, then the better half of them."""
    state = fm.load("micropolis", players=3).start(seed=2)
    seat = state.to_act[0]
    assert len(state.codes(seat)) == 6
    bot = SearchBot(simulations=36, batch=1, evaluator=sure(2), selection="gumbel")
    found = bot.think(state.redetermined(seat, 1), seat, 1)
    visits = sorted(verdict.visits for verdict in found)
    # Three phases of twelve: six actions twice each, three of them four times, two of those six.
    assert visits == [2, 2, 2, 6, 12, 12]
    assert found[0].visits == 12


def test_what_comes_to_light_may_lead_to_decisions_of_its_own() -> None:
    state, seat = position("minicity")
    used = []
    for closed in (False, True):
        bot = SearchBot(simulations=200, evaluator="appraisal", closed=closed)
        bot.think(state, seat, 1)
        used.append(int((bot.trees[0].variants["variant"] > 0).sum()))  # type: ignore[attr-defined]
    assert used[0] == 0 < used[1]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"evaluator": "oracle"}, "appraisal"),
    ({"evaluator": sure(0), "selection": "luck"}, "gumbel"),
    ({"evaluator": sure(0), "batch": 0}, "batch"),
    ({"evaluator": sure(0), "threads": 2}, "one thread"),
    ({"evaluator": sure(0, players=4)}, "the evaluator answers"),
    ({"evaluator": lambda seen, masks: (masks * np.nan, np.ones((len(masks), 3)))}, "no number"),
]


@pytest.mark.parametrize(("settings", "said"), WRONG)
def test_what_makes_no_sense_is_told(settings: dict[str, Any], said: str) -> None:
    state, seat = position()
    with pytest.raises(fm.BadOption, match=said):
        SearchBot(simulations=5, **settings).think(state, seat, 1)
