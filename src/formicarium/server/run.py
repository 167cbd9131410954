"""Running a house: the socket, the processes, the browser."""

import asyncio
import errno
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

import uvicorn
from litestar.types import ASGIApp
from uvicorn.supervisors import Multiprocess

from formicarium.core.compiled import be_quiet
from formicarium.core.errors import FormicariumError
from formicarium.server import logs
from formicarium.server.limits import client_address
from formicarium.server.settings import PREFIX, Settings, load_settings
from formicarium.server.store import Store
from formicarium.server.store.copies import Copies
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
    allow_many_files(settings.sockets + SPARE)
    with ExitStack() as closing:
        closing.enter_context(alone_with(settings.data))
        door = closing.enter_context(listening(settings.host, settings.port))
        doors = [door]
        if settings.metrics_port:
            inner = listening(settings.metrics_host, settings.metrics_port)
            doors.append(closing.enter_context(inner))
        asyncio.run(check_store(settings))
        settings_for_children(settings)
        logs.set_up(settings)
        closing.enter_context(copied_now_and_then(settings))
        config, address = configured(settings, workers), address_of(settings.host, door)
        with suppress(KeyboardInterrupt):  # which is how a house is closed
            if workers > 1:
                opened(address)
                Multiprocess(config, doors).run()
            else:
                Door(config, lambda: opened(address)).run(doors)


def configured(settings: Settings, workers: int) -> uvicorn.Config:
    """How uvicorn is to run the application."""
    return uvicorn.Config(
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
        log_config=None,  # nor `access_log`: what is logged is decided in logs.py
        server_header=False,
        proxy_headers=False,
    )


@contextmanager
def copied_now_and_then(settings: Settings) -> Iterator[None]:
    """Make copies of the database while the house is open: in one process, however many answer."""
    if not settings.backup_hours:
        yield
        return
    copies = Copies(settings)
    threading.Thread(target=copies.keep_making, name="formicarium-copies", daemon=True).start()
    try:
        yield
    finally:
        copies.enough.set()


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


def app() -> ASGIApp:
    """The application, with the settings that the environment names."""
    from formicarium.server.api.operations import with_door
    from formicarium.server.app import create_app

    close_with_supervisor()
    settings = load_settings()
    DeadlineProtocol.seconds = settings.request_seconds
    DeadlineProtocol.counted_as = staticmethod(lambda host: client_address(host, "", proxies=0))
    DeadlineProtocol.most = 0 if settings.trusted_proxies else settings.connections_per_address
    return with_door(create_app(settings), settings.metrics_port)


def close_with_supervisor() -> None:
    """One of several processes closes when the one that started them was killed: nobody else would.

    It would answer beside the house that is opened next, with bots of its own.
    """
    supervisor = multiprocessing.parent_process()
    if supervisor is None:
        return

    def wait() -> None:
        supervisor.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="formicarium-supervisor", daemon=True).start()


def settings_for_children(settings: Settings) -> None:
    """Other processes of this house are told its settings by their environment."""
    for name in settings.__struct_fields__:
        value = getattr(settings, name)
        told = ",".join(value) if isinstance(value, tuple) else str(value)
        os.environ[PREFIX + name.upper()] = told


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket at which the house is reached."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((host, port))
        except OSError as error:
            raise CannotOpen(_reason(f"{host}:{port}", error)) from error
        door.listen(QUEUE)
        yield door
    finally:
        door.close()


def _reason(place: str, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"{place} is in use; choose another port, or --port 0 for any that is free"
    return f"cannot listen at {place}: {(error.strerror or str(error)).lower()}"


def address_of(host: str, door: socket.socket) -> str:
    """What to type into a browser."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{door.getsockname()[1]}/"


@contextmanager
def alone_with(folder: Path) -> Iterator[None]:
    """No other house keeps its things in this folder, and this one can."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = (folder / "lock").open("w")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise CannotOpen(
            f"cannot keep anything in the folder {folder}: {reason}; make it writable, or name "
            "another with --data"
        ) from error
    with file:
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
