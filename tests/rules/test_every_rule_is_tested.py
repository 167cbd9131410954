"""Every numbered rule has a test, and every test names rules that exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "docs" / "rules"
NUMBER = re.compile(r"\*\*([A-Z]{2}-\d+\.\d+)\*\*")


def written() -> list[str]:
    """The numbers in all rule documents, as often as they are given away.

    Translated pages, such as micropolis.de.md, have the same ones: see test_translations.
    """
    pages = [page for page in sorted(RULES.glob("*.md")) if "." not in page.stem]
    return [n for page in pages for n in NUMBER.findall(page.read_text("utf-8"))]


def named(source: str) -> Iterator[str]:
    """The numbers in `pytest.mark.rule(...)` of one test file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (str(ast.literal_eval(number)) for number in node.args)


def covered() -> set[str]:
    files = sorted(HERE.rglob("test_*.py"))
    return {number for file in files for number in named(file.read_text("utf-8"))}


def in_order(numbers: set[str]) -> list[str]:
    return sorted(numbers, key=lambda n: [n[:2], *(int(part) for part in n[3:].split("."))])


def test_there_are_rules() -> None:
    assert written()


def test_no_number_is_given_twice() -> None:
    numbers = written()
    assert in_order({number for number in numbers if numbers.count(number) > 1}) == []


def test_every_rule_has_a_test() -> None:
    without = in_order(set(written()) - covered())
    assert not without, f"rules without a test: {', '.join(without)}"


def test_every_test_names_rules_that_exist() -> None:
    unknown = in_order(covered() - set(written()))
    assert not unknown, f"tests name rules that no document has: {', '.join(unknown)}"
