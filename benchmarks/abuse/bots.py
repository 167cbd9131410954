"""One address with sixty tables of the strongest bots, and a stranger who wants to play.

    python -m benchmarks.abuse.bots [--tables N] [--seconds S]

All tables but one are left alone; the attacker watches that one. One process thinks for all.
"""

import argparse
import asyncio
import time

from benchmarks.abuse.guests import SEEN, Guest, opened, spread

THINKS, HURRIES = 0.5, 0.1  # seconds that the stranger thinks, and the attacker who plays
STRANGER, WATCHED = 1.0, 5.0  # seconds that a turn may take there, for 95 of 100
PATIENCE = 60.0  # seconds without news after which the watched table stands still


async def attack(house: str, tables: int, seconds: float) -> tuple[list[float], list[float]]:
    """How long the turns of the stranger's bot took, and those at the table that is watched."""
    attacker, stranger = Guest(house, "203.0.113.66"), Guest(house, "198.51.100.7")
    made = [await attacker.make(*["expert"] * 4) for _ in range(tables)]
    until = time.monotonic() + seconds
    watched, _ = await asyncio.gather(
        watch(attacker, made[0], until), stranger.play(THINKS, until, "me", "normal")
    )
    return stranger.turns, watched


async def crowd(house: str, tables: int, seconds: float) -> list[float]:
    """The same where the attacker plays at all tables: how long the stranger's bot took."""
    attackers = [Guest(house, "203.0.113.66") for _ in range(tables)]
    stranger, until = Guest(house, "198.51.100.7"), time.monotonic() + seconds
    plays = [one.play(HURRIES, until, "me", *["expert"] * 3) for one in attackers]
    await asyncio.gather(*plays, stranger.play(THINKS, until, "me", "normal"))
    return stranger.turns


async def watch(guest: Guest, table: str, until: float) -> list[float]:
    """How long everybody's turns took at a table, as whoever looks sees it."""
    turns, to_act, begun = [], None, time.monotonic()
    async with guest.socket(table) as socket:
        while time.monotonic() < until:
            seen = SEEN.decode(await asyncio.wait_for(socket.recv(), PATIENCE))
            if seen.type != "table" or seen.to_act == to_act:
                continue
            if to_act is not None:
                turns.append(time.monotonic() - begun)
            to_act, begun = seen.to_act, time.monotonic()
            if seen.status == "over":
                break
    return turns


def main() -> None:
    """Attack, and print how long the others wait."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=90.0)
    asked = parser.parse_args()
    with opened() as house:
        strangers, watched = asyncio.run(attack(house, asked.tables, asked.seconds))
    print(f"one address with {asked.tables} tables of four bots expert, one of them watched:")
    tell("stranger's bot", strangers, STRANGER)
    tell("watched table", watched, WATCHED)


def tell(name: str, turns: list[float], bar: float) -> None:
    """Print how long some turns took."""
    median, p95 = spread(turns)
    print(f"  {name}: {median:.2f} s, p95 {p95:.2f} s, at most {bar:g} s ({len(turns)} turns)")


if __name__ == "__main__":
    main()
