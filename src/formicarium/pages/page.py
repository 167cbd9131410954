"""The frame of a page: one file that needs nothing from outside and looks well on paper, too."""

from collections.abc import Sequence
from importlib import resources

from formicarium.core.text import Phrases
from formicarium.pages.markup import NOTHING, Markup, element, joined

FIRST_LINE = Markup("<!doctype html>\n")
# Nothing may be fetched, and nothing may run, whatever a name or a file may hold.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(title: str, facts: Sequence[str], sections: Sequence[Markup], say: Phrases) -> str:
    """A whole page: a title, what it is about, and its sections."""
    head = element(
        "head",
        Markup('<meta charset="utf-8"/>'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1"/>'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>'),
        element("title", title),
        element("style", _stylesheet()),
    )
    body = element(
        "body",
        element("header", element("h1", title), _facts(facts)),
        element("main", *sections),
        element("footer", element("p", say("page.footer"))),
    )
    return FIRST_LINE + element("html", head, body, lang=say.language) + "\n"


def section(heading: str, *content: object) -> Markup:
    """A part of a page under its own heading."""
    return element("section", element("h2", heading), *content)


def paragraph(text: str, class_: str | None = None) -> Markup:
    """Some sentences."""
    return element("p", text, class_=class_)


def figure(chart: Markup, legend: Markup = NOTHING, caption: str = "") -> Markup:
    """A chart with the names of its lines above and a sentence below."""
    below = element("figcaption", caption) if caption else NOTHING
    return element("figure", legend, chart, below)


def table(
    headings: Sequence[str],
    rows: Sequence[Sequence[object]],
    numeric: Sequence[int] = (),
    anchors: Sequence[str] = (),
    class_: str | None = None,
) -> Markup:
    """Rows under headings; the columns named as numeric are set flush right."""
    kinds = ["n" if column in numeric else None for column in range(len(headings))]
    head = element(
        "tr",
        *(
            element("th", heading, scope="col", class_=kind)
            for heading, kind in zip(headings, kinds, strict=True)
        ),
    )
    body = [
        element(
            "tr",
            *(
                element("td", cell, class_=kind, data_label=heading)
                for cell, kind, heading in zip(row, kinds, headings, strict=True)
            ),
            id=anchors[number] if anchors else None,
        )
        for number, row in enumerate(rows)
    ]
    whole = element("table", element("thead", head), element("tbody", *body), class_=class_)
    return element("div", whole, class_="scroll", tabindex="0")


def folded(summary: str, content: Markup) -> Markup:
    """Something long that opens when it is asked for."""
    return element("details", element("summary", summary), content)


def figures(pairs: Sequence[tuple[str, str]]) -> Markup:
    """A few numbers to begin with, each above what it counts."""
    return element(
        "dl",
        *(element("div", element("dt", name), element("dd", value)) for name, value in pairs),
        class_="figures",
    )


def _facts(facts: Sequence[str]) -> Markup:
    pieces = [element("span", fact) for fact in facts]
    return element("p", *pieces, class_="facts")


def _stylesheet() -> Markup:
    sheet = (resources.files("formicarium.pages") / "style.css").read_text("utf-8")
    return joined(Markup(sheet))
