"""Section 11: options; each in both settings."""

from __future__ import annotations

import pytest

import formicarium as fm
from tests.rules.micropolis.helpers import (
    armies,
    game,
    leader,
    manned,
    phase,
    play,
    points,
    position,
    refuse,
    reserve,
    seat,
    soldiers,
    texts,
    tokens,
)

CHOICES = {
    "variant": ("base", "expert"),
    "edition": ("german", "french"),
    "first_leader": ("random", "seat_1", "seat_2", "seat_3", "seat_4", "seat_5", "seat_6"),
    "leader_at_zero": ("passes", "stays"),
    "surplus": ("reserve", "removed"),
    "cap": ("at_once", "after_effect"),
    "soldiers": ("limited", "unlimited"),
    "officer_at_cap": ("leader_loses", "nothing"),
    "architects": ("limited", "unlimited"),
    "token_limit": ("none", "one"),
    "spent_token": ("reserve", "removed"),
    "token_owner": ("player", "anthill"),
    "empty_red_army": ("nobody", "everyone"),
    "expert_majority": ("anthill", "player"),
    "expert_tie": ("holder", "clockwise", "receiver"),
    "first_tile_token": ("allowed", "forbidden"),
    "french_tie_break": ("largest", "sum"),
    "french_marker": ("tied", "any"),
}


def again(state: fm.State, players: int, **options: str) -> None:
    """A position reached under an option can be written down and read back."""
    assert game(players, **options).position(state.to_position()) == state


@pytest.mark.rule("MP-11.1")
def test_all_options_and_their_defaults() -> None:
    defaults = {name: choices[0] for name, choices in CHOICES.items()}
    assert game(4).options == defaults


@pytest.mark.rule("MP-11.1")
@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_is_known(name: str) -> None:
    players = 6 if name == "first_leader" else 2
    for choice in CHOICES[name]:
        assert game(players, **{name: choice}).options[name] == choice
    with pytest.raises(fm.BadOption):
        fm.load("micropolis", players=players, **{name: "nonsense"})


@pytest.mark.rule("MP-11.1")
def test_unknown_options_are_refused() -> None:
    with pytest.raises(fm.BadOption):
        fm.load("micropolis", players=4, house_rule="yes")


@pytest.mark.rule("MP-11.2")
def test_base_is_one_anthill_each() -> None:
    assert len(game(3).start(seed=1).to_position()["anthills"]) == 3
    assert len(game(3, variant="expert").start(seed=1).to_position()["anthills"]) == 6


@pytest.mark.rule("MP-11.3")
@pytest.mark.parametrize(("edition", "asked"), [("german", False), ("french", True)])
def test_edition(edition: str, asked: bool) -> None:
    state = position(players=3, turn=2, armies=[3, 5, 4], options={"edition": edition}, in_round=2)
    play(state, "take 1; place left")
    assert (phase(state) == "leader") is asked


@pytest.mark.rule("MP-11.5", "MP-7.6")
@pytest.mark.parametrize("edition", ["german", "french"])
@pytest.mark.parametrize("leads", [0, 2])
def test_leader_at_zero(edition: str, leads: int) -> None:
    for choice, moves in (("passes", True), ("stays", False)):
        state = position(
            turn=3,
            leader=leads,
            armies=[0, 0, 0, 0],
            options={"leader_at_zero": choice, "edition": edition},
        )
        play(state, "take 1; place left")
        assert (phase(state) == "leader") is moves
        assert (leader(state), seat(state)) == (leads, leads)


@pytest.mark.rule("MP-11.5", "MP-7.4")
def test_leader_at_zero_is_about_zero_only() -> None:
    state = position(turn=3, armies=[1, 1, 0, 0], options={"leader_at_zero": "stays"})
    play(state, "take 1; place left")
    assert leader(state) == 1


@pytest.mark.rule("MP-11.5", "MP-10.17")
def test_leader_at_zero_in_the_expert_game() -> None:
    options = {"leader_at_zero": "stays", "variant": "expert"}
    state = position(players=2, turn=1, leader=1, armies=[0, 0, 0, 0], options=options)
    play(state, "anthill b; take 1")
    assert (phase(state), leader(state), seat(state)) == ("anthill", 1, 0)


@pytest.mark.rule("MP-11.6", "MP-3.10")
@pytest.mark.parametrize(("choice", "back"), [("reserve", 2), ("removed", 0)])
def test_surplus(choice: str, back: int) -> None:
    state = position(armies=[9], soldiers=[3, 0, 0, 0, 0, 0, 0], options={"surplus": choice})
    before = reserve(state)
    play(state, "take 1; place left")
    assert armies(state)[0] == 10
    assert reserve(state) == before + back
    again(state, 4, surplus=choice)


