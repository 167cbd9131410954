"""A recorded game, looked at again: who stood how, and where it turned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import msgspec

from formicarium.analysis.marks import MARKS, Mark, accuracy_of, mark_of
from formicarium.bots import prepare, seed_for
from formicarium.bots.hints import TRIES
from formicarium.bots.search import SearchBot, Verdict
from formicarium.core.game import Game
from formicarium.core.record import Record
from formicarium.core.state import State

TURN = 0.15  # a change of anybody's chance of winning that turns a game

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
    good: tuple[int, ...] = ()  # of a marked one: what is about as good as the best, best first
    free: bool = True  # whether anything else could have been decided

    @property
    def mark(self) -> Mark | None:
        """What is said of it, if anything.

        >>> Moment(1, 0, 0, "take 1", before=(0.5, 0.5), after=(0.3, 0.7), loss=0.2).mark
        'blunder'
        """
        return mark_of(self.loss)

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
            loss = self._loss(look, following, seat, code, number)
            good = good_among(look.verdicts) if loss else ()
            yield Moment(
                number + 1,
                seat,
                code,
                look.state.notation(code),
                look.chances,
                following.chances,
                good[0] if good else None,
                look.state.notation(good[0]) if good else None,
                loss,
                good,
                bool(look.verdicts),
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
        """What a seat may think of a position, with all care or a part of it.

        Where nothing is to decide, what may be thought of the next choice, by whose it is.
        """
        choice, seat = _choice_after(state, seat, number)
        barrier = int(choice.row.barrier)
        if choice.is_over:
            return Look(state, _shares(choice), [], barrier)
        bot, seed = self._searcher(part), seed_for(0, seat, number)
        verdicts = bot.think(choice.redetermined(seat, seed), seat, seed)
        chances = tuple(bot.expectations())
        return Look(state, chances, verdicts if choice is state else [], barrier)

    def _loss(self, look: Look, following: Look, seat: int, code: int, number: int) -> float:
        """What was given away by not taking the best action; too little to tell is nothing.

        The best of many is rated too high, by luck: before something is marked, it and the action
        that was taken are looked at once more, and what is kindest counts.
        """
        if not look.verdicts or look.verdicts[0].code == code:
            return 0.0
        best, witnesses = look.verdicts[0], _witnesses(look, following, seat, code)
        if witnesses and mark_of(best.chance - max(witnesses)) is None:
            return 0.0
        again, taken = (self._closely(look.state, seat, one, number) for one in (best.code, code))
        loss = min(best.chance, again) - max([taken, *witnesses])
        return 0.0 if mark_of(loss) is None else loss

    def _closely(self, state: State, seat: int, code: int, number: int) -> float:
        """What an action is worth on average over some worlds that the seat may be in."""
        found = []
        for world in range(MARKS.worlds):
            after = state.redetermined(seat, seed_for(1 + world, seat, number))
            after.play(seat, code)
            look = self._look(after, min(after.to_act, default=0), number, MARKS.worlds)
            found.append(look.chances[seat])
        return sum(found) / MARKS.worlds

    def _searcher(self, part: int = 1) -> SearchBot:
        """A bot that thinks for the time there is, or for one part of it."""
        seconds = None if self.seconds is None else max(self.seconds / part, 0.001)
        simulations = None if self.simulations is None else max(self.simulations // part, 1)
        return SearchBot(seconds=seconds, simulations=simulations, tries=TRIES)


def accuracies(moments: Sequence[Moment], players: int) -> list[float | None]:
    """How well every seat has decided, from 0 to 1; nothing of one that had no choice."""
    return [
        accuracy_of([one.loss for one in moments if one.free and one.seat == seat])
        for seat in range(players)
    ]


def good_among(verdicts: Sequence[Verdict]) -> tuple[int, ...]:
    """The actions that are about as good as the best, as far as that is sure; the best first."""
    best, *others = verdicts
    return best.code, *(
        one.code
        for one in others
        if one.visits >= MARKS.sure and mark_of(best.chance - one.chance) is None
    )


def _witnesses(look: Look, following: Look, seat: int, code: int) -> list[float]:
    """Chances of winning behind an action, by all that bear witness.

    A search underrates what it tried rarely. What came of the action is a witness unless luck has
    had a hand in it, or the next to decide knew nothing of it.
    """
    taken = next(verdict for verdict in look.verdicts if verdict.code == code)
    found = [taken.chance] if taken.visits >= MARKS.sure else []
    blind = len(look.state.to_act) > 1  # who decides at the same time does not know of it
    if following.barrier == look.barrier and not blind:
        found.append(following.chances[seat])
    return found


def _choice_after(state: State, seat: int, number: int) -> tuple[State, int]:
    """The next position in which a seat has a choice, and which seat; or the end."""
    while not state.is_over and len(codes := state.codes(seat)) == 1:
        state = state.redetermined(seat, seed_for(0, seat, number))
        state.play(seat, codes[0])
        seat = seat if seat in state.to_act else min(state.to_act, default=0)
    return state, seat


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
