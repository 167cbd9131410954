"""What `formicarium admin` does: orders as the page gives them, and lists of what there is."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import typer

from formicarium.cli.admin import Office
from formicarium.cli.faults import FAULT_FOUND, WrongUse, near
from formicarium.cli.screen import Paper, complain, language_here, words
from formicarium.core.text import Phrases
from formicarium.server.house.acts import ORDERS, AboutTable, Order, Unsay, name_of_act
from formicarium.server.house.administration import Administration, Carried
from formicarium.server.house.house import House
from formicarium.server.house.library import Library
from formicarium.server.house.retention import Retention
from formicarium.server.metrics import Metrics
from formicarium.server.settings import Settings, load_settings, shown_url
from formicarium.server.store import Store
from formicarium.server.store.acts import FOR_EVER
from formicarium.server.store.engines import parsed, reading_engine
from formicarium.server.store.entries import Act, FoundPerson
from formicarium.server.store.errors import BadDatabase
from formicarium.server.store.migrations import NEWEST, revision
from formicarium.server.store.texts import FAR

ON_SEATS = ("give_to_bot", "appoint")  # acts about a seat, which people count from 1
KINDS = {name_of_act(kind): kind for kind in ORDERS}

T = TypeVar("T")


# --- A house from outside -------------------------------------------------------------------------


def settings_of(office: Office) -> Settings:
    return load_settings({"data": office.data}, office.config)


def said(office: Office) -> Phrases:
    return words(language_here(office.language))


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Store]:
    """The database of a house, which may be open; it is used as it is, never brought up to date."""
    check_is_current(settings.database)
    store = await Store.open(settings.database)
    try:
        yield store
    finally:
        await store.close()


def check_is_current(url: str) -> None:
    """Whether this version of the program has made a database what it is."""
    address = parsed(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").exists():
        raise BadDatabase(f"there is no database {address.database}; open the house once")
    engine = reading_engine(address)
    try:
        with engine.connect() as connection:
            found = revision(connection)
    finally:
        engine.dispose()
    if found != NEWEST:
        raise BadDatabase(
            f"{shown_url(url)} is of another version of Formicarium (revision {found}, not "
            f"{NEWEST}); open the house once with this one"
        )


def with_store(office: Office, work: Callable[[Store, Settings], Awaitable[T]]) -> T:
    """What comes of some work with the database of a house."""

    async def main() -> T:
        settings = settings_of(office)
        async with opened(settings) as store:
            return await work(store, settings)

    return asyncio.run(main())


async def found_one(store: Store, who: str) -> FoundPerson:
    """The one person that is meant; of several, all are named."""
    found = await store.find_people(who, exactly=True)
    if len(found) == 1:
        return found[0]
    if not found:
        others = [one.name for one in await store.find_people(who)]
        raise WrongUse(f"there is nobody called {who!r}{near(who, others)}")
    listed = ", ".join(f"{one.number} ({'account' if one.account else 'guest'})" for one in found)
    raise WrongUse(f"several people are called {who!r}; give the number of one: {listed}")


# --- Orders ---------------------------------------------------------------------------------------


def order(office: Office, name: str, who: str | None, fields: dict[str, Any]) -> int:
    """Have an act carried out, and say so."""

    async def work(store: Store, settings: Settings) -> tuple[Carried, str]:
        person = None if who is None else await found_one(store, who)
        wanted = fields if person is None else fields | {"person": person.number}
        done = await carried_out(store, settings, made(name, wanted))
        return done, "" if person is None else f"{person.name} ({person.number})"

    (act, link), whom = with_store(office, work)
    say = said(office)
    place = None if act.place is None else act.place + (act.kind in ON_SEATS)
    values = fields | {"who": whom, "place": place, "until": ended(act.until, say), "link": link}
    Paper().print(say(f"admin.done.{name}", **values), soft_wrap=True)
    return 0


def made(name: str, fields: dict[str, Any]) -> Order:
    """An order, checked as if it came from the page."""
    try:
        return msgspec.convert(fields, KINDS[name])
    except msgspec.ValidationError as error:
        raise WrongUse(str(error)) from error


async def carried_out(store: Store, settings: Settings, order: Order) -> Carried:
    """Let an order have its effect; rules are only loaded where something happens at a table."""
    library = Library()
    house = House(store, library, Metrics(), most_events=settings.events_per_table)
    office = Administration(house, settings.address_days)
    if not isinstance(order, AboutTable) or isinstance(order, Unsay):
        return await office.carry_out(order)
    await library.start()
    try:
        return await office.carry_out(order)
    finally:
        await library.stop()


def ban(
    office: Office, who: str, days: float | None, forever: bool, address: bool, reason: str
) -> int:
    """Ban somebody, and perhaps keep new guests away from where she is."""
    if forever == (days is not None):
        raise WrongUse("for how long? say --days N, or --forever")
    order(office, "ban", who, {"days": days, "reason": reason})
    if address:
        longest = settings_of(office).address_days or 30
        order(office, "bar_address", who, {"days": min(days or longest, longest)})
    return 0


def delete(office: Office, who: str, yes: bool, reason: str) -> int:
    """Delete a person, if that is what is meant."""
    if not yes:
        person = with_store(office, lambda store, _: found_one(store, who))
        say = said(office)
        question = say("admin.sure", who=f"{person.name} ({person.number})")
        if not typer.confirm(question):
            return complain(say("admin.left"), FAULT_FOUND)
    return order(office, "delete", who, {"reason": reason})


# --- Lists ----------------------------------------------------------------------------------------


def show(office: Office, what: str, as_json: bool, asked: Sequence[Any]) -> int:
    """Print what there is, for people or for programs."""
    found = with_store(office, lambda store, _: READ[what](store, *asked))
    say, paper = said(office), Paper()
    if as_json:
        paper.print(msgspec.json.encode(found).decode(), soft_wrap=True)
        return 0
    lines = TOLD[what](found, say)
    for line in lines or [say("admin.none")]:
        paper.print(line, soft_wrap=True)
    return 0


async def card(store: Store, who: str) -> Any:
    person = await found_one(store, who)
    known = await store.person_card(person.number)
    return {"person": known, "acts": await store.acts(person=person.number)}


async def devices(store: Store, who: str) -> Any:
    return await store.sessions_of((await found_one(store, who)).number)


READ: dict[str, Callable[..., Awaitable[Any]]] = {
    "people": lambda store, find: store.find_people(find),
    "person": card,
    "sessions": devices,
    "tables": lambda store, find: store.find_tables(find),
    "chat": lambda store, table: store.chat(table, 0),
    "reports": lambda store, waiting: store.reports(waiting),
    "log": lambda store, before: store.acts(FAR if before is None else before),
}


def day(at: float) -> str:
    """A time as people write it."""
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


def ended(until: float | None, say: Phrases) -> str:
    """Until when something is so."""
    if not until:
        return ""
    return say("admin.for_ever") if until >= FOR_EVER else say("admin.until", day=day(until))


def about_person(found: FoundPerson, say: Phrases) -> str:
    """A person in one line."""
    facts = [say("admin.account" if found.account else "admin.guest")]
    facts += [say("admin.administrator")] if found.decided.role else []
    facts.append(say("admin.seen", day=day(found.seen)))
    if found.decided.banned_until > time.time():
        facts.append(say("admin.banned", until=ended(found.decided.banned_until, say)))
    if found.decided.muted_until > time.time():
        facts.append(say("admin.muted", until=ended(found.decided.muted_until, say)))
    return f"{found.number:>6}  {found.name}  ({', '.join(facts)})"


def about_act(act: Act, say: Phrases) -> str:
    """A line of the audit log."""
    parts = [
        f"{act.number:>6}  {day(act.at)}  {act.kind}",
        f"{act.name} ({act.person})" if act.person else "",
        act.table,
        "" if act.place is None else f"#{act.place}",
        ended(act.until, say),
        f"“{act.reason}”" if act.reason else "",
        say("admin.by", who=act.by) if act.by else say("admin.by_command"),
    ]
    return "  ".join(part for part in parts if part)


def about_card(found: dict[str, Any], say: Phrases) -> list[str]:
    """A person with all that is known of her."""
    known = found["person"]
    return [
        about_person(known.found, say),
        say("admin.counts", sessions=known.sessions, reported=known.reported, n=known.reports),
        *(f"        {table[0]}  {table[1]}  {table[2]}" for table in known.tables),
        *(about_act(act, say) for act in found["acts"]),
    ]


def about_report(report: Any, say: Phrases) -> list[str]:
    """A report with its evidence."""
    where = "  ".join(str(part) for part in (report.table, report.seat, report.line) if part)
    return [
        f"{report.number:>6}  {day(report.at)}  {report.kind}  {report.name} ({report.person})  "
        f"{say('admin.by', who=report.by)}  {where}",
        *([f"        “{report.text}”"] if report.text else []),
        *(f"        {piece.name}: {piece.text}" for piece in report.evidence),
        *([f"        → {report.outcome}"] if report.outcome else []),
    ]


TOLD: dict[str, Callable[[Any, Phrases], list[str]]] = {
    "people": lambda found, say: [about_person(one, say) for one in found],
    "person": about_card,
    "sessions": lambda found, say: [f"{one.device}  {day(one.seen)}" for one in found],
    "tables": lambda found, say: [f"{one[0]}  {one[1]}  {one[2]}  {day(one[3])}" for one in found],
    "chat": lambda found, say: [
        f"{one.number:>6}  {day(one.at)}  ({one.person})  {one.text}" for one in found
    ],
    "reports": lambda found, say: [line for one in found for line in about_report(one, say)],
    "log": lambda found, say: [about_act(one, say) for one in found],
}


# --- What is forgotten ----------------------------------------------------------------------------


def sweep(office: Office, dry_run: bool, believe_clock: bool, as_json: bool) -> int:
    """Forget what is too old, or say how much that would be."""

    async def work(store: Store, settings: Settings) -> dict[str, int]:
        now, retention = time.time(), Retention(store, settings)
        if dry_run:
            return await retention.count(now)
        if not believe_clock and not await store.is_steady(now):
            raise WrongUse(
                "the clock has not gone on evenly for a month, or the house was closed; if the "
                "clock is right, say --believe-clock"
            )
        return await retention.sweep(now)

    done = with_store(office, work)
    say, paper = said(office), Paper()
    if as_json:
        paper.print(msgspec.json.encode(done).decode(), soft_wrap=True)
        return 0
    for kind, n in done.items():
        paper.print(f"{n:>8}  {say(f'admin.old.{kind}')}")
    paper.print(say("admin.would" if dry_run else "admin.forgotten"))
    return 0


def rebuild_statistics(office: Office) -> int:
    """Count anew what follows from results; they themselves are not touched."""
    count = with_store(office, lambda store, _: store.rebuild_figures())
    Paper().print(said(office)("admin.rebuilt", n=count))
    return 0
