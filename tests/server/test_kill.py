"""A house that is killed, or whose database is: nothing that was acknowledged is lost."""

from pathlib import Path

import pytest

from tests.server.databases import ON_POSTGRES, Cluster
from tests.server.killing import Open, suffer

pytestmark = pytest.mark.compiled


def test_nothing_is_lost_when_the_house_is_killed(tmp_path: Path) -> None:
    """Three times here; `python -m benchmarks.kills` does it fifty times."""
    assert suffer(tmp_path, times=3, seed=1) > 0


@ON_POSTGRES
def test_nothing_is_lost_when_the_database_is_restarted(tmp_path: Path, postgres: Cluster) -> None:
    def restart(house: Open) -> None:
        postgres.restart()

    assert suffer(tmp_path, 3, seed=2, database=postgres.new_database(), harm=restart) > 0
