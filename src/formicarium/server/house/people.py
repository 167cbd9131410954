"""Who somebody is: cookies, names, accounts, seat tokens and invitations.

A person is whoever holds a cookie. What somebody is told once and must keep secret (a token, a
password) is stored hashed only.
"""

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata
from typing import Literal, NamedTuple, TypedDict

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from formicarium.core.errors import FormicariumError
from formicarium.server.settings import Settings
from formicarium.server.store.entries import Person

COOKIE = "formicarium"
YEAR = 365 * 24 * 3600  # seconds
LONGEST_COOKIE = 200  # characters
COOKIE_FORM = re.compile(r"([\w-]{22,64})\.(\d{1,12})\.([\w-]{43})", re.ASCII)

LONGEST_NAME = 40
LONGEST_LINE = 500
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200

HIDDEN = frozenset({"Cc", "Cf", "Cs"})  # categories of characters that are left out
# Letters and signs that show nothing; Unicode does not count them among the invisible ones.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


class BadName(FormicariumError):
    """A name, or a line of chat, that nobody could read."""


class BadPassword(FormicariumError):
    """A password that is too short, too long, or cannot be typed."""


class NoAccounts(FormicariumError):
    """This house has no accounts."""


def new_guest(now: float) -> Person:
    """Somebody who was never here before."""
    person = secrets.token_urlsafe(18)
    return Person(person, guest_name(person), now)


def guest_name(person: str) -> str:
    """A name for somebody who has not said one; everybody may have another.

    >>> guest_name("somebody")
    'Guest 4327'
    """
    number = int.from_bytes(hashlib.sha256(person.encode()).digest()[:8])
    return f"Guest {1000 + number % 9000}"


# --- Cookies --------------------------------------------------------------------------------------


class Biscuit(TypedDict):
    """A cookie with its attributes, as responses take it."""

    key: str
    value: str
    max_age: int
    path: str
    httponly: bool
    samesite: Literal["lax"]
    secure: bool


def new_cookie(person: str, secret: bytes, now: float, is_secure: bool) -> Biscuit:
    """The cookie that says who somebody is, for a year."""
    return _biscuit(signed(person, secret, now), YEAR, is_secure)


def old_cookie(is_secure: bool) -> Biscuit:
    """What makes a browser forget the cookie."""
    return _biscuit("", 0, is_secure)


def _biscuit(value: str, max_age: int, is_secure: bool) -> Biscuit:
    return Biscuit(
        key=COOKIE,
        value=value,
        max_age=max_age,
        path="/",
        httponly=True,
        samesite="lax",
        secure=is_secure,
    )


def needs_secure(settings: Settings, is_https: bool) -> bool:
    """Whether a cookie may only travel by https."""
    return is_https if settings.secure_cookies == "auto" else settings.secure_cookies == "always"


def signed(person: str, secret: bytes, now: float) -> str:
    """The value of a cookie: who, until when, and a signature of both."""
    promise = f"{person}.{int(now) + YEAR}"
    return f"{promise}.{signature(promise, secret)}"


def who_is(cookie: str | None, secret: bytes, now: float) -> str | None:
    """The person whom a cookie names; nobody if it is forged, cut, expired or far too long."""
    if not cookie or len(cookie) > LONGEST_COOKIE:
        return None
    form = COOKIE_FORM.fullmatch(cookie)
    if form is None:
        return None
    person, expiry, mark = form.groups()
    if not hmac.compare_digest(mark, signature(f"{person}.{expiry}", secret)):
        return None
    return person if now < int(expiry) else None


def is_aging(cookie: str, now: float) -> bool:
    """Whether a valid cookie has passed half of its time, and should be handed out anew."""
    form = COOKIE_FORM.fullmatch(cookie)
    return form is not None and int(form[2]) - now < YEAR / 2


def signature(promise: str, secret: bytes) -> str:
    """What only this house can write under something."""
    digest = hmac.digest(secret, b"formicarium cookie " + promise.encode(), "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


# --- Names and lines of chat ----------------------------------------------------------------------


def clean_name(text: str) -> str:
    """A name that can be shown.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    return _checked(cleaned(text), LONGEST_NAME, "a name")


def clean_line(text: str) -> str:
    """A line of chat that can be shown; line breaks become spaces."""
    return _checked(cleaned(text), LONGEST_LINE, "a line")


def cleaned(text: str) -> str:
    r"""A text in Unicode's usual form, with single spaces and nothing that hides or turns text.

    Control characters, marks that change the direction of writing, characters without width and
    halves of characters are left out.

    >>> cleaned("one\ttwo\u202e\u200b")
    'one two'
    """
    spaced = " ".join(text.split())
    visible = "".join(letter for letter in spaced if unicodedata.category(letter) not in HIDDEN)
    return " ".join(unicodedata.normalize("NFC", visible).split())


def _checked(text: str, longest: int, thing: str) -> str:
    if not any(map(_shows, text)):
        raise BadName(f"{thing} needs at least one character that can be seen")
    if len(text) > longest:
        raise BadName(f"{thing} has at most {longest} characters; this one has {len(text)}")
    return text


def _shows(letter: str) -> bool:
    """Whether a character can be seen by itself."""
    return unicodedata.category(letter)[0] in "LNPS" and letter not in BLANKS


# --- Accounts -------------------------------------------------------------------------------------


class PasswordCheck(NamedTuple):
    """Whether a password was right, and what to store instead if the way of hashing changed."""

    is_right: bool
    renewed: str | None = None


def check_accounts(settings: Settings) -> None:
    """Whether this house has accounts at all."""
    if not settings.accounts:
        raise NoAccounts("this house has no accounts; play as a guest")


class Passwords:
    """Hashing with Argon2id, which takes time and memory on purpose: call it in a thread."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self.hasher = hasher or PasswordHasher()
        self.nobodys = self.hasher.hash(new_token())

    def hashed(self, password: str) -> str:
        """What is stored of a new password."""
        return self.hasher.hash(clean_password(password))

    def check(self, password: str, stored: str | None) -> PasswordCheck:
        """Compare with what is stored; an unknown name (None) costs the same time."""
        try:
            password = clean_password(password)
            self.hasher.verify(stored or self.nobodys, password)
        except (BadPassword, VerificationError, ValueError):  # the last: what is stored is damaged
            return PasswordCheck(False)
        if stored is None:
            return PasswordCheck(False)
        needed = self.hasher.check_needs_rehash(stored)
        return PasswordCheck(True, self.hasher.hash(password) if needed else None)


def clean_password(password: str) -> str:
    """A password as it is hashed, however a keyboard composed its letters."""
    password = unicodedata.normalize("NFC", password)
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise BadPassword(
            f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters; "
            f"this one has {len(password)}"
        )
    if any(unicodedata.category(letter) == "Cs" for letter in password):
        raise BadPassword("a password cannot have half a character in it")
    return password


# --- Seat tokens and invitations ------------------------------------------------------------------


def new_token() -> str:
    """192 random bits, to be shown once."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """What is stored of a token. It is random, so nobody can guess it from this."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
