"""What is left of people in the audit log and in reports when they are deleted: a number."""

import re
from collections.abc import Collection

from sqlalchemy import Column, Connection, delete, func, or_, select, union, update

from formicarium.server.store.schema import accounts, acts, evidence, people, reports

SHORT = 3  # letters; shorter names are looked for as they are written, or much would be found
# What is written freely, and may name anybody
FREE: tuple[Column[str], ...] = (
    acts.c.reason,
    reports.c.text,
    reports.c.outcome,
    people.c.ban_reason,
)

Named = dict[str, int]  # names, and whose they were


def forget_in_reports(connection: Connection, numbers: Collection[int]) -> None:
    """Remove reports about people, and what names or cites them elsewhere."""
    names = names_of(connection, numbers)
    about = select(reports.c.number).where(reports.c.person.in_(numbers))
    connection.execute(delete(evidence).where(evidence.c.report.in_(about)))
    connection.execute(delete(reports).where(reports.c.person.in_(numbers)))
    connection.execute(update(reports).where(reports.c.by.in_(numbers)).values(text=""))
    cited = update(evidence).where(evidence.c.person.in_(numbers))
    connection.execute(cited.values(name="", text=""))
    told = update(acts).where(acts.c.person.in_(numbers))
    connection.execute(told.values(name="", reason=""))
    if names:
        for column in FREE:
            _unname(connection, column, names)


def names_of(connection: Connection, numbers: Collection[int]) -> Named:
    """What people are called, and were, as far as anybody has written it down."""
    places = (
        (people.c.name, people.c.number),
        *((table.c.name, table.c.person) for table in (accounts, acts, reports, evidence)),
    )
    found = union(*(select(name, whose).where(whose.in_(numbers)) for name, whose in places))
    return {name: number for name, number in connection.execute(found) if name}


def unnamed(text: str, names: Named) -> str:
    """A text in which people have numbers in place of names.

    >>> unnamed("Ada and ben: Ada's insults, Ben", {"Ada": 7, "Ben": 8})
    "person 7 and person 8: person 7's insults, person 8"
    """
    for name in sorted(names, key=len, reverse=True):
        case = re.IGNORECASE if len(name) >= SHORT else re.NOFLAG
        told = rf"(?<!\w){re.escape(name)}(?=s?(?!\w))"
        text = re.sub(told, f"person {names[name]}", text, flags=case)
    return text


def _unname(connection: Connection, column: Column[str], names: Named) -> None:
    """Put numbers in place of names in all texts of a kind."""
    key = column.table.c.number
    has_name = or_(
        *(column.contains(name, autoescape=True) for name in names),
        *(func.lower(column).contains(name.lower(), autoescape=True) for name in names),
    )
    for number, text in connection.execute(select(key, column).where(column != "", has_name)).all():
        change = update(column.table).where(key == number)
        connection.execute(change.values({column: unnamed(text, names)}))
