"""A search by mctx: the games at its nodes, and what it is told of them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

import formicarium as fm
from formicarium.envs.batch import Batch
from formicarium.gpu.mctx import Nodes, Search

GAMES, SEED = 3, 7
FAR = 100  # decisions, within which a random game of Micropolis for two ends


def batch_of(players: int = 2) -> Batch:
    return Batch(fm.load("micropolis", players=players), GAMES, SEED, observation="network")


class TestNodes:
    def test_begin_where_the_games_stand_in_a_world_that_looks_the_same(self) -> None:
        batch = batch_of()
        nodes = Nodes(batch, 2)
        batch.step(batch.codes[:, 0])
        before, told = batch.states.copy(), nodes.begin(seed=1)
        assert told.observations.tolist() == batch.observations.tolist()
        assert told.masks.tolist() == batch.masks.tolist()
        assert told.seats.tolist() == batch.seats.tolist()
        assert (nodes.games.states[:GAMES] != before).any(axis=1).all()
        assert batch.states.tobytes() == before.tobytes()

    def test_are_played_on_from_wherever_they_are(self) -> None:
        """Each is the game that the same actions lead to."""
        nodes, dice = Nodes(batch_of(), 40), np.random.default_rng(SEED)
        nodes.begin(seed=1)
        states = [[nodes.games.state(index)] for index in range(GAMES)]
        for number in range(1, 41):
            parents = dice.integers(number, size=GAMES)
            actions = [
                int(dice.choice(states[index][parent].codes(states[index][parent].to_act[0])))
                for index, parent in enumerate(parents)
            ]
            told = nodes.play(parents * GAMES + np.arange(GAMES), np.array(actions))
            assert told.node.tolist() == [*range(number * GAMES, (number + 1) * GAMES)]
            for index, parent in enumerate(parents):
                state = states[index][parent].copy()
                state.play(state.to_act[0], actions[index])
                states[index].append(state)
                seen = state.observe(state.to_act[0], "network")
                assert told.observations[index].tobytes() == seen.tobytes()
                assert np.flatnonzero(told.masks[index]).tolist() == state.codes(told.seats[index])

    def test_are_as_many_as_there_are_simulations(self) -> None:
        batch = batch_of()
        with pytest.raises(fm.BadOption, match="simulations=0: at least one is needed"):
            Nodes(batch, 0)
        nodes = Nodes(batch, 1)
        told = nodes.begin(seed=1)
        nodes.play(told.node, batch.codes[:, 0])
        with pytest.raises(fm.BadOption, match="made for 1 simulations"):
            nodes.play(told.node, batch.codes[:, 0])
        assert nodes.begin(seed=1).node.tolist() == told.node.tolist()


class Output(NamedTuple):
    """What mctx is handed for the children of nodes."""

    reward: Any
    discount: Any
    prior_logits: Any
    value: Any


class Root(NamedTuple):
    """The same for the roots."""

    prior_logits: Any
    value: Any
    embedding: Any


class Form(NamedTuple):
    """What JAX calls a `ShapeDtypeStruct`."""

    shape: tuple[int, ...]
    dtype: Any


def ask(function: Callable[..., Any], forms: Any, *given: Any, ordered: bool) -> Any:
    """JAX insists on the forms that it was told."""
    answer = function(*given)
    assert ordered
    assert [Form(one.shape, one.dtype) for one in answer] == [*forms]
    return answer


def walk(
    params: Any, key: Any, root: Root, expand: Any, simulations: int, invalid_actions: Any
) -> list[tuple[Any, Output]]:
    """In place of a policy of mctx: always on from the last nodes, at random."""
    dice, embedding, logits, found = np.random.default_rng(key), root.embedding, None, []
    assert (root.prior_logits.min(axis=1) == np.finfo(np.float32).min).all()
    assert ((root.prior_logits > -1) == ~invalid_actions).all()
    for _ in range(simulations):
        likely = (root.prior_logits if logits is None else logits) > -1
        action = np.where(likely, dice.random(likely.shape), -1).argmax(axis=1)
        before = embedding
        output, embedding = expand(params, key, action, before)
        found.append((before, output))
        logits = output.prior_logits
    return found


@pytest.fixture
def libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """JAX and mctx, as far as a search asks for them, in NumPy."""
    jax, experimental, mctx = map(ModuleType, ("jax", "jax.experimental", "mctx"))
    dice = ModuleType("jax.random")
    stand_ins: dict[ModuleType, dict[str, Any]] = {
        jax: {"jit": lambda function: function, "ShapeDtypeStruct": Form, "random": dice},
        dice: {
            "split": lambda key: (key + 1, key + 2),
            "bits": lambda key, shape, kind: np.full(shape, key, kind),
        },
        experimental: {"io_callback": ask},
        mctx: {"RootFnOutput": Root, "RecurrentFnOutput": Output, "walk": walk},
    }
    for module, names in stand_ins.items():
        vars(module).update(names)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(sys.modules, "jax.numpy", np)


def network(params: Any, observations: Any) -> tuple[Any, Any]:
    """Nothing is likelier than anything else, and whoever observes expects 0.5, others 0.1."""
    return np.zeros((len(observations), params["actions"])), np.tile(
        [0.5, *[0.1] * (params["players"] - 1)], (len(observations), 1)
    )


@pytest.mark.usefixtures("libraries")
@pytest.mark.parametrize("players", [2, 3])
def test_a_search_is_told_whose_gain_it_is(players: int) -> None:
    """For whoever searches as it is, for all others the other way round; nothing after the end."""
    batch, ends = batch_of(players), 0
    search = Search(batch, network, FAR * players, policy="walk")
    found = search({"actions": batch.game.actions_size, "players": players}, 5)
    for (before, output), (_, (after, _)) in zip(found, enumerate(found[1:]), strict=False):
        searcher = before["searcher"]
        mine, then = before["seat"] == searcher, after["seat"] == searcher
        played = search.nodes.games.take(after["node"])
        paid = played.rewards[np.arange(GAMES), searcher]
        assert output.reward.tolist() == np.where(mine, paid, -paid).tolist()
        ends += int(played.finished.sum())
        side = np.where(mine == then, 1, -1)
        assert output.discount.tolist() == np.where(played.finished, 0, side).tolist()
        assert output.value.tolist() == np.where(then, 0.5, -0.1).tolist()
    assert ends >= GAMES


@pytest.mark.parametrize("library", ["jax", "mctx"])
@pytest.mark.usefixtures("libraries")
def test_a_library_that_is_not_there_is_named(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(fm.MissingExtra, match=f"pip install {library}"):
        Search(batch_of(), network, 2, policy="walk")
