"""What holds after every decision of a random game: nothing is made, lost or in two places."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import formicarium as fm
from tests.rules.myrmes.helpers import fewer, game, riches
from tests.rules.myrmes.reckoning import DRY, FORMS, KINDS, PLACES, Doc, area, kind_of, yields
from tests.rules.myrmes.test_options import CHOICES
from tests.rules.myrmes.test_referee import liked

BOX = {"food": 30, "earth": 15, "stone": 15}
OUT = ("garden", "stand", "lay")
GAMES = 10_000

# The usual options, then some by chance; every other game begins with rich colonies.
TABLES = [
    pytest.param(players, number, id=f"{players} players, options {number}")
    for players in (2, 3, 4)
    for number in fewer(range(4), 1)
]


def table(players: int, number: int) -> fm.Game:
    chance = random.Random(number)
    drawn = {name: chance.choice(choices) for name, choices in CHOICES.items()}
    drawn["first_player"] = "random"
    return game(players, **drawn) if number else game(players)


def decisions(players: int, number: int) -> Iterator[tuple[Doc, Doc, Doc]]:
    """The position before and after every decision of a game, and what a spectator sees then."""
    laid = table(players, number)
    chance = random.Random(f"{players} {number}")
    rich = number % 2 == 0 and laid.options["start_spaces"] != "chosen"
    state = riches(laid, number) if rich else laid.start(number)
    after = state.to_position()
    while not state.is_over:
        by = chance.choice(state.to_act)
        before = after
        state.play(by, liked([action.text for action in state.actions(by)], chance))
        after = state.to_position()
        yield before, after, state.view(None)


@pytest.mark.rule("MY-1.4", "MY-1.5", "MY-1.6", "MY-1.7", "MY-1.8", "MY-1.9", "MY-1.10", "MY-1.15")
@pytest.mark.rule("MY-9.5", "MY-11.8", "MY-12.1", "MY-15.1", "MY-17.2")
@pytest.mark.parametrize(("players", "number"), TABLES)
@pytest.mark.heavy
def test_nothing_is_made_lost_or_in_two_places(players: int, number: int) -> None:
    for before, after, view in decisions(players, number):
        check_hexes(after)
        check_tiles(before, after, view)
        check_cubes(before, after, view["supply"])
        for by in range(players):
            check_player(before["seats"][by], after["seats"][by])
            check_ants(after, by, view["seats"][by]["ants_left"])
            check_points(before["seats"][by], after["seats"][by], view["scores"][by])


def check_hexes(doc: Doc) -> None:
    """A hex of the area holds one thing at most, and none if it is water."""
    held = [name for tile in doc["tiles"] for name in tile["cells"]] + [*doc["prey"]]
    held += [name for seat in doc["seats"] for name in seat["tunnels"]]
    assert len(held) == len({*held})
    narrow = doc["options"]["two_player_area"] == "narrow"
    assert {*held} <= area(doc["players"], narrow=narrow) & {*DRY}


def form_of(tile: Doc) -> str:
    return next(form for form, places in PLACES.items() if frozenset(tile["cells"]) in places)


def cells(tile: Doc) -> tuple[str, ...]:
    return tuple(tile["cells"])


def check_tiles(before: Doc, after: Doc, view: Doc) -> None:
    """A tile lies where it was laid; it comes from a supply, and pheromones go for good."""
    old = {cells(tile): tile for tile in before["tiles"]}
    new = {cells(tile): tile for tile in after["tiles"]}
    laid = [new[place] for place in new.keys() - old.keys()]
    gone = [old[place] for place in old.keys() - new.keys()]
    assert len(laid) + len(gone) <= 1
    assert all(tile["kind"] == "pheromone" and not tile["cubes"] for tile in gone)
    for place in new.keys() & old.keys():
        assert new[place]["kind"] == old[place]["kind"]
        assert new[place]["owner"] in (old[place]["owner"], None)
    spent = Counter(
        (by, form)
        for by, seat in enumerate(after["seats"])
        for form in FORMS
        for _ in range(before["seats"][by]["left"][form] - seat["left"][form])
    )
    pheromones = [tile for tile in laid if tile["kind"] == "pheromone"]
    assert spent == Counter((tile["owner"], form_of(tile)) for tile in pheromones)
    kinds = Counter(tile["kind"] for tile in after["tiles"])
    assert view["farms"] + kinds["farm"] + kinds["scavenging"] == 8
    assert view["subcolonies"] + kinds["subcolony"] == 8


def check_cubes(before: Doc, after: Doc, supply: Doc | None) -> None:
    """Cubes lie on own pheromones where nobody has harvested yet; none appears from nowhere."""
    old = {cells(tile): {*tile.get("cubes", ())} for tile in before["tiles"]}
    for tile in after["tiles"]:
        cubes = {*tile.get("cubes", ())}
        assert cubes <= {*yields(tile["cells"])}
        assert cubes <= old.get(cells(tile), cubes)
        assert not cubes or (tile["owner"] is not None and tile["kind"] == "pheromone")
    assert (supply is None) == (after["options"]["cubes"] == "unlimited")
    lying = Counter(yields_of(after))
    for kind, left in (supply or {}).items():
        stored = sum(seat[kind] for seat in after["seats"])
        assert 0 <= left == BOX[kind] - stored - lying[kind]


def yields_of(doc: Doc) -> Iterator[str]:
    """The kinds of all cubes that lie in the garden."""
    for tile in doc["tiles"]:
        yield from map(kind_of, tile.get("cubes", ()))


def check_player(before: Doc, after: Doc) -> None:
    """Nurses, tunnels, markers and objectives of one player."""
    assert 0 <= after["nurses"] <= 8 - len(after["done"])
    assert sum(after["placed"].values()) <= after["nurses"]
    assert {*before["tunnels"]} <= {*after["tunnels"]}
    assert len(after["tunnels"]) <= min(4, len(before["tunnels"]) + 1)
    assert before["done"].items() <= after["done"].items()
    assert after["level"] <= min(3, before["level"] + 1)
    assert min(after[name] for name in ("larvae", "trophies", *KINDS)) >= 0


def check_ants(doc: Doc, by: int, left: int) -> None:
    """Eight ants, in the garden, in rooms, at home or not born; no store is too full."""
    mine = doc["seats"][by]
    out = doc["phase"] in OUT and doc["seat"] == by
    ants = mine["workers"] + len(mine["rooms"]) + mine["soldiers"] + out
    assert 0 <= ants == 8 - left
    if doc["phase"] in ("event", "brood", "winter", "over"):
        deeper = doc["options"]["event_0"] == "everything"
        keeps = (4, 4, 6, 6)[min(3, mine["level"] + deeper)]
        assert sum(mine[kind] for kind in KINDS) <= keeps


def check_points(before: Doc, after: Doc, score: int) -> None:
    """The score is the sum of all gains and losses; only winters take."""
    changes = {name: after["points"][name] - before["points"][name] for name in after["points"]}
    assert changes.pop("winter") <= 0
    assert min(changes.values()) >= 0
    assert changes["start"] == 0
    assert score == sum(after["points"].values())


@pytest.mark.compiled
@pytest.mark.rule("MY-6.2", "MY-3.4", "MY-17.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_game_gets_stuck(players: int) -> None:
    """A game goes on while somebody has to decide, so whoever has to always could."""
    for number in range(5):
        laid = table(players, number)
        games = laid.random_games(GAMES if number == 0 else GAMES // 10, seed=players)
        assert games.lengths.min() > 40
        assert games.lengths.max() < 2_000 < laid.longest == 4708 * players


@pytest.mark.rule("MY-6.2", "MY-3.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whoever_has_to_decide_can(players: int) -> None:
    for seed in fewer(range(30), 1):
        state = table(players, seed).start(seed)
        chance = random.Random(seed)
        while not state.is_over:
            codes = {by: state.codes(by) for by in range(players)}
            assert [by for by in codes if codes[by]] == list(state.to_act)
            by = chance.choice(state.to_act)
            state.play(by, chance.choice(codes[by]))
