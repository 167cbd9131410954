"""What people have played, how they did, and how good they are.

Everybody sees her own; of others only what they have chosen to show.
"""

from itertools import pairwise
from typing import Annotated

import msgspec
from litestar import get, put
from litestar.params import JSONBody, QueryParameter

from formicarium.bots.places import places_of
from formicarium.server.api.bodies import GameName, NewSharing
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import Somebody, TheServices
from formicarium.server.api.services import EVENT, Services
from formicarium.server.domain.people import NO_NAME
from formicarium.server.store.entries import BOTS, PEOPLE, PlayedGame, RatedGame, Sharing
from formicarium.server.store.profiles import PAGE
from formicarium.server.store.ratings import Rated, share_between
from formicarium.server.store.texts import FAR

SCALE = 40.0  # points on the page for one of OpenSkill's: who begins has 1,000
ENOUGH = 10  # games, before anything is said about how good somebody is

Of = Annotated[
    int | None,
    QueryParameter(name="person", ge=1, le=2**31 - 1, description="Of whom; without it, my own."),
]


class RatingDocument(msgspec.Struct):
    """How good somebody is at a game, among people."""

    game: str
    rating: int  # 1,000 at first
    spread: int  # in 19 of 20 cases she is no further away from it
    games: int


class LikeDocument(msgspec.Struct):
    """Like which bots somebody plays: a figure apart, which changes no rating."""

    game: str
    level: str
    chance: float  # how likely it is that no other level would be nearer
    games: int


class TotalDocument(msgspec.Struct):
    """How often somebody has played a game with so many players."""

    game: str
    players: int
    played: int
    won: int
    best: int | None  # points,
    best_table: str | None  # and where, if I may look there


class Profile(msgspec.Struct):
    """Somebody as a player; what is not shown is null."""

    person: int
    name: str
    guest: bool
    mine: bool
    account: bool  # without one, nothing can be shown to others
    sharing: NewSharing
    totals: list[TotalDocument] | None
    ratings: list[RatingDocument] | None
    like: list[LikeDocument] | None
    games: bool  # whether her games are shown


@get("/profile", summary="A profile", operation_id="show_profile")
async def show_profile(services: TheServices, somebody: Somebody, person: Of = None) -> Profile:
    """Show somebody as a player: all of it to herself, to others what she has chosen."""
    whom, shown, is_mine = await seen(services, somebody.herself(), person)
    called = (await services.store.names({whom})).get(whom, NO_NAME)
    chosen = await services.store.sharing_of(whom)
    rated = await services.store.ratings_of(whom) if shown.rating else []
    return Profile(
        person=whom,
        name=called.name,
        guest=called.is_guest,
        mine=is_mine,
        account=not called.is_guest,
        sharing=NewSharing(chosen.games, chosen.wins, chosen.rating),
        totals=await _totals(services, whom, is_mine) if shown.wins else None,
        ratings=[_rating(one) for one in rated if one.measure == PEOPLE] if shown.rating else None,
        like=[told for one in rated if (told := like(one))] if shown.rating else None,
        games=shown.games,
    )


async def _totals(services: Services, whom: int, is_mine: bool) -> list[TotalDocument]:
    """What somebody has played; where she had her best points, she alone is told."""
    return [
        TotalDocument(*one[:5], one.best_table if is_mine else None)
        for one in await services.store.totals(whom)
    ]


@put("/profile/sharing", summary="What everybody may see", operation_id="share")
async def share(
    services: TheServices, somebody: Somebody, data: JSONBody[NewSharing]
) -> NewSharing:
    """Choose what of my profile everybody may see; at first, nothing. For people with accounts."""
    person = somebody.herself()
    if await services.store.account_of(person) is None:
        message = "guests are not shown to others; make an account first"
        raise problem(403, "account_needed", message)
    services.check_space(somebody)
    services.keep(somebody, EVENT)
    await services.store.share(person, Sharing(data.games, data.wins, data.rating))
    return data


# --- Games ----------------------------------------------------------------------------------------


class PlayedSeat(msgspec.Struct):
    """How a seat of a game ended."""

    name: str
    guest: bool
    gone: bool
    level: str | None  # of the bot
    whose: bool  # whether she sat there whose profile this is
    points: int
    place: int
    left: bool  # whether she let a bot play for her


class PlayedGameDocument(msgspec.Struct):
    """A game that is over."""

    number: int  # games before it are asked for by this
    table: str
    game: str
    ended: float
    rated: bool
    annulled: bool  # by an administrator: it counts no more
    seats: list[PlayedSeat]


class PlayedGames(msgspec.Struct):
    """A page of games, the newest first."""

    games: list[PlayedGameDocument]
    more: bool


Before = Annotated[
    int, QueryParameter(name="before", ge=1, le=FAR, description="Games before that number.")
]


@get("/profile/games", summary="Games that are over", operation_id="show_played_games")
async def show_games(
    services: TheServices, somebody: Somebody, person: Of = None, before: Before = FAR
) -> PlayedGames:
    """List the games of somebody, 20 at once; of others those that lists show to everybody."""
    whom, shown, is_mine = await seen(services, somebody.herself(), person)
    if not shown.games:
        raise nobody()
    found = await services.store.games_of(whom, before, for_all=not is_mine)
    return PlayedGames([_played(one, whom) for one in found], len(found) == PAGE)


