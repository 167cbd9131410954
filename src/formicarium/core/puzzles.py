"""Puzzles: a turn with one best end, shown by trying every line of it.

A game's `puzzles.py` names *aims* (what counts, in whole numbers of the rules) and *themes* (what a
puzzle is about). Its `puzzles/` has the puzzles that come with it, made by `formicarium puzzles`,
and the words. Nothing here judges a position: an end is better if it counts more, and that is all.
"""

import functools
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import blake2s
from importlib import import_module, resources
from importlib.util import find_spec
from random import Random
from typing import Literal, NamedTuple

import msgspec

from formicarium.core.errors import FormicariumError
from formicarium.core.game import Game, load_with
from formicarium.core.lessons import GameChoice, PracticeStep, taken
from formicarium.core.rulebook import Document
from formicarium.core.state import State
from formicarium.core.text import Phrases, phrases

FOLDER = "puzzles"
FILE = "puzzles.jsonl"
MOST_STATES = 20_000  # of one turn; where there are more it is no puzzle
SEEDS = (1, 2, 3)  # of worlds in which a puzzle is proven
OTHER_SEEDS = (4, 5, 6)  # and of those in which it is proven again
LEAD = 1  # of the best end before all others, at least
FEWEST_LINES = 6
RARITY = 3  # one line of so many comes to the best end, or fewer

Level = Literal[1, 2, 3]
LEVELS: tuple[Level, ...] = (1, 2, 3)  # how hard
Counts = dict[str, int]
EndTest = Callable[[State, State, int], bool]  # of a state before a line and one in it, for a seat


class Unproven(FormicariumError):
    """A turn that is no puzzle, and why."""


class BadPuzzles(FormicariumError):
    """A file of puzzles that cannot be used: what is wrong with it."""


@dataclass(frozen=True)
class Aim:
    """What somebody tries to get out of a turn."""

    name: str
    begins: Callable[[State, int], bool]  # whether it may be asked of a seat here
    is_over: EndTest  # whether the line that led there is complete
    counts: Callable[[State, int], Counts]  # what a seat has; the aim is that the sum grows
    end: Callable[[State, int], Hashable]  # what of an end matters: equal ones are one end
    # Where the game's phrases name what is counted, if the words of its puzzles do not.
    named: str = "categories"

    def gains(self, before: State, after: State, seat: int) -> Counts:
        """How much of each thing a line has brought."""
        had = self.counts(before, seat)
        return {name: now - had[name] for name, now in self.counts(after, seat).items()}


class TurnEnd(NamedTuple):
    """An end that a turn can have, and the first of the shortest lines to it."""

    value: int
    line: tuple[int, ...]
    state: State
    lines: int = 1  # that come to it, by different states


class TriedLine(NamedTuple):
    """A whole line of a turn, and where it leads in each world."""

    codes: tuple[int, ...]
    after: list[State]


class TriedTurn(NamedTuple):
    """All lines of a turn."""

    before: State
    seat: int
    lines: tuple[TriedLine, ...]


@dataclass(frozen=True)
class Proof:
    """All that a turn can come to, the best end first, which leads all others."""

    aim: Aim
    before: State
    seat: int
    ends: tuple[TurnEnd, ...]

    @property
    def best(self) -> TurnEnd:
        return self.ends[0]

    @property
    def second(self) -> TurnEnd:
        return self.ends[1]

    @property
    def lines(self) -> int:
        return sum(end.lines for end in self.ends)

    @functools.cached_property
    def line(self) -> tuple[str, ...]:
        """The best line in notation."""
        return notations(self.before, self.seat, self.best.line)


class Theme(NamedTuple):
    """What a puzzle is about: an idea that its best line needs."""

    name: str
    aim: Aim
    fits: Callable[[Proof], bool]


def theme(aim: Aim) -> Callable[[Callable[[Proof], bool]], Theme]:
    """A theme that is called as the function that says whether a puzzle is about it."""
    return lambda fits: Theme(fits.__name__, aim, fits)


