"""Opponents by how hard they are to beat: what people choose from."""

from formicarium.bots.greedy import GreedyBot
from formicarium.bots.search import SearchBot


def beginner() -> GreedyBot:
    """Takes what looks good, and often slips."""
    return GreedyBot(slips=0.5)


def easy() -> GreedyBot:
    """Takes what looks best at once."""
    return GreedyBot()


def normal() -> SearchBot:
    """Thinks ahead a little: answers at once."""
    return SearchBot(simulations=200)


def hard() -> SearchBot:
    """Thinks ahead: answers within a second."""
    return SearchBot(simulations=1_000)


def expert() -> SearchBot:
    """Thinks for some seconds."""
    return SearchBot(simulations=10_000)
