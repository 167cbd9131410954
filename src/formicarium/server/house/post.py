"""The post: messages are sent, each by one process at a time, and again with patience.

A message is held under a lease in its row. Whoever is killed while it holds one leaves it there,
and another sends it when the lease is over, under the same name: so it takes the place of the first
if that has arrived. A message about what is no more so is never sent.
"""

import asyncio
import hashlib
import hmac
import logging
import traceback
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from formicarium.core.text import phrases
from formicarium.server.domain.clocks import DAY
from formicarium.server.house.deliveries import Delivery, later, never
from formicarium.server.house.house import House
from formicarium.server.house.mail import CONFIRM_PAGE, HOUSE, THREADS, Mail, Mailer
from formicarium.server.house.messages import Mention, Message, spoken, worded
from formicarium.server.house.notices import end_of_quiet, is_quiet
from formicarium.server.house.patience import Patience, service_of
from formicarium.server.house.people import sealed
from formicarium.server.house.push import Parcel, Push, payload_of
from formicarium.server.house.tasks import end, go_round, logged
from formicarium.server.store.errors import StoreError
from formicarium.server.store.notices import Channel, HowItStands, Letter, Matter, Wishes

ROUND = 1.0  # seconds between two looks for messages
LEASE = 180.0  # seconds for which a process holds a message: longer than one can take
FIRST, LONGEST = (
    30.0,
    6 * 3600.0,
)  # seconds before a message is tried again; twice as many each time
MOST_WAIT = DAY  # seconds that others may ask for
GIVEN_UP = 3 * DAY  # seconds after which a message is not tried again
CONFIRMED = DAY  # seconds in which a link is good that confirms an address
KEPT = 86_400  # seconds that a message to a browser is kept for somebody who is not reached
STOPPING = 3.0  # seconds in which what is on its way may arrive when the house is closed
TOGETHER: dict[Channel, int] = {"push": 64, "mail": THREADS}  # that are sent at the same time
CHANNELS: tuple[Channel, ...] = ("push", "mail")

log = logging.getLogger("formicarium.server")


