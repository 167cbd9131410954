"""Whose turn it is to be thought for, and how thoroughly."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest

import formicarium as fm
from formicarium.server.workers import pool
from formicarium.server.workers.effort import Experience, Load, effort_for
from formicarium.server.workers.pool import Pool
from formicarium.server.workers.protocol import Advise, ChildLost, Decide, Question
from formicarium.server.workers.shares import HALF_LIFE, MOST, PATIENT, Ledger, Share
from tests.server.workers.test_pool import Made, run


def nobody() -> bool:
    return False


class Hours:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Crew:
    """A pool with one made-up process, which takes as long as it is told for every answer."""

    def __init__(self, crew: Pool, hours: Hours, made: type[Made], state: fm.State) -> None:
        self.pool = crew
        self.hours = hours
        self.made = made
        self.state = state
        self.seat = state.to_act[0]
        self.tasks: list[asyncio.Task[Any]] = []
        self.numbers: dict[int, str] = {}  # seeds, and for whom they are

    async def bot(self, share: Share, level: str = "hard", seconds: float | None = 30.0) -> None:
        """A bot waits; its seed says later which it is."""
        seed = len(self.numbers)
        self.numbers[seed] = share.table
        self._wait(self.pool.decide(self.state, self.seat, level, seed, seconds, share))
        await asyncio.sleep(0)

    async def hint(self, share: Share) -> None:
        self._wait(self.pool.hint(self.state, self.seat, 3.0, "en", share))
        await asyncio.sleep(0)

    def _wait(self, work: Any) -> None:
        self.tasks.append(asyncio.create_task(work))

    async def asked(self) -> tuple[Question, Callable[[float], None]]:
        """What the process is asked next, and how to answer after some seconds."""
        child, question, future = await self.made.asked.get()

        def answer(seconds: float) -> None:
            self.hours.now += seconds
            child.seconds = seconds
            code = {"code": self.state.codes(self.seat)[0]}
            future.set_result(code if isinstance(question, Decide) else [])

        return question, answer

    async def served(self, count: int, seconds: float = 1.0) -> list[str]:
        """Who is thought for next, in this order, each for some seconds."""
        order = []
        for _ in range(count):
            question, answer = await self.asked()
            order.append(self.numbers[question.seed] if isinstance(question, Decide) else "hint")
            answer(seconds)
            await asyncio.sleep(0)
        return order


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> type[Made]:
    class Fresh(Made):
        asked = asyncio.Queue()

    monkeypatch.setattr(pool, "Child", Fresh)
    return Fresh


@asynccontextmanager
async def crew_of(made: type[Made]) -> AsyncIterator[Crew]:
    hours = Hours()
    crew = Pool(1, clock=hours)
    await crew.start()
    state = fm.load("micropolis", players=2).start(seed=7)
    scene = Crew(crew, hours, made, state)
    try:
        await scene.bot(Share("nowhere", "nobody", "first"))
        assert await scene.served(0) == []
        yield scene
    finally:
        for task in scene.tasks:
            task.cancel()
        await asyncio.gather(*scene.tasks, return_exceptions=True)
        await crew.stop()


def test_turns_go_round_addresses_then_people_then_tables(made: type[Made]) -> None:
    async def scene() -> list[str]:
        async with crew_of(made) as crew:
            for table in range(4):
                await crew.bot(Share("large", "eve", f"eve {table}"))
            for table in range(2):
                await crew.bot(Share("large", "ann", f"ann {table}"))
            await crew.bot(Share("small", "ada", "ada 0"))
            await crew.bot(Share("small", "ada", "ada 1"))
            return await crew.served(9)

    first, *order = run(scene())
    assert first == "first"
    assert order == ["eve 0", "ada 0", "ann 0", "ada 1", "eve 1", "ann 1", "eve 2", "eve 3"]


def test_sixty_tables_of_one_address_do_not_delay_a_stranger(made: type[Made]) -> None:
    async def scene() -> list[str]:
        async with crew_of(made) as crew:
            for table in range(60):
                await crew.bot(Share("attacker", "eve", f"eve {table}"))
            await crew.served(10)
            await crew.bot(Share("elsewhere", "ada", "ada"))
            return await crew.served(2)

    assert run(scene())[1] == "ada"  # right after what was begun before


def test_what_somebody_watches_comes_first_and_that_is_asked_when_it_matters(
    made: type[Made],
) -> None:
    watched: set[str] = set()

    async def scene() -> list[str]:
        async with crew_of(made) as crew:
            for table in ("one", "two", "three"):
                await crew.bot(Share(table, "eve", table, partial(watched.__contains__, table)))
            watched.add("three")  # somebody comes when all wait already
            return await crew.served(4)

    assert run(scene()) == ["first", "three", "one", "two"]


def test_nobody_waits_for_ever_because_nobody_watches(made: type[Made]) -> None:
    async def scene() -> list[str]:
        async with crew_of(made) as crew:
            await crew.bot(Share("left", "ada", "left", nobody))
            order = []
            for number in range(int(PATIENT) + 2):
                await crew.bot(Share("busy", "eve", f"busy {number}"))
                order += await crew.served(1)
            return order

    order = run(scene())
    assert "left" not in order[: int(PATIENT) - 1]
    assert "left" in order


def test_hints_of_one_address_and_bots_of_another_share(made: type[Made]) -> None:
    async def scene() -> list[str]:
        async with crew_of(made) as crew:
            for _ in range(4):
                await crew.hint(Share("hints", "eve", "t"))
            for number in range(3):
                await crew.bot(Share("bots", "ada", f"bot {number}"))
            return await crew.served(8)

    # Neither the bots, which are more urgent, nor the hints, which came first, are served alone.
    assert run(scene())[1:] == ["bot 0", "hint", "bot 1", "hint", "bot 2", "hint", "hint"]


def test_bots_come_before_hints_at_one_table(made: type[Made]) -> None:
    async def scene() -> list[str]:
        async with crew_of(made) as crew:
            share = Share("here", "ada", "t")
            await crew.hint(share)
            await crew.bot(share)
            return await crew.served(3)

    assert run(scene()) == ["first", "t", "hint"]


def test_between_two_decisions_of_a_turn_nobody_begins_to_think_at_length(
    made: type[Made], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> list[str]:
        async with crew_of(made) as crew:
            crew.pool.experience.decided((crew.state.game.name, "expert"), 1.0, 1.0)
            monkeypatch.setattr(pool, "MOMENT", 0.0)
            await crew.served(1)
            await asyncio.sleep(0.01)
            for number in range(3):
                await crew.bot(Share("much", "eve", f"long {number}"), "expert")
            order = await crew.served(1)
            await crew.bot(Share("little", "ada", "short 0"), "normal")
            monkeypatch.setattr(pool, "MOMENT", 0.5)
            order += await crew.served(2, 0.0)
            await asyncio.sleep(0.01)  # until it has to decide again
            await crew.bot(Share("little", "ada", "short 1"), "normal")
            return order + await crew.served(2, 0.0)

    assert run(scene()) == ["long 0", "long 1", "short 0", "short 1", "long 2"]


def test_the_past_is_forgotten() -> None:
    ledger, share = Ledger(), Share("here", "ada", "t")
    ledger.charge(share, 8.0, now=0.0)
    assert ledger.had(share, HALF_LIFE) == (4.0, 4.0, 4.0)
    assert ledger.had(share, 3 * HALF_LIFE) == (1.0, 1.0, 1.0)
    assert ledger.had(share, -5.0) == (8.0, 8.0, 8.0)  # a clock that was set back
    for number in range(MOST):
        ledger.charge(Share(f"{number}"), 0.01, now=100 * HALF_LIFE)
    for number in range(MOST):
        ledger.charge(Share(f"again {number}"), 0.01, now=200 * HALF_LIFE)
    assert len(ledger._had) < 5 * MOST  # of six that were charged


def test_what_was_expected_is_charged_until_it_is_known() -> None:
    ledger, share = Ledger(), Share("here", "ada", "t")
    ledger.charge(share, 5.0, now=0.0)
    assert ledger.had(share, 0.0)[0] == 5.0
    ledger.give_back(share, 5.0, charged=0.0, now=HALF_LIFE)
    ledger.charge(share, 1.0, now=HALF_LIFE)
    assert ledger.had(share, HALF_LIFE)[0] == 1.0


# --- Shortening -----------------------------------------------------------------------------------


async def learned(crew: Crew, level: str, seconds: float, decisions: int) -> None:
    """Let the pool know what a turn of a level takes."""
    kind = (crew.state.game.name, level)
    crew.pool.experience.decided(kind, seconds, 1.0)
    crew.pool.experience.ended_turn(kind, decisions)
    await crew.served(1, 0.0)


def efforts(
    made: type[Made], level: str, seconds: float, tables: int, limit: float | None = 30.0
) -> list[float]:
    """With what effort bots of some tables think that wait at the same time."""

    async def scene() -> list[float]:
        found = []
        async with crew_of(made) as crew:
            await learned(crew, level, seconds, 3)
            for number in range(tables):
                await crew.bot(Share(f"{number}", "ada", f"{number}"), level, limit)
            for _ in range(tables):
                question, answer = await crew.asked()
                assert isinstance(question, Decide)
                found.append(question.effort)
                answer(0.0)
            await asyncio.gather(*crew.tasks)
            assert [task.result().effort for task in crew.tasks[1:]] == found
        return found

    return run(scene())


@pytest.mark.parametrize(
    ("level", "seconds", "tables"),
    [("expert", 0.2, 3), ("expert", 1.0, 3), ("hard", 0.05, 5), ("hard", 0.19, 5)],
)
def test_few_tables_are_never_shortened_however_slow_the_machine(
    made: type[Made], level: str, seconds: float, tables: int
) -> None:
    assert {*efforts(made, level, seconds, tables)} == {1.0}


def test_a_bot_without_a_clock_is_never_shortened(made: type[Made]) -> None:
    assert {*efforts(made, "expert", 0.2, 20, limit=None)} == {1.0}


def test_thinking_gets_shorter_in_steps_and_comes_back(made: type[Made]) -> None:
    found = efforts(made, "expert", 0.2, 20)
    # The first is asked before the others have come.
    assert found[0] == 1.0
    assert {*found} == {1.0, 3 / 4, 1 / 2, 1 / 4}
    assert found[1:] == sorted(found[1:])
    assert found[-1] == 1.0


def test_less_than_a_quarter_only_where_a_turn_would_take_too_long() -> None:
    assert effort_for(11.9, slowest=0.1) == 1 / 4
    assert effort_for(12.1, slowest=0.1) == 1 / 8
    assert effort_for(1e9, slowest=0.1) == 1 / 32  # never nothing


def test_who_asks_for_little_is_not_shortened_by_who_asks_for_much() -> None:
    load = Load([("small", 0.1), *[("large", 0.6)] * 60], processes=1)
    assert load.effort("small") == 1.0
    assert load.effort("large") < 1 / 4


def test_turns_are_learned_at_full_effort() -> None:
    known, kind = Experience(), ("myrmes", "expert")
    assert known.rest_of_turn(kind, 0) == 0.0
    known.decided(kind, 0.1, effort=0.25)
    assert known.decision(kind) == 0.4  # a first guess
    known.decided(kind, 0.2, effort=1.0)
    known.decided(kind, 0.01, effort=0.25)
    assert known.decision(kind) == 0.2
    known.ended_turn(kind, 4)
    assert [round(known.rest_of_turn(kind, taken), 3) for taken in (0, 3, 9)] == [0.8, 0.2, 0.2]


def test_what_a_decision_takes_is_learned_from_the_process(made: type[Made]) -> None:
    async def scene() -> float:
        async with crew_of(made) as crew:
            for number in range(3):
                await crew.bot(Share("here", "ada", f"{number}"), "expert")
            await crew.served(4, 0.5)
            await asyncio.gather(*crew.tasks)
            return crew.pool.experience.decision((crew.state.game.name, "expert"))

    assert run(scene()) == 0.5


def test_hints_get_shorter_as_well(made: type[Made]) -> None:
    async def scene() -> list[float]:
        found = []
        async with crew_of(made) as crew:
            await crew.served(1, 0.0)
            for number in range(8):
                await crew.hint(Share("here", "ada", f"{number}"))
            for _ in range(8):
                question, answer = await crew.asked()
                assert isinstance(question, Advise)
                found.append(question.seconds)
                answer(0.0)
        return found

    found = run(scene())
    assert found[0] == 3.0
    assert min(found) == 1.5
    assert found[-1] == 3.0


def test_no_decision_is_lost_by_waiting(made: type[Made]) -> None:
    async def scene() -> list[str]:
        async with crew_of(made) as crew:
            for number in range(3):
                await crew.bot(Share("here", "ada", f"{number}"))
            await crew.served(4, seconds=1000.0)  # each waits much longer than it may think
            return [decision.forfeit for decision in await asyncio.gather(*crew.tasks)]

    assert run(scene()) == [""] * 4


def test_a_lost_process_is_tried_again_with_the_same_share(made: type[Made]) -> None:
    async def scene() -> list[str]:
        async with crew_of(made) as crew:
            await crew.served(1)
            await crew.bot(Share("here", "ada", "again"))
            _, _, answer = await made.asked.get()
            answer.set_exception(ChildLost("vanished", blamed=False))
            return await crew.served(1)

    assert run(scene()) == ["again"]


def test_who_waits_is_known_and_about_how_long(made: type[Made]) -> None:
    async def scene() -> None:
        async with crew_of(made) as crew:
            await learned(crew, "expert", 0.2, 3)
            await crew.bot(Share("here", "ada", "thinks", ticket="thinks"), "expert")
            for number in range(4):
                name = f"waits {number}"
                await crew.bot(Share("here", "ada", name, ticket=name), "expert")
            crew.hours.now += 0.9
            assert crew.pool.late(1.0) == {}
            assert crew.pool.queue() == (4, 0.9, 1.0)
            crew.hours.now += 0.2
            late = crew.pool.late(1.0)
            assert [*late] == [f"waits {number}" for number in range(4)]
            assert late["waits 0"] == pytest.approx(4 * 0.6)
            await crew.served(5)
            assert crew.pool.late(0.0) == {}
            assert crew.pool.queue() == (0, 0.0, 1.0)

    run(scene())
