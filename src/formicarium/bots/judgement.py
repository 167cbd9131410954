"""The numbers by which bots judge a position, from a file that says how they were found.

Every game brings some in its folder `judgement`: `fitted`, which `formicarium tune` has found, and
`hand-0.1`, by which bots judged before. Any other file of that kind may take their place.
"""

import functools
from importlib.resources import files
from math import exp
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from formicarium.core.errors import BadOption, one_line
from formicarium.core.game import rulebook
from formicarium.core.rulebook import Rulebook

FITTED = "fitted"
SUFFIX = ".json"
SEARCH = ("exploration", "trust", "swing", "greed", "horizon")  # settings of bots/tree.py

Worth = dict[str, float | list[float]]


class Telling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How what a search has found is told as a chance of winning.

    >>> Telling(sharpness=1.0, own=0.0).told(0.25)
    0.25
    """

    sharpness: float  # above 1 where a search is too careful
    own: float  # below 0 where whoever thinks is too hopeful

    def told(self, chance: float) -> float:
        """The chance of winning of the seat that thinks."""
        hope = exp(self.own) * chance**self.sharpness
        return hope / (hope + (1.0 - chance) ** self.sharpness)


class Judgement(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A file of such numbers."""

    game: str
    found: dict[str, Any]  # how: games, seeds, time, commit
    search: dict[str, float]  # how a search makes use of it
    telling: dict[str, Telling]  # by number of players
    worth: Worth  # by the names that the game's evaluation.py gives

    @functools.cached_property
    def mind(self) -> np.ndarray[Any, Any]:
        """All that things are worth, as compiled code takes it."""
        mind = np.zeros(1, rulebook(self.game).judgement_layout)
        for name, numbers in self.worth.items():
            mind[name] = numbers
        return mind

    def telling_for(self, players: int) -> Telling:
        """How chances are told at a table of so many."""
        return self.telling.get(str(players), Telling(1.0, 0.0))


def judgement_for(book: Rulebook, name: str = FITTED) -> Judgement:
    """The judgement of that name that comes with a game, or any in a file.

    >>> import formicarium as fm
    >>> judgement_for(fm.load("micropolis").book, "hand-0.1").search["swing"]
    3.0
    """
    own = folder_of(book)
    file = Path(name) if name.endswith(SUFFIX) else own / f"{name}{SUFFIX}"
    if not name.endswith(SUFFIX) and not file.is_file():
        there = ", ".join(sorted(known.stem for known in own.glob(f"*{SUFFIX}")))
        raise BadOption(
            f"evaluation={name}: {book.name} has no such judgement; there are: {there}, and any "
            f"file whose name ends with {SUFFIX}"
        )
    return _read(book.name, file)


def folder_of(book: Rulebook) -> Path:
    """Where a game keeps its judgements."""
    return Path(str(files(book.package))) / "judgement"


@functools.cache
def _read(game: str, file: Path) -> Judgement:
    """A file that is right in every number; it is read once."""
    advice = "without evaluation=… bots use the one that comes with the game"
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Judgement)
        check(rulebook(game), found)
    except (OSError, msgspec.MsgspecError, ValueError) as error:
        raise BadOption(f"{file}: {one_line(error)}; {advice}") from None
    return found


def check(book: Rulebook, found: Judgement) -> None:
    """Whether a judgement fits a game, with every number that its bots ask for."""
    if found.game != book.name:
        raise ValueError(f"this is a judgement of {found.game}, and not of {book.name}")
    names = book.judgement_layout.names or ()
    _same("worth", names, found.worth)
    _same("search", SEARCH, found.search)
    for name in names:
        wanted = book.judgement_layout[name].shape
        numbers = np.array(found.worth[name], np.float64)
        if numbers.shape != wanted:
            raise ValueError(f"{name} has numbers of shape {numbers.shape}, and not {wanted}")
        if not np.isfinite(numbers).all():
            raise ValueError(f"{name} has numbers that are none")
    if not np.isfinite([*found.search.values()]).all():
        raise ValueError("search has numbers that are none")


def _same(part: str, names: tuple[str, ...], numbers: dict[str, Any]) -> None:
    """That there is a number for every name, and no other."""
    missing, strange = set(names) - {*numbers}, {*numbers} - set(names)
    if missing or strange:
        wrong = f"lacks {min(missing)}" if missing else f"does not know {min(strange)}"
        raise ValueError(f"{part} {wrong}: this is a judgement of another version")
