"""Section 11: options; each in every setting."""

from __future__ import annotations

import random

import pytest

import formicarium as fm
from tests.rules.minicity.helpers import (
    FRIENDS_GAME,
    QUIET,
    STUCK,
    ants,
    arrived,
    box,
    document,
    friends,
    game,
    goes,
    hand,
    look,
    moving,
    phase,
    play,
    plays,
    points,
    position,
    refuse,
    seat,
    stock_at_random,
    stored,
    texts,
    used,
)
from tests.rules.minicity.reckoning import DEARER, FRIENDS, PRICES, Doc

CHOICES = {
    "variant": ("base", "friends"),
    "first_player": ("random", "seat_1", "seat_2", "seat_3", "seat_4"),
    "stocking": ("together", "in_turn"),
    "first_card": ("must", "may"),
    "tunnels": ("open", "blocked"),
    "stuck": ("void", "unplayable"),
    "track": ("limited", "unlimited"),
    "room_test": ("arrival", "unloading"),
    "ladybird": ("any_number", "all_stones"),
    "dragonfly": ("any_time", "before_move"),
    "rhino": ("next_turn", "at_once"),
    "duplicates": ("allowed", "forbidden"),
    "grasshopper": ("full", "partial"),
    "duel_costs": ("same", "higher"),
    "safety_stop": ("on", "off"),
}
UNPLAYABLE = {"stuck": "unplayable"}
ALL_STONES = {"ladybird": "all_stones"}
BLOCKED = {"tunnels": "blocked"}


@pytest.mark.rule("MC-11.1")
def test_all_options_and_their_defaults() -> None:
    assert game(4).options == {name: choices[0] for name, choices in CHOICES.items()}


@pytest.mark.rule("MC-11.1")
@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_is_known(name: str) -> None:
    for choice in CHOICES[name]:
        assert game(4, **{name: choice}).options[name] == choice
    with pytest.raises(fm.BadOption):
        fm.load("minicity", players=4, **{name: "nonsense"})


@pytest.mark.rule("MC-11.1")
def test_unknown_options_are_refused() -> None:
    with pytest.raises(fm.BadOption):
        fm.load("minicity", players=4, house_rule="yes")


@pytest.mark.rule("MC-11.2")
def test_variant() -> None:
    assert refuse(position(plays=1), "buy snail") == "MC-9.1"
    assert "buy snail" in texts(friends(points=5))


@pytest.mark.rule("MC-11.2")
@pytest.mark.parametrize(
    "name", ["track", "room_test", "ladybird", "dragonfly", "rhino", "duplicates", "grasshopper"]
)
def test_options_about_friends_change_nothing_without_them(name: str) -> None:
    plain, other = game(3).start(seed=4), game(3, **{name: CHOICES[name][1]}).start(seed=4)
    chance = random.Random(1)
    for _ in range(200):
        one = chance.choice(plain.to_act)
        assert plain.to_act == other.to_act
        assert plain.codes(one) == other.codes(one)
        code = chance.choice(plain.codes(one))
        plain.play(one, code)
        other.play(one, code)
    assert {**plain.to_position(), "options": 0} == {**other.to_position(), "options": 0}


@pytest.mark.rule("MC-11.3")
@pytest.mark.parametrize(("players", "choice"), [(2, "seat_3"), (3, "seat_4"), (4, "seat_5")])
def test_the_first_player_must_sit_at_the_table(players: int, choice: str) -> None:
    with pytest.raises(fm.BadOption):
        fm.load("minicity", players=players, first_player=choice)


@pytest.mark.rule("MC-11.4", "MC-2.12")
@pytest.mark.parametrize("name", [1, 2, 3])
def test_stocking_in_turn(name: int) -> None:
    state = game(3, stocking="in_turn", first_player=f"seat_{name}").start(seed=2)
    for step in range(3):
        by = (name - 1 + step) % 3
        for count in range(7):
            assert state.to_act == (by,)
            assert sum(box(state, by)) == count
            # Openly: everybody sees it.
            for eye in (0, 1, 2, None):
                seen = state.view(eye)["seats"]
                assert [own["box"] for own in seen] == [own["box"] for own in look(state, "seats")]
            for other in {0, 1, 2} - {by}:
                assert refuse(state, "stock yellow", by=other) == "MC-11.4"
            state.play(by, texts(state)[0])
    assert (phase(state), seat(state)) == ("play", name - 1)


@pytest.mark.rule("MC-11.4")
def test_stocking_together() -> None:
    state = game(3, first_player="seat_2").start(seed=2)
    assert state.to_act == (0, 1, 2)
    stock_at_random(state, random.Random(4))
    assert seat(state) == 1


