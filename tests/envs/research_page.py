"""The tables in docs/research.md, made from the games themselves.

``python -m tests.envs.research_page`` writes them anew; a test compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import getsource
from pathlib import Path

import formicarium as fm
from formicarium.core.slices import NumberKind, Slice
from formicarium.envs.actions import Factors, notations

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
SECTION = re.compile(
    r"(<!-- (observation|network|actions): (\w+) -->\n)(.*?)(<!-- end -->)", re.DOTALL
)
LINE = re.compile(r'^ *\("(\w+)", [^#\n]*\),  # (.+)$', re.MULTILINE)
NUMBERED = re.compile(r"(\w+)_(\d)")


def comments(game: fm.Game) -> dict[str, str]:
    """What stands beside each slice in the game's own `knowledge.py`."""
    return dict(LINE.findall(getsource(import_module(f"{game.book.package}.knowledge"))))


def observation_table(game: fm.Game) -> Iterator[str]:
    """Every slice: where it lies, and what it means. Slices that come once a seat stand once."""
    said, slices = comments(game), game.observation
    yield "| slice | from | length | meaning |"
    yield "|---|---|---|---|"
    for name, part in slices.items():
        repeated = NUMBERED.fullmatch(name) if name not in said else None
        if repeated is None:
            label = f"`{name}`"
        elif repeated[2] == "0":
            count = sum(f"{repeated[1]}_{number}" in slices for number in range(10))
            stride = slices[f"{repeated[1]}_1"].start - part.start
            label = f"`{name}` to `{repeated[1]}_{count - 1}`, {stride} apart"
        else:
            continue
        meaning = said.get(repeated[1] if repeated else name, "")
        yield f"| {label} | {part.start} | {part.stop - part.start} | {meaning} |"
    yield ""
    yield f"In all {max(part.stop for part in slices.values())} numbers."


# What the numbers of a kind may be, in short.
SIZES: dict[NumberKind, Callable[[Slice], str]] = {
    NumberKind.FLAG: lambda part: "flag",
    NumberKind.CATEGORY: lambda part: (
        f"category of {part.size}" + (f", `{part.table}`" * bool(part.table))
    ),
    NumberKind.COUNT: lambda part: f"count / {part.usual}",
    NumberKind.SCALAR: lambda part: f"scalar / {part.usual}",
}


def network_table(game: fm.Game) -> Iterator[str]:
    """Every block and its slices: how many there are, of which kind, and what they mean."""
    network = game.network
    yield "| slice | rows | numbers | kind | meaning |"
    yield "|---|---|---|---|---|"
    for place in network.slices.values():
        part = place.part
        kind = SIZES[part.kind](part)
        yield f"| `{place.name}` | {place.rows} | {part.length} | {kind} | {part.meaning} |"
    yield ""
    tables = [
        f"`{name}` ({len(table.rows)} rows of {len(table.columns)}: {', '.join(table.columns)})"
        for name, table in network.tables.items()
    ]
    borders = [f"`{name}`" for name in network.adjacency]
    yield f"In all {network.size:,} bytes. Tables: {'; '.join(tables)}."
    if borders:
        yield f"Neighbours are known of {' and '.join(borders)}."


def action_table(game: fm.Game) -> Iterator[str]:
    """Every kind of action: its codes, and how the first and the last of them are written."""
    factors, meaning = Factors(game), notations(game)
    yield "| kind | codes | notation |"
    yield "|---|---|---|"
    for number, kind in enumerate(factors.kinds):
        codes = [code for code in range(len(meaning)) if factors.parts[code, 0] == number]
        ends = dict.fromkeys((codes[0], codes[-1]))
        written = " … ".join(f"`{meaning[code]}`" for code in ends)
        yield f"| {kind} | {' – '.join(map(str, ends))} | {written} |"
    yield ""
    sizes = " or ".join(str(Factors(game, count).sizes) for count in (2, 3))
    yield f"In all {len(meaning)} codes; in factors {sizes}."


TABLES = {
    "observation": observation_table,
    "network": network_table,
    "actions": action_table,
}


def renewed(text: str) -> str:
    """The page with all its tables as they should be."""

    def table(section: re.Match[str]) -> str:
        lines = TABLES[section[2]](fm.load(section[3]))
        return section[1] + "\n" + "\n".join(lines) + "\n\n" + section[5]

    return SECTION.sub(table, text)


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
