"""The page about a network that learns: how far it tells better who wins, and what that wins."""

from collections.abc import Sequence
from typing import NamedTuple

from formicarium.core.text import Phrases, phrases
from formicarium.pages import charts
from formicarium.pages.balance import Subject
from formicarium.pages.markup import Markup
from formicarium.pages.numbers import decimal, percent, whole
from formicarium.pages.page import figure, figures, page, paragraph, section, table

LIKELY = 1.96  # standard errors within which the truth lies, nineteen times of twenty


class RoundShown(NamedTuple):
    """What is told of a round."""

    games: int
    by_hand: float  # surprise by who wins, of the hand judgement
    after: float  # and of what was learned
    won: float  # of the games against the best so far,
    error: float  # give or take
    is_best: bool  # whether it took its place


class ChampionShown(NamedTuple):
    """What is told of what came of it: as in a round, against the hand judgement."""

    won: float
    error: float
    matches: int
    seconds: float


def training_page(
    subject: Subject, rounds: Sequence[RoundShown], champion: ChampionShown | None, language: str
) -> str:
    """The whole page as HTML."""
    say = phrases("formicarium.pages", language)
    sections = [_overview(rounds, champion, say), _curve(rounds, say), _ladder(rounds, say)]
    return page(say("training.title", game=subject.title), subject.facts, sections, say)


def _overview(rounds: Sequence[RoundShown], champion: ChampionShown | None, say: Phrases) -> Markup:
    numbers = [
        (say("training.games"), whole(sum(one.games for one in rounds), say)),
        (say("training.rounds"), whole(len(rounds), say)),
    ]
    if champion is not None:
        won = f"{percent(champion.won, say, 1)} ± {percent(LIKELY * champion.error, say, 1)}"
        numbers += [
            (say("training.minutes"), whole(champion.seconds / 60, say)),
            (say("training.against_hand", n=whole(champion.matches, say)), won),
        ]
    return figures(numbers)


def _curve(rounds: Sequence[RoundShown], say: Phrases) -> Markup:
    """By how much it is less surprised than the hand judgement."""
    gains = [one.by_hand - one.after for one in rounds]
    up = charts.axis(say("training.gain"), max(*gains, 0.001, 0.001), lambda n: decimal(n, say, 3))
    lowest = min(*gains, 0.0, 0.0)
    across = charts.Axis(
        say("training.round"),
        0,
        max(len(gains) - 1, 1),
        range(len(gains)),
        lambda number: whole(number + 1, say),
    )
    frame = charts.Frame(across, up._replace(low=lowest))
    drawn = charts.lines(frame, [gains], say("training.curve"))
    told = paragraph(say("training.how_to_read_the_curve"))
    return section(say("training.curve"), told, figure(drawn))


def _ladder(rounds: Sequence[RoundShown], say: Phrases) -> Markup:
    """Who won against whom."""
    names = ("round", "games", "by_hand", "after", "won", "taken")
    rows = [
        [
            whole(number, say),
            whole(one.games, say),
            decimal(one.by_hand, say, 4),
            decimal(one.after, say, 4),
            f"{percent(one.won, say, 1)} ± {percent(LIKELY * one.error, say, 1)}",
            say("training.yes" if one.is_best else "training.no"),
        ]
        for number, one in enumerate(rounds, 1)
    ]
    listed = table([say(f"training.{name}") for name in names], rows, numeric=(0, 1, 2, 3, 4))
    return section(say("training.ladder"), paragraph(say("training.how_to_read_it")), listed)
