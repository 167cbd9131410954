"""Lessons: a course with its words, lines that are answered, and nothing of them is kept."""

from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from formicarium.core.lessons import words_of
from tests.server.playing import Guest, refused

COURSE = "/api/games/micropolis/lessons"


@pytest.fixture
def guest(client: TestClient[Any]) -> Guest:
    return Guest(client)


def try_line(guest: Guest, chapter: str, *decisions: str, **more: Any) -> httpx.Response:
    return guest.ask("POST", f"{COURSE}/{chapter}?language=de", {"decisions": [*decisions], **more})


def test_a_course_has_its_chapters_in_order(guest: Guest) -> None:
    course = guest.get(f"{COURSE}?language=fr")
    say = words_of("formicarium.games.micropolis", "fr")
    assert course["title"] == "Micropolis"
    assert [one["name"] for one in course["chapters"]][:2] == ["row", "galleries"]
    first = course["chapters"][0]
    for part in ("title", "told", "free", "task", "hint"):
        assert first[part] == say(f"row.{part}")
    assert first["light"]
    assert (first["players"], first["seat"]) == (2, 0)
    assert course["chapters"][4]["players"] == 4


def test_a_line_goes_on_until_it_is_complete(guest: Guest) -> None:
    begun = try_line(guest, "galleries", "take 1").json()
    assert begun["answer"] is None
    assert [one["text"] for one in begun["actions"]] == ["place left", "place right"]
    done = try_line(guest, "galleries", "take 1", "place left").json()
    say = words_of("formicarium.games.micropolis", "de")
    assert done["actions"] == []
    assert done["told"][1] == {"seat": 0, "text": "place left", "words": "Am linken Ende anlegen"}
    assert done["answer"] == {
        "name": "cherry",
        "right": True,
        "words": say("galleries.answers.cherry"),
        "others": [say("galleries.ways.queen"), say("galleries.ways.architect")],
    }


def test_a_wrong_line_has_its_own_sentence(guest: Guest) -> None:
    answer = try_line(guest, "row", "take 6").json()["answer"]
    assert (answer["name"], answer["right"], answer["others"]) == ("gone", False, [])
    assert answer["words"].endswith("eine Armee von 0.")


def test_what_may_be_tried_freely_is_answered_otherwise(guest: Guest) -> None:
    answer = try_line(guest, "row", "take 6", card="free").json()["answer"]
    assert answer["name"] == "dear"


def test_a_line_can_be_foreseen(guest: Guest) -> None:
    body = {"decisions": ["take 1"], "then": ["place left"]}
    found = guest.ask("POST", f"{COURSE}/galleries/preview", body).json()
    assert found["scores"] == [18, 8]
    assert found["view"]["points"][0]["harvest"] == 5
    why = guest.ask("POST", f"{COURSE}/galleries/preview", {"then": ["man yes"]}).json()
    assert why["view"] is None
    assert why["rule"].startswith("MP-")


def test_nothing_is_kept(guest: Guest) -> None:
    assert try_line(guest, "row", "take 1").status_code == 200
    assert guest.get("/api/tables?list=mine")["tables"] == []


def test_the_rules_hold(guest: Guest) -> None:
    refused(try_line(guest, "row", "take 99"), 422, "illegal_action")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("row", {"card": "fourth"}),
        ("row", {"decisions": ["take 1"] * 61}),
        ("row", {"decisions": [""]}),
        ("row", {"seed": 3}),
        ("row/preview", {"then": ["jump"]}),
    ],
)
def test_nonsense_is_refused(guest: Guest, path: str, body: dict[str, Any]) -> None:
    refused(guest.ask("POST", f"{COURSE}/{path}", body), 400, "bad_request")


@pytest.mark.parametrize("path", ["/api/games/chess/lessons", f"{COURSE}/nowhere"])
def test_what_is_not_there(guest: Guest, path: str) -> None:
    method = "POST" if "micropolis" in path else "GET"
    refused(guest.ask(method, path, {} if method == "POST" else None), 404, "not_found")
