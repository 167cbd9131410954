"""How strong the bots are: plays every contest that has not been played yet, and writes the page.

    python -m benchmarks.strength [GAME…] [--matches N] [--minutes M] [--workers N]

Games are kept in build/strength as they are finished, so a run can be interrupted at any time and
goes on where it stopped; `--minutes 0` only adds up. The sums go to benchmarks/strength/*.json, the
page to docs/strength.md. Besides contests there are `conduct`, how bots of one level behave, and
`habits`, whether bots do what a review found strange.

`--questions` names what is played, in this order: `conduct/micropolis 60, antics/levels
expert/levels 120` plays for a minute, and then two contests by turns for two.
"""

import argparse
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.strength import conduct, habits
from benchmarks.strength.contests import Contest, contests, rehearse
from benchmarks.strength.page import Result, load_results, save_results, write_page
from benchmarks.strength.series import Series, play
from formicarium import game_names
from formicarium.arena.summary import costs, results
from formicarium.arena.workers import finished
from formicarium.bench.machine import description

FOLDER = Path("build/strength")


class Stage(NamedTuple):
    """What is played by turns, and the seconds after which no more of it is begun."""

    series: Sequence[Series]
    seconds: float


def main() -> None:
    """Play, add up, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength")
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games; else all")
    parser.add_argument("--matches", type=int, default=0, help="in each contest; else enough")
    parser.add_argument("--questions", default="", help="some only: [WORD/…]… [SECONDS], …")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="to play at most")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where games are kept")
    parser.add_argument("--games", type=int, default=0, dest="seen", help="of conduct at a table")
    parser.add_argument("--seed", type=int, default=conduct.SEED, help="of these games")
    chosen = parser.parse_args()
    until = time.monotonic() + 60 * chosen.minutes
    games = chosen.games or game_names()
    every: list[Series] = [
        *conduct.tables(games, chosen.seen, chosen.seed),
        *(one for game in games for one in contests(game, chosen.matches)),
        *habits.of(games),
    ]
    stages = [*staged(every, chosen.questions)]
    if chosen.minutes > 0:
        for game in finished(rehearse, games, len(games)):
            print(f"{game} is compiled", flush=True)
        play(stages, chosen.folder, chosen.workers, until)
    crowd = max(1.0, chosen.workers / (os.cpu_count() or 1))
    add_up({one: None for stage in stages for one in stage.series}, chosen.folder, crowd)


def staged(every: Sequence[Series], questions: str) -> Iterator[Stage]:
    """What is played after what: everything at once, or as it is asked for."""
    for question in questions.split(",") if questions else ():
        *choices, last = question.split()
        seconds = float(last) if last.replace(".", "").isdigit() else float("inf")
        choices += [last] if seconds == float("inf") else []
        chosen = [{*choice.split("/")} for choice in choices]
        yield Stage([one for one in every if any(words <= one.words for words in chosen)], seconds)
    if not questions:
        yield Stage(every, float("inf"))


def add_up(every: Iterable[Series], folder: Path, crowd: float) -> None:
    """The sums of all that was played, and the page."""
    every = [*every]
    conduct.sum_conduct((one for one in every if isinstance(one, conduct.Table)), folder)
    habits.sum_habits((one for one in every if isinstance(one, habits.Habit)), folder)
    known = load_results()
    for contest, found in sums((one for one in every if isinstance(one, Contest)), folder, crowd):
        if contest.name not in known or found.matches >= known[contest.name].matches:
            known[contest.name] = found
    save_results(known)
    write_page(known)


def sums(wanted: Iterable[Contest], folder: Path, crowd: float) -> Iterator[tuple[Contest, Result]]:
    """What came of every contest of which any match was played."""
    machine = description()["processor"]
    for contest in wanted:
        there = contest.journal(folder).rows
        whole = [one for one in contest.rounds if all(number in there for number in one)]
        rows = [there[number] for one in whole for number in one]
        if rows:
            better, _ = contest.bots
            found, cost = results(better, rows), costs(better, rows)
            yield (
                contest,
                Result(
                    *contest[:-1],
                    matches=len(rows),
                    win_share=found["win_share"],
                    interval=found["interval"],
                    seconds=cost["seconds_per_decision"],
                    forfeits=cost["forfeits"],
                    machine=machine,
                    crowd=crowd,
                ),
            )


if __name__ == "__main__":
    main()
