"""People: who they are, their accounts, and what lets them sit down."""

import msgspec
from sqlalchemy import Connection, select, text, update

from formicarium.server.store.database import Database
from formicarium.server.store.entries import Account, Person, StoredInvitation
from formicarium.server.store.errors import NameTaken
from formicarium.server.store.schema import HAS_TOKEN, accounts, invitations, people, seats
from formicarium.server.store.texts import check, findable, folded

ADD_PERSON = text(
    "INSERT INTO people (id, name, created) VALUES (:id, :name, :created) ON CONFLICT DO NOTHING"
)
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

    async def add_person(self, person: Person) -> None:
        """Keep a person; one who is there stays as they are."""
        check(person.id, person.name)
        fields = msgspec.structs.asdict(person)
        await self._execute(f"person {person.id}", ADD_PERSON, fields)

    async def person(self, id: str) -> Person | None:
        query = select(people).where(people.c.id == findable(id))
        found = await self._one(query)
        return None if found is None else Person(found.id, found.name, found.created)

    async def rename(self, id: str, name: str) -> None:
        check(id, name)
        change = update(people).where(people.c.id == id).values(name=name)
        await self._execute(f"person {id}", change)

    async def add_account(self, name: str, password_hash: str, person: str) -> None:
        """Give a person an account; `NameTaken` if another has that name in any spelling."""
        check(name, password_hash, person)
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

    async def account_of(self, person: str) -> Account | None:
        """The account of a person, if there is one."""
        query = select(accounts.c.name, accounts.c.password_hash, accounts.c.person)
        row = await self._one(query.where(accounts.c.person == findable(person)).limit(1))
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


def _account(connection: Connection, key: str) -> Account | None:
    query = select(accounts.c.name, accounts.c.password_hash, accounts.c.person)
    row = connection.execute(query.where(accounts.c.folded == key)).one_or_none()
    return None if row is None else Account(*row)
