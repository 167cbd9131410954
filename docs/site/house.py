"""What the site knows of the house: its order, its sources, its rules, and what lacks words."""

import ast
import inspect
import posixpath
import re
import shutil
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from itertools import dropwhile, takewhile
from pathlib import Path
from string import Template
from typing import Any

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

log = logging.getLogger(__name__)

RULES = re.compile(r"docs/rules/(?P<game>\w+)(\.\w\w)?")
WHERE = re.compile(r"docs/rules/where/(?P<game>\w+)")
NUMBER = re.compile(r"[A-Z]{2}-\d+\.\d+")
LANGUAGE = re.compile(r".+\.(de|fr)")

TOCTREE = "\n\n```{{toctree}}\n:hidden:\n{more}\n{pages}\n```\n"


def pages_for(patterns: Iterable[str], pages: Iterable[str]) -> Iterator[str]:
    """The pages that patterns name, in their order. A star stands for one word."""
    for pattern in patterns:
        for page in sorted(pages):
            parts = [*zip(page.split("/"), pattern.split("/"), strict=False)]
            is_as_long = page.count("/") == pattern.count("/")
            dots = page.count(".") == pattern.count(".")
            if is_as_long and dots and all(fnmatchcase(*part) for part in parts):
                yield page


def put_in_order(app: Sphinx, page: str, source: list[str]) -> None:
    """Tell a page which others stand below it; the document itself need not."""
    pages = app.env.found_docs - {page}
    if page == app.config.root_doc:
        placed: set[str] = set()
        for caption, patterns in app.config.house_contents.items():
            here = dict.fromkeys(one for one in pages_for(patterns, pages) if one not in placed)
            placed |= {*here}
            source[0] += TOCTREE.format(more=f":caption: {caption}\n", pages=_absolute(here))
        return
    name = posixpath.basename(page)
    for pattern, below in app.config.house_below.items():
        if [*pages_for([pattern], [page])]:
            found = pages_for([one.format(name=name) for one in below], pages)
            source[0] += TOCTREE.format(more="", pages=_absolute(found))


def _absolute(pages: Iterable[str]) -> str:
    return "\n".join(f"/{page}" for page in pages)


class SourceLinks(SphinxTransform):
    """A link to a file of the sources leads to a page that shows it, at what the link names."""

    default_priority = 500

    def apply(self, **_: Any) -> None:
        """Every file that is no document is shown, not downloaded."""
        here = posixpath.dirname(self.env.docname)
        shown = self.env.metadata[self.env.docname].setdefault("sources", [])
        for link in [*self.document.findall(addnodes.download_reference)]:
            file, full = self.env.relfn2path(link["reftarget"], self.env.docname)
            self.env.note_dependency(full)
            shown.append(file)
            goal = posixpath.relpath(f"{file}.html", here) + _place(Path(full), link.astext())
            link.replace_self(nodes.reference("", "", *link.children, refuri=goal, internal=True))


def _place(file: Path, words: str) -> str:
    """The line of a Python file where stands what a link calls `module.name`."""
    module, _, name = words.partition(".")
    if file.suffix != ".py" or module != file.stem or name not in _lines(file):
        return ""
    return f"#line-{_lines(file)[name]}"


@cache
def _lines(file: Path) -> dict[str, int]:
    """Where a file defines functions, classes and data."""
    lines = {}
    for node in ast.parse(file.read_text("utf-8")).body:
        for one in (node, getattr(node, "target", None), *getattr(node, "targets", ())):
            lines[getattr(one, "name", None) or getattr(one, "id", "")] = node.lineno
    return lines


class RuleLinks(SphinxTransform):
    """The number of a rule leads to its functions and tests, and from there back to the rule."""

    default_priority = 510

    def apply(self, **_: Any) -> None:
        """Numbers in bold type, and those at the beginning of a row."""
        page = self.env.docname
        if found := RULES.fullmatch(page):
            for strong in [*self.document.findall(nodes.strong)]:
                self._link(strong, f"where/{found['game']}.html")
        elif found := WHERE.fullmatch(page):
            for row in [*self.document.findall(nodes.row)]:
                self._link(row[0][0], f"../{found['game']}.html")

    def _link(self, node: nodes.Element, goal: str) -> None:
        number = node.astext()
        if NUMBER.fullmatch(number):
            link = nodes.reference("", "", *node.children, refuri=f"{goal}#{number}", internal=True)
            node["ids"] = [number]
            node.children = []
            node += link


