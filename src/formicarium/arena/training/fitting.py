"""How a network learns: from positions, how their games ended and what searches thought of them.

Written once over arrays of NumPy or PyTorch. What is made small is how surprised one is by the
winner (log-loss), and beside it by the lead in points, as `formicarium tune` does it.
"""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from formicarium.bots.inputs import (
    ACTIVE_BITS,
    HIDDEN,
    MOST_ACTIVE,
    ONE,
    WIDTH,
    reads_of,
    sizes_of,
)
from formicarium.core.errors import BadOption, FormicariumError, MissingExtra, one_line
from formicarium.core.rulebook import Rulebook

Array = Any  # of NumPy or PyTorch

CPU, CUDA = DEVICES = "cpu", "cuda"
LEAD = 0.1  # how much the lead counts beside the victory
MOST = MOST_ACTIVE / (1 << ACTIVE_BITS)  # that a number between two layers can be
MOST_OPENED = 1.0  # as in bots/correction.py
BATCH = 1024
DECAY, FORGET, TINY = 0.9, 0.999, 1e-8  # of Adam


Weights = dict[str, np.ndarray[Any, Any]]
Spreads = np.ndarray[Any, Any]


class LostDevice(FormicariumError):
    """What it was reckoned on is gone, or has no memory left."""


@contextmanager
def reckoning(device: str) -> Iterator[None]:
    """Whatever goes wrong here with a device is its own fault."""
    try:
        yield
    except (RuntimeError, MemoryError) as error:
        if device == CPU:
            raise
        raise LostDevice(
            f"the device {device} was lost: {one_line(str(error))[:200]}; what was played and "
            "learned before is kept: run the same command again to go on"
        ) from error


class Arrays:
    """Where it is reckoned: `xp` is NumPy or PyTorch."""

    def __init__(self, device: str = CPU) -> None:
        self.device, self.xp = device, np if device == CPU else _torch(device)

    def put(self, numbers: np.ndarray[Any, Any]) -> Array:
        """An array there, of single precision or whole."""
        kind = np.float32 if numbers.dtype.kind == "f" else np.int64
        here = np.ascontiguousarray(numbers, kind)
        return here if self.device == CPU else self.xp.as_tensor(here, device=self.device)

    def zeros(self, rows: int, columns: int) -> Array:
        """A table there, with nothing in it."""
        there = {} if self.device == CPU else {"device": self.device}
        return self.xp.zeros((rows, columns), dtype=self.xp.float32, **there)

    def get(self, numbers: Array) -> np.ndarray[Any, Any]:
        """An array here."""
        return np.asarray(numbers if self.device == CPU else numbers.cpu().numpy())


def _torch(device: str) -> Any:
    if device not in DEVICES:
        raise BadOption(f"device={device!r} is not known; choose one of: {', '.join(DEVICES)}")
    if importlib.util.find_spec("torch") is None:
        raise MissingExtra('--device cuda needs PyTorch: pip install "formicarium[train]"')
    torch = importlib.import_module("torch")
    if not torch.cuda.is_available():
        raise BadOption("device='cuda': PyTorch finds no GPU here; --device cpu needs none")
    return torch


class Lessons(NamedTuple):
    """Positions as a network learns from them: a row for each, seats as it sees them."""

    x: Array  # what it is handed, one column for each row of weights
    base: Array  # expected points by hand, as a part of how open it is
    open: Array  # how open, by hand
    here: Array  # 1 for each seat that is taken
    target: Array  # chances of winning as they should be
    lead: Array  # by how much each ended ahead of the mean
    weight: Array  # how much a point of lead counts


def spreads_of(samples: np.ndarray[Any, Any]) -> Spreads:
    """How far apart seats end, squared, by the number of players."""
    here = _here(samples)
    leads = _apart(samples["score"], here) ** 2
    found = np.ones(here.shape[1] + 1)
    for players in np.unique(samples["players"]):
        found[players] = leads[samples["players"] == players].sum(axis=1).mean() / players
    return np.maximum(found, 1e-3)


