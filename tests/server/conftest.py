"""Databases for all tests of the server."""

from tests.server.databases import database, postgres

__all__ = ["database", "postgres"]
