"""The pile and the two roads: drawing and laying cards, runs of a colour, and the river."""

from formicarium.core.chance import shuffle
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.state import ANTS


@rule
def roads_in_use(state: Row) -> int:
    """Two players use the north road alone (MC-2.8)."""
    return 1 if state.players == 2 else 2


@rule
def draw_card(state: Row) -> int:
    """The top card of the pile; where there is none, the discards are shuffled first (MC-7.6)."""
    if state.pile_length == 0:
        renew_pile(state)
    state.pile_length -= 1
    card = int(state.pile[state.pile_length])
    state.pile[state.pile_length] = 0
    return card


@rule
def renew_pile(state: Row) -> None:
    """The discards, shuffled, become the pile."""
    for ant in range(ANTS):
        for _ in range(state.discard[ant]):
            state.pile[state.pile_length] = ant
            state.pile_length += 1
        state.discard[ant] = 0
    shuffle(state, state.pile, int(state.pile_length))


@rule
def renew_road(parts: Row, state: Row, number: int) -> None:
    """Two cards of the pile onto the middle fields; they move no ant (MC-2.7, MC-6.2)."""
    road = state.roads[number]
    road.west = parts.fields // 2 - 1
    road.east = parts.fields // 2
    road.cards[road.west] = 1 + draw_card(state)
    road.cards[road.east] = 1 + draw_card(state)
    state.barrier += 1


@rule
def road_at(state: Row, end: int) -> Row:
    """The road that an end belongs to: two ends, one road."""
    return state.roads[end >> 1]


@rule
def is_west(end: int) -> bool:
    """Whether an end lies in the west of its road."""
    return end & 1 == 0


@rule
def outermost(state: Row, end: int) -> int:
    """The field of the outermost card at an end."""
    road = road_at(state, end)
    return int(road.west) if is_west(end) else int(road.east)


@rule
def ant_in_play(state: Row) -> int:
    """The ant that the card in play moves: of its colour, or of the one that was named.

    (MC-4.1, MC-10.16)
    """
    end = int(state.end) - 1
    return int(road_at(state, end).cards[outermost(state, end)]) - 1


@rule
def run(state: Row, ant: int, end: int) -> int:
    """How many cards of a colour lie together at an end, counted inwards.

    (MC-4.2, MC-4.3, MC-4.4, MC-4.14)
    """
    road = road_at(state, end)
    inwards = 1 if is_west(end) else -1
    field = outermost(state, end)
    length = 0
    while road.west <= field <= road.east and road.cards[field] == 1 + ant:
        length += 1
        field += inwards
    return length


@rule
def reach(state: Row) -> int:
    """How many steps the card in play allows: a run that grows takes farther (MC-4.2, MC-4.13)."""
    return run(state, ant_in_play(state), int(state.end) - 1)


@rule
def lay(state: Row, card: int, end: int) -> None:
    """A card onto the field beside an end (MC-3.4)."""
    road = road_at(state, end)
    if is_west(end):
        road.west -= 1
    else:
        road.east += 1
    road.cards[outermost(state, end)] = 1 + card


@rule
def clear_at_river(parts: Row, state: Row) -> None:
    """If the card in play lies at the river, its road is cleared and begun anew.

    (MC-6.1, MC-6.3, MC-6.5, MC-10.20)
    """
    end = int(state.end) - 1
    road = road_at(state, end)
    if 0 < outermost(state, end) < parts.fields - 1:
        return
    for field in range(road.west, road.east + 1):
        state.discard[road.cards[field] - 1] += 1
        road.cards[field] = 0
    renew_road(parts, state, end // 2)
