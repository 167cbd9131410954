"""The page about a game as such: whether it is fair, how long, how wide and how close."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from formicarium.core.text import Phrases, phrases
from formicarium.pages import charts
from formicarium.pages.analysis import seat_name
from formicarium.pages.figures import Balance, Doubling, SeatFigures, Spread
from formicarium.pages.markup import NOTHING, Markup, element, joined
from formicarium.pages.numbers import decimal, percent, whole
from formicarium.pages.page import figure, figures, page, paragraph, section, table

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
    equal = 1 / len(found.seats)
    measured = [
        charts.Point(
            seat_name(number, say), seat.share, *seat.interval, _share_told(number, seat, say)
        )
        for number, seat in enumerate(found.seats)
    ]
    drawn = _points_chart(measured, (equal,), say("balance.seat"), say)
    rows = [_seat_row(number, seat, say) for number, seat in enumerate(found.seats)]
    columns = ("seat", "victories", "interval", "points", "uncertainty")
    listed = table([say(f"balance.{name}") for name in columns], rows, numeric=(1, 2, 3, 4))
    caption = say("balance.equal_share", share=percent(equal, say))
    told = paragraph(_advantage(found, equal, say))
    return section(say("balance.seats"), told, figure(drawn, caption=caption), listed)


def _advantage(found: Balance, equal: float, say: Phrases) -> str:
    """Which seats differ from an equal share by more than luck."""
    better = [number for number, seat in enumerate(found.seats) if seat.interval[0] > equal]
    worse = [number for number, seat in enumerate(found.seats) if seat.interval[1] < equal]
    told = [
        say(f"balance.{key}", seats=say("and").join(seat_name(number, say) for number in seats))
        for key, seats in (("better_seats", better), ("worse_seats", worse))
        if seats
    ]
    return " ".join(told) or say("balance.fair_seats")


def _seat_row(number: int, seat: SeatFigures, say: Phrases) -> list[object]:
    return [
        seat_name(number, say),
        percent(seat.share, say, 1),
        _between(seat.interval, say),
        decimal(seat.points, say),
        "–" if seat.uncertainty is None else f"± {decimal(seat.uncertainty, say)}",
    ]


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
            f" ({_between(doubling.interval, say)})",
        )
        for doubling in found.doublings
    ]
    drawn = _points_chart(measured, (0.5, found.worth_doubling), say("balance.simulations"), say)
    rows = [
        [
            _doubling_told(doubling, say),
            whole(doubling.games, say),
            percent(doubling.share, say, 1),
            _between(doubling.interval, say),
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


def _points_chart(
    measured: Sequence[charts.Point], levels: Sequence[float], title: str, say: Phrases
) -> Markup:
    """Shares of the victories, each with its interval."""
    highest = max(*levels, *(point.high for point in measured))
    frame = charts.Frame(
        charts.Axis(
            title,
            -0.5,
            len(measured) - 0.5,
            range(len(measured)),
            lambda number: measured[round(number)].label,
        ),
        charts.axis(say("balance.victories"), highest, lambda share: percent(share, say)),
        height=280,
    )
    return charts.points(frame, measured, levels, title)


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


def _between(interval: tuple[float, float], say: Phrases) -> str:
    low, high = interval
    return f"{percent(low, say, 1)} – {percent(high, say, 1)}"


def _share_told(number: int, seat: SeatFigures, say: Phrases) -> str:
    share = percent(seat.share, say, 1)
    return f"{seat_name(number, say)}: {share} ({_between(seat.interval, say)})"


def _tenth(tenth: float, say: Phrases) -> str:
    """A tenth of a game, by how much of it has then been played."""
    return percent((tenth + 1) / 10, say)


def _doubling_told(doubling: Doubling, say: Phrases) -> str:
    half, full = doubling.simulations // 2, doubling.simulations
    return f"{whole(half, say)} → {whole(full, say)}"
