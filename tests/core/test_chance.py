"""The random generator: the published numbers, and draws that are exactly fair."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from formicarium.core.chance import below, next_word, scrambled, seed_of, shuffle
from formicarium.core.layout import Row, layout

DICE = layout(("name", np.int64), ("rng", np.uint64))
WORDS = 1 << 64
HALF = 1 << 32
STRIDE = 0x9E3779B97F4A7C15

# From the public reference implementations of SplitMix64.
PUBLISHED = {
    0: [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
        0xF88BB8A8724C81EC,
        0x1B39896A51A8749B,
    ],
    1234567: [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ],
}


def dice(seed: int) -> Row:
    holder: Row = np.zeros(1, DICE)[0]
    holder.rng = seed
    return holder


def about_to_draw(word: int) -> Row:
    """Dice whose next word is a given one: every step of the scrambling can be undone."""
    word = unshifted(word, 31) * pow(0x94D049BB133111EB, -1, WORDS) % WORDS
    word = unshifted(word, 27) * pow(0xBF58476D1CE4E5B9, -1, WORDS) % WORDS
    return dice((unshifted(word, 30) - STRIDE) % WORDS)


def unshifted(word: int, shift: int) -> int:
    """Undo `word ^ (word >> shift)`."""
    found = word
    for _ in range(64 // shift):
        found = word ^ (found >> shift)
    return found


@pytest.mark.parametrize("seed", PUBLISHED)
def test_words_are_the_published_ones(seed: int) -> None:
    holder = dice(seed)
    assert [int(next_word(holder)) for _ in range(5)] == PUBLISHED[seed]


def test_the_generator_has_no_short_cycle_at_the_end_of_its_range() -> None:
    holder = dice(WORDS - 1)
    words = [int(next_word(holder)) for _ in range(1000)]
    assert len({*words}) == 1000


@pytest.mark.parametrize("word", [0, 1, HALF, WORDS - 1, 0x0123456789ABCDEF])
def test_dice_can_be_loaded(word: int) -> None:
    """What the tests below rely on."""
    assert int(next_word(about_to_draw(word))) == word


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 7, 10, 61, 1000, 2**31 - 1, 2**31, 2**32 - 1])
def test_a_draw_takes_the_fair_part_of_the_words_and_no_more(bound: int) -> None:
    """The words for a value form a stretch; all stretches are as long, and the rest is refused."""
    fair = HALF // bound
    for value in {0, min(1, bound - 1), bound // 2, bound - 1}:
        end = -(-(value + 1) * HALF // bound)
        start = end - fair
        assert start * bound // HALF == value
        for half in (start, end - 1):
            holder = about_to_draw(half << 32 | 0xFFFFFFFF)
            following = (int(holder.rng) + STRIDE) % WORDS
            assert below(holder, bound) == value
            assert int(holder.rng) == following
        if (start - 1) * bound // HALF == value:
            assert draws(about_to_draw((start - 1) << 32), bound) > 1


def draws(holder: Row, bound: int) -> int:
    """How many words a draw uses up."""
    before = int(holder.rng)
    below(holder, bound)
    return (int(holder.rng) - before) * pow(STRIDE, -1, WORDS) % WORDS


def test_a_refused_word_is_followed_by_the_next() -> None:
    """Of three, the word of zeros is refused, since 2**32 is no multiple of 3."""
    holder = about_to_draw(0)
    second = dice((int(holder.rng) + STRIDE) % WORDS)
    expected = (int(next_word(second)) >> 32) * 3 >> 32
    assert below(holder, 3) == expected
    assert int(holder.rng) == int(second.rng)


@pytest.mark.parametrize("bound", [1, 2, 6, 61])
def test_a_draw_stays_below_its_bound_and_reaches_all(bound: int) -> None:
    holder = dice(bound)
    assert {below(holder, bound) for _ in range(40 * bound)} == {*range(bound)}


def test_a_draw_is_an_ordinary_number() -> None:
    assert type(below(dice(1), 6)) is int


@pytest.mark.parametrize("items", [2, 3, 4, 5])
def test_a_shuffle_reaches_every_order(items: int) -> None:
    orders = set()
    for seed in range(30 * math.factorial(items)):
        cards = np.arange(items, dtype=np.int8)
        shuffle(dice(seed), cards, items)
        orders.add(tuple(cards.tolist()))
    assert orders == {*itertools.permutations(range(items))}


def test_a_shuffle_leaves_the_rest_alone() -> None:
    cards = np.arange(10, dtype=np.int8)
    shuffle(dice(1), cards, 4)
    assert sorted(cards[:4].tolist()) == [0, 1, 2, 3]
    assert cards[4:].tolist() == [4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("count", [0, 1])
def test_there_is_nothing_to_shuffle(count: int) -> None:
    cards, holder = np.arange(3, dtype=np.int8), dice(5)
    shuffle(holder, cards, count)
    assert cards.tolist() == [0, 1, 2]
    assert int(holder.rng) == 5


def test_a_shuffle_uses_one_draw_for_each_card_but_the_first() -> None:
    one, other = dice(9), dice(9)
    shuffle(one, np.arange(5, dtype=np.int8), 5)
    for bound in (5, 4, 3, 2):
        below(other, bound)
    assert int(one.rng) == int(other.rng)


@pytest.mark.parametrize("seed", PUBLISHED)
def test_the_seeds_of_a_series_are_the_words_of_its_seed(seed: int) -> None:
    assert [int(seed_of(np.uint64(seed), number)) for number in range(5)] == PUBLISHED[seed]


def test_scrambling_is_one_to_one_on_neighbours() -> None:
    words = [int(scrambled(np.uint64(word))) for word in range(2000)]
    assert len({*words}) == 2000
