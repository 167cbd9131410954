"""How fast games of pgx step on the GPU that is here: chess, backgammon and connect four.

    python3 benchmarks/gpu/rivals.py

Random legal actions, with observations and masks, and the next game where one ends: as our batches
are measured. Needs JAX and pgx (`pack.sh` lays its sources out).
"""

import time
from importlib import import_module
from typing import Any

import jax
import jax.numpy as jnp

pgx: Any = import_module("pgx")
auto_reset: Any = import_module("pgx.experimental").auto_reset

GAMES = ("connect_four", "backgammon", "chess")
COUNTS = (4096, 65_536)
STEPS = 50


def measured(name: str, count: int) -> float:
    """Steps of all games together in a second."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(carry: Any, key: Any) -> tuple[Any, Any]:
        state, seen = carry
        one, two = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(one, logits, axis=1)
        state = step(state, action, jax.random.split(two, count))
        # So that nothing that is observed is left out.
        return (state, seen + state.observation.sum(dtype=jnp.float32)), None

    def play(state: Any, key: Any) -> Any:
        return jax.lax.scan(once, (state, jnp.float32(0)), jax.random.split(key, STEPS))[0]

    many = jax.jit(play)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), count))
    state, _ = jax.block_until_ready(many(state, jax.random.PRNGKey(2)))
    best = float("inf")
    for repeat in range(3):
        began = time.perf_counter()
        state, _ = jax.block_until_ready(many(state, jax.random.PRNGKey(3 + repeat)))
        best = min(best, time.perf_counter() - began)
    return count * STEPS / best


def main() -> None:
    for name in GAMES:
        for count in COUNTS:
            try:
                print(
                    f"pgx {name}: {count:,} games, {measured(name, count):,.0f} steps/s", flush=True
                )
            except Exception as error:
                print(f"pgx {name}: FAILED {type(error).__name__}: {error}"[:300], flush=True)


if __name__ == "__main__":
    main()
