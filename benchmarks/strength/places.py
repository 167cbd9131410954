"""The places of the bots' levels on one scale, from the contests that are played already.

    python -m benchmarks.strength.places

writes `places.json` into the folder of each game, and beside it `strength.json`: the contests
themselves. A level that nobody has seen meet the one below has no place there, nor have those
above it. In OpenSkill's model (Plackett-Luce, two at a table) whoever is stronger by `gap` wins
with the chance 1 / (1 + exp(-gap / c)), so the share of victories of each level over the one below
it says how far they are apart.
"""

import json
import math
from collections.abc import Mapping
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import msgspec

from benchmarks.strength.contests import LEVELS, Contest
from benchmarks.strength.page import Result, load_results
from formicarium import game_names
from formicarium.bots import strength
from formicarium.bots.places import FILE
from formicarium.core.game import rulebook

MIDDLE, USUAL = "normal", 25.0  # the level that stands where people begin
BETA = 25 / 6  # how much luck there is in a game, as OpenSkill takes it
C = math.sqrt(2) * BETA
SUREST = 0.99  # nobody is taken to win more often: the share of few games says no more


def gap(share: float) -> float:
    """How much stronger somebody is who wins so often.

    >>> round(gap(0.5), 2), round(gap(0.75), 2), gap(1.0) == gap(0.99)
    (0.0, 6.47, True)
    """
    share = min(max(share, 1 - SUREST), SUREST)
    return C * math.log(share / (1 - share))


def ladder(game: str) -> dict[str, Result]:
    """By level, how often it wins against the one below, as far as that was tried."""
    known, found = load_results(), dict[str, Result]()
    for worse, better in pairwise(LEVELS):
        contest = Contest("levels", game, 2, better, worse, 0.0)
        if contest.name in known:
            found[better] = known[contest.name]
    return found


def places(rungs: Mapping[str, Result]) -> dict[str, float]:
    """Where each level of a game stands, up to the first that has not met the one below it.

    None where that is one below the middle, from which all are measured.
    """
    heights = {LEVELS[0]: 0.0}
    for level, result in rungs.items():
        if result.worse not in heights:
            break
        heights[level] = heights[result.worse] + gap(result.win_share)
    if MIDDLE not in heights:
        return {}
    zero = heights[MIDDLE] - USUAL
    return {level: round(height - zero, 1) for level, height in heights.items()}


def measured(rungs: Mapping[str, Result]) -> list[strength.Contest]:
    """What people are told of the strength of each level."""
    return [
        strength.Contest(
            *(level, one.worse, one.players, round(one.win_share, 3)),
            *((round(one.interval[0], 3), round(one.interval[1], 3)), one.matches),
        )
        for level, one in rungs.items()
    ]


def main() -> None:
    """Write what is known of all games."""
    for game in game_names():
        rungs = ladder(game)
        folder, found = Path(str(files(rulebook(game).package))), places(rungs)
        if found:
            (folder / FILE).write_text(json.dumps(found, indent=2) + "\n", "utf-8")
        if rungs:
            told = msgspec.json.format(msgspec.json.encode(measured(rungs)))
            (folder / strength.FILE).write_bytes(told + b"\n")
        print(game, found or "nobody has a place: levels below the middle have not met")


if __name__ == "__main__":
    main()
