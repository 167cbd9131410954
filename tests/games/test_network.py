"""What observations for networks reckon out is what the games themselves count."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.games.minicity.state import Phase

Numbers = Callable[[str], list[Any]]  # of a slice, one list a row

LOOKS, BETWEEN = 4, 12  # positions of a game, and decisions between them


def positions(name: str, **options: Any) -> Iterator[tuple[fm.State, int, Numbers]]:
    """Some positions of a random game, a seat in each, and what it observes."""
    dice, game = random.Random(3), fm.load(name, **options)
    state = game.start(seed=3)
    for _ in range(LOOKS):
        for _ in range(BETWEEN):
            seat = dice.choice(state.to_act)
            state.play(seat, dice.choice(state.codes(seat)))
            if state.is_over:
                return
        seat = dice.randrange(game.players)
        seen = state.observe(seat, "network")
        yield state, seat, lambda name, seen=seen: game.network.slices[name].of(seen).tolist()  # type: ignore[misc]


def turned(values: list[Any], seat: int) -> list[Any]:
    """A list of seats that begins with the one that observes."""
    return values[seat:] + values[:seat]


@pytest.mark.parametrize("variant", ["base", "expert"])
def test_micropolis_counts_its_score_sheets(variant: str) -> None:
    for state, seat, seen in positions("micropolis", players=2, variant=variant):
        view = state.view(seat)
        each = len(view["anthills"]) // 2
        sheets = turned(view["points"], seat * each)
        for row in ("population", "barracks", "harvest", "royal"):
            found = [number for (number,) in seen(f"anthill.{row}")][: len(sheets)]
            assert found == [sheet[row] for sheet in sheets], row
        for row, category in (("colony_points", "colony"), ("army_points", "red_army")):
            found = [number for (number,) in seen(f"majority.{row}")][: len(sheets)]
            assert found == [sheet[category] for sheet in sheets], row
        armies = [anthill["army"] for anthill in turned(view["anthills"], seat * each)]
        leads = [army - max([*armies[:n], *armies[n + 1 :]]) for n, army in enumerate(armies)]
        assert [lead for (lead,) in seen("majority.army_lead")][: len(armies)] == leads


@pytest.mark.parametrize("variant", ["base", "friends"])
def test_mini_city_counts_stones_and_cards(variant: str) -> None:
    for state, seat, seen in positions("minicity", players=3, variant=variant):
        sheets = turned(state.breakdown()["seats"], seat)
        assert [held for (held,) in seen("seat.held")][:3] == [sheet["left"] for sheet in sheets]
        view = state.view(seat)
        cards = turned([player["cards"] for player in view["seats"]], seat)
        assert [number for (number,) in seen("seat.cards")][:3] == cards
        hidden = view["pile_length"] + sum(cards[1:])
        assert sum(number for (number,) in seen("ant.unseen")) == hidden
        assert sum(number for (number,) in seen("ant.hand")) == cards[0]
        stored = sum(number for (number,) in seen("chamber.stored"))
        assert stored == sum(view["stored"].values())
        check_rooms(state, seat, seen)


def check_rooms(state: fm.State, seat: int, seen: Numbers) -> None:
    """What there is room for, counted chamber by chamber."""
    parts, row = state.game.parts_row, state.row
    free, colours = (parts.places - row.stored)[1:], parts.colour[1:]
    close = (parts.distance[row.ants, 1:] <= 2).any(axis=0)
    near = [int(free[close & (colours == colour)].sum()) for colour in range(5)]
    assert [number for (number,) in seen("colour.near")] == near
    assert [ant for (ant,) in seen("chamber.ant") if ant] == [
        [*row.ants].index(chamber) + 1 for chamber in sorted(row.ants)
    ]
    everybody = []
    for index in range(state.game.players):
        player, stops = row.seats[(seat + index) % state.game.players], 0
        for colour in range(5):
            held = int(player.box[colour]) + int(player.reserve[colour])
            for room in sorted(free[colours == colour], reverse=True):
                stops += held > 0
                held -= min(held, int(room))
        everybody.append(stops)
        secret = index > 0 and state.row.phase == Phase.STOCK
        fits = 0 if secret else sum(map(min, player.box.tolist(), near))
        assert seen("seat.near")[index] == [fits]
    assert [stops for (stops,) in seen("seat.stops")][: len(everybody)] == everybody
    assert seen("end.stops") == [[min(everybody)]]
    for index, stops in enumerate(everybody):
        others = [*everybody[:index], *everybody[index + 1 :]]
        assert seen("seat.lead")[index] == [min(others) - stops]


def test_antics_counts_food_and_hills() -> None:
    for state, seat, seen in positions("antics", players=3):
        sheets, docs = state.breakdown()["seats"], state.view(seat)["colonies"]
        for row in ("prey_points", "fungus_points"):
            found = [number for (number,) in seen(f"colony.{row}")][:3]
            assert found == turned([sheet[row] for sheet in sheets], seat)
        for place, doc in enumerate(turned(docs, seat)):
            prey = {*doc["stored"].values()}
            for symbol, name in enumerate(["scout", "build", "hatch", "ants", "transport"]):
                levels = [
                    *(
                        one["level"]
                        for one in doc["hexes"]
                        if one["symbol"] == name and one["hex"] not in prey
                    ),
                    *(0, 0),
                ]
                second, best = sorted(levels)[-2:]
                assert seen("colony.best")[place][symbol] == best
                assert seen("colony.second")[place][symbol] == second
            assert seen("colony.net")[place][0] == len({*doc["workers"]})


def test_myrmes_counts_points_cubes_and_joins_tiles() -> None:
    game = fm.load("myrmes", players=2)
    for state, seat, seen in positions("myrmes", players=2):
        assert [score for (score,) in seen("seat.score")][:2] == turned(state.scores(), seat)
        joined = np.array(seen("hex.joined"))
        on_tiles = [len(tile["cells"]) for tile in state.view(seat)["tiles"]]
        assert (joined.sum(axis=1) > 0).sum() == sum(on_tiles)
        near = game.network.adjacency["hex"]
        assert (joined.sum(axis=1) <= near.sum(axis=1)).all()
        owners = [owner for (owner,) in seen("hex.owner")]
        tunnels = [len(doc["tunnels"]) for doc in turned(state.view(seat)["seats"], seat)]
        assert [number for (number,) in seen("seat.tunnels")][:2] == tunnels
        assert {*owners} <= {0, 1, 2}
