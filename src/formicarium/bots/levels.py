"""Opponents by how hard they are to beat: what people choose from.

Each wins about two games of three or more against the one below: see docs/strength.md.
"""

from formicarium.bots.greedy import GreedyBot
from formicarium.bots.search import SearchBot


def beginner() -> GreedyBot:
    """Takes what looks good at times, and mostly anything."""
    return GreedyBot(slips=0.7)


def easy() -> GreedyBot:
    """Takes what looks good, and often anything."""
    return GreedyBot(slips=0.35)


def normal() -> GreedyBot:
    """Takes what looks best at once, but overlooks it now and then."""
    return GreedyBot(slips=0.1)


def hard() -> SearchBot:
    """Thinks ahead for the blink of an eye, and seldom slips."""
    return SearchBot(simulations=150, slips=0.05)


def expert() -> SearchBot:
    """Thinks ahead thoroughly, for up to a second, and never slips."""
    return SearchBot(seconds=1, simulations=10_000)
