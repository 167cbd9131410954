"""Profiles, ratings, blocks and quick pairing, as requests see them."""

import random
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from formicarium.server.api.tables import MOST_BY_ONE
from formicarium.server.store.entries import PEOPLE
from tests.server.administering import administrator, done, look
from tests.server.api.test_names import SECRET, account
from tests.server.playing import SECONDS, Guest, finish, house, on_turn, refused
from tests.server.store.endings import at, over
from tests.tiers import SEED, times

NOTHING = {"games": False, "wins": False, "rating": False}
ALL = {"games": True, "wins": True, "rating": True}
NUMBERS = iter(range(1, 1000))


def player(client: TestClient[Any], name: str = "") -> Guest:
    """Somebody with an account."""
    return account(client, name or f"Rosa {next(NUMBERS)}")


def number(guest: Guest) -> int:
    return int(guest.get("/api/profile")["person"])


def rated(client: TestClient[Any]) -> tuple[Guest, Guest, str]:
    """Two people at a rated table that has begun."""
    ada, ben = player(client), player(client)
    table = ada.make("me", "open", rated=True)
    refused(ben.try_to("join", table), 409, "rated_table")
    ben.do("join", table, rated=True)
    ada.do("start", table)
    return ada, ben, table


def end_games(client: TestClient[Any], *endings: Any, public: bool = True) -> list[str]:
    """Games end, without being played."""
    store = client.app.state.services.store
    names = [f"made {next(NUMBERS)}" for _ in endings]

    async def work() -> None:
        for name, ending in zip(names, endings, strict=True):
            head, write = over(name, ending, 100.0)
            write = type(write)(**{**_fields(write), "public": public})
            await store.create(head, write)

    with client.portal() as portal:
        portal.call(work)
    return names


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def test_a_rated_game_is_played_by_people_to_its_end(client: TestClient[Any]) -> None:
    ada, ben, table = rated(client)
    assert ada.table(table)["rated"]
    for command in ("leave", "hand"):
        refused(ada.try_to(command, table, seat=0), 409, "rated")
    refused(ada.ask("POST", f"/api/tables/{table}/hint", {"seat": 0}), 403, "no_hints")
    first, _ = on_turn(ada, ben, table)
    while first.table(table)["actions"]:
        first.move(table)
    assert not first.table(table)["can_undo"]  # others have the turn now
    finish(ada, ben, table)
    before = {"rating": 1000, "spread": 667}
    told = [one.get("/api/profile")["ratings"][0] for one in (ada, ben)]
    assert {one["games"] for one in told} == {1}
    assert all(one["rating"] != before["rating"] for one in told)
    assert all(one["spread"] < before["spread"] for one in told)
    (game,) = ada.get("/api/profile/games")["games"]
    assert (game["table"], game["rated"]) == (table, True)
    assert [seat["whose"] for seat in game["seats"]] == [True, False]
    assert len(ada.get("/api/profile/curve?game=micropolis")) == 1


def test_who_gives_a_rated_game_up_has_lost_it(client: TestClient[Any]) -> None:
    ada, ben, table = rated(client)
    ada.do("resign", table, seat=0)
    while ben.table(table)["status"] != "over":
        if ben.table(table)["actions"]:
            ben.move(table)
    (hers,), (his,) = (one.get("/api/profile")["ratings"] for one in (ada, ben))
    assert hers["rating"] < 1000 < his["rating"]


def test_what_cannot_be_rated(client: TestClient[Any]) -> None:
    ada, guest = player(client), Guest(client)
    guest.get("/api/me")
    body = {"game": "micropolis", "players": 2, "rated": True}
    mine, bot = {"kind": "me"}, {"kind": "bot", "level": "easy"}
    asked: list[tuple[Guest, dict[str, Any], int]] = [
        (ada, {"seats": [mine, bot]}, 400),
        (ada, {"seats": [mine, mine]}, 400),
        (ada, {"seats": [mine], "hints": True}, 400),
        (guest, {"seats": [mine]}, 403),
    ]
    for somebody, more, status in asked:
        assert somebody.ask("POST", "/api/tables", body | more).status_code == status, more
    table = ada.make("me", rated=True)
    refused(guest.try_to("join", table, rated=True), 403, "account_needed")
    refused(ada.try_to("join", table, rated=True), 409, "one_seat")


