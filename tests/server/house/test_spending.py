"""What people and addresses use is counted in all processes of a house."""

import asyncio
from typing import Any

import msgspec
import pytest

from formicarium.server.house.fanout import Alone, Hearer, News, ThroughPostgres
from formicarium.server.house.spending import KIND, SILENT, Spending
from formicarium.server.limits import Counted
from formicarium.server.settings import Settings

ADA, SCHOOL, HOME = "ada", "192.0.2.1", "198.51.100.7"
LONGEST = "2001:0db8:ffff:ffff:ffff:ffff:ffff:ffff/64"


class Line:
    """A way between houses of one test, which takes what PostgreSQL would take."""

    def __init__(self, name: str, houses: "list[Spending]") -> None:
        self.name = name
        self.houses = houses
        self.told: list[News] = []

    async def start(self, hear: Hearer) -> None:
        pass

    async def stop(self) -> None:
        pass

    async def tell(self, news: News) -> None:
        wire = msgspec.json.encode(msgspec.structs.replace(news, sender=self.name))
        assert len(wire) < 8000
        self.told.append(news)
        for house in self.houses:
            if house.fanout is not self:
                house.hear(msgspec.json.decode(wire, type=News))


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def houses(count: int = 2, **more: Any) -> tuple[list[Spending], Clock]:
    clock, made = Clock(), list[Spending]()
    for number in range(count):
        line = Line(f"worker {number}", made)
        made.append(Spending(Settings(**more), line, clock))
        asyncio.run(made[-1].tell())  # from now on it notes what others are to know
    return made, clock


def tell(house: Spending) -> None:
    asyncio.run(house.tell())


def test_what_is_spent_at_one_process_is_missing_at_the_other() -> None:
    (one, two), clock = houses(chat_per_minute=3, people_per_address=2)
    for _ in range(3):
        assert not one.people.allow(Counted.CHAT, ADA, clock.now)
        assert not one.addresses.allow(Counted.CHAT, SCHOOL, clock.now)
    assert not two.people.wait(Counted.CHAT, ADA, clock.now)
    tell(one)
    assert two.people.wait(Counted.CHAT, ADA, clock.now) == pytest.approx(20)
    left = [two.addresses.allow(Counted.CHAT, SCHOOL, clock.now) for _ in range(4)]
    assert left == [0, 0, 0, pytest.approx(10)]
    assert not two.people.wait(Counted.CHAT, "ben", clock.now)


def test_what_was_heard_is_not_told_again() -> None:
    (one, two), clock = houses(chat_per_minute=10)
    one.people.allow(Counted.CHAT, ADA, clock.now)
    for _ in range(3):
        tell(one)
        tell(two)
    for house in (one, two):
        spent = [house.people.allow(Counted.CHAT, ADA, clock.now) for _ in range(10)]
        assert [wait > 0 for wait in spent] == [False] * 9 + [True]


def test_people_by_number_are_the_same_everywhere() -> None:
    (one, two), clock = houses(chat_per_minute=1)
    one.people.allow(Counted.CHAT, 7, clock.now)
    tell(one)
    assert two.people.wait(Counted.CHAT, 7, clock.now) > 0


def test_thinking_is_counted_for_an_address() -> None:
    (one, two), clock = houses(thinking_per_hour=1800.0, thinkers=2)
    for _ in range(60):
        one.think(SCHOOL, 60.0)
    assert one.addresses.wait(Counted.THINKING, SCHOOL, clock.now) > 0
    tell(one)
    assert two.addresses.wait(Counted.THINKING, SCHOOL, clock.now) > 0
    assert not two.addresses.wait(Counted.THINKING, HOME, clock.now)
    clock.now += 3600
    assert not two.addresses.wait(Counted.THINKING, SCHOOL, clock.now, 3599)


