"""Whoever sends messages is killed again and again: all of them arrive, under their names."""

import asyncio
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import delete, select

from formicarium.server.house.post import TOGETHER
from formicarium.server.store import Store
from formicarium.server.store.entries import ListedSeat
from formicarium.server.store.notices import (
    Channel,
    Draft,
    DueNotice,
    HowItStands,
    Matter,
    NewNotice,
    Subscription,
    Wishes,
)
from formicarium.server.store.schema import letters
from tests.server.api.test_mails import MailBox
from tests.server.killing import free_port
from tests.server.posting import Browser, service, wait_until
from tests.server.store.made import ADA, head, opened, played, write
from tests.tiers import times

KILLS = times(2, proven=20)
PEOPLE = 5
MESSAGES = 5 * KILLS  # to each of them


async def lay_down(url: str, channel: Channel, endpoint: str, browser: Browser) -> None:
    """People must decide at very many tables, and are to be told of each by itself."""
    async with opened(url) as store:
        now = store.clock()
        for number in range(PEOPLE):
            person = await store.add_person(1.0, f"Ada {number}")
            kinds: dict[str, Any] = {channel: frozenset({"turn"})}
            await store.keep_wishes(Wishes(person=person, **kinds), now - 999)
            keys = browser.subscription("")["keys"]
            there = f"{endpoint}/{person}"
            await store.subscribe(Subscription(0, person, there, there, **keys, created=now), now)
            if channel == "mail":
                address, asked = f"ada{number}@example.org", now - 999
                await store.ask_address(person, address, address, asked)
                assert await store.confirm_address(person, address, asked)
            for table in range(MESSAGES):
                await one_more(store, f"t{number}-{table}", now, person)
        found = await store.due_notices(now)
        while found:
            drafts = [Draft(one.person, channel, (one.matter,)) for one in found]
            await store.write_letters(found, drafts, now)
            found = await store.due_notices(now)
        await store._execute("letters", delete(letters).where(letters.c.about == "[]"))


async def one_more(store: Store, table: str, now: float, person: int = ADA) -> None:
    notice = NewNotice(person, "turn", now - 60, now - 1)
    seats = (ListedSeat("person", person), ListedSeat("bot", level="hard"))
    told = write(table, played(1, at=now), to_act=1, seats=seats, notices=(notice,))
    await store.create(head(table), told)


async def in_flight(url: str) -> set[tuple[int, float]]:
    """The messages that somebody holds who was killed, and until when."""
    async with opened(url) as store:
        held = select(letters.c.number, letters.c.until).where(letters.c.until > store.clock())
        return await store._read(lambda connection: {(*row,) for row in connection.execute(held)})


def killed_again_and_again(database: str, arrived: Sequence[Any], *smtp: str) -> int:
    """Send, and be killed in the midst of it; how many messages may come again."""
    dice, twice = random.Random(KILLS), set()
    for _ in range(KILLS):
        process = begin(database, *smtp)
        wait_for(arrived, len(arrived) + dice.randrange(1, 12))
        process.kill()
        process.wait()
        twice |= asyncio.run(in_flight(database))
    so_far = len(arrived)
    assert begin(database, *smtp).wait(timeout=120) == 0
    assert so_far < len(arrived)  # it was killed before it was done
    return len(twice)


def wait_for(arrived: Sequence[Any], count: int) -> None:
    wait_until(lambda: len(arrived) >= count)


def begin(database: str, *smtp: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-m", "tests.server.sender", database, *smtp])


@pytest.mark.heavy
def test_killed_in_mid_sending_none_is_lost(database_file: str) -> None:
    browser = Browser()
    with service() as there:
        asyncio.run(lay_down(database_file, "push", there.address, browser))
        twice = killed_again_and_again(database_file, there.sent)
        topics = Counter(one.headers["Topic"] for one in there.sent)
        tables = {browser.read(one)["tag"] for one in there.sent}
    assert len(topics) == len(tables) == PEOPLE * MESSAGES
    assert sum(topics.values()) - len(topics) <= twice <= KILLS * PEOPLE


@pytest.mark.heavy
def test_killed_in_mid_sending_no_mail_is_lost(database_file: str) -> None:
    box = MailBox(free_port())
    box.open()
    try:
        asyncio.run(lay_down(database_file, "mail", "https://push.example.org", Browser()))
        twice = killed_again_and_again(database_file, box.mails, f"smtp://127.0.0.1:{box.port}")
    finally:
        box.close()
    names = Counter(mail["Message-ID"] for mail in box.mails)
    assert len(names) == PEOPLE * MESSAGES
    assert sum(names.values()) - len(names) <= twice <= KILLS * TOGETHER["mail"]


def test_one_worker_sends_at_a_time(database: str) -> None:
    async def test() -> None:
        async with opened(database) as one, opened(database) as other:
            people = [await one.add_person(1.0, "Ada") for _ in range(30)]
            for person in people:
                await one.keep_wishes(Wishes(person=person, mail=frozenset({"turn"})), 1.0)
                await one_more(one, f"t{person}", 100.0, person)
            matters = {person: Matter("turn", f"t{person}", 1) for person in people}
            found = [DueNotice(who, what, 40.0, HowItStands(True)) for who, what in matters.items()]
            drafts = [Draft(who, "mail", (what,)) for who, what in matters.items()]
            await asyncio.gather(  # two have seen the same: one of them tells it
                one.write_letters(found, drafts, 100.0), other.write_letters(found, drafts, 100.0)
            )
            mine, theirs = await asyncio.gather(
                one.take_letters("mail", 101.0, 160.0, 20),
                other.take_letters("mail", 101.0, 160.0, 20),
            )
            numbers = [letter.number for letter in (*mine, *theirs)]
            assert len(numbers) == len({*numbers}) == 30
            assert await one.take_letters("mail", 159.0, 200.0, 20) == []
            again = await other.take_letters("mail", 161.0, 200.0, 30)  # its holder was killed,
            assert {letter.number for letter in again} == {*numbers}
            await one.put_letter_off(again[2].number, 162.0)  # or only slow: it is not his now
            assert await one.take_letters("mail", 163.0, 200.0, 20) == []
            await other.put_letter_off(again[0].number, 500.0)
            await other.settle_letter(again[1].number)
            late = [*await one.take_letters("mail", 900.0, 999.0, 30)]
            assert len(late) == 29
            assert next(one for one in late if one.number == again[0].number).tries == 1

    asyncio.run(test())
