"""What holds in games at random, however many play and by whatever options: at every turn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import formicarium as fm
from formicarium.core.game import rulebook
from tests.rules.antics.helpers import game, stroll
from tests.rules.antics.reckoning import COLOURS, PREY, Doc, Table, all_tiles, joined

GAMES = 10  # at each table; the first has the usual options

# How long games at random take at most: of a thousand at each table none came near. The rules
# alone promise no more than 100 rounds (AN-12.7).
ROUNDS = {2: 100, 3: 70, 4: 55}
DECISIONS = 2500


def table(players: int, number: int) -> fm.Game:
    """A table with its n-th set of options: the usual ones, then drawn ones."""
    dice = random.Random(f"{players} {number}")
    options = {}
    for option in rulebook("antics").options if number else ():
        if option.name not in ("variant", "first_player"):
            options[option.name] = dice.choice(option.choices)
    return game(players, **options)


def turns(state: fm.State, seed: int) -> Iterator[tuple[Doc, Table]]:
    """The table at the beginning of every turn, and when all is over."""
    seen = -1
    for _ in stroll(state, seed):
        if int(state.row.turns) != seen:
            seen = int(state.row.turns)
            doc = state.view(None)
            yield doc, Table(doc)


@pytest.mark.compiled
@pytest.mark.rule(
    "AN-1.1", "AN-1.2", "AN-1.5", "AN-5.4", "AN-5.8", "AN-7.16", "AN-10.15", "AN-12.7"
)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("number", range(GAMES))
def test_what_holds_at_every_turn(players: int, number: int) -> None:
    state = table(players, number).start(seed=number)
    gone: Counter[str] = Counter()
    for doc, seen in turns(state, seed=number):
        assert seen.tiles() + +Counter(doc["bag"]) == all_tiles(players)
        check_colonies(doc, seen)
        lost = eaten(doc, seen, players)
        assert gone <= lost  # what an anteater has eaten does not come back
        gone = lost
        if not doc["last_turns"] and doc["phase"] != "over":
            check_display(doc)
    assert state.is_over
    assert doc["turns"] <= ROUNDS[players] * players


def check_colonies(doc: Doc, seen: Table) -> None:
    """Twelve ants each, networks in one piece, and no tile where none could lie."""
    for own, shown in zip(seen.colonies, doc["colonies"], strict=True):
        assert shown["ants"] + own.ants() == 11
        assert joined(own.workers)
        assert {*own.soldiers} <= {*own.workers}
        # The reckoning lays the tiles one by one and stops at one that may not lie there.
        assert shown["levels"] == own.hill.levels
        assert max(place["level"] for place in shown["hexes"]) <= 5


def eaten(doc: Doc, seen: Table, players: int) -> Counter[str]:
    """The food that is nowhere: anteaters eat prey, and recalls can lose some by an option."""
    held = Counter(kind for own in seen.colonies for kind in own.prey())
    lost = Counter({kind: players - 1 - held[kind] - doc["prey"][kind] for kind in PREY})
    carried = sum(food not in PREY for own in seen.colonies for food, _ in own.loads)
    at_home = sum(sum(own.leaves.values()) for own in seen.colonies)
    lost["leaf"] = 10 - len(doc["leaves"]) - carried - at_home
    assert min(lost.values()) >= 0
    assert lost["leaf"] == 0 or doc["options"]["recall_laden"] == "food_lost"
    return lost


def check_display(doc: Doc) -> None:
    """Fifteen tiles and an anteater in each row."""
    for row in doc["display"]:
        assert len(row) == 6
        assert None not in row
        assert sum(place in COLOURS for place in row) == 1


@pytest.mark.compiled
@pytest.mark.rule("AN-12.7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_at_random_end_in_time(players: int) -> None:
    dice = random.Random(players)
    for number in range(GAMES):
        state = table(players, number).start(seed=number)
        while not state.is_over:
            state.play(state.to_act[0], dice.choice(state.codes(state.to_act[0])))
        assert state.to_position()["turns"] <= ROUNDS[players] * players
        games = state.game.random_games(300, seed=number)
        assert games.lengths.max() <= DECISIONS < state.game.longest


@pytest.mark.compiled
@pytest.mark.rule("AN-12.7")
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_games_of_greedy_players_end_in_time(players: int, seed: int) -> None:
    """Everybody takes what brings most points at once, and the first that comes among equals."""
    state = game(players).start(seed=seed)
    dice = random.Random(seed)
    while not state.is_over:
        seat = state.to_act[0]
        codes = state.codes(seat)
        dice.shuffle(codes)
        state.play(seat, max(codes, key=lambda code: points_after(state, seat, code)))
    assert state.to_position()["turns"] <= ROUNDS[players] * players


def points_after(state: fm.State, seat: int, code: int) -> int:
    after = state.copy()
    after.play(seat, code)
    return after.scores()[seat]
