"""A network of one layer, in NumPy: it learns to tell how likely the seat that decides wins."""

from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float32]]

UNITS = 64
AT_A_TIME = 256  # examples of a step
EPOCHS = 30  # at most
PATIENCE = 3  # epochs without any gain
PACE = 1e-3
DECAY = 1e-2  # of weights, in each epoch's worth of steps
RATES = (0.9, 0.999)  # by which Adam forgets


class Examples(NamedTuple):
    """What was observed, and the share of the victory that came of it."""

    inputs: Array
    shares: Array


def learned(learn: Examples, choose: Examples, test: Examples, seed: int) -> float:
    """The log-loss on games not seen, by the weights that did best on those to choose by."""
    dice = np.random.default_rng(seed)
    width = learn.inputs.shape[1]
    weights = [
        dice.normal(0, np.sqrt(1 / width), (width, UNITS)).astype(np.float32),
        np.zeros(UNITS, np.float32),
        np.zeros((UNITS, 1), np.float32),
        np.zeros(1, np.float32),
    ]
    moments = [(np.zeros_like(one), np.zeros_like(one)) for one in weights]
    best, kept, waited, steps = np.inf, weights, 0, 0
    for _ in range(EPOCHS):
        for some in np.array_split(
            dice.permutation(len(learn.shares)), len(learn.shares) // AT_A_TIME
        ):
            steps += 1
            step(weights, moments, steps, Examples(learn.inputs[some], learn.shares[some]))
        now, waited = surprise(weights, choose), waited + 1
        if now < best:
            best, kept, waited = now, [one.copy() for one in weights], 0
        if waited == PATIENCE:
            break
    return surprise(kept, test)


def step(
    weights: list[Array], moments: list[tuple[Array, Array]], number: int, some: Examples
) -> None:
    """Adam, with weights that decay."""
    units = some.inputs @ weights[0] + weights[1]
    active = np.maximum(units, 0)
    error = (chance(active @ weights[2] + weights[3])[:, 0] - some.shares)[:, None]
    error /= np.float32(len(some.shares))
    back = (error @ weights[2].T) * (units > 0)
    slopes = [some.inputs.T @ back, back.sum(0), active.T @ error, error.sum(0)]
    for weight, (mean, square), slope in zip(weights, moments, slopes, strict=True):
        mean += (1 - RATES[0]) * (slope - mean)
        square += (1 - RATES[1]) * (slope * slope - square)
        fair, fair_square = mean / (1 - RATES[0] ** number), square / (1 - RATES[1] ** number)
        weight -= PACE * (fair / (np.sqrt(fair_square) + 1e-8) + DECAY * weight)


def chance(logits: Array) -> Array:
    """The chance of winning."""
    likely: Array = np.divide(1, 1 + np.exp(-np.clip(logits, -30, 30)), dtype=np.float32)
    return likely


def surprise(weights: list[Array], examples: Examples) -> float:
    """The log-loss."""
    active = np.maximum(examples.inputs @ weights[0] + weights[1], 0)
    told = np.clip(chance(active @ weights[2] + weights[3])[:, 0], 1e-6, 1 - 1e-6)
    hope, fear = np.log(told), np.log(1 - told)
    return float(-np.mean(examples.shares * hope + (1 - examples.shares) * fear))
