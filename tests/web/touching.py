"""People with a phone in one hand, who touch what they see where they see it."""

import random
import time
from dataclasses import dataclass
from typing import Any

from tests.web.browsing import EYE, PATIENCE, Visitor

UPRIGHT = {"width": 360, "height": 740}
LYING = {"width": 740, "height": 360}
HANDHELD: dict[str, Any] = {"has_touch": True, "is_mobile": True}

MUST = ("curtain", "tick", "menu")  # what is on top is answered first
BOARD = ("stage", "board", "tray")
CURIOUS = 0.1  # how often something is touched that only leads to other things
CALM = 60  # milliseconds without motion before somebody touches again


@dataclass
class Toucher(Visitor):
    """Somebody who plays by touch alone: real coordinates, and only what a finger would hit."""

    def __post_init__(self) -> None:
        """Come with an eye for what can be touched."""
        self.context.add_init_script(path=EYE)
        super().__post_init__()

    def see(self) -> list[dict[str, Any]]:
        """All that can be touched now, once nothing moves any more."""
        found = self.page.evaluate(f"() => eye.still(1500, {CALM}).then(() => eye.targets())")
        return [target for target in found if target["isHit"]]

    def touch(self, dice: random.Random) -> str | None:
        """Touch one thing that goes on with the game, never a line of the list; what it was."""
        seen = self.see()
        for where in MUST:
            if on_top := [target for target in seen if target["where"] == where]:
                return self._tap(dice.choice(on_top))
        board = [target for target in seen if target["where"] in BOARD and not target["isChip"]]
        deciding = [target for target in board if target["actions"]]
        leading = [target for target in board if target["isLive"] or target["where"] == "tray"]
        chips = [target for target in seen if target["isChip"]]
        ways = [deciding, leading, chips]
        if dice.random() < CURIOUS:
            ways = [chips, leading, deciding]
        chosen = next((way for way in ways if way), None)
        return self._tap(dice.choice(chosen)) if chosen else None

    def _tap(self, target: dict[str, Any]) -> str:
        self.page.touchscreen.tap(target["x"], target["y"])
        return str(target["name"])

    def play_by_touch(self, seed: int = 1, decisions: int | None = None) -> list[str]:
        """Play to the end, or until the table is so many decisions on; what was touched."""
        dice, touched, until = random.Random(seed), [], time.monotonic() + PATIENCE
        version, end = self.version, None if decisions is None else self.version + decisions
        while self.status != "over" and (end is None or self.version < end):
            if (one := self.touch(dice)) is not None:
                touched.append(one)
            if self.version > version:
                version, until = self.version, time.monotonic() + PATIENCE
            assert time.monotonic() < until, (touched[-8:], [one["name"] for one in self.see()])
        return touched
