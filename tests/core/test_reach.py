"""The fingerprint of a rule changes with all that it can reach, and with nothing else."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.core import reach
from formicarium.core.compiled import bind
from formicarium.core.reach import digest_of, fingerprint, home_package, reached

RULES = '''
"""A garden."""
from enum import IntEnum
from typing import NamedTuple
import numpy as np

MOST = 3
SIZES = (1, 2.0, "large", b"small", None, MOST)
BOARD = np.arange(6, dtype=np.int16).reshape(2, 3)
ITEM = np.dtype([("seeds", np.int8), ("sown", np.int16, (2,))], align=True)
SEED = np.uint64(7)

class Phase(IntEnum):
    """What comes next."""
    SOW = 1
    REAP = 2

class Bed(NamedTuple):
    """A place."""
    length: int
    width: int = 2

def play(count: int, more=1, *, last=2):
    """Play."""
    # Sow first.
    total = later(count) + MOST + Phase.SOW + SIZES[0] + meadow.grown(BOARD[0, 1])
    for size in [other(each) for each in (1, 2)]:
        total += size
    if count in {4, 5, 6}:
        return np.zeros(1, ITEM)[0].seeds + SEED
    return total + Bed(3).width

def later(days: int):
    return 1 if days == 0 else earlier(days - 1)

def earlier(days: int):
    return later(days) + len(SIZES)

def other(size):
    return size + 1

def unused():
    return UNKNOWN
'''
MEADOW = '''
def grown(days):
    """Grown."""
    return days + weather()

def weather():
    return 1

def unseen():
    return 2
'''


def module(name: str, source: str, **names: Any) -> Any:
    made = ModuleType(name)
    vars(made).update(names)
    exec(compile(source, f"{name}.py", "exec"), vars(made))
    return made


def garden(*changes: tuple[str, str]) -> Any:
    """The garden beside its meadow, with some words changed in either."""
    rules, meadow = RULES, MEADOW
    for old, new in changes:
        assert old in rules + meadow
        rules, meadow = rules.replace(old, new), meadow.replace(old, new)
    return module("garden", rules, meadow=module("meadow", meadow))


SAME = fingerprint(garden().play)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# Sow first.", "# Sow first,\n    # and then wait."),
        ("    # Sow first.\n", ""),
        ('"""Play."""', '"""Play on."""'),
        ('    """Play."""\n', ""),
        ("def later(days: int):\n", 'def later(days: int):\n    """Later."""\n'),
        ("def later(days: int)", "def later(days: float)"),
        ('"""A garden."""', ""),
        ('"""What comes next."""', '"""What follows."""'),
        ('"""Grown."""', '"""Has grown."""'),
        ("def unused():\n    return UNKNOWN", ""),
        ("    return 2", "    return 3"),
        ("MOST = 3", "LEAST = 2\nMOST = 3"),
        ("width: int", "width: float"),
    ],
)
def test_it_does_not_follow_words_lines_and_what_is_not_reached(old: str, new: str) -> None:
    assert fingerprint(garden((old, new)).play) == SAME


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("MOST = 3", "MOST = 4"),
        ("MOST = 3", "MOST = 3.0"),
        ("MOST = 3", "MOST = True"),
        ("MOST = 3", ""),
        ("2.0", "2.5"),
        ('"large"', '"huge"'),
        ('b"small"', '"small"'),
        ("np.arange(6", "1 + np.arange(6"),
        ("reshape(2, 3)", "reshape(3, 2)"),
        ("dtype=np.int16", "dtype=np.int32"),
        (".reshape(2, 3)", ".reshape(2, 3, order='F')"),
        ('("seeds", np.int8)', '("seeds", np.uint8)'),
        (
            '("seeds", np.int8), ("sown", np.int16, (2,))',
            '("sown", np.int16, (2,)), ("seeds", "i1")',
        ),
        ("(2,))", "(3,))"),
        ("align=True", "align=False"),
        ('"seeds"', '"seed"'),
        ("np.uint64(7)", "np.int64(7)"),
        ("np.uint64(7)", "np.uint64(8)"),
        ("SOW = 1", "SOW = 3"),
        ("REAP = 2", "REAP = 3"),
        ("class Phase(IntEnum)", "class Phase(int, __import__('enum').Enum)"),
        ("width: int = 2", "width: int = 3"),
        ("more=1", "more=2"),
        ("last=2", "last=3"),
        ("*, last", "last"),
        ("days == 0", "days <= 0"),
        ("later(days) + len", "later(days) - len"),
        ("size + 1", "size + 2"),
        ("in (1, 2)", "in (1, 3)"),
        ("{4, 5, 6}", "{4, 5, 7}"),
        ("days + weather()", "days - weather()"),
        ("def weather():\n    return 1", "def weather():\n    return 2"),
    ],
)
def test_it_follows_all_that_is_reached(old: str, new: str) -> None:
    if old == "MOST = 3" and not new:
        changed = garden(("MOST = 3", ""), ("None, MOST", "None, 3"))
    else:
        changed = garden((old, new))
    assert fingerprint(changed.play) != SAME


def test_it_is_the_same_wherever_a_walk_begins_in_a_circle() -> None:
    place = garden()
    assert {function.__name__ for function in reached(place.later)} == {"later", "earlier"}
    assert fingerprint(place.later) != fingerprint(place.earlier)
    assert fingerprint(place.later) == fingerprint(garden().later)
    assert next(iter(reached(place.play))) is place.play
    assert len(reached(place.play)) == 6


CLOSURES = """
def made(step):
    def walk(days):
        return days + step if days else walk(step)
    return walk
small, large = made(1), made(2)
def play(days):
    return small(days) - large(days)
