"""The game of the day is the same in every house, so what one lists another can check.

Bots really think here: no other house may be open in this process, where they do not.
"""

import time
from pathlib import Path

import pytest

from formicarium.core.errors import BadRecord
from formicarium.core.game import game_names
from formicarium.core.record import Record
from formicarium.server.house.daily import check_record
from tests.server.api.test_daily import DAY, Clock, begin, finish, of_day
from tests.server.playing import Guest, house
from tests.tiers import sample


@pytest.mark.parametrize("name", sample([*game_names()], 1))
@pytest.mark.heavy
def test_two_houses_in_two_time_zones_play_the_same_and_forgers_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    texts = []
    for zone in ("Pacific/Auckland", "America/Anchorage"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        folder = tmp_path / zone.partition("/")[2]
        folder.mkdir()
        with house(folder, thinks=True, thinkers=1, games=(name,)) as client:
            Clock(client)
            ada = Guest(client)
            table = begin(ada)
            finish(ada, table)
            texts.append(ada.get(f"/api/tables/{table}/record"))
            assert ada.get("/api/daily")["date"] == "2026-11-17"
    monkeypatch.delenv("TZ")
    time.tzset()
    record, other = map(Record.load, texts)
    assert by_seats(record) == by_seats(other)
    check_record(record, of_day(DAY, name))
    _check_forgeries(record)


def by_seats(record: Record) -> tuple[list[list[int]], list[int]]:
    """What each seat has decided, and the end: where all decide at once, any may be first."""
    seats = range(record.game.players)
    taken = [[code for seat, code in record.decisions if seat == one] for one in seats]
    return taken, record.state.scores()


def _check_forgeries(record: Record) -> None:
    """Another day, another seed, other bots, and what is not over."""
    name = record.game.name
    daily = of_day(DAY, name)
    like = (of_day(day, name) for day in range(DAY + 1, DAY + 50))
    with pytest.raises(BadRecord, match="another seed"):
        check_record(record, next(one for one in like if one.players == daily.players))
    with pytest.raises(BadRecord, match="another seed"):
        check_record(Record(record.game, daily.seed + 1), daily)
    forged = Record(record.game, daily.seed)
    for seat, code in record.decisions:
        others = [one for one in forged.state.codes(seat) if one != code]
        if seat and others:
            forged.play(seat, others[0])
            break
        forged.play(seat, code)
    with pytest.raises(BadRecord, match="the bot of that day plays"):
        check_record(forged, daily)
    cut = Record(record.game, daily.seed)
    for seat, code in record.decisions[:-1]:
        cut.play(seat, code)
    with pytest.raises(BadRecord, match="not played to its end"):
        check_record(cut, daily)
