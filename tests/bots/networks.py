"""Networks for tests: one that says nothing, and others that say anything."""

from pathlib import Path
from typing import Any

import numpy as np

from formicarium.bots.judgement import judgement_for
from formicarium.bots.learned import (
    BITS,
    LearnedJudgement,
    made_network,
    sizes_of_weights,
    write_network,
)
from formicarium.core.game import rulebook


def network(name: str, strength: int = 0, seed: int = 1) -> LearnedJudgement:
    """A network with weights up to so much, in its own whole numbers."""
    rng, book = np.random.default_rng(seed), rulebook(name)
    weights: dict[str, Any] = {
        layer: rng.integers(-strength, strength + 1, size).astype(
            np.int16 if layer in BITS else np.int32
        )
        for layer, size in sizes_of_weights(book).items()
    }
    return made_network(judgement_for(book), weights, unit=30.0, found={"seed": seed})


def in_file(folder: Path, name: str, strength: int = 0, seed: int = 1) -> Path:
    """The same, in a file."""
    file = folder / f"{name}-{strength}-{seed}.npz"
    write_network(file, network(name, strength, seed))
    return file
