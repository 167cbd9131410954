"""How the page serves people: how quickly it answers, and whether it can be held in the hand.

    python -m benchmarks.page [--clicks N] [--rounds N]
    python -m benchmarks.page --engine [--hints N]
    python -m benchmarks.page --hands [--quick N] [--each N] [--only WORDS] [--json FILE]

A real server and a Chromium on this machine, without a graphics card. The exit status is 1 where a
bar is missed.
"""

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterable
from itertools import product
from pathlib import Path

from benchmarks.page import engine, report, speed
from tests.server.killing import opened
from tests.web import hands
from tests.web.browsing import chromium


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page")
    parser.add_argument("--clicks", type=int, default=60, help="in each game")
    parser.add_argument("--rounds", type=int, default=5, help="of opening the first page")
    parser.add_argument("--engine", action="store_true", help="how quickly this device thinks")
    parser.add_argument("--hints", type=int, default=10, help="in each game")
    parser.add_argument("--hands", action="store_true", help="whether everything can be touched")
    parser.add_argument("--quick", type=int, metavar="N", help="a sample of so many screens")
    parser.add_argument("--each", type=int, default=2, help="positions of each part of a game")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of positions")
    parser.add_argument("--only", default="", help="screens whose names have this: 'myrmes 2'")
    parser.add_argument("--json", type=Path, help="where every fault is written")
    asked = parser.parse_args()
    folder = tempfile.TemporaryDirectory()
    with folder as data, opened(Path(data)) as house, chromium() as browser:
        if asked.engine:
            return tell(engine.bars(browser, house, asked.hints))
        if not asked.hands:
            return tell(speed.bars(browser, house, asked.rounds, asked.clicks))
        screens = chosen(asked)
        readings = []
        for number, reading in enumerate(hands.measure(browser, house, screens), 1):
            readings.append(reading)
            print(f"{number}/{len(screens)} {reading}", file=sys.stderr, flush=True)
    print(*report.table(readings), "", *report.verdict(readings), sep="\n")
    if asked.json:
        asked.json.write_text(json.dumps([*hands.findings(readings)], indent=1, ensure_ascii=False))
    return int(any(reading.faults for reading in readings))


def tell(bars: Iterable[speed.Bar]) -> int:
    """Print every bar as soon as it was measured; 1 where one is missed."""
    missed = 0
    for bar in bars:
        print(bar, flush=True)
        missed |= not bar.is_met
    return missed


def chosen(asked: argparse.Namespace) -> list[tuple[hands.State, hands.Size]]:
    """The screens to measure: all, or a seeded sample of them."""
    every = [*product(hands.states(asked.each, asked.seed), hands.SIZES)]
    named = [(state, size) for state, size in every if asked.only in f"{state} {size}"]
    dice = random.Random(asked.seed)
    return dice.sample(named, min(asked.quick, len(named))) if asked.quick else named


if __name__ == "__main__":
    sys.exit(main())