@pytest.mark.rule("MC-11.4", "MC-1.10")
def test_open_boxes_are_not_drawn_anew() -> None:
    state = game(2, stocking="in_turn", first_player="seat_1").start(seed=2)
    for colour in ("pink", "pink", "green"):
        state.play(0, f"stock {colour}")
    for seed in range(5):
        assert box(state.redetermined(1, seed), 0) == [0, 0, 0, 1, 2]


@pytest.mark.rule("MC-11.5", "MC-3.10")
def test_first_card() -> None:
    assert "end" not in texts(position())
    state = position(options={"first_card": "may"}, box={"yellow": 7})
    assert "end" in texts(state)
    cards = hand(state)
    play(state, "end")
    assert (seat(state), hand(state)) == (1, cards)


@pytest.mark.rule("MC-11.5", "MC-7.1")
def test_a_turn_without_a_card_still_refills() -> None:
    state = play(position(options={"first_card": "may"}, box={"yellow": 6}), "end")
    assert phase(state) == "refill"


@pytest.mark.rule("MC-11.6", "MC-4.8")
@pytest.mark.parametrize("most", [2, 3, 5])
def test_tunnels(most: int) -> None:
    assert {3, 6} <= set(goes(position(**moving(most, ants=STUCK))))
    blocked = position(**moving(most, ants=STUCK), options=BLOCKED)
    assert texts(blocked) == ["stay"]
    assert refuse(blocked, "go 3") == "MC-11.6"
    assert refuse(blocked, "go 2") == "MC-4.7"
    assert refuse(blocked, "go 1") == "MC-4.6"
    assert refuse(blocked, "go 49") == "MC-4.5"


@pytest.mark.rule("MC-11.6")
@pytest.mark.parametrize(
    ("most", "there"),
    [
        (1, [2, 4]),
        (2, [1, 2, 4, 6, 9]),
        (3, [1, 2, 4, 5, 6, 9, 10, 12, 13]),
    ],
)
def test_a_way_round(most: int, there: list[int]) -> None:
    # An ant in 8: from 3 to 9 it is two steps over 4, but 14 and 15 lie behind it.
    state = position(**moving(most, ants={"grey": 8}), options=BLOCKED)
    assert goes(state) == there
    assert refuse(state, "go 14") == ("MC-11.6" if most > 1 else "MC-4.5")


@pytest.mark.rule("MC-11.6", "MC-11.7")
def test_an_ant_shut_in_by_blocked_tunnels() -> None:
    # The run is long, but chamber 1 has no way out.
    doc: Doc = {"ants": STUCK, "hand": "rgyv", "north": "....rrrg....", "box": {"yellow": 7}}
    state = play(position(**doc, options=BLOCKED), "play red nw")
    assert (phase(state), plays(state), ants(state)[0]) == ("play", 1, 1)
    unplayable = position(**doc, options={**BLOCKED, **UNPLAYABLE})
    assert refuse(unplayable, "play red nw") == "MC-11.7"


@pytest.mark.rule("MC-11.7", "MC-4.12")
def test_stuck() -> None:
    doc: Doc = {"ants": STUCK, "hand": "rgyv", "north": ".....rg....."}
    assert "play red ne" in texts(position(**doc))
    state = position(**doc, options=UNPLAYABLE)
    # In the east red has reach 1 and no way out; in the west it has reach 2.
    assert "play red ne" not in texts(state)
    assert refuse(state, "play red ne") == "MC-11.7"
    assert goes(play(state, "play red nw")) == [3, 6]


@pytest.mark.rule("MC-11.7", "MC-3.10")
def test_who_can_lay_none_may_end_her_turn() -> None:
    doc: Doc = {"ants": STUCK, "hand": "rrrr", "north": QUIET, "box": {"yellow": 7}}
    state = position(**doc, options=UNPLAYABLE)
    assert texts(state) == ["end"]
    play(state, "end")
    assert (seat(state), hand(state)) == (1, "rrrr")
    assert refuse(position(**{**doc, "hand": "rrrg"}, options=UNPLAYABLE), "end") == "MC-3.10"


@pytest.mark.rule("MC-11.7", "MC-3.12")
def test_the_turn_ends_by_itself_when_no_card_can_be_laid() -> None:
    # Yellow moves far away; red stays shut in, and only red cards are left.
    doc: Doc = {"ants": STUCK, "hand": "yrrr", "north": QUIET, "box": {"pink": 5, "green": 2}}
    state = position(**doc, options=UNPLAYABLE)
    play(state, "play yellow nw; go 36")
    assert seat(state) == 1
    assert hand(state).count("r") >= 3


