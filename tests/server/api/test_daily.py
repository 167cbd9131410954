"""The game of the day: one try, the same for all, and nothing that would make it easier."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.core.game import rulebook
from formicarium.server.domain.daily import LEVEL, SECONDS, DailyGame, game_of
from formicarium.server.house.daily import candidate
from formicarium.server.workers.pool import BotDecision
from tests.server.playing import Guest, refused, two

DAY = 20_774
CHOICES = ("undo", "hand", "lock", "leave")


class Clock:
    """The clock of a house, which a test can set."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.now = (DAY + 0.5) * SECONDS
        client.app.state.services.house.now = lambda: self.now

    def turn_to(self, days: float) -> None:
        """So many days after the day of the test began."""
        self.now = (DAY + days) * SECONDS


@pytest.fixture
def clock(client: TestClient[Any]) -> Iterator[Clock]:
    kept = client.app.state.services.house.now
    yield Clock(client)
    client.app.state.services.house.now = kept


@pytest.fixture
def people(client: TestClient[Any], clock: Clock) -> tuple[Guest, Guest]:
    return two(client)


def begin(guest: Guest) -> str:
    answer = guest.ask("POST", "/api/daily", {})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def finish(guest: Guest, table: str, place: int = 0) -> None:
    """Play to the end, always the first decision or another one."""
    while (seen := guest.table(table))["status"] == "playing":
        if seen["actions"]:
            code = seen["actions"][place % len(seen["actions"])]["code"]
            guest.do("play", table, seat=0, action=code, version=seen["version"])
        else:
            time.sleep(0.005)  # a bot decides


def of_day(day: int = DAY, name: str = "micropolis") -> DailyGame:
    return game_of(day, [candidate(rulebook(name))])


# --- One try --------------------------------------------------------------------------------------


def test_everybody_has_one_table_a_day(people: tuple[Guest, Guest], clock: Clock) -> None:
    ada, ben = people
    table = begin(ada)
    assert begin(ada) == table != begin(ben)
    seen = ada.table(table)
    assert (seen["status"], seen["daily"], seen["players"]) == ("playing", DAY, of_day().players)
    assert [seat["level"] for seat in seen["seats"]] == [None, *[LEVEL] * (of_day().players - 1)]
    clock.turn_to(1.1)
    assert begin(ada) != table


def test_a_page_of_yesterday_begins_no_other_game(
    people: tuple[Guest, Guest], clock: Clock
) -> None:
    ada, ben = people
    clock.turn_to(60.99)
    day = {"day": ada.get("/api/daily")["day"]}
    table = ada.ask("POST", "/api/daily", day).json()["id"]
    clock.turn_to(61.01)
    refused(ben.ask("POST", "/api/daily", day), 403, "daily_past")
    assert ben.get("/api/daily")["mine"] is None
    assert ada.ask("POST", "/api/daily", day).json()["id"] == table
    refused(ben.ask("POST", "/api/daily", {"day": DAY + 62}), 403, "daily_past")


