"""Mails through a real server of mails: asked for, confirmed, sent once, and ended by one click."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope
from litestar.testing import TestClient

from formicarium.server.house import notices, post
from formicarium.server.house.mail import Mail, Mailer
from formicarium.server.house.messages import Mention
from formicarium.server.settings import Settings
from tests.server.killing import free_port
from tests.server.playing import Guest, house, on_turn, refused, two
from tests.server.posting import wait_until

DAY = 86_400.0
HOUSE = "https://ants.example.org"


class MailBox:
    """A server of mails that may be away; what it was given is read here."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.mails: list[EmailMessage] = []
        self.names: list[str] = []  # of all that it was offered, taken or not
        self.raw: list[bytes] = []
        self.refuses = ""
        self.controller: Any = None

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        found = message_from_bytes(envelope.content, policy=default)
        assert isinstance(found, EmailMessage)
        self.names.append(found["Message-ID"])
        if self.refuses:
            return self.refuses
        self.raw.append(envelope.content)
        assert envelope.rcpt_tos == [found["To"]]
        self.mails.append(found)
        return "250 OK"

    def open(self) -> None:
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    def close(self) -> None:
        if self.controller is not None:
            self.controller.stop()
            self.controller = None


@pytest.fixture(scope="module")
def box() -> Iterator[MailBox]:
    found = MailBox(free_port())
    found.open()
    yield found
    found.close()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, box: MailBox) -> Iterator[TestClient[Any]]:
    settings: dict[str, Any] = {
        "smtp": f"smtp://127.0.0.1:{box.port}",
        "house_address": HOUSE,
        "mail_from": "ants@example.org",
        "grace_seconds": 0.05,
        "mails_per_day": 100_000,
    }
    with pytest.MonkeyPatch.context() as patch:
        for module in (notices, post):
            patch.setattr(module, "ROUND", 0.02)
        with house(tmp_path_factory.mktemp("house"), **settings) as client:
            yield client


def parts(mail: EmailMessage) -> tuple[str, str]:
    """A mail as text and as HTML."""
    text, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None
    assert html is not None
    return text.get_content(), html.get_content()


def link(mail: EmailMessage, kind: str) -> str:
    """The token of a link, which both forms have."""
    text, html = parts(mail)
    found = re.search(rf"{HOUSE}/mail#{kind}=(\S+)", text)
    assert found
    assert f"/mail#{kind}={found[1]}" in html
    return found[1]


def confirmed(guest: Guest, address: str, box: MailBox, language: str = "en") -> str:
    """Somebody says that she reads mail at an address; the token that said so."""
    headers = {"accept_language": language}
    guest.ask("PUT", "/api/me/notices", {"mail": ["turn"]}, **headers)
    answer = guest.ask("POST", "/api/me/mail", {"address": address})
    assert answer.json()["pending"] == address
    assert answer.json()["address"] == ""
    wait_until(lambda: any(mail["To"] == address for mail in box.mails))
    mail = [mail for mail in box.mails if mail["To"] == address][-1]
    token = link(mail, "confirm")
    stranger = Guest(guest.client)  # the link may be followed on another device
    assert stranger.ask("POST", "/api/mail/confirm", {"token": token}).status_code == 201
    assert guest.get("/api/me/notices")["address"] == address
    return token


def turns(ada: Guest, ben: Guest) -> tuple[Guest, str]:
    """A game of long days, in which the other one must decide now: who, and where."""
    table = ada.make("me", "open", clock={"per": "decision", "seconds": 30 * DAY})
    ben.do("join", table)
    ada.do("start", table)
    now, then = on_turn(ada, ben, table)
    while not then.table(table)["actions"]:
        now.move(table)
    return then, table