class Post:
    """Sends what was written down."""

    def __init__(self, house: House, push: Push, mailer: Mailer) -> None:
        self.house = house
        self.store = house.store
        self.push = push
        self.mailer = mailer
        self.tokens = Tokens(house)
        self.patience = Patience()
        self._rounds: list[asyncio.Task[None]] = []
        self._sending: dict[Channel, set[asyncio.Task[None]]] = {one: set() for one in CHANNELS}
        self._ways: dict[Channel, Callable[[Letter], Awaitable[Delivery]]] = {
            "push": self._to_browser,
            "mail": self._to_mail,
        }

    async def start(self) -> None:
        """Begin to send; one way never waits for the other."""
        ways = [one for one in CHANNELS if one == "push" or self.mailer.is_able]
        looks = (partial(self._empty, one) for one in ways)
        self._rounds = [
            asyncio.create_task(go_round(look, ROUND, "messages were not sent")) for look in looks
        ]

    async def stop(self) -> None:
        """Send no more; what does not arrive in a moment is sent by whoever opens the house again.

        Messages to browsers at once; of a mail, nobody knows whether its server has it by now.
        """
        for one in self._rounds:
            await end(one)
        sending = self._sending["push"] | self._sending["mail"]
        if sending:
            await asyncio.wait(sending, timeout=STOPPING)
        for one in sending:
            await end(one)
        with logged("messages were not given back"):
            await self.store.give_back_letters("push")
        self.mailer.stop()
        self.push.stop()

    async def _empty(self, channel: Channel) -> None:
        sending = self._sending[channel]
        while await self.look(channel) or sending:
            if sending:
                await asyncio.wait(sending, timeout=ROUND, return_when=asyncio.FIRST_COMPLETED)

    async def look(self, channel: Channel) -> int:
        """Begin to send what is due in one way, as much as goes at once; how many messages."""
        sending = self._sending[channel]
        while len(sending) >= TOGETHER[channel]:  # those that nobody answers hinder no others
            await asyncio.wait(sending, return_when=asyncio.FIRST_COMPLETED)
        now, most = self.house.now(), TOGETHER[channel] - len(sending)
        found = await self.store.take_letters(channel, now, now + LEASE, most)
        for letter in found:
            task = asyncio.create_task(self._deliver(letter))
            sending.add(task)
            task.add_done_callback(sending.discard)
        return len(found)

    async def _deliver(self, letter: Letter) -> None:
        with logged("what came of a message was not noted"):
            await self._note(letter, await self._sent(letter))

    async def _sent(self, letter: Letter) -> Delivery:
        """Send a message; what came of it. What cannot even be made is no fault of the others."""
        try:
            return await self._ways[letter.channel](letter)
        except StoreError:
            raise
        except Exception as error:  # whose words may say to whom
            place = traceback.extract_tb(error.__traceback__)[-1]
            log.error(
                "a message could not be made: %s in line %d of %s",
                type(error).__name__, place.lineno, place.filename,
            )  # fmt: skip
            return later(type(error).__name__)

    async def _note(self, letter: Letter, outcome: Delivery) -> None:
        """Note what came of a message."""
        now = self.house.now()
        self.house.metrics.letters.labels(letter.channel, _in_a_word(outcome)).inc()
        if outcome.is_gone:
            await self.store.drop_subscription(letter.subscription)
        if outcome.has_arrived or outcome.is_hopeless:
            await self.store.settle_letter(letter.number)
            return
        wait = min(outcome.wait, MOST_WAIT)
        if outcome.was_tried:
            wait = max(min(FIRST * 2 ** min(letter.tries, 20), LONGEST), wait)
        if now + wait - letter.created > GIVEN_UP:
            log.warning("a message was given up (%s, %s)", letter.channel, outcome.reason)
            await self.store.settle_letter(letter.number)
        else:
            await self.store.put_letter_off(letter.number, now + wait, outcome.was_tried)

    async def _found(self, letter: Letter, wishes: Wishes) -> tuple[Message, int] | None:
        """What is still to be said, and how many tables wait; nothing if she has looked since."""
        if wishes.looked >= letter.created:
            return None
        standings = await self.store.standings(letter.person, letter.about)
        holds: Mapping[Matter, HowItStands] = {
            one: standings[one]
            for one in letter.about
            if standings[one].holds and one.kind in wishes.kinds(letter.channel)
        }
        if not holds:
            return None
        books = await self.house.library.books()

        def titles(game: str, language: str) -> str:
            book = books.get(game)
            return game if book is None else phrases(book.package, language)("title")

        waiting = await self.store.waiting_for(letter.person)
        return worded(wishes, holds, titles), len(waiting)

    async def _to_browser(self, letter: Letter) -> Delivery:
        browser = await self.store.subscription(letter.subscription)
        wishes = await self.store.wishes(letter.person)
        found = await self._found(letter, wishes)
        if browser is None or found is None:
            return never("old")
        message, waiting = found
        if is_quiet(wishes, self.house.now()):
            return self._after_quiet(wishes)
        told = payload_of(message.title, message.body, message.path, message.tag, waiting)
        parcel = Parcel(told, self.tokens.topic(message.tag), KEPT)
        service, begun = service_of(browser.endpoint), self.house.now()
        not_now = self.patience.begin(service, begun)
        if not_now is not None:
            return not_now
        outcome = later("failed")
        try:
            outcome = await self.push.send(browser, parcel)
        finally:
            outcome = self.patience.end(service, begun, outcome, self.house.now())
        return outcome

    async def _to_mail(self, letter: Letter) -> Delivery:
        wishes = await self.store.wishes(letter.person)
        if not letter.about:
            return await self._ask(letter, wishes)
        found = await self._found(letter, wishes)
        if not wishes.address or found is None:
            return never("old")
        if is_quiet(wishes, self.house.now()):
            return self._after_quiet(wishes)
        message, _ = found
        say, is_one = spoken(wishes), len(message.lines) == 1
        link = Mention(say("mail.go" if is_one else "mail.all"), message.path)
        return await self.mailer.send(
            Mail(
                to=wishes.address,
                name=self.tokens.name(letter),
                subject=message.title,
                lines=(Mention(message.body, ""),) if is_one else message.lines,
                link=link,
                why=say("mail.why", house=HOUSE),
                off=say("mail.off"),
                token=self.tokens.off(wishes),
                language=say.language,
            )
        )

    def _after_quiet(self, wishes: Wishes) -> Delivery:
        """Some messages have waited until the night: they wait until the morning."""
        now = self.house.now()
        return later("quiet", end_of_quiet(wishes, now) - now, was_tried=False)

    async def _ask(self, letter: Letter, wishes: Wishes) -> Delivery:
        """Ask whoever reads mail at an address whether it is hers who named it."""
        is_late = self.house.now() - wishes.asked > CONFIRMED
        if not wishes.pending or letter.created != wishes.asked or is_late:
            return never("old")
        say = spoken(wishes)
        path = CONFIRM_PAGE + self.tokens.confirm(wishes)
        return await self.mailer.send(
            Mail(
                to=wishes.pending,
                name=self.tokens.name(letter),
                subject=say("mail.confirm"),
                lines=(Mention(say("mail.confirm_more", house=HOUSE), ""),),
                link=Mention(say("mail.yes"), path),
                why=HOUSE,
                off="",
                token="",
                language=say.language,
            )
        )