def test_an_address_has_its_sockets_at_all_processes_together() -> None:
    (one, two), _ = houses(sockets_per_address=4, sockets_per_person=9)
    for _ in range(3):
        assert one.sockets.admit(ADA, SCHOOL)
    tell(one)
    assert two.sockets.admit("ben", SCHOOL)
    assert not two.sockets.admit("ben", SCHOOL)
    assert two.sockets.admit("ben", HOME)
    tell(two)
    assert not one.sockets.admit(ADA, SCHOOL)
    one.sockets.release(ADA, SCHOOL)
    assert one.sockets.admit(ADA, SCHOOL)
    assert (one.sockets.together, two.sockets.together) == (5, 5)


def test_no_address_takes_more_than_are_free_at_all_processes_together() -> None:
    (one, two), _ = houses(sockets=8, sockets_per_person=99)
    for house in (one, two) * 8:
        house.sockets.admit(ADA, SCHOOL)
        tell(house)
    assert one.sockets.together == two.sockets.together == 4
    assert one.sockets.admit("ben", HOME)


def test_bots_play_alone_at_so_many_tables_of_an_address_at_all_processes_together() -> None:
    (one, two), _ = houses(bot_tables_per_address=2, sockets_per_address=1)
    assert one.bot_tables.admit("a", SCHOOL)
    tell(one)
    assert two.bot_tables.admit("b", SCHOOL)
    assert not two.bot_tables.admit("c", SCHOOL)
    assert two.bot_tables.admit("d", HOME)
    tell(two)
    assert not one.bot_tables.has_room(SCHOOL)
    two.bot_tables.release("b", SCHOOL)
    tell(two)
    assert one.bot_tables.admit("c", SCHOOL)
    assert one.sockets.admit(ADA, SCHOOL)  # which are others


@pytest.mark.parametrize("crowd", ["sockets", "bot_tables"])
def test_a_process_that_is_silent_has_nothing_any_more(crowd: str) -> None:
    (one, two), clock = houses(sockets_per_address=2, bot_tables_per_address=2)
    one.crowds[crowd].admit("first", SCHOOL)
    one.crowds[crowd].admit("second", SCHOOL)
    tell(one)
    clock.now += SILENT - 0.1
    tell(two)
    assert not two.crowds[crowd].admit("third", SCHOOL)
    clock.now += 0.2
    tell(two)
    assert two.crowds[crowd].admit("third", SCHOOL)


def test_much_is_told_in_pieces_and_of_too_much_what_weighs_most() -> None:
    (one, two), clock = houses()
    for number in range(3000):
        one.addresses.spend(Counted.BYTE, f"{number:04}{LONGEST}", clock.now, 0.123456789)
        for crowd in one.crowds.values():
            crowd.admit(f"guest {number}", f"{number % 99:04}{LONGEST}")
    for _ in range(60 * 40):
        one.addresses.spend(Counted.TABLE, SCHOOL, clock.now)
    tell(one)  # the line is never asked to carry too much
    assert two.addresses.wait(Counted.TABLE, SCHOOL, clock.now) > 0
    assert isinstance(one.fanout, Line)
    assert 20 <= len(one.fanout.told) <= 24


def test_whoever_is_alone_notes_nothing() -> None:
    async def work() -> None:
        alone = Spending(Settings(), Alone())
        await alone.start()
        alone.people.spend(Counted.CHAT, ADA, 1.0)
        assert alone.people.news is None
        assert alone._telling is None
        await alone.stop()

    asyncio.run(work())


def test_what_another_version_tells_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    (one, _), _ = houses()
    one.hear(News("", KIND, "x", {"people": 7}))
    one.hear(News("", KIND, "x", {"unknown": 7}))
    one.hear(News("", KIND, "x", {"crowds": {"unknown": [7, {}]}}))
    assert "not understood" in caplog.text


def test_news_of_an_older_version_have_no_payload() -> None:
    heard: list[News] = []
    ThroughPostgres("")._heard('{"table": "t", "kind": "chat", "sender": "x"}', heard.append)
    assert heard == [News("t", "chat", "x")]
