"""Other simulators, measured as their users step them: from Python, one core, random legal moves.

A move is a decision of a player. Dice that OpenSpiel rolls between two moves are played but not
counted; rolling is a decision in Catanatron, and counts. A simulation of a search is one way down
its tree, and one game played on to the end.
"""

import importlib
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from formicarium.core.errors import MissingExtra


@dataclass(frozen=True, slots=True)
class Measured:
    """Whole games played within a stretch of time."""

    name: str
    moves: int
    games: int
    seconds: float

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds


def catanatron(seconds: float, seed: int = 0) -> Measured:
    """Catanatron: four players who choose at random."""
    library = _library("catanatron", "Catanatron")

    def play(game_number: int) -> int:
        players = [library.RandomPlayer(color) for color in library.Color]
        # A seed of zero would mean a seed of the library's own choice.
        game = library.Game(players, seed=seed + game_number + 1)
        game.play()
        return len(game.state.actions)

    # The library draws from the one generator that all of Python shares.
    before = random.getstate()
    try:
        return _measure("Catanatron", play, seconds)
    finally:
        random.setstate(before)


def openspiel_chess(seconds: float, seed: int = 0) -> Measured:
    """OpenSpiel's chess, written in C++."""
    return _openspiel("chess", seconds, seed)


def openspiel_backgammon(seconds: float, seed: int = 0) -> Measured:
    """OpenSpiel's backgammon, written in C++."""
    return _openspiel("backgammon", seconds, seed)


RIVALS: tuple[Callable[[float], Measured], ...] = (
    catanatron,
    openspiel_chess,
    openspiel_backgammon,
)


def rivals(seconds: float) -> Iterator[Measured]:
    """Each rival in turn, for so many seconds each."""
    for rival in RIVALS:
        yield rival(seconds)


def openspiel_search(seconds: float) -> float:
    """Simulations per second of OpenSpiel's Python search on backgammon, played on at random."""
    game = _library("pyspiel", "OpenSpiel").load_game("backgammon")
    mcts = _library("open_spiel.python.algorithms.mcts", "OpenSpiel")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(0))
    bot = mcts.MCTSBot(game, 1.0, 1, evaluator, random_state=np.random.RandomState(0))
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    simulations = elapsed = 0.0
    while elapsed < seconds or not simulations:
        bot.max_simulations *= 2
        begun = time.perf_counter()
        bot.mcts_search(state)
        simulations, elapsed = bot.max_simulations, time.perf_counter() - begun
    return simulations / elapsed


def _openspiel(name: str, seconds: float, seed: int) -> Measured:
    game = _library("pyspiel", "OpenSpiel").load_game(name)
    dice = random.Random(seed)

    def play(_game_number: int) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, odds)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
                moves += 1
        return moves

    return _measure(f"OpenSpiel {name}", play, seconds)


def _measure(name: str, play: Callable[[int], int], seconds: float) -> Measured:
    """Play whole games until the time is up; the first is not counted."""
    play(0)
    moves = games = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds or not games:
        games += 1
        moves += play(games)
    return Measured(name, moves, games, elapsed)


def _library(module: str, name: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        message = f"{name} is not installed; get it with: pip install 'formicarium[bench]'"
        raise MissingExtra(message) from error
