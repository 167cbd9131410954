"""A search that asks an evaluator, for instance a network, what is likely and who wins."""

from dataclasses import replace
from math import ceil, inf, log2, nan
from typing import Any

import numpy as np

from formicarium.bots.judgement import Judgement
from formicarium.bots.search import NODES, SearchTree, Verdict
from formicarium.bots.settings import GUMBEL, TEMPLATE, UCB, Guidance
from formicarium.core.errors import BadOption
from formicarium.core.game import Game
from formicarium.core.state import State

Array = np.ndarray[Any, Any]

GUIDED = "formicarium.bots.guided"
CONSIDERED = 16  # actions that a search by Gumbel's numbers begins with
SURE, SCALE = 50.0, 0.1  # how much values count there beside what is likely
SHARPNESS = 20.0  # e times as likely for every 5 % more of the victory
OF_TREE = (
    *("DEEPEST", "LEAST_SPREAD", "Desk", "Tree", "decider", "find_edges", "imagine", "judge"),
    *("look_at", "most_promising", "new_node", "note", "set_out", "step_on"),
)


def template_for(game: Game, observation: str) -> Any:
    """The compiled part of such a search."""
    tree = game.book.bound(TEMPLATE)
    return game.book.bound(GUIDED, observation, {name: getattr(tree, name) for name in OF_TREE})


