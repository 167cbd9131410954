"""Games at random, each step compared with a reckoning of our own."""

from __future__ import annotations

import functools
from collections import Counter
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

import formicarium as fm
from tests.rules.antics.helpers import game, position, stroll, texts, tower
from tests.rules.antics.reckoning import COLOURS, PREY, Aftermath, Doc, Table, all_tiles, joined

OPTIONS: dict[str, dict[str, str]] = {
    "": {},
    "several": {"workers": "several", "guard": "path"},
    "lost": {"recall_laden": "food_lost", "recall_guarded": "together", "leaves": "gathered"},
    "all": {
        "refill": "fungus_far",
        "workers": "several",
        "recall_laden": "food_lost",
        "recall_guarded": "together",
        "gorge": "apart",
        "guard": "path",
        "storage": "any_hex",
        "no_room": "scores_nothing",
        "reset_rows": "shuffled",
        "leaves": "gathered",
    },
}
# High hills, soldiers, and networks that meet: enough to do for everybody.
RICH = tower(
    "scout+ants",
    "build+ants",
    "build+transport",
    "hatch+transport",
    "scout+hatch",
    "hatch+ants",
    "ants+transport",
)
NETS: list[list[int | str]] = [[5, 15, 16], [5, 15, 34], [1, 6, 5], [2, 10, "gorge"]]


class Look(NamedTuple):
    """What there is to see in one state."""

    doc: Doc
    table: Table
    legal: list[str]
    scores: list[int]


class Walk(NamedTuple):
    """A stretch of a game."""

    players: int
    options: dict[str, str]
    looks: list[Look]
    last: fm.State


@functools.cache
def whole(players: int, options: str) -> Walk:
    """A game from setup to its end."""
    return walked(game(players, **OPTIONS[options]).start(seed=1), options)


@functools.cache
def midway(players: int, options: str) -> Walk:
    """A game from the middle on."""
    own = {"hill": RICH, "nests": {"red": 4, "grass": 1}}
    state = position(
        *({**own, "workers": NETS[seat]} for seat in range(players)),
        players=players,
        options=OPTIONS[options],
    )
    return walked(state, options, most=300)


def walked(state: fm.State, options: str, most: int = 10_000) -> Walk:
    looks = []
    for _ in stroll(state, seed=1, most=most):
        doc = state.view(None)
        legal = [] if state.is_over else texts(state)
        looks.append(Look(doc, Table(doc), legal, state.scores()))
    return Walk(state.game.players, OPTIONS[options], looks, state)


# Interpreted, a whole game takes ten seconds, so most are left to the compiled run.
SLOW = dict.fromkeys([(3, "all"), (3, ""), (4, "")], pytest.mark.compiled)
WHOLE = [(2, ""), *SLOW]
MIDWAY = [(2, ""), (3, ""), (4, ""), (4, "several"), (4, "lost"), (3, "all")]
GAMES: list[Any] = [pytest.param(*table, marks=SLOW.get(table, ())) for table in WHOLE]
WALKS: list[Any] = [
    *(
        pytest.param(whole, *table, id=f"whole game of {table}", marks=SLOW.get(table, ()))
        for table in WHOLE
    ),
    *(pytest.param(midway, *table, id=f"midway of {table}") for table in MIDWAY),
]


@pytest.mark.rule("AN-3.3", "AN-3.5", "AN-3.7", "AN-4.1", "AN-5.3", "AN-5.17", "AN-5.18", "AN-6.2")
@pytest.mark.rule("AN-7.2", "AN-7.3", "AN-7.16", "AN-8.2", "AN-8.5", "AN-8.7", "AN-9.2", "AN-10.2")
@pytest.mark.parametrize(("walk", "players", "options"), WALKS)
@pytest.mark.heavy
def test_exactly_what_the_rules_allow_is_legal(walk: Any, players: int, options: str) -> None:
    for look in walk(players, options).looks:
        assert len({*look.legal}) == len(look.legal)
        if look.legal:
            assert set(look.legal) == look.table.legal()


