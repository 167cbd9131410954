"""Why something could not be stored."""

from formicarium.core.errors import FormicariumError
from formicarium.server.domain.events import Event


class StoreError(FormicariumError):
    """The root of what a store refuses."""


class Stale(StoreError):
    """The number of the first event is taken, or numbers before it are missing: load and retry."""


class Repeated(StoreError):
    """The key of an event is that of an earlier one, which is `event`."""

    def __init__(self, event: Event) -> None:
        super().__init__(f"the request with that key was answered as event {event.number} already")
        self.event = event


class Used(StoreError):
    """An invitation that does not exist, is for another table, or was used meanwhile."""


class NameTaken(StoreError):
    """An account of that name exists."""


class NoPerson(StoreError):
    """There is nobody of that number, or not any more."""


class NoSuchLine(StoreError):
    """There is no such line of talk, or no such report."""


class NoChange(StoreError):
    """It is so already."""


class LastAdministrator(StoreError):
    """There must be one administrator left who can act."""


class ReportedAlready(StoreError):
    """The same person has reported the same thing, and nobody has looked at it yet."""


class BadWrite(StoreError):
    """Something that no database can keep; nothing of it was written."""


class Unavailable(StoreError):
    """The database cannot be reached, or not written to, and waiting did not help."""


class DiskFull(Unavailable):
    """The disk takes no more: nothing of it was written, and waiting would not help soon."""


class BadDatabase(StoreError):
    """A database that this program cannot use: newer, damaged, or of something else."""


class TooMany(StoreError):
    """There is as much of it as there may be."""
