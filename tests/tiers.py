"""How much is tested: a choice in `make check`, of long things a sample in `make test`, else all.

TESTS_TIER names the tier (check, test, prove), and another number as TESTS_SEED makes another
choice. TESTS_GAME leaves only the tests that name a game.
"""

import os
import random
import re
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

Case = TypeVar("Case")

TIER = os.environ.get("TESTS_TIER") or "test"
SEED = os.environ.get("TESTS_SEED") or "1"
GAME = os.environ.get("TESTS_GAME") or ""
IS_CHECK, IS_PROOF = TIER == "check", TIER == "prove"
ONE_IN = 40  # quick tests of a file that `make check` chooses,
LONG_ONE_IN = 3  # and those that take long in `make test`: the seeds 1, 2 and 3 reach all of them
HEAVY_GROUPS = {"kernels", "modules", "postgres", "ray", "three speeds"}


def sample(cases: Sequence[Case], size: int) -> list[Case]:
    """So many of the cases, in their order; all of them where everything is to be proven."""
    if IS_PROOF:
        return [*cases]
    chosen = random.Random(SEED).sample(range(len(cases)), min(size, len(cases)))
    return [cases[number] for number in sorted(chosen)]


def times(count: int, proven: int) -> int:
    """How often something is done that could be done without end."""
    return proven if IS_PROOF else count


def names_the_game(nodeid: str) -> bool:
    """Whether the file, the test or its case has the game's name as a word; `semantics` has none.

    True of every test where no game is asked for.
    """
    word = rf"(?<![a-z]){re.escape(GAME)}(?![a-z])"
    return not GAME or re.search(word, nodeid, re.IGNORECASE) is not None


def is_heavy(item: pytest.Item) -> bool:
    """Whether a test takes seconds, or needs what `make check` does without."""
    groups = {group for mark in item.iter_markers("xdist_group") for group in mark.args}
    return bool(groups & HEAVY_GROUPS) or item.get_closest_marker("heavy") is not None


def takes_long(item: pytest.Item) -> bool:
    """Whether a test is heavy, or belongs to others that one process runs one after the other."""
    return is_heavy(item) or item.get_closest_marker("xdist_group") is not None


def longest_first(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The browser's files, what else takes long, and then the quick ones.

    Otherwise a process would begin with something long when the others have nothing left to do.
    """
    items = [*items]
    long = {item.path for item in items if takes_long(item)}
    return sorted(items, key=lambda item: (item.path.parent.name != "web", item.path not in long))


def choice(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Some quick tests of every file, and all guards."""
    quick = [item for item in items if not is_heavy(item)]
    return one_in(ONE_IN, quick) | {item for item in quick if item.get_closest_marker("guard")}


def without_most_long(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """All quick tests, and some of every file's that are heavy, or visit the house in a browser.

    Of these stay those marked `always`: whatever else is drawn, they tell whether it works at all.
    """
    free = [item for item in items if item.get_closest_marker("always") is None]
    long = {item for item in free if is_heavy(item) or item.path.parent.name == "web"}
    return {*items} - long | one_in(LONG_ONE_IN, long)


def one_in(many: int, items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Of the tests of every file one in so many, at least one; they stay when others are added."""
    drawn: dict[Path, list[tuple[int, str, pytest.Item]]] = {}
    for item in items:
        number = (zlib.crc32(item.nodeid.encode()) + int(SEED)) % many
        drawn.setdefault(item.path, []).append((number, item.nodeid, item))
    return {
        item
        for tests in drawn.values()
        for number, name, item in tests
        if number == 0 or (number, name) == min(test[:2] for test in tests)
    }
