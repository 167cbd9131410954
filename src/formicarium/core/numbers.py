"""Numbers of a row, as the rules hand them on."""

from formicarium.core.compiled import rule


@rule
def wide(number: int) -> int:
    """A small number of a row, or a word, as an ordinary number.

    Compiled, `int` alone would leave it as small as it is, and every rule that is handed such a
    number would be compiled once more for its size.

    >>> import numpy as np
    >>> wide(np.int8(100)) * 2
    200
    """
    return int(number + 0)
