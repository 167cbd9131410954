"""Fair play with any bot: whatever it does, the game goes on."""

import logging
import time
from collections.abc import Callable, Sequence
from math import inf
from random import Random

from formicarium.bots import Bot, ask, load_bot, prepare, seed_for
from formicarium.bots.aside import Aside
from formicarium.core.errors import BadOption, FormicariumError, one_line, shown
from formicarium.core.game import Game
from formicarium.core.options import whole_number
from formicarium.core.state import State

PATIENCE = 60.0  # seconds for a decision where nobody set a limit
GRACE = 0.1  # of the limit, that an answer may be late
LEAST_GRACE = 0.05  # seconds
STALLS = 3  # so many more decisions may wait for a bot that has not answered
TOLERANCE = 0.25  # seconds: other work on this machine is not the bot's fault

HOUSE = "formicarium.bots."

log = logging.getLogger("formicarium.bots")


class Forfeit(Exception):
    """A decision that a bot has lost, and why."""


def summon(description: str) -> Bot:
    """A new bot, or a sentence about why there is none: other people's may be broken.

    >>> type(summon("random")).__name__
    'RandomBot'
    """
    try:
        return load_bot(description)
    except FormicariumError:
        raise
    except Exception as error:
        raise BadOption(f"bot {description} cannot be loaded: {one_line(error)}") from error


class Player:
    """A bot on a seat of one game.

    A decision that it cannot take (it raises, stalls or answers something illegal) is taken for it
    at random, logged and counted.

    >>> import formicarium as fm
    >>> state = fm.load("micropolis", players=2).start(seed=7)
    >>> player = Player("random", state.to_act[0], seed=1)
    >>> player.decide(state, number=0) in state.codes(player.seat)
    True
    >>> player.choices, player.forfeits
    (1, 0)
    """

    def __init__(self, description: str, seat: int, seed: int) -> None:
        self.name = description
        self.bot = summon(description)
        self.seat = seat
        self.seed = seed  # of the game; the bot never sees it
        self.forfeits = 0
        self.fault = ""  # what went wrong first
        self.choices = 0  # decisions with more than one legal action,
        self.seconds = 0.0  # and the time that they took together
        self.thinking: Aside[int] | None = None
        self.stalls = 0  # decisions at which it still thought about an earlier one

    def prepare(self, game: Game) -> None:
        """Let the bot load and compile what it needs, before any clock runs."""
        game.start(seed=0).redetermined(self.seat, seed=0)
        try:
            prepare(self.bot, game)
        except FormicariumError:
            raise
        except Exception as error:
            message = f"bot {self.name} cannot play {game.name}: {one_line(error)}"
            raise BadOption(message) from error

    def decide(
        self, state: State, number: int, seconds: float | None = None, effort: float = 1.0
    ) -> int:
        """The code of the action that is played as the n-th decision of the game.

        The bot is not asked where there is nothing to decide. With less effort it thinks a share of
        what it usually does; a decision that it cannot take so fast is not lost for that.
        """
        codes = state.codes(self.seat)
        if len(codes) == 1:
            return codes[0]
        seed = seed_for(self.seed, self.seat, number)
        begun = time.monotonic()
        try:
            code = self._answer(state, seed, seconds, codes, effort)
        except Forfeit as reason:
            code = self._forfeit(str(reason), codes, seed)
        self.choices += 1
        self.seconds += time.monotonic() - begun
        return code

    def _answer(
        self,
        state: State,
        seed: int,
        seconds: float | None,
        codes: Sequence[int],
        effort: float,
    ) -> int:
        """What the bot says, if it is legal and in time."""
        deadline = self._deadline(seconds, effort)
        before = state.copy()  # a bot that stalls may look at it while the game goes on

        def question() -> int:
            return ask(self.bot, before, self.seat, seed, deadline)

        try:
            answer = question() if is_quick(self.bot) else self._aside(question, seconds)
        except Forfeit:
            raise
        except Exception as error:
            raise _raised(error) from error
        code = whole_number(answer)
        if code is None or code not in codes:
            raise Forfeit(f"answered {_in_short(answer)}, which is not a legal action")
        return code

    def _deadline(self, seconds: float | None, effort: float) -> float:
        """When the bot should answer, which it is told; how fast it thinks is set if it can be."""
        if hasattr(self.bot, "effort"):
            self.bot.effort = effort
            effort = 1.0
        return inf if seconds is None else time.monotonic() + effort * seconds

    def _aside(self, question: Callable[[], int], seconds: float | None) -> int:
        """The answer to a question, asked in a thread that is left alone if none comes in time."""
        if self.thinking is not None and not self.thinking.is_done:
            self._wait_once_more(self.thinking, patience(seconds))
        self.thinking = Aside(question)
        self.thinking.join(patience(seconds))
        if not self.thinking.is_done:
            raise Forfeit(f"did not answer within {patience(seconds):.3g} s")
        if self.thinking.error is not None:  # perhaps one that would end all of Python
            raise _raised(self.thinking.error) from self.thinking.error
        return self.thinking.result()

    def _wait_once_more(self, thinking: Aside[int], seconds: float) -> None:
        """A late answer may still come; but nobody waits for ever."""
        if self.stalls < STALLS:
            thinking.join(seconds)
        if not thinking.is_done:
            self.stalls += 1
            raise Forfeit("still thinks about an earlier decision")

    def _forfeit(self, reason: str, codes: Sequence[int], seed: int) -> int:
        """A random action in place of the bot's."""
        self.forfeits += 1
        self.fault = self.fault or reason
        log.warning(
            "bot %s on seat %d %s; a random action is played", self.name, self.seat + 1, reason
        )
        return Random(seed).choice(codes)


def is_quick(bot: Bot) -> bool:
    """Whether a bot is one of ours that answers at once, so that nobody needs to watch the clock.

    >>> is_quick(summon("random"))
    True
    """
    return type(bot).__module__.startswith(HOUSE) and getattr(bot, "is_quick", False)


def patience(seconds: float | None) -> float:
    """How long to wait for an answer with that limit.

    >>> patience(None), round(patience(0.1), 2), round(patience(10), 2)
    (60.0, 0.4, 11.25)
    """
    if seconds is None:
        return PATIENCE
    return seconds + max(GRACE * seconds, LEAST_GRACE) + TOLERANCE


def play_out(state: State, players: Sequence[Player], seconds: float | None = None) -> int:
    """Let players play until the game is over; how many decisions that took.

    >>> import formicarium as fm
    >>> state = fm.load("micropolis", players=2).start(seed=7)
    >>> play_out(state, [Player("random", seat, seed=7) for seat in range(2)]) > 0
    True
    """
    decisions = 0
    while not state.is_over:
        seat = state.to_act[0]
        state.play(seat, players[seat].decide(state, decisions, seconds))
        decisions += 1
    return decisions


def _raised(error: BaseException) -> Forfeit:
    """What becomes of an error of a bot, whatever kind that is."""
    return Forfeit(one_line(f"raised {type(error).__name__}: {error}"))


def _in_short(answer: object) -> str:
    """Whatever a bot may have answered, in a few words."""
    try:
        text = shown(answer)
    except Exception:
        text = "something"
    return text if len(text) <= 40 else f"{text[:40]}…"
