"""What somebody does not see: of some things, a judgement counts only a share.

A game says in `blind_spots.json`, beside its rules, which of its numbers belong to a blind spot,
and what is left of each. So a character has the same weakness in every game that knows it.
"""

import functools
from importlib.resources import files
from pathlib import Path

import msgspec

from formicarium.bots.judgement import Judgement, judgement_for
from formicarium.core.game import rulebook

FILE = "blind_spots.json"
# What people do not see: what lies ready for later; what still grows; what may go wrong.
RESERVES, GROWTH, DANGER = SPOTS = "reserves", "growth", "danger"


@functools.cache
def blinded(game: str, evaluation: str, spot: str) -> Judgement:
    """A game's judgement, as far as somebody with a blind spot knows it.

    >>> whole, half = (blinded("micropolis", "fitted", spot).worth for spot in ("", "reserves"))
    >>> half["token"] < whole["token"], half["ripe"] == whole["ripe"]
    (True, True)
    """
    judgement = judgement_for(rulebook(game), evaluation)
    shares = blind_spots(game).get(spot, {})
    worth = judgement.worth | {
        name: _part(judgement.worth[name], share) for name, share in shares.items()
    }
    return msgspec.structs.replace(judgement, worth=worth)


@functools.cache
def blind_spots(game: str) -> dict[str, dict[str, float]]:
    """By blind spot, the share of each number that somebody still sees.

    >>> blind_spots("micropolis")["danger"]
    {'flux': 0.2}
    """
    file = Path(str(files(rulebook(game).package))) / FILE
    if not file.is_file():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, float]])


def _part(worth: float | list[float], share: float) -> float | list[float]:
    return [share * one for one in worth] if isinstance(worth, list) else share * worth
