"""The games for OpenSpiel: importing this module registers every installed game.

    import pyspiel
    import formicarium.envs.openspiel

    game = pyspiel.load_game("formicarium_micropolis(players=4,variant=base)")

Every option of a game is a parameter of the same name and choices. One more, `utility`, says what
a game is worth: `rank` (who beats all others has 1, who is beaten by all has -1; the sum is 0) or
`points` (a seat's points, general sum, without a known bound).

**Chance.** With us chance happens inside an action, from a generator inside the state, so no node
of its own can come before it. Instead a game begins with eight chance nodes that draw the bytes of
its seed, each of 256 equally likely ones, the highest byte first. That is all seeds that there are,
everything after it is determined, and every node can list its outcomes: EXPLICIT_STOCHASTIC.
(SAMPLED_STOCHASTIC is for chance nodes that cannot say what may come out of them.) As nobody sees
the seed, every game has imperfect information, even one in which all but the future lies open.
A clone knows the future, as any clone does in a game of imperfect information: let searches that
must not cheat begin with `resample_from_infostate`, as OpenSpiel's ISMCTS in Python does. (Its bots
in C++ cannot play games that are written in Python.)

**Decisions.** Where several seats decide at the same time, they do so one after the other, the
lowest seat first, and nobody sees what those before have chosen: dynamics SEQUENTIAL.

**Observations.** The observation tensor is the game's own (`observe`), with its named slices; the
observation string is the seat's view as JSON. Observers can also be asked for the public part (what
a spectator sees) and for the private part (what the seat's view has beyond that), as strings. The
information state is a string, which grows with the game: all actions of the seat in notation, and
a digest of its observation each time that it has changed. As a tensor, which cannot grow, it is the
observation and one slice more, `memory`: 64 bits, a digest of that string, so that tensors differ
where information states do. (Networks that learn from it may leave that slice out.)

**Resampling.** `resample_from_infostate` draws anew all that a seat cannot know. The state that it
gives has an empty history, because the real one tells secrets, and the memories of the other seats
begin anew, because what they had seen in that other world is not known.

**Bad input.** Parameters that do not go together and illegal actions raise `pyspiel.SpielError`;
an illegal action changes nothing.
"""

import functools
import hashlib
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

import msgspec
import numpy as np

from formicarium.core.errors import BadOption, FormicariumError, MissingExtra
from formicarium.core.game import Game, load_with, readable_games, rulebook
from formicarium.core.rulebook import Document, Rulebook
from formicarium.core.state import State
from formicarium.core.text import phrases
from formicarium.envs.rewards import REWARDS, rewards_of

try:
    import pyspiel
except ImportError as error:
    message = "OpenSpiel is not installed; get it with: pip install 'formicarium[research]'"
    raise MissingExtra(message) from error

Array = np.ndarray[Any, Any]

PREFIX = "formicarium_"
MEMORY_BITS = 64  # of an information state as a tensor
SEED_BYTES = 8  # chance nodes, with
BYTES = 256  # outcomes each
NOT_BEGUN = "the game has not begun"


def register_all() -> None:
    """Make every installed game known to OpenSpiel.

    Each by a class of its own: OpenSpiel lets go of what it was given when Python has left already,
    and only a class can be let go of then.
    """
    for book in readable_games(_pass_over):
        maker = type(f"{book.name.title()}Game", (SpielGame,), {"name": book.name})
        pyspiel.register_game(game_type(book, REWARDS[0]), maker)


def _pass_over(name: str, reason: str) -> None:
    warnings.warn(f"{name} is not known to OpenSpiel: {reason}", stacklevel=2)


