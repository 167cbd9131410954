"""What administrators decide and have done, and what is reported to them."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import asdict, replace
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    delete,
    desc,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from formicarium.server.domain.people import NO_NAME
from formicarium.server.store.acts import (
    COLUMNS,
    add_act,
    check_one_left,
    in_turn,
    read_act,
    same_act,
)
from formicarium.server.store.database import Database
from formicarium.server.store.entries import (
    Act,
    Decided,
    Evidence,
    FoundPerson,
    PersonCard,
    Report,
)
from formicarium.server.store.errors import (
    NoChange,
    NoPerson,
    NoSuchLine,
    ReportedAlready,
)
from formicarium.server.store.forgetting import names_of, unnamed
from formicarium.server.store.lists import GOING_ON, PAGE, belonging_to
from formicarium.server.store.looks import looks
from formicarium.server.store.own_data import forget
from formicarium.server.store.people import names_in, rename_in
from formicarium.server.store.results import annul, rated_anew
from formicarium.server.store.schema import (
    HAS_DECIDED,
    IS_OPEN,
    accounts,
    acts,
    barred,
    chat,
    evidence,
    people,
    reports,
    seats,
    sessions,
    tables,
)
from formicarium.server.store.sessions import end_all, new_reset
from formicarium.server.store.texts import FAR, check, findable, folded, near

ONE_REPORT = ("by", "person", "table_id", "line")  # while it waits, there is one
ALREADY = "you have reported this already; somebody will look at it"
DELETION = "delete"  # the kind of act after which no name is left
BARRING = "bar_address"  # the kind of act
RISKY = ("demote", "ban", DELETION)  # acts after which nobody might be left to undo them
DECIDED = (people.c.role, people.c.banned_until, people.c.ban_reason, people.c.muted_until)
NEWEST_TABLES = 20  # of a person that are shown

BAR = text(
    "INSERT INTO barred (address, person, until) VALUES (:address, :person, :until)"
    " ON CONFLICT (address) DO UPDATE SET person = excluded.person, until = excluded.until"
    " WHERE barred.until < excluded.until"
)

ADD_REPORT = text(
    'INSERT INTO reports (at, "by", person, name, kind, text, table_id, seat, line, outcome)'
    " VALUES (:at, :by, :person, :name, :kind, :text, :table_id, :seat, :line, :outcome)"
    " ON CONFLICT DO NOTHING RETURNING number"
)

Change = Callable[[Connection], object]


class KeepsAdministration(Database):
    """Roles, bans and mutes, the audit log, and reports."""

    # --- Acts: each is written with what it changes, or neither is --------------------------------

    async def decide(self, act: Act, **values: object) -> Act:
        """Give or take a role, ban or mute somebody, or let her again."""
        return await self._act(act, lambda connection: _set(connection, act.person, values))

    async def unban(self, act: Act) -> Act:
        """Let somebody play again, and new guests come from where she was."""
        bars = update(acts).where(acts.c.kind == BARRING, acts.c.person == act.person)

        def change(connection: Connection) -> None:
            _set(connection, act.person, {"banned_until": 0.0, "ban_reason": ""})
            connection.execute(delete(barred).where(barred.c.person == act.person))
            connection.execute(bars.where(acts.c.until > act.at).values(until=act.at))

        return await self._act(act, change)

    async def note(self, act: Act) -> Act:
        """Write an act that changes nothing but what follows from it."""
        return await self._act(act, lambda connection: None)

    async def rename_by_act(self, act: Act, name: str) -> Act:
        """Call somebody otherwise."""
        check(name)
        return await self._act(act, lambda connection: rename_in(connection, act.person, name))

    async def forget_by_act(self, act: Act) -> Act:
        """Delete a person; in the log, only the number is left."""
        done = await self._act(act, lambda connection: forget(connection, [act.person], act.at))
        await self._leave_no_trace()
        return done

    async def check_may_go(self, person: int, now: float) -> None:
        """Whether there is an administrator left without that person."""
        await self._read(lambda connection: check_one_left(connection, [person], now))

    async def reset_by_act(self, act: Act, token_hash: str) -> Act:
        """Let somebody who has an account choose another password, by a link."""

        def change(connection: Connection) -> None:
            mine = select(accounts.c.person).where(accounts.c.person == act.person)
            if connection.scalar(mine) is None:
                raise NoChange("a guest has no password, so none can be chosen anew")
            new_reset(connection, token_hash, act.person, act.at)

        return await self._act(act, change)

    async def end_sessions_by_act(self, act: Act) -> Act:
        """End all sessions of a person."""

        def change(connection: Connection) -> None:
            if not end_all(connection, act.person):
                raise NoChange("there is no session of that person")

        return await self._act(act, change)

    async def unsay(self, act: Act) -> Act:
        """Remove what somebody has said; its place stays. The act then says who it was."""
        line = (chat.c.table_id == findable(act.table), chat.c.number == act.place)

        def action(connection: Connection, again: bool) -> Act:
            said = connection.execute(select(chat.c.person, chat.c.text).where(*line)).one_or_none()
            if said is None:
                raise NoSuchLine(f"there is no line {act.place} at that table")
            about = replace(act, person=said.person)
            if not again and not said.text:
                raise NoChange(f"line {act.place} is removed already")
            erase = update(chat).where(*line).values(text="")
            return _acted(connection, again, about, lambda here: here.execute(erase))

        return await self._writer.do("act", action)

    async def annul_by_act(self, act: Act) -> Act:
        """Let a game count no more; how good all are without it is found out before."""
        table = findable(act.table)
        anew = await self._read(lambda connection: rated_anew(connection, table))

        def change(connection: Connection) -> None:
            if not annul(connection, table, anew):
                raise NoChange("there is no result of that table that counts")

        return await self._act(act, change)

    async def handle_report(self, act: Act) -> Act:
        """Keep what an administrator has made of a report."""

        def action(connection: Connection, again: bool) -> Act:
            found = connection.execute(
                select(reports.c.person, reports.c.handled).where(reports.c.number == act.place)
            ).one_or_none()
            if found is None:
                raise NoSuchLine(f"there is no report {act.place}")
            if not again and found.handled is not None:
                raise NoChange(f"report {act.place} is handled already")
            values = {"handled": act.at, "outcome": act.reason}
            handled = update(reports).where(reports.c.number == act.place).values(**values)
            about = replace(act, person=found.person)
            return _acted(connection, again, about, lambda here: here.execute(handled))

        return await self._writer.do("act", action)

    async def _act(self, act: Act, change: Change) -> Act:
        check(act.kind, act.table, act.reason)
        return await self._writer.do(
            "act", lambda connection, again: _acted(connection, again, act, change)
        )

    # --- What was done ----------------------------------------------------------------------------

    async def last_act(self) -> int:
        """The number of the newest act."""
        newest = select(func.coalesce(func.max(acts.c.number), 0))
        return int(await self._read(lambda connection: connection.execute(newest).scalar_one()))

    async def acts_since(self, number: int) -> list[Act]:
        """Acts after that number, in order."""
        query = select(*COLUMNS).where(acts.c.number > near(number)).order_by(acts.c.number)
        return await self._read(lambda connection: [*map(read_act, connection.execute(query))])

    async def acts(
        self, before: int = FAR, person: int | None = None, table: str | None = None
    ) -> list[Act]:
        """A page of acts before that number, the newest first."""
        query = select(*COLUMNS).where(acts.c.number < near(before))
        if person is not None:
            query = query.where(acts.c.person == near(person))
        if table is not None:
            query = query.where(acts.c.table_id == findable(table))
        query = query.order_by(desc(acts.c.number)).limit(PAGE)
        return await self._read(lambda connection: [*map(read_act, connection.execute(query))])

    async def decided(self) -> dict[int, Decided]:
        """What is decided about everybody about whom something is."""
        query = select(people.c.number, *DECIDED).where(HAS_DECIDED)
        return await self._read(
            lambda connection: {one: Decided(*rest) for one, *rest in connection.execute(query)}
        )

    async def lost_seats(self, now: float) -> list[tuple[str, int]]:
        """Tables at which somebody has a seat who is banned or deleted, and who it is."""
        query = (
            select(seats.c.table_id, seats.c.person)
            .distinct()
            .join(people, people.c.number == seats.c.person)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(or_(people.c.banned_until > now, people.c.gone.is_not(None)))
            .where(tables.c.status.in_(GOING_ON))
        )
        return await self._read(lambda connection: [(*row,) for row in connection.execute(query)])

    async def bar(self, address: str, person: int, until: float) -> None:
        """Let no new guests come from where somebody is, for a time."""
        check(address)
        fields = {"address": address, "person": person, "until": until}
        await self._execute("bar", BAR, fields)

    async def barring(self, now: float) -> dict[int, float]:
        """People from whose addresses no new guests shall come, and until when."""
        query = select(acts.c.person, func.max(acts.c.until)).group_by(acts.c.person)
        query = query.where(acts.c.kind == BARRING, acts.c.until > now)
        return await self._read(lambda connection: dict(connection.execute(query).all()))

    async def barred(self, now: float) -> dict[str, float]:
        """Addresses from which no new guests come, and until when."""
        query = select(barred.c.address, barred.c.until).where(barred.c.until > now)
        return await self._read(lambda connection: dict(connection.execute(query).all()))

    # --- Reports ----------------------------------------------------------------------------------

    async def add_report(self, report: Report) -> int:
        """Keep a report with its evidence; its number."""
        check(report.name, report.text, report.table, *(one.text for one in report.evidence))
        fields = asdict(report) | {"table_id": report.table}
        same = [reports.c[name] == fields[name] for name in (*ONE_REPORT, "at")]
        mine = select(reports.c.number).where(IS_OPEN, *same)

        def action(connection: Connection, again: bool) -> int:
            number = connection.scalar(ADD_REPORT, fields)
            if number is None:
                written = connection.scalar(mine) if again else None
                if written is None:
                    raise ReportedAlready(ALREADY)
                return int(written)
            for place, piece in enumerate(report.evidence):
                row = {"report": number, "place": place, **piece._asdict()}
                connection.execute(insert(evidence), row)
            return int(number)

        return await self._writer.do("report", action)

    async def reports(
        self, waiting: bool = True, before: int = FAR, person: int | None = None
    ) -> list[Report]:
        """A page of reports before that number, the newest first, with what they are about."""
        query = select(reports).where(reports.c.number < near(before))
        if person is not None:
            query = query.where(reports.c.person == near(person))
        else:
            query = query.where(IS_OPEN if waiting else reports.c.handled.is_not(None))
        query = query.order_by(desc(reports.c.number)).limit(PAGE)
        return await self._read(lambda connection: _with_evidence(connection, query))

    # --- Finding ----------------------------------------------------------------------------------

    async def find_tables(self, start: str) -> list[tuple[str, str, str, float]]:
        """Tables whose name begins so, the newest first: name, game, status, when it was made."""
        query = (
            select(tables.c.id, tables.c.game, tables.c.status, tables.c.created)
            .where(tables.c.id.startswith(findable(start), autoescape=True))
            .order_by(desc(tables.c.created))
            .limit(PAGE)
        )
        return await self._read(lambda connection: [(*row,) for row in connection.execute(query)])

    async def find_people(self, text: str, exactly: bool = False) -> list[FoundPerson]:
        """People of that number, or whose name has these letters in it, or such as look alike.

        Exactly: who is called just that, in whatever case.
        """
        wanted = findable(text)
        if wanted.isascii() and wanted.isdigit():
            return await self._people_where(people.c.number == near(int(wanted)))
        if not wanted:
            return []
        if not exactly:
            return await self._people_where(_looks_like(wanted), PAGE)
        alike = await self._people_where(_looks_like(wanted, edge="\n"))
        return [one for one in alike if folded(one.name) == folded(wanted)]

    async def _people_where(
        self, where: ColumnElement[bool], most: int | None = None
    ) -> list[FoundPerson]:
        return await self._read(lambda connection: _found(connection, where, most))

    async def person_card(self, number: int) -> PersonCard:
        """All that is known of a person; `NoPerson` if there is none."""

        def query(connection: Connection) -> PersonCard:
            found = _found(connection, people.c.number == near(number))
            if not found:
                raise NoPerson(f"there is nobody with number {number}, or not any more")

            def count(column: Column[int]) -> int:
                rows = select(func.count()).where(column == number)
                return int(connection.execute(rows).scalar_one())

            return PersonCard(
                found[0],
                count(sessions.c.person),
                [(*row,) for row in connection.execute(_tables_of(number))],
                count(reports.c.person),
                count(reports.c.by),
            )

        return await self._read(query)


def _acted(connection: Connection, again: bool, act: Act, change: Change) -> Act:
    """Do something and write it into the log, in its turn."""
    in_turn(connection)
    done = same_act(connection, act) if again else None
    if done is not None:
        return done
    if act.person:
        act = replace(act, name=_name(connection, act.person))
    if act.kind == DELETION:
        reason = unnamed(act.reason, names_of(connection, [act.person]))
        act = replace(act, name="", reason=reason)
    if act.kind in RISKY:
        check_one_left(connection, [act.person], act.at)
    change(connection)
    return replace(act, number=add_act(connection, act))


def _looks_like(text: str, edge: str = "") -> ColumnElement[bool]:
    """Whether a name has these letters in it, or such as look alike; between edges, no others."""
    wanted = [f"{edge}{look}{edge}" for look in looks(text)]
    return or_(*(people.c.looks.contains(one, autoescape=True) for one in wanted))


def _name(connection: Connection, person: int) -> str:
    called = names_in(connection, [person]).get(person, NO_NAME)
    if called is NO_NAME or called.is_gone:
        raise NoPerson(f"there is nobody with number {person}, or not any more")
    return called.name


def _set(connection: Connection, person: int, values: dict[str, Any]) -> None:
    """Change what is decided about somebody."""
    here = people.c.number == person
    before = connection.execute(select(people).where(here)).one()
    if all(getattr(before, name) == value for name, value in values.items()):
        raise NoChange(f"that is how it is with person {person} already")
    connection.execute(update(people).where(here).values(**values))


def _found(
    connection: Connection, where: ColumnElement[bool], most: int | None = None
) -> list[FoundPerson]:
    """People who are not deleted, who was here last first."""
    columns = (people.c.number, people.c.created, people.c.seen, *DECIDED)
    query = select(*columns).where(where, people.c.gone.is_(None)).order_by(desc(people.c.seen))
    rows = connection.execute(query.limit(most)).all()
    names = names_in(connection, [row.number for row in rows])
    return [
        FoundPerson(
            number,
            names[number].name,
            not names[number].is_guest,
            created,
            seen,
            Decided(*decided),
        )
        for number, created, seen, *decided in rows
    ]


def _tables_of(person: int) -> Select[Any]:
    return (
        select(tables.c.id, tables.c.game, tables.c.status, tables.c.created)
        .where(tables.c.id.in_(belonging_to(person)))
        .order_by(desc(tables.c.created))
        .limit(NEWEST_TABLES)
    )


def _with_evidence(connection: Connection, query: Select[Any]) -> list[Report]:
    found = connection.execute(query).all()
    pieces: dict[int, list[Evidence]] = {row.number: [] for row in found}
    rows = select(evidence).where(evidence.c.report.in_(pieces)).order_by(evidence.c.place)
    for report, _, *piece in connection.execute(rows):
        pieces[report].append(Evidence(*piece))
    reported = [dict(row._mapping) for row in found]
    return [
        Report(table=row.pop("table_id"), evidence=pieces[row["number"]], **row) for row in reported
    ]
