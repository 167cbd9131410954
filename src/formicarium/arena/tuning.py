"""Finding the numbers of a game's judgement: play, fit, play with that, fit again.

In each round every seat judges by one of the judgements found so far: many quick games of greedy
bots that often slip, and some of a search, so that what bots do that think is in it too. Numbers
are fitted to how all games so far ended: that they are told well does not yet mean that they are
played well, so both the new numbers and half of the step join those by which the next round is
played, and matches of searches decide which of all is the best. At the end one more series, of
players like the level `hard`, says how chances are to be told.

All that is found lies in a folder; begun again, the same plan goes on where it was.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from subprocess import SubprocessError, run
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np

from formicarium.arena.fitting import Floats, Positions, appraised, fit, fit_telling, shortened
from formicarium.arena.job import Job, about_plan
from formicarium.arena.journal import BadResults, Journal, check_header, using
from formicarium.arena.play import play_match
from formicarium.arena.practice import (
    AT_A_TIME,
    NOBODY,
    QUICK,
    SERIOUS,
    THOUGHTFUL,
    Lesson,
    PracticeTable,
    attend,
    loaded,
    tables_of,
)
from formicarium.arena.summary import results
from formicarium.arena.workers import finished
from formicarium.bots.judgement import Judgement, ToldChances, judgement_for, read_judgement
from formicarium.core.chance import seed_of
from formicarium.core.errors import BadOption
from formicarium.core.game import rulebook

SHARES = (1, 0.5)  # how much of the step that was fitted is tried
LATEST = 3  # judgements that play beside the best
SERIOUS_SIMULATIONS = 150  # as many as the level `hard` has
MOST = 60_000  # positions that numbers are fitted to
AGAIN = "; run the same command again to go on"


class Watcher(Protocol):
    """Whoever wants to know how far it is."""

    def follow(self, what: str, steps: Iterable[int], total: int) -> None:
        """Go through games (`practice`, `duel` or `telling`) as they are finished, some a step."""

    def fitted(self, round_: int, before: float, after: float) -> None:
        """Hear of the log-loss before and after numbers were fitted."""

    def decided(self, round_: int, share: float, won: float) -> None:
        """Hear which share of matches a share of the step has won against the best so far."""


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

    @property
    def header(self) -> dict[str, Any]:
        """What makes it different from others; not by how many processes it is carried out."""
        return about_plan(self, SAID)

    def lessons(self, number: int, judgements: Iterable[str], kinds: Iterable[str]) -> list[Lesson]:
        """All games of a round, those of two, three and four players by turns."""
        tables = tables_of(self.game)
        wanted = {QUICK: self.quick, THOUGHTFUL: self.thoughtful, SERIOUS: self.thoughtful}
        thought = {QUICK: 0, THOUGHTFUL: self.simulations, SERIOUS: SERIOUS_SIMULATIONS}
        seed = int(seed_of(np.uint64(self.seed), number))
        files = tuple(str(self.folder / name) for name in judgements)
        folder = self.folder / f"round-{number}"
        return [
            Lesson(self.game, table, kind, index, games, seed, files, thought[kind], folder)
            for kind in kinds
            for index, games in enumerate(shared_out(wanted[kind], len(tables), AT_A_TIME[kind]))
            for table in tables
        ]

    def rehearse(self) -> None:
        """Compile all that bots and fitting need, and find out whether they can begin."""
        check_can_be_tuned(self)
        for kind in (QUICK, THOUGHTFUL):
            for lesson in self.lessons(0, (), [kind])[: len(tables_of(self.game))]:
                game = lesson.table.load(self.game)
                lesson._replace(judgements=(self.begin,)).rehearse(game)
                state = game.start(seed=0).bytes[None]
                points = np.zeros((1, game.players))
                numbers = judgement_for(game.book, self.begin).mind.view(np.float64)
                appraised(Positions(game, state, points, points), numbers)


SAID = ("game", "quick", "thoughtful", "simulations", "matches", "rounds", "seed", "begin")


class Candidates(msgspec.Struct, forbid_unknown_fields=True):
    """The judgements found so far, by their files in the folder.

    >>> Candidates("b", ["a", "b", "c", "d", "e"]).players
    ['b', 'c', 'd', 'e']
    """

    best: str
    others: list[str] = []
    matches: int = 0  # that were played to find out,
    seconds: float = 0.0  # and how long all of it took

    @property
    def players(self) -> list[str]:
        """Those by which a round is played: the best, and the latest."""
        return [self.best, *[file for file in self.others if file != self.best][-LATEST:]]


def shared_out(games: int, tables: int, most: int) -> list[int]:
    """Games in the files of each table: whole files, and a rest.

    >>> shared_out(25, tables=2, most=10)
    [10, 3]
    """
    each = -(-games // tables)
    return [min(most, each - first) for first in range(0, each, most)]


def check_can_be_tuned(plan: TuningPlan) -> None:
    """Whether there are numbers to find, and one to begin with."""
    book = rulebook(plan.game)
    if not book.judges_by_numbers:
        raise BadOption(f"{plan.game} judges by no numbers, so none can be found")
    judgement_for(book, plan.begin)


# --- Rounds ---------------------------------------------------------------------------------------


def tune(plan: TuningPlan, watcher: Watcher) -> Judgement:
    """Find a judgement, or go on with finding it."""
    check_can_be_tuned(plan)
    with using(plan.folder, AGAIN):
        pool, lessons = begun(plan), list[Lesson]()
        for number in range(1, plan.rounds + 1):
            lessons += plan.lessons(number, pool.players, (QUICK, THOUGHTFUL))
            done = plan.folder / f"round-{number}.json"
            if not done.exists():
                write(done, msgspec.json.encode(one_round(plan, number, pool, lessons, watcher)))
            pool = read_pool(done)
        begin = time.monotonic()
        last = plan.lessons(plan.rounds + 1, [pool.best], [SERIOUS])
        practise("telling", last, plan.workers, watcher)
        telling = {table.name: telling_at(last, table) for table in tables_of(plan.game)}
        pool.seconds += time.monotonic() - begin
        best = read_judgement(plan.game, plan.folder / pool.best)
    found = how(plan, pool, [*lessons, *last])
    return msgspec.structs.replace(best, telling=telling, found=found)


def begun(plan: TuningPlan) -> Candidates:
    """What the folder begins with; it must be one of this plan, or a new one."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    noted, first = plan.folder / "plan.json", plan.folder / "begin.json"
    if noted.exists():
        check_header(noted, read_plan(noted), plan.header)
    elif [*plan.folder.glob("round-*")]:
        raise BadResults(f"{plan.folder} holds something else; name another folder")
    else:
        write(noted, msgspec.json.encode(plan.header))
    if not first.exists():
        found = judgement_for(rulebook(plan.game), plan.begin)
        write(first, msgspec.structs.replace(found, telling={}).written().encode())
    return Candidates(first.name)


