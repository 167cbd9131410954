"""A template, bound to each game: whole games between searches, and what there is to learn.

All in compiled code, so that a decision of a few simulations takes no longer than these.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from formicarium.core.chance import below, seed_of
from formicarium.core.compiled import rule
from formicarium.core.layout import Row, layout
from formicarium.core.standings import win_shares

if TYPE_CHECKING:
    from formicarium.bots.correction import gather
    from formicarium.bots.inputs import INPUTS, SEATS
    from formicarium.bots.tree import (
        EDGE,
        NODE,
        Desk,
        Tree,
        desk_for,
        new_node,
        simulate,
        value_so_far,
    )
    from formicarium.core.contract import apply, legal, score, setup
    from formicarium.core.stepping import DICE, copy_into, first_seat, parts_in, state_in

Array = np.ndarray[Any, Any]

NODES, EDGES = 1 << 15, 1 << 19  # room for the deepest thoughts of deciding games
ALWAYS = 1 << 16  # a share is drawn from so many
LONGEST = 1 << 12  # decisions of a game; what comes after them is not learned from
OF_ONE_SEARCH = 0.2  # how much it counts beside all that was found after it

# A position to learn from; seats come in their order, the one that decides first.
SAMPLE = layout(
    ("inputs", np.int16, (INPUTS,)),
    ("players", np.int16),
    ("seat", np.int16),
    ("choice", np.int32),  # its number in the game
    ("openness", np.float32),  # as the hand judgement says,
    ("points", np.float32, (SEATS,)),  # likewise
    ("value", np.float32, (SEATS,)),  # chances of winning: by searches, here and later, and the end
    ("share", np.float32, (SEATS,)),  # of the victory, as it came out
    ("score", np.float32, (SEATS,)),  # and the points
)


class Sitters(NamedTuple):
    """Who plays."""

    settings: Array  # a row for each mind
    minds: Array
    seating: Array  # which of them sits on a seat,
    curiosity: Array  # and with which share of its decisions it is curious
    simulations: int


@rule
def play_games(
    parts_bytes: Array,
    blank: Array,
    seeds: Array,
    settings: Array,
    minds: Array,
    seating: Array,
    curiosity: Array,
    simulations: int,
    samples: Array,
    shares: Array,
) -> None:
    """Play a game for each seed; everybody has a mind, and is curious now and then.

    Of each game as many positions are kept as there is room for: all, or some as likely as others.
    """
    desk = desk_for(parts_bytes, blank, settings[:1], minds[:1])
    tree = Tree(np.empty(NODES, NODE), np.empty(EDGES, EDGE), np.zeros(2, np.int64))
    game = np.empty_like(blank)
    dice = np.empty(1, DICE)
    chances = np.zeros((LONGEST, SEATS))
    for index in range(seeds.size):
        copy_into(game, blank)
        setup(parts_in(parts_bytes), state_in(game), seeds[index])
        dice[0].rng = seed_of(seeds[index], 1)
        sitters = Sitters(settings, minds, seating[index], curiosity[index], simulations)
        choices = play_game(
            desk, tree, game, dice[0], seeds[index], sitters, samples[index], chances
        )
        score(parts_in(parts_bytes), state_in(game), desk.standing)
        win_shares(desk.standing, int(state_in(game).players), shares[index])
        tell_end(desk.standing, shares[index], samples[index])
        tell_later(chances[:choices], shares[index], samples[index])


@rule
def play_game(
    desk: "Desk",
    tree: "Tree",
    game: Array,
    dice: Row,
    seed: np.uint64,
    sitters: Sitters,
    samples: Array,
    chances: Array,
) -> int:
    """One game from its setup to its end, and what its searches found; how many are kept."""
    parts, state, codes = parts_in(desk.parts_bytes), state_in(game), desk.room[0].codes
    totals = np.zeros((desk.standing.shape[0], 2))
    choices = number = 0
    while state.to_act:
        seat = first_seat(state.to_act)
        count = legal(parts, state, seat, codes)
        code = int(codes[0])
        if count > 1:
            own = desk_of(desk, sitters, seat)
            fresh = seed_of(seed, 2 + number)
            root = thought(own, tree, game, seat, sitters.simulations, fresh, totals)
            is_curious = below(dice, ALWAYS) < sitters.curiosity[seat] * ALWAYS
            code = chosen(tree, root, dice, is_curious, own.settings[0].trust)
            if choices < LONGEST:
                for other in range(int(state.players)):
                    chances[choices, other] = totals[other, 0] / sitters.simulations
                place = choices if choices < samples.size else below(dice, choices + 1)
                if place < samples.size:
                    note(parts, own.mind[0], state, seat, choices, samples[place])
                choices += 1
        number += 1
        apply(parts, state, seat, code)
    for place in range(choices, samples.size):
        samples[place].players = 0
    return choices


@rule
def desk_of(desk: "Desk", sitters: Sitters, seat: int) -> "Desk":
    """The same room for whoever sits there."""
    mind = int(sitters.seating[seat])
    return Desk(
        desk.parts_bytes,
        desk.world,
        desk.probe,
        desk.room,
        desk.standing,
        desk.walk,
        desk.dice,
        sitters.settings[mind : mind + 1],
        sitters.minds[mind : mind + 1],
    )


@rule
def thought(
    desk: "Desk",
    tree: "Tree",
    game: Array,
    seat: int,
    simulations: int,
    seed: np.uint64,
    totals: Array,
) -> int:
    """Think about a decision; the root of the tree that has grown."""
    tree.used[0] = 0
    tree.used[1] = 0
    totals[:] = 0.0
    root = new_node(tree, seat)
    simulate(desk, tree, game, seat, (0, simulations), seed, root, totals)
    return int(root)


@rule
def chosen(tree: "Tree", root: int, dice: Row, is_curious: bool, trust: float) -> int:
    """What was tried most; who is curious takes anything, as likely as it was tried.

    What the search tries fits how far apart things are, so curiosity costs little.
    """
    edge, best, most, value, total = tree.nodes[root].first_edge, 0, -1, 0.0, 0
    drawn = -1
    while edge >= 0:
        visits, worth = int(tree.edges[edge].visits), value_so_far(tree.edges[edge], trust)
        if visits > most or (visits == most and worth > value):
            best, most, value = int(tree.edges[edge].code), visits, worth
        total += visits
        if visits > 0 and below(dice, total) < visits:
            drawn = int(tree.edges[edge].code)
        edge = tree.edges[edge].next_edge
    return drawn if is_curious and drawn >= 0 else best


@rule
def note(parts: Row, mind: Row, state: Row, seat: int, choice: int, sample: Row) -> None:
    """Keep what a network would be handed here."""
    players = int(state.players)
    by_hand = np.zeros(SEATS)
    sample.openness = gather(parts, mind, state, seat, by_hand)
    for index in range(INPUTS):
        sample.inputs[index] = mind.room.inputs[index]
    for place in range(SEATS):
        other = (seat + place) % players
        sample.points[place] = by_hand[other] if place < players else 0.0
    sample.players = players
    sample.seat = seat
    sample.choice = choice


@rule
def tell_end(standing: Array, shares: Array, samples: Array) -> None:
    """Say of all positions of a game how it ended."""
    for index in range(samples.size):
        sample = samples[index]
        players = int(sample.players)
        for place in range(SEATS):
            sample.share[place] = 0.0
            sample.score[place] = 0.0
            if place < players:
                other = (int(sample.seat) + place) % players
                sample.share[place] = shares[other]
                sample.score[place] = standing[other, 0]


@rule
def tell_later(chances: Array, shares: Array, samples: Array) -> None:
    """Say of all positions of a game what searches found from there on: the later, the less.

    A search sees no further than a few decisions; what is found after these knows more, and the end
    everything, but with all the luck in between.
    """
    later = shares.copy()
    for back in range(len(chances)):
        choice = len(chances) - 1 - back
        for other in range(later.size):
            later[other] += OF_ONE_SEARCH * (chances[choice, other] - later[other])
        for index in range(samples.size):
            if samples[index].choice == choice:
                tell_value(later, samples[index])


@rule
def tell_value(later: Array, sample: Row) -> None:
    """The same in the order of seats as the one sees them that decides."""
    players = int(sample.players)
    for place in range(SEATS):
        other = (int(sample.seat) + place) % max(players, 1)
        sample.value[place] = later[other] if place < players else 0.0
