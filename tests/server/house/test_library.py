"""Games for a process that must never wait: compiled elsewhere, loaded aside, shared by all."""

import asyncio
import gc
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import formicarium as fm
from formicarium.core import terms
from formicarium.core.errors import BadOption, BadRulebook, UnknownGame
from formicarium.core.game import rulebook
from formicarium.server.house import admission, library
from formicarium.server.house.facts import Facts
from formicarium.server.house.library import GameFailed, Library
from formicarium.server.workers import protocol, rehearsal
from formicarium.server.workers.protocol import Child, ChildFailed, ChildLost, Compile
from formicarium.server.workers.rehearsal import RulesChanged, entry_of, rehearse

OLD = """
from dataclasses import replace
from formicarium.games.micropolis import RULEBOOK
RULEBOOK = replace(RULEBOOK, version=0)
"""


@asynccontextmanager
async def opened() -> AsyncIterator[Library]:
    books = Library()
    await books.start()
    try:
        yield books
    finally:
        await books.stop()


@pytest.fixture
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only Micropolis is installed, and it is compiled already."""
    monkeypatch.setattr(library, "installed", lambda: ("micropolis",))
    monkeypatch.setattr(library, "is_compiled", lambda entry, bots: True)


def install(folder: Path, entries: dict[str, str], **modules: str) -> None:
    """Put modules and what `pip` would note about them into a folder."""
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source)
    noted = folder / "others-1.0.dist-info"
    noted.mkdir()
    (noted / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    lines = [f"{name} = {place}" for name, place in entries.items()]
    (noted / "entry_points.txt").write_text("\n".join(["[formicarium.games]", *lines, ""]))


def test_nobody_waits_while_games_are_looked_through_for_garbage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not even while what bots need is still being compiled."""

    async def never() -> Child:
        await asyncio.Event().wait()
        raise AssertionError

    async def scene() -> None:
        async with opened() as books:
            await books.ready("micropolis")
            looked_through = {id(one) for one in gc.get_objects()}
            is_looked_through = id(rulebook("micropolis")) in looked_through
            assert not is_looked_through

    monkeypatch.setattr(library, "installed", lambda: ("micropolis",))
    monkeypatch.setattr(library, "is_compiled", lambda entry, bots: not bots)
    monkeypatch.setattr(Child, "start", never)
    gc.unfreeze()  # what other tests have loaded
    asyncio.run(scene())


# --- Games ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("one_game")
def test_tables_with_the_same_options_share_a_game() -> None:
    async def scene() -> None:
        async with opened() as books:
            assert books.names == ("micropolis",)
            assert books.progress()["micropolis"]["ready"] is False
            assert await books.books() == {"micropolis": rulebook("micropolis")}
            game = await books.game("micropolis", 2, {"variant": "expert"})
            assert game == fm.load("micropolis", players=2, variant="expert")
            assert game is await books.game(
                *("micropolis", 2, {"variant": "expert"}), game.book.version, game.fingerprint
            )
            assert game is not await books.game("micropolis", 3, {"variant": "expert"})
            assert (await books.game("micropolis", None, {})).players == 3
            await books.ready_for_bots("micropolis")
            ready = {"ready": True, "stage": "ready", "share": 1.0, "bots": True}
            assert books.progress() == {"micropolis": ready}

    asyncio.run(scene())


@pytest.mark.usefixtures("one_game")
def test_what_is_not_there_is_refused() -> None:
    async def scene() -> None:
        async with opened() as books:
            with pytest.raises(UnknownGame, match="there are: micropolis"):
                await books.game("chess", 2, {})
            with pytest.raises(UnknownGame):
                await books.ready("micropolis@0")
            with pytest.raises(BadOption, match="players"):
                await books.game("micropolis", 17, {})
            with pytest.raises(BadOption, match="choose one of"):
                await books.game("micropolis", 2, {"variant": "nonsense"})
            with pytest.raises(RulesChanged, match="rules 99 are installed"):
                await books.game("micropolis", 2, {}, rules=99)
            with pytest.raises(RulesChanged, match="component set"):
                await books.game("micropolis", 2, {}, components="0123456789abcdef")

    asyncio.run(scene())


