"""How to play, for players: a page with the positions of its pictures."""

import re
from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.core.game import game_names, rulebook
from formicarium.core.text import LANGUAGES, phrases
from formicarium.server.api.rules_text import in_words, sheet_of
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", game_names())
def test_no_name_of_an_option_is_left(game: str, language: str) -> None:
    book = rulebook(game)
    say, sheet = phrases(book.package, language), sheet_of(game, language)
    assert sheet
    told = [in_words(rule.text, say) for rule in sheet.rules]
    names = {option.name for option in book.options}
    choices = {choice for option in book.options for choice in option.choices}
    strange = {name for name in choices if "_" in name} | names
    for text in told:
        assert not [name for name in re.findall(r"`(\w+)`", text) if name in names], text
        assert not [name for name in re.findall(r"\w+_\w+", text) if name in strange], text


def test_options_are_listed_with_what_can_be_chosen() -> None:
    say = phrases("formicarium.games.micropolis", "en")
    text = "`cap`: at_once | after_effect. With *after_effect* later. `take`"
    title = say("options.cap.title")
    now, later = (say(f"options.cap.choices.{one}") for one in ("at_once", "after_effect"))
    assert in_words(text, say) == f"*{title}*: {now} | {later}. With *{later}* later. `take`"


def test_what_is_no_option_stays(guest: Guest) -> None:
    say = phrases("formicarium.games.micropolis", "en")
    assert in_words("`cap=at_once`, `x=1`, `take 3`", say).endswith(": at once*, `x=1`, `take 3`")
