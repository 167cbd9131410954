"""What is measured in a process of its own: a first start, and the rules as plain Python.

Run by its path, so that a start imports what a player's program would import and no more.
"""

import json
import sys
import time
from typing import Any

# Numba imports these wherever they happen to be installed, beside the rivals or for tests. A player
# has none of them, and they would double the time of a start.
NOT_A_PLAYERS = ("coverage", "scipy", "yaml")
MISSING: Any = None  # what Python takes for a module that is known not to be there


def start(name: str, players: int) -> dict[str, Any]:
    """When a new process had loaded the game, and when it had played."""
    sys.modules.update(dict.fromkeys(NOT_A_PLAYERS, MISSING))
    import formicarium as fm

    game = fm.load(name, players=players)
    loaded = time.time()
    game.random_games(10, seed=0)
    state = game.start(seed=0)
    seat = state.to_act[0]
    state.play(seat, state.codes(seat)[0])
    return {"loaded": loaded, "played": time.time(), "cpu": time.process_time()}


def whole_games(name: str, players: int, seconds: float) -> dict[str, Any]:
    """Whole random games in the mode that this process runs in."""
    import formicarium as fm
    from formicarium.bench.measure import whole_games

    measured = whole_games(fm.load(name, players=players), seconds)
    return {"moves": measured.moves, "games": measured.games, "seconds": measured.seconds}


if __name__ == "__main__":
    _, game, count, *seconds = sys.argv
    done = whole_games(game, int(count), float(seconds[0])) if seconds else start(game, int(count))
    sys.stdout.write(json.dumps(done))
