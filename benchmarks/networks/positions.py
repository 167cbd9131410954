"""Games of `greedy`: some decisions of each, with the state there and how the game ended."""

from pathlib import Path
from typing import Any

import numpy as np

import formicarium as fm
from formicarium.arena.practice import Rows, joined, keep
from formicarium.bots.judgement import judgement_for
from formicarium.bots.settings import TEMPLATE, settings_for
from formicarium.core.chance import seed_of
from formicarium.core.compiled import bind
from formicarium.core.standings import all_win_shares

GREEDY = "benchmarks.networks.greedy"
EACH = 16  # decisions of a game, each as likely to be drawn


def positions(game: fm.Game, games: int, seed: int, file: Path) -> Rows:
    """Positions of so many games, played unless a file has them."""
    if not file.exists():
        keep(file, joined([played(game, int(seed_of(np.uint64(seed), n))) for n in range(games)]))
    with np.load(file) as rows:
        return {name: rows[name] for name in rows.files}


def played(game: fm.Game, seed: int) -> Rows:
    """One game: a row for each decision that was drawn."""
    judgement = judgement_for(game.book)
    states = np.zeros((EACH, game.blank.size), np.uint8)
    seats, standing = np.zeros(EACH, np.int64), np.zeros((1, game.players, 2), np.int64)
    count = players_of(game).play(
        *(game.parts_bytes, game.blank, np.uint64(seed), settings_for(game, judgement.search)),
        *(judgement.mind, states, seats, standing[0]),
    )
    shares = np.empty((1, game.players))
    all_win_shares(standing, shares)
    return {"states": states[:count], "seats": seats[:count], "shares": shares[0, seats[:count]]}


def players_of(game: fm.Game) -> Any:
    """The template of this folder, bound to a game."""
    tree, stepping = game.book.bound(TEMPLATE), game.stepping
    names = {
        **{name: getattr(tree, name) for name in ("Desk", "desk_for", "look_at_all")},
        **{name: getattr(game.book, name) for name in ("apply", "legal", "score", "setup")},
        **{name: getattr(stepping, name) for name in ("copy_into", "first_seat")},
        **{name: getattr(stepping, name) for name in ("parts_in", "state_in")},
    }
    return bind(GREEDY, names, game.book.package)
