"""`formicarium admin`: its commands and their options; `administering` does the work."""

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from formicarium.cli.orders import Config, Data, Language

admin_app = typer.Typer(
    help="For whoever runs a house, which may be open: people, tables, talk, reports, the log.",
    no_args_is_help=True,
)

Who = Annotated[str, typer.Argument(metavar="WHO", help="A name, or a number as `people` says it.")]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="What stands in its address.")]
SeatNumber = Annotated[int, typer.Argument(metavar="SEAT", min=1, max=16, help="From 1.")]
Why = Annotated[str, typer.Option(help="It stands in the audit log.", metavar="TEXT")]
DaysLong = Annotated[float, typer.Option(min=0.001, max=36_500, help="For so many days.")]
Json = Annotated[bool, typer.Option("--json", help="For programs.")]
Sure = Annotated[bool, typer.Option("--yes", help="Do not ask.")]


class Office(NamedTuple):
    """Which house, and how to talk."""

    data: Path | None
    config: Path | None
    language: str | None


def in_office(command: Callable[..., int]) -> Callable[..., int]:
    """Let a command take as well which house it is about, and in which language to answer."""

    @functools.wraps(command)
    def run(
        *arguments: Any,
        data: Path | None = None,
        config: Path | None = None,
        language: str | None = None,
        **options: Any,
    ) -> int:
        return command(Office(data, config, language), *arguments, **options)

    _, *own = inspect.signature(command, eval_str=True).parameters.values()
    kind = inspect.Parameter.KEYWORD_ONLY
    where = [
        inspect.Parameter(name, kind, default=None, annotation=annotation)
        for name, annotation in (("data", Data), ("config", Config), ("language", Language))
    ]
    # Typer reads it; the type checker does not know that functions may have one.
    run.__signature__ = inspect.Signature([*own, *where])  # type: ignore[attr-defined]
    return run


def _order(office: Office, act: str, who: str | None = None, **fields: Any) -> int:
    """Have an act carried out."""
    from formicarium.cli.administering import order

    return order(office, act, who, fields)


def _about_person(act: str, about: str) -> None:
    """A command that has something done about a person, for whatever reason."""

    @admin_app.command(act.replace("_", "-"), help=about)
    @in_office
    def command(office: Office, who: Who, reason: Why = "") -> int:
        return _order(office, act, who, reason=reason)


def _show(office: Office, what: str, as_json: bool, *asked: Any) -> int:
    """Print what there is."""
    from formicarium.cli.administering import show

    return show(office, what, as_json, asked)


# --- People ---------------------------------------------------------------------------------------


@admin_app.command()
@in_office
def people(
    office: Office,
    find: Annotated[str, typer.Argument(metavar="FIND", help="A part of a name, or a number.")],
    json: Json = False,
) -> int:
    """Find people by name, look-alikes too, or by number."""
    return _show(office, "people", json, find)


@admin_app.command()
@in_office
def person(office: Office, who: Who, json: Json = False) -> int:
    """Say what is known of a person: sessions, tables, reports, what was done about her."""
    return _show(office, "person", json, who)


_about_person(
    "promote",
    "Make somebody an administrator: the first one can be made in no other way.",
)


_about_person("demote", "Make an administrator an ordinary person; one must be left.")


@admin_app.command()
@in_office
def rename(
    office: Office,
    who: Who,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What she is called from now on.")],
    reason: Why = "",
) -> int:
    """Call somebody otherwise, everywhere."""
    return _order(office, "rename", who, name=name, reason=reason)


@admin_app.command()
@in_office
def ban(
    office: Office,
    who: Who,
    days: Annotated[
        float | None, typer.Option(min=0.001, max=36_500, help="For so many days.")
    ] = None,
    forever: Annotated[bool, typer.Option("--forever", help="Without an end.")] = False,
    address: Annotated[
        bool,
        typer.Option("--address", help="No new guests from where she shows up next, for a time."),
    ] = False,
    reason: Annotated[str, typer.Option(help="She is told it.", metavar="TEXT")] = "",
) -> int:
    """Let somebody do nothing but look, for some days or for ever; bots take her seats."""
    from formicarium.cli.administering import ban

    return ban(office, who, days, forever, address, reason)


_about_person("unban", "Let somebody play and talk again.")


@admin_app.command()
@in_office
def mute(office: Office, who: Who, days: DaysLong = 1.0, reason: Why = "") -> int:
    """Let somebody say nothing for some days."""
    return _order(office, "mute", who, days=days, reason=reason)


