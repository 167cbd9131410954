"""Mails: by SMTP, with the standard library, in threads of their own so that nobody waits."""

import asyncio
import smtplib
import ssl
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate
from html import escape
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from formicarium.server.house.deliveries import ARRIVED, Delivery, later, never
from formicarium.server.house.messages import Mention
from formicarium.server.settings import Settings

THREADS = 2  # mails that are sent at the same time
PATIENCE = 15.0  # seconds for each of the nine things that are said to the server of mails
HERE = ("localhost", "127.0.0.1", "::1")  # where a password may travel as it is
HOUSE = "Formicarium"
OFF = "/api/mail/off"  # ends all mails by one click, without a page,
OFF_PAGE = "/mail#off="  # and with one; what stands behind the # is sent to no server
CONFIRM_PAGE = "/mail#confirm="
BUTTON = (
    ' style="display:inline-block;padding:10px 18px;background:#7a3b12;color:#ffffff;'
    'border-radius:6px;text-decoration:none"'
)


class Mail(NamedTuple):
    """A mail, before it is put into a form."""

    to: str
    name: str  # the same however often it is sent
    subject: str
    lines: Sequence[Mention]  # each leads somewhere; without a path it leads nowhere
    link: Mention  # what to do now
    why: str
    off: str  # what the link says that ends all mails,
    token: str  # and its token; empty where there are none yet
    language: str


class MailForm(EmailPolicy):
    """How headers are written: one that is a link stays in one piece, as mail programs read it."""

    def fold_binary(self, name: str, value: str) -> bytes:
        """A header as it travels."""
        if name.lower() == "list-unsubscribe":
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


FORM = MailForm(linesep="\r\n")


class Mailer:
    """Sends mails, if there is somebody who takes them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._threads = ThreadPoolExecutor(THREADS, "formicarium-mail")

    @property
    def is_able(self) -> bool:
        """Whether this house can send mails."""
        return bool(self.settings.smtp)

    async def send(self, mail: Mail) -> Delivery:
        """Send a mail; what came of it."""
        written = self.written(mail)
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, self._hand_over, written, mail.to
        )

    def stop(self) -> None:
        """Begin no other one."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    # --- In which form ----------------------------------------------------------------------------

    def written(self, mail: Mail) -> EmailMessage:
        """A mail as text and as HTML, which says how to get no more of them."""
        here, sender = self.settings.house_address, self.settings.mail_from
        found = EmailMessage(policy=FORM)
        found["From"] = f"{HOUSE} <{sender}>"
        found["To"] = mail.to
        found["Subject"] = mail.subject
        found["Date"] = formatdate()
        found["Message-ID"] = f"<{mail.name}@{urlsplit(here).hostname}>"
        found["Auto-Submitted"] = "auto-generated"
        found["Content-Language"] = mail.language
        if mail.token:
            found["List-Unsubscribe"] = f"<{here}{OFF}?token={mail.token}>"
            found["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        found.set_content(as_text(mail, here))
        found.add_alternative(as_html(mail, here), subtype="html")
        return found

    # --- On its way -------------------------------------------------------------------------------

    def _hand_over(self, mail: EmailMessage, to: str) -> Delivery:
        """Give a mail to the server; in a thread. No error is told with what it says of people."""
        try:
            with self._connected() as server:
                server.send_message(mail, self.settings.mail_from, [to])
        except smtplib.SMTPRecipientsRefused as error:
            ((status, _),) = error.recipients.values()
            return never(str(status)) if status >= 500 else later(str(status))
        except smtplib.SMTPResponseException as error:
            is_meant = isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= 500
            return never(str(error.smtp_code)) if is_meant else later(str(error.smtp_code))
        except (OSError, smtplib.SMTPException, ValueError) as error:
            return later(type(error).__name__)
        return ARRIVED

    def _connected(self) -> smtplib.SMTP:
        parts = urlsplit(self.settings.smtp)
        host, secure = parts.hostname or "", ssl.create_default_context()
        if parts.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                host, parts.port or 465, timeout=PATIENCE, context=secure
            )
        else:
            server = smtplib.SMTP(host, parts.port or 25, timeout=PATIENCE)
            server.ehlo()
            if server.has_extn("starttls"):
                server.starttls(context=secure)
                server.ehlo()
            elif parts.username and host not in HERE:
                server.close()
                raise smtplib.SMTPNotSupportedError("passwords travel by TLS alone")
        if parts.username:
            server.login(unquote(parts.username), unquote(parts.password or ""))
        return server


def as_text(mail: Mail, here: str) -> str:
    """A mail for those who read nothing but letters."""
    said = [f"{line.text}\n{here}{line.path}" if line.path else line.text for line in mail.lines]
    said.append(f"{mail.link.text}: {here}{mail.link.path}")
    said.append("--\n" + mail.why)
    if mail.token:
        said[-1] += f"\n{mail.off}: {here}{OFF_PAGE}{mail.token}"
    return "\n\n".join(said) + "\n"


def as_html(mail: Mail, here: str) -> str:
    """A mail as a plain page: nothing in it is loaded from anywhere."""

    def link(line: Mention, style: str = "") -> str:
        return f'<a href="{escape(here + line.path)}"{style}>{escape(line.text)}</a>'

    said = [f"<p>{link(line) if line.path else escape(line.text)}</p>" for line in mail.lines]
    off = f"<br>{link(Mention(mail.off, OFF_PAGE + mail.token))}" if mail.token else ""
    return (
        f'<!doctype html><html lang="{mail.language}"><head><meta charset="utf-8">'
        f"<title>{escape(mail.subject)}</title></head>"
        '<body style="font:16px/1.5 Georgia,serif;color:#2b1d12">'
        f'<h1 style="font-size:20px">{escape(mail.subject)}</h1>{"".join(said)}'
        f"<p>{link(mail.link, BUTTON)}</p>"
        f'<p style="font-size:13px;color:#6b5a4a">{escape(mail.why)}{off}</p></body></html>\n'
    )