@pytest.mark.rule("MC-11.7")
def test_at_the_beginning_of_a_turn_too() -> None:
    others: list[Doc] = [{"hand": "rrrr", "box": {"yellow": 7}}]
    doc: Doc = {"ants": STUCK, "plays": 1, "hand": "ggg", "north": QUIET, "box": {"yellow": 7}}
    state = play(position(**doc, others=others, options=UNPLAYABLE), "end")
    # The other player can lay nothing, so her turn passes by itself.
    assert (seat(state), look(state, "turns"), hand(state, 1)) == (0, 4, "rrrr")


@pytest.mark.rule("MC-11.7", "MC-10.1")
def test_own_millipedes_count() -> None:
    doc: Doc = {"ants": STUCK, "hand": "rrrr", "north": QUIET}
    assert texts(friends(UNPLAYABLE, **doc), "play") == []
    state = friends(UNPLAYABLE, **doc, own="millipede")
    assert texts(state) == ["play red nw", "play red ne"]
    assert texts(play(state, "play red nw")) == ["go 3", "go 6"]
    spent = friends(UNPLAYABLE, **doc, own="millipede", used=["millipede"])
    assert texts(spent) == ["end"]


@pytest.mark.rule("MC-11.7", "MC-10.4")
def test_what_has_made_a_card_playable_must_be_used() -> None:
    doc = moving(1, ants=STUCK, own="millipede dragonfly")
    assert "stay" in texts(friends(**doc))
    state = friends(UNPLAYABLE, **doc)
    assert refuse(state, "stay") == "MC-11.7"
    assert refuse(friends(UNPLAYABLE, **moving(1)), "stay") == "MC-4.11"
    # Only an ant that has no goal at all stays.
    spent = friends(UNPLAYABLE, **{**doc, "used": ["millipede"]})
    assert texts(spent)[0] == "stay"


@pytest.mark.rule("MC-11.7", "MC-8.5")
@pytest.mark.parametrize(
    "choice",
    ["on", pytest.param("off", marks=pytest.mark.compiled)],  # 64,000 turns: too many interpreted
)
def test_all_pass_to_the_end_when_nobody_can_lay_a_card(choice: str) -> None:
    full: Doc = {"hand": "rrrr", "box": {"yellow": 7}}
    doc: Doc = {"ants": STUCK, "north": QUIET, **full, "others": [full]}
    options = {**UNPLAYABLE, "safety_stop": choice}
    state = play(position(**doc, options=options), "end")
    assert state.is_over
    assert look(state, "turns") == 2 * (200 if choice == "on" else 32_000)
    assert (ants(state), state.winners()) == (list(STUCK.values()), (0, 1))


@pytest.mark.rule("MC-11.7", "MC-10.16")
def test_a_stick_insect_for_a_card_that_cannot_be_laid() -> None:
    doc: Doc = {"ants": STUCK, "hand": "rrrr", "north": QUIET, "own": "stick"}
    state = friends(UNPLAYABLE, **doc)
    assert texts(state) == [f"stick {ant}" for ant in ("grey", "yellow", "violet", "black")]
    assert refuse(state, "stick red") == "MC-11.7"
    assert refuse(state, "end") == "MC-3.10"
    play(state, "stick grey")
    assert texts(state) == ["play red nw", "play red ne"]


@pytest.mark.rule("MC-11.7", "MC-10.16")
def test_only_where_the_ant_named_finds_a_way() -> None:
    doc: Doc = {"ants": STUCK, "hand": "gggg", "north": ".....rg.....", "own": "stick"}
    state = play(friends(UNPLAYABLE, **doc), "stick red")
    assert texts(state) == ["play grey nw"]
    assert refuse(state, "play grey ne") == "MC-11.7"


@pytest.mark.rule("MC-11.8")
@pytest.mark.parametrize(("choice", "now"), [("limited", 30), ("unlimited", 35)])
def test_track(choice: str, now: int) -> None:
    state = friends({"track": choice}, **arrived(13, box={}, points=27))
    assert points(play(state, "unload 0")) == now
    assert game(2, **FRIENDS_GAME, track=choice).position(state.to_position()) == state


@pytest.mark.rule("MC-11.8", "MC-10.21")
@pytest.mark.parametrize(("choice", "now"), [("limited", 30), ("unlimited", 31)])
def test_track_and_rhino(choice: str, now: int) -> None:
    others: list[Doc] = [{"friends": ["rhino"], "points": 30}]
    state = friends({"track": choice}, plays=1, box={"yellow": 7}, others=others)
    assert points(play(state, "end"), 1) == now


