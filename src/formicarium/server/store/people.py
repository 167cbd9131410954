"""People: who they are, their accounts, and what lets them sit down."""

from collections.abc import Collection

from sqlalchemy import Connection, exists, insert, select, text, update

from formicarium.server.domain.people import NOBODY, Called, Names, called
from formicarium.server.store.database import Database
from formicarium.server.store.entries import Account, Person, StoredInvitation
from formicarium.server.store.errors import NameTaken
from formicarium.server.store.schema import HAS_TOKEN, accounts, invitations, people, seats
from formicarium.server.store.texts import check, findable, folded

ADD_ACCOUNT = text(
    "INSERT INTO accounts (folded, name, password_hash, person, created)"
    " VALUES (:folded, :name, :password_hash, :person, :created) ON CONFLICT DO NOTHING"
)
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
        """Call somebody otherwise, everywhere."""
        check(name)
        change = update(people).where(people.c.number == number, people.c.gone.is_(None))
        await self._execute(f"person {number}", change.values(name=name))

    async def add_account(self, name: str, password_hash: str, person: int) -> None:
        """Give a person an account; `NameTaken` if another has that name in any spelling."""
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
            connection.execute(ADD_ACCOUNT, fields)
            # A hash is salted: an account that is equal was made by this very request.
            if _account(connection, key) != mine:
                raise NameTaken(f"there is an account {name} already; choose another name")

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

    async def change_password(self, name: str, password_hash: str) -> None:
        """Store another hash for an account."""
        check(name, password_hash)
        key = folded(name)
        change = update(accounts).where(accounts.c.folded == key)
        change = change.values(password_hash=password_hash)
        await self._execute(f"account {key}", change)

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
    fields = {"name": name, "created": at, "seen": at}
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


def _account(connection: Connection, key: str) -> Account | None:
    query = select(accounts.c.name, accounts.c.password_hash, accounts.c.person)
    row = connection.execute(query.where(accounts.c.folded == key)).one_or_none()
    return None if row is None else Account(*row)
