"""A bot that plays every action on at random, many times, and takes the one that wins most."""

import numpy as np

from formicarium.core.state import State

TEMPLATE = "formicarium.bots.rollouts"


class RolloutBot:
    """Plain Monte Carlo: a fair opponent in any game, without knowing anything about it.

    In a long game with many choices it tries each less often, so that nobody waits for long: a
    million decisions are played in a fraction of a second.
    """

    def __init__(self, rollouts: int = 400, decisions: int = 1_000_000) -> None:
        self.rollouts = rollouts
        self.decisions = decisions

    def choose(self, state: State, seat: int, seed: int) -> int:
        """The action with the most victories over the same random continuations."""
        game = state.game
        codes = np.array(state.codes(seat), np.int32)
        victories = np.zeros(codes.size)
        if codes.size > 1:
            budget = (self.rollouts, self.decisions, np.uint64(seed))
            game.book.bound(TEMPLATE).try_actions(
                game.parts, state.bytes, seat, codes, *budget, victories
            )
        return int(codes[victories.argmax()])
