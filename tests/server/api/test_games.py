"""What a page is told about a game before anybody plays it."""

import re
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.core.game import rulebook
from formicarium.core.text import phrases
from formicarium.server.api import rules_text
from formicarium.server.house.facts import facts_of
from formicarium.server.house.game_files import contents_of
from tests.server.playing import Guest, refused

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def guest(client: TestClient[Any]) -> Guest:
    return Guest(client)


def test_a_game_has_its_facts_words_and_components(guest: Guest) -> None:
    game = guest.get("/api/games/micropolis?language=de")
    assert (game["name"], game["language"], game["rules"]) == ("micropolis", "de", 2)
    assert game["facts"]["authors"] == ["Bruno Cathala", "Charles Chevallier"]
    assert (game["facts"]["year"], game["facts"]["minutes"]) == (2018, 30)
    assert game["lessons"]
    assert game["players"] == {"fewest": 2, "most": 6, "usual": 3}
    assert game["phrases"]["names.queen"] == "Königin"
    assert game["phrases"]["counts.soldiers"] == ["{n} Soldatin", "{n} Soldatinnen"]
    assert len(game["components"]["micropolis/tiles"]["tiles"]) == 61
    assert "normal" in game["levels"]
    listed = guest.get("/api/games?language=de")["games"][0]
    still = listed.keys() - {"ready", "stage", "share"}  # which grow meanwhile
    assert {name: game[name] for name in still} == {name: listed[name] for name in still}


@pytest.mark.parametrize(
    ("language", "title", "labels"),
    [
        ("en", "Rule sheet", {"german": "German rules", "french": "French rules"}),
        ("de", "Spielregel", {"german": "deutsche Regel", "french": "französische Regel"}),
        ("fr", "Règle", {"german": "règle allemande", "french": "règle française"}),
    ],
)
def test_options_are_told_in_plain_words(
    guest: Guest, language: str, title: str, labels: dict[str, str]
) -> None:
    [game] = guest.get(f"/api/games?language={language}")["games"]
    options = {option["name"]: option for option in game["options"]}
    say = phrases("formicarium.games.micropolis", language)
    assert options["edition"] == {
        "name": "edition",
        "title": title,
        "about": say("options.edition.about"),
        "choices": ["german", "french"],
        "labels": labels,
        "default": "german",
        "rule": "MP-11.3",
    }


@pytest.mark.parametrize("game", ["antics", "micropolis", "minicity", "myrmes"])
def test_every_game_says_who_made_it(game: str) -> None:
    package = rulebook(game).package
    facts = facts_of(package)
    credits = phrases(package, "en")("credits")
    named = [*facts.authors, *facts.illustrators, *facts.publishers, str(facts.year)]
    assert facts.authors
    assert facts.minutes
    assert [name for name in named if name not in credits] == []


def test_every_game_brings_its_picture(guest: Guest) -> None:
    game = guest.get("/api/games/micropolis")
    assert game["facts"]["weight"] == 1
    assert game["facts"]["great"] == ["variant", "edition"]
    assert game["board"] is None
    answer = guest.client.get(game["picture"])
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.text.startswith("<svg")
    assert guest.client.get(game["picture"] + "x").status_code == 404
    assert guest.client.get("/game-files/../app.py").status_code == 404


def test_what_lies_in_the_folder_of_a_game_is_served(tmp_path: Path) -> None:
    files = {"board.js": b"export {}", "art/ant.svg": b"<svg/>", "notes.txt": b"", "x.html": b""}
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    assert {*contents_of(tmp_path)} == {"board.js", "art/ant.svg"}
    assert contents_of(tmp_path / "nowhere") == {}


def test_a_game_of_others_may_do_without_facts() -> None:
    assert facts_of("formicarium.cli").authors == []


def test_there_is_no_other_game(guest: Guest) -> None:
    for path in ("/api/games/chess", "/api/games/chess/rules", "/api/games/..%2fserver.md/rules"):
        refused(guest.ask("GET", path), 404, "not_found")


def test_the_rules_are_told_with_their_numbers(guest: Guest) -> None:
    told = guest.get("/api/games/micropolis/rules?language=en")
    page = (ROOT / "docs/rules/micropolis.md").read_text("utf-8")
    numbers = re.findall(r"^- \*\*(MP-[\d.]+)\*\*", page, re.MULTILINE)
    assert [rule["number"] for rule in told["rules"]] == numbers
    rules = {rule["number"]: rule for rule in told["rules"]}
    assert rules["MP-3.5"] == {
        "number": "MP-3.5",
        "heading": "3. Rounds, turns, taking a tile",
        "text": "She cannot take a tile for which her army is too small.",
        "source": "both",
    }
    assert rules["MP-8.7"]["text"].endswith("| points | 0 | 2 | 5 | 10 | 15 | 20 | 25 |")


def test_rules_are_told_in_english_where_there_is_no_translation(
    guest: Guest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = "## 1. Words\n\n- **MP-1.1** There are tiles. [both]\n"
    (tmp_path / "micropolis.md").write_text(english, "utf-8")
    (tmp_path / "micropolis.de.md").write_text("## 1. W\n\n- **MP-1.1** Plättchen.\n", "utf-8")
    monkeypatch.setattr(rules_text, "FOLDERS", (tmp_path,))
    rules_text.sheet_of.cache_clear()
    try:
        german = guest.get("/api/games/micropolis/rules?language=de")
        french = guest.get("/api/games/micropolis/rules?language=fr")
    finally:
        rules_text.sheet_of.cache_clear()
    assert (german["language"], german["rules"][0]["text"]) == ("de", "Plättchen.")
    assert (french["language"], french["rules"][0]["text"]) == ("en", "There are tiles.")
