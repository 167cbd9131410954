"""The whole life of a table, by requests alone."""

import secrets
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import formicarium as fm
from formicarium.bots.characters import characters
from formicarium.core.record import Record
from tests.server.playing import Guest, begun, finish, house, on_turn, refused, two

Client = TestClient[Any]


def test_two_people_play_from_the_invitation_to_the_rematch(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open", public=False)
    invitation = ada.ask("POST", f"/api/tables/{table}/invitations", {}).json()
    assert invitation["link"] == f"/t/{table}?invitation={invitation['invitation']}"
    refused(ben.try_to("join", table), 403, "invitation_needed")
    seat = ben.do("join", table, invitation=invitation["invitation"])
    assert seat["seat"] == 1
    assert len(seat["token"]) > 30
    assert ada.do("start", table)["version"] == 3
    finish(ada, ben, table)
    over = ada.table(table)
    assert over["scores"]
    assert over["winners"]
    record = Record.load(ben.get(f"/api/tables/{table}/record"))
    assert record.state.scores() == over["scores"]
    assert str(record.seed) == over["seed"]
    again = ben.do("rematch", table)["id"]
    asked = ada.table(again)
    assert (asked["status"], asked["follows"]) == ("waiting", table)
    assert [seat["name"] for seat in asked["seats"]] == ["Ada", "Ben"]
    assert [seat["kind"] for seat in asked["seats"]] == ["open", "person"]
    assert asked["seats"][0]["returns"]
    assert again in [one["id"] for one in ada.get("/api/tables?list=mine")["tables"]]
    assert ada.do("rematch", table)["id"] == again
    assert ada.table(again)["seat"] == 0
    refused(ada.try_to("start", again), 403, "not_host")
    ben.do("start", again)
    assert ada.table(again)["status"] == "playing"


def test_a_kept_seat_is_for_one_person(client: Client) -> None:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    eve, _ = two(client)
    again = ada.do("rematch", table)["id"]
    assert again not in [one["id"] for one in eve.get("/api/tables?list=open")["tables"]]
    refused(eve.try_to("join", again), 409, "full")
    refused(eve.try_to("join", again, seat=1), 409, "seat_taken")
    refused(eve.try_to("leave", again, seat=1), 403, "not_host")
    refused(ada.try_to("start", again), 409, "open_seats")
    assert ben.do("join", again)["seat"] == 1
    ben.do("leave", again, seat=1)
    assert eve.do("join", again)["seat"] == 1


def test_a_kept_seat_is_declined_or_given_to_others(client: Client) -> None:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    eve, _ = two(client)
    again = ada.do("rematch", table)["id"]
    ben.do("leave", again, seat=1)
    assert eve.do("join", again)["seat"] == 1
    eve.do("leave", again, seat=1)
    ada.do("hand", again, seat=1, level="easy")
    seat = ada.table(again)["seats"][1]
    assert (seat["kind"], seat["name"]) == ("bot", "")
    ada.do("start", again)


def test_bots_are_seated_again_and_a_game_against_them_begins_at_once(client: Client) -> None:
    ada, _ = two(client)
    table = ada.make("me", "bot easy")
    while (seen := ada.table(table))["status"] != "over":
        if seen["actions"]:
            ada.move(table)
    again = ada.table(ada.do("rematch", table)["id"])
    assert again["status"] == "playing"
    assert [(one["kind"], one["level"]) for one in again["seats"]] == [
        ("person", None),
        ("bot", "easy"),
    ]


def test_nobody_knows_what_is_hidden_in_a_game_from_a_position(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _ = two(client)
    start = fm.load("micropolis", players=2).start(seed=5)
    position = start.to_position()
    seeds = iter(range(10, 20))
    monkeypatch.setattr(secrets, "randbits", lambda bits: next(seeds))
    tables = [ada.make("me", "me", position=position) for _ in range(2)]
    finish(ada, ada, tables[0])
    tables.append(ada.do("rematch", tables[0])["id"])
    views = [ada.table(table)["view"] for table in tables]
    heads = [client.app.state.services.house.tables[table].table.head for table in tables]
    piles = [head.position["pile"] for head in heads]
    assert len({str(pile) for pile in [position["pile"], *piles]}) == 4
    for pile in piles:
        assert sorted(pile) == sorted(position["pile"])
    assert views[1] == views[2] == start.view(None)


def test_a_rematch_has_chance_of_its_own(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    monkeypatch.setattr(secrets, "randbits", lambda bits: 12345)
    again = ada.do("rematch", table)["id"]
    ada.table(again)
    houses = client.app.state.services.house
    assert houses.tables[again].table.head.seed == 12345 != houses.tables[table].table.head.seed


def test_a_repeated_key_is_answered_as_the_first_time(client: Client) -> None:
    ada, ben, table = begun(client)
    mover, _ = on_turn(ada, ben, table)
    seen = mover.table(table)
    body = {"seat": seen["seat"], "action": seen["actions"][0]["code"], "version": seen["version"]}
    first = mover.do("play", table, key="once", **body)
    after = mover.table(table)["version"]
    assert mover.do("play", table, key="once", **body) == first
    assert mover.table(table)["version"] == after


def test_a_repeated_join_tells_the_same_seat_and_token(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open")
    first = ben.do("join", table, key="let me in")
    assert ben.do("join", table, key="let me in") == first
    assert ada.table(table)["version"] == 2


def test_nobody_meets_the_key_of_another(client: Client) -> None:
    ada, ben, table = begun(client)
    moved: set[Guest] = set()
    while len(moved) < 2:
        mover, _ = on_turn(ada, ben, table)
        seen = mover.table(table)
        key = "first of mine" if mover not in moved else f"later {seen['version']}"
        fields = {"action": seen["actions"][0]["code"], "version": seen["version"], "key": key}
        assert mover.do("play", table, seat=seen["seat"], **fields)["version"] > seen["version"]
        moved.add(mover)


def test_a_stale_version_is_a_conflict_with_the_fresh_table(client: Client) -> None:
    ada, ben, table = begun(client)
    mover, _ = on_turn(ada, ben, table)
    old = mover.table(table)
    mover.move(table)
    stale = {"seat": old["seat"], "action": old["actions"][0]["code"], "version": old["version"]}
    found = refused(mover.try_to("play", table, **stale), 409, "conflict")
    assert found["table"] == mover.table(table, f"?seat={old['seat']}")


def test_a_decision_is_taken_back(client: Client) -> None:
    ada, ben, table = begun(client)
    mover, _ = on_turn(ada, ben, table)
    before = mover.table(table)
    mover.move(table)
    after = mover.table(table, f"?seat={before['seat']}")
    assert after["can_undo"]
    mover.do("undo", table, seat=before["seat"], version=after["version"])
    again = mover.table(table)
    assert again["view"] == before["view"]
    found = refused(
        mover.try_to("undo", table, seat=before["seat"], version=again["version"]), 409, "no_undo"
    )
    assert "taken back" in found["message"]


def test_what_the_rules_forbid_names_the_rule_and_what_is_legal(client: Client) -> None:
    ada, ben, table = begun(client)
    mover, _ = on_turn(ada, ben, table)
    seen = mover.table(table)
    fields = {"seat": seen["seat"], "version": seen["version"]}
    found = refused(mover.try_to("play", table, action="place left", **fields), 422,
                    "illegal_action")  # fmt: skip
    assert found["rule"].startswith("MP-")
    assert found["legal"] == [action["text"] for action in seen["actions"]]
    refused(mover.try_to("play", table, action="fly", **fields), 422, "illegal_action")
    refused(mover.try_to("play", table, action=2**31, **fields), 422, "illegal_action")
    assert mover.table(table)["version"] == seen["version"]


def test_who_resigns_is_replaced_by_a_bot_that_plays_on(client: Client) -> None:
    ada, ben, table = begun(client)
    ben.do("resign", table, seat=1)
    assert ada.table(table)["seats"][1]["kind"] == "bot"
    assert ben.table(table)["seat"] is None
    while ada.table(table)["status"] != "over":
        with ada.socket(table) as socket:  # which tells when the bot has decided
            while not (news := socket.receive_json(timeout=10)).get("actions"):
                if news["status"] == "over":
                    break
        if ada.table(table)["actions"]:
            ada.move(table)
    assert len(ada.table(table)["scores"]) == 2
    refused(ben.try_to("join", table, seat=1), 409, "seat_taken")


def test_a_seat_is_handed_to_a_bot_and_taken_back(client: Client) -> None:
    ada, ben, table = begun(client)
    ben.do("hand", table, seat=1, level="easy")
    seat = ben.table(table)["seats"][1]
    assert (seat["kind"], seat["level"], seat["returns"]) == ("bot", "easy", True)
    refused(ada.try_to("join", table, seat=1), 409, "seat_taken")
    assert ben.do("join", table)["seat"] == 1
    assert ada.table(table)["seats"][1]["name"] == "Ben"
    refused(ben.try_to("hand", table, seat=1, level="genius"), 400, "bad_option")
    refused(ben.try_to("hand", table, seat=1, level="search:seconds=99"), 400, "bad_option")


def test_a_seat_is_left_and_taken_by_another(client: Client) -> None:
    ada, ben, table = begun(client)
    eve = Guest(client)
    ben.do("leave", table, seat=1)
    assert ada.table(table)["seats"][1]["kind"] == "open"
    assert eve.do("join", table)["asked"] == 1
    ada.do("agree", table, request=1)
    assert eve.do("join", table)["seat"] == 1
    refused(ben.try_to("join", table), 409, "full")
    refused(ben.try_to("leave", table, seat=1), 403, "not_yours")


def test_commands_come_in_their_order(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open")
    refused(ada.try_to("play", table, seat=0, action=0, version=1), 409, "not_started")
    refused(ada.try_to("start", table), 409, "open_seats")
    refused(ben.try_to("start", table), 403, "not_host")
    refused(ada.try_to("rematch", table), 409, "conflict")
    refused(ada.ask("GET", f"/api/tables/{table}/record"), 409, "not_over")
    refused(ada.ask("GET", f"/api/tables/{table}/position"), 409, "not_over")
    refused(ada.ask("GET", f"/api/tables/{table}/picture"), 409, "not_started")
    ben.do("join", table)
    ada.do("start", table)
    refused(ada.try_to("start", table), 409, "started")
    waiting = on_turn(ada, ben, table)[1]
    seen = waiting.table(table)
    body = {"seat": seen["seat"], "action": 0, "version": seen["version"]}
    refused(waiting.try_to("play", table, **body), 409, "not_your_turn")
    finish(ada, ben, table)
    refused(ada.try_to("resign", table, seat=0), 409, "over")


def test_a_table_where_all_sit_begins_at_once_and_one_browser_has_both_seats(
    client: Client,
) -> None:
    ada, _ = two(client)
    table = ada.make("me", "me")
    for _ in range(6):
        seen = ada.table(table)
        assert seen["seat"] in seen["to_act"]
        ada.move(table)
    refused(ada.ask("GET", f"/api/tables/{table}?seat=3"), 403, "not_yours")


def test_a_game_is_played_on_from_any_of_its_positions(client: Client) -> None:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    record = Record.load(ada.get(f"/api/tables/{table}/record"))
    assert ada.get(f"/api/tables/{table}/position") == record.state.to_position()
    assert ada.get(f"/api/tables/{table}/position?at=0") == record.start().to_position()
    middle = len(record.decisions) // 2
    position = ada.get(f"/api/tables/{table}/position?at={middle}")
    states = [state for _, _, state in record.replay()]
    assert position == states[middle - 1].to_position()
    options = position["options"]
    other = ada.make("me", "me", position=position, options=options)
    assert ada.table(other)["to_act"] == list(states[middle - 1].to_act)
    far = ada.ask("GET", f"/api/tables/{table}/position?at={len(states) + 1}")
    refused(far, 400, "bad_request")


def test_the_log_is_told_in_words_since_a_version(client: Client) -> None:
    ada, ben, table = begun(client)
    for _ in range(32):  # more than is kept at hand
        on_turn(ada, ben, table)[0].move(table)
    whole = ada.get(f"/api/tables/{table}/log?seat=0")
    versions = [line["version"] for line in whole["log"]]
    assert versions == [*range(1, whole["version"] + 1)]
    assert whole["version"] == ada.table(table, "?seat=0")["version"]
    assert ada.get(f"/api/tables/{table}/log?seat=0&since=30")["log"] == whole["log"][30:]
    assert ada.table(table, "?seat=0&since=3")["log"] == whole["log"][3:]
    assert ada.table(table, f"?seat=0&since={whole['version']}")["log"] == []
    german = ada.get(f"/api/tables/{table}/log?seat=0", accept_language="de-AT,en;q=0.5")
    assert german != whole
    assert german == ada.get(f"/api/tables/{table}/log?seat=0&language=de")
    assert [line.get("text") for line in german["log"]] == [
        line.get("text") for line in whole["log"]
    ]


def test_lists_show_what_is_theirs(client: Client) -> None:
    ada, ben, table = begun(client)
    secret = ada.make("me", "open", public=False)
    free = ada.make("me", "open")

    def listed(guest: Guest, kind: str) -> list[str]:
        return [one["id"] for one in guest.get(f"/api/tables?list={kind}")["tables"]]

    assert listed(ada, "mine")[:3] == [free, secret, table]
    assert listed(ben, "mine") == [table]
    assert free in listed(ben, "open")
    assert secret not in listed(ben, "open")
    assert secret not in listed(ada, "open")
    assert table in listed(Guest(client), "live")
    ada.do("lock", free)
    assert free not in listed(ben, "open")
    ada.do("lock", table)
    assert table not in listed(Guest(client), "live")
    assert table in listed(ben, "live")


def test_the_archive_tells_players_results_and_dates(client: Client) -> None:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    over = ada.table(table)
    found = next(
        one for one in Guest(client).get("/api/tables?list=archive")["tables"] if one["id"] == table
    )
    assert [seat["name"] for seat in found["seats"]] == ["Ada", "Ben"]
    assert (found["scores"], found["winners"]) == (over["scores"], over["winners"])
    assert found["ended"] >= found["created"]
    assert "seed" not in found


def test_chat_is_cleaned_and_kept(client: Client) -> None:
    ada, ben, table = begun(client)
    for guest, text in ((ada, "Hello,   Ben!"), (ben, "<script>alert(1)</script>\u202e")):
        guest.do("chat", table, text=text)
    lines = ada.get(f"/api/tables/{table}/chat")["lines"]
    assert [(line["number"], line["name"], line["seat"], line["mine"]) for line in lines] == [
        (1, "Ada", 0, True),
        (2, "Ben", 1, False),
    ]
    assert [line["text"] for line in lines] == ["Hello, Ben!", "<script>alert(1)</script>"]
    assert ben.get(f"/api/tables/{table}/chat?since=1")["lines"][0]["number"] == 2


def test_a_line_is_said_once_however_often_it_is_sent(client: Client) -> None:
    ada, ben, table = begun(client)
    for guest in (ada, ada, ben):
        guest.do("chat", table, text="hello", key="same")
    told = ada.get(f"/api/tables/{table}/chat")
    assert [line["mine"] for line in told["lines"]] == [True, False]
    assert not told["earlier"]
    for number in range(3, 206):
        ada.do("chat", table, text=f"line {number}")
    told = ada.get(f"/api/tables/{table}/chat")
    assert [line["number"] for line in told["lines"]] == [*range(6, 206)]
    assert told["earlier"]
    earlier = ada.get(f"/api/tables/{table}/chat?before=6")
    assert [line["number"] for line in earlier["lines"]] == [1, 2, 3, 4, 5]
    assert not earlier["earlier"]


def test_an_archive_replays_no_game(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    services = client.app.state.services
    shown = ada.table(table)

    def entry() -> Any:
        listed = ada.get("/api/tables?list=archive")["tables"]
        return next(one for one in listed if one["id"] == table)

    with monkeypatch.context() as patch, client.portal() as portal:
        portal.call(lambda: services.house.drop(services.house.tables[table]))
        patch.setattr(services.house, "live", None)
        assert (entry()["scores"], entry()["winners"]) == (shown["scores"], shown["winners"])


def test_a_hint_is_for_its_seat_alone(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open", hints=True)
    ben.do("join", table)
    ada.do("start", table)
    mover, other = on_turn(ada, ben, table)
    seat = mover.table(table)["seat"]
    asked = mover.ask("POST", f"/api/tables/{table}/hint?language=fr", {"seat": seat})
    assert asked.status_code == 202
    job = f"/api/jobs/{asked.json()['id']}"
    while mover.get(job)["status"] == "waiting":
        pass
    assert mover.get(job)["result"][0]["language"] == "fr"
    refused(other.ask("GET", job), 404, "not_found")
    refused(other.ask("POST", f"/api/tables/{table}/hint", {"seat": seat}), 403, "not_yours")
    waiting = other.ask("POST", f"/api/tables/{table}/hint", {"seat": 1 - seat})
    refused(waiting, 409, "not_your_turn")
    refused(ada.ask("POST", f"/api/tables/{table}/analysis"), 409, "not_over")


def test_an_analysis_is_for_those_who_may_see_the_table(client: Client) -> None:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    asked = ada.ask("POST", f"/api/tables/{table}/analysis")
    assert asked.status_code == 202, asked.text
    job = f"/api/jobs/{asked.json()['id']}"
    while ben.get(job)["status"] == "waiting":
        pass
    assert ben.get(job)["result"]["decisions"] > 20
    ada.do("lock", table)
    refused(Guest(client).ask("GET", job), 404, "not_found")


def test_games_say_what_can_be_chosen(client: Client) -> None:
    found = Guest(client).get("/api/games", accept_language="de")
    game = found["games"][0]
    assert (game["name"], game["title"]) == ("micropolis", "Micropolis")
    assert game["players"] == {"fewest": 2, "most": 6, "usual": 3}
    variant = next(option for option in game["options"] if option["name"] == "variant")
    assert variant["default"] in variant["choices"]
    assert found["levels"][:7] == [*characters()]


@pytest.mark.compiled
def test_a_bot_of_its_own_process_plays_after_a_restart(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, _ = two(client)
        table = ada.make("me", "bot easy")
        cookie = ada.cookie
    with house(tmp_path, thinks=True) as client:
        ada = Guest(client)
        ada.cookie = cookie
        with ada.socket(table) as socket:
            for _ in range(4):
                while not (seen := socket.receive_json(timeout=60)).get("actions"):
                    pass
                ada.do("play", table, seat=0, action=seen["actions"][0]["code"],
                       version=seen["version"])  # fmt: skip
        log = ada.get(f"/api/tables/{table}/log?seat=0")["log"]
        assert {line["seat"] for line in log if line["kind"] == "played"} == {0, 1}