@pytest.mark.usefixtures("one_game")
def test_no_more_games_are_kept_than_need_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "KEPT", 2)

    async def scene() -> None:
        async with opened() as books:
            two, three = [await books.game("micropolis", seats, {}) for seats in (2, 3)]
            assert two is await books.game("micropolis", 2, {})
            await books.game("micropolis", 4, {})
            assert two is await books.game("micropolis", 2, {})
            assert three is not await books.game("micropolis", 3, {})

    asyncio.run(scene())


@pytest.mark.usefixtures("one_game")
def test_older_rules_are_used_where_they_are_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, {"micropolis@0": "old_micropolis:RULEBOOK"}, old_micropolis=OLD)
    monkeypatch.syspath_prepend(tmp_path)
    entry_of.cache_clear()

    async def scene() -> None:
        async with opened() as books:
            old = await books.game("micropolis", 2, {}, rules=0)
            assert old.book.version == 0
            assert old.book.name == "micropolis"
            assert (await books.game("micropolis", 2, {})).book is rulebook("micropolis")
            assert [*books.progress()] == ["micropolis"]

    asyncio.run(scene())
    entry_of.cache_clear()


def test_people_do_not_choose_from_older_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, {"micropolis@0": "old_micropolis:RULEBOOK"})
    monkeypatch.syspath_prepend(tmp_path)
    assert "micropolis@0" in fm.game_names()
    assert rehearsal.installed() == tuple(name for name in fm.game_names() if "@" not in name)


def test_a_broken_game_does_not_stand_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, {"broken": "broken_game:RULEBOOK"}, broken_game="1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(library, "installed", lambda: ("broken", "micropolis"))
    monkeypatch.setattr(library, "is_compiled", lambda entry, bots: True)

    async def scene() -> None:
        async with opened() as books:
            assert [*await books.books()] == ["micropolis"]
            await books.ready("micropolis")
            with pytest.raises(GameFailed, match="broken cannot be played: ZeroDivisionError"):
                await books.ready("broken")
            assert books.progress()["broken"]["stage"] == "failed"
            assert "ZeroDivisionError" in books.progress()["broken"]["reason"]

    asyncio.run(scene())


WRONG = {
    "ends": ("raise SystemExit(3)", "it ends the whole program when it is imported"),
    "none": ("RULEBOOK = 7", "none is installed as a game, and is 7 instead"),
    "other": (
        "from formicarium.games.micropolis import RULEBOOK",
        "what is installed as other calls itself micropolis",
    ),
    "older": (
        "from formicarium.core.rulebook import Rulebook\nRULEBOOK = Rulebook(name='older')",
        "it was written for another version of Formicarium: Rulebook.__init__() missing",
    ),
    "mute": (
        """
from dataclasses import replace
from formicarium.games.micropolis import RULEBOOK
RULEBOOK = replace(RULEBOOK, name="mute", package="formicarium.server")
""",
        "text/en.toml lacks title, about, credits, options.variant.title",
    ),
    "pair": (
        """
from dataclasses import replace
from formicarium.games.micropolis import RULEBOOK
RULEBOOK = replace(RULEBOOK, name="pair", players=(2, 3))
""",
        "its rulebook has players=(2, 3), which is no range",
    ),
}


def test_what_is_wrong_with_games_is_said_and_the_house_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = {name: f"{name}_game:RULEBOOK" for name in WRONG}
    sources = {f"{name}_game": source for name, (source, _) in WRONG.items()}
    install(tmp_path, entries | {"micropolis": "ends_game:RULEBOOK"}, **sources)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(library, "installed", lambda: (*WRONG, "micropolis"))
    monkeypatch.setattr(library, "is_compiled", lambda entry, bots: True)

    async def scene() -> None:
        async with opened() as books:
            assert await books.books() == {"micropolis": rulebook("micropolis")}
            await books.ready("micropolis")
            faults = [*books.faults()]
            told = dict(faults[:-1])
            assert [*told] == [*WRONG]
            for name, (_, reason) in WRONG.items():
                assert told[name].startswith(reason)
            taken = "ends_game:RULEBOOK has the name of a game that is installed already"
            assert faults[-1] == ("micropolis", taken)

    asyncio.run(scene())


