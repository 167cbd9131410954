"""How the fixtures in `0.1` were made: `python -m tests.compatibility.make`, with version 0.1.

It is kept to tell what they are, and is never run again: games of today are no fixtures.
"""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import formicarium as fm
from formicarium.bots import ask, load_bot
from tests.compatibility import telling
from tests.compatibility.telling import GAMES_OF_0_1, Document, Sitting, opened
from tests.server import playing
from tests.server.playing import Guest, QuickPool, house

HERE = Path(__file__).parent / "0.1"
CLOCK = 30  # seconds, over before anybody opens the house again
PASSWORD = "correct horse battery"
VIEWED = ("micropolis-expert", "myrmes-position", "antics-position", "minicity-friends")
FRENCH = {"variant": "expert", "edition": "french"}

Cut = Callable[[fm.State, int, fm.State], bool]  # before a decision, who took it, after it


# --- Records --------------------------------------------------------------------------------------


def mid_turn(before: fm.State, seat: int, after: fm.State) -> bool:
    """Whoever has decided must decide again."""
    return before.to_act == after.to_act == (seat,)


def secret(before: fm.State, seat: int, after: fm.State) -> bool:
    """Several decide at once, and not all of them have."""
    return len(before.to_act) > 1 and 0 < len(after.to_act) < len(before.to_act)


def passing(before: fm.State, seat: int, after: fm.State) -> bool:
    """The leader may give the marker to an army like hers, or past it to a larger (MP-10.19)."""
    return bool(after.to_act and stronger_than_a_tie(after))


def stronger_than_a_tie(state: fm.State) -> list[int]:
    """The codes that give the marker to a larger army, though a foreign one is as large as hers."""
    seat = state.to_act[0]
    codes = [action.code for action in state.actions(seat) if action.text.startswith("lead ")]
    anthills = state.view(None)["anthills"]
    each = len(anthills) // state.game.players
    marked = anthills[state.view(None)["leader"]]["army"]
    armies = {}
    for code in codes:
        other = state.copy()
        other.play(seat, code)
        leader = other.view(None)["leader"]
        if leader // each != seat:
            armies[code] = anthills[leader]["army"]
    return [code for code in armies if armies[code] > marked in armies.values()]


def played(game: fm.Game, seed: int, bot: str, start: Document | None = None) -> fm.Record:
    """A whole game among bots."""
    record = fm.Record(game, None if start else seed, start)
    dice, player = Random(seed), load_bot(bot)
    for number in count():
        if record.state.is_over:
            break
        seat = dice.choice(record.state.to_act)
        record.play(seat, ask(player, record.state, seat, seed * 100_000 + number))
    return record


def cut(record: fm.Record, where: Cut, share: float = 0.5) -> fm.Record:
    """A game up to a place of a kind, about so far from its beginning."""
    state, places = record.start(), []
    for number, (seat, _, after) in enumerate(record.replay(), 1):
        if where(state, seat, after):
            places.append(number)
        state = after
    return shortened(record, places[int(share * len(places))])


def shortened(record: fm.Record, length: int) -> fm.Record:
    """The first decisions of a game."""
    other = fm.Record(record.game, record.seed, record.position)
    for seat, code in record.decisions[:length]:
        other.play(seat, code)
    return other


def tie_of_sums(players: int) -> fm.Record:
    """A game that the sum of armies decides, and one army would decide otherwise (MP-10.23)."""
    game = fm.load("micropolis", players=players, **FRENCH)
    for seed in count():
        record = played(game, seed, "random")
        scores, state = record.state.scores(), record.state
        tied = [seat for seat, points in enumerate(scores) if points == max(scores)]
        armies = [anthill["army"] for anthill in state.view(None)["anthills"]]
        largest = {seat: max(armies[2 * seat : 2 * seat + 2]) for seat in tied}
        best = [seat for seat in tied if largest[seat] == max(largest.values())]
        if len(tied) > 1 and best != [*state.winners()]:
            return record
    raise AssertionError


def marker_to_the_stronger(players: int) -> fm.Record:
    """A game in which the marker goes past one who ties to a larger army (MP-10.19)."""
    game = fm.load("micropolis", players=players, **FRENCH)
    for seed in count():
        record = played(game, seed, "random")
        state = record.start()
        for _, action, after in record.replay():
            if action.code in stronger_than_a_tie(state):
                return record
            state = after
    raise AssertionError


