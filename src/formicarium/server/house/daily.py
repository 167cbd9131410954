"""The game of a day in a house: everybody's one try, and what others may see of it."""

import hashlib
from contextlib import suppress

from formicarium.bots import seed_for
from formicarium.bots.referee import Player
from formicarium.core.errors import BadOption, BadRecord
from formicarium.core.game import load_with
from formicarium.core.options import choose_all
from formicarium.core.record import Record
from formicarium.core.rulebook import Rulebook
from formicarium.server.domain.daily import (
    LEVEL,
    PERSON,
    Candidate,
    DailyGame,
    bot_seed_number,
    counts_until,
    day_of,
)
from formicarium.server.domain.table import Table
from formicarium.server.house.facts import facts_of
from formicarium.server.house.house import House
from formicarium.server.house.plans import SeatPlan, TablePlan
from formicarium.server.store.entries import Summary
from formicarium.server.store.errors import Stale


def candidate(book: Rulebook) -> Candidate:
    """A game as it may be that of a day, with the options that it usually has."""
    players = [count for count in book.players if _is_playable(book, count)]
    return Candidate(book.name, book.version, players, facts_of(book.package).minutes)


def _is_playable(book: Rulebook, players: int) -> bool:
    with suppress(BadOption):
        book.check(players, choose_all(book.options, {}))
        return True
    return False


# --- Everybody's try ------------------------------------------------------------------------------


def name_of_try(secret: bytes, day: int, person: int) -> str:
    """How somebody's table of a day is called: there is one, whoever asks how often."""
    asked = secret + f"daily {day} {person}".encode()
    return hashlib.blake2b(asked, digest_size=16).hexdigest()


async def own_try(house: House, day: int, person: int) -> Summary | None:
    """Somebody's table of a day, if she has begun."""
    return await house.store.summary(name_of_try(house.secret, day, person))


async def begin_try(house: House, daily: DailyGame, person: int, address: str) -> str:
    """Lay the table for somebody's try; of two at the same moment, there is the first one."""
    name = name_of_try(house.secret, daily.day, person)
    bots = [SeatPlan("bot", LEVEL)] * (daily.players - 1)
    plan = TablePlan(
        person=person,
        game=daily.game,
        players=daily.players,
        seats=[SeatPlan("me"), *bots],
        public=False,
        daily=daily,
        table=name,
        address=address,
    )
    with suppress(Stale):
        await house.create(plan)
    return name


def is_done(mine: Summary) -> bool:
    """Whether a try is over: played to its end, given up, or closed."""
    return mine.status != "playing" or mine.seats[PERSON].kind != "person"


async def may_see(house: House, table: Table, person: int) -> bool:
    """Whether somebody may see a table: of a day's game of hers to come, nobody else's."""
    day = table.head.daily
    if not day or table.belongs_to(person):
        return True
    return is_open(day, house.now(), await own_try(house, day, person))


def is_open(day: int, now: float, mine: Summary | None) -> bool:
    """Whether somebody may see how others played: not while a try of hers is to come or to end."""
    if mine is None:
        return day_of(now) > day
    return is_done(mine) or now >= counts_until(day)


# --- Records --------------------------------------------------------------------------------------


def check_record(record: Record, daily: DailyGame) -> None:
    """Whether a record is a whole game of that day; `BadRecord` says why it is not.

    What the bots play in it must be what they play in every house.
    """
    _check_setup(record, daily)
    state, taken = record.start(), record.decisions
    for number, (seat, code) in enumerate(taken):
        if seat != PERSON:
            seed = seed_for(daily.seed, seat, bot_seed_number(taken[:number], seat))
            answer = Player(LEVEL, seat, seed).decide(state, 0)
            if answer != code:
                raise BadRecord(
                    f"decision {number + 1}: seat {seat + 1} has played {state.notation(code)!r}; "
                    f"the bot of that day plays {state.notation(answer)!r}"
                )
        state.play(seat, code)
    if not state.is_over:
        raise BadRecord("the game was not played to its end")


def _check_setup(record: Record, daily: DailyGame) -> None:
    game = record.game
    if game.name != daily.game:
        raise BadRecord(f"the game of that day is {daily.game}, not {game.name}")
    usual = load_with(daily.game, daily.players, None, {})
    if (game, game.book.version) != (usual, daily.rules):
        raise BadRecord(f"the game of that day is {usual!r} by rules {daily.rules}, not {game!r}")
    if record.seed != daily.seed:
        raise BadRecord("the game of that day begins with another seed")
