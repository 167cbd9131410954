"""People: who they are, their accounts, and what lets them sit down."""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, delete, exists, insert, select, text, update

from formicarium.server.domain.people import NOBODY, Called, Names, called
from formicarium.server.store.database import Database
from formicarium.server.store.entries import Account, Person, StoredInvitation
from formicarium.server.store.errors import NameTaken
from formicarium.server.store.looks import lines_of, looks
from formicarium.server.store.schema import (
    HAS_TOKEN,
    accounts,
    invitations,
    people,
    reserved,
    seats,
)
from formicarium.server.store.texts import check, findable, folded

ADD_ACCOUNT = text(
    "INSERT INTO accounts (folded, name, password_hash, person, created)"
    " VALUES (:folded, :name, :password_hash, :person, :created) ON CONFLICT DO NOTHING"
)
RESERVE = text(
    "INSERT INTO reserved (looks, person) VALUES (:looks, :person) ON CONFLICT DO NOTHING"
)
TAKEN = "somebody with an account is called so, or nearly so; choose another name"
ADD_INVITATION = text(
    "INSERT INTO invitations (token_hash, table_id, seat, created)"
    " VALUES (:token_hash, :table, :seat, :at) ON CONFLICT DO NOTHING"
)


class KeepsPeople(Database):
    """The people of a house."""

    async def add_person(self, at: float, name: str = "") -> int:
        """Keep somebody who was never here before; her number."""
        check(name)

        def action(connection: Connection, _again: bool) -> int:
            return new_person(connection, at, name)

        return await self._writer.do("people", action)

    async def person(self, number: int) -> Person | None:
        """Somebody, unless she has left."""
        query = select(people.c.number, people.c.name, people.c.created)
        found = await self._one(query.where(people.c.number == number, people.c.gone.is_(None)))
        return None if found is None else Person(*found)

    async def names(self, numbers: Collection[int]) -> Names:
        """What people are called now; whoever is not known is left out."""
        return await self._read(lambda connection: names_in(connection, numbers))

    async def rename(self, number: int, name: str) -> None:
        """Call somebody otherwise, everywhere; `NameTaken` if that is like another's account."""
        check(name)

        await self._writer.do(
            f"person {number}", lambda connection, _: rename_in(connection, number, name)
        )

    async def add_account(self, name: str, password_hash: str, person: int) -> None:
        """Give a person an account, and its name; `NameTaken` if that is like another's."""
        check(name, password_hash)
        key = folded(name)
        fields = {
            "folded": key,
            "name": name,
            "password_hash": password_hash,
            "person": person,
            "created": self.clock(),
        }
        mine = Account(name, password_hash, person)

        def action(connection: Connection, _again: bool) -> None:
            # Of two accounts at the same moment, the second waits, and then sees the first.
            connection.execute(
                select(people.c.number).where(people.c.number == person).with_for_update()
            )
            other = select(accounts.c.name).where(
                accounts.c.person == person, accounts.c.folded != key
            )
            if connection.scalar(other) is not None:
                raise NameTaken("you have an account already; log out first")
            connection.execute(ADD_ACCOUNT, fields)
            # A hash is salted: an account that is equal was made by this very request.
            if _account(connection, key) != mine:
                raise NameTaken(TAKEN)
            _claim(connection, name, person, (name,))
            _call(connection, person, name)

        await self._writer.do(f"account {key}", action)

    async def account(self, name: str) -> Account | None:
        """The account of that name, in whatever case it is written."""
        key = folded(findable(name))
        return await self._read(lambda connection: _account(connection, key))

    async def account_of(self, person: int) -> Account | None:
        """The account of a person, if there is one."""
        query = select(accounts.c.name, accounts.c.password_hash, accounts.c.person)
        row = await self._one(query.where(accounts.c.person == person).limit(1))
        return None if row is None else Account(*row)

    async def renew_hash(self, account: Account, password_hash: str) -> None:
        """Store the same password in another way, unless it was changed meanwhile."""
        check(password_hash)
        change = update(accounts).where(
            accounts.c.person == account.person, accounts.c.password_hash == account.password_hash
        )
        await self._execute(f"account {account.person}", change.values(password_hash=password_hash))

    async def add_invitation(
        self, token_hash: str, table: str, seat: int | None, at: float
    ) -> None:
        check(token_hash, table)
        fields = {"token_hash": token_hash, "table": table, "seat": seat, "at": at}
        await self._execute(f"invitation {token_hash}", ADD_INVITATION, fields)

    async def invitation(self, token_hash: str) -> StoredInvitation | None:
        query = select(invitations).where(invitations.c.token_hash == findable(token_hash))
        row = await self._one(query)
        return (
            None if row is None else StoredInvitation(row.table_id, row.seat, row.created, row.used)
        )

    async def seat_of(self, token_hash: str) -> tuple[str, int] | None:
        """The table and the seat that a token is for."""
        query = select(seats.c.table_id, seats.c.seat).where(
            HAS_TOKEN, seats.c.token_hash == findable(token_hash)
        )
        row = await self._one(query)
        return None if row is None else (row.table_id, row.seat)


def new_person(connection: Connection, at: float, name: str = "") -> int:
    """Somebody who was never here before; her number."""
    fields = {**_named(name), "created": at, "seen": at}
    added: int = connection.execute(insert(people).returning(people.c.number), fields).scalar_one()
    return added


def names_in(connection: Connection, numbers: Collection[int]) -> dict[int, Called]:
    """What people are called now."""
    wanted = [number for number in numbers if number != NOBODY]
    if not wanted:
        return {}
    has_account = exists().where(accounts.c.person == people.c.number)
    query = select(people.c.number, people.c.name, has_account, people.c.gone.is_not(None))
    rows = connection.execute(query.where(people.c.number.in_(wanted)))
    return {number: called(number, *rest) for number, *rest in rows}


def rename_in(connection: Connection, number: int, name: str) -> None:
    """Call somebody otherwise, everywhere; `NameTaken` if that is like another's account."""
    known = connection.scalar(select(accounts.c.name).where(accounts.c.person == number))
    _claim(connection, name, number, () if known is None else (known, name))
    _call(connection, number, name)


def _claim(connection: Connection, name: str, person: int, kept: Sequence[str]) -> None:
    """Take a name that no account of another has, nor one that looks like it.

    Names of whoever has an account are kept for her; what she is called no more is free.
    """
    wanted = looks(name)
    whose = select(reserved.c.person).where(reserved.c.looks.in_(wanted))
    if {*connection.scalars(whose)} - {person}:
        raise NameTaken(TAKEN)
    connection.execute(delete(reserved).where(reserved.c.person == person))
    for each in sorted(frozenset[str]().union(*map(looks, kept))):
        connection.execute(RESERVE, {"looks": each, "person": person})
    if kept and {*connection.scalars(whose)} - {person}:  # somebody else was faster
        raise NameTaken(TAKEN)


def _call(connection: Connection, number: int, name: str) -> None:
    change = update(people).where(people.c.number == number, people.c.gone.is_(None))
    connection.execute(change.values(_named(name)))


def _named(name: str) -> dict[str, str]:
    """A name as it is kept, to be shown and to be found."""
    return {"name": name, "looks": lines_of(name) if name else ""}


def _account(connection: Connection, key: str) -> Account | None:
    query = select(accounts.c.name, accounts.c.password_hash, accounts.c.person)
    row = connection.execute(query.where(accounts.c.folded == key)).one_or_none()
    return None if row is None else Account(*row)
