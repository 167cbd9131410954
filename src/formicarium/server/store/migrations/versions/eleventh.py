"""Results of games in tables made for reading, and what people choose about others.

Games that are over are filled in from what their rows know, without replaying any: whoever has won
comes first, the others by their points. What follows from them is counted after every upgrade.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from alembic import op
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Double,
    ForeignKey,
    Integer,
    SmallInteger,
    Text,
    false,
    text,
)

from formicarium.server.store.migrations.columns import filled, make_partial, of_table

revision = "0011"
down_revision = "0010"

OVER = text(
    "SELECT id, head, game, players, shown, daily, result FROM tables"
    " WHERE status = 'over' AND result IS NOT NULL ORDER BY shown, id"
)
SEATS = text(
    "SELECT table_id, seat, kind, person, level FROM seats"
    " WHERE table_id IN (SELECT id FROM tables WHERE status = 'over') ORDER BY table_id, seat"
)
ADD_ENDING = text(
    "INSERT INTO endings (number, table_id, game, players, ended, fresh, measure)"
    " VALUES (:number, :table_id, :game, :players, :ended, :fresh, :measure)"
)
ADD_RESULT = text(
    "INSERT INTO results (ending, seat, person, level, points, place, has_left)"
    " VALUES (:ending, :seat, :person, :level, :points, :place, :has_left)"
)
COUNT_ON = "SELECT setval(pg_get_serial_sequence('endings', 'number'), :last)"

Fields = dict[str, Any]


def upgrade() -> None:
    _make_results()
    _make_figures()
    _make_choices()
    fill(op.get_bind())


def _make_results() -> None:
    op.create_table(
        "endings",
        Column("number", Integer, primary_key=True),
        of_table(nullable=False, unique=True),
        Column("game", Text, nullable=False),
        Column("players", SmallInteger, nullable=False),
        Column("ended", Double, nullable=False),
        Column("fresh", Boolean, nullable=False),
        Column("measure", Text, nullable=False),
        Column("annulled", Boolean, nullable=False, server_default=false()),
        sqlite_autoincrement=True,
    )
    make_partial(
        "ix_endings_rated", "endings", ["game", "number"], "measure <> '' AND NOT annulled"
    )
    op.create_table(
        "results",
        Column("ending", Integer, ForeignKey("endings.number"), primary_key=True),
        Column("seat", SmallInteger, primary_key=True),
        Column("person", Integer, nullable=False),
        Column("level", Text, nullable=False),
        Column("points", Integer, nullable=False),
        Column("place", SmallInteger, nullable=False),
        Column("has_left", Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    make_partial("ix_results_person", "results", ["person", "ending"], "person <> 0")


def _make_figures() -> None:
    op.create_table(
        "tallies",
        *_keys("person", Text, "game"),
        Column("players", SmallInteger, primary_key=True, autoincrement=False),
        *filled(Integer, "played", "won"),
        Column("best", Integer),
        Column("best_ending", Integer),
    )
    op.create_table(
        "meetings",
        *_keys("person", Integer, "opponent"),
        Column("level", Text, primary_key=True),
        *filled(Integer, "played", "ahead", "behind", "last"),
    )
    op.create_index("ix_meetings_opponent", "meetings", ["opponent"])
    op.create_table(
        "ratings",
        *_keys("person", Text, "game", "measure"),
        *filled(Double, "mu", "sigma", "sure"),
        *filled(Integer, "games"),
    )
    make_partial(
        "ix_ratings_board",
        "ratings",
        ["game", "sure", "person"],
        "measure = 'people' AND games >= 10",
    )
    op.create_table(
        "changes",
        *_keys("person", Text, "game", "measure"),
        Column("ending", Integer, ForeignKey("endings.number"), primary_key=True),
        *filled(Double, "mu", "sigma"),
    )
    op.create_index("ix_changes_ending", "changes", ["ending"])


def _make_choices() -> None:
    op.create_table("sharing", _somebody("person"), *filled(Boolean, "games", "wins", "rating"))
    op.create_table(
        "blocks",
        _somebody("person"),
        _somebody("other"),
        *filled(Boolean, "meets"),
        *filled(Double, "at"),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])
    op.create_table(
        "seekers",
        _somebody("person"),
        *filled(Text, "key", "game"),
        *filled(SmallInteger, "players"),
        *filled(Text, "pace", "level"),
        *filled(Boolean, "rated"),
        *filled(Double, "since", "alive"),
        Column("table_id", Text, nullable=False, server_default=""),
    )
    make_partial("ix_seekers_game", "seekers", ["game", "players"], "table_id = ''")


def _somebody(name: str) -> Column[Any]:
    key = ForeignKey("people.number")
    return Column(name, Integer, key, primary_key=True, autoincrement=False)


def _keys(person: str, kind: Any, *names: str) -> list[Column[Any]]:
    more: list[Column[Any]] = [
        Column(name, kind, primary_key=True, autoincrement=False) for name in names
    ]
    return [Column(person, Integer, primary_key=True, autoincrement=False), *more]


# --- Games that are over already ------------------------------------------------------------------


def fill(connection: Connection) -> None:
    """Keep the results of all games that were over before."""
    sitting: dict[str, list[Any]] = {}
    for row in connection.execute(SEATS):
        sitting.setdefault(row.table_id, []).append(row)
    number = 0
    for number, row in enumerate(connection.execute(OVER).all(), 1):
        ending, results = _kept(number, row, sitting.get(row.id, []))
        connection.execute(ADD_ENDING, ending)
        if results:
            connection.execute(ADD_RESULT, results)
    if number and connection.dialect.name == "postgresql":
        connection.execute(text(COUNT_ON), {"last": number})


def _kept(number: int, row: Any, seats: Sequence[Any]) -> tuple[Fields, list[Fields]]:
    head, result = json.loads(row.head), json.loads(row.result)
    is_fresh = head.get("position") is None
    people = [seat for seat in seats if seat.person]
    is_alone = len(people) == 1 and people[0].kind == "person"
    ending = {
        "number": number,
        "table_id": row.id,
        "game": row.game,
        "players": row.players,
        "ended": row.shown,
        "fresh": is_fresh,
        "measure": "bots" if is_alone and is_fresh and not row.daily and len(seats) > 1 else "",
    }
    return ending, [*_seats(number, seats, result["scores"], result["winners"])]


def _seats(
    number: int, seats: Sequence[Any], scores: Sequence[int], winners: Sequence[int]
) -> Iterator[Fields]:
    for row in seats:
        mine = (row.seat in winners, scores[row.seat])
        ahead = [seat for seat, points in enumerate(scores) if (seat in winners, points) > mine]
        yield {
            "ending": number,
            "seat": row.seat,
            "person": row.person,
            "level": row.level,
            "points": scores[row.seat],
            "place": 1 if mine[0] else 1 + len(ahead),
            "has_left": bool(row.person) and row.kind != "person",
        }
