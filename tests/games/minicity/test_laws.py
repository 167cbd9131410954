"""Mini City: pieces are conserved and limits hold, whatever is played and by whatever options."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from tests.games.minicity.tables import DECISIONS, SETTINGS, played, played_on, table

STONES = {"yellow": 28, "orange": 24, "blue": 20, "green": 16, "pink": 12}
LONGEST_ROW = 11

Doc = dict[str, Any]


@pytest.mark.parametrize(("players", "variant"), SETTINGS)
@pytest.mark.parametrize("number", range(3))
def test_pieces_are_conserved_and_limits_hold(players: int, variant: str, number: int) -> None:
    for state in played(table(players, variant, number), seed=number):
        doc = state.to_position()
        check_stones(state, doc)
        check_cards(doc)
        check_rows(doc)
        check_players(doc)
        assert len({*doc["ants"].values()}) == 5


def check_stones(state: fm.State, doc: Doc) -> None:
    """For every colour the free places are as many as the stones that are still held."""
    colour, places = state.game.parts_row.colour, state.game.parts_row.places
    for index, (name, stones) in enumerate(STONES.items()):
        chambers = [n for n in range(1, 50) if colour[n] == index]
        stored = sum(doc["stored"][str(n)] for n in chambers)
        held = sum(seat[part][name] for seat in doc["seats"] for part in ("box", "reserve"))
        assert stored + held == stones == sum(int(places[n]) for n in chambers)
    assert all(0 <= doc["stored"][str(n)] <= places[n] for n in range(1, 50))


def check_cards(doc: Doc) -> None:
    hands = "".join(seat["hand"] for seat in doc["seats"])
    roads = (doc["north"] + doc["south"]).replace(".", "")
    assert Counter(hands + roads + doc["pile"] + doc["discard"]) == dict.fromkeys("rgyvb", 19)
    assert len(doc["pile"] + doc["discard"]) >= 53


def check_rows(doc: Doc) -> None:
    """A row has no gap, covers the middle, and lies at the river only for its last card."""
    for road in [doc["north"], doc["south"]][: 1 if doc["players"] == 2 else 2]:
        row = road.strip(".")
        assert "." not in row
        assert "." not in road[5:7]
        assert len(row) <= LONGEST_ROW
        if "card" not in doc and doc["phase"] != "over":
            assert road[0] == road[-1] == "."


def check_players(doc: Doc) -> None:
    owned: Counter[str] = Counter(doc.get("market", {}))
    for seat in doc["seats"]:
        friends = Counter(seat.get("friends", []))
        owned += friends
        limit = 10 if friends["exotic"] else 8 if friends["orange"] else 7
        assert sum(seat["box"].values()) <= limit
        assert len(seat["hand"]) <= 4 + (friends["snail"] > 0)
        assert min(*seat["box"].values(), *seat["reserve"].values(), seat.get("points", 0)) >= 0
        if doc["options"]["track"] == "limited":
            assert seat.get("points", 0) <= 30
    assert owned.total() == (12 if doc["options"]["variant"] == "friends" else 0)


LIMITS = ("orange", "exotic", "grasshopper", "snail")
OTHERS = ("millipede", "ladybird", "dragonfly", "bumblebee", "stick", "rhino")


@pytest.mark.parametrize("number", range(1 << len(LIMITS)))
def test_limits_hold_with_every_combination_of_friends(number: int) -> None:
    own = [friend for bit, friend in enumerate(LIMITS) if number >> bit & 1]
    game = table(2, "friends", number % 3)
    for seed, more in enumerate(OTHERS):
        friends = {"friends": [*own, more], "points": 30}
        for state in played_on(game.position({"seats": [friends]}), seed, DECISIONS // 10):
            check_players(state.to_position())


@pytest.mark.compiled
@pytest.mark.parametrize(("players", "variant"), SETTINGS)
def test_random_games_end_in_time(players: int, variant: str) -> None:
    game = table(players, variant, 0)
    games = game.random_games(300, seed=5)
    assert (games.lengths <= game.longest).all()
    out = games.scores == {2: 43, 3: 31, 4: 25}[players]
    assert (out.sum(axis=1) <= 1).all()
    assert np.mean(out.any(axis=1)) > 0.7
