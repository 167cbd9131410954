"""A recorded game that was looked at again: in words, as figures, as a page."""

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any

import msgspec

from formicarium.analysis.analyst import Moment, accuracies
from formicarium.core.record import Record
from formicarium.core.state import State
from formicarium.core.text import phrases
from formicarium.pages.analysis import Story, StoryStep
from formicarium.pages.facts import setting
from formicarium.pages.numbers import whole


def steps_of(record: Record, moments: Sequence[Moment], language: str) -> Iterator[StoryStep]:
    """Every decision in words."""
    before = record.start()
    for moment, (_, action, after) in zip(moments, record.replay(), strict=True):
        yield StoryStep(
            moment.number,
            moment.seat,
            moment.notation,
            action.describe(language),
            moment.before,
            moment.after,
            moment.turns,
            moment.better_notation or "",
            better(before, moment, language),
            moment.loss,
        )
        before = after


def better(state: State, moment: Moment, language: str) -> str:
    """What would have been better in words, if anything."""
    if moment.better is None:
        return ""
    return state.action(moment.seat, moment.better).describe(language)


def story_of(
    record: Record, steps: Sequence[StoryStep], facts: Sequence[str], language: str
) -> Story:
    """The game with its title, how it began and how it ended; an open game keeps its seed."""
    game, state = phrases(record.game.book.package, language), record.state
    say = phrases("formicarium.pages", language)
    seed = record.seed if state.is_over else None
    return Story(
        game("title"),
        [*setting(record.game, seed, say), *facts],
        [game.count("score", points) for points in state.scores()],
        state.winners(),
        state.is_over,
        steps,
    )


def care(seconds: float | None, simulations: int | None, language: str) -> str:
    """How long every decision was thought about."""
    say = phrases("formicarium.pages", language)
    if simulations is not None:
        return say("facts.simulations", n=whole(simulations, say))
    return say("facts.seconds", n=f"{seconds:g}".replace(".", say("numbers.point")))


def figures(
    record: Record, moments: Sequence[Moment], seconds: float | None, simulations: int | None = None
) -> dict[str, Any]:
    """All that was found, for other programs; the record itself holds the rest."""
    game, state = record.game, record.state
    return {
        "formicarium": version("formicarium"),
        "game": game.name,
        "players": game.players,
        "options": game.options,
        "finished": state.is_over,
        "scores": state.scores(),
        "winners": state.winners(),
        "seconds": seconds,
        "simulations": simulations,
        "accuracy": accuracies(moments, game.players),
        "moments": [
            {**msgspec.to_builtins(moment), "turns": moment.turns, "mark": moment.mark}
            for moment in moments
        ],
    }
