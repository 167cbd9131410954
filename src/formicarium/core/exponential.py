"""`exp` and `log` as rules: the same to the last bit at every speed and on every machine.

Those of the C library differ from one system to the next in the last bit, which is enough for a
search to decide otherwise. These add, subtract, multiply and divide only, each of which is rounded
in one way everywhere. They follow FreeBSD's msun, and are less than 1 ulp off.

The series and their numbers are from there: Copyright (C) 1993 by Sun Microsystems, Inc. All rights
reserved. Permission to use, copy, modify, and distribute this software is freely granted, provided
that this notice is preserved.
"""

import numpy as np

from formicarium.core.compiled import rule

INFINITY = float("inf")
# Beyond these, `exp` is infinite, or so small that it counts as nothing.
MOST, LEAST = 709.782712893384, -708.3964185322641

LOG_2_HIGH, LOG_2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
PER_LOG_2 = 1.44269504088896338700e00
HALF = 0.5

EXP_1, EXP_2, EXP_3 = (
    1.66666666666666019037e-01,
    -2.77777777770155933842e-03,
    6.61375632143793436117e-05,
)
EXP_4, EXP_5 = -1.65339022054652515390e-06, 4.13813679705723846039e-08

LOG_1, LOG_2, LOG_3 = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01
LOG_4, LOG_5, LOG_6 = 2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01
LOG_7 = 1.479819860511658591e-01

# A number is a fraction of 52 bits, and above it an exponent to which this much is added.
FRACTION, OFFSET = 52, 1023
BELOW_ROOT = 0x3FE6A09E667F3BCD  # the bits of the root of 1/2


@rule
def power_of_two(exponent: int) -> float:
    """Two to a power from -1022 to 1023: the bits of such a number are its exponent alone."""
    return np.int64((exponent + OFFSET) << FRACTION).view(np.float64)


@rule
def exp(number: float) -> float:
    """How much grows out of 1 in so much time, if it grows by itself all the while.

    >>> exp(0.0), exp(-1.0), exp(-1000.0)
    (1.0, 0.36787944117144233, 0.0)
    """
    if number > MOST:
        return INFINITY
    if number < LEAST:
        return 0.0
    halves = HALF if number > 0.0 else -HALF
    times = int(number * PER_LOG_2 + halves)
    high, low = number - times * LOG_2_HIGH, times * LOG_2_LOW
    rest = high - low
    square = rest * rest
    series = EXP_1 + square * (EXP_2 + square * (EXP_3 + square * (EXP_4 + square * EXP_5)))
    bent = rest - square * series
    grown = 1.0 - ((low - (rest * bent) / (2.0 - bent)) - high)
    if times > OFFSET:
        return grown * 2.0 * power_of_two(times - 1)
    return grown * power_of_two(times)


@rule
def log(number: float) -> float:
    """The natural logarithm of a number above 0 that is not smaller than all ordinary ones.

    >>> log(1), log(2), log(1000)
    (0.0, 0.6931471805599453, 6.907755278982137)
    """
    bits = np.float64(number).view(np.int64)
    times = (bits - BELOW_ROOT) >> FRACTION
    beyond = np.int64(bits - (times << FRACTION)).view(np.float64) - 1.0
    ratio = beyond / (2.0 + beyond)
    square = ratio * ratio
    fourth = square * square
    even = fourth * (LOG_2 + fourth * (LOG_4 + fourth * LOG_6))
    odd = square * (LOG_1 + fourth * (LOG_3 + fourth * (LOG_5 + fourth * LOG_7)))
    half = HALF * beyond * beyond
    tail = ratio * (half + even + odd) + times * LOG_2_LOW
    return times * LOG_2_HIGH - ((half - tail) - beyond)
