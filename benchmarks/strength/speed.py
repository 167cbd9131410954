"""How many simulations a second a search makes, by the fitted judgement and by the one before.

    python -m benchmarks.strength.speed [GAME…] [--seconds S]

On one thread, from positions early, in the middle and late in games of `greedy` bots for two; both
judgements in turns, so that other work on the machine disturbs both alike. Seconds are those of the
processor.
"""

import argparse
import time
from math import inf

import formicarium as fm
from benchmarks.strength.contests import table
from formicarium.bots.judgement import FITTED
from formicarium.bots.referee import Player
from formicarium.bots.search import SearchBot

JUDGEMENTS = FITTED, "hand-0.1"
BAR = 0.8  # of the simulations of before, or stronger at equal time: the question `time`
MOMENTS = 0.2, 0.5, 0.8  # of a game
AT_ONCE = 200  # simulations


def positions(game: fm.Game) -> list[fm.State]:
    """Where seats have a choice, in one game."""
    state, found, number = game.start(seed=5), list[fm.State](), 0
    players = [Player("greedy:worlds=1", seat, 5) for seat in range(game.players)]
    while not state.is_over:
        seat = state.to_act[0]
        if len(state.codes(seat)) > 1:
            found.append(state.copy())
        state.play(seat, players[seat].decide(state, number))
        number += 1
    return [found[int(moment * len(found))] for moment in MOMENTS]


def speeds(game: fm.Game, seconds: float) -> dict[str, float]:
    """Simulations a second, by judgement."""
    bots = {name: SearchBot(simulations=AT_ONCE, evaluation=name) for name in JUDGEMENTS}
    taken, done = dict.fromkeys(JUDGEMENTS, 0.0), 0
    where = positions(game)
    for bot in bots.values():
        bot.prepare(game)
    while min(taken.values()) < seconds:
        state = where[done % len(where)]
        seat = state.to_act[0]
        seen = state.redetermined(seat, done)
        done += 1
        for name, bot in bots.items():
            tree = bot.new_tree(seen, seat)
            begun = time.thread_time()
            tree.grow(done, AT_ONCE, inf)
            taken[name] += time.thread_time() - begun
    return {name: done * AT_ONCE / spent for name, spent in taken.items()}


def main() -> None:
    """Print a line for each game."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.strength.speed")
    asked.add_argument("names", nargs="*", metavar="GAME", help="all, if none is named")
    asked.add_argument("--seconds", type=float, default=3.0, help="for each judgement, at least")
    given = asked.parse_args()
    for name in given.names or fm.game_names():
        found = speeds(table(name, 2), given.seconds)
        ratio = found[JUDGEMENTS[0]] / found[JUDGEMENTS[1]]
        told = ", ".join(f"{each} {speed:,.0f}/s" for each, speed in found.items())
        missed = "" if ratio >= BAR else f", fewer than {BAR}"
        print(f"{name}: {told}; {ratio:.2f} times as many{missed}", flush=True)


if __name__ == "__main__":
    main()
