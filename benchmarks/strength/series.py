"""Games that differ by their number alone: played by several processes, and kept on disk."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Generic, Protocol, TypeVar

import msgspec
import numpy as np

from formicarium.arena.workers import finished

AHEAD = 2  # games for each process: one that is played, and the next


class Numbered(Protocol):
    """A game that was played."""

    @property
    def number(self) -> int:
        """Which one it is."""


Row = TypeVar("Row", bound=Numbered)


class Journal(Protocol):
    """The games of a series that were played."""

    @property
    def rows(self) -> Mapping[int, Any]:
        """All of them, by their numbers."""

    def add(self, row: Any) -> None:
        """Keep one more at once."""

    def close(self) -> None:
        """Stop writing."""


class Series(Protocol):
    """Games that are wanted; it travels to other processes."""

    @property
    def name(self) -> str:
        """What the file with its games is called, without its end."""

    @property
    def words(self) -> set[str]:
        """By what it can be chosen."""

    @property
    def numbers(self) -> Sequence[int]:
        """Of the games that are wanted."""

    def play(self, number: int) -> Numbered:
        """One of them, anywhere."""

    def journal(self, folder: Path) -> Journal:
        """Where they are kept."""


class Stage(Protocol):
    """Series whose games are mixed, and the seconds after which no more of them are begun."""

    @property
    def series(self) -> Sequence[Series]:
        """The series."""

    @property
    def seconds(self) -> float:
        """Since the stage began."""


class Notebook(Generic[Row]):
    """The games of a series, a line of JSON for each; one that was cut off is not there."""

    def __init__(self, file: Path, row: type[Row]) -> None:
        self.rows: dict[int, Row] = {}
        self._file = file
        self._open: BinaryIO | None = None
        content = file.read_bytes() if file.exists() else b""
        self._whole = content.rfind(b"\n") + 1
        for line in content[: self._whole].splitlines():
            found = msgspec.json.decode(line, type=row, dec_hook=_read)
            self.rows[found.number] = found

    def add(self, row: Row) -> None:
        """Keep one more at once."""
        if self._open is None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._open = self._file.open("ab")
            self._open.truncate(self._whole)
        self._open.write(msgspec.json.encode(row, enc_hook=np.ndarray.tolist) + b"\n")
        self._open.flush()
        self.rows[row.number] = row

    def close(self) -> None:
        """Stop writing."""
        if self._open is not None:
            self._open.close()
            self._open = None


def _read(kind: Any, value: Any) -> Any:
    """What JSON has no word for: arrays of numbers, and counters."""
    made: Callable[[Any], Any] = kind.__origin__
    if made is np.ndarray:
        return np.array(value)
    keys, *_ = kind.__args__
    return made({msgspec.convert(key, keys, strict=False): count for key, count in value.items()})


def play(stages: Sequence[Stage], folder: Path, workers: int, until: float) -> None:
    """Play what is missing, one stage after the other, and keep every game when it is finished."""
    every = [series for stage in stages for series in stage.series]
    journals = {series: series.journal(folder) for series in every}
    tasks = chain.from_iterable(_missing(stage, journals, until) for stage in stages)
    begun = time.monotonic()
    for done, (series, row) in enumerate(finished(_played, tasks, workers, AHEAD), 1):
        journals[series].add(row)
        if done % 100 == 0:
            print(f"{time.monotonic() - begun:7.0f} s  {done:6} games  {series.name}", flush=True)
        if time.monotonic() >= until:
            break
    for journal in journals.values():
        journal.close()


def _played(task: tuple[Series, int]) -> tuple[Series, Numbered]:
    series, number = task
    return series, series.play(number)


def _missing(
    stage: Stage, journals: Mapping[Series, Journal], until: float
) -> Iterator[tuple[Series, int]]:
    """Evenly from all series, so that as large a part of each is there when time is up."""
    until = min(until, time.monotonic() + stage.seconds)
    tasks = [
        (place / len(series.numbers), series, number)
        for series in stage.series
        for place, number in enumerate(series.numbers)
        if number not in journals[series].rows
    ]
    for _, series, number in sorted(tasks, key=lambda task: task[0]):
        if time.monotonic() >= until:
            break
        yield series, number
