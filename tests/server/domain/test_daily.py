"""The calendar of daily games: by the day alone."""

from collections import Counter
from itertools import pairwise

import msgspec

import formicarium as fm
from formicarium.core.game import game_names, load_with, rulebook
from formicarium.server.domain.daily import (
    MOST_PLAYERS,
    SECONDS,
    Candidate,
    counts_until,
    day_of,
    game_of,
)
from formicarium.server.house.daily import candidate

CANDIDATES = [candidate(rulebook(name)) for name in game_names()]
YEAR = range(20_774, 20_774 + 366)


def test_games_take_turns_and_light_ones_come_more_often() -> None:
    days = [game_of(day, CANDIDATES).game for day in YEAR]
    count = Counter(days)
    assert {*count} == {*game_names()}
    assert count["micropolis"] > count["antics"] > count["myrmes"] > 30
    assert all(one != other for one, other in pairwise(days))


def test_every_day_can_be_played() -> None:
    for daily in (game_of(day, CANDIDATES) for day in YEAR[:9]):
        game = load_with(daily.game, daily.players, None, {})
        assert game.players <= MOST_PLAYERS
        assert game.start(daily.seed).to_act


def test_the_day_decides_and_nothing_else() -> None:
    """Rules that are renewed in mid-day change no set-up: those who began before play the same."""
    daily = game_of(YEAR[0], CANDIDATES)
    assert game_of(YEAR[0], reversed(CANDIDATES)) == daily
    newer = [one._replace(rules=one.rules + 1) for one in CANDIDATES]
    other = game_of(YEAR[0], newer)
    assert other == msgspec.structs.replace(daily, rules=daily.rules + 1)
    assert len({game_of(day, CANDIDATES).seed for day in YEAR}) == len(YEAR)


def test_a_day_is_that_of_utc() -> None:
    noon = 20_775.5 * SECONDS  # 12:00 UTC, when it is another day in Auckland
    assert (day_of(noon), counts_until(day_of(noon))) == (20_775, 20_777.0 * SECONDS)
    assert day_of(20_776 * SECONDS - 0.001) == 20_775


def test_games_of_others_are_days_too() -> None:
    lone = Candidate("pebbles", 1, (6, 7))
    assert game_of(3, [lone]).players in (6, 7)
    assert game_of(3, [*CANDIDATES, lone]).game in (*fm.game_names(), "pebbles")
