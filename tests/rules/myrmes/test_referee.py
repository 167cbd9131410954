"""Whole random games, decision by decision, against a second referee in plain Python."""

from __future__ import annotations

import random

import pytest

import formicarium as fm
from tests.rules.myrmes.helpers import fewer, game, pheromone, position, riches, special, texts
from tests.rules.myrmes.reckoning import Doc
from tests.rules.myrmes.referee import Table, summary
from tests.rules.myrmes.test_options import CHOICES


def compare(state: fm.State, chance: random.Random, most: int) -> int:
    """Play on at random; both referees must agree on what is legal and on what it does."""
    doc = state.to_position()
    count = 0
    while not state.is_over and count < most:
        for seat in range(state.game.players):
            legal = texts(state, seat)
            assert len(legal) == len(set(legal))
            assert Table(doc).legal(seat) == set(legal), (seat, doc)
        by = chance.choice(state.to_act)
        text = liked(texts(state, by), chance)
        before = doc
        state.play(by, text)
        doc = state.to_position()
        table = Table(before, rolled=doc["dice"])
        table.play(by, text)
        assert summary(table.doc) == summary(doc), (by, text, before)
        count += 1
    return count


def liked(legal: list[str], chance: random.Random) -> str:
    """Any of them, but rather something than nothing: idle games are soon seen through."""
    busy = [text for text in legal if not text.startswith(("done", "convert", "event"))]
    deeds = [text for text in busy if text.startswith(("lay", "clean", "level", "obj", "room"))]
    draw = chance.random()
    if deeds and draw < 0.5:
        return chance.choice(deeds)
    return chance.choice(busy if busy and draw < 0.9 else legal)


def drawn(seed: int) -> dict[str, str]:
    """Every option by chance."""
    chance = random.Random(seed)
    options = {name: chance.choice(choices) for name, choices in CHOICES.items()}
    return {**options, "first_player": "random", "start_spaces": "random"}


@pytest.mark.rule("MY-1.3", "MY-5.7", "MY-7.4", "MY-10.8", "MY-12.1", "MY-13.8", "MY-17.2")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", fewer(range(1, 3), 1))
def test_with_the_usual_options(players: int, seed: int) -> None:
    assert compare(game(players).start(seed), random.Random(seed), most=700) > 80


@pytest.mark.rule("MY-3.4", "MY-3.5", "MY-18.1")
@pytest.mark.parametrize("seed", fewer(range(9), 3))
@pytest.mark.heavy
def test_with_any_options(seed: int) -> None:
    table = game(2 + seed % 3, **drawn(seed))
    assert compare(table.start(seed), random.Random(seed), most=500) > 80


@pytest.mark.rule("MY-2.8", "MY-3.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_chosen_start_spaces(players: int) -> None:
    table = game(players, start_spaces="chosen")
    assert compare(table.start(seed=1), random.Random(1), most=30) == 30


@pytest.mark.rule("MY-10.8", "MY-11.4", "MY-14.2", "MY-12.7")
@pytest.mark.parametrize("seed", fewer(range(12), 3))
@pytest.mark.heavy
def test_with_rich_colonies(seed: int) -> None:
    table = game(2 + seed % 3, **(drawn(seed) if seed % 2 else {}))
    assert compare(riches(table, seed), random.Random(1000 + seed), most=300) > 80


def crowd() -> list[Doc]:
    """Chains of pheromones and special tiles, of two seats that look alike."""
    tiles: list[Doc] = []
    for owner, row in ((0, "c"), (2, "m")):
        tiles += [pheromone(f"{row}{n} {row}{n + 1}", owner) for n in (2, 4, 6, 8)]
    tiles += [special("farm", "g2 g3 h3", 0), special("scavenging", "h6 h7 i6", 0)]
    tiles += [special("farm", "d5 d6 e5", 0), special("subcolony", "l5 l6 k5 k4", 2)]
    return [*tiles, special("farm", "i10 i11 j11", 2), pheromone("h11 h12", 2)]


@pytest.mark.rule("MY-14.15", "MY-14.18", "MY-14.21", "MY-14.12")
@pytest.mark.parametrize("seed", fewer(range(10), 4))
def test_with_a_crowded_garden(seed: int) -> None:
    options = drawn(seed) if seed % 2 else {}
    options |= {"cubes": "unlimited", "markers": "four"}
    options["pheromone_price"] = "tiles" if seed % 4 < 2 else "nothing"
    me = {
        "nurses": 5,
        "level": 3,
        "larvae": 9,
        "soldiers": 2,
        "trophies": 3,
        "earth": 3,
        "stone": 4,
    }
    state = position(
        *({**me, "placed": {"larvae": 1, "atelier": 4}} for _ in range(4)),
        phase="atelier",
        season="autumn",
        year=2,
        tiles=crowd(),
        objectives=[2 + seed % 6, 7, 12, 13 + seed % 2, 16 + seed % 4, 20]
        if seed % 6 < 5
        else [1, 6, 12, 14, 18, 20],
        options=options,
    )
    assert compare(state, random.Random(seed), most=80) > 40
