"""Environments of others, stepped as their users step them: random legal actions, with masks."""

import importlib
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from formicarium.core.errors import MissingExtra

Stepper = Callable[[], int]  # plays some steps; how many

CLASSICS = ("connect_four_v3", "tictactoe_v3", "leduc_holdem_v4", "chess_v6")
PGX_GAMES = ("connect_four", "backgammon", "chess")
TABLES = 1024  # games at once, where a rival can


def speed(stepper: Stepper, seconds: float) -> float:
    """Steps per second; the first call is not counted."""
    stepper()
    steps, begun = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < seconds:
        steps += stepper()
    return steps / elapsed


def rivals() -> Iterator[tuple[str, Callable[[], Stepper]]]:
    """The name of each rival, and what makes its stepper: `MissingExtra` if it is not installed."""
    for name in CLASSICS:
        yield f"PettingZoo {name.rpartition('_')[0]}", partial(pettingzoo_classic, name)
    yield "Gymnasium CartPole, SyncVectorEnv", partial(gymnasium_cartpole, "sync")
    yield "Gymnasium CartPole, in NumPy", partial(gymnasium_cartpole, "vector_entry_point")
    for name in PGX_GAMES:
        yield f"pgx {name}", partial(pgx_game, name)


def pettingzoo_classic(name: str) -> Stepper:
    """One game of a classic after the other, agent by agent."""
    env = library(f"pettingzoo.classic.{name}", "PettingZoo's classics").env()
    dice = random.Random(0)

    def play() -> int:
        env.reset(seed=dice.getrandbits(31))
        steps = 0
        for _ in env.agent_iter():
            observation, _, ended, truncated, _ = env.last()
            if ended or truncated:
                env.step(None)
                continue
            env.step(dice.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            steps += 1
        return steps

    return play


def gymnasium_cartpole(mode: str) -> Stepper:
    """Gymnasium's own vector environments: no masks, and four numbers to observe."""
    envs = library("gymnasium", "Gymnasium").make_vec(
        "CartPole-v1", num_envs=TABLES, vectorization_mode=mode
    )
    envs.reset(seed=0)

    def play() -> int:
        envs.step(envs.action_space.sample())
        return TABLES

    return play


def pgx_game(name: str) -> Stepper:
    """A game of pgx, compiled by JAX for this processor: many games in one call."""
    jax: Any = library("jax", "JAX")
    env = library("pgx", "pgx").make(name)
    step = jax.vmap(library("pgx.experimental", "pgx").auto_reset(env.step, env.init))

    def choose_and_step(state: Any, key: Any) -> Any:
        scores = jax.random.uniform(key, state.legal_action_mask.shape)
        actions = jax.numpy.where(state.legal_action_mask, scores, -1.0).argmax(axis=1)
        return step(state, actions, jax.random.split(key, TABLES))

    play_all = jax.jit(choose_and_step)
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, TABLES))

    def play() -> int:
        nonlocal state, key
        key, now = jax.random.split(key)
        state = play_all(state, now)
        jax.block_until_ready(state.observation)
        return TABLES

    return play


def library(module: str, name: str) -> Any:
    """A library of others, or a sentence about how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        message = f"{name} is not installed; get it with: pip install 'formicarium[bench]'"
        raise MissingExtra(message) from error
