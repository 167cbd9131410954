"""How a house is run: one file, environment variables, the command line."""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_type_hints

import msgspec
import platformdirs
from msgspec import Meta
from msgspec.structs import force_setattr

from formicarium.core.compiled import SWITCHES
from formicarium.core.errors import FormicariumError, shown

PREFIX = "FORMICARIUM_"
FILE = "formicarium.toml"  # in the data folder
DATABASE = "formicarium.sqlite"  # in the data folder
BACKUPS = "backups"  # there as well
HIDDEN = ("metrics_token",)  # settings that are secret as a whole
MASK = "***"

Seconds = Annotated[float, Meta(ge=0.01, le=86_400)]
Days = Annotated[int, Meta(ge=0, le=36_500, description="days; 0: never")]
Many = Annotated[int, Meta(ge=1, le=1_000_000)]
Bytes = Annotated[int, Meta(ge=1024, le=1 << 26)]
Host = Annotated[str, Meta(min_length=1, max_length=253, description="a name or an address")]
Origin = Annotated[
    str,
    Meta(
        pattern=r"^https?://[^/?#@\s]+\Z",
        description="addresses such as https://play.example.org, without a path",
    ),
]


class BadSettings(FormicariumError):
    """A setting that cannot be used: which, where it came from, what is allowed."""


def default_data() -> Path:
    """The user's folder for things to keep."""
    return Path(platformdirs.user_data_dir("formicarium", appauthor=False))


