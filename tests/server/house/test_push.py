"""Messages to browsers: what the services of their makers answer, and where nothing is sent."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from formicarium.server.house import push as pushing
from formicarium.server.house.deliveries import Delivery
from formicarium.server.house.push import BadEndpoint, Parcel, Push, is_outside
from formicarium.server.settings import Settings
from formicarium.server.store.notices import Subscription
from tests.server.posting import SECONDS, Browser, Service, service

POST = Parcel(b'{"title": "Your turn"}', "letter-7", 3600)


class Secrets:
    """A store that keeps nothing but one secret."""

    async def secret(self, name: str) -> bytes:
        return name.encode().ljust(32, b"!")


@pytest.fixture
def there() -> Iterator[Service]:
    with service() as found:
        yield found


async def opened(**settings: Any) -> Push:
    """What sends messages in a house of these settings."""
    store: Any = Secrets()
    push = Push(store, Settings(**settings))
    await push.open()
    return push


def sent(endpoint: str, browser: Browser, **settings: Any) -> Delivery:
    """What comes of a message."""

    async def send() -> Delivery:
        push = await opened(**settings)
        keys = browser.subscription(endpoint)["keys"]
        return await push.send(Subscription(1, 1, "", endpoint, **keys, created=0.0), POST)

    return asyncio.run(send())


def test_the_key_of_a_house_stays_what_it_is() -> None:
    async def key() -> str:
        push = await opened()
        return push.public_key

    assert asyncio.run(key()) == asyncio.run(key())


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (201, Delivery(has_arrived=True)),
        (404, Delivery(is_hopeless=True, is_gone=True)),
        (410, Delivery(is_hopeless=True, is_gone=True)),
        (413, Delivery(is_hopeless=True, reason="413")),
        (307, Delivery(is_hopeless=True, reason="307")),  # wherever it would lead
        (429, Delivery(wait=120.0, reason="429")),
        (503, Delivery(wait=120.0, reason="503")),
        (0, Delivery(reason="TimeoutError")),
    ],
)
def test_what_a_service_answers(
    there: Service, status: int, outcome: Delivery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushing, "PATIENCE", 5.0 if status else 0.5)
    browser, there.answers = Browser(), [status]
    there.headers = {"Retry-After": "120", "Location": "http://127.0.0.1:9/"}
    assert sent(f"{there.address}/ada?a=b", browser, push_anywhere=True) == outcome
    (one,) = there.sent
    assert browser.read(one) == {"title": "Your turn"}
    assert (one.path, one.headers["Topic"], one.headers["TTL"]) == ("/ada?a=b", "letter-7", "3600")


def test_nobody_reads_what_is_for_another_browser(there: Service) -> None:
    sent(there.address, Browser(), push_anywhere=True)
    with pytest.raises(Exception, match=r"Decryption|tag|^$"):
        Browser().read(there.sent[0])


def test_inner_networks_are_not_reached_however_they_are_written(
    there: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = (
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "224.0.0.1", "::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1"),
        *("::ffff:a9fe:a9fe", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "::"),
        *("::7f00:1", "fec0::1", "2001:0:7f00:1::"),
    )
    assert not any(map(is_outside, inner))
    assert is_outside("93.184.216.34")
    assert is_outside("2606:2800:220:1:248:1893:25c8:1946")

    def found(*_: object, **__: object) -> list[Any]:
        good, bad = ("93.184.216.34", 443), ("10.0.0.1", 443)
        return [(socket.AF_INET, 1, 6, "", good), (socket.AF_INET, 1, 6, "", bad)]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    gone = Delivery(is_hopeless=True, is_gone=True)
    assert sent("https://push.example.org/ada", Browser()) == gone
    assert sent(there.address, Browser()) == gone
    assert there.sent == []


def test_names_that_nobody_answers_for_keep_nobody_else_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Strangers choose these names: looking them up takes no thread from the rest of the house."""
    answered = threading.Event()

    def silent(*_: object, **__: object) -> list[Any]:
        answered.wait(SECONDS)
        raise socket.gaierror

    async def test() -> list[Delivery]:
        push, browser = await opened(), Browser()
        there = "https://push.example.org/ada"
        keys = browser.subscription(there)["keys"]
        ada = Subscription(1, 1, "", there, **keys, created=0.0)
        monkeypatch.setattr(socket, "getaddrinfo", silent)
        sending = [asyncio.create_task(push.send(ada, POST)) for _ in range(50)]
        await asyncio.sleep(0)
        await asyncio.to_thread(answered.set)  # the rest of the house goes on
        return await asyncio.gather(*sending)

    begun = asyncio.run(test())
    assert answered.is_set()
    assert begun == [Delivery(reason="gaierror")] * 50


def test_many_names_of_one_stranger_take_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """And where others are reached is known for a while, whatever is looked up meanwhile."""
    answered, looked = threading.Event(), list[str]()

    def found(name: str, *_: object, **__: object) -> list[Any]:
        looked.append(name)
        if name.endswith("silent.example"):
            answered.wait(SECONDS)
        return [(socket.AF_INET, 1, 6, "", ("93.184.216.34", 443))]

    async def arrives(*_: object) -> tuple[int, float]:
        return 201, 0.0

    async def test() -> None:
        push, keys = await opened(), Browser().subscription("")["keys"]
        monkeypatch.setattr(socket, "getaddrinfo", found)
        monkeypatch.setattr(push, "_asked", arrives)

        def send(there: str) -> "asyncio.Task[Delivery]":
            browser = Subscription(1, 1, "", f"https://{there}/ada", **keys, created=0.0)
            return asyncio.create_task(push.send(browser, POST))

        hanging = [send(f"n{number}.silent.example") for number in range(40)]
        async with asyncio.timeout(SECONDS / 2):
            for _ in range(3):
                assert (await send("push.example.org")).has_arrived
        assert sorted(looked) == ["n0.silent.example", "push.example.org"]
        answered.set()
        assert all(one.has_arrived for one in await asyncio.gather(*hanging))

    asyncio.run(test())


@pytest.mark.parametrize(
    "endpoint",
    [
        *("http://push.example.org/a", "https://push.example.org:8443/a", "https:///a"),
        *("https://user@push.example.org/a", "https://push.example.org/a b", "file:///etc/passwd"),
        *("https://push.example.org:x/", f"https://push.example.org/{'a' * 1000}"),
        *("https://push..example.org/", f"https://{'a' * 64}.example.org/"),
    ],
)
def test_addresses_that_no_browser_has_are_refused(endpoint: str) -> None:
    store: Any = Secrets()
    push = Push(store, Settings())
    keys = Browser().subscription("")["keys"]
    push.check("https://push.example.org/a", **keys)
    with pytest.raises(BadEndpoint):
        push.check(endpoint, **keys)
    with pytest.raises(BadEndpoint, match="keys"):
        push.check("https://push.example.org/a", "AAAA", keys["auth"])
