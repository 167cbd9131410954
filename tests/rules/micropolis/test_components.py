"""Section 12: the component set."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import formicarium as fm
from tests.rules.micropolis.helpers import points
from tests.rules.micropolis.reckoning import FRUITS, PLAIN, SET, TILES, Doc, posts

SEGMENTS = [segment for tile in TILES.values() for segment in tile["segments"]]
# The four openings in the order in which they lie around a tile.
AROUND = ("LO", "RO", "RI", "LI")


def write(folder: Path, change: Callable[[Doc], None]) -> Path:
    """A copy of our set with a change, as a file."""
    changed = copy.deepcopy(SET)
    change(changed)
    file = folder / "tiles.json"
    file.write_text(json.dumps(changed), "utf-8")
    return file


def tile(changed: Doc, number: int) -> Doc:
    (found,) = (tile for tile in changed["tiles"] if tile["id"] == number)
    assert isinstance(found, dict)
    return found


@pytest.mark.rule("MP-12.1")
def test_61_different_tiles() -> None:
    assert [tile["id"] for tile in SET["tiles"]] == list(range(1, 62))
    looks = {json.dumps({**tile, "id": 0}, sort_keys=True) for tile in TILES.values()}
    assert len(looks) == 61


@pytest.mark.rule("MP-12.2")
def test_every_opening_lies_in_one_segment() -> None:
    for number in TILES.values():
        ports = [port for segment in number["segments"] for port in segment["ports"]]
        assert sorted(ports) == sorted(AROUND)


@pytest.mark.rule("MP-12.2")
def test_all_ways_to_join_without_crossing() -> None:
    ways = {
        frozenset(frozenset(segment["ports"]) for segment in tile["segments"])
        for tile in TILES.values()
    }
    bridge = frozenset({frozenset({"LO", "RI"}), frozenset({"LI", "RO"})})
    assert len(ways) == 14
    assert bridge not in ways


@pytest.mark.rule("MP-12.3")
def test_content() -> None:
    specialists = Counter(s["specialist"] for s in SEGMENTS if "specialist" in s)
    assert sum(s.get("workers", 0) for s in SEGMENTS) == 121
    assert specialists == Counter(queen=7, nurse=8, architect=3, officer=4, sentinel=3)
    assert Counter(s["eggs"] for s in SEGMENTS if "eggs" in s) == {1: 3, 2: 3, 3: 2}
    assert Counter(filter(None, map(posts, TILES))) == {1: 6, 2: 6, 3: 4, 4: 2}
    fruits = Counter(item for s in SEGMENTS for item in s.get("fruits", []))
    assert [fruits[kind] for kind in (*FRUITS, "gift")] == [6, 5, 4, 3, 2, 1, 3]
    assert sum(fruits.values()) == 24


@pytest.mark.rule("MP-12.3", "MP-12.4")
def test_at_most_one_effect_on_a_tile() -> None:
    for number, tile in TILES.items():
        specialists = sum("specialist" in segment for segment in tile["segments"])
        assert specialists + (posts(number) > 0) == (number not in PLAIN)


@pytest.mark.rule("MP-12.5")
def test_another_set_replaces_ours(tmp_path: Path) -> None:
    def swap(changed: Doc) -> None:
        one, other = tile(changed, 57), tile(changed, 48)
        one["segments"], other["segments"] = other["segments"], one["segments"]

    file = write(tmp_path, swap)
    doc = {
        "game": "micropolis",
        "players": 2,
        "anthills": [{"tiles": [57]}, {"tiles": [48]}],
        "row": [44, 45, 46, 47, 49],
    }
    ours = fm.load("micropolis", players=2).position(doc)
    theirs = fm.load("micropolis", players=2, components=file).position(doc)
    assert [points(ours, hill)["population"] for hill in (0, 1)] == [4, 3]
    assert [points(theirs, hill)["population"] for hill in (0, 1)] == [3, 4]
    assert [len(points(theirs, hill)["galleries"]) for hill in (0, 1)] == [4, 1]


def drop_a_tile(changed: Doc) -> None:
    changed["tiles"].pop()


def same_number_twice(changed: Doc) -> None:
    changed["tiles"][5]["id"] = 7


def drop_an_opening(changed: Doc) -> None:
    tile(changed, 60)["segments"][0]["ports"] = ["LO"]


def opening_twice(changed: Doc) -> None:
    tile(changed, 60)["segments"][1]["ports"] = ["LI", "RI", "LO"]


def unknown_opening(changed: Doc) -> None:
    tile(changed, 60)["segments"][0]["ports"] = ["LO", "UP"]


def unknown_fruit(changed: Doc) -> None:
    tile(changed, 60)["segments"][0]["fruits"] = ["banana"]


def unknown_specialist(changed: Doc) -> None:
    tile(changed, 60)["segments"][0]["specialist"] = "plumber"


def barracks_of_five(changed: Doc) -> None:
    tile(changed, 60)["barracks"] = 5


def fewer_than_no_workers(changed: Doc) -> None:
    tile(changed, 60)["segments"][0]["workers"] = -1


@pytest.mark.rule("MP-12.5")
@pytest.mark.parametrize(
    "change",
    [
        drop_a_tile,
        same_number_twice,
        drop_an_opening,
        opening_twice,
        unknown_opening,
        unknown_fruit,
        unknown_specialist,
        barracks_of_five,
        fewer_than_no_workers,
    ],
)
def test_a_broken_set_is_refused(tmp_path: Path, change: Callable[[Doc], None]) -> None:
    with pytest.raises(fm.BadComponents):
        fm.load("micropolis", players=2, components=write(tmp_path, change))


@pytest.mark.rule("MP-12.4")
@pytest.mark.parametrize("number", [26, 34, 37, 41])
def test_barracks_beside_an_acting_specialist_are_refused(tmp_path: Path, number: int) -> None:
    def change(changed: Doc) -> None:
        tile(changed, number)["barracks"] = 1

    with pytest.raises(fm.BadComponents):
        fm.load("micropolis", players=2, components=write(tmp_path, change))


@pytest.mark.rule("MP-12.4")
def test_two_acting_specialists_are_refused(tmp_path: Path) -> None:
    def change(changed: Doc) -> None:
        tile(changed, 41)["segments"][1]["specialist"] = "officer"

    with pytest.raises(fm.BadComponents):
        fm.load("micropolis", players=2, components=write(tmp_path, change))
