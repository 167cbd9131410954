"""A template, bound to each game: a tree of decisions, grown by playing on from its leaves.

Information-set Monte Carlo tree search. Every simulation draws anew what the searching seat cannot
know, walks down one tree that all these worlds share, plays on from where the tree ends, and tells
every decision on its way how it turned out for the seat that took it. A node stands for the
decisions that lead to it, whatever chance did in between; an action counts only against the others
that were legal beside it. Where several seats decide at once, no seat's node depends on what the
others decide; behind such a phase, a node stands for what the first of them decided in it.
"""

from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from formicarium.core.chance import below, seed_of
from formicarium.core.compiled import rule
from formicarium.core.exponential import exp, log
from formicarium.core.layout import Row, layout
from formicarium.core.standings import win_shares

if TYPE_CHECKING:
    from formicarium.core.contract import (
        MOST_LEGAL,
        apply,
        appraise,
        glance,
        legal,
        redetermine,
        reopen,
        score,
    )
    from formicarium.core.stepping import (
        DICE,
        copy_into,
        first_seat,
        parts_in,
        play_out,
        state_in,
    )

Bytes = np.ndarray[Any, np.dtype[np.uint8]]

NONE = -1
DEEPEST = 128  # decisions in the tree, one behind the other
SEATS = 8
MARGIN = 0.25  # how much the lead at the end counts beside the victory
LEAST_SPREAD = 0.1  # where all actions seem alike, looks may deceive
BOUNDLESS = 1e9  # more points than anybody has
UNTRIED = 1e9  # more promising than anything
GLANCES = 6  # actions that a playout by appraisal looks at
ALWAYS = 1 << 16  # a share of greed is drawn from so many

SETTINGS = layout(
    ("exploration", np.float64),  # how much rarely tried actions attract
    ("trust", np.float64),  # how many visits the first look at an action is worth
    ("swing", np.float64),  # the lead in points at the end that counts as a clear victory
    ("greed", np.float64),  # the share of playout decisions taken by appraisal, not at random
    ("tries", np.int64),  # how often every action of the searching seat is tried at least
    ("horizon", np.int64),  # decisions that a playout goes on before it is appraised; -1: all
)

NODE = layout(
    ("seat", np.int32),  # who decides here
    ("first_edge", np.int32),
    ("other", np.int32),  # the next node behind the same edge: someone else decides there
    ("unseen", np.int32),  # who decides next without knowing what was decided here
)

EDGE = layout(
    ("code", np.int32),  # the action
    ("next_edge", np.int32),  # of the same node, in ascending order of codes
    ("child", np.int32),  # the first node behind it
    ("visits", np.int32),
    ("legal", np.int32),  # how often it could have been chosen
    ("prior", np.float32),  # the chance of winning at first look
    ("chance", np.float64),  # sums over all visits, for the seat that decides: of winning,
    ("utility", np.float64),  # of what it strives for,
    ("points", np.float64),  # and of points
)

# One simulation: the way down the tree, and what came of it for every seat.
WALK = layout(
    ("edge", np.int32, (DEEPEST,)),
    ("seat", np.int32, (DEEPEST,)),
    ("depth", np.int64),
    ("node", np.int64),  # where it has come to
    ("waiting", np.int64),  # who had to act at the last decision: a bit for each seat
    ("barrier", np.int64),  # of the state at the last decision
    # In a phase of several seats: where the one that decides began to, and what the first decided.
    ("begun", np.int64),
    ("first", np.int64),
    ("points", np.float64, (SEATS,)),
    ("chance", np.float64, (SEATS,)),
    ("utility", np.float64, (SEATS,)),
)

# Room for legal actions; in a row, for the sake of speed: see `stepping`.
LIST = layout(("codes", np.int32, (MOST_LEGAL,)))


class Desk(NamedTuple):
    """What lies at hand while looking ahead."""

    parts_bytes: Bytes  # of the game
    world: Bytes  # the position that is played on from
    probe: Bytes  # a copy of it, to try an action on
    room: np.ndarray  # one row: room for legal actions
    standing: np.ndarray  # room for points and tie-breaks
    walk: np.ndarray  # one row
    dice: np.ndarray  # one row
    settings: np.ndarray  # one row
    mind: np.ndarray  # one row: the numbers by which a position is judged


