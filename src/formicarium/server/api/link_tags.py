"""What other places, such as messengers, show of a link to this house: words and a picture.

They read it from the head of the page, and they are strangers: they are told no more than anybody
is who opens the address.
"""

import asyncio
from html import escape
from typing import Any, NamedTuple

from litestar import Request

from formicarium.core.errors import FormicariumError
from formicarium.core.rulebook import Rulebook
from formicarium.core.text import Phrases, phrases
from formicarium.server.api.requests import check_rate, is_https, language_of
from formicarium.server.api.services import Services, services_of
from formicarium.server.domain.people import NO_NAME, Called, Names, guest_name
from formicarium.server.house.game_files import LINK
from formicarium.server.store.entries import ListedSeat, Summary

HOUSE = "Formicarium"
OWN = "/page/link/formicarium.png"  # the picture of the house; games bring theirs
WIDTH, HEIGHT = 600, 315  # of these pictures
PATIENCE = 0.5  # seconds that the page waits for what a link says


class Card(NamedTuple):
    """What is shown of a link."""

    title: str
    about: str
    game: Rulebook | None = None  # that its picture shows; else the house


async def link_tags(request: Request[Any, Any, Any]) -> str:
    """What the page is about at the address of a request."""
    card = await _card(request)
    files = services_of(request).game_files
    picture = files.address(card.game, LINK) if card.game else None
    return _tags(card, _here(request), picture or OWN)


async def _card(request: Request[Any, Any, Any]) -> Card:
    """What is shown of an address. The page comes in any case: whatever hinders this, the house."""
    services = services_of(request)
    say = phrases("formicarium.server", language_of(request, None))
    try:
        await check_rate(request, request.route_handler)
        async with asyncio.timeout(PATIENCE):
            found = await _found(services, request.path_params, say)
    except (FormicariumError, TimeoutError):
        found = None
    return found or Card(HOUSE, say("link.house"))


def _here(request: Request[Any, Any, Any]) -> str:
    """The beginning of all addresses of this house, as the visitor wrote it; "" if she did not."""
    host = request.headers.get("host")
    scheme = "https" if is_https(request) else "http"
    return f"{scheme}://{host}" if host else ""


def _tags(card: Card, here: str, picture: str) -> str:
    told = {
        "og:site_name": HOUSE,
        "og:type": "website",
        "og:title": card.title,
        "og:description": card.about,
    }
    if here:
        told |= {
            "og:image": f"{here}{picture}",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "twitter:card": "summary_large_image",
        }
    return "".join(
        f'<meta {_kind(name)}="{name}" content="{escape(text)}" />\n' for name, text in told.items()
    )


def _kind(name: str) -> str:
    """What names a tag: those of twitter are like any other one of HTML."""
    return "name" if name.startswith("twitter:") else "property"


# --- Addresses ------------------------------------------------------------------------------------


async def _found(services: Services, names: dict[str, Any], say: Phrases) -> Card | None:
    """What an address with these names in it leads to; None: nothing that strangers may know."""
    if "table" in names:
        summary = await services.store.summary(names["table"])
        if summary is None or summary.locked or summary.status == "closed":
            return None
        book = (await services.library.books()).get(summary.game)
        return None if book is None else _of_table(summary, book, say)
    book = (await services.library.books()).get(names.get("game", ""))
    return None if book is None else _of_game(book, say)


def _of_game(book: Rulebook, say: Phrases) -> Card:
    words = phrases(book.package, say.language)
    return Card(words("title"), words("about"), book)


def _of_table(table: Summary, book: Rulebook, say: Phrases) -> Card:
    game = _of_game(book, say)
    if table.status == "waiting":
        return Card(_invitation(table, game.title, say), _seats(table, game.about, say), book)
    who = [_called(seat, table.names, say) for seat in table.seats]
    if table.result is not None:
        who = [f"{name} {points}" for name, points in zip(who, table.result.scores, strict=True)]
    return Card(f"{game.title}: {', '.join(who)}", say(f"link.{table.status}"), book)


def _invitation(table: Summary, game: str, say: Phrases) -> str:
    sits = any(seat.kind == "person" and seat.person == table.host for seat in table.seats)
    host = table.names.get(table.host, NO_NAME)
    if sits and host.name and host.name != guest_name(table.host):
        return say("link.invites", host=_worded(host, say), game=game)
    return say("link.invited", game=game)


def _seats(table: Summary, about: str, say: Phrases) -> str:
    free = sum(seat.kind == "open" for seat in table.seats)
    seats = say.count("free_seats", free) if free else say("link.full")
    return say("link.seats", seats=seats, about=about)


def _called(seat: ListedSeat, names: Names, say: Phrases) -> str:
    if seat.kind != "person":
        return say("link.bot") if seat.kind == "bot" else "…"
    called = names.get(seat.person, NO_NAME)
    if called.name == guest_name(seat.person):
        return say("link.nameless")
    return _worded(called, say)


def _worded(called: Called, say: Phrases) -> str:
    """A name; a guest is marked as one."""
    if called.is_gone:
        return say("link.gone")
    return say("link.guest", name=called.name) if called.is_guest else called.name