class Tokens:
    """What stands in links of mails: nobody but the house can make it, and nothing is kept."""

    def __init__(self, house: House) -> None:
        self.house = house

    def confirm(self, wishes: Wishes) -> str:
        """Confirms an address, as long as it was not confirmed and no other was asked for."""
        return self._made(wishes.person, f"mail {wishes.pending} {wishes.asked!r}")

    def off(self, wishes: Wishes) -> str:
        """Ends mails to an address."""
        return self._made(wishes.person, f"no mail {wishes.address}")

    def is_confirm(self, token: str, wishes: Wishes, now: float) -> bool:
        """Whether a token confirms the address that somebody has named last."""
        is_late = now - wishes.asked > CONFIRMED
        return bool(wishes.pending) and not is_late and _is_same(token, self.confirm(wishes))

    def is_off(self, token: str, wishes: Wishes) -> bool:
        """Whether a token ends mails to somebody."""
        return bool(wishes.address) and _is_same(token, self.off(wishes))

    def name(self, letter: Letter) -> str:
        """What a mail is called: the same as often as it is sent, and in no other house."""
        return self._sealed(f"{letter.number} {letter.created!r}")

    def topic(self, tag: str) -> str:
        """By what services know that a newer message takes the place of one: not what it is about.

        They take 32 characters.
        """
        return self._sealed(f"topic {tag}")

    def _sealed(self, whole: str) -> str:
        key = self.house.secret[:32]
        return hashlib.blake2b(whole.encode(), key=key, digest_size=16).hexdigest()

    def _made(self, person: int, promise: str) -> str:
        return f"{person}.{sealed(f'{person} {promise}', self.house.secret)}"


def person_of(token: str) -> int:
    """Whose a token may be."""
    number = token.partition(".")[0]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0


def _is_same(token: str, right: str) -> bool:
    """Whether a token is the right one; it may be any text."""
    return hmac.compare_digest(token.encode(errors="replace"), right.encode())


def _in_a_word(outcome: Delivery) -> str:
    if outcome.has_arrived:
        return "arrived"
    return "never" if outcome.is_hopeless else "later"
