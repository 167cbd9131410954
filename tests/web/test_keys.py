"""Whoever plays with keys: each key does what it says, and leaves the browser's own alone."""

from typing import Any

import pytest

from tests.tiers import sample
from tests.web.browsing import DESKTOP, PHONE, Visitor
from tests.web.conftest import Visit

pytestmark = pytest.mark.xdist_group("web pages")

# Everything that can be chosen or taken up, or leads there, and which of it has the focus.
CHOICES = """() => {
  const all = [...document.querySelectorAll(".spot[tabindex], .press.live, .tray-button.live")];
  return all.filter((one) => one.getClientRects().length && !one.closest("aside")).length;
}"""
SCALE = "() => document.querySelector('.stage svg').style.getPropertyValue('--k')"
FOCUS = "() => document.activeElement.outerHTML.slice(0, 300)"


def at_the_table(visit: Visit, game: str, **more: Any) -> Visitor:
    ada = visit(**more)
    ada.sit(ada.make(game, "me", *["beginner"] * (2 if game == "antics" else 1)))
    live = ".stage :is(.spot.live, .spot.asleep), .press.live"
    ada.page.wait_for_selector(live, state="attached")
    ada.page.wait_for_timeout(300)  # the stage has measured what is live
    return ada


@pytest.mark.parametrize(
    ("game", "viewport"),
    sample([("minicity", DESKTOP), ("minicity", PHONE), ("antics", PHONE)], 1),
)
def test_n_goes_round_all_that_can_be_chosen(
    visit: Visit, game: str, viewport: dict[str, int]
) -> None:
    ada = at_the_table(visit, game, viewport=viewport, has_touch=viewport == PHONE)
    count = ada.page.evaluate(CHOICES)
    leads = ada.page.locator(".chips .live").count()
    seen = []
    for _ in range(count + leads):
        ada.page.keyboard.press("n")
        seen.append(ada.page.evaluate(FOCUS))
    assert count > 1
    assert len({*seen}) == len(seen)
    ada.page.keyboard.press("n")
    assert ada.page.evaluate(FOCUS) == seen[0]


def test_plus_minus_and_zero_move_the_board_and_not_with_ctrl(visit: Visit) -> None:
    ada = at_the_table(visit, "minicity")

    def scale(*keys: str) -> float:
        for key in keys:
            ada.page.keyboard.press(key)
        ada.page.wait_for_timeout(300)
        return float(ada.page.evaluate(SCALE))

    begun = scale()
    assert scale("Control++", "Control+-", "Control+0", "Meta++", "Alt+-") == begun
    assert scale("+") > begun * 1.2
    assert scale("-") == pytest.approx(begun, rel=0.01)
    assert scale("+", "0") == pytest.approx(begun, rel=0.01)


def test_h_asks_for_a_hint_and_i_tells_of_what_has_the_focus(visit: Visit) -> None:
    ada = at_the_table(visit, "minicity")
    ada.page.keyboard.press("Control+h")
    ada.page.keyboard.press("n")
    ada.page.keyboard.press("i")
    ada.page.locator(".info").wait_for()
    ada.page.keyboard.press("Escape")
    assert ada.page.locator(".advised").count() == 0
    ada.page.keyboard.press("h")
    ada.page.locator(".advised").wait_for()
