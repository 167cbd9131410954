"""Many games at once on a GPU."""

from typing import Any

import numpy as np

from .arrays import Array, taken, zeros
from .errors import GpuError
from .program import Program, device_of

REWARDS = ("rank", "points")
FLAT, NETWORK = "flat", "network"
NOBODY = -1
THREADS = 256  # of a block: where nothing but copies is done, and at most in a step
ROOM = 1024  # games of a block, at most
BLOCKS = 4  # that every processor of a GPU should have, at least
SHARES = (128, 512)  # games of a block, where there are few or many

# The arrays that a batch goes on from, in the order in which they are made.
REMEMBERED = (
    *("states", "lanes", "observations", "last_observations", "masks", "codes", "finished"),
    *("rewards", "standings", "seats", "counts", "illegal"),
)


class DeviceBatch:
    """Many games of one kind on a GPU, played in step: the meaning is that of a batch on the CPU.

    What a step writes lies in arrays on the GPU that stay where they are from beginning to end:
    `states`, `observations`, `masks`, `codes`, `counts`, `seats`, `finished`, `rewards`,
    `standings`, `scores`, `last_observations`, `illegal`.
    """

    def __init__(
        self,
        program: Program,
        setting: str,
        count: int,
        seed: int = 0,
        reward: str = "rank",
        opponents: str | None = None,
        device: Any = 0,
        observation: str = FLAT,
    ) -> None:
        if reward not in REWARDS:
            raise GpuError(f"reward={reward!r} is not a choice; choose one of: {REWARDS}")
        if opponents not in (None, "random"):
            raise GpuError(f"opponents={opponents!r}: a batch has none, or 'random' ones")
        if observation not in (FLAT, NETWORK):
            raise GpuError(f"observation={observation!r}: there are {FLAT!r} and {NETWORK!r}")
        if observation == NETWORK and not program.manifest["network"]:
            raise GpuError(f"observation={NETWORK!r}: this game has none for networks")
        self.program, self.setting, self.observation = program, setting, observation
        seed = _seed(seed)
        self.count = _at_least_one(count)
        self.reward, self.opponents = reward, opponents
        self.device = device_of(device) if isinstance(device, int) else device
        self.looking = True  # whether a step writes observations
        self.way = way_for(self.count, self.device.processors)
        self._lay_out()
        self.reset(seed)

    def _lay_out(self) -> None:
        manifest, count = self.program.manifest, self.count
        told, blank, parts = self.program.setting(self.setting)
        self.players = int(told["players"])
        looks: tuple[Any, ...] = np.uint8, count, manifest["network"]
        if self.observation == FLAT:
            looks = np.float32, count, sum(length for _, length in manifest["observation"])

        def array(item: Any, *shape: int) -> Array:
            return zeros(self.device, shape, item)

        self.blank, self.parts = (self._stored(content) for content in (blank, parts))
        self.kinds = self._stored(bytes(manifest["kinds"]))
        self.states = array(np.uint8, count, len(blank))
        self.lanes = array(np.uint8, count, self.program.lane_layout.itemsize)
        self.observations, self.last_observations = (array(*looks) for _ in range(2))
        self.masks = array(np.bool_, count, manifest["actions"])
        self.codes = array(np.int32, count, manifest["most_legal"])
        self.finished = array(np.bool_, count)
        self.rewards = array(np.float32, count, self.players)
        self.standings = array(np.int64, count, self.players, 2)
        self.scores = Array(
            self.standings.memory, (count, self.players), np.int64, self.standings.strides[:2]
        )
        self.seats, self.counts, self.illegal = (array(np.int64, count) for _ in range(3))
        self.picks = array(np.int64, count)
        self.kept: dict[str, dict[str, list[int]]] = {}  # arguments that stay the same

    def reset(self, seed: int) -> None:
        """Begin all games anew, with other seeds."""
        lanes = np.zeros(self.count, self.program.lane_layout)
        lanes["number"] = np.arange(self.count)
        lanes["seed"] = _seed(seed)
        lanes["learner"] = 0 if self.opponents else -1
        lanes["asked"] = NOBODY
        self.lanes.put(lanes.view(np.uint8).reshape(self.lanes.shape))
        for array in (self.masks, self.illegal):
            self.device.clear(array.address, array.size * array.dtype.itemsize)
        self._step(self.picks)

    def step(self, actions: Any) -> None:
        """Play an action in every game: that of the seat which is asked there."""
        given = taken(actions, self.device, "actions", (self.count,), None)
        if given.dtype not in (np.int32, np.int64):
            raise GpuError(f"actions must be int32 or int64, not {given.dtype}")
        self._step(given)
        self.answers = given  # until the next step: what is given back might be used anew meanwhile

    def random_actions(self, seed: int) -> Array:
        """A legal action for every game, each as likely; the next call writes over them."""
        self._launch("pick", seed=_seed(seed))
        return self.picks

    def redetermine(self, seed: int) -> None:
        """Draw anew, in every game, what the seat that is asked cannot know."""
        self._launch("forget", seed=_seed(seed))

    def start_from(self, states: Any) -> None:
        """Go on from other states, one for each game, as bytes: an array here or on the host."""
        if isinstance(states, np.ndarray):
            if states.shape != self.states.shape or states.dtype != np.uint8:
                raise GpuError(f"states must be bytes of the shape {self.states.shape}")
            given: Any = zeros(self.device, self.states.shape, np.uint8)
            given.put(states)
        else:
            given = taken(states, self.device, "states", self.states.shape, np.uint8)
        self._launch("give", given=given)
        self._step(self.picks)

    def copy(self) -> "DeviceBatch":
        """Another batch in which the same games go on."""
        return self.take(np.arange(self.count))

    def take(self, rows: Any, out: "DeviceBatch | None" = None, at: int = 0) -> "DeviceBatch":
        """A batch of some of the games, each as often as it is named, from where they stand.

        `out` is a batch whose games are written over, those from number `at` on; else a new one
        is made. Numbers that no game has are refused in a list of the host; those in an array on
        the GPU are not looked at here, and leave that place of the other batch as it was.
        """
        wanted = self._rows(rows)
        number = wanted.shape[0]
        other = self._empty(number) if out is None else out
        kind = other.program, other.setting, other.observation
        same = kind == (self.program, self.setting, self.observation)
        if not same or not 0 <= at <= at + number <= other.count:
            room = f"with room for {number} from number {at} on"
            raise GpuError(f"out must be a batch of games of the same kind, {room}")
        if other is self:  # rows would be read that are written already
            return self.copy().take(rows, out, at)
        other.looking = self.looking
        for name in REMEMBERED:
            source, target = getattr(self, name), getattr(other, name)
            size = int(np.prod(source.shape[1:])) * source.dtype.itemsize
            kernel = "take_bytes" if size % 4 else "take_words"
            tables = {"source": _as_table(source), "target": _as_table(target, at)}
            words = self.program.words(kernel, tables | {"rows": wanted})
            self.program.kernel(self.device, kernel).launch(4 * self.device.processors, 512, words)
        return other

    def _rows(self, rows: Any) -> Any:
        if isinstance(rows, np.ndarray | list | range):
            listed = np.ascontiguousarray(rows, np.int64).ravel()
            if listed.size == 0 or listed.min() < 0 or listed.max() >= self.count:
                raise GpuError(f"rows must be numbers of games, from 0 to {self.count - 1}")
            given = zeros(self.device, listed.shape, np.int64)
            given.put(listed)
            return given
        shape = tuple(getattr(rows, "shape", ()))
        return taken(rows, self.device, "rows", shape if len(shape) == 1 else (-1,), np.int64)

    def _empty(self, count: int) -> "DeviceBatch":
        settings = (self.program, self.setting, count, 0, self.reward, self.opponents)
        return DeviceBatch(*settings, self.device, self.observation)

    def _step(self, actions: Any) -> None:
        way = self.way
        share = min(max(1, way["share"]), ROOM)
        self._launch(
            "step" if self.observation == FLAT else "step_network",
            blocks=-(-self.count // share),
            threads=min(way["threads"], THREADS),
            actions=actions,
            width=actions.dtype.itemsize // 4,
            kind=REWARDS.index(self.reward),
            share=share,
            grouped=int(way["grouped"]),
            looking=int(self.looking),
        )

    def _launch(self, kernel: str, blocks: int = 0, threads: int = THREADS, **given: Any) -> None:
        """Begin a kernel on the games."""
        if kernel not in self.kept:
            known = vars(self) | {"lists": self.codes} | given
            self.kept[kernel] = {
                name: self.program.words_of(known[name], size, dimensions)
                for name, size, dimensions in self.program.parameters(kernel)
            }
        words = self.program.words(kernel, given, self.kept[kernel])
        blocks = blocks or -(-self.count // threads)
        self.program.kernel(self.device, kernel).launch(blocks, threads, words)

    def _stored(self, content: bytes) -> Array:
        array = zeros(self.device, (len(content),), np.uint8)
        array.put(np.frombuffer(content, np.uint8))
        return array


def _as_table(array: Array, first: int = 0) -> Array:
    """Rows of bytes, whatever they hold, from one of them on."""
    width = int(np.prod(array.shape[1:])) * array.dtype.itemsize
    return Array(array.memory, (array.shape[0] - first, width), np.uint8, offset=first * width)


def way_for(count: int, processors: int) -> dict[str, Any]:
    """How steps are carried out: in large blocks, as long as every processor has some of them."""
    few, many = SHARES
    share = min(max(few, count // (BLOCKS * processors)), many)
    return {"grouped": True, "threads": min(share, THREADS), "share": share}


def _at_least_one(count: Any) -> int:
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 1:
        raise GpuError(f"count={count!r}: at least one game is needed")
    return int(count)


def _seed(seed: Any) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 1 << 64:
        raise GpuError(f"seed={seed!r} must be a whole number from 0 to 2**64 - 1")
    return int(seed)
