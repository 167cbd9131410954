"""What is left of somebody in the audit log and in reports when she is deleted: a number."""

from sqlalchemy import Connection, delete, select, update

from formicarium.server.store.schema import acts, evidence, reports


def forget_in_reports(connection: Connection, person: int) -> None:
    """Remove reports about somebody, and what names or cites her elsewhere."""
    about = select(reports.c.number).where(reports.c.person == person)
    connection.execute(delete(evidence).where(evidence.c.report.in_(about)))
    connection.execute(delete(reports).where(reports.c.person == person))
    connection.execute(update(reports).where(reports.c.by == person).values(text=""))
    cited = update(evidence).where(evidence.c.person == person)
    connection.execute(cited.values(name="", text=""))
    connection.execute(update(acts).where(acts.c.person == person).values(name="", reason=""))
