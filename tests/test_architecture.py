"""The shape of the repository: who may import whom, and what stands where."""

import ast
import re
import subprocess
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest

pytestmark = pytest.mark.guard

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "formicarium"
GAMES = SOURCE / "games"

# From the bottom to the top. A part may import from lower lines only; "" is `formicarium` itself.
LAYERS = (
    {"core"},
    {"games"},
    {""},
    {"bots", "pages"},
    {"analysis", "wasm"},
    {"arena", "envs", "server", "stories"},
    {"gpu"},
    {"bench"},
    {"cli"},
    {"__main__"},
)
HEIGHT = {part: height for height, parts in enumerate(LAYERS) for part in parts}

# The rooms of the server in the same way: `house` may import from `store`, never from `api`.
SERVER_LAYERS = (
    {"domain", "metrics", "settings", "transport"},
    {"limits", "logs", "store", "workers"},
    {"house"},
    {"api", "static"},
    {"app"},
    {"run"},
)
SERVER_HEIGHT = {room: height for height, rooms in enumerate(SERVER_LAYERS) for room in rooms}

# What a table is depends on nothing that happens outside of it: others tell it the time.
DOMAIN = "formicarium.server.domain"
DOMAIN_MAY_IMPORT = (
    *(DOMAIN, "formicarium.core", "msgspec", "numpy"),
    *("collections", "dataclasses", "enum", "hashlib", "typing"),
)

MAKE_CLASSES = {"Enum", "IntEnum", "StrEnum", "IntFlag", "NamedTuple", "TypedDict"}

KNOW_NUMBA = (
    *("core/compiled.py", "core/linking.py", "core/reach.py", "core/telling.py"),
    *("gpu/", "wasm/code.py"),
)

MADE_OF_EXAMPLES = "schema.ts"  # the page's types of what is sent, with their documentation