def test_a_mail_comes_in_two_forms_and_ends_by_one_click(
    client: TestClient[Any], box: MailBox
) -> None:
    ada, ben = two(client)
    token = confirmed(ada, "ada@example.org", box, "de")
    confirmed(ben, "ben@example.org", box, "fr")
    refused(ada.ask("POST", "/api/mail/confirm", {"token": token}), 403, "bad_link")
    count = len(box.mails)
    then, table = turns(ada, ben)
    wait_until(lambda: len(box.mails) > count)
    mail = box.mails[-1]
    text, html = parts(mail)
    assert ("Du bist dran" if then is ada else "À toi de jouer") in mail["Subject"]
    assert f"{HOUSE}/t/{table}" in text
    assert f'href="{HOUSE}/t/{table}"' in html
    assert ("Ben" if then is ada else "Ada") in text
    assert "<script" not in html
    assert "<img" not in html
    assert mail["Message-ID"].endswith("@ants.example.org>")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    off = mail["List-Unsubscribe"].strip("<>").removeprefix(HOUSE)
    as_it_travels = f"\r\nList-Unsubscribe: <{HOUSE}{off}>\r\n"  # no mail program decodes it
    assert as_it_travels.encode() in box.raw[-1]
    look = client.get(off, follow_redirects=False)  # whoever knows no such click follows the link
    assert look.is_redirect
    assert look.headers["location"] == f"/mail#off={link(mail, 'off')}"
    assert then.get("/api/me/notices")["address"]
    click = Guest(client).ask("POST", off.replace("?token=", "?token=1"))
    assert click.status_code == 201  # nobody is told whether a token is right
    assert then.get("/api/me/notices")["address"]
    answer = client.post(
        off,
        content=b"List-Unsubscribe=One-Click",
        headers={"content-type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code == 201
    told = then.get("/api/me/notices")
    assert (told["address"], told["mail"]) == ("", [])
    assert link(mail, "off") in off


def test_what_people_call_themselves_stays_words() -> None:
    """Names, and whatever games are called, are shown in a mail as they are."""
    evil = '<img src="//eve.example.org">&"\'</p>'
    settings = Settings(house_address=HOUSE, mail_from="ants@example.org")
    found = Mailer(settings).written(
        Mail(
            to="ada@example.org",
            name="a",
            subject=evil,
            lines=(Mention(evil, ""), Mention(evil, "/t/1")),
            link=Mention(evil, "/t/1"),
            why=evil,
            off=evil,
            token="1.token",
            language="en",
        )
    )
    text, html = parts(found)
    assert evil in text
    assert found["Subject"] == evil
    assert "<img" not in html
    assert html.count("&lt;img src=&quot;//eve.example.org&quot;&gt;&amp;&quot;") == 7
    assert {*re.findall(r'(?:src|href)="([^"]*)', html)} == {
        f"{HOUSE}/t/1",
        f"{HOUSE}/mail#off=1.token",
    }


def test_mail_that_is_down_for_a_day_loses_nothing_and_hinders_nobody(
    client: TestClient[Any], box: MailBox
) -> None:
    ada, ben = two(client)
    for guest, name in ((ada, "a"), (ben, "b")):
        confirmed(guest, f"{name}@example.org", box)
    count, house = len(box.mails), client.app.state.services.house
    offered = len(box.names)
    box.close()
    then, table = turns(ada, ben)
    tried = client.app.state.services.metrics.letters.labels("mail", "later")._value
    wait_until(lambda: tried.get() > 0)
    later = house.store.clock()
    house.now = lambda: later + DAY / 2
    before = tried.get()
    wait_until(lambda: tried.get() > before)
    box.refuses = "451 try again"
    box.open()
    house.now = lambda: later + DAY
    before = tried.get()
    wait_until(lambda: tried.get() > before)
    box.refuses = ""
    house.now = lambda: later + 2 * DAY
    wait_until(lambda: len(box.mails) > count)
    (mail,) = box.mails[count:]
    assert f"/t/{table}" in parts(mail)[0]
    assert [*{*box.names[offered:]}] == [mail["Message-ID"]]  # whoever got it twice sees it once
    assert len(box.names) > offered + 1
    assert then.table(table)["actions"]


def test_links_that_no_house_has_written_do_nothing(client: TestClient[Any], box: MailBox) -> None:
    ada, stranger = Guest(client), Guest(client)
    ada.get("/api/me")
    confirmed(ada, "odd@example.org", box)
    number = ada.get("/api/me/data")["person"]["number"]
    for token in ("é", f"{number}.é", "🐜.🐜", "²", f"{number}.x"):
        answer = stranger.ask("POST", "/api/mail/confirm", {"token": token})
        refused(answer, 403, "bad_link")
        answer = stranger.ask("POST", f"/api/mail/off?token={token}")
        assert answer.status_code == 201
    assert ada.get("/api/me/notices")["address"] == "odd@example.org"


def test_nobody_has_mails_sent_to_others(client: TestClient[Any], box: MailBox) -> None:
    guests = [Guest(client) for _ in range(5)]
    for guest in guests:
        guest.get("/api/me")
    for guest in guests[:3]:
        assert guest.ask("POST", "/api/me/mail", {"address": "Eve@example.org"}).is_success
    for guest, written in zip(guests, ("eve", "EVE", "e.v.e", "eve+1", "e.ve+2"), strict=True):
        answer = guest.ask("POST", "/api/me/mail", {"address": f"{written}@example.org"})
        refused(answer, 429, "too_many")
    bad_ones = ("eve", "eve@localhost", "e ve@example.org", "eve@example.org\nBcc: all@a.org")
    odd_ones = ("évé@example.org", "🐜@example.org", "eve@🐜.org")  # servers of mails refuse them
    for bad in (*bad_ones, *odd_ones, "eve@example.org\n", "eve@example.org\r"):
        answer = guests[0].ask("POST", "/api/me/mail", {"address": bad})
        refused(answer, 400, "bad_request")


def test_one_person_names_a_few_addresses_a_day(tmp_path: Path) -> None:
    named = {"house_address": HOUSE, "mail_from": "ants@example.org"}
    settings: dict[str, Any] = {**named, "mails_per_day": 3}
    with house(tmp_path, smtp=f"smtp://127.0.0.1:{free_port()}", **settings) as client:
        ada = Guest(client)
        ada.get("/api/me")
        for number in range(3):
            answer = ada.ask("POST", "/api/me/mail", {"address": f"ada@a{number}.org"})
            assert answer.is_success
        answer = ada.ask("POST", "/api/me/mail", {"address": "ada@example.org"})
        refused(answer, 429, "too_many")


def test_an_address_is_in_ones_data_and_gone_with_oneself(
    client: TestClient[Any], box: MailBox
) -> None:
    ada = Guest(client)
    ada.get("/api/me")
    confirmed(ada, "countess@example.org", box)
    assert ada.get("/api/me/data")["person"]["wishes"]["address"] == "countess@example.org"
    assert ada.ask("DELETE", "/api/me", {}).status_code == 204
    folder = Path(client.app.state.services.settings.data)
    kept = b"".join(file.read_bytes() for file in folder.glob("formicarium.sqlite*"))
    assert b"countess" not in kept