def test_a_game_that_hangs_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hanging = "import threading; threading.Event().wait()"
    install(tmp_path, {"hanging": "hanging_game:RULEBOOK"}, hanging_game=hanging)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(library, "READING", 0.5)
    monkeypatch.setattr(library, "installed", lambda: ("hanging", "micropolis"))
    monkeypatch.setattr(library, "is_compiled", lambda entry, bots: True)

    async def scene() -> None:
        async with opened() as books:
            assert [*await books.books()] == ["micropolis"]
            await books.ready("micropolis")
            reason = "it hangs: to import it takes longer than 0.5 s"
            assert books.faults() == [("hanging", reason)]

    asyncio.run(asyncio.wait_for(scene(), 60))


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("players", range(0), "say range(fewest, most + 1)"),
        ("usual_players", 9, "usual_players=9, who cannot play"),
        ("options", ("variant",), "has the option 'variant', which is no Option"),
        ("version", "1", "version='1', which is no int"),
    ],
)
def test_a_rulebook_is_what_it_should_be(field: str, value: Any, fault: str) -> None:
    book = replace(rulebook("micropolis"), **{field: value})
    with pytest.raises(BadRulebook, match=re.escape(fault)):
        admission.check(book)


def test_facts_name_options_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook("micropolis")
    for facts, fault in (
        (Facts(great=["size"]), "great: there is no option 'size'"),
        (Facts(by_players={"2": {"variant": "x"}}), "by_players.2: there is no option variant=x"),
    ):
        monkeypatch.setattr(admission, "facts_of", lambda package, told=facts: told)
        with pytest.raises(BadRulebook, match=fault):
            admission.check(book)


# --- Compiling ------------------------------------------------------------------------------------


class Made(Child):
    """A child that is no process, and compiles as the test says."""

    asked: list[Compile]
    fate: Callable[[Compile], object]
    born = 0

    def __init__(self) -> None:
        self.is_spent = False

    @classmethod
    async def start(cls) -> "Made":
        cls.born += 1
        return cls()

    @property
    def is_alive(self) -> bool:
        return not self.is_spent

    async def ask(self, question: Any, seconds: float, progress: Any = None) -> Any:
        self.asked.append(question)
        if progress is not None:
            progress(0.5)
        end = type(self).fate(question)
        self.is_spent = isinstance(end, ChildLost)
        if isinstance(end, Exception):
            raise end

    async def end(self, seconds: float = 0.0) -> None:
        self.is_spent = True


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> type[Made]:
    """Nothing is compiled, and nothing is loaded but by name."""

    class Fresh(Made):
        """A class of its own for every test, which counts what it is asked."""

    Fresh.asked = []
    monkeypatch.setattr(library, "Child", Fresh)
    monkeypatch.setattr(library, "INTERPRETED", False)
    monkeypatch.setattr(library, "installed", lambda: ("a", "b", "c"))
    monkeypatch.setattr(library, "is_compiled", lambda entry, bots: False)
    monkeypatch.setattr(library, "admitted", lambda name: rulebook("micropolis"))
    monkeypatch.setattr(library, "_loaded", lambda entry: None)
    return Fresh


def outcome(made: type[Made], fate: Callable[[Compile], object], *wanted: str) -> dict[str, Any]:
    """What becomes of all games."""
    made.fate = staticmethod(fate)

    async def scene() -> dict[str, Any]:
        async with opened() as books:
            waiting = [books.ready(name) for name in (*wanted, *books.names)]
            await asyncio.gather(*waiting, return_exceptions=True)
            return books.progress()

    return asyncio.run(scene())


def test_all_rules_are_compiled_before_anything_for_bots(made: type[Made]) -> None:
    found = outcome(made, lambda question: None)
    assert {entry["stage"] for entry in found.values()} == {"ready"}
    assert [question.entry for question in made.asked[:3]] == ["a", "b", "c"]
    assert not any(question.bots for question in made.asked[:3])
    assert all(question.bots for question in made.asked[3:])
    assert made.born == 1


def test_who_waits_is_served_first(made: type[Made]) -> None:
    made.fate = staticmethod(lambda question: None)

    async def scene() -> None:
        async with opened() as books:
            await books.ready("c")

    asyncio.run(scene())
    assert made.asked[0] == Compile("c", bots=False)


