"""Games of Mini City played at random, with friends in plenty so that all of them come to help."""

from __future__ import annotations

import random
from collections.abc import Iterator

import formicarium as fm
from formicarium.core.compiled import INTERPRETED
from formicarium.core.game import rulebook

SETTINGS = [(players, variant) for players in (2, 3, 4) for variant in ("base", "friends")]
DECISIONS = 120 if INTERPRETED else 400  # of a game that are looked at


def table(players: int, variant: str, number: int) -> fm.Game:
    """A table with its n-th set of options: the defaults, then drawn ones."""
    dice = random.Random(f"{players} {variant} {number}")
    options = {"variant": variant}
    for option in rulebook("minicity").options if number else ():
        if option.name not in ("variant", "first_player", "safety_stop"):
            options[option.name] = dice.choice(option.choices)
    return fm.load("minicity", players=players, **options)


def played(game: fm.Game, seed: int) -> Iterator[fm.State]:
    """The state at the start and after every decision: always the same object."""
    return played_on(rich_start(game, seed), seed, DECISIONS)


def played_on(state: fm.State, seed: int, decisions: int) -> Iterator[fm.State]:
    """The same from any state."""
    dice = random.Random(seed)
    yield state
    for _ in range(decisions):
        if state.is_over:
            return
        seat = dice.choice(state.to_act)
        codes = state.codes(seat)
        lively = [code for code in codes if 77 <= code <= 80 or code >= 87]
        state.play(seat, dice.choice(lively if lively and dice.random() < 0.7 else codes))
        yield state


def rich_start(game: fm.Game, seed: int) -> fm.State:
    """A new game; in every second one with friends the boxes are full and everybody has points."""
    state = game.start(seed)
    if game.options["variant"] == "friends" and seed % 2:
        dice = random.Random(seed)
        while state.view(None)["phase"] == "stock":
            seat = dice.choice(state.to_act)
            state.play(seat, dice.choice(state.codes(seat)))
        doc = state.to_position()
        for player in doc["seats"]:
            player["points"] = 30
        state = game.position(doc)
    return state