def test_the_game_of_a_day_stays_what_was_played(
    people: tuple[Guest, Guest], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = people
    clock.turn_to(70.5)
    finish(ada, begin(ada))
    before = ben.get("/api/daily")
    other = DailyGame(DAY + 70, "pebbles", rules=1, players=2, seed=7)
    monkeypatch.setattr("formicarium.server.api.daily.game_of", lambda *_: other)
    assert ben.get("/api/daily") == before
    assert ben.table(begin(ben))["game"] == before["game"]
    clock.turn_to(71.5)
    assert ben.get("/api/daily")["game"] == "pebbles"


def test_another_device_of_the_same_person_has_the_same_table(
    client: TestClient[Any], people: tuple[Guest, Guest]
) -> None:
    ada, phone = people[0], Guest(client)
    account = {"name": "Ada of the day", "password": "correct horse"}
    assert ada.ask("POST", "/api/accounts", account).status_code == 201
    assert phone.ask("POST", "/api/session", account).status_code < 300
    assert begin(phone) == begin(ada)


def test_two_tabs_at_the_same_moment_have_the_same_table(people: tuple[Guest, Guest]) -> None:
    tabs = [Guest(people[0].client), Guest(people[0].client)]
    for tab in tabs:
        tab.cookie = people[0].cookie
    with ThreadPoolExecutor(2) as pool:
        assert len({*pool.map(begin, tabs)}) == 1


@pytest.mark.parametrize("command", CHOICES)
def test_nothing_is_taken_back_and_nobody_takes_over(
    people: tuple[Guest, Guest], command: str
) -> None:
    ada = people[0]
    table = begin(ada)
    while not ada.table(table)["actions"]:
        time.sleep(0.005)
    ada.move(table)
    seen = ada.table(table)
    fields: dict[str, Any] = {} if command == "lock" else {"seat": 0}
    if command == "undo":
        assert not seen["can_undo"]
        fields["version"] = seen["version"]
    refused(ada.try_to(command, table, **fields), 403, "daily")


def test_there_are_no_hints(people: tuple[Guest, Guest]) -> None:
    ada = people[0]
    table = begin(ada)
    while not ada.table(table)["actions"]:
        time.sleep(0.005)
    assert ada.table(table)["hints"] is False
    refused(ada.ask("POST", f"/api/tables/{table}/hint", {"seat": 0}), 403, "no_hints")
    refused(ada.ask("GET", f"/api/tables/{table}/world"), 403, "no_hints")


def test_who_gives_up_has_tried_and_is_not_listed(people: tuple[Guest, Guest]) -> None:
    ada = people[0]
    table = begin(ada)
    ada.do("resign", table, seat=0)
    found = ada.get("/api/daily")
    assert found["mine"] == {"table": table, "done": True, "place": None}
    assert table not in [one["table"] for one in found["results"]]
    assert begin(ada) == table


def test_what_would_be_drawn_at_random_for_a_lost_bot_is_not_played(
    client: TestClient[Any],
    people: tuple[Guest, Guest],
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, pool = people[0], client.app.state.services.jobs.pool
    asked: list[float | None] = []

    async def lost(state: Any, seat: int, level: str, seed: int, seconds: Any, *_: Any) -> Any:
        asked.append(seconds)
        return BotDecision(state.codes(seat)[-1], forfeit="died")

    clock.turn_to(50.5)
    with monkeypatch.context() as patch:
        patch.setattr(pool, "decide", lost)
        table = begin(ada)
        while not asked:
            if ada.table(table)["actions"]:
                ada.move(table)
        played = [line for line in ada.get(f"/api/tables/{table}/log")["log"] if line["seat"]]
        assert asked == [None]
        assert not [line for line in played if line["kind"] == "played"]
    clock.now += 61.0  # after which somebody looks for bots that have not decided
    finish(ada, table)


# --- The list -------------------------------------------------------------------------------------


def test_who_has_played_is_listed_and_sees_the_others(people: tuple[Guest, Guest]) -> None:
    ada, ben = people
    hers, his = begin(ada), begin(ben)
    finish(ada, hers)
    refused(ben.ask("GET", f"/api/tables/{hers}"), 403, "daily_first")
    refused(ben.ask("GET", f"/api/tables/{hers}/history?open=true"), 403, "daily_first")
    refused(Guest(ada.client).ask("GET", f"/api/tables/{hers}/record"), 403, "daily_first")
    assert not ben.get("/api/daily")["open"]
    finish(ben, his, place=1)
    assert ben.get(f"/api/tables/{hers}/history?open=true")["steps"]
    found = ben.get("/api/daily")
    mine = next(one for one in found["results"] if one["mine"])
    assert (mine["table"], mine["name"], mine["guest"]) == (his, "Ben", True)
    assert mine["points"] == mine["scores"][0] == ben.table(his)["scores"][0]
    assert found["mine"] == {"table": his, "done": True, "place": mine["place"]}
    points = [one["points"] for one in found["results"]]
    assert points == sorted(points, reverse=True)
    places = {one["points"]: one["place"] for one in found["results"]}
    assert places == {mine: points.index(mine) + 1 for mine in points}


def test_a_game_that_was_begun_may_end_a_day_later(
    people: tuple[Guest, Guest], clock: Clock
) -> None:
    ada, ben = people
    clock.turn_to(10.99)
    hers, his = begin(ada), begin(ben)
    clock.turn_to(11.99)
    finish(ada, hers)
    clock.turn_to(12.01)
    finish(ben, his)
    found = ben.get(f"/api/daily?day={DAY + 10}")
    assert [one["table"] for one in found["results"]] == [hers]
    assert (found["today"], found["day"]) == (DAY + 12, DAY + 10)
    assert found["mine"] == {"table": his, "done": True, "place": None}
    refused(ben.ask("GET", f"/api/daily?day={DAY + 13}"), 404, "not_found")


def test_who_is_late_for_a_day_may_look_at_it(people: tuple[Guest, Guest], clock: Clock) -> None:
    ada, ben = people
    clock.turn_to(20.5)
    table = begin(ada)
    clock.turn_to(21.1)
    assert ben.get(f"/api/daily?day={DAY + 20}")["open"]
    assert ben.table(table)["seat"] is None


def test_who_has_left_the_house_has_no_name_in_the_list(
    people: tuple[Guest, Guest], clock: Clock
) -> None:
    ada, ben = people
    clock.turn_to(30.5)
    finish(ada, begin(ada))
    assert ada.ask("DELETE", "/api/me", {}).status_code < 300
    (found,) = ben.get("/api/daily")["results"]
    assert (found["name"], found["gone"]) == ("", True)


def test_a_rematch_is_no_second_try(people: tuple[Guest, Guest], clock: Clock) -> None:
    ada = people[0]
    clock.turn_to(40.5)
    table = begin(ada)
    finish(ada, table)
    again = ada.do("rematch", table)["id"]
    seen = ada.table(again)
    assert (seen["daily"], seen["hints"]) == (None, True)
    assert begin(ada) == table
