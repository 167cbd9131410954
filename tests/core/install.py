"""Install games beside this package, for processes that look in a folder of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PEBBLES = Path(__file__).with_name("pebbles")  # the tiny game, of few rules
EXAMPLE = Path(__file__).parents[2] / "examples" / "pebbles"


def install(folder: Path, game: Path = PEBBLES) -> Path:
    """Put the game and what `pip` would note about it into a folder; the game's own folder."""
    package = folder / "pebbles"
    shutil.copytree(game, package, ignore=shutil.ignore_patterns("__pycache__"))
    noted = folder / "pebbles-1.0.dist-info"
    noted.mkdir()
    (noted / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n")
    (noted / "entry_points.txt").write_text("[formicarium.games]\npebbles = pebbles:RULEBOOK\n")
    return package


def install_project(folder: Path, project: Path = EXAMPLE) -> Path:
    """Build the wheel of a project and unpack it into a folder, as `pip` does; its package."""
    copy = folder / "sources"  # what is built there does not stay in the project
    shutil.copytree(project, copy, ignore=shutil.ignore_patterns("__pycache__", "engine"))
    alone = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation")
    run_command(folder, "-m", "pip", "install", *alone, "--target", str(folder), str(copy))
    shutil.rmtree(copy)
    return folder / project.name


def run(folder: Path, program: str, **environment: str) -> str:
    """What a program prints that finds the packages in a folder."""
    return run_command(folder, "-c", program, **environment)


def run_command(folder: Path, *arguments: str, **environment: str) -> str:
    """What Python prints, called so, that finds the packages in a folder."""
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | {"PYTHONPATH": path} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
