"""A first agent: it learns Micropolis by playing against itself, and then meets random players.

Run it with ``python examples/train_first_agent.py`` after
``pip install "formicarium[research]" scikit-learn``. It takes two minutes on one core.

The method is the oldest that works, Monte Carlo control with a neural network: play whole games in
self-play, mostly the action that the network thinks best and now and then any other; when a game
is over, tell the network for every decision in it how the game ended for whoever took it; repeat.
`formicarium.envs.batch.Batch` plays hundreds of games at once, and scikit-learn's `MLPRegressor`
learns one number for every action: the reward that it leads to.
"""

import argparse
import time

import numpy as np
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

import formicarium as fm
from formicarium.envs.batch import Batch

TILES = 61
EXPLORE = 0.15  # share of decisions taken at random, in the beginning; it falls to nothing


class Agent:
    """A network that expects a reward of every action."""

    def __init__(self, game: fm.Game, seed: int) -> None:
        self.slices = game.observation
        self.network = MLPRegressor(hidden_layer_sizes=(128,), random_state=seed)
        nothing = np.zeros((1, sum(length for _, length in game.book.observation)))
        self.network.partial_fit(self.features(nothing), np.zeros((1, game.actions_size)))

    def features(self, seen: np.ndarray) -> np.ndarray:
        """An observation as a network likes it: tiles are not numbers, but one of 61 kinds."""
        tiles = np.concatenate(
            [seen[:, self.slices["row"]], seen[:, self.slices["tile_in_hand"]]], axis=1
        )
        kinds = np.rint(tiles * TILES).astype(int)[:, :, None] == np.arange(1, TILES + 1)
        return np.concatenate([seen, kinds.reshape(len(seen), -1)], axis=1)

    def choose(self, batch: Batch, explore: float, dice: np.random.Generator) -> np.ndarray:
        """The allowed action that promises most, and a share of random ones."""
        values = self.network.predict(self.features(batch.observations))
        best = np.where(batch.masks, values, -np.inf).argmax(axis=1)
        return np.where(dice.random(batch.count) < explore, batch.random_actions(dice), best)

    def learn(self, seen: np.ndarray, actions: np.ndarray, rewards: np.ndarray) -> None:
        """Correct what was expected of the actions that were taken, and of nothing else."""
        features = self.features(seen)
        wanted = self.network.predict(features)
        wanted[np.arange(len(actions)), actions] = rewards
        self.network.partial_fit(features, wanted)


def play_and_learn(agent: Agent, batch: Batch, explore: float, dice: np.random.Generator) -> None:
    """One whole game at every table, and a lesson from all of their decisions."""
    seen, actions, seats, tables = [], [], [], []
    ends = np.zeros((batch.count, batch.game.players), np.float32)
    playing = np.ones(batch.count, bool)
    while playing.any():
        chosen = agent.choose(batch, explore, dice)
        seen.append(batch.observations[playing])
        actions.append(chosen[playing])
        seats.append(batch.seats[playing])
        tables.append(np.flatnonzero(playing))
        batch.step(chosen)
        over = playing & batch.finished
        ends[over] = batch.rewards[over]
        playing &= ~batch.finished
    order = dice.permutation(sum(map(len, actions)))
    rewards = ends[np.concatenate(tables), np.concatenate(seats)]
    agent.learn(np.concatenate(seen)[order], np.concatenate(actions)[order], rewards[order])


def win_share(agent: Agent, game: fm.Game, games: int, seed: int) -> float:
    """The share of games won against random players; a shared victory counts half."""
    batch, dice = Batch(game, games, seed, opponents="random"), np.random.default_rng(seed)
    playing, won = np.ones(games, bool), 0.0
    while playing.any():
        seats = batch.seats.copy()
        batch.step(agent.choose(batch, 0.0, dice))
        over = np.flatnonzero(playing & batch.finished)
        won += float((batch.rewards[over, seats[over]] + 1).sum() / 2)
        playing &= ~batch.finished
    return won / games


def train(rounds: int, tables: int, seed: int, games: int = 1000) -> float:
    """Train an agent for two players; its win share against random in the end."""
    game = fm.load("micropolis", players=2)
    agent, dice = Agent(game, seed), np.random.default_rng(seed)
    batch, begun = Batch(game, tables, seed), time.monotonic()
    for number in range(rounds):
        if number % 100 == 0:
            share = win_share(agent, game, games, seed + 1)
            seconds = time.monotonic() - begun
            print(f"round {number:4}: wins {share:.1%} after {seconds:.0f} s", flush=True)
        batch.reset(seed + number)
        play_and_learn(agent, batch, EXPLORE * (1 - number / rounds), dice)
    return win_share(agent, game, games, seed + 2)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--rounds", type=int, default=500, help="games at every table")
    asked.add_argument("--tables", type=int, default=64, help="games that are played at once")
    asked.add_argument("--seed", type=int, default=0)
    with threadpool_limits(1):  # so small a network is slower on several
        share = train(**vars(asked.parse_args()))
    print(f"The agent wins {share:.1%} of its games against random players.")
