"""Logs: one line for each entry, for people or for programs, and no secret in any of them."""

import json
import logging
import re
import sys
import time
import traceback
import unicodedata
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from math import isfinite
from types import TracebackType
from typing import Any, TextIO
from urllib.parse import unquote

from formicarium.core.errors import is_huge
from formicarium.server.settings import MASK, Settings, passwords_of

LONGEST = 2000  # characters of a line of a message or value
LAST = 40  # lines of an error
SHORTEST_PASSWORD = 4  # a shorter one would blot out half of every word

# The request that is being answered: every entry made meanwhile names it.
REQUEST = ContextVar("request", default="")

# What every entry of Python's own has; all else are fields that somebody added.
COLOURED = "color_message"  # what uvicorn adds for terminals
USUAL = {*logging.makeLogRecord({}).__dict__, "message", "asctime", "taskName", COLOURED}
ACCESS = "uvicorn.access"

ExceptionInfo = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


def set_up(settings: Settings, stream: TextIO | None = None) -> logging.Handler:
    """Send everything, uvicorn's own entries and its line for each request, through one handler.

    Start uvicorn with `log_config=None`, or it would make others.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    form = JsonLines if settings.log_format == "json" else TextLines
    handler.setFormatter(form(passwords_of(settings)))
    handler.addFilter(lambda record: settings.log_requests or not is_request(record))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    logging.raiseExceptions = False  # or Python would print what cannot be logged, secrets and all
    for name in ("uvicorn", "uvicorn.error", ACCESS):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    return handler


class Lines(logging.Formatter):
    """An entry as one line; a subclass says in which form."""

    def __init__(self, passwords: Iterable[str] = ()) -> None:
        super().__init__()
        self.hush = Hush(passwords)
        self.told: set[object] = set()  # the faults whose way was told

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return self.line(record, self.message(record), dict(self.fields(record)))

    def line(self, record: logging.LogRecord, message: str, fields: dict[str, Any]) -> str:
        """The parts of an entry together, none of which has a secret any more."""
        raise NotImplementedError

    def message(self, record: logging.LogRecord) -> str:
        """What the entry says."""
        if access(record):
            return "request"
        try:
            return self.hush(record.getMessage()[:LONGEST])
        except Exception as error:  # values that do not fit the words, or that cannot be written
            return f"an entry that cannot be shown ({type(error).__name__})"

    def fields(self, record: logging.LogRecord) -> Iterator[tuple[str, Any]]:
        """What else is known."""
        added = {name: value for name, value in record.__dict__.items() if _is_field(name)}
        if request := REQUEST.get():
            yield "request", self.field("request", request)
        for name, value in (access(record) | added).items():
            if value is not None:
                yield name, self.field(name, value)
        if record.exc_info:
            yield "error", self.error(self.traced(record.exc_info))
        elif record.exc_text:
            yield "error", self.error(record.exc_text)

    def field(self, name: str, value: Any) -> Any:
        """A value without secrets: numbers stay numbers, all else becomes text."""
        if SECRET_NAME.search(name):
            return MASK
        if isinstance(value, float) and isfinite(value):
            return round(value, 3)
        if isinstance(value, int) and not is_huge(value):
            return value
        try:
            return self.hush(str(value)[:LONGEST])
        except Exception as error:
            return f"cannot be shown ({type(error).__name__})"

    def traced(self, found: ExceptionInfo) -> str:
        """An exception with the way to it; from the same line again, what it says must do."""
        kind, error, way = found
        while way is not None and way.tb_next is not None:
            way = way.tb_next
        place = (kind, way and (way.tb_frame.f_code, way.tb_lineno))
        if place in self.told:
            return "".join(traceback.format_exception_only(error)).rstrip()
        self.told.add(place)
        return self.formatException(found)

    def error(self, text: str) -> str:
        """The end of a traceback."""
        return self.hush("\n".join(line[:LONGEST] for line in text.splitlines()[-LAST:]))


class TextLines(Lines):
    """For people: ``2026-01-31 12:00:00.123 info formicarium.server: moved table=… seat=0``."""

    def line(self, record: logging.LogRecord, message: str, fields: dict[str, Any]) -> str:
        """The parts with spaces between them."""
        seconds = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        head = f"{seconds}.{int(record.msecs):03} {record.levelname.lower()} {record.name}:"
        told = [f"{name}={quoted(value)}" for name, value in fields.items()]
        return " ".join([head, escaped(message), *told])


class JsonLines(Lines):
    """For programs: an object in each line."""

    def line(self, record: logging.LogRecord, message: str, fields: dict[str, Any]) -> str:
        """The parts as an object; what every entry has comes first and cannot be replaced."""
        entry = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message,
        }
        return json.dumps(entry | {name: fields[name] for name in fields if name not in entry})


def _is_field(name: str) -> bool:
    # Libraries mark entries for themselves, as Ray does with `_ray_timestamp_ns`.
    return name not in USUAL and not name.startswith("_")


def is_request(record: logging.LogRecord) -> bool:
    """Whether an entry says no more than that somebody has asked for something, or left."""
    if record.name == "uvicorn.error":  # which tells of sockets
        return str(record.msg).startswith(('%s - "WebSocket ', "connection "))
    return record.name == ACCESS


def access(record: logging.LogRecord) -> dict[str, Any]:
    """The fields of uvicorn's line about a request; none for other entries."""
    if record.name != ACCESS or not isinstance(record.args, tuple) or len(record.args) != 5:
        return {}
    client, method, path, _, status = record.args
    return {"client": client, "method": method, "path": path, "status": status}