BOTS = "greedy:slips=0.4"
GAMES: list[tuple[str, str, int, dict[str, str], Cut | None]] = [
    ("micropolis-2", "micropolis", 2, {}, None),
    ("micropolis-3", "micropolis", 3, {}, mid_turn),
    ("micropolis-4", "micropolis", 4, {"first_leader": "seat_3"}, None),
    ("micropolis-5", "micropolis", 5, {"surplus": "removed", "cap": "after_effect"}, mid_turn),
    ("micropolis-6", "micropolis", 6, {}, None),
    ("micropolis-2-expert", "micropolis", 2, {"variant": "expert"}, None),
    (
        "micropolis-3-expert", "micropolis", 3,
        {"variant": "expert", "expert_tie": "clockwise", "token_owner": "anthill"}, mid_turn,
    ),
    ("micropolis-2-french", "micropolis", 2, {"edition": "french"}, mid_turn),
    ("micropolis-3-french", "micropolis", 3, {"edition": "french"}, None),
    (
        "micropolis-4-french", "micropolis", 4,
        {"edition": "french", "soldiers": "unlimited", "architects": "unlimited"}, None,
    ),
    ("micropolis-2-unlimited", "micropolis", 2, {**FRENCH, "soldiers": "unlimited"}, None),
    ("myrmes-2", "myrmes", 2, {}, None),
    ("myrmes-3", "myrmes", 3, {}, secret),
    ("myrmes-4", "myrmes", 4, {"start_spaces": "chosen"}, mid_turn),
    ("myrmes-2-limited", "myrmes", 2, {"cubes": "limited"}, None),
    ("myrmes-3-apart", "myrmes", 3, {"reveal": "apart"}, secret),
    ("myrmes-4-apart", "myrmes", 4, {"reveal": "apart", "cubes": "limited"}, None),
    ("antics-2", "antics", 2, {"variant": "unofficial_two"}, None),
    ("antics-3", "antics", 3, {}, mid_turn),
    ("antics-4", "antics", 4, {}, None),
    (
        "antics-3-options", "antics", 3,
        {"workers": "several", "recall_laden": "food_lost", "gorge": "apart"}, None,
    ),
    ("minicity-2", "minicity", 2, {}, None),
    ("minicity-3", "minicity", 3, {}, secret),
    ("minicity-4", "minicity", 4, {"stocking": "in_turn", "first_card": "may"}, None),
    ("minicity-2-friends", "minicity", 2, {"variant": "friends", "duel_costs": "higher"}, None),
    ("minicity-3-friends", "minicity", 3, {"variant": "friends"}, mid_turn),
    ("minicity-4-friends", "minicity", 4, {"variant": "friends", "rhino": "at_once"}, secret),
]  # fmt: skip


def all_records() -> Iterator[tuple[str, fm.Record]]:
    """Every record with its name."""
    for seed, (name, game, players, options, where) in enumerate(GAMES, 101):
        whole = played(fm.load(game, players=players, **options), seed, BOTS)
        yield name, whole if where is None else cut(whole, where)
    for players in (2, 3):
        yield f"micropolis-{players}-french-tie", tie_of_sums(players)
        handed = marker_to_the_stronger(players)
        yield f"micropolis-{players}-french-marker", handed
        yield f"micropolis-{players}-french-choice", cut(handed, passing, 0)
    for name, game, players, options in (
        ("micropolis-3-french-position", "micropolis", 3, FRENCH),
        ("myrmes-2-position", "myrmes", 2, {}),
        ("antics-4-position", "antics", 4, {}),
        ("minicity-3-friends-position", "minicity", 3, {"variant": "friends"}),
    ):
        chosen = fm.load(game, players=players, **options)
        before = cut(played(chosen, 7, BOTS), mid_turn, 0.7)
        yield name, played(chosen, 8, BOTS, before.state.to_position())


