"""Whether every game can be held in the hand: what is on the screen, and what a finger reaches.

Tables begin with positions from early, middle and late in games of all variants; in each the page
is measured as it comes to rest, on five screens. Nothing is ever played: whatever the page sends is
noted and refused, so that every way of touching can be tried from the same position.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Any

from playwright.sync_api import Browser, WebSocketRoute

from tests.server.killing import Open
from tests.web.browsing import EYE, TABLE, Visitor
from tests.web.courses import VARIANTS, Moment, Variant, course_of, kind_of

PARTS = ("early", "middle", "late")
GAMES_PLAYED = 6  # of each variant, from which positions are taken
WHIMS = 0.3  # share of moves that no greedy player makes: rare decisions come up
TEXT = 10.0  # pixels
MOST_TAPS = 3  # until an action is chosen; the tick that confirms it is not counted
MOST_TRIES = 100  # touches that may lead on, from one position
ANSWER, PAUSE = 1500, 150  # milliseconds until a touch is answered, and between two looks
PROOFS = 3  # touches that show that one kind of target does what it says
NUMBER = re.compile(r"\b[a-z]?\d+(\.\d+)?")

# Of each kind of target, whether touches of it did what it says.
Proofs = dict[tuple[str, ...], list[bool]]


@dataclass(frozen=True)
class Size:
    """A screen, and what must be true of a page on it."""

    width: int
    height: int
    has_touch: bool = True

    def __str__(self) -> str:
        return f"{self.width}×{self.height}"

    @property
    def target(self) -> int:
        return 40 if self.has_touch else 24

    @property
    def far(self) -> int:
        return 16 if self.has_touch else 8

    @property
    def share(self) -> float:
        return 0.55 if self.height > self.width else 0.75

    @property
    def board(self) -> str:
        """What of the page is the board: with a mouse, all places of it at once."""
        return ".stage" if self.has_touch else "section.board"

    @property
    def context(self) -> dict[str, Any]:
        viewport = {"width": self.width, "height": self.height}
        touch = {"has_touch": True, "is_mobile": True} if self.has_touch else {}
        return {"viewport": viewport, **touch}


SIZES = (
    Size(360, 740),
    Size(390, 844),
    Size(740, 360),
    Size(820, 1180),
    Size(1366, 768, has_touch=False),
)


@dataclass(frozen=True)
class State:
    """A position to be measured: of which game, and from which part of it."""

    variant: Variant
    part: str
    moment: Moment

    def __str__(self) -> str:
        return f"{self.variant}, {self.part} ({' '.join(sorted(self.moment.kinds))})"


def states(each: int, seed: int) -> list[State]:
    """So many positions from each part of every variant, of kinds that were seen least before."""
    dice, seen, found = random.Random(seed), Counter[tuple[str, str]](), []
    for variant, part in product(VARIANTS, range(len(PARTS))):
        courses = [course_of(variant, number, WHIMS) for number in range(GAMES_PLAYED)]
        thirds = [
            course[len(course) * part // 3 : len(course) * (part + 1) // 3] for course in courses
        ]
        moments = [moment for third in thirds for moment in third]
        for _ in range(each):
            dice.shuffle(moments)
            news = partial(novelty, seen=seen, game=variant.game)
            moment = max(moments, key=news)
            seen.update((variant.game, kind) for kind in moment.kinds)
            found.append(State(variant, PARTS[part], moment))
    return found


def novelty(moment: Moment, seen: Counter[tuple[str, str]], game: str) -> float:
    """How much there is in a moment that was not measured yet."""
    return sum(2.0 ** -seen[game, kind] for kind in moment.kinds)


@dataclass
class Reading:
    """What was found on one screen in one position."""

    state: State
    size: Size
    share: float = 0.0
    targets: int = 0
    worst: float = 999.0
    smallest: float = 999.0
    most_taps: int = 0
    faults: list[tuple[str, str]] = field(default_factory=list)  # bar, element

    def __str__(self) -> str:
        return f"{self.state}, {self.size}: {len(self.faults)} faults"

    def count(self, bar: str) -> int:
        return sum(one == bar for one, _ in self.faults)


class Hand:
    """Somebody in front of one screen, whose decisions are noted and never played."""

    def __init__(self, browser: Browser, house: Open, size: Size, proofs: Proofs) -> None:
        """Open a browser of that size."""
        context = browser.new_context(locale="en", reduced_motion="reduce", **size.context)
        context.add_init_script(path=EYE)
        context.route_web_socket("**/socket?*", self._listen)
        self.size, self.visitor = size, Visitor(context, house.address)
        self.page = self.visitor.page
        self.sent: list[int] = []
        self.first: list[tuple[str, int, int, bool]] = []
        self.proofs = proofs

    def _listen(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def heard(message: str | bytes) -> None:
            command = json.loads(message)
            if command["type"] != "play":
                server.send(message)
                return
            self.sent.append(command["action"])
            refused = {"type": "refused", "status": 409, "error": "measured", "message": "-"}
            route.send(json.dumps({**refused, "key": command["key"]}))

        route.on_message(heard)

    def sit(self, state: State) -> dict[str, Any]:
        """Come to a new table in that position; the table as the server tells it."""
        variant = state.variant
        table = self.visitor.make(
            variant.game,
            *("me", *["beginner"] * (variant.players - 1)),
            options=dict(variant.options),
            position=state.moment.position,
        )
        self.visitor.sit(table)
        self.rest()
        self.first = self.screen()
        found: dict[str, Any] = self.visitor.ask(f"/api/tables/{table}")
        return found

    def rest(self) -> None:
        self.page.evaluate("() => eye.still()")

    def again(self, path: Iterable[tuple[float, float]]) -> None:
        """The same table anew, and what was touched on the way."""
        self.page.keyboard.press("Escape")
        self.rest()
        if self.screen() != self.first:
            self.page.reload()
            self.page.wait_for_selector(TABLE)
            self.rest()
        for point in path:
            self.touch(*point)
            self.rest()

    def touch(self, x: float, y: float) -> None:
        if self.size.has_touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def targets(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("far => eye.targets(far)", self.size.far)
        return found

    def screen(self) -> list[tuple[str, int, int, bool]]:
        """What is where."""
        return [
            (one["name"], round(one["x"]), round(one["y"]), one["isHit"]) for one in self.targets()
        ]

    def decides(self, x: float, y: float) -> int | None:
        """Touch a point, and the tick if one appears; the code of what is sent, if anything is."""
        self.sent.clear()
        before = on_board(self.targets())
        self.touch(x, y)
        for _ in range(ANSWER // PAUSE):
            self.rest()
            seen = self.targets()
            ticks = [one for one in seen if one["where"] == "tick" and one["isHit"]]
            if ticks and not self.sent:
                self.touch(ticks[0]["x"], ticks[0]["y"])
            elif self.sent or on_board(seen) != before:
                break
            self.page.wait_for_timeout(PAUSE)
        return self.sent[0] if self.sent else None


def on_board(targets: list[dict[str, Any]]) -> set[str]:
    """The names of what is on the board and in the tray."""
    return {one["name"] for one in targets if one["where"] not in ("list", "around")}


class Walk:
    """The search for every legal action of a position, touch by touch."""

    def __init__(self, hand: Hand, state: State, table: dict[str, Any]) -> None:
        """Begin where nothing has been touched."""
        self.hand, self.game = hand, state.variant.game
        self.texts = {action["code"]: action["text"] for action in table["actions"]}
        self.by_words = {action["words"]: action["text"] for action in table["actions"]}
        self.taps: dict[str, int] = {}
        self.tries = 0

    @property
    def missing(self) -> list[str]:
        return [text for text in self.texts.values() if text not in self.taps]

    def run(self) -> None:
        """Touch on until everything is found, or three touches deep."""
        level: list[tuple[list[tuple[float, float]], list[dict[str, Any]]]]
        level = [([], self._on_board())]
        for depth in range(1, MOST_TAPS + 1):
            for path, targets in level:
                for target in targets:
                    self._claim(target, depth, path)
            level = [
                node
                for path, targets in level
                for target in sorted(targets, key=self._promise)
                for node in self._lead_on(target, depth, path, targets)
            ]

    def _promise(self, target: dict[str, Any]) -> int:
        """What names a missing action is touched first, chips that only lead elsewhere last."""
        return int(target["isChip"]) - len(self._wanted(target))

    def _on_board(self) -> list[dict[str, Any]]:
        """Targets that can be touched, the list left out; of a menu its items are."""
        found = [target for target in self.hand.targets() if target["isHit"]]
        for target in found:
            if target["where"] == "menu":
                target["actions"] = [self.by_words.get(target["words"], "")]
        return [one for one in found if one["where"] not in ("list", "around") or one["isChip"]]

    def _wanted(self, target: dict[str, Any]) -> list[str]:
        return [text for text in target["actions"] if text in self.missing]

    def _claim(self, target: dict[str, Any], depth: int, path: list[tuple[float, float]]) -> None:
        """A target that says what it does, and whose kind has shown it, is believed."""
        if len(target["actions"]) == 1 and (wanted := self._wanted(target)):
            kind = (self.game, target["where"], str(target["isLive"]), kind_of(wanted[0]))
            proofs = self.hand.proofs.setdefault(kind, [])
            if len(proofs) < PROOFS:
                self.hand.again(path)
                code = self.hand.decides(target["x"], target["y"])
                proofs.append(code is not None and self.texts.get(code) == wanted[0])
            if all(proofs):
                self.taps[wanted[0]] = depth

    def _lead_on(
        self,
        target: dict[str, Any],
        depth: int,
        path: list[tuple[float, float]],
        before: list[dict[str, Any]],
    ) -> Iterator[tuple[list[tuple[float, float]], list[dict[str, Any]]]]:
        """Touch what may lead on; what it sends is found, else what is new on the screen is."""
        if not self.missing or self.tries >= MOST_TRIES:
            return
        if target["actions"] and not self._wanted(target):
            return
        self.tries += 1
        self.hand.again(path)
        code = self.hand.decides(target["x"], target["y"])
        if code in self.texts:
            self.taps.setdefault(self.texts[code], depth)
        elif code is None:
            old = {(one["name"], round(one["x"]), round(one["y"])) for one in before}
            new = [
                one
                for one in self._on_board()
                if (one["name"], round(one["x"]), round(one["y"])) not in old
            ]
            if new:
                yield [*path, (target["x"], target["y"])], new


def read(hand: Hand, state: State) -> Reading:
    """Measure one position on one screen."""
    table, size, reading = hand.sit(state), hand.size, Reading(state, hand.size)
    page, faults = hand.page, reading.faults
    reading.share = page.evaluate("board => eye.share(board)", size.board)
    if reading.share < size.share:
        faults.append(("board", f"{reading.share:.0%} of the height"))
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    if wide > size.width:
        faults.append(("scroll", f"{wide} px wide"))
    for target in hand.targets():
        measure = min(target["width"], target["height"])
        reading.targets, reading.worst = reading.targets + 1, min(reading.worst, measure)
        if measure < size.target - 0.5:
            faults.append(
                ("small", f"{target['name']} {target['width']:.0f}×{target['height']:.0f}")
            )
        if target["missed"]:
            side, other = target["missed"][0]
            faults.append(("hit", f"{target['name']}: {side} is {other}"))
    for text in page.evaluate("() => eye.texts()"):
        reading.smallest = min(reading.smallest, text["size"])
        if text["size"] < TEXT - 0.05:
            faults.append(("text", f'{text["name"]} "{text["words"]}" {text["size"]:.1f} px'))
    faults.extend(("cut", number) for number in page.evaluate("() => eye.cutNumbers()"))
    walk = Walk(hand, state, table)
    walk.run()
    faults.extend(("taps", f'"{text}" of {len(walk.texts)}') for text in walk.missing)
    reading.most_taps = max(walk.taps.values(), default=0)
    return reading


def measure(
    browser: Browser, house: Open, chosen: Iterable[tuple[State, Size]]
) -> Iterator[Reading]:
    """Read all of these, one after the other."""
    hands: dict[Size, Hand] = {}
    proofs: Proofs = {}
    for state, size in chosen:
        hand = hands.get(size) or Hand(browser, house, size, proofs)
        yield read(hands.setdefault(size, hand), state)
    for hand in hands.values():
        hand.visitor.context.close()


def findings(readings: Iterable[Reading]) -> Iterator[str]:
    """Every fault with its element; those that differ in nothing but numbers are told once."""
    found: dict[tuple[str, str, str, str], list[str]] = {}
    for one in readings:
        for bar, element in one.faults:
            alike = NUMBER.sub("#", element.partition(":")[0])
            key = (one.state.variant.game, bar, str(one.size), alike)
            found.setdefault(key, []).append(f"{element} in {one.state}")
    for (game, bar, size, _), elements in sorted(found.items()):
        more = f" (and {len(elements) - 1} more)" if len(elements) > 1 else ""
        yield f"{game} {bar} {size}: {elements[0]}{more}"
