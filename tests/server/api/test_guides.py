"""How to play, for players: a page with the positions of its pictures."""

from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.core.text import phrases
from formicarium.server.api.rules_text import in_words
from tests.server.playing import Guest, refused


@pytest.fixture
def guest(client: TestClient[Any]) -> Guest:
    return Guest(client)


def test_a_guide_has_parts_and_pictures(guest: Guest) -> None:
    guide = guest.get("/api/games/micropolis/guide?language=de")
    assert (guide["title"], guide["language"]) == ("Micropolis", "de")
    assert [part["heading"] for part in guide["parts"]][:2] == ["Ziel", "Dein Zug"]
    pictures = {picture["name"]: picture for picture in guide["pictures"]}
    assert pictures["row"]["tray"]
    assert [one["text"] for one in pictures["ends"]["actions"]] == ["place left", "place right"]
    assert pictures["end"]["scores"] == [52, 55]
    assert pictures["end"]["view"]["phase"] == "over"


def test_there_is_no_other_guide(guest: Guest) -> None:
    refused(guest.ask("GET", "/api/games/chess/guide"), 404, "not_found")


def test_players_read_titles_of_options(guest: Guest) -> None:
    rules = guest.get("/api/games/micropolis/rules?language=fr")["rules"]
    (text,) = [rule["text"] for rule in rules if rule["number"] == "MP-3.13"]
    assert "spent_token" not in text
    title = phrases("formicarium.games.micropolis", "fr")("options.spent_token.title")
    assert f"*{title}: " in text


def test_what_is_no_option_stays(guest: Guest) -> None:
    say = phrases("formicarium.games.micropolis", "en")
    assert in_words("`cap=at_once`, `x=1`, `take 3`", say).endswith(": at once*, `x=1`, `take 3`")
