"""`formicarium daily verify`: what one house lists, another can check."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from formicarium.bots import seed_for
from formicarium.bots.referee import Player
from formicarium.core.game import game_names, load_with, rulebook
from formicarium.core.record import Record
from formicarium.server.domain.daily import (
    LEVEL,
    PERSON,
    SECONDS,
    DailyGame,
    bot_seed_number,
    game_of,
)
from formicarium.server.house.daily import candidate
from tests.cli.conftest import Run

CANDIDATES = [candidate(rulebook(name)) for name in game_names()]
DAYS = [game_of(day, CANDIDATES) for day in range(20_774, 20_800)]
DAILY, LATER = [daily for daily in DAYS if daily.game == "micropolis"][:2]


def date_of(daily: DailyGame) -> str:
    return datetime.fromtimestamp(daily.day * SECONDS, UTC).date().isoformat()


@pytest.fixture(scope="module")
def played() -> str:
    """A whole game of a day, as any house would have it."""
    record = Record(load_with(DAILY.game, DAILY.players, None, {}), DAILY.seed)
    while not record.state.is_over:
        seat = record.state.to_act[0]
        seed = seed_for(DAILY.seed, seat, bot_seed_number(record.decisions, seat))
        bot = Player(LEVEL, seat, seed)
        codes = record.state.codes(seat)
        record.play(seat, codes[0] if seat == PERSON else bot.decide(record.state, 0))
    return record.dump()


def test_a_game_of_the_day_is_right(run: Run, played: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(played, "utf-8")
    done = run("daily", "verify", file, "--day", date_of(DAILY))
    assert (done.code, done.err) == (0, "")
    assert f"the game of {date_of(DAILY)}" in " ".join(done.out.split())


def test_a_game_of_another_day_is_refused(run: Run, played: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(played, "utf-8")
    done = run("daily", "verify", file, "--day", date_of(LATER))
    assert done.code == 1
    assert "the game of that day" in done.err
    assert run("daily", "verify", file, "--day", "yesterday").code == 2