def one_round(
    plan: TuningPlan, number: int, pool: Candidates, lessons: Sequence[Lesson], watcher: Watcher
) -> Candidates:
    """Play, fit, and let matches decide what becomes of it."""
    begin = time.monotonic()
    practise("practice", lessons, plan.workers, watcher)
    before = read_judgement(plan.game, plan.folder / pool.best)
    numbers = np.array(before.mind.view(np.float64))
    found = fit([*positions(plan, lessons)], numbers, plan.workers)
    watcher.fitted(number, found.before, found.after)
    best, names, played = pool.best, list[str](), pool.matches
    for share in SHARES:
        name = f"round-{number}-{share:g}.json"
        after = with_numbers(before, numbers + share * (found.numbers - numbers))
        write(plan.folder / name, after.written().encode())
        won, matches = duel(plan, (name, best), number, watcher)
        watcher.decided(number, share, won)
        best, names, played = name if won > 0.5 else best, [*names, name], played + matches
    return Candidates(best, [*pool.others, *names], played, pool.seconds + time.monotonic() - begin)


def practise(what: str, lessons: Iterable[Lesson], workers: int, watcher: Watcher) -> None:
    """Play all games that have not been played yet."""
    missing = [lesson for lesson in lessons if not lesson.file.is_file()]
    if missing:
        games = finished(attend, missing, min(workers, len(missing)))
        watcher.follow(what, games, sum(lesson.games for lesson in missing))