_about_person("unmute", "Let somebody talk again.")


@admin_app.command()
@in_office
def sessions(
    office: Office,
    who: Who,
    end: Annotated[bool, typer.Option("--end", help="End all of them.")] = False,
    reason: Why = "",
    json: Json = False,
) -> int:
    """Say on which devices somebody is logged in, or end that everywhere."""
    if end:
        return _order(office, "end_sessions", who, reason=reason)
    return _show(office, "sessions", json, who)


_about_person("reset_password", "Make a link by which somebody can choose another password, once.")


@admin_app.command()
@in_office
def delete(office: Office, who: Who, yes: Sure = False, reason: Why = "") -> int:
    """Forget a person: name, account, talk. Records of games stay, without the name."""
    from formicarium.cli.administering import delete

    return delete(office, who, yes, reason)


# --- Tables and talk ------------------------------------------------------------------------------


@admin_app.command()
@in_office
def tables(
    office: Office,
    find: Annotated[str, typer.Argument(metavar="[FIND]", help="How the name begins.")] = "",
    json: Json = False,
) -> int:
    """List tables, the newest first."""
    return _show(office, "tables", json, find)


@admin_app.command()
@in_office
def close(office: Office, table: TableName, reason: Why = "") -> int:
    """End a game at once, without a result."""
    return _order(office, "close", table=table, reason=reason)


@admin_app.command()
@in_office
def annul(office: Office, table: TableName, reason: Why = "") -> int:
    """Let a game that is over count no more, in victories and ratings."""
    return _order(office, "annul", table=table, reason=reason)


@admin_app.command()
@in_office
def replace(
    office: Office,
    table: TableName,
    seat: SeatNumber,
    level: Annotated[str, typer.Option(metavar="BOT", help="Which bot plays on.")] = "normal",
    reason: Why = "",
) -> int:
    """Let a bot play on for somebody; before the game, the seat is open again."""
    return _order(office, "give_to_bot", table=table, seat=seat - 1, level=level, reason=reason)


@admin_app.command()
@in_office
def appoint(office: Office, table: TableName, seat: SeatNumber, reason: Why = "") -> int:
    """Make whoever sits on a seat the host."""
    return _order(office, "appoint", table=table, seat=seat - 1, reason=reason)


@admin_app.command()
@in_office
def chat(office: Office, table: TableName, json: Json = False) -> int:
    """Show what was said at a table, with the numbers of people and lines."""
    return _show(office, "chat", json, table)


@admin_app.command()
@in_office
def chat_delete(
    office: Office,
    table: TableName,
    line: Annotated[int, typer.Argument(metavar="LINE", min=1, help="As `chat` says it.")],
    reason: Why = "",
) -> int:
    """Remove a line of talk; its place stays."""
    return _order(office, "unsay", table=table, line=line, reason=reason)


# --- Reports, the log, and what is forgotten ------------------------------------------------------


@admin_app.command()
@in_office
def reports(
    office: Office,
    handled: Annotated[bool, typer.Option("--handled", help="Those that are done.")] = False,
    json: Json = False,
) -> int:
    """Show what players have reported, with the evidence."""
    return _show(office, "reports", json, not handled)


@admin_app.command()
@in_office
def handle(
    office: Office,
    report: Annotated[int, typer.Argument(metavar="REPORT", min=1, help="Its number.")],
    reason: Annotated[str, typer.Option(help="What was made of it.", metavar="TEXT")] = "",
) -> int:
    """Put a report aside."""
    return _order(office, "handle", report=report, reason=reason)


@admin_app.command()
@in_office
def log(
    office: Office,
    before: Annotated[
        int | None, typer.Option(min=1, help="Acts before that number.", metavar="N")
    ] = None,
    json: Json = False,
) -> int:
    """Show what administrators have done, the newest first, fifty at a time."""
    return _show(office, "log", json, before)


@admin_app.command()
@in_office
def sweep(
    office: Office,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say how much it would be.")
    ] = False,
    believe_clock: Annotated[
        bool, typer.Option("--believe-clock", help="Even if it has jumped, or is new.")
    ] = False,
    json: Json = False,
) -> int:
    """Forget now what the settings say; an open house does so by itself every day."""
    from formicarium.cli.administering import sweep

    return sweep(office, dry_run, believe_clock, json)


@admin_app.command("rebuild-statistics")
@in_office
def rebuild_statistics(office: Office) -> int:
    """Count victories, meetings and ratings anew, from the results of all games."""
    from formicarium.cli.administering import rebuild_statistics

    return rebuild_statistics(office)
