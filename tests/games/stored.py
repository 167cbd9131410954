"""What is stored of every game: whole recorded games and counts, and how to make them anew.

    python -m tests.games.stored [GAME ...]

writes golden/ends.json and counts.json for these games, or for all that are installed. Records that
exist stay, those of earlier rules too (delete one to have it made anew); only how they end is
written again. Only do so when something has changed on purpose, and read the difference: points
and winners of records must stay as they were.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

import formicarium as fm
from tests.properties.lines import TABLES, Table, game_at

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
ENDS = GOLDEN / "ends.json"
COUNTS = HERE / "counts.json"

MOST_LINES = 300_000  # counted in a moment; deeper is not stored
DEEPEST = 12

Doc = dict[str, Any]


def end(text: str) -> Doc:
    """How a recorded game ends: points, winners, and a digest of its last bytes."""
    state = fm.Record.load(text).state
    digest = hashlib.sha256(state.to_bytes()).hexdigest()
    return {"scores": state.scores(), "winners": list(state.winners()), "sha256": digest}


def golden(name: str) -> list[Path]:
    """The recorded games of one game."""
    return sorted(GOLDEN.glob(f"{name}-*.record"))


def played(table: Table, options: int) -> fm.Record:
    """A whole game at random."""
    dice = random.Random(f"{table} {options}")
    record = fm.Record(game_at(table, options), seed=dice.getrandbits(64))
    while not record.state.is_over:
        seat = dice.choice(record.state.to_act)
        record.play(seat, dice.choice(record.state.codes(seat)))
    return record


def counted(record: fm.Record, share: float) -> Doc:
    """A position after a share of a game's decisions, and how many lines of each length it has."""
    state = record.start()
    for seat, code in record.decisions[: round(share * len(record.decisions))]:
        state.play(seat, code)
    lines: list[int] = []
    while len(lines) < DEEPEST and (not lines or lines[-1] < MOST_LINES):
        lines.append(record.game.perft(state, len(lines) + 1))
    return {"position": state.to_position(), "lines": lines}


def make(names: list[str]) -> None:
    """Write anew how the records of these games end, and count; leave the others as they are."""
    ends = {file: told for file, told in read(ENDS).items() if file.split("-")[0] not in names}
    counts = {game: told for game, told in read(COUNTS).items() if game not in names}
    for name in names:
        tables = [table for table in TABLES if table.game == name]
        for table in tables:
            for options in (0, 1):
                file = GOLDEN / ("-".join(filter(None, map(str, (*table, options)))) + ".record")
                if not file.exists():
                    file.write_text(played(table, options).dump(), "utf-8")
        ends |= {file.name: end(file.read_text("utf-8")) for file in golden(name)}
        counts[name] = [
            counted(played(table, options), share)
            for table in tables
            for options, share in ((0, 0), (2, 0.5), (3, 0.95))
        ]
    ENDS.write_text(json.dumps(ends, indent=1, sort_keys=True) + "\n", "utf-8")
    COUNTS.write_text(one_case_a_line(counts), "utf-8")


def one_case_a_line(counts: Doc) -> str:
    games = []
    for game, cases in sorted(counts.items()):
        lines = ",\n".join(json.dumps(case, sort_keys=True) for case in cases)
        games.append(f"{json.dumps(game)}: [\n{lines}\n]")
    return "{" + ",\n".join(games) + "}\n"


def read(file: Path) -> Doc:
    """A stored document; nothing where there is none yet."""
    found: Doc = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return found


if __name__ == "__main__":
    make(sys.argv[1:] or [*fm.game_names()])
