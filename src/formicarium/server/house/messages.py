"""Messages in words: what somebody is told, in her language and by her clock."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from formicarium.core.text import LANGUAGES, Phrases, phrases
from formicarium.server.domain.people import Called, guest_name
from formicarium.server.store.notices import HowItStands, Matter, Wishes

DIGEST = "digest"  # the tag of a message about several tables
ALL_TABLES = "/tables?list=waiting"  # where such a message leads
MOST_LINES = 12  # tables that are named in one message
MOST_NAMES = 4  # people who are named at one table

Titles = Callable[[str, str], str]  # what a game is called, in a language


class Mention(NamedTuple):
    """What is said of one table, and where it is."""

    text: str
    path: str


class Message(NamedTuple):
    """A message, to be put into whatever form it is sent in."""

    title: str
    body: str
    path: str  # of the page that it leads to
    tag: str  # a newer message with the same tag takes its place
    lines: tuple[Mention, ...]  # of each table


def spoken(wishes: Wishes) -> Phrases:
    """The words of the house in somebody's language."""
    language = wishes.language if wishes.language in LANGUAGES else LANGUAGES[0]
    return phrases("formicarium.server", language)


def worded(wishes: Wishes, about: Mapping[Matter, HowItStands], titles: Titles) -> Message:
    """What is told of something; of several tables, each has a line."""
    say = spoken(wishes)
    lines = tuple(
        Mention(_line(say, wishes, matter, standing, titles), path_of(matter.table))
        for matter, standing in [*about.items()][:MOST_LINES]
    )
    if len(about) == 1:
        ((matter, standing),) = about.items()
        title = say(f"notice.{matter.kind}", game=titles(standing.game, say.language))
        body = _more(say, wishes, matter, standing)
        return Message(title, body, path_of(matter.table), matter.table, lines)
    turns = len({one.table for one in about if one.kind in ("turn", "reminder")})
    tables = len({one.table for one in about})
    title = say.count("your_turns", turns) if turns else say.count("news_of_tables", tables)
    body = "\n".join(line.text for line in lines[:3])
    return Message(title, body, ALL_TABLES, DIGEST, lines)


def path_of(table: str) -> str:
    """Where the page shows a table."""
    return f"/t/{table}"


def _line(
    say: Phrases, wishes: Wishes, matter: Matter, standing: HowItStands, titles: Titles
) -> str:
    told = say(f"notice.{matter.kind}", game=titles(standing.game, say.language))
    more = _more(say, wishes, matter, standing)
    return f"{told}. {more}" if more else f"{told}."


def _more(say: Phrases, wishes: Wishes, matter: Matter, standing: HowItStands) -> str:
    """With whom one plays there, and until when one has time."""
    said = []
    if standing.others:
        said.append(say("notice.with", names=_names(say, standing.others)))
    if matter.kind in ("turn", "reminder") and standing.deadline is not None:
        local = wishes.wall_clock(standing.deadline)
        day = say(f"notice.day_{local.weekday()}")
        said.append(say("notice.until", day=day, time=f"{local:%H:%M}"))
    return " ".join(said)


def _names(say: Phrases, others: Sequence[tuple[int, Called]]) -> str:
    names = [_name(say, *one) for one in others[:MOST_NAMES]]
    return ", ".join(names + (["…"] if len(others) > MOST_NAMES else []))


def _name(say: Phrases, person: int, called: Called) -> str:
    if called.is_gone:
        return say("link.gone")
    if called.name in ("", guest_name(person)):
        return say("link.nameless")
    return say("link.guest", name=called.name) if called.is_guest else called.name