def default_thinkers() -> int:
    """All processors but one, which is for the server itself."""
    return max(1, (os.cpu_count() or 1) - 1)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be set; docs/operate.md has the table."""

    # Where the house is, and where it keeps things.
    host: Host = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8000
    data: Path = msgspec.field(default_factory=default_data)
    database: Annotated[
        str,
        Meta(
            pattern=r"^\Z|^sqlite:///.|^postgresql(\+psycopg)?://.",
            description="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME",
        ),
    ] = ""  # empty: SQLite in the data folder; filled in when the settings are made
    fanout: Annotated[
        str,
        Meta(
            pattern=r"^memory\Z|^postgresql\Z|^rediss?://.",
            description="memory, postgresql, or redis://HOST:PORT/NUMBER",
        ),
    ] = "memory"

    # Who may come in, and how.
    origins: tuple[Origin, ...] = ()  # other pages that may talk to this house
    secure_cookies: Literal["auto", "always", "never"] = "auto"  # auto: if it came by https
    trusted_proxies: Annotated[int, Meta(ge=0, le=16)] = 0  # in front of this server
    accounts: bool = True  # whether people can make accounts

    # Thinking.
    thinkers: Annotated[int, Meta(ge=1, le=1024)] = msgspec.field(default_factory=default_thinkers)
    bot_seconds: Seconds = 30.0  # after that, a decision of a bot is forfeit
    hint_seconds: Seconds = 3.0
    analysis_seconds: Seconds = 0.2  # for each decision of a game
    analysis_longest: Seconds = 600.0  # for a whole game
    jobs_waiting: Many = 100  # hints and analyses, of all people together,
    jobs_waiting_per_address: Many = 40  # and of one address
    bot_tables_per_address: Many = 5  # with bots alone that play at the same time

    # How much one person or address may ask for.
    requests_per_second: Annotated[float, Meta(gt=0, le=1_000_000)] = 20.0
    requests_burst: Many = 60
    messages_per_second: Annotated[float, Meta(gt=0, le=1_000_000)] = 20.0  # on sockets
    messages_burst: Many = 60
    tables_per_hour: Many = 60
    chat_per_minute: Many = 20
    logins_per_minute: Many = 10
    reports_per_day: Many = 20
    jobs_per_minute: Many = 20
    sockets_per_person: Many = 20
    sockets_per_address: Many = 400
    sockets: Many = 10_000  # of all together; no address has more than are still free
    connections_per_address: Many = 1000  # for requests, where no proxy stands before the house
    people_per_address: Many = 40  # who may share one: an address may do as much as they
    thinking_per_hour: Seconds = 1800.0  # for an address, by each thinker: bots, hints, analyses
    stored_per_day: Annotated[int, Meta(ge=1024, le=1 << 40)] = 50_000_000  # bytes of an address
    events_per_table: Many = 20_000  # then only the game itself goes on
    lines_per_table: Many = 5_000  # of talk
    largest_body: Bytes = 65_536
    largest_frame: Bytes = 16_384

    # What people are told when they are not here.
    grace_seconds: Seconds = 60.0  # in which they may see by themselves that it is their turn
    house_address: Annotated[
        str,
        Meta(
            pattern=r"^\Z|^https?://[^/?#@\s]+\Z",
            description="where people find this house: https://ants.example.org, without a path",
        ),
    ] = ""  # where links in mails lead
    smtp: Annotated[
        str,
        Meta(
            pattern=r"^\Z|^smtps?://([^@/\s]+:[^@\s]*@)?[^:/@\s]+(:\d{1,5})?\Z",
            description="smtp://USER:PASSWORD@HOST:PORT, or smtps://…",
        ),
    ] = ""  # which sends mails; without it there are none
    mail_from: Annotated[
        str,
        Meta(
            pattern=r"^\Z|^[^@\s<>,;\x00-\x1f]{1,64}@[A-Za-z0-9.-]{1,253}\Z",
            description="an address of mail, such as ants@example.org",
        ),
    ] = ""  # whom mails come from
    notices_per_day: Many = 40  # browsers that one person names,
    mails_per_day: Many = 5  # and addresses of mail: each is sent a link, whosever it is
    push_anywhere: bool = False  # whether messages may go into inner networks: for tests

    # Running it.
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    idle_seconds: Seconds = 300.0  # before a table that nobody looks at leaves memory
    request_seconds: Seconds = 20.0  # for a request to come in whole
    keep_alive_seconds: Annotated[int, Meta(ge=1, le=3600)] = 15  # for the next request to begin
    waiting_days: Days = 60  # before a table that nobody began is removed
    playing_days: Days = 365  # before a game that nobody goes on with is removed
    bot_days: Days = 14  # before bots play no more at a table that nobody comes to
    session_days: Days = 365  # before a session that nobody uses is ended
    address_days: Days = 30  # before it is forgotten from which address something came
    guest_days: Days = 180  # before guests are forgotten who did not come back
    chat_days: Days = 365  # before talk at tables is forgotten whose games are over
    act_days: Days = 730  # before the audit log and handled reports are forgotten
    log_requests: bool = True  # a line for each
    metrics_port: Annotated[int, Meta(ge=0, le=65_535)] = 0  # of their own; 0: they have none
    metrics_host: Host = "127.0.0.1"
    metrics_token: Annotated[
        str,
        Meta(
            pattern=r"^\Z|^[!-~]{16,200}\Z",
            description="16 to 200 letters, digits and signs without a space",
        ),
    ] = ""  # with it, metrics are told at the usual port too
    least_disk: Annotated[int, Meta(ge=0, le=1_000_000_000)] = 200  # megabytes; less: not ready
    backup_hours: Annotated[int, Meta(ge=0, le=8784)] = 0  # between two copies; 0: none are made
    backups_kept: Annotated[int, Meta(ge=1, le=100_000)] = 7
    backup_folder: Path = Path()  # filled in when the settings are made

    def __post_init__(self) -> None:
        if not self.database:
            force_setattr(self, "database", f"sqlite:///{(self.data / DATABASE).as_posix()}")
        if self.backup_folder == Path():
            force_setattr(self, "backup_folder", self.data / BACKUPS)

    def __repr__(self) -> str:
        values = ((name, getattr(self, name)) for name in self.__struct_fields__)
        told = (
            (name, shown_text(name, value) if isinstance(value, str) else value)
            for name, value in values
        )
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in told)})"


class Source(NamedTuple):
    """Some settings, and where they were found."""

    place: str  # as a message names it; {option} and {variable} stand for the setting
    values: Mapping[str, Any]
    is_text: bool = False  # all values are text and still have to be understood


def load_settings(
    given: Mapping[str, Any] | None = None,
    config: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """The settings: command line before environment before file before defaults.

    What the command line leaves open is None in `given`.

    >>> load_settings({"port": 9000}, environment={"FORMICARIUM_PORT": "80"}).port
    9000
    """
    asked = {name: value for name, value in (given or {}).items() if value is not None}
    variables = from_environment(os.environ if environment is None else environment)
    sources = [
        Source("option --{option}", asked),
        Source("environment variable {variable}", variables, is_text=True),
    ]
    if config is not None:
        sources.append(from_file(config))
    chosen = merged(sources)
    if config is None:
        found = chosen.get("data", default_data()) / FILE
        if found.is_file():
            chosen = merged([*sources, from_file(found)])
            check_is_home(chosen, found)
    return checked(Settings(**chosen))


def from_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The settings among the environment variables."""
    return {
        name.removeprefix(PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(PREFIX) and name not in SWITCHES
    }


def from_file(file: Path) -> Source:
    """The settings in a TOML file."""
    try:
        values = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        reason = (error.strerror or "it cannot be opened").lower()
        raise BadSettings(f"cannot read settings from {file}: {reason}") from error
    except ValueError as error:  # of TOML, of UTF-8, or of the name itself
        # The reason may show what stands in the file, and a password may stand there.
        place = re.search(r"\(at .*\)$", str(error))
        where = f" {place[0]}" if place else ""
        raise BadSettings(f"{file} is not TOML in UTF-8{where}") from None
    return Source(str(file).replace("{", "{{").replace("}", "}}"), values)


def check_is_home(chosen: Mapping[str, Any], file: Path) -> None:
    """Whether a file that was found in the data folder leaves that folder where it is."""
    if chosen.get("data", file.parent) != file.parent:
        raise BadSettings(
            f"data = {str(chosen['data'])!r} ({file}): the file was found there because that is "
            "the data folder; leave data out of it, or name the file with --config"
        )


def merged(sources: list[Source]) -> dict[str, Any]:
    """What is set, the first source first; everything is checked, even what another one hides."""
    chosen: dict[str, Any] = {}
    for source in reversed(sources):
        for name, value in source.values.items():
            chosen[name] = understood(name, value, source)
    return chosen


def understood(name: str, value: Any, source: Source) -> Any:
    """A value with the type of its setting."""
    place = source.place.format(option=name.replace("_", "-"), variable=PREFIX + name.upper())
    if name not in TYPES:
        near = get_close_matches(name, TYPES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(TYPES)}"
        raise BadSettings(f"{place}: there is no setting {shown(name)}; {hint}")
    if source.is_text and name == "origins":
        value = [origin.strip() for origin in value.split(",") if origin.strip()]
    try:
        return msgspec.convert(value, TYPES[name], strict=not source.is_text, dec_hook=as_folder)
    except msgspec.ValidationError:
        message = f"{name} = {shown_value(name, value)} ({place}); allowed: {allowed(name)}"
        raise BadSettings(message) from None


def as_folder(kind: type[Path], value: Any) -> Path:
    """The only kind of setting that msgspec does not understand by itself."""
    if not isinstance(value, str | Path) or not str(value).strip() or "\0" in str(value):
        raise ValueError("not the name of a folder")
    try:
        return kind(value).expanduser().absolute()
    except RuntimeError as error:  # nobody of that name has a home
        raise ValueError(str(error)) from error


def allowed(name: str) -> str:
    """What a setting can be, in words.

    >>> allowed("port"), allowed("log_format"), allowed("accounts")
    ('a whole number from 0 to 65535', 'one of json, text', 'true or false')
    """
    return in_words(msgspec.inspect.type_info(TYPES[name]))


def in_words(kind: msgspec.inspect.Type) -> str:
    """What values a type has."""
    if isinstance(kind, msgspec.inspect.Metadata):
        extra = kind.extra_json_schema or {}
        return str(extra.get("description") or in_words(kind.type))
    if isinstance(kind, msgspec.inspect.IntType):
        return f"a whole number from {kind.ge} to {kind.le}"
    if isinstance(kind, msgspec.inspect.FloatType):
        least = f"from {kind.ge:g}" if kind.ge is not None else f"above {kind.gt:g}"
        return f"a number {least} to {kind.le:.0f}"
    if isinstance(kind, msgspec.inspect.LiteralType):
        return f"one of {', '.join(map(str, kind.values))}"
    if isinstance(kind, msgspec.inspect.VarTupleType):
        return f"a list of {in_words(kind.item_type)}"
    return "true or false" if isinstance(kind, msgspec.inspect.BoolType) else "the name of a folder"


def checked(settings: Settings) -> Settings:
    """The settings themselves, if they agree with each other."""
    if settings.fanout == "postgresql" and not settings.database.startswith("postgresql"):
        raise BadSettings(
            f"fanout = 'postgresql' needs a PostgreSQL database, not "
            f"{shown_url(settings.database)}; set database, or fanout to memory or redis://…"
        )
    if settings.backup_hours and settings.database.startswith("postgresql"):
        raise BadSettings(
            f"backup_hours = {settings.backup_hours}: that is for SQLite; PostgreSQL has a program "
            "of its own, pg_dump, which something like cron can start"
        )
    if settings.metrics_port and settings.metrics_port == settings.port:
        raise BadSettings(
            f"metrics_port = {settings.metrics_port}: metrics need a port of their own, "
            "not that of the house"
        )
    if settings.smtp and not (settings.house_address and settings.mail_from):
        raise BadSettings("smtp: mails need house_address, where their links lead, and mail_from")
    if "?" in str(settings.data):
        raise BadSettings(f"data = {str(settings.data)!r}: the folder's name cannot have a ? in it")
    return settings


# --- Secrets --------------------------------------------------------------------------------------


def shown_value(name: str, value: Any) -> str:
    """A value as a message may show it."""
    if isinstance(value, str):
        return repr(shown_text(name, value))
    return shown(value) if isinstance(value, bool | int | float) else f"a {type(value).__name__}"


def shown_text(name: str, text: str) -> str:
    """A text as anybody may see it."""
    return MASK if text and name in HIDDEN else shown_url(text)


def shown_url(url: str) -> str:
    """An address without the password in it.

    >>> shown_url("postgresql://ada:s3cr3t@db.example.org/ants?password=s3cr3t")
    'postgresql://ada:***@db.example.org/ants?password=***'
    """
    url = re.sub(r"(://[^:@/]*):.*@", rf"\1:{MASK}@", url, flags=re.DOTALL)
    return re.sub(r"(?i)([?&]\w*(?:password|secret|token)\w*=)[^&]*", rf"\1{MASK}", url)


def passwords_of(settings: Settings) -> Iterator[str]:
    """What no log may show: secrets, and passwords in the addresses of other services."""
    yield from filter(None, (getattr(settings, name) for name in HIDDEN))
    for url in (settings.database, settings.fanout, settings.smtp):
        yield from re.findall(r"://[^:@/]*:(.+)@", url, flags=re.DOTALL)
        yield from re.findall(r"(?i)[?&]\w*(?:password|secret|token)\w*=([^&]+)", url)


TYPES: dict[str, Any] = get_type_hints(Settings, include_extras=True)
