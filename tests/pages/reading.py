"""Reading a page as a browser would, more strictly."""

import re
from html.parser import HTMLParser

VOID = {"meta"}


class Reader(HTMLParser):
    """Keeps what a page holds, and whether every element is closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.texts.append(data)


def read(page: str) -> Reader:
    """The page, if it is well formed, complete in itself, and without anything that runs."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    assert "script" not in reader.seen
    assert not [name for name, _ in reader.attributes if name.startswith("on") or name == "src"]
    links = [value for name, value in reader.attributes if name == "href"]
    anchors = {value for name, value in reader.attributes if name == "id"}
    assert all(link.startswith("#") and link[1:] in anchors for link in links)
    assert not re.search(r"https?:|url\(|@import|NaN|\binf\b", page)
    return reader


def words(page: str) -> str:
    """All that can be read on a page."""
    return "\n".join(read(page).texts)
