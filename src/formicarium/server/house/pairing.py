"""People who would like to play now are brought together, whichever process they ask."""

import secrets
from collections.abc import Sequence

from formicarium.core.game import Game
from formicarium.server.domain.events import Clock, Event, Head
from formicarium.server.domain.table import Table
from formicarium.server.house.house import House
from formicarium.server.house.plans import SeatPlan, TablePlan, laid
from formicarium.server.house.wishes import NOBODY, deciding
from formicarium.server.house.writes import write_of
from formicarium.server.store.entries import Paired, Seeker, Write

# Live: minutes for a decision; by the day: two of them
PACES = {
    "live": Clock("decision", 180.0),
    "days": Clock("decision", 2 * 86_400.0),
}


async def seek(house: House, seeker: Seeker, address: str) -> Paired:
    """Look for people who wish for the same; those who are found sit at a table that has begun."""
    game = await house.library.game(seeker.game, seeker.players, {})
    made: list[Table] = []

    def make(people: Sequence[int], level: str) -> tuple[Head, Write]:
        table, events = seated(seeker, game, people, level, house.now(), address)
        made.append(table)
        # The others may have closed the page while they waited.
        here, now = {seeker.person}, deciding(table)
        told = house.wishers.notices(table, events, before=NOBODY, now=now, here=here)
        return table.head, write_of(table, events, address=address, notices=told)

    found = await house.store.seek(seeker, house.now(), make)
    if found.people:
        house.at_the_page.stir(deciding(made[-1]), found.table)
        house.on_change(made[-1])
        await house.lobby.paired(found.people, found.table)
    return found


def seated(
    seeker: Seeker, game: Game, people: Sequence[int], level: str, now: float, address: str
) -> tuple[Table, list[Event]]:
    """A table at which these people sit, and bots where seats are left; it begins at once."""
    seats = [SeatPlan("person", person=person) for person in people]
    seats += [SeatPlan("bot", level)] * (seeker.players - len(seats))
    secrets.SystemRandom().shuffle(seats)
    clock = PACES[seeker.pace]
    plan = TablePlan(
        person=people[0],
        game=seeker.game,
        players=seeker.players,
        seats=seats,
        clock=clock,
        rated=seeker.rated,
        address=address,
    )
    return laid(plan, game, now)