class Tree(NamedTuple):
    """All that has been tried so far."""

    nodes: np.ndarray
    edges: np.ndarray
    used: np.ndarray  # how many nodes and edges


# --- Judging --------------------------------------------------------------------------------------


@rule
def to_chances(points: np.ndarray, players: int, swing: float, out: np.ndarray) -> None:
    """Turn expected points into chances of winning that add up to one."""
    best = points[0]
    for seat in range(1, players):
        best = max(best, points[seat])
    total = 0.0
    for seat in range(players):
        out[seat] = exp((points[seat] - best) / swing)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@rule
def judge(desk: Desk, state: Row) -> None:
    """What a position is worth to every seat: exactly at the end, by appraisal before it."""
    if state.to_act:
        parts, walk = parts_in(desk.parts_bytes), desk.walk[0]
        expect(walk, state, appraise(parts, desk.mind[0], state, walk.points))
    else:
        judge_end(desk, state)


@rule
def expect(walk: Row, state: Row, openness: float) -> None:
    """What expected points are worth to every seat in a game that is so open."""
    players = int(state.players)
    to_chances(walk.points, players, openness, walk.chance)
    for seat in range(players):
        walk.utility[seat] = walk.chance[seat]


@rule
def judge_end(desk: Desk, state: Row) -> None:
    """What a game that is over was worth to every seat."""
    walk, players = desk.walk[0], int(state.players)
    score(parts_in(desk.parts_bytes), state, desk.standing)
    for seat in range(players):
        walk.points[seat] = float(desk.standing[seat, 0])
    to_chances(walk.points, players, desk.settings[0].swing, walk.utility)
    win_shares(desk.standing, players, walk.chance)
    for seat in range(players):
        walk.utility[seat] = MARGIN * walk.utility[seat] + (1.0 - MARGIN) * walk.chance[seat]


@rule
def look_at(desk: Desk, seat: int, code: int) -> float:
    """How good an action seems to a seat, one decision ahead."""
    copy_into(desk.probe, desk.world)
    parts, state, walk = parts_in(desk.parts_bytes), state_in(desk.probe), desk.walk[0]
    apply(parts, state, seat, code)
    if state.to_act:
        expect(walk, state, glance(parts, desk.mind[0], state, walk.points))
    else:
        judge_end(desk, state)
    return walk.utility[seat]


@rule
def best_looking(desk: Desk, seat: int, count: int) -> int:
    """The action that seems best one decision ahead, of some that are drawn from the legal ones."""
    codes, best, highest = desk.room[0].codes, 0, -1.0
    for glance in range(min(count, GLANCES)):
        drawn = glance + below(desk.dice[0], count - glance)
        code = codes[drawn]
        codes[drawn] = codes[glance]
        value = look_at(desk, seat, code)
        if value > highest:
            best, highest = code, value
    return best


@rule
def size_up(desk: Desk, seat: int, code: int, mind: np.ndarray, out: np.ndarray) -> None:
    """Add what an action seems to come to, one decision ahead.

    How good it is; a seat's points at once and the best rival's; and with how many each may end, to
    somebody of another mind.
    """
    out[0] += look_at(desk, seat, code)
    parts, walk, state = parts_in(desk.parts_bytes), desk.walk[0], state_in(desk.probe)
    score(parts, state, desk.standing)
    out[1] += desk.standing[seat, 0]
    out[2] += best_rival(desk.standing[:, 0], int(state.players), seat)
    if state.to_act:
        appraise(parts, mind[0], state, walk.points)
    out[3] += walk.points[seat]
    out[4] += best_rival(walk.points, int(state.players), seat)


@rule
def best_rival(points: np.ndarray, players: int, seat: int) -> float:
    """The points of the best of all others."""
    best = -BOUNDLESS
    for other in range(players):
        if other != seat:
            best = max(best, float(points[other]))
    return best


# --- The tree -------------------------------------------------------------------------------------


