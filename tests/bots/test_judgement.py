"""The numbers by which bots judge: where they come from, and what is wrong with some files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import formicarium as fm
from formicarium.bots import ask, load_bot, prepare
from formicarium.bots.judgement import Judgement, ToldChances, fault_in, folder_of, judgement_for
from formicarium.bots.search import SearchBot
from formicarium.core.game import rulebook

BOOK = rulebook("micropolis")
Doc = dict[str, Any]


@pytest.fixture
def doc() -> Doc:
    """What is in the file that Micropolis brings."""
    found: Doc = msgspec.to_builtins(judgement_for(BOOK))
    return found


def in_file(folder: Path, content: object) -> Path:
    file = folder / "judgement.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return file


@pytest.mark.parametrize("name", fm.game_names())
@pytest.mark.parametrize("judgement", ["fitted", "hand-0.1"])
def test_every_game_brings_both_judgements(name: str, judgement: str) -> None:
    book = rulebook(name)
    found = judgement_for(book, judgement)
    assert fault_in(found, book) == ""
    assert found.found
    file = folder_of(book) / f"{judgement}.json"
    assert found.written() == file.read_text("utf-8")  # a line for each name


def test_a_bot_judges_by_what_the_game_brings() -> None:
    state = fm.load("micropolis", players=2).start(seed=3)
    seat = state.to_act[0]

    def values(**settings: str) -> dict[int, float]:
        bot: Any = load_bot(":".join(["greedy", *(f"{k}={v}" for k, v in settings.items())]))
        found: dict[int, float] = bot.values(state, seat, 1)
        return found

    assert values() == values(evaluation="fitted") != values(evaluation="hand-0.1")


def test_a_file_may_have_a_colon_in_its_path(tmp_path: Path, doc: Doc) -> None:
    folder = tmp_path / "C:"
    folder.mkdir()
    file = in_file(folder, doc)
    state = fm.load("micropolis", players=2).start(seed=3)
    seat = state.to_act[0]
    bot = load_bot(f"search:evaluation={file}:simulations=20")
    assert isinstance(bot, SearchBot)
    assert (bot.evaluation, bot.simulations) == (str(file), 20)
    assert ask(bot, state, seat, 1) == ask(load_bot("search:simulations=20"), state, seat, 1)


def test_a_search_takes_its_settings_from_the_judgement(tmp_path: Path, doc: Doc) -> None:
    doc["search"]["exploration"] = 7.0
    bot = SearchBot(simulations=1, evaluation=str(in_file(tmp_path, doc)))
    state = fm.load("micropolis", players=2).start(seed=3)
    tree = bot.new_tree(state, state.to_act[0])
    assert tree.settings["exploration"] == 7.0
    bot = SearchBot(simulations=1, exploration=2, evaluation=bot.evaluation)
    assert bot.new_tree(state, state.to_act[0]).settings["exploration"] == 2.0


# --- Bad files ------------------------------------------------------------------------------------


def without(part: str, name: str) -> Callable[[Doc], object]:
    def changed(doc: Doc) -> Doc:
        del doc[part][name]
        return doc

    return changed


def with_value(part: str, name: str, value: object) -> Callable[[Doc], object]:
    def changed(doc: Doc) -> Doc:
        doc[part][name] = value
        return doc

    return changed


BAD: dict[str, tuple[Callable[[Doc], object], str]] = {
    "of another game": (lambda doc: doc | {"game": "myrmes"}, "a judgement of myrmes, and not of"),
    "older": (without("worth", "flux"), "another version: worth lacks flux"),
    "newer": (with_value("worth", "wings", 1.0), "another version: worth knows wings"),
    "older search": (without("search", "trust"), "another version: search lacks trust"),
    "newer search": (with_value("search", "depth", 1.0), "another version: search knows depth"),
    "longer": (with_value("worth", "open", [1.0] * 12), "open has 12 numbers there, 11 here"),
    "flat": (with_value("worth", "open", 1.0), "open has one numbers there, 11 here"),
    "a list": (with_value("worth", "flux", [1.0]), "flux has 1 numbers there, one here"),
    "a word": (with_value("worth", "flux", "much"), "no whole judgement: Expected"),
    "nothing": (with_value("worth", "flux", None), "no whole judgement: Expected"),
    "a word in a list": (with_value("worth", "open", ["much"] * 11), "no whole judgement"),
    "no number": (with_value("worth", "flux", float("nan")), "no whole judgement"),
    "infinite": (lambda doc: json.dumps(doc).replace("1.949", "1e999"), "no whole judgement"),
    "never open": (with_value("worth", "open", [0.0] * 11), "an open that is not above 0"),
    "no swing": (with_value("search", "swing", 0.0), "swing=0: a number from 0.001"),
    "too greedy": (with_value("search", "greed", 2.0), "greed=2: a number from 0 to 1"),
    "blurred": (with_value("telling", "2", {"sharpness": 0, "own": 0}), "no chances to tell"),
    "told oddly": (with_value("telling", "2", {"loud": 1}), "no whole judgement"),
    "a field more": (lambda doc: doc | {"mood": 1}, "unknown field `mood`"),
    "a field less": (lambda doc: {"game": doc["game"]}, "missing required field"),
    "cut off": (lambda doc: json.dumps(doc)[:-200], "no whole judgement: Input data was truncated"),
    "empty": (lambda _: "", "no whole judgement: Input data was truncated"),
    "no JSON": (lambda _: "worth = 3", "no whole judgement: JSON is malformed"),
    "a number": (lambda _: "3", "no whole judgement: Expected `object`"),
    "nested": (lambda _: "[" * 100_000, "no whole judgement"),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_file_is_refused_in_a_line_that_says_what_to_do(
    tmp_path: Path, doc: Doc, fault: str
) -> None:
    spoil, told = BAD[fault]
    file = in_file(tmp_path, spoil(doc))
    with pytest.raises(fm.BadOption) as caught:
        judgement_for(BOOK, str(file))
    message = str(caught.value)
    assert message.startswith(f"{file} ")
    assert told in message
    assert "without evaluation=…" in message
    assert "formicarium tune micropolis" in message
    assert "\n" not in message


def test_a_bad_file_of_the_game_itself_is_to_be_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("formicarium.bots.judgement.folder_of", lambda _: tmp_path)
    file = tmp_path / "fitted.json"
    file.write_text("{}", "utf-8")
    with pytest.raises(fm.BadOption) as caught:
        judgement_for(BOOK)
    message = str(caught.value)
    assert message.startswith(f"{file} is no whole judgement")
    assert "mend it" in message
    assert "without evaluation" not in message


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "judgement.json"
    file.write_bytes(b'{"game": "\xff\xfe"}')
    with pytest.raises(fm.BadOption, match="no whole judgement"):
        judgement_for(BOOK, str(file))


@pytest.mark.parametrize("bot", ["greedy", "search:simulations=5"])
def test_a_bot_says_so_before_the_first_move(tmp_path: Path, bot: str) -> None:
    """Else all its decisions would be forfeited, one by one."""
    missing, folder = tmp_path / "missing.json", tmp_path / "folder.json"
    folder.mkdir()
    game = fm.load("micropolis", players=2)
    for file, told in ((missing, "no such file"), (folder, "is a directory")):
        with pytest.raises(fm.BadOption, match=f"cannot be read: {told}"):
            prepare(load_bot(f"{bot}:evaluation={file}"), game)


@pytest.mark.parametrize("name", ["", "best", "../hand-0.1", "Fitted", "1"])
def test_a_name_that_no_judgement_has(name: str) -> None:
    with pytest.raises(fm.BadOption, match=r"has no such judgement; it has: fitted, hand-0\.1;"):
        judgement_for(BOOK, name)


def test_a_file_that_was_mended_is_read_again(tmp_path: Path, doc: Doc) -> None:
    file = in_file(tmp_path, "")
    with pytest.raises(fm.BadOption):
        judgement_for(BOOK, str(file))
    in_file(tmp_path, doc)
    assert judgement_for(BOOK, str(file)) == judgement_for(BOOK)


# --- Chances --------------------------------------------------------------------------------------


@pytest.mark.parametrize("sharpness", [0.3, 1.0, 2.5])
@pytest.mark.parametrize("own", [-1.0, 0.0, 0.7])
def test_chances_stay_chances_in_their_order(sharpness: float, own: float) -> None:
    telling = ToldChances(sharpness, own)
    told = [telling.told(tenth / 10) for tenth in range(11)]
    assert told[0] == 0.0
    assert told[-1] == 1.0
    assert told == sorted(told)
    assert len({*told}) == 11


def test_a_careful_search_is_told_more_surely_and_a_hopeful_one_less() -> None:
    assert ToldChances(2.0, 0.0).told(0.5) == 0.5
    assert ToldChances(2.0, 0.0).told(0.75) == pytest.approx(0.9)  # odds 3 to 1 become 9 to 1
    assert ToldChances(2.0, 0.0).told(0.25) == pytest.approx(0.1)
    assert ToldChances(1.0, -0.5).told(0.5) < 0.5 < ToldChances(1.0, 0.5).told(0.5)


def test_chances_are_told_by_the_number_of_players(doc: Doc) -> None:
    doc["telling"] = {"3": {"sharpness": 2.0, "own": -1.0}}
    found = msgspec.convert(doc, Judgement)
    two, three = (fm.load("micropolis", players=players) for players in (2, 3))
    assert found.telling_for(three) == ToldChances(2.0, -1.0)
    assert found.telling_for(two) == ToldChances(1.0, 0.0)


def test_chances_of_a_variant_are_told_by_its_own_games(doc: Doc) -> None:
    doc["telling"] = {
        "2": {"sharpness": 2.0, "own": -1.0},
        "2 expert": {"sharpness": 3.0, "own": -1.0},
    }
    found = msgspec.convert(doc, Judgement)
    base, expert = (
        fm.load("micropolis", players=2, variant=variant) for variant in ("base", "expert")
    )
    assert found.telling_for(base).sharpness == 2.0
    assert found.telling_for(expert).sharpness == 3.0


def test_a_search_tells_chances_that_way(tmp_path: Path, doc: Doc) -> None:
    """It thinks the same, and what it leaves to the others is shared as before."""
    files = []
    for name, told in (("plain", {}), ("sharp", {"3": {"sharpness": 2.0, "own": -1.0}})):
        (tmp_path / name).mkdir()
        files.append(in_file(tmp_path / name, {**doc, "telling": told}))
    state = fm.load("micropolis", players=3).start(seed=3)
    seat = state.to_act[0]
    plain, sharp = (SearchBot(simulations=60, evaluation=str(file)) for file in files)
    before, after = (bot.think(state.redetermined(seat, 1), seat, 1) for bot in (plain, sharp))
    telling = ToldChances(2.0, -1.0)
    assert [one.chance for one in after] == [telling.told(one.chance) for one in before]
    assert [(one.code, one.visits) for one in after] == [(one.code, one.visits) for one in before]
    old, new = plain.expectations(), sharp.expectations()
    assert sum(new) == pytest.approx(1)
    assert new[seat] == telling.told(old[seat])
    one, other = (place for place in range(3) if place != seat)
    assert new[one] / new[other] == pytest.approx(old[one] / old[other])
