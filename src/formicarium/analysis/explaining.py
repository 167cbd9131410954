"""Hints that explain: the numbers of bots, and the reasons of the game in words."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from formicarium.bots import seed_for
from formicarium.bots.greedy import GreedyBot
from formicarium.bots.hints import advise as numbers
from formicarium.core.hint import Hint
from formicarium.core.reasons import WORLDS, Explanation, explain
from formicarium.core.state import State
from formicarium.core.text import phrases

BEST = 3  # actions that are explained
TRIED = 12  # others, at most, with which one is compared if it ends as all the best do

greedy = GreedyBot(worlds=1)  # goes on with a turn


class Explained(msgspec.Struct, frozen=True):
    """Why an action is good, in words, and the things on the board that they are about."""

    reasons: list[str]
    lights: list[str]


def advise(state: State, seat: int, seconds: float, language: str = "en") -> list[Hint]:
    """A seat's legal actions, the best first; the first few with their reasons."""
    hints = numbers(state, seat, seconds)
    best = [hint.action.code for hint in hints[:BEST]]
    told = explained(state, seat, best, language)
    return [
        *(
            replace(hint, reasons=one.reasons, lights=one.lights)
            for hint, one in zip(hints, told, strict=False)
        ),
        *hints[BEST:],
    ]


def explained(
    state: State, seat: int, codes: Sequence[int], language: str = "en", seed: int = 0
) -> list[Explained]:
    """Why some actions are good, the best of which comes first, by no more than a seat may know.

    >>> import formicarium as fm
    >>> state = fm.load("micropolis", players=2).start(seed=7)
    >>> best = state.codes(state.to_act[0])[:2]
    >>> explained(state, state.to_act[0], best)[0].reasons
    ['+1: the gallery of a queen runs through 1 tile', 'The gallery of a queen can still grow']
    """
    reasons = state.game.book.reasons
    if reasons is None:
        return [Explained([], []) for _ in codes]
    worlds = [state.redetermined(seat, seed_for(seed, seat, number)) for number in range(WORLDS)]
    values = greedy.values(worlds[0], seat, 0)
    others = sorted(values, key=lambda code: -values[code])[:TRIED]
    found = explain(reasons, worlds, seat, codes, others, best_next)
    return [in_words(worlds[0], seat, one, language) for one in found]


def best_next(state: State, seat: int) -> int:
    """How a seat goes on with its turn."""
    codes = state.codes(seat)
    if len(codes) == 1:
        return codes[0]
    values = greedy.values(state, seat, 0)
    return max(values, key=lambda code: values[code])


def in_words(state: State, seat: int, found: Explanation, language: str) -> Explained:
    """An explanation, as it is told."""
    say, ours = phrases(state.game.book.package, language), phrases(__package__, language)
    reasons = [
        said if reason.is_for else ours("but", reason=said)
        for reason in found.reasons
        for said in [reason.said(say)]
    ]
    if not reasons and found.other is not None:
        other = state.action(seat, found.other).describe(language)
        reasons = [ours("same", other=other)]
    lights = [thing for reason in found.reasons for thing in reason.measure.lights(reason)]
    return Explained(reasons, [*dict.fromkeys(lights)])
