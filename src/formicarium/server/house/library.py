"""The games of this installation, for a process that must never wait.

Compiling takes a minute or more, so another process does that, into the disk cache; what lies there
is loaded in a thread. Whoever wants a game awaits it, and is served before those nobody asked for.
"""

import asyncio
import functools
import gc
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from formicarium.core.compiled import INTERPRETED
from formicarium.core.errors import FormicariumError, UnknownGame, one_line, shown
from formicarium.core.game import OWN, Game, entries_of, load_with
from formicarium.core.rulebook import Rulebook
from formicarium.server.house.admission import admitted
from formicarium.server.house.errands import Errands
from formicarium.server.workers.protocol import Child, ChildFailed, ChildLost, Compile
from formicarium.server.workers.rehearsal import (
    RulesChanged,
    entry_of,
    installed,
    is_compiled,
    rehearse,
)

KEPT = 64  # games with their options chosen
LOOKS = 4  # at a game while it is loaded
LOADING = 0.9  # the share of the work that is done when nothing is left but to load it
ATTEMPTS = 2  # to compile a game, where the process dies
READING = 60.0  # seconds to import a game; one that takes longer hangs
COMPILING = 1800.0  # seconds for a game on a slow machine
PATIENCE = 1.0  # seconds for the compiling process to leave

log = logging.getLogger("formicarium.server")

Result = TypeVar("Result")


class GameFailed(FormicariumError):
    """A game that is installed, but cannot be played."""


class LibraryClosed(GameFailed):
    """A game that nobody waits for any more: the house is closing."""


class Stage(StrEnum):
    """How far a game is."""

    WAITING = "waiting"
    COMPILING = "compiling"
    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


@dataclass
class Standing:
    """Where a game stands on its way to the tables."""

    stage: Stage = Stage.WAITING
    share: float = 0.0
    reason: str = ""  # why it failed
    is_ours: bool = False  # not from another package, whose rules may hang
    settled: asyncio.Event = field(default_factory=asyncio.Event)  # it is ready, or failed
    for_bots: asyncio.Event = field(default_factory=asyncio.Event)  # what they need is compiled


