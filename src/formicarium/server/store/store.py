"""The store: all that a house keeps."""

from formicarium.server.store.administration import KeepsAdministration
from formicarium.server.store.blocks import KeepsBlocks
from formicarium.server.store.jobs import KeepsJobs
from formicarium.server.store.lists import KeepsLists
from formicarium.server.store.outbox import KeepsOutbox
from formicarium.server.store.own_data import KeepsOwnData
from formicarium.server.store.people import KeepsPeople
from formicarium.server.store.profiles import KeepsProfiles
from formicarium.server.store.retention import Forgets
from formicarium.server.store.seekers import KeepsSeekers
from formicarium.server.store.sessions import KeepsSessions
from formicarium.server.store.sightings import KeepsSightings
from formicarium.server.store.tables import KeepsTables
from formicarium.server.store.talk import KeepsTalk
from formicarium.server.store.variations import KeepsVariations
from formicarium.server.store.wishes import KeepsWishes


class Store(
    KeepsTables,
    KeepsLists,
    KeepsPeople,
    KeepsSessions,
    KeepsOwnData,
    KeepsTalk,
    KeepsJobs,
    KeepsVariations,
    KeepsProfiles,
    KeepsBlocks,
    KeepsSeekers,
    KeepsSightings,
    KeepsAdministration,
    KeepsWishes,
    KeepsOutbox,
    Forgets,
):
    """One database with all of it."""