class PuzzleBook(NamedTuple):
    """What a game's puzzles can be about, and in which games they are looked for."""

    themes: tuple[Theme, ...]  # a puzzle belongs to the first that fits
    games: tuple[GameChoice, ...]

    @property
    def aims(self) -> dict[str, Aim]:
        """All aims by name."""
        return {theme.aim.name: theme.aim for theme in self.themes}


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position, a seat that is to decide, and the line that is best for its aim."""

    theme: str
    aim: str
    level: Level  # how hard, from 1
    seat: int
    players: int
    position: Document  # without what follows from the rest, or cannot be known
    line: tuple[str, ...]
    best: int  # what it brings
    second: int  # and the best other end
    lines: int  # that there are, by different states
    right: int  # of them come to the best end
    options: dict[str, str] = {}

    @property
    def mark(self) -> str:
        """What it is known by, however many others there are."""
        asked = msgspec.json.encode(
            (self.position, self.players, self.options, self.seat, self.aim)
        )
        return blake2s(asked, digest_size=4).hexdigest()

    def game(self, name: str) -> Game:
        """The game that it is of."""
        return load_with(name, self.players, None, self.options)


class PuzzleHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file: how its puzzles were made."""

    game: str
    rules: int  # the version of the rulebook
    seed: int
    games: int  # that were played to find them
    command: str


class PuzzleFile(NamedTuple):
    """The puzzles of a game."""

    head: PuzzleHead
    puzzles: tuple[Puzzle, ...]


# --- Proving --------------------------------------------------------------------------------------


def proven(state: State, seat: int, aim: Aim, seeds: Sequence[int] = SEEDS) -> Proof:
    """All ends of a turn, if one of them is best whatever the seat cannot know.

    `Unproven` says why it is not so.
    """
    return proof_of(tried_turn(state, seat, aim.is_over, seeds), aim)


def tried_turn(state: State, seat: int, is_over: EndTest, seeds: Sequence[int]) -> TriedTurn:
    """All lines of a turn, in worlds that are drawn anew for the seat by these seeds."""
    worlds = [state.redetermined(seat, seed) for seed in seeds]
    return TriedTurn(worlds[0], seat, tuple(lines_of(worlds, seat, is_over)))


def proof_of(turn: TriedTurn, aim: Aim) -> Proof:
    """The ends of all lines; `Unproven` if none is best, or what is hidden decides."""
    seat, had = turn.seat, sum(aim.counts(turn.before, turn.seat).values())
    found: dict[Hashable, TurnEnd] = {}
    for line, after in turn.lines:
        ends = {(sum(aim.counts(one, seat).values()) - had, aim.end(one, seat)) for one in after}
        if len(ends) > 1:
            raise Unproven("what a line brings depends on what cannot be known")
        for value, mark in ends:
            end = found.get((value, mark), TurnEnd(value, line, after[0], 0))
            found[value, mark] = end._replace(lines=end.lines + 1)
    ordered = sorted(found.values(), key=lambda end: -end.value)
    _check_lead(ordered)
    return Proof(aim, turn.before, seat, tuple(ordered))


def _check_lead(ends: Sequence[TurnEnd]) -> None:
    """One end is best, and not easily come to."""
    if len(ends) < 2:
        raise Unproven("all lines come to the same end")
    best, second, lines = ends[0], ends[1], sum(end.lines for end in ends)
    if best.value - second.value < LEAD:
        raise Unproven(f"the best end brings {best.value}, and another {second.value}")
    if lines < FEWEST_LINES or lines < RARITY * best.lines:
        raise Unproven(f"{best.lines} of {lines} lines come to the best end, which is too easy")


