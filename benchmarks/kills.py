"""Whether a house loses a move when it is killed: the test of that, as often as one likes.

    python -m benchmarks.kills [--times 50] [--seed S] [--on sqlite] [--kill house]

With `--on postgresql` the house lives on a PostgreSQL of its own, which can be killed and started
again in its place: `--kill database`.
It is processes that die here, and not the machine: of a loss of power this says nothing.
"""

import argparse
import tempfile
from pathlib import Path

from tests.needs import POSTGRESQL
from tests.server.databases import Cluster
from tests.server.killing import Open, kill_and_open, suffer


def main() -> None:
    """Kill, open, check, and say what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills")
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--kill", choices=("house", "database"), default="house")
    chosen = parser.parse_args()
    if chosen.on == "sqlite":
        if chosen.kill == "database":
            parser.error("SQLite has no process that could be killed: --on postgresql has one")
        with tempfile.TemporaryDirectory() as folder:
            moves = suffer(Path(folder), chosen.times, chosen.seed)
    else:
        if POSTGRESQL.find() is None:
            parser.error("PostgreSQL is not installed here")
        moves = on_postgresql(chosen.times, chosen.seed, chosen.kill == "house")
    print(
        f"{chosen.on}: the {chosen.kill} was killed {chosen.times} times, {moves:,} acknowledged "
        "moves: all there, none twice"
    )


def on_postgresql(times: int, seed: int, is_house: bool) -> int:
    """A house on PostgreSQL, one of which dies again and again; how many moves it acknowledged."""
    cluster = Cluster()

    def restart(house: Open) -> None:
        cluster.restart()

    harm = kill_and_open if is_house else restart
    try:
        with tempfile.TemporaryDirectory() as folder:
            return suffer(Path(folder), times, seed, cluster.new_database(), harm)
    finally:
        cluster.remove()


if __name__ == "__main__":
    main()
