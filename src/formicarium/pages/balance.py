"""The page about a game as such: whether it is fair, how long, how wide and how close."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from formicarium.core.text import Phrases, phrases
from formicarium.pages import charts
from formicarium.pages.analysis import seat_name
from formicarium.pages.behaviour import behaviour_sections
from formicarium.pages.figures import Balance, Doubling, Spread
from formicarium.pages.markup import NOTHING, Markup, element, joined
from formicarium.pages.numbers import decimal, percent, whole
from formicarium.pages.page import figure, figures, page, paragraph, section, table
from formicarium.pages.shares import advantage, between, fares, points_chart

BARS = 24  # that fit beside each other
FEWEST_BARS = 6  # that a chart has room for, so that none is a wall


@dataclass(frozen=True)
class Subject:
    """The game that a report is about, in its own words."""

    title: str
    package: str  # that holds its texts
    facts: Sequence[str]


def balance_page(subject: Subject, found: Balance, language: str) -> str:
    """The whole page as HTML."""
    say, game = phrases("formicarium.pages", language), phrases(subject.package, language)
    sections = [
        _overview(found, say),
        _seats(found, say),
        _points(found, say),
        _categories(found, say, game),
        _length(found, say),
        _branching(found, say),
        _margin(found, say, game),
        _strength(found, say),
        *behaviour_sections(found, say, game),
    ]
    return page(say("balance.title", game=subject.title), subject.facts, sections, say)


# --- Sections -------------------------------------------------------------------------------------


def _overview(found: Balance, say: Phrases) -> Markup:
    """The report in six numbers."""
    strongest = max(range(len(found.seats)), key=lambda seat: found.seats[seat].share)
    best = found.seats[strongest].share
    faults = say("balance.forfeits", n=whole(found.forfeits, say))
    told = paragraph(faults, "note") if found.forfeits else NOTHING
    numbers = figures(
        [
            (say("balance.games"), whole(found.games, say)),
            (say("balance.best_seat", seat=seat_name(strongest, say)), percent(best, say)),
            (say("balance.mean_points"), decimal(found.points.mean, say)),
            (say("balance.mean_length"), whole(found.length.mean, say)),
            (say("balance.mean_choices"), decimal(found.branching.mean, say)),
            (say("balance.close_games"), percent(found.margin.up_to(found.close), say)),
        ]
    )
    return joined(numbers, told)


def _seats(found: Balance, say: Phrases) -> Markup:
    """Whether it matters where one sits."""
    names = [seat_name(number, say) for number in range(len(found.seats))]
    told = paragraph(advantage(found.seats, names, say("balance.fair_seats"), say))
    return section(say("balance.seats"), told, fares(found.seats, names, say("balance.seat"), say))


def _points(found: Balance, say: Phrases) -> Markup:
    """How many points players reach."""
    told = _spread_told("balance.points_told", found.points, say)
    drawn = _histogram(found.points, say("balance.points"), say("balance.of_players"), say)
    return section(say("balance.points_heading"), paragraph(told), figure(drawn))


def _categories(found: Balance, say: Phrases, game: Phrases) -> Markup:
    """Where the points come from, and which of them win."""
    if not found.categories:
        return NOTHING
    names = [game(f"categories.{category.name}") for category in found.categories]
    rows = [
        [
            name,
            *(
                decimal(mean, say)
                for mean in (category.points.mean, category.winners, category.others)
            ),
        ]
        for name, category in zip(names, found.categories, strict=True)
    ]
    columns = ("category", "mean", "winners", "others")
    listed = table([say(f"balance.{name}") for name in columns], rows, numeric=(1, 2, 3))
    drawn = [
        element(
            "div",
            element("h3", name),
            figure(_histogram(category.points, "", say("balance.of_players"), say, small=True)),
        )
        for name, category in zip(names, found.categories, strict=True)
        if len(category.points.counts) > 1  # else the table tells it all
    ]
    grid = element("div", *drawn, class_="grid-of-charts")
    return section(say("balance.categories"), listed, grid)


def _length(found: Balance, say: Phrases) -> Markup:
    """How long a game is."""
    told = _spread_told("balance.length_told", found.length, say)
    drawn = _histogram(found.length, say("balance.decisions"), say("balance.of_games"), say)
    return section(say("balance.length"), paragraph(told), figure(drawn))


def _branching(found: Balance, say: Phrases) -> Markup:
    """How many ways there are to go on."""
    width = found.branching
    told = say(
        "balance.branching_told",
        mean=decimal(width.mean, say),
        largest=whole(width.largest, say),
        forced=percent(width.forced, say),
    )
    frame = charts.Frame(
        charts.Axis(
            say("balance.progress"), -0.4, 9.4, range(10), lambda tenth: _tenth(tenth, say)
        ),
        charts.axis(say("balance.choices"), max(width.tenths), lambda n: whole(n, say), least=1),
        height=280,
    )
    texts = [f"{_tenth(tenth, say)}: {decimal(n, say)}" for tenth, n in enumerate(width.tenths)]
    drawn = charts.lines(frame, [width.tenths], say("balance.branching"), charts.tips(frame, texts))
    return section(say("balance.branching"), paragraph(told), figure(drawn))


def _margin(found: Balance, say: Phrases, game: Phrases) -> Markup:
    """How close games are."""
    told = say(
        "balance.close_told",
        share=percent(found.margin.up_to(found.close), say),
        points=game.count("score", found.close),
        mean=decimal(found.margin.mean, say),
    )
    drawn = _histogram(found.margin, say("balance.lead"), say("balance.of_games"), say)
    return section(say("balance.margin"), paragraph(told), figure(drawn))


def _strength(found: Balance, say: Phrases) -> Markup:
    """What thinking longer is worth."""
    if not found.doublings:
        return NOTHING
    measured = [
        charts.Point(
            whole(doubling.simulations, say),
            doubling.share,
            *doubling.interval,
            f"{_doubling_told(doubling, say)}: {percent(doubling.share, say, 1)}"
            f" ({between(doubling.interval, say)})",
        )
        for doubling in found.doublings
    ]
    drawn = points_chart(measured, (0.5, found.worth_doubling), say("balance.simulations"), say)
    rows = [
        [
            _doubling_told(doubling, say),
            whole(doubling.games, say),
            percent(doubling.share, say, 1),
            between(doubling.interval, say),
        ]
        for doubling in found.doublings
    ]
    columns = ("simulations", "games", "victories", "interval")
    listed = table([say(f"balance.{name}") for name in columns], rows, numeric=(0, 1, 2, 3))
    caption = say("balance.levels", worth=percent(found.worth_doubling, say))
    return section(
        say("balance.strength"),
        paragraph(_enough_told(found, say)),
        figure(drawn, caption=caption),
        listed,
        paragraph(say("balance.strength_note"), "note"),
    )


def _enough_told(found: Balance, say: Phrases) -> str:
    worth = percent(found.worth_doubling, say)
    if found.enough is not None:
        return say("balance.enough", n=whole(found.enough, say), worth=worth)
    last = found.doublings[-1]
    share = percent(last.share, say, 1)
    return say("balance.not_enough", n=whole(last.simulations, say), share=share, worth=worth)


# --- Charts and words -----------------------------------------------------------------------------


def _histogram(spread: Spread, across: str, up: str, say: Phrases, small: bool = False) -> Markup:
    """How often each value came up, some values to a bar where there are many."""
    low, high = min(spread.counts), max(spread.counts)
    width = round(charts.step_for(high + 1 - low, BARS, least=1))
    heights = _binned(spread, width)
    first, last = min(heights), max(max(heights), min(heights) + width * (FEWEST_BARS - 1))
    shift = 0.5 if width == 1 else 0.0  # a bar for one value stands above it
    most = 6 if small else 10
    sides = (
        charts.Axis(
            across,
            first - shift,
            last + width - shift,
            charts.ticks(first, last if width == 1 else last + width, most, least=1),
            lambda value: whole(value, say),
        ),
        charts.axis(up, max(heights.values()), lambda share: percent(share, say), 4, least=0.01),
    )
    frame = charts.small(*sides) if small else charts.Frame(*sides, height=280)
    bars = [
        (start - shift, share, f"{_range(start, width, say)}: {percent(share, say, 1)}")
        for start, share in heights.items()
    ]
    return charts.bars(frame, bars, width)


def _binned(spread: Spread, width: int) -> dict[int, float]:
    """The share of the values in every bar, by the value where the bar begins."""
    heights: dict[int, float] = {}
    for value, count in sorted(spread.counts.items()):
        start = width * floor(value / width)
        heights[start] = heights.get(start, 0.0) + count / spread.total
    return heights


def _range(start: int, width: int, say: Phrases) -> str:
    last = start + width - 1
    return whole(start, say) if width == 1 else f"{whole(start, say)} … {whole(last, say)}"


def _spread_told(key: str, spread: Spread, say: Phrases) -> str:
    """A sentence about the values, from the smallest to the largest."""
    return say(
        key,
        mean=decimal(spread.mean, say),
        middle=whole(spread.middle, say),
        low=whole(min(spread.counts), say),
        high=whole(max(spread.counts), say),
    )


def _tenth(tenth: float, say: Phrases) -> str:
    """A tenth of a game, by how much of it has then been played."""
    return percent((tenth + 1) / 10, say)


def _doubling_told(doubling: Doubling, say: Phrases) -> str:
    half, full = doubling.simulations // 2, doubling.simulations
    return f"{whole(half, say)} → {whole(full, say)}"
