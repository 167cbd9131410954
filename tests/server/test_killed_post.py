"""Whoever sends messages is killed again and again: all of them arrive, under their names."""

import asyncio
import random
import subprocess
import sys
from collections import Counter

import pytest

from formicarium.server.house.post import TOGETHER
from formicarium.server.store import Store
from formicarium.server.store.notices import (
    Draft,
    DueNotice,
    HowItStands,
    Matter,
    NewNotice,
    Subscription,
    Wishes,
)
from tests.server.posting import Browser, Service, service
from tests.server.store.made import ADA, SEATS, head, opened, played, write
from tests.tiers import times

KILLS = times(2, proven=20)
MESSAGES = 60 * KILLS


async def lay_down(url: str, there: Service, browser: Browser) -> None:
    """Somebody must decide at very many tables, and is to be told of each by itself."""
    async with opened(url) as store:
        assert await store.add_person(1.0, "Ada") == ADA
        now = store.clock()
        await store.keep_wishes(Wishes(person=ADA, push=frozenset({"turn"})), now - 999)
        keys = browser.subscription("")["keys"]
        await store.subscribe(
            Subscription(0, ADA, "s", f"{there.address}/ada", **keys, created=now), now
        )
        for number in range(MESSAGES):
            await one_more(store, f"t{number}", now)
        found = await store.due_notices(now)
        while found:
            drafts = [Draft(ADA, "push", (one.matter,)) for one in found]
            await store.write_letters(found, drafts, now)
            found = await store.due_notices(now)


async def one_more(store: Store, table: str, now: float) -> None:
    notice = NewNotice(ADA, "turn", now - 60, now - 1)
    told = write(table, played(1, at=now), to_act=1, seats=SEATS, notices=(notice,))
    await store.create(head(table), told)


@pytest.mark.heavy
def test_killed_in_mid_sending_none_is_lost(database_file: str) -> None:
    browser, dice, killed = Browser(), random.Random(KILLS), []
    with service() as there:
        asyncio.run(lay_down(database_file, there, browser))
        for _ in range(KILLS):
            process = begin(database_file)
            count = len(there.sent)
            there.wait(count + dice.randrange(1, 20))
            process.kill()
            process.wait()
            killed.append(len(there.sent))
        assert begin(database_file).wait(timeout=120) == 0
        topics = Counter(one.headers["Topic"] for one in there.sent)
        tables = {browser.read(one)["tag"] for one in there.sent}
    assert len(topics) == len(tables) == MESSAGES
    assert sum(topics.values()) - MESSAGES <= KILLS * TOGETHER["push"]
    assert max(killed) < sum(topics.values())  # it was killed before it was done


def begin(database: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-m", "tests.server.sender", database])


def test_one_worker_sends_at_a_time(database: str) -> None:
    async def test() -> None:
        async with opened(database) as one, opened(database) as other:
            assert await one.add_person(1.0, "Ada") == ADA
            await one.keep_wishes(Wishes(person=ADA, mail=frozenset({"turn"})), 1.0)
            for number in range(30):
                await one_more(one, f"t{number}", 100.0)
            matters = [Matter("turn", f"t{number}", 1) for number in range(30)]
            found = [DueNotice(ADA, matter, 40.0, HowItStands(True)) for matter in matters]
            drafts = [Draft(ADA, "mail", (matter,)) for matter in matters]
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
