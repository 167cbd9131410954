"""One match, and what is kept of it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from formicarium.arena.job import Job
from formicarium.bots.referee import Player, log, play_out
from formicarium.core.renamed import leading_on
from formicarium.core.standings import ranks


class MatchResult(msgspec.Struct, frozen=True):
    """How a match ended; every list has an entry for each seat."""

    number: int
    pairing: tuple[str, str]
    seats: tuple[str, ...]  # names of bots
    seed: int
    scores: tuple[int, ...]
    tie_breaks: tuple[int, ...]
    ranks: tuple[int, ...]
    win_shares: tuple[float, ...]  # 1 for a victory, a part of it for a shared one
    length: int  # decisions
    forfeits: tuple[int, ...]
    faults: tuple[str, ...]  # why the first decision was forfeited
    seconds: tuple[float, ...]  # for all decisions with more than one legal action,
    choices: tuple[int, ...]  # and how many these were


def play_match(job: Job, number: int) -> MatchResult:
    """Play the n-th match of a job.

    >>> import formicarium as fm
    >>> job = Job(fm.load("micropolis", players=2), ("greedy", "random"), seed=1)
    >>> sum(play_match(job, 5).win_shares)
    1.0
    """
    match = job.match(number)
    players = [Player(bot, seat, match.seed) for seat, bot in enumerate(match.seats)]
    state = job.game.start(match.seed)
    with hushed():
        for player in players:
            player.prepare(job.game)
        length = play_out(state, players, job.seconds)
    standings = state.standings()
    ranked = ranks(standings)
    return MatchResult(
        *match,
        scores=tuple(points for points, _ in standings),
        tie_breaks=tuple(tie_break for _, tie_break in standings),
        ranks=ranked,
        win_shares=tuple((rank == 1) / ranked.count(1) for rank in ranked),
        length=length,
        forfeits=tuple(player.forfeits for player in players),
        faults=tuple(player.fault for player in players),
        seconds=tuple(player.seconds for player in players),
        choices=tuple(player.choices for player in players),
    )


@contextmanager
def hushed() -> Iterator[None]:
    """Say nothing about single forfeits: a bot may have thousands, and the rows keep count."""
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(level)


if not TYPE_CHECKING:
    __getattr__ = leading_on(__name__, Row="formicarium.arena.play.MatchResult")
