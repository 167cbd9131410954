"""A second, slow way to count points, written from the rules alone: the tests compare with it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parents[3] / "src/formicarium/games/micropolis/components/tiles.json"

Doc = dict[str, Any]
SET: Doc = json.loads(_FILE.read_text("utf-8"))
TILES: dict[int, Doc] = {tile["id"]: tile for tile in SET["tiles"]}
PLAIN = tuple(range(44, 62))
FRUITS = ("cherry", "lemon", "grape", "blackberry", "fig", "pomegranate")
HARVEST = (0, 2, 5, 10, 15, 20, 25)
BARRACKS_POINTS = {1: 2, 2: 4, 3: 7, 4: 10}
ROWS = ("population", "colony", "harvest", "royal", "red_army", "barracks")


def posts(tile: int) -> int:
    """How many soldiers the barracks on a tile hold; 0 without barracks."""
    return int(TILES[tile].get("barracks", 0))


def galleries(chain: Sequence[int]) -> list[Doc]:
    """All galleries of a chain of tiles, given from left to right; ten tiles are a ring."""
    where = {
        (place, port): (place, number)
        for place, tile in enumerate(chain)
        for number, segment in enumerate(TILES[tile]["segments"])
        for port in segment["ports"]
    }
    parent = {piece: piece for piece in where.values()}

    def root(piece: tuple[int, int]) -> tuple[int, int]:
        while parent[piece] != piece:
            piece = parent[piece]
        return piece

    for place in range(len(chain) if len(chain) == 10 else len(chain) - 1):
        neighbour = (place + 1) % len(chain)
        for level in "OI":
            parent[root(where[place, "R" + level])] = root(where[neighbour, "L" + level])

    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for piece in parent:
        found.setdefault(root(piece), []).append(piece)
    return [_gallery(chain, pieces) for pieces in found.values()]


def _gallery(chain: Sequence[int], pieces: Iterable[tuple[int, int]]) -> Doc:
    pieces = list(pieces)
    segments = [TILES[chain[place]]["segments"][number] for place, number in pieces]
    tiles = sorted({chain[place] for place, _ in pieces})
    items = [item for segment in segments for item in segment.get("fruits", [])]
    queens = sum(segment.get("specialist") == "queen" for segment in segments)
    kinds, gifts = sorted(set(items) - {"gift"}), items.count("gift")
    return {
        "tiles": tiles,
        "span": len(tiles),
        "ants": sum(s.get("workers", 0) + ("specialist" in s) for s in segments),
        "queens": queens,
        "fruits": kinds,
        "gifts": gifts,
        "harvest": HARVEST[min(6, len(kinds) + gifts)],
        "royal": len(tiles) if queens == 1 else 0,
    }


def sheet(anthills: Sequence[Doc]) -> list[dict[str, int]]:
    """The six rows and the total of every anthill at the table."""
    found = [galleries(anthill["tiles"]) for anthill in anthills]
    best = [max(gallery["ants"] for gallery in own) for own in found]
    armies = [anthill["army"] for anthill in anthills]
    points = []
    for own, most, anthill in zip(found, best, anthills, strict=True):
        rows = {
            "population": sum(gallery["ants"] for gallery in own),
            "colony": 5 * (most == max(best)),
            "harvest": sum(gallery["harvest"] for gallery in own),
            "royal": sum(gallery["royal"] for gallery in own),
            "red_army": 5 * (anthill["army"] == max(armies) > 0),
            "barracks": sum(BARRACKS_POINTS[posts(tile)] for tile in anthill["manned"]),
        }
        points.append({**rows, "total": sum(rows.values())})
    return points


def deal(seed: int, anthills: int) -> list[Doc]:
    """Finished anthills as chance would have them, with no more than 45 soldiers in all."""
    chance = random.Random(seed)
    tiles = chance.sample(sorted(TILES), 10 * anthills)
    left = 45
    dealt = []
    for number in range(anthills):
        ring = tiles[10 * number : 10 * number + 10]
        army = min(left, chance.randint(0, 10))
        left -= army
        manned = []
        for tile in ring:
            if posts(tile) and posts(tile) <= left and chance.random() < 0.5:
                manned.append(tile)
                left -= posts(tile)
        lefts = chance.randint(0, 8)
        dealt.append({"tiles": ring, "lefts": lefts, "army": army, "manned": manned})
    return dealt
