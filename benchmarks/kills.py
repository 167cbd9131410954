"""Whether a house loses a move when it is killed: the test of that, as often as one likes.

python -m benchmarks.kills [--times 50] [--seed S] [--database URL]
"""

import argparse
import tempfile
from pathlib import Path

from tests.server.killing import suffer


def main() -> None:
    """Kill, open, check, and say what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills")
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="else SQLite in a temporary folder")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        moves = suffer(Path(folder), chosen.times, chosen.seed, chosen.database)
    print(f"{chosen.times} times killed, {moves} acknowledged moves: all there, none twice")


if __name__ == "__main__":
    main()