@pytest.mark.compiled
@pytest.mark.rule("AN-3.3")
def test_all_kinds_of_actions_have_been_compared() -> None:
    seen = Counter(
        text.split()[0]
        for walk in (*(whole(*table) for table in WHOLE), *(midway(*table) for table in MIDWAY))
        for look in walk.looks
        for text in look.legal
    )
    words = "use hero end take tile hex lay hatch bridge place secure recall dismiss leave load"
    words += " carry to home done steal store return"
    assert set(words.split()) <= set(seen)


@pytest.mark.rule("AN-1.1", "AN-1.2", "AN-1.5", "AN-7.7", "AN-7.16", "AN-8.3", "AN-8.9", "AN-8.13")
@pytest.mark.parametrize(("walk", "players", "options"), WALKS)
def test_nothing_is_lost_and_everything_hangs_together(
    walk: Any, players: int, options: str
) -> None:
    looks = walk(players, options).looks
    for doc, table, *_ in looks:
        assert table.tiles() + +Counter(doc["bag"]) == all_tiles(players)
        held = Counter(kind for own in table.colonies for kind in own.prey())
        assert all(held[kind] + doc["prey"][kind] <= players - 1 for kind in PREY)
        for own, seen in zip(table.colonies, doc["colonies"], strict=True):
            assert seen["ants"] == 11 - own.ants() >= 0
            assert joined(own.workers)
            assert set(own.soldiers) <= set(own.workers)
            assert all(own.idle(path) >= 0 for path in own.workers)
            assert len({*own.prey()}) == len(own.prey())
        soldiers = Counter(path for own in table.colonies for path in own.soldiers.elements())
        assert max(soldiers.values(), default=0) <= 1
        if OPTIONS[options].get("recall_laden") != "food_lost":
            assert leaves(doc, table) == 10
    for (before, *_), (after, *_) in pairwise(looks):
        assert all(after["prey"][kind] <= before["prey"][kind] for kind in PREY)
        assert not Counter(after["leaves"]) - Counter(before["leaves"])


def leaves(doc: Doc, table: Table) -> int:
    """All leaves: on clearings, on ants, and at home."""
    carried = sum(food not in PREY for own in table.colonies for food, _ in own.loads)
    return len(doc["leaves"]) + carried + sum(sum(own.leaves.values()) for own in table.colonies)


@pytest.mark.rule("AN-5.4", "AN-5.5", "AN-5.6", "AN-5.8", "AN-5.16", "AN-5.19")
@pytest.mark.parametrize(("walk", "players", "options"), WALKS)
def test_hills_stand_as_the_rules_say(walk: Any, players: int, options: str) -> None:
    # The reckoning has built every hill tile by tile and would have failed at a wrong one.
    doc, table, *_ = walk(players, options).looks[-1]
    for own, seen in zip(table.colonies, doc["colonies"], strict=True):
        places = {place["hex"]: (place["level"], place["symbol"]) for place in seen["hexes"]}
        assert places == own.hill.shown()
        assert [tuple(place["at"]) for place in seen["hexes"]] == own.hill.cells
        assert seen["levels"] == own.hill.levels
        upper = own.hill.levels[1:]
        assert all(below >= 2 for below, above in pairwise(upper) if above)


