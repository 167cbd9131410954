"""Numbers as a language writes them."""

from formicarium.core.text import Phrases


def whole(number: float, say: Phrases) -> str:
    """A number without fractions, with its thousands set apart."""
    return decimal(number, say, 0)


def decimal(number: float, say: Phrases, digits: int = 1) -> str:
    """A number with some digits behind the point.

    >>> from formicarium.core.text import phrases
    >>> decimal(-1234.56, phrases("formicarium.pages", "de"))
    '−1.234,6'
    """
    written = f"{abs(number):,.{digits}f}"
    sign = "−" if number < 0 and any(figure in "123456789" for figure in written) else ""
    marks = {",": say("numbers.thousands"), ".": say("numbers.point")}
    return sign + "".join(marks.get(figure, figure) for figure in written)


def percent(share: float, say: Phrases, digits: int = 0) -> str:
    """A part of a whole."""
    return say("numbers.percent", n=decimal(100 * share, say, digits))


def change(share: float, say: Phrases) -> str:
    """What a chance has gained or lost, with its sign."""
    sign = "+" if round(100 * share) > 0 else ""
    return sign + say("numbers.percent", n=decimal(100 * share, say, 0))
