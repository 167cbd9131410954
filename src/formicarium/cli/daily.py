"""The game of a day, examined: what one house lists, any other can check."""

import time
from datetime import date
from pathlib import Path

from formicarium.cli import files
from formicarium.cli.faults import WrongUse
from formicarium.cli.loading import all_games
from formicarium.cli.screen import Paper, language_here, words
from formicarium.core.record import Record
from formicarium.server.domain.daily import PERSON, day_of, game_of
from formicarium.server.house.daily import candidate, check_record

FIRST = date(1970, 1, 1).toordinal()


def verify(file: Path, day: str | None, language: str | None) -> None:
    """Say whether a record is a whole game of a day, with the answers of that day's bots."""
    say = words(language_here(language))
    daily = game_of(number_of(day), [candidate(book) for book in all_games(say)])
    with files.blamed(file):
        record = Record.load(files.read(file))
        check_record(record, daily)
    points, rank = record.state.scores()[PERSON], record.state.ranks()[PERSON]
    told = date.fromordinal(FIRST + daily.day).isoformat()
    Paper().print(say("daily.right", file=file, day=told, points=points, place=rank))


def number_of(day: str | None) -> int:
    """A day that is written like 2026-11-17; without one, today by UTC."""
    if day is None:
        return day_of(time.time())
    try:
        return date.fromisoformat(day).toordinal() - FIRST
    except ValueError:
        raise WrongUse(f"--day {day}: write it like 2026-11-17") from None
