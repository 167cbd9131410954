"""One match: the same row whoever plays it, and every bot has its part in it."""

import logging
from pathlib import Path

import msgspec
import pytest

import formicarium as fm
from formicarium.arena.job import Job
from formicarium.arena.play import MatchResult, play_match
from formicarium.bots.referee import log
from formicarium.core.standings import ranks
from tests.bots.rogues import invite


def untimed(row: MatchResult) -> MatchResult:
    return msgspec.structs.replace(row, seconds=())


def test_a_match_can_be_played_again(job: Job) -> None:
    row = play_match(job, 3)
    assert untimed(row) == untimed(play_match(job, 3))
    assert untimed(row) != untimed(play_match(job, 5))
    assert (row.number, row.seats, row.pairing) == (3, ("random", "greedy"), ("greedy", "random"))
    assert row.seed == job.match(3).seed
    assert sum(row.choices) <= row.length
    assert all(seconds > 0 for seconds in row.seconds)
    assert (row.forfeits, row.faults) == ((0, 0), ("", ""))


def test_ranks_and_win_shares_follow_from_points_and_tie_breaks() -> None:
    job = Job(fm.load("micropolis", players=4), ("greedy", "random"), seed=5)
    for number in range(8):
        row = play_match(job, number)
        standings = [*zip(row.scores, row.tie_breaks, strict=True)]
        assert row.ranks == ranks(standings)
        assert sum(row.win_shares) == 1
        best = [seat for seat in range(4) if standings[seat] == max(standings)]
        assert [seat for seat in range(4) if row.win_shares[seat]] == best


def test_a_broken_bot_loses_decisions_not_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    invite(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    row = play_match(Job(fm.load("micropolis", players=2), ("random", "raiser"), seed=5), 0)
    assert row.forfeits == (0, row.choices[1])
    assert row.faults == ("", "raised ValueError: no idea")
    assert not caplog.records
    assert log.getEffectiveLevel() == logging.WARNING
