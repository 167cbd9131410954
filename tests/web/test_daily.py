"""The game of the day in a browser: one try, and one's place in the list."""

import functools

import pytest

from formicarium.bots import seed_for
from formicarium.bots.referee import Player
from formicarium.core.game import game_names, load_with, rulebook
from formicarium.core.record import Record
from formicarium.server.domain.daily import LEVEL, PERSON, bot_seed_number, game_of
from formicarium.server.house.daily import candidate
from tests.tiers import sample
from tests.web.browsing import PHONE, TABLE, Visitor
from tests.web.conftest import Visit

pytestmark = pytest.mark.xdist_group("web daily")

FORMS = pytest.mark.parametrize(
    "viewport", sample([pytest.param(None, id="desktop"), pytest.param(PHONE, id="phone")], 1)
)


@functools.cache
def decisions_of(day: int) -> list[int]:
    """A sensible game of a day: the bots of the house will answer as they do here."""
    daily = game_of(day, [candidate(rulebook(name)) for name in game_names()])
    record = Record(load_with(daily.game, daily.players, None, {}), daily.seed)
    while not record.state.is_over:
        seat = record.state.to_act[0]
        seed = seed_for(daily.seed, seat, bot_seed_number(record.decisions, seat))
        bot = Player("greedy" if seat == PERSON else LEVEL, seat, seed)
        record.play(seat, bot.decide(record.state, 0))
    return [code for seat, code in record.decisions if seat == PERSON]


def finish(visitor: Visitor, table: str) -> None:
    """Play to the end without looking at the page."""
    codes = decisions_of(visitor.ask(f"/api/tables/{table}?language=none")["daily"])
    for turn, code in enumerate(codes):
        while not (seen := visitor.ask(f"/api/tables/{table}?language=none"))["actions"]:
            visitor.page.wait_for_timeout(20)
        decision = {"seat": PERSON, "action": code, "version": seen["version"]}
        visitor.ask(f"/api/tables/{table}/play", {"key": f"k{turn}", **decision})
    while visitor.ask(f"/api/tables/{table}?language=none")["status"] != "over":
        visitor.page.wait_for_timeout(20)


def table_of(visitor: Visitor) -> str:
    return visitor.page.url.rpartition("/t/")[2]


@FORMS
def test_one_try_whatever_is_reloaded_or_opened_beside_it(
    visit: Visit, viewport: dict[str, int] | None
) -> None:
    ada = visit(**({} if viewport is None else {"viewport": viewport}))
    card = ada.open("/").page.get_by_role("region", name="Game of the day")
    card.get_by_role("button", name="Play").click()
    ada.page.wait_for_selector(TABLE)
    table = table_of(ada)
    ada.play(decisions=3)
    assert ada.page.get_by_role("button", name="Hint").count() == 0
    assert ada.page.get_by_role("button", name="Take back", disabled=False).count() == 0
    ada.page.reload()
    ada.page.wait_for_selector(TABLE)
    other = ada.context.new_page()  # another tab
    other.goto(f"{ada.address}/daily")
    other.get_by_role("link", name="Play on").click()
    other.wait_for_selector(TABLE)
    assert table_of(ada) == other.url.rpartition("/t/")[2] == table


@FORMS
def test_the_end_leads_to_the_place_in_the_list(
    visit: Visit, viewport: dict[str, int] | None
) -> None:
    ada = visit(**({} if viewport is None else {"viewport": viewport}))
    table = ada.ask("/api/daily", {})["id"]
    finish(ada, table)
    ada.sit(table).page.get_by_role("link", name="Place").click()
    ada.page.locator("tr.mine").get_by_role("link", name="Replay").wait_for()
    ada.check_axe()
    width = ada.page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= (viewport or {"width": 1366})["width"]


def test_how_others_played_is_shown_after_the_own_try(visit: Visit) -> None:
    ada, ben = visit(), visit()
    table = ada.ask("/api/daily", {})["id"]
    finish(ada, table)
    ben.forgiven = lambda fault: "403" in fault or "WebSocket" in fault
    ben.open("/daily").page.get_by_text("when you have played it yourself").wait_for()
    assert ben.page.get_by_role("link", name="Replay").count() == 0
    ben.open(f"/t/{table}/replay")
    ben.page.get_by_text("when you have played it yourself").wait_for()


def test_the_menu_of_a_daily_table_offers_no_bot(visit: Visit) -> None:
    ada = visit()
    ada.sit(ada.ask("/api/daily", {})["id"])
    ada.page.get_by_role("button", name="Table", exact=True).click()
    ada.page.get_by_role("button", name="Give up").click()
    ada.page.get_by_text("Your one try is over then").wait_for()
    assert ada.page.get_by_role("button", name="Let a bot play for me").count() == 0


def test_a_reader_with_a_wrong_clock_sees_the_day_of_the_house(visit: Visit) -> None:
    ada = visit(timezone_id="Pacific/Auckland")
    ada.page.clock.install(time="2031-01-01T12:00:00")
    ada.open("/daily")
    date = ada.ask("/api/daily")["date"]
    assert ada.page.locator("time").get_attribute("datetime") == date
    assert date[:4] in ada.page.locator("time").inner_text()