"""


def test_closures_are_told_apart_by_what_they_close_over() -> None:
    place = module("garden", CLOSURES)
    assert fingerprint(place.small) != fingerprint(place.large)
    assert fingerprint(place.small) == fingerprint(module("garden", CLOSURES).small)
    swapped = module("garden", CLOSURES.replace("made(1), made(2)", "made(2), made(1)"))
    assert fingerprint(place.play) != fingerprint(swapped.play)


def test_what_a_name_of_a_field_stands_for_elsewhere_does_not_matter() -> None:
    rules = "def play(state):\n    return state.points\npoints = {}"
    assert fingerprint(module("garden", rules.format(1)).play) == fingerprint(
        module("garden", rules.format(2)).play
    )


def test_functions_of_numpy_and_python_are_told_by_their_names() -> None:
    rules = "from numpy import {}\nimport math\ndef play(x):\n    return {}(math.sin(min(x, 1)))"
    keys = [
        fingerprint(module("garden", rules.format(name, name)).play)
        for name in ("add", "sum", "int64", "empty", "add")
    ]
    assert len({*keys}) == 4
    assert keys[0] == keys[-1]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of its own, and sources that are read anew."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(reach, "_sources", reach._sources.__wrapped__)
    folder = tmp_path / "crumbs"
    (folder / "deep").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "deep" / "rules.py").write_text("A = 1\n")
    importlib.invalidate_caches()
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "crumbs"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    "value", ["object()", "np.array([object()])", "Thing", "__import__('crumbs')"]
)
def test_what_cannot_be_read_by_value_counts_with_all_its_sources(
    package: Path, value: str
) -> None:
    rules = f"import numpy as np\nclass Thing: pass\nTHING = {value}\ndef play(): return str(THING)"

    def key() -> str:
        return fingerprint(module("crumbs.rules", rules).play)

    before = key()
    assert key() == before
    (package / "deep" / "rules.py").write_text("A = 1  # or more\n")
    assert key() != before
    nowhere = [fingerprint(module("nowhere", rules).play) for _ in range(2)]
    assert nowhere[0] != nowhere[1]


def test_the_digest_of_a_package_follows_every_source(package: Path) -> None:
    before = digest_of("crumbs")
    assert digest_of("crumbs") == before
    (package / "deep" / "rules.py").write_text("A = 2\n")
    changed = digest_of("crumbs")
    (package / "deep" / "more.py").write_text("")
    grown = digest_of("crumbs")
    (package / "deep" / "more.py").rename(package / "deep" / "other.py")
    renamed = digest_of("crumbs")
    assert len({before, changed, grown, renamed}) == 4


def test_a_module_that_stands_alone_is_told_by_its_own_file(package: Path) -> None:
    (package.parent / "crumb.py").write_text("")
    before = digest_of("crumb")
    (package.parent / "other.py").write_text("")
    assert digest_of("crumb") == before
    (package.parent / "crumb.py").write_text("A = 1")
    assert digest_of("crumb") != before


@pytest.mark.parametrize(
    ("name", "home"),
    [
        ("pebbles", "pebbles"),
        ("pebbles.rules.deep", "pebbles"),
        ("formicarium.core.chance", "formicarium.core"),
        ("formicarium.games.myrmes.rules.table", "formicarium.games.myrmes"),
        ("formicarium.core.stepping[pebbles.more]", "formicarium.core"),
    ],
)
def test_the_home_of_a_module(name: str, home: str) -> None:
    assert home_package(name) == home


# --- Real games -----------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["antics", "micropolis", "minicity", "myrmes"])
def test_a_game_is_reached_by_value_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in it counts with whole sources, and neither words nor drawings are reached."""
    found: list[object] = []
    monkeypatch.setattr(reach._Reader, "read_sources", lambda self, value: found.append(value))
    monkeypatch.setattr(reach, "_read", reach._read.__wrapped__)
    book = fm.load(name).book
    stepping = book.bound("formicarium.core.stepping")
    files = {function.__module__ for function in reached(stepping.step, stepping.random_games)}
    assert found == []
    assert f"{book.package}.scoring" in files
    assert not [file for file in files if re.search(r"\.(drawing|text|positions|refusals)$", file)]


def test_a_template_follows_the_game_that_it_is_bound_to(monkeypatch: pytest.MonkeyPatch) -> None:
    template = "formicarium.core.stepping"
    names = vars(garden()) | {"MOST_LEGAL": 1, "STATE": np.dtype("i1"), "PARTS": np.dtype("i2")}
    names |= {name: garden().later for name in ("setup", "legal", "apply", "score")}
    changed = [{}, {"apply": garden(("days == 0", "days <= 0")).later}, {"MOST_LEGAL": 2}]
    changed.append({"STATE": np.dtype("u1")})
    keys = []
    for more in changed:
        monkeypatch.delitem(sys.modules, f"{template}[garden]", raising=False)
        keys.append(fingerprint(bind(template, names | more, "garden").step))
    monkeypatch.delitem(sys.modules, f"{template}[garden]")
    assert len({*keys}) == 4


def test_a_rule_that_moves_stays_the_same() -> None:
    rules = importlib.import_module("formicarium.games.micropolis.rules.taking")
    source = inspect.getsource(rules)

    def take(text: str) -> Any:
        made = ModuleType(rules.__name__)
        exec(compile(text, "taking.py", "exec"), vars(made))
        return made.take

    key = fingerprint(rules.take)
    assert fingerprint(take(source)) == key
    worded = re.sub(r'"""(.+?)"""', r'"""\1 Indeed."""', source).replace("@rule", "# Mark\n\n@rule")
    assert fingerprint(take(worded)) == key
    assert fingerprint(take(source.replace("Code.TAKE\n", "Code.TAKE + 1\n"))) != key
