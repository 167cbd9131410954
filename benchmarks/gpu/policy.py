"""What minutes of training on a GPU win against random players: the notebook, with larger numbers.

    python -m benchmarks.gpu.policy [GAME…] [--seconds 300] [--out FOLDER]

Carries out the cells of examples/notebooks/policy.ipynb. At least 95 % are asked for.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import formicarium as fm
from benchmarks.strength.contests import TWO

NOTEBOOK = Path(__file__).parents[2] / "examples" / "notebooks" / "policy.ipynb"
BAR = 0.95


def trained(settings: dict[str, Any]) -> float:
    """The share of games that are won, with these settings in the place of the first cell's."""
    everything: dict[str, Any] = {}
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    codes = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    for number, code in enumerate(codes):
        exec(compile(code, f"{NOTEBOOK.name}, cell {number + 1}", "exec"), everything)
        if number == 0:
            everything |= settings
    return float(everything["share"])


def main() -> int:
    """Train each game; 1 if any wins less than it must."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.gpu.policy")
    asked.add_argument("names", nargs="*", metavar="GAME", help="all, if none is named")
    asked.add_argument("--seconds", type=float, default=300)
    asked.add_argument("--tables", type=int, default=4096)
    asked.add_argument("--contests", type=int, default=2000)
    asked.add_argument("--out", type=Path)
    given = asked.parse_args()
    rows: list[dict[str, Any]] = []
    for name in given.names or fm.game_names():
        settings = {"GAME": name, "OPTIONS": TWO[name], "SECONDS": given.seconds}
        settings |= {"TABLES": given.tables, "CONTESTS": given.contests, "LESSONS": 200}
        won = trained(settings | {"AT_ONCE": 4096, "UNITS": 128})
        rows.append({"game": name, "won": won, "result": "met" if won >= BAR else "MISSED"})
        print(rows[-1], flush=True)
        if given.out:
            (given.out / "policy.json").write_text(json.dumps(rows, indent=1), "utf-8")
    return int(any(row["won"] < BAR for row in rows))


if __name__ == "__main__":
    sys.exit(main())
