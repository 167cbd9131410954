"""Small charts as SVG. Colours and fonts are the page's; dashes and shapes say the same as they."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import NamedTuple

from formicarium.pages.markup import NOTHING, Markup, element, joined

SERIES = 6  # lines that can be told apart
DASHES = (None, "8 4", "2 3", "10 3 2 3", "14 4", "5 2 2 2")
SHAPES = (
    "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z",  # circle
    "M-4.5,-4.5h9v9h-9z",  # square
    "M0,-6l5.5,10h-11z",  # triangle
    "M0,-6.5l5.5,6.5l-5.5,6.5l-5.5,-6.5z",  # diamond
    "M0,6l5.5,-10h-11z",  # triangle on its head
    "M-6,-2h4v-4h4v4h4v4h-4v4h-4v-4h-4z",  # cross
)
MANY = 400  # values of a line that has to be thin
APART = 44  # between two labels, so that they can be read on a phone

Write = Callable[[float], str]


class Mark(NamedTuple):
    """A place on a line that is pointed out."""

    series: int
    at: float
    value: float
    label: str
    title: str
    link: str


class Point(NamedTuple):
    """A measured value, and where the true one may lie."""

    label: str
    value: float
    low: float
    high: float
    title: str


class Axis(NamedTuple):
    """What is measured along a side, from where to where, and how its numbers are written."""

    title: str
    low: float
    high: float
    ticks: Sequence[float]
    write: Write


@dataclass(frozen=True)
class Frame:
    """The paper, the part of it that is drawn on, and what its sides stand for."""

    across: Axis
    up: Axis
    width: int = 720
    height: int = 320
    left: int = 66
    right: int = 18
    top: int = 36
    bottom: int = 42

    def x(self, value: float) -> float:
        """Where a value lies from left to right."""
        span = (self.across.high - self.across.low) or 1
        room = self.width - self.left - self.right
        return round(self.left + room * (value - self.across.low) / span, 1)

    def y(self, value: float) -> float:
        """Where a value lies from top to bottom."""
        span = (self.up.high - self.up.low) or 1
        return round(self.floor - (self.floor - self.top) * (value - self.up.low) / span, 1)

    @property
    def floor(self) -> int:
        """The line that things stand on."""
        return self.height - self.bottom


def small(across: Axis, up: Axis) -> Frame:
    """A frame for one chart among several."""
    return Frame(across, up, width=360, height=210, left=50, right=12, top=30, bottom=28)


# --- Ticks ----------------------------------------------------------------------------------------


def step_for(span: float, most: int, least: float = 0.0) -> float:
    """The smallest round step (1, 2 or 5 with zeros) that covers a span in so many.

    >>> step_for(87, 10), step_for(3, 10, least=1)
    (10.0, 1.0)
    """
    if span <= 0:
        return max(1.0, least)
    rough = max(span / most, least)
    power = 10.0 ** floor(log10(rough))
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= rough * 0.999)


def ticks(low: float, high: float, most: int = 8, least: float = 0.0) -> list[float]:
    """Round numbers from one end to the other.

    >>> ticks(0, 0.37, 4)
    [0.0, 0.1, 0.2, 0.3]
    """
    step = step_for(high - low, most, least)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]


def axis(title: str, high: float, write: Write, most: int = 5, least: float = 0.0) -> Axis:
    """From nothing up to the first round number that leaves nothing out."""
    step = step_for(high, most, least)
    steps = max(1, ceil(high / step - 1e-9))
    rounded = [round(number * step, 10) for number in range(steps + 1)]
    return Axis(title, 0, rounded[-1], rounded, write)


# --- Charts ---------------------------------------------------------------------------------------


def lines(
    frame: Frame, series: Sequence[Sequence[float]], about: str, *layers: Markup | str
) -> Markup:
    """A line for each series, its values one apart; layers lie on top."""
    drawn = [_line(frame, number, values) for number, values in enumerate(series)]
    return _drawing(frame, about, _sides(frame), *drawn, *layers)


def marks(frame: Frame, pointed_out: Sequence[Mark]) -> Markup:
    """Places on the lines, with a label above where there is room for it."""
    drawn, last = [], -float(APART)
    for mark in pointed_out:
        x = frame.x(mark.at)
        has_room = x - last >= APART
        last = x if has_room else last
        drawn.append(_mark(frame, mark, mark.label if has_room else ""))
    return joined(*drawn)


def tips(frame: Frame, texts: Sequence[str], first: int = 0) -> Markup:
    """What is said when a hand rests on a chart: a text for each value, from the first on."""
    width = max(frame.x(1) - frame.x(0), 1)
    return joined(
        *(
            element(
                "rect",
                element("title", text),
                class_="tip",
                x=round(frame.x(at) - width / 2, 1),
                y=frame.top,
                width=round(width, 1),
                height=frame.floor - frame.top,
            )
            for at, text in enumerate(texts, first)
        )
    )


def bars(frame: Frame, heights: Sequence[tuple[float, float, str]], width: float) -> Markup:
    """Bars that begin at a value and are so wide; each says what it stands for."""
    gap = min(2.0, (frame.x(width) - frame.x(0)) / 6)
    drawn = [
        element(
            "rect",
            element("title", title),
            class_="bar",
            x=round(frame.x(start) + gap / 2, 1),
            y=frame.y(height),
            width=max(round(frame.x(start + width) - frame.x(start) - gap, 1), 0.5),
            height=round(frame.floor - frame.y(height), 1),
        )
        for start, height, title in heights
    ]
    return _drawing(frame, frame.across.title, _sides(frame), *drawn)


def points(frame: Frame, measured: Sequence[Point], levels: Sequence[float], about: str) -> Markup:
    """Measured values side by side with their error bars, and levels to compare them with."""
    compared = [
        _rule(frame.left, frame.y(level), frame.width - frame.right, frame.y(level), "level")
        for level in levels
    ]
    drawn = [_point(frame, number, point) for number, point in enumerate(measured)]
    return _drawing(frame, about, _sides(frame), *compared, *drawn)


def legend(labels: Sequence[str]) -> Markup:
    """Which line is whose."""
    return element(
        "ul",
        *(
            element("li", _swatch(number), element("span", label))
            for number, label in enumerate(labels)
        ),
        class_="legend",
    )


# --- Pieces ---------------------------------------------------------------------------------------


def _drawing(frame: Frame, about: str, *pieces: Markup | str) -> Markup:
    return element(
        "svg",
        *pieces,
        class_="chart" if frame.width > 400 else "chart small",
        viewBox=f"0 0 {frame.width} {frame.height}",
        role="img",
        aria_label=about,
    )


def _sides(frame: Frame) -> Markup:
    right = frame.width - frame.right
    grid = [
        joined(
            _rule(frame.left, frame.y(tick), right, frame.y(tick), "grid"),
            _text(frame.left - 8, frame.y(tick), frame.up.write(tick), "end", dy="0.35em"),
        )
        for tick in frame.up.ticks
    ]
    below = [
        joined(
            _rule(frame.x(tick), frame.floor, frame.x(tick), frame.floor + 5, "axis"),
            _text(frame.x(tick), frame.floor + 7, frame.across.write(tick), "middle", dy="1em"),
        )
        for tick in frame.across.ticks
    ]
    return joined(
        *grid,
        _rule(frame.left, frame.floor, right, frame.floor, "axis"),
        *below,
        _text(2, 4, frame.up.title, "start", dy="0.8em", class_="name"),
        _text(right, frame.floor + 7, frame.across.title, "end", dy="2.4em", class_="name"),
    )


def _line(frame: Frame, number: int, values: Sequence[float]) -> Markup:
    path = " ".join(f"{frame.x(at)},{frame.y(value)}" for at, value in enumerate(values))
    which, width = number % SERIES, " fine" if len(values) > MANY else ""
    return element(
        "polyline", class_=f"line s{which}{width}", points=path, stroke_dasharray=DASHES[which]
    )


def _mark(frame: Frame, mark: Mark, label: str) -> Markup:
    x, y = frame.x(mark.at), frame.y(mark.value)
    above = _text(x, frame.top - 6, label, "middle", class_="label") if label else NOTHING
    content = (
        element("title", mark.title),
        _rule(x, frame.top, x, frame.floor, "turn"),
        _shape(mark.series, x, y),
        above,
    )
    return element("a", *content, href=mark.link)


def _point(frame: Frame, number: int, point: Point) -> Markup:
    x, low, high = frame.x(number), frame.y(point.low), frame.y(point.high)
    return element(
        "g",
        element("title", point.title),
        _rule(x, low, x, high, "error"),
        _rule(x - 6, low, x + 6, low, "error"),
        _rule(x - 6, high, x + 6, high, "error"),
        _shape(0, x, frame.y(point.value)),
    )


def _shape(series: int, x: float, y: float) -> Markup:
    which = series % SERIES
    return element(
        "path", class_=f"mark s{which}", d=SHAPES[which], transform=f"translate({x},{y})"
    )


def _swatch(number: int) -> Markup:
    """A piece of the line, with its shape on it."""
    which = number % SERIES
    line = element(
        "line", class_=f"line s{which}", x1=1, y1=9, x2=43, y2=9, stroke_dasharray=DASHES[which]
    )
    return element(
        "svg",
        line,
        _shape(number, 22, 9),
        viewBox="0 0 44 18",
        width=44,
        height=18,
        aria_hidden="true",
    )


def _rule(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    return element("line", class_=kind, x1=x1, y1=y1, x2=x2, y2=y2)


def _text(x: float, y: float, text: str, anchor: str, **more: str) -> Markup:
    return element("text", text, x=x, y=y, text_anchor=anchor, **more)
