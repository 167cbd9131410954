"""Running a house: the socket, the processes, the browser."""

import asyncio
import errno
import os
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import uvicorn
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from formicarium.core.compiled import be_quiet
from formicarium.core.errors import FormicariumError
from formicarium.server.settings import PREFIX, Settings, load_settings
from formicarium.server.store import Store
from formicarium.server.transport.coalescing import CoalescingProtocol
from formicarium.server.transport.deadline import DeadlineProtocol

PINGS = 20.0  # seconds between two signs of life on a socket
SPARE = 1000  # files that are open beside the sockets: the database, pipes, requests
GRACE = 10  # seconds that running requests have when the house closes
QUEUE = 2048  # connections that may wait to be accepted

Opened = Callable[[str], None]


class CannotOpen(FormicariumError):
    """The house cannot be opened here."""


def run(settings: Settings, workers: int = 1, opened: Opened = lambda url: None) -> None:
    """Keep a house open until somebody interrupts; `opened` is called with its address."""
    be_quiet()
    if workers > 1 and settings.fanout == "memory":
        raise CannotOpen(
            "several workers must hear of each other: set fanout to postgresql or redis://…"
        )
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    allow_many_files(settings.sockets + SPARE)
    with alone_with(settings.data), listening(settings) as door:
        asyncio.run(check_store(settings))
        settings_for_children(settings)
        config = uvicorn.Config(
            f"{__name__}:app",
            factory=True,
            workers=workers,
            ws_max_size=settings.largest_frame,
            ws_per_message_deflate=False,  # costs every socket memory, and every move time
            ws_ping_interval=PINGS,
            ws_ping_timeout=PINGS,
            http=DeadlineProtocol,
            ws=CoalescingProtocol,
            timeout_keep_alive=settings.keep_alive_seconds,
            timeout_graceful_shutdown=GRACE,
            log_config=None,
            server_header=False,
            proxy_headers=False,
        )
        address = address_of(settings.host, door)
        with suppress(KeyboardInterrupt):  # which is how a house is closed
            if workers > 1:
                opened(address)
                Multiprocess(config, [door]).run()
            else:
                Door(config, lambda: opened(address)).run([door])


def allow_many_files(wanted: int) -> None:
    """Every socket is an open file: use as many as the system allows, where it would give fewer."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


async def check_store(settings: Settings) -> None:
    """Open the database once: what is wrong with it is said in one line, before anything else."""
    await (await Store.open(settings.database)).close()


class Door(uvicorn.Server):
    """A server that says when it can be reached."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self._opened = opened

    async def startup(self, sockets: Sequence[socket.socket] | None = None) -> None:
        await super().startup(None if sockets is None else [*sockets])
        if self.started:
            self._opened()


def app() -> Litestar:
    """The application, with the settings that the environment names."""
    from formicarium.server.app import create_app

    settings = load_settings()
    DeadlineProtocol.seconds = settings.request_seconds
    return create_app(settings)


def settings_for_children(settings: Settings) -> None:
    """Other processes of this house are told its settings by their environment."""
    for name in settings.__struct_fields__:
        value = getattr(settings, name)
        told = ",".join(value) if isinstance(value, tuple) else str(value)
        os.environ[PREFIX + name.upper()] = told


@contextmanager
def listening(settings: Settings) -> Iterator[socket.socket]:
    """The socket at which the house is reached."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((settings.host, settings.port))
        except OSError as error:
            raise CannotOpen(_reason(settings, error)) from error
        door.listen(QUEUE)
        yield door
    finally:
        door.close()


def _reason(settings: Settings, error: OSError) -> str:
    place = f"{settings.host}:{settings.port}"
    if error.errno == errno.EADDRINUSE:
        return f"{place} is in use; choose another port, or --port 0 for any that is free"
    return f"cannot listen at {place}: {(error.strerror or str(error)).lower()}"


def address_of(host: str, door: socket.socket) -> str:
    """What to type into a browser."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{door.getsockname()[1]}/"


@contextmanager
def alone_with(folder: Path) -> Iterator[None]:
    """No other house keeps its things in this folder."""
    with (folder / "lock").open("w") as file:
        try:
            lock(file)
        except OSError as error:
            raise CannotOpen(
                f"another house is open with the folder {folder}; close it, or name another folder"
            ) from error
        yield


def lock(file: IO[str]) -> None:
    """Have a file for oneself until it is closed; `OSError` if another process has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
