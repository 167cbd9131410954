"""Whether the page can be held in the hand: a sample of `python -m benchmarks.page --hands`."""

from itertools import product

import pytest
from playwright.sync_api import Browser

from tests.server.killing import Open
from tests.tiers import sample
from tests.web.hands import SIZES, findings, measure, states

pytestmark = pytest.mark.xdist_group("web hands")


def test_a_finger_finds_and_reaches_everything(house: Open, browser: Browser) -> None:
    screens = sample([*product(states(each=2, seed=1), SIZES)], 1)
    assert not [*findings(measure(browser, house, screens))]
