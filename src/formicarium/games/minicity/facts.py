"""Mini City: what a player could count on the roads and in a box, for hints and for puzzles."""

from formicarium.core.state import State
from formicarium.games.minicity.components import FARTHEST
from formicarium.games.minicity.state import CHAMBERS, Ant, End

CHAMBER_NUMBERS = range(1, CHAMBERS + 1)
SHORT = 2  # cards of a colour at an end that are no long run


def runs(state: State) -> list[tuple[int, Ant, End]]:
    """How many cards of one colour lie together at each end, and which."""
    found = []
    for number in range(1 if state.game.players == 2 else 2):
        road = state.row.roads[number]
        laid = [Ant(card - 1) for card in road.cards[road.west : road.east + 1].tolist()]
        for side, cards in enumerate((laid, laid[::-1])):
            length = next((n for n, card in enumerate(cards) if card != cards[0]), len(cards))
            found.append((length, cards[0], End(2 * number + side)))
    return found


def longest_run(state: State, seat: int) -> int | None:
    """The longest of them, for whoever is next; short ones are all alike."""
    if state.is_over:
        return None
    return max(SHORT, *(length for length, _, _ in runs(state)))


def laid(state: State, seat: int) -> int:
    """Cards on all roads."""
    roads = state.row.roads[: 1 if state.game.players == 2 else 2]
    return int((roads["east"] - roads["west"] + 1).sum())


def best_load(state: State, ant: Ant, box: list[int]) -> tuple[int, int]:
    """The most stones of a box that a card for an ant could unload, and of which colour."""
    parts, ants = state.game.parts_row, state.row.ants.tolist()
    longest = max((n for n, one, _ in runs(state) if one == ant), default=0)
    reached = int(parts.within[ants[ant], min(longest + 1, FARTHEST)])
    free, colours = (parts.places - state.row.stored).tolist(), parts.colour.tolist()
    found = [
        (colours[one], min(box[colours[one]], free[one]))
        for one in CHAMBER_NUMBERS
        if reached >> one & 1 and one not in ants
    ]
    return max(found, key=lambda load: load[1], default=(0, 0))


def loads(state: State, seat: int) -> list[int]:
    """Stones that one card could unload: for each ant."""
    box = state.row.seats[seat].box.tolist()
    return [best_load(state, ant, box)[1] for ant in Ant]
