"""A bot that decides at random: the measure of all others."""

from random import Random

from formicarium.core.state import State


class RandomBot:
    """Every legal action is as likely as any other."""

    def choose(self, state: State, seat: int, seed: int) -> int:
        """One of the legal actions."""
        return Random(seed).choice(state.codes(seat))
