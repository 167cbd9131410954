"""Thinking in other processes: as here, within its time, and whatever happens there.

Processes are real where they matter, but few: each takes a second or more to start.
"""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

import formicarium as fm
from formicarium.bots.characters import characters
from formicarium.bots.referee import Player
from formicarium.core.errors import BadLanguage, BadOption, BadRecord, IllegalAction
from formicarium.server.workers import pool, protocol
from formicarium.server.workers.pool import BotDecision, NoThinking, Pool, check_level, levels
from formicarium.server.workers.protocol import Advise, Child, ChildLost, Decide, GoOn, Question
from formicarium.server.workers.shares import Share
from tests.bots.rogues import invite

Result = TypeVar("Result")


@pytest.fixture
def rogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    invite(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    levels.cache_clear()
    return tmp_path


@pytest.fixture
def state() -> fm.State:
    return fm.load("micropolis", players=2).start(seed=7)


def run(scene: Coroutine[Any, Any, Result]) -> Result:
    """Play a scene; a wait that would never end is a failure."""
    return asyncio.run(asyncio.wait_for(scene, 60))


def finished(seed: int = 1) -> fm.Record:
    record, dice = fm.Record(fm.load("micropolis", players=2), seed=seed), Random(seed)
    while not record.state.is_over:
        seat = record.state.to_act[0]
        record.play(seat, dice.choice(record.state.codes(seat)))
    return record


@asynccontextmanager
async def started(count: int) -> AsyncIterator[Pool]:
    crew = Pool(count)
    await crew.start()
    try:
        yield crew
    finally:
        await crew.stop()


async def longest_pause(until: asyncio.Event) -> float:
    """How long the event loop was kept busy at worst, whatever else the machine has to do."""
    worst = 0.0
    while not until.is_set():
        begun = time.thread_time()
        await asyncio.sleep(0.001)
        worst = max(worst, time.thread_time() - begun)
    return worst


# --- With real processes --------------------------------------------------------------------------


@pytest.mark.compiled
def test_all_is_as_in_this_process_and_nobody_waits(state: fm.State) -> None:
    seat = state.to_act[0]
    seeds = [*range(8)]
    shares: list[float] = []
    record = finished()

    async def scene() -> tuple[list[BotDecision], list[dict[str, Any]], dict[str, Any], float]:
        done = asyncio.Event()
        pause = asyncio.create_task(longest_pause(done))
        async with started(2) as crew:
            analysis = asyncio.create_task(crew.analyse(record, "de", 0.005, shares.append))
            decisions = [crew.decide(state, seat, "hard", seed, 30) for seed in seeds]
            hint = crew.hint(state, seat, 0.05, "fr")
            found = await asyncio.gather(*decisions), await hint, await analysis
        done.set()
        return *found, await pause

    decisions, hints, analysis, pause = run(scene())
    here = [Player("hard", seat, seed).decide(state, 0) for seed in seeds]
    assert [decision.code for decision in decisions] == here
    assert {decision.forfeit for decision in decisions} == {""}

    assert sorted(hint["code"] for hint in hints) == state.codes(seat)
    best = hints[0]
    assert best["tries"] == max(hint["tries"] for hint in hints)
    assert best["text"] == state.notation(best["code"])
    assert best["words"] == state.action(seat, best["code"]).describe("fr")
    assert all(0 <= hint["chance"] <= 1 for hint in hints)
    assert all(hint["reasons"] for hint in hints[:3])

    assert [moment["number"] for moment in analysis["moments"]] == [
        *range(1, len(record.decisions) + 1)
    ]
    assert analysis["scores"] == record.state.scores()
    assert analysis["page"].startswith("<!")
    assert 'lang="de"' in analysis["page"]
    assert shares == sorted(shares)
    assert len(shares) == len(record.decisions)
    assert shares[-1] == 1

    assert pause < 0.5  # a few milliseconds


@pytest.mark.heavy
def test_a_bad_bot_costs_its_decision_and_nothing_else(
    state: fm.State, rogues: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEED", str(rogues / "deed"))
    seat = state.to_act[0]
    reasons = {
        "raiser": "raised ValueError: no idea",
        "cheat": "answered 1000000000, which is not a legal action",
        "unborn": "bot unborn cannot be loaded: RuntimeError: not today",
        "unready": "bot unready cannot play micropolis: FileNotFoundError: weights.bin",
        "nobody": "there is no bot 'nobody'",
        "killer": "lost its process: killed by SIGKILL",
        "staller": "did not answer within 1.35 s",
        "clock": "",
    }

    async def scene() -> dict[str, BotDecision]:
        async with started(1) as crew:
            return {name: await crew.decide(state, seat, name, 3, 1) for name in reasons}

    found = run(scene())
    assert {name: found[name].forfeit[: len(reason)] for name, reason in reasons.items()} == reasons
    assert found["clock"] == BotDecision(state.codes(seat)[-1], "", found["clock"].seconds)
    assert {decision.code for decision in found.values()} <= {*state.codes(seat)}
    assert found["killer"].code == Random(3).choice(state.codes(seat))


def test_stopping_does_not_wait_for_a_thought(
    state: fm.State, rogues: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Watched(Child):
        begun = asyncio.Event()

        async def _within(self, seconds: float, begun: bool, progress: Any) -> Any:
            if begun:
                self.begun.set()
            return await super()._within(seconds, begun, progress)

    async def scene() -> float:
        Watched.begun = asyncio.Event()
        crew = Pool(1)
        await crew.start()
        seat = state.to_act[0]
        thought = asyncio.create_task(crew.decide(state, seat, "staller", 3, 60))
        waiting = asyncio.create_task(crew.hint(state, seat, 1, "en"))
        await Watched.begun.wait()
        before = time.monotonic()
        await crew.stop()
        for task in (thought, waiting):
            with pytest.raises(NoThinking, match="closing"):
                await task
        with pytest.raises(NoThinking, match="no processes"):
            await crew.hint(state, seat, 1, "en")
        return time.monotonic() - before

    monkeypatch.setattr(pool, "Child", Watched)
    assert run(scene()) < 20  # the thought would take longer


def test_nobody_is_asked_before_the_game_is_compiled(state: fm.State) -> None:
    asked: list[str] = []

    async def prepared(entry: str) -> None:
        asked.append(entry)
        raise NoThinking("not compiled yet")

    async def scene() -> None:
        crew, seat = Pool(1, prepared), state.to_act[0]
        for question in (
            crew.decide(state, seat, "easy", 3, 1),
            crew.hint(state, seat, 1, "en"),
            crew.analyse(finished(), "en", 0.1, lambda share: None),
        ):
            with pytest.raises(NoThinking, match="not compiled"):
                await question

    run(scene())
    assert asked == ["micropolis"] * 3


PARENT = """
import asyncio, os
from formicarium.server.workers.protocol import Child

async def main():
    child = await Child.start()
    print(child.process.pid, os.getsid(child.process.pid), flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def test_no_process_outlives_its_parent() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with parent:
        assert parent.stdout
        told = parent.stdout.readline().split()
        parent.kill()
        # The child holds the other end of this, too: it is read when both are gone.
        _, complaints = parent.communicate(timeout=30)
    child, session = map(int, told)
    assert complaints == b""
    assert session == child  # so Ctrl-C reaches the parent alone


# --- With processes that are made up --------------------------------------------------------------


class Made(Child):
    """A child that is no process, and answers when it is told to."""

    asked: "asyncio.Queue[tuple[Made, Question, asyncio.Future[Any]]]"
    born = 0

    def __init__(self) -> None:
        self.is_spent = False

    @classmethod
    async def start(cls) -> "Made":
        cls.born += 1
        return cls()

    @property
    def is_alive(self) -> bool:
        return not self.is_spent

    async def ask(
        self, question: Question, seconds: float, progress: Callable[[float], None] | None = None
    ) -> Any:
        answer: asyncio.Future[Any] = asyncio.Future()
        self.seconds = 0.0  # as a real one does
        self.asked.put_nowait((self, question, answer))
        try:
            return await answer
        except ChildLost:
            self.is_spent = True
            raise

    async def end(self, seconds: float = 0.0) -> None:
        self.is_spent = True


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> type[Made]:
    class Fresh(Made):
        asked = asyncio.Queue()

    monkeypatch.setattr(pool, "Child", Fresh)
    return Fresh


def test_bots_come_before_hints_and_hints_before_analyses(
    state: fm.State, made: type[Made]
) -> None:
    seat = state.to_act[0]

    async def scene() -> list[Question]:
        async with started(1) as crew:
            analysis = asyncio.create_task(crew.analyse(finished(), "en", 1, lambda share: None))
            order = []
            _, question, answer = await made.asked.get()
            order.append(question)
            hint = asyncio.create_task(crew.hint(state, seat, 1, "en"))
            decision = asyncio.create_task(crew.decide(state, seat, "hard", 3, 1))
            await asyncio.sleep(0)
            answer.set_result(None)
            found = {Decide: {"code": state.codes(seat)[0]}, Advise: [], GoOn: {"found": {}}}
            for _ in range(3):
                _, question, answer = await made.asked.get()
                order.append(question)
                answer.set_result(found[type(question)])
            await asyncio.gather(analysis, hint, decision)
        return order

    names = [type(question).__name__ for question in run(scene())]
    assert names == ["Analyse", "Decide", "Advise", "GoOn"]


def test_whoever_counts_hears_for_which_address_was_thought(
    state: fm.State, made: type[Made]
) -> None:
    seat, counted = state.to_act[0], list[tuple[str, float]]()

    async def scene() -> None:
        async with started(1) as crew:
            crew.thought = lambda address, seconds: counted.append((address, seconds))
            share = Share("192.0.2.1", "ada", "table")
            asked = asyncio.create_task(crew.decide(state, seat, "hard", 3, 1, share))
            child, _, answer = await made.asked.get()
            child.seconds = 0.75
            answer.set_result({"code": state.codes(seat)[0]})
            await asked

    run(scene())
    assert counted == [("192.0.2.1", 0.75)]


def test_analyses_leave_a_process_to_the_bots(state: fm.State, made: type[Made]) -> None:
    async def scene() -> None:
        async with started(2) as crew:
            record = finished()
            analyses = [
                asyncio.create_task(crew.analyse(record, "en", 1, lambda share: None))
                for _ in range(3)
            ]
            first, _, _ = await made.asked.get()
            decision = asyncio.create_task(crew.decide(state, state.to_act[0], "hard", 3, 1))
            second, question, answer = await made.asked.get()
            assert isinstance(question, Decide)
            assert second is not first
            answer.set_result({"code": state.codes(state.to_act[0])[0]})
            await decision
            assert made.asked.empty()
            for analysis in analyses:
                analysis.cancel()
            await asyncio.gather(*analyses, return_exceptions=True)

    run(scene())


def test_what_was_lost_is_tried_once_more_but_a_bot_that_began_is_not(
    state: fm.State, made: type[Made]
) -> None:
    seat = state.to_act[0]

    async def fate(work: Any, *ends: object) -> Any:
        task = asyncio.create_task(work)
        for end in ends:
            _, _, answer = await made.asked.get()
            if isinstance(end, Exception):
                answer.set_exception(end)
            else:
                answer.set_result(end)
        return (await asyncio.gather(task, return_exceptions=True))[0]

    async def scene() -> None:
        async with started(1) as crew:
            begun, before = ChildLost("vanished", True), ChildLost("vanished", False)
            code = {"code": state.codes(seat)[0]}

            def decision() -> Any:
                return crew.decide(state, seat, "hard", 3, 1)

            assert (await fate(decision(), begun)).forfeit == "vanished"
            assert (await fate(decision(), before, code)).forfeit == ""
            assert (await fate(decision(), before, before)).forfeit == "vanished"
            assert (await fate(decision(), {"code": 10**6})).forfeit.startswith("answered")
            assert await fate(crew.hint(state, seat, 1, "en"), begun, []) == []
            failed = await fate(crew.hint(state, seat, 1, "en"), begun, begun)
            assert isinstance(failed, NoThinking)
            assert "twice" in str(failed)
            analysis = crew.analyse(finished(), "en", 1, lambda share: None)
            found = {"found": {"page": ""}}
            assert await fate(analysis, None, begun, None, found) == {"page": ""}

    run(scene())
    assert made.born > 5


def test_no_secret_leaves(state: fm.State, made: type[Made]) -> None:
    seat = state.to_act[0]

    async def scene() -> Decide:
        async with started(1) as crew:
            task = asyncio.create_task(crew.decide(state, seat, "hard", 3, 1))
            _, question, answer = await made.asked.get()
            answer.set_result({"code": state.codes(seat)[0]})
            await task
            assert isinstance(question, Decide)
            return question

    sent = run(scene()).state
    assert sent == state.redetermined(seat, 3).to_bytes() != state.to_bytes()


def test_what_cannot_be_asked_is_refused_at_once(state: fm.State, made: type[Made]) -> None:
    seat = state.to_act[0]

    async def scene() -> None:
        async with started(1) as crew:
            with pytest.raises(IllegalAction, match="nothing to decide"):
                await crew.decide(state, 1 - seat, "hard", 3, 1)
            with pytest.raises(IllegalAction, match="nothing to decide"):
                await crew.hint(state, 1 - seat, 1, "en")
            with pytest.raises(BadLanguage):
                await crew.hint(state, seat, 1, "xx")
            with pytest.raises(BadRecord, match="over"):
                await crew.analyse(fm.Record(state.game, seed=7), "en", 1, lambda share: None)
        assert made.asked.empty()

    run(scene())
    with pytest.raises(BadOption, match="at least one"):
        Pool(0)


def test_levels_are_ours_by_strength_and_then_those_of_others(rogues: Path) -> None:
    assert levels()[:7] == tuple(characters())
    assert "raiser" in levels()
    assert not {"search", "greedy", "random"} & {*levels()}
    assert check_level("hard") == "hard"
    for wrong in ("search:seconds=3600", "hard:", "", "random"):
        with pytest.raises(BadOption, match="choose one of: newcomer"):
            check_level(wrong)


def test_processes_to_think_in_are_counted(
    state: fm.State, made: type[Made], monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = state.to_act[0]
    tried = asyncio.Event()

    async def in_vain() -> Made:
        tried.set()
        raise ChildLost("no process could be started", blamed=False)

    async def scene() -> list[int]:
        async with started(1) as crew:
            counted = [crew.alive]
            decision = asyncio.create_task(crew.decide(state, seat, "hard", 3, 1))
            _, _, answer = await made.asked.get()
            counted.append(crew.alive)
            monkeypatch.setattr(made, "start", in_vain)
            answer.set_exception(ChildLost("is gone", blamed=True))
            await decision
            await tried.wait()
            return [*counted, crew.alive]

    assert run(scene()) == [0, 1, 0]


def test_a_process_that_cannot_be_started_is_no_catastrophe(
    state: fm.State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    seat = state.to_act[0]

    async def scene() -> BotDecision:
        async with started(1) as crew:
            with pytest.raises(NoThinking, match="twice"):
                await crew.hint(state, seat, 1, "en")
            return await crew.decide(state, seat, "hard", 3, 1)

    decision = run(scene())
    assert decision.code in state.codes(seat)
    assert decision.forfeit == "has no process to think in"


def test_signals_are_told_by_name() -> None:
    assert protocol._told(-signal.SIGKILL) == "lost its process: killed by SIGKILL"
    assert protocol._told(1) == "lost its process: it ended with status 1"
