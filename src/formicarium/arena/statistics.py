"""How sure one may be of a share or a mean."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

NINETY_FIVE_PERCENT = 1.96  # standard deviations on either side

Values = Sequence[float] | np.ndarray[Any, Any]


def interval(share: float, games: int) -> tuple[float, float]:
    """Where the true share lies, nineteen times out of twenty (Wilson 1927).

    >>> low, high = interval(0.5, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    z2 = NINETY_FIVE_PERCENT**2
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    spread = (z2 * (share * (1 - share) / games + z2 / (4 * games**2))) ** 0.5 / (1 + z2 / games)
    return min(share, max(0.0, centre - spread)), max(share, min(1.0, centre + spread))


def uncertainty(values: Values) -> float:
    """How far off the mean of two or more values may be, nineteen times out of twenty.

    >>> round(uncertainty([1, 2, 3]), 3)
    1.132
    """
    deviation = float(np.std(values, ddof=1))
    return NINETY_FIVE_PERCENT * deviation / math.sqrt(len(values))


def mean(values: Values) -> str:
    """The mean and how far off it may be; of a single game nobody can tell.

    >>> mean([1, 2, 3])
    '2.00 ± 1.13'
    """
    if len(values) == 1:
        return f"{values[0]}"
    return f"{np.mean(values):.2f} ± {uncertainty(values):.2f}"
