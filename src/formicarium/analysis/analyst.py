"""A recorded game, looked at again: who stood how, and where it turned."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import msgspec

from formicarium.bots import prepare, seed_for
from formicarium.bots.hints import TRIES
from formicarium.bots.search import SearchBot, Verdict
from formicarium.core.game import Game
from formicarium.core.record import Record
from formicarium.core.state import State

TURN = 0.15  # a change of anybody's chance of winning that turns a game
MISTAKE = 0.05  # a chance that was given away, worth a word
SURE = 30  # so many tries tell what an action is worth
WORLDS = 4  # that are looked at where there were fewer

Chances = tuple[float, ...]  # of winning, one for each seat


class Moment(msgspec.Struct, frozen=True):
    """One decision of a game, and what it did to everybody's chances."""

    number: int  # counted from 1
    seat: int
    code: int
    notation: str
    before: Chances
    after: Chances
    better: int | None = None  # the code of an action that promised clearly more
    better_notation: str | None = None
    loss: float = 0.0  # the chance that was given away by not taking it

    @property
    def turns(self) -> bool:
        """Whether the game took another way here, by a decision or by chance.

        >>> Moment(1, 0, 0, "take 1", before=(0.5, 0.5), after=(0.3, 0.7)).turns
        True
        """
        changes = [abs(new - old) for old, new in zip(self.before, self.after, strict=True)]
        return max(changes) >= TURN


@dataclass(frozen=True)
class Look:
    """What is thought of one position: by those who knew what its next seat could know."""

    state: State
    chances: Chances
    verdicts: list[Verdict]
    barrier: int  # of the position that was looked at: where nothing is to decide, a later one


class Analyst:
    """Somebody who looks at every position of a game with the same care."""

    def __init__(self, seconds: float | None = None, simulations: int | None = None) -> None:
        self.seconds = seconds
        self.simulations = simulations

    def prepare(self, game: Game) -> None:
        """Compile what looking takes, before any clock runs."""
        prepare(self._searcher(), game)

    def moments(self, record: Record) -> Iterator[Moment]:
        """All decisions of a record in turn, each with what is thought of it.

        >>> import formicarium as fm
        >>> record = Record(fm.load("micropolis", players=2), seed=7)
        >>> record.play(record.state.to_act[0], "take 1")
        >>> [moment.number for moment in Analyst(simulations=50).moments(record)]
        [1]
        """
        for number, (look, following) in enumerate(pairwise(self._looks(record))):
            seat, code = record.decisions[number]
            better, loss = self._better(look, following, seat, code, number)
            yield Moment(
                number + 1,
                seat,
                code,
                look.state.notation(code),
                look.chances,
                following.chances,
                better,
                None if better is None else look.state.notation(better),
                loss,
            )

    def _looks(self, record: Record) -> Iterator[Look]:
        """Every position from the first to the last.

        A forced decision changes nobody's chances: they are those of the next free one.
        """
        forced: list[State] = []
        for number, (state, seat) in enumerate(_positions(record)):
            if number < len(record.decisions) and len(state.codes(seat)) == 1:
                forced.append(state)
                continue
            look = self._look(state, seat, number)
            yield from (replace(look, state=earlier, verdicts=[]) for earlier in forced)
            forced.clear()
            yield look

    def _look(self, state: State, seat: int, number: int, part: int = 1) -> Look:
        """What a seat may think of a position, with all care or a part of it."""
        barrier = int(state.row.barrier)
        if state.is_over:
            return Look(state, _shares(state), [], barrier)
        bot, seed = self._searcher(part), seed_for(0, seat, number)
        verdicts = bot.think(state.redetermined(seat, seed), seat, seed)
        return Look(state, tuple(bot.expectations()), verdicts, barrier)

    def _better(
        self, look: Look, following: Look, seat: int, code: int, number: int
    ) -> tuple[int | None, float]:
        """A clearly better action than the one that was taken, and what that gave away."""
        if not look.verdicts or look.verdicts[0].code == code:
            return None, 0.0
        best = look.verdicts[0]
        loss = best.chance - self._worth(look, following, seat, code, number)
        return (best.code, loss) if loss >= MISTAKE else (None, 0.0)

    def _worth(self, look: Look, following: Look, seat: int, code: int, number: int) -> float:
        """The chance of winning behind an action, by the kindest of all that bear witness.

        A search underrates what it tried rarely. What came of the action is a witness unless luck
        has had a hand in it, or the next to decide knew nothing of it.
        """
        taken = next(verdict for verdict in look.verdicts if verdict.code == code)
        witnesses = [taken.chance] if taken.visits >= SURE else []
        blind = len(look.state.to_act) > 1  # who decides at the same time does not know of it
        if following.barrier == look.barrier and not blind:
            witnesses.append(following.chances[seat])
        return max(witnesses) if witnesses else self._closely(look.state, seat, code, number)

    def _closely(self, state: State, seat: int, code: int, number: int) -> float:
        """What an action is worth on average over some worlds that the seat may be in."""
        found = []
        for world in range(WORLDS):
            after = state.redetermined(seat, seed_for(1 + world, seat, number))
            after.play(seat, code)
            look = self._look(after, min(after.to_act, default=0), number, WORLDS)
            found.append(look.chances[seat])
        return sum(found) / WORLDS

    def _searcher(self, part: int = 1) -> SearchBot:
        """A bot that thinks for the time there is, or for one part of it."""
        seconds = None if self.seconds is None else max(self.seconds / part, 0.001)
        simulations = None if self.simulations is None else max(self.simulations // part, 1)
        return SearchBot(seconds=seconds, simulations=simulations, tries=TRIES)


def _positions(record: Record) -> Iterator[tuple[State, int]]:
    """Every position with the seat that decided there; of the last, one that would."""
    state = record.start()
    for seat, code in record.decisions:
        yield state, seat
        state = state.copy()
        state.play(seat, code)
    yield state, min(state.to_act, default=0)


def _shares(state: State) -> Chances:
    """Everybody's share of the victory in a game that is over."""
    winners = state.winners()
    return tuple((seat in winners) / len(winners) for seat in range(state.game.players))
