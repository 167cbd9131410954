"""What a version tells of records, positions and tables: kept then, compared now."""

import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import formicarium as fm
from tests.server.playing import Guest, house

GAMES_OF_0_1 = ("antics", "micropolis", "minicity", "myrmes")
MOVES = 6  # that are played on at a table
PATIENCE = 20.0  # seconds for bots to decide

Document = dict[str, Any]
Choice = Callable[[int, list[int]], int]

# Ways to play on: the first action always, or another one each time.
WAYS: dict[str, Choice] = {
    "first": lambda number, codes: codes[0],
    "varied": lambda number, codes: codes[number % len(codes)],
}


def of_state(state: fm.State) -> Document:
    """Where a game stands, and where it leads."""
    return {
        "scores": state.scores(),
        "winners": [*state.winners()],
        "legal": {
            str(seat): [action.text for action in state.actions(seat)] for seat in state.to_act
        },
        "ends": {name: _played_on(state.copy(), way) for name, way in WAYS.items()},
    }


def _played_on(state: fm.State, way: Choice) -> Document:
    number = 0
    while not state.is_over:
        seat = state.to_act[number % len(state.to_act)]
        state.play(seat, way(number, state.codes(seat)))
        number += 1
    return {"decisions": number, "scores": state.scores(), "winners": [*state.winners()]}


def of_record(record: fm.Record) -> Document:
    """A record: how far it is, and what can become of it."""
    decisions = "".join(f"{seat}: {action.text}\n" for seat, action, _ in record.replay())
    return {
        "decisions": len(record.decisions),
        "check": zlib.crc32(decisions.encode()),
        **of_state(record.state),
    }


@contextmanager
def opened(folder: Path, dump: str) -> Iterator[Any]:
    """A house on a database that was kept as text, however old its tables are."""
    file = folder / "kept.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(dump)
    url = f"sqlite:///{file}"
    with house(folder, games=GAMES_OF_0_1, database=url, bot_days=0, waiting_days=0) as client:
        yield client


class Sitting:
    """Somebody with the tokens of some seats at one table."""

    def __init__(self, guest: Guest, table: str, tokens: dict[str, str]) -> None:
        self.guest = guest
        self.table = table
        self.tokens = tokens

    def get(self, path: str = "", seat: str | None = None) -> Any:
        """What is found there, as a spectator or a seat."""
        headers = {} if seat is None else {"authorization": f"Bearer {self.tokens[seat]}"}
        return self.guest.get(f"/api/tables/{self.table}{path}", **headers)

    def settled(self) -> Document:
        """The table as a spectator sees it, once bots and clocks have done what they must."""
        until = time.monotonic() + PATIENCE
        while True:
            seen: Document = self.get()
            if not _waits_for_the_house(seen):
                return seen
            assert time.monotonic() < until, seen
            time.sleep(0.02)

    def move(self) -> bool:
        """Play the first action that somebody can decide; whether there was one."""
        to_act = [str(seat) for seat in self.settled()["to_act"]]
        for seat in (seat for seat in to_act if seat in self.tokens):
            self.play(int(seat), self.get(seat=seat)["actions"][0]["code"])
            return True
        return False

    def play(self, seat: int, action: int | str) -> None:
        """Decide something on a seat."""
        version, token = self.get(seat=str(seat))["version"], self.tokens[str(seat)]
        fields = {"seat": seat, "action": action, "version": version}
        self.guest.do("play", self.table, token=token, **fields)

    def log(self) -> list[Document]:
        """All lines of the log, page by page."""
        lines: list[Document] = []
        more = True
        while more:
            page = self.get(f"/log?since={lines[-1]['version'] if lines else 0}")
            lines += page["log"]
            more = page["more"]
        return lines

    def told(self) -> Document:
        """All that is told of the table."""
        seen = self.settled()
        lines = [
            f"{line['version']} {line['kind']} {line['seat']} {line.get('text')}\n"
            for line in self.log()
        ]
        return {
            **_looked_at(seen),
            "game": seen["game"],
            "players": seen["players"],
            "options": seen["options"],
            "public": seen["public"],
            "follows": seen["follows"],
            "winners": seen["winners"],
            "sitting": [[seat["kind"], seat["name"], seat["level"]] for seat in seen["seats"]],
            "log": [len(lines), zlib.crc32("".join(lines).encode())],
            "chat": [[line["name"], line["text"]] for line in self.get("/chat")["lines"]],
            "seats": {
                seat: _looked_at(self.get(seat=seat))
                for seat in self.tokens
                if seen["seats"][int(seat)]["kind"] == "person"
            },
        }

    def views(self) -> Document:
        """The position as a spectator and as the first seat sees it."""
        return {"spectator": self.get()["view"], "seat 0": self.get(seat="0")["view"]}

    def played_on(self) -> Document:
        """Where the first actions lead."""
        moves = sum(self.move() for _ in range(MOVES))
        return {"moves": moves, **_looked_at(self.settled())}


def _waits_for_the_house(seen: Document) -> bool:
    return any(
        (seat["kind"] == "bot" and number in seen["to_act"])
        or (seat["deadline"] is not None and seat["deadline"] < time.time())
        for number, seat in enumerate(seen["seats"])
    )


def _looked_at(seen: Document) -> Document:
    told = {
        name: seen[name]
        for name in ("status", "version", "to_act", "points", "scores", "can_undo", "locked")
    }
    return told | {"actions": [action["text"] for action in seen["actions"]]}


def holds(now: Any, then: Any) -> bool:
    """Whether all is told that was told then; objects may have more fields by now."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(
            name in now and holds(now[name], value) for name, value in then.items()
        )
    if isinstance(then, list):
        return (
            isinstance(now, list)
            and len(now) == len(then)
            and all(holds(one, two) for one, two in zip(now, then, strict=True))
        )
    return bool(now == then)
