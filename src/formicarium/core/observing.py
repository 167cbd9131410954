"""Observations: numbers without bounds, for which there is room from -1 to 1."""

from formicarium.core.compiled import rule


@rule
def squashed(number: int, usual: int) -> float:
    """A number between -1 and 1 for every number: half for the usual one, and never the same twice.

    (That is so up to ten thousand, beyond which a float32 cannot tell all of them apart.)

    >>> [squashed(number, 10) for number in (0, 10, 30, -10)]
    [0.0, 0.5, 0.75, -0.5]
    """
    return number / (abs(int(number)) + int(usual))
