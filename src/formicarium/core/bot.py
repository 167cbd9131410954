"""What a bot is: anything that can decide for a seat."""

from typing import Protocol, runtime_checkable

from formicarium.core.state import State


@runtime_checkable
class Bot(Protocol):
    """Anything that can decide for a seat, throughout one game.

    A bot may also have a method `prepare(game)`, which is called before the first decision: what
    must be loaded or compiled is not counted as thinking. And it may have a number `effort`, which
    is set to less than 1 where there is time for no more than such a share of its usual thinking;
    for a bot without it, the deadline comes earlier then.
    """

    def choose(self, state: State, seat: int, seed: int, deadline: float) -> int:
        """The code of a legal action, before `time.monotonic()` reaches the deadline.

        The state holds no secret; `state.redetermined(seat, …)` draws more like it. The answer may
        depend on it, on the seed and on what the bot saw before, on nothing else.
        """
        ...
