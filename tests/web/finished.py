"""Score sheets of finished games, from which the page's tests learn what adds up to the points.

`python -m tests.web.finished` writes them anew.
"""

import json
import random
from pathlib import Path
from typing import Any

import formicarium as fm
from formicarium.bots import ask, load_bot
from formicarium.core.state import State
from tests.web.courses import VARIANTS, Variant

FILE = Path(__file__).parents[2] / "web" / "src" / "games" / "finished.test.json"
SEED = 11


def finished(variant: Variant, bot_name: str | None = None) -> State:
    """A game that was played to its end, at random or by a bot."""
    game = fm.load(variant.game, players=variant.players, **dict(variant.options))
    state, dice, number = game.start(seed=SEED), random.Random(SEED), 0
    bot = None if bot_name is None else load_bot(bot_name)
    while not state.is_over:
        seat, number = state.to_act[0], number + 1
        code = ask(bot, state, seat, number) if bot else dice.choice(list(state.codes(seat)))
        state.play(seat, code)
    return state


def told(variant: Variant, state: State) -> dict[str, Any]:
    """What the server tells of a game at its end."""
    sheet = {"breakdown": state.breakdown(), "scores": state.scores()}
    return {"variant": str(variant), "game": variant.game, **sheet}


def main() -> None:
    games = [told(variant, finished(variant, "greedy")) for variant in VARIANTS]
    FILE.write_text(json.dumps(games, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
