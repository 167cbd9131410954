"""A word on stderr while rules are compiled, to whoever waits and would not know what for."""

import sys
import threading
from collections.abc import Callable
from types import FunctionType
from typing import Any
from weakref import WeakSet

from numba.core import event

from formicarium.core.compiled import QUIET, home_of, is_on
from formicarium.core.reach import reached

WORTH_A_WORD = 1.0  # seconds
# Seconds for each function, as measured for all entry points of a small and a large game.
EACH = 0.1


class Telling(event.Listener):
    """Says what is compiled if that takes a second; once for each game."""

    def __init__(self) -> None:
        self.rules: WeakSet[Any] = WeakSet()
        self._depth = 0  # of rules that are compiled because another one is
        self._timer = threading.Timer(0, self._tell)
        self._told: set[str] = set()

    def on_start(self, happening: Any) -> None:
        """Numba begins to compile something."""
        self._depth += 1
        function = happening.data["dispatcher"].py_func
        if self._depth == 1 and function in self.rules and is_wanted():
            self._timer = threading.Timer(WORTH_A_WORD, self._tell, (function,))
            self._timer.daemon = True
            self._timer.start()

    def on_end(self, happening: Any) -> None:
        """It is done, or has failed."""
        self._depth -= 1
        if self._depth == 0:
            self._timer.cancel()

    def _tell(self, function: FunctionType) -> None:
        home = home_of(function)
        if home not in self._told:
            self._told.add(home)
            whose = f"the rules of {home.rpartition('.')[2]}" if home else "rules"
            # What is kept from before is counted, too: to look for it would take its time.
            rules = [rule for rule in self.rules if rule.__module__ == function.__module__]
            seconds = max(2, round(EACH * len(reached(*rules))))
            sys.stderr.write(f"formicarium: compiling {whose}, up to about {seconds} s, once\n")
            sys.stderr.flush()


def is_wanted() -> bool:
    """Whether somebody sits at a terminal and has not asked for silence."""
    return not is_on(QUIET) and sys.stderr is not None and sys.stderr.isatty()


def tell_of(rule: Callable[..., Any]) -> None:
    """Say a word when this rule takes long to compile."""
    if not TELLING.rules:
        event.register("numba:compile", TELLING)
    TELLING.rules.add(rule)


TELLING = Telling()
