"""Opening a house for players: `serve`, and what keeps its data safe."""

import threading
import webbrowser
from pathlib import Path
from typing import Any

from formicarium.cli.screen import Paper, language_here, words
from formicarium.server.run import run
from formicarium.server.settings import load_settings
from formicarium.server.store import backup as copying


def serve(
    given: dict[str, Any],
    config: Path | None,
    workers: int,
    browser: bool,
    language: str | None,
) -> None:
    """Keep a house open until somebody presses Ctrl-C."""
    settings, say = load_settings(given, config), words(language_here(language))

    def opened(address: str) -> None:
        Paper().print(say("serve.open", address=address))
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(settings, workers, opened)


def backup(file: Path, config: Path | None, data: Path | None, language: str | None) -> None:
    """Copy the database of a house, which may be open."""
    copying.backup(load_settings({"data": data}, config).database, file)
    Paper().print(words(language_here(language))("serve.saved", file=file))


def restore(
    file: Path, config: Path | None, data: Path | None, replace: bool, language: str | None
) -> None:
    """Put a copy in the place of a house's database."""
    settings = load_settings({"data": data}, config)
    settings.data.mkdir(parents=True, exist_ok=True)
    copying.restore(file, settings.database, overwrite=replace)
    Paper().print(words(language_here(language))("serve.restored", file=file))
