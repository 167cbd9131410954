"""What benchmarks read in the database of a house: it changes, and nobody runs them every day."""

from pathlib import Path

from benchmarks.server.rivals import event_bytes, moves_stored
from tests.server.playing import begun, house, on_turn


def test_moves_and_events_are_counted(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, ben, table = begun(client)
        before = event_bytes(tmp_path)
        assert moves_stored(tmp_path) == 0
        on_turn(ada, ben, table)[0].move(table)
        assert moves_stored(tmp_path) == 1
        assert event_bytes(tmp_path) >= before + 16 + len(table) + len("played")
