"""Charts: round numbers, true places, nothing unescaped."""

import itertools
import re
from xml.etree import ElementTree

import pytest

from formicarium.pages import charts
from formicarium.pages.markup import element


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (0, 87, 10, [0, 10, 20, 30, 40, 50, 60, 70, 80]),
        (0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-7, 12, 5, [-5, 0, 5, 10]),
        (0, 1234, 4, [0, 500, 1000]),
        (5, 5, 4, [5]),
    ],
)
def test_ticks_are_round_and_few(low: float, high: float, most: int, expected: list[float]) -> None:
    assert charts.ticks(low, high, most) == expected


def test_ticks_can_be_whole_numbers() -> None:
    assert charts.ticks(0, 3, 10, least=1) == [0, 1, 2, 3]


@pytest.mark.parametrize("high", [0, 0.03, 0.1, 0.37, 1, 2.5, 14, 99, 1000, 1001])
def test_an_axis_leaves_nothing_out(high: float) -> None:
    axis = charts.axis("", high, str)
    assert axis.high >= high
    assert axis.ticks[0] == 0
    assert axis.ticks[-1] == pytest.approx(axis.high)
    assert 2 <= len(axis.ticks) <= 7


def frame(across: str = "x", up: str = "y") -> charts.Frame:
    return charts.Frame(
        charts.Axis(across, 0, 10, charts.ticks(0, 10), str),
        charts.Axis(up, 0, 1, charts.ticks(0, 1), str),
    )


def test_every_line_has_its_own_colour_dashes_and_shape() -> None:
    drawn = charts.lines(frame(), [[0.1 * n] * 11 for n in range(charts.SERIES)], "about")
    lines = ElementTree.fromstring(drawn).findall("polyline")
    assert len({line.get("class") for line in lines}) == charts.SERIES
    assert len({line.get("stroke-dasharray") for line in lines}) == charts.SERIES
    assert len({*charts.SHAPES}) == charts.SERIES
    legend = ElementTree.fromstring(charts.legend([f"Seat {n}" for n in range(charts.SERIES)]))
    assert len({path.get("d") for path in legend.iter("path")}) == charts.SERIES


def test_values_lie_where_they_should() -> None:
    paper = frame()
    drawn = ElementTree.fromstring(charts.lines(paper, [[0, 1]], "about"))
    [line] = drawn.findall("polyline")
    below, above = [point.split(",") for point in line.get("points", "").split()]
    assert float(below[0]) == paper.left
    assert (float(below[1]), float(above[1])) == (paper.floor, paper.top)


def test_all_stays_on_the_paper() -> None:
    paper = frame()
    bars = charts.bars(paper, [(n, n / 10, f"bar {n}") for n in range(10)], 1)
    for bar in ElementTree.fromstring(bars).findall("rect"):
        x, y, width, height = (float(bar.get(name, "")) for name in ("x", "y", "width", "height"))
        assert paper.left <= x <= x + width <= paper.width - paper.right
        assert paper.top <= y <= y + height <= paper.floor


def test_labels_of_marks_do_not_overlap() -> None:
    crowd = [charts.Mark(0, at / 10, 0.5, f"{at}", "title", "#a") for at in range(100)]
    drawn = ElementTree.fromstring(element("g", charts.marks(frame(), crowd)))
    places = [float(text.get("x", "")) for text in drawn.iter("text")]
    assert len([*drawn.iter("path")]) == 100
    assert min(b - a for a, b in itertools.pairwise(places)) >= charts.APART


def test_error_bars_reach_from_low_to_high() -> None:
    paper = charts.Frame(charts.Axis("", -0.5, 0.5, (), str), charts.axis("", 1, str))
    drawn = charts.points(paper, [charts.Point("a", 0.5, 0.4, 0.7, "told")], (0.5,), "about")
    [group] = ElementTree.fromstring(drawn).findall("g")
    reach = group.findall("line")[0]
    assert float(reach.get("y1", "")) == paper.y(0.4)
    assert float(reach.get("y2", "")) == paper.y(0.7)


def test_text_is_escaped_everywhere() -> None:
    evil = '"><script>alert(1)</script>'
    paper = frame(evil, evil)
    point = charts.Point(evil, 0.5, 0.4, 0.6, evil)
    mark = charts.Mark(0, 1, 0.5, evil, evil, evil)
    drawn = [
        charts.lines(
            paper, [[0, 1]], evil, charts.marks(paper, [mark]), charts.tips(paper, [evil])
        ),
        charts.bars(paper, [(1, 0.5, evil)], 1),
        charts.points(paper, [point], (), evil),
        charts.legend([evil]),
    ]
    for chart in drawn:
        assert "<script" not in chart
        ElementTree.fromstring(chart)


def test_a_chart_of_nothing_is_drawn_all_the_same() -> None:
    empty = charts.Frame(charts.Axis("", 0, 0, (0,), str), charts.axis("", 0, str))
    assert not re.search("nan|inf", charts.lines(empty, [[0.0]], "about"))
