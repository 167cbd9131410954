"""Many games at once, as arrays without any library."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from formicarium.core.errors import BadOption
from formicarium.core.game import Game
from formicarium.core.layout import layout
from formicarium.core.options import check_count, check_seed
from formicarium.core.rulebook import FLAT
from formicarium.core.state import State
from formicarium.envs.rewards import number_of

TEMPLATE = "formicarium.envs.stepping"

# The arrays that a batch goes on from.
REMEMBERED = (
    "states",
    "lanes",
    "observations",
    "last_observations",
    "masks",
    "codes",
    "finished",
    "rewards",
    "standings",
)

Array = np.ndarray[Any, Any]


class Batch:
    """Many games of one kind, played in step: every call plays one action in each of them.

    What a step writes lies in arrays that stay the same from beginning to end, one row a game:

    - `seats`: who is asked; where several decide at once, the first of them;
    - `observations`: what that seat knows (`game.observation` names the slices; with
      `observation="network"` these are bytes, and `game.network` does);
    - `masks`: which actions it may choose; `codes` and `counts` list the same actions;
    - `finished`: whether this step ended a game; the next has begun then already;
    - `rewards`: what every seat is paid, 0 but where a game has just ended;
    - `scores`, `standings`, `last_observations`: how the last finished game ended;
    - `illegal`: how many answers were not allowed. They leave a game as it was.

    Game k of row i is that of the seed `seed_of(seed_of(seed, i), k)`, however many threads share
    the work. With `opponents="random"` only one seat of each game is asked, another one in every
    game, and the others play at random.

    >>> import formicarium as fm
    >>> batch = Batch(fm.load("micropolis", players=2), count=3, seed=7)
    >>> batch.step(batch.codes[:, 0])
    >>> batch.observations.shape, batch.masks.shape
    ((3, 197), (3, 47))
    """

    def __init__(
        self,
        game: Game,
        count: int,
        seed: int = 0,
        reward: str = "rank",
        opponents: str | None = None,
        threads: int = 1,
        observation: str = FLAT,
    ) -> None:
        if opponents not in (None, "random"):
            raise BadOption(f"opponents={opponents!r}: a batch has none, or 'random' ones")
        self.game = game
        self.count = _at_least_one("game", check_count("count", count))
        self.reward = reward
        self.opponents = opponents
        self.kind = number_of(reward)
        self.observation = observation
        self.template = game.book.bound(TEMPLATE, observation)
        self.blank = game.blank.view(game.book.state_layout)
        self.shares = _shares(self.count, _at_least_one("thread", check_count("threads", threads)))
        self.pool = ThreadPoolExecutor(len(self.shares) - 1) if len(self.shares) > 1 else None
        self._lay_out(learners=opponents is not None)
        self.reset(seed)

    def _lay_out(self, learners: bool) -> None:
        """Make all arrays, and show compiled code the same memory as rows."""
        game, count, book = self.game, self.count, self.game.book
        self.states = np.zeros((count, book.state_layout.itemsize), np.uint8)
        self.observations = game.blank_observations(count, observation=self.observation)
        self.last_observations = np.zeros_like(self.observations)
        self.masks = np.zeros((count, book.actions), np.bool_)
        self.codes = np.zeros((count, book.most_legal), np.int32)
        self.finished = np.zeros(count, np.bool_)
        # As wide as for the most players: another width would have to be compiled anew.
        rewards = np.zeros((count, book.players[-1]), np.float32)
        standings = np.zeros((count, book.players[-1], 2), np.int64)
        self.rewards = rewards[:, : game.players]
        self.standings = standings[:, : game.players]
        self.scores = self.standings[:, :, 0]
        self.lanes = np.zeros(count, self.template.LANE)
        self.lanes["learner"] = 0 if learners else -1
        self.seats, self.counts, self.illegal = (
            self.lanes[name] for name in ("asked", "count", "illegal")
        )
        self.rows = self.template.Lanes(
            states=self.states.view(book.state_layout)[:, 0],
            lanes=self.lanes,
            lists=_as_rows(self.codes, "codes"),
            masks=_as_rows(self.masks.view(np.int8), "allowed"),
            observations=_as_rows(self.observations, "numbers"),
            last_observations=_as_rows(self.last_observations, "numbers"),
            standings=_as_rows(standings, "seats"),
            rewards=_as_rows(rewards, "seats"),
            finished=self.finished,
        )

    def reset(self, seed: int) -> None:
        """Begin all games anew, with other seeds."""
        self.lanes["number"] = np.arange(self.count)
        self.lanes["seed"] = check_seed(seed)
        self.lanes["games"] = self.lanes["illegal"] = 0
        self.lanes["asked"] = self.template.NOBODY
        self.rows.rewards["seats"] = 0
        self.finished[:] = False
        self._share_out(np.zeros(self.count, np.int64))

    def step(self, actions: Array) -> None:
        """Play an action in every game: that of the seat which is asked there."""
        self._share_out(self.checked(actions))

    def redetermine(self, seed: int) -> None:
        """Draw anew, in every game, what the seat that is asked cannot know."""
        self.template.forget(self.game.parts_bytes, self.rows, np.uint64(check_seed(seed)))

    def start_from(self, states: Array) -> None:
        """Go on from other states, one for each game, as bytes (`state.bytes`)."""
        given = np.asarray(states)
        if given.shape != self.states.shape or given.dtype != np.uint8:
            raise BadOption(f"states must be bytes of the shape {self.states.shape}")
        self.states[:] = given
        self.lanes["asked"] = self.template.GIVEN
        self._share_out(np.zeros(self.count, np.int64))

    def copy(self) -> "Batch":
        """Another batch in which the same games go on."""
        return self.take(np.arange(self.count))

    def take(self, rows: Array, out: "Batch | None" = None, at: int = 0) -> "Batch":
        """A batch of some of the games, each as often as it is named, from where they stand.

        `out` is a batch whose games are written over, those from number `at` on; else a new one
        is made.
        """
        wanted = np.asarray(rows, np.intp)
        if len(wanted) and not 0 <= wanted.min() <= wanted.max() < self.count:
            raise BadOption(f"rows are numbers of games, from 0 to {self.count - 1}")
        other = Batch(*self._settings(len(wanted))) if out is None else out
        end, kind = at + len(wanted), (other.game, other.observation)
        if kind != (self.game, self.observation) or not 0 <= at <= end <= other.count:
            room = f"with room for {len(wanted)} from number {at} on"
            raise BadOption(f"out must be a batch of games of the same kind, {room}")
        for name in REMEMBERED:
            getattr(other, name)[at:end] = getattr(self, name)[wanted]
        return other

    def checked(self, actions: Any) -> Array:
        """Whole numbers, one for each game: allowed or not."""
        given = np.asarray(actions)
        if given.shape != (self.count,):
            raise BadOption(f"{self.count} actions are needed, not the shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise BadOption(f"actions are whole numbers, not {given.dtype}")
        return np.ascontiguousarray(given, np.int64)

    def random_actions(self, dice: np.random.Generator) -> Array:
        """A legal action for every game, each as likely as any other."""
        places = (dice.random(self.count, np.float32) * self.counts).astype(np.intp)
        # Rounding may lead to the one behind the last.
        np.minimum(places, self.counts - 1, out=places)
        chosen: Array = self.codes[np.arange(self.count), places]
        return chosen

    def state(self, index: int) -> State:
        """A copy of one of the games, secrets included."""
        return State(self.game, self.states[index].copy())

    def __reduce__(self) -> tuple[Any, ...]:
        kept = {name: getattr(self, name) for name in REMEMBERED}
        return _restored, (self._settings(self.count), kept)

    def _settings(self, count: int) -> tuple[Any, ...]:
        """What makes another batch of this kind, for so many games."""
        rest = (self.reward, self.opponents, len(self.shares), self.observation)
        return self.game, count, 0, *rest

    def close(self) -> None:
        """Let the threads go."""
        if self.pool is not None:
            self.pool.shutdown()

    def _share_out(self, actions: Array) -> None:
        """Let every thread play its share of the games."""
        work = partial(
            self.template.step, self.game.parts_bytes, self.blank, self.rows, actions, self.kind
        )
        mine, *others = self.shares
        tasks = [self.pool.submit(work, *share) for share in others] if self.pool else []
        work(*mine)
        for task in tasks:
            task.result()


def _restored(settings: tuple[Any, ...], remembered: dict[str, Array]) -> Batch:
    """A batch from its pickle: the same games, which go on in the same way."""
    batch = Batch(*settings)
    for name, array in remembered.items():
        getattr(batch, name)[...] = array
    return batch


def _at_least_one(what: str, number: int) -> int:
    if number == 0:
        raise BadOption(f"at least one {what} is needed")
    return number


def _shares(count: int, threads: int) -> list[tuple[int, int]]:
    """From which to which game each thread plays."""
    borders = [count * number // threads for number in range(threads + 1)]
    return list(pairwise(borders))


def _as_rows(array: Array, field: str) -> Array:
    """The same memory, seen as rows with one field."""
    row = layout((field, array.dtype, array.shape[1:]))
    return array.reshape(len(array), -1).view(row)[:, 0]