class GuidedTree(SearchTree):
    """What a search has tried, from a position of one seat, led by an evaluator."""

    def __init__(
        self, state: State, seat: int, settings: Array, judgement: Judgement, guide: Guidance
    ) -> None:
        super().__init__(state, seat, settings, judgement)
        self.guide = guide
        game = state.game
        self.guided = template_for(game, guide.observation_for(game))
        self.path = np.zeros(1, self.guided.GUIDE)
        self.path["exploration"], self.path["sharpness"] = guide.exploration, SHARPNESS
        self.path["by_looks"], self.path["closed"] = guide.selection == UCB, guide.closed
        self.variants = np.zeros(NODES if guide.closed else 1, self.guided.VARIANT)
        size = guide.batch
        self.leaves = self.guided.Frontier(
            np.zeros((size, game.blank.size), np.uint8),
            np.zeros(size, self.template.WALK),
            np.zeros((size, self.template.DEEPEST)),
            np.zeros(size, np.int64),
            np.zeros((size, game.actions_size), np.int8),
            game.blank_observations(size, observation=guide.observation_for(game)),
        )
        self.desk = self.template.desk_for(game.parts_bytes, state.bytes, settings, self.mind)
        self.gumbel: dict[int, float] = {}  # by code: what likelihoods are shifted by, at the root
        self.planned = 0

    def grow(self, seed: int, simulations: int, deadline: float, hasty: bool = False) -> None:
        """As `SearchTree.grow`, when the root has been looked at."""
        tree = self.template.Tree(self.nodes, self.edges, self.used)
        if self.nodes[self.root].first_edge < 0:
            self._ask(seed, tree, 0, np.full(1, -1), np.zeros_like(self.totals))
        self.planned = simulations
        if self.guide.selection == GUMBEL:
            codes = [int(edge.code) for edge in self.edges_of(self.root)]
            drawn = np.random.default_rng(seed).gumbel(size=len(codes)).tolist()
            self.gumbel, hasty = dict(zip(codes, drawn, strict=True)), False
        super().grow(seed, simulations, deadline, hasty)

    def ranked(self, found: list[Verdict]) -> list[Verdict]:
        """The best first; by Gumbel's numbers it may be another one than that tried most.

        An evaluator tells no points, so none are told of what it has found.
        """
        found = [replace(verdict, points=nan) for verdict in found]
        if not self.gumbel or not found:
            return found
        most, worth = found[0].visits, self._worth()
        return sorted(found, key=lambda one: (one.visits < most, -worth[one.code]))

    def _simulate(self, seed: int, first: int, count: int) -> None:
        tree = self.template.Tree(self.nodes, self.edges, self.used)
        for begun in range(0, count, self.guide.batch):
            forced = self._forced(min(self.guide.batch, count - begun))
            self._ask(seed, tree, first + begun, forced, self.totals)
            self.simulations += len(forced)

    def _ask(self, seed: int, tree: Any, first: int, forced: Array, totals: Array) -> None:
        """Let some simulations walk down, and ask the evaluator about what they come to."""
        guided, leaves, count = self.guided, self.leaves, len(forced)
        guided.descend(
            *(self.desk, tree, leaves, self.path, self.variants, self.state.bytes),
            *(self.seat, self.root, np.uint64(seed), first, forced),
        )
        if isinstance(self.guide.evaluator, str):
            policy = np.zeros((count, leaves.masks.shape[1]))
            values = np.zeros((count, self.state.game.players))
            guided.appraise_leaves(self.desk, leaves, self.path, count, policy, values)
        else:
            seen, masks = leaves.observations[:count], leaves.masks[:count].view(np.bool_)
            policy, values = map(_in_numpy, self.guide.evaluator(seen, masks))
            self._check(policy, values, count)
        guided.absorb(self.desk, tree, leaves, self.path, count, policy, values, totals)

    def _check(self, policy: Array, values: Array, count: int) -> None:
        """An evaluator must answer in the right form."""
        wanted = (count, self.leaves.masks.shape[1]), (count, self.state.game.players)
        if (policy.shape, values.shape) != wanted:
            raise BadOption(
                f"the evaluator answers {policy.shape} and {values.shape}, not {wanted}"
            )
        if not (np.isfinite(policy).all() and np.isfinite(values).all()):
            raise BadOption("the evaluator answers something that is no number")

    def _forced(self, count: int) -> Array:
        """The actions that the next simulations begin with; -1: whatever seems good.

        Sequential halving: of the most likely actions, shifted at random, all are tried equally
        often, then the better half of them, until the simulations are used up.
        """
        forced = np.full(count, -1, np.int64)
        if not self.gumbel:
            return forced
        visits = {int(edge.code): int(edge.visits) for edge in self.edges_of(self.root)}
        worth = self._worth()
        for index in range(count):
            code = min(self._considered(visits, worth), key=lambda one: visits[one])
            visits[code] += 1
            forced[index] = code
        return forced

    def _considered(self, visits: dict[int, int], worth: dict[int, float]) -> list[int]:
        """The actions that are still in the running."""
        left, wanted = min(CONSIDERED, len(worth)), 0
        phases = max(1, ceil(log2(left)))
        while True:
            running = sorted(worth, key=lambda code: (-visits[code], -worth[code]))[:left]
            wanted += max(1, self.planned // (phases * left))
            if left <= 2 or min(visits[code] for code in running) < wanted:
                return running
            left = max(2, left // 2)

    def _worth(self) -> dict[int, float]:
        """How good every action of the root is: likely, lucky, and good so far."""
        edges = [*self.edges_of(self.root)]
        tried = [edge.utility / edge.visits for edge in edges if edge.visits]
        low, high = (min(tried), max(tried)) if tried else (0.0, 0.0)
        most = max((int(edge.visits) for edge in edges), default=0)
        usual = float(np.mean(tried)) if tried else 0.0
        worth = {}
        for edge in edges:
            value = edge.utility / edge.visits if edge.visits else usual
            value = (value - low) / max(high - low, 1e-8)
            likely = float(np.log(max(edge.prior, 1e-9)))
            code = int(edge.code)
            worth[code] = self.gumbel.get(code, -inf) + likely + (SURE + most) * SCALE * value
        return worth


def _in_numpy(answer: Any) -> Array:
    """An answer as NumPy has it, from whatever device it lies on."""
    if hasattr(answer, "detach"):  # PyTorch
        answer = answer.detach().cpu()
    elif hasattr(answer, "get"):  # CuPy
        answer = answer.get()
    return np.ascontiguousarray(answer, np.float64)
