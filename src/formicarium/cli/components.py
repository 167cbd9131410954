"""Checking component files before a game is played with them."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from formicarium.cli import files
from formicarium.cli.faults import FAULT_FOUND, WRONG_USE, WrongUse, one_line
from formicarium.cli.screen import Paper, complain, language_here, words
from formicarium.core.components import assemble, kind_of
from formicarium.core.errors import BadComponents
from formicarium.core.game import game_names, rulebook
from formicarium.core.rulebook import Rulebook


def check(paths: Sequence[Path]) -> int:
    """Say of every file that it is fine, or all that is wrong with it; the exit code."""
    return max(check_one(path) for path in paths)


def check_one(path: Path) -> int:
    try:
        document = files.read_json(path, BadComponents)
        book = game_of(kind_of(document))
        book.make_parts(assemble(book.component_files, (path,)))
    except BadComponents as error:
        for fault in error.faults or (str(error).removeprefix(f"{path} "),):
            report(path, fault, "red")
        return FAULT_FOUND
    except WrongUse as error:
        return complain(str(error), WRONG_USE)
    counts = ", ".join(f"{count} {name}" for name, count in counted(document).items())
    say = words(language_here())
    verdict = say("components.counted", counts=counts) if counts else say("components.fine")
    report(path, verdict, "green")
    return 0


def report(path: Path, finding: str, style: str) -> None:
    Paper().print(Text.assemble((f"{path}: ", style), one_line(finding)), soft_wrap=True)


def game_of(kind: str) -> Rulebook:
    """The game that uses files of a kind, which begins with its name."""
    name = kind.partition("/")[0]
    if name not in game_names():
        raise BadComponents(
            f"{kind!r} is of no installed game; there are: {', '.join(game_names())}"
        )
    return rulebook(name)


def counted(document: dict[str, Any]) -> Counter[str]:
    """How many things of each kind the lists of a document hold, those within others included."""
    counts: Counter[str] = Counter()
    for name, value in document.items():
        if isinstance(value, list):
            things = [item for item in value if isinstance(item, dict | str)]
            counts[name] += len(things)
            for thing in things:
                counts.update(counted(thing) if isinstance(thing, dict) else {})
    return +counts
