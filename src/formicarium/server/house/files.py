"""Files whose names change with their contents, as they are sent."""

import gzip
from typing import NamedTuple


class SentFile(NamedTuple):
    """A file as it is sent, and the same compressed."""

    kind: str
    content: bytes
    small: bytes


def sent(kind: str, content: bytes) -> SentFile:
    """A file of that kind."""
    return SentFile(kind, content, gzip.compress(content, mtime=0))
