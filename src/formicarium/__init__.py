"""Formicarium: a house for ant games.

>>> import formicarium as fm
>>> state = fm.load("micropolis", players=4).start(seed=7)
>>> while not state.is_over:
...     seat = state.to_act[0]
...     state.play(seat, state.actions(seat)[0])
>>> len(state.scores())
4
"""

from formicarium.core.bot import Bot
from formicarium.core.errors import (
    BadComponents,
    BadLanguage,
    BadOption,
    BadPosition,
    BadRecord,
    BadRulebook,
    FormicariumError,
    IllegalAction,
    MissingExtra,
    UnknownGame,
)
from formicarium.core.game import Game, RandomGames, game_names, load, position
from formicarium.core.record import Record
from formicarium.core.state import Action, State

__all__ = [
    "Action",
    "BadComponents",
    "BadLanguage",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadRulebook",
    "Bot",
    "FormicariumError",
    "Game",
    "IllegalAction",
    "MissingExtra",
    "RandomGames",
    "Record",
    "State",
    "UnknownGame",
    "game_names",
    "load",
    "position",
]