def lines_of(worlds: Sequence[State], seat: int, is_over: EndTest) -> Iterator[TriedLine]:
    """Every line of a turn to its end, shorter ones first, and where it leads in each world.

    All worlds go the same way. A state is looked at once, however it was reached.
    """
    fringe: deque[tuple[tuple[int, ...], list[State]]] = deque([((), [*worlds])])
    seen = {_mark(worlds)}
    while fringe:
        line, states = fringe.popleft()
        for code in _choices(states, seat):
            after = [_played(state, seat, code) for state in states]
            if (mark := _mark(after)) in seen:
                continue
            seen.add(mark)
            if len(seen) > MOST_STATES:
                raise Unproven(f"the turn has more than {MOST_STATES} states")
            if _are_complete(is_over, worlds, after, seat):
                yield TriedLine((*line, code), after)
            else:
                fringe.append(((*line, code), after))


def is_complete(is_over: EndTest, before: State, after: State, seat: int) -> bool:
    """Whether a line has come to its end; at the latest when others have to decide."""
    return seat not in after.to_act or is_over(before, after, seat)


def _are_complete(
    is_over: EndTest, before: Sequence[State], after: Sequence[State], seat: int
) -> bool:
    pairs = zip(before, after, strict=True)
    found = {is_complete(is_over, one, other, seat) for one, other in pairs}
    if len(found) > 1:
        raise Unproven("when the turn ends depends on what cannot be known")
    return found == {True}


def _choices(states: Sequence[State], seat: int) -> list[int]:
    """What may be decided, if that and all that the seat knows is the same in all worlds."""
    codes = states[0].codes(seat)
    if len(states) > 1:
        known = states[0].observe(seat).tobytes()
        for other in states[1:]:
            if other.codes(seat) != codes or other.observe(seat).tobytes() != known:
                raise Unproven("something hidden comes to light before the turn ends")
    return codes


def _played(state: State, seat: int, code: int) -> State:
    after = state.copy()
    after.play(seat, code)
    return after


def _mark(states: Sequence[State]) -> bytes:
    return b"".join(state.to_bytes() for state in states)


def notations(state: State, seat: int, codes: Sequence[int]) -> tuple[str, ...]:
    """A line in notation."""
    texts, now = [], state.copy()
    for code in codes:
        texts.append(now.notation(code))
        now.play(seat, code)
    return tuple(texts)


def prove_again(puzzle: Puzzle, game: str, book: PuzzleBook) -> None:
    """Try all lines of a puzzle again, in other worlds; `Unproven` says what has changed."""
    theme = next((one for one in book.themes if one.name == puzzle.theme), None)
    if theme is None or theme.aim.name != puzzle.aim:
        raise Unproven(f"{game} has no puzzles about {puzzle.theme!r} with the aim {puzzle.aim!r}")
    state = puzzle.game(game).position(puzzle.position)
    if not theme.aim.begins(state, puzzle.seat):
        raise Unproven(f"seat {puzzle.seat} cannot be asked for {puzzle.aim!r} here")
    proof = proven(state, puzzle.seat, theme.aim, OTHER_SEEDS)
    values, lines = (proof.best.value, proof.second.value), (proof.lines, proof.best.lines)
    found = (proof.line, *values, *lines)
    told = (puzzle.line, puzzle.best, puzzle.second, puzzle.lines, puzzle.right)
    if found != told or not theme.fits(proof):
        raise Unproven(f"the best line, what it and the next bring, lines: {found}, not {told}")


# --- Solving --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attempt:
    """A line that somebody tries in a puzzle, as far as it has been played."""

    aim: Aim
    seat: int
    before: State
    state: State
    told: tuple[PracticeStep, ...]
    is_over: bool

    @property
    def gains(self) -> Counts:
        """What it has brought."""
        return self.aim.gains(self.before, self.state, self.seat)

    def is_as_good_as(self, other: "Attempt") -> bool:
        """Whether it has come to the same end."""
        return self.is_over and self._end == other._end

    @property
    def _end(self) -> Hashable:
        return sum(self.gains.values()), self.aim.end(self.state, self.seat)


def attempted(game: Game, puzzle: Puzzle, aim: Aim, decisions: Sequence[str]) -> Attempt:
    """Play decisions in a puzzle, none after its end; `IllegalAction` names the first that is."""
    before = game.position(puzzle.position)
    state, told, is_over = before.copy(), [], False
    for text in decisions:
        if not is_over:
            told.append(taken(state, puzzle.seat, text))
            is_over = is_complete(aim.is_over, before, state, puzzle.seat)
    return Attempt(aim, puzzle.seat, before, state, tuple(told), is_over)


