"""Sends messages until somebody kills it: `python -m tests.server.sender DATABASE [SMTP]`."""

import asyncio
import sys
from types import SimpleNamespace
from typing import Any

from formicarium.server.house import post
from formicarium.server.house.mail import Mailer
from formicarium.server.house.post import Post
from formicarium.server.house.push import Push
from formicarium.server.metrics import Metrics
from formicarium.server.settings import Settings
from formicarium.server.store import Store


class NoGames:
    """No game is installed: they are called as they are."""

    async def books(self) -> dict[str, Any]:
        return {}


async def opened_office(store: Store, smtp: str = "") -> Post:
    """A post without a house around it."""
    house_address = "https://ants.example.org" if smtp else ""
    settings = Settings(
        push_anywhere=True, smtp=smtp, house_address=house_address, mail_from="ants@example.org"
    )
    push = Push(store, settings)
    await push.open()
    house: Any = SimpleNamespace(
        store=store,
        now=store.clock,
        library=NoGames(),
        metrics=Metrics(),
        secret=await store.secret("house"),
    )
    return Post(house, push, Mailer(settings))


async def send(database: str, smtp: str = "") -> None:
    """Send what there is, by mail where there is a server of mails; when nothing is left, go."""
    store = await Store.open(database)
    office = await opened_office(store, smtp)
    while await letters_left(store):
        await office.look("mail" if smtp else "push")
        await asyncio.sleep(0.01)
    await office.stop()
    await store.close()


async def letters_left(store: Store) -> bool:
    from sqlalchemy import func, select

    from formicarium.server.store.schema import letters

    (count,) = await store._one(select(func.count()).select_from(letters))
    return bool(count)


if __name__ == "__main__":
    post.LEASE = 5.0
    asyncio.run(send(*sys.argv[1:]))
