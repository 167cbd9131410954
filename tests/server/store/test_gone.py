"""Whoever is gone is in no table of the database that could say anything of her."""

import random

from sqlalchemy import Connection, Integer, func, select

from formicarium.server.store import Store
from formicarium.server.store.entries import PEOPLE, Seeker, Sharing
from formicarium.server.store.notices import Draft, NewNotice, Subscription, Wishes
from formicarium.server.store.schema import METADATA
from tests.server.posting import Browser
from tests.server.store.endings import at, drawn, end
from tests.server.store.made import ADA, EVE, SEATS, head, played, with_store, write

PERSONS = {"person", "other", "opponent", "host", "by"}  # columns that say who
KEPT = {"tables.host", "seats.person", "results.person"}  # by number, which leads to no name


def test_nothing_that_was_kept_of_somebody_stays(database: str) -> None:
    async def test(store: Store) -> None:
        for name in ("Ada", "Eve", "Rosa"):
            await store.add_person(1.0, name)
        await live(store)
        before = await places(store)
        assert before >= {
            *("wishes.person", "subscriptions.person", "letters.person", "notices.person"),
            *("sharing.person", "blocks.person", "blocks.other", "seekers.person"),
            *("tallies.person", "meetings.person", "meetings.opponent"),
            *("ratings.person", "changes.person"),
        }
        await store.forget_person(ADA, 20.0)
        assert await places(store) <= KEPT

    with_store(database, test)


async def live(store: Store) -> None:
    """Ada does all that is kept."""
    dice = random.Random(1)
    for number in range(20):
        await end(store, f"t{number}", drawn(dice, [ADA, EVE, 3, 4]))
    await end(store, "last", at(ADA, EVE, measure=PEOPLE))
    await store.share(ADA, Sharing(games=True))
    await store.block(ADA, EVE, False, 1.0)
    await store.block(EVE, ADA, False, 1.0)
    await store.seek(
        Seeker(ADA, "k", "pebbles", 2, "live", False, ""), store.clock(), NotImplemented
    )
    await store.keep_wishes(Wishes(person=ADA, push=frozenset({"turn"})), 1.0)
    keys = Browser().subscription("")["keys"]
    await store.subscribe(Subscription(0, ADA, "s", "https://a.org/", **keys, created=1.0), 1.0)
    for table in ("now", "later"):
        notice = NewNotice(ADA, "turn", 1.0, 2.0 if table == "now" else 1e9)
        told = write(table, played(1), to_act=1, seats=SEATS, notices=(notice,))
        await store.create(head(table), told)
    found = await store.due_notices(3.0)
    await store.write_letters(found, [Draft(ADA, "push", (found[0].matter,))], 3.0)


async def places(store: Store) -> set[str]:
    """The columns in which Ada is."""

    def look(connection: Connection) -> set[str]:
        return {
            f"{table.name}.{column.name}"
            for table in METADATA.tables.values()
            for column in table.c
            if column.name in PERSONS and isinstance(column.type, Integer)
            if connection.scalar(select(func.count()).where(column == ADA))
        }

    return await store._read(look)
