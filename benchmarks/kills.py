"""Whether a house loses a move when it is killed: the test of that, as often as one likes.

    python -m benchmarks.kills [--times 50] [--seed S] [--postgresql]

With `--postgresql` it is the database that is killed and started again; else the house, on SQLite.
It is processes that die here, and not the machine: of a loss of power this says nothing.
"""

import argparse
import tempfile
from pathlib import Path

from tests.needs import POSTGRESQL
from tests.server.databases import Cluster
from tests.server.killing import Open, suffer


def main() -> None:
    """Kill, open, check, and say what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills")
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true", help="restart the database instead")
    chosen = parser.parse_args()
    if chosen.postgresql and POSTGRESQL.find() is None:
        parser.error("PostgreSQL is not installed here")
    with tempfile.TemporaryDirectory() as folder:
        if chosen.postgresql:
            moves = restarted(Path(folder), chosen.times, chosen.seed)
        else:
            moves = suffer(Path(folder), chosen.times, chosen.seed)
    print(f"{chosen.times} times killed, {moves} acknowledged moves: all there, none twice")


def restarted(folder: Path, times: int, seed: int) -> int:
    """A house on a PostgreSQL that dies again and again; how many moves were acknowledged."""
    cluster = Cluster()

    def restart(house: Open) -> None:
        cluster.restart()

    try:
        return suffer(folder, times, seed, cluster.new_database(), restart)
    finally:
        cluster.remove()


if __name__ == "__main__":
    main()
