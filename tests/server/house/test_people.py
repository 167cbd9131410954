"""Who somebody is: cookies, names, passwords, tokens."""

import hashlib
import unicodedata
from http.cookies import SimpleCookie
from typing import Any

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as some

from formicarium.server.house.people import (
    BadName,
    BadPassword,
    NoAccounts,
    Passwords,
    check_accounts,
    clean_line,
    clean_name,
    cleaned,
    device_of,
    former_of,
    hashed,
    is_token,
    needs_secure,
    new_cookie,
    new_token,
    old_cookie,
    sealed,
)
from formicarium.server.settings import Settings

SECRET = bytes(range(32))


# --- Cookies --------------------------------------------------------------------------------------


def signed(person: str, secret: bytes = SECRET, expiry: int = 1_800_000_000) -> str:
    """A cookie as version 0.1 and 0.2 handed it out."""
    promise = f"{person}.{expiry}"
    return f"{promise}.{sealed(f'formicarium cookie {promise}', secret)}"


PERSON = "P5iQzDm5XdbSUOB0LSRpUI0V"


def test_a_signed_cookie_says_who_somebody_was_whatever_the_clock_says() -> None:
    for expiry in (1, 1_700_000_000, 999_999_999_999):
        assert former_of(signed(PERSON, expiry=expiry), SECRET) == PERSON


def test_a_cookie_of_another_house_is_nobodys() -> None:
    assert former_of(signed(PERSON), bytes(32)) is None


def test_every_changed_cut_or_longer_cookie_is_nobodys() -> None:
    cookie = signed(PERSON)
    for at in range(len(cookie)):
        other = "A" if cookie[at] != "A" else "B"
        assert former_of(cookie[:at] + other + cookie[at + 1 :], SECRET) is None
        assert former_of(cookie[:at], SECRET) is None
        assert former_of(cookie[at + 1 :], SECRET) is None
    for end in ("A", "=", "\n", " ", ".", "." + cookie):
        assert former_of(cookie + end, SECRET) is None


def test_parts_of_two_cookies_make_none() -> None:
    one, two = signed(PERSON).split("."), signed(PERSON[::-1], expiry=7).split(".")
    for mix in ([one[0], two[1], one[2]], [two[0], one[1], one[2]], [one[0], one[1], two[2]]):
        assert former_of(".".join(mix), SECRET) is None


@pytest.mark.parametrize(
    "cookie", [None, "", "..", "a.1.b", "x" * 100_000, "é.1.é", "\ud800", "\0"]
)
def test_nonsense_is_nobodys(cookie: str | None) -> None:
    assert former_of(cookie, SECRET) is None
    assert not is_token(cookie)


@pytest.mark.heavy
@given(some.text())
def test_whatever_is_sent_as_a_cookie_is_nobodys(cookie: str) -> None:
    assert former_of(cookie, SECRET) is None


def test_the_attributes_of_the_cookie() -> None:
    token = new_token()
    cookie = new_cookie(token, is_secure=True)
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "lax", "/")
    assert (cookie["secure"], cookie["max_age"]) == (True, 365 * 24 * 3600)
    assert cookie["value"] == token
    assert is_token(token)
    assert not new_cookie(token, is_secure=False)["secure"]
    sent: SimpleCookie = SimpleCookie()
    sent[cookie["key"]] = cookie["value"]
    assert f"{cookie['key']}={cookie['value']}" in sent.output()  # nothing needs quotes


@pytest.mark.parametrize(
    ("header", "device"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0", "Edge, Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
         "Version/17.5 Safari/605.1.15", "Safari, macOS"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
         "Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1", "Chrome, iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
         "Firefox, Linux"),
        ("curl/8.5.0", "curl"),
        ("", ""),
        ("<script>" * 1000, ""),
    ],
)  # fmt: skip
def test_a_device_in_a_few_words(header: str, device: str) -> None:
    assert device_of(header) == device


def test_a_cookie_can_be_taken_away() -> None:
    cookie = old_cookie(is_secure=False)
    assert (cookie["value"], cookie["max_age"], cookie["path"]) == ("", 0, "/")


@pytest.mark.parametrize(
    ("setting", "by_http", "by_https"),
    [("auto", False, True), ("always", True, True), ("never", False, False)],
)
def test_when_a_cookie_travels_by_https_alone(setting: Any, by_http: bool, by_https: bool) -> None:
    settings = Settings(secure_cookies=setting)
    assert needs_secure(settings, is_https=False) == by_http
    assert needs_secure(settings, is_https=True) == by_https


