"""Files that are named on the command line."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from formicarium.cli.faults import FAULTS_OF_A_FILE, WrongUse, one_line
from formicarium.core.errors import FormicariumError


def read(file: Path) -> bytes:
    """What is in a file."""
    try:
        return file.read_bytes()
    except (OSError, ValueError) as error:
        raise WrongUse(f"cannot read {file}: {_reason(error)}") from error


def read_json(file: Path, fault: type[FormicariumError]) -> Any:
    """The JSON document in a file; where there is none, the file has that fault."""
    content = read(file)
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise fault(f"{file} is not JSON in UTF-8: {one_line(str(error))}") from error


@contextmanager
def blamed(file: Path | None) -> Iterator[None]:
    """Whatever is found wrong here is wrong with that file."""
    try:
        yield
    except FAULTS_OF_A_FILE as error:
        if file is None or str(file) in str(error):
            raise
        raise type(error)(f"{file}: {error}") from error


def write(file: Path, content: str) -> None:
    """Put text into a file."""
    try:
        file.write_text(content, "utf-8")
    except (OSError, ValueError) as error:
        raise WrongUse(f"cannot write {file}: {_reason(error)}") from error


def make_folder(folder: Path) -> None:
    """Make a folder, and those around it, where there is none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongUse(f"cannot make the folder {folder}: {_reason(error)}") from error


def check_writable(file: Path) -> None:
    """Find out before a long game, not after it, that a file cannot be written."""
    if file.is_dir():
        raise WrongUse(f"cannot write {file}: it is a folder; name a file in it")
    if not file.parent.is_dir():
        raise WrongUse(f"cannot write {file}: there is no folder {file.parent}")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise WrongUse(f"cannot write {file}: permission denied")


def check_apart(option: str, file: Path | None, *others: Path | None) -> None:
    """Find out that a file does not fall onto another one that is needed."""
    used = [other.resolve() for other in others if other is not None]
    if file is not None and file.resolve() in used:
        raise WrongUse(f"{option} {file}: that file is used already; name another")


def _reason(error: Exception) -> str:
    return (error.strerror or "").lower() if isinstance(error, OSError) else str(error)
