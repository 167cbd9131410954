"""Results on disk, from the first match on: what was played once is never played again."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from formicarium.arena.job import Job
from formicarium.arena.parquet import arrow, write_rows
from formicarium.arena.play import MatchResult
from formicarium.core.errors import FormicariumError, one_line

COLUMNS = {
    "number": "int64",
    "pairing": "string*",
    "seats": "string*",
    "seed": "uint64",
    "scores": "int32*",
    "tie_breaks": "int32*",
    "ranks": "int32*",
    "win_shares": "float64*",
    "length": "int32",
    "forfeits": "int32*",
    "faults": "string*",
    "seconds": "float64*",
    "choices": "int32*",
}


class BadResults(FormicariumError):
    """A result file that cannot be gone on with."""


class Journal:
    """The rows of a job: those on disk already, and every new one as soon as it is there.

    While matches are played, `file` has a line of JSON for each, after one that says what they are
    about. When all are there they move into the Parquet file, if one is wanted.
    """

    def __init__(self, job: Job, file: Path, parquet: Path | None) -> None:
        self.job = job
        self.file = file
        self.parquet = parquet
        self.rows: dict[int, MatchResult] = {}
        if parquet is not None and parquet.exists():
            self._keep(_rows_in(parquet, job.header))
        self.stored = len(self.rows)  # in the Parquet file
        if file.exists():
            self._keep(self._noted())
        self._open: BinaryIO | None = None

    def missing(self, matches: int) -> list[int]:
        """The numbers of the matches that are still to be played."""
        return [number for number in range(matches) if number not in self.rows]

    def first(self, matches: int) -> list[MatchResult]:
        """The rows of the first matches, in order."""
        return [self.rows[number] for number in range(matches)]

    def add(self, row: MatchResult) -> None:
        """Keep a row, so that it is there whatever becomes of this process."""
        with using(self.file):
            if self._open is None:
                self._open = self._begun()
            self._open.write(msgspec.json.encode(row) + b"\n")
            self._open.flush()
        self.rows[row.number] = row

    def close(self) -> None:
        """Stop writing; what is there stays."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def finish(self) -> None:
        """Move everything into the Parquet file; the journal has done its work."""
        self.close()
        if self.parquet is not None and len(self.rows) > self.stored:
            beside = self.parquet.with_name(f"{self.parquet.name}.new")
            rows = [msgspec.to_builtins(self.rows[number]) for number in sorted(self.rows)]
            with using(self.parquet, f"; all matches are kept in {self.file}"):
                write_rows(beside, rows, COLUMNS, msgspec.json.encode(self.job.header))
                beside.replace(self.parquet)
        self.file.unlink(missing_ok=True)

    def _keep(self, rows: Iterator[MatchResult]) -> None:
        self.rows |= {row.number: row for row in rows}

    def _begun(self) -> BinaryIO:
        """The journal, open behind its last whole line."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        file = self.file.open("ab")
        whole = _whole_lines(self.file)
        file.truncate(len(whole))
        file.seek(0, os.SEEK_END)
        if not whole:
            file.write(msgspec.json.encode(self.job.header) + b"\n")
        return file

    def _noted(self) -> Iterator[MatchResult]:
        """The rows of the journal; a line that was cut off is not one."""
        head, *lines = _whole_lines(self.file).splitlines() or [b""]
        if not head:
            return
        try:
            check_header(self.file, msgspec.json.decode(head), self.job.header)
            yield from (msgspec.json.decode(line, type=MatchResult) for line in lines)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadResults(f"{self.file} is damaged: {error}; remove it to begin anew") from error


def check_header(file: Path, there: Any, here: dict[str, Any]) -> None:
    """Whether a file is of the same job; if not, the error names what differs."""
    if not isinstance(there, dict):
        raise BadResults(f"{file} holds no results of an arena; name another file")
    names = [name for name in {**here, **there} if there.get(name) != here.get(name)]
    if names:
        differs = "; ".join(
            f"{name} is {_written(there.get(name))} there, {_written(here.get(name))} here"
            for name in names
        )
        raise BadResults(f"{file} is of another run: {differs}; name another file, or remove it")


def _rows_in(parquet: Path, header: dict[str, Any]) -> Iterator[MatchResult]:
    """The rows of a Parquet file, if they are of the same job."""
    pa, reader = arrow()
    try:
        table = reader.read_table(parquet)
    except (OSError, pa.ArrowException) as error:
        raise BadResults(one_line(f"cannot read {parquet}: {error}")) from error
    head = (table.schema.metadata or {}).get(b"formicarium")
    if head is None or {*table.column_names} != {*COLUMNS}:
        raise BadResults(f"{parquet} holds no results of an arena; name another file")
    check_header(parquet, msgspec.json.decode(head), header)
    yield from msgspec.convert(table.to_pylist(), list[MatchResult])


def _whole_lines(file: Path) -> bytes:
    with using(file):
        content = file.read_bytes()
    return content[: content.rfind(b"\n") + 1]


@contextmanager
def using(file: Path, but: str = "") -> Iterator[None]:
    """Whatever the disk refuses here, it refuses about that file."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadResults(f"cannot use {file}: {reason}{but}") from error


def _written(value: object) -> str:
    return msgspec.json.encode(value).decode()