# --- Files ----------------------------------------------------------------------------------------


def puzzle_book(package: str) -> PuzzleBook | None:
    """What a game says about its puzzles; None where it has none."""
    if find_spec(f"{package}.puzzles") is None:
        return None
    book: PuzzleBook | None = getattr(import_module(f"{package}.puzzles"), "PUZZLES", None)
    return book


@functools.cache
def puzzles_of(package: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, in order; none where it has none."""
    file = resources.files(package) / FOLDER / FILE
    return read_puzzles(file.read_text("utf-8"), str(file)).puzzles if file.is_file() else ()


@functools.cache
def marks_of(package: str) -> tuple[str, ...]:
    """What the puzzles of a game are known by, in the same order."""
    return tuple(puzzle.mark for puzzle in puzzles_of(package))


def read_puzzles(text: str, name: str) -> PuzzleFile:
    """A file of puzzles; `BadPuzzles` names the line that is wrong."""
    head: PuzzleHead | None = None
    puzzles: list[Puzzle] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            if head is None:
                head = msgspec.json.decode(line, type=PuzzleHead)
            else:
                puzzles.append(msgspec.json.decode(line, type=Puzzle))
        except msgspec.DecodeError as error:
            raise BadPuzzles(f"{name}, line {number}: {error}") from error
    if head is None:
        raise BadPuzzles(f"{name} is empty")
    return PuzzleFile(head, tuple(puzzles))


def written_puzzles(file: PuzzleFile) -> str:
    """A file of puzzles as text: a line each, and one before them."""
    lines = [msgspec.json.encode(one).decode() for one in (file.head, *file.puzzles)]
    return "".join(f"{line}\n" for line in lines)


def puzzle_of_day(day: date, counts: Mapping[str, int]) -> tuple[str, int]:
    """The game and the number of a day's puzzle: games take turns, and none comes again soon.

    >>> puzzle_of_day(date(2026, 5, 1), {"go": 3, "chess": 2})
    ('go', 1)
    """
    games = sorted(name for name, count in counts.items() if count)
    turn, which = divmod(day.toordinal(), len(games))
    game = games[which]
    order = [*range(1, counts[game] + 1)]
    Random(game).shuffle(order)
    return game, order[turn % len(order)]


def puzzle_words(package: str, language: str) -> Phrases:
    """The words of a game's puzzles."""
    return phrases(package, language, FOLDER)


# --- Positions ------------------------------------------------------------------------------------


def short_position(state: State, seat: int) -> Document:
    """A position without what follows from the rest of it, or what the seat cannot know."""
    doc, seen = state.to_position(), state.view(seat)
    for head in ("game", "players", "options"):
        del doc[head]
    # What is not seen goes first: some of the rest would follow from it.
    doc = dict(sorted(doc.items(), key=lambda part: part[0] in seen))
    known = _known(state, seat)
    _shorten(doc, lambda: _is_same(state.game, doc, seat, known))
    return doc


def _shorten(part: object, is_same: Callable[[], bool]) -> None:
    """Leave out of a document, and of those within it, all that need not be there."""
    if isinstance(part, list):
        for one in part:
            _shorten(one, is_same)
    if not isinstance(part, dict):
        return
    for key, value in [*part.items()]:
        del part[key]
        if not is_same():
            part[key] = value
            _shorten(value, is_same)


def _is_same(game: Game, doc: Document, seat: int, known: bytes) -> bool:
    try:
        return _known(game.position(doc), seat) == known
    except FormicariumError:
        return False


def _known(state: State, seat: int) -> bytes:
    """All but what a seat cannot know, and what only counts how often chance has struck."""
    world = state.redetermined(seat, SEEDS[0])
    world.row.barrier = 0
    return world.to_bytes()
