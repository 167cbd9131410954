"""Advice for people: what a search thinks of every action."""

from formicarium.bots.search import SearchBot
from formicarium.core.hint import Hint
from formicarium.core.state import State

TRIES = 8  # of every action at least, so that something can be said of it


def advise(state: State, seat: int, seconds: float, seed: int = 0) -> list[Hint]:
    """A seat's legal actions, the best first; the compiler's time is not counted."""
    bot = SearchBot(seconds=seconds, tries=TRIES)
    bot.prepare(state.game)
    verdicts = bot.think(state.redetermined(seat, seed), seat, seed)
    before = state.copy()
    return [
        Hint(before.action(seat, verdict.code), verdict.chance, verdict.points, verdict.visits)
        for verdict in verdicts
    ]