def test_nothing_of_a_profile_is_shown_that_was_not_chosen(client: TestClient[Any]) -> None:
    """To nobody, whoever asks and however; what is chosen is shown, and gone with its person."""
    ada, ben, eve, guest = player(client), player(client), player(client), Guest(client)
    hers, his = number(ada), number(ben)
    end_games(client, *[at(hers, his, measure=PEOPLE, points=(31, 3))] * 11)
    end_games(client, at(hers, his, points=(77, 5)), public=False)
    parts = {"games": "/games", "wins": "", "rating": "/curve?game=micropolis&"}

    def seen(somebody: Guest, path: str) -> Any:
        mark = "" if path.endswith("&") else "?"
        answer = somebody.ask("GET", f"/api/profile{path}{mark}person={hers}")
        return answer.json() if answer.status_code == 200 else None

    def board(somebody: Guest) -> list[int]:
        return [one["person"] for one in somebody.get("/api/boards/micropolis")]

    for somebody in (ben, eve, guest):
        assert [seen(somebody, path) for path in parts.values()] == [None, None, None]
        assert hers not in board(somebody)
    assert seen(ada, "")["totals"][0]["best"] == 77
    for part, path in parts.items():
        assert ada.ask("PUT", "/api/profile/sharing", NOTHING | {part: True}).status_code == 200
        for somebody in (ben, guest):
            shown = {one: seen(somebody, where) for one, where in parts.items()}
            profile = shown["wins"]
            assert (profile["totals"] is not None) == (part == "wins")
            assert (profile["ratings"] is not None) == (part == "rating")
            assert (shown["games"] is not None) == profile["games"] == (part == "games")
            assert (shown["rating"] is not None) == (part == "rating"), path
            assert (hers in board(somebody)) == (part == "rating")
            assert "77" not in str(shown["games"])  # that was at a table which is in no list
    ada.ask("PUT", "/api/profile/sharing", ALL)
    assert [one["profile"] for one in ben.get("/api/acquaintances")] == [True]
    refused(guest.ask("PUT", "/api/profile/sharing", ALL), 403, "account_needed")
    assert ada.ask("DELETE", "/api/me", {"password": SECRET}).status_code == 204
    assert [seen(ben, path) for path in parts.values()] == [None, None, None]
    assert hers not in board(ben)
    assert ben.get("/api/acquaintances") == []


def test_like_which_bots_somebody_plays(client: TestClient[Any]) -> None:
    ada = player(client)
    won = at(number(ada), 0, measure="bots")
    end_games(client, *[won] * 9)
    assert ada.get("/api/profile")["like"] == []  # nine games say nothing yet
    end_games(client, *[won] * 6)
    (like,) = ada.get("/api/profile")["like"]
    assert like["level"] in ("hard", "expert")
    assert 0.3 < like["chance"] < 1
    assert ada.get("/api/profile")["ratings"] == []


def test_games_come_page_by_page(client: TestClient[Any]) -> None:
    ada, ben = player(client), player(client)
    names = end_games(client, *[at(number(ada), number(ben))] * 45)
    found, before = [], 2**31 - 1
    while before:
        page = ada.get(f"/api/profile/games?before={before}")
        found += [game["table"] for game in page["games"]]
        before = page["games"][-1]["number"] if page["more"] else 0
    assert found == names[::-1]


