"""A folder for a game of one's own: the example, with its names replaced.

So there is something that plays, and whose tests pass, before the first line is changed.
"""

import importlib.util
import keyword
import re
from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from formicarium.cli import files
from formicarium.cli.examples import FOLDERS
from formicarium.cli.faults import WrongUse
from formicarium.cli.screen import Paper, language_here, words

MODEL = "pebbles"
RULES = "PB-"  # begins the numbers of its rules
NAME = re.compile(r"[a-z][a-z0-9_]*")
MADE = {"__pycache__", "engine", ".pytest_cache"}  # by tools, while somebody works in the model


def new_game(name: str, language: str | None) -> None:
    """Lay out the folder of a game in the current one; nothing that is there is lost."""
    say = words(language_here(language))
    check_name(name)
    model = next((folder / MODEL for folder in FOLDERS if (folder / MODEL).is_dir()), None)
    if model is None:
        raise WrongUse("no model for a game came with this installation; install it from a wheel")
    target = Path(name)
    if target.exists():
        raise WrongUse(f"{target} is here already; move it away first, or take another name")
    for file in files_of(model):
        copy = target / renamed(file.relative_to(model).as_posix(), name)
        files.make_folder(copy.parent)
        files.write(copy, renamed(file.read_text("utf-8"), name))
    Paper().print(Text(say("new_game.written", name=name)), soft_wrap=True)


def check_name(name: str) -> None:
    """A game is called as its package: nothing else that can be imported may be called so."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise WrongUse(
            f"{name!r} is no name for a game: begin with a letter, go on with small letters, "
            "digits and _, such as snail_race"
        )
    if importlib.util.find_spec(name) or importlib.util.find_spec(f"formicarium.games.{name}"):
        raise WrongUse(f"there is a package {name} already; take another name")


def files_of(model: Path) -> Iterator[Path]:
    """All that belongs to the model."""
    for file in sorted(model.rglob("*")):
        if file.is_file() and not MADE & {*file.relative_to(model).parts}:
            yield file


def renamed(text: str, name: str) -> str:
    """What stands in the model, with the names of another game."""
    first, *others = name.split("_")
    title = name.replace("_", " ").capitalize()
    letters = first[0] + "".join(one[:1] for one in others) + first[1:] + "x"
    initials = re.sub("[^a-z]", "", letters)[:2].upper()
    return (
        text.replace(MODEL, name).replace(MODEL.capitalize(), title).replace(RULES, f"{initials}-")
    )
