"""What was measured, as one table and a line for each bar."""

from collections.abc import Iterator

from tests.web.hands import Reading

BARS = {
    "small": "targets are at least 40×40 px (24×24 with a mouse)",
    "hit": "a target's middle and the points 16 px (8) away hit it and nothing else",
    "text": "no text is drawn below 10 px",
    "cut": "no number is cut off",
    "board": "the board has 55 % of the height upright, 75 % on its side",
    "scroll": "nothing is wider than the screen",
    "taps": "every legal action is chosen on the board by at most three taps",
}


def table(readings: list[Reading]) -> Iterator[str]:
    """One line for each variant, part and screen: how much, how often, and the worst of all."""
    heads = ("board", "targets", "worst", *("small", "hit"), "smallest", *("text", "cut", "scroll"))
    yield (
        f"{'game':28}{'moment':8}{'screen':10}"
        + "".join(f"{one:>9}" for one in heads)
        + (f"{'taps':>6}{'beyond':>8}")
    )
    rows: dict[tuple[str, str, str], list[Reading]] = {}
    for one in readings:
        rows.setdefault((str(one.state.variant), one.state.part, str(one.size)), []).append(one)
    for (variant, part, size), row in rows.items():
        cells = (
            f"{min(one.share for one in row):.0%}",
            str(sum(one.targets for one in row)),
            f"{min(one.worst for one in row):.0f}",
            *(str(sum(one.count(bar) for one in row)) for bar in ("small", "hit")),
            f"{min(one.smallest for one in row):.1f}",
            *(str(sum(one.count(bar) for one in row)) for bar in ("text", "cut", "scroll")),
        )
        taps, beyond = max(one.most_taps for one in row), sum(one.count("taps") for one in row)
        yield (
            f"{variant:28}{part:8}{size:10}"
            + "".join(f"{one:>9}" for one in cells)
            + (f"{taps:>6}{beyond:>8}")
        )


def verdict(readings: list[Reading]) -> Iterator[str]:
    """One line for each bar."""
    for bar, words in BARS.items():
        faults = sum(one.count(bar) for one in readings)
        where = sum(one.count(bar) > 0 for one in readings)
        met = "met" if not faults else f"MISSED: {faults} faults in {where} of {len(readings)}"
        yield f"{words}: {met}"
