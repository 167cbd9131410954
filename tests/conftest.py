"""What all tests share: reproducible properties, and the marks that depend on how rules run."""

import os
import re
import signal

import pytest
from hypothesis import settings

RULE_NUMBER = re.compile(r"[A-Z]{2}-\d+(\.\d+)*[a-z]?")
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

# Tests started in the background of a shell ignore Ctrl-C, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The first example of a test may have to wait for the compiler, so none has a deadline.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        _check_rule_numbers(item)
    if INTERPRETED:
        kept = _thinned([item for item in items if not item.get_closest_marker("compiled")])
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]


def _thinned(items: list[pytest.Item]) -> set[pytest.Item]:
    """Every test, but of those with many cases only the first and then every fourth.

    Interpreted rules take a hundred times as long. The same cases run all of them compiled.
    """
    counts: dict[str, int] = {}
    kept = set()
    for item in items:
        name = item.nodeid.partition("[")[0]
        case = counts[name] = counts.get(name, -1) + 1
        is_of_all_games = item.path.parent.name == "games"
        if case % 4 == 0 or case < (8 if is_of_all_games else 3):
            kept.add(item)
    return kept


def _check_rule_numbers(item: pytest.Item) -> None:
    for mark in item.iter_markers("rule"):
        wrong = [number for number in mark.args if not RULE_NUMBER.fullmatch(str(number))]
        if wrong or not mark.args:
            raise pytest.UsageError(f"{item.nodeid}: not a rule number: {wrong or 'none given'}")
