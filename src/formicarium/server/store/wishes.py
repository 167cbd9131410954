"""What people wish to be told of when they are not here, and where they are reached."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, text, update

from formicarium.server.store.database import Database
from formicarium.server.store.errors import TooMany
from formicarium.server.store.notices import NoticeKind, Subscription, Wishes
from formicarium.server.store.schema import letters, notices, subscriptions, wishes
from formicarium.server.store.texts import check, findable

MOST_BROWSERS = 10  # of one person that take messages
MOST_ASKED = 3  # links that are sent to one address on a day, whoever asks for them
DAY = 86_400.0  # seconds

CHOSEN = ("push", "mail", "language", "zone", "live", "quiet_from", "quiet_until", "pause")
ASK = text(
    "INSERT INTO asked_addresses (hash, day, times) VALUES (:hash, :day, 1)"
    " ON CONFLICT (hash) DO UPDATE SET day = excluded.day,"
    " times = CASE WHEN asked_addresses.day = excluded.day THEN asked_addresses.times + 1 ELSE 1"
    " END WHERE asked_addresses.day <> excluded.day OR asked_addresses.times < :most"
    " RETURNING times"
)
FORGET_ASKED = text("DELETE FROM asked_addresses WHERE day < :day")
BEGIN = text(
    "INSERT INTO wishes (person, push, mail, language, zone, address, pending, live, quiet_from,"
    " quiet_until, pause, asked, looked, told, changed)"
    " VALUES (:person, '', '', 'en', 'UTC', '', '', false, 0, 0, 900, 0, :now, 0, :now)"
    " ON CONFLICT DO NOTHING"
)


class KeepsWishes(Database):
    """The wishes of people."""

    async def wishes(self, person: int) -> Wishes:
        """What somebody wishes; who has never said anything wishes nothing."""
        return await self._read(lambda connection: wishes_in(connection, [person])[person])

    async def wishers(self, since: float = 0.0) -> dict[int, frozenset[NoticeKind]]:
        """People who have said since then what they wish to be told of: all kinds of each."""
        query = select(wishes.c.person, wishes.c.push, wishes.c.mail)
        query = query.where(wishes.c.changed >= since)
        return await self._read(
            lambda connection: {
                person: kinds_of(f"{push} {mail}")
                for person, push, mail in connection.execute(query)
            }
        )

    async def keep_wishes(self, chosen: Wishes, now: float) -> None:
        """Keep what somebody wishes; where she is reached stays as it is."""
        check(chosen.language, chosen.zone)
        fields = {name: getattr(chosen, name) for name in CHOSEN}
        fields |= {name: " ".join(sorted(fields[name])) for name in ("push", "mail")}
        await self._change(chosen.person, now, changed=now, **fields)

    async def look(self, person: int, at: float, language: str) -> None:
        """Somebody looks at the page, in the language in which she is told something next."""
        seen = {"looked": at, "language": language}
        change = update(wishes).where(wishes.c.person == person).values(seen)
        await self._execute(f"wishes {person}", change)

    # --- Browsers ---------------------------------------------------------------------------------

    async def subscribe(self, new: Subscription, now: float) -> None:
        """A browser takes messages for somebody, in place of what its session had before."""
        check(new.endpoint, new.p256dh, new.auth, new.token_hash)
        fields = {name: getattr(new, name) for name in new.__struct_fields__ if name != "number"}
        same = (subscriptions.c.endpoint == new.endpoint) | (
            subscriptions.c.token_hash == new.token_hash
        )

        def action(connection: Connection, _again: bool) -> None:
            connection.execute(BEGIN, {"person": new.person, "now": now})
            connection.execute(delete(subscriptions).where(same))
            mine = select(func.count()).where(subscriptions.c.person == new.person)
            if connection.execute(mine).scalar_one() >= MOST_BROWSERS:
                raise TooMany(f"messages go to {MOST_BROWSERS} of your browsers at most")
            connection.execute(insert(subscriptions), fields)

        await self._writer.do(f"wishes {new.person}", action)

    async def unsubscribe(self, person: int, token_hash: str) -> None:
        """A browser takes no messages any more."""
        gone = delete(subscriptions).where(
            subscriptions.c.person == person, subscriptions.c.token_hash == findable(token_hash)
        )
        await self._execute(f"wishes {person}", gone)

    async def subscriptions(self, person: int) -> list[Subscription]:
        """The browsers that take messages for somebody."""
        query = select(subscriptions).where(subscriptions.c.person == person)
        return await self._read(
            lambda connection: [
                Subscription(**row._mapping)
                for row in connection.execute(query.order_by(subscriptions.c.number))
            ]
        )

    async def subscription(self, number: int) -> Subscription | None:
        """A browser that takes messages, if it still does."""
        row = await self._one(select(subscriptions).where(subscriptions.c.number == number))
        return None if row is None else Subscription(**row._mapping)

    async def drop_subscription(self, number: int) -> None:
        """A browser cannot be reached any more, and never will be."""

        def action(connection: Connection, _again: bool) -> None:
            connection.execute(delete(subscriptions).where(subscriptions.c.number == number))
            mine = (letters.c.channel == "push") & (letters.c.subscription == number)
            connection.execute(delete(letters).where(mine))

        await self._writer.do("letters", action)

    # --- Mail -------------------------------------------------------------------------------------

    async def ask_address(self, person: int, address: str, hashed: str, now: float) -> None:
        """Somebody would like mail at an address; `TooMany` if it was asked for often enough."""
        check(address, hashed)
        fields = {"hash": hashed, "day": int(now // DAY), "most": MOST_ASKED}

        def action(connection: Connection, again: bool) -> None:
            connection.execute(FORGET_ASKED, {"day": fields["day"]})
            if connection.scalar(ASK, fields) is None and not again:
                raise TooMany("so many links were sent to that address today; try again tomorrow")
            connection.execute(BEGIN, {"person": person, "now": now})
            change = update(wishes).where(wishes.c.person == person)
            connection.execute(change.values(pending=address, asked=now))
            letter = {"person": person, "channel": "mail", "about": "[]", "holder": ""}
            times = {"created": now, "due": now, "until": 0.0, "tries": 0}
            connection.execute(insert(letters), {**letter, **times})

        await self._writer.do(f"wishes {person}", action)

    async def confirm_address(self, person: int, address: str, asked: float) -> bool:
        """An address is hers who was sent a link to it, once."""
        change = update(wishes).where(
            wishes.c.person == person, wishes.c.pending == address, wishes.c.asked == asked
        )

        def action(connection: Connection, again: bool) -> bool:
            done = connection.execute(change.values(address=address, pending=""))
            return done.rowcount > 0 or again

        return await self._writer.do(f"wishes {person}", action)

    async def drop_address(self, person: int, now: float) -> None:
        """Somebody wants no more mail, and her address is forgotten."""

        def action(connection: Connection, _again: bool) -> None:
            change = update(wishes).where(wishes.c.person == person)
            connection.execute(change.values(address="", pending="", mail="", changed=now))
            hers = (letters.c.person == person) & (letters.c.channel == "mail")
            connection.execute(delete(letters).where(hers))

        await self._writer.do(f"wishes {person}", action)
        await self._leave_no_trace()

    async def _change(self, person: int, now: float, **fields: Any) -> None:
        def action(connection: Connection, _again: bool) -> None:
            connection.execute(BEGIN, {"person": person, "now": now})
            connection.execute(update(wishes).where(wishes.c.person == person).values(fields))
            if not fields["push"] and not fields["mail"]:
                connection.execute(delete(notices).where(notices.c.person == person))

        await self._writer.do(f"wishes {person}", action)


def kinds_of(text: str) -> frozenset[NoticeKind]:
    """Kinds of notices, as they are kept."""
    return frozenset(text.split())  # type: ignore[arg-type]


def wishes_in(connection: Connection, people: Collection[int]) -> dict[int, Wishes]:
    """What people wish."""
    found = {person: Wishes(person=person) for person in people}
    for row in connection.execute(select(wishes).where(wishes.c.person.in_(people))):
        fields = {**row._mapping, "push": kinds_of(row.push), "mail": kinds_of(row.mail)}
        found[row.person] = Wishes(**fields)
    return found
