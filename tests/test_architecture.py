"""The shape of the repository: who may import whom, and what stands where."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "formicarium"
GAMES = SOURCE / "games"

# From the bottom to the top. A part may import from lower lines only; "" is `formicarium` itself.
LAYERS = (
    {"core"},
    {"games"},
    {""},
    {"bots", "pages"},
    {"stories"},
    {"arena", "envs", "gpu", "server"},
    {"bench"},
    {"cli"},
    {"__main__"},
)
HEIGHT = {part: height for height, parts in enumerate(LAYERS) for part in parts}

NUMBA_MAY_STAND_IN = ("core/compiled.py", "core/linking.py", "gpu/")

GAME_FILES = {
    "__init__.py",
    "actions.py",
    "components",
    "components.py",
    "drawing.py",
    "evaluation.py",
    "knowledge.py",
    "positions.py",
    "refusals.py",
    "rules",
    "scoring.py",
    "state.py",
    "text",
}


def violations(module: str, source: str, is_package: bool = False) -> list[str]:
    """The imports of a module that point upwards or sideways."""
    part = _part(module)
    found = []
    for target in _imports(module, source, is_package):
        goal = _part(target)
        if goal not in HEIGHT:
            found.append(f"{module} imports {target}, which has no layer")
        elif goal != part and HEIGHT[goal] >= HEIGHT[part]:
            found.append(f"{module} imports {target}, which is not below it")
        elif _game(target) and _game(target) != _game(module):
            found.append(f"{module} imports {target}: a game is loaded by name, never imported")
    return found


def _imports(module: str, source: str, is_package: bool) -> Iterator[str]:
    """Every module of this package that the source imports, wherever in the file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = _start(module, node, is_package)
            names = [f"{start}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == "formicarium")


def _start(module: str, node: ast.ImportFrom, is_package: bool) -> str:
    if not node.level:
        return node.module or ""
    parents = module.split(".") if is_package else module.split(".")[:-1]
    parents = parents[: len(parents) - (node.level - 1)]
    return ".".join([*parents, *([node.module] if node.module else [])])


def _part(module: str) -> str:
    """`core` of `formicarium.core.errors`; "" of a name that `formicarium` itself gives."""
    second = module.split(".")[1:2]
    return second[0] if second and _is_part(second[0]) else ""


def _is_part(name: str) -> bool:
    return name in HEIGHT or (SOURCE / name).is_dir() or (SOURCE / f"{name}.py").is_file()


def _game(module: str) -> str:
    parts = module.split(".")
    return parts[2] if parts[1:2] == ["games"] and len(parts) > 2 else ""


def _modules() -> Iterator[tuple[str, Path]]:
    for file in sorted(SOURCE.rglob("*.py")):
        parts = file.relative_to(SOURCE.parent).with_suffix("").parts
        yield ".".join(part for part in parts if part != "__init__"), file


def _games() -> list[Path]:
    return sorted(folder for folder in GAMES.iterdir() if (folder / "__init__.py").is_file())


def _names_in(folder: Path) -> set[str]:
    """File names, with `rules.py` and a package `rules/` counted as the same."""
    names = {file.name for file in folder.iterdir()} - {"__pycache__"}
    return {"rules" if name == "rules.py" else name for name in names}


def _project_files() -> list[Path]:
    """What git tracks or would track; outside a checkout, all that lies here."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if listing.returncode == 0:
        paths = [ROOT / name for name in listing.stdout.decode().split("\0")]
    else:
        paths = [path for path in ROOT.rglob("*") if ".venv" not in path.parts]
    return [path for path in paths if path.is_file()]


def test_imports_point_downwards() -> None:
    found = [
        fault
        for module, file in _modules()
        for fault in violations(module, file.read_text("utf-8"), file.name == "__init__.py")
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("formicarium.core.state", "import formicarium.games"),
        ("formicarium.core.state", "import formicarium as fm"),
        ("formicarium.core.state", "from formicarium import load"),
        ("formicarium.core.state", "from ..games import registry"),
        ("formicarium.games.micropolis.rules", "import formicarium as fm"),
        ("formicarium.games.micropolis.rules", "from formicarium.bots import random"),
        ("formicarium.games.micropolis.rules", "from formicarium import server"),
        ("formicarium.games.micropolis.rules", "def f():\n    import formicarium.gpu.kernels"),
        ("formicarium.games.micropolis.rules", "from ...cli import main"),
        ("formicarium.games.micropolis.rules", "import formicarium.games.myrmes.rules"),
        ("formicarium.bots.random", "from formicarium.server.tables import Table"),
        ("formicarium.bots.random", "from formicarium.games.micropolis import RULEBOOK"),
        ("formicarium.server.tables", "from formicarium.cli import main"),
        ("formicarium.gpu.kernels", "from formicarium.arena import ratings"),
        ("formicarium", "from formicarium.games import micropolis"),
        ("formicarium", "from formicarium.bots import random"),
    ],
)
def test_an_import_that_points_upwards_is_found(module: str, source: str) -> None:
    assert len(violations(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("formicarium.core.state", "import numpy as np\nfrom . import errors"),
        ("formicarium.games.micropolis.rules", "from formicarium.core.compiled import rule"),
        ("formicarium.games.micropolis.rules", "from .state import Phase"),
        ("formicarium.bots.random", "import formicarium as fm"),
        ("formicarium.server.tables", "from formicarium.bots import random"),
        ("formicarium.cli", "from formicarium.gpu import kernels"),
        ("formicarium", "from formicarium.core.errors import UnknownGame"),
        ("formicarium", "import formicarium.games"),
        ("formicarium.__main__", "from formicarium.cli import main"),
    ],
)
def test_an_import_that_points_downwards_is_allowed(module: str, source: str) -> None:
    assert violations(module, source) == []


def test_every_part_has_its_layer() -> None:
    parts = {_part(module) for module, _ in _modules()}
    assert parts <= HEIGHT.keys()


def test_few_places_know_numba() -> None:
    found = []
    for _, file in _modules():
        name = file.relative_to(SOURCE).as_posix()
        if not name.startswith(NUMBA_MAY_STAND_IN) and re.search(r"\bnumba\b", file.read_text()):
            found.append(name)
    assert not found


def test_there_are_games() -> None:
    assert _games()


@pytest.mark.parametrize("folder", _games(), ids=lambda folder: folder.name)
def test_a_game_has_the_files_that_every_game_has(folder: Path) -> None:
    assert _names_in(folder) >= GAME_FILES


def test_all_games_have_the_same_files() -> None:
    names = {folder.name: _names_in(folder) for folder in _games()}
    first = next(iter(names.values()))
    assert all(other == first for other in names.values()), names


def test_no_file_names_a_machine_or_a_registry() -> None:
    # The escaped dots keep this file from finding itself.
    folders = r"(?<![\w.])/(?:work|farm|root|home|Users)/\w"
    hosts = r"pypi\.org|pythonhosted\.org|registry\.npmjs|deb\.debian"
    traces = re.compile(f"{folders}|{hosts}")
    found = []
    for file in _project_files():
        text = file.read_bytes().decode("utf-8", "ignore")
        found += [f"{file.relative_to(ROOT)}: {hit.group()}" for hit in traces.finditer(text)]
    assert not found