@pytest.mark.rule("MC-11.10", "MC-10.7")
def test_ladybird_all_stones() -> None:
    state = friends(ALL_STONES, own="ladybird", stored={"48": 3})
    play(state, "ladybird 48; carry 12")
    assert "done" not in texts(state)
    assert refuse(state, "done") == "MC-11.10"
    play(state, "carry 12; carry 36")
    assert (phase(state), stored(state, 48)) == ("play", 0)


@pytest.mark.rule("MC-11.10")
@pytest.mark.parametrize("choice", ["any_number", "all_stones"])
def test_whose_stones_do_not_all_find_room(choice: str) -> None:
    # One pink place is free, in 13: enough for the stone of 31, not for those of 22.
    lying = {"13": 2, "22": 4, "31": 1, "34": 1, "37": 2, "40": 1}
    state = friends(
        {"ladybird": choice}, own="ladybird", stored=lying, box={"pink": 1}, reserve={"yellow": 1}
    )
    assert "ladybird 31" in texts(state)
    assert ("ladybird 22" in texts(state)) is (choice == "any_number")
    if choice == "all_stones":
        assert refuse(state, "ladybird 22") == "MC-11.10"
        assert refuse(state, "ladybird 13") == "MC-10.8"


@pytest.mark.rule("MC-11.10", "MC-10.7")
def test_before_the_first_stone_done_names_its_own_rule() -> None:
    state = play(friends(ALL_STONES, own="ladybird", stored={"48": 3}), "ladybird 48")
    assert refuse(state, "done") == "MC-10.7"


@pytest.mark.rule("MC-11.11", "MC-10.13")
@pytest.mark.parametrize("choice", ["any_time", "before_move"])
def test_dragonfly(choice: str) -> None:
    options = {"dragonfly": choice}
    late = friends(options, **arrived(8, own="dragonfly", box={"yellow": 1}))
    assert bool(texts(late, "dragonfly")) is (choice == "any_time")
    if choice == "before_move":
        assert refuse(late, "dragonfly red grey") == "MC-11.11"
    assert len(texts(friends(options, **moving(1), own="dragonfly"), "dragonfly")) == 10
    assert len(texts(friends(options, own="dragonfly"), "dragonfly")) == 10


@pytest.mark.rule("MC-11.11", "MC-5.8")
def test_an_idle_dragonfly_does_not_hold_the_unloading() -> None:
    state = friends({"dragonfly": "before_move"}, **moving(1, own="dragonfly", box={"pink": 1}))
    play(state, "go 8")
    assert phase(state) == "play"
    assert used(state) == []


@pytest.mark.rule("MC-11.15")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("choice", ["same", "higher"])
@pytest.mark.parametrize("friend", FRIENDS)
def test_duel_costs(players: int, choice: str, friend: str) -> None:
    more = 6 * (choice == "higher" and players == 2 and friend in DEARER)
    price = PRICES[friend] + more
    options = {"duel_costs": choice}
    assert refuse(friends(options, players=players, points=price - 1), f"buy {friend}") == "MC-9.10"
    state = friends(options, players=players, points=price)
    assert points(play(state, f"buy {friend}")) == 0


@pytest.mark.rule("MC-11.15")
def test_higher_costs_in_numbers() -> None:
    dear = {friend: PRICES[friend] + 6 for friend in DEARER}
    assert dear == {"ladybird": 30, "dragonfly": 21, "stick": 22}
    for friend, price in dear.items():
        assert (
            refuse(friends({"duel_costs": "higher"}, points=price - 1), f"buy {friend}")
            == "MC-9.10"
        )


@pytest.mark.rule("MC-11.16", "MC-8.5")
@pytest.mark.parametrize("choice", ["on", "off"])
def test_safety_stop(choice: str) -> None:
    options = {"safety_stop": choice}
    doc = document(options=options, turns=401)
    if choice == "on":
        with pytest.raises(fm.BadPosition):
            game(2, **options).position(doc)
    else:
        assert game(2, **options).position(doc).to_act == (1,)


@pytest.mark.rule("MC-11.12", "MC-11.13", "MC-11.14", "MC-11.9")
@pytest.mark.parametrize("name", CHOICES)
def test_positions_keep_their_options(name: str) -> None:
    for choice in CHOICES[name]:
        options = {**FRIENDS_GAME, name: choice}
        state = stock_at_random(game(4, **options).start(seed=3), random.Random(3))
        doc = state.to_position()
        assert doc["options"][name] == choice
        assert fm.position(doc) == state
