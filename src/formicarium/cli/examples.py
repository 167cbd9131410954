"""The examples that the documents speak of: which there are, and a copy to try and to change.

They lie in `examples/`. A wheel carries them as `formicarium/examples`.
"""

import ast
from pathlib import Path

from rich.table import Table
from rich.text import Text

import formicarium
from formicarium.cli import files
from formicarium.cli.faults import WrongUse, near
from formicarium.cli.screen import Paper, language_here, words
from formicarium.core.text import Phrases

PACKAGE = Path(formicarium.__file__).parent
FOLDERS = (PACKAGE / "examples", PACKAGE.parents[1] / "examples")  # a wheel; a checkout


def found() -> dict[str, Path]:
    """Every example by its name."""
    folder = next((folder for folder in FOLDERS if folder.is_dir()), FOLDERS[0])
    return {file.stem: file for file in sorted(folder.glob("*.py"))}


def examples(name: str | None, language: str | None) -> None:
    """List the examples, or write one."""
    say = words(language_here(language))
    if name is None:
        list_examples(say)
    else:
        write_example(name, say)


def list_examples(say: Phrases) -> None:
    """Every example in a line."""
    paper = Paper()
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for name, file in found().items():
        about = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
        table.add_row(Text(name, "bold cyan"), about.partition("\n")[0])
    paper.print(table)
    paper.print(Text(say("examples.how"), "dim"))


def write_example(name: str, say: Phrases) -> None:
    """Put a copy of an example into the current folder; nothing that is there is lost."""
    there = found()
    if name not in there:
        known = f"there are: {', '.join(there)}" if there else "none came with this installation"
        raise WrongUse(f"there is no example {name!r}; {known}{near(name, there)}")
    file = Path(f"{name}.py")
    if file.exists():
        raise WrongUse(f"{file} is here already; move it away first")
    files.write(file, there[name].read_text("utf-8"))
    Paper().print(Text(say("examples.written", file=file)), soft_wrap=True)
