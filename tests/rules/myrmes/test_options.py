"""Section 18: options. What each choice changes is tested with the rule that it changes."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import formicarium as fm
from tests.rules.myrmes.helpers import again, fewer, game, stroll

CHOICES = {
    "first_player": ("random", "seat_1", "seat_2", "seat_3", "seat_4"),
    "start_spaces": ("random", "chosen", "by_seat"),
    "two_player_area": ("wide", "narrow"),
    "prey_mix": ("random", "balanced"),
    "cubes": ("unlimited", "limited"),
    "markers": ("four", "unlimited"),
    "neutral_marker": ("returned", "spent"),
    "reveal": ("together", "apart"),
    "event_0": ("tiles", "sizes", "everything"),
    "event_1": ("workers", "no_cleaning", "everything"),
    "birth_events": ("with_birth", "always"),
    "event_3": ("optional", "forced"),
    "event_6": ("pheromones", "all_tiles"),
    "short_supply": ("choose", "workers", "soldiers"),
    "toll": ("each_time", "once"),
    "after_hunt": ("may_lay", "no_tile"),
    "smaller_tiles": ("allowed", "forbidden"),
    "pyramid": ("allowed", "absent"),
    "flipping": ("allowed", "forbidden"),
    "atelier_order": ("free", "printed"),
    "idle_nurses": ("allowed", "forbidden"),
    "level_2_cost": ("sheet", "board"),
    "discarded_nurses": ("any", "not_breeding"),
    "group_empty": ("counted", "ignored"),
    "group_special": ("ignored", "counted"),
    "pheromone_price": ("nothing", "tiles"),
    "debt": ("below_zero", "stops_at_zero"),
    "token_after_winter": ("stays", "moves"),
}
# The rule that names each option: MY-18.2 and so on, in this order.
NUMBERED = [
    pytest.param(name, marks=pytest.mark.rule("MY-18.1"), id=f"18.{number} {name}")
    for number, name in enumerate(CHOICES, start=2)
]


@pytest.mark.rule("MY-18.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_options_and_their_defaults(players: int) -> None:
    assert game(players).options == {name: choices[0] for name, choices in CHOICES.items()}


@pytest.mark.parametrize("name", NUMBERED)
def test_every_choice_is_known(name: str) -> None:
    for choice in CHOICES[name]:
        assert game(4, **{name: choice}).options[name] == choice
    with pytest.raises(fm.BadOption):
        fm.load("myrmes", players=4, **{name: "nonsense"})


@pytest.mark.rule("MY-18.1")
def test_unknown_options_are_refused() -> None:
    with pytest.raises(fm.BadOption):
        fm.load("myrmes", players=4, house_rule="yes")


@pytest.mark.rule("MY-18.4")
@pytest.mark.parametrize("players", [3, 4])
def test_the_area_of_two_is_about_two(players: int) -> None:
    usual = game(players).start(seed=1).to_position()
    other = game(players, two_player_area="narrow").start(seed=1).to_position()
    assert {**other, "options": 0} == {**usual, "options": 0}


@pytest.mark.rule("MY-18.5")
def test_with_all_prey_on_the_board_no_mix_is_drawn() -> None:
    for choice in ("random", "balanced"):
        prey = game(4, prey_mix=choice).start(seed=1).to_position()["prey"]
        assert Counter(prey.values()) == {"ladybug": 6, "termite": 6, "spider": 6}


@pytest.mark.rule("MY-18.1", "MY-3.4")
@pytest.mark.parametrize("seed", fewer(range(10), 3))
def test_any_mixture_plays_to_the_end(seed: int) -> None:
    chance = random.Random(seed)
    players = 2 + seed % 3
    options = {name: chance.choice(choices) for name, choices in CHOICES.items()}
    options["first_player"] = "seat_2"
    way = stroll(players, seed, tuple(sorted(options.items())))
    assert way[-1]["phase"] == "over"
    for doc in way[:: max(1, len(way) // 25)]:
        again(game(players, **options).position(doc))
