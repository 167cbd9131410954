"""What all tests share: reproducible properties, and the marks that depend on how rules run."""

import gc
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadGroupScheduling

from tests.needs import may_not_be_skipped, skipped
from tests.tiers import (
    GAME,
    IS_CHECK,
    IS_PROOF,
    choice,
    longest_first,
    names_the_game,
    without_most_long,
)

RULE_NUMBER = re.compile(r"[A-Z]{2}-\d+(\.\d+)*[a-z]?")
# These want libraries that `make check` does without.
BEYOND_CHECK = {
    "gpu",
    "wasm",
    "web",
    "test_dataset.py",
    "test_journal.py",
    "test_openspiel.py",
    "test_schema.py",
    "test_simulate_positions.py",
}
# Interpreted, too, with all its cases: they are quick, and each reaches a line of its own.
WHOLE = "test_components.py"
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

# Tests started in the background of a shell ignore Ctrl-C, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The first example of a test may have to wait for the compiler, so none has a deadline.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("prove", deadline=None, print_blob=True, max_examples=1000)
settings.load_profile("prove" if IS_PROOF else "ci" if os.environ.get("CI") else "here")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two processes more than there are processors: some wait, for a browser or for time to pass.

    In short runs, and where rules are interpreted, none does.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (cores or 1) + (0 if IS_CHECK or INTERPRETED else 2)


class Together(LoadGroupScheduling):
    """Tests of a file are run by one process, and share what it has set up for them."""

    def _split_scope(self, nodeid: str) -> str:
        return str(super()._split_scope(nodeid)).partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Together | None:
    """Interpreted rules set nothing up: these tests are dealt out one by one."""
    return None if INTERPRETED else Together(config, log)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    return True if IS_CHECK and collection_path.name in BEYOND_CHECK else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests are found, of which none is ever garbage: nobody looks for any."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        _check_rule_numbers(item)
    kept = _kept(items, all(".py" in argument for argument in config.args))
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = longest_first(item for item in items if item in kept)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Say last what was skipped, and why."""
    yield
    reasons = _reasons(terminalreporter)
    for line in skipped(reasons):
        terminalreporter.write_line(line)
    for reason in _faults(reasons):
        terminalreporter.write_line(f"failed: in CI nothing is skipped because: {reason}", red=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail where something was skipped that may not be; workers of a run have no reporter."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and session.exitstatus == pytest.ExitCode.OK and _faults(_reasons(reporter)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _reasons(reporter: pytest.TerminalReporter) -> list[str]:
    """Why tests, or files of them, were skipped: each as often as it happened."""
    reports = reporter.getreports("skipped")
    return [report.longrepr[2].removeprefix("Skipped: ") for report in reports]


def _faults(reasons: list[str]) -> list[str]:
    """The skips that fail the run: none in `make check`, which does without some libraries."""
    return [] if IS_CHECK else may_not_be_skipped(reasons)


def _kept(items: list[pytest.Item], names_files: bool) -> set[pytest.Item]:
    """The tests that this tier, this game, and this way to run the rules, ask for."""
    items = [item for item in items if names_the_game(item.nodeid)]
    if IS_CHECK:
        return choice(items)
    is_whole = IS_PROOF or names_files
    if INTERPRETED:
        able = [item for item in items if not item.get_closest_marker("compiled")]
        return {*able} if is_whole else _thinned(able)
    return {*items} if is_whole or GAME else without_most_long(items)


def _thinned(items: list[pytest.Item]) -> set[pytest.Item]:
    """Every test, but of most with many cases only the first two and then every eighth.

    Interpreted rules take a hundred times as long. The same cases run all of them compiled.
    """
    counts: dict[str, int] = {}
    kept = set()
    for item in items:
        name = item.nodeid.partition("[")[0]
        case = counts[name] = counts.get(name, -1) + 1
        is_of_all_games = item.path.parent.name == "games"
        if case % 8 == 0 or case < (4 if is_of_all_games else 2) or item.path.name == WHOLE:
            kept.add(item)
    return kept


def _check_rule_numbers(item: pytest.Item) -> None:
    for mark in item.iter_markers("rule"):
        wrong = [number for number in mark.args if not RULE_NUMBER.fullmatch(str(number))]
        if wrong or not mark.args:
            raise pytest.UsageError(f"{item.nodeid}: not a rule number: {wrong or 'none given'}")
