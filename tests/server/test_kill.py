"""A house that is killed, or whose database is: nothing that was acknowledged is lost."""

from pathlib import Path

import pytest

from tests.server.databases import ON_POSTGRES, Cluster
from tests.server.killing import Open, suffer
from tests.tiers import times

pytestmark = [pytest.mark.compiled, pytest.mark.heavy]

KILLS = times(2, proven=50)


def test_nothing_is_lost_when_the_house_is_killed(tmp_path: Path, database: str) -> None:
    """Twice or fifty times here; `python -m benchmarks.kills` does it as often as one likes."""
    assert suffer(tmp_path, KILLS, seed=1, database=database) > 0


@ON_POSTGRES
def test_nothing_is_lost_when_the_database_is_restarted(tmp_path: Path, postgres: Cluster) -> None:
    def restart(house: Open) -> None:
        postgres.restart()

    assert suffer(tmp_path, KILLS, seed=2, database=postgres.new_database(), harm=restart) > 0
