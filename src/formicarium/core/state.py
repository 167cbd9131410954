"""A state of a game, and the actions in it."""

import struct
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.core.errors import BadOption, IllegalAction, shown
from formicarium.core.hint import Hint, adviser
from formicarium.core.layout import Row
from formicarium.core.options import check_seed, whole_number
from formicarium.core.renamed import formerly
from formicarium.core.rulebook import FLAT, STEPPING, Document
from formicarium.core.text import Phrases, phrases

if TYPE_CHECKING:
    from formicarium.core.game import Game

BARRIER = struct.Struct("=i")  # as it lies in a row

# Which seats a mask of bits names.
SEATS = tuple(tuple(seat for seat in range(8) if mask >> seat & 1) for mask in range(256))


@dataclass(frozen=True, slots=True)
class Action:
    """One decision: its code, its notation, and a sentence in any language."""

    code: int  # its number, the same in every state
    text: str = field(compare=False)  # its notation
    _state: "State" = field(compare=False, repr=False)
    _seat: int = field(compare=False, repr=False)

    def describe(self, language: str = "en") -> str:
        """What the action would do, in words."""
        return self._said(phrases(self._state.game.book.package, language))

    def recount(self, language: str = "en") -> str:
        """What the action has done, as it is told behind the name of who did it."""
        return self._said(phrases(self._state.game.book.package, language).past)

    def _said(self, say: Phrases) -> str:
        state, game = self._state, self._state.game
        return game.book.describe(game.parts_row, state.row, self._seat, self.code, say)


