"""The score sheets that the page's tests count are those that games end with."""

import json

import pytest

from tests.web.courses import VARIANTS, Variant
from tests.web.finished import FILE, finished


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_page_counts_what_games_end_with(variant: Variant) -> None:
    known = {game["variant"]: game for game in json.loads(FILE.read_text("utf-8"))}
    state, seats = finished(variant), known[str(variant)]["breakdown"]["seats"]
    assert [[*seat] for seat in state.breakdown()["seats"]] == [[*seat] for seat in seats]
    assert [seat["total"] for seat in state.breakdown()["seats"]] == state.scores()
