"""The post: what cannot be sent, or is never answered, hinders no other message."""

import asyncio
from typing import Any

import pytest

from formicarium.server.house import push as pushing
from formicarium.server.house.deliveries import Delivery
from formicarium.server.house.post import Post
from formicarium.server.store import Store
from formicarium.server.store.notices import Draft, Letter, Matter, NewNotice, Subscription, Wishes
from tests.server.posting import SECONDS, Browser, Service, service
from tests.server.sender import letters_left, opened_office
from tests.server.store.made import ADA, SEATS, head, opened, played, write

SAID = "ada@example.org"


async def lay_down(store: Store, there: Service, count: int) -> None:
    """Somebody is to be told of so many tables, of each by itself."""
    assert await store.add_person(1.0, "Ada") == ADA
    now = store.clock()
    await store.keep_wishes(Wishes(person=ADA, push=frozenset({"turn"})), now - 999)
    keys = Browser().subscription("")["keys"]
    address = f"{there.address}/ada"
    await store.subscribe(Subscription(0, ADA, "s", address, **keys, created=now), now)
    for number in range(count):
        notice = NewNotice(ADA, "turn", now - 60, now - 1)
        events = played(1, at=now)
        name = f"t{number}"
        await store.create(
            head(name), write(name, events, to_act=1, seats=SEATS, notices=(notice,))
        )
    found = await store.due_notices(now)
    drafts = [Draft(ADA, "push", (one.matter,)) for one in found]
    await store.write_letters(found, drafts, now)


async def sent(office: Post, there: Service, count: int) -> None:
    """Send until so many have come."""
    async with asyncio.timeout(SECONDS):
        while len(there.sent) < count:
            await office.look("push")
            await asyncio.sleep(0.01)


def test_what_waited_until_the_night_waits_until_the_morning(database_file: str) -> None:
    async def test(there: Service) -> None:
        async with opened(database_file) as store:
            await lay_down(store, there, 3)
            office = await opened_office(store)
            house: Any = office.house
            begun = store.clock()
            minute = int(begun % 86_400 // 60)
            night: dict[str, Any] = {"quiet_from": minute, "quiet_until": (minute + 90) % 1440}
            wishes = Wishes(person=ADA, push=frozenset({"turn"}), **night)
            await store.keep_wishes(wishes, begun)
            for hours in (0.0, 0.5, 1.0, 1.6):
                house.now = lambda hours=hours: begun + 3600 * hours
                await office.look("push")
                await asyncio.gather(*office._sending["push"])
                assert len(there.sent) == (3 if hours > 1.5 else 0), hours
            await office.stop()

    with service() as there:
        asyncio.run(test(there))


def test_what_somebody_wishes_no_more_is_not_sent(database_file: str) -> None:
    async def test(there: Service) -> None:
        async with opened(database_file) as store:
            await lay_down(store, there, 3)
            await store.keep_wishes(Wishes(person=ADA, push=frozenset({"over"})), store.clock())
            office = await opened_office(store)
            await office.look("push")
            await asyncio.gather(*office._sending["push"])
            assert there.sent == []
            assert not await letters_left(store)
            await office.stop()

    with service() as there:
        asyncio.run(test(there))


@pytest.mark.parametrize("answer", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(database_file: str, answer: int) -> None:
    async def test(there: Service) -> None:
        async with opened(database_file) as store:
            await lay_down(store, there, 5)
            there.answers = [answer] * 5
            office = await opened_office(store)
            await sent(office, there, 1)
            await asyncio.gather(*office._sending["push"])
            assert await store.subscriptions(ADA) == []
            assert not await letters_left(store)
            await office.stop()

    with service() as there:
        asyncio.run(test(there))


def test_a_service_that_asks_for_patience_has_it(database_file: str) -> None:
    async def test(there: Service) -> None:
        async with opened(database_file) as store:
            await lay_down(store, there, 1)
            there.answers, there.headers = [429], {"Retry-After": "7200"}
            office = await opened_office(store)
            house: Any = office.house
            begun = store.clock()
            for hours in (0.0, 0.1, 1.9, 2.1):
                house.now = lambda hours=hours: begun + 3600 * hours
                await office.look("push")
                await asyncio.gather(*office._sending["push"])
                assert len(there.sent) == (2 if hours > 2 else 1), hours
            assert len({one.headers["Topic"] for one in there.sent}) == 1
            await office.stop()

    with service() as there:
        asyncio.run(test(there))


def test_what_nobody_answers_hinders_no_other(
    database_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushing, "PATIENCE", 10 * SECONDS)

    async def test(there: Service) -> None:
        async with opened(database_file) as store:
            await lay_down(store, there, 60)
            there.answers = [0, 0, 0]  # the first three wait for ever
            office = await opened_office(store)
            await sent(office, there, 60)
            await office.stop()

    with service() as there:
        asyncio.run(test(there))


def test_a_message_that_cannot_be_made_is_put_off_and_given_up(
    database_file: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is not taken again at once for ever: a few of them would keep all others back."""

    async def test(there: Service) -> None:
        async with opened(database_file) as store:
            await lay_down(store, there, 30)
            office = await opened_office(store)
            broken = Matter("turn", "t7", 1)

            async def made(letter: Letter) -> Delivery:
                if letter.about == (broken,):
                    raise ZeroDivisionError(SAID)
                return await Post._to_browser(office, letter)

            office._ways["push"] = made
            await sent(office, there, 29)
            house: Any = office.house
            begun = store.clock()
            for hours in range(0, 80, 3):
                house.now = lambda hours=hours: begun + 3600 * hours
                await office.look("push")
                await asyncio.gather(*office._sending["push"])
            assert not await letters_left(store)
            await office.stop()

    with service() as there:
        asyncio.run(test(there))
    tried = [one for one in caplog.records if "ZeroDivisionError" in one.getMessage()]
    assert 5 < len(tried) < 30
    assert SAID not in caplog.text  # errors may say what people have said
