"""Games between networks, some to a file: to learn from, or to find out which of two is better."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from formicarium.arena.journal import BadResults
from formicarium.arena.practice import DAMAGES, PracticeTable, keep
from formicarium.bots.learned import read_network, template_of, tree_for
from formicarium.bots.settings import settings_for
from formicarium.core.chance import seed_of
from formicarium.core.game import Game
from formicarium.core.rulebook import NETWORK, Rulebook

Array = np.ndarray[Any, Any]

SELF_PLAY = "formicarium.arena.training.selfplay"
OF_TREE = ("EDGE", "NODE", "Desk", "Tree", "desk_for", "new_node", "simulate", "value_so_far")
OF_NETWORK = ("INPUTS", "SEATS", "gather")
AT_A_TIME = 50  # games in one file
SAMPLES = 16  # positions of a game
CURIOSITY = (0.0, 0.1, 0.25, 0.5)  # shares of decisions, one of them for each seat
BEST = 0.7  # the share of seats on which the best sits, and not a past self
AGAIN = "run the same command again"


class SelfPlay(NamedTuple):
    """Some games of one table, which go into one file."""

    game: str
    table: PracticeTable
    number: int
    games: int
    seed: int
    networks: tuple[str, ...]  # files, the best first; in a duel, the two that meet
    simulations: int
    file: Path
    is_duel: bool = False  # nobody is curious, and nothing is kept but who won


def template_for(book: Rulebook, network: str) -> Any:
    """The compiled part, bound to a game."""
    tree, learned = tree_for(book, read_network(book.name, Path(network))), template_of(book)
    beside = {name: getattr(tree, name) for name in OF_TREE}
    beside |= {name: getattr(learned, name) for name in OF_NETWORK}
    return book.bound(SELF_PLAY, NETWORK, beside)


def attend_self_play(task: SelfPlay) -> int:
    """Play the games of a file, and keep what comes of them; how many these are."""
    game = task.table.load(task.game)
    keep(task.file, played(game, task))
    return task.games


def played(game: Game, task: SelfPlay) -> dict[str, Array]:
    """The games of a task: who won what, and positions to learn from."""
    template = template_for(game.book, task.networks[0])
    minds = [read_network(game.name, Path(name)) for name in task.networks]
    rng = np.random.default_rng([task.seed, task.number])
    seating, curiosity = seats_of_duel(game, task) if task.is_duel else drawn_seats(game, task, rng)
    samples = np.zeros((task.games, 0 if task.is_duel else SAMPLES), template.SAMPLE)
    shares = np.zeros((task.games, game.players))
    template.play_games(
        game.parts_bytes,
        game.blank,
        np.array([seed_of(np.uint64(task.seed), n) for n in numbers_of(task)], np.uint64),
        np.concatenate([settings_for(game, one.search) for one in minds]),
        np.concatenate([one.mind for one in minds]),
        seating,
        curiosity,
        task.simulations,
        samples,
        shares,
    )
    kept = samples[samples["players"] > 0]
    return {"samples": plain(kept), "shares": shares, "seating": seating}


def numbers_of(task: SelfPlay) -> list[int]:
    """The numbers of its games: in a duel, as many in a row are the same as there are seatings."""
    first = task.number * AT_A_TIME
    every = rotations(task.table.players) if task.is_duel else 1
    return [(first + index) // every for index in range(task.games)]


def drawn_seats(game: Game, task: SelfPlay, rng: np.random.Generator) -> tuple[Array, Array]:
    """Mostly the best, sometimes a past self; each as curious as it happens to be."""
    size, others = (task.games, game.players), len(task.networks) - 1
    past = rng.integers(1, others + 1, size) if others else np.zeros(size, np.int64)
    seating = np.where(rng.random(size) < BEST, 0, past)
    return seating, rng.choice(CURIOSITY, size)


def rotations(players: int) -> int:
    """In how many ways two teams sit at a table.

    >>> rotations(2), rotations(3), rotations(4)
    (2, 6, 4)
    """
    return players if players % 2 == 0 else 2 * players


def seats_of_duel(game: Game, task: SelfPlay) -> tuple[Array, Array]:
    """Two teams that sit everywhere; where seats are odd, each has one more by turns."""
    seats = np.arange(game.players)
    rows = []
    for index in range(task.games):
        turn = (task.number * AT_A_TIME + index) % rotations(game.players)
        odd, turned = divmod(turn, game.players)
        rows.append((seats + turned) % game.players >= game.players // 2 + odd)
    return np.array(rows).astype(np.int64), np.zeros((task.games, game.players))


def share_won(tasks: Iterable[SelfPlay]) -> tuple[float, float, int]:
    """What the first team has won of all games, its standard error, and how many games."""
    won = []
    for task in tasks:
        found = read_rows(task.file)
        won += np.sum(found["shares"] * (found["seating"] == 0), axis=1).tolist()
    return float(np.mean(won)), float(np.std(won) / len(won) ** 0.5), len(won)


def plain(rows: Array) -> Array:
    """Rows without our own kind of row, which no file can name."""
    return rows.view(np.dtype(rows.dtype.descr) if rows.dtype.names else rows.dtype)


def read_rows(file: Path) -> dict[str, Array]:
    """What is in a file of games."""
    try:
        with file.open("rb") as source, np.load(source) as rows:
            return {name: rows[name] for name in ("samples", "shares", "seating")}
    except DAMAGES as error:
        raise BadResults(
            f"{file} is damaged: remove it, and {AGAIN} to play its games anew"
        ) from error
