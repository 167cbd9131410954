"""How fast the server is, beside boardgame.io's own on the same machine.

    python -m benchmarks.server [--seconds S] [--rounds N] [--only PARTS] [--json FILE]

Node.js is needed; boardgame.io is installed into build/rivals at the first run.
"""

import argparse
import signal
import sys
from pathlib import Path
from types import FrameType

from benchmarks.server.figures import PARTS, collect
from benchmarks.server.processes import allow_many_sockets, cores
from benchmarks.server.report import document, is_complete, show
from benchmarks.server.rivals import install
from formicarium import FormicariumError


def main() -> int:
    """Measure, print, keep; 0 whatever the figures are, unless a move was lost."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server")
    parser.add_argument("--seconds", type=float, default=10, help="of moves in every round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--idle-tables", type=int, default=3000)
    parser.add_argument("--only", default=",".join(PARTS), help="some of these, with commas")
    parser.add_argument("--json", type=Path, help="where to keep every round")
    chosen = parser.parse_args()
    parts = tuple(chosen.only.split(","))
    if not set(parts) <= set(PARTS):
        parser.error(f"--only takes some of {', '.join(PARTS)}")
    signal.signal(signal.SIGTERM, interrupted)
    try:
        allow_many_sockets()
        install()
        figures = collect(chosen.seconds, chosen.rounds, chosen.idle_tables, parts, tell)
    except FormicariumError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    show(figures, pinned())
    if chosen.json is not None:
        chosen.json.write_bytes(document(figures, chosen.seconds, pinned()))
    return 0 if is_complete(figures.audits) else 1


def interrupted(_number: int, _frame: FrameType | None) -> None:
    """Leave as after Ctrl-C, so that everything that was started is ended."""
    raise KeyboardInterrupt


def tell(what: str) -> None:
    """Say what is measured now."""
    print(what, file=sys.stderr, flush=True)


def pinned() -> str:
    """On which cores it all runs."""
    client, server = cores()
    return "any core" if server is None else f"server on core {server}, client on core {client}"


if __name__ == "__main__":
    sys.exit(main())
