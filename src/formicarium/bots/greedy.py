"""A bot that takes what looks best at once."""

from random import Random

import numpy as np

from formicarium.bots.judgement import FITTED
from formicarium.bots.learned import any_judgement, tree_for
from formicarium.bots.settings import check_share, settings_for, whole
from formicarium.core.game import Game
from formicarium.core.state import State


class GreedyBot:
    """One decision ahead, by the game's own appraisal, on average over some worlds.

    A share of its decisions may be `slips`, which are random: it then plays like a beginner.
    """

    is_quick = True  # no clock has to be watched

    def __init__(self, worlds: int = 4, slips: float = 0.0, evaluation: str = FITTED) -> None:
        self.worlds = whole("worlds", worlds, 1, 10_000)
        self.evaluation = str(evaluation)
        self.slips = check_share("slips", slips)

    def prepare(self, game: Game) -> None:
        """Compile what looking ahead takes."""
        state = game.start(seed=0)
        self.values(state, state.to_act[0], 0)

    def choose(self, state: State, seat: int, seed: int, deadline: float) -> int:
        """The action that looks best; any of them, if several do."""
        dice = Random(seed)
        codes = state.codes(seat)
        if len(codes) == 1 or dice.random() < self.slips:
            return dice.choice(codes)
        values = self.values(state, seat, seed)
        return dice.choice(
            [code for code, value in values.items() if value == max(values.values())]
        )

    def values(self, state: State, seat: int, seed: int) -> dict[int, float]:
        """How good each legal action looks, from 0 to 1."""
        game, judgement = state.game, any_judgement(state.game.book, self.evaluation)
        codes = np.array(state.codes(seat), np.int32)
        values = np.zeros(codes.size)
        tree_for(game.book, judgement).look_ahead(
            game.parts_bytes,
            state.bytes,
            seat,
            self.worlds,
            np.uint64(seed),
            settings_for(game, judgement.search),
            judgement.mind,
            codes,
            values,
        )
        return dict(zip(codes.tolist(), values.tolist(), strict=True))
