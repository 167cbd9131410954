"""Which bots meet, in which game, and what is expected of the one that is named first."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import formicarium as fm
from formicarium.arena.job import Job
from formicarium.arena.play import MatchResult, play_match

GAMES = 400
LEVELS = ("beginner", "easy", "normal", "hard", "expert")
# As at a table of two; Antics! is made for more, and has an unofficial variant for two.
TWO: dict[str, dict[str, str]] = {
    "antics": {"variant": "unofficial_two"},
    "micropolis": {},
    "minicity": {},
    "myrmes": {},
}
DOUBLINGS = (25, 50, 100, 200, 400, 800)  # simulations; each meets twice as many
SECONDS = (0.1, 1)  # a decision
JUDGED = 50  # simulations, where only judgement differs
BEFORE = ":evaluation=hand-0.1"  # how bots judged before numbers were fitted to games


class Contest(NamedTuple):
    """Two bots that meet in a game, and the share of victories that the first must have."""

    question: str
    game: str
    players: int
    better: str
    worse: str
    bar: float
    games: int = GAMES

    @property
    def name(self) -> str:
        """What the file with its matches is called."""
        words = f"{self.game} {self.players} {self.better} {self.worse}"
        return re.sub(r"[^\w.]+", "-", words)


@cache
def job_of(contest: Contest) -> Job:
    """The matches of a contest, made once in every process."""
    options = TWO[contest.game] if contest.players == 2 else {}
    game = fm.load(contest.game, players=contest.players, **options)
    return Job(game, (contest.better, contest.worse), seed=1)


def match(task: tuple[Contest, int]) -> tuple[Contest, MatchResult]:
    """One match."""
    contest, number = task
    return contest, play_match(job_of(contest), number)


def rehearse(contest: Contest) -> str:
    """Compile all that a game's bots need; its name."""
    job_of(contest._replace(better="search:simulations=1", worse="greedy")).rehearse()
    return contest.game


def contests(game: str) -> Iterator[Contest]:
    """All contests of a game, those that take longest last."""
    for players in (2, 3, 4):
        yield Contest("greedy", game, players, "greedy", "random", 0.9)
    for worse, better in pairwise(LEVELS):
        yield Contest("levels", game, 2, better, worse, 0.65)
    for players in (3, 4):
        for worse, better in pairwise(LEVELS):
            yield Contest("order", game, players, better, worse, 1 / players)
    judged = f"search:simulations={JUDGED}"
    yield Contest("judgement", game, 2, judged, f"{judged}{BEFORE}", 0.5)
    for question, judgement in (("doublings", ""), ("before", BEFORE)):
        for few in DOUBLINGS:
            more, less = (f"search:simulations={number}{judgement}" for number in (2 * few, few))
            yield Contest(question, game, 2, more, less, 0.53)
    for seconds in SECONDS:
        yield Contest("second", game, 2, f"search:seconds={seconds}", "greedy", 0.75)
