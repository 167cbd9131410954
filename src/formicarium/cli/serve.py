"""Opening a house for players: `serve`, and what keeps its data safe."""

import asyncio
import threading
import webbrowser
from pathlib import Path
from typing import Any

from formicarium.cli.faults import FAULT_FOUND
from formicarium.cli.screen import Paper, complain, language_here, words
from formicarium.server.house.verifying import examined
from formicarium.server.run import run
from formicarium.server.settings import load_settings
from formicarium.server.store import backup as copying
from formicarium.server.store.errors import BadDatabase


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


def verify(file: Path, language: str | None) -> int:
    """Say what is in a copy, and whether a house could go on with it."""
    say = words(language_here(language))
    try:
        found = asyncio.run(examined(file))
    except BadDatabase as error:
        return complain(str(error), FAULT_FOUND)
    paper, contents = Paper(), found.contents
    paper.print(say("serve.holds", file=file, revision=contents.revision, **contents.counts))
    for key, tables in (("serve.resting", found.resting), ("serve.broken", found.broken)):
        for table, reason in tables.items():
            paper.print(say(key, table=table, reason=reason))
    paper.print(say("serve.whole", n=found.whole, of=len(contents.tables)))
    return FAULT_FOUND if found.broken else 0


def restore(
    file: Path, config: Path | None, data: Path | None, replace: bool, language: str | None
) -> None:
    """Put a copy in the place of a house's database."""
    settings = load_settings({"data": data}, config)
    settings.data.mkdir(parents=True, exist_ok=True)
    copying.restore(file, settings.database, overwrite=replace)
    Paper().print(words(language_here(language))("serve.restored", file=file))