def write_sources(app: Sphinx, fault: Exception | None) -> None:
    """Every file that a document leads to, as a page with numbered lines.

    They are many, so they do without the theme, which would take most of the time.
    """
    if fault or app.builder.format != "html":
        return
    page = Template(Path(__file__).with_name("source.html").read_text("utf-8"))
    form = HtmlFormatter(linenos="inline", linespans="line")
    for file in {file for data in app.env.metadata.values() for file in data.get("sources", ())}:
        lines = highlight((app.srcdir / file).read_text("utf-8"), _lexer(file), form)
        goal = app.outdir / f"{file}.html"
        goal.parent.mkdir(parents=True, exist_ok=True)
        goal.write_text(
            page.substitute(file=file, top="../" * file.count("/"), lines=lines), "utf-8"
        )


def _lexer(file: str) -> Lexer:
    try:
        return get_lexer_for_filename(file)
    except ClassNotFound:
        return TextLexer()


def without_fields(
    app: Sphinx, what: str, name: str, thing: Any, *_: Any
) -> tuple[str, str] | None:
    """A class of fields alone lists them below, so its head need not."""
    kinds = "__dataclass_fields__", "__struct_fields__", "_fields"
    is_of_fields = what == "class" and any(hasattr(thing, kind) for kind in kinds)
    return ("", "") if is_of_fields else None


def want_words(app: Sphinx, document: nodes.document) -> None:
    """Whatever the reference shows has words; a field may have them in a comment beside it."""
    for shown in document.findall(addnodes.desc):
        signature, content = shown[0], shown[-1]
        told = "".join(part.astext() for part in content if not isinstance(part, addnodes.desc))
        if told and not told.startswith("Alias for field number"):  # which says Python
            continue
        name = f"{signature['module']}.{signature['fullname']}"
        owner, _, field = name.rpartition(".")
        if comment := shown["objtype"] == "attribute" and _comment(_found(owner), field):
            content.children = [_paragraph(comment)]
        else:
            log.warning("%s is public and says nothing about itself", name)


def _paragraph(comment: str) -> nodes.paragraph:
    """A comment, with its code in another type."""
    parts = enumerate(comment.split("`"))
    made = [nodes.literal(part, part) if at % 2 else nodes.Text(part) for at, part in parts]
    return nodes.paragraph("", "", *made)


def _comment(owner: Any, field: str) -> str:
    """What stands beside a field in its class, or else above it and its neighbours."""
    for kind in getattr(owner, "__mro__", ()):
        if field in {**vars(kind), **vars(kind).get("__annotations__", {})}:
            lines = [line.strip() for line in inspect.getsource(kind).splitlines()]
            at = next(at for at, line in enumerate(lines) if re.match(rf"{field}(:| =) ", line))
            _, sign, beside = lines[at].rpartition("  # ")
            return beside if sign else _above(lines[:at])
    return ""


def _above(lines: list[str]) -> str:
    """The comment at the head of neighbours; an empty line parts them."""
    neighbours = [*takewhile(bool, reversed(lines))]
    comment = dropwhile(lambda line: not line.startswith("# "), neighbours)
    return " ".join(
        reversed([line[2:] for line in takewhile(lambda line: line.startswith("# "), comment)])
    )


def _found(path: str) -> Any:
    """What a dotted name stands for."""
    found = import_module(path.partition(".")[0])
    for name in path.split(".")[1:]:
        found = getattr(found, name)
    return found


def name_language(app: Sphinx, page: str, _: str, context: dict[str, Any], __: Any) -> None:
    """A translated page says which language it speaks."""
    if found := LANGUAGE.fullmatch(page):
        context["language"] = found[1]


def open_at_the_readme(app: Sphinx, fault: Exception | None) -> None:
    """Who asks for the site alone reads the README."""
    if app.builder.format == "html" and not fault:
        shutil.copy(Path(app.outdir, "README.html"), Path(app.outdir, "index.html"))


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx calls this."""
    app.add_config_value("house_contents", {}, "env", dict)
    app.add_config_value("house_below", {}, "env", dict)
    app.add_transform(SourceLinks)
    app.add_transform(RuleLinks)
    app.connect("source-read", put_in_order)
    app.connect("autodoc-process-signature", without_fields)
    app.connect("doctree-read", want_words)
    app.connect("html-page-context", name_language)
    app.connect("build-finished", write_sources)
    app.connect("build-finished", open_at_the_readme)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
