"""Records that are damaged, cut short or made up are refused, whatever is wrong with them."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import formicarium as fm

ALIEN = "\N{SNOWMAN}"


def whole_game() -> fm.Record:
    """A game to its end, in which everybody takes what comes first."""
    record = fm.Record(fm.load("micropolis", players=2, first_leader="seat_1"), seed=7)
    while not record.state.is_over:
        seat = record.state.to_act[0]
        record.play(seat, record.state.codes(seat)[0])
    return record


RECORD = whole_game()
TEXT = RECORD.dump()
LINES = TEXT.splitlines()
HEADER = LINES[: LINES.index("")]
MOVES = range(LINES.index("") + 1, len(LINES) - 1)


def sealed(lines: list[str]) -> str:
    """A record with a check sum that is right for these lines."""
    body = "\n".join(lines[:-1]) + "\n"
    check = f"check {zlib.crc32(body.encode('utf-8', 'surrogatepass')):08x}"
    return body + re.sub(r"check \w+$", check, lines[-1]) + "\n"


def changed(name: str, line: str) -> str:
    """The record with one line of its header replaced, sealed again."""
    number = next(n for n, old in enumerate(HEADER) if old.startswith(f"{name}:"))
    return sealed([*LINES[:number], line, *LINES[number + 1 :]])


def refuse(text: str | bytes, match: str = ".") -> None:
    with pytest.raises(fm.BadRecord, match=match):
        fm.Record.load(text)


def test_the_record_is_good_and_can_be_sealed() -> None:
    assert fm.Record.load(TEXT).state == RECORD.state
    assert sealed(LINES) == TEXT


@pytest.mark.parametrize("number", range(len(LINES)))
def test_cut_short_after_any_line(number: int) -> None:
    refuse("\n".join(LINES[:number]) + "\n")
    refuse("\n".join(LINES[:number]))


@pytest.mark.parametrize("cut", [1, 2, 9, 20, 40])
def test_cut_short_in_its_last_line(cut: int) -> None:
    refuse(TEXT.rstrip("\n")[:-cut], "cut short")


@pytest.mark.parametrize("number", range(len(LINES)))
def test_any_line_missing_twice_or_changed(number: int) -> None:
    refuse("\n".join(LINES[:number] + LINES[number + 1 :]) + "\n")
    refuse("\n".join(LINES[:number] + LINES[number : number + 1] + LINES[number:]) + "\n")
    refuse("\n".join([*LINES[:number], LINES[number] + ALIEN, *LINES[number + 1 :]]) + "\n")


@pytest.mark.parametrize("number", MOVES)
def test_any_decisions_missing_are_noticed_even_with_the_right_check_sum(number: int) -> None:
    refuse(sealed(LINES[:number] + LINES[number + 1 :]))


def test_a_wrong_check_sum() -> None:
    refuse(re.sub(r"check \w+", "check 00000000", TEXT), "check sum")


@pytest.mark.parametrize("first", ["", "formicarium record 2", "Formicarium record 1", " "])
def test_something_else(first: str) -> None:
    refuse(sealed([first, *LINES[1:]]), "begins with the line 'formicarium record 1'")


@pytest.mark.parametrize(
    ("name", "line", "match"),
    [
        ("game", "game: chess", "no game 'chess'"),
        ("game", "game: ", "no game ''"),
        ("players", "players: 9", "2 to 6 players, not 9"),
        ("players", "players: two", "damaged"),
        ("players", "players: 3", "line"),
        ("rules", "rules: 99", "these are rules 99"),
        ("rules", "rules: one", "damaged"),
        ("components", "components: 0000000000000000", "another component set"),
        ("components", "components: ", "another component set"),
        ("seed", "seed: -1", "seed -1"),
        ("seed", "seed: 18446744073709551616", "seed 18446744073709551616"),
        ("seed", "seed: 1.5", "damaged"),
        ("seed", "seed: " + "9" * 5000, "damaged"),
        ("seed", "seed: 8", "line"),
        ("seed", "position: {", "damaged"),
        ("seed", "position: []", "object"),
        ("seed", 'position: {"reserve": 99}', "soldiers do not add up"),
        ("seed", "position: " + "[" * 100_000, "damaged"),
        ("option first_leader", "option first_leader: seat_3", "only 2 seats"),
        ("option first_leader", "option first_leader: me", "'me' is not a choice"),
        ("option first_leader", "option colour: red", "no option 'colour'"),
        ("option first_leader", "option players: 2", "no option 'players'"),
        ("option first_leader", "option game: chess", "no option 'game'"),
        ("option first_leader", "option components: x", "no option 'components'"),
        ("option first_leader", "author: me", "unknown header lines: author"),
        ("option first_leader", "nonsense", "'nonsense'"),
        ("option first_leader", "seed: 7", "'seed: 7'"),
        ("game", "game: \ud800", "UTF-8"),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_a_header_that_cannot_be(name: str, line: str, match: str) -> None:
    refuse(changed(name, line), match)


@pytest.mark.parametrize("name", ["game", "rules", "players", "components", "seed"])
def test_a_header_without_a_line(name: str) -> None:
    kept = [line for line in LINES if not line.startswith(f"{name}:")]
    refuse(sealed(kept), "seed or with a position" if name == "seed" else f"no line '{name}'")


@pytest.mark.parametrize(
    ("line", "match"),
    [
        ("1: take 9", "'take 9' is not an action"),
        ("1: ", "'' is not an action"),
        ("1: take 1, take 2", "is not an action"),
        ("2: take 1", "it is for somebody else to decide"),
        ("3: take 1", "no seat 2"),
        ("0: take 1", "is not a seat and its decisions"),
        ("9" * 5000 + ": take 1", "no seat|not a seat"),
        ("-1: take 1", "not a seat and its decisions"),
        ("x: take 1", "not a seat and its decisions"),
        ("1", "not a seat and its decisions"),
        ("", "not a seat and its decisions"),
        ("1: \ud800", "UTF-8"),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_decisions_that_cannot_be(line: str, match: str) -> None:
    first = MOVES[0]
    refuse(sealed([*LINES[:first], line, *LINES[first + 1 :]]), match)


def test_the_line_with_the_fault_is_named() -> None:
    last = MOVES[-1]
    refuse(sealed([*LINES[:last], "1: dig", *LINES[last + 1 :]]), f"line {last + 1}: 'dig'")


@pytest.mark.parametrize(
    "end",
    [
        "41 decisions, 1 2",
        "0 decisions, unfinished",
        "{n} decisions, unfinished",
        "{n} decisions, 0 0",
    ],
)
def test_an_end_that_is_not_that_of_the_game(end: str) -> None:
    closing = f"end: {end.format(n=len(RECORD.decisions))}, check 00000000"
    refuse(sealed([*LINES[:-1], closing]), "the record ends with .*, the game with")


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"\x00", TEXT.encode()[:-1] + b"\xff"])
def test_bytes_that_are_no_record(data: bytes) -> None:
    refuse(data)


def test_bytes_that_are_no_text_say_where() -> None:
    refuse(TEXT.encode("utf-16"), "UTF-8; byte 0 ")


def test_a_record_begins_with_a_seed_or_a_position_not_both() -> None:
    game = fm.load("micropolis", players=2)
    beginnings: list[dict[str, Any]] = [{}, {"seed": 1, "position": {}}]
    for beginning in beginnings:
        with pytest.raises(fm.BadRecord, match="seed or with a position"):
            fm.Record(game, **beginning)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1", True])
def test_a_record_with_a_bad_seed(seed: Any) -> None:
    with pytest.raises(fm.BadOption, match="seed"):
        fm.Record(fm.load("micropolis", players=2), seed=seed)


def test_an_illegal_action_is_not_recorded() -> None:
    record = fm.Record(fm.load("micropolis", players=2, first_leader="seat_1"), seed=7)
    before = record.dump()
    for seat, action in ((0, "take 7"), (1, "take 1"), (0, "nonsense"), (0, 999)):
        with pytest.raises(fm.IllegalAction):
            record.play(seat, action)
    with pytest.raises(fm.BadOption):
        record.play(5, "take 1")
    assert record.dump() == before
    assert record.decisions == []


def test_a_set_of_components_must_be_named_again(tmp_path: Path) -> None:
    """A record made with another set is read with that set, and with no other."""
    ours = fm.load("micropolis", players=2)
    tiles = tmp_path / "tiles.json"
    source = Path(fm.__file__).parent / "games" / "micropolis" / "components" / "tiles.json"
    tiles.write_text(source.read_text("utf-8").replace('"colony": 5', '"colony": 6'), "utf-8")
    record = fm.Record(fm.load("micropolis", players=2, components=tiles), seed=1)
    assert record.game.fingerprint != ours.fingerprint
    assert fm.Record.load(record.dump(), components=tiles).state == record.state
    refuse(record.dump(), "another component set")


SCRAPS = st.sampled_from(["", " ", ";", ": ", "\n", "1: take 1", "end: ", "9", ALIEN, "\0"])


@settings(max_examples=300)
@given(place=st.integers(0, len(TEXT)), length=st.integers(0, 30), scrap=SCRAPS, seal=st.booleans())
@pytest.mark.heavy
def test_any_damage_is_refused_or_harmless(place: int, length: int, scrap: str, seal: bool) -> None:
    """Whatever is cut out and put in, the text is read as a record or refused as one."""
    text = TEXT[:place] + scrap + TEXT[place + length :]
    lines = text.rstrip("\n").split("\n")
    try:
        record = fm.Record.load(sealed(lines) if seal and len(lines) > 1 else text)
    except fm.BadRecord:
        return
    assert fm.Record.load(record.dump()).state == record.state


def test_a_state_that_was_given_stays_as_it_was_whatever_is_taken_back() -> None:
    record = fm.Record(fm.load("micropolis", players=2, first_leader="seat_1"), seed=7)
    before = record.played(0, "take 2")
    was = before.copy()
    record.undo(0)
    record.play(0, "take 1")
    assert before == was
