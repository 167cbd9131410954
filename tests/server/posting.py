"""Those who take messages: browsers with keys of their own, and the service that reaches them."""

import base64
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SECONDS = 20.0  # until what does not come is a fault


@dataclass
class Sent:
    """What a service was sent."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Service:
    """A service of a maker of browsers, which answers as it is told."""

    address: str
    sent: list[Sent] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)  # the next ones; then 201. 0: none ever comes
    headers: dict[str, str] = field(default_factory=dict)

    def wait(self, count: int = 1) -> list[Sent]:
        """So many messages, as soon as they are there."""
        wait_until(lambda: len(self.sent) >= count)
        return self.sent


def wait_until(is_so: Callable[[], object]) -> None:
    until = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < until, "it does not come"
        time.sleep(0.01)


class Browser:
    """A browser that takes messages, and can read them."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))

    def subscription(self, endpoint: str) -> dict[str, Any]:
        """As its page tells it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": endpoint,
            "keys": {"p256dh": _written(point), "auth": _written(self.auth)},
        }

    def read(self, sent: Sent) -> dict[str, Any]:
        """What a message says, which nobody else can read."""
        told = http_ece.decrypt(
            sent.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        found: dict[str, Any] = json.loads(told)
        return found


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Counter(ThreadingHTTPServer):
    """Where many may wait for their turn; otherwise the system would have them try again later."""

    request_queue_size = 128


@contextmanager
def service() -> Iterator[Service]:
    """A service that is open on this machine."""
    closing = threading.Event()

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers["Content-Length"])
            body = self.rfile.read(size)
            if len(body) < size:
                return  # whoever sent it was killed meanwhile
            answer = found.answers.pop(0) if found.answers else 201
            found.sent.append(Sent(self.path, dict(self.headers), body))
            if not answer:
                closing.wait(SECONDS)
                return
            self.send_response(answer)
            for name, text in found.headers.items():
                self.send_header(name, text)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = Counter(("127.0.0.1", 0), Door)
    found = Service(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        closing.set()
        server.shutdown()
        server.server_close()
