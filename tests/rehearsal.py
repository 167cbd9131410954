"""Compiles all that tests use, in one process, before many begin: `python -m tests.rehearsal`."""

import formicarium as fm
from formicarium.bots.greedy import GreedyBot
from formicarium.bots.search import SearchBot
from formicarium.envs.vector import Batch
from formicarium.server.library import rehearse

LOOKS = 20  # at a game, by which the functions behind views and refusals are compiled


def main() -> None:
    """Play a little of every game in every way."""
    for name in fm.game_names():
        game = fm.load(name)
        game.random_games(2, seed=1)
        game.perft(game.start(seed=1), 2)
        rehearse(game, LOOKS, lambda share: None)
        for bot in (GreedyBot(), SearchBot(simulations=4)):
            bot.prepare(game)
        Batch(game, 2, seed=1).step(Batch(game, 2, seed=1).codes[:, 0])


if __name__ == "__main__":
    main()
