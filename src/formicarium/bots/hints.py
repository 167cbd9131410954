"""Advice for people: what a search thinks of every action."""

import time

from formicarium.bots.search import SearchBot
from formicarium.core.hint import Hint
from formicarium.core.state import State

TRIES = 8  # of every action at least, so that something can be said of it
FORCED = 200  # simulations, at most, where there is nothing to choose


def advise(state: State, seat: int, seconds: float, seed: int = 0) -> list[Hint]:
    """A seat's legal actions, the best first; the compiler's time is not counted."""
    bot = SearchBot(seconds=seconds, tries=TRIES)
    bot.prepare(state.game)
    world, codes = state.redetermined(seat, seed), state.codes(seat)
    if len(codes) == 1:
        return [_forced(bot, world, seat, codes[0], seed)]
    before = state.copy()
    return [
        Hint(before.action(seat, verdict.code), verdict.chance, verdict.points, verdict.visits)
        for verdict in bot.think(world, seat, seed)
    ]


def _forced(bot: SearchBot, world: State, seat: int, code: int, seed: int) -> Hint:
    """The only action there is: a tree begins where there is something to choose after it."""
    tree = bot.new_tree(world, seat)
    tree.grow(seed, FORCED, time.monotonic() + bot.seconds)
    chance, points = (float(total) / tree.simulations for total in tree.totals[seat])
    return Hint(world.action(seat, code), tree.telling.told(chance), points, tree.simulations)
