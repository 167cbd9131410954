"""A search by mctx in many games at once, on the CPU or on a GPU: JAX and mctx bring their own.

mctx grows trees of numbers; the games that stand at their nodes are kept here, in a batch with a
row for each node. JAX asks for them by number, so that no state passes through its hands.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from formicarium.arena.examples import library
from formicarium.core.errors import BadOption
from formicarium.envs.batch import Batch
from formicarium.gpu.runtime import DeviceBatch
from formicarium.gpu.runtime.arrays import zeros

Array = np.ndarray[Any, Any]
Network = Callable[[Any, Any], tuple[Any, Any]]

GUMBEL = "gumbel_muzero_policy"


class Reached(NamedTuple):
    """What a search learns of nodes: one row a game, on the host."""

    node: Any  # the number of the node
    seats: Any  # who is asked there
    observations: Any  # what that seat knows
    masks: Any  # what it may do
    rewards: Any  # what the step there has paid every seat
    finished: Any  # whether that step has ended the game


class Nodes:
    """The games at the nodes of a search: those at the roots, and one more in each simulation."""

    def __init__(self, batch: Batch | DeviceBatch, simulations: int) -> None:
        if simulations < 1:
            raise BadOption(f"simulations={simulations}: at least one is needed")
        self.simulations, self.kept = simulations, 0
        self.everyone = np.arange(batch.count)
        self.batch: Any = batch
        self.work: Any = batch.copy()
        self.games: Any = batch.take(np.tile(self.everyone, simulations + 1))

    def begin(self, seed: int) -> Reached:
        """Go to where the games stand now, as far as the seats that are asked can know."""
        self.kept = 0
        self.batch.take(self.everyone, out=self.work)
        self.work.redetermine(seed)
        return self._keep()

    def play(self, nodes: Array, actions: Array) -> Reached:
        """Play an action at a node of every game, and come to a new node."""
        if self.kept > self.simulations:
            raise BadOption(f"this search is made for {self.simulations} simulations")
        self.games.take(nodes, out=self.work)
        self.work.step(_handed(self.work, actions))
        return self._keep()

    def _keep(self) -> Reached:
        first = self.kept * self.batch.count
        self.work.take(self.everyone, out=self.games, at=first)
        self.kept += 1
        work = self.work
        told = work.observations, work.masks, work.rewards, work.finished
        numbers = (first + self.everyone).astype(np.int32), _here(work.seats).astype(np.int32)
        return Reached(*numbers, *map(_here, told))


class Search:
    """A search by mctx in all games of a batch, led by a network.

    `network(params, observations)` answers, as arrays of JAX, with a number for every action (the
    higher, the likelier) and with the reward that every seat may expect, beginning with the one
    that observes, then clockwise. `policy` is the name of a policy of mctx, and `settings` are
    handed to it.

    Every search is in one world, drawn anew: all that the seat which is asked cannot know. With
    more than two players it takes all others for one opponent of whoever is asked at the root.
    """

    def __init__(
        self,
        batch: Batch | DeviceBatch,
        network: Network,
        simulations: int = 32,
        policy: str = GUMBEL,
        **settings: Any,
    ) -> None:
        self.jax, self.numbers = library("jax", "JAX"), library("jax.numpy", "JAX")
        self.ask = library("jax.experimental", "JAX").io_callback
        self.mctx = library("mctx", "mctx")
        self.network, self.settings = network, settings
        self.policy = getattr(self.mctx, policy)
        self.nodes = Nodes(batch, simulations)
        like = self.nodes.begin(seed=0)
        self.forms = Reached(*(self.jax.ShapeDtypeStruct(one.shape, one.dtype) for one in like))
        self.run = self.jax.jit(self._searched)

    def __call__(self, params: Any, key: Any) -> Any:
        """What mctx finds for the games as they stand now: its `PolicyOutput`."""
        return self.run(params, key)

    def _searched(self, params: Any, key: Any) -> Any:
        dice, key = self.jax.random.split(key)
        bits = self.jax.random.bits(dice, (2,), np.uint32)
        told = Reached(*self.ask(self._begin, self.forms, bits, ordered=True))
        logits, value = self._judged(params, told, told.seats)
        embedding = {"node": told.node, "seat": told.seats, "searcher": told.seats}
        root = self.mctx.RootFnOutput(prior_logits=logits, value=value, embedding=embedding)
        return self.policy(
            *(params, key, root, self._expanded, self.nodes.simulations),
            invalid_actions=~told.masks,
            **self.settings,
        )

    def _expanded(self, params: Any, key: Any, action: Any, embedding: Any) -> Any:
        """What an action leads to: mctx's `recurrent_fn`."""
        node, searcher = embedding["node"], embedding["searcher"]
        told = Reached(*self.ask(self._play, self.forms, node, action, ordered=True))
        before, after = (_side(seat, searcher) for seat in (embedding["seat"], told.seats))
        logits, value = self._judged(params, told, searcher)
        paid = self.numbers.take_along_axis(told.rewards, searcher[:, None], axis=1)[:, 0]
        output = self.mctx.RecurrentFnOutput(
            reward=before * paid,
            discount=self.numbers.where(told.finished, 0.0, before * after),
            prior_logits=logits,
            value=value,
        )
        return output, {"node": told.node, "seat": told.seats, "searcher": searcher}

    def _judged(self, params: Any, told: Reached, searcher: Any) -> tuple[Any, Any]:
        """How likely actions are, and what whoever is asked there may expect."""
        numbers, players = self.numbers, told.rewards.shape[1]
        likely, values = self.network(params, told.observations)
        logits = numbers.where(told.masks, likely, np.finfo(np.float32).min)
        place = (searcher - told.seats) % players
        value = numbers.take_along_axis(values, place[:, None], axis=1)[:, 0]
        return logits, _side(told.seats, searcher) * value

    def _begin(self, bits: Any) -> Reached:
        high, low = np.asarray(bits).tolist()
        return self.nodes.begin(high << 32 | low)

    def _play(self, nodes: Any, actions: Any) -> Reached:
        return self.nodes.play(np.asarray(nodes), np.asarray(actions))


def _side(seat: Any, searcher: Any) -> Any:
    """1 for whoever searches, -1 for all others."""
    return 2.0 * (seat == searcher) - 1.0


def _handed(batch: Any, actions: Array) -> Any:
    """Actions where a batch wants to have them."""
    if isinstance(batch, Batch):
        return actions
    given = zeros(batch.device, actions.shape, np.int32)
    given.put(actions)
    return given


def _here(array: Any) -> Array:
    """A copy on the host."""
    return np.array(array) if isinstance(array, np.ndarray) else array.numpy()
