"""What of a game is the same in every language."""

import functools
import tomllib
from importlib import resources

import msgspec


class Facts(msgspec.Struct, frozen=True):
    """Who made a game, and how long it takes."""

    authors: list[str] = []
    illustrators: list[str] = []
    publishers: list[str] = []
    year: int | None = None
    minutes: int | None = None


@functools.cache
def facts_of(package: str) -> Facts:
    """What `text/facts.toml` of a game says; games of others may do without."""
    file = resources.files(package) / "text" / "facts.toml"
    if not file.is_file():
        return Facts()
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Facts)