GAME_FILES = {
    "__init__.py",
    "actions.py",
    "bars.toml",
    "components",
    "components.py",
    "drawing.py",
    "evaluation.py",
    "judgement",
    "knowledge.py",
    "network.py",
    "positions.py",
    "reasons.py",
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


def server_violations(module: str, source: str, is_package: bool = False) -> list[str]:
    """The imports of a module of the server that point upwards or sideways between its rooms."""
    room = _room(module)
    found = []
    for target in _imports(module, source, is_package):
        goal = _room(target)
        if goal not in {*SERVER_HEIGHT, ""}:
            found.append(f"{module} imports {target}, which has no layer")
        elif goal not in {room, ""} and SERVER_HEIGHT[goal] >= SERVER_HEIGHT[room]:
            found.append(f"{module} imports {target}, which is not below it")
    return found


def domain_violations(module: str, source: str, is_package: bool = False) -> list[str]:
    """The imports of a module of the domain that reach beyond tables and rules."""
    return [
        f"{module} imports {target}"
        for target in _imported(module, source, is_package)
        if not _is_within(target, DOMAIN_MAY_IMPORT)
    ]


def _is_within(module: str, packages: Collection[str]) -> bool:
    return any(f"{module}.".startswith(f"{package}.") for package in packages)


def _imports(module: str, source: str, is_package: bool) -> Iterator[str]:
    """Every module of this package that the source imports, wherever in the file."""
    for name in _imported(module, source, is_package):
        if name.split(".")[0] == "formicarium":
            yield name


def _imported(module: str, source: str, is_package: bool) -> Iterator[str]:
    """Whatever the source imports, wherever in the file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = _start(module, node, is_package)
            yield from (f"{start}.{alias.name}" for alias in node.names)


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


def _room(module: str) -> str:
    """`store` of `formicarium.server.store.lists`; "" of what is no part of the server."""
    parts = module.split(".")
    return parts[2] if parts[1:2] == ["server"] and len(parts) > 2 else ""


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
    """File names but of what is built; `rules.py` and a package `rules/` counted as the same."""
    names = {file.name for file in folder.iterdir()} - {"__pycache__", "engine"}
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
        ("formicarium.gpu.kernels", "from formicarium.bench import speed"),
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
        ("formicarium.gpu.kernels", "from formicarium.envs.actions import notations"),
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


def test_imports_inside_the_server_point_downwards() -> None:
    found = []
    for module, file in _modules():
        source, is_package = file.read_text("utf-8"), file.name == "__init__.py"
        if _room(module):
            found += server_violations(module, source, is_package)
        if _is_within(module, [DOMAIN]):
            found += domain_violations(module, source, is_package)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("formicarium.server.domain.table", "from formicarium.server.store import Store"),
        ("formicarium.server.domain.table", "from formicarium.server import limits"),
        ("formicarium.server.store.tables", "from formicarium.server.house import live"),
        ("formicarium.server.store.tables", "from ..workers.pool import Pool"),
        ("formicarium.server.workers.main", "import formicarium.server.house.library"),
        ("formicarium.server.house.live", "from formicarium.server.api.services import Services"),
        ("formicarium.server.transport.deadline", "from formicarium.server.logs import Lines"),
        (
            "formicarium.server.api.tables",
            "def f():\n    from formicarium.server.app import opened",
        ),
        ("formicarium.server.app", "from formicarium.server.run import run"),
        ("formicarium.server.app", "from formicarium.server.cellar import wine"),
    ],
)
def test_an_import_inside_the_server_that_points_upwards_is_found(module: str, source: str) -> None:
    assert len(server_violations(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("formicarium.server.domain.fold", "from formicarium.server.domain.events import Event"),
        ("formicarium.server.house.house", "from formicarium.server.store.errors import Stale"),
        ("formicarium.server.house.library", "from ..workers.protocol import Child"),
        ("formicarium.server.api.sockets", "from formicarium.server.domain.seats import Refused"),
        ("formicarium.server.workers.main", "from formicarium.bots import load_bot"),
        ("formicarium.server.run", "from formicarium.server.app import create_app"),
    ],
)
def test_an_import_inside_the_server_that_points_downwards_is_allowed(
    module: str, source: str
) -> None:
    assert server_violations(module, source) == []


@pytest.mark.parametrize(
    ("source", "is_allowed"),
    [
        ("import msgspec\nimport numpy as np\nfrom enum import StrEnum", True),
        ("from formicarium.core.game import Game\nfrom . import events", True),
        ("import time", False),
        ("import shutil", False),
        ("import io", False),
        ("from asyncio import Lock", False),
        ("from formicarium import load", False),
        ("from formicarium.bots import seed_for", False),
        ("from formicarium.server.metrics import Metrics", False),
        ("import sqlalchemy", False),
    ],
)
def test_a_table_knows_nothing_of_the_world(source: str, is_allowed: bool) -> None:
    assert (domain_violations(f"{DOMAIN}.table", source) == []) is is_allowed


def test_every_room_of_the_server_has_its_layer() -> None:
    rooms = {_room(module) for module, _ in _modules()} - {""}
    assert rooms == SERVER_HEIGHT.keys()


def test_few_places_know_numba() -> None:
    found = []
    for _, file in _modules():
        name = file.relative_to(SOURCE).as_posix()
        if not name.startswith(KNOW_NUMBA) and re.search(r"\bnumba\b", file.read_text()):
            found.append(name)
    assert not found
    told = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert [place for place in KNOW_NUMBA if f"`{place}`" not in told] == []


def classes_named_twice(sources: Mapping[str, str]) -> list[str]:
    """Names that several classes have, unless all but one inherit from a class of that name."""
    places: dict[str, list[str]] = {}
    for place, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if name := _class_made(node):
                places.setdefault(name, []).append(place)
    return [f"{name}: {', '.join(found)}" for name, found in places.items() if len(found) > 1]


def _class_made(node: ast.AST) -> str:
    """The name of a new class: `class Rhino: ...` or `Rhino = IntEnum("Rhino", ...)`."""
    match node:
        case ast.ClassDef(name=name, bases=bases) if name not in map(_last_name, bases):
            return name
        case ast.Call(func=made, args=[ast.Constant(value=str(name)), *_]):
            return name if _last_name(made) in MAKE_CLASSES else ""
    return ""


def _last_name(base: ast.expr) -> str:
    """`Phase` of `terms.Phase`, and of `Phase[int]`."""
    return ast.unparse(base).split("[")[0].rpartition(".")[2]


def test_no_two_classes_have_the_same_name() -> None:
    sources = {module: file.read_text("utf-8") for module, file in _modules()}
    found = classes_named_twice(sources)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("sources", "is_found"),
    [
        ({"a": "class Desk: ...", "b": "class Desk: ..."}, True),
        ({"a": "class Desk: ...", "b": "def f():\n    class Desk(Table): ..."}, True),
        ({"a": "class Desk: ...", "b": "Desk = IntEnum('Desk', 'OPEN SHUT')"}, True),
        ({"a": "Desk = enum.IntEnum('Desk', 'OPEN')", "b": "Desk = StrEnum('Desk', 'A')"}, True),
        ({"a": "Phase = IntEnum('Phase', 'A')", "b": "class Phase(terms.Phase): ..."}, False),
        ({"a": "T = TypeVar('T')", "b": "T = TypeVar('T')"}, False),
        ({"a": "class Phase: ...", "b": "class Phase(terms.Phase): ..."}, False),
        ({"a": "class View: ...", "b": "class View(View): ...", "c": "class Views: ..."}, False),
    ],
)
def test_a_name_for_two_ideas_is_found(sources: dict[str, str], is_found: bool) -> None:
    assert bool(classes_named_twice(sources)) is is_found


def test_there_are_games() -> None:
    assert _games()


@pytest.mark.parametrize("folder", _games(), ids=lambda folder: folder.name)
def test_a_game_has_the_files_that_every_game_has(folder: Path) -> None:
    assert _names_in(folder) >= GAME_FILES


def test_all_games_have_the_same_files() -> None:
    names = {folder.name: _names_in(folder) for folder in _games()}
    first = next(iter(names.values()))
    assert all(other == first for other in names.values()), names


@pytest.mark.parametrize("folder", [SOURCE, ROOT / "web" / "src"], ids=["Python", "the page"])
def test_nothing_is_said_of_a_game_outside_of_its_folders(folder: Path) -> None:
    of_games = folder / "games"
    names = re.compile(rf"\b({'|'.join(game.name for game in _games())})\b", re.IGNORECASE)
    found = [
        f"{file.relative_to(ROOT)}: {hit.group()}"
        for file in _project_files()
        if file.is_relative_to(folder) and not file.is_relative_to(of_games)
        for hit in names.finditer(said_in(file))
    ]
    assert not found, "\n".join(found)


def said_in(file: Path) -> str:
    """What a file says to machines: code without its documentation and its examples."""
    text = file.read_bytes().decode("utf-8", "ignore")
    if file.suffix != ".py":
        return "" if file.name == MADE_OF_EXAMPLES else text
    return ast.unparse(Undocumented().visit(ast.parse(text)))


class Undocumented(ast.NodeTransformer):
    """Leaves out docstrings, and examples of what may be sent to the server."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:  # called so by `ast`
        is_docstring = isinstance(node.value, ast.Constant)
        return ast.Pass() if is_docstring else self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST | None:
        return None if node.arg == "examples" else self.generic_visit(node)


@pytest.mark.parametrize(
    ("source", "is_said"),
    [
        ('"""As in micropolis."""', False),
        ("Meta(examples=['micropolis'])", False),
        ("# micropolis, for one", False),
        ("USUAL = 'micropolis'", True),
        ("from formicarium.games import micropolis", True),
    ],
)
def test_what_is_said_of_a_game_is_found(tmp_path: Path, source: str, is_said: bool) -> None:
    file = tmp_path / "module.py"
    file.write_text(source)
    assert ("micropolis" in said_in(file)) is is_said


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