class Library:
    """All games, shared by all tables of a process."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self._standings: dict[str, Standing] = {}  # by the name of the entry point
        self._wanted: list[str] = []  # by people,
        self._wanted_by_bots: list[str] = []  # and by bots that wait for their turn
        self._books: dict[str, Rulebook] = {}
        self._namesakes: list[tuple[str, str]] = []  # of a game, and where they were found
        self._read = asyncio.Event()
        self._news = asyncio.Event()
        self._games: OrderedDict[tuple[object, ...], Game] = OrderedDict()
        self._attempts: Counter[Compile] = Counter()
        self._errands = Errands("library")
        self._work: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to load and compile all games; this does not wait for any of them."""
        self.names = await self._aside(installed)
        self._standings = {name: Standing() for name in self.names}
        self._work = asyncio.create_task(self._prepare())

    async def stop(self) -> None:
        """Leave off whatever is being done."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
        self._errands.close()
        for standing in self._standings.values():
            standing.settled.set()
            standing.for_bots.set()
        self._read.set()

    def progress(self) -> dict[str, dict[str, Any]]:
        """How far every game is."""
        return {name: self._told(self._standings[name]) for name in self.names}

    def faults(self) -> list[tuple[str, str]]:
        """What is wrong with games that are installed: their names, and why they are not played."""
        failed = [(name, self._standings[name].reason) for name in self.names]
        return [*((name, reason) for name, reason in failed if reason), *self._namesakes]

    async def books(self) -> dict[str, Rulebook]:
        """The rulebooks of all games that can be read: known long before they are compiled."""
        await self._read.wait()
        return dict(self._books)

    async def ready(self, name: str) -> None:
        """Wait until a game can be played; `GameFailed` says why it cannot."""
        if name not in self.names:
            raise UnknownGame(f"there is no game {shown(name)}; there are: {', '.join(self.names)}")
        await self._settled(name)

    async def ready_for_bots(self, entry: str) -> None:
        """Wait until all that bots need of a game is compiled: nobody compiles it twice."""
        await self._settled(entry)
        standing = self._standings[entry]
        if not (INTERPRETED or standing.for_bots.is_set()):
            self._wanted_by_bots.append(entry)
            self._news.set()
            await standing.for_bots.wait()

    async def game(
        self,
        name: str,
        players: int | None,
        options: Mapping[str, str],
        rules: int | None = None,
        components: str | None = None,
    ) -> Game:
        """A game with its options chosen, as a table was or will be made with."""
        await self.ready(name)
        entry, book = name, self._books[name]
        older = rules if rules in book.earlier else None
        if rules not in (None, older, book.version):
            entry = await asyncio.to_thread(entry_of, name, rules)
            await self._settled(entry)
        key = (entry, older, players, tuple(sorted(options.items())))
        if key not in self._games:
            loaded = await asyncio.to_thread(load_with, entry, players, None, options, older)
            self._games.setdefault(key, loaded)
        self._games.move_to_end(key)
        while len(self._games) > KEPT:
            self._games.popitem(last=False)
        game = self._games[key]
        if components not in (None, game.fingerprint):
            raise RulesChanged(
                f"this table was made with another component set of {name}; it rests, and can be "
                f"gone on with where that set is installed"
            )
        return game

    def _told(self, standing: Standing) -> dict[str, Any]:
        found: dict[str, Any] = {
            "ready": standing.stage == Stage.READY,
            "stage": standing.stage.value,
            "share": standing.share,
            "bots": INTERPRETED or standing.for_bots.is_set(),
        }
        return found | ({"reason": standing.reason} if standing.reason else {})

    async def _settled(self, entry: str) -> None:
        """Wait until one installed rulebook can be used, before those nobody asked for."""
        standing = self._standings.setdefault(entry, Standing())
        if not standing.settled.is_set():
            self._wanted.append(entry)
            self._news.set()
            await standing.settled.wait()
        if standing.stage not in (Stage.READY, Stage.FAILED):
            raise LibraryClosed(f"{entry} cannot be played: the server is closing")
        if standing.stage == Stage.FAILED:
            raise GameFailed(f"{entry} cannot be played: {standing.reason}")

    # --- The work ---------------------------------------------------------------------------------

    async def _prepare(self) -> None:
        """Load what is compiled already; then compile the rest, and what bots need after that."""
        await self._read_books()
        while True:
            self._news.clear()
            for entry in self._in_turn(Stage.WAITING):
                if await self._aside(is_compiled, entry, False):
                    await self._load(entry)
            if self._unfinished():
                await self._compile()
            else:
                await self._news.wait()

    async def _read_books(self) -> None:
        for name in self.names:
            try:
                self._books[name] = await self._aside(admitted, name, seconds=READING)
            except Exception as error:
                self._fail(name, one_line(error))
            found = entries_of(name)
            self._standings[name].is_ours = bool(found) and found[0].value.startswith(OWN)
            for other in found[1:]:
                reason = f"{other.value} has the name of a game that is installed already"
                log.error("%s cannot be played: %s", name, reason)
                self._namesakes.append((name, reason))
        self._read.set()

    async def _compile(self) -> None:
        """Let another process compile, until nothing is left."""
        loading: list[asyncio.Task[None]] = []
        child: Child | None = None
        try:
            while (question := self._unfinished()) is not None:
                if question.bots and await self._aside(is_compiled, question.entry, True):
                    self._standings[question.entry].for_bots.set()
                    continue
                self._attempts[question] += 1
                try:
                    if child is None or not child.is_alive:
                        child = await Child.start()
                    await self._compiled(child, question)
                except ChildLost as error:
                    log.warning("the process that compiles %s %s", question.entry, error)
                    hangs = child is not None and child.seconds >= COMPILING
                    if hangs or self._attempts[question] >= ATTEMPTS:
                        self._give_up(question, f"the process that compiles it {error}")
                except ChildFailed as error:
                    self._give_up(question, str(error))
                else:
                    if not question.bots:
                        loading.append(asyncio.create_task(self._load(question.entry)))
            await asyncio.gather(*loading)
        finally:
            for task in loading:
                task.cancel()
            if child is not None:
                await child.end(PATIENCE)

    async def _compiled(self, child: Child, question: Compile) -> None:
        standing = self._standings[question.entry]

        def progress(share: float) -> None:
            standing.share = max(standing.share, LOADING * share)

        if question.bots:
            await child.ask(question, COMPILING)
            standing.for_bots.set()
        else:
            standing.stage = Stage.COMPILING
            await child.ask(question, COMPILING, progress)
            standing.stage = Stage.LOADING  # already now: nobody compiles it again

    async def _load(self, entry: str) -> None:
        """Take a compiled game from the disk cache."""
        standing = self._standings[entry]
        standing.stage, standing.share = Stage.LOADING, LOADING
        try:
            await self._aside(_loaded, entry)
        except Exception as error:
            self._fail(entry, one_line(error))
        else:
            standing.stage, standing.share = Stage.READY, 1.0
            standing.settled.set()

    def _in_turn(self, *stages: Stage) -> list[str]:
        """The games at one of these stages: those that somebody waits for first.

        Before them go ours, and after all those that went wrong once: others' rules may hang.
        """

        def place(entry: str) -> tuple[int, bool, bool]:
            tried = self._attempts[Compile(entry, bots=False)]
            return tried, not self._standings[entry].is_ours, entry not in self._wanted

        found = [entry for entry, at in self._standings.items() if at.stage in stages]
        return sorted(found, key=place)

    def _unfinished(self) -> Compile | None:
        """What to compile next; bots can wait until people can play everything."""
        for entry in self._in_turn(Stage.WAITING, Stage.COMPILING):
            return Compile(entry, bots=False)
        if INTERPRETED:
            return None
        unprepared = [
            entry
            for entry in self._in_turn(Stage.LOADING, Stage.READY)
            if not self._standings[entry].for_bots.is_set()
        ]
        for entry in sorted(unprepared, key=lambda entry: entry not in self._wanted_by_bots):
            return Compile(entry, bots=True)
        return None

    def _give_up(self, question: Compile, reason: str) -> None:
        if question.bots:
            self._standings[question.entry].for_bots.set()  # a worker will say what is wrong
        else:
            self._fail(question.entry, reason)

    def _fail(self, entry: str, reason: str) -> None:
        log.error("%s cannot be played: %s", entry, reason)
        standing = self._standings[entry]
        standing.stage, standing.reason = Stage.FAILED, reason
        standing.settled.set()

    async def _aside(
        self, work: Callable[..., Result], *given: Any, seconds: float | None = None
    ) -> Result:
        """Do something in the thread of the library; `GameFailed` if it takes longer than that."""
        call = functools.partial(_lasting, work, *given)
        found = asyncio.wrap_future(self._errands.take(call))
        done, _ = await asyncio.wait([found], timeout=seconds)
        if not done:
            self._errands.leave_behind()
            raise GameFailed(f"it hangs: to import it takes longer than {seconds:g} s")
        return found.result()


def _lasting(work: Callable[..., Result], *given: Any) -> Result:
    """Do something of which much stays: to look through that for garbage would stop everybody."""
    try:
        return work(*given)
    finally:
        gc.freeze()


def _loaded(entry: str) -> None:
    rehearse(load_with(entry, None, None, {}), LOOKS)