@formerly(record="row")
class State:
    """Where a game stands. Everything is inside one fixed-size array of bytes.

    >>> import formicarium as fm
    >>> state = fm.load("micropolis", players=2).start(seed=7)
    >>> state.play(state.to_act[0], "take 1")
    """

    __slots__ = {
        "_row": "the same memory as `bytes`, with names, once somebody has asked",
        "bytes": "all that there is to know, secrets included",
        "game": "the game with its player count and options",
    }

    def __init__(self, game: "Game", data: np.ndarray[Any, np.dtype[np.uint8]]) -> None:
        self.game = game
        self.bytes = data
        self._row: Row | None = None

    @property
    def row(self) -> Row:
        """The state as the rules see it: secret, for the authority alone."""
        if self._row is None:
            # As a view of the bytes, which takes several times as long to make.
            self._row = np.ndarray(1, self.game.book.state_layout, self.bytes)[0]
        return self._row

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide now; none when the game is over."""
        return SEATS[self.bytes.item(self.game.to_act_at)]

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to decide."""
        return self.bytes.item(self.game.to_act_at) == 0

    @property
    def barrier(self) -> int:
        """Grows when chance strikes or something hidden comes to light."""
        barrier: int = BARRIER.unpack_from(self.bytes.data, self.game.barrier_at)[0]
        return barrier

    def codes(self, seat: int) -> list[int]:
        """The codes of a seat's legal actions, in ascending order."""
        out = np.empty(self.game.book.most_legal, np.int32)
        count = self.game.stepping.list_legal(
            self.game.parts_bytes, self.bytes, self._seat(seat), out
        )
        codes: list[int] = out[:count].tolist()
        return codes

    def actions(self, seat: int) -> list[Action]:
        """A seat's legal actions, which can be read, described and played."""
        before = self.copy()
        return [before.action(seat, code) for code in self.codes(seat)]

    def action(self, seat: int, code: int) -> Action:
        """The action of that code, as this state would describe it."""
        return Action(code, self.notation(code), self, seat)

    def notation(self, code: int) -> str:
        """An action code as people write it."""
        if not 0 <= code < self.game.book.actions:
            raise IllegalAction(f"{self.game.name} has no action {code}")
        return self.game.book.write(self.game.parts_row, self.row, code)

    def play(self, seat: int, action: "int | str | Action") -> None:
        """Play an action by code, notation or object; `IllegalAction` leaves all as it was."""
        code = action if type(action) is int else self.code_of(action)
        game = self.game
        if code is None or not 0 <= code < game.book.actions:
            raise self._unknown(seat, action)
        if not game.stepping.step(game.parts_bytes, self.bytes, self._seat(seat), code):
            raise self._refused(seat, code)

    def code_of(self, action: "int | str | Action") -> int | None:
        """The code of an action given as code, notation or object; None if there is no such one."""
        if isinstance(action, Action):
            return action.code
        if isinstance(action, str):
            return self.game.book.read(self.game.parts_row, self.row, action)
        return whole_number(action)

    def scores(self) -> list[int]:
        """The points of every seat, as they would be if the game ended now."""
        return [points for points, _ in self.standings()]

    def standings(self) -> list[tuple[int, int]]:
        """The points and the tie-break of every seat; more wins."""
        out = np.zeros((self.game.players, 2), np.int64)
        self.game.stepping.standings(self.game.parts_bytes, self.bytes, out)
        return [(points, tie_break) for points, tie_break in out.tolist()]

    def winners(self) -> tuple[int, ...]:
        """The seats that have won, several after a tie; none while the game goes on."""
        return tuple(seat for seat, rank in enumerate(self.ranks()) if rank == 1)

    def ranks(self) -> tuple[int, ...]:
        """The place of every seat, counted from 1; none while the game goes on."""
        if not self.is_over:
            return ()
        from formicarium.core.standings import ranks  # compiled: not before somebody asks

        return ranks(self.standings())

    def breakdown(self) -> Document:
        """Where the points come from, ready for JSON."""
        return self.game.book.breakdown(self.game.parts_row, self.row)

    def view(self, seat: int | None) -> Document:
        """What a seat may know, ready for JSON; None is a spectator."""
        seat = None if seat is None else self._seat(seat)
        return self._headed(self.game.book.view(self.game.parts_row, self.row, seat))

    def observe(self, seat: int, observation: str = FLAT) -> np.ndarray[Any, Any]:
        """What a seat may know, as numbers; `game.observation` names the slices.

        With `observation="network"` these are bytes, and `game.network` says what each means.
        """
        game = self.game
        out = game.blank_observations(observation=observation)
        stepping = game.book.bound(STEPPING, observation)
        stepping.observed(game.parts_bytes, self.bytes, self._seat(seat), out)
        return out

    def copy(self) -> "State":
        """The same state again, to be played on independently."""
        return State(self.game, self.bytes.copy())

    def redetermined(self, seat: int | None, seed: int) -> "State":
        """A copy in which all that a seat cannot know is drawn anew."""
        other = self.copy()
        knower = -1 if seat is None else self._seat(seat)
        self.game.stepping.forget(self.game.parts_bytes, other.bytes, knower, check_seed(seed))
        return other

    def hint(self, seat: int, seconds: float = 1.0, language: str = "en") -> list[Hint]:
        """A seat's legal actions, the best first, by no more than the seat may know.

        The first few have reasons, in words of a language.

        >>> import formicarium as fm
        >>> state = fm.load("micropolis", players=2).start(seed=7)
        >>> hints = state.hint(state.to_act[0], seconds=0.1)
        >>> 0 <= hints[0].chance <= 1
        True
        >>> len(hints[0].reasons) > 0
        True
        """
        if self._seat(seat) not in self.to_act:
            raise IllegalAction(f"seat {seat} has nothing to decide now")
        return adviser()(self, seat, seconds, language)

    def to_position(self) -> Document:
        """The whole position for JSON, secrets included; `game.position` reads it back."""
        return self._headed(self.game.book.to_position(self.game.parts_row, self.row))

    def to_bytes(self) -> bytes:
        """The raw row, secrets included: equal bytes are equal states."""
        return self.bytes.tobytes()

    def key(self) -> Hashable:
        """A value for sets and dicts: equal for equal states. A state itself changes, so has none.

        >>> import formicarium as fm
        >>> game = fm.load("micropolis", players=2)
        >>> game.start(seed=7).key() in {game.start(seed=7).key()}
        True
        """
        return self.game, self.to_bytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    def __repr__(self) -> str:
        return f"<State of {self.game!r}, to act: {self.to_act}>"

    def _repr_html_(self) -> str:
        """The table as a notebook shows it: what everybody may see."""
        from formicarium.core.drawing import as_svg, picture

        return as_svg([picture(self, None)], repr(self.game))

    def _headed(self, body: Document) -> Document:
        game = self.game
        return {"game": game.name, "players": game.players, "options": game.options, **body}

    def _seat(self, seat: int) -> int:
        number = whole_number(seat)
        if number is None or not 0 <= number < self.game.players:
            last = self.game.players - 1
            raise BadOption(f"there is no seat {shown(seat)}; seats are 0 to {last}")
        return number

    def _legal(self, seat: int) -> tuple[list[str], str]:
        """The notations of the legal actions, and the end of a sentence that lists them."""
        legal = [self.notation(code) for code in self.codes(seat)]
        return legal, f"; legal now: {', '.join(legal)}" if legal else ""

    def _unknown(self, seat: int, action: object) -> IllegalAction:
        legal, instead = self._legal(seat)
        message = f"{shown(action)} is not an action of {self.game.name}{instead}"
        return IllegalAction(message, legal=legal)

    def _refused(self, seat: int, code: int) -> IllegalAction:
        book = self.game.book
        legal, instead = self._legal(seat)
        refusal = book.refusal(self.game.parts_row, self.row, seat, code)
        reason = phrases(book.package, "en")(refusal.phrase, **refusal.values)
        message = f"{self.notation(code)!r}: {reason} ({refusal.rule}){instead}"
        return IllegalAction(message, refusal.rule, legal)
