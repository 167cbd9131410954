"""What the rows of an arena add up to."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.arena.job import Job
from formicarium.arena.play import MatchResult
from formicarium.arena.statistics import interval, uncertainty

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating


def summary(job: Job, rows: Sequence[MatchResult]) -> dict[str, Any]:
    """Everything about every bot and every pairing, ready for JSON.

    A bot's victories, ranks and points are those of the matches in which it sits alone against the
    other; at a table of two, that is all of them.
    """
    ratings = rate(job.bots, rows)
    return {
        **job.header,
        "matches": len(rows),
        "equal_share": 1 / job.game.players,
        "bots": [
            {
                "name": bot,
                **results(bot, rows),
                "rating": ratings[bot].mu,
                "rating_sigma": ratings[bot].sigma,
                **costs(bot, rows),
            }
            for bot in job.bots
        ],
        "pairings": [
            {
                "bots": [
                    {"name": bot, **results(bot, [row for row in rows if row.pairing == pairing])}
                    for bot in pairing
                ]
            }
            for pairing in job.pairings
        ],
    }


def results(bot: str, rows: Iterable[MatchResult]) -> dict[str, Any]:
    """Victories, ranks and points of a bot where it sits alone, each with its 95 % interval."""
    alone = [(row, row.seats.index(bot)) for row in rows if row.seats.count(bot) == 1]
    wins = float(np.mean([row.win_shares[seat] for row, seat in alone]))
    return {
        "matches": len(alone),
        "win_share": wins,
        "interval": interval(wins, len(alone)),
        **_mean("rank", [row.ranks[seat] for row, seat in alone]),
        **_mean("points", [row.scores[seat] for row, seat in alone]),
    }


def costs(bot: str, rows: Iterable[MatchResult]) -> dict[str, Any]:
    """How long a bot thinks about a decision, and how many it has forfeited, on all its seats."""
    seats = [(row, seat) for row in rows for seat, name in enumerate(row.seats) if name == bot]
    choices = sum(row.choices[seat] for row, seat in seats)
    return {
        "decisions": choices,
        "seconds_per_decision": sum(row.seconds[seat] for row, seat in seats) / max(choices, 1),
        "forfeits": sum(row.forfeits[seat] for row, seat in seats),
    }


def rate(bots: Sequence[str], rows: Iterable[MatchResult]) -> dict[str, "PlackettLuceRating"]:
    """The OpenSkill rating of every bot, from all matches in the order of their numbers.

    A bot on several seats of a table takes the mean of what each of them has earned.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in bots}
    for row in sorted(rows, key=lambda row: row.number):
        teams = [[model.create_rating([ratings[bot].mu, ratings[bot].sigma])] for bot in row.seats]
        rated = model.rate(teams, ranks=[float(rank) for rank in row.ranks])
        earned: dict[str, list[PlackettLuceRating]] = defaultdict(list)
        for bot, (after,) in zip(row.seats, rated, strict=True):
            earned[bot].append(after)
        for bot, several in earned.items():
            ratings[bot].mu = float(np.mean([rating.mu for rating in several]))
            ratings[bot].sigma = float(np.mean([rating.sigma for rating in several]))
    return ratings


def _mean(name: str, values: Sequence[float]) -> dict[str, Any]:
    middle, error = float(np.mean(values)), uncertainty(values)
    return {name: middle, f"{name}_interval": (middle - error, middle + error)}
