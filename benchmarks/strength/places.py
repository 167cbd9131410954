"""The places of the bots' levels on one scale, from the contests that are played already.

    python -m benchmarks.strength.places

writes `places.json` into the folder of each game. In OpenSkill's model (Plackett-Luce, two at a
table) whoever is stronger by `gap` wins with the chance 1 / (1 + exp(-gap / c)), so the share of
victories of each level over the one below it says how far they are apart.
"""

import json
import math
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from benchmarks.strength.contests import LEVELS
from benchmarks.strength.page import load_results
from formicarium import game_names
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


def places(game: str) -> dict[str, float]:
    """Where each level of a game stands; none where a contest is missing."""
    shares = {
        (one.worse, one.better): one.win_share
        for one in load_results().values()
        if (one.game, one.players, one.question) == (game, 2, "levels")
    }
    if any(pair not in shares for pair in pairwise(LEVELS)):
        return {}
    heights = [0.0]
    for pair in pairwise(LEVELS):
        heights.append(heights[-1] + gap(shares[pair]))
    zero = heights[LEVELS.index(MIDDLE)] - USUAL
    return {level: round(height - zero, 1) for level, height in zip(LEVELS, heights, strict=True)}


def main() -> None:
    """Write the places of all games whose contests were played."""
    for game in game_names():
        found = places(game)
        if found:
            file = Path(str(files(rulebook(game).package))) / FILE
            file.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
            print(game, found)


if __name__ == "__main__":
    main()