def _played(game: PlayedGame, whom: int) -> PlayedGameDocument:
    return PlayedGameDocument(
        game.number,
        game.table,
        game.game,
        game.ended,
        game.rated,
        game.annulled,
        [
            PlayedSeat(
                *game.names.get(seat.person, NO_NAME),
                level=None if seat.person else seat.level,
                whose=seat.person == whom,
                points=seat.points,
                place=seat.place,
                left=seat.has_left,
            )
            for seat in game.seats
        ],
    )


# --- How good somebody is -------------------------------------------------------------------------


class CurvePoint(msgspec.Struct):
    """How good somebody was after a game."""

    ended: float
    rating: int
    spread: int


@get("/profile/curve", summary="How a rating came", operation_id="show_curve")
async def show_curve(
    services: TheServices,
    somebody: Somebody,
    game: Annotated[str, QueryParameter(name="game", max_length=40, description="Its name.")],
    person: Of = None,
) -> list[CurvePoint]:
    """Tell how good somebody was at a game after each that was rated, the last 500."""
    whom, shown, _ = await seen(services, somebody.herself(), person)
    if not shown.rating:
        raise nobody()
    return [
        CurvePoint(one.ended, *points(one.mu, one.sigma))
        for one in await services.store.curve(whom, game)
    ]


class BoardEntry(msgspec.Struct):
    """Somebody on the board of a game."""

    person: int
    name: str
    rating: int
    spread: int
    games: int
    mine: bool


@get("/boards/{game:str}", summary="The board of a game", operation_id="show_board")
async def show_board(services: TheServices, somebody: Somebody, game: GameName) -> list[BoardEntry]:
    """List the best of the house who want to be seen, and have played ten rated games.

    By what they are at least: their rating less its spread.
    """
    me = somebody.herself()
    return [
        BoardEntry(
            one.person,
            one.called.name,
            *points(one.rated.mu, one.rated.sigma),
            games=one.rated.games,
            mine=one.person == me,
        )
        for one in await services.store.board(game)
    ]


def points(mu: float, sigma: float) -> tuple[int, int]:
    """A rating as people read it, and how far off it may be.

    >>> points(25, 25 / 3)
    (1000, 667)
    """
    return round(SCALE * mu), round(2 * SCALE * sigma)


def _rating(one: RatedGame) -> RatingDocument:
    return RatingDocument(one.game, *points(one.rated.mu, one.rated.sigma), games=one.rated.games)


def like(one: RatedGame) -> LikeDocument | None:
    """Like which bots somebody plays, after enough games alone among them."""
    if one.measure != BOTS or one.rated.games < ENOUGH:
        return None
    chances = levels_near(one.game, one.rated)
    if not chances:
        return None
    level = max(chances, key=lambda name: chances[name])
    return LikeDocument(one.game, level, round(chances[level], 2), one.rated.games)


def levels_near(game: str, rated: Rated) -> dict[str, float]:
    """How likely it is for each level of bots that it is the nearest to somebody."""
    ordered = sorted(places_of(game).items(), key=lambda level: level[1])
    strengths = [strength for _, strength in ordered]
    between = [(one + other) / 2 for one, other in pairwise(strengths)]
    edges = [float("-inf"), *between, float("inf")]
    return {
        level: share_between(rated, lowest, highest)
        for (level, _), (lowest, highest) in zip(ordered, pairwise(edges), strict=True)
    }


# --- Whom I have met ------------------------------------------------------------------------------


class AcquaintanceDocument(msgspec.Struct):
    """Somebody, or bots of a level, whom I have played with."""

    person: int | None  # null: bots
    name: str
    guest: bool
    gone: bool
    level: str | None
    played: int
    ahead: int  # how often I was ahead of her,
    behind: int  # or behind
    table: str  # where we met last,
    ended: float  # and when that game ended
    profile: bool  # whether she shows something of hers


@get("/acquaintances", summary="Whom I have met", operation_id="list_acquaintances")
async def list_acquaintances(
    services: TheServices, somebody: Somebody
) -> list[AcquaintanceDocument]:
    """List whom I have played with, those met last first: told to me alone."""
    found = await services.store.acquaintances(somebody.herself())
    shown = await services.store.seen_of({one.person for one in found})
    return [
        AcquaintanceDocument(
            one.person or None,
            *one.called,
            level=one.level or None,
            played=one.played,
            ahead=one.ahead,
            behind=one.behind,
            table=one.table,
            ended=one.ended,
            profile=one.person in shown,
        )
        for one in found
    ]


# --- In common ------------------------------------------------------------------------------------


async def seen(services: Services, me: int, person: int | None) -> tuple[int, Sharing, bool]:
    """Whose profile is asked for, and how much of it is shown; 404 if nothing is."""
    if person is None or person == me:
        return me, Sharing(games=True, wins=True, rating=True), True
    shown = await services.store.sharing_of(person)
    if shown == Sharing():
        raise nobody()
    return person, shown, False


def nobody() -> Exception:
    """The answer where nothing is shown, whether or not there is somebody."""
    return problem(404, "not_found", "there is nothing to be seen of anybody by that number")


REQUESTS = [show_profile, share, show_games, show_curve, show_board, list_acquaintances]
