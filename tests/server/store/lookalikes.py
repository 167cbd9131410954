"""How `server/store/lookalikes.txt` was made: which letters look like which others.

    pip download --no-deps confusable-homoglyphs && unzip confusable_homoglyphs-*.whl
    python -m tests.server.store.lookalikes confusable_homoglyphs/confusables.json

The package brings Unicode's own list (confusables.txt) as JSON, a megabyte with much that no name
can have. We keep what is left of it after Unicode's decomposition: a line for each letter with all
that look like it. Letters of the Latin alphabet come before others.
"""

import functools
import json
import sys
from collections import defaultdict
from pathlib import Path

from formicarium.server.store.looks import FILE, plain


def table(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """What each letter looks like: something Latin if there is any, or else the first of its kind.

    Letters of one alphabet never look alike by way of those of another.
    """
    latin: dict[str, set[str]] = defaultdict(set)
    others: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        if not one.isascii():
            (latin if other.isascii() and other.isalnum() else others)[one].add(other)
    shortest = functools.partial(min, key=lambda text: (len(text), text))
    found = {one: shortest(targets) for one, targets in latin.items()}
    for one in sorted(others):
        kin = sorted({one, *(other for other in others[one] if len(other) == 1)})
        if one not in found and not any(other in found for other in kin):
            found |= {other: kin[0] for other in kin[1:] if not other.isascii()}
    return found


def main() -> None:
    """Write the file anew."""
    source = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    pairs = [
        (one, plain(other["c"]))
        for letter, looks in source.items()
        for other in looks
        if len(one := plain(letter)) == 1 and one.isalnum() and plain(other["c"])
    ]
    lines: dict[str, list[str]] = defaultdict(list)
    for letter, looks in table(pairs).items():
        if looks.isalnum() and looks != letter:
            lines[looks].append(letter)
    text = "".join(f"{looks} {''.join(sorted(lines[looks]))}\n" for looks in sorted(lines))
    FILE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
