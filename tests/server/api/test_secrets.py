"""No byte that leaves the house depends on what its reader may not know."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.core.state import State
from tests.server.playing import Guest, house

GAMES = [
    ("micropolis", 2, {}),
    ("micropolis", 2, {"variant": "expert"}),
    ("myrmes", 2, {}),
    ("antics", 3, {}),
    ("minicity", 2, {}),
    ("minicity", 3, {"variant": "friends"}),
]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    folder = tmp_path_factory.mktemp("house")
    with house(folder, games=("antics", "micropolis", "minicity", "myrmes")) as client:
        yield client


class Round:
    """A game between people, each of whom is asked for all that she can get at."""

    def __init__(
        self, client: TestClient[Any], game: str, players: int, options: dict[str, str]
    ) -> None:
        self.client = client
        self.guests = [Guest(client) for _ in range(players)]
        self.stranger = Guest(client)
        for guest in (*self.guests, self.stranger):
            guest.get("/api/me")
        seats = ["me", *["open"] * (players - 1)]
        self.id = self.guests[0].make(*seats, game=game, players=players, options=options)
        for guest in self.guests[1:]:
            guest.do("join", self.id)
        self.guests[0].do("start", self.id)

    @property
    def live(self) -> Any:
        return self.client.app.state.office.house.tables[self.id]

    @property
    def state(self) -> State:
        state: State = self.live.table.record.state
        return state

    def pretend(self, state: State) -> None:
        """Let the game stand otherwise, as if it always had."""
        self.live.table.record.state = state
        self.live.change()

    def seen_by(self, seat: int | None) -> list[str]:
        """Everything that a seat or a spectator can be sent."""
        guest = self.stranger if seat is None else self.guests[seat]
        path = f"/api/tables/{self.id}"
        body = {"key": "x", "seat": 0 if seat is None else seat, "action": 0, "version": 0}
        answers = [
            guest.ask("GET", path),
            guest.ask("GET", f"{path}?since=0&language=de"),
            guest.ask("GET", f"{path}/log?since=0"),
            guest.ask("GET", f"{path}/picture"),
            guest.ask("GET", f"{path}/record"),
            guest.ask("GET", f"{path}/position"),
            guest.ask("POST", f"{path}/play", body),
            guest.ask("POST", f"{path}/play", body | {"action": "fly away", "version": 10**6}),
            guest.ask("POST", f"{path}/analysis", {"key": "x"}),
            guest.ask("GET", "/api/tables?list=live"),
            guest.ask("GET", "/api/tables?list=mine"),
        ]
        return [answer.text for answer in answers]


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_nothing_hidden_leaves_the_house(
    client: TestClient[Any], game: str, players: int, options: dict[str, str]
) -> None:
    table, dice = Round(client, game, players, options), random.Random(3)
    for number in range(40):
        seat = dice.choice(table.state.to_act)
        code = dice.choice(table.state.codes(seat))
        version = table.guests[seat].table(table.id, f"?seat={seat}")["version"]
        table.guests[seat].do("play", table.id, seat=seat, action=code, version=version)
        if number % 5 == 0:
            true = table.state
            for viewer in (None, *range(players)):
                before = table.seen_by(viewer)
                table.pretend(true.redetermined(viewer, number))
                assert table.seen_by(viewer) == before
                table.pretend(true)


def test_the_seed_is_nowhere_before_the_end(client: TestClient[Any]) -> None:
    table = Round(client, "micropolis", 2, {})
    seed = str(table.live.table.head.seed)
    for viewer in (None, 0, 1):
        assert all(seed not in answer for answer in table.seen_by(viewer))
    while not table.state.is_over:
        table.guests[table.state.to_act[0]].move(table.id)
    assert table.guests[0].table(table.id)["seed"] == seed
    assert seed in table.stranger.get(f"/api/tables/{table.id}/record")
