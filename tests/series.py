"""How a series of random games ends on the CPU, byte by byte, to compare other speeds with."""

import hashlib

import numpy as np

import formicarium as fm


def final_states(game: fm.Game, games: int, seed: int, first: int) -> np.ndarray:
    """The bytes in which each game of a series ends."""
    stepping = game.stepping
    codes = np.empty(game.book.most_legal, np.int32)
    dice = np.zeros(1, stepping.DICE)[0]
    states = np.tile(game.blank, (games, 1))
    for index in range(games):
        state = states[index].view(game.book.state_layout)[0]
        game_seed = np.uint64(stepping.seed_of(np.uint64(seed), first + index))
        stepping.random_game(game.parts_row, state, game_seed, dice, codes)
    return states


def digest(array: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()
