"""Puzzles: what there is, lines that are answered, and nothing of them is kept."""

from datetime import UTC, datetime
from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.core.puzzles import puzzle_book, puzzle_words, puzzles_of
from tests.server.playing import Guest, refused

PACKAGE = "formicarium.games.micropolis"
PUZZLES = "/api/games/micropolis/puzzles"
ALL = puzzles_of(PACKAGE)
NUMBER = next(number for number, one in enumerate(ALL, start=1) if len(one.line) > 1)
PUZZLE = ALL[NUMBER - 1]


@pytest.fixture
def guest(client: TestClient[Any]) -> Guest:
    return Guest(client)


def attempt(guest: Guest, *decisions: str) -> dict[str, Any]:
    body = {"decisions": [*decisions]}
    found: dict[str, Any] = guest.ask("POST", f"{PUZZLES}/{NUMBER}?language=de", body).json()
    return found


def wrong_line(guest: Guest) -> list[str]:
    """Take what is offered last, until the line is complete."""
    line: list[str] = []
    while (found := attempt(guest, *line))["answer"] is None:
        line.append(found["actions"][-1]["text"])
    assert not found["answer"]["right"]
    return line


def test_the_list_of_a_game(guest: Guest) -> None:
    found = guest.get(f"{PUZZLES}?language=fr")
    assert found["title"] == "Micropolis"
    assert [one["number"] for one in found["puzzles"]] == [*range(1, len(ALL) + 1)]
    assert [one["mark"] for one in found["puzzles"]] == [one.mark for one in ALL]
    assert sum(one["count"] for one in found["themes"]) == len(ALL)
    say = puzzle_words(PACKAGE, "fr")
    assert {one["title"] for one in found["themes"]} <= {
        say(f"themes.{theme.name}") for theme in book().themes
    }


def test_only_those_of_a_theme_or_a_level(guest: Guest) -> None:
    found = guest.get(f"{PUZZLES}?theme={PUZZLE.theme}&level=2")
    numbers = [
        number
        for number, one in enumerate(ALL, start=1)
        if (one.theme, one.level) == (PUZZLE.theme, 2)
    ]
    assert [one["number"] for one in found["puzzles"]] == numbers
    assert sum(one["count"] for one in found["themes"]) == len(ALL)


def test_a_puzzle_says_what_it_asks_for(guest: Guest) -> None:
    found = guest.get(f"{PUZZLES}/{NUMBER}?language=de")
    say = puzzle_words(PACKAGE, "de")
    assert found["title"] == say(f"themes.{PUZZLE.theme}")
    assert found["task"] == say(f"tasks.{PUZZLE.aim}")
    assert (found["players"], found["seat"]) == (PUZZLE.players, PUZZLE.seat)
    assert (found["number"], found["count"], found["mark"]) == (NUMBER, len(ALL), PUZZLE.mark)


def test_the_best_line_is_right(guest: Guest) -> None:
    begun = attempt(guest, *PUZZLE.line[:1])
    assert begun["answer"] is None
    assert PUZZLE.line[1] in [one["text"] for one in begun["actions"]]
    done = attempt(guest, *PUZZLE.line)
    assert (done["answer"]["name"], done["answer"]["right"]) == ("right", True)
    assert done["answer"]["words"].startswith(f"{PUZZLE.best} Punkt")
    assert [one["text"] for one in done["told"]] == [*PUZZLE.line]
    assert done["actions"] == []


def test_any_other_line_is_told_what_could_be_had(guest: Guest) -> None:
    answer = attempt(guest, *wrong_line(guest))["answer"]
    assert (answer["name"], answer["right"]) == ("less", False)
    assert f"Es geht besser: {PUZZLE.best} Punkt" in answer["words"]


def test_the_solution_in_words(guest: Guest) -> None:
    found = guest.get(f"{PUZZLES}/{NUMBER}/solution?language=de")
    assert [one["text"] for one in found["line"]] == [*PUZZLE.line]
    assert found["words"] == attempt(guest, *PUZZLE.line)["answer"]["words"]


def test_a_line_can_be_foreseen(guest: Guest) -> None:
    body = {"decisions": [], "then": [PUZZLE.line[0]]}
    found = guest.ask("POST", f"{PUZZLES}/{NUMBER}/preview", body).json()
    assert found["view"]["phase"] != "take"
    why = guest.ask("POST", f"{PUZZLES}/{NUMBER}/preview", {"then": ["man yes"]}).json()
    assert why["rule"].startswith("MP-")


def test_the_puzzle_of_the_day_and_all_games(guest: Guest) -> None:
    found = guest.get("/api/puzzles?language=de")
    assert found["date"] == datetime.now(UTC).date().isoformat()
    assert {one["game"]: len(one["marks"]) for one in found["games"]} == {"micropolis": len(ALL)}
    today = found["today"]
    again = guest.get(f"/api/games/{today['game']}/puzzles/{today['number']}?language=de")
    assert again == today


def test_nothing_is_kept(guest: Guest) -> None:
    assert attempt(guest, *PUZZLE.line)["answer"]["right"]
    assert guest.get("/api/tables?list=mine")["tables"] == []


def test_the_rules_hold(guest: Guest) -> None:
    body = {"decisions": ["take 99"]}
    refused(guest.ask("POST", f"{PUZZLES}/{NUMBER}", body), 422, "illegal_action")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("1", {"decisions": ["take 1"] * 61}),
        ("1", {"decisions": [""]}),
        ("1", {"decisions": "take 1"}),
        ("1", {"card": "told"}),
        ("1/preview", {"then": ["jump"]}),
    ],
)
def test_nonsense_is_refused(guest: Guest, path: str, body: dict[str, Any]) -> None:
    refused(guest.ask("POST", f"{PUZZLES}/{path}", body), 400, "bad_request")


@pytest.mark.parametrize("path", ["?level=4", "?level=hard"])
def test_nonsense_is_not_looked_for(guest: Guest, path: str) -> None:
    refused(guest.ask("GET", f"{PUZZLES}{path}"), 400, "bad_request")


@pytest.mark.parametrize(
    "path",
    [
        *("/api/games/chess/puzzles", f"{PUZZLES}/0", f"{PUZZLES}/99999", f"{PUZZLES}/-1"),
        *(f"{PUZZLES}/one", f"{PUZZLES}/99999/solution"),
    ],
)
def test_what_is_not_there(guest: Guest, path: str) -> None:
    refused(guest.ask("GET", path), 404, "not_found")


def book() -> Any:
    return puzzle_book(PACKAGE)
