"""A bot that thinks ahead: Monte Carlo tree search over all that it cannot see."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil, inf
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.bots import seed_for
from formicarium.bots.judgement import FITTED, SEARCH, Judgement
from formicarium.bots.learned import AnyJudgement, any_judgement, tree_for
from formicarium.bots.settings import (
    EXPLORATION,
    PUCT,
    Evaluator,
    Guidance,
    check_share,
    settings_for,
    whole,
    within,
)
from formicarium.core.errors import BadOption
from formicarium.core.game import Game
from formicarium.core.layout import Row
from formicarium.core.renamed import leading_on
from formicarium.core.state import State

NODES = 1 << 18  # in a tree; when they are used up, it is still walked, but grows no more
EDGES = 1 << 21
SLICE = 0.01  # seconds of simulations between two looks at the clock; where there is none,
PARTS = 8  # so many looks in all
ENOUGH = 1_000_000_000  # simulations that nobody waits for
DAY = 86_400.0  # seconds


@dataclass(frozen=True)
class Verdict:
    """What a search thinks of an action."""

    code: int  # of the action
    visits: int  # how often it was tried
    utility: float  # what the seat strives for: victory, and the lead beside it
    chance: float  # of winning
    points: float  # expected at the end; no number if an evaluator was asked, which knows none


class SearchBot:
    """Information-set Monte Carlo tree search, for any game and number of players.

    It thinks for some seconds or a number of simulations, whichever ends first; with simulations
    alone the same seed gives the same decision. Several threads grow a tree each and add up what
    they found. Within a turn, the trees of the last decision are used further. A single thread
    answers early when all that it could still try would not change its decision. A share of its
    decisions may be `slips`, which are random.

    With an `evaluator` it tries what that finds likely, and asks it who wins, about `batch`
    positions at once; `selection` is "puct", "gumbel" or "ucb".
    """

    def __init__(
        self,
        seconds: float | None = None,
        simulations: int | None = None,
        threads: int = 1,
        exploration: float | None = None,
        trust: float | None = None,
        horizon: int | None = None,
        greed: float | None = None,
        tries: int = 0,
        slips: float = 0.0,
        evaluation: str = FITTED,
        evaluator: Evaluator | str | None = None,
        batch: int = 8,
        selection: str = PUCT,
        closed: bool = False,
    ) -> None:
        usual = 1.0 if simulations is None else inf
        self.seconds = usual if seconds is None else within("seconds", seconds, 0.001, DAY)
        simulations = ENOUGH if simulations is None else simulations
        self.simulations = whole("simulations", simulations, 1, ENOUGH)
        self.threads = whole("threads", threads, 1, 256)
        self.changes: dict[str, float] = {"tries": whole("tries", tries, 0, 1_000_000)}
        if exploration is not None:
            self.changes["exploration"] = within("exploration", exploration, *SEARCH["exploration"])
        if trust is not None:
            self.changes["trust"] = within("trust", trust, *SEARCH["trust"])
        if horizon is not None:
            self.changes["horizon"] = whole("horizon", horizon, -1, 1_000_000)
        if greed is not None:
            self.changes["greed"] = check_share("greed", greed)
        self.slips = check_share("slips", slips)
        self.evaluation = str(evaluation)
        self.guide: Guidance | None = None
        if evaluator is not None:
            attraction = EXPLORATION if exploration is None else exploration
            self.guide = Guidance(evaluator, batch, selection, bool(closed), attraction)
            if self.threads > 1:
                raise BadOption("with an evaluator, a search has one thread: batch=16 asks it more")
        self.effort = 1.0  # the share of all this for which there is time
        self.trees: list[SearchTree] = []
        self.found: list[Verdict] = []  # by the last thinking, the best first
        self.thought: Verdict | None = None  # the best of them; None after a slip

    def prepare(self, game: Game) -> None:
        """Compile all that a decision takes: a small search, and what goes on with its tree."""
        state = game.start(seed=0)
        while len(state.codes(state.to_act[0])) == 1:
            state.play(state.to_act[0], state.codes(state.to_act[0])[0])
        seat = state.to_act[0]
        tree = self.new_tree(state.redetermined(seat, 0), seat)
        tree.grow(0, 1, inf)
        tree.follow(state.codes(seat)[0])
        state.observe(seat)

    def choose(self, state: State, seat: int, seed: int, deadline: float) -> int:
        """The action that was tried most."""
        dice = Random(seed)
        codes = state.codes(seat)
        self.thought = None
        if len(codes) == 1 or dice.random() < self.slips:
            return dice.choice(codes)
        best = self.think(state, seat, seed, deadline, hasty=True)[0].code
        for tree in self.trees:
            tree.follow(best)
        return best

    def think(
        self, state: State, seat: int, seed: int, deadline: float = inf, hasty: bool = False
    ) -> list[Verdict]:
        """What comes of every action, the one that was tried most first."""
        deadline = min(deadline, time.monotonic() + self.effort * self.seconds)
        if self.trees and all(tree.expects(state, seat) for tree in self.trees):
            for tree in self.trees:
                tree.go_on_at(state)
        else:
            self.trees = [self.new_tree(state, seat) for _ in range(self.threads)]
        simulations = ceil(self.effort * self.simulations)
        share = -(-simulations // self.threads)
        # Of several trees, none knows by itself what their sum will say.
        if self.threads == 1:
            self.trees[0].grow(seed, share, deadline, hasty)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                tasks = [
                    pool.submit(tree.grow, seed_for(seed, seat, number), share, deadline)
                    for number, tree in enumerate(self.trees)
                ]
            for task in tasks:
                task.result()
        found = self.trees[0].ranked(verdicts(self.trees))
        self.found, self.thought = found, found[0]
        return found

    def expectations(self) -> list[float]:
        """Everybody's chance of winning if the last thinking is followed; nothing after a slip.

        What its best action leaves to the others is shared as in all that was tried.
        """
        if self.thought is None:
            return []
        seat, best = self.trees[0].seat, self.thought.chance
        found = np.sum([tree.totals[:, 0] for tree in self.trees], axis=0)
        others = float(found.sum() - found[seat])
        rest = (1 - best) / others if others else 0.0
        return [
            best if other == seat else rest * float(chance) for other, chance in enumerate(found)
        ]

    def expected_points(self) -> list[float]:
        """With how many points everybody may expect to end, on average likewise.

        Nothing if an evaluator was asked: it tells chances alone.
        """
        if self.guide is not None:
            return []
        points = np.sum([tree.totals[:, 1] for tree in self.trees], axis=0)
        simulations = sum(tree.simulations for tree in self.trees)
        return [float(expected) for expected in points / simulations]

    def new_tree(self, state: State, seat: int) -> "SearchTree":
        """A tree with nothing in it."""
        judgement = any_judgement(state.game.book, self.evaluation)
        settings = settings_for(state.game, judgement.search, **self.changes)
        if self.guide is not None:
            if not isinstance(judgement, Judgement):
                raise BadOption("with an evaluator, a search judges by hand: evaluation=hand")
            from formicarium.bots.evaluating import GuidedTree

            return GuidedTree(state, seat, settings, judgement, self.guide)
        return SearchTree(state, seat, settings, judgement)


class SearchTree:
    """What one thread has tried, from a position of one seat."""

    def __init__(
        self, state: State, seat: int, settings: np.ndarray[Any, Any], judgement: AnyJudgement
    ) -> None:
        self.state = state
        self.seat = seat
        self.settings = settings
        self.mind = judgement.mind
        self.telling = judgement.telling_for(state.game)
        self.template = tree_for(state.game.book, judgement)
        self.nodes = np.empty(NODES, self.template.NODE)
        self.edges = np.empty(EDGES, self.template.EDGE)
        self.used = np.zeros(2, np.int64)
        self.totals = np.zeros((state.game.players, 2))  # chances and points of every seat
        self.simulations = 0
        self.root = self.template.new_node(
            self.template.Tree(self.nodes, self.edges, self.used), seat
        )

    def grow(self, seed: int, simulations: int, deadline: float, hasty: bool = False) -> None:
        """Add so many simulations, or as many as there is time for.

        Who is hasty stops when all that is left to try could not change the decision any more.
        """
        left = possible = simulations
        pace = 0.0  # simulations per second
        while possible > 0:
            begun = time.monotonic()
            size = min(left, self._slice(simulations, pace, deadline - begun))
            self._simulate(seed, simulations - left, size)
            left = possible = left - size
            now = time.monotonic()
            if deadline < inf:
                pace = size / max(now - begun, 1e-6)
                possible = min(left, int(pace * (deadline - now)))
            if hasty and self._is_decided(possible):
                break

    def _slice(self, simulations: int, pace: float, seconds: float) -> int:
        """How many simulations to run before looking up: without a clock, always the same."""
        if seconds == inf:
            return -(-simulations // PARTS)
        return max(1, int(pace * min(SLICE, seconds)))

    def _simulate(self, seed: int, first: int, count: int) -> None:
        """Run the simulations number `first` and following."""
        self.template.grow(
            self.state.game.parts_bytes,
            self.state.bytes,
            self.seat,
            (first, first + count),
            np.uint64(seed),
            self.settings,
            self.mind,
            self.root,
            self.nodes,
            self.edges,
            self.used,
            self.totals,
        )
        self.simulations += count

    def _is_decided(self, left: int) -> bool:
        """Whether the action that was tried most will still be that one in the end."""
        visits = sorted([0, 0, *(int(edge.visits) for edge in self.edges_of(self.root))])
        return visits[-1] - visits[-2] > left

    def edges_of(self, node: int) -> Iterator[Row]:
        """Everything that was tried at a node."""
        edge = self.nodes[node].first_edge
        while edge >= 0:
            yield self.edges[edge]
            edge = self.edges[edge].next_edge

    def ranked(self, found: list[Verdict]) -> list[Verdict]:
        """What was found, the best first: that is what was tried most."""
        return found

    def follow(self, code: int) -> None:
        """Make the decision that is now taken, and those that are forced after it, the root's."""
        self.state = self.state.copy()
        barrier = self.state.row.barrier
        self.state.play(self.seat, code)
        while self.seat in self.state.to_act and len(self.state.codes(self.seat)) == 1:
            self.state.play(self.seat, self.state.codes(self.seat)[0])
        chance_struck = self.state.row.barrier != barrier
        self.root = -1 if chance_struck else self.node_behind(code)

    def node_behind(self, code: int) -> int:
        """Where this seat decides next after an action; -1 if that was never tried."""
        for edge in self.edges_of(self.root):
            if edge.code == code:
                node = int(edge.child)
                while node >= 0 and self.nodes[node].seat != self.seat:
                    node = int(self.nodes[node].other)
                return node
        return -1

    def expects(self, state: State, seat: int) -> bool:
        """Whether a position is the one that was to come after what was decided last."""
        if self.root < 0 or seat != self.seat or self.used[0] > NODES // 2:
            return False
        if state.game != self.state.game or seat not in self.state.to_act:
            return False
        return np.array_equal(self.state.observe(seat), state.observe(seat))

    def go_on_at(self, state: State) -> None:
        """Use what was tried before at the position that was expected."""
        self.state = state
        self.totals[:] = 0
        self.simulations = 0


def verdicts(trees: list[SearchTree]) -> list[Verdict]:
    """What all trees together think of the actions at their roots, the best first."""
    sums: dict[int, np.ndarray[Any, np.dtype[np.float64]]] = {}
    for tree in trees:
        for edge in tree.edges_of(tree.root):
            found = [edge.visits, edge.utility, edge.chance, edge.points]
            if not edge.visits:
                look = max(edge.prior, 0.0)  # below 0: there was not even a first one
                found = [0, look, look, 0]
            sums[int(edge.code)] = sums.get(int(edge.code), 0) + np.array(found, np.float64)
    tell = trees[0].telling.told
    ranked = sorted(sums.items(), key=lambda entry: (-entry[1][0], -entry[1][1], entry[0]))
    return [
        Verdict(
            code,
            int(visits),
            float(utility / max(visits, 1)),
            tell(float(chance / max(visits, 1))),
            float(points / max(visits, 1)),
        )
        for code, (visits, utility, chance, points) in ranked
    ]


if not TYPE_CHECKING:
    __getattr__ = leading_on(__name__, Tree="formicarium.bots.search.SearchTree")
