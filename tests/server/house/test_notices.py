"""What people are told when they are not here: once, not often, and never at night."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from formicarium.server.domain.events import Clock
from formicarium.server.house.messages import ALL_TABLES, DIGEST, worded
from formicarium.server.house.notices import end_of_quiet, is_quiet, planned, reminding_time
from formicarium.server.store.notices import DueNotice, HowItStands, Matter, Wishes
from formicarium.server.store.outbox import RunningOut

ADA, BEN = 1, 2
DAY = 86_400.0
BY_DAY, LIVE = Clock("decision", DAY), Clock("game", 1800.0)
NOON = datetime(2026, 6, 1, 12, 0, tzinfo=ZoneInfo("Europe/Berlin")).timestamp()
ALL = frozenset({"turn", "reminder", "over", "invitation"})


def wishes(**more: Any) -> Wishes:
    told = {"push": ALL, "zone": "Europe/Berlin", "pause": 900, **more}
    return Wishes(person=ADA, **told)


def notice(table: str = "t", kind: Any = "turn", **more: Any) -> DueNotice:
    standing = {"holds": True, "game": "pebbles", "clock": BY_DAY, **more}
    return DueNotice(ADA, Matter(kind, table, 7), NOON - 60, HowItStands(**standing))


def told(mine: Wishes, *found: DueNotice, now: float = NOON) -> list[tuple[str, list[str]]]:
    """In which ways somebody is told of which tables."""
    drafts = planned(mine, found, now).drafts
    return [(draft.channel, [one.table for one in draft.about]) for draft in drafts]


def test_only_what_holds_and_was_not_seen_is_told() -> None:
    assert told(wishes(), notice()) == [("push", ["t"])]
    assert told(wishes(), notice(holds=False)) == []
    assert told(wishes(looked=NOON - 30), notice()) == []
    assert told(wishes(push=frozenset({"over"})), notice()) == []
    assert len(planned(wishes(looked=NOON), [notice()], NOON).settled) == 1


def test_where_all_sit_together_there_is_no_mail_and_a_message_only_if_wished() -> None:
    mine = wishes(mail=ALL, address="ada@example.org")
    assert told(mine, notice()) == [("push", ["t"]), ("mail", ["t"])]
    assert told(mine, notice(clock=LIVE)) == []
    assert told(wishes(mail=ALL, address="ada@example.org", live=True), notice(clock=LIVE)) == [
        ("push", ["t"])
    ]
    assert told(wishes(push=frozenset(), mail=ALL), notice()) == []  # not confirmed


def test_what_comes_soon_after_a_message_waits_and_comes_together() -> None:
    mine = wishes(told=NOON - 100)
    plan = planned(mine, [notice("a"), notice("b")], NOON)
    assert [due for _, due in plan.later] == [NOON + 800] * 2
    assert (plan.drafts, plan.settled) == ([], [])
    assert told(mine, notice("a"), notice("b"), now=NOON + 800) == [("push", ["a", "b"])]
    assert told(mine, notice("a"), notice("b", "reminder")) == [("push", ["b"])]
    assert told(wishes(told=NOON + 1e9), notice()) == [("push", ["t"])]  # a clock was wrong


def test_what_waits_is_told_after_a_pause_whatever_is_told_meanwhile() -> None:
    """Live games, reminders and mails put nothing else off for ever."""
    calm, noticed, now, said = notice("calm"), NOON, NOON + 60, 0.0
    waiting = DueNotice(ADA, calm.matter, noticed, calm.standing)
    while now < NOON + 5 * DAY:
        mine = wishes(live=True, pause=86_400, told=now - 3600)  # every hour she is told of others
        plan = planned(mine, [waiting], now)
        if plan.drafts:
            said = now
            break
        ((_, now),) = plan.later
    assert said == noticed + DAY


def test_of_thousands_there_is_one_message_which_names_a_few() -> None:
    (draft,) = planned(wishes(), [notice(f"t{n}") for n in range(5000)], NOON).drafts
    about = {one: HowItStands(True, "pebbles") for one in draft.about}
    message = worded(wishes(), about, lambda game, _: game.title())
    assert (message.title, message.tag) == ("Your turn at 5000 tables", DIGEST)
    assert message.path == ALL_TABLES
    assert len(message.lines) == 12
    assert len(message.body) < 400


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_message_is_in_ones_own_language_and_by_ones_own_clock(language: str) -> None:
    matter = Matter("reminder", "t", 7)
    standing = HowItStands(True, "pebbles", BY_DAY, NOON, ())
    message = worded(wishes(language=language), {matter: standing}, lambda game, _: game)
    day = {"en": "Monday", "de": "Montag", "fr": "lundi"}[language]
    assert f"{day}" in message.body
    assert "12:00" in message.body
    assert message.path == "/t/t"


# --- By the clock on the wall ---------------------------------------------------------------------


def berlin(month: int, day: int, hour: int, minute: int = 0, fold: int = 0) -> float:
    zone = ZoneInfo("Europe/Berlin")
    return datetime(2026, month, day, hour, minute, tzinfo=zone, fold=fold).timestamp()


def test_quiet_hours_go_over_midnight_and_over_changes_of_the_clock() -> None:
    night = wishes(quiet_from=22 * 60, quiet_until=7 * 60)
    assert not is_quiet(night, berlin(6, 1, 21, 59))
    assert is_quiet(night, berlin(6, 1, 22, 0))
    assert is_quiet(night, berlin(6, 2, 6, 59))
    assert not is_quiet(night, berlin(6, 2, 7, 0))
    for day, hours in ((28, 8), (24, 9)):  # the clock goes forward on the 29th of March
        assert end_of_quiet(night, berlin(3, day, 22)) == berlin(3, day + 1, 7)
        assert berlin(3, day + 1, 7) - berlin(3, day, 22) == hours * 3600
    back = end_of_quiet(night, berlin(10, 24, 22))
    assert back == berlin(10, 25, 7) == berlin(10, 24, 22) + 10 * 3600
    early = wishes(quiet_from=0, quiet_until=150)  # until half past two, which there is twice
    assert end_of_quiet(early, berlin(10, 25, 2, 40)) > berlin(10, 25, 2, 40)
    assert is_quiet(early, berlin(10, 25, 2, 10, fold=1))
    missing = wishes(quiet_from=0, quiet_until=150)  # and until one that there is not
    assert end_of_quiet(missing, berlin(3, 29, 1)) == berlin(3, 29, 3)
    assert not is_quiet(wishes(), NOON)


def test_a_time_zone_that_is_known_no_more_keeps_nobody_waiting() -> None:
    lost = wishes(zone="Europe/Atlantis", quiet_from=22 * 60, quiet_until=7 * 60)
    assert told(lost, notice(deadline=NOON)) == [("push", ["t"])]
    assert is_quiet(lost, berlin(6, 2, 0, 30))  # half past ten in the evening by UTC
    assert not is_quiet(lost, berlin(6, 1, 23, 30))
    matter = Matter("turn", "t", 7)
    standing = HowItStands(True, "pebbles", BY_DAY, NOON, ())
    assert "10:00" in worded(lost, {matter: standing}, lambda game, _: game).body


def test_at_night_nothing_is_told_and_all_of_it_in_the_morning() -> None:
    night = wishes(quiet_from=22 * 60, quiet_until=7 * 60)
    plan = planned(night, [notice("a"), notice("b", holds=False)], berlin(6, 1, 23))
    assert [due for _, due in plan.later] == [berlin(6, 2, 7)]
    assert [one.matter.table for one in plan.settled] == ["b"]
    assert plan.drafts == []


def test_one_is_reminded_in_time_and_before_one_sleeps() -> None:
    ends = berlin(6, 2, 15)
    assert reminding_time(wishes(), RunningOut(ADA, "t", ends, BY_DAY)) == ends - DAY / 4
    three = Clock("decision", 3 * DAY)
    assert reminding_time(wishes(), RunningOut(ADA, "t", ends, three)) == ends - 12 * 3600
    assert reminding_time(wishes(), RunningOut(ADA, "t", ends, LIVE)) is None
    night = wishes(quiet_from=22 * 60, quiet_until=7 * 60)
    dawn = RunningOut(ADA, "t", berlin(6, 2, 8), BY_DAY)
    assert reminding_time(night, dawn) == berlin(6, 1, 21, 59)
