"""Whether an installation can be played with, and what to do where not."""

import importlib.metadata
import os
import platform
import re
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from enum import StrEnum
from http.client import HTTPConnection, HTTPException
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import platformdirs
from rich.text import Text

from formicarium.cli.faults import FAULT_FOUND, one_line
from formicarium.cli.screen import Paper, language_here, words
from formicarium.cli.waiting import compiling, interruptible
from formicarium.core.compiled import INTERPRETED, cache_folder, is_kept
from formicarium.core.game import Game, game_names, load
from formicarium.core.text import Phrases
from formicarium.server.settings import BadSettings, Settings, load_settings, shown_url

GAMES = 10  # random ones, of each game
LITTLE, SCARCE = 100, 1000  # megabytes of free disk
MEGABYTE = 1_000_000
DAY = 24 * 3600
ANSWERS_WITHIN = 2.0  # seconds, if a house is open
PAGE = "page/index.html"  # in the server's package, once it is built
EXTRAS = ("cluster", "gpu", "parquet", "scale")  # the others are for those who change the program


class Grade(StrEnum):
    """How well something is."""

    WELL = "well"
    NOTE = "note"  # can be lived with
    BAD = "bad"


SIGNS = {Grade.WELL: ("✓", "green"), Grade.NOTE: ("!", "yellow"), Grade.BAD: ("✗", "bold red")}


# How well, the phrase that says so, and what is filled in.
Answer = tuple[Grade, str, dict[str, Any]]


class Finding(NamedTuple):
    """What was found about one thing."""

    check: str
    grade: Grade
    words: str


def doctor(config: Path | None, language: str | None, json: bool) -> int:
    """Look at everything and say how it is; 0 if it can be played."""
    say = words(language_here(language))
    findings = []
    for finding in examination(config, say):
        findings.append(finding)
        if not json:
            Paper().print(line(finding, say), soft_wrap=True)
    bad = sum(finding.grade is Grade.BAD for finding in findings)
    if json:
        Paper().print(as_json(findings), soft_wrap=True)
    else:
        Paper().print(verdict(bad, say))
    return FAULT_FOUND if bad else 0


def examination(config: Path | None, say: Phrases) -> Iterator[Finding]:
    """Everything that is looked at, in turn."""
    yield guarded("python", check_python, say)
    yield guarded("packages", check_packages, say)
    yield guarded("clock", check_clock, say, time.time())
    yield guarded("chance", check_chance, say)
    yield guarded("page", check_page, say)
    yield guarded("cache", check_cache, say)
    for name in game_names():
        yield guarded(name, check_game, say, name, say)
    try:
        settings = load_settings(config=config)
    except BadSettings as error:
        yield Finding("settings", Grade.BAD, one_line(error))
        return
    yield guarded("extras", check_extras, say, settings)
    yield guarded("data", check_data, say, settings.data)
    yield guarded("disk", check_disk, say, settings.data)
    yield guarded("database", check_database, say, settings.database)
    yield guarded("port", check_port, say, settings.host, settings.port)


def guarded(name: str, check: Callable[..., Answer], say: Phrases, *values: Any) -> Finding:
    """What a check finds; one that breaks down has found something, too."""
    try:
        grade, key, details = check(*values)
        return Finding(name, grade, one_line(say(f"doctor.{key}", **details)))
    except Exception as error:  # games come from any package, and systems fail in any way
        told = f"{type(error).__name__}: {shown_url(str(error))}"
        return Finding(name, Grade.BAD, one_line(say("doctor.failed", error=told)))


# --- What is said about it ------------------------------------------------------------------------


def line(finding: Finding, say: Phrases) -> Text:
    """A finding in one line."""
    sign, style = SIGNS[finding.grade]
    told = say("doctor.line", check=title(finding.check, say), words=finding.words)
    return Text.assemble((sign, style), " ", told)


def title(check: str, say: Phrases) -> str:
    """What was looked at; games have their own names."""
    key = f"doctor.checks.{check}"
    return say(key) if key in say.keys else check


def verdict(bad: int, say: Phrases) -> Text:
    """The last line."""
    if bad:
        return Text(say("doctor.mend", n=bad), "bold red")
    return Text(say("doctor.playable"), "bold green")


def as_json(findings: Iterable[Finding]) -> str:
    """The findings for other programs."""
    found = [finding._asdict() for finding in findings]
    is_playable = all(finding["grade"] is not Grade.BAD for finding in found)
    return msgspec.json.encode({"playable": is_playable, "findings": found}).decode()


# --- The program ----------------------------------------------------------------------------------


def check_python() -> Answer:
    """Which versions these are."""
    version = importlib.metadata.version("formicarium")
    return Grade.WELL, "python", {"python": platform.python_version(), "formicarium": version}


def check_packages() -> Answer:
    """Whether all packages that are needed are there, and which."""
    versions = {name: installed(name) for name in needed()}
    missing = [name for name, version in versions.items() if version is None]
    if missing:
        return Grade.BAD, "packages_missing", {"names": ", ".join(missing)}
    listed = ", ".join(f"{name} {version}" for name, version in versions.items())
    return Grade.WELL, "packages", {"names": listed}


def check_extras(settings: Settings) -> Answer:
    """Whether what is set needs packages that are not there."""
    missing = [extra for extra in EXTRAS if not all(map(installed, needed(extra)))]
    urls = (settings.database, settings.fanout)
    if "scale" in missing and any(url.startswith(("postgresql", "redis")) for url in urls):
        return Grade.BAD, "scale_missing", {}
    there = ", ".join(extra for extra in EXTRAS if extra not in missing)
    return Grade.WELL, "extras", {"there": there or "–", "missing": ", ".join(missing) or "–"}


