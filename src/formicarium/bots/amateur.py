"""A bot that errs as people do: by what it does not see, and never by chance alone."""

from math import exp
from random import Random

import numpy as np

from formicarium.bots.blindness import SPOTS, blinded
from formicarium.bots.judgement import FITTED, judgement_for
from formicarium.bots.settings import TEMPLATE, check_share, settings_for, whole, within
from formicarium.core.errors import BadOption, shown
from formicarium.core.game import Game
from formicarium.core.state import State

SEEN = 5  # numbers that a glance at an action gives: see `size_up` in tree.py
EQUAL = 1e-9  # values that are nearer to each other are the same


class Amateur:
    """One decision ahead, as somebody sees it who does not see everything.

    An action that is worse than what a random one may be expected to bring is never chosen. Of the
    others an amateur likes some better than others: by the points that they bring at once, and, the
    farther its `sight`, by those that the game may end with, without what it is `blind` to; it
    looks at the best rival as much as it minds `rivals`. It mostly takes what it likes best; the
    higher its `temperature`, the more often something else. Good actions it `overlooks` at times:
    at 0.5 the best one half of the time, others the less often, the worse they are; at 2 always all
    of the better half.
    """

    is_quick = True  # no clock has to be watched

    def __init__(
        self,
        temperature: float = 0.2,
        sight: float = 1.0,
        rivals: float = 1.0,
        overlooks: float = 0.0,
        blind: str = "",
        worlds: int = 4,
        evaluation: str = FITTED,
    ) -> None:
        self.temperature = within("temperature", temperature, 0, 100)
        self.sight = check_share("sight", sight)
        self.rivals = check_share("rivals", rivals)
        self.overlooks = within("overlooks", overlooks, 0, 100)
        if blind not in ("", *SPOTS):
            raise BadOption(f"blind={shown(blind)}: one of {', '.join(SPOTS)}")
        self.blind = blind
        self.worlds = whole("worlds", worlds, 1, 10_000)
        self.evaluation = str(evaluation)

    def prepare(self, game: Game) -> None:
        """Compile what a glance takes."""
        state = game.start(seed=0)
        seat = state.to_act[0]
        self.glance(state, seat, state.codes(seat), 0)

    def choose(self, state: State, seat: int, seed: int, deadline: float) -> int:
        """Something that it likes, and that is not silly."""
        dice = Random(seed)
        codes = state.codes(seat)
        if len(codes) == 1:
            return codes[0]
        seen = self.glance(state, seat, codes, seed)
        sensible = np.flatnonzero(seen[:, 0] >= seen[:, 0].mean() - EQUAL)
        weights = self.weights(self.liking(seen[sensible]))
        noticed = [dice.random() >= miss for miss in self.misses(seen[sensible, 0])]
        chances = [weight * there for weight, there in zip(weights, noticed, strict=True)]
        chosen: int = dice.choices(sensible, chances if any(chances) else weights)[0]
        return codes[chosen]

    def misses(self, goods: np.ndarray) -> list[float]:
        """How likely each action is overlooked: the best most easily, the worst never."""
        others = max(len(goods) - 1, 1)
        worse = [int((goods < good - EQUAL).sum()) for good in goods]
        return [min(self.overlooks * number / others, 1.0) for number in worse]

    def glance(self, state: State, seat: int, codes: list[int], seed: int) -> np.ndarray:
        """What every action seems to come to: a row for each."""
        book = state.game.book
        judgement = judgement_for(book, self.evaluation)
        seen = np.zeros((len(codes), SEEN))
        book.bound(TEMPLATE).size_up_all(
            state.game.parts_bytes,
            state.bytes,
            seat,
            self.worlds,
            np.uint64(seed),
            settings_for(state.game, judgement.search),
            judgement.mind,
            blinded(book.name, self.evaluation, self.blind).mind,
            np.array(codes, np.int32),
            seen,
        )
        return seen / self.worlds

    def liking(self, seen: np.ndarray) -> np.ndarray:
        """How much it likes what it sees, from 0 to 1."""
        _, now, rival_now, later, rival_later = seen.T
        at_once = now - self.rivals * rival_now
        in_the_end = later - self.rivals * rival_later
        liked = (1 - self.sight) * at_once + self.sight * in_the_end
        spread = float(np.ptp(liked))
        return (liked - liked.min()) / spread if spread > EQUAL else np.ones(len(liked))

    def weights(self, liked: np.ndarray) -> list[float]:
        """How likely each is taken."""
        if self.temperature == 0:
            return [float(like == liked.max()) for like in liked]
        return [exp((like - 1) / self.temperature) for like in liked]
