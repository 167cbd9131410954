"""What of a game is the same in every language."""

import functools
import tomllib
from importlib import resources
from typing import Annotated

import msgspec
from msgspec import Meta


class Facts(msgspec.Struct, frozen=True):
    """Who made a game, and how long it takes."""

    authors: list[str] = []
    illustrators: list[str] = []
    publishers: list[str] = []
    year: int | None = None
    minutes: int | None = None
    weight: Annotated[int, Meta(ge=1, le=3)] | None = None  # how much there is to learn
    great: list[str] = []  # options that people choose before every game
    # Options that go with a number of players, and with no other.
    by_players: dict[str, dict[str, str]] = {}
    by_seat: list[str] = []  # lists in its view that have one entry for each seat, or several
    seats: list[str] = []  # fields of its view whose numbers stand for a seat


@functools.cache
def facts_of(package: str) -> Facts:
    """What `text/facts.toml` of a game says; games of others may do without."""
    file = resources.files(package) / "text" / "facts.toml"
    if not file.is_file():
        return Facts()
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Facts)
