"""Whole recorded games of rich colonies, which see what games at random hardly ever reach.

    python -m tests.games.myrmes.rich

records them anew. Only do so when the rules have changed on purpose, and read the difference.
"""

from __future__ import annotations

import random
from pathlib import Path

import formicarium as fm
from tests.rules.myrmes.helpers import game, riches
from tests.rules.myrmes.test_referee import liked

HERE = Path(__file__).parent
OPTIONS = {
    2: {"two_player_area": "narrow", "cubes": "limited", "level_2_cost": "board"},
    3: {"pheromone_price": "tiles", "event_0": "everything", "reveal": "apart"},
    4: {},
}


def file_of(players: int) -> Path:
    return HERE / f"rich-{players}.record"


def played(players: int) -> fm.Record:
    """A game in which everybody would rather do something than nothing."""
    table = game(players, **OPTIONS[players])
    position = riches(table, seed=players).to_position()
    for seat in position["seats"]:
        seat["level"] = 2  # something is left to dig for
    record = fm.Record(table, position=position)
    chance = random.Random(players)
    while not record.state.is_over:
        by = chance.choice(record.state.to_act)
        record.play(by, liked([action.text for action in record.state.actions(by)], chance))
    return record


if __name__ == "__main__":
    for number in OPTIONS:
        file_of(number).write_text(played(number).dump(), "utf-8")
