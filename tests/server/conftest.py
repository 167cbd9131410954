"""Databases for all tests of the server."""

from tests.server.databases import database, database_file, postgres

__all__ = ["database", "database_file", "postgres"]
