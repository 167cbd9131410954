"""How long people wait at tables with bots, when there are many of them.

    python -m benchmarks.abuse.load [--tables N] [--level LEVEL] [--seconds S] [--thinks S]

Three players of Myrmes at each table, two of them bots; one process thinks for all of them.
"""

import argparse
import asyncio
import time

from benchmarks.abuse.guests import Guest, metric, opened, spread

WARM_UP = 10.0  # seconds that are not counted


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


def main() -> None:
    """Play, and print how long it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--thinks", type=float, default=4.0, help="seconds before each decision")
    asked = parser.parse_args()
    with opened() as house:
        guests = asyncio.run(crowd(house, asked.tables, asked.level, asked.thinks, asked.seconds))
        decisions, shortened = metric(house, "bot_decisions"), metric(house, "bot_shortened")
    moves = [seconds for guest in guests for seconds in guest.moves]
    turns = [seconds for guest in guests for seconds in guest.turns]
    print(f"{asked.tables} tables with two bots {asked.level}, people think {asked.thinks:g} s:")
    print("  moves of people: {:.0f} ms, p95 {:.0f} ms ({})".format(
        *(1000 * value for value in spread(moves)), len(moves)))  # fmt: skip
    print("  turns of bots:   {:.2f} s, p95 {:.2f} s ({})".format(*spread(turns), len(turns)))
    print(f"  shortened:       {shortened / max(decisions, 1):.1%} of {decisions:.0f} decisions")


if __name__ == "__main__":
    main()
