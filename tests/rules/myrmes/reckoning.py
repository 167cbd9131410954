"""The garden and the numbers of the game once more, written from the rules page alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

Doc = dict[str, Any]

# Number of the first hex, then the terrain of each (MY-19.2).
ROWS = {
    "a": (5, "MGGM"),
    "b": (4, "GEGSGEG"),
    "c": (2, "GEEGMMGEEG"),
    "d": (2, "SMGSGWGSGMS"),
    "e": (1, "GWMEGWWGEMWG"),
    "f": (1, "EEMSWMGMWSMEE"),
    "g": (1, "SGGWGGGGWGGS"),
    "h": (1, "GEMGMGMGMGMEG"),
    "i": (1, "EGGWGGGGWGGE"),
    "j": (1, "MGMSWMGMWSMGM"),
    "k": (1, "EWMEGWWGEMWE"),
    "l": (2, "SMGSGWGSGMS"),
    "m": (2, "GEEGMMGEEG"),
    "n": (4, "GEMSMEG"),
    "o": (5, "SGGS"),
}
TERRAIN = {
    f"{row}{first + step}": kind
    for row, (first, line) in ROWS.items()
    for step, kind in enumerate(line)
}
HEXES = tuple(TERRAIN)
ORDER = {name: number for number, name in enumerate(HEXES)}
DRY = tuple(name for name in HEXES if TERRAIN[name] != "W")
YIELD = {"G": "food", "E": "earth", "S": "stone"}
KINDS = ("food", "earth", "stone")

PREY = ["b4", "b10", "e5", "e8", "f7", "g5", "g8", "h1", "h4"]
PREY += ["h10", "h13", "i5", "i8", "j7", "k5", "k8", "n4", "n10"]
TOP = [name for name in HEXES if name[0] in "ab"]
LEFT = ["h1", "i1", "j1", "j2", "k1", "k2", "l2", "l3", "m2", "m3", "n4"]
RIGHT = ["h13", "i12", "j12", "j13", "k11", "k12", "l11", "l12", "m10", "m11", "n10"]
STARTS = {2: ["l4", "l10"], 3: ["f3", "e10", "m7"], 4: ["d4", "d10", "l10", "l4"]}

# name: cells (q to the right, r down and to the right), pieces, points (MY-1.7).
FORMS: dict[str, tuple[tuple[tuple[int, int], ...], int, int]] = {
    "pair": (((0, 0), (1, 0)), 6, 0),
    "line": (((0, 0), (1, 0), (2, 0)), 2, 2),
    "triangle": (((0, 0), (1, 0), (0, 1)), 2, 2),
    "rhombus": (((0, 0), (1, 0), (0, 1), (1, -1)), 2, 4),
    "pistol": (((0, 0), (1, 0), (2, 0), (0, 1)), 2, 4),
    "trapezoid": (((0, 0), (1, 0), (2, 0), (0, 1), (1, 1)), 2, 6),
    "pyramid": (((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)), 1, 8),
}
# name: form, level, cost in food, earth and stone, points (MY-11.2).
SPECIALS: dict[str, tuple[str, int, tuple[int, int, int], int]] = {
    "farm": ("triangle", 1, (0, 0, 1), 2),
    "scavenging": ("triangle", 1, (1, 0, 0), 2),
    "subcolony": ("rhombus", 3, (1, 1, 1), 4),
}
# kind: soldiers, food, points (MY-8.2 to 8.5).
HUNTS = {"ladybug": (1, 2, 0), "termite": (1, 1, 2), "spider": (2, 1, 4)}
# number: what it asks for, how much of it there must be, how much goes (MY-14.16).
OBJECTIVES: dict[int, tuple[str, int, int]] = {
    1: ("food", 3, 3),
    2: ("earth_or_stone", 2, 2),
    3: ("larvae", 5, 5),
    4: ("prey", 2, 2),
    5: ("soldiers", 2, 2),
    6: ("specials", 2, 1),
    7: ("group", 4, 0),
    8: ("food", 5, 5),
    9: ("stone", 3, 3),
    10: ("larvae", 9, 9),
    11: ("prey", 3, 3),
    12: ("specials", 3, 2),
    13: ("nurses", 6, 1),
    14: ("colony", 2, 1),
    15: ("stone", 5, 5),
    16: ("earth_or_stone", 6, 6),
    17: ("prey", 4, 4),
    18: ("nurses", 8, 2),
    19: ("colony", 3, 2),
    20: ("group", 7, 0),
}


def neighbours(name: str) -> list[str]:
    """The hexes around one, by the rule of MY-1.3, in reading order."""
    row, number = ord(name[0]), int(name[1:])
    other = -1 if name[0] in "bdfhjln" else 1
    around = [(row, number - 1), (row, number + 1)]
    around += [(row + step, number + side) for step in (-1, 1) for side in (0, other)]
    named = (f"{chr(letter)}{place}" for letter, place in around)
    return reading(hex for hex in named if hex in TERRAIN)


def reading(names: Iterable[str]) -> list[str]:
    """Hexes in reading order."""
    return sorted(names, key=ORDER.__getitem__)


def area(players: int, *, narrow: bool = False) -> frozenset[str]:
    """The hexes that so many people play on (MY-2.2 to 2.4)."""
    if players == 4:
        return frozenset(HEXES)
    if players == 3:
        return frozenset(HEXES) - {*TOP, *LEFT, *RIGHT}
    below = frozenset(name for name in HEXES if name[0] >= "h")
    return below - {*LEFT, *RIGHT} if narrow else below


def _axial(name: str) -> tuple[int, int]:
    row = ord(name[0]) - ord("a")
    column = 2 * (int(name[1:]) - 1) + (row % 2 == 0)
    return (column - 12 - (row - 7)) // 2, row - 7


_NAME = {_axial(name): name for name in HEXES}


def _turned(cells: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(-r, q + r) for q, r in cells]


def _laid(cells: Sequence[tuple[int, int]]) -> set[frozenset[str]]:
    """Where these cells can lie without another turn."""
    home = cells[0]
    found = set()
    for q, r in _NAME:
        where = [(q + cell[0] - home[0], r + cell[1] - home[1]) for cell in cells]
        if all(spot in _NAME for spot in where):
            found.add(frozenset(_NAME[spot] for spot in where))
    return found


def _all_turns(cells: Sequence[tuple[int, int]]) -> set[frozenset[str]]:
    found: set[frozenset[str]] = set()
    for _ in range(6):
        cells = _turned(cells)
        found |= _laid(cells)
    return found


UNFLIPPED = {form: _all_turns(cells) for form, (cells, _, _) in FORMS.items()}
PLACES = {
    form: UNFLIPPED[form] | _all_turns([(r, q) for q, r in cells])
    for form, (cells, _, _) in FORMS.items()
}


def written(place: Iterable[str]) -> str:
    """A place as notation."""
    return " ".join(reading(place))


def yields(cells: Iterable[str]) -> list[str]:
    """The hexes of a pheromone that get a cube (MY-10.12)."""
    return [name for name in reading(cells) if TERRAIN[name] in YIELD]


def kind_of(name: str) -> str:
    """What cube a hex gives."""
    return YIELD[TERRAIN[name]]


def groups(tiles: Sequence[Doc]) -> list[list[Doc]]:
    """Tiles that hang together by edges (MY-14.18)."""
    rest, found = list(tiles), []
    while rest:
        group = [rest.pop()]
        for tile in group:
            near = {other for cell in tile["cells"] for other in neighbours(cell)}
            joined = [other for other in rest if near & set(other["cells"])]
            group += joined
            rest = [other for other in rest if other not in joined]
        found.append(group)
    return found


def spread(form: str, count: int, avoid: Iterable[str] = ()) -> list[list[str]]:
    """Places of a form that keep clear of each other, of water and of the hexes named."""
    taken = {*avoid, *(name for name in HEXES if TERRAIN[name] == "W")}
    found: list[list[str]] = []
    for place in sorted(map(reading, PLACES[form]), key=lambda cells: [ORDER[c] for c in cells]):
        if len(found) < count and not taken & set(place):
            found.append(place)
            taken |= set(place)
    assert len(found) == count
    return found
