"""Bots, hints and analyses, in processes of their own: whatever happens there, the server goes on.

Each process answers one question at a time. Which is the next one, `shares.Ledger.next` says; how
thoroughly it is thought about when many wait, `effort`. Analyses are cut into pieces, one for each
decision, so that nobody waits long for the end of one.
"""

import asyncio
import contextlib
import functools
import itertools
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from random import Random
from typing import Any

import msgspec

from formicarium.bots import GROUP
from formicarium.bots.characters import characters
from formicarium.bots.referee import HOUSE, patience
from formicarium.core.errors import BadOption, BadRecord, FormicariumError, IllegalAction, shown
from formicarium.core.game import Game
from formicarium.core.record import Record
from formicarium.core.state import State
from formicarium.core.text import check_language
from formicarium.server.workers.effort import Experience, Load
from formicarium.server.workers.protocol import (
    Advise,
    Analyse,
    Child,
    ChildFailed,
    ChildLost,
    Decide,
    GoOn,
    Question,
    Setting,
)
from formicarium.server.workers.rehearsal import entry_of
from formicarium.server.workers.shares import NOBODY, Ledger, Share, Urgency

GOODBYE = 2.0  # seconds for a process to leave before it is killed
LENIENCE = 1.0  # seconds that a process may be late: it has its own ways to end a bot's thinking
WORDS = 30.0  # seconds to put into words what was found
PIECE = 4  # a piece of an analysis takes at most so many times what a decision is looked at

PAUSE = 1.0  # seconds after something unforeseen
MOMENT = 0.05  # seconds in which a bot that has decided mostly has to decide again,
LENGTHY = 0.1  # and what takes longer is not begun meanwhile by those who have had more

log = logging.getLogger("formicarium.server")


class NoThinking(FormicariumError):
    """There is no answer: the processes have failed, or are being closed."""


class BotDecision(msgspec.Struct, frozen=True):
    """What a bot has decided, or what was drawn for it."""

    code: int
    forfeit: str = ""  # why a random action had to be taken
    seconds: float = 0.0
    effort: float = 1.0  # the share of the level's usual thinking for which there was time


