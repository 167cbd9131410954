"""Copies of the database that a house makes by itself, of which the newest are kept."""

import logging
import re
import shutil
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from formicarium.server.settings import Settings
from formicarium.server.store.backup import backup, size_of
from formicarium.server.store.errors import BadDatabase, StoreError

FORM = "formicarium-%Y-%m-%dT%H%M%SZ.sqlite"  # names in the order of time
COPY = re.compile(r"formicarium-\d{4}-\d\d-\d\dT\d{6}Z\.sqlite")
HALF = "formicarium-*.sqlite.new*"  # what was left behind by a process that died
HOUR = 3600.0  # seconds
LOOKS = 60.0  # seconds between two looks at the clock
MEGABYTE = 1_000_000

log = logging.getLogger("formicarium.server")


class Copies:
    """The folder with the copies of a house."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.folder = settings.backup_folder
        self.now = clock
        self.enough = threading.Event()  # set: make no more
        self._tried = 0.0

    def keep_making(self) -> None:
        """Make a copy whenever it is time to, until it is enough."""
        while not self.enough.wait(LOOKS):
            self.look()

    def look(self) -> None:
        """Make a copy if it is time to. What goes wrong is one line, and tried again later."""
        now = self.now()
        if not self._is_due(now):
            return
        self._tried = now
        try:
            file = self._make(now)
        except (StoreError, OSError) as error:
            log.error("the database could not be copied: %s", error)
        else:
            log.info("the database was copied to %s", file)

    def last(self) -> float | None:
        """When the newest copy was made."""
        return max(map(made, self.all()), default=None)

    def all(self) -> list[Path]:
        """Every copy that a house has made, in the order of their names; no other file."""
        try:
            return sorted(file for file in self.folder.iterdir() if COPY.fullmatch(file.name))
        except OSError:  # there is no such folder, or it is closed to us
            return []

    def _is_due(self, now: float) -> bool:
        """Whether there was none lately. Times to come are those of a clock that was wrong."""
        between = self.settings.backup_hours * HOUR
        if now - HOUR < self._tried <= now:
            return False
        return not any(now - between < made(file) <= now for file in self.all())

    def _make(self, now: float) -> Path:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for half in self.folder.glob(HALF):
            half.unlink()
        self._check_room()
        file = self.folder / datetime.fromtimestamp(now, UTC).strftime(FORM)
        backup(self.settings.database, file)
        self._forget(file)
        return file

    def _check_room(self) -> None:
        """A copy must not take the room that the house needs for its moves."""
        needed = size_of(self.settings.database) + self.settings.least_disk * MEGABYTE
        free = shutil.disk_usage(self.folder).free
        if free < needed:
            raise BadDatabase(
                f"{needed // MEGABYTE} MB are needed in {self.folder}, "
                f"and {free // MEGABYTE} are free"
            )

    def _forget(self, newest: Path) -> None:
        """Remove the oldest copies; before them those that a wrong clock has dated later."""
        others = [file for file in self.all() if file != newest]
        others.sort(key=lambda file: (file.name < newest.name, file.name))
        for file in others[: max(0, len(others) + 1 - self.settings.backups_kept)]:
            file.unlink()


def made(file: Path) -> float:
    """When a copy was made, as its name says.

    >>> made(Path("formicarium-1970-01-02T000000Z.sqlite"))
    86400.0
    """
    try:
        return datetime.strptime(file.name, FORM).replace(tzinfo=UTC).timestamp()
    except ValueError:  # there is no such day
        return 0.0
