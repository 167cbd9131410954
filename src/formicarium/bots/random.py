"""A bot that decides at random: the measure of all others."""

from random import Random

from formicarium.core.state import State


class RandomBot:
    """Every legal action is as likely as any other."""

    is_quick = True  # no clock has to be watched

    def choose(self, state: State, seat: int, seed: int, deadline: float) -> int:
        """One of the legal actions."""
        return Random(seed).choice(state.codes(seat))
