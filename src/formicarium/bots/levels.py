"""Opponents by how hard they are to beat: what people choose from.

Each wins about two games of three or more against the one below: see docs/strength.md.
"""

from formicarium.bots.greedy import GreedyBot
from formicarium.bots.search import SearchBot


def beginner() -> GreedyBot:
    """Takes what looks good, and often anything."""
    return GreedyBot(slips=0.5)


def easy() -> GreedyBot:
    """Takes what looks good, and now and then anything."""
    return GreedyBot(slips=0.2)


def normal() -> GreedyBot:
    """Takes what looks best at once."""
    return GreedyBot()


def hard() -> SearchBot:
    """Thinks ahead, and answers in the blink of an eye."""
    return SearchBot(simulations=150)


def expert() -> SearchBot:
    """Thinks ahead thoroughly, for up to a second."""
    return SearchBot(simulations=10_000)