def all_positions(records: dict[str, fm.Record]) -> Iterator[tuple[str, Document]]:
    """A few positions of each game, from records of it."""
    for name in (
        "micropolis-3", "micropolis-3-expert", "micropolis-2-french", "micropolis-6",
        "micropolis-3-french-choice",
        "myrmes-3", "myrmes-4", "myrmes-3-apart", "myrmes-2",
        "antics-3", "antics-2", "antics-4-position",
        "minicity-3", "minicity-3-friends", "minicity-2",
    ):  # fmt: skip
        record = records[name]
        if record.state.is_over and name != "myrmes-2":
            record = shortened(record, len(record.decisions) * 2 // 3)
        yield name, record.state.to_position()


# --- A house --------------------------------------------------------------------------------------


class Furnished:
    """A house that is being filled with tables."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.ada, self.ben, self.cleo, self.dan = people = [Guest(client) for _ in range(4)]
        self.people = people
        self.tables: dict[str, Document] = {}
        for guest, name in zip(people, ("Ada", "Ben", "Cléo", "Dan"), strict=True):
            guest.get("/api/me")
            guest.ask("PATCH", "/api/me", {"name": name})
        self.ada.ask("POST", "/api/accounts", {"name": "Ada", "password": PASSWORD})

    def made(self, name: str, game: str, players: int, bot: str = "", **more: Any) -> Sitting:
        """A table of Ada's at which everybody sits, the last seat perhaps a bot's."""
        places = ["open"] * (players - bool(bot)) + [f"bot {bot}"] * bool(bot)
        table = self.ada.make(*places, game=game, players=players, **more)
        tokens = {
            str(seat): guest.do("join", table, seat=seat)["token"]
            for seat, guest in enumerate(self.people[: players - bool(bot)])
        }
        self.tables[name] = {"id": table, "tokens": tokens}
        return Sitting(Guest(self.client), table, tokens)

    def begun(self, name: str, game: str, players: int, moves: int = 0, **more: Any) -> Sitting:
        """A table at which some moves have been made at random."""
        sitting = self.made(name, game, players, **more)
        self.ada.do("start", sitting.table)
        dice = Random(name)
        for _ in range(moves):
            if not self.move(sitting, dice):
                break
        return sitting

    def move(self, sitting: Sitting, dice: Random) -> bool:
        """Make a random move."""
        to_act = sitting.get()["to_act"]
        if not to_act:
            return False
        seat = dice.choice(to_act)
        action = dice.choice(sitting.get(seat=str(seat))["actions"])["text"]
        sitting.play(seat, action)
        return True


def furnish(furnished: Furnished, records: dict[str, fm.Record]) -> Document:
    """All kinds of tables; what else is to be known about them."""
    ada, ben, cleo, _ = furnished.people
    begun = furnished.begun

    def late(name: str, left: int) -> Document:
        """The position of a finished record before its last decisions."""
        record = records[name]
        return shortened(record, len(record.decisions) - left).state.to_position()

    def from_record(name: str, record: str, left: int, moves: int) -> Sitting:
        game = records[record].game
        options, start = game.options, late(record, left)
        return begun(name, game.name, game.players, moves, options=options, position=start)

    # In play.
    begun("micropolis", "micropolis", 2, 17)
    begun("micropolis-expert", "micropolis", 3, 130, options={"variant": "expert"})  # a snapshot
    begun("micropolis-french", "micropolis", 3, 50, options=FRENCH)
    choice = records["micropolis-3-french-choice"]
    position = choice.state.to_position()
    begun("micropolis-french-choice", "micropolis", 3, options=FRENCH, position=position)
    begun("myrmes", "myrmes", 3, 40, options={"cubes": "limited", "reveal": "apart"})
    from_record("myrmes-position", "myrmes-2", 60, 8)
    begun("myrmes-secret", "myrmes", 4, 1)
    begun("antics", "antics", 3, 30)
    begun("antics-two", "antics", 2, 30, options={"variant": "unofficial_two"})
    from_record("antics-position", "antics-4", 150, 6)
    begun("minicity", "minicity", 2, 40)
    begun("minicity-friends", "minicity", 4, 45, options={"variant": "friends"})
    hidden = begun("minicity-secret", "minicity", 3)
    for _ in range(4):
        hidden.play(1, hidden.get(seat="1")["actions"][-1]["code"])
    begun("login", "micropolis", 2, 6)
    begun("bots", "micropolis", 3, bot="easy")
    undone = begun("undone", "micropolis", 2, options={"first_leader": "seat_1"})
    ada.move(undone.table)
    seen = ada.table(undone.table)
    if seen["can_undo"]:
        ada.do("undo", undone.table, seat=0, version=seen["version"])
    quitters = begun("quitters", "micropolis", 3, 8)
    ben.do("resign", quitters.table, seat=1)
    del quitters.tokens["1"]
    cleo.do("hand", quitters.table, seat=2, level="easy")
    quitters.tokens["2"] = cleo.do("join", quitters.table, seat=2)["token"]
    ada.do("lock", quitters.table)
    ada.do("lock", quitters.table, locked=False)

    # Over.
    over = begun("over", "micropolis", 2, 500, clock={"per": "game", "seconds": 86_400})
    tied = from_record("over-french-tie", "micropolis-2-french-tie", 3, 0)
    for seat, code in records["micropolis-2-french-tie"].decisions[-3:]:
        tied.play(seat, code)
    from_record("over-myrmes", "myrmes-2-limited", 15, 500)
    from_record("over-antics", "antics-4", 12, 500)
    from_record("over-minicity", "minicity-2", 2, 500)
    for guest, text in ((ada, "Good luck!"), (ben, "Viel Glück 🐜"), (ada, 'It\'s over; "gg"')):
        guest.do("chat", over.table, text=text, key=f"said: {text}")
    job = ada.ask("POST", f"/api/tables/{over.table}/analysis?language=en").json()["id"]
    while ada.get(f"/api/jobs/{job}")["status"] != "done":
        time.sleep(0.05)
    again = ben.do("rematch", over.table)["id"]
    furnished.tables["rematch"] = {"id": again, "tokens": {}}

    # Waiting.
    clock = {"per": "decision", "seconds": 86_400, "then": "pass"}
    waiting = ada.make("me", "open", game="minicity", public=False, clock=clock)
    invitation = ada.ask("POST", f"/api/tables/{waiting}/invitations", {}).json()["invitation"]
    furnished.tables["waiting"] = {"id": waiting, "tokens": {}}
    locked = ada.make("me", "open")
    ben.do("leave", locked, seat=ben.do("join", locked)["seat"])
    ada.do("lock", locked)
    # Last of all, as time runs: a clock that will be over, a bot that will not have decided.
    begun("clock", "micropolis", 2, 5, clock={"per": "decision", "seconds": CLOCK})
    thinking = furnished.made("thinking", "micropolis", 2, bot="hard")
    ada.do("start", thinking.table)
    while thinking.get()["to_act"] != [1]:
        ada.move(thinking.table)
    return {"job": job, "invitation": invitation, "locked": locked}


def dumped(file: Path) -> str:
    """A database as text."""
    with sqlite3.connect(file) as connection:
        return "\n".join(connection.iterdump()) + "\n"


def make_house(records: dict[str, fm.Record]) -> tuple[Document, dict[str, Document]]:
    """Fill a house, keep its database, open that anew, and note what it tells of its tables."""
    quick, is_kept = QuickPool.decide, False

    async def decide(self: QuickPool, state: fm.State, *rest: Any) -> Any:
        while rest[1] == "hard" and not is_kept:
            await asyncio.sleep(0.05)
        return await quick(self, state, *rest)

    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(QuickPool, "decide", decide)
        patch.setattr(playing, "KEYS", count(1_000_000))  # whoever plays on begins with 1
        with house(Path(folder), games=GAMES_OF_0_1) as client:
            furnished = Furnished(client)
            known = furnish(furnished, records)
            time.sleep(1)  # for snapshots
            text = dumped(next(Path(folder).glob("*.sqlite")))
            is_kept = True
    (HERE / "house.sql").write_text(text, "utf-8")
    time.sleep(CLOCK)
    return known | {"password": PASSWORD}, told_again(text, furnished.tables)


def told_again(text: str, tables: dict[str, Document]) -> dict[str, Document]:
    """What a house on that database tells of its tables."""
    with TemporaryDirectory() as folder, opened(Path(folder), text) as client:
        for name, table in tables.items():
            sitting = Sitting(Guest(client), table["id"], table["tokens"])
            table["told"] = sitting.told()
            if name in VIEWED:
                table["views"] = sitting.views()
            if table["told"]["status"] == "over":
                table["record"] = telling.of_record(fm.Record.load(sitting.get("/record")))
            else:
                table["then"] = sitting.played_on()
    return tables


def keep(name: str, doc: Document) -> None:
    """Write an object with a line for each field."""
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in doc.items()]
    (HERE / f"{name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def main() -> None:
    """Make everything."""
    records = dict(all_records())
    for folder in ("records", "positions"):
        (HERE / folder).mkdir(parents=True, exist_ok=True)
    for name, record in records.items():
        (HERE / "records" / f"{name}.record").write_text(record.dump(), "utf-8")
    keep("records", {name: telling.of_record(record) for name, record in records.items()})
    positions = dict(all_positions(records))
    for name, doc in positions.items():
        keep(f"positions/{name}", doc)
    keep("positions", {name: telling.of_state(fm.position(doc)) for name, doc in positions.items()})
    known, tables = make_house(records)
    keep("house", known)
    keep("tables", tables)


if __name__ == "__main__":
    main()
