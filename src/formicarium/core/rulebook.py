"""What a game hands to the core: its record, its compiled rules and its words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.core.compiled import bind
from formicarium.core.options import Option
from formicarium.core.text import Phrases

if TYPE_CHECKING:
    from rich.console import RenderableType

STEPPING = "formicarium.core.stepping"
SHARED = ("DICE", "tables_in", "table_in", "copy_into", "first_seat", "play_out")  # with templates

Document = dict[str, Any]
Compiled = Callable[..., Any]


@dataclass(frozen=True)
class Refusal:
    """Why an action is illegal: the rule, and the phrase (with its values) that says so."""

    rule: str
    phrase: str
    values: Mapping[str, object]


@dataclass(frozen=True)
class Rulebook:
    """One game, complete. `formicarium.games.micropolis` is the model to follow."""

    name: str
    package: str  # dotted name of the package that holds the rules and the texts
    version: int  # grows when the same actions may lead elsewhere than before
    players: range
    options: tuple[Option, ...]
    record: np.dtype[Any]
    parts: np.dtype[Any]
    actions: int  # how many action codes there are
    most_legal: int  # how many of them can be legal at once, at most
    observation: tuple[tuple[str, int], ...]  # named slices: (name, length)
    components: Mapping[str, Path]  # kind of component file -> the one that comes with the game

    # Compiled: see contract.py.
    setup: Compiled
    legal: Compiled
    apply: Compiled
    redetermine: Compiled
    score: Compiled
    observe: Compiled
    appraise: Compiled

    # How bots make use of `appraise`: see the game's evaluation.py.
    swing: float  # the lead in points at the end that counts as a clear victory
    horizon: int  # decisions that a playout goes on before it is appraised; -1: to the end
    greed: float  # the share of them that is taken by appraisal, the others at random

    # Plain Python.
    check: Callable[[int, Mapping[str, IntEnum]], None]  # raises BadOption
    longest: Callable[[int, Mapping[str, IntEnum]], int]  # no game has more decisions than this
    make_parts: Callable[[Mapping[str, Any]], np.record]  # documents by kind; BadComponents
    write: Callable[[np.record, np.record, int], str]  # code -> notation
    read: Callable[[np.record, np.record, str], int | None]  # notation -> code
    describe: Callable[[np.record, np.record, int, int, Phrases], str]
    refusal: Callable[[np.record, np.record, int, int], Refusal]
    view: Callable[[np.record, np.record, int | None], Document]
    breakdown: Callable[[np.record, np.record], Document]
    to_position: Callable[[np.record, np.record], Document]
    from_position: Callable[[np.record, np.record, Document], None]  # BadPosition
    draw: "Callable[[np.record, Document, Phrases], RenderableType]"  # a view, for a terminal

    usual_players: int | None = None  # when nobody says how many; left out: the fewest
    is_open: bool = False  # whether all seats and spectators always know the same
    # Whether others may not learn which action this is until something is revealed; left out: they
    # always may, but where several decide at once.
    is_secret: Callable[[np.record, int], bool] | None = None

    def bound(self, template: str) -> ModuleType:
        """A template module that works on this game."""
        names = {
            "RECORD": self.record,
            "PARTS": self.parts,
            "MOST_LEGAL": self.most_legal,
            "setup": self.setup,
            "legal": self.legal,
            "apply": self.apply,
            "redetermine": self.redetermine,
            "score": self.score,
            "observe": self.observe,
            "appraise": self.appraise,
        }
        if template != STEPPING:
            stepping = self.bound(STEPPING)
            names |= {name: getattr(stepping, name) for name in SHARED}
        return bind(template, names, self.package)
