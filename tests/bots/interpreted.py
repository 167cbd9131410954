"""What a search with a network tries; as a program, interpreted with ``NUMBA_DISABLE_JIT=1``."""

import json
import sys

import formicarium as fm
from formicarium.bots.search import SearchBot

SIMULATIONS = 12


def tried(name: str, evaluation: str) -> list[tuple[int, int, float]]:
    """Codes, visits and utilities at the root, somewhere in a game."""
    state = fm.load(name, players=3).start(seed=5)
    for number in range(30):
        codes = state.codes(state.to_act[0])
        state.play(state.to_act[0], codes[number % len(codes)])
    while len(state.codes(state.to_act[0])) == 1:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    seat = state.to_act[0]
    bot = SearchBot(simulations=SIMULATIONS, evaluation=evaluation)
    tree = bot.new_tree(state.redetermined(seat, 1), seat)
    tree.grow(3, SIMULATIONS, float("inf"))
    return [
        (int(edge.code), int(edge.visits), float(edge.utility)) for edge in tree.edges_of(tree.root)
    ]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(tried(*sys.argv[1:3])))
