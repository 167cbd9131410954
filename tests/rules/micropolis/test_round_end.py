"""Section 6: end of a round and refill."""

from __future__ import annotations

import pytest

from tests.rules.micropolis.helpers import (
    REFILLS,
    TABLES,
    armies,
    game,
    leader,
    phase,
    pile,
    play,
    position,
    row,
    row_length,
    seat,
    soldiers,
    stroll,
    texts,
)


@pytest.mark.rule("MP-6.1", "MP-7.1")
@pytest.mark.parametrize(
    ("players", "in_round", "left"), [(2, 1, 5), (2, 2, 3), (2, 4, 5), (2, 8, 3), (3, 1, 4)]
)
def test_with_enough_tiles_the_next_round_follows(players: int, in_round: int, left: int) -> None:
    strong = [1, 9, 9][:players]
    state = position(players=players, in_round=in_round, turn=players - 1, armies=strong)
    lying, hidden = row(state), pile(state)
    play(state, "take 1" if in_round == 1 else "take 1; place right")
    assert row(state) == lying[1:]
    assert len(row(state)) == left
    assert pile(state) == hidden
    # Others have larger armies, but the leader is not looked for.
    assert leader(state) == 0
    assert (phase(state), seat(state)) == ("take", 0)


@pytest.mark.rule("MP-6.2", "MP-6.3", "MP-6.4", "MP-6.8")
@pytest.mark.parametrize(
    ("players", "in_round", "number", "left"),
    [(2, 3, 2, 1), (3, 2, 2, 1), (4, 1, 4, 3), (4, 5, 2, 3), (5, 9, 1, 2), (6, 3, 2, 1)],
)
def test_the_row_is_refilled(players: int, in_round: int, number: int, left: int) -> None:
    length = row_length("base", players, in_round * players - 1)
    on = [2, 0, 1, 3][:length]
    state = position(
        players=players,
        in_round=in_round,
        turn=players - 1,
        armies=[6, *[2] * (players - 2), 4],
        soldiers=on,
    )
    lying, hidden = row(state), pile(state)
    play(state, f"take {number}" if in_round == 1 else f"take {number}; place right")
    stays = [place for place in range(length) if place != number - 1]
    assert len(stays) == left
    assert row(state) == [lying[place] for place in stays] + hidden[: 7 - left]
    assert soldiers(state) == [on[place] + (place < number - 1) for place in stays] + [0] * (
        7 - left
    )
    assert pile(state) == hidden[7 - left :]


@pytest.mark.rule("MP-6.5", "MP-6.6", "MP-6.7", "MP-6.9", "MP-10.5")
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_the_refill_table(variant: str, players: int) -> None:
    shown, left = {
        ("base", 2): (25, 5),
        ("base", 3): (31, 1),
        ("base", 4): (43, 3),
        ("base", 5): (52, 2),
        ("base", 6): (61, 1),
        ("expert", 2): (43, 3),
        ("expert", 3): (61, 1),
    }[variant, players]
    refills = []
    before = 61 - 7
    for state in stroll(game(players, variant=variant).start(seed=players), seed=7):
        doc = state.to_position()
        turns = sum(len(hill["tiles"]) for hill in doc["anthills"])
        if len(doc["pile"]) != before:
            assert turns % players == 0
            refills.append(turns // players)
            before = len(doc["pile"])
        if doc["phase"] in ("take", "anthill", "leader", "over"):
            assert len(doc["row"]) == row_length(variant, players, turns)
        if doc["phase"] == "over":
            assert (61 - len(doc["pile"]), len(doc["row"])) == (shown, left)
    assert tuple(refills) == REFILLS[variant, players]


@pytest.mark.rule("MP-6.1", "MP-6.6")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_more_or_fewer_tiles_than_players_but_never_as_many(players: int) -> None:
    left = [7 - players * (end + 1) for end in range(REFILLS["base", players][0])]
    assert all(tiles > players for tiles in left[:-1])
    assert 0 < left[-1] < players


@pytest.mark.rule("MP-6.8")
def test_the_leader_chooses_after_the_refill() -> None:
    state = position(turn=3, armies=[5, 5, 5, 5])
    left, hidden = row(state)[1:], pile(state)
    play(state, "take 1; place right")
    assert (phase(state), seat(state)) == ("leader", 0)
    assert texts(state) == ["lead 2", "lead 3", "lead 4"]
    assert row(state) == left + hidden[:4]


@pytest.mark.rule("MP-6.9", "MP-8.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_after_the_last_round_nothing_moves(players: int) -> None:
    state = position(
        players=players, in_round=10, turn=players - 1, armies=[0, 7, *[1] * (players - 2)]
    )
    lying, hidden, strong = row(state), pile(state), armies(state)
    play(state, "take 1")
    assert (phase(state), state.to_act, state.is_over) == ("over", (), True)
    assert (row(state), pile(state), armies(state)) == (lying[1:], hidden, strong)
    assert leader(state) == 0
