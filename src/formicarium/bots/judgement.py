"""The numbers by which bots judge a position, from a file that says how they were found.

Every game brings some in its folder `judgement`: `fitted`, which `formicarium tune` has found, and
`hand-0.1`, by which bots judged before. Any other file of that kind may take their place.
"""

import functools
import json
from importlib.resources import files
from math import exp, isfinite
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from formicarium.core.errors import BadOption, one_line
from formicarium.core.game import Game, rulebook
from formicarium.core.rulebook import Rulebook

FITTED = "fitted"
SUFFIX = ".json"

# Settings of bots/tree.py, and between what they lie.
SEARCH = {
    "exploration": (0.0, 100.0),
    "trust": (0.0, 1e6),
    "swing": (1e-3, 1e6),
    "greed": (0.0, 1.0),
    "horizon": (-1.0, 1e6),
}
USUAL = {"exploration": 0.4, "trust": 4.0}

Worth = dict[str, float | list[float]]


class ToldChances(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How what a search has found is told as a chance of winning.

    >>> ToldChances(sharpness=1.0, own=0.0).told(0.25)
    0.25
    """

    sharpness: float  # above 1 where a search is too careful
    own: float  # below 0 where whoever thinks is too hopeful

    def told(self, chance: float) -> float:
        """The chance of winning of the seat that thinks."""
        hope, fear = exp(self.own) * chance**self.sharpness, (1.0 - chance) ** self.sharpness
        return float(hope / (hope + fear))


class Judgement(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A file of such numbers."""

    game: str  # whose evaluation it is for
    found: dict[str, Any]  # how: games, seeds, time, commit
    search: dict[str, float]  # how a search makes use of it
    telling: dict[str, ToldChances]  # by number of players ("2"), or with a variant ("2 base")
    worth: Worth  # by the names that the game's evaluation.py gives

    @functools.cached_property
    def mind(self) -> np.ndarray[Any, Any]:
        """All that things are worth, as compiled code takes it."""
        mind = np.zeros(1, rulebook(self.game).judgement_layout)
        for name, numbers in self.worth.items():
            mind[name] = numbers
        return mind

    def telling_for(self, game: Game) -> ToldChances:
        """How chances are told at a table: of its variant, or of any."""
        any_variant = self.telling.get(str(game.players), ToldChances(1.0, 0.0))
        return self.telling.get(f"{game.players} {game.options.get('variant')}", any_variant)

    def written(self) -> str:
        """As it stands in a file: a line for each name.

        >>> print(Judgement("chess", {}, {"trust": 4.0}, {}, {"open": [2.0, 3.5]}).written())
        {
          "game": "chess",
          "found": {},
          "search": {
            "trust": 4.0
          },
          "telling": {},
          "worth": {
            "open": [2.0, 3.5]
          }
        }
        <BLANKLINE>
        """
        game, *parts = msgspec.to_builtins(self).items()
        blocks = ",\n".join(f"  {json.dumps(name)}: {_block(part)}" for name, part in parts)
        return f'{{\n  "game": {json.dumps(game[1])},\n{blocks}\n}}\n'


def _block(part: dict[str, Any]) -> str:
    lines = [
        f"    {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in part.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n  }" if lines else "{}"


def judgement_for(book: Rulebook, name: str = FITTED) -> Judgement:
    """The judgement of that name that comes with a game, or any in a file.

    >>> import formicarium as fm
    >>> judgement_for(fm.load("micropolis").book, "hand-0.1").search["swing"]
    3.0
    """
    if name.endswith(SUFFIX):
        return read_judgement(book.name, Path(name))
    own = {file.stem: file for file in folder_of(book).glob(f"*{SUFFIX}")}
    if name in own:
        return read_judgement(book.name, own[name])
    if name == FITTED and not book.judges_by_numbers:
        return _as_before(book)
    there = ", ".join(sorted(own)) or "none"
    raise BadOption(
        f"evaluation={name}: {book.name} has no such judgement; it has: {there}; a file is named "
        f"with its {SUFFIX}"
    )


def folder_of(book: Rulebook) -> Path:
    """Where a game keeps its judgements."""
    return Path(str(files(book.package))) / "judgement"


def _as_before(book: Rulebook) -> Judgement:
    """Of a game of version 0.2, which brings no file."""
    search = {**USUAL, "swing": book.swing, "greed": book.greed, "horizon": float(book.horizon)}
    return Judgement(book.name, {}, search, {}, {"nothing": 0.0})


# --- Files ----------------------------------------------------------------------------------------


@functools.cache
def read_judgement(game: str, file: Path) -> Judgement:
    """A file that is right in every number; it is read once."""
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Judgement)
        if not (wrong := fault_in(found, rulebook(game))):
            return found
    except OSError as error:
        wrong = f"cannot be read: {(error.strerror or str(error)).lower()}"
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        wrong = f"is no whole judgement: {one_line(str(error))}"
    raise BadOption(f"{file} {wrong}; {_way_out(game, file)}")


def _way_out(game: str, file: Path) -> str:
    if file == folder_of(rulebook(game)) / f"{FITTED}{SUFFIX}":
        return "it comes with the game, whose bots judge by it: mend it, or install the game anew"
    return (
        "without evaluation=… bots judge as the game itself says, and "
        f"formicarium tune {game} finds another judgement"
    )


def fault_in(found: Judgement, book: Rulebook) -> str:
    """What keeps a game's bots from judging by it; nothing where it fits."""
    if found.game != book.name:
        return f"is a judgement of {found.game}, and not of {book.name}"
    layout = book.judgement_layout
    for part, names, given in (
        ("worth", layout.names or (), found.worth),
        ("search", (*SEARCH,), found.search),
    ):
        if {*names} != {*given}:
            return f"is of another version: {_difference(part, {*names}, {*given})}"
    for name, numbers in found.worth.items():
        if fault := _fault_of(name, np.array(numbers, np.float64), layout[name].shape):
            return fault
    for name, (least, most) in SEARCH.items():
        if not least <= found.search[name] <= most:
            return (
                f"has {name}={found.search[name]:g}: a number from {least:g} to {most:g} is needed"
            )
    for players, telling in found.telling.items():
        if not (telling.sharpness > 0 and isfinite(telling.sharpness + telling.own)):
            return f"has no chances to tell in telling, {players}"
    return ""


def _difference(part: str, wanted: set[str], given: set[str]) -> str:
    missing, strange = wanted - given, given - wanted
    return f"{part} lacks {min(missing)}" if missing else f"{part} knows {min(strange)}, unlike us"


def _fault_of(name: str, numbers: np.ndarray[Any, np.dtype[np.float64]], shape: Any) -> str:
    """What is wrong with the numbers of one name."""
    if numbers.shape != shape:
        wanted, there = (one[0] if one else "one" for one in (shape, numbers.shape))
        return f"is of another version: {name} has {there} numbers there, {wanted} here"
    if name == "open" and not (numbers > 0).all():
        return "has an open that is not above 0"
    return ""
