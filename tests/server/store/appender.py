"""A process that appends events to tables until it is killed, and prints every acknowledgement.

python -m tests.server.store.appender URL TABLE…
"""

import asyncio
import sys

from formicarium.server.store import Store
from tests.server.store.made import plays


async def append(store: Store, table: str) -> None:
    number = len(await store.events_since(table, 0))
    while True:
        number += 1
        await store.append(plays(table, number))
        sys.stdout.write(f"{table} {number}\n")
        sys.stdout.flush()


async def main(url: str, *tables: str) -> None:
    store = await Store.open(url)
    await asyncio.gather(*(append(store, table) for table in tables))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
