"""What a game brings for the page: a picture, a board, and all that these need.

They lie in the folder `page` beside its rules. Their address holds a digest of the whole folder, so
that a browser may keep them, and each finds the others beside it.
"""

import hashlib
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from formicarium.core.rulebook import Rulebook
from formicarium.server.house.files import SentFile, sent

FOLDER = "/game-files"  # where they are found
PLACE = "page"  # where they lie in the package of a game
PICTURE, BOARD = "picture.svg", "board.js"
LINK = "link.png"  # what messengers show beside a link to the game

KINDS = {  # of files that a game can bring
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


class GameFiles:
    """The files of all games; each folder is read once."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}  # by game: of its folder
        self._files: dict[str, SentFile] = {}  # by address

    def address(self, book: Rulebook, name: str) -> str | None:
        """Where a file of a game is found; nothing if it brings none of that name."""
        if book.name not in self._addresses:
            self._addresses[book.name] = self._read(book)
        address = f"{self._addresses[book.name]}/{name}"
        return address if address in self._files else None

    def file(self, address: str, books: Iterable[Rulebook]) -> SentFile | None:
        """A file by its address, of one of these games: perhaps another process has named it."""
        for book in books:
            self.address(book, BOARD)
        return self._files.get(address)

    def _read(self, book: Rulebook) -> str:
        found = contents_of(Path(str(resources.files(book.package))) / PLACE)
        digest = hashlib.sha256(repr(sorted(found.items())).encode()).hexdigest()
        address = f"{FOLDER}/{digest}"
        for name, content in found.items():
            self._files[f"{address}/{name}"] = sent(KINDS[Path(name).suffix], content)
        return address


def contents_of(folder: Path) -> dict[str, bytes]:
    """All files of a folder that can be served, by their names below it."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.suffix in KINDS and file.is_file()
    }
