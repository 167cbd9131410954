"""How good people are, by OpenSkill: one number for what is believed, one for how sure that is."""

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3  # of whom nothing is known
BOT_SIGMA = 1.0  # of bots: their contests leave little doubt


class Rated(msgspec.Struct, frozen=True):
    """How good somebody is."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0  # from which that is known

    @property
    def sure(self) -> float:
        """What she is at least, nearly certainly: by this number lists are ordered."""
        return self.mu - 2 * self.sigma


@functools.cache
def model() -> "PlackettLuce":
    """OpenSkill's, which is loaded when somebody needs it."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def among_people(before: Sequence[Rated], places: Sequence[int]) -> list[Rated]:
    """What a game between people says of them, by their places."""
    after = _rated([(one.mu, one.sigma) for one in before], places)
    return [Rated(mu, sigma, one.games + 1) for one, (mu, sigma) in zip(before, after, strict=True)]


def beside_bots(me: Rated, place: int, strengths: Sequence[float], places: Sequence[int]) -> Rated:
    """What a game alone among bots says of somebody; of bots it says nothing new."""
    bots = [(strength, BOT_SIGMA) for strength in strengths]
    mu, sigma = _rated([(me.mu, me.sigma), *bots], [place, *places])[0]
    return Rated(mu, sigma, me.games + 1)


def _rated(
    before: Sequence[tuple[float, float]], places: Sequence[int]
) -> list[tuple[float, float]]:
    teams = [[model().create_rating([*one])] for one in before]
    rated = model().rate(teams, ranks=[float(place) for place in places])
    return [(one.mu, one.sigma) for (one,) in rated]


def share_between(rated: Rated, lowest: float, highest: float) -> float:
    """How likely it is that somebody is as good as that, or less good than this.

    >>> round(share_between(Rated(25, 5), 20, 30), 2)
    0.68
    """

    def below(limit: float) -> float:
        return 0.5 * (1 + math.erf((limit - rated.mu) / (rated.sigma * math.sqrt(2))))

    return below(highest) - below(lowest)
