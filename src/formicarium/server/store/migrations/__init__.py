"""How databases of earlier versions become ones of this version.

Alembic is imported only where there is something to do: a start should be quick.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from formicarium.server.store.errors import BadDatabase

if TYPE_CHECKING:
    from alembic.config import Config

NEWEST = "0011"  # the last revision
LOCK = 7_466_771  # any number: whoever migrates a PostgreSQL database holds this lock


def upgrade(connection: Connection, target: str = NEWEST) -> bool:
    """Bring a database to a revision, within a transaction that keeps other processes waiting.

    Whether there was anything to do.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    found = revision(connection)
    if found == target:
        return False
    check_known(found)

    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, target)
    return True


def revision(connection: Connection) -> str | None:
    """The version of the tables in a database; none if there are none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def check_known(found: str | None) -> None:
    """Refuse a revision that this program has not heard of."""
    if found is not None and found not in revisions():
        raise BadDatabase(
            f"the database is of a newer version of Formicarium (revision {found}); "
            "upgrade the program, or use another database"
        )


def revisions() -> list[str]:
    """All revisions, the newest first."""
    from alembic.script import ScriptDirectory

    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]


def _config() -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
