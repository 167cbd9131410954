"""Where a house keeps everything: SQLite or PostgreSQL. `Store` is the way in."""

from formicarium.server.store.store import Store

__all__ = ["Store"]
