"""Whoever asks for something, and what she may say she is."""

from dataclasses import dataclass
from typing import NamedTuple

from formicarium.server.api.errors import problem
from formicarium.server.domain.table import Table
from formicarium.server.limits import Who


class Claim(NamedTuple):
    """The seat that somebody holds the token of."""

    table: str
    seat: int


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever asks for something."""

    person: int  # nobody yet: 0
    address: str
    token: Claim | None = None
    session: str = ""  # by which she came, or the seat's token, as a hash

    @property
    def who(self) -> Who:
        """By what the visitor is counted."""
        return self.person or self.address

    def herself(self) -> int:
        """The person, if there is more than a seat's token to prove it."""
        if self.token is not None:
            raise problem(
                403, "seat_token", "a seat's token is good for that seat alone; use the cookie"
            )
        return self.person

    def seats(self, table: Table) -> list[int]:
        """The seats that the visitor plays at a table."""
        mine = table.seats_of(self.person)
        if self.token is None:
            return mine
        return [seat for seat in mine if self.token == (table.head.id, seat)]
