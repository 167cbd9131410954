"""Modules of WebAssembly for the page: files whose names change with their contents."""

import hashlib
from collections.abc import Iterable

import msgspec

from formicarium.core.rulebook import Rulebook
from formicarium.server.house.files import SentFile, sent
from formicarium.wasm.manifest import current_manifest, engine_folder

FOLDER = "/engine"  # where they are found


class Engines:
    """The modules of all games that have one; each is read once."""

    def __init__(self) -> None:
        self._files: dict[str, SentFile] = {}
        self._manifests: dict[str, str | None] = {}  # by game: the name of the file

    def address(self, book: Rulebook) -> str | None:
        """Where the manifest of a game's module lies; nothing where there is none."""
        if book.name not in self._manifests:
            self._manifests[book.name] = self._read(book)
        name = self._manifests[book.name]
        return None if name is None else f"{FOLDER}/{name}"

    def file(self, name: str, books: Iterable[Rulebook]) -> SentFile | None:
        """A file by its name, of one of these games: perhaps another process has named it."""
        for book in books:
            self.address(book)
        return self._files.get(name)

    def _read(self, book: Rulebook) -> str | None:
        manifest = current_manifest(book)
        if manifest is None:
            return None
        file = engine_folder(book) / manifest.file
        module = file.read_bytes() if file.is_file() else b""
        if hashlib.sha256(module).hexdigest() != manifest.sha256:
            return None  # half of a build
        told = msgspec.json.encode(manifest)
        name = f"{hashlib.sha256(told).hexdigest()}.json"
        self._files |= {
            f"{manifest.sha256}.wasm": sent("application/wasm", module),
            name: sent("application/json", told),
        }
        return name
