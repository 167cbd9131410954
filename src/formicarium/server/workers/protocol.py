"""Processes of our own: how one is started, what it is asked, and how it ends.

A child answers one question at a time, over its standard input and output. Each message is its
length in four bytes and then MessagePack; no pickles, so nothing but data ever travels.
"""

import asyncio
import contextlib
import os
import signal
import struct
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

from formicarium.core.compiled import INTERPRETED, SWITCHES, cache_folder
from formicarium.core.errors import FormicariumError
from formicarium.server.settings import PREFIX

# The parent's path is set after Python has started: before, a file of a user's own could stand in
# the way of the standard library.
PROGRAM = (
    "import sys; sys.path[:] = sys.argv[1:]; "
    "from formicarium.server.workers.main import main; main()"
)
LENGTH = struct.Struct(">I")
STARTING = 60.0  # seconds for a child to report for work,
LOADING = 300.0  # and to load or compile what a question needs, before any clock runs
REAPING = 5.0  # seconds until a child that was killed is gone


# --- What a child is asked ------------------------------------------------------------------------


class Setting(msgspec.Struct, frozen=True):
    """A game with its options chosen, as both sides must have it."""

    entry: str  # the name that the rulebook is installed under
    players: int
    options: tuple[tuple[str, str], ...]
    rules: int  # its version
    components: str  # the fingerprint of the component set


class Compile(msgspec.Struct, tag=True, frozen=True):
    """Compile a game into the disk cache: its rules, or what bots need of it."""

    entry: str
    bots: bool


class Decide(msgspec.Struct, tag=True, frozen=True):
    """Let a bot decide. The state holds no secret."""

    setting: Setting
    state: bytes
    seat: int
    level: str
    seed: int
    seconds: float | None  # none: as long as it takes
    effort: float = 1.0  # the share of the level's usual thinking for which there is time


class Advise(msgspec.Struct, tag=True, frozen=True):
    """Say what a seat's actions are worth. The state holds no secret."""

    setting: Setting
    state: bytes
    seat: int
    seconds: float
    language: str


class Analyse(msgspec.Struct, tag=True, frozen=True):
    """Begin to look at a finished game again."""

    number: int  # by which it is gone on with
    setting: Setting
    seed: int | None
    position: dict[str, Any] | None
    decisions: list[tuple[int, int]]
    language: str
    seconds: float


class GoOn(msgspec.Struct, tag=True, frozen=True):
    """Look at the next decision of a game."""

    number: int


Question = Compile | Decide | Advise | Analyse | GoOn


# --- What it says ---------------------------------------------------------------------------------


class Ready(msgspec.Struct, tag=True, frozen=True):
    """All is loaded: from now on the clock runs."""


class Progress(msgspec.Struct, tag=True, frozen=True):
    """How far the child is, from 0 to 1."""

    share: float


class Answer(msgspec.Struct, tag=True, frozen=True):
    """What was asked for."""

    value: Any = None
    last: bool = False  # whether this child should be asked nothing more


class Failure(msgspec.Struct, tag=True, frozen=True):
    """Why there is no answer."""

    message: str


Saying = Ready | Progress | Answer | Failure

QUESTIONS: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)
SAYINGS: msgspec.msgpack.Decoder[Saying] = msgspec.msgpack.Decoder(Saying)


def framed(message: Question | Saying) -> bytes:
    """A message as it travels."""
    body = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(body)) + body


# --- The parent's end -----------------------------------------------------------------------------


class ChildLost(FormicariumError):
    """A child died, or took so long that it was ended; `blamed` is whether the question may be."""

    def __init__(self, message: str, blamed: bool) -> None:
        super().__init__(message)
        self.blamed = blamed


class ChildFailed(FormicariumError):
    """A child is well, but could not answer."""