@rule
def new_node(tree: Tree, seat: int) -> int:
    """A node at which a seat decides; none when there is no room left."""
    fresh = tree.used[0]
    if fresh == tree.nodes.size:
        return NONE
    tree.used[0] += 1
    node = tree.nodes[fresh]
    node.seat = seat
    node.first_edge = NONE
    node.other = NONE
    node.unseen = NONE
    return fresh


@rule
def new_edge(tree: Tree, code: int, next_edge: int) -> int:
    """An action that nobody has tried yet."""
    fresh = tree.used[1]
    tree.used[1] += 1
    edge = tree.edges[fresh]
    edge.code = code
    edge.next_edge = next_edge
    edge.child = NONE
    edge.visits = 0
    edge.legal = 0
    edge.prior = NONE
    edge.chance = 0.0
    edge.utility = 0.0
    edge.points = 0.0
    return fresh


@rule
def find_edges(tree: Tree, node: int, codes: np.ndarray, count: int) -> int:
    """Replace legal codes by their edges, made where there are none yet; how many have one."""
    nodes, edges = tree.nodes, tree.edges
    previous, edge, found = NONE, nodes[node].first_edge, 0
    for index in range(count):
        while edge >= 0 and edges[edge].code < codes[index]:
            previous, edge = edge, edges[edge].next_edge
        if edge < 0 or edges[edge].code != codes[index]:
            if tree.used[1] == edges.size:
                continue
            edge = new_edge(tree, codes[index], edge)
            if previous < 0:
                nodes[node].first_edge = edge
            else:
                edges[previous].next_edge = edge
        edges[edge].legal += 1
        codes[found] = edge
        found += 1
    return found


@rule
def look_at_new(desk: Desk, tree: Tree, seat: int, count: int) -> None:
    """Give every edge that has just been made its first look."""
    for index in range(count):
        edge = tree.edges[desk.room[0].codes[index]]
        if edge.prior < 0.0:
            edge.prior = look_at(desk, seat, edge.code)


@rule
def value_so_far(edge: Row, trust: float) -> float:
    """How good an edge was on average, its first look included."""
    return (edge.utility + trust * edge.prior) / (edge.visits + trust)


@rule
def spread(desk: Desk, tree: Tree, count: int) -> float:
    """How much is at stake: by how much the best edge is better than the worst."""
    codes, trust, lowest, highest = desk.room[0].codes, desk.settings[0].trust, 1.0, 0.0
    for index in range(count):
        edge = tree.edges[codes[index]]
        if edge.visits + trust > 0.0:
            value = value_so_far(edge, trust)
            lowest, highest = min(lowest, value), max(highest, value)
    return max(highest - lowest, LEAST_SPREAD)


@rule
def most_promising(desk: Desk, tree: Tree, count: int, tries: int) -> int:
    """The edge to follow: tried too seldom; else good so far, or rarely tried."""
    codes, trust = desk.room[0].codes, desk.settings[0].trust
    exploration = desk.settings[0].exploration * spread(desk, tree, count)
    best, highest, ties = NONE, -1.0, 0
    legal_before, doubt = 1, 0.0  # most edges of a node were legal equally often
    for index in range(count):
        edge = tree.edges[codes[index]]
        if edge.legal != legal_before:
            legal_before, doubt = edge.legal, log(edge.legal)
        visits = edge.visits + trust
        promise = UNTRIED
        if visits > 0.0 and edge.visits >= tries:
            promise = value_so_far(edge, trust) + exploration * sqrt(doubt / visits)
        if promise > highest:
            best, highest, ties = codes[index], promise, 1
        elif promise == highest:
            ties += 1
            if below(desk.dice[0], ties) == 0:
                best = codes[index]
    return best


@rule
def node_behind(tree: Tree, node: int, edge: int, unseen: bool, seat: int) -> int:
    """Where a seat decides behind an edge; -1 when there is no room for another node.

    If it cannot see what was decided at `node`, it decides at the same place behind every edge.
    """
    nodes = tree.nodes
    following = nodes[node].unseen if unseen else tree.edges[edge].child
    if following < 0:
        following = new_node(tree, seat)
        if unseen:
            nodes[node].unseen = following
        else:
            tree.edges[edge].child = following
    while following >= 0 and nodes[following].seat != seat:
        if nodes[following].other < 0:
            nodes[following].other = new_node(tree, seat)
        following = nodes[following].other
    return following


