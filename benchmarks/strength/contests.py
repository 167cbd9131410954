"""Which bots meet, in which game, and what is expected of the one that is named first."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import formicarium as fm
from formicarium.arena.balance import BalanceStudy
from formicarium.arena.job import Job
from formicarium.arena.journal import Journal
from formicarium.arena.play import MatchResult, play_match
from formicarium.bots.characters import characters, described
from formicarium.bots.learned import CHAMPION
from formicarium.bots.places import file_of

GAMES = 400
LEVELS = (*characters(),)  # the weakest first
# As at a table of two; Antics! is made for more, and has an unofficial variant for two.
TWO: dict[str, dict[str, str]] = {
    "antics": {"variant": "unofficial_two"},
    "micropolis": {},
    "minicity": {},
    "myrmes": {},
}
DOUBLINGS = (25, 50, 100, 200, 400, 800)  # simulations; each meets twice as many
SECONDS = (0.1, 1)  # a decision
# Matches of a level against the one below it, where luck wins more than elsewhere.
LUCKY = {"micropolis": 2000}
LONG = ("expert", "champion")  # who think for a second
JUDGED = 50  # simulations, where only judgement differs,
OFTEN = 1000  # and so many games,
CLOSE = {"micropolis": 20_000}  # or more, where one wins hardly more than the other
# Of bots that judged as before, in the time of JUDGED: where these are less than 0.8 times as fast.
AS_LONG = {"myrmes": 70}
BEFORE = ":evaluation=hand-0.1"  # how bots judged before numbers were fitted to games
LEARNED = ":evaluation=network"
HASTE, CARE = "search:seconds=0.05", "search:seconds=0.3"
ASKED = "search:simulations=150"  # where an evaluator says what the appraisal says


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
        """What the file with its matches is called.

        A level is what it is today: one that plays in another way has other contests.
        """
        return re.sub(r"[^\w.]+", "-", " ".join((self.game, str(self.players), *self.bots)))

    @property
    def bots(self) -> tuple[str, str]:
        """How both play."""
        return described(self.better), described(self.worse)

    @property
    def words(self) -> set[str]:
        """By what it can be chosen."""
        return {self.question, self.game, str(self.players), self.better}

    @property
    def rounds(self) -> list[range]:
        """Matches that belong together: the first bot sits on every seat, alone at larger tables.

        >>> contest = Contest("order", "micropolis", 3, "greedy", "random", 1 / 3, games=6)
        >>> contest.rounds
        [range(0, 3), range(6, 9)]
        """
        size = job_of(self).rotations
        return [
            range(turn * size, turn * size + self.players)
            for turn in range(-(-self.games // self.players))
        ]

    @property
    def numbers(self) -> list[int]:
        """Of all its matches."""
        return [number for one in self.rounds for number in one]

    def play(self, number: int) -> MatchResult:
        """One match."""
        return play_match(job_of(self), number)

    def journal(self, folder: Path) -> Journal:
        """Where the matches are kept."""
        return Journal(job_of(self), folder / f"{self.name}.jsonl", None)


def table(game: str, players: int) -> fm.Game:
    """A game as it is played by so many."""
    return fm.load(game, players=players, **(TWO[game] if players == 2 else {}))


@cache
def job_of(contest: Contest) -> Job:
    """The matches of a contest, made once in every process."""
    return Job(table(contest.game, contest.players), contest.bots, seed=1)


def rehearse(game: str) -> str:
    """Compile all that a game's bots need and all that is looked at; its name."""
    for bot in ("search:simulations=1", "amateur"):
        job_of(Contest("", game, 2, bot, "greedy", 0.5)).rehearse()
    BalanceStudy(table(game, 2), "random", 1, 0, 0).rehearse()
    return game


def contests(game: str, matches: int = 0) -> Iterator[Contest]:
    """All contests of a game, those that take longest last."""
    for contest in _contests(game):
        yield contest._replace(games=matches or contest.games)


def _contests(game: str) -> Iterator[Contest]:
    for players in (2, 3, 4):
        yield Contest("greedy", game, players, "greedy", "random", 0.9)
    for worse, better in pairwise(LEVELS):
        games = GAMES if better in LONG else LUCKY.get(game, GAMES)
        yield Contest("levels", game, 2, better, worse, 0.65, games)
    for players in (3, 4):
        for worse, better in pairwise(LEVELS):
            yield Contest("order", game, players, better, worse, 1 / players)
    judged = f"search:simulations={JUDGED}"
    yield Contest("judgement", game, 2, judged, f"{judged}{BEFORE}", 0.5, CLOSE.get(game, OFTEN))
    if game in AS_LONG:
        as_long = f"search:simulations={AS_LONG[game]}{BEFORE}"
        yield Contest("time", game, 2, judged, as_long, 0.5, OFTEN)
    yield Contest("evaluator", game, 2, f"{ASKED}:evaluator=appraisal", ASKED, 0.47)
    judgements = {"doublings": "", "before": BEFORE}
    if file_of(game, CHAMPION):
        judgements["learned"] = LEARNED
        yield Contest("network", game, 2, f"{HASTE}{LEARNED}", HASTE, 0.6, OFTEN)
        for players in (3, 4):
            yield Contest("company", game, players, f"{HASTE}{LEARNED}", HASTE, 1.3 / players)
        yield Contest("control", game, 2, f"{CARE}{LEARNED}", CARE, 0.5, 100)
    for question, judgement in judgements.items():
        for few in DOUBLINGS:
            more, less = (f"search:simulations={number}{judgement}" for number in (2 * few, few))
            yield Contest(question, game, 2, more, less, 0.53)
    for seconds in SECONDS:
        yield Contest("second", game, 2, f"search:seconds={seconds}", "greedy", 0.75)
