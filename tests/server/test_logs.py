"""Logs: one line for each entry, in two forms, and no secret in any of them."""

import io
import json
import logging
import re
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as some

from formicarium.server.domain.events import Head
from formicarium.server.house.people import Passwords, new_token, sealed
from formicarium.server.logs import REQUEST, Hush, JsonLines, Lines, TextLines, set_up
from formicarium.server.run import configured
from formicarium.server.settings import Settings
from formicarium.server.store.entries import Account

SECRET = "hunter2x"
FORMS = [TextLines(), JsonLines()]
HEAD = Head("t", "myrmes", 2, {}, 1, "c", 1, 0.0, seed=1234567890123, position={"hand": [SECRET]})


@pytest.fixture(autouse=True)
def quiet_afterwards() -> Iterator[None]:
    """Python's loggers as they were."""
    root, access = logging.getLogger(), logging.getLogger("uvicorn.access")
    before = root.handlers[:], root.level, logging.raiseExceptions, access.handlers[:]
    yield
    root.handlers[:], root.level, logging.raiseExceptions, access.handlers[:] = before


def entry(message: object, *args: object, **fields: Any) -> logging.LogRecord:
    record = {"name": "formicarium.server", "msg": message, "args": args, "levelname": "INFO"}
    return logging.makeLogRecord(record | fields)


def lines(form: Lines, message: object, *args: object, **fields: Any) -> str:
    return form.format(entry(message, *args, **fields))


def raised(error: Exception) -> Any:
    try:
        raise error
    except Exception:
        return sys.exc_info()


# --- Form -----------------------------------------------------------------------------------------


def test_text_for_people() -> None:
    line = lines(TextLines(), "moved to %s", "the left", table="t1", seat=0, person=17, ms=1.23456)
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} info formicarium\.server: ", line)
    assert line.endswith("moved to the left table=t1 seat=0 person=17 ms=1.235")


def test_json_for_programs() -> None:
    document = json.loads(lines(JsonLines(), "moved", table="t1", seat=0, status=200, ms=1.5))
    assert document.pop("at") > 0
    assert document == {
        "level": "info",
        "logger": "formicarium.server",
        "message": "moved",
        "table": "t1",
        "seat": 0,
        "status": 200,
        "ms": 1.5,
    }


def test_what_every_entry_has_cannot_be_replaced() -> None:
    document = json.loads(lines(JsonLines(), "moved", level="fine", logger="x"))
    assert (document["level"], document["logger"]) == ("info", "formicarium.server")


@pytest.mark.parametrize("form", FORMS)
def test_what_a_library_notes_for_itself_is_not_told(form: Lines) -> None:
    assert "123" not in lines(form, "moved", _ray_timestamp_ns=123, created=1.0)


@pytest.mark.parametrize("form", FORMS)
def test_an_error_stays_in_its_line(form: Lines) -> None:
    line = lines(form, "failed", exc_info=raised(ValueError("first\nsecond")))
    assert len(line.splitlines()) == 1
    assert "ValueError: first" in line
    assert "second" in line


@pytest.mark.parametrize("kind", [TextLines, JsonLines])
def test_the_way_to_a_fault_is_told_once(kind: type[Lines]) -> None:
    def fail(reason: str) -> str:
        return lines(form, "a request has failed", request="r-1", exc_info=raised(KeyError(reason)))

    form = kind()
    first, again = fail("one"), fail("two")
    assert "Traceback" in first
    assert "Traceback" not in again
    assert "KeyError: 'two'" in again
    assert "r-1" in again
    other = lines(form, "failed", exc_info=raised(ValueError("three")))
    assert "Traceback" in other
    assert "NoneType" in lines(form, "failed", exc_info=(None, None, None))


@pytest.mark.parametrize("form", FORMS)
def test_the_request_is_named_by_every_entry_made_meanwhile(form: Lines) -> None:
    token = REQUEST.set("r-17")
    try:
        assert "r-17" in lines(form, "moved")
    finally:
        REQUEST.reset(token)
    assert "r-17" not in lines(form, "moved")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "evil",
    [
        "a\nb",
        "a\r\nb",
        "a\x0bb",
        "a\x85b",
        "a\u2028b",
        "a\u2029b",
        "\x1b[2J",
        "a\x00b",
        "\u202eb",
        "\ud800",
    ],
)
def test_nobody_can_forge_a_line(form: Lines, evil: str) -> None:
    line = lines(form, f"hello {evil}", table=evil, exc_info=raised(ValueError(evil)))
    assert len(line.splitlines()) == 1
    assert all(letter.isprintable() for letter in line)
    line.encode()


def test_a_value_cannot_pretend_to_be_another_field() -> None:
    line = lines(TextLines(), "moved", table='x seat=7 "status=200')
    assert line.endswith('table="x seat=7 \\"status=200"')


