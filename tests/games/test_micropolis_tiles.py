"""Sets of tiles that cannot be played with: refused, with every fault and its place."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import formicarium as fm
from formicarium.core.game import rulebook

Doc = dict[str, Any]

(STANDARD,) = rulebook("micropolis").component_files.values()
SET: Doc = json.loads(STANDARD.read_text("utf-8"))


def refuse(file: Path | str) -> fm.BadComponents:
    with pytest.raises(fm.BadComponents) as refused:
        fm.load("micropolis", components=file)
    return refused.value


def changed(folder: Path, change: Callable[[Doc], object]) -> Path:
    """Our own set with a change, as a file."""
    doc = copy.deepcopy(SET)
    change(doc)
    file = folder / "tiles.json"
    file.write_text(json.dumps(doc), "utf-8")
    return file


def first(doc: Doc) -> Doc:
    """The first segment of tile 44, which has workers and no effect."""
    segment: Doc = doc["tiles"][43]["segments"][0]
    return segment


def set_at(*path: str | int, value: object) -> Callable[[Doc], None]:
    """A change that puts a value in one place."""

    def change(doc: Any) -> None:
        *way, last = path
        for step in way:
            doc = doc[step]
        doc[last] = value

    return change


def test_our_own_set_is_good(tmp_path: Path) -> None:
    same = fm.load("micropolis", components=changed(tmp_path, lambda doc: None))
    assert same == fm.load("micropolis")


def test_what_is_said_about_a_set_does_not_matter(tmp_path: Path) -> None:
    told = changed(tmp_path, lambda doc: doc.update(provenance={"tiles": "somebody"}))
    assert fm.load("micropolis", components=told) == fm.load("micropolis")


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"tiles", "not JSON"),
        (b'{"kind": "\xff"}', "not JSON in UTF-8"),
        ('{"kind": "é"}'.encode("latin-1"), "not JSON in UTF-8"),
        ("{}".encode("utf-16"), "not JSON in UTF-8"),
        (b'{"kind": NaN}', "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", 'needs a "kind"'),
        (b"3", 'needs a "kind"'),
        (b"{}", 'needs a "kind"'),
        (b'{"kind": 3}', 'needs a "kind"'),
        (b'{"kind": "myrmes/board"}', "a set of myrmes/board; this game uses: micropolis/tiles"),
        (b'{"kind": "micropolis/tiles"}', "missing required field"),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_a_file_that_is_no_set_of_tiles(tmp_path: Path, data: bytes, match: str) -> None:
    file = tmp_path / "tiles.json"
    file.write_bytes(data)
    assert match in str(refuse(file))


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for file in (tmp_path / "missing.json", tmp_path, tmp_path / "missing" / "tiles.json"):
        assert f"cannot read {file}: " in str(refuse(file))
        assert f"cannot read {file}: " in str(refuse(str(file)))


FAULTS = [
    (lambda doc: doc["tiles"].pop(), "there are 60 tiles, and there must be 61"),
    (lambda doc: doc["tiles"].append(doc["tiles"][0]), "there are 62 tiles"),
    (lambda doc: doc["tiles"].clear(), "there are 0 tiles"),
    (set_at("tiles", 5, "id", value=7), "tile 7 is there 2 times"),
    (set_at("tiles", 5, "id", value=0), "tile 0: numbers run from 1 to 61"),
    (set_at("tiles", 5, "id", value=62), "tile 62: numbers run from 1 to 61"),
    (set_at("tiles", 5, "id", value=-6), "tile -6: numbers run from 1 to 61"),
    (set_at("supply", "soldiers", value=29), "29 soldiers, and there must be 30 to 100"),
    (set_at("supply", "soldiers", value=-1), "-1 soldiers"),
    (set_at("supply", "soldiers", value=10**30), "soldiers, and there must be 30 to 100"),
    (set_at("supply", "architect_tokens", value=-1), "-1 architect tokens"),
    (set_at("supply", "architect_tokens", value=21), "21 architect tokens"),
    (set_at("scoring", "harvest", value=[0, 2]), "harvest lists 2 values"),
    (set_at("scoring", "barracks", value=[0] * 6), "barracks lists 6 values"),
    (set_at("scoring", "ant", value=-1), "-1 points"),
    (set_at("scoring", "harvest", 3, value=1001), "1001 points"),
    (lambda doc: first(doc)["ports"].pop(), "tile 44: opening"),
    (lambda doc: first(doc)["ports"].append(first(doc)["ports"][0]), "belongs to 2 segments"),
    (lambda doc: doc["tiles"][43]["segments"].append({"ports": []}), "tile 44: a segment has no"),
    (lambda doc: doc["tiles"][43]["segments"].clear(), "tile 44: opening LO belongs to 0"),
    (set_at("tiles", 43, "barracks", value=5), "tile 44: barracks for 5 soldiers"),
    (set_at("tiles", 43, "barracks", value=-1), "tile 44: barracks for -1 soldiers"),
    (lambda doc: first(doc).update(workers=-1), "tile 44: -1 workers"),
    (lambda doc: first(doc).update(workers=10), "tile 44: 10 workers"),
    (lambda doc: first(doc).update(specialist="nurse"), "tile 44: 0 eggs"),
    (lambda doc: first(doc).update(eggs=2), "tile 44: 2 eggs"),
    (lambda doc: first(doc).update(specialist="nurse", eggs=10), "tile 44: 10 eggs"),
]


@pytest.mark.parametrize(("change", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_a_set_with_a_fault(tmp_path: Path, change: Callable[[Doc], object], fault: str) -> None:
    refused = refuse(changed(tmp_path, change))
    assert any(fault in told for told in refused.faults)
    assert fault in str(refused)


@pytest.mark.parametrize(
    ("specialist", "barracks"),
    [("officer", 2), ("sentinel", 1), ("architect", 4)],
)
def test_a_tile_with_two_effects(tmp_path: Path, specialist: str, barracks: int) -> None:
    def change(doc: Doc) -> None:
        first(doc).update(specialist=specialist)
        doc["tiles"][43]["barracks"] = barracks

    told = f"tile 44: shows {specialist} and barracks"
    assert told in str(refuse(changed(tmp_path, change)))


def test_a_tile_with_two_specialists_who_act(tmp_path: Path) -> None:
    def change(doc: Doc) -> None:
        for segment, specialist in zip(
            doc["tiles"][43]["segments"], ("officer", "sentinel"), strict=False
        ):
            segment["specialist"] = specialist

    assert "tile 44: shows officer and sentinel" in str(refuse(changed(tmp_path, change)))


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda doc: first(doc)["ports"].append("UP"), "$.tiles[43].segments[0].ports"),
        (lambda doc: first(doc).update(fruits=["banana"]), "fruits"),
        (lambda doc: first(doc).update(specialist="plumber"), "specialist"),
        (lambda doc: first(doc).update(workers="2"), "workers"),
        (lambda doc: first(doc).update(workers=1.5), "workers"),
        (lambda doc: first(doc).update(workers=None), "workers"),
        (lambda doc: first(doc).update(colour="red"), "colour"),
        (lambda doc: doc.update(tiles={}), "tiles"),
        (lambda doc: doc["tiles"].append(None), "tiles"),
        (lambda doc: doc.pop("supply"), "supply"),
        (lambda doc: doc.pop("scoring"), "scoring"),
        (lambda doc: doc["scoring"].update(harvest="many"), "harvest"),
        (lambda doc: doc.update(extra=1), "extra"),
    ],
)
def test_a_set_of_another_form(tmp_path: Path, change: Callable[[Doc], object], place: str) -> None:
    assert place in str(refuse(changed(tmp_path, change)))


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    def change(doc: Doc) -> None:
        doc["supply"]["soldiers"] = 0
        doc["tiles"][0]["barracks"] = 9
        doc["tiles"][1]["id"] = 99

    assert len(refuse(changed(tmp_path, change)).faults) == 3
