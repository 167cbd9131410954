"""What strangers can do to a house, and what the others notice of it.

    python -m benchmarks.abuse [--only bots,games,cookies,flood,length]

Every attack has a house of its own, with one thinker, SQLite and the limits that are set by
default. We play the proxy, so that everybody comes from the address that we say.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from benchmarks.abuse import bots, cookies, flood, length
from benchmarks.abuse.guests import opened, opened_in, spread
from benchmarks.server.processes import allow_many_sockets, scratch

TABLES, SECONDS = 60, 90.0  # of the attack with bots


class Found(NamedTuple):
    """A bar, and what was measured."""

    attack: str
    measured: str
    bar: str
    is_met: bool


def many_bots() -> list[Found]:
    """Sixty tables of the strongest bots."""
    with opened() as house:
        strangers, watched = asyncio.run(bots.attack(house, TABLES, SECONDS))
    attack = f"{TABLES} tables of four bots expert"
    rows = (("a stranger's bot", strangers, bots.STRANGER), ("watched", watched, bots.WATCHED))
    return [
        Found(attack, f"{who}: p95 {late:.2f} s", f"≤ {bar:g} s", late <= bar)
        for who, turns, bar in rows
        for _, late in [spread(turns)]
    ]


def many_games() -> list[Found]:
    """Sixty tables at which the attacker plays against the strongest bots."""
    with opened() as house:
        turns = asyncio.run(bots.crowd(house, TABLES, SECONDS))
    _, late = spread(turns)
    attack, bar = f"{TABLES} tables of one person and three bots expert", bots.STRANGER
    return [Found(attack, f"a stranger's bot: p95 {late:.2f} s", f"≤ {bar:g} s", late <= bar)]


def many_cookies() -> list[Found]:
    """Two thousand cookies at one address."""
    with opened() as house:
        took, held = asyncio.run(cookies.attack(house))
    told = "a newcomer stays outside" if took is None else f"a newcomer sits in {took:.2f} s"
    attack = f"{cookies.COOKIES} cookies at one address"
    return [Found(attack, f"{told}; {held} sockets taken", "comes in", took is not None)]


def much_talk() -> list[Found]:
    """Forty guests who flood."""
    with scratch() as folder, opened_in(folder) as house:
        calm, stormy = asyncio.run(flood.measure(house, folder))
    measured = f"another's move: {1000 * calm:.1f} ms, then {1000 * stormy:.1f} ms"
    times = stormy / calm
    attack = f"{flood.GUESTS} flooding guests at one address"
    return [Found(attack, f"{measured}: {times:.2f} ×", "≤ 2 ×", times <= 2)]


def long_table() -> list[Found]:
    """A table of very many events."""
    with scratch() as folder:
        events, calm, then = length.measure(folder)
    delay = then - calm
    measured = f"another's longest request: {1000 * calm:.0f} ms, then {1000 * then:.0f} ms"
    attack = f"a table of {events:,} events, opened after a restart"
    is_long = events >= length.MOST
    return [
        Found(attack, measured, "≤ 50 ms more", delay <= 0.05),
        Found(attack, "it is full" if is_long else "it is not full", f"{length.MOST:,}", is_long),
    ]


ATTACKS: dict[str, Callable[[], list[Found]]] = {
    "bots": many_bots,
    "games": many_games,
    "cookies": many_cookies,
    "flood": much_talk,
    "length": long_table,
}


def main() -> None:
    """Attack, and print what came of it; status 1 where a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.abuse")
    parser.add_argument("--only", default=",".join(ATTACKS), help="some of these, with commas")
    chosen = parser.parse_args().only.split(",")
    if not {*chosen} <= {*ATTACKS}:
        parser.error(f"--only takes some of {', '.join(ATTACKS)}")
    allow_many_sockets()
    table = Table("attack", "what the others notice", "bar", "")
    missed = 0
    for name in chosen:
        print(f"{name} …", file=sys.stderr, flush=True)
        for found in ATTACKS[name]():
            table.add_row(*found[:3], "met" if found.is_met else "missed")
            missed += not found.is_met
    Console().print(table)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