class Sulky:
    """Cannot be written down."""

    def __str__(self) -> str:
        raise RuntimeError(SECRET)


@pytest.mark.parametrize("form", FORMS)
def test_whatever_cannot_be_shown_is_named_without_a_fuss(form: Lines) -> None:
    assert "cannot be shown (TypeError)" in lines(form, "%d", "x")
    assert "cannot be shown (RuntimeError)" in lines(form, "%s", Sulky())
    assert "cannot be shown (RuntimeError)" in lines(form, "moved", thing=Sulky())
    assert SECRET not in lines(form, "%s", Sulky())
    for number in (10**5000, float("nan"), float("inf")):
        lines(form, "moved", number=number)
    json.loads(lines(JsonLines(), "moved", number=float("nan")), parse_constant=pytest.fail)


@given(some.text(some.characters()), some.text(some.characters()))
def test_any_text_makes_one_line(message: str, value: str) -> None:
    for form in FORMS:
        line = lines(form, message, value=value)
        assert len(line.splitlines()) == 1
        line.encode()


def test_long_entries_are_cut() -> None:
    assert len(lines(TextLines(), "x" * 100_000, value="y" * 100_000)) < 5_000


# --- Secrets --------------------------------------------------------------------------------------

SHAPES = [
    "password={0}",
    "password = {0}",
    "password: {0}",
    "password:{0}, name: Ada",
    "Password => {0}",
    "password is {0}",
    "password=two words {0}",
    "password={0}&name=ada",
    "name=ada&password={0}",
    "new_password='{0}'",
    'passwd="{0}"',
    'old-password: "it\'s {0}"',
    'password="{0}',
    "{{'password': '{0}'}}",
    '{{"password": "{0}", "name": "Ada"}}',
    '{{"password": "a\\"{0}"}}',
    '{{"password":"{0}"}}',
    '{{\\"password\\": \\"{0}\\"}}',
    "{{'passwords': ['a', '{0}']}}",
    "('password', '{0}')",
    '["password", "{0}"]',
    "token={0}",
    "GET /api/tables/t?token={0}&seat=1 HTTP/1.1",
    "GET /join?invitation={0} HTTP/1.1",
    "/join?invitation%3D{0}",
    "seat_token={0}",
    "SeatToken('{0}') token: {0}",
    "tokens={{0: '{0}'}}",
    "secret=b'{0}'",
    "api_key={0} X-Api-Key: {0}",
    "Cookie: formicarium={0}; other={0}",
    "cookie: other=1; formicarium={0}",
    "Set-Cookie: formicarium={0}; Path=/; HttpOnly",
    "[(b'cookie', b'formicarium={0}'), (b'host', b'x')]",
    "headers={{'cookie': 'a={0}; b={0}'}}",
    "cookies={{'formicarium': '{0}'}}",
    "Authorization: Bearer {0}",
    "authorization: Basic {0}",
    'Authorization: Digest username="ada", response="{0}"',
    "(b'authorization', b'Bearer {0}')",
    "sent Bearer {0} to us",
    "Proxy-Authorization: {0}",
    "postgresql://ada:{0}@db.example/ants",
    "cannot reach redis://:{0}@cache.example:6379/0, waiting",
    "postgresql://db.example/ants?user=ada&password={0}",
    "host=db.example user=ada password={0} dbname=ants",
    "FORMICARIUM_DATABASE=postgresql://ada:{0}@db.example/ants",
    "[SQL: INSERT INTO people VALUES (?, ?)]\n[parameters: ('ada', '{0}')]",
    "position={{'hand': ['{0}']}}",
    '"position": {{"hand": {{"a": 1}}, "deck": "{0}"}}',
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("shape", SHAPES)
def test_no_secret_in_any_shape_appears(form: Lines, shape: str) -> None:
    text = shape.format(SECRET)
    assert SECRET in text
    for line in (
        lines(form, text),
        lines(form, "it said %s, which is bad", text),
        lines(form, "failed", exc_info=raised(ValueError(text))),
        lines(form, "failed", exc_text=text),
        lines(form, "failed", detail=text),
        lines(form, "failed", detail={"what": text}),
        lines(form, "many\nlines\n%s\nend", text),
    ):
        assert SECRET not in line


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "name",
    ["password", "token", "seat_token", "cookie", "cookies", "Authorization", "seed", "position"],
)
def test_fields_with_the_name_of_a_secret_are_blotted_out(form: Lines, name: str) -> None:
    assert SECRET not in lines(form, "moved", **{name: SECRET})
    assert SECRET not in lines(form, "moved", **{name: [SECRET]})
    assert SECRET not in lines(form, "moved", details={name: SECRET})
    assert "1234567890123" not in lines(form, "moved", **{name: 1234567890123})


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("shape", ["seed=%s", "seed %s", "Seed: %s", '{"seed":%s}', "seeds=[%s]"])
def test_seeds_do_not_appear(form: Lines, shape: str) -> None:
    assert "1234567890123" not in lines(form, shape % 1234567890123)


