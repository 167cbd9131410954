"""Section 12: the component set."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import formicarium as fm
from tests.rules.minicity.helpers import document, goes, moving, play, reach, stroll, texts
from tests.rules.minicity.reckoning import (
    ANTS,
    BOARD,
    CARDS,
    COLOUR,
    COLOURS,
    COPIES,
    NEXT,
    PLACES,
    PRICES,
    STARTS,
    STONES,
    VALUES,
    Doc,
    chambers_of,
    marked,
    steps,
)


def write(folder: Path, document: Doc, change: Callable[[Doc], object]) -> Path:
    """A copy of one of our files with a change."""
    changed = copy.deepcopy(document)
    change(changed)
    file = folder / "changed.json"
    file.write_text(json.dumps(changed), "utf-8")
    return file


def chamber(board: Doc, number: int) -> Doc:
    (found,) = (chamber for chamber in board["chambers"] if chamber["id"] == number)
    assert isinstance(found, dict)
    return found


def friend(cards: Doc, name: str) -> Doc:
    (found,) = (friend for friend in cards["friends"] if friend["name"] == name)
    assert isinstance(found, dict)
    return found


@pytest.mark.rule("MC-12.1", "MC-1.1", "MC-1.3")
def test_49_chambers_and_100_places() -> None:
    assert [chamber["id"] for chamber in BOARD["chambers"]] == list(range(1, 50))
    places = {colour: sum(PLACES[n] for n in chambers_of(colour)) for colour in COLOURS}
    assert places == STONES
    assert sum(places.values()) == 100
    assert set(PLACES.values()) == {1, 2, 3, 4}


@pytest.mark.rule("MC-12.2")
@pytest.mark.parametrize(("players", "marks"), [(2, [4, 4, 2, 2, 2]), (3, [1, 3, 2, 1, 0])])
def test_marked_places(players: int, marks: list[int]) -> None:
    lying = marked(players)
    assert [sum(lying[n] for n in chambers_of(colour)) for colour in COLOURS] == marks


@pytest.mark.rule("MC-12.3")
def test_our_chambers() -> None:
    assert [len(chambers_of(colour)) for colour in COLOURS] == [13, 12, 10, 8, 6]
    assert Counter(PLACES.values()) == {4: 6, 3: 9, 2: 15, 1: 19}
    assert all(COLOUR[one] != COLOUR[other] for one, other in BOARD["tunnels"])


@pytest.mark.rule("MC-12.4")
def test_our_tunnels() -> None:
    assert len(BOARD["tunnels"]) == 72
    assert Counter(len(there) for there in NEXT.values()) == {2: 15, 3: 22, 4: 12}
    ways = [steps(number, 49) for number in COLOUR]
    assert all(len(way) == 49 for way in ways)
    assert max(max(way.values()) for way in ways) == 11


@pytest.mark.rule("MC-12.5")
def test_our_start_zones() -> None:
    assert STARTS == [3, 19, 25, 44, 46]


@pytest.mark.rule("MC-12.6")
def test_our_roads() -> None:
    assert BOARD["roads"]["fields"] == 12


@pytest.mark.rule("MC-12.7")
def test_our_cards() -> None:
    assert CARDS["movement"] == dict.fromkeys(ANTS, 19)
    assert {kind["name"]: kind["copies"] for kind in CARDS["friends"]} == COPIES
    assert {kind["name"]: kind["cost"] for kind in CARDS["friends"]} == PRICES
    assert CARDS["track"] == 30
    assert BOARD["friendship"] == VALUES


@pytest.mark.rule("MC-12.3", "MC-12.8")
@pytest.mark.parametrize("ours", [BOARD, CARDS])
def test_our_files_say_where_they_come_from(ours: Doc) -> None:
    assert ours["version"] == 1
    assert ours["provenance"]


def load(file: Path, players: int = 2, **options: str) -> fm.Game:
    return fm.load("minicity", players=players, components=file, **options)


@pytest.mark.rule("MC-12.8")
def test_an_unchanged_copy_is_accepted(tmp_path: Path) -> None:
    for ours in (BOARD, CARDS):
        game = load(write(tmp_path, ours, lambda same: None))
        assert game == fm.load("minicity", players=2)


@pytest.mark.rule("MC-12.8", "MC-1.2")
def test_another_tunnel(tmp_path: Path) -> None:
    def dig(board: Doc) -> None:
        board["tunnels"].append([1, 4])

    game = load(write(tmp_path, BOARD, dig))
    state = game.position(document(**moving(1, ants={"red": 1})))
    assert goes(state) == [2, 4, 5]


@pytest.mark.rule("MC-12.8")
def test_other_colours(tmp_path: Path) -> None:
    def paint(board: Doc) -> None:
        # A yellow and an orange chamber of one place each, neither marked.
        chamber(board, 4)["colour"], chamber(board, 7)["colour"] = "orange", "yellow"

    game = load(write(tmp_path, BOARD, paint))
    state = game.position(document(**moving(1), box={"orange": 2, "yellow": 2}))
    play(state, "go 4; unload 1")
    assert state.breakdown()["seats"][0]["unloaded"]["orange"] == 1


@pytest.mark.rule("MC-12.8", "MC-12.6", "MC-1.8")
@pytest.mark.parametrize("fields", [6, 8, 20])
def test_other_roads(tmp_path: Path, fields: int) -> None:
    def measure(board: Doc) -> None:
        board["roads"]["fields"] = fields

    game = load(write(tmp_path, BOARD, measure))
    row = game.start(seed=1).to_position()["north"]
    assert len(row) == fields
    assert row.strip(".") == row[fields // 2 - 1 : fields // 2 + 1]
    # From the middle to the river: the last card clears the road.
    doc = document(north="gv".center(fields, "."), hand="rrrr", box={"pink": 5, "green": 2})
    state = game.position(doc)
    there = 4
    for count in range(1, min(3, fields // 2 - 1) + 1):
        play(state, f"play red nw; go {there}")
        there = 7 - there
        lying = state.to_position()["north"].strip(".")
        at_river = count == fields // 2 - 1
        assert len(lying) == (2 if at_river else 2 + count)


@pytest.mark.rule("MC-12.8", "MC-12.6", "MC-6.5")
def test_a_long_run_on_a_long_road(tmp_path: Path) -> None:
    def measure(board: Doc) -> None:
        board["roads"]["fields"] = 20

    game = load(write(tmp_path, BOARD, measure))
    row = "." + "b" * 18 + "."
    state = game.position(document(north=row, hand="brrr", others=[{"hand": "rrgg"}]))
    assert reach(play(state, "play black nw")) == 19
    # As far as one can go on the board.
    assert len(goes(state)) == 44


@pytest.mark.rule("MC-6.5", "MC-7.6", "MC-12.6")
@pytest.mark.parametrize("fields", [6, 12, 20])
def test_how_long_rows_grow_and_what_is_left_in_the_piles(tmp_path: Path, fields: int) -> None:
    game = load(write(tmp_path, BOARD, put(fields, "roads", "fields")), players=4)
    start = game.start(seed=fields)
    for _, _, _, state in stroll(start, seed=fields, most=150):
        doc = state.to_position()
        rows = [doc[road].strip(".") for road in ("north", "south")]
        assert max(map(len, rows)) < fields
        # Four hands of five, and both rows as long as they get.
        assert len(doc["pile"] + doc["discard"]) >= 95 - 4 * 5 - 2 * (fields - 1)


@pytest.mark.rule("MC-12.8", "MC-12.7")
def test_other_cards(tmp_path: Path) -> None:
    def print_anew(cards: Doc) -> None:
        cards["movement"] = {"red": 15, "grey": 20, "yellow": 20, "violet": 20, "black": 20}
        friend(cards, "snail").update(cost=9, copies=2)
        friend(cards, "millipede").update(copies=1)
        cards["track"] = 40

    game = load(write(tmp_path, CARDS, print_anew), variant="friends")
    doc = document(points=40)
    doc["options"] = {"variant": "friends"}
    state = game.position(doc)
    play(state, "buy snail")
    assert state.to_position()["seats"][0]["points"] == 31
    assert state.to_position()["market"]["snail"] == 1
    start = game.start(seed=1).to_position()
    cards = Counter(start["pile"] + start["north"].strip("."))
    cards.update("".join(seat["hand"] for seat in start["seats"]))
    assert cards == {"r": 15, "g": 20, "y": 20, "v": 20, "b": 20}


@pytest.mark.rule("MC-12.8")
def test_other_points(tmp_path: Path) -> None:
    def value(board: Doc) -> None:
        board["friendship"]["pink"] = 11

    game = load(write(tmp_path, BOARD, value), variant="friends")
    doc = document(phase="unload", card="nw", north="....rgv.....", ants={"red": 13}, box={})
    doc["options"] = {"variant": "friends"}
    state = play(game.position(doc), "unload 0")
    assert state.to_position()["seats"][0]["points"] == 11
    assert texts(state, "buy")


Change = Callable[[Doc], object]
Fault = tuple[Change, str]  # what is broken, and what the message must name


def drop(key: str) -> Change:
    return lambda doc: doc.pop(key)


def put(value: object, *path: Any) -> Change:
    """A change that writes a value somewhere."""

    def change(doc: Any) -> None:
        for step in path[:-1]:
            doc = doc[step]
        doc[path[-1]] = value

    return change


def at(number: int, **fields: object) -> Change:
    return lambda board: chamber(board, number).update(fields)


def kind(which: str, **fields: object) -> Change:
    return lambda cards: friend(cards, which).update(fields)


def tunnel(one: int, other: int) -> Change:
    return lambda board: board["tunnels"].append([one, other])


def without_tunnels(*ends: tuple[int, int]) -> Change:
    def change(board: Doc) -> None:
        for one, other in ends:
            board["tunnels"] = [t for t in board["tunnels"] if sorted(t) != [one, other]]

    return change


def both(*changes: Change) -> Change:
    def change(doc: Doc) -> None:
        for each in changes:
            each(doc)

    return change


# Chamber 4 has a yellow place, 3 and 9 are its neighbours; 12 is marked for two.
BROKEN_BOARDS: dict[str, Fault] = {
    "48 chambers": (lambda board: board["chambers"].pop(), ""),
    "chamber twice": (at(4, id=5), "5"),
    "chamber 50": (at(4, id=50), "50"),
    "unknown colour": (at(4, colour="red"), "chamber 4"),
    "no place": (at(4, places=[]), "chamber 4"),
    "five places": (at(4, places=[0, 0, 0, 0, 0]), "chamber 4"),
    "unknown mark": (at(4, places=[4]), "chamber 4"),
    "29 yellow places": (at(4, places=[0, 0]), "yellow"),
    "27 yellow places": (at(8, places=[2, 0]), "yellow"),
    "a mark for two too many": (at(4, places=[2]), "yellow"),
    "a mark for two too few": (at(12, places=[0, 0, 0, 0]), "yellow"),
    "a mark for three too many": (at(13, places=[3, 0, 0]), "pink"),
    "four start zones": (at(3, start=False), ""),
    "six start zones": (at(4, start=True), ""),
    "a tunnel to itself": (tunnel(4, 4), "tunnel 4-4"),
    "a tunnel twice": (tunnel(3, 4), "tunnel 3-4"),
    "a tunnel twice, the other way": (tunnel(4, 3), "tunnel"),
    "a tunnel to nowhere": (tunnel(4, 50), "tunnel"),
    "one tunnel": (without_tunnels((3, 4)), "chamber 4"),
    "five tunnels": (tunnel(6, 4), "chamber 6"),
    # 40, 41, 48 and 49 become a hill of their own.
    "cut off": (without_tunnels((33, 41), (47, 48)), "40"),
    "an odd road": (put(13, "roads", "fields"), ""),
    "a short road": (put(4, "roads", "fields"), ""),
    "a long road": (put(22, "roads", "fields"), ""),
    "no points for pink": (lambda board: board["friendship"].pop("pink"), "pink"),
    "31 points": (put(31, "friendship", "pink"), "pink"),
    "points below zero": (put(-1, "friendship", "pink"), "pink"),
    "points for red": (put(1, "friendship", "red"), "red"),
    "no roads": (drop("roads"), ""),
    "an unknown field": (put(1, "lake"), "lake"),
    "a chamber with an unknown field": (at(4, depth=3), "depth"),
    "the wrong kind": (put("minicity/tiles", "kind"), ""),
}
BROKEN_CARDS: dict[str, Fault] = {
    "no black cards": (lambda cards: cards["movement"].pop("black"), "black"),
    "pink cards": (put(1, "movement", "pink"), "pink"),
    "0 red cards": (
        both(put(0, "movement", "red"), put(38, "movement", "grey")),
        "red",
    ),
    "96 cards": (put(20, "movement", "red"), "95"),
    "94 cards": (put(18, "movement", "red"), "95"),
    "no snail": (lambda cards: cards["friends"].pop(), ""),
    "two kinds of snails": (
        lambda cards: cards["friends"].append({"name": "snail", "copies": 1, "cost": 5}),
        "snail",
    ),
    "a spider": (kind("snail", name="spider"), "spider"),
    "no copy": (both(kind("snail", copies=0), kind("rhino", copies=2)), "snail"),
    "13 friends": (kind("snail", copies=2), "12"),
    "11 friends": (kind("millipede", copies=1), "12"),
    "a gift": (kind("snail", cost=-1), "snail"),
    "dearer than the track is long": (kind("snail", cost=31), "snail"),
    "dearer than the track for two": (kind("ladybird", cost=25), "ladybird: may cost two"),
    "a shorter track": (put(29, "track"), "ladybird: may cost two players 30, more than 29"),
    "no track": (put(0, "track"), "track"),
    "an endless track": (put(1001, "track"), "track"),
    "an unknown field": (put(1, "jokers"), "jokers"),
}


@pytest.mark.rule("MC-12.1", "MC-12.2", "MC-12.4", "MC-12.5", "MC-12.6", "MC-12.8")
@pytest.mark.parametrize("fault", BROKEN_BOARDS)
def test_a_broken_board_is_refused(tmp_path: Path, fault: str) -> None:
    change, place = BROKEN_BOARDS[fault]
    with pytest.raises(fm.BadComponents) as refused:
        load(write(tmp_path, BOARD, change))
    assert place in str(refused.value)


@pytest.mark.rule("MC-12.7", "MC-12.8")
@pytest.mark.parametrize("fault", BROKEN_CARDS)
def test_broken_cards_are_refused(tmp_path: Path, fault: str) -> None:
    change, place = BROKEN_CARDS[fault]
    with pytest.raises(fm.BadComponents) as refused:
        load(write(tmp_path, CARDS, change))
    assert place in str(refused.value)


@pytest.mark.rule("MC-12.8")
def test_every_fault_is_named(tmp_path: Path) -> None:
    change = both(at(4, colour="red"), tunnel(9, 9), put(13, "roads", "fields"))
    with pytest.raises(fm.BadComponents) as refused:
        load(write(tmp_path, BOARD, change))
    for place in ("chamber 4", "9-9", "13"):
        assert place in str(refused.value)
