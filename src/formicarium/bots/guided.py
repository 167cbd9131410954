"""A template, bound to each game: the tree of `tree.py`, grown where an evaluator says.

Many simulations walk down at once; each leaves a visit behind, so that the next ones go elsewhere.
Where they come to decisions that nobody has looked at, an evaluator judges all of them together:
what is likely to be decided there, and who is likely to win. `evaluating.py` asks it.
"""

from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from formicarium.core.chance import seed_of
from formicarium.core.compiled import rule, wrapping_rule
from formicarium.core.exponential import exp, log
from formicarium.core.layout import Row, layout

if TYPE_CHECKING:
    from formicarium.bots.tree import (
        DEEPEST,
        LEAST_SPREAD,
        Desk,
        Tree,
        decider,
        find_edges,
        imagine,
        judge,
        look_at,
        most_promising,
        new_node,
        note,
        set_out,
        step_on,
    )
    from formicarium.core.contract import apply, legal, observe
    from formicarium.core.stepping import copy_into, parts_in, state_in

Array = np.ndarray[Any, Any]

NONE = -1
LEAST_LIKELY = 1e-9
PRIME = np.uint64(0x100000001B3)

# How simulations choose their way.
GUIDE = layout(
    ("exploration", np.float64),  # how much what is likely, and rarely tried, attracts
    ("sharpness", np.float64),  # how surely an appraisal takes for the best what looks best
    (
        "by_looks",
        np.int64,
    ),  # 1: by UCB, where what is likely counts as a first look (see `tree.py`)
    ("closed", np.int64),  # 1: what comes to light leads to decisions of its own
)

# Nodes that stand for the same decisions, after different things have come to light.
VARIANT = layout(("node", np.int64), ("seen", np.uint64), ("variant", np.int64))


class Frontier(NamedTuple):
    """What simulations have come to: a row for each."""

    states: Array  # as bytes
    walks: Array  # the way there,
    lent: Array  # and what each decision on it was told meanwhile: that it came out as usual
    seats: Array  # who decides there; -1: the game is over
    masks: Array  # which actions are allowed: 1 or 0 by code
    observations: Array  # what that seat knows


# --- On the way -----------------------------------------------------------------------------------


@rule
def walk_to_leaf(
    desk: "Desk",
    tree: "Tree",
    guide: Row,
    variants: Array,
    look: Array,
    searcher: int,
    root: int,
    forced: int,
    lent: Array,
) -> int:
    """Go on to a decision that nobody has looked at; whose it is, -1 at the end of the game."""
    walk, state = desk.walk[0], state_in(desk.world)
    parts, codes = parts_in(desk.parts_bytes), desk.room[0].codes
    set_out(walk, root)
    while state.to_act:
        seat = decider(state.to_act, searcher)
        count = legal(parts, state, seat, codes)
        if count == 1:
            apply(parts, state, seat, codes[0])
            continue
        barrier = walk.barrier
        if walk.depth > 0 and not step_on(tree, walk, state, seat):
            return seat
        if guide.closed and walk.depth > 0 and state.barrier != barrier:
            observe(parts, state, searcher, look)
            walk.node = variant_of(tree, variants, walk.node, seat, look)
            walk.begun = walk.node
        if walk.node < 0 or tree.nodes[walk.node].first_edge < 0 or walk.depth == DEEPEST:
            return seat
        count = find_edges(tree, walk.node, codes, count)
        give_priors(tree, codes, count)
        if guide.by_looks:
            edge = most_promising(desk, tree, count, 0)
        else:
            edge = most_likely(tree, guide, codes, count, forced if walk.depth == 0 else NONE)
        lend(tree.edges[edge], lent, walk.depth)
        note(walk, state, seat, edge)
        apply(parts, state, seat, tree.edges[edge].code)
    return NONE


@rule
def lend(edge: Row, lent: Array, depth: int) -> None:
    """A visit that has not come to its end looks as those before it; a first one is lost so far."""
    lent[depth] = edge.utility / edge.visits if edge.visits > 0 else 0.0
    edge.utility += lent[depth]
    edge.visits += 1


@rule
def give_priors(tree: "Tree", edges: Array, count: int) -> None:
    """What is legal in some worlds only, and was not where it was judged, is like all others."""
    known, total = 0, 0.0
    for index in range(count):
        prior = tree.edges[edges[index]].prior
        if prior >= 0.0:
            known, total = known + 1, total + prior
    for index in range(count):
        edge = tree.edges[edges[index]]
        if edge.prior < 0.0:
            edge.prior = total / known if known > 0 else 1.0 / count


@rule
def most_likely(tree: "Tree", guide: Row, edges: Array, count: int, forced: int) -> int:
    """The edge to follow (PUCT): good so far, or likely and rarely tried; or the one of a code."""
    visits, utility, lowest, highest = 0, 0.0, 1.0, 0.0
    for index in range(count):
        edge = tree.edges[edges[index]]
        if edge.code == forced:
            return int(edges[index])
        if edge.visits > 0:
            visits, utility = visits + edge.visits, utility + edge.utility
            value = edge.utility / edge.visits
            lowest, highest = min(lowest, value), max(highest, value)
    usual = utility / visits if visits > 0 else 0.0
    attraction = guide.exploration * max(highest - lowest, LEAST_SPREAD) * sqrt(visits + 1.0)
    best, most = NONE, -1.0
    for index in range(count):
        edge = tree.edges[edges[index]]
        value = edge.utility / edge.visits if edge.visits > 0 else usual
        promise = value + attraction * edge.prior / (1.0 + edge.visits)
        if promise > most:
            best, most = int(edges[index]), promise
    return best