@pytest.mark.parametrize("form", FORMS)
def test_things_of_the_house_can_be_logged_by_mistake(form: Lines) -> None:
    token = new_token()
    cookie = f"P5iQzDm5XdbSUOB0LSRpUI0V.1800000000.{sealed('anything', bytes(32))}"
    password_hash = Passwords().hashed(SECRET)
    account = Account("Ada", password_hash, 1)
    settings = Settings(database=f"postgresql://ada:{SECRET}@db.example/ants")
    for thing in (HEAD, account, settings, token, [token], cookie, {"x": cookie}, password_hash):
        line = lines(form, "here: %s", thing) + lines(form, "here", thing=thing)
        salt, digest = password_hash.split("$")[-2:]
        for secret in (SECRET, "1234567890123", token, cookie, salt, digest):
            assert secret not in line


def test_passwords_of_the_settings_never_appear_whatever_they_look_like() -> None:
    password = 'it\'s (a) b3d, "pass word"'
    settings = Settings(
        database=f"postgresql://ada:{quote(password)}@db.example/ants", fanout="redis://:plain1@h"
    )
    stream = io.StringIO()
    set_up(settings, stream)
    logging.getLogger("anything").warning("%s and %s and plain1", password, quote(password))
    assert "and ***" in stream.getvalue()
    for secret in (password, quote(password), "plain1"):
        assert secret not in stream.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "wrong password for Ada",
        "the token was used already",
        "no seat token",
        "table abc123 position 17: refused",
        "GET /api/tables/Ab3dEf6hIj9k?seat=1&since=17",
        "formicarium.server.store.errors.Unavailable",
        "listening on http://127.0.0.1:8000",
        "request 0123456789abcdef0123456789abcdef",
        "passed 12 of 13, seeded players",
    ],
)
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert Hush()(text) == text


def test_a_short_password_does_not_blot_out_everything() -> None:
    assert Hush(["a"])("a table") == "a table"


# --- Everything comes through here ----------------------------------------------------------------


def test_levels_and_forms_are_set() -> None:
    stream = io.StringIO()
    set_up(Settings(log_level="warning", log_format="json"), stream)
    logging.getLogger("formicarium.bots").info("quiet")
    logging.getLogger("formicarium.bots").warning("loud")
    assert json.loads(stream.getvalue())["message"] == "loud"


def test_uvicorn_speaks_in_the_same_form() -> None:
    stream = io.StringIO()
    logging.getLogger("uvicorn.access").addHandler(logging.NullHandler())
    set_up(Settings(), stream)
    logging.getLogger("uvicorn.error").info(
        "started %d", 7, extra={"color_message": "\x1b[1mstarted\x1b[0m"}
    )
    logging.getLogger("uvicorn.access").info(
        '%s - "%s %s HTTP/%s" %d', "127.0.0.1:9", "GET", f"/x?token={SECRET}&seat=1", "1.1", 404
    )
    started, request = stream.getvalue().splitlines()
    assert started.endswith("info uvicorn.error: started 7")
    assert "uvicorn.access: request client=127.0.0.1:9 method=GET" in request
    assert request.endswith('path="/x?token=***&seat=1" status=404')


@pytest.mark.parametrize("wanted", [True, False])
def test_lines_for_requests_are_switched_here_alone(wanted: bool) -> None:
    stream = io.StringIO()
    set_up(Settings(log_requests=wanted), stream)
    configured(Settings(log_requests=not wanted), workers=1).configure_logging()
    logging.getLogger("uvicorn.access").info(
        '%s - "%s %s HTTP/%s" %d', "127.0.0.1:9", "GET", "/", "1.1", 200
    )
    logging.getLogger("uvicorn.error").info('%s - "WebSocket %s" [accepted]', "127.0.0.1:9", "/")
    logging.getLogger("uvicorn.error").info("connection open")
    logging.getLogger("uvicorn.error").info("started")
    assert len(stream.getvalue().splitlines()) == (4 if wanted else 1)


def test_what_cannot_be_written_is_not_printed_elsewhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up(Settings(), io.TextIOWrapper(io.BytesIO(), "ascii"))
    logging.getLogger("formicarium").warning("é %s", "password=" + SECRET)
    assert capsys.readouterr() == ("", "")


def test_nobody_is_named_whom_administrators_have_looked_for() -> None:
    line = 'path="/api/admin/people?find=Quintessa&page=1" status=200'
    assert Hush()(line) == 'path="/api/admin/people?find=***&page=1" status=200'
