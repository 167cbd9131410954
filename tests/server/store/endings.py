"""Games that end, made up: who has played, and how it came out."""

import random
from collections.abc import Sequence

from formicarium.server.domain.events import Head
from formicarium.server.store import Store
from formicarium.server.store.entries import (
    BOTS,
    PEOPLE,
    Ending,
    ListedSeat,
    Placed,
    Result,
    Write,
)
from tests.server.store.made import head, played

GAMES = ("pebbles", "micropolis")
LEVELS = ("easy", "normal", "hard")


def at(*people: int, points: Sequence[int] = (), measure: str = "", **more: object) -> Ending:
    """A game of people (and of bots, where a number is 0), who ended in this order."""
    earned = points or [9 - place for place in range(len(people))]
    seats = tuple(
        Placed(person, "" if person else "normal", earned[place], place + 1, False)
        for place, person in enumerate(people)
    )
    fields = {"game": "micropolis", "fresh": True, "measure": measure, **more}
    return Ending(seats=seats, **fields)  # type: ignore[arg-type]


def drawn(dice: random.Random, persons: Sequence[int]) -> Ending:
    """Any game: rated, alone among bots, or with whomever."""
    players = dice.randint(2, 4)
    measure = dice.choice(("", PEOPLE, PEOPLE, BOTS))
    if measure == PEOPLE:
        sitting = dice.sample(persons, players)
    elif measure == BOTS:
        sitting = [dice.choice(persons)] + [0] * (players - 1)
    else:
        sitting = [dice.choice([0, *persons]) for _ in range(players)]
    points = [dice.randint(0, 30) for _ in sitting]
    dice.shuffle(sitting)
    seats = tuple(
        Placed(
            person,
            "" if person else dice.choice(LEVELS),
            mine,
            1 + sum(other > mine for other in points),
            bool(person) and measure != BOTS and dice.random() < 0.1,
        )
        for person, mine in zip(sitting, points, strict=True)
    )
    fresh = bool(measure) or dice.random() < 0.8
    return Ending(dice.choice(GAMES), fresh, measure, seats)


def over(table: str, ending: Ending, ended: float, **changes: object) -> tuple[Head, Write]:
    """A table whose game ends at once."""
    scores = [seat.points for seat in ending.seats]
    winners = [number for number, seat in enumerate(ending.seats) if seat.place == 1]
    made = Write(
        table=table,
        events=(played(1, at=ended),),
        status="over",
        result=Result(scores, winners),
        ending=ending,
        seats=tuple(
            ListedSeat("person" if seat.person else "bot", seat.person, seat.level)
            for seat in ending.seats
        ),
    )
    return head(table, game=ending.game, players=len(scores), **changes), made


async def end(store: Store, table: str, ending: Ending, ended: float = 10.0) -> None:
    """A game ends."""
    await store.create(*over(table, ending, ended))
