"""Modules, made once for all tests; the cache of compiled rules keeps them for the next run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from formicarium.core.game import rulebook
from formicarium.wasm.manifest import manifest_name
from formicarium.wasm.modules import build

Module = Callable[[str], Path]


@pytest.fixture(scope="session")
def module(tmp_path_factory: pytest.TempPathFactory) -> Module:
    """The manifest of a game's module, beside which that lies."""
    folder = tmp_path_factory.mktemp("engine")

    def manifest(name: str) -> Path:
        book = rulebook(name)
        file = folder / manifest_name(book)
        if not file.is_file():
            build(book, folder)
        return file

    return manifest
