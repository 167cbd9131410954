"""Section 13, phase 5: atelier."""

from __future__ import annotations

import pytest

from tests.rules.myrmes.helpers import (
    again,
    atelier,
    empty,
    gained,
    last_worker,
    own,
    phase,
    pheromone,
    play,
    position,
    refuse,
    special,
    store,
    texts,
    when,
)
from tests.rules.myrmes.reckoning import DRY, STARTS, Doc, neighbours, reading

NURSES: Doc = {"nurses": 4, "placed": {"atelier": 2}}
ACTIONS = ["tunnel", "level", "nurse", "objective 1"]
# Enough for each of the four actions, with objective 1: discard 3 food.
ABLE: Doc = {"nurses": 4, "placed": {"atelier": 4}, "food": 5, "earth": 2, "larvae": 2}


@pytest.mark.rule("MY-13.1", "MY-3.3")
@pytest.mark.parametrize("first", range(4))
def test_player_after_player(first: int) -> None:
    me = {"nurses": 2, "placed": {"atelier": 2}, "earth": 2}
    state = last_worker(me, {}, me, me, first=first)
    play(state, "done")
    for by in (seat % 4 for seat in range(first, first + 4)):
        if by == 1:
            continue
        assert (phase(state), state.to_act) == ("atelier", (by,))
        for other in {0, 1, 2, 3} - {by}:
            assert refuse(state, "tunnel", by=other) == "MY-13.1"
        play(state, "level")
        assert state.to_act == (by,)
        play(state, "tunnel")
        play(state, texts(state)[0])
    assert phase(state) == "brood"


@pytest.mark.rule("MY-13.1")
def test_only_nurses_in_the_atelier_act() -> None:
    placed = {"larvae": 3, "workers": 0, "soldiers": 0, "atelier": 0}
    state = last_worker({**ABLE, "food": 2, "placed": placed})
    play(state, "done")
    assert when(state) == (1, "summer")
    assert phase(state) != "atelier"


@pytest.mark.rule("MY-13.1")
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_one_nurse_for_each_action(count: int) -> None:
    state = position({**ABLE, "placed": {"atelier": count}}, phase="atelier")
    done = 0
    for line in ("tunnel; e4", "nurse", "objective 1", "level"):
        if phase(state) != "atelier":
            break
        assert own(state)["placed"]["atelier"] == count - done
        play(state, line)
        done += 1
    assert done == count
    assert phase(state) in ("discard", "brood")


@pytest.mark.rule("MY-13.2")
@pytest.mark.parametrize("action", ACTIONS)
def test_each_action_once(action: str) -> None:
    me = {**ABLE, "food": 9, "earth": 9, "stone": 9, "larvae": 9}
    state = position(me, phase="atelier", objectives=[1, 2, 8, 9, 15, 16])
    assert set(ACTIONS) <= set(texts(state))
    play(state, f"{action}; e4" if action == "tunnel" else action)
    assert action not in texts(state)
    assert refuse(state, action if action != "objective 1" else "objective 2") == "MY-13.2"
    for other in ACTIONS:
        if other != action:
            assert other in texts(state)
    again(state)


@pytest.mark.rule("MY-13.2", "MY-13.11")
def test_next_season_again() -> None:
    me = {**NURSES, "earth": 4, "stone": 4, "larvae": 0}
    state = play(position(me, phase="atelier"), "level; done")
    assert (phase(state), own(state)["level"]) == ("discard", 1)
    assert "level" in texts(
        position({**NURSES, "level": 1, "earth": 4, "stone": 4}, phase="atelier")
    )


@pytest.mark.rule("MY-13.3")
def test_several_players_take_the_same_action() -> None:
    me = {"nurses": 1, "placed": {"atelier": 1}, "earth": 2}
    state = position(me, me, me, me, phase="atelier")
    play(state, "level; level; level; level")
    assert [own(state, by)["level"] for by in range(4)] == [1, 1, 1, 1]


