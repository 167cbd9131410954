"""Text that is safe to be read as HTML or SVG; all other text is escaped."""

from html import escape


class Markup(str):
    """What a browser may read as it is.

    >>> element("p", "1 < 2", class_="note")
    '<p class="note">1 &lt; 2</p>'
    """

    __slots__ = ()


NOTHING = Markup("")


def element(name: str, *content: object, **attributes: object) -> Markup:
    """An element with its content; attributes that are None are left out."""
    written = "".join(
        f' {_attribute(key)}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{written}>{joined(*content)}</{name}>")


def joined(*content: object) -> Markup:
    """Some pieces of a page, one after the other."""
    return Markup("".join(map(_safe, content)))


def _safe(piece: object) -> str:
    return piece if isinstance(piece, Markup) else escape(str(piece))


def _attribute(key: str) -> str:
    """`class_` is written for `class`, and `text_anchor` for `text-anchor`."""
    return key.rstrip("_").replace("_", "-")