@dataclass(eq=False)
class Errand:
    """A question that waits for a process, or for its answer."""

    urgency: Urgency
    question: Question
    seconds: float  # that the answer may take
    share: Share
    came: float
    expected: float = 0.0  # seconds that it will take with all effort,
    turn: float = 0.0  # and with all that its table will ask right after it
    child: Child | None = None  # the only one that can answer, if any
    is_taken: bool = False
    effort: float = 1.0  # with which it is thought about,
    took: float = 0.0  # and for so many seconds
    answer: asyncio.Future[tuple[Any, Child]] = field(default_factory=asyncio.Future)

    @property
    def is_whole(self) -> bool:
        """Whether a bot has no clock: then it thinks in full, however many wait."""
        return isinstance(self.question, Decide) and self.question.seconds is None

    def suits(self, child: Child | None) -> bool:
        """Whether a process can answer."""
        return self.child is None or self.child is child

    def with_effort(self) -> Question:
        """The question as a process is asked it."""
        if isinstance(self.question, Decide):
            return msgspec.structs.replace(self.question, effort=self.effort)
        if isinstance(self.question, Advise):
            seconds = self.effort * self.question.seconds
            return msgspec.structs.replace(self.question, seconds=seconds)
        return self.question  # an analysis says how long it has looked, and is kept

    def settle(self, answer: tuple[Any, Child]) -> None:
        """Pass an answer on, if anybody still wants it."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def refuse(self, error: FormicariumError) -> None:
        """Say that there is no answer."""
        if not self.answer.done():
            self.answer.set_exception(error)


@dataclass(eq=False)
class Idle:
    """A process that has nothing to do."""

    child: Child | None
    errand: asyncio.Future[Errand] = field(default_factory=asyncio.Future)


Prepared = Callable[[str], Awaitable[None]]  # waits until a game is compiled for bots


async def at_once(entry: str) -> None:
    """Every game can be thought about, whoever compiles it."""


class Pool:
    """Some processes that think, and the queue before them."""

    def __init__(
        self,
        count: int,
        prepared: Prepared = at_once,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if count < 1:
            raise BadOption(f"thinkers={count}: at least one process is needed")
        self.count = count
        self.experience = Experience()
        self.thought: Callable[[str, float], None] = lambda address, seconds: None  # who counts
        self._prepared = prepared
        self._clock = clock
        self._ledger = Ledger()
        self._errands: list[Errand] = []  # that nobody has answered yet, in the order they came
        self._idle: list[Idle] = []
        self._expected: list[Share] = []  # for whom a bot has just decided
        self._tasks: list[asyncio.Task[None]] = []
        self._numbers = itertools.count(1)  # of analyses,
        self._analyses = asyncio.Semaphore(max(1, count - 1))  # which leave one process to bots
        self._children: set[Child] = set()  # those that could be started

    @property
    def alive(self) -> int:
        """How many processes there are to think in; one that dies idle is replaced when asked."""
        return len(self._children)

    async def start(self) -> None:
        """Begin to start the processes; questions wait until one is there."""
        self._tasks = [asyncio.create_task(self._serve()) for _ in range(self.count)]

    async def stop(self) -> None:
        """End all processes, whatever they think about; who still waits gets `NoThinking`."""
        tasks, self._tasks = self._tasks, []
        for errand in self._errands:
            errand.refuse(NoThinking("the server is closing"))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._idle.clear()
        self._children.clear()

    # --- What can be asked ------------------------------------------------------------------------

    async def decide(
        self,
        state: State,
        seat: int,
        level: str,
        seed: int,
        seconds: float | None,
        share: Share = NOBODY,
        taken: int = 0,
    ) -> BotDecision:
        """What a bot decides, within some seconds; a random action if it cannot.

        Without seconds it thinks in full however many wait: by simulations, the same everywhere.
        `taken` is how often it has decided in this turn. Where there is time for all its thinking,
        this is the same as `Player(level, seat, seed).decide(state, 0, seconds)` here and now.
        """
        codes = state.codes(seat)
        if not codes:
            raise IllegalAction(f"seat {seat} has nothing to decide now")
        if len(codes) == 1:
            return BotDecision(codes[0])
        question = Decide(*_hidden(state, seat, seed), seat, level, seed, seconds)
        await self._prepared(question.setting.entry)
        limit = patience(seconds) + LENIENCE
        kind = (state.game.name, level)
        errand = self._errand(Urgency.DECISION, question, limit, share)
        errand.expected = self.experience.decision(kind)
        errand.turn = self.experience.rest_of_turn(kind, taken)
        try:
            found = await self._ask(errand)
            decision = msgspec.convert(found | {"effort": errand.effort}, BotDecision)
        except (ChildLost, ChildFailed) as error:
            return BotDecision(Random(seed).choice(codes), str(error))
        self.experience.decided(kind, errand.took, errand.effort)
        if decision.code not in codes:  # a bot that shares a process with us could do anything
            return BotDecision(Random(seed).choice(codes), "answered what is not a legal action")
        return decision

    async def hint(
        self, state: State, seat: int, seconds: float, language: str, share: Share = NOBODY
    ) -> list[dict[str, Any]]:
        """A seat's legal actions in words, the best first, by no more than the seat may know."""
        if seat not in state.to_act:
            raise IllegalAction(f"seat {seat} has nothing to decide now")
        hidden = _hidden(state, seat, secrets.randbits(64))
        question = Advise(*hidden, seat, seconds, check_language(language))
        await self._prepared(question.setting.entry)
        errand = self._errand(Urgency.HINT, question, patience(seconds) + WORDS, share)
        errand.expected = errand.turn = seconds
        with _explained():
            found = await self._ask(errand)
        hints: list[dict[str, Any]] = found
        return hints

    async def analyse(
        self,
        record: Record,
        language: str,
        seconds_per_decision: float,
        progress: Callable[[float], None],
        share: Share = NOBODY,
    ) -> dict[str, Any]:
        """A finished game, looked at again: `moments` as plain data, and a `page` of HTML."""
        if not record.state.is_over:
            raise BadRecord("a game can be analysed when it is over: before, that would be unfair")
        question = Analyse(
            next(self._numbers),
            _setting(record.game),
            record.seed,
            record.position,
            record.decisions,
            check_language(language),
            seconds_per_decision,
        )
        await self._prepared(question.setting.entry)
        async with self._analyses:
            with _explained():
                try:
                    return await self._in_pieces(question, progress, share)
                except ChildLost:
                    return await self._in_pieces(question, progress, share)

    async def _in_pieces(
        self, question: Analyse, progress: Callable[[float], None], share: Share
    ) -> dict[str, Any]:
        """An analysis by one process, which may do more urgent things between two decisions."""
        limit = PIECE * question.seconds + WORDS
        _, child = await self._posted(self._errand(Urgency.ANALYSIS, question, limit, share))
        while True:
            going_on = self._errand(Urgency.ANALYSIS, GoOn(question.number), limit, share)
            going_on.child, going_on.expected = child, question.seconds
            found, _ = await self._posted(going_on)
            if "found" in found:
                return dict(found["found"])
            progress(found["share"])

    # --- The queue --------------------------------------------------------------------------------

    def late(self, seconds: float) -> dict[str, float]:
        """Who has waited for so many seconds, and about how many more it will take."""
        now, waiting = self._clock(), self._waiting()
        load = self._load(waiting)
        return {
            errand.share.ticket: load.wait(address) * load.effort(address)
            for errand in waiting
            if errand.share.ticket and now - errand.came >= seconds
            for address in [errand.share.address]
        }

    def queue(self) -> tuple[int, float, float]:
        """How many wait, how long the first bot has, and the least effort with which is thought."""
        bots = [errand for errand in self._errands if errand.urgency == Urgency.DECISION]
        waiting = [errand for errand in bots if not errand.is_taken]
        oldest = max((self._clock() - errand.came for errand in waiting), default=0.0)
        effort = min((errand.effort for errand in bots if errand.is_taken), default=1.0)
        return len(self._waiting()), oldest, effort

    def _errand(self, urgency: Urgency, question: Question, seconds: float, share: Share) -> Errand:
        return Errand(urgency, question, seconds, share, self._clock())

    async def _ask(self, errand: Errand) -> Any:
        """An answer, with a second try where a process is lost; but not for a bot's own fault."""
        try:
            return (await self._posted(errand))[0]
        except ChildLost as error:
            if error.blamed and errand.urgency == Urgency.DECISION:
                raise
            errand.is_taken, errand.answer = False, asyncio.Future()
            return (await self._posted(errand))[0]

    async def _posted(self, errand: Errand) -> tuple[Any, Child]:
        """An answer, and who gave it."""
        if not self._tasks:
            raise NoThinking(
                "there are no processes to think in: they have not been started, or were closed"
            )
        self._errands.append(errand)
        self._dispatch()
        try:
            return await errand.answer
        finally:
            self._errands.remove(errand)

    def _waiting(self) -> list[Errand]:
        return [errand for errand in self._errands if not errand.is_taken]

    def _dispatch(self) -> None:
        """Give the processes that have nothing to do the errands that are next."""
        for idle in [*self._idle]:
            waiting = self._waiting()
            fitting = [errand for errand in waiting if errand.suits(idle.child)]
            if fitting:
                errand = self._ledger.next(fitting, self._clock())
                if not errand.is_whole:
                    errand.effort = self._load(waiting).effort(errand.share.address)
                if len(self._idle) == 1 and self._is_held_back(errand):
                    return
                errand.is_taken = True
                self._idle.remove(idle)
                idle.errand.set_result(errand)

    def _is_held_back(self, errand: Errand) -> bool:
        """Whether something long has to wait a moment for somebody whose turn is not over yet.

        What is begun cannot be interrupted: between any two decisions of somebody who has had
        little, another one who has had much would think at length.
        """
        if errand.effort * errand.expected < LENGTHY:
            return False
        now, address = self._clock(), errand.share.address
        had = self._ledger.had(errand.share, now)[0]
        return any(
            share.address != address and self._ledger.had(share, now)[0] < had
            for share in self._expected
        )

    def _expect(self, share: Share) -> None:
        """Somebody's bot has decided, and may have to do so again in a moment."""

        def forget() -> None:
            self._expected.remove(share)
            self._dispatch()

        self._expected.append(share)
        asyncio.get_running_loop().call_later(MOMENT, forget)

    def _load(self, waiting: list[Errand]) -> Load:
        return Load(((one.share.address, one.turn) for one in waiting), self.count)

    async def _next_errand(self, child: Child | None) -> Errand:
        idle = Idle(child)
        self._idle.append(idle)
        self._dispatch()
        return await idle.errand

    # --- The processes ----------------------------------------------------------------------------

    async def _serve(self) -> None:
        """Keep one process alive, and let it answer one question after the other."""
        child: Child | None = None
        try:
            while True:
                try:
                    child = await self._alive(child)
                    errand = await self._next_errand(child)
                    child = await self._alive(child)
                    await self._work(errand, child)
                except Exception:
                    log.exception("a process of the pool has failed; another is started")
                    await asyncio.sleep(PAUSE)
        finally:
            if child is not None:
                await child.end(GOODBYE)

    async def _alive(self, child: Child | None) -> Child | None:
        """The same process, or a new one in its place; none if it cannot be started."""
        if child is not None and child.is_alive:
            return child
        if child is not None:
            self._children.discard(child)
            self._bury(child)
            await child.end()
        try:
            child = await Child.start()
            self._children.add(child)
            return child
        except ChildLost as error:
            log.error("a process of the pool cannot be started: it %s", error)
            return None

    async def _work(self, errand: Errand, child: Child | None) -> None:
        """Let a process answer; it may be gone afterwards."""
        if errand.answer.done():  # nobody wants to know any more
            return
        try:
            if child is None or not errand.suits(child):
                raise ChildLost("has no process to think in", blamed=False)
            errand.settle((await self._thought(errand, child), child))
        except ChildLost as error:
            log.warning("a process of the pool is lost: it %s", error)
            errand.refuse(error)
        except ChildFailed as error:
            errand.refuse(error)

    async def _thought(self, errand: Errand, child: Child) -> Any:
        """What a process answers. It is charged at once as far as that is known, then corrected."""
        expected, begun = errand.effort * errand.expected, self._clock()
        self._ledger.charge(errand.share, expected, begun)
        try:
            return await child.ask(errand.with_effort(), errand.seconds)
        finally:
            errand.took = child.seconds
            self._ledger.give_back(errand.share, expected, begun, self._clock())
            self._ledger.charge(errand.share, errand.took, self._clock())
            self.thought(errand.share.address, errand.took)
            if errand.urgency == Urgency.DECISION:
                self._expect(errand.share)

    def _bury(self, child: Child) -> None:
        """Tell those who can be answered by this process alone that it is lost."""
        for errand in self._errands:
            if errand.child is child and not errand.is_taken:
                errand.is_taken = True
                errand.refuse(ChildLost("has lost its process", blamed=True))


