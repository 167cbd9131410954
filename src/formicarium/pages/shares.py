"""Shares of the victories, each with where the true one lies, beside an equal share."""

from collections.abc import Sequence

from formicarium.core.text import Phrases
from formicarium.pages import charts
from formicarium.pages.figures import Interval, SeatFigures
from formicarium.pages.markup import Markup, joined
from formicarium.pages.numbers import decimal, percent
from formicarium.pages.page import figure, table


def fares(shares: Sequence[SeatFigures], names: Sequence[str], about: str, say: Phrases) -> Markup:
    """A chart and a table of how some seats, or places in the order of play, fared."""
    measured = [
        charts.Point(name, seat.share, *seat.interval, _told(name, seat, say))
        for name, seat in zip(names, shares, strict=True)
    ]
    equal = 1 / len(shares)
    drawn = points_chart(measured, (equal,), about, say)
    rows = [_row(name, seat, say) for name, seat in zip(names, shares, strict=True)]
    headings = [say(f"balance.{key}") for key in ("victories", "interval", "points", "uncertainty")]
    listed = table([about, *headings], rows, numeric=(1, 2, 3, 4))
    caption = say("balance.equal_share", share=percent(equal, say))
    return joined(figure(drawn, caption=caption), listed)


def advantage(shares: Sequence[SeatFigures], names: Sequence[str], fair: str, say: Phrases) -> str:
    """Who differs from an equal share by more than luck; `fair` says that nobody does."""
    unfair = [pair for pair in zip(names, shares, strict=True) if not pair[1].is_fair]
    equal = 1 / len(shares)
    better = [name for name, seat in unfair if seat.share > equal]
    worse = [name for name, seat in unfair if seat.share < equal]
    told = [
        say(f"balance.{key}", seats=say("and").join(those))
        for key, those in (("better_seats", better), ("worse_seats", worse))
        if those
    ]
    return " ".join(told) or fair


def points_chart(
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


def between(interval: Interval, say: Phrases) -> str:
    """From where to where a share may lie."""
    low, high = interval
    return f"{percent(low, say, 1)} – {percent(high, say, 1)}"


def _row(name: str, seat: SeatFigures, say: Phrases) -> list[object]:
    return [
        name if seat.is_fair else f"{name} ◆",
        percent(seat.share, say, 1),
        between(seat.interval, say),
        decimal(seat.points, say),
        "–" if seat.uncertainty is None else f"± {decimal(seat.uncertainty, say)}",
    ]


def _told(name: str, seat: SeatFigures, say: Phrases) -> str:
    return f"{name}: {percent(seat.share, say, 1)} ({between(seat.interval, say)})"
