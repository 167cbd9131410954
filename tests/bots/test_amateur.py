"""Bots that err as people do: by what they see and overlook, and never by something silly."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.bots import load_bot
from formicarium.bots.amateur import Amateur
from formicarium.bots.characters import characters, described
from tests.bots.test_bots import after

Seen = list[tuple[float, float, float, float, float]]
# How good; points at once of oneself and the best rival; and with how many each may end.
SEEN: Seen = [
    (0.9, 0, 0, 30, 20),  # good in the end
    (0.8, 5, 4, 20, 20),  # points at once, and for a rival as well
    (0.7, 4, 0, 10, 20),
    (0.1, 9, 0, 40, 0),  # silly, whatever it seems to bring
]


class Certain(Amateur):
    """Sees what it is told to see."""

    def glance(self, state: Any, seat: int, codes: list[int], seed: int) -> np.ndarray:
        return np.array(SEEN)


class Asked:
    """A position with as many actions as there is something to see of."""

    def codes(self, seat: int) -> list[int]:
        return [10, 11, 12, 13]


def chosen(**settings: Any) -> Counter[int]:
    """How often it takes what."""
    bot = Certain(**settings)
    state: Any = Asked()
    return Counter(bot.choose(state, 0, seed, float("inf")) for seed in range(200))


@pytest.mark.parametrize(
    ("settings", "best"),
    [
        ({"sight": 1.0}, 10),
        ({"sight": 0.0, "rivals": 0.0}, 11),
        ({"sight": 0.0, "rivals": 1.0}, 12),
    ],
)
def test_it_likes_what_it_sees(settings: dict[str, float], best: int) -> None:
    assert chosen(temperature=0, **settings) == {best: 200}


@pytest.mark.parametrize("settings", [{}, {"overlooks": 1.0}, {"sight": 0.0}])
def test_nothing_silly_is_ever_taken(settings: dict[str, float]) -> None:
    assert 13 not in chosen(temperature=100, **settings)


def test_the_hotter_the_more_often_something_else() -> None:
    cold, warm, hot = (chosen(temperature=heat)[10] for heat in (0.05, 0.5, 100))
    assert 200 >= cold > warm > hot > 30


def test_the_best_is_overlooked_most_easily_and_the_worst_never() -> None:
    goods = np.array([0.9, 0.8, 0.7, 0.6, 0.5])
    assert Certain(overlooks=0.5).misses(goods) == [0.5, 0.375, 0.25, 0.125, 0.0]
    assert Certain(overlooks=2).misses(goods) == [1, 1, 1, 0.5, 0]
    assert chosen(temperature=0.5, overlooks=1.0)[10] == 0
    assert 0 < chosen(temperature=0.5, overlooks=0.5)[10] < chosen(temperature=0.5)[10]


@pytest.mark.parametrize(
    "wrong", [{"overlooks": -0.5}, {"sight": -1}, {"temperature": -1}, {"blind": "all"}]
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(fm.BadOption, match=next(iter(wrong))):
        Amateur(**wrong)


@pytest.mark.parametrize("blind", ["", "growth"])
def test_it_plays_by_what_its_game_says(blind: str) -> None:
    state = after("micropolis", {"players": 3}, seed=2)
    seat = state.to_act[0]
    bot = Amateur(worlds=2, blind=blind)
    seen = bot.glance(state, seat, state.codes(seat), 7)
    assert seen.shape == (len(state.codes(seat)), 5)
    assert ((seen[:, 0] >= 0) & (seen[:, 0] <= 1)).all()
    assert bot.choose(state, seat, 7, float("inf")) == bot.choose(state, seat, 7, float("inf"))


def test_characters_are_bots_by_other_names() -> None:
    for level, description in characters().items():
        assert described(level) == description
        assert vars(load_bot(level)) == vars(load_bot(description))
