"""Processes that are measured: started on a core of their own, looked at through /proc, ended."""

import os
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from formicarium import FormicariumError

BUILD = Path(__file__).parents[2] / "build"
FILES = 8192  # that a process may have open: sockets are files, too
PATIENCE = 60.0  # seconds that a server may take until it answers
GRACE = 15.0  # seconds that a process has to end by itself
GLANCE = 0.02  # seconds between two looks
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")

# Fields of /proc/PID/stat, counted after the name of the command.
PARENT, USER, SYSTEM, BORN, RESIDENT = 1, 11, 12, 19, 21


class CannotMeasure(FormicariumError):
    """Something that is needed is missing, or has ended before its time."""


class Process:
    """A process, with all that it starts itself."""

    def __init__(self, child: "subprocess.Popen[str]", log: Path) -> None:
        self.child = child
        self.log = log

    def cpu_seconds(self) -> float:
        """How long the processors have worked for it, in the kernel as well."""
        family = self._family().values()
        return sum(int(stat[USER]) + int(stat[SYSTEM]) for stat in family) / TICKS

    def resident(self) -> int:
        """Bytes of memory that it and its children hold."""
        return sum(int(stat[RESIDENT]) for stat in self._family().values()) * PAGE

    def check(self) -> None:
        """It must still run."""
        if self.child.poll() is not None:
            raise CannotMeasure(f"{self.child.args!r} has ended:\n{self.last_words()}")

    def last_words(self) -> str:
        """The end of what it has written."""
        return self.log.read_text("utf-8", "replace")[-2000:]

    def stop(self) -> None:
        """Ask it to end, and see to it that nothing of it is left."""
        family = self._family()
        self.child.terminate()
        try:
            self.child.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        left = all_stats()
        for number, stat in family.items():
            if number in left and left[number][BORN] == stat[BORN]:
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)

    def _family(self) -> dict[int, list[str]]:
        """What the system knows of this process and of all below it."""
        everybody = all_stats()
        family = {self.child.pid}
        while True:
            below = {
                number
                for number, stat in everybody.items()
                if int(stat[PARENT]) in family and number not in family
            }
            if not below:
                return {number: everybody[number] for number in family & everybody.keys()}
            family |= below


def all_stats() -> dict[int, list[str]]:
    """What the system knows of every process, by its number."""
    found = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            told = file.read_text("utf-8", "replace")
            found[int(file.parent.name)] = told.rpartition(")")[2].split()
    return found


@contextmanager
def started(
    command: Sequence[str],
    core: int | None,
    log: Path,
    environment: Mapping[str, str] | None = None,
    talks: bool = False,
) -> Iterator[Process]:
    """A process that runs on one core, or on any, until the block is left.

    What it writes goes to the log; if it talks with us, only its errors do.
    """
    pinned = [] if core is None else ["taskset", "--cpu-list", str(core)]
    with log.open("w") as written:
        child = subprocess.Popen(
            [*pinned, *command],
            env={**os.environ, **(environment or {})},
            stdin=subprocess.PIPE if talks else subprocess.DEVNULL,
            stdout=subprocess.PIPE if talks else written,
            stderr=written,
            text=True,
            start_new_session=True,  # Ctrl-C is for us: we end it in our own time
        )
    process = Process(child, log)
    try:
        yield process
    finally:
        process.stop()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()


def cores() -> tuple[int, int] | tuple[None, None]:
    """A core for the client and another for the server, where there are two to choose from."""
    if not hasattr(os, "sched_getaffinity") or not shutil.which("taskset"):
        return None, None
    ours = sorted(os.sched_getaffinity(0))
    return (ours[0], ours[1]) if len(ours) > 1 else (None, None)


def allow_many_sockets() -> None:
    """Let what is started from now on have enough sockets."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < FILES:
        raise CannotMeasure(f"{FILES} open files are needed, and {hard} allowed: see ulimit -Hn")
    if soft != resource.RLIM_INFINITY and soft < FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, hard))


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answer(url: str) -> bytes | None:
    """What is found at an address; None as long as nobody answers, or with anything but 200."""
    try:
        with urlopen(url, timeout=PATIENCE) as response:
            body: bytes = response.read()
            return body if response.status == 200 else None
    except (URLError, HTTPException, OSError):
        return None


def wait_for(what: Callable[[], bool], process: Process, longest: float = PATIENCE) -> None:
    """Look again and again until something is so; the process must go on meanwhile."""
    end = time.monotonic() + longest
    while not what():
        process.check()
        if time.monotonic() > end:
            raise CannotMeasure(f"waited in vain for {longest:g} s:\n{process.last_words()}")
        time.sleep(GLANCE)


def wait_until_quiet(process: Process, longest: float = 600.0) -> None:
    """Wait until a process does next to nothing, so that nothing of its start is measured."""
    end = time.monotonic() + longest
    busy = 1.0
    while busy > 0.1 and time.monotonic() < end:
        before = process.cpu_seconds()
        time.sleep(1)
        busy = process.cpu_seconds() - before


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder on a real disk, which is gone when the block is left."""
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="server-", dir=BUILD) as folder:
        yield Path(folder)
