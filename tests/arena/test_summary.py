"""Figures that can be checked by hand."""

from typing import Any

import pytest

import formicarium as fm
from formicarium.arena.job import Job
from formicarium.arena.play import MatchResult
from formicarium.arena.statistics import interval, mean, uncertainty
from formicarium.arena.summary import costs, rate, results, summary
from formicarium.core.standings import ranks


def row(number: int, seats: tuple[str, ...], scores: tuple[int, ...], **rest: Any) -> MatchResult:
    ranked = ranks([(points, 0) for points in scores])
    fields = {
        "number": number,
        "pairing": ("a", "b"),
        "seats": seats,
        "seed": number,
        "scores": scores,
        "tie_breaks": (0,) * len(seats),
        "ranks": ranked,
        "win_shares": tuple((rank == 1) / ranked.count(1) for rank in ranked),
        "length": 10,
        "forfeits": (0,) * len(seats),
        "faults": ("",) * len(seats),
        "seconds": (0.5,) * len(seats),
        "choices": (5,) * len(seats),
    }
    return MatchResult(**{**fields, **rest})


PAIR = [
    row(0, ("a", "b"), (10, 4), forfeits=(0, 2), seconds=(1.0, 2.0)),
    row(1, ("b", "a"), (6, 8)),
    row(2, ("a", "b"), (5, 5)),
    row(3, ("b", "a"), (9, 1)),
]


def test_two_bots_at_a_table_of_two() -> None:
    a = results("a", PAIR)
    assert (a["matches"], a["win_share"], a["rank"], a["points"]) == (4, 0.625, 1.25, 6.0)
    assert a["interval"] == interval(0.625, 4)
    assert a["rank_interval"] == pytest.approx((1.25 - 0.49, 1.25 + 0.49))  # deviation 0.5
    assert a["points_interval"] == pytest.approx((6 - 3.8375, 6 + 3.8375), abs=1e-4)
    assert results("b", PAIR)["win_share"] == 0.375
    assert costs("b", PAIR) == {"decisions": 20, "seconds_per_decision": 0.175, "forfeits": 2}


def test_at_a_larger_table_a_bot_counts_where_it_sits_alone() -> None:
    rows = [
        row(0, ("a", "b", "b"), (9, 1, 2)),
        row(1, ("b", "a", "b"), (9, 5, 5)),
        row(2, ("b", "b", "a"), (7, 7, 7)),
        row(3, ("b", "a", "a"), (0, 3, 4)),
        row(4, ("a", "b", "a"), (0, 3, 4)),
    ]
    a, b = results("a", rows), results("b", rows)
    assert (a["matches"], a["points"]) == (3, 7.0)
    assert a["win_share"] == pytest.approx((1 + 0 + 1 / 3) / 3)
    assert a["rank"] == pytest.approx((1 + 2 + 1) / 3)
    assert (b["matches"], b["win_share"], b["rank"], b["points"]) == (2, 0, 2.5, 1.5)
    assert costs("a", rows)["decisions"] == 5 * (3 + 4)


def test_ratings_do_not_depend_on_the_order_in_which_rows_come() -> None:
    assert rate("ab", PAIR) == rate("ab", PAIR[::-1])
    better, worse = rate("ab", PAIR[:2]).values()
    assert better.mu > 25 > worse.mu
    assert better.mu - 25 == pytest.approx(25 - worse.mu)
    assert better.sigma == worse.sigma < 25 / 3


def test_the_first_match_gives_the_ratings_of_plackett_and_luce() -> None:
    """By Weng and Lin: variance/c of half a victory, with c^2 = 2 variance + 2 beta^2."""
    variance, beta = (25 / 3) ** 2 + (25 / 300) ** 2, 25 / 6
    c = (2 * variance + 2 * beta**2) ** 0.5
    better, worse = rate("ab", PAIR[:1]).values()
    assert better.mu == pytest.approx(25 + variance / c / 2)
    assert worse.mu == pytest.approx(25 - variance / c / 2)


def test_copies_of_a_bot_share_what_they_earn() -> None:
    one = rate("ab", [row(0, ("a", "b", "b"), (9, 5, 1))])
    other = rate("ab", [row(0, ("a", "b", "b"), (9, 1, 5))])
    assert one["a"].mu > 25 > one["b"].mu
    assert one["b"].mu == pytest.approx(other["b"].mu)


def test_the_summary_holds_all() -> None:
    job = Job(fm.load("micropolis", players=2), ("a", "b"), 0)
    figures = summary(job, PAIR)
    assert (figures["matches"], figures["equal_share"], figures["seed"]) == (4, 0.5, 0)
    a, b = figures["bots"]
    assert (a["name"], a["win_share"], a["forfeits"]) == ("a", 0.625, 0)
    assert (b["name"], b["win_share"], b["forfeits"]) == ("b", 0.375, 2)
    assert figures["pairings"][0]["bots"][0]["win_share"] == 0.625


def test_uncertainty_by_hand() -> None:
    assert uncertainty([2, 4, 4, 6]) == pytest.approx(1.96 * (8 / 3) ** 0.5 / 2)
    assert mean([2, 4, 4, 6]) == "4.00 ± 1.60"
    assert mean([7]) == "7"
    assert interval(0.0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert interval(1.0, 10) == pytest.approx((0.7225, 1), abs=1e-4)
