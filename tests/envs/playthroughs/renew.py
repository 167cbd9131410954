"""The stored playthroughs, one of each game and variant, and how to make them anew.

    python -m tests.envs.playthroughs.renew [GAME ...]

writes them for these games, or for all that are installed. Only do so when something has changed on
purpose, and read the difference. OpenSpiel's own generator tells them; only the beginning of a game
is kept, of long lines the beginning and a digest, and of numbers that are all 0, or that repeat an
observation, nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import random
import re
import sys
from pathlib import Path

import pyspiel
from open_spiel.python.algorithms import generate_playthrough

import formicarium as fm
from formicarium.envs.openspiel import PREFIX
from tests.properties.lines import TABLES

HERE = Path(__file__).parent
ACTIONS = 44  # chance included
LONGEST_LINE = 100  # characters
LEFT_OUT = re.compile(
    r"ObservationTensor\(\d\)\.\w+: (◯+|zeros\(\d+\))|InformationStateTensor\(\d\)\.(?!memory).*"
)
STOP = "stop here"  # no action is called that


def game_strings() -> dict[str, str]:
    """Every game in every variant, with the fewest players there are, by the names of the files."""
    fewest: dict[str, str] = {}
    for table in TABLES:
        variant = f",variant={table.variant}" if table.variant else ""
        name = "-".join(filter(None, (table.game, table.variant)))
        fewest.setdefault(name, f"{PREFIX}{table.game}(players={table.players}{variant})")
    return fewest


def some_actions(game_string: str) -> list[int]:
    """How a game may begin."""
    dice = random.Random(game_string)
    state = pyspiel.load_game(game_string).new_initial_state()
    while len(state.history()) < ACTIONS and not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
    return [int(action) for action in state.history()]


def told(game_string: str, actions: list[int]) -> str:
    """A playthrough up to these actions."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(pyspiel.SpielError):
        generate_playthrough.playthrough(game_string, [*actions, STOP], alsologtostdout=True)
    lines = [line for line in out.getvalue().splitlines() if not LEFT_OUT.fullmatch(line)]
    return "".join(f"{shortened(line)}\n" for line in lines)


def shortened(line: str) -> str:
    """A line, or its beginning and a digest of it all."""
    if len(line) <= LONGEST_LINE:
        return line
    digest = hashlib.sha256(line.encode()).hexdigest()[:16]
    return f"{line[: LONGEST_LINE - 30]}… {len(line)} characters, {digest}"


def told_again(text: str) -> str:
    """The playthrough of the same game with the same actions, as it is told today."""
    game_string = re.findall("^game: (.*)$", text, re.MULTILINE)[0]
    actions = re.findall(r"^action: (\d+)$", text, re.MULTILINE)
    return told(game_string, [*map(int, actions)])


def file_of(name: str) -> Path:
    return HERE / f"{name}.txt"


def make(games: list[str]) -> None:
    for name, game_string in game_strings().items():
        if name.split("-")[0] in games:
            file_of(name).write_text(told(game_string, some_actions(game_string)), "utf-8")


if __name__ == "__main__":
    make(sys.argv[1:] or [*fm.game_names()])
