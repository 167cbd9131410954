"""`exp` and `log` of our own: as good as those of the library, and the same bits everywhere."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable

import numpy as np
import pytest

from formicarium.core.exponential import LEAST, MOST, exp, log
from tests.tiers import times

# Interpreted and compiled, and on any machine; tests/wasm/test_entries.py asks for the same.
BITS = "77c6ebd0c44e876c"


def some_numbers(count: int = 500) -> tuple[list[float], list[float]]:
    """Numbers for `exp` and for `log`: leads in points, counts of visits, and all other sizes."""
    dice = random.Random(1)
    leads = [dice.uniform(-40, 0) for _ in range(count)]
    others = [dice.uniform(LEAST, MOST) for _ in range(count)]
    counts = [*range(1, count), *(dice.randrange(1, 1 << 31) for _ in range(count))]
    return [*leads, *others], [*counts, *(dice.uniform(0.001, 10) for _ in range(count))]


def most_ulps(
    own: Callable[[float], float], right: Callable[[float], float], of: list[float]
) -> float:
    """How far a function is off at most, in units of the last place."""
    return max(abs(own(number) - right(number)) / math.ulp(right(number)) for number in of)


def test_they_are_as_good_as_those_of_the_library() -> None:
    for_exp, for_log = some_numbers(times(2000, proven=200_000))
    assert most_ulps(exp, math.exp, for_exp) <= 1
    assert most_ulps(log, math.log, for_log) <= 1


def test_their_bits_are_always_the_same() -> None:
    for_exp, for_log = some_numbers()
    found = np.array([*map(exp, for_exp), *map(log, for_log)])
    assert hashlib.sha256(found.tobytes()).hexdigest()[:16] == BITS


@pytest.mark.parametrize(
    ("number", "right"),
    [(0.0, 1.0), (-0.0, 1.0), (710.0, math.inf), (1e300, math.inf), (-709.0, 0.0), (-1e300, 0.0)],
)
def test_exp_at_its_borders(number: float, right: float) -> None:
    assert exp(number) == right


def test_exp_next_to_its_borders_is_still_a_number() -> None:
    assert most_ulps(exp, math.exp, [MOST, LEAST, 709.5, -5e-324, 5e-324]) <= 1


def test_log_of_one_is_nothing() -> None:
    assert log(1) == 0.0
