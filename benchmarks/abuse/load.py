"""How long people wait at tables with bots, when there are many of them.

    python -m benchmarks.abuse.load [--tables N --level LEVEL] [--seconds S] [--thinks S]

Three players of Myrmes at each table, two of them bots; one process thinks for all of them. Without
a number of tables, all bars are looked at; status 1 where one is missed.
"""

import argparse
import asyncio
import sys
import time
from typing import NamedTuple

from benchmarks.abuse.guests import Guest, metric, opened, spread

WARM_UP = 10.0  # seconds that are not counted
MOVE = 0.07  # seconds in which 95 of 100 moves of people are answered


class Case(NamedTuple):
    """So many tables, and how long a turn of their bots may take, for 95 of 100."""

    tables: int
    level: str
    turn: float | None = None  # none: all think in full


CASES = (Case(60, "hard", 3.0), Case(10, "expert", 6.0), Case(5, "hard"), Case(3, "expert"))


async def crowd(house: str, tables: int, level: str, thinks: float, seconds: float) -> list[Guest]:
    """People who play against bots for some seconds, each at a table and an address of her own."""
    guests = [Guest(house, f"10.1.{number // 250}.{number % 250 + 1}") for number in range(tables)]
    until = time.monotonic() + WARM_UP + seconds
    plays = [asyncio.create_task(guest.play(thinks, until, "me", level, level)) for guest in guests]
    await asyncio.sleep(WARM_UP)
    for guest in guests:
        guest.moves.clear()
        guest.turns.clear()
    await asyncio.gather(*plays)
    return guests


def is_met(case: Case, seconds: float, thinks: float) -> bool:
    """Play, and print how long it took; whether that is within the bars."""
    with opened() as house:
        guests = asyncio.run(crowd(house, case.tables, case.level, thinks, seconds))
        decisions, shortened = metric(house, "bot_decisions"), metric(house, "bot_shortened")
    moves = spread([seconds for guest in guests for seconds in guest.moves])
    turns = spread([seconds for guest in guests for seconds in guest.turns])
    bar = "in full" if case.turn is None else f"≤ {case.turn:g} s"
    met = (shortened == 0 if case.turn is None else turns[1] <= case.turn) and moves[1] <= MOVE
    print(f"{case.tables} tables with two bots {case.level}, people think {thinks:g} s:")
    print("  moves of people: {:.0f} ms, p95 {:.0f} ms".format(*(1000 * each for each in moves)))
    print("  turns of bots:   {:.2f} s, p95 {:.2f} s".format(*turns))
    print(f"  shortened:       {shortened / max(decisions, 1):.1%} of {decisions:.0f} decisions")
    print(f"  {bar}, people ≤ {1000 * MOVE:g} ms: {'met' if met else 'missed'}", flush=True)
    return met


def main() -> None:
    """Play, and print how long it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, help="only so many")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--thinks", type=float, default=4.0, help="seconds before each decision")
    asked = parser.parse_args()
    known = {case[:2]: case for case in CASES}
    one = (asked.tables, asked.level)
    cases = CASES if asked.tables is None else (known.get(one, Case(*one)),)
    met = [is_met(case, asked.seconds, asked.thinks) for case in cases]
    sys.exit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
