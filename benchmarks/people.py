"""How quickly a house with many people tells who has played what, and how well.

    python -m benchmarks.people [--people N] [--games N] [--requests N] [--postgres]

Games are made as rows, not played, and counted by the same code that `formicarium admin
rebuild-statistics` uses. Then a real server on this machine is asked, one request after the other,
by somebody who has played some hundreds of games and plays at dozens of tables. The exit status is
1 where a bar is missed.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Connection, Engine, insert, text

from formicarium.server.house.people import Passwords
from formicarium.server.settings import Settings
from formicarium.server.store import Store
from formicarium.server.store.engines import parsed, writing_engine
from formicarium.server.store.results import rebuild
from formicarium.server.store.schema import (
    accounts,
    endings,
    people,
    results,
    seats,
    sharing,
    tables,
)
from formicarium.server.store.texts import folded
from tests.server.databases import Cluster
from tests.server.killing import opened

BAR = 50.0  # milliseconds, for 95 of 100 requests
MANY = 5000  # rows of one statement
NAME, PASSWORD = "Rosa", "difference engine"
GAMES = ("antics", "micropolis", "minicity", "myrmes")
LEVELS = ("easy", "normal", "hard")
ONE_IN = 1000  # games, the one who asks has played in addition
GOING_ON = 20  # of so many games that are over, one more goes on;
MINE = 60  # and so many of these are hers who asks
YEAR = 365 * 86_400.0
ASKED = {
    "profile": "/api/profile",
    "profile of others": "/api/profile?person={other}",
    "my games": "/api/profile/games?before={before}",
    "curve": "/api/profile/curve?game=micropolis",
    "leaderboard": "/api/boards/micropolis",
    "whom I have met": "/api/acquaintances",
    "my tables": "/api/tables?list=mine",
    "waiting for me": "/api/me/waiting",
    "the same, as a list": "/api/tables?list=waiting",
}


def main() -> int:
    """Make a house, ask it, and print one table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.people")
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--requests", type=int, default=200, help="of each kind")
    parser.add_argument("--postgres", action="store_true", help="with PostgreSQL as well")
    asked = parser.parse_args()
    with ExitStack() as closing:
        folder = Path(closing.enter_context(tempfile.TemporaryDirectory()))
        made = {"SQLite": Settings(data=folder).database}
        if asked.postgres:
            cluster = Cluster()
            closing.callback(cluster.remove)
            made["PostgreSQL"] = cluster.new_database()
        for kind, address in made.items():
            make(asked, kind, address)
        return int(sum(measure(asked, kind, folder, address) for kind, address in made.items()) > 0)


def make(asked: argparse.Namespace, kind: str, address: str) -> None:
    """Fill a database."""
    asyncio.run(_lay_out(address))
    engine = writing_engine(parsed(address))
    seconds = _fill(engine, asked.people, asked.games)
    engine.dispose()
    print(f"{kind}: {asked.people} people, {asked.games} games; counted in {seconds:.0f} s")


def measure(asked: argparse.Namespace, kind: str, folder: Path, address: str) -> int:
    """Ask a house with a database that was filled; how many bars are missed."""
    print(f"\n{kind:20}{'median':>10}{'p95':>10}  bar {BAR:.0f} ms")
    with opened(folder, address) as house:
        return sum([_tell(*one) for one in _asked(house.address, asked)])


async def _lay_out(address: str) -> None:
    await (await Store.open(address)).close()


def _tell(name: str, times: list[float]) -> bool:
    """A line of the table; whether the bar is missed."""
    p95 = statistics.quantiles(times, n=20)[-1]
    print(f"{name:20}{statistics.median(times):10.1f}{p95:10.1f}", flush=True)
    return p95 > BAR


