"""No byte that leaves the house depends on what its reader may not know.

Two games are played side by side that a viewer cannot tell apart: one begins at a position, the
other at the same position with all drawn anew that the viewer may not know. What others decide in
secret differs as well, wherever it can. Both games are real, from their heads to their last events,
so whatever is told by replaying them is told of another game.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

import formicarium as fm
from formicarium.core.state import State
from formicarium.server.api import world
from formicarium.server.domain.table import Table
from formicarium.server.house import plans
from tests.server.playing import Guest, house

GAMES = [
    ("micropolis", 2, {}),
    ("micropolis", 2, {"variant": "expert"}),
    ("myrmes", 2, {}),
    ("antics", 3, {}),
    ("minicity", 2, {}),
    ("minicity", 3, {"variant": "friends"}),
]
BEGINNINGS = (0, 25)  # decisions before the two games begin
STEPS = 6  # that they are played on, at most
NOW = 1_800_000_000.0


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    folder = tmp_path_factory.mktemp("house")
    games = ("antics", "micropolis", "minicity", "myrmes")
    with pytest.MonkeyPatch.context() as patch, house(folder, games=games) as client:
        client.app.state.services.house.now = lambda: NOW
        # Two tables have two seeds; here they are to look the same.
        patch.setattr(world, "world_seed", lambda secret, table, seat, version: 64 * version + seat)
        yield client


class People:
    """Those who play, each of whom is asked for all that she can get at."""

    def __init__(self, client: TestClient[Any], players: int) -> None:
        self.client = client
        self.guests = [Guest(client) for _ in range(players)]
        self.stranger = Guest(client)
        for guest in (*self.guests, self.stranger):
            guest.get("/api/me")

    def begin(self, state: State) -> str:
        """A game that begins just there."""
        game = state.game
        seats = ["me", *["open"] * (game.players - 1)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(plans, "drawn_anew", lambda game, position: position)
            table = self.guests[0].make(
                *seats,
                game=game.name,
                players=game.players,
                options=game.options,
                position=state.to_position(),
            )
        for guest in self.guests[1:]:
            guest.do("join", table)
        self.guests[0].do("start", table)
        return table

    def table(self, table: str) -> Table:
        found: Table = self.client.app.state.services.house.tables[table].table
        return found

    def play(self, table: str, seat: int, code: int) -> None:
        version = self.table(table).versions[seat]
        self.guests[seat].do("play", table, seat=seat, action=code, version=version)

    def seen_by(self, viewer: int | None, table: str) -> list[str]:
        """Everything that a seat or a spectator can be sent about a table."""
        guest = self.stranger if viewer is None else self.guests[viewer]
        path = f"/api/tables/{table}"
        body = {"key": "x", "seat": viewer or 0, "action": 0, "version": 0}
        codes = [action["code"] for action in guest.get(path)["actions"]]
        answers = [
            guest.ask("GET", path),
            guest.ask("GET", f"{path}?since=0&language=de"),
            guest.ask("GET", f"{path}/log?since=0"),
            guest.ask("GET", f"{path}/history"),
            guest.ask("GET", f"{path}/history?open=true"),
            guest.ask("GET", f"{path}/picture"),
            guest.ask("GET", f"{path}/record"),
            guest.ask("GET", f"{path}/position"),
            guest.ask("GET", f"{path}/world"),
            *(
                guest.ask("POST", f"{path}/reasons", {"seat": viewer or 0, "codes": [code]})
                for code in codes[:2]
            ),
            guest.ask("GET", f"{path}/states"),
            guest.ask("POST", f"{path}/play", body),
            guest.ask("POST", f"{path}/play", body | {"action": "fly away", "version": 10**6}),
            guest.ask("POST", f"{path}/analysis", {"key": "x"}),
            *(guest.ask("GET", f"{path}/preview?action={code}") for code in codes[:6]),
            *(
                guest.ask("GET", f"{path}/why?action={code}&language=de")
                for code in range(0, 60, 15)
            ),
        ]
        told = [answer.text for answer in answers]
        told += [str(in_list(guest, name, table)) for name in ("live", "mine")]
        return [text.replace(table, "ID") for text in told]


def in_list(guest: Guest, name: str, table: str) -> Any:
    """A table as a list shows it."""
    for page in range(10):
        listed = guest.get(f"/api/tables?list={name}&page={page}")["tables"]
        for one in listed:
            if one["id"] == table:
                return one
    return None


def is_secret(table: Table, seat: int, code: int, viewer: int | None) -> bool:
    """Whether a viewer is not told now which action this is."""
    if seat == viewer:
        return False
    hidden = table.game.book.is_secret
    at_once = len(table.to_act) > 1 or bool(table.unseen)
    return at_once or (hidden is not None and hidden(table.state.row, code))


def look_alike(one: State, other: State, viewer: int | None) -> bool:
    """Whether a viewer cannot tell two states apart."""
    return (
        one.to_act == other.to_act
        and one.view(viewer) == other.view(viewer)
        and one.row.barrier == other.row.barrier
    )


def matching(
    one: Table, other: Table, seat: int, code: int, viewer: int | None, dice: random.Random
) -> int | None:
    """What a seat can decide in the other game so that a viewer notices nothing."""
    after = one.state.copy()
    after.play(seat, code)
    codes = other.state.codes(seat)
    if is_secret(one, seat, code, viewer):
        codes = [each for each in codes if is_secret(other, seat, each, viewer)]
        dice.shuffle(codes)
        codes.sort(key=lambda each: each == code)  # another one, if possible
    elif code in codes:
        codes = [code]
    else:
        return None
    if after.is_over:
        return None  # now everything is told
    will_tell = after.row.barrier != one.state.row.barrier
    if will_tell and [notice.code for notice in one.unseen] != [n.code for n in other.unseen]:
        return None  # now the viewer learns what was decided, which differs
    for each in [code] if will_tell and code in codes else codes:
        twin = other.state.copy()
        twin.play(seat, each)
        if look_alike(after, twin, viewer):
            return each
    return None


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_nothing_hidden_leaves_the_house(
    client: TestClient[Any], name: str, players: int, options: dict[str, str]
) -> None:
    people, dice = People(client, players), random.Random(3)
    game = fm.load(name, players, **options)
    state, played, others = game.start(seed=11), 0, 0
    for beginning in BEGINNINGS:
        while played < beginning:
            seat = dice.choice(state.to_act)
            state.play(seat, dice.choice(state.codes(seat)))
            played += 1
        for viewer in (None, *range(players)):
            twin = state.redetermined(viewer, 100 + beginning)
            assert look_alike(state, twin, viewer)
            assert twin != state
            here, there = people.begin(state), people.begin(twin)
            assert people.seen_by(viewer, here) == people.seen_by(viewer, there)
            for _ in range(STEPS):
                one, other = people.table(here), people.table(there)
                seat = dice.choice(one.to_act)
                code = dice.choice(one.state.codes(seat))
                same = matching(one, other, seat, code, viewer, dice)
                if same is None:
                    break
                others += code != same
                people.play(here, seat, code)
                people.play(there, seat, same)
            assert people.table(here).state != people.table(there).state
            assert people.seen_by(viewer, here) == people.seen_by(viewer, there)
    assert bool(others) is not game.book.is_open


def test_the_seed_is_nowhere_before_the_end(client: TestClient[Any]) -> None:
    people = People(client, 2)
    ada, ben = people.guests
    table = ada.make("me", "open")
    ben.do("join", table)
    ada.do("start", table)
    seed = str(people.table(table).head.seed)
    for viewer in (None, 0, 1):
        assert all(seed not in answer for answer in people.seen_by(viewer, table))
    while not people.table(table).state.is_over:
        people.guests[people.table(table).to_act[0]].move(table)
    assert ada.table(table)["seed"] == seed
    assert seed in people.stranger.get(f"/api/tables/{table}/record")
