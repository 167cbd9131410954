"""Section 8: end of the game."""

from __future__ import annotations

import pytest

import formicarium as fm
from tests.rules.minicity.helpers import (
    box,
    friends,
    game,
    hand,
    look,
    north,
    phase,
    play,
    plays,
    points,
    position,
    refuse,
    reserve,
    seat,
    stroll,
    texts,
)
from tests.rules.minicity.reckoning import COLOURS, SHARES, Doc, Table

OUT: Doc = {"box": {"yellow": 1}, "reserve": {}, "stored": {"8": 1}, "hand": "rgyv"}
ALL = {2: 43, 3: 31, 4: 25}


def last_stone(players: int = 2, **fields: object) -> fm.State:
    """Seat 0 has one stone left; the red ant can go to a chamber for it."""
    return position(players=players, **{"north": ".....gv.....", **OUT, **fields})


@pytest.mark.rule("MC-8.1", "MC-8.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_has_unloaded_everything_wins_at_once(players: int) -> None:
    state = last_stone(players)
    assert state.scores()[0] == ALL[players] - 1
    assert state.winners() == ()
    play(state, "play red nw; go 8; unload 1")
    assert state.is_over
    assert state.to_act == ()
    assert state.winners() == (0,)
    assert state.scores() == [ALL[players]] + [0] * (players - 1)
    assert state.breakdown()["ended"] == "out"
    assert state.breakdown()["seats"][0]["left"] == 0


@pytest.mark.rule("MC-8.1")
@pytest.mark.parametrize("by", [0, 1])
def test_then_nothing_can_be_done(by: int) -> None:
    state = play(last_stone(), "play red nw; go 8; unload 1")
    for action in ("play grey nw", "end", "stock yellow", "buy snail"):
        assert refuse(state, action, by=by) == "MC-8.1"
    assert state.actions(by) == []


@pytest.mark.rule("MC-8.1")
def test_only_if_she_unloads_it() -> None:
    state = play(last_stone(), "play red nw; go 8; unload 0")
    assert not state.is_over
    assert (phase(state), plays(state)) == ("play", 1)


@pytest.mark.rule("MC-8.2", "MC-6.1", "MC-7.5")
def test_neither_round_nor_turn_is_finished() -> None:
    state = last_stone(north=".bbbbbgv....")
    pile = look(state, "pile")
    play(state, "play red nw; go 8; unload 1")
    assert state.is_over
    # The card lies at the river, and nothing has been drawn.
    assert north(state) == "rbbbbbgv...."
    assert look(state, "discard") == ""
    assert look(state, "pile") == pile
    assert hand(state) == "gyv"
    assert look(state, "turns") == 2
    assert game(2).position(state.to_position()) == state


@pytest.mark.rule("MC-8.2")
def test_no_points_any_more() -> None:
    state = friends(**{"north": ".....gv.....", **OUT, "points": 7, "own": "grasshopper rhino"})
    play(state, "play red nw; go 8; unload 1")
    assert state.is_over
    assert points(state) == 7


@pytest.mark.rule("MC-8.3")
def test_an_empty_box_does_not_win() -> None:
    state = last_stone(reserve={"pink": 1})
    play(state, "play red nw; go 8; unload 1")
    assert not state.is_over
    assert box(state) == [0, 0, 0, 0, 0]
    play(state, "end")
    assert (box(state), reserve(state)) == ([0, 0, 0, 0, 1], [0, 0, 0, 0, 0])
    assert seat(state) == 1


@pytest.mark.rule("MC-8.4")
def test_others_are_ranked_by_what_they_have_unloaded() -> None:
    others: list[Doc] = [
        {"box": {"yellow": 2}, "reserve": {}},
        {"box": {"pink": 3}, "reserve": {"green": 2}},
        {"box": {"blue": 2}, "reserve": {}},
    ]
    state = last_stone(4, others=others)
    assert state.scores() == [24, 23, 20, 23]
    assert [own["rank"] for own in state.breakdown()["seats"]] == [1, 2, 4, 2]
    play(state, "play red nw; go 8; unload 1")
    assert state.scores() == [25, 23, 20, 23]
    assert [own["total"] for own in state.breakdown()["seats"]] == [25, 23, 20, 23]
    assert [own["left"] for own in state.breakdown()["seats"]] == [0, 2, 5, 2]
    assert [own["rank"] for own in state.breakdown()["seats"]] == [1, 2, 4, 2]


@pytest.mark.rule("MC-8.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_score_counts_stones_at_all_times(players: int) -> None:
    share = SHARES[players]
    best = 0
    for _, _, _, state in stroll(game(players).start(seed=1), seed=players, most=150):
        table = Table(state.to_position())
        held = [own.held for own in table.seats]
        assert state.scores() == [ALL[players] - count for count in held]
        best = max(best, *state.scores())
        for own, line in zip(table.seats, state.breakdown()["seats"], strict=True):
            assert line["unloaded"] == {
                colour: share[colour] - own.box[colour] - own.reserve[colour] for colour in COLOURS
            }
            assert (line["share"], line["left"]) == (ALL[players], own.held)
    assert best > 3


def last_turn(turns: int, players: int = 2, **fields: object) -> fm.State:
    return position(players=players, turns=turns, plays=1, box={"yellow": 7}, **fields)


@pytest.mark.rule("MC-8.5", "MC-11.16")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_200_rounds(players: int) -> None:
    state = last_turn(200 * players - 1, players, first=1)
    assert seat(state) == 0
    play(state, "end")
    assert state.is_over
    assert state.breakdown()["ended"] == "safety_stop"
    assert len(hand(state)) == 4
    assert look(state, "turns") == 200 * players
    assert game(players).position(state.to_position()) == state


@pytest.mark.rule("MC-8.5")
def test_not_before() -> None:
    state = last_turn(398)
    play(state, "end")
    assert not state.is_over
    assert state.to_act == (1,)


@pytest.mark.rule("MC-8.5")
@pytest.mark.parametrize(
    ("held", "winners"), [([5, 6, 7], (0,)), ([7, 5, 5], (1, 2)), ([7, 7, 7], (0, 1, 2))]
)
def test_most_stones_unloaded_wins(held: list[int], winners: tuple[int, ...]) -> None:
    seats: list[Doc] = [{"box": {"yellow": count}, "reserve": {}} for count in held]
    state = position(players=3, turns=599, first=1, plays=1, **seats[0], others=seats[1:])
    play(state, "end")
    assert state.winners() == winners
    assert state.scores() == [31 - count for count in held]


@pytest.mark.rule("MC-8.5", "MC-11.16")
@pytest.mark.parametrize(
    ("choice", "turns", "over"),
    [("on", 399, True), ("off", 399, False), ("off", 63998, False), ("off", 63999, True)],
)
def test_without_the_stop(choice: str, turns: int, over: bool) -> None:
    state = last_turn(turns, first=1 - (turns + 1) % 2, options={"safety_stop": choice})
    play(state, "end")
    assert state.is_over is over
    ended = state.breakdown()["ended"]
    assert ended == ("safety_stop" if over else None)


@pytest.mark.compiled
@pytest.mark.rule("MC-8.1")
def test_whole_random_games_end_with_one_winner() -> None:
    ended = 0
    for players in (2, 3, 4):
        outcome = game(players).random_games(40, seed=players)
        for scores in outcome.scores.tolist():
            out = [score for score in scores if score == ALL[players]]
            assert len(out) <= 1
            assert max(scores) <= ALL[players]
            ended += len(out)
        assert (outcome.lengths <= game(players).longest).all()
    assert ended >= 80


@pytest.mark.rule("MC-8.1", "MC-10.26")
def test_the_last_stone_wins_with_a_grasshopper_too() -> None:
    state = friends(**{"north": ".....gv.....", **OUT, "own": "grasshopper"})
    play(state, "play red nw; go 8")
    assert texts(state) == ["unload 0", "unload 1"]
    assert play(state, "unload 1").is_over


@pytest.mark.rule("MC-8.5", "MC-11.16")
def test_how_long_a_game_may_last() -> None:
    # Seven stones each, then 200 rounds: at most four cards, `end` and seven stones in a turn.
    assert game(3).longest == 3 * (7 + 200 * (4 * 3 + 1 + 7))
    assert game(3, variant="friends").longest > game(3).longest
    assert game(3, safety_stop="off").longest > 100 * game(3).longest
