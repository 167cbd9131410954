"""Settings: where they come from, what is refused, and that no password is shown."""

import re
import traceback
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from formicarium.server.metrics import Metrics
from formicarium.server.settings import (
    FILE,
    PREFIX,
    TYPES,
    BadSettings,
    Settings,
    load_settings,
    passwords_of,
    shown_url,
)

ROOT = Path(__file__).resolve().parents[2]
SECRET = "hunter2"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of our own, so that the one of this machine does not matter."""
    folder = tmp_path / "home"
    monkeypatch.setattr("formicarium.server.settings.default_data", lambda: folder)
    return folder


def load(
    given: dict[str, Any] | None = None, file: Path | None = None, /, **variables: str
) -> Settings:
    environment = {PREFIX + name.upper(): value for name, value in variables.items()}
    return load_settings(given, file, environment)


def file_with(folder: Path, text: str, name: str = "house.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(text, "utf-8")
    return file


def test_without_anything_there_are_defaults() -> None:
    settings = load()
    assert (settings.host, settings.port, settings.fanout) == ("127.0.0.1", 8000, "memory")
    assert settings.thinkers >= 1


def test_the_database_lies_in_the_data_folder(tmp_path: Path) -> None:
    settings = load({"data": tmp_path})
    assert settings.database == f"sqlite:///{tmp_path.as_posix()}/formicarium.sqlite"


def test_the_order_of_weight(tmp_path: Path) -> None:
    file = file_with(tmp_path, "port = 1\nhost = 'file'\nbot_seconds = 5\nhint_seconds = 1.5\n")
    settings = load({"port": 3, "host": None}, file, port="2", host="variable")
    assert (settings.port, settings.host) == (3, "variable")
    assert (settings.bot_seconds, settings.hint_seconds) == (5.0, 1.5)


def test_the_file_in_the_data_folder_is_found(tmp_path: Path) -> None:
    file_with(tmp_path, "port = 81", FILE)
    assert load(data=str(tmp_path)).port == 81
    assert load({"data": tmp_path}).port == 81
    assert load({"data": tmp_path}, file_with(tmp_path, "host = 'x'")).port == 8000


def test_that_file_cannot_lie_somewhere_else(home: Path, tmp_path: Path) -> None:
    file_with(home, f"data = '{home}'\nport = 81", FILE)
    assert load().port == 81
    file_with(home, f"data = '{tmp_path}'", FILE)
    with pytest.raises(BadSettings, match="leave data out of it"):
        load()


def test_every_kind_of_value_can_be_a_variable() -> None:
    settings = load(
        accounts="false",
        thinkers="3",
        bot_seconds="1.5",
        log_format="json",
        origins="https://one.example, http://two.example:81",
    )
    assert settings.accounts is False
    assert (settings.thinkers, settings.bot_seconds) == (3, 1.5)
    assert settings.origins == ("https://one.example", "http://two.example:81")


def test_a_child_that_is_told_all_by_variables_has_the_same_settings(tmp_path: Path) -> None:
    settings = load({"data": tmp_path, "origins": ["https://a.example"], "accounts": False})
    told = {
        name: ",".join(value) if isinstance(value, tuple) else str(value)
        for name, value in msgspec.structs.asdict(settings).items()
    }
    assert load(**told) == settings


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"port": "many"}, "port = 'many' (environment variable FORMICARIUM_PORT)"),
        ({"port": "65536"}, "a whole number from 0 to 65535"),
        ({"port": ""}, "a whole number"),
        ({"prot": "1"}, "there is no setting 'prot'; did you mean port?"),
        ({"xyzzy": "1"}, "there is no setting 'xyzzy'; there are: host, port, "),
        ({"accounts": "perhaps"}, "true or false"),
        ({"bot_seconds": "nan"}, "a number from 0.01 to 86400"),
        ({"requests_per_second": "0"}, "a number above 0 to 1000000"),
        ({"log_level": "loud"}, "one of debug, error, info, warning"),
        ({"secure_cookies": "maybe"}, "one of always, auto, never"),
        ({"database": "mysql://localhost/ants"}, "sqlite:///FILE or postgresql://"),
        ({"fanout": "memory\n"}, "memory, postgresql, or redis://"),
        ({"fanout": "postgresql"}, "needs a PostgreSQL database"),
        ({"origins": "https://a.example/path"}, "without a path"),
        ({"data": " "}, "the name of a folder"),
        ({"backup_folder": " "}, "the name of a folder"),
        ({"metrics_port": "8000"}, "metrics need a port of their own"),
        ({"metrics_token": "short"}, "16 to 200 letters"),
        ({"metrics_token": "sixteen or more letters"}, "without a space"),
        ({"database": "postgresql://h/d", "backup_hours": "24"}, "pg_dump"),
        ({"data": "a?b"}, "cannot have a ? in it"),
        ({"data": "~nobody-of-that-name/x"}, "the name of a folder"),
    ],
)
def test_what_is_wrong_with_a_variable(variables: dict[str, str], message: str) -> None:
    with pytest.raises(BadSettings, match=re.escape(message)):
        load(**variables)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("port = '80'", "house.toml); allowed: a whole number"),
        ("port = 80.0", "port = 80.0"),
        ("accounts = 1", "accounts = 1"),
        ("data = 7", "the name of a folder"),
        ("data = 'a\\u0000b'".replace("'", '"'), "the name of a folder"),
        ("origins = 'https://a.example'", "a list of addresses"),
        ("origins = [1]", "origins = a list"),
        ("bot_seconds = inf", "from 0.01 to 86400"),
        ("prt = 1", "house.toml: there is no setting 'prt'; did you mean port?"),
        ("[server]\nport = 1", "there is no setting 'server'"),
        ("port = ", "house.toml is not TOML in UTF-8 (at "),
        ("thinkers = " + "9" * 5000, "house.toml"),
    ],
)
def test_what_is_wrong_with_a_file(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BadSettings, match=re.escape(message)):
        load(None, file_with(tmp_path, text))


def test_what_is_wrong_with_the_command_line() -> None:
    with pytest.raises(BadSettings, match=r"port = 99999 \(option --port\)"):
        load({"port": 99999})
    with pytest.raises(BadSettings, match=r"\(option --log-level\)"):
        load({"log_level": "loud"})


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"cannot read settings from .*nothing.*no such file"):
        load(None, tmp_path / "nothing{port}")
    with pytest.raises(BadSettings, match="cannot read settings"):
        load(None, tmp_path)
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    with pytest.raises(BadSettings, match="is not TOML in UTF-8"):
        load(None, binary)


def test_a_wrong_value_counts_even_where_another_hides_it(tmp_path: Path) -> None:
    with pytest.raises(BadSettings):
        load({"port": 80}, file_with(tmp_path, "port = 'x'"))


# --- Secrets --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ada:{SECRET}@db.example/ants",
        f"postgresql+psycopg://ada:{SECRET}@db.example:5432/ants?sslmode=require",
        f"postgresql://ada:p@ss/{SECRET}@db.example/ants",
        f"postgresql://ada:{SECRET} and@db.example/ants",
        f"postgresql://db.example/ants?user=ada&password={SECRET}",
        f"postgresql://db.example/ants?sslpassword={SECRET}&x=1",
        f"redis://:{SECRET}@cache.example:6379/0",
        f"rediss://default:{SECRET}@cache.example",
        f"mysql://ada:{SECRET}@db.example",
    ],
)
def test_passwords_in_addresses_are_never_shown(tmp_path: Path, url: str) -> None:
    assert SECRET not in shown_url(url)
    assert ".example" in shown_url(url)
    for name in ("database", "fanout", "port", "host"):
        assert SECRET not in told_about(name, url)


def test_the_token_of_the_metrics_is_never_shown() -> None:
    token = "correct-horse-battery-staple"
    settings = load(metrics_token=token)
    assert token not in repr(settings)
    assert [*passwords_of(settings)] == [token]
    for wrong in (SECRET, f"{SECRET} {token}"):
        assert SECRET not in told_about("metrics_token", wrong)


def test_copies_lie_in_the_data_folder_if_nothing_else_is_said(tmp_path: Path) -> None:
    assert load({"data": tmp_path}).backup_folder == tmp_path / "backups"
    assert load(backup_folder=str(tmp_path)).backup_folder == tmp_path


def told_about(name: str, url: str) -> str:
    """All that is said when somebody sets a setting to an address."""
    try:
        return repr(load(None, None, **{name: url}))
    except BadSettings as error:
        return "".join(traceback.format_exception(error))


def test_a_broken_file_shows_no_password(tmp_path: Path) -> None:
    for text in (f"database = '{SECRET}", f"[{SECRET}]\n[{SECRET}]", SECRET):
        with pytest.raises(BadSettings) as caught:
            load(None, file_with(tmp_path, text))
        assert SECRET not in "".join(traceback.format_exception(caught.value))


def test_the_passwords_in_use_are_known() -> None:
    settings = Settings(database=f"postgresql://a:{SECRET}@b/c", fanout="redis://h?password=other")
    assert [*passwords_of(settings)] == [SECRET, "other"]


@given(some.text("ab:/@?&= #%", max_size=12))
def test_no_password_can_be_written_so_that_it_is_shown(noise: str) -> None:
    assert SECRET not in shown_url(f"postgresql://ada:{noise}{SECRET}{noise}@db.example/ants")


# --- The tables in the documents ------------------------------------------------------------------

COMPUTED = {"backup_folder", "data", "database", "thinkers"}  # their defaults depend on the machine


def test_every_setting_is_in_the_table_of_the_documents_with_its_default() -> None:
    text = (ROOT / "docs" / "operate.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|", text, re.MULTILINE))
    assert list(rows) == list(TYPES)
    defaults = Settings()
    for name in TYPES.keys() - COMPUTED:
        assert rows[name] == f"`{written(getattr(defaults, name))}`", name


def test_every_metric_is_in_the_documents() -> None:
    text = (ROOT / "docs" / "operate.md").read_text("utf-8")
    named = set(re.findall(r"`(formicarium_\w+?)(?:_total)?(?:\{[\w,]+\})?`", text))
    families = Metrics().registry.collect()
    assert named == {family.name for family in families if family.name.startswith("formicarium_")}


def written(value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[]"
    if isinstance(value, int):
        return str(value)
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"
