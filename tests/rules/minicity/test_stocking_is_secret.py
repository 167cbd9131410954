"""While all choose their first stones at once, nobody learns what or how many (MC-2.12)."""

from __future__ import annotations

import itertools

import pytest

import formicarium as fm
from formicarium.core.text import phrases
from tests.rules.minicity.helpers import box, friends, game, look, phase, play, refuse, reserve
from tests.rules.minicity.reckoning import COLOURS, Doc

SEVEN = ["yellow", "pink", "pink", "blue", "green", "yellow", "orange"]


def stock(state: fm.State, by: int, colours: list[str]) -> fm.State:
    for colour in colours:
        state.play(by, f"stock {colour}")
    return state


def others(players: int, by: int) -> list[int | None]:
    """All who look on, a spectator among them."""
    return [*(eye for eye in range(players) if eye != by), None]


def apart_from_waiting(view: Doc) -> Doc:
    """A view without the list of those who still have to decide, which is open."""
    return {name: view[name] for name in view if name != "to_act"}


@pytest.mark.rule("MC-2.12", "MC-1.10")
@pytest.mark.parametrize("variant", ["base", "friends"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_stone_of_another_changes_no_view(players: int, variant: str) -> None:
    for by in range(players):
        state = game(players, variant=variant).start(seed=6)
        before = {eye: state.view(eye) for eye in others(players, by)}
        # The seventh stone tells that she has finished, and so that she has seven; nothing else.
        for count, colour in enumerate(SEVEN, 1):
            own = state.view(by)
            stock(state, by, [colour])
            assert state.view(by) != own
            for eye, seen in before.items():
                now = state.view(eye)
                assert now["seats"][by].pop("stocked") == (7 if count == 7 else None)
                seen["seats"][by].pop("stocked", None)
                assert apart_from_waiting(now) == apart_from_waiting(seen)
                waiting = [seat for seat in range(players) if seat != by or count < 7]
                assert list(now["to_act"]) == waiting


@pytest.mark.rule("MC-2.12", "MC-1.10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_tells_neither_which_nor_how_many(players: int) -> None:
    lines = [[], ["pink"], ["yellow"], ["pink"] * 3, ["yellow"] * 5, SEVEN[:6]]
    states = [stock(game(players).start(seed=6), 0, line) for line in lines]
    for one, other in itertools.pairwise(states):
        for eye in others(players, 0):
            assert one.view(eye) == other.view(eye)
        assert one.view(0) != other.view(0)
        assert one.breakdown() == other.breakdown()
        assert one.scores() == other.scores()
    for eye in others(players, 0):
        shown = states[-1].view(eye)["seats"][0]
        assert (shown["box"], shown["reserve"], shown.get("stocked")) == (None, None, None)


@pytest.mark.rule("MC-2.12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_observation_tells_neither_which_nor_how_many(players: int) -> None:
    for line in (["pink"], ["yellow"] * 5, SEVEN[:6]):
        state = stock(game(players).start(seed=6), 0, line)
        for eye in range(1, players):
            assert list(state.observe(eye)) == list(game(players).start(seed=6).observe(eye))


@pytest.mark.rule("MC-2.12")
def test_own_stones_are_seen() -> None:
    state = stock(game(3).start(seed=6), 1, ["pink", "pink", "blue"])
    mine = state.view(1)["seats"][1]
    assert [mine["box"].get(colour, 0) for colour in COLOURS] == [0, 0, 1, 0, 2]
    assert [mine["reserve"].get(colour, 0) for colour in COLOURS] == [9, 7, 5, 5, 2]


@pytest.mark.rule("MC-2.12")
def test_what_others_do_changes_nothing_for_one_who_has_begun_or_finished() -> None:
    for mine in (["blue"], SEVEN):
        state = stock(game(3).start(seed=6), 0, mine)
        seen = state.view(0)
        stock(state, 1, ["pink"] * 4)
        stock(state, 2, ["yellow"] * 6)
        assert state.view(0) == seen


@pytest.mark.rule("MC-2.12", "MC-1.10")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("backwards", [False, True])
def test_afterwards_everything_is_open(players: int, backwards: bool) -> None:
    state = game(players).start(seed=6)
    order = sorted(range(players), reverse=backwards)
    for by in order:
        assert phase(state) == "stock"
        assert all(state.view(None)["seats"][seat]["box"] is None for seat in range(players))
        stock(state, by, SEVEN if by % 2 else ["yellow"] * 7)
    assert phase(state) == "play"
    for eye in (*range(players), None):
        for by, shown in enumerate(state.view(eye)["seats"]):
            assert [shown["box"].get(colour, 0) for colour in COLOURS] == box(state, by)
            assert [shown["reserve"].get(colour, 0) for colour in COLOURS] == reserve(state, by)
            assert box(state, by) == ([2, 1, 1, 1, 2] if by % 2 else [7, 0, 0, 0, 0])


@pytest.mark.rule("MC-2.12", "MC-11.4")
def test_in_turn_nothing_is_hidden() -> None:
    state = game(3, stocking="in_turn", first_player="seat_1").start(seed=6)
    stock(state, 0, ["pink", "blue"])
    for eye in (0, 1, 2, None):
        shown = state.view(eye)["seats"][0]
        assert [shown["box"].get(colour, 0) for colour in COLOURS] == [0, 0, 1, 0, 1]
        assert list(state.view(eye)["to_act"]) == [0]


@pytest.mark.rule("MC-2.12")
def test_a_guess_at_the_choices_of_others_fits_what_was_seen() -> None:
    state = stock(stock(game(3).start(seed=6), 0, ["pink"] * 4), 1, ["blue"])
    for seed in range(10):
        guess = state.redetermined(1, seed)
        assert guess.to_act == state.to_act
        assert box(guess, 1) == box(state, 1)
        for eye in (1, None):
            assert guess.view(eye) == state.view(eye)


# ---------------------------------------------------------------- the moments for friends

# Moments of a turn at which no friend comes or helps.
IN_BETWEEN: list[tuple[Doc, str]] = [
    ({"phase": "refill", "hand": "rgy", "box": {"blue": 3}, "points": 30}, "buy snail"),
    ({"phase": "stick", "as": "red", "own": "stick", "points": 30}, "buy snail"),
    ({"phase": "ladybird", "source": 48, "own": "ladybird dragonfly"}, "dragonfly red grey"),
    (
        {
            "phase": "hop",
            "card": "nw",
            "north": "....rgv.....",
            "own": "grasshopper bumblebee",
            "box": {"blue": 3},
        },
        "bumblebee blue pink",
    ),
]


@pytest.mark.rule("MC-9.12")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "after the last card"),
        ("de", "nach der letzten Karte"),
        ("fr", "après la dernière carte"),
    ],
)
@pytest.mark.parametrize(("doc", "action"), IN_BETWEEN)
def test_the_refusal_names_the_moment_after_the_last_card(
    doc: Doc, action: str, language: str, words: str
) -> None:
    state = friends(**doc)
    assert refuse(state, action) == "MC-9.12"
    book, code = state.game.book, state.code_of(action)
    assert code is not None
    refusal = book.refusal(state.game.parts_row, state.row, 0, code)
    told = phrases(book.package, language)(refusal.phrase, **refusal.values)
    assert words in told


@pytest.mark.rule("MC-9.12")
def test_a_friend_who_helps_after_the_last_card() -> None:
    state = friends(plays=3, hand="r", own="dragonfly", box={"yellow": 7})
    standing = look(state, "ants")
    play(state, "dragonfly red grey")
    swapped = look(state, "ants")
    assert (swapped["red"], swapped["grey"]) == (standing["grey"], standing["red"])
