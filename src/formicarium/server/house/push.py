"""Web push: messages to browsers that are closed, through the service of whoever made them.

What is sent is sealed for the browser (RFC 8291) and signed by the house (VAPID, RFC 8292), with
libraries. It travels by a small client of our own: an address of a browser is one that a stranger
gives us, so it is looked up first, and nothing but the address that was found good is called.
"""

import asyncio
import base64
import ipaddress
import os
import socket
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import h11
import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from formicarium.core.errors import FormicariumError
from formicarium.server.house.deliveries import ARRIVED, Delivery, later, never
from formicarium.server.house.patience import service_of
from formicarium.server.settings import Settings
from formicarium.server.store import Store
from formicarium.server.store.notices import Subscription

SECRET = "vapid"  # the name of what the key is made of, among the house's own things
LONGEST = 1000  # characters of an address
PATIENCE = 15.0  # seconds for all of it
LARGEST = 16_384  # bytes of an answer that are read
ORDER = int("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16)  # of P-256
CURVE = ec.SECP256R1()
KEY, AUTH = 65, 16  # bytes of what a browser says for whom a message is sealed
GONE = (404, 410)
OPEN = ipaddress.ip_network("2000::/3")  # of IPv6, all that the open internet uses
LOOKUPS = 16  # names that are looked up at the same time, in threads that nobody else waits for
KNOWN = 600.0  # seconds for which it is known where a name leads
MOST_KNOWN = 1000  # names


class BadEndpoint(FormicariumError):
    """An address to which this house sends nothing."""


class Parcel(NamedTuple):
    """A message that is ready to be sent to a browser."""

    payload: bytes
    topic: str  # a newer message with the same one takes its place
    seconds: int  # that it is kept for somebody who is not reached


class Push:
    """Sends messages to browsers."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.anywhere = settings.push_anywhere
        contact = settings.house_address
        if not contact.startswith("https://"):
            contact = f"mailto:{settings.mail_from or 'house@formicarium.invalid'}"
        self.contact = contact
        self._key: ec.EllipticCurvePrivateKey | None = None
        self._secure = ssl.create_default_context()
        self._lookups = ThreadPoolExecutor(LOOKUPS, "formicarium-lookup")
        self._looking: dict[str, asyncio.Future[list[str]]] = {}  # of each service, one name
        self._known: dict[tuple[str, int], tuple[str, float]] = {}  # where it leads, until when

    async def open(self) -> None:
        """Know the key of the house, which is made once for ever."""
        secret = int.from_bytes(await self.store.secret(SECRET))
        self._key = ec.derive_private_key(secret % (ORDER - 1) + 1, CURVE)

    def stop(self) -> None:
        """Look no more names up."""
        self._lookups.shutdown(wait=False, cancel_futures=True)

    @property
    def public_key(self) -> str:
        """What browsers are told of the key of the house."""
        assert self._key is not None
        return encoded(_point(self._key.public_key()))

    def check(self, endpoint: str, p256dh: str, auth: str) -> None:
        """Whether a browser can be told anything with these; `BadEndpoint` if not."""
        self._parts(endpoint)
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(p256dh, KEY))
            decoded(auth, AUTH)
        except ValueError as error:
            raise BadEndpoint("these are not the keys of a browser") from error

    async def send(self, browser: Subscription, post: Parcel) -> Delivery:
        """Send a message to a browser; what came of it."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._send(browser, post)
        except BadEndpoint:
            return never(is_gone=True)
        except (OSError, ssl.SSLError, h11.ProtocolError, TimeoutError) as error:
            return later(type(error).__name__)

    async def _send(self, browser: Subscription, post: Parcel) -> Delivery:
        parts = self._parts(browser.endpoint)
        address = await self._found(parts)
        headers = self._headers(parts, post)
        body = self.sealed(browser, post.payload)
        status, retry_after = await self._asked(parts, address, headers, body)
        if 200 <= status < 300:
            return ARRIVED
        if status in GONE:
            return never(is_gone=True)
        if status == 429 or status >= 500:
            return later(str(status), retry_after)
        return never(str(status))  # moved, too large, or not for this house: so it is tomorrow

    # --- What is sent -----------------------------------------------------------------------------

    def sealed(self, browser: Subscription, payload: bytes) -> bytes:
        """A message that this browser alone can read."""
        sealed: bytes = http_ece.encrypt(
            payload,
            salt=os.urandom(16),
            private_key=ec.generate_private_key(CURVE),
            dh=decoded(browser.p256dh, KEY),
            auth_secret=decoded(browser.auth, AUTH),
            version="aes128gcm",
        )
        return sealed

    def _headers(self, parts: SplitResult, post: Parcel) -> list[tuple[str, str]]:
        claims = {"sub": self.contact, "aud": f"{parts.scheme}://{parts.netloc}"}
        signed = Vapid02(private_key=self._key).sign(claims)
        return [
            ("Host", parts.netloc),
            ("TTL", str(post.seconds)),
            ("Topic", post.topic),
            ("Urgency", "high"),
            ("Content-Type", "application/octet-stream"),
            ("Content-Encoding", "aes128gcm"),
            ("Connection", "close"),
            *signed.items(),
        ]

    # --- Where it is sent -------------------------------------------------------------------------

    def _parts(self, endpoint: str) -> SplitResult:
        """The parts of an address, if messages go there."""
        try:
            parts = urlsplit(endpoint)
            port = parts.port
            (parts.hostname or "").encode("idna")
        except ValueError as error:  # of names, too, that nobody can look up
            raise BadEndpoint("this is not the address of a browser") from error
        is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
        if not is_plain or len(endpoint) > LONGEST or not parts.hostname or "@" in parts.netloc:
            raise BadEndpoint("this is not the address of a browser")
        if not self.anywhere and (parts.scheme != "https" or port not in (None, 443)):
            raise BadEndpoint("the address of a browser begins with https://, and has no port")
        if parts.scheme not in ("https", "http"):
            raise BadEndpoint("the address of a browser begins with https://")
        return parts

    async def _found(self, parts: SplitResult) -> str:
        """Where a name leads. If any of it is an inner network, nothing is sent there."""
        host, port = parts.hostname or "", parts.port or _usual_port(parts)
        address, until = self._known.get((host, port), ("", 0.0))
        if time.monotonic() < until:
            return address
        addresses = await self._looked_up(service_of(parts.geturl()), host, port)
        if not addresses or not (self.anywhere or all(map(is_outside, addresses))):
            raise BadEndpoint("that leads into an inner network")
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[host, port] = addresses[0], time.monotonic() + KNOWN
        return addresses[0]

    async def _looked_up(self, service: str, host: str, port: int) -> list[str]:
        """All addresses of a name; of each service one is looked up at a time.

        A thread that asks for one cannot be stopped when nobody waits for it any more.
        """
        while service in self._looking:
            await asyncio.wait([self._looking[service]])
        looking = asyncio.get_running_loop().run_in_executor(
            self._lookups, addresses_of, host, port
        )
        self._looking[service] = looking
        looking.add_done_callback(lambda _: self._looking.pop(service))
        looking.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(looking)

    async def _asked(
        self, parts: SplitResult, address: str, headers: list[tuple[str, str]], body: bytes
    ) -> tuple[int, float]:
        """Send it to that very address; the status of the answer, and when to come back."""
        is_secure, port = parts.scheme == "https", parts.port or _usual_port(parts)
        try:
            reader, writer = await asyncio.open_connection(
                address,
                port,
                ssl=self._secure if is_secure else None,
                server_hostname=parts.hostname if is_secure else None,
            )
        except OSError:  # perhaps the name leads elsewhere by now
            self._known.pop((parts.hostname or "", port), None)
            raise
        try:
            talk = h11.Connection(h11.CLIENT)
            target = parts.path or "/"
            target += f"?{parts.query}" if parts.query else ""
            size = ("Content-Length", str(len(body)))
            sent = h11.Request(method="POST", target=target, headers=[*headers, size])
            for event in (sent, h11.Data(data=body), h11.EndOfMessage()):
                writer.write(talk.send(event) or b"")
            await writer.drain()
            return await _answer(talk, reader)
        finally:
            writer.close()


async def _answer(talk: h11.Connection, reader: asyncio.StreamReader) -> tuple[int, float]:
    """The status of an answer, and how many seconds to wait; nothing else of it is read."""
    size = 0
    while True:
        event = talk.next_event()
        if isinstance(event, h11.Response):
            told = dict(event.headers).get(b"retry-after", b"").decode("latin-1")
            return event.status_code, float(told[:6]) if told[:6].isdecimal() else 0.0
        if event is h11.NEED_DATA:
            data = await reader.read(4096)
            size += len(data)
            if size > LARGEST:
                raise h11.RemoteProtocolError("that answer is too long")
            talk.receive_data(data)
        elif not isinstance(event, h11.InformationalResponse):
            raise h11.RemoteProtocolError("no answer")


def addresses_of(host: str, port: int) -> list[str]:
    """Where a name leads."""
    return [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def is_outside(address: str) -> bool:
    """Whether an address is one of the open internet, however it is written.

    >>> [is_outside(one) for one in ("127.0.0.1", "::ffff:10.0.0.1", "fd00::1", "169.254.169.254")]
    [False, False, False, False]
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if inner is not None:
            return is_outside(str(inner))
        if found not in OPEN or found.teredo is not None:
            return False
    return found.is_global and not found.is_multicast


def payload_of(title: str, body: str, url: str, tag: str, waiting: int) -> bytes:
    """What the page's worker is told, as it wants it."""
    told = {"title": title, "body": body, "url": url, "tag": tag, "waiting": waiting}
    return msgspec.json.encode(told)


def encoded(data: bytes) -> str:
    """Bytes as browsers write them."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str, size: int) -> bytes:
    """Bytes that a browser wrote, if there are so many."""
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if len(data) != size:
        raise ValueError("not as long as it must be")
    return data


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _usual_port(parts: SplitResult) -> int:
    return 443 if parts.scheme == "https" else 80
