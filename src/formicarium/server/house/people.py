"""Who somebody is: cookies, names, accounts, seat tokens and invitations.

A person is whoever holds a session, by a cookie with its token. What somebody is told once and must
keep secret (a token, a password) is stored hashed only.
"""

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata
from typing import Literal, NamedTuple, TypedDict, TypeGuard

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from formicarium.core.errors import FormicariumError
from formicarium.server.house.own_names import is_ours
from formicarium.server.settings import Settings
from formicarium.server.store.looks import BLANKS

COOKIE = "formicarium"
YEAR = 365 * 24 * 3600  # seconds
TOKEN_FORM = re.compile(r"[\w-]{32,43}", re.ASCII)

LONGEST_NAME = 40
LONGEST_LINE = 500
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200

HIDDEN = frozenset({"Cc", "Cf", "Cs"})  # categories of characters that are left out


class BadName(FormicariumError):
    """A name, or a line of chat, that nobody could read."""


class OwnName(FormicariumError):
    """A name by which somebody would pass for the house, or for a bot."""


class BadPassword(FormicariumError):
    """A password that is too short, too long, or cannot be typed."""


class NoAccounts(FormicariumError):
    """This house has no accounts."""


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


def new_cookie(token: str, is_secure: bool) -> Biscuit:
    """The cookie with the token of a session."""
    return _biscuit(token, YEAR, is_secure)


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


def is_token(cookie: str | None) -> TypeGuard[str]:
    """Whether a cookie may be the token of a session at all."""
    return cookie is not None and TOKEN_FORM.fullmatch(cookie) is not None


# Version 0.1 and 0.2 signed cookies: who, until when, and a signature of both.
LONGEST_FORMER = 200  # characters
FORMER_FORM = re.compile(r"([\w-]{22,64})\.(\d{1,12})\.([\w-]{43})", re.ASCII)


def former_of(cookie: str | None, secret: bytes) -> str | None:
    """The person whom a signed cookie names; nobody if it is forged, cut or far too long.

    Until when it was meant to be good is not looked at: a clock may be wrong by years. The store
    knows how long such a cookie is.
    """
    if not cookie or len(cookie) > LONGEST_FORMER:
        return None
    form = FORMER_FORM.fullmatch(cookie)
    if form is None:
        return None
    person, expiry, mark = form.groups()
    promise = f"formicarium cookie {person}.{expiry}"
    return person if hmac.compare_digest(mark, sealed(promise, secret)) else None


def sealed(promise: str, secret: bytes) -> str:
    """What only this house can write under something."""
    digest = hmac.digest(secret, promise.encode(), "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


# What tells a browser and a system in the header that browsers send: the first that fits.
BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Chrome", "Chrome"), ("CriOS", "Chrome"),
    ("Safari", "Safari"), ("python", "Python"), ("curl", "curl"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Windows", "Windows"), ("Macintosh", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


def device_of(user_agent: str) -> str:
    """What somebody uses, in a few words by which she knows it again; "" if nothing tells.

    >>> device_of("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0")
    'Firefox, Android'
    """
    kinds = (BROWSERS, SYSTEMS)
    found = (next((name for sign, name in kind if sign in user_agent), "") for kind in kinds)
    return ", ".join(filter(None, found))


# --- Names and lines of chat ----------------------------------------------------------------------


def clean_name(text: str) -> str:
    """A name that can be shown.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    name = _checked(cleaned(text), LONGEST_NAME, "a name")
    if is_ours(name):
        raise OwnName("that is what the house calls its own; choose another name")
    return name


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
