"""What the bots come to: a table for whoever wants to compare an agent of their own.

    python -m benchmarks.envs.baselines [GAME…]

Tables of two, the bot against `greedy`, each on both seats of the same seeds. Bots that do not
watch the clock play alike everywhere, so the table in docs/research.md, which this writes, comes
out the same on every machine.
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import formicarium as fm
from benchmarks.strength.contests import table
from formicarium.arena.job import Job
from formicarium.arena.play import play_match
from formicarium.bots.characters import characters, described
from formicarium.core.text import phrases

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
SECTION = re.compile(r"(<!-- baselines: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
AGAINST, SEED, MATCHES = "greedy", 2026, 60
BOTS = ("random", *[*characters()][:5])  # those who play alike everywhere


def lines(name: str) -> Iterator[str]:
    """The table of a game."""
    game = table(name, 2)
    yield f"| {phrases(game.book.package, 'en')('title')} | wins | points | of `{AGAINST}` |"
    yield "|---|---|---|---|"
    for bot in BOTS:
        own = described(bot)
        job = Job(game, (own, AGAINST), SEED)
        won, points = list[float](), list[tuple[int, int]]()
        for number in range(MATCHES):
            row = play_match(job, number)
            seat = row.seats.index(own)
            won.append(row.win_shares[seat])
            points.append((row.scores[seat], row.scores[1 - seat]))
        mine, others = np.mean(points, axis=0)
        yield f"| `{bot}` | {np.mean(won):.1%} | {mine:.1f} | {others:.1f} |"


def main() -> None:
    """Write the tables into the page."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.envs.baselines")
    asked.add_argument("names", nargs="*", metavar="GAME", help="all, if none is named")
    wanted = asked.parse_args().names or fm.game_names()

    def renewed(section: re.Match[str]) -> str:
        if section[2] not in wanted:
            return section[0]
        found = [*lines(section[2])]
        print(*found, sep="\n", flush=True)
        return section[1] + "\n" + "\n".join(found) + "\n\n" + section[3]

    PAGE.write_text(SECTION.sub(renewed, PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
