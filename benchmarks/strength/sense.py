"""Whether the characters act sensibly, and how long they take: a few games of each among equals.

    python -m benchmarks.strength.sense [GAME…] [--games N]

A decision is silly that is worse than what a random legal action may be expected to bring: by the
game's whole judgement one decision ahead, on average over more worlds than any character imagines.
Where these differ by no more than luck in those worlds, nobody is called silly. The table goes to
benchmarks/strength/sense.json, and to the page with `python -m benchmarks.strength --minutes 0`.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np

import formicarium as fm
from benchmarks.strength.contests import LEVELS, table
from formicarium.bots.greedy import GreedyBot
from formicarium.bots.referee import Player
from formicarium.core.game import rulebook
from formicarium.core.text import phrases

FIGURES = Path(__file__).with_name("sense.json")
LOWER, QUICK = LEVELS[:4], LEVELS[:5]  # who must act sensibly; and answer at once
SILLY, SECONDS = 0.01, 0.02  # at most: the share of decisions, and of processor for one
SEED = 77_000_000
WORLDS = 16  # each time
TIMES = 4  # that they are drawn: so often each must find that an action is silly
ABOUT = f"""## Sense

A character on all seats. Silly: decisions that are worse than what a random legal action may be
expected to bring, by the game's whole judgement, in each of {TIMES} times {WORLDS} worlds. Of the
first four at most {SILLY:.0%} may be; the first five must take no more than {SECONDS * 1000:.0f} ms
of processor for a decision, on average.

| game | character | decisions | silly | takes | longest |
|---|---|---|---|---|---|"""


class Sense(msgspec.Struct, frozen=True):
    """What was seen of a character."""

    game: str
    level: str
    decisions: int
    silly: int
    seconds: float  # of processor, for a decision,
    longest: float  # and for the longest one

    @property
    def is_met(self) -> bool:
        """Whether it is as it has to be."""
        sensible = self.level not in LOWER or self.silly <= SILLY * self.decisions
        return sensible and self.seconds <= SECONDS


def looked_at(game: str, level: str, games: int) -> Sense:
    """Some games of one character among equals, for two."""
    judge, taken, silly = GreedyBot(worlds=WORLDS), list[float](), 0
    for number in range(games):
        seed = SEED + number
        state = table(game, 2).start(seed)
        players = [Player(level, seat, seed) for seat in range(2)]
        decisions = 0
        while not state.is_over:
            seat = state.to_act[0]
            begun = time.process_time()
            code = players[seat].decide(state, decisions)
            if len(state.codes(seat)) > 1:
                taken.append(time.process_time() - begun)
                silly += level in LOWER and is_silly(judge, state, seat, code)
            state.play(seat, code)
            decisions += 1
    return Sense(game, level, len(taken), silly, float(np.mean(taken)), max(taken))


def is_silly(judge: GreedyBot, state: fm.State, seat: int, code: int) -> bool:
    """Whether a random action may be expected to be better, whatever worlds are drawn."""
    for number in range(TIMES):
        seen = state.redetermined(seat, number)
        values = judge.values(seen, seat, SEED + number)
        if values[code] >= np.mean([*values.values()]) - 1e-9:
            return False
    return True


def load_sense() -> list[Sense]:
    """What was seen before."""
    return msgspec.json.decode(FIGURES.read_bytes(), type=list[Sense]) if FIGURES.exists() else []


def section(found: list[Sense]) -> list[str]:
    """The part of the page about it."""
    return [ABOUT, *rows(found), ""] if found else []


def rows(found: list[Sense]) -> Iterator[str]:
    """A line for each character in each game."""
    for one in found:
        title = phrases(rulebook(one.game).package, "en")("title")
        share = f"{one.silly / one.decisions:.2%}" if one.level in LOWER else ""
        missed = "" if one.is_met else ", missed"
        yield (
            f"| {title} | `{one.level}` | {one.decisions:,} | {share}{missed} "
            f"| {1000 * one.seconds:.2f} ms | {1000 * one.longest:.1f} ms |"
        )


def main() -> None:
    """Look at all of them, and keep what was seen."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.strength.sense")
    asked.add_argument("names", nargs="*", metavar="GAME", help="all, if none is named")
    asked.add_argument("--games", type=int, default=20, help="of each character")
    given = asked.parse_args()
    known = {(one.game, one.level): one for one in load_sense()}
    for game in given.names or fm.game_names():
        for level in QUICK:
            Player(level, 0, 0).prepare(table(game, 2))
            found = known[game, level] = looked_at(game, level, given.games)
            print(*rows([found]), flush=True)
    FIGURES.write_bytes(msgspec.json.format(msgspec.json.encode([*known.values()])) + b"\n")


if __name__ == "__main__":
    main()
