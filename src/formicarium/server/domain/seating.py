"""Who may sit where at a table, who is host, and what others may do about somebody who is away.

When people were last seen is told from outside (`Seen`): a table knows when they did something.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from formicarium.server.domain.events import Event, Kind
from formicarium.server.domain.fold import Fold
from formicarium.server.domain.people import NOBODY
from formicarium.server.domain.seats import Refused, Request, Sitter, Status

SUBSTITUTE = "normal"  # the bot that plays on for somebody who is gone
MOST_REQUESTS = 4  # people who may ask for a seat at the same time

Seen = Mapping[int, float]  # when somebody was last at a table


@dataclass(slots=True)
class Seating(Fold):
    """A table as those see it who would like to sit there, or to see others go."""

    # --- Coming -----------------------------------------------------------------------------------

    def sit(self, seat: int, person: int, at: float, key: str, invited: float = 0.0) -> Event:
        """A person takes an open seat, or comes back to her own.

        `invited`: when the invitation was made with which she comes, if there is one.
        """
        if not self.seats[self._checked(seat)].awaits(person):
            self._check_free(seat, person, invited)
            if self.is_started:
                self._check_agreed(seat, person)
        if self.head.rated and self.seats_of(person):
            raise Refused("one_seat", "in a rated game everybody plays one seat")
        self._unless_locked(person)
        self._unless_over()
        return self._event(Kind.SEATED, at, seat, by=person, key=key, person=person)

    def must_ask(self, seat: int, person: int) -> bool:
        """Whether somebody may take a seat only if all agree who play, and has to ask them yet."""
        place, request = self.seats[self._checked(seat)], self.requests.get(person)
        has_asked = request is not None and request.seat == seat
        is_left = self.is_started and place.sitter == Sitter.OPEN
        return is_left and not has_asked and bool(self.players - {person})

    def ask(self, seat: int, person: int, at: float, key: str, invited: float = 0.0) -> Event:
        """A person would like to take a seat that was left: those who play are asked."""
        self._require_running()
        self._check_free(self._checked(seat), person, invited)
        self._unless_locked(person)
        if not self.must_ask(seat, person):
            raise Refused("no_change", f"nobody has to be asked again for seat {seat + 1}")
        if len(self.requests.keys() - {person}) >= MOST_REQUESTS:
            raise Refused("many_ask", "others have asked for a seat here; wait until it is decided")
        return self._event(Kind.ASKED, at, seat, by=person, key=key, person=person)

    def agree(self, number: int, agrees: bool, person: int, at: float, key: str) -> Event:
        """One of those who play agrees that somebody takes a seat that was left, or does not."""
        self._require_running()
        request = self._request(number)
        if person not in self.players:
            raise Refused("not_playing", "those who play decide about that")
        if agrees and person in request.agreed:
            raise Refused("no_change", "you have agreed already")
        kind, asker = Kind.AGREED if agrees else Kind.DECLINED, request.person
        return self._event(kind, at, request.seat, by=person, key=key, person=asker)

    def keep(self, seat: int, person: int, at: float) -> Event:
        """A seat is for nobody but one person, until she comes or declines."""
        return self._event(Kind.KEPT, at, seat, person=person)

    # --- Bots -------------------------------------------------------------------------------------

    def seat_bot(self, seat: int, level: str, person: int, at: float, key: str) -> Event:
        """A bot takes a person's own seat by her wish, or an open one.

        Before the game that is the host's wish, in a running game that of anybody who plays.
        """
        place = self.seats[self._checked(seat)]
        self._unless_over()
        self.unless_rated()
        if place.sitter == Sitter.PERSON:
            self._require_owner(seat, person)
        elif self.is_started and place.sitter == Sitter.BOT:
            raise Refused("seat_taken", f"seat {seat + 1} is taken")
        elif self.is_started:
            self._require_part(person)
        else:
            self._require_host(person)
        if place.sitter == Sitter.BOT and place.level == level:
            raise Refused("no_change", f"that bot has seat {seat + 1} already")
        kept = place.person if place.sitter == Sitter.PERSON else NOBODY
        return self._event(Kind.SEATED, at, seat, by=person, key=key, person=kept, level=level)

    def replace(self, seat: int, level: str, person: int, seen: Seen, at: float, key: str) -> Event:
        """A bot plays for somebody for whom all wait, and who is away, until she comes back."""
        place = self.seats[self._checked(seat)]
        self._require_running()
        if place.sitter != Sitter.PERSON:
            raise Refused("nobody_there", f"no person plays seat {seat + 1}")
        if place.person == person:
            raise Refused("yourself", "nobody replaces herself; hand your seat to a bot")
        self._require_part(person)
        if seat not in self.to_act:
            raise Refused("not_away", f"nobody waits for seat {seat + 1}")
        if not place.is_late:
            self._require_away(self.waited_since(seat, seen), at)
        return self._event(Kind.REPLACED, at, seat, by=person, key=key, level=level)

    # --- Going ------------------------------------------------------------------------------------

    def leave(self, seat: int, person: int, at: float, key: str) -> Event:
        """A person gets up or declines, or the host sends somebody away before the game begins."""
        place = self.seats[self._checked(seat)]
        self._unless_over()
        if self.is_started:
            self.unless_rated()
        if person in self.requests and self.requests[person].seat == seat:
            return self._event(Kind.WITHDRAWN, at, seat, by=person, key=key, person=person)
        if place.is_kept:
            if not place.awaits(person):
                self._require_host(person)
        elif place.sitter == Sitter.BOT and not self.is_started:
            self._require_host(person)
        elif self._may_send_away(seat, person):
            return self._event(Kind.SENT_AWAY, at, seat, by=person, key=key, person=place.person)
        else:
            self._require_owner(seat, person)
        return self._event(Kind.LEFT, at, seat, by=person, key=key)

    def _may_send_away(self, seat: int, person: int) -> bool:
        place = self.seats[seat]
        is_other = place.sitter == Sitter.PERSON and place.person != person
        return is_other and person == self.host and not self.is_started

    # --- The host ---------------------------------------------------------------------------------

    def take_over(self, person: int, seen: Seen, at: float, key: str) -> Event:
        """Somebody who sits here has no host any more: the one who has sat here longest is."""
        self._unless_over()
        if person not in self.players:
            raise Refused("not_playing", "those who sit here can do that")
        if person == self.host:
            raise Refused("no_change", "you are the host already")
        self._require_away(self.missed_since(seen) or at, at)
        there = {one for one in self.players if not self._is_away(self.last_seen(one, seen), at)}
        return self._hosted(there | {person}, at, person, key)

    def consequence(self, at: float) -> Event | None:
        """What follows by itself from what has happened: a host who has left is one no more."""
        others = self.players - {self.host}
        is_over = self.status in (Status.OVER, Status.CLOSED)
        if is_over or not others or not self._has_host_left():
            return None
        return self._hosted(others, at)

    def _has_host_left(self) -> bool:
        """Whether the host has sat here, and has no seat any more to come back to."""
        has_sat = any(self.host in seat.sitters for seat in self.seats)
        return has_sat and not any(
            seat.person == self.host and not seat.is_resigned for seat in self.seats
        )

    def _hosted(self, people: set[int], at: float, by: int = NOBODY, key: str = "") -> Event:
        """Of some people, the one who has sat here longest is host from now on."""
        seats = [number for number, seat in enumerate(self.seats) if seat.person in people]
        seat = min(seats, key=lambda number: self.seats[number].since)
        place = self.seats[seat]
        return self._event(Kind.HOSTED, at, seat, by=by, key=key, person=place.person)

    # --- What is decided for others ---------------------------------------------------------------

    def dismiss(
        self, seat: int, by: int, at: float, key: str = "", level: str = SUBSTITUTE
    ) -> Event:
        """A person loses her seat: a bot plays on for her; before the game, the seat is open."""
        place = self.seats[self._checked(seat)]
        self._unless_over()
        if not place.person:
            raise Refused("no_person", f"nobody has seat {seat + 1}, so nobody can be replaced")
        if self.is_started and place.is_resigned:
            raise Refused("no_change", f"a bot plays on at seat {seat + 1} already")
        if self.is_started:
            return self._event(Kind.RESIGNED, at, seat, by=by, key=key, level=level)
        if place.is_kept or by == place.person:
            return self._event(Kind.LEFT, at, seat, by=by, key=key)
        return self._event(Kind.SENT_AWAY, at, seat, by=by, key=key, person=place.person)

    def appoint(self, seat: int, by: int, at: float, key: str = "") -> Event:
        """Whoever sits on a seat is host from now on."""
        place = self.seats[self._checked(seat)]
        self._unless_over()
        if place.sitter != Sitter.PERSON:
            raise Refused("no_person", f"no person sits on seat {seat + 1}")
        if place.person == self.host:
            raise Refused("no_change", f"who sits on seat {seat + 1} is host already")
        return self._event(Kind.HOSTED, at, seat, by=by, key=key, person=place.person)

    def close(self, by: int, at: float, key: str = "") -> Event:
        """Nobody plays on here: an administrator closes the table, and there is no result."""
        self._unless_over()
        return self._event(Kind.CLOSED, at, by=by, key=key)

    # --- Hints ------------------------------------------------------------------------------------

    def check_hint(self, seat: int, person: int) -> None:
        """Whether a person may be given a hint for a seat of hers."""
        self._require_owner(seat, person)
        if seat not in self.to_act:
            raise Refused("not_your_turn", "others have to decide now")
        if not self.allows_hints:
            raise Refused("no_hints", "this table is played without hints")

    def hint(self, seat: int, person: int, at: float) -> Event:
        """A person is given a hint while other people play: all are told."""
        self.check_hint(seat, person)
        return self._event(Kind.HINTED, at, seat, by=person)

    # --- Being away -------------------------------------------------------------------------------

    def last_seen(self, person: int, seen: Seen) -> float:
        """When somebody was last here, or did something."""
        return max(self.signs.get(person, 0.0), seen.get(person, 0.0))

    def waited_since(self, seat: int, seen: Seen) -> float:
        """Since when others wait for the person at a seat, who must decide and is not there."""
        place = self.seats[seat]
        return max(place.began, self.last_seen(place.person, seen))

    def missed_since(self, seen: Seen) -> float | None:
        """Since when those who sit here have missed their host; None: nobody does."""
        others = self.players - {self.host}
        if not others:
            return None
        first = min(seat.since for seat in self.seats if seat.person in others)
        return max(first, self.last_seen(self.host, seen))

    def _is_away(self, since: float, at: float) -> bool:
        return at - since > self.head.waits()

    def _require_away(self, since: float, at: float) -> None:
        if not self._is_away(since, at):
            minutes = max(1, round(self.head.waits() / 60))
            raise Refused("not_away", f"this table waits {minutes} minutes for who is away")

    # --- Checks -----------------------------------------------------------------------------------

    def _event(
        self,
        kind: Kind,
        at: float,
        seat: int | None = None,
        by: int = NOBODY,
        key: str = "",
        code: int | None = None,
        person: int = NOBODY,
        level: str = "",
    ) -> Event:
        return Event(self.number + 1, kind, at, seat, code, by, key, 0, person, level)

    def _check_free(self, seat: int, person: int, invited: float) -> None:
        """Whether somebody who has no right to a seat could have it."""
        place = self.seats[seat]
        if place.sitter != Sitter.OPEN:
            raise Refused("seat_taken", f"seat {seat + 1} is taken")
        if place.is_kept:
            raise Refused("seat_taken", f"seat {seat + 1} is kept for somebody else")
        if person in self.sent_away and invited <= self.sent_away[person]:
            raise Refused(
                "sent_away", "you were sent away from this table; it needs an invitation to return"
            )
        if self.is_started and self.has_seen_cards(person, seat):
            raise Refused("another_seat", "who plays a game has seen too much for another seat")

    def _check_agreed(self, seat: int, person: int) -> None:
        """Whether somebody may take a seat that was left, as far as those who play say."""
        others, request = self.players - {person}, self.requests.get(person)
        if not others:
            if person != self.host and person not in self.seats[seat].sitters:
                raise Refused("nobody_plays", "nobody plays here who could agree to that")
        elif request is None or request.seat != seat:
            raise Refused("must_ask", "those who play must be asked for that seat")
        elif not others <= request.agreed:
            raise Refused("not_agreed", "not all who play have agreed to that yet")

    def _request(self, number: int) -> Request:
        found = next((one for one in self.requests.values() if one.number == number), None)
        if found is None:
            raise Refused("no_request", "nobody asks for that any more")
        return found

    def _checked(self, seat: int) -> int:
        if not 0 <= seat < len(self.seats):
            raise Refused(
                "no_seat", f"there is no seat {seat}; seats are 0 to {len(self.seats) - 1}"
            )
        return seat

    def _require_host(self, person: int) -> None:
        if person != self.host:
            raise Refused("not_host", "only the host of this table can do that")

    def _require_part(self, person: int) -> None:
        """Whether somebody plays here, or is host."""
        if person != self.host and person not in self.players:
            raise Refused("not_playing", "those who play can do that")

    def _require_owner(self, seat: int, person: int) -> None:
        place = self.seats[self._checked(seat)]
        if place.sitter != Sitter.PERSON or place.person != person:
            raise Refused("not_yours", f"seat {seat + 1} is not yours")

    def _require_running(self) -> None:
        if self.status == Status.WAITING:
            raise Refused("not_started", "the game has not begun yet")
        self._unless_over()

    def _unless_over(self) -> None:
        if self.status == Status.OVER:
            raise Refused("over", "the game is over")
        if self.status == Status.CLOSED:
            raise Refused("closed", "an administrator has closed this table")

    def unless_rated(self) -> None:
        """In a rated game nobody gets up, and no bot sits down by anybody's wish."""
        if self.head.rated:
            raise Refused(
                "rated",
                "this game is rated: people play it to its end, without bots; who gives up loses",
            )

    def _unless_locked(self, person: int) -> None:
        if self.is_locked and not self.belongs_to(person):
            raise Refused("locked", "the host has locked this table")