def game_type(book: Rulebook, utility: str) -> Any:
    """What OpenSpiel knows about a game before it is loaded."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + book.name,
        long_name=phrases(book.package, "en")("title"),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if utility == "rank" else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=book.players[-1],
        min_num_players=book.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=defaults(book),
    )


def defaults(book: Rulebook) -> dict[str, int | str]:
    """Every parameter of a game: how many play, its options, and what it is worth."""
    options = {option.name: option.default.name.lower() for option in book.options}
    players = book.usual_players or book.players.start
    return {"players": players, **options, "utility": REWARDS[0]}


@contextmanager
def spiel_errors() -> Iterator[None]:
    """What is wrong here is said in the way that OpenSpiel does."""
    try:
        yield
    except FormicariumError as error:
        raise pyspiel.SpielError(str(error)) from error


def loaded(name: str, parameters: Mapping[str, Any]) -> Game:
    """The game that parameters ask for."""
    options = dict(parameters)
    players, utility = options.pop("players"), options.pop("utility")
    with spiel_errors():
        if utility not in REWARDS:
            choices = ", ".join(REWARDS)
            raise BadOption(f"utility={utility!r} is not a choice; choose one of: {choices}")
        return _loaded_once(name, players, tuple(options.items()))


@functools.cache
def _loaded_once(name: str, players: int, options: tuple[tuple[str, str], ...]) -> Game:
    """OpenSpiel loads a game again with every state that it reads back."""
    return load_with(name, players, None, dict(options))


# pyspiel has no types, so its classes are Any to the type checker.
class SpielGame(pyspiel.Game):
    """One of the installed games, with its parameters chosen."""

    name: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        book = rulebook(self.name)
        chosen = {**defaults(book), **(parameters or {})}
        self.board = loaded(self.name, chosen)
        self.utility: str = chosen["utility"]
        by_rank = self.utility == "rank"
        bound = 1.0 if by_rank else float("inf")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.board.actions_size,
            max_chance_outcomes=BYTES,
            num_players=self.board.players,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=0.0 if by_rank else None,
            max_game_length=self.board.longest,
        )
        super().__init__(game_type(book, self.utility), info, chosen)

    def new_initial_state(self) -> "SpielState":
        """A game whose seed has not been drawn yet."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The bytes of the seed."""
        return SEED_BYTES

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "Observer":
        """What tells observations; ValueError where there is none of that kind."""
        if params:
            raise ValueError(f"observers take no parameters; these were given: {params}")
        return observer(self.board, kind or pyspiel.IIGObservationType(perfect_recall=False))

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)


class SpielState(pyspiel.State):
    """Where a game stands, and what every seat remembers of it.

    OpenSpiel copies and stores whatever lies in the dictionary of a state; the game itself lies in
    a slot beside it.
    """

    __slots__ = ("__dict__", "board", "utility")

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.board = game.board
        self.utility = game.utility
        self.seed = b""  # as far as it has been drawn; forgotten when the game begins
        self.begun = False
        self.bytes = game.board.blank.copy()
        self.memories = [""] * game.board.players
        self.sights = [""] * game.board.players  # digests of the last observations

    @property
    def house_state(self) -> State:
        """The state as everybody else here knows it: secrets included."""
        return State(self.board, self.bytes)

    def current_player(self) -> int:
        """The lowest seat that must decide, or whoever stands for chance or for the end."""
        if not self.begun:
            return int(pyspiel.PlayerId.CHANCE)
        to_act = self.house_state.to_act
        return to_act[0] if to_act else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether nothing is left to decide."""
        return self.begun and self.house_state.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of the seed: all are as likely."""
        return [(byte, 1 / BYTES) for byte in range(BYTES)]

    def returns(self) -> list[float]:
        """What the game was worth to every seat; nothing before its end."""
        if not self.begun:
            return [0.0] * self.board.players
        return rewards_of(self.house_state, self.utility)

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that a seat cannot tell from this one, drawn by numbers from 0 up to 1."""
        if not self.begun:
            same: SpielState = self.clone()
            return same
        other: SpielState = self.get_game().new_initial_state()
        other.bytes = self.house_state.redetermined(player_id, int(sampler() * (1 << 53))).bytes
        other.begun = True
        other.look_around()
        other.memories[player_id] = self.memories[player_id]
        return other

    def look_around(self) -> None:
        """Let every seat remember what it sees, if that has changed."""
        state = self.house_state
        for seat in range(self.board.players):
            seen = hashlib.blake2b(state.observe(seat).tobytes(), digest_size=8).hexdigest()
            if seen != self.sights[seat]:
                self.sights[seat] = seen
                self.memories[seat] += f"; {seen}"

    def __str__(self) -> str:
        """For the authority: a line that differs wherever states do."""
        if not self.begun:
            return f"{NOT_BEGUN}; seed {self.seed.hex()}"
        state = self.house_state
        digest = hashlib.blake2b(state.to_bytes(), digest_size=8).hexdigest()
        return f"to act {list(state.to_act)}; points {state.scores()}; state {digest}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    # What OpenSpiel asks for under these names.

    def _legal_actions(self, player: int) -> list[int]:
        return self.house_state.codes(player)

    def _apply_action(self, action: int) -> None:
        if self.begun:
            self._decide(action)
        else:
            self._draw(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action:02x}"
        with spiel_errors():
            return self.house_state.notation(action)

    def _draw(self, byte: int) -> None:
        if not 0 <= byte < BYTES:
            raise pyspiel.SpielError(f"a seed is drawn by bytes from 0 to 255, not {byte}")
        self.seed += bytes([byte])
        if len(self.seed) == SEED_BYTES:
            self.bytes = self.board.start(int.from_bytes(self.seed, "big")).bytes
            self.seed = b""
            self.begun = True
            self.look_around()

    def _decide(self, code: int) -> None:
        state, seat = self.house_state, self.current_player()
        with spiel_errors():
            state.play(seat, code)
        self.memories[seat] += f"; {state.notation(code)}"
        self.look_around()


def _restored(text: str) -> SpielState:
    """A state from its pickle."""
    state: SpielState = pyspiel.deserialize_game_and_state(text)[1]
    return state


# --- Observers ------------------------------------------------------------------------------------


class Observer:
    """Tells what a seat sees; OpenSpiel's observation.py says how such a thing is used.

    The named slices in `dict` lie in the memory of `tensor`. There are none where an observation
    can be told in words only.
    """

    def __init__(
        self,
        told: Callable[[SpielState, int], str],
        numbers: Callable[[SpielState, int], Array] | None = None,
        slices: Mapping[str, slice] | None = None,
        before: str = NOT_BEGUN,
    ) -> None:
        self.told = told
        self.numbers = numbers
        self.before = before  # what is told before the game has begun
        pieces = slices or {}
        tensor = np.zeros(sum(piece.stop - piece.start for piece in pieces.values()), np.float32)
        self.tensor = tensor if pieces else None
        self.dict = {name: tensor[piece] for name, piece in pieces.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        """Let the numbers be what a seat sees; zeros before the game has begun."""
        if self.tensor is not None and self.numbers is not None:
            self.tensor[:] = self.numbers(state, player) if state.begun else 0

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat sees, in words."""
        return self.told(state, player) if state.begun else self.before


