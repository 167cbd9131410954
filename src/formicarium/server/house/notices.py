"""What people are told when they are not here: only what still holds, never often, never at night.

A notice is due after a time of grace. Who has looked at the page since is told nothing: she knows.
What waits for one person becomes one message, a digest if it is about several tables; the next one
comes after a pause, and none in her quiet hours. Nothing waits for longer than that pause, whatever
else she was told meanwhile.
"""

import asyncio
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from formicarium.server.domain.clocks import is_by_the_day
from formicarium.server.domain.events import Clock
from formicarium.server.house.house import House
from formicarium.server.house.tasks import end, go_round
from formicarium.server.store.notices import Channel, Draft, DueNotice, NewNotice, Wishes
from formicarium.server.store.outbox import RunningOut

ROUND = 1.0  # seconds between two looks at what is due
REMINDING = 60.0  # seconds between two looks at clocks
CHORE = "reminders"
MINUTE, DAY = 60, 86_400
SHARE, LONGEST = 0.25, 12 * 3600.0  # of the time for a decision one is reminded, and hours at most
AHEAD = LONGEST + DAY  # seconds: where it is night then, one is reminded before it
MOST_CLOCKS = 20_000  # of which it is remembered when somebody is reminded
LIVE_PAUSE = 60  # seconds between two messages where all wait at the table
CHANNELS: tuple[Channel, ...] = ("push", "mail")


class Planned(NamedTuple):
    """What comes of the notices of one person."""

    later: list[tuple[DueNotice, float]]  # are looked at again at that time
    settled: list[DueNotice]
    drafts: list[Draft]


class Notices:
    """Looks what people are to be told, and writes it down for the post."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.store = house.store
        self.reminded = 0.0  # when clocks were last looked at
        self._rounds: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look."""
        failed = "what people are to be told was not looked at"
        self._rounds = asyncio.create_task(go_round(self._look, ROUND, failed))

    async def stop(self) -> None:
        """Look no more; whoever opens the house again goes on."""
        await end(self._rounds)

    async def _look(self) -> None:
        await self.house.wishers.look(self.house.now())
        if self.house.wishers.known:
            await self.look(self.house.now())

    async def look(self, now: float) -> None:
        """Write down what is due."""
        if abs(now - self.reminded) >= REMINDING:
            self.reminded = now
            await self._remind(now)
        found = sorted(await self.store.due_notices(now), key=lambda one: one.person)
        if not found:
            return
        wishes = await self.store.wishes_of({one.person for one in found})
        plans = [
            planned(wishes[person], [*hers], now)
            for person, hers in groupby(found, key=lambda one: one.person)
        ]
        await self.store.put_off(one for plan in plans for one in plan.later)
        settled = [one for plan in plans for one in plan.settled]
        if settled:
            drafts = [one for plan in plans for one in plan.drafts]
            await self.store.write_letters(settled, drafts, now)

    async def _remind(self, now: float) -> None:
        """Notice whose clock runs out before long; up to when that was done is kept."""
        last = await self.store.last_done(CHORE)
        since = last if now - DAY < last <= now else now - REMINDING
        found = await self.store.running_out(now, now + AHEAD)
        wishes = await self.store.wishes_of({one.person for one in found})
        new = [
            (one.table, int(one.deadline), NewNotice(one.person, "reminder", now, now))
            for one in found
            if since < (reminding_time(wishes[one.person], one) or 0.0) <= now
        ]
        await self.store.remind(CHORE, last, now, new)


def planned(wishes: Wishes, found: Sequence[DueNotice], now: float) -> Planned:
    """What comes of the notices of one person that are due."""
    wanted = [one for one in found if _is_news(wishes, one) and ways(wishes, one)]
    if is_quiet(wishes, now):
        morning = end_of_quiet(wishes, now)
        later = [(one, morning) for one in wanted]
        return Planned(later, [one for one in found if one not in wanted], [])
    later = []
    is_live = any(not is_by_the_day(one.standing.clock) for one in wanted)
    free = wishes.told + (LIVE_PAUSE if is_live else wishes.pause)
    longest = min((one.at for one in wanted), default=now) + wishes.pause
    if wishes.told <= now < min(free, longest):  # unless the clock was wrong then
        until = min(free, longest)
        later = [(one, until) for one in wanted if one.matter.kind != "reminder"]
    waiting = {one.matter for one, _ in later}
    settled = [one for one in found if one.matter not in waiting]
    ready = [one for one in wanted if one.matter not in waiting]
    drafts = [
        Draft(wishes.person, channel, about)
        for channel in CHANNELS
        if (about := tuple(one.matter for one in ready if channel in ways(wishes, one)))
    ]
    return Planned(later, settled, drafts)


def _is_news(wishes: Wishes, one: DueNotice) -> bool:
    """Whether something is still so, and she has not looked since."""
    return one.standing.holds and wishes.looked < one.at


def ways(wishes: Wishes, one: DueNotice) -> list[Channel]:
    """In which ways somebody wishes to be told of something. Where all are there: never by mail."""
    is_calm = is_by_the_day(one.standing.clock)
    found: list[Channel] = []
    if one.matter.kind in wishes.push and (is_calm or wishes.live):
        found.append("push")
    if one.matter.kind in wishes.mail and wishes.address and is_calm:
        found.append("mail")
    return found


# --- Clocks ---------------------------------------------------------------------------------------


def lead(clock: Clock) -> float:
    """How many seconds before the end of her time somebody is reminded."""
    return min(LONGEST, clock.seconds * SHARE)


def reminding_time(wishes: Wishes, one: RunningOut) -> float | None:
    """When somebody is reminded that her clock runs out: before her quiet hours, if need be."""
    if one.clock is None or not is_by_the_day(one.clock):
        return None
    hours = Wishes(
        person=0,
        zone=wishes.zone,
        quiet_from=wishes.quiet_from,
        quiet_until=wishes.quiet_until,
    )
    return _before_quiet(hours, one.deadline - lead(one.clock))


@lru_cache(MOST_CLOCKS)
def _before_quiet(hours: Wishes, at: float) -> float:
    """That time, or the last minute before it at which it is not quiet.

    Every minute the same is asked again of all clocks that run.
    """
    return next((time for time in _minutes(at, -MINUTE) if not is_quiet(hours, time)), at)


def is_quiet(wishes: Wishes, now: float) -> bool:
    """Whether somebody wants to hear nothing at that time, by the clock on her wall."""
    begins, ends = wishes.quiet_from, wishes.quiet_until
    local = wishes.wall_clock(now)
    minute = local.hour * 60 + local.minute
    if begins <= ends:
        return begins <= minute < ends
    return minute >= begins or minute < ends


def end_of_quiet(wishes: Wishes, now: float) -> float:
    """When quiet hours end. Minute by minute: so it is right when clocks are changed at night."""
    first = now - now % MINUTE + MINUTE
    return next((time for time in _minutes(first, MINUTE) if not is_quiet(wishes, time)), first)


def _minutes(first: float, step: int) -> Iterable[float]:
    """The minutes of a day and an hour, from one on."""
    return (first + number * step for number in range(25 * 60))