@pytest.mark.rule("MY-13.4", "MY-18.21")
@pytest.mark.parametrize("used", range(4))
def test_order_of_actions(used: int) -> None:
    me = {**ABLE, "food": 9, "earth": 9, "larvae": 9}
    for choice in ("free", "printed"):
        state = position(me, phase="atelier", options={"atelier_order": choice})
        play(state, "tunnel; e4" if used == 0 else ACTIONS[used])
        legal = set(texts(state)) & set(ACTIONS)
        if choice == "free":
            assert legal == set(ACTIONS) - {ACTIONS[used]}
        else:
            assert legal == set(ACTIONS[used + 1 :])
            for earlier in ACTIONS[:used]:
                assert refuse(state, earlier) == "MY-13.4"


@pytest.mark.rule("MY-13.5", "MY-18.22")
def test_idle_nurses() -> None:
    for choice in ("allowed", "forbidden"):
        state = position(NURSES, phase="atelier", options={"idle_nurses": choice})
        if choice == "allowed":
            assert "done" in texts(state)
            play(state, "done")
            assert phase(state) == "brood"
        else:
            assert "done" not in texts(state)
            assert refuse(state, "done") == "MY-13.5"
            play(state, "tunnel; e4")
            # Nothing else can be done with the second nurse.
            assert phase(state) == "brood"


@pytest.mark.rule("MY-13.5", "MY-3.7")
def test_one_may_stop_when_only_larvae_can_be_converted() -> None:
    me = {**NURSES, "larvae": 3, "tunnels": ["d4", "h7", "c9", "l9"]}
    state = position(me, phase="atelier", options={"idle_nurses": "forbidden"})
    assert texts(state) == ["convert", "done"]


@pytest.mark.rule("MY-13.6", "MY-3.4")
def test_where_nothing_can_be_done_the_turn_ends() -> None:
    me = {**NURSES, "larvae": 0, "tunnels": ["d4", "h7", "c9", "l9"]}
    state = play(last_worker(me), "done")
    assert (phase(state), when(state)) == ("brood", (1, "summer"))
    state = play(position(NURSES, phase="atelier"), "tunnel; e4")
    assert (phase(state), when(state)) == ("brood", (1, "summer"))


# Tunnel

ELEMENTS: list[Doc] = [
    {"me": {"tunnels": ["h7"]}},
    {"me": {"tunnels": ["h7"]}, "tiles": [pheromone("c3 c4 c5")]},
    {"me": {"tunnels": ["h7"]}, "tiles": [empty("d5 d6")]},
    {"me": {"tunnels": ["h7"]}, "tiles": [special("farm", "c4 c5 d5")]},
    {"me": {"tunnels": ["h7"]}, "tiles": [special("subcolony", "c4 c5 d5 d6")]},
    {"me": {"tunnels": ["c3", "h7", "o6"]}},
    {"me": {}, "tiles": [pheromone("c3 c4", 1), special("farm", "g2 g3 h3", None)]},
    {"me": {}, "prey": {"e5": "spider"}, "tiles": [pheromone("e4 d5", 2)]},
]


@pytest.mark.rule("MY-13.7", "MY-13.8", "MY-1.15")
@pytest.mark.parametrize("layout", ELEMENTS)
def test_where_a_tunnel_may_be(layout: Doc) -> None:
    fields = {name: layout[name] for name in ("tiles", "prey") if name in layout}
    state = position({**NURSES, **layout["me"]}, phase="atelier", **fields)
    mine = set(own(state)["tunnels"])
    held = {hole for by in range(4) for hole in own(state, by)["tunnels"]} | set(
        fields.get("prey", {})
    )
    for lies in state.to_position()["tiles"]:
        held.update(lies["cells"])
        if lies["owner"] == 0:
            mine.update(lies["cells"])
    near = {other for name in mine for other in neighbours(name)}
    play(state, "tunnel")
    assert texts(state) == reading((near & set(DRY)) - held)
    assert (phase(state), store(state)) == ("dig", (0, 0, 0))
    again(state)


