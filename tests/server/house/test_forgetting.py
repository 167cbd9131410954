"""Tables that nobody looks at hold no memory."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from weakref import ref

from tests.server.playing import begun, house, on_turn


@contextmanager
def without_garbage_collector() -> Iterator[None]:
    gc.collect()  # what requests have left
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def test_a_table_that_has_left_memory_is_nowhere(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, ben, table = begun(client)
        on_turn(ada, ben, table)[0].move(table)
        houses = client.app.state.services.house
        live = ref(houses.tables[table])
        with client.portal() as portal, without_garbage_collector():
            portal.call(houses.forget_idle, inf)
            assert live() is None
        assert ada.table(table)["id"] == table