def _asked(address: str, asked: argparse.Namespace) -> Iterator[tuple[str, list[float]]]:
    dice = random.Random(2)
    with httpx.Client(base_url=address, timeout=60) as client:
        credentials = {"name": NAME, "password": PASSWORD}
        client.post("/api/session", json=credentials).raise_for_status()
        for name, path in ASKED.items():
            times = []
            for _ in range(asked.requests):
                values = {
                    "other": 2 * dice.randint(1, asked.people // 2),
                    "before": dice.randint(asked.games // 2, asked.games),
                }
                begun = time.perf_counter()
                client.get(path.format(**values)).raise_for_status()
                times.append(1000 * (time.perf_counter() - begun))
            yield name, times


# --- Rows -----------------------------------------------------------------------------------------


def _fill(engine: Engine, count: int, games: int) -> float:
    """People and games that are over; how many seconds the counting took."""
    dice = random.Random(1)
    with engine.begin() as connection:
        _add(connection, people, _people(count))
        _add(connection, sharing, _sharing(count))
        _account(connection)
        made = [_game(dice, number, count) for number in range(1, games + 1)]
        running = [_begun(dice, number, count) for number in range(games // GOING_ON)]
        _add(connection, tables, [one[0] for one in (*made, *running)])
        _add(connection, endings, [one[1] for one in made])
        _add(connection, seats, [seat for one in made for seat in one[2]])
        _add(connection, seats, [seat for one in running for seat in one[1]])
        _add(connection, results, [seat for one in made for seat in one[3]])
    begun = time.perf_counter()
    with engine.begin() as connection:
        rebuild(connection)
        seconds = time.perf_counter() - begun
    with engine.begin() as connection:
        connection.execute(text("ANALYZE"))
    return seconds


def _add(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    for first in range(0, len(rows), MANY):
        connection.execute(insert(table), rows[first : first + MANY])


def _people(count: int) -> list[dict[str, Any]]:
    return [
        {"number": number, "name": NAME if number == 1 else f"Rosa {number}",
         "looks": "", "created": 1.0, "seen": time.time()}
        for number in range(1, count + 1)
    ]  # fmt: skip


def _sharing(count: int) -> list[dict[str, Any]]:
    """Every second shows all that can be shown."""
    return [
        {"person": number, "games": True, "wins": True, "rating": True}
        for number in range(2, count + 1, 2)
    ]


def _account(connection: Connection) -> None:
    hashed = Passwords().hashed(PASSWORD)
    mine = {"folded": folded(NAME), "name": NAME, "password_hash": hashed, "person": 1}
    connection.execute(insert(accounts), {**mine, "created": 1.0})


def _game(dice: random.Random, number: int, count: int) -> tuple[Any, Any, Any, Any]:
    """A game as its rows: the table, the ending, seats twice."""
    players, measure = dice.randint(2, 4), dice.choice(("", "people", "people", "bots"))
    sitting = dice.sample(range(1, count + 1), players if measure != "bots" else 1)
    if number % ONE_IN == 0 and 1 not in sitting:
        sitting[0] = 1
    sitting += [0] * (players - len(sitting))
    points = [dice.randint(10, 90) for _ in sitting]
    places = [1 + sum(other > mine for other in points) for mine in points]
    game, ended, name = dice.choice(GAMES), time.time() - YEAR + number, f"table {number}"
    winners = [seat for seat, place in enumerate(places) if place == 1]
    table = {
        "id": name, "head": json.dumps({"options": {}}), "game": game, "players": players,
        "host": sitting[0], "follows": "", "created": ended, "changed": ended, "shown": ended,
        "version": 90, "status": "over", "public": number % 3 > 0, "locked": False, "to_act": 0,
        "bots": 0, "deadline": None, "open_seats": 0, "address": "", "daily": 0,
        "result": json.dumps({"scores": points, "winners": winners}),
    }  # fmt: skip
    ending = {"number": number, "table_id": name, "game": game, "players": players,
              "ended": ended, "fresh": True, "measure": measure, "annulled": False}  # fmt: skip
    levels = ["" if person else dice.choice(LEVELS) for person in sitting]
    taken = [
        {"table_id": name, "seat": seat, "kind": "person" if person else "bot",
         "person": person, "level": levels[seat], "token_hash": "", "going_on": False}
        for seat, person in enumerate(sitting)
    ]  # fmt: skip
    ended_so = [
        {"ending": number, "seat": seat, "person": person, "level": levels[seat],
         "points": points[seat], "place": places[seat], "has_left": False}
        for seat, person in enumerate(sitting)
    ]  # fmt: skip
    return table, ending, taken, ended_so


def _begun(dice: random.Random, number: int, count: int) -> tuple[Any, Any]:
    """A game that goes on, in which somebody must decide: the table and its seats."""
    players = dice.randint(2, 4)
    sitting = dice.sample(range(2, count + 1), players)
    if number < MINE:
        sitting[0] = 1
    now, name = time.time() - number, f"begun {number}"
    clock = {"per": "decision", "seconds": 3 * 86_400.0}
    table = {
        "id": name, "head": json.dumps({"options": {}, "clock": clock}), "game": dice.choice(GAMES),
        "players": players, "host": sitting[0], "follows": "", "created": now, "changed": now,
        "shown": now, "version": 30, "status": "playing", "public": True, "locked": False,
        "to_act": 1 << dice.randrange(players), "bots": 0, "deadline": now + 3 * 86_400.0,
        "open_seats": 0, "address": "", "daily": 0, "result": None,
    }  # fmt: skip
    taken = [
        {"table_id": name, "seat": seat, "kind": "person", "person": person, "level": "",
         "token_hash": "", "going_on": True}
        for seat, person in enumerate(sitting)
    ]  # fmt: skip
    return table, taken


if __name__ == "__main__":
    sys.exit(main())