@pytest.mark.rule("MY-13.7")
@pytest.mark.parametrize(
    "name",
    ["d7", "d6", "e5", "c5", "d10", "c6"],
    ids=["water", "own tile", "prey", "neutral tile", "foreign tunnel", "foreign tile"],
)
def test_only_on_an_empty_dry_hex(name: str) -> None:
    tiles = [pheromone("d5 d6"), special("farm", "b5 b6 c5", None), pheromone("c6 c7", 1)]
    state = position(NURSES, phase="dig", tiles=tiles, prey={"e5": "spider"})
    assert refuse(state, name) == "MY-13.7"


@pytest.mark.rule("MY-13.8")
@pytest.mark.parametrize("name", ["c5", "h7", "d9", "f4"])
def test_only_next_to_an_own_element(name: str) -> None:
    state = play(position(NURSES, phase="atelier", tiles=[pheromone("g2 g3", 1)]), "tunnel")
    assert refuse(state, name) == "MY-13.8"


@pytest.mark.rule("MY-13.7", "MY-2.5")
@pytest.mark.parametrize(("players", "hole", "outside"), [(3, "c4", "b5"), (2, "h6", "g6")])
def test_not_outside_the_area(players: int, hole: str, outside: str) -> None:
    me = {**NURSES, "tunnels": [hole]}
    state = play(position(me, players=players, phase="atelier"), "tunnel")
    assert outside not in texts(state)
    assert refuse(state, outside) == "MY-2.5"


@pytest.mark.rule("MY-13.7")
@pytest.mark.parametrize("action", ["done", "tunnel", "level", "earth", "d4 d5", "convert"])
def test_after_tunnel_the_hex(action: str) -> None:
    state = play(position({**NURSES, "larvae": 3}, phase="atelier"), "tunnel")
    assert refuse(state, action) == "MY-13.7"


@pytest.mark.rule("MY-13.9", "MY-1.6")
def test_a_tunnel_brings_an_earth() -> None:
    state = play(position({**NURSES, "earth": 1}, phase="atelier"), "tunnel; c3")
    assert store(state) == (0, 2, 0)
    assert own(state)["tunnels"] == ["c3", "d4"]
    assert (own(state)["placed"]["atelier"], state.to_position()["used"]) == (1, ["tunnel"])
    assert "level" in texts(state)
    assert gained(state) == {}


@pytest.mark.rule("MY-13.10", "MY-1.6")
def test_four_tunnels() -> None:
    me = {**NURSES, "earth": 2}
    assert "tunnel" in texts(position({**me, "tunnels": ["c9", "d4", "h7"]}, phase="atelier"))
    full = position({**me, "tunnels": ["c9", "d4", "h7", "l9"]}, phase="atelier")
    assert "tunnel" not in texts(full)
    assert refuse(full, "tunnel") == "MY-13.10"


@pytest.mark.rule("MY-13.10")
def test_no_hex_for_a_tunnel() -> None:
    walls = [pheromone(cells, 1) for cells in ("c3 c4", "d3 e3", "d5 e4")]
    state = position({**NURSES, "earth": 2}, phase="atelier", tiles=walls)
    assert refuse(state, "tunnel") == "MY-13.10"
    assert "level" in texts(state)


# Level

COSTS = [
    pytest.param(0, {}, (0, 2, 0), "MY-13.12", marks=pytest.mark.rule("MY-13.12")),
    pytest.param(1, {}, (0, 1, 2), "MY-13.13", marks=pytest.mark.rule("MY-13.13", "MY-18.23")),
    pytest.param(
        1,
        {"level_2_cost": "board"},
        (0, 2, 1),
        "MY-13.13",
        marks=pytest.mark.rule("MY-13.13", "MY-18.23"),
    ),
    pytest.param(2, {}, (0, 0, 3), "MY-13.14", marks=pytest.mark.rule("MY-13.14")),
    pytest.param(0, {"level_2_cost": "board"}, (0, 2, 0), "MY-13.12"),
    pytest.param(2, {"level_2_cost": "board"}, (0, 0, 3), "MY-13.14"),
]