class Child:
    """A process that answers questions, seen from the one that asks."""

    seconds = 0.0  # that the last answer took, once all was loaded

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.is_spent = False

    @classmethod
    async def start(cls) -> "Child":
        """A new child that has reported for work."""
        surroundings = await asyncio.to_thread(environment)
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-c", PROGRAM, *sys.path),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=surroundings,
                start_new_session=True,  # Ctrl-C is for the parent, which then closes the pipe
            )
        except (OSError, NotImplementedError) as error:  # not every event loop can
            raise ChildLost(f"no process could be started: {error}", blamed=False) from error
        child = cls(process)
        try:
            await child._within(STARTING, begun=False, progress=None)
        except BaseException:
            await child.end()
            raise
        return child

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked something."""
        gone = self.is_spent or self._hears.at_eof() or self._hears.exception() is not None
        return self.process.returncode is None and not gone

    async def ask(
        self, question: Question, seconds: float, progress: Callable[[float], None] | None = None
    ) -> Any:
        """What the child answers within some seconds, not counting what it has to load first."""
        assert self.process.stdin is not None
        self.process.stdin.write(framed(question))
        self.seconds = 0.0
        said = await self._within(LOADING, begun=False, progress=progress)
        if isinstance(said, Ready):
            begun = time.monotonic()
            try:
                said = await self._within(seconds, begun=True, progress=progress)
            finally:
                self.seconds = time.monotonic() - begun
        if isinstance(said, Failure):
            raise ChildFailed(said.message)
        if not isinstance(said, Answer):
            raise await self._lost("said something out of turn", blamed=True)
        self.is_spent = said.last
        return said.value

    def kill(self) -> None:
        """End it at once."""
        self.is_spent = True
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    async def end(self, seconds: float = 0.0) -> None:
        """Close the pipe, which a child that is well takes as its end; kill it if it does not."""
        assert self.process.stdin is not None
        self.is_spent = True
        self.process.stdin.close()
        if seconds:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self.process.wait()
        self.kill()
        await self.process.wait()
        with contextlib.suppress(OSError):
            await self.process.stdin.wait_closed()

    @property
    def _hears(self) -> asyncio.StreamReader:
        assert self.process.stdout is not None
        return self.process.stdout

    async def _within(
        self, seconds: float, begun: bool, progress: Callable[[float], None] | None
    ) -> Ready | Answer | Failure:
        """The next thing that the child says, apart from how far it is."""
        try:
            async with asyncio.timeout(seconds):
                while isinstance(said := await self._heard(), Progress):
                    if progress is not None:
                        progress(said.share)
        except TimeoutError as error:
            raise await self._lost(f"did not answer within {seconds:.3g} s", True) from error
        except (EOFError, OSError, msgspec.MsgspecError) as error:
            raise await self._lost("", begun) from error
        return said

    async def _heard(self) -> Saying:
        (length,) = LENGTH.unpack(await self._hears.readexactly(LENGTH.size))
        return SAYINGS.decode(await self._hears.readexactly(length))

    async def _lost(self, reason: str, blamed: bool) -> ChildLost:
        """End the child, and say why it is lost."""
        if not reason:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(REAPING):
                    await self.process.wait()
            reason = _told(self.process.returncode)
        await self.end()
        return ChildLost(reason, blamed)


def environment() -> dict[str, str]:
    """What a child finds around it: the parent's cache of compiled code, wherever that lies."""
    # Settings have passwords in them, and other people's bots run there.
    around = {
        name: text
        for name, text in os.environ.items()
        if not name.startswith(PREFIX) or name in SWITCHES
    }
    if INTERPRETED:
        return around
    return around | {"NUMBA_CACHE_DIR": str(cache_folder("formicarium.core").parent)}


def _told(returncode: int | None) -> str:
    """How a process ended, in words."""
    if returncode is None:
        return "broke off the conversation"
    if returncode < 0:
        return f"lost its process: killed by {signal.Signals(-returncode).name}"
    return f"lost its process: it ended with status {returncode}"
