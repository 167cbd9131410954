"""Where a house keeps everything: SQLite or PostgreSQL. `Store` is the way in."""

from formicarium.server.store.entries import (
    Account,
    Invitation,
    Job,
    Line,
    Listing,
    Person,
    Place,
    Result,
    Snapshot,
    Stored,
    Summary,
    Write,
)
from formicarium.server.store.errors import (
    BadDatabase,
    BadWrite,
    NameTaken,
    Repeated,
    Stale,
    StoreError,
    Unavailable,
    Used,
)
from formicarium.server.store.store import Store

__all__ = [
    "Account",
    "BadDatabase",
    "BadWrite",
    "Invitation",
    "Job",
    "Line",
    "Listing",
    "NameTaken",
    "Person",
    "Place",
    "Repeated",
    "Result",
    "Snapshot",
    "Stale",
    "Store",
    "StoreError",
    "Stored",
    "Summary",
    "Unavailable",
    "Used",
    "Write",
]
