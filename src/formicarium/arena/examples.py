"""Datasets as examples to learn from, for NumPy, PyTorch and JAX."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from formicarium.arena.dataset import Dataset, Decisions
from formicarium.core.errors import MissingExtra

SIZE = 1024


class Examples(NamedTuple):
    """Some decisions as a network learns from them: a row for each in every array."""

    observation: Any
    mask: Any  # yes or no, by action code
    policy: Any  # how likely each action should be
    win_share: Any  # what came of it for the seat that decided
    value: Any  # what a search expected of it; NaN where nobody searched


def examples(data: Dataset, size: int = SIZE, seed: int | None = None) -> Iterator[Examples]:
    """All decisions of a dataset, so many at a time.

    With a seed they come in another order: mixed within each eight batches, so that the file need
    not be held in memory.
    """
    dice = None if seed is None else np.random.default_rng(seed)
    for rows in data.batches(size if dice is None else 8 * size):
        order = np.arange(len(rows.action)) if dice is None else dice.permutation(len(rows.action))
        whole = _example(rows, data.actions)
        for first in range(0, len(order), size):
            yield Examples(*(column[order[first : first + size]] for column in whole))


def torch_examples(
    data: Dataset, size: int = SIZE, seed: int | None = None, device: Any = "cpu"
) -> Iterator[Examples]:
    """The same as tensors of PyTorch, on a device."""
    torch = library("torch", "PyTorch")
    for some in examples(data, size, seed):
        yield Examples(*(torch.from_numpy(column).to(device) for column in some))


def jax_examples(
    data: Dataset, size: int = SIZE, seed: int | None = None, device: Any = None
) -> Iterator[Examples]:
    """The same as arrays of JAX, on a device or where JAX puts them."""
    jax = library("jax", "JAX")
    for some in examples(data, size, seed):
        yield Examples(*(jax.device_put(column, device) for column in some))


def _example(rows: Decisions, actions: int) -> Examples:
    return Examples(
        rows.observation, rows.masks(actions), rows.policies(actions), rows.win_share, rows.value
    )


def library(name: str, called: str) -> Any:
    """A library that is not needed otherwise."""
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtra(f"{called} is needed: pip install {name}") from error
