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
        left_out = [item for item in items if item.get_closest_marker("compiled")]
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


def _check_rule_numbers(item: pytest.Item) -> None:
    for mark in item.iter_markers("rule"):
        wrong = [number for number in mark.args if not RULE_NUMBER.fullmatch(str(number))]
        if wrong or not mark.args:
            raise pytest.UsageError(f"{item.nodeid}: not a rule number: {wrong or 'none given'}")
