"""Why an action is good: what differs after its turn, as the game itself measures and says it.

A game brings `reasons.py`: measures, each a number that a player would look at. Three positions are
compared: before, at the end of the turn that an action begins, and at the best different end. All
of them are worlds redetermined for the seat, so that nothing enters which it cannot know. Which
actions are good, and how a turn goes on, is for whoever asks to say.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from formicarium.core.state import State
from formicarium.core.text import Phrases

WORLDS = 16  # in which a position is looked at
LONGEST = 80  # decisions of a turn that are followed
MOST_FOR, MOST_AGAINST = 2, 1  # reasons that are said

Way = Literal["more", "less", "none"]  # in which a number differs; none: less, and nothing is left
Choose = Callable[[State, int], int]  # how a seat goes on with its turn: a code
GoesOn = Callable[[State, State], bool]  # whether what one state begins goes on in another
Tells = Callable[["Reason", Phrases], Mapping[str, object]]
Lights = Callable[["Reason"], Iterable[str]]


def nothing_more(reason: "Reason", say: Phrases) -> Mapping[str, object]:
    """No values but the numbers themselves."""
    return {}


def no_lights(reason: "Reason") -> Iterable[str]:
    """Nothing on the board."""
    return ()


@dataclass(frozen=True)
class Measure:
    """A number that a player would look at, and when a difference is worth a word.

    Its sentences are `reasons.<name>.more`, `.less` and `.none`: `{n}` is by how much it differs,
    `{now}` what it is in the end, and `tells` gives further values.
    """

    name: str  # of its sentences
    count: Callable[[State, int], int | None]  # for a seat; None: there is nothing to be said
    least: int = 1  # a smaller difference is not worth a word
    is_good: bool = True  # whether more of it is good for who acts
    says: tuple[Way, ...] = ("more", "less")  # which differences it has sentences for
    is_minor: bool = False  # whether it is said only where there is nothing else to say
    since: bool = True  # whether it must differ from before as well, and tells by how much
    category: str = ""  # of `breakdown`, where it counts the seat's points
    sentence: str = ""  # whose sentences it shares
    tells: Tells = nothing_more  # further values for its sentences
    lights: Lights = no_lights  # things on the board that it is about, as `data-at` names them


def lack(
    name: str, count: Callable[[State, int], int | None], tells: Tells, lights: Lights
) -> Measure:
    """What is missing for something: less of it is good, and best is nothing."""
    return Measure(name, count, is_good=False, says=("less", "none"), tells=tells, lights=lights)


@dataclass(frozen=True)
class Reasons:
    """What a game has to say about its actions."""

    measures: tuple[Measure, ...]  # in the order in which they are said, if they weigh the same
    goes_on: GoesOn  # how long a turn is, or the part of it that is decided as a whole


@dataclass(frozen=True)
class Worlds:
    """A position in some worlds that a seat may be in."""

    seat: int
    states: tuple[State, ...]
    are_alike: bool = False  # whether they differ in nothing that anybody could see
    means: dict[str, float | None] = field(default_factory=dict)

    def mean(self, measure: Measure) -> float | None:
        """What a measure counts, on average."""
        if measure.name not in self.means:
            states = self.states[:1] if self.are_alike else self.states
            counts = [measure.count(state, self.seat) for state in states]
            known = [count for count in counts if count is not None]
            is_known = len(known) == len(counts)
            self.means[measure.name] = sum(known) / len(known) if is_known else None
        return self.means[measure.name]


@dataclass(frozen=True)
class Reason:
    """A difference that is worth a word."""

    measure: Measure  # what differs
    seat: int  # for whom it is counted
    way: Way  # more, less or none of it
    n: int  # by how much it differs
    now: int  # what it is at the end of the turn
    weight: float  # how often the difference is worth a word
    before: State  # the action, in one of the worlds
    after: State  # the turn that the action begins

    @property
    def is_for(self) -> bool:
        """Whether it speaks for the action."""
        return (self.way == "more") == self.measure.is_good

    def said(self, say: Phrases) -> str:
        """The reason in words."""
        sentence = self.measure.sentence or self.measure.name
        values = {"n": self.n, "now": self.now, **self.measure.tells(self, say)}
        return say(f"reasons.{sentence}.{self.way}", **values)


@dataclass(frozen=True)
class Explanation:
    """What there is to say about an action, and with which other one it was compared."""

    code: int
    reasons: tuple[Reason, ...]
    other: int | None  # None: there is no other


# --- Turns ----------------------------------------------------------------------------------------


def whole_turn(world: State, seat: int, code: int, choose: Choose, goes_on: GoesOn) -> list[int]:
    """An action, and how the seat goes on with its turn."""
    state, line = world.copy(), [code]
    state.play(seat, code)
    while seat in state.to_act and goes_on(world, state) and len(line) < LONGEST:
        line.append(choose(state, seat))
        state.play(seat, line[-1])
    return line


def played(world: State, seat: int, line: Iterable[int], goes_on: GoesOn) -> State:
    """A turn in a world, as far as luck lets it go the same way there.

    Where all decide at once, the others take what comes first: then it is seen what comes of it.
    """
    state = world.copy()
    for code in line:
        if seat not in state.to_act or code not in state.codes(seat):
            break
        state.play(seat, code)
    for other in world.to_act:
        while other != seat and other in state.to_act and goes_on(world, state):
            state.play(other, state.codes(other)[0])
    return state


def end_of_turn(before: Worlds, code: int, choose: Choose, goes_on: GoesOn) -> Worlds:
    """Where the turn ends that begins with an action."""
    seat, first = before.seat, before.states[0]
    line = whole_turn(first, seat, code, choose, goes_on)
    ends = tuple(played(world, seat, line, goes_on) for world in before.states)
    return Worlds(seat, ends, before.are_alike and ends[0].barrier == first.barrier)


# --- Differences ----------------------------------------------------------------------------------


def explain(
    reasons: Reasons,
    worlds: Sequence[State],
    seat: int,
    codes: Sequence[int],
    others: Iterable[int],
    choose: Choose,
) -> list[Explanation]:
    """Reasons for and against some actions, the best of which comes first.

    Each is compared with the best of them, or else of others, whose turn ends so differently that
    there is something to say.
    """
    before = Worlds(seat, tuple(worlds), worlds[0].game.book.is_open)
    ends = dict[int, Worlds]()

    def end_of(code: int) -> Worlds:
        if code not in ends:
            ends[code] = end_of_turn(before, code, choose, reasons.goes_on)
        return ends[code]

    found, candidates = [], [*dict.fromkeys([*codes, *others])]
    for code in codes:
        rest = [one for one in candidates if one != code]
        found.append(_against_others(reasons.measures, before, end_of, code, rest))
    return found


def _against_others(
    measures: Sequence[Measure],
    before: Worlds,
    end_of: Callable[[int], Worlds],
    code: int,
    others: Sequence[int],
) -> Explanation:
    """What there is to say about an action, compared with the best other that lets one say it."""
    after = end_of(code)
    for other in others:
        if said := compared(measures, before, after, end_of(other)):
            return Explanation(code, said, other)
    return Explanation(code, (), others[0] if others else None)


def compared(
    measures: Iterable[Measure], before: Worlds, after: Worlds, other: Worlds
) -> tuple[Reason, ...]:
    """What is worth a word: what speaks for the action first, points before all, then by size."""
    found = [one for measure in measures if (one := difference(measure, before, after, other))]
    found = [one for one in found if not one.measure.is_minor] or found
    found.sort(key=lambda reason: (not reason.measure.category, -reason.weight))
    speak_for = [reason for reason in found if reason.is_for]
    against = [reason for reason in found if not reason.is_for]
    return (*speak_for[:MOST_FOR], *against[:MOST_AGAINST])


def difference(measure: Measure, before: Worlds, after: Worlds, other: Worlds) -> Reason | None:
    """How a measure differs, from before and at another end; None if that is not worth a word."""
    now, instead = after.mean(measure), other.mean(measure)
    first = before.mean(measure) if measure.since else instead
    if now is None or instead is None or first is None:
        return None
    steps = now - first, now - instead
    size = min(map(abs, steps))
    way: Way = "more" if steps[1] > 0 else "none" if now == 0 and "none" in measure.says else "less"
    is_one_way = (steps[0] > 0) == (steps[1] > 0)
    if size < measure.least or not is_one_way or way not in measure.says:
        return None
    n, weight = int(abs(steps[0])), size / measure.least
    ends = before.states[0], after.states[0]
    return Reason(measure, after.seat, way, n, int(now), weight, *ends)
