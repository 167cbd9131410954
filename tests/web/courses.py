"""Games that were played before: positions from all parts of them, for tables to begin with."""

import random
import re
from dataclasses import dataclass
from functools import cache

import formicarium as fm
from formicarium.bots import ask, load_bot
from formicarium.core.rulebook import Document

SEAT = 0  # who must decide
HEX = re.compile(r"[a-z]\d+")


@dataclass(frozen=True)
class Variant:
    """A game with its number of players and the options that people choose first."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.game, str(self.players), *(choice for _, choice in self.options)])


VARIANTS = [
    Variant("micropolis", 3),
    Variant("micropolis", 6, (("edition", "french"),)),
    Variant("micropolis", 2, (("variant", "expert"),)),
    Variant("micropolis", 3, (("variant", "expert"), ("edition", "french"))),
    Variant("myrmes", 2),
    Variant("myrmes", 3),
    Variant("myrmes", 4),
    Variant("antics", 2, (("variant", "unofficial_two"),)),
    Variant("antics", 3),
    Variant("antics", 4),
    Variant("minicity", 2),
    Variant("minicity", 4),
    Variant("minicity", 2, (("variant", "friends"),)),
    Variant("minicity", 4, (("variant", "friends"),)),
]


@dataclass(frozen=True)
class Moment:
    """A position in which the first seat must decide, and which kinds of things it may do."""

    position: Document
    kinds: frozenset[str]


@cache
def course_of(variant: Variant, seed: int = 11, whims: float = 0.0) -> list[Moment]:
    """All moments of a game of greedy players, who follow a whim that often instead."""
    game = fm.load(variant.game, players=variant.players, **dict(variant.options))
    state, bot, dice = game.start(seed=seed), load_bot("greedy"), random.Random(seed)
    course, number = [], 0
    while not state.is_over:
        seat, number = state.to_act[0], number + 1
        if seat == SEAT:
            texts = [state.notation(code) for code in state.codes(seat)]
            course.append(Moment(state.to_position(), frozenset(map(kind_of, texts))))
        if dice.random() < whims:
            state.play(seat, dice.choice(list(state.codes(seat))))
        else:
            state.play(seat, ask(bot, state, seat, number))
    return course


def kind_of(text: str) -> str:
    """The kind of thing that a notation stands for: its first word, and one word for all hexes."""
    word = text.split()[0]
    return "hex" if HEX.fullmatch(word) else word
