"""Finding the numbers of a game's judgement: play, fit, play with that, fit again.

In each round every seat judges by one of the judgements found so far: many quick games of greedy
bots that often slip, and some of a search, so that what bots do that think is in it too. Numbers
are fitted to how all games so far ended: that they are told well does not yet mean that they are
played well, so both the new numbers and half of the step join those by which the next round is
played, and matches of searches decide which of all is the best. At the end one more series of
searches says how chances are to be told.

All that is found lies in a folder; begun again, the same plan goes on where it was.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from subprocess import SubprocessError, run
from typing import Any, NamedTuple

import msgspec
import numpy as np

from formicarium.arena.fitting import Floats, Positions, fit
from formicarium.arena.job import Job
from formicarium.arena.play import play_match
from formicarium.arena.practice import AT_A_TIME, Lesson, attend, tables_of
from formicarium.arena.summary import results
from formicarium.arena.workers import finished
from formicarium.bots.judgement import Judgement, Telling, Worth, judgement_for
from formicarium.core.chance import seed_of
from formicarium.core.game import load_with, rulebook

QUICK, THOUGHTFUL = "quick", "thoughtful"
DIGITS = 4  # of a number: more are not known
STEPS = (1, 0.5)  # how much of what was fitted is tried
LATEST = 3  # judgements that play beside the best
MOST = 60_000  # positions that numbers are fitted to

Watch = Callable[[str, Iterable[Any], int], Iterable[Any]]  # what is done, all of it, how much


class TuningPlan(NamedTuple):
    """What is to be played and how often."""

    game: str
    quick: int  # games of a round,
    thoughtful: int  # and those of a search
    simulations: int  # of that search
    matches: int  # that decide between two judgements
    rounds: int
    seed: int
    workers: int
    folder: Path
    begin: str = "fitted"  # the judgement to begin with

    def lessons(self, number: int, pool: Iterable[str], kinds: Iterable[str]) -> list[Lesson]:
        """All games of a round, those of two, three and four players by turns."""
        games, tables = {QUICK: self.quick, THOUGHTFUL: self.thoughtful}, tables_of(self.game)
        seed = int(seed_of(np.uint64(self.seed), number))
        folder = self.folder / f"round-{number}"
        return [
            Lesson(self.game, table, kind, index, seed, (*pool,), self.simulations, folder)
            for kind in kinds
            for index in range(-(-games[kind] // (AT_A_TIME[kind] * len(tables))))
            for table in tables
        ]


class Pool(msgspec.Struct):
    """The judgements found so far, by their files."""

    best: str
    others: list[str] = []

    @property
    def players(self) -> list[str]:
        """Those by which a round is played: the best, and the latest."""
        return [self.best, *[file for file in self.others if file != self.best][-LATEST:]]


def tune(plan: TuningPlan, watch: Watch, tell: Callable[[str], None]) -> Judgement:
    """Find a judgement, and say on the way what has been found."""
    begun = time.monotonic()
    plan.folder.mkdir(parents=True, exist_ok=True)
    first = plan.folder / "begin.json"
    if not first.exists():
        found = judgement_for(rulebook(plan.game), plan.begin)
        write(first, msgspec.structs.replace(found, telling={}))
    pool = Pool(str(first))
    for number in range(1, plan.rounds + 1):
        done = plan.folder / f"round-{number}.json"
        if not done.exists():
            pool = one_round(plan, number, pool, watch, tell)
            done.write_bytes(msgspec.json.encode(pool))
        pool = msgspec.json.decode(done.read_bytes(), type=Pool)
    practise(plan.lessons(plan.rounds + 1, [pool.best], [THOUGHTFUL]), plan.workers, watch)
    telling = {str(players): telling_of(plan, players) for players in numbers_of_players(plan)}
    spent = how(plan, time.monotonic() - begun)
    return msgspec.structs.replace(read(Path(pool.best)), telling=telling, found=spent)


def one_round(
    plan: TuningPlan, number: int, pool: Pool, watch: Watch, tell: Callable[[str], None]
) -> Pool:
    """Play, fit, and let matches decide what becomes of it."""
    practise(plan.lessons(number, pool.players, (QUICK, THOUGHTFUL)), plan.workers, watch)
    before = read(Path(pool.best))
    numbers = np.array(before.mind.view(np.float64))
    fitted, surprise = fit([*positions(plan, number)], numbers, tell)
    tell(f"round {number}: log-loss {surprise:.4f}")
    best, found = pool.best, []
    for share in STEPS:
        file = plan.folder / f"round-{number}-{share:g}.json"
        write(file, with_numbers(before, numbers + share * (fitted - numbers)))
        found.append(str(file))
        won = duel(plan, found[-1], best, number, watch)
        tell(f"round {number}: {share:.0%} of the step wins {won:.1%} against {Path(best).stem}")
        best = found[-1] if won > 0.5 else best
    return Pool(best, [*pool.others, *found])


def numbers_of_players(plan: TuningPlan) -> list[int]:
    """At how many players a game is practised."""
    return sorted({players for players, _ in tables_of(plan.game)})


def practise(lessons: list[Lesson], workers: int, watch: Watch) -> None:
    """Play all games that have not been played yet."""
    missing = [lesson for lesson in lessons if not lesson.is_done]
    for _ in watch(QUICK, finished(attend, missing, min(workers, len(missing) or 1)), len(missing)):
        pass


def positions(plan: TuningPlan, number: int) -> Iterator[Positions]:
    """Some of all that was kept of the games until a round, table by table."""
    tables = tables_of(plan.game)
    for players, options in tables:
        game = load_with(plan.game, players, None, options)
        pattern = "-".join(["*", str(players), *options.values(), "[0-9]*"])
        rows = loaded(plan, range(1, number + 1), pattern, MOST // len(tables))
        yield Positions(game, rows["states"], rows["scores"].astype(np.float64), rows["shares"])


def loaded(
    plan: TuningPlan, rounds: Iterable[int], pattern: str, most: int
) -> dict[str, np.ndarray[Any, Any]]:
    """The files of that name, one behind the other; of very many positions as many as asked for."""
    folders = [plan.folder / f"round-{number}" for number in rounds]
    files = [file for folder in folders for file in sorted(folder.glob(f"{pattern}.npz"))]
    found = [dict(np.load(file)) for file in files]
    rows = {name: np.concatenate([one[name] for one in found]) for name in found[0]}
    size = len(rows["states"])
    chosen = np.random.default_rng(plan.seed).permutation(size)[:most]
    return {name: numbers[chosen] for name, numbers in rows.items()}


def duel(plan: TuningPlan, one: str, other: str, number: int, watch: Watch) -> float:
    """The share of matches for two that one judgement wins against another."""
    bots = [f"search:simulations={plan.simulations}:evaluation={file}" for file in (one, other)]
    players, options = tables_of(plan.game)[0]
    job = Job(load_with(plan.game, players, None, options), (bots[0], bots[1]), plan.seed + number)
    numbers = range(job.matches(plan.matches))
    played = watch("duel", finished(partial(play_match, job), numbers, plan.workers), len(numbers))
    return float(results(bots[0], [*played])["win_share"])


def telling_of(plan: TuningPlan, players: int) -> Telling:
    """How chances that a search told must be told, so that they are what comes true."""
    rows = loaded(plan, [plan.rounds + 1], f"{THOUGHTFUL}-{players}-*", MOST)
    looked = rows["chances"] >= 0
    chances = np.clip(rows["chances"][looked], 0.005, 0.995)
    won = rows["shares"][np.arange(len(looked)), rows["seats"]][looked]
    odds = np.stack([np.log(chances / (1 - chances)), np.ones(chances.size)])
    turn = np.array([1.0, 0.0])
    for _ in range(20):
        right = 1 / (1 + np.exp(-turn @ odds))
        weights = right * (1 - right)
        turn = turn + np.linalg.solve((odds * weights) @ odds.T, odds @ (won - right))
    return Telling(*(round(float(number), DIGITS) for number in turn))


# --- Files ----------------------------------------------------------------------------------------


def with_numbers(old: Judgement, numbers: Floats) -> Judgement:
    """A judgement with other numbers."""
    row = numbers.view(rulebook(old.game).judgement_layout)
    worth: Worth = {
        name: np.vectorize(shortened)(row[name][0]).tolist() for name in row.dtype.names or ()
    }
    return msgspec.structs.replace(old, worth=worth)


def shortened(number: float) -> float:
    """A number with as many digits as are known of it."""
    return float(f"{number:.{DIGITS}g}")


def read(file: Path) -> Judgement:
    """A judgement that has been written."""
    return msgspec.json.decode(file.read_bytes(), type=Judgement)


def write(file: Path, judgement: Judgement) -> None:
    """Write a judgement, a line for each number."""
    text = msgspec.json.format(msgspec.json.encode(judgement), indent=2)
    part = file.with_suffix(".part")
    part.write_bytes(text + b"\n")
    part.replace(file)


def how(plan: TuningPlan, seconds: float) -> dict[str, Any]:
    """How a judgement was found."""
    tables = tables_of(plan.game)
    return {
        "by": "formicarium tune",
        "version": version("formicarium"),
        "commit": commit(),
        "date": time.strftime("%Y-%m-%d"),
        "rounds": plan.rounds,
        "quick_games": plan.rounds * plan.quick,
        "games_of_search": (plan.rounds + 1) * plan.thoughtful,
        "simulations": plan.simulations,
        "matches": plan.matches,
        "players": sorted({players for players, _ in tables}),
        "seed": plan.seed,
        "seconds": round(seconds),
        "workers": plan.workers,
    }


def commit() -> str:
    """Which sources have found it, where that is known."""
    try:
        asked = run(
            ["git", "-C", Path(__file__).parent, "rev-parse", "--short", "HEAD"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, SubprocessError):
        return "unknown"
    return asked.stdout.strip()
