"""How strong the bots are: plays every contest that has not been played yet, and writes the page.

    python -m benchmarks.strength [GAME…] [--matches N] [--minutes M] [--workers N]

Matches are kept in build/strength as they are finished, so a run can be interrupted at any time and
goes on where it stopped. The sums go to benchmarks/strength/results.json, the page to
docs/strength.md. `--questions conduct` plays no contests, but sees how bots of one level behave,
and `--questions habits` whether bots do what a review found strange.
"""

import argparse
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.strength.conduct import SEED, play_conduct
from benchmarks.strength.contests import GAMES, Contest, contests, job_of, match, rehearse
from benchmarks.strength.habits import play_habits
from benchmarks.strength.page import Result, load_results, save_results, write_page
from formicarium import game_names
from formicarium.arena.journal import Journal
from formicarium.arena.play import MatchResult
from formicarium.arena.summary import costs, results
from formicarium.arena.workers import finished
from formicarium.bench.machine import description

FOLDER = Path("build/strength")


def main() -> None:
    """Play, add up, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength")
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games; else all")
    parser.add_argument("--matches", type=int, default=GAMES, help="in each contest")
    parser.add_argument("--questions", default="", help="some kinds of contests only")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="to play at most")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where matches are kept")
    parser.add_argument("--games", type=int, default=0, dest="seen", help="of conduct at a table")
    parser.add_argument("--seed", type=int, default=SEED, help="of these games")
    chosen = parser.parse_args()
    games, questions = chosen.games or game_names(), chosen.questions.split(",")
    wanted = [
        contest._replace(games=chosen.matches)
        for game in games
        for contest in contests(game)
        if questions == [""] or contest.question in questions
    ]
    until = time.monotonic() + 60 * chosen.minutes
    play(wanted, chosen.folder, chosen.workers, until)
    if questions == [""] or "conduct" in questions:
        play_conduct(games, chosen.seen, chosen.seed, chosen.workers)
    if questions == [""] or "habits" in questions:
        play_habits(games, chosen.folder, chosen.workers)
    known = load_results()
    crowd = max(1.0, chosen.workers / (os.cpu_count() or 1))
    known.update({contest.name: found for contest, found in sums(wanted, chosen.folder, crowd)})
    save_results(known)
    write_page(known)


def play(wanted: Sequence[Contest], folder: Path, workers: int, until: float) -> None:
    """Play what is missing, and keep every match as soon as it is finished."""
    journals = {contest: journal(contest, folder) for contest in wanted}
    firsts = {contest.game: contest for contest in wanted}
    for game in finished(rehearse, firsts.values(), len(firsts)):
        print(f"{game} is compiled", flush=True)
    missing = (
        (contest, number)
        for contest in wanted
        for number in journals[contest].missing(matches(contest))
        if time.monotonic() < until
    )
    begun = time.monotonic()
    for done, (contest, row) in enumerate(finished(match, missing, workers), 1):
        journals[contest].add(row)
        if done % 100 == 0:
            passed = time.monotonic() - begun
            print(f"{passed:7.0f} s  {done:6} matches  {contest.name}", flush=True)
    for one in journals.values():
        one.close()


def journal(contest: Contest, folder: Path) -> Journal:
    """Where the matches of a contest are kept."""
    return Journal(job_of(contest), folder / f"{contest.name}.jsonl", None)


def matches(contest: Contest) -> int:
    """How many matches a contest has; at a larger table each bot sits alone in half of them."""
    return job_of(contest).matches(contest.games * min(contest.players - 1, 2))


def sums(wanted: Sequence[Contest], folder: Path, crowd: float) -> Iterator[tuple[Contest, Result]]:
    """What came of every contest of which any match was played."""
    machine = description()["processor"]
    for contest in wanted:
        rows = whole_rounds(contest, journal(contest, folder).rows)
        alone = [row for row in rows if row.seats.count(contest.better) == 1]
        if alone:
            found = results(contest.better, alone)
            yield (
                contest,
                Result(
                    *contest[:-1],
                    matches=len(alone),
                    win_share=found["win_share"],
                    interval=found["interval"],
                    seconds=costs(contest.better, rows)["seconds_per_decision"],
                    forfeits=costs(contest.better, rows)["forfeits"],
                    machine=machine,
                    crowd=crowd,
                ),
            )


def whole_rounds(contest: Contest, rows: Mapping[int, MatchResult]) -> list[MatchResult]:
    """The matches of those rounds in which everybody has sat on every seat."""
    size = job_of(contest).rotations
    rounds = [range(first, first + size) for first in range(0, matches(contest), size)]
    return [rows[number] for one in rounds if all(n in rows for n in one) for number in one]


if __name__ == "__main__":
    main()
