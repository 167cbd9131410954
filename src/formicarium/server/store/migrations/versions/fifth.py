"""Administrators: their role and their acts, bans and mutes, reports; chores of the house."""

from alembic import op
from sqlalchemy import Column, Double, ForeignKey, Integer, SmallInteger, Text, text

from formicarium.server.store.migrations.columns import filled, make_partial

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    _widen_people()
    _make_acts()
    _make_reports()
    op.create_table(
        "barred",
        Column("address", Text, primary_key=True),
        *filled(Integer, "person"),
        *filled(Double, "until"),
    )
    op.create_table("chores", Column("name", Text, primary_key=True), *filled(Double, "at"))


def _widen_people() -> None:
    for name in ("role", "ban_reason"):
        op.add_column("people", Column(name, Text, nullable=False, server_default=""))
    for name in ("banned_until", "muted_until"):
        op.add_column("people", Column(name, Double, nullable=False, server_default=text("0")))
    make_partial(
        "ix_people_decided", "people", ["number"],
        "role <> '' OR banned_until > 0 OR muted_until > 0",
    )  # fmt: skip


def _make_acts() -> None:
    op.create_table(
        "acts",
        Column("number", Integer, primary_key=True),
        *filled(Double, "at"),
        *filled(Text, "kind"),
        *filled(Integer, "by", "person"),
        *filled(Text, "name", "table_id"),
        Column("place", Integer),
        Column("until", Double),
        *filled(Text, "reason"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_acts_person", "acts", ["person"])


def _make_reports() -> None:
    op.create_table(
        "reports",
        Column("number", Integer, primary_key=True),
        *filled(Double, "at"),
        *filled(Integer, "by", "person"),
        *filled(Text, "name", "kind", "text", "table_id"),
        Column("seat", SmallInteger),
        *filled(Integer, "line"),
        Column("handled", Double),
        *filled(Text, "outcome"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_reports_person", "reports", ["person"])
    op.create_index("ix_reports_by", "reports", ["by"])
    once = ["by", "person", "table_id", "line"]
    make_partial("ix_reports_once", "reports", once, "handled IS NULL", unique=True)
    of_report = ForeignKey("reports.number")
    op.create_table(
        "evidence",
        Column("report", Integer, of_report, primary_key=True, autoincrement=False),
        Column("place", SmallInteger, primary_key=True, autoincrement=False),
        *filled(Text, "kind"),
        *filled(Double, "at"),
        *filled(Integer, "person"),
        *filled(Text, "name"),
        Column("seat", SmallInteger),
        *filled(Integer, "line"),
        *filled(Text, "text"),
    )
    op.create_index("ix_evidence_person", "evidence", ["person"])
