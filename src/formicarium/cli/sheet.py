"""Score sheets: the points of every seat by category."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from formicarium.core.state import State
from formicarium.core.text import phrases


def score_sheet(state: State, labels: Sequence[str], language: str) -> Table:
    """A column for every seat, and one for each part where a seat has several."""
    say = phrases(state.game.book.package, language)
    columns = [*_columns(state.breakdown(), labels)]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column()
    for heading, _, style in columns:
        table.add_column(heading, justify="right", style=style)
    for category in _categories(columns[0][1], say.keys):
        points = [str(sheet.get(category, "")) for _, sheet, _ in columns]
        if category == "total":
            table.add_section()
        style = "bold" if category == "total" else ""
        table.add_row(say(f"categories.{category}"), *points, style=style)
    return table


def _columns(
    breakdown: dict[str, Any], labels: Sequence[str]
) -> Iterator[tuple[Text, dict[str, Any], str]]:
    """Heading, points by category, and style of each column."""
    for seat, label in zip(breakdown["seats"], labels, strict=True):
        parts = _parts(seat)
        if len(parts) > 1:
            for letter, part in zip("abcdef", parts, strict=False):
                yield Text(f"{seat['seat'] + 1}{letter}"), part, "dim"
        yield Text(label, "bold"), _sum(parts), ""


def _parts(seat: dict[str, Any]) -> list[dict[str, Any]]:
    """The sheets that a seat's points are made of; the seat itself if there is no division."""
    for value in seat.values():
        if isinstance(value, list) and value and isinstance(value[0], dict) and "total" in value[0]:
            return value
    return [seat]


def _sum(parts: list[dict[str, Any]]) -> dict[str, Any]:
    numbers = [name for name, value in parts[0].items() if isinstance(value, int)]
    return {name: sum(part[name] for part in parts) for name in numbers}


def _categories(sheet: dict[str, Any], keys: frozenset[str]) -> list[str]:
    """What the game has a word for, in its own order, the total last."""
    named = [name for name in sheet if f"categories.{name}" in keys and name != "total"]
    return [*named, "total"]
