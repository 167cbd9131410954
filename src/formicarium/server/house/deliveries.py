"""What came of a message that was sent."""

from typing import NamedTuple


class Delivery(NamedTuple):
    """What came of it, and when to try again if that may help."""

    has_arrived: bool = False
    is_hopeless: bool = False  # it will never arrive
    is_gone: bool = False  # nor will any other one there
    wait: float = 0.0  # seconds that whoever takes it asks for before the next one
    was_tried: bool = True
    reason: str = ""  # in a word, without anything that says to whom


ARRIVED = Delivery(has_arrived=True)


def later(reason: str, wait: float = 0.0, was_tried: bool = True) -> Delivery:
    """Not now."""
    return Delivery(wait=wait, was_tried=was_tried, reason=reason)


def never(reason: str = "", is_gone: bool = False) -> Delivery:
    """Not at all."""
    return Delivery(is_hopeless=True, is_gone=is_gone, reason=reason)