def _here(samples: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return (np.arange(samples["points"].shape[1]) < samples["players"][:, None]).astype(np.float32)


def _apart(points: np.ndarray[Any, Any], here: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    usual = (points * here).sum(axis=1, keepdims=True) / here.sum(axis=1, keepdims=True)
    away: np.ndarray[Any, Any] = (points - usual) * here
    return away


def told(
    book: Rulebook,
    arrays: Arrays,
    samples: np.ndarray[Any, Any],
    spreads: Spreads,
    mix: float = 1.0,
) -> Lessons:
    """Samples as arrays; of what should be told `mix` is the outcome, the rest their value."""
    here, open_ = _here(samples), samples["openness"][:, None]
    x = spread_out(book, arrays, samples["inputs"])
    players = samples["players"]
    target = mix * samples["share"] + (1 - mix) * samples["value"]
    spread = spreads[players] * players
    numbers = (
        *(samples["points"] / open_, open_, here, target / target.sum(axis=1, keepdims=True)),
        *(_apart(samples["score"], here), LEAD / spread[:, None]),
    )
    return Lessons(x, *(arrays.put(np.asarray(number, np.float32)) for number in numbers))


def spread_out(book: Rulebook, arrays: Arrays, inputs: np.ndarray[Any, Any]) -> Array:
    """What a network is handed, with a column for each row of its weights."""
    reads, rows, where = reads_of(book), sizes_of(book)["ROWS"], arrays.xp.where
    numbers, row = arrays.put(inputs), arrays.put(reads["row"])
    is_category = arrays.put(reads["usual"]) == 0
    columns = where(is_category, row + numbers - 1, row)
    columns = where(numbers == 0, rows, columns)  # which is left out in the end
    x = arrays.zeros(len(inputs), rows + 1)
    lines = arrays.put(np.arange(len(inputs)))[:, None]
    x[lines, columns] = where(is_category, 1.0, numbers / ONE)
    return x[:, :rows]


# --- The network ----------------------------------------------------------------------------------


def new_weights(book: Rulebook, seed: int) -> Weights:
    """A network that says nothing yet: its last layer is 0, so it plays as the hand judgement."""
    rng, sizes = np.random.default_rng(seed), sizes_of(book)
    first = rng.normal(0, 0.5 / sizes["INPUTS"] ** 0.5, (sizes["ROWS"], WIDTH))
    second = rng.normal(0, (2 / WIDTH) ** 0.5, (HIDDEN, WIDTH))
    outputs = sizes["SEATS"] + 1
    found = {
        "first": first,
        "first_bias": np.full(WIDTH, 0.1),
        "second": second,
        "second_bias": np.full(HIDDEN, 0.1),
        "last": np.zeros((outputs, HIDDEN)),
        "last_bias": np.zeros(outputs),
    }
    return {name: numbers.astype(np.float32) for name, numbers in found.items()}


class Passed(NamedTuple):
    """What goes through a network, layer by layer."""

    active: Array
    hidden: Array
    out: Array


def forward(xp: Any, weights: dict[str, Array], x: Array) -> Passed:
    """From what it is handed to what it says."""
    active = xp.clip(x @ weights["first"] + weights["first_bias"], 0.0, MOST)
    hidden = xp.clip(active @ weights["second"].T + weights["second_bias"], 0.0, MOST)
    return Passed(active, hidden, hidden @ weights["last"].T + weights["last_bias"])


def backward(weights: dict[str, Array], x: Array, passed: Passed, slope: Array) -> dict[str, Array]:
    """How the loss changes with each weight, if it changes so with what the network says."""
    hidden = (slope @ weights["last"]) * ((passed.hidden > 0) & (passed.hidden < MOST))
    active = (hidden @ weights["second"]) * ((passed.active > 0) & (passed.active < MOST))
    return {
        "first": x.T @ active,
        "first_bias": active.sum(axis=0),
        "second": hidden.T @ passed.active,
        "second_bias": hidden.sum(axis=0),
        "last": slope.T @ passed.hidden,
        "last_bias": slope.sum(axis=0),
    }


class Loss(NamedTuple):
    """How wrong a network is, and how that changes with what it says; means over positions."""

    surprise: float  # by the winner
    total: float
    slope: Array


def loss_of(xp: Any, out: Array, told: Lessons) -> Loss:
    """The surprise by who wins, and by the lead."""
    opened = xp.clip(out[:, -1:], -MOST_OPENED, MOST_OPENED)
    leads, size = told.base + out[:, :-1], len(out)
    odds = leads * xp.exp(-opened) - 1e9 * (1.0 - told.here)
    odds = odds - xp.amax(odds, axis=1, keepdims=True)
    chances = xp.exp(odds) * told.here
    total = chances.sum(axis=1, keepdims=True)
    chances = chances / total
    surprise = -(told.target * (odds - xp.log(total)) * told.here).sum() / size
    wrong = (chances - told.target) * told.here
    away = leads * told.open * told.here
    players = told.here.sum(axis=1, keepdims=True)
    away = (away - away.sum(axis=1, keepdims=True) / players) * told.here - told.lead
    by_lead = 0.5 * (told.weight * away**2).sum() / size
    slope = wrong * xp.exp(-opened) + told.weight * away * told.open
    turn = -(wrong * leads * xp.exp(-opened)).sum(axis=1, keepdims=True)
    turn = turn * ((out[:, -1:] > -MOST_OPENED) & (out[:, -1:] < MOST_OPENED))
    slopes = xp.concatenate([slope, turn], axis=1) / size
    return Loss(float(surprise), float(surprise + by_lead), slopes)


# --- Learning -------------------------------------------------------------------------------------


class Schedule(NamedTuple):
    """How it learns."""

    epochs: int  # times through all samples
    rate: float  # how far a step goes, at first
    mix: float  # the share of the outcome in what it should say, beside what the search found
    seed: int

    def steps(self, samples: int) -> int:
        """How many steps that takes."""
        return self.epochs * -(-samples // BATCH)


class Student:
    """A network while it learns."""

    def __init__(self, book: Rulebook, arrays: Arrays, weights: Weights, spreads: Spreads) -> None:
        self.book, self.arrays, self.spreads, self.known = book, arrays, spreads, weights
        self.begin()

    def begin(self) -> None:
        """Know again what it knew at first."""
        self.weights = {name: self.arrays.put(one.copy()) for name, one in self.known.items()}

    def learn(self, samples: np.ndarray[Any, Any], schedule: Schedule) -> Iterator[int]:
        """Go through all samples, some a step, ever more slowly."""
        xp, moments = self.arrays.xp, Moments(self.weights)
        for number, batch in enumerate(_batches(samples, schedule)):
            part = told(self.book, self.arrays, batch, self.spreads, schedule.mix)
            passed = forward(xp, self.weights, part.x)
            found = loss_of(xp, passed.out, part)
            if not np.isfinite(found.total):
                raise FloatingPointError("what it learns makes it no number")
            slopes = backward(self.weights, part.x, passed, found.slope)
            left = 0.5 * (1 + np.cos(np.pi * number / schedule.steps(len(samples))))
            moments.move(xp, self.weights, slopes, float(schedule.rate * left))
            yield 1

    def surprise(self, samples: np.ndarray[Any, Any]) -> float:
        """How surprised it is by who wins, on average over samples."""
        return self._surprise(samples, self.weights)

    def surprise_by_hand(self, samples: np.ndarray[Any, Any]) -> float:
        """How surprised the hand judgement is."""
        return self._surprise(samples, {name: 0 * one for name, one in self.weights.items()})

    def _surprise(self, samples: np.ndarray[Any, Any], weights: dict[str, Array]) -> float:
        found = 0.0
        for first in range(0, len(samples), BATCH):
            some = samples[first : first + BATCH]
            part = told(self.book, self.arrays, some, self.spreads)
            out = forward(self.arrays.xp, weights, part.x).out
            found += loss_of(self.arrays.xp, out, part).surprise * len(some)
        return found / max(len(samples), 1)

    def taken_home(self) -> Weights:
        """Its weights, as NumPy has them."""
        return {name: self.arrays.get(one) for name, one in self.weights.items()}


def _batches(samples: np.ndarray[Any, Any], schedule: Schedule) -> Iterator[np.ndarray[Any, Any]]:
    rng = np.random.default_rng(schedule.seed)
    for _ in range(schedule.epochs):
        order = rng.permutation(len(samples))
        for first in range(0, len(samples), BATCH):
            yield samples[order[first : first + BATCH]]


class Moments:
    """How weights have been moving (Adam)."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self.steps = 0
        self.first = {name: 0 * one for name, one in weights.items()}
        self.second = {name: 0 * one for name, one in weights.items()}

    def move(
        self, xp: Any, weights: dict[str, Array], slopes: dict[str, Array], rate: float
    ) -> None:
        """One step down."""
        self.steps += 1
        for name, slope in slopes.items():
            first, second = self.first[name], self.second[name]
            first *= DECAY
            first += (1 - DECAY) * slope
            second *= FORGET
            second += (1 - FORGET) * slope**2
            usual = xp.sqrt(second / (1 - FORGET**self.steps)) + TINY
            weights[name] -= rate * (first / (1 - DECAY**self.steps)) / usual