def needed(extra: str = "") -> list[str]:
    """The packages that this one needs here, or that an extra adds."""
    required = importlib.metadata.requires("formicarium") or []
    wanted = [text for text in required if extra_of(text) == extra and is_for_here(text)]
    return [re.split(r"[^\w.-]", text)[0] for text in wanted]


def extra_of(requirement: str) -> str:
    """The extra that a requirement belongs to.

    >>> extra_of("redis>=6.4; extra == 'scale'"), extra_of("rich>=14")
    ('scale', '')
    """
    named = re.search(r"extra == ['\"]([\w-]+)", requirement)
    return named[1] if named else ""


def is_for_here(requirement: str) -> bool:
    """Whether a requirement is not only for other systems."""
    return not (os.name == "nt" and "sys_platform != 'win32'" in requirement)


def installed(package: str) -> str | None:
    """The version of a package, if it is there."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def check_game(name: str, say: Phrases) -> Answer:
    """Whether a game can be played, by playing it."""
    game = load(name)
    was_compiled = is_compiled(game)
    begun = time.monotonic()
    with compiling(say):
        decisions = interruptible(lambda: game.random_games(GAMES, seed=1)).decisions
    details = {"decisions": decisions, "seconds": round(time.monotonic() - begun)}
    if INTERPRETED:
        return Grade.NOTE, "interpreted", details
    return Grade.WELL, "compiled" if was_compiled else "compiled_now", details


def is_compiled(game: Game) -> bool:
    """Whether a game lies compiled on the disk."""
    return is_kept(game.stepping.random_games)


def check_cache() -> Answer:
    """Whether compiled code can be kept, and how much there is."""
    chosen = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("formicarium")
    used = cache_folder("formicarium.core").parent
    if used != Path(chosen):
        return Grade.NOTE, "cache_lost", {"folder": chosen, "used": used}
    files = [file.stat().st_size for file in used.rglob("*") if file.is_file()]
    return Grade.WELL, "cache", {"folder": used, "size": sum(files) // MEGABYTE}


def check_page() -> Answer:
    """Whether the page for the browser is part of this installation."""
    is_there = (resources.files("formicarium.server") / PAGE).is_file()
    return (Grade.WELL, "page", {}) if is_there else (Grade.NOTE, "page_missing", {})


# --- The system -----------------------------------------------------------------------------------


def check_clock(now: float) -> Answer:
    """Whether the clock is not older than the program itself."""
    written = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(now))
    if now < Path(__file__).stat().st_mtime - DAY:
        return Grade.BAD, "clock_wrong", {"now": written}
    return Grade.WELL, "clock", {"now": written}


def check_chance() -> Answer:
    """Whether the system has random numbers without waiting for them."""
    try:
        if hasattr(os, "getrandom"):
            os.getrandom(32, os.GRND_NONBLOCK)
        else:
            os.urandom(32)
    except (OSError, NotImplementedError):
        return Grade.BAD, "chance_missing", {}
    return Grade.WELL, "chance", {}


def check_data(folder: Path) -> Answer:
    """Whether the data folder can be written, or made."""
    try:
        tempfile.TemporaryFile(dir=existing(folder)).close()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        return Grade.BAD, "data_closed", {"folder": folder, "reason": reason}
    return Grade.WELL, "data" if folder.exists() else "data_new", {"folder": folder}


def check_disk(folder: Path) -> Answer:
    """Whether there is room for what is played."""
    free = shutil.disk_usage(existing(folder)).free // MEGABYTE
    grade = Grade.BAD if free < LITTLE else Grade.NOTE if free < SCARCE else Grade.WELL
    return grade, "disk" if grade is Grade.WELL else "disk_full", {"free": free}


def existing(folder: Path) -> Path:
    """A folder, or the one that it would be made in."""
    return next(place for place in (folder, *folder.parents) if place.exists())


def check_database(url: str) -> Answer:
    """Whether the database answers. It is only looked at: to open it would bring it up to date."""
    from formicarium.server.store.engines import parsed, reading_engine
    from formicarium.server.store.migrations import check_known, revision

    address = parsed(url)
    details = {"url": shown_url(url)}
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").exists():
        return Grade.WELL, "database_new", details
    engine = reading_engine(address)
    try:
        with engine.connect() as connection:
            found = revision(connection)
        check_known(found)
    finally:
        engine.dispose()
    if found is None:
        return Grade.WELL, "database_new", details
    return Grade.WELL, "database", {**details, "revision": found}


def check_port(host: str, port: int) -> Answer:
    """Whether the server could listen there, or one listens already."""
    details = {"host": host, "port": port}
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as door:
            if os.name == "posix":  # elsewhere this would let two servers share a port
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind(address)
            door.listen()
    except OSError as error:
        if is_house(host, port):
            return Grade.WELL, "port_ours", details
        reason = (error.strerror or str(error)).lower()
        return Grade.BAD, "port_taken", {**details, "reason": reason}
    return Grade.WELL, "port", details


def is_house(host: str, port: int) -> bool:
    """Whether a server of ours answers there."""
    with closing(HTTPConnection(host, port, timeout=ANSWERS_WITHIN)) as visit:
        try:
            visit.request("GET", "/healthz")
            return visit.getresponse().status == 200
        except (OSError, HTTPException):
            return False