def test_bots_that_wait_are_served_before_others(made: type[Made]) -> None:
    made.fate = staticmethod(lambda question: None)

    async def scene() -> dict[str, Any]:
        async with opened() as books:
            await books.ready_for_bots("c")
            return books.progress()

    found = asyncio.run(scene())
    assert next(question for question in made.asked if question.bots).entry == "c"
    assert found["c"]["bots"]


def test_nobody_waits_for_bots_that_cannot_be_compiled(made: type[Made]) -> None:
    made.fate = staticmethod(lambda question: ChildFailed("no") if question.bots else None)

    async def scene() -> None:
        async with opened() as books:
            await books.ready_for_bots("a")

    asyncio.run(scene())
    assert made.asked.count(Compile("a", bots=True)) == 1


def test_a_process_that_dies_is_started_again_once(made: type[Made]) -> None:
    found = outcome(
        made, lambda question: ChildLost("vanished", False) if question.entry == "b" else None
    )
    assert [found[name]["stage"] for name in "abc"] == ["ready", "failed", "ready"]
    assert found["b"]["reason"] == "the process that compiles it vanished"
    assert made.asked.count(Compile("b", bots=False)) == 2


def test_a_process_that_dies_once_does_no_harm(made: type[Made]) -> None:
    found = outcome(
        made, lambda question: ChildLost("vanished", False) if len(made.asked) == 1 else None
    )
    assert {entry["stage"] for entry in found.values()} == {"ready"}
    assert made.born == 2


def test_what_hangs_while_it_is_compiled_is_not_tried_again(made: type[Made]) -> None:
    made.seconds = library.COMPILING
    found = outcome(
        made, lambda question: ChildLost("hung", True) if question.entry == "a" else None
    )
    assert [found[name]["stage"] for name in "abc"] == ["failed", "ready", "ready"]
    assert made.asked.count(Compile("a", bots=False)) == 1


def test_others_are_compiled_before_what_went_wrong_once(made: type[Made]) -> None:
    outcome(made, lambda question: ChildLost("gone", True) if question.entry == "a" else None, "a")
    assert [question.entry for question in made.asked[:4]] == ["a", "b", "c", "a"]


def test_ours_are_compiled_before_those_of_others(
    made: type[Made], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "installed", lambda: ("a", "micropolis"))
    outcome(made, lambda question: None, "a")
    assert [question.entry for question in made.asked[:2]] == ["micropolis", "a"]


def test_what_cannot_be_compiled_is_not_tried_again(made: type[Made]) -> None:
    found = outcome(
        made, lambda question: ChildFailed("TypeError: no") if question.entry == "a" else None
    )
    assert found["a"] == {
        "ready": False,
        "stage": "failed",
        "share": 0.45,
        "bots": False,
        "reason": "TypeError: no",
    }
    assert made.asked.count(Compile("a", bots=False)) == 1
    assert made.born == 1


@pytest.mark.heavy
@pytest.mark.compiled
def test_a_real_process_compiles_into_the_cache_that_this_one_reads() -> None:
    shares: list[float] = []

    async def scene() -> None:
        child = await Child.start()
        try:
            await child.ask(Compile("micropolis", bots=False), 60, shares.append)
            await child.ask(Compile("micropolis", bots=True), 60)
            with pytest.raises(ChildFailed, match="there is no game 'chess'"):
                await child.ask(Compile("chess", bots=False), 60)
        finally:
            await child.end(2)
        assert child.process.returncode == 0

    asyncio.run(scene())
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert rehearsal.is_compiled("micropolis", bots=False)
    assert rehearsal.is_compiled("micropolis", bots=True)


def test_a_rehearsal_tells_how_far_it_is() -> None:
    shares: list[float] = []
    rehearse(fm.load("micropolis", players=2), 3, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)


def test_a_view_is_what_its_game_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(terms.View):
        """What Micropolis does not say."""

        heap: int

    game = fm.load("micropolis", players=2)
    monkeypatch.setattr(game, "book", replace(game.book, view_type=Other))
    with pytest.raises(BadRulebook, match="its view is not what its view_type says: Object"):
        rehearse(game, 3)


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    program = (
        "import sys, formicarium.server.house.library, formicarium.server.workers.pool\n"
        "print([name for name in sys.modules if name == 'numba' or '.games.' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=dict(protocol.environment()),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