# --- One line, whatever is in it ------------------------------------------------------------------


def quoted(value: Any) -> str:
    """A value of a field; in quotes if it could be taken for something else."""
    text = escaped(str(value))
    if text and not re.search(r'[\s="]', text):
        return text
    return '"' + text.replace('"', '\\"') + '"'


def escaped(text: str) -> str:
    r"""A text that stays within its line, and does nothing to a terminal.

    >>> escaped("one\ntwo\x1b[2J")
    'one\\ntwo\\x1b[2J'
    """
    return "".join(
        letter.encode("unicode_escape").decode() if _must_be_escaped(letter) else letter
        for letter in text
    )


def _must_be_escaped(letter: str) -> bool:
    if letter.isascii():
        return not letter.isprintable() or letter == "\\"
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


# --- Secrets --------------------------------------------------------------------------------------

SECRET = (
    r"passw|passphrase|pwd|secret|token|seed|invitation|signature|api[-_]?key|credential"
    r"|authori[sz]ation|cookie"
)
SECRET_NAME = re.compile(f"(?i){SECRET}|^position$")

# What stands between a name and its value: `=`, `": `, `', b'`, `%3D`, …
GOES_ON = r"""[\w-]{0,30}(?:\\*["']\s*,|(?:\\*["'])?\s*(?:=>|[=:]|%3[da])|\((?=["']))\s*"""
# Values in quotes, which may be escaped (once or more often) or cut off, or in brackets,
QUOTED = (
    r"""b?"(?:\\++(?s:.)|[^"\\])*(?:"|$)|b?'(?:\\++(?s:.)|[^'\\])*(?:'|$)"""
    r"""|\\+(?P<q>["']).*?(?:\\+(?P=q)|$)"""
)
BRACKETED = r"[\[({].*"
# or bare, up to what ends a value or begins the next one.
BARE = r"""(?:(?![,;)\]}"'>]+(?:\s|$)|&|\s+[\w.-]+=).)+"""

SHAPES = [
    (re.compile(pattern), replacement)
    for pattern, replacement in [
        (r"(\[parameters: ).*", rf"\1{MASK}"),  # what the database was told
        (r"([?&]find=)[^&\s\"']+", rf"\1{MASK}"),  # for whom administrators have looked
        (r"(://[^\s:/@\"']*):[^\s\"']*@", rf"\1:{MASK}@"),
        # Headers have spaces, commas and quotes in them.
        (rf"(?i)((?:authori[sz]ation|cookie){GOES_ON})(?:{QUOTED}|.+)", rf"\1{MASK}"),
        (rf"(?i)((?:{SECRET}){GOES_ON})(?:{QUOTED}|{BRACKETED}|{BARE})", rf"\1{MASK}"),
        (r"(?i)\b((?:bearer|basic|digest)\s+)[^\s\"']{8,}", rf"\1{MASK}"),
        (r"(?i)(passw\w*\s+(?:is|was)\s+)\S+", rf"\1{MASK}"),
        (r"(?i)(seeds?\s+)\d+", rf"\1{MASK}"),
        (r"(?i)(\bposition\\*[\"']?\s*[=:]\s*)[{\[\"'].*", rf"\1{MASK}"),
        (r"\$argon2\S*", MASK),
        # Tokens and signatures, wherever they stand.
        (r"(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{32,}|\b[0-9a-fA-F]{48,}\b", MASK),
    ]
]

# Most texts have none of this, and need not be searched for every shape.
HINT = re.compile(
    rf"(?i){SECRET}|parameters|find=|://|bearer|basic|digest|position|argon2|(?<![\w-])[\w-]{{32}}"
)


class Hush:
    """Leaves secrets out of a text: those that it knows, and all that looks like one.

    >>> Hush(["s3cr3t"])("ada:s3cr3t said token=abc&seat=1")
    'ada:*** said token=***&seat=1'
    """

    def __init__(self, passwords: Iterable[str] = ()) -> None:
        both = {form for password in passwords for form in (password, unquote(password))}
        self.known = sorted((p for p in both if len(p) >= SHORTEST_PASSWORD), key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for password in self.known:
            text = text.replace(password, MASK)
        if HINT.search(text) is None:
            return text
        for shape, replacement in SHAPES:
            text = shape.sub(replacement, text)
        return text
