"""What finished games say of people, counted one game after the other.

Nothing here knows a database: whoever counts a game when it ends and whoever counts all of them
anew come to the same numbers.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from formicarium.bots.places import places_of
from formicarium.server.domain.people import NOBODY
from formicarium.server.store.entries import BOTS, PEOPLE, Placed
from formicarium.server.store.ratings import Rated, among_people, beside_bots

TallyKey = tuple[int, str, int]  # a person, a game, players
MeetingKey = tuple[int, int, str]  # a person; another one, or bots of a level
RatingKey = tuple[int, str, str]  # a person, a game, a measure


class Ended(NamedTuple):
    """A game that is over."""

    number: int  # in the order in which they ended
    game: str
    players: int
    fresh: bool  # whether it began at the beginning
    measure: str
    seats: tuple[Placed, ...]


class Tally(msgspec.Struct):
    """How often somebody has played a game with so many players, and won."""

    played: int = 0
    won: int = 0
    best: int | None = None
    best_ending: int | None = None


class Meeting(msgspec.Struct):
    """How often somebody has met somebody else, and was ahead of her or behind."""

    played: int = 0
    ahead: int = 0
    behind: int = 0
    last: int = 0  # the game


class Bookkeeping:
    """What is counted. Whoever counts fills in before what she knows already."""

    def __init__(self) -> None:
        self.tallies: defaultdict[TallyKey, Tally] = defaultdict(Tally)
        self.meetings: defaultdict[MeetingKey, Meeting] = defaultdict(Meeting)
        self.ratings: defaultdict[RatingKey, Rated] = defaultdict(Rated)
        self.changes: list[tuple[RatingKey, int, Rated]] = []  # after which game

    def count(self, ended: Ended) -> None:
        """Count a game."""
        self.count_games(ended)
        self.rate(ended)

    def count_games(self, ended: Ended) -> None:
        """Count a game for those who played one seat each; of others nobody can say how they did.

        Points and victories count only where the game began at the beginning.
        """
        alone = _who_sits_once(ended.seats)
        for person, seat in alone.items():
            if ended.fresh:
                self._tally(ended, person, seat)
            for other, places in _others(ended, person).items():
                meeting = self.meetings[person, *other]
                mine, best = _place(ended, seat), min(places)
                meeting.played += 1
                meeting.ahead += mine < best
                meeting.behind += mine > best
                meeting.last = ended.number

    def _tally(self, ended: Ended, person: int, seat: Placed) -> None:
        tally = self.tallies[person, ended.game, ended.players]
        tally.played += 1
        if seat.has_left:
            return
        tally.won += seat.place == 1
        if tally.best is None or seat.points > tally.best:
            tally.best, tally.best_ending = seat.points, ended.number

    def rate(self, ended: Ended) -> None:
        """Learn from a game how good people are, if it measures them."""
        people = _who_sits_once(ended.seats)
        keys: dict[int, RatingKey] = {one: (one, ended.game, ended.measure) for one in people}
        if ended.measure == PEOPLE and len(people) > 1:
            before = [self.ratings[keys[one]] for one in people]
            after = among_people(before, [_place(ended, seat) for seat in people.values()])
        elif ended.measure == BOTS and len(people) == 1:
            strengths = [_strength(ended.game, seat) for seat in ended.seats if not seat.person]
            known = [one for one in strengths if one is not None]
            if len(known) < len(strengths):
                return
            ((person, seat),) = people.items()
            places = [other.place for other in ended.seats if not other.person]
            after = [beside_bots(self.ratings[keys[person]], seat.place, known, places)]
        else:
            return
        for key, rated in zip(keys.values(), after, strict=True):
            self.ratings[key] = rated
            self.changes.append((key, ended.number, rated))


def _strength(game: str, seat: Placed) -> float | None:
    return places_of(game).get(seat.level)


def _who_sits_once(seats: Iterable[Placed]) -> Mapping[int, Placed]:
    """The people who have one seat each."""
    taken: dict[int, list[Placed]] = {}
    for seat in seats:
        if seat.person != NOBODY:
            taken.setdefault(seat.person, []).append(seat)
    return {person: sitting[0] for person, sitting in taken.items() if len(sitting) == 1}


def _others(ended: Ended, person: int) -> Mapping[tuple[int, str], list[int]]:
    """Whom somebody has met in a game, and their places."""
    places: dict[tuple[int, str], list[int]] = {}
    for seat in ended.seats:
        if seat.person != person:
            who = (seat.person, "" if seat.person else seat.level)
            places.setdefault(who, []).append(_place(ended, seat))
    return places


def _place(ended: Ended, seat: Placed) -> int:
    """The place of a seat; whoever let a bot play for her is behind all who did not."""
    return ended.players + 1 if seat.has_left else seat.place