@pytest.mark.rule("AN-10.10", "AN-10.12", "AN-10.15", "AN-11.1", "AN-11.3", "AN-11.8", "AN-11.12")
@pytest.mark.parametrize(
    "players", [pytest.param(n, marks=SLOW.get((n, ""), ())) for n in (2, 3, 4)]
)
def test_display_and_anteaters(players: int) -> None:
    resets = 0
    for (before, *_), (after, table, *_) in pairwise(whole(players, "").looks):
        # A turn that ended with nothing asked, and was not the last.
        plain = before["phase"] == after["phase"] == "act" and before["turns"] < after["turns"]
        if not plain:
            continue
        expected = Aftermath(before)
        assert after["prey"] == expected.prey
        assert [own.nests for own in table.colonies] == expected.nests
        assert set(after["arrived"]) == set(expected.arrived)
        for found, kept in zip(after["display"], expected.rows, strict=True):
            assert found[: len(kept)] == kept
            assert sum(place in COLOURS for place in found) == 1
        if expected.reset:
            resets += 1
            assert [row[5] for row in after["display"]] == expected.back
        assert len(table.on_display()) == 15 or not any(after["bag"].values())
    # With two players the prey is soon gone, and the game with it.
    assert resets or players == 2


@pytest.mark.rule("AN-12.1", "AN-12.3", "AN-12.4", "AN-12.5", "AN-3.1", "AN-3.2")
@pytest.mark.parametrize(("players", "options"), GAMES)
def test_turns_to_the_end(players: int, options: str) -> None:
    walk = whole(players, options)
    assert walk.last.is_over
    for (before, *_), (after, table, *_) in pairwise(walk.looks):
        if after["turns"] == before["turns"]:
            assert after["last_turns"] == before["last_turns"]
            continue
        assert after["turns"] == before["turns"] + 1
        if before["last_turns"]:
            assert after["last_turns"] == before["last_turns"] - 1
        else:
            exhausted = [kind for kind, count in after["prey"].items() if not count]
            assert after["exhausted"] == exhausted
            ending = len(table.on_display()) < 15 or len(exhausted) >= 5
            assert after["last_turns"] == players * ending
        if after["phase"] != "over":
            assert after["actions"] == min(3, after["turns"] + 1)
            assert list(after["to_act"]) == [(after["first"] + after["turns"]) % players]
    assert walk.looks[-1].doc["turns"] < 100 * players


@pytest.mark.rule("AN-13.1", "AN-13.2", "AN-13.3", "AN-13.4", "AN-13.8")
@pytest.mark.parametrize(("walk", "players", "options"), WALKS)
def test_points_on_the_way(walk: Any, players: int, options: str) -> None:
    looks = walk(players, options).looks
    for look in looks:
        assert look.scores == look.table.scores()
    assert walk is whole or max(looks[-1].scores) > 0


@pytest.mark.rule("AN-13.9", "AN-13.10", "AN-13.11")
@pytest.mark.parametrize(("players", "options"), GAMES)
def test_points_and_winners(players: int, options: str) -> None:
    walk = whole(players, options)
    table = walk.looks[-1].table
    for own, detail in zip(table.colonies, walk.last.breakdown()["seats"], strict=True):
        found = {name: detail[name]["points"] for name in ("prey", "fungus")}
        assert found == own.points(table.options)
        assert detail["levels"] == own.hill.levels
    ranks = [
        (score, own.hill.levels[::-1])
        for score, own in zip(table.scores(), table.colonies, strict=True)
    ]
    assert walk.last.winners() == tuple(n for n, rank in enumerate(ranks) if rank == max(ranks))


@pytest.mark.rule("AN-1.10")
@pytest.mark.parametrize(("walk", "players", "options"), WALKS)
def test_every_state_can_be_written_down(walk: Any, players: int, options: str) -> None:
    last = walk(players, options).last
    assert last.game.position(last.to_position()) == last
    looks = walk(players, options).looks
    for look in looks[:: max(1, len(looks) // 25)]:
        plain = {name: value for name, value in look.doc.items() if name not in EXTRA}
        plain["colonies"] = [
            {name: value for name, value in own.items() if name not in EXTRA}
            for own in look.doc["colonies"]
        ]
        assert last.game.position(plain).view(None) == look.doc


# What a view tells beyond the position, all of which follows from it.
EXTRA = ("to_act", "round", "bag", "exhausted", "actions", "wanted", "ants", "levels", "hexes")