def positions(plan: TuningPlan, lessons: Sequence[Lesson]) -> Iterator[Positions]:
    """Some of all that was kept of lessons, as much of every table."""
    tables = tables_of(plan.game)
    for table in tables:
        rows = loaded(lesson for lesson in lessons if lesson.table == table)
        order = np.random.default_rng(plan.seed).permutation(len(rows["states"]))
        chosen = order[: MOST // len(tables)]
        kept = (rows[name][chosen] for name in ("states", "scores", "shares"))
        yield Positions(table.load(plan.game), *kept)


def duel(
    plan: TuningPlan, names: tuple[str, str], number: int, watcher: Watcher
) -> tuple[float, int]:
    """The share of matches for two that one judgement wins against another, and how many."""
    one, other = (
        f"search:simulations={plan.simulations}:evaluation={plan.folder / name}" for name in names
    )
    job = Job(tables_of(plan.game)[0].load(plan.game), (one, other), plan.seed + number)
    matches = job.matches(plan.matches)
    journal = Journal(job, (plan.folder / names[0]).with_suffix(".journal"), None)

    def played() -> Iterator[int]:
        missing = journal.missing(matches)
        for row in finished(partial(play_match, job), missing, min(plan.workers, len(missing))):
            journal.add(row)
            yield 1

    if missing := journal.missing(matches):
        try:
            watcher.follow("duel", played(), len(missing))
        finally:
            journal.close()
    return float(results(one, journal.first(matches))["win_share"]), matches


def telling_at(lessons: Iterable[Lesson], table: PracticeTable) -> ToldChances:
    """How chances are to be told at a table."""
    rows = loaded(lesson for lesson in lessons if lesson.table == table)
    shares = rows["shares"][np.arange(len(rows["seats"])), rows["seats"]]
    heard = rows["chances"] != NOBODY
    return fit_telling(rows["chances"][heard], shares[heard])


# --- Files ----------------------------------------------------------------------------------------


def with_numbers(old: Judgement, numbers: Floats) -> Judgement:
    """A judgement with other numbers."""
    row = numbers.view(rulebook(old.game).judgement_layout)[0]
    worth = {
        name: np.vectorize(shortened, otypes=[np.float64])(row[name]).tolist()
        for name in row.dtype.names
    }
    return msgspec.structs.replace(old, worth=worth)


def write(file: Path, content: bytes) -> None:
    """Put it into a file, which is then there as a whole or not at all."""
    part = file.with_suffix(".part")
    try:
        part.write_bytes(content)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def read_pool(file: Path) -> Candidates:
    """What a round has found."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Candidates)
    except msgspec.MsgspecError as error:
        raise BadResults(f"{file} is damaged: remove it to do that round again") from error


def read_plan(file: Path) -> Any:
    """What a folder is about."""
    try:
        return msgspec.json.decode(file.read_bytes())
    except msgspec.MsgspecError as error:
        raise BadResults(f"{file} is damaged: name another folder, or remove this one") from error


def how(plan: TuningPlan, pool: Candidates, lessons: Iterable[Lesson]) -> dict[str, Any]:
    """How a judgement was found."""
    games = {QUICK: 0, THOUGHTFUL: 0, SERIOUS: 0}
    for lesson in lessons:
        games[lesson.kind] += lesson.games
    return {
        "by": "formicarium tune",
        "version": version("formicarium"),
        "commit": commit(),
        "date": time.strftime("%Y-%m-%d"),
        "begin": plan.begin,
        "rounds": plan.rounds,
        "quick_games": games[QUICK],
        "search_games": games[THOUGHTFUL],
        "simulations": plan.simulations,
        "serious_games": games[SERIOUS],
        "matches": pool.matches,
        "seeds": [plan.seed],
        "seconds": round(pool.seconds),
        "workers": plan.workers,
    }


def commit() -> str:
    """The last change of these sources, where that is known."""
    folder = Path(__file__).parents[1]
    asking = ["git", "-C", str(folder), "log", "-1", "--format=%h", "--", "."]
    try:
        asked = run(asking, capture_output=True, text=True, check=True)
    except (OSError, SubprocessError):
        return "unknown"
    return asked.stdout.strip() or "unknown"