@pytest.mark.rule("MP-11.7", "MP-3.10", "MP-4.7")
@pytest.mark.parametrize(
    ("choice", "tile", "answer", "army", "back"),
    [
        ("at_once", 13, "; man yes", 7, 2),
        ("after_effect", 13, "; man yes", 9, 0),
        ("at_once", 13, "; man no", 10, 2),
        ("after_effect", 13, "; man no", 10, 2),
        ("after_effect", 1, "; man yes", 10, 1),
        ("after_effect", 17, "; man yes", 8, 0),
        ("at_once", 60, "", 10, 2),
        ("after_effect", 60, "", 10, 2),
        ("after_effect", 32, "", 10, 2),
    ],
)
def test_cap(choice: str, tile: int, answer: str, army: int, back: int) -> None:
    on = [3, 0, 0, 0, 0, 0, 0]
    state = position(armies=[9], soldiers=on, row=[tile], options={"cap": choice})
    before = reserve(state)
    play(state, f"take 1; place left{answer}")
    assert armies(state)[0] == army
    assert reserve(state) == before + back
    assert manned(state) == ({tile} if answer == "; man yes" else set())
    again(state, 4, cap=choice)


@pytest.mark.rule("MP-11.6", "MP-11.7")
def test_cap_and_surplus_together() -> None:
    options = {"cap": "after_effect", "surplus": "removed"}
    state = position(armies=[9], soldiers=[3, 0, 0, 0, 0, 0, 0], row=[1], options=options)
    before = reserve(state)
    play(state, "take 1; place left; man yes")
    assert (armies(state)[0], reserve(state)) == (10, before)
    again(state, 4, **options)


@pytest.mark.rule("MP-11.8", "MP-5.9")
@pytest.mark.parametrize(("choice", "army", "rest"), [("limited", 6, 0), ("unlimited", 8, -2)])
def test_soldiers_for_a_nurse(choice: str, army: int, rest: int) -> None:
    state = position(
        armies=[5, 10, 10, 10],
        soldiers=[0, 9, 0, 0, 0, 0, 0],
        row=[32],
        options={"soldiers": choice},
    )
    assert reserve(state) == 1
    play(state, "take 1; place left")
    assert armies(state)[0] == army
    assert reserve(state) == rest
    again(state, 4, soldiers=choice)


@pytest.mark.rule("MP-11.8", "MP-5.18")
@pytest.mark.parametrize(("choice", "army", "rest"), [("limited", 5, 0), ("unlimited", 6, -1)])
def test_soldiers_for_an_officer(choice: str, army: int, rest: int) -> None:
    state = position(
        turn=1,
        armies=[0, 5, 10, 10],
        soldiers=[0, 10, 10, 0, 0, 0],
        row=[37],
        options={"soldiers": choice},
    )
    assert reserve(state) == 0
    play(state, "take 1; place left")
    assert armies(state) == [0, army, 10, 10]
    assert reserve(state) == rest


@pytest.mark.rule("MP-11.8", "MP-1.5")
def test_unlimited_soldiers_still_stop_at_ten() -> None:
    state = position(armies=[8], row=[32], options={"soldiers": "unlimited"})
    play(state, "take 1; place left")
    assert armies(state)[0] == 10


@pytest.mark.rule("MP-11.8", "MP-3.4", "MP-3.8")
def test_unlimited_soldiers_are_never_too_many_to_count() -> None:
    # As many on a tile as can be, one more by everybody in every turn, and all collected at last.
    options = {"soldiers": "unlimited", "architects": "unlimited", "cap": "after_effect"}
    hills = [{"army": 10, "tokens": 9} for _ in range(6)]
    on = [60, 0, 0, 0, 0, 0, 0]
    state = position(players=6, in_round=1, anthills=hills, soldiers=on, options=options)
    turns = most = last = 0
    while not state.is_over:
        offered = texts(state)
        if phase(state) == "take":
            turns += 1
            most, last = soldiers(state)[0], seat(state)
            play(state, "take 1" if turns == 60 else min({"take 2", "take 2 token"} & {*offered}))
        else:
            play(state, offered[-1])
        assert min(*soldiers(state), *armies(state), 0) == 0
        assert reserve(state) + sum(soldiers(state)) + sum(armies(state)) == 45
    assert most > 100
    assert armies(state)[last] == 10


@pytest.mark.rule("MP-11.9", "MP-5.15")
@pytest.mark.parametrize(("choice", "leads"), [("leader_loses", 4), ("nothing", 5)])
def test_officer_at_cap(choice: str, leads: int) -> None:
    state = position(turn=1, armies=[5, 10], row=[37], options={"officer_at_cap": choice})
    play(state, "take 1; place left")
    assert armies(state)[:2] == [leads, 10]


@pytest.mark.rule("MP-11.9", "MP-5.13")
def test_officer_below_the_cap_works_as_ever() -> None:
    state = position(turn=1, armies=[5, 9], row=[37], options={"officer_at_cap": "nothing"})
    play(state, "take 1; place left")
    assert armies(state)[:2] == [4, 10]


@pytest.mark.rule("MP-11.9", "MP-5.16")
def test_a_leader_of_ten_builds_an_officer() -> None:
    state = position(armies=[10], row=[37], options={"officer_at_cap": "nothing"})
    play(state, "take 1; place left")
    assert armies(state)[0] == 10