# --- Simulations ----------------------------------------------------------------------------------


@rule
def decider(to_act: int, searcher: int) -> int:
    """Who of those to act is asked first: the searching seat, which knows no other's decision."""
    if (to_act >> searcher) & 1:
        return searcher
    return first_seat(to_act)


@rule
def walk_down(desk: Desk, tree: Tree, searcher: int, root: int) -> None:
    """Follow the most promising decisions until one that has never been followed before."""
    walk, state = desk.walk[0], state_in(desk.world)
    parts, codes = parts_in(desk.parts_bytes), desk.room[0].codes
    set_out(walk, root)
    while state.to_act and walk.depth < DEEPEST:
        seat = decider(state.to_act, searcher)
        count = legal(parts, state, seat, codes)
        if count == 1:
            apply(parts, state, seat, codes[0])
            continue
        if walk.depth > 0 and not step_on(tree, walk, state, seat):
            return
        count = find_edges(tree, walk.node, codes, count)
        if count == 0:
            return
        if desk.settings[0].trust > 0.0:
            look_at_new(desk, tree, seat, count)
        tries = desk.settings[0].tries if walk.node == root else 0
        edge = most_promising(desk, tree, count, tries)
        note(walk, state, seat, edge)
        apply(parts, state, seat, tree.edges[edge].code)


@rule
def set_out(walk: Row, root: int) -> None:
    """Begin a walk at the root."""
    walk.depth = 0
    walk.node = walk.begun = root
    walk.first = NONE


@rule
def note(walk: Row, state: Row, seat: int, edge: int) -> None:
    """Write down what a seat decides, and how things stood before."""
    walk.edge[walk.depth] = edge
    walk.seat[walk.depth] = seat
    walk.depth += 1
    walk.waiting = state.to_act
    walk.barrier = state.barrier


@rule
def step_on(tree: Tree, walk: Row, state: Row, seat: int) -> bool:
    """Go on to the node at which a seat decides next; whether the walk has not come to its end."""
    edge = walk.edge[walk.depth - 1]
    if tree.edges[edge].visits == 0:
        return False
    before = tree.nodes[walk.node].seat
    unseen = seat != before and (walk.waiting >> seat) & 1 == 1
    if unseen and walk.first < 0:
        walk.first = edge
    elif walk.first >= 0 and not unseen and (seat != before or state.barrier != walk.barrier):
        edge = walk.first  # all is known now: go on behind what the first decided
        walk.first = NONE
    walk.node = node_behind(tree, walk.begun, edge, unseen, seat)
    if seat != before or walk.waiting == 1 << before:
        walk.begun = walk.node
    return bool(walk.node >= 0)


@rule
def play_on(desk: Desk) -> None:
    """Play on to the horizon, at random or by appraisal."""
    settings = desk.settings[0]
    if settings.horizon < 0 and settings.greed == 0.0:
        play_out(parts_in(desk.parts_bytes), state_in(desk.world), desk.dice[0], desk.room[0].codes)
    else:
        play_to_horizon(desk)


@rule
def play_to_horizon(desk: Desk) -> None:
    """Play on for some decisions, a share of which is taken by appraisal."""
    settings, dice, state = desk.settings[0], desk.dice[0], state_in(desk.world)
    parts, codes = parts_in(desk.parts_bytes), desk.room[0].codes
    left = settings.horizon
    while state.to_act and left != 0:
        seat = first_seat(state.to_act)
        count = legal(parts, state, seat, codes)
        if settings.greed > 0.0 and count > 1 and below(dice, ALWAYS) < settings.greed * ALWAYS:
            code = best_looking(desk, seat, count)
        else:
            code = codes[below(dice, count)]
        apply(parts, state, seat, code)
        left -= 1


@rule
def remember(tree: Tree, walk: Row) -> None:
    """Tell every decision on the way how it turned out for the seat that took it."""
    for step in range(walk.depth):
        edge = tree.edges[walk.edge[step]]
        seat = walk.seat[step]
        edge.visits += 1
        edge.chance += walk.chance[seat]
        edge.utility += walk.utility[seat]
        edge.points += walk.points[seat]