def test_somebody_who_is_blocked(client: TestClient[Any]) -> None:
    ada, ben = player(client, "Ada B"), player(client, "Ben B")
    table = ada.make("me", "open")
    ben.do("join", table)
    for somebody in (ada, ben):
        somebody.do("chat", table, text="hello")
    assert ada.ask("POST", "/api/blocks", {"table": table, "seat": 1}).status_code == 200
    assert [line["mine"] for line in ada.get(f"/api/tables/{table}/chat")["lines"]] == [True]
    assert len(ben.get(f"/api/tables/{table}/chat")["lines"]) == 2
    other = ada.make("me", "open", public=True)
    assert other not in [one["id"] for one in ben.get("/api/tables?list=open")["tables"]]
    refused(ben.try_to("join", other), 403, "invitation_needed")
    invited = ada.ask("POST", f"/api/tables/{other}/invitations", {}).json()["invitation"]
    ben.do("join", other, invitation=invited)  # who invites him means it
    body = {"game": "micropolis", "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]}
    refused(ben.ask("POST", "/api/tables", body | {"invited": [number(ada)]}), 404, "nobody")
    assert ben.ask("POST", "/api/tables", body | {"same_as": table}).status_code == 201
    mine = [one["id"] for one in ada.get("/api/tables?list=mine")["tables"]]
    assert mine == [other, table]  # no seat is kept for her, and nobody is told why
    assert ada.ask("DELETE", f"/api/blocks/{number(ben)}").json() == []
    assert ben.ask("POST", "/api/tables", body | {"same_as": table}).status_code == 201
    assert [one["host"] for one in ada.get("/api/tables?list=mine")["tables"][:1]] == [False]


def test_nobody_sits_down_beside_whom_she_is_not_to_meet(client: TestClient[Any]) -> None:
    """At tables of others either; a link is the word of its host, and whoever plays plays on."""
    ada, ben, eve = player(client), player(client), player(client)
    met = ada.make("me", "open", "open", players=3)
    ben.do("join", met)
    assert ada.ask("POST", "/api/blocks", {"table": met, "seat": 1}).status_code == 200
    assert ben.table(met)["seat"] == 1
    public = eve.make("me", "open", "open", players=3, public=True)
    ben.do("join", public)
    assert public not in [one["id"] for one in ada.get("/api/tables?list=open")["tables"]]
    refused(ada.try_to("join", public), 403, "invitation_needed")
    by_link = eve.make("me", "open", "open", players=3, public=False, by_link=True)
    for one in (ben, ada):
        one.do("join", by_link)


def test_what_i_have_chosen_is_mine_to_take_along(client: TestClient[Any]) -> None:
    ada, ben = player(client), player(client)
    end_games(client, at(number(ada), number(ben), measure=PEOPLE))
    ada.ask("PUT", "/api/profile/sharing", NOTHING | {"wins": True})
    ada.ask("POST", "/api/blocks", {"person": number(ben), "meets": True})
    told = ada.get("/api/me/data")["person"]
    assert told["sharing"]["wins"]
    assert [one["meets"] for one in told["blocks"]] == [True]
    assert [one["played"] for one in told["totals"]] == [1]
    assert [one["measure"] for one in told["ratings"]] == [PEOPLE]
    assert "Rosa" not in str(told["blocks"])  # what others are called is not hers


# --- Quick pairing --------------------------------------------------------------------------------


def wish(guest: Guest, key: str = "k", **more: Any) -> Any:
    body = {"key": key, "game": "micropolis", "players": 2, **more}
    answer = guest.ask("POST", "/api/pairing", body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_two_who_want_the_same_play(client: TestClient[Any]) -> None:
    ada, ben, eve = player(client), player(client), player(client)
    with ada.client.websocket_connect(
        "/api/lobby/socket", headers={"cookie": f"formicarium={ada.cookie}"}
    ) as socket:
        assert wish(ada) == {"table": None, "waiting": 1}
        assert wish(eve, pace="days") == {"table": None, "waiting": 1}
        table = wish(ben)["table"]
        told = socket.receive_json(timeout=SECONDS)
        while told["type"] != "paired":
            told = socket.receive_json(timeout=SECONDS)
        assert told["table"] == table
    for one in (ada, ben, ada, ben):  # whoever has no socket, or missed the answer, asks again
        assert wish(one)["table"] == table
    assert ada.table(table)["status"] == "playing"
    assert {ada.table(table)["seat"], ben.table(table)["seat"]} == {0, 1}
    assert wish(ada, "another")["table"] is None
    for one in (ada, eve):
        one.ask("DELETE", "/api/pairing")


def test_who_has_gone_while_she_waited_is_told_that_she_plays(client: TestClient[Any]) -> None:
    """Games by the day begin when others come: perhaps after the page was closed."""
    ada, ben = player(client), player(client)
    for one in (ada, ben):
        one.ask("PUT", "/api/me/notices", {"push": ["turn"]})
    store, portal = client.app.state.services.store, client.blocking_portal
    told: set[bool] = set()
    for key in range(40):
        first, second = (ada, ben) if key % 2 else (ben, ada)
        wish(first, f"day {key}", pace="days")
        table = wish(second, f"day {key}", pace="days")["table"]
        found = {
            one.person
            for one in portal.call(store.due_notices, 1e12)
            if one.matter.table == table and one.matter.kind == "turn"
        }
        has_turn = bool(first.table(table)["actions"])
        assert found == ({number(first)} if has_turn else set())
        told.add(has_turn)
        if told == {True, False}:
            return
    raise AssertionError("the same one always begins")


def test_a_wish_by_the_day_waits_for_days_and_a_live_one_while_somebody_looks(
    client: TestClient[Any],
) -> None:
    house = client.app.state.services.house
    before = house.now
    game = {"game": "micropolis", "rated": False, "level": None}
    try:
        for pace, good, late in (("live", 90, 110), ("days", 2.9 * 86_400, 3.1 * 86_400)):
            for seconds, is_there in ((good, True), (late, False)):
                ada, ben = player(client), player(client)
                assert ada.get("/api/pairing") == {"wish": None}
                wish(ada, f"{pace} {seconds}", pace=pace, players=3)
                wish(ada, f"{pace} {seconds}", pace=pace)  # she has thought better of it
                begun = before()
                house.now = lambda later=begun + seconds: later
                hers = {"key": f"{pace} {seconds}", "pace": pace, "players": 2, **game}
                assert ada.get("/api/pairing") == {"wish": hers if is_there else None}
                table = wish(ben, f"{pace} {seconds}", pace=pace)["table"]
                assert (table is not None) is is_there
                assert ada.get("/api/pairing") == {"wish": None}
                if is_there:  # even if she comes back much later than she has asked
                    assert wish(ada, f"{pace} {seconds}", pace=pace)["table"] == table
                house.now = before
                for one in (ada, ben):
                    one.ask("DELETE", "/api/pairing")
    finally:
        house.now = before


def test_tables_of_pairing_are_counted(tmp_path: Path) -> None:
    with house(tmp_path, tables_per_hour=3) as client:
        ada, ben = Guest(client), Guest(client)
        for turn in range(5):  # whoever comes second has them made
            first, second = (ada, ben) if turn % 2 else (ben, ada)
            wish(first, f"k{turn}")
            assert wish(second, f"k{turn}")["table"]
        body = {"key": "k", "game": "micropolis", "players": 2}
        refused(ada.ask("POST", "/api/pairing", body), 429, "too_many")


def test_bots_come_when_nobody_does(client: TestClient[Any]) -> None:
    ada, house = player(client), client.app.state.services.house
    before = house.now
    assert wish(ada, level="easy", players=3)["table"] is None
    try:
        house.now = lambda: before() + 21
        table = wish(ada, level="easy", players=3)["table"]
    finally:
        house.now = before
    kinds = [seat["kind"] for seat in ada.table(table)["seats"]]
    assert sorted(kinds) == ["bot", "bot", "person"]


def test_hundreds_of_invitations_to_one_person_leave_room_for_others(
    client: TestClient[Any],
) -> None:
    ada, ben, eve = player(client), player(client), player(client)
    end_games(client, at(number(ada), number(ben)), at(number(ada), number(eve)))
    body = {"game": "micropolis", "seats": [{"kind": "me"}, {"kind": "open"}], "players": 2}
    invited = body | {"invited": [number(ada)]}
    answers = [ben.ask("POST", "/api/tables", invited) for _ in range(times(40, 2000))]
    assert sum(answer.is_success for answer in answers) == MOST_BY_ONE
    refused(answers[-1], 409, "many_invited")
    assert eve.ask("POST", "/api/tables", invited).is_success
    assert ada.ask("POST", "/api/blocks", {"person": number(ben)}).is_success
    refused(ben.ask("POST", "/api/tables", invited), 404, "nobody")


def test_who_is_blocked_is_never_paired(client: TestClient[Any]) -> None:
    """Whoever asks in whatever order, and however often."""
    dice = random.Random(SEED)
    people = [player(client) for _ in range(6)]
    numbers = [number(one) for one in people]
    end_games(client, at(*numbers[:4]), at(*numbers[2:]), at(*numbers[::2]), at(*numbers[1::2]))
    apart = set()
    for _ in range(5):
        one, other = dice.sample(range(6), 2)
        body = {"person": numbers[other]}
        if people[one].ask("POST", "/api/blocks", body).status_code == 200:
            apart.add(frozenset((numbers[one], numbers[other])))
    assert apart
    paired = 0
    for turn in range(times(60, 600)):
        players = dice.choice((2, 3))
        table = wish(dice.choice(people), f"wish {turn}", players=players)["table"]
        if table is None:
            continue
        paired += 1
        sitting = {seat.person for seat in sitting_at(client, table)}
        assert not any(pair <= sitting for pair in apart)
    assert paired > 5
    for guest in people:
        guest.ask("DELETE", "/api/pairing")


def test_who_is_banned_waits_for_no_game_any_more(client: TestClient[Any]) -> None:
    ada, ben, boss = player(client), player(client), administrator(client, "Judge")
    wish(ada, "before the ban")
    done(boss, "ban", person=number(ada), reason="cheating")
    look(client)
    assert wish(ben, "after it") == {"table": None, "waiting": 1}
    ben.ask("DELETE", "/api/pairing")


def sitting_at(client: TestClient[Any], table: str) -> Any:
    """Who sits at a table."""
    house = client.app.state.services.house

    async def look() -> Any:
        return (await house.live(table)).table.seats

    with client.portal() as portal:
        return portal.call(look)
