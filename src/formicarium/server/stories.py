"""A finished game that was looked at again: as plain data, and as a page."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from formicarium.bots.analysis import Moment
from formicarium.core.record import Record
from formicarium.core.state import State
from formicarium.core.text import phrases
from formicarium.pages.analysis import Step, Story, analysis_page
from formicarium.pages.facts import setting


def told(record: Record, moments: Sequence[Moment], seconds: float, language: str) -> Any:
    """All that was found, ready for JSON; `page` is HTML."""
    game, state = record.game, record.state
    steps = [*steps_of(record, moments, language)]
    return {
        "game": game.name,
        "players": game.players,
        "options": game.options,
        "scores": state.scores(),
        "winners": state.winners(),
        "seconds": seconds,
        "moments": [
            {**msgspec.to_builtins(moment), "turns": moment.turns, "words": step.words}
            for moment, step in zip(moments, steps, strict=True)
        ],
        "page": page_of(record, steps, seconds, language),
    }


def steps_of(record: Record, moments: Sequence[Moment], language: str) -> Iterator[Step]:
    """Every decision in words."""
    before = record.start()
    for moment, (_, action, after) in zip(moments, record.replay(), strict=True):
        yield Step(
            moment.number,
            moment.seat,
            moment.notation,
            action.describe(language),
            moment.before,
            moment.after,
            moment.turns,
            moment.better_notation or "",
            _better(before, moment, language),
            moment.loss,
        )
        before = after


def page_of(record: Record, steps: Sequence[Step], seconds: float, language: str) -> str:
    """The page about a game."""
    game = phrases(record.game.book.package, language)
    say = phrases("formicarium.pages", language)
    care = say("facts.seconds", n=f"{seconds:g}".replace(".", say("numbers.point")))
    state = record.state
    story = Story(
        game("title"),
        [*setting(record.game, record.seed, say), care],
        [game.count("score", points) for points in state.scores()],
        state.winners(),
        state.is_over,
        steps,
    )
    return analysis_page(story, language)


def _better(state: State, moment: Moment, language: str) -> str:
    """What would have been better in words, if anything."""
    if moment.better is None:
        return ""
    return state.action(moment.seat, moment.better).describe(language)