@rule
def imagine(desk: Desk, start: Bytes, searcher: int, seed: np.uint64) -> None:
    """Set out from a position in one of the worlds that the searching seat may be in."""
    copy_into(desk.world, start)
    parts, state = parts_in(desk.parts_bytes), state_in(desk.world)
    reopen(parts, state, searcher)
    redetermine(parts, state, searcher, seed)


@rule
def look_at_all(
    desk: Desk,
    start: Bytes,
    searcher: int,
    worlds: int,
    seed: np.uint64,
    codes: np.ndarray,
    values: np.ndarray,
) -> None:
    """Add to each value how good its code seems one decision ahead, on average over some worlds."""
    for number in range(worlds):
        imagine(desk, start, searcher, seed_of(seed, number))
        for index in range(codes.size):
            values[index] += look_at(desk, searcher, codes[index]) / worlds


@rule
def simulate(
    desk: Desk,
    tree: Tree,
    start: Bytes,
    searcher: int,
    simulations: tuple[int, int],
    seed: np.uint64,
    root: int,
    totals: np.ndarray,
) -> None:
    """Run some simulations, and sum up every seat's chances and points in `totals`."""
    walk, state = desk.walk[0], state_in(desk.world)
    for number in range(simulations[0], simulations[1]):
        imagine(desk, start, searcher, seed_of(seed, 2 * number))
        desk.dice[0].rng = seed_of(seed, 2 * number + 1)
        walk_down(desk, tree, searcher, root)
        play_on(desk)
        judge(desk, state)
        remember(tree, walk)
        for seat in range(int(state.players)):
            totals[seat, 0] += walk.chance[seat]
            totals[seat, 1] += walk.points[seat]


# --- Called from Python ---------------------------------------------------------------------------


@rule
def desk_for(parts_bytes: Bytes, start: Bytes, settings: np.ndarray, mind: np.ndarray) -> Desk:
    """Room for all that looking ahead from a position needs."""
    return Desk(
        parts_bytes,
        np.empty_like(start),
        np.empty_like(start),
        np.empty(1, LIST),
        np.zeros((SEATS, 2), np.int64),
        np.zeros(1, WALK),
        np.empty(1, DICE),
        settings,
        mind,
    )


@rule
def look_ahead(
    parts_bytes: Bytes,
    start: Bytes,
    searcher: int,
    worlds: int,
    seed: np.uint64,
    settings: np.ndarray,
    mind: np.ndarray,
    codes: np.ndarray,
    values: np.ndarray,
) -> None:
    """How good each of the codes seems one decision ahead, on average over some worlds."""
    desk = desk_for(parts_bytes, start, settings, mind)
    look_at_all(desk, start, searcher, worlds, seed, codes, values)


@rule
def size_up_all(
    parts_bytes: Bytes,
    start: Bytes,
    searcher: int,
    worlds: int,
    seed: np.uint64,
    settings: np.ndarray,
    mind: np.ndarray,
    other_mind: np.ndarray,
    codes: np.ndarray,
    seen: np.ndarray,
) -> None:
    """What each of the codes seems to come to, summed up over some worlds; see `size_up`."""
    desk = desk_for(parts_bytes, start, settings, mind)
    for number in range(worlds):
        imagine(desk, start, searcher, seed_of(seed, number))
        for index in range(codes.size):
            size_up(desk, searcher, codes[index], other_mind, seen[index])


@rule
def grow(
    parts_bytes: Bytes,
    start: Bytes,
    searcher: int,
    simulations: tuple[int, int],
    seed: np.uint64,
    settings: np.ndarray,
    mind: np.ndarray,
    root: int,
    nodes: np.ndarray,
    edges: np.ndarray,
    used: np.ndarray,
    totals: np.ndarray,
) -> None:
    """Run some simulations; see `simulate`."""
    desk, tree = desk_for(parts_bytes, start, settings, mind), Tree(nodes, edges, used)
    simulate(desk, tree, start, searcher, simulations, seed, root, totals)
