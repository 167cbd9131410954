"""Where each numbered rule is carried out, and where it is tested.

    python -m tests.rules.where     writes docs/rules/where/<game>.md

A function names its rules in its docstring, data in a comment beside it. Refusals name rules as
well, but only say that one was broken: they do not count.
"""

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"
WHERE = RULES / "where"
GAMES = ROOT / "src" / "formicarium" / "games"
TESTS = ROOT / "tests" / "rules"
WRITTEN = re.compile(r"\*\*([A-Z]{2}-\d+\.\d+)\*\*")
NUMBER = re.compile(r"\b[A-Z]{2}-\d+\.\d+\b")

Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Place(NamedTuple):
    """Something that names a rule."""

    file: Path
    name: str

    def link(self) -> str:
        """For a page in docs/rules/where."""
        goal = self.file.relative_to(ROOT).as_posix()
        return f"[`{self.file.stem}.{self.name}`](../../../{goal})"


Places = dict[str, list[Place]]


def games() -> list[str]:
    """The games that have numbered rules. Translated pages have the same numbers."""
    return sorted(page.stem for page in RULES.glob("*.md") if "." not in page.stem)


@functools.cache
def written(game: str) -> list[str]:
    """The numbers in a document of rules, in its order."""
    return WRITTEN.findall((RULES / f"{game}.md").read_text("utf-8"))


@functools.cache
def carried_out(game: str) -> Places:
    """Functions, classes and data of a game, by the rules that they name."""
    found: Places = {}
    for file in sorted((GAMES / game).rglob("*.py")):
        if file.name != "refusals.py":
            for number, name in named_in(file.read_text("utf-8")):
                _add(found, number, Place(file, name))
    return found


def named_in(source: str) -> Iterator[tuple[str, str]]:
    """Every rule that a source file names, and what names it there."""
    tree = ast.parse(source)
    for line, text in sorted([*_docstrings(tree), *_comments(source), *_options(tree)]):
        for number in NUMBER.findall(text):
            yield number, _name_at(tree, line)


@functools.cache
def proofs(game: str) -> Places:
    """The tests of a game, and lists of their cases, by the rules that they are marked with."""
    found: Places = {}
    for file in sorted((TESTS / game).rglob("test_*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        for node in tree.body:
            for number in _marks(node):
                _add(found, number, Place(file, _name_at(tree, node.lineno)))
    return found


def page(game: str) -> str:
    """The rules of a game with their functions and tests."""
    functions, tests = carried_out(game), proofs(game)
    lines = [
        f"# Where the rules of {game} are",
        "",
        f"Each rule of [{game}.md](../{game}.md) with what carries it out and what tests it.",
        "Written by `make where`; a test keeps it current.",
        "",
        "| rule | carried out by | tested by |",
        "|---|---|---|",
    ]
    for number in written(game):
        cells = (_links(functions.get(number, [])), _links(tests.get(number, [])))
        lines.append(f"| {number} | {cells[0]} | {cells[1]} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the pages of all games."""
    WHERE.mkdir(exist_ok=True)
    for game in games():
        (WHERE / f"{game}.md").write_text(page(game), "utf-8")


def _add(found: Places, number: str, place: Place) -> None:
    places = found.setdefault(number, [])
    if place not in places:
        places.append(place)


def _links(places: list[Place]) -> str:
    return "<br>".join(place.link() for place in places)


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, Named):
            yield node.lineno, ast.get_docstring(node) or ""


def _comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _options(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Option":
            yield node.lineno, ast.unparse(node)


def _name_at(tree: ast.Module, line: int) -> str:
    """What a line belongs to: a function, a class, or else the data that it stands in or above."""
    for node in tree.body:
        if line > (node.end_lineno or node.lineno):
            continue
        if isinstance(node, Named):
            return node.name
        if isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            return ast.unparse(target)
    raise ValueError(f"line {line} names a rule, but stands beside nothing")


def _marks(node: ast.AST) -> Iterator[str]:
    """The numbers in `pytest.mark.rule(...)`."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule":
            yield from (str(ast.literal_eval(number)) for number in call.args)


if __name__ == "__main__":
    main()
