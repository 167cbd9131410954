"""Positions that come from outside: drawn, and played from."""

import base64
import zlib
from typing import Any
from xml.etree import ElementTree

import pytest
from litestar.testing import TestClient

import formicarium as fm
from formicarium.core.game import load_with, rulebook
from formicarium.wasm.manifest import layout_digest
from tests.server.playing import Guest, refused

GAME = "/api/games/micropolis"
SEATS = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]


@pytest.fixture
def guest(client: TestClient[Any]) -> Guest:
    return Guest(client)


def begun() -> fm.State:
    return fm.load("micropolis", players=2).start(seed=7)


def ended() -> fm.State:
    state = begun()
    while not state.is_over:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    return state


def table_from(position: dict[str, Any]) -> dict[str, Any]:
    return {"game": "micropolis", "players": 2, "seats": SEATS, "position": position}


def test_a_position_is_drawn_as_a_picture_that_needs_nothing_else(guest: Guest) -> None:
    body = {"players": 2, "position": begun().to_position(), "seat": 1}
    answer = guest.ask("POST", f"{GAME}/picture", body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    assert "Micropolis" in answer.text
    assert 'href="http' not in answer.text
    assert "url(http" not in answer.text


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"anthills": [{"tiles": [44]}, {"tiles": [44]}]}, "bad_position", "there twice"),
        ({"game": "chess"}, "bad_position", "not of micropolis"),
        ({"players": 3}, "bad_position", "for 3 players"),
        ({"leader": 7}, "bad_position", "leader"),
    ],
)
def test_what_no_game_can_reach_is_refused_in_the_rules_own_words(
    guest: Guest, change: dict[str, Any], error: str, words: str
) -> None:
    for path in (f"{GAME}/picture", f"{GAME}/study", f"{GAME}/states"):
        answer = guest.ask("POST", path, {"players": 2, "position": change})
        assert words in refused(answer, 400, error)["message"]
    refused(guest.ask("POST", f"{GAME}/picture", {"position": {}, "seat": 9}), 400, "bad_request")


def test_an_engine_of_ones_own_thinks_about_what_study_goes_on_with(guest: Guest) -> None:
    """The same state: what a position leaves out is filled in alike."""
    position = {"leader": 1}
    told = guest.ask("POST", f"{GAME}/states", {"players": 2, "position": position}).json()
    assert [(step["version"], step["kind"]) for step in told["steps"]] == [(0, "started")]
    assert not told["more"]
    game = fm.load("micropolis", players=2)
    state = game.position(position)
    assert zlib.decompress(base64.b64decode(told["states"])) == state.to_bytes()
    body = {"players": 2, "position": position, "seat": 1}
    studied = guest.ask("POST", f"{GAME}/study", body).json()
    assert studied["view"] == state.view(1)
    assert [one["code"] for one in studied["actions"]] == [*state.codes(1)]
    assert (told["rules"], told["layout"]) == (game.book.version, layout_digest(game.book))


def test_a_position_in_which_the_game_is_over_is_shown_and_not_played_from(guest: Guest) -> None:
    position = ended().to_position()
    studied = guest.ask("POST", f"{GAME}/study", {"players": 2, "position": position}).json()
    assert studied["to_act"] == []
    assert guest.ask("POST", f"{GAME}/picture", {"players": 2, "position": position}).is_success
    found = refused(guest.ask("POST", "/api/tables", table_from(position)), 400, "bad_position")
    assert "the game is over in this position" in found["message"]
    assert guest.get("/api/tables?list=mine")["tables"] == []


def test_a_position_of_older_rules_is_gone_on_with_by_them(guest: Guest) -> None:
    """It names all options of its time; those that came later are as they were before them."""
    book = rulebook("micropolis")
    rules, later = next(iter(book.earlier.items()))
    position = load_with("micropolis", 2, None, {}, rules).start(seed=7).to_position()
    for option in later:
        del position["options"][option]
    body = {**table_from(position), "options": position["options"]}
    answer = guest.ask("POST", "/api/tables", body)
    assert answer.status_code == 201, answer.text
    options = guest.table(answer.json()["id"])["options"]
    assert {name: options[name] for name in later} == later
    study = {"players": 2, "options": position["options"], "position": position}
    seen = guest.ask("POST", f"{GAME}/study", study).json()["view"]
    assert {name: seen["options"][name] for name in later} == later
