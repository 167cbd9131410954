"""Bots that nobody wants to meet, as another package could bring them."""

import os
import signal
import time
from pathlib import Path

from formicarium.core.game import Game
from formicarium.core.state import State


class Raiser:
    def choose(self, state: State, seat: int, seed: int, deadline: float) -> int:
        raise ValueError("no\nidea")


class Leaver:
    def choose(self, state: State, seat: int, seed: int, deadline: float) -> int:
        raise SystemExit(3)


class Staller:
    """Answers long after its time."""

    def __init__(self, delay: float = 30.0) -> None:
        self.delay = delay
        self.asked = 0

    def choose(self, state: State, seat: int, seed: int, deadline: float) -> int:
        self.asked += 1
        time.sleep(self.delay)
        return state.codes(seat)[0]


class Cheat:
    def choose(self, state: State, seat: int, seed: int, deadline: float) -> int:
        return 10**9


class Mumbler:
    def choose(self, state: State, seat: int, seed: int, deadline: float) -> str:
        return "take 1"


class Unready:
    def prepare(self, game: Game) -> None:
        raise FileNotFoundError("weights.bin")

    def choose(self, state: State, seat: int, seed: int, deadline: float) -> int:
        return state.codes(seat)[0]


class Unborn:
    def __init__(self) -> None:
        raise RuntimeError("not today")


class Killer:
    """Takes its process with it, unless someone has done so before."""

    def choose(self, state: State, seat: int, seed: int, deadline: float) -> int:
        deed = Path(os.environ["DEED"])
        if not deed.exists():
            deed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return state.codes(seat)[0]


class Clock:
    """Plays at once, and keeps the deadline that it was given."""

    is_quick = True

    def choose(self, state: State, seat: int, seed: int, deadline: float) -> int:
        self.deadline = deadline
        return state.codes(seat)[-1]


BOTS = {
    "raiser": "Raiser",
    "leaver": "Leaver",
    "staller": "Staller",
    "cheat": "Cheat",
    "mumbler": "Mumbler",
    "unready": "Unready",
    "unborn": "Unborn",
    "missing": "Nobody",
    "killer": "Killer",
    "clock": "Clock",
}


def invite(folder: Path) -> None:
    """Install these bots in a folder, as `pip` would."""
    (folder / "rogues.py").write_bytes(Path(__file__).read_bytes())
    noted = folder / "rogues-1.0.dist-info"
    noted.mkdir()
    (noted / "METADATA").write_text("Metadata-Version: 2.1\nName: rogues\nVersion: 1.0\n")
    lines = [f"{name} = rogues:{kind}" for name, kind in BOTS.items()]
    (noted / "entry_points.txt").write_text("\n".join(["[formicarium.bots]", *lines, ""]))
