"""The action space: what each code means, and the same space in factors.

A code means the same in every state, in every game with the same name, and for as long as the
rulebook's version stays: its notation says what. Where there are thousands of codes, a network does
better to choose one factor after the other: first the kind of action, then what it is about.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from formicarium.core.errors import BadOption
from formicarium.core.game import Game

Array = np.ndarray[Any, Any]
Parts = tuple[int, ...]


def notations(game: Game) -> tuple[str, ...]:
    """What every code means, in the notation of the game.

    >>> import formicarium as fm
    >>> notations(fm.load("micropolis", players=2))[:2]
    ('take 1', 'take 2')
    """
    state = game.start(seed=0)
    return tuple(state.notation(code) for code in range(game.actions_size))


def words_of(notation: str, factors: int) -> tuple[str, ...]:
    """A notation in so many parts: the kind, then word by word; the last holds all the rest.

    The kind is the first word. Notation that begins with the name of a place, which has a number
    in it, has no word for its kind: then it is how many places are named.

    >>> words_of("hex 12 west", 2), words_of("hex 12 west", 3), words_of("c5 c6", 3)
    (('hex', '12 west'), ('hex', '12', 'west'), ('2 places', 'c5', 'c6'))
    """
    words = notation.split()
    if any(letter.isdigit() for letter in words[0]):
        words.insert(0, "place" if len(words) == 1 else f"{len(words)} places")
    head, rest = words[: factors - 1], words[factors - 1 :]
    return (*head, *[""] * (factors - 1 - len(head)), " ".join(rest))


class Factors:
    """A game's action space in two or more factors.

    A code is as many numbers: that of its kind, and for every further factor that of its words
    among those that can follow the factors before it, in the order of codes. `sizes` says how many
    numbers each factor has at most.

    >>> import formicarium as fm
    >>> factors = Factors(fm.load("micropolis", players=2))
    >>> factors.sizes, factors.kinds[:3]
    ((8, 14), ('take', 'place', 'man'))
    >>> factors.split(15), factors.join(1, 1)
    ((1, 1), 15)
    """

    def __init__(self, game: Game, factors: int = 2) -> None:
        if factors < 2:
            raise BadOption(f"factors={factors!r}: there are two at least")
        self.game = game
        numbers: dict[tuple[str, ...], dict[str, int]] = {}  # of the words behind those before
        split = []
        for notation in notations(game):
            words = words_of(notation, factors)
            parts = []
            for place, word in enumerate(words):
                known = numbers.setdefault(words[:place], {})
                parts.append(known.setdefault(word, len(known)))
            split.append(parts)
        self.kinds = tuple(numbers[()])
        self.parts = np.array(split, np.int32)  # one row a code
        self.sizes: Parts = tuple(int(size) for size in self.parts.max(axis=0) + 1)
        self.codes = {tuple(parts): code for code, parts in enumerate(split)}

    def split(self, code: int) -> Parts:
        """The factors of a code."""
        if not 0 <= code < len(self.parts):
            raise BadOption(f"{self.game.name} has no action {code}")
        return tuple(self.parts[code].tolist())

    def join(self, *parts: int) -> int:
        """The code that has those factors."""
        code = self.codes.get(tuple(int(part) for part in parts))
        if code is None:
            raise BadOption(f"{self.game.name} has no action with the factors {parts}")
        return code

    def mask(self, allowed: Array, *chosen: Array | int | Sequence[int]) -> Array:
        """Which numbers the next factor may have, given the actions allowed and factors chosen.

        Everything may be for one game, or for many: one row, and one number of each factor, a game.

        >>> import formicarium as fm
        >>> game = fm.load("micropolis", players=2)
        >>> factors, state = Factors(game), game.start(seed=7)
        >>> allowed = np.isin(np.arange(game.actions_size), state.codes(state.to_act[0]))
        >>> np.flatnonzero(factors.mask(allowed)), np.flatnonzero(factors.mask(allowed, 0))
        (array([0]), array([0, 1, 2, 3, 4, 5]))
        """
        rows = np.atleast_2d(np.asarray(allowed, np.bool_))
        fitting = rows
        for place, number in enumerate(chosen):
            wanted = np.asarray(number).reshape(-1, 1)
            fitting = fitting & (self.parts[:, place] == wanted)
        mask = np.zeros((len(fitting), self.sizes[len(chosen)]), np.bool_)
        games, codes = np.nonzero(fitting)
        mask[games, self.parts[codes, len(chosen)]] = True
        return mask if np.ndim(allowed) > 1 else mask[0]