@wrapping_rule
def mixed(seen: np.uint64, number: float) -> np.uint64:
    """A number that stands for all numbers so far, and one more."""
    return (seen ^ np.uint64(np.int64(number * 65536))) * PRIME


@rule
def variant_of(tree: "Tree", variants: Array, node: int, seat: int, look: Array) -> int:
    """The node that stands for the same decisions after what the searching seat has seen."""
    seen = np.uint64(node)
    for number in look:
        seen = mixed(seen, number)
    place = np.int64(seen >> np.uint64(1)) % variants.size
    for _ in range(variants.size):
        entry = variants[place]
        if entry.variant == 0:
            fresh = new_node(tree, seat)
            if fresh < 0:
                return node
            entry.node = node
            entry.seen = seen
            entry.variant = fresh
            return fresh
        if entry.node == node and entry.seen == seen:
            return int(entry.variant)
        place = (place + 1) % variants.size
    return node


# --- There and back -------------------------------------------------------------------------------


@rule
def descend(
    desk: "Desk",
    tree: "Tree",
    leaves: Frontier,
    guides: Array,
    variants: Array,
    start: Array,
    searcher: int,
    root: int,
    seed: np.uint64,
    first: int,
    forced: Array,
) -> None:
    """Let simulations walk down, one behind the other; some must begin with a given action."""
    parts, state = parts_in(desk.parts_bytes), state_in(desk.world)
    for index in range(forced.size):
        imagine(desk, start, searcher, seed_of(seed, 2 * (first + index)))
        desk.dice[0].rng = seed_of(seed, 2 * (first + index) + 1)
        look = leaves.observations[index]
        lent = leaves.lent[index]
        seat = walk_to_leaf(
            desk, tree, guides[0], variants, look, searcher, root, forced[index], lent
        )
        leaves.seats[index] = seat
        leaves.walks[index] = desk.walk[0]
        copy_into(leaves.states[index], desk.world)
        leaves.masks[index, :] = 0
        if seat >= 0:
            observe(parts, state, seat, look)
            count = legal(parts, state, seat, desk.room[0].codes)
            for place in range(count):
                leaves.masks[index, desk.room[0].codes[place]] = 1


@rule
def absorb(
    desk: "Desk",
    tree: "Tree",
    leaves: Frontier,
    guides: Array,
    count: int,
    policy: Array,
    values: Array,
    totals: Array,
) -> None:
    """Tell every decision on the way what came of it, and keep what is likely at the leaves."""
    walk = desk.walk[0]
    for index in range(count):
        desk.walk[0] = leaves.walks[index]
        copy_into(desk.world, leaves.states[index])
        state, seat = state_in(desk.world), int(leaves.seats[index])
        players = int(state.players)
        if seat < 0:
            judge(desk, state)
        else:
            for place in range(players):
                walk.chance[(seat + place) % players] = values[index, place]
                walk.utility[(seat + place) % players] = values[index, place]
                walk.points[(seat + place) % players] = 0.0
            open_leaf(desk, tree, guides[0], state, seat, policy[index])
        for step in range(walk.depth):
            edge, decides = tree.edges[walk.edge[step]], walk.seat[step]
            edge.chance += walk.chance[decides]
            edge.utility += walk.utility[decides] - leaves.lent[index, step]
            edge.points += walk.points[decides]
        for other in range(players):
            totals[other, 0] += walk.chance[other]
            totals[other, 1] += walk.points[other]


@rule
def open_leaf(desk: "Desk", tree: "Tree", guide: Row, state: Row, seat: int, likely: Array) -> None:
    """Give a node its edges, each as likely as the evaluator says among those that are legal.

    As a first look, the likeliest is worth as much as the position, and others less.
    """
    walk, codes = desk.walk[0], desk.room[0].codes
    if walk.node < 0 or tree.nodes[walk.node].seat != seat:
        return
    total, most = 0.0, LEAST_LIKELY
    count = legal(parts_in(desk.parts_bytes), state, seat, codes)
    for index in range(count):
        total += max(likely[codes[index]], 0.0)
        most = max(most, likely[codes[index]])
    found = find_edges(tree, walk.node, codes, count)
    for index in range(found):
        edge = tree.edges[codes[index]]
        if edge.prior < 0.0:
            edge.prior = max(likely[edge.code], 0.0) / total if total > 0.0 else 1.0 / count
            if guide.by_looks:
                less = log(max(likely[edge.code], LEAST_LIKELY) / most) / guide.sharpness
                edge.prior = max(walk.utility[seat] + less, 0.0)


# --- The game's own appraisal as an evaluator -----------------------------------------------------


@rule
def appraise_leaves(
    desk: "Desk", leaves: Frontier, guides: Array, count: int, policy: Array, values: Array
) -> None:
    """What looks best one decision ahead is likely, and chances are those of the appraisal."""
    for index in range(count):
        seat = int(leaves.seats[index])
        if seat < 0:
            continue
        copy_into(desk.world, leaves.states[index])
        state = state_in(desk.world)
        best = 0.0
        for code in range(policy.shape[1]):
            if leaves.masks[index, code]:
                policy[index, code] = look_at(desk, seat, code)
                best = max(best, policy[index, code])
        for code in range(policy.shape[1]):
            looks = policy[index, code] if leaves.masks[index, code] else NONE
            policy[index, code] = exp(guides[0].sharpness * (looks - best)) if looks >= 0.0 else 0.0
        judge(desk, state)
        for place in range(int(state.players)):
            values[index, place] = desk.walk[0].utility[(seat + place) % int(state.players)]
