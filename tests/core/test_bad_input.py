"""What cannot be: each refused by an error of our own that helps, and nothing changes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import formicarium as fm

PLAYER_COUNTS = [0, 1, 7, -1, 10**30, True, 2.0, "2", "two", [2], float("nan")]
SEEDS = [-1, 2**64, 10**40, 1.0, 0.5, "1", None, True, [1], float("inf")]
SEATS = [-1, 2, 6, 10**30, 1.5, "0", True, [0]]
CODES: list[Any] = [-1, 47, 10**30, -(10**30), 1.5, None, b"take 1", [0], True, np.float64(1)]
NONSENSE = ["", " ", "take", "take 0", "take 8", "take -1", "take 1 coin", "place up", "lead 7"]
NONSENSE += ["man", "garrison 11", "anthill c", "take 1; take 2", "take 1\n2", "take ١", "\ud800"]


@pytest.fixture
def game() -> fm.Game:
    return fm.load("micropolis", players=2, first_leader="seat_1")


@pytest.fixture
def state(game: fm.Game) -> fm.State:
    return game.start(seed=7)


def refuse(state: fm.State, what: Callable[[], object]) -> fm.FormicariumError:
    """Try what must be refused without a trace."""
    before = state.to_bytes()
    with pytest.raises(fm.FormicariumError) as refused:
        what()
    assert state.to_bytes() == before
    return refused.value


@pytest.mark.parametrize("name", ["", "chess", "Micropolis", "micropolis ", None, 3, b"micropolis"])
def test_an_unknown_game(name: Any) -> None:
    with pytest.raises(fm.UnknownGame, match=r"there is no game .*installed: .*micropolis"):
        fm.load(name)


@pytest.mark.parametrize("players", PLAYER_COUNTS, ids=repr)
def test_a_player_count_that_the_game_does_not_know(players: Any) -> None:
    with pytest.raises(fm.BadOption, match="micropolis is for 2 to 6 players, not") as refused:
        fm.load("micropolis", players=players)
    assert repr(players) in str(refused.value)


def test_a_whole_number_of_another_kind_is_a_player_count() -> None:
    three: Any = np.int8(3)
    assert fm.load("micropolis", players=three) == fm.load("micropolis", players=3)


@pytest.mark.parametrize("name", ["", "colour", "Variant", "variant "])
def test_an_unknown_option(name: str) -> None:
    with pytest.raises(fm.BadOption, match=r"there is no option .*there are: variant, edition"):
        fm.load("micropolis", 2, None, **{name: "base"})


@pytest.mark.parametrize("choice", ["", "Expert", "expert ", "seat_1", 1, True, None, ["expert"]])
def test_an_unknown_choice(choice: Any) -> None:
    with pytest.raises(fm.BadOption, match=r"not a choice; choose one of: base, expert"):
        fm.load("micropolis", players=2, variant=choice)


@pytest.mark.parametrize("players", [4, 5, 6])
def test_options_that_do_not_fit_the_player_count(players: int) -> None:
    with pytest.raises(fm.BadOption, match=f"expert is for 2 or 3 players, not {players}"):
        fm.load("micropolis", players=players, variant="expert")
    with pytest.raises(fm.BadOption, match="there are only 3 seats"):
        fm.load("micropolis", players=3, first_leader=f"seat_{players}")


@pytest.mark.parametrize("seed", SEEDS, ids=repr)
def test_a_bad_seed(game: fm.Game, state: fm.State, seed: Any) -> None:
    uses: list[Callable[[], object]] = [
        lambda: game.start(seed),
        lambda: game.random_games(1, seed),
        lambda: state.redetermined(0, seed),
    ]
    for use in uses:
        refused = refuse(state, use)
        assert isinstance(refused, fm.BadOption)
        assert f"seed {seed!r} is not a whole number from 0 to 2**64 - 1" in str(refused)


@pytest.mark.parametrize("seed", [0, 2**64 - 1, np.uint64(2**64 - 1), np.int8(5)])
def test_every_64_bit_seed_is_good(game: fm.Game, seed: int) -> None:
    assert game.start(seed) == game.start(int(seed))


@pytest.mark.parametrize("seat", SEATS, ids=repr)
def test_a_seat_that_is_not_there(state: fm.State, seat: Any) -> None:
    uses: list[Callable[[], object]] = [
        lambda: state.play(seat, 0),
        lambda: state.play(seat, "take 1"),
        lambda: state.play(seat, "nonsense"),
        lambda: state.codes(seat),
        lambda: state.actions(seat),
        lambda: state.view(seat),
        lambda: state.observe(seat),
        lambda: state.redetermined(seat, 1),
    ]
    for use in uses:
        assert f"there is no seat {seat!r}; seats are 0 to 1" in str(refuse(state, use))


def test_an_action_out_of_turn(state: fm.State) -> None:
    refused = refuse(state, lambda: state.play(1, "take 1"))
    assert isinstance(refused, fm.IllegalAction)
    assert refused.rule == "MP-3.1"
    assert refused.legal == []
    assert "it is for somebody else to decide" in str(refused)


def test_an_action_of_another_seat(state: fm.State) -> None:
    """What is legal for one player is not for another, also as an object."""
    action = state.actions(0)[0]
    refused = refuse(state, lambda: state.play(1, action))
    assert isinstance(refused, fm.IllegalAction)
    state.play(0, action)
    assert refuse(state, lambda: state.play(0, action))


@pytest.mark.parametrize("action", CODES + NONSENSE, ids=ascii)
def test_what_is_no_action(state: fm.State, action: Any) -> None:
    refused = refuse(state, lambda: state.play(0, action))
    assert isinstance(refused, fm.IllegalAction)
    assert f"{action!r} is not an action of micropolis" in str(refused)
    assert refused.legal == [legal.text for legal in state.actions(0)]
    assert "legal now: take 1, take 2" in str(refused)


def test_a_game_that_is_over(state: fm.State) -> None:
    while not state.is_over:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    assert "the game is over" in str(refuse(state, lambda: state.play(0, "take 1")))
    assert "the game is over" in str(refuse(state, lambda: state.play(1, "take 1")))


def test_a_depth_below_zero(game: fm.Game, state: fm.State) -> None:
    assert isinstance(refuse(state, lambda: game.perft(state, -1)), fm.BadOption)


def test_fewer_games_than_none(game: fm.Game, state: fm.State) -> None:
    assert isinstance(refuse(state, lambda: game.random_games(-1, seed=1)), fm.BadOption)


def test_no_games_at_all(game: fm.Game) -> None:
    none = game.random_games(0, seed=1)
    assert none.scores.shape == (0, 2)
    assert none.decisions == 0


@pytest.mark.parametrize("doc", [None, [], "take", 3, {}, {"game": None}, {"game": ["micropolis"]}])
def test_a_position_of_nothing(doc: Any) -> None:
    with pytest.raises(fm.BadPosition, match='names its "game"'):
        fm.position(doc)


@pytest.mark.parametrize(
    ("header", "error", "named"),
    [
        ({"game": "chess"}, fm.UnknownGame, "'chess'"),
        ({"players": 9}, fm.BadOption, "not 9"),
        ({"players": "2"}, fm.BadOption, "not '2'"),
        ({"options": []}, fm.BadPosition, '"options"'),
        ({"options": {"colour": "red"}}, fm.BadOption, "'colour'"),
        ({"options": {"variant": "x"}}, fm.BadOption, "'x'"),
        ({"options": {"players": "3"}}, fm.BadOption, "'players'"),
        ({"options": {"game": "x"}}, fm.BadOption, "'game'"),
        ({"options": {"components": "x"}}, fm.BadOption, "'components'"),
    ],
)
def test_a_position_of_something_else(
    header: dict[str, Any], error: type[fm.FormicariumError], named: str
) -> None:
    with pytest.raises(error, match=named):
        fm.position({"game": "micropolis", **header})


@pytest.mark.parametrize(
    ("header", "named"),
    [
        ({"game": "chess"}, "'chess'"),
        ({"players": 3}, "for 3 players, not 2"),
        ({"players": "2"}, "'2'"),
        ({"options": []}, '"options"'),
        ({"options": {"edition": "french"}}, "edition=french, the game german"),
    ],
)
def test_a_position_that_does_not_fit_the_game(
    game: fm.Game, header: dict[str, Any], named: str
) -> None:
    with pytest.raises(fm.BadPosition, match=named):
        game.position(header)


@pytest.mark.parametrize("doc", [None, [], "take", 3])
def test_a_position_that_is_no_object(game: fm.Game, doc: Any) -> None:
    with pytest.raises(fm.BadPosition, match="object"):
        game.position(doc)


def test_every_error_is_one_of_ours() -> None:
    errors = [getattr(fm, name) for name in fm.__all__ if isinstance(getattr(fm, name), type)]
    ours = [error for error in errors if issubclass(error, Exception)]
    assert len(ours) == 10
    assert all(issubclass(error, fm.FormicariumError) for error in ours)


HUGE = 10**5000  # Python refuses to write it out


@pytest.mark.parametrize("name", fm.game_names())
def test_numbers_too_long_to_be_written(name: str) -> None:
    game = fm.load(name)
    state = game.start(seed=7)
    refuse(state, lambda: fm.load(name, players=HUGE))
    refuse(state, lambda: game.start(seed=HUGE))
    refuse(state, lambda: state.play(HUGE, 0))
    refuse(state, lambda: state.play(state.to_act[0], HUGE))
    doc = state.to_position()
    for key in doc:
        for value in (HUGE, [HUGE], {"1": HUGE}):
            refuse(state, functools.partial(game.position, {**doc, key: value}))


def test_a_position_that_holds_itself(game: fm.Game, state: fm.State) -> None:
    doc: dict[str, Any] = {}
    doc["row"] = doc
    refuse(state, lambda: game.position(doc))
