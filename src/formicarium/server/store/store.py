"""The store: all that a house keeps."""

from formicarium.server.store.administration import KeepsAdministration
from formicarium.server.store.jobs import KeepsJobs
from formicarium.server.store.lists import KeepsLists
from formicarium.server.store.own_data import KeepsOwnData
from formicarium.server.store.people import KeepsPeople
from formicarium.server.store.retention import Forgets
from formicarium.server.store.sessions import KeepsSessions
from formicarium.server.store.sightings import KeepsSightings
from formicarium.server.store.tables import KeepsTables
from formicarium.server.store.talk import KeepsTalk
from formicarium.server.store.variations import KeepsVariations


class Store(
    KeepsTables,
    KeepsLists,
    KeepsPeople,
    KeepsSessions,
    KeepsOwnData,
    KeepsTalk,
    KeepsJobs,
    KeepsVariations,
    KeepsSightings,
    KeepsAdministration,
    Forgets,
):
    """One database with all of it."""
