"""What a report is about, as it is when somebody reports it: talk, and what happened."""

from formicarium.server.domain.people import NO_NAME
from formicarium.server.domain.projection import kind_of
from formicarium.server.domain.table import Table
from formicarium.server.house.house import House
from formicarium.server.store.entries import Evidence

BEFORE, AFTER = 15, 5  # lines of talk around the one that a report is about
LINES = 20  # of talk and of the log, where it is about none


async def gathered(
    house: House, table: Table, line: int | None, address: str = ""
) -> list[Evidence]:
    """Talk and log of a table, no more than any spectator is told; people by their names now."""
    name = table.head.id
    if line is None:
        lines = await house.store.chat(name, 0, most=LINES)
    else:
        lines = await house.store.chat(name, max(0, line - BEFORE - 1), line + AFTER + 1)
    since = max(0, table.versions[table.spectator] - LINES)
    happened = await house.log(name, None, since, address=address, newest=True)
    seated = [seat.person for seat in table.seats]
    names = await house.store.names({*seated, *(one.person for one in lines)})

    def called(person: int) -> str:
        return names.get(person, NO_NAME).name

    said = [
        Evidence("said", one.at, one.person, called(one.person), None, one.number, one.text)
        for one in lines
    ]
    return said + [
        Evidence(
            "happened",
            notice.event.at,
            person := 0 if (seat := notice.event.seat) is None else seated[seat],
            called(person),
            seat,
            0,
            f"{kind_of(notice)} {notice.words('')}".strip(),
        )
        for notice in happened
    ]