# --- What people choose from ----------------------------------------------------------------------


@functools.cache
def levels() -> tuple[str, ...]:
    """The bots that can be given a seat: our own by strength, then those of other packages."""
    entries = entry_points(group=GROUP)
    others = sorted(entry.name for entry in entries if not entry.value.startswith(HOUSE))
    return (*characters(), *(name for name in others if name not in characters()))


def check_level(level: str) -> str:
    """The level itself, if it can be given a seat: by its name, without settings."""
    if level not in levels():
        raise BadOption(f"there is no bot {shown(level)}; choose one of: {', '.join(levels())}")
    return level


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Say for people why there is no answer."""
    try:
        yield
    except ChildLost as error:
        raise NoThinking(f"the thinking has failed twice: it {error}") from error
    except ChildFailed as error:
        raise NoThinking(f"the thinking has failed: {error}") from error


# --- What travels ---------------------------------------------------------------------------------


def _hidden(state: State, seat: int, seed: int) -> tuple[Setting, bytes]:
    """A state as a seat may know it: the true one never leaves this process."""
    return _setting(state.game), state.redetermined(seat, seed).to_bytes()


def _setting(game: Game) -> Setting:
    return Setting(
        entry_of(game.name, game.book.version),
        game.players,
        tuple(game.options.items()),
        game.book.version,
        game.fingerprint,
    )
