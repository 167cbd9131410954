"""`formicarium train`, where no more of the command line is installed than what `pack.sh` packs.

    python -m benchmarks.networks.train GAME FOLDER [--minutes M] [--device cuda] …

`device.sh` calls it.
"""

import argparse
import sys
from pathlib import Path

from formicarium.cli.orders import TrainOrder
from formicarium.cli.train import train


def main() -> int:
    """Train, and write the page; the exit code."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.networks.train")
    asked.add_argument("game")
    asked.add_argument("folder", type=Path)
    for name in ("games", "simulations", "matches", "epochs", "workers"):
        asked.add_argument(f"--{name}", type=int, default=argparse.SUPPRESS)
    for name in ("device", "seed", "begin"):
        asked.add_argument(f"--{name}", default=argparse.SUPPRESS)
    asked.add_argument("--minutes", type=float, default=argparse.SUPPRESS)
    return train(TrainOrder(**vars(asked.parse_args()), language="en"))


if __name__ == "__main__":
    sys.exit(main())