@pytest.mark.rule("MY-13.11")
@pytest.mark.parametrize(("level", "options", "cost", "rule"), COSTS)
def test_what_a_level_costs(
    level: int, options: dict[str, str], cost: tuple[int, int, int], rule: str
) -> None:
    _, earth, stone = cost
    me = {**NURSES, "level": level, "earth": earth + 1, "stone": stone + 2, "food": 1}
    state = play(position(me, phase="atelier", options=options), "level")
    assert (own(state)["level"], store(state)) == (level + 1, (1, 1, 2))
    for kind, short in (("earth", earth), ("stone", stone)):
        if short:
            poor = {**me, "earth": earth, "stone": stone, kind: short - 1, "food": 9}
            state = position(poor, phase="atelier", options=options)
            assert "level" not in texts(state)
            assert refuse(state, "level") == rule


@pytest.mark.rule("MY-13.11", "MY-6.4")
def test_a_deeper_level_opens_its_room() -> None:
    me = {**NURSES, "earth": 2, "rooms": [0]}
    state = play(position(me, phase="atelier"), "level; done")
    assert (phase(state), own(state)["level"]) == ("brood", 1)
    assert state.view(0)["seats"][0]["room_level"] == 1


@pytest.mark.rule("MY-13.15")
def test_level_three_is_the_deepest() -> None:
    state = position({**NURSES, "level": 3, "earth": 9, "stone": 9}, phase="atelier")
    assert "level" not in texts(state)
    assert refuse(state, "level") == "MY-13.15"


# Nurse


@pytest.mark.rule("MY-13.16")
@pytest.mark.parametrize(
    ("food", "larvae", "enough"), [(2, 2, True), (5, 4, True), (1, 2, False), (2, 1, False)]
)
def test_what_a_nurse_costs(food: int, larvae: int, enough: bool) -> None:
    state = position({**NURSES, "food": food, "larvae": larvae}, phase="atelier")
    assert ("nurse" in texts(state)) is enough
    if enough:
        play(state, "nurse")
        mine = own(state)
        assert (mine["nurses"], mine["food"], mine["larvae"]) == (5, food - 2, larvae - 2)
    else:
        assert refuse(state, "nurse") == "MY-13.16"


@pytest.mark.rule("MY-13.17")
def test_she_works_from_the_next_season_on() -> None:
    me = {"nurses": 1, "placed": {"atelier": 1}, "food": 2, "larvae": 2}
    state = play(position(me, phase="atelier"), "nurse")
    # The only nurse in the atelier has acted: the new one is not placed there.
    assert (phase(state), own(state)["nurses"]) == ("brood", 2)
    assert "larvae 2" in texts(state, 0)
    two = {**NURSES, "food": 2, "larvae": 2}
    state = play(position(two, phase="atelier"), "nurse")
    assert own(state)["placed"]["atelier"] == 1


@pytest.mark.rule("MY-13.18", "MY-1.5")
@pytest.mark.parametrize(
    ("nurses", "done", "full"),
    [
        (7, {}, False),
        (8, {}, True),
        (6, {"1": 1}, False),
        (7, {"1": 1}, True),
        (5, {"1": 1}, False),
    ],
)
def test_eight_nurses_at_most(nurses: int, done: dict[str, int], full: bool) -> None:
    me = {"nurses": nurses, "done": done, "placed": {"atelier": 2}, "food": 2, "larvae": 2}
    state = position(me, phase="atelier", season="summer")
    assert ("nurse" in texts(state)) is not full
    if full:
        assert refuse(state, "nurse") == "MY-13.18"


@pytest.mark.rule("MY-13.1")
@pytest.mark.parametrize("action", ["room 0", "e4", "earth", "lay pair", "larvae 1", "c3 c4"])
def test_what_is_no_atelier_action(action: str) -> None:
    assert refuse(atelier(), action) == "MY-13.1"


@pytest.mark.rule("MY-13.7")
def test_start_spaces_are_no_exception() -> None:
    # The start space of a seat that has gone elsewhere is an ordinary hex.
    me = {**NURSES, "tunnels": ["c4"]}
    state = play(position(me, phase="atelier"), "tunnel; d4")
    assert own(state)["tunnels"] == ["c4", "d4"]
    assert "d4" in STARTS[4]
