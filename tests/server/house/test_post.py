"""The post: what cannot be sent, or is never answered, hinders no other message."""

import asyncio
from typing import Any

import pytest

from formicarium.server.domain.clocks import DAY
from formicarium.server.house import post
from formicarium.server.house.deliveries import ARRIVED, Delivery, later
from formicarium.server.house.patience import EACH, ENDED, Patience
from formicarium.server.house.post import Post
from formicarium.server.house.push import Parcel
from formicarium.server.store import Store
from formicarium.server.store.entries import ListedSeat
from formicarium.server.store.notices import Draft, Letter, Matter, NewNotice, Subscription, Wishes
from tests.server.posting import SECONDS, Browser, Service, service
from tests.server.sender import letters_left, opened_office
from tests.server.store.made import head, opened, played, write

SAID = "ada@example.org"


async def lay_down(store: Store, there: Service, count: int, each: int = 1) -> list[int]:
    """So many people are to be told of tables, of each by itself; who they are."""
    people = [await tell_of_tables(store, f"{there.address}/{n}", each) for n in range(count)]
    now = store.clock()
    found = await store.due_notices(now)
    drafts = [Draft(one.person, "push", (one.matter,)) for one in found]
    await store.write_letters(found, drafts, now)
    return people


async def tell_of_tables(store: Store, address: str, count: int) -> int:
    """Somebody whose browser is there must decide at so many tables."""
    person, now = await store.add_person(1.0, "Ada"), store.clock()
    await store.keep_wishes(Wishes(person=person, push=frozenset({"turn"})), now - 999)
    keys = Browser().subscription("")["keys"]
    browser = Subscription(0, person, f"s{person}", address, **keys, created=now)
    await store.subscribe(browser, now)
    seats = (ListedSeat("person", person), ListedSeat("bot", level="hard"))
    for number in range(count):
        notice = NewNotice(person, "turn", now - 60, now - 1)
        name = f"t{person}-{number}"
        told = write(name, played(1, at=now), to_act=1, seats=seats, notices=(notice,))
        await store.create(head(name), told)
    return person


async def sent(office: Post, there: Service, count: int) -> None:
    """Send until so many have come."""
    async with asyncio.timeout(SECONDS):
        while len(there.sent) < count:
            await office.look("push")
            await asyncio.sleep(0.01)


def test_what_waited_until_the_night_waits_until_the_morning(database_file: str) -> None:
    async def test(there: Service) -> None:
        async with opened(database_file) as store:
            people = await lay_down(store, there, 3)
            office = await opened_office(store)
            house: Any = office.house
            begun = store.clock()
            minute = int(begun % 86_400 // 60)
            night: dict[str, Any] = {"quiet_from": minute, "quiet_until": (minute + 90) % 1440}
            for person in people:
                wishes = Wishes(person=person, push=frozenset({"turn"}), **night)
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
            for person in await lay_down(store, there, 3):
                wishes = Wishes(person=person, push=frozenset({"over"}))
                await store.keep_wishes(wishes, store.clock())
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
            (ada,) = await lay_down(store, there, 1, each=5)
            there.answers = [answer]
            office = await opened_office(store)
            await sent(office, there, 1)
            await asyncio.gather(*office._sending["push"])
            assert await store.subscriptions(ada) == []
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


def test_services_that_never_answer_hinder_no_other(
    database_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many guests have their browsers there, and under however many names."""
    monkeypatch.setattr(post, "STOPPING", 0.05)

    async def test(there: Service, good: Service) -> None:
        async with opened(database_file) as store:
            for number in range(80):
                name = f"n{number}.silent.example" if number % 2 else f"n{number}.example"
                await tell_of_tables(store, f"http://{name}/", 2)
            await lay_down(store, good, 3, each=2)
            office = await opened_office(store)
            hanging: list[str] = []
            send = office.push.send

            async def sent_or_never(browser: Subscription, parcel: Parcel) -> Delivery:
                if "example" not in browser.endpoint:
                    return await send(browser, parcel)
                hanging.append(browser.endpoint)
                await asyncio.sleep(SECONDS)
                return later("TimeoutError")

            monkey: Any = office.push
            monkey.send = sent_or_never
            await sent(office, good, 6)
            assert len(hanging) == 40 + EACH
            await office.stop()

    with service() as there, service() as good:
        asyncio.run(test(there, good))


def test_a_service_that_is_silent_for_days_is_sent_nothing_more() -> None:
    """Unless nobody else has answered either: then the house itself cannot reach anybody."""

    def outcomes(others_answer: bool) -> list[tuple[float, Delivery]]:
        patience, now, found = Patience(), 0.0, []
        for _ in range(ENDED + 2):
            while (not_now := patience.begin("silent.example", now)) is not None:
                assert not_now.reason == "silent"
                now += not_now.wait
            if others_answer:
                assert patience.begin("push.example", now) is None
                patience.end("push.example", now, ARRIVED, now)
            outcome = patience.end("silent.example", now, later("TimeoutError"), now + 15)
            found.append((now, outcome))
        return found

    alone = outcomes(others_answer=False)
    assert not any(outcome.is_gone for _, outcome in alone)
    assert alone[ENDED - 1][0] > 2 * DAY
    among_others = [outcome.is_gone for _, outcome in outcomes(others_answer=True)]
    assert among_others.index(True) == ENDED - 1


def test_many_who_wait_for_the_same_service_are_one_silence() -> None:
    patience = Patience()
    for _ in range(EACH):
        assert patience.begin("example.org", 0.0) is None
    busy = patience.begin("example.org", 0.0)
    assert busy is not None
    assert (busy.reason, busy.was_tried) == ("busy", False)
    for _ in range(EACH):
        patience.end("example.org", 0.0, later("TimeoutError"), 15.0)
    assert patience.begin("example.org", 44.0) is not None
    assert patience.begin("example.org", 46.0) is None
    assert patience.begin("example.org", 46.0) is not None  # one alone asks whether it is back
    patience.end("example.org", 46.0, ARRIVED, 47.0)
    assert patience.begin("example.org", 47.0) is None


def test_a_house_that_is_closed_gives_back_what_has_not_arrived(
    database_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post, "STOPPING", 0.05)

    async def test(there: Service) -> None:
        async with opened(database_file) as store, opened(database_file) as other:
            await lay_down(store, there, 2)
            there.answers = [0]
            office = await opened_office(store)
            await office.look("push")
            await asyncio.to_thread(there.wait, 2)
            assert await other.take_letters("push", store.clock(), store.clock() + 9, 9) == []
            await office.stop()
            assert len(await other.take_letters("push", store.clock(), store.clock() + 9, 9)) == 1

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
            broken = Matter("turn", "t7-0", 1)

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
