"""Games are looked through few at a time, and one address waits for itself."""

import asyncio

from formicarium.server.house.replays import PIECE, Replays, gently


class Work:
    """Something that takes as long as it is told to."""

    def __init__(self, replays: Replays) -> None:
        self.replays = replays
        self.begun: list[str] = []
        self.go_on = asyncio.Semaphore(0)

    async def do(self, address: str) -> None:
        async with self.replays.turn(address):
            self.begun.append(address)
            await self.go_on.acquire()

    async def settle(self) -> list[str]:
        for _ in range(10):
            await asyncio.sleep(0)
        return self.begun


def test_an_address_with_many_wishes_keeps_nobody_waiting() -> None:
    async def work() -> None:
        work = Work(Replays(together=2))
        tasks = [asyncio.create_task(work.do("flood")) for _ in range(5)]
        assert await work.settle() == ["flood"]
        tasks += [asyncio.create_task(work.do(name)) for name in ("one", "two")]
        assert await work.settle() == ["flood", "one"]
        work.go_on.release()
        assert await work.settle() == ["flood", "one", "two"]
        for _ in tasks:
            work.go_on.release()
        await asyncio.gather(*tasks)
        assert work.begun.count("flood") == 5

    asyncio.run(work())


def test_who_gives_up_lets_the_others_in() -> None:
    async def work() -> None:
        work = Work(Replays(together=1))
        tasks = [asyncio.create_task(work.do(name)) for name in ("a", "a", "b")]
        await work.settle()
        for task in tasks[:2]:
            task.cancel()
        assert await work.settle() == ["a", "b"]
        work.go_on.release()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(work())


def test_gently_is_all_of_it() -> None:
    assert [*gently(range(PIECE * 3 + 1))] == [*range(PIECE * 3 + 1)]
