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
    YEAR,
    BadName,
    BadPassword,
    NoAccounts,
    Passwords,
    check_accounts,
    clean_line,
    clean_name,
    cleaned,
    guest_name,
    hashed,
    is_aging,
    needs_secure,
    new_cookie,
    new_guest,
    new_token,
    old_cookie,
    signed,
    who_is,
)
from formicarium.server.settings import Settings

SECRET = bytes(range(32))
NOW = 1_800_000_000.5


# --- Guests and cookies ---------------------------------------------------------------------------


def test_a_guest_has_a_name_and_an_id_that_nobody_can_guess() -> None:
    guests = [new_guest(NOW) for _ in range(100)]
    assert len({guest.id for guest in guests}) == 100
    assert all(len(guest.id) >= 22 for guest in guests)
    assert guests[0].name == guest_name(guests[0].id)
    assert guests[0].name == clean_name(guests[0].name)
    assert guests[0].created == NOW


def test_a_cookie_says_who_somebody_is_for_a_year() -> None:
    person = new_guest(NOW).id
    cookie = signed(person, SECRET, NOW)
    assert who_is(cookie, SECRET, NOW) == person
    assert who_is(cookie, SECRET, NOW + YEAR - 2) == person
    assert who_is(cookie, SECRET, NOW + YEAR) is None


def test_a_cookie_is_renewed_in_the_second_half_of_its_year() -> None:
    cookie = signed(new_guest(NOW).id, SECRET, NOW)
    assert not is_aging(cookie, NOW + YEAR / 2 - 2)
    assert is_aging(cookie, NOW + YEAR / 2 + 2)


def test_a_cookie_of_another_house_is_nobodys() -> None:
    cookie = signed(new_guest(NOW).id, SECRET, NOW)
    assert who_is(cookie, bytes(32), NOW) is None


def test_every_changed_cut_or_longer_cookie_is_nobodys() -> None:
    cookie = signed(new_guest(NOW).id, SECRET, NOW)
    for at in range(len(cookie)):
        other = "A" if cookie[at] != "A" else "B"
        assert who_is(cookie[:at] + other + cookie[at + 1 :], SECRET, NOW) is None
        assert who_is(cookie[:at], SECRET, NOW) is None
        assert who_is(cookie[at + 1 :], SECRET, NOW) is None
    for end in ("A", "=", "\n", " ", ".", "." + cookie):
        assert who_is(cookie + end, SECRET, NOW) is None


def test_parts_of_two_cookies_make_none() -> None:
    one = signed(new_guest(NOW).id, SECRET, NOW).split(".")
    two = signed(new_guest(NOW).id, SECRET, NOW + 99).split(".")
    for mix in ([one[0], two[1], one[2]], [two[0], one[1], one[2]], [one[0], one[1], two[2]]):
        assert who_is(".".join(mix), SECRET, NOW) is None


@pytest.mark.parametrize(
    "cookie", [None, "", "..", "a.1.b", "x" * 100_000, "é.1.é", "\ud800", "\0"]
)
def test_nonsense_is_nobodys(cookie: str | None) -> None:
    assert who_is(cookie, SECRET, NOW) is None


@pytest.mark.heavy
@given(some.text())
def test_whatever_is_sent_as_a_cookie_is_nobodys(cookie: str) -> None:
    assert who_is(cookie, SECRET, NOW) is None


def test_the_attributes_of_the_cookie() -> None:
    person = new_guest(NOW).id
    cookie = new_cookie(person, SECRET, NOW, is_secure=True)
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "lax", "/")
    assert (cookie["secure"], cookie["max_age"]) == (True, 365 * 24 * 3600)
    assert who_is(cookie["value"], SECRET, NOW) == person
    assert not new_cookie(person, SECRET, NOW, is_secure=False)["secure"]
    sent: SimpleCookie = SimpleCookie()
    sent[cookie["key"]] = cookie["value"]
    assert f"{cookie['key']}={cookie['value']}" in sent.output()  # nothing needs quotes


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