@pytest.mark.rule("MP-11.10", "MP-5.11")
@pytest.mark.parametrize(
    ("choice", "held"), [("limited", [0, 2, 0, 0, 0]), ("unlimited", [1, 2, 0, 0, -1])]
)
def test_architects(choice: str, held: list[int]) -> None:
    state = position(anthills=[{}, {"tokens": 2}], row=[36], options={"architects": choice})
    play(state, "take 1; place left")
    assert tokens(state) == held
    again(state, 4, architects=choice)


@pytest.mark.rule("MP-11.11", "MP-5.12")
@pytest.mark.parametrize(("choice", "held"), [("none", 2), ("one", 1)])
def test_token_limit(choice: str, held: int) -> None:
    state = position(anthills=[{"tokens": 1}], row=[36], options={"token_limit": choice})
    play(state, "take 1; place left")
    assert tokens(state) == [held, 0, 0, 0, 2 - held]


@pytest.mark.rule("MP-11.11")
def test_token_limit_allows_the_first() -> None:
    state = position(row=[36], options={"token_limit": "one"})
    play(state, "take 1; place left")
    assert tokens(state) == [1, 0, 0, 0, 1]


@pytest.mark.rule("MP-11.12", "MP-3.13")
@pytest.mark.parametrize(("choice", "left"), [("reserve", 2), ("removed", 1)])
def test_spent_token(choice: str, left: int) -> None:
    state = position(anthills=[{"tokens": 1}], options={"spent_token": choice})
    play(state, "take 4 token; place left")
    assert tokens(state) == [0, 0, 0, 0, left]
    again(state, 4, spent_token=choice)


@pytest.mark.rule("MP-11.13", "MP-10.14")
@pytest.mark.parametrize("choice", ["player", "anthill"])
@pytest.mark.parametrize("gained", ["a", "b"])
def test_token_owner(choice: str, gained: str) -> None:
    options = {"variant": "expert", "token_owner": choice}
    state = position(players=2, in_round=3, row=[36], options=options)
    play(state, f"anthill {gained}; take 1; place left; anthill a; take 1; place left")
    holder = 0 if choice == "player" else "ab".index(gained)
    assert tokens(state) == [*(int(hill == holder) for hill in range(4)), 1]
    for name in ("a", "b"):
        offered = texts(play(state.copy(), f"anthill {name}"))
        serves = choice == "player" or name == gained
        assert ("take 3 token" in offered) is serves
    play(state, f"anthill {gained}; take 3 token; place left")
    assert tokens(state) == [0, 0, 0, 0, 2]


@pytest.mark.rule("MP-11.13")
def test_a_token_bound_to_the_other_anthill() -> None:
    options = {"variant": "expert", "token_owner": "anthill"}
    hills = [{}, {"tokens": 1}]
    state = position(players=2, in_round=3, anthills=hills, options=options)
    refuse(play(state, "anthill a"), "take 3 token")


@pytest.mark.rule("MP-11.14", "MP-8.17")
@pytest.mark.parametrize(("choice", "five"), [("nobody", 0), ("everyone", 5)])
def test_empty_red_army(choice: str, five: int) -> None:
    state = position(armies=[0, 0, 0, 0], options={"empty_red_army": choice})
    assert [points(state, hill)["red_army"] for hill in range(4)] == [five] * 4


@pytest.mark.rule("MP-11.14", "MP-8.16")
def test_empty_red_army_is_about_zero_only() -> None:
    state = position(armies=[0, 1, 0, 0], options={"empty_red_army": "everyone"})
    assert [points(state, hill)["red_army"] for hill in range(4)] == [0, 5, 0, 0]


@pytest.mark.rule("MP-11.16", "MP-7.5")
@pytest.mark.parametrize("choice", ["clockwise", "receiver"])
def test_expert_tie_is_about_the_expert_game_only(choice: str) -> None:
    state = position(turn=3, options={"expert_tie": choice})
    play(state, "take 1; place left")
    assert texts(state) == ["lead 2", "lead 3", "lead 4"]


@pytest.mark.rule("MP-11.19", "MP-7.8")
@pytest.mark.parametrize("choice", ["tied", "any"])
def test_french_marker_is_about_the_expert_game_only(choice: str) -> None:
    options = {"edition": "french", "french_marker": choice}
    state = position(turn=3, armies=[4, 4, 9, 3], options=options)
    play(state, "take 1; place left")
    assert texts(state) == ["lead 2", "lead 3"]


@pytest.mark.rule("MP-11.17", "MP-3.14")
def test_first_tile_token() -> None:
    allowed = position(anthills=[{"tokens": 1}])
    assert "take 1 token" in texts(allowed)
    forbidden = position(anthills=[{"tokens": 1}], options={"first_tile_token": "forbidden"})
    assert "take 1 token" not in texts(forbidden)
    assert "take 2 token" in texts(forbidden)
    refuse(forbidden, "take 1 token")
