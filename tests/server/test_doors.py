"""A house in a process of its own: what is told at which port."""

import socket
from pathlib import Path

import httpx
import pytest

from tests.server.killing import free_port, opened

SPELLINGS = (b"/metrics", b"/metrics/", b"//metrics", b"/Metrics", b"/%6detrics", b"/./metrics")


def raw(port: int, path: bytes, host: str) -> bytes:
    """All that is answered to a request that no library has tidied up."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as wire:
        wire.sendall(
            b"GET %b HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n\r\n" % (path, host.encode())
        )
        return b"".join(iter(lambda: wire.recv(65_536), b""))


@pytest.mark.heavy
def test_metrics_have_a_door_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = free_port()
    monkeypatch.setenv("FORMICARIUM_METRICS_PORT", str(inner))
    with opened(tmp_path) as house:
        while httpx.get(f"{house.address}/readyz").status_code != 200:
            pass  # the bots' processes are being started
        assert b"formicarium_sockets_open" in raw(inner, b"/metrics", "house.local")
        assert b"404" in raw(inner, b"/api/games", "house.local").splitlines()[0]
        for path in SPELLINGS:
            answer = raw(house.port, path, f"127.0.0.1:{inner}")
            assert b" 404 " in answer.splitlines()[0]
            assert b"formicarium_sockets_open" not in answer
        assert house.stop() == 0
