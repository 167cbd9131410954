"""What a game hands to the core: its layouts, its compiled rules and its words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.core.compiled import bind
from formicarium.core.errors import BadOption, shown
from formicarium.core.layout import Row, layout
from formicarium.core.options import Option
from formicarium.core.renamed import formerly, warn
from formicarium.core.slices import Array, Attributes, SliceBlock
from formicarium.core.terms import Phase, View
from formicarium.core.text import Phrases

if TYPE_CHECKING:
    from rich.console import RenderableType

    from formicarium.core.reasons import Reasons

FLAT, NETWORK = "flat", "network"  # observations: numbers from -1 to 1, or bytes

STEPPING = "formicarium.core.stepping"
UNJUDGED = "formicarium.core.unjudged"
SHARED = ("DICE", "parts_in", "state_in", "copy_into", "first_seat", "play_out")  # with templates

NO_NUMBERS = layout(("nothing", np.float64))

# What each module of a game gives, under which name, and what a rulebook calls it.
GIVEN = {
    "state": {"OPTIONS": "options", "STATE": "state_layout", "Phase": "phases"},
    "components": {
        "STANDARD": "component_files",
        "PARTS": "parts_layout",
        "make_parts": "make_parts",
    },
    "actions": {"ACTIONS": "actions", "write": "write", "read": "read", "describe": "describe"},
    "rules": {"setup": "setup", "legal": "legal", "apply": "apply"},
    "scoring": {"score": "score", "breakdown": "breakdown"},
    "reasons": {"REASONS": "reasons"},
    "knowledge": {
        "OBSERVATION": "observation",
        "observe": "observe",
        "redetermine": "redetermine",
        "reopen": "reopen",
        "view": "view",
        "View": "view_type",
    },
    "network": {
        "NETWORK": "network",
        "observe": "observe_network",
        "tables": "network_tables",
        "adjacency": "network_adjacency",
        "INPUTS": "network_inputs",
    },
    "evaluation": {
        "appraise": "appraise",
        "JUDGEMENT": "judgement_layout",
        "SWING": "swing",
        "HORIZON": "horizon",
        "GREED": "greed",  # of version 0.2
    },
    "refusals": {"refusal": "refusal"},
    "positions": {"to_position": "to_position", "from_position": "from_position"},
    "drawing": {"Picture": "draw"},
}

OPTIONAL = ("reasons", "network")  # modules that a game can do without

Document = dict[str, Any]
Compiled = Callable[..., Any]


@dataclass(frozen=True)
class Refusal:
    """Why an action is illegal: the rule, and the phrase (with its values) that says so."""

    rule: str  # its number
    phrase: str  # its key in the game's texts
    values: Mapping[str, object]  # what stands in the gaps of the phrase


def out_of_turn(state: Row, seat: int, over: str, turn: str) -> Refusal | None:
    """Why a seat decides nothing now: by one rule the game is over, or by another it must wait."""
    if not state.to_act:
        return Refusal(over, "refusals.over", {})
    if not state.to_act >> seat & 1:
        return Refusal(turn, "refusals.turn", {})
    return None


@formerly(record="state_layout", parts="parts_layout", components="component_files")
@dataclass(frozen=True)
class Rulebook:
    """One game, complete. `formicarium.games.micropolis` is the model to follow."""

    name: str  # the same as in `fm.load`
    package: str  # dotted name of the package that holds the rules and the texts
    version: int  # grows when the same actions may lead elsewhere than before
    players: range  # how many may play
    options: tuple[Option, ...]  # in the order in which a state holds them
    state_layout: np.dtype[Any]  # of a whole game as it stands
    parts_layout: np.dtype[Any]  # of boards, tiles and cards, made from the component set
    actions: int  # how many action codes there are
    most_legal: int  # how many of them can be legal at once, at most
    observation: tuple[tuple[str, int], ...]  # named slices: (name, length)
    component_files: Mapping[str, Path]  # kind -> the file that comes with the game

    # Compiled: see contract.py.
    setup: Compiled
    legal: Compiled
    apply: Compiled
    redetermine: Compiled
    score: Compiled
    observe: Compiled
    appraise: Compiled

    # Plain Python.
    check: Callable[[int, Mapping[str, IntEnum]], None]  # raises BadOption
    longest: Callable[[int, Mapping[str, IntEnum]], int]  # no game has more decisions than this
    make_parts: Callable[[Mapping[str, Any]], Row]  # a component set; BadComponents
    write: Callable[[Row, Row, int], str]  # code -> notation
    read: Callable[[Row, Row, str], int | None]  # notation -> code
    describe: Callable[[Row, Row, int, int, Phrases], str]  # a seat's code -> a sentence
    refusal: Callable[[Row, Row, int, int], Refusal]  # why a seat may not do that
    view: Callable[[Row, Row, int | None], Document]  # what a seat may know; None: a spectator
    breakdown: Callable[[Row, Row], Document]  # the score sheets
    to_position: Callable[[Row, Row], Document]  # all of it, secrets included
    from_position: Callable[[Row, Row, Document], None]  # BadPosition
    draw: "Callable[[Row, Document, Phrases], RenderableType]"  # a view, for a terminal

    # Versions of the rules before this one -> the options that play as they did.
    earlier: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    view_type: type[View] | None = None  # the form of what `view` writes, for those who read it
    usual_players: int | None = None  # when nobody says how many; left out: the fewest
    is_open: bool = False  # whether all seats and spectators always know the same
    # Whether others may not learn which action this is until something is revealed; left out: they
    # always may, but where several decide at once.
    is_secret: Callable[[Row, int], bool] | None = None
    phases: type[Phase] | None = None  # what can come next; left out: the game does not say
    reasons: "Reasons | None" = None  # why an action is good; left out: the game says nothing of it

    # What a seat knows as bytes for networks: blocks of slices, what writes them, and what things
    # are like; left out: the game has no such observation.
    network: tuple[SliceBlock, ...] = ()
    observe_network: Compiled | None = None
    network_tables: Callable[[Row], Mapping[str, Attributes]] | None = None
    network_adjacency: Callable[[Row], Mapping[str, Array]] | None = None
    network_inputs: tuple[str, ...] = ()  # blocks that bots' networks read though they are boards

    # The numbers by which `appraise` judges, and `reopen`. Games of version 0.2 have neither; how
    # bots make use of `appraise` is then said by three numbers more.
    judgement_layout: np.dtype[Any] = NO_NUMBERS
    reopen: Compiled | None = None
    swing: float = 1.0
    horizon: int = 0
    greed: float = 0.0

    def __post_init__(self) -> None:
        if not self.judges_by_numbers:
            warn("Rulebook(swing=…, horizon=…, greed=…)", "judgement/fitted.json", depth=5)

    @classmethod
    def gathered(cls, package: str, **own: Any) -> "Rulebook":
        """The rulebook of a game whose modules have the usual names; it is called as its folder.

        What no module gives (versions, players, checks) is said by the game itself.
        """
        modules = {
            module: vars(import_module(f"{package}.{module}"))
            for module in GIVEN
            if module not in OPTIONAL or find_spec(f"{package}.{module}")
        }
        given = {
            field: modules[module][name]
            for module, names in GIVEN.items()
            for name, field in names.items()
            if name in modules.get(module, ())
        }
        return cls(name=package.rpartition(".")[2], package=package, **given, **own)

    def options_of(self, rules: int | None) -> dict[str, str]:
        """The options under which a game of older rules goes on as it began."""
        if rules in (None, self.version):
            return {}
        if rules not in self.earlier:
            known = ", ".join(map(str, [*self.earlier, self.version]))
            raise BadOption(f"{self.name} has rules {known}; these are rules {rules}")
        return dict(self.earlier[rules])

    def rules_that_lack(self, options: Mapping[str, object]) -> int | None:
        """The version that a whole list of options was written by; None: by this one, or no list.

        A position that is written down names all options, so those that came later are missing.
        """
        known = {option.name for option in self.options}
        return next(
            (rules for rules, later in self.earlier.items() if known - later.keys() == {*options}),
            None,
        )

    def bound(
        self, template: str, observation: str = FLAT, beside: Mapping[str, Any] | None = None
    ) -> ModuleType:
        """A template module that works on this game, and observes in one of two ways.

        What it takes from another template stands `beside` what all of them know.
        """
        names = {
            "STATE": self.state_layout,
            "PARTS": self.parts_layout,
            "JUDGEMENT": self.judgement_layout,
            "MOST_LEGAL": self.most_legal,
            "setup": self.setup,
            "legal": self.legal,
            "apply": self.apply,
            "redetermine": self.redetermine,
            "score": self.score,
            "observe": self.observing(observation),
            **self._judging(),
        }
        if template != STEPPING:
            stepping = self.bound(STEPPING)
            names |= {name: getattr(stepping, name) for name in SHARED} | dict(beside or {})
        return bind(template, names, self.package, "" if observation == FLAT else observation)

    def observing(self, observation: str) -> Compiled:
        """What writes an observation of that kind."""
        if observation not in (FLAT, NETWORK):
            raise BadOption(f"observation={shown(observation)}: there are {FLAT!r} and {NETWORK!r}")
        if observation == FLAT:
            return self.observe
        if self.observe_network is None:
            raise BadOption(f"observation={NETWORK!r}: {self.name} has none for networks")
        return self.observe_network

    @property
    def judges_by_numbers(self) -> bool:
        """Whether `appraise` takes any; in version 0.2 there were none."""
        return self.judgement_layout != NO_NUMBERS

    def _judging(self) -> dict[str, Any]:
        """What bots judge by; of a game of version 0.2 in the form of today."""
        if self.judges_by_numbers:
            return {"reopen": self.reopen, "appraise": self.appraise, "glance": self.appraise}
        old = bind(UNJUDGED, {"appraise": self.appraise}, self.package)
        appraise = old.appraise_as_before
        return {"reopen": old.reopen_nothing, "appraise": appraise, "glance": appraise}