def observer(board: Game, kind: Any) -> Observer:
    """An observer of that kind; ValueError where there is none."""
    private = kind.private_info
    one, nobody = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
    if kind.public_info and private == one and kind.perfect_recall:
        size = sum(length for _, length in board.book.observation)
        slices = board.observation | {"memory": slice(size, size + MEMORY_BITS)}
        return Observer(memory, remembered, slices)
    if kind.public_info and private == one:
        return Observer(view, observed, board.observation)
    if kind.public_info and private == nobody and not kind.perfect_recall:
        return Observer(public_view)
    if not kind.public_info and private == one and not kind.perfect_recall:
        return Observer(private_view, before="")
    raise ValueError("what a seat sees is told with its private part alone, or without it")


def memory(state: SpielState, seat: int) -> str:
    """All that a seat has done and seen."""
    return f"seat {seat}{state.memories[seat]}"


def remembered(state: SpielState, seat: int) -> Array:
    """What a seat sees now, and bits that stand for all that it has done and seen."""
    digest = hashlib.blake2b(memory(state, seat).encode(), digest_size=MEMORY_BITS // 8).digest()
    return np.concatenate([observed(state, seat), np.unpackbits(np.frombuffer(digest, np.uint8))])


def view(state: SpielState, seat: int) -> str:
    """All that a seat may know now."""
    return written(state.house_state.view(seat))


def observed(state: SpielState, seat: int) -> Array:
    """The same as numbers."""
    return state.house_state.observe(seat)


def public_view(state: SpielState, seat: int) -> str:
    """What everybody may know."""
    return written(state.house_state.view(None))


def private_view(state: SpielState, seat: int) -> str:
    """Those parts of a seat's view that a spectator sees otherwise or not at all."""
    public = state.house_state.view(None)
    return written(
        {
            name: value
            for name, value in state.house_state.view(seat).items()
            if name not in public or public[name] != value
        }
    )


def written(document: Document) -> str:
    """A document as text; nothing if nothing is in it."""
    return msgspec.json.encode(document).decode() if document else ""


register_all()