# --- Names and lines ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada \t\n Lovelace ", "Ada Lovelace"),
        ("A\u030a\u00e9", "Åé"),
        ("Ada\u202eadA", "AdaadA"),
        ("A\u200bd\u200da\ufeff", "Ada"),
        ("A\0d\x1b[2Ja\x7f", "Ad[2Ja"),
        ("A\ud800da\udfff", "Ada"),
        ("A\u2028d\u2029a", "A d a"),
        ("A\u200b \u200bda", "A da"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("Robert'); DROP TABLE people;--", "Robert'); DROP TABLE people;--"),
        ("{{7*7}} ${x} %s", "{{7*7}} ${x} %s"),
        ("李小龍", "李小龍"),
        ("🐜", "🐜"),
        ("x" * 40, "x" * 40),
        ("e\u0301" * 40, "é" * 40),
    ],
)
def test_names(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "text",
    ["", "   ", "\n", "\0", "\u200b", "\u202e\u202c", "\ud800", "\u3164", "\u2800\u2800", "\u0301"],
)
def test_names_that_nobody_can_see_are_refused(text: str) -> None:
    with pytest.raises(BadName, match="at least one character that can be seen"):
        clean_name(text)
    with pytest.raises(BadName, match="at least one character that can be seen"):
        clean_line(text)


def test_long_names_and_lines_are_refused() -> None:
    with pytest.raises(BadName, match="at most 40 characters; this one has 41"):
        clean_name("x" * 41)
    assert clean_line("x" * 500) == "x" * 500
    with pytest.raises(BadName, match="at most 500 characters; this one has 100000"):
        clean_line("x" * 100_000)


def test_a_line_of_chat_is_one_line() -> None:
    assert clean_line("well\nplayed\r\n<b>&amp;</b>") == "well played <b>&amp;</b>"


@given(some.text(some.characters(), max_size=60))
def test_what_is_clean_stays_as_it_is_and_can_be_kept(text: str) -> None:
    clean = cleaned(text)
    assert cleaned(clean) == clean == unicodedata.normalize("NFC", clean)
    assert clean.encode().decode() == clean
    assert not any(unicodedata.category(letter) in ("Cc", "Cf", "Cs") for letter in clean)


# --- Accounts -------------------------------------------------------------------------------------


class Counting(PasswordHasher):
    """A quick hasher that counts what it does."""

    def __init__(self, time_cost: int = 1) -> None:
        super().__init__(time_cost=time_cost, memory_cost=8, parallelism=1)
        self.verified: list[str | bytes] = []

    def verify(self, hash: Any, password: Any) -> Any:
        self.verified.append(hash)
        return super().verify(hash, password)


def test_only_a_hash_is_kept() -> None:
    passwords = Passwords(Counting())
    kept = passwords.hashed("correct horse")
    assert kept.startswith("$argon2id$")
    assert "horse" not in kept
    assert kept != passwords.hashed("correct horse")


def test_an_unknown_name_costs_as_much_as_a_wrong_password() -> None:
    hasher = Counting()
    passwords = Passwords(hasher)
    kept = passwords.hashed("correct horse")
    assert not passwords.check("wrong horse", kept).is_right
    assert not passwords.check("wrong horse", None).is_right
    efforts = [str(hash).split("$")[:4] for hash in hasher.verified]
    assert len(efforts) == 2
    assert efforts[0] == efforts[1]


def test_a_hash_is_renewed_when_the_way_of_hashing_changes() -> None:
    then, now = Passwords(Counting(1)), Passwords(Counting(2))
    kept = then.hashed("correct horse")
    assert then.check("correct horse", kept) == (True, None)
    assert now.check("wrong horse", kept) == (False, None)
    renewed = now.check("correct horse", kept).renewed
    assert renewed is not None
    assert "t=2" in renewed
    assert now.check("correct horse", renewed) == (True, None)


@pytest.mark.parametrize(
    ("password", "message"),
    [("", "8 to 200"), ("1234567", "has 7"), ("x" * 201, "has 201"), ("\ud800" * 9, "half a")],
)
def test_passwords_that_are_refused(password: str, message: str) -> None:
    passwords = Passwords(Counting())
    with pytest.raises(BadPassword, match=message):
        passwords.hashed(password)
    assert not passwords.check(password, passwords.hashed("correct horse")).is_right


def test_a_password_is_the_same_on_every_keyboard() -> None:
    passwords = Passwords(Counting())
    assert passwords.check("cafe\u0301 noir", passwords.hashed("caf\u00e9 noir")).is_right
    assert not passwords.check("CAFÉ NOIR", passwords.hashed("café noir")).is_right


def test_a_damaged_hash_lets_nobody_in() -> None:
    passwords = Passwords(Counting())
    for kept in ("x", "$argon2id$", passwords.hashed("correct horse")[:-5], "é"):
        assert not passwords.check("correct horse", kept).is_right


def test_a_house_without_accounts_refuses() -> None:
    check_accounts(Settings(accounts=True))
    with pytest.raises(NoAccounts, match="as a guest"):
        check_accounts(Settings(accounts=False))


# --- Tokens ---------------------------------------------------------------------------------------


def test_tokens_have_192_bits_and_are_kept_hashed() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {32}
    token = tokens.pop()
    assert hashed(token) == hashlib.sha256(token.encode()).hexdigest()
    assert hashed("\ud800") != hashed("")
