"""Mini City: positions as JSON, written and read."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
import numpy as np

from formicarium.core import terms
from formicarium.core.errors import BadPosition, require
from formicarium.core.layout import Row
from formicarium.core.positions import read_generator, read_position
from formicarium.games.minicity.actions import name
from formicarium.games.minicity.components import ANT_NAMES, COLOUR_NAMES, FRIEND_NAMES
from formicarium.games.minicity.rules.cards import ends_for
from formicarium.games.minicity.rules.counting import (
    card_limit,
    free_places,
    seat_in_turn,
    stones_held,
    total,
    turns_to_play,
)
from formicarium.games.minicity.rules.friends import (
    caterpillar_box,
    ladybird_may_empty,
    snail_hand,
)
from formicarium.games.minicity.rules.roads import ant_in_play, outermost, roads_in_use
from formicarium.games.minicity.rules.stones import await_stones, can_stock, stock
from formicarium.games.minicity.scoring import friend_names
from formicarium.games.minicity.state import (
    BOX,
    CARDS,
    CHAMBERS,
    HAND,
    LETTERS,
    ONCE,
    Ant,
    AntName,
    ColourName,
    End,
    EndName,
    FoodColour,
    Friend,
    FriendName,
    Phase,
    PhaseName,
    PointsTrack,
    Variant,
)

ROAD_NAMES = ("north", "south")
CHAMBER_NUMBERS = {str(number): number for number in range(1, CHAMBERS + 1)}
TURN = (Phase.PLAY, Phase.STICK, Phase.MOVE, Phase.UNLOAD, Phase.LADYBIRD, Phase.HOP)

# In which phases a field has a meaning; it is written there, and refused elsewhere.
MEANT_IN = {
    "plays": TURN,
    "bought": TURN,
    "used": TURN,
    "card": (Phase.MOVE, Phase.UNLOAD, Phase.LADYBIRD, Phase.HOP),
    "as": (Phase.STICK, Phase.MOVE, Phase.LADYBIRD),
    "chamber": (Phase.UNLOAD, Phase.LADYBIRD),
    "room": (Phase.UNLOAD, Phase.LADYBIRD),
    "source": (Phase.LADYBIRD,),
    "carried": (Phase.LADYBIRD,),
    "begun": (Phase.HOP,),
}

Count = Annotated[int, msgspec.Meta(ge=0, le=CARDS)]

# --- Writing --------------------------------------------------------------------------------------


def to_position(parts: Row, state: Row) -> dict[str, Any]:
    """The whole position, secrets included."""
    friends = state.options.variant == Variant.FRIENDS
    doc: dict[str, Any] = {
        "phase": name(Phase(int(state.phase))),
        "first": int(state.first),
        "turns": int(state.turns),
        **_turn_doc(state, friends),
        "ants": _by_name(ANT_NAMES, state.ants),
        "stored": {str(n): stones for n, stones in enumerate(state.stored.tolist()) if n},
        "north": _road_string(parts, state, 0),
        "south": _road_string(parts, state, 1),
        "pile": "".join(LETTERS[card] for card in state.pile[: state.pile_length][::-1].tolist()),
        "discard": _card_string(state.discard.tolist()),
    }
    if friends:
        doc["market"] = _by_name(FRIEND_NAMES, state.market)
    doc["seats"] = [_seat_doc(state.seats[seat], friends) for seat in range(state.players)]
    return doc | {"barrier": int(state.barrier), "rng": hex(int(state.rng))}


def _turn_doc(state: Row, friends: bool) -> dict[str, Any]:
    """What has been done in this turn, as far as it has a meaning now."""
    phase = state.phase
    values: dict[str, Any] = {
        "plays": int(state.plays),
        "bought": bool(state.bought) if friends else None,
        "used": friend_names(state.used) if friends else None,
        "card": name(End(state.end - 1)) if state.end else None,
        "as": name(Ant(state.mimic - 1)) if state.mimic else None,
        "chamber": int(state.chamber) or None,
        "room": bool(state.room) if state.chamber else None,
        "source": int(state.source),
        "carried": int(state.carried),
        "begun": bool(state.begun),
    }
    return {
        field: value
        for field, value in values.items()
        if phase in MEANT_IN[field] and value is not None
    }


def _road_string(parts: Row, state: Row, number: int) -> str:
    """A road from west to east; a card that lies face down as what it is."""
    cards = state.roads[number].cards[: parts.fields].copy()
    if state.hidden and (state.end - 1) // 2 == number:
        cards[outermost(state, int(state.end) - 1)] = state.hidden
    return "".join(LETTERS[card - 1] if card else "." for card in cards.tolist())


def _card_string(counts: list[int]) -> str:
    return "".join(letter * cards for letter, cards in zip(LETTERS, counts, strict=True))


def _by_name(names: tuple[str, ...], counts: np.ndarray[Any, Any]) -> dict[str, int]:
    return dict(zip(names, counts.tolist(), strict=True))


def _seat_doc(player: Row, friends: bool) -> dict[str, Any]:
    doc: dict[str, Any] = {
        "hand": _card_string(player.hand.tolist()),
        "box": _by_name(COLOUR_NAMES, player.box),
        "reserve": _by_name(COLOUR_NAMES, player.reserve),
    }
    if friends:
        doc |= {"points": int(player.points), "friends": friend_names(player.friends)}
    return doc


# --- Reading --------------------------------------------------------------------------------------


class SeatDoc(terms.SeatDoc):
    """One player in a position."""

    hand: str | None = None
    box: dict[ColourName, Count] | None = None
    reserve: dict[ColourName, Count] | None = None
    points: int | None = None
    friends: list[FriendName] | None = None


class PositionDoc(terms.PositionDoc):
    """A position; what is left out is filled in."""

    phase: PhaseName | None = None
    first: int = 0
    turns: int | None = None
    plays: int | None = None
    bought: bool | None = None
    used: list[FriendName] | None = None
    ants: dict[AntName, int] = {}
    stored: dict[str, int] = {}
    north: str | None = None
    south: str | None = None
    pile: str | None = None
    discard: str | None = None
    market: dict[FriendName, Count] | None = None
    seats: list[SeatDoc] = []
    card: EndName | None = None
    named: AntName | None = msgspec.field(default=None, name="as")
    chamber: int | None = None
    room: bool | None = None
    source: int | None = None
    carried: int | None = None
    begun: bool | None = None
    barrier: int = 0


def from_position(parts: Row, state: Row, body: dict[str, Any]) -> None:
    """Fill a state that holds players and options; `BadPosition` names a broken invariant."""
    doc = read_position(body, PositionDoc, "Mini City")
    players = int(state.players)
    require(len(doc.seats) <= players, f"there are {len(doc.seats)} seats, and {players} players")
    doc.seats = doc.seats + [SeatDoc() for _ in range(players - len(doc.seats))]
    _fill_friends(parts, state, doc)
    _fill_stones(parts, state, doc)
    _fill_turn(parts, state, doc)
    _fill_help(state, doc)
    _fill_ants(parts, state, doc)
    _fill_roads_and_hands(parts, state, doc)
    _fill_step(parts, state, doc)
    _fill_generator(state, doc)
    if state.phase == Phase.STOCK:
        _check_stocking(parts, state)


def _counts(names: tuple[str, ...], told: Mapping[Any, int]) -> list[int]:
    """Numbers by name; those left out are 0."""
    return [told.get(word, 0) for word in names]


def _chamber(number: int, what: str) -> int:
    require(1 <= number <= CHAMBERS, f"{what}: there is no chamber {number}")
    return number


# Friends and stones.


def _fill_friends(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Who owns which friends and points; all twelve friends are somewhere."""
    if state.options.variant == Variant.BASE:
        seats = [field for seat in doc.seats for field in (seat.friends, seat.points)]
        given = [doc.market, doc.bought, doc.used, *seats]
        require(given.count(None) == len(given), "the basic game has no friends and no points")
        return
    most = int(parts.track) if state.options.track == PointsTrack.LIMITED else 1 << 30
    for seat, told in enumerate(doc.seats):
        points = told.points or 0
        require(0 <= points <= most, f"seat {seat} has {points} points, and may have 0 to {most}")
        state.seats[seat].points = points
    tallies = [Counter[str](told.friends or []) for told in doc.seats]
    friends = [_counts(FRIEND_NAMES, tally) for tally in tallies]
    owned = np.array(friends).sum(axis=0)
    left = parts.copies - owned
    market = left if doc.market is None else np.array(_counts(FRIEND_NAMES, doc.market))
    for friend, there in zip(Friend, (owned + np.maximum(market, 0)).tolist(), strict=True):
        copies = f"there are {there} {_plural(friend)}, and must be {parts.copies[friend]}"
        require(there == parts.copies[friend], f"12 friends: {copies}")
    state.market[:] = market
    state.seats["friends"][: len(friends)] = friends


def _plural(friend: Friend) -> str:
    return f"{name(friend).removesuffix('y')}ies" if name(friend)[-1] == "y" else f"{name(friend)}s"


def _fill_stones(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Stones in chambers, boxes and reserves add up, colour by colour."""
    told = _told_chambers(parts, doc)
    state.stored[:] = parts.marks[state.players]
    for chamber, stones in told.items():
        state.stored[chamber] = stones
    share = parts.share[state.players].tolist()
    for seat, given in enumerate(doc.seats):
        _fill_box(share, state.seats[seat], seat, given)
    _balance(parts, state, doc, told)
    for seat, given in enumerate(doc.seats):
        player = state.seats[seat]
        if given.box is None and given.reserve is None and doc.phase != "stock":
            _fill_untold_box(player)
        limit = int(caterpillar_box(player))
        require(total(player.box) <= limit, f"seat {seat} has more than {limit} stones in the box")


def _told_chambers(parts: Row, doc: PositionDoc) -> dict[int, int]:
    """The stones in the chambers that are named."""
    for word, stones in doc.stored.items():
        require(word in CHAMBER_NUMBERS, f"stored: there is no chamber {word[:20]!r}")
        most = int(parts.places[CHAMBER_NUMBERS[word]])
        require(0 <= stones <= most, f"chamber {word}: {stones} stones on {most} places")
    return {CHAMBER_NUMBERS[word]: stones for word, stones in doc.stored.items()}


def _fill_box(share: list[int], player: Row, seat: int, given: SeatDoc) -> None:
    """Box and reserve as given; a reserve that is left out is the rest of the share."""
    box = _counts(COLOUR_NAMES, given.box or {})
    if given.reserve is None:
        reserve = [max(stones - boxed, 0) for stones, boxed in zip(share, box, strict=True)]
    else:
        reserve = _counts(COLOUR_NAMES, given.reserve)
    for colour in FoodColour:
        held, most = box[colour] + reserve[colour], share[colour]
        stones = f"seat {seat} has {held} {name(colour)} stones, and her share is {most}"
        require(held <= most, stones)
    player.box[:], player.reserve[:] = box, reserve


def _balance(parts: Row, state: Row, doc: PositionDoc, told: Mapping[int, int]) -> None:
    """Take what is too much from untold reserves, then chambers; put what is missing in these."""
    reserves = [state.seats[seat].reserve for seat, g in enumerate(doc.seats) if g.reserve is None]
    held = (state.seats["box"] + state.seats["reserve"]).sum(axis=0)
    for colour in FoodColour:
        chambers = 1 + np.flatnonzero(parts.colour[1:] == colour)
        stones = int(parts.stones[colour])
        surplus = int(held[colour] + state.stored[chambers].sum()) - stones
        for reserve in reversed(reserves):
            taken = min(max(surplus, 0), int(reserve[colour]))
            reserve[colour] -= taken
            surplus -= taken
        for chamber in reversed([number for number in chambers.tolist() if number not in told]):
            lying = int(state.stored[chamber])
            state.stored[chamber] = min(max(lying - surplus, 0), int(parts.places[chamber]))
            surplus -= lying - int(state.stored[chamber])
        require(not surplus, f"{name(colour)}: {stones + surplus} stones, and must be {stones}")


def _fill_untold_box(player: Row) -> None:
    for colour in FoodColour:
        while can_stock(player) and player.reserve[colour]:
            stock(player, int(colour))


# The turn.


def _fill_turn(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Phase, whose turn it is, and how many cards she has laid."""
    players = int(state.players)
    require(0 <= doc.first < players, f"first: there is no seat {doc.first}")
    turns = doc.turns if doc.turns is not None else 0 if doc.phase == "stock" else players
    most = int(turns_to_play(state))
    require(0 <= turns <= most, f"turns: {turns}, and there may be 0 to {most}")
    state.first, state.turns = doc.first, turns
    phase = _phase(state, doc, turns == most)
    state.phase = phase
    for field, phases in MEANT_IN.items():
        given = getattr(doc, "named" if field == "as" else field)
        stray = given is not None and phase not in phases and (field, given) != ("plays", 0)
        require(not stray, f'"{field}" means nothing in phase {name(phase)}')
    if phase not in (Phase.STOCK, Phase.OVER):
        state.to_act = 1 << int(seat_in_turn(state))
        _fill_plays(parts, state, doc)
    if phase == Phase.REFILL:
        require(can_stock(_player(state)), "refill: the box is full or the reserve is empty")


def _player(state: Row) -> Row:
    player: Row = state.seats[seat_in_turn(state)]
    return player


def _phase(state: Row, doc: PositionDoc, stopped: bool) -> Phase:
    out = [seat for seat in range(state.players) if stones_held(state.seats[seat]) == 0]
    require(len(out) < 2, f"seats {' and '.join(map(str, out))} hold nothing: only one can be out")
    over = bool(out) or stopped
    if doc.phase is None:
        return Phase.OVER if over else Phase.PLAY
    phase = Phase[doc.phase.upper()]
    if phase == Phase.OVER:
        require(over, "over without reason: every seat holds stones and there are turns to play")
    require(not out or phase == Phase.OVER, "a seat holds nothing, so the game is over")
    require(over == (phase == Phase.OVER), "all turns have been played, so the game is over")
    return phase


def _fill_plays(parts: Row, state: Row, doc: PositionDoc) -> None:
    laid = state.phase in (Phase.MOVE, Phase.UNLOAD, Phase.HOP) or doc.card is not None
    plays = doc.plays if doc.plays is not None else int(laid)
    limit = int(card_limit(parts, state)) - (state.phase == Phase.STICK)
    require(
        laid <= plays <= limit, f"plays: {plays} cards, and there may be {int(laid)} to {limit}"
    )
    state.plays = plays


def _fill_help(state: Row, doc: PositionDoc) -> None:
    """What was bought and who has helped in this turn."""
    state.bought = bool(doc.bought)
    require(not state.bought or _player(state).friends.any(), "bought: the seat has no friend")
    stick, ladybird = doc.named is not None, state.phase == Phase.LADYBIRD
    untold = ["stick"] * stick + ["ladybird"] * int(ladybird)
    for word in untold if doc.used is None else doc.used:
        friend = Friend[word.upper()]
        require(friend < ONCE, f"used: {word} helps always")
        state.used[friend] += 1
        require(state.used[friend] <= _player(state).friends[friend], f"used: {word} is not owned")


def _fill_ants(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Ants where they were put, the others on free start zones."""
    given = {
        Ant[word.upper()]: _chamber(number, f"ants: {word}") for word, number in doc.ants.items()
    }
    free = [int(zone) for zone in parts.starts if zone not in given.values()]
    for ant in Ant:
        state.ants[ant] = given[ant] if ant in given else free.pop(0)
    for chamber in given.values():
        require(sum(state.ants == chamber) == 1, f"two ants in chamber {chamber}")


# Cards.


class Rest:
    """The cards that have not been dealt yet, by colour."""

    def __init__(self, parts: Row) -> None:
        self.all: list[int] = parts.movement.tolist()
        self.left = [*self.all]

    def take(self, text: str, what: str) -> None:
        """The cards of a string of letters are somewhere else."""
        stray = text.strip(LETTERS)[:1]
        require(not stray, f"{what}: there is no card {stray!r}")
        for ant in Ant:
            self.left[ant] -= text.count(LETTERS[ant])
            there, must_be = self.all[ant] - self.left[ant], self.all[ant]
            cards = f"there are {there} {name(ant)} cards, and must be {must_be}"
            require(there <= must_be, f"95 cards: {cards}")

    def deal(self, count: int) -> str:
        """Cards that were left out: one colour after the other, round and round."""
        cards = sorted((number, ant) for ant in Ant for number in range(self.left[ant]))[:count]
        require(len(cards) == count, "95 cards: there are not enough for all hands and roads")
        for _, ant in cards:
            self.left[ant] -= 1
        return "".join(LETTERS[ant] for _, ant in cards)

    def string(self) -> str:
        """All the rest, colour by colour."""
        return _card_string(self.left)


def _fill_roads_and_hands(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Every card is somewhere exactly once (MC-1.7)."""
    rest = Rest(parts)
    roads = (doc.north, doc.south)
    for text, what in zip(roads, ROAD_NAMES, strict=True):
        rest.take((text or "").replace(".", ""), what)
    for seat, given in enumerate(doc.seats):
        rest.take(given.hand or "", f"hand of seat {seat}")
    pile, discard = doc.pile or "", doc.discard or ""
    rest.take(pile, "pile")
    rest.take(discard, "discard")
    for number, text in enumerate(roads):
        _fill_road(parts, state, number, text, rest)
    for seat, given in enumerate(doc.seats):
        _fill_hand(state, seat, given.hand, rest)
    if doc.pile is None:
        pile = rest.string()
    elif doc.discard is None:
        discard = rest.string()
    else:
        require(not any(rest.left), f"cards are nowhere: {rest.string()}")
    state.pile_length = len(pile)
    state.pile[: len(pile)] = [LETTERS.index(letter) for letter in reversed(pile)]
    state.discard[:] = [discard.count(letter) for letter in LETTERS]


def _fill_road(parts: Row, state: Row, number: int, text: str | None, rest: Rest) -> None:
    fields, what = int(parts.fields), ROAD_NAMES[number]
    middle = fields // 2
    used = number < roads_in_use(state)
    if text is None:
        text = f"{'.' * (middle - 1)}{rest.deal(2) if used else '..'}{'.' * (middle - 1)}"
    require(len(text) == fields, f"{what} has {len(text)} fields, and must have {fields}")
    if not used:
        require(not text.strip("."), f"{what} is not used by two players")
        return
    row = text.strip(".")
    west, east = fields - len(text.lstrip(".")), len(text.rstrip(".")) - 1
    require("." not in row, f"the row on {what} has a gap")
    covers = row and west < middle <= east
    require(covers, f"the row on {what} does not cover the middle fields")
    road = state.roads[number]
    road.west, road.east = west, east
    road.cards[west : east + 1] = [1 + LETTERS.index(letter) for letter in row]


def _fill_hand(state: Row, seat: int, text: str | None, rest: Rest) -> None:
    player = state.seats[seat]
    if text is None:
        laid = int(state.plays) if seat == seat_in_turn(state) else 0
        text = rest.deal(max(HAND - laid, 0))
    fewest, most = _hand_sizes(state, seat)
    in_hand = f"seat {seat} has {len(text)} cards in hand, and may have {fewest} to {most}"
    require(fewest <= len(text) <= most, in_hand)
    player.hand[:] = [text.count(letter) for letter in LETTERS]


def _hand_sizes(state: Row, seat: int) -> tuple[int, int]:
    """How few and how many cards a hand may have.

    A turn takes cards from it, and its end fills it up: the piles have cards enough for all.
    """
    player = state.seats[seat]
    most = int(snail_hand(player))
    if state.phase == Phase.STOCK:
        return HAND, most
    if state.phase == Phase.OVER:
        return (0 if stones_held(player) == 0 else HAND), most
    return (0, most - int(state.plays)) if seat == seat_in_turn(state) else (HAND, most)


# The card in play.


def _fill_step(parts: Row, state: Row, doc: PositionDoc) -> None:
    """The card in play, the ant on its way, and friends at work."""
    phase = state.phase
    if phase in (Phase.MOVE, Phase.UNLOAD, Phase.HOP) or doc.card or doc.chamber is not None:
        _fill_card(parts, state, doc)
    _check_river(parts, state)
    if doc.named is not None or phase == Phase.STICK:
        _fill_named(parts, state, doc)
    if phase == Phase.UNLOAD or doc.chamber is not None:
        _fill_arrival(parts, state, doc)
    require(doc.room is None or state.chamber, '"room" goes with "chamber"')
    if phase == Phase.LADYBIRD:
        _fill_ladybird(parts, state, doc)
    if phase == Phase.HOP:
        player = _player(state)
        require(player.friends[Friend.GRASSHOPPER], "hop: the seat in turn has no grasshopper")
        require(can_stock(player), "hop: the box is full or the reserve is empty")
        state.begun = bool(doc.begun)


def _fill_card(parts: Row, state: Row, doc: PositionDoc) -> None:
    if doc.card is None:
        raise BadPosition('"card" must say at which end the card in play lies')
    end = End[doc.card.upper()]
    middle = int(parts.fields) // 2
    field = int(outermost(state, int(end)))
    beyond = field < middle - 1 if end % 2 == 0 else field > middle
    require(end < 2 * roads_in_use(state) and beyond, f"no card has been laid at {name(end)}")
    state.end = 1 + end


def _check_river(parts: Row, state: Row) -> None:
    """Only the card in play lies on a river field, or the one that has ended the game."""
    ends = [*End][: 2 * int(roads_in_use(state))]
    at_river = [end for end in ends if outermost(state, int(end)) in (0, parts.fields - 1)]
    require(len(at_river) < 2, f"cards lie at the river: {', '.join(map(name, at_river))}")
    out = any(stones_held(state.seats[seat]) == 0 for seat in range(state.players))
    for end in at_river:
        in_play = state.end == 1 + end or (state.phase == Phase.OVER and out)
        require(in_play, f"a card lies at the river, at {name(end)}, and is not in play")


def _fill_named(parts: Row, state: Row, doc: PositionDoc) -> None:
    """The colour that the next card, or the one that lies face down, stands for."""
    if doc.named is None:
        raise BadPosition('"as" must say which colour was named')
    require(state.used[Friend.STICK], '"as": the stick insect has not been used')
    ant = Ant[doc.named.upper()]
    state.mimic = 1 + ant
    if state.phase == Phase.STICK:
        player = _player(state)
        playable = total(player.hand) and ends_for(parts, state, player, int(ant))
        require(playable, f"stick: no card can be laid for {name(ant)}")
        return
    moving = state.end and doc.chamber is None
    require(moving, '"as" means nothing before a card is laid and after its ant has moved')
    cards, field = state.roads[(state.end - 1) // 2].cards, outermost(state, int(state.end) - 1)
    state.hidden = cards[field]
    cards[field] = state.mimic


def _fill_arrival(parts: Row, state: Row, doc: PositionDoc) -> None:
    chamber = doc.chamber if doc.chamber is not None else int(state.ants[ant_in_play(state)])
    require(_chamber(chamber, "chamber") in state.ants, f"no ant stands in chamber {chamber}")
    # After a dragonfly another ant may stand there, and a stick insect may have moved another one.
    other = state.used[Friend.DRAGONFLY] or state.used[Friend.STICK]
    own = chamber == state.ants[ant_in_play(state)]
    require(own or other, f"the ant in play does not stand in chamber {chamber}")
    state.chamber = chamber
    free = bool(free_places(parts, state, chamber) > 0)
    room = doc.room if doc.room is not None else free
    carried = state.used[Friend.LADYBIRD]
    require(room == free or carried, f"room: nobody has carried stones to or from {chamber}")
    state.room = room


def _fill_ladybird(parts: Row, state: Row, doc: PositionDoc) -> None:
    require(state.used[Friend.LADYBIRD], "ladybird: she has not been used")
    require(doc.source is not None, '"source" must say which chamber the ladybird empties')
    source, carried = _chamber(doc.source or 0, "source"), doc.carried or 0
    stones = int(state.stored[source])
    possible = ladybird_may_empty(parts, state, source)
    require(possible, f"ladybird: chamber {source} cannot be emptied")
    most = int(parts.places[source]) - stones
    require(0 <= carried <= most, f"carried: {carried} stones, and may be 0 to {most}")
    state.source, state.carried = source, carried


def _fill_generator(state: Row, doc: PositionDoc) -> None:
    require(0 <= doc.barrier <= 1 << 30, f"barrier: {doc.barrier}")
    state.barrier = doc.barrier
    state.rng = read_generator(doc.rng)


def _check_stocking(parts: Row, state: Row) -> None:
    """While the first stones are chosen, nothing else has happened."""
    require(state.turns == 0, "stock: no turn has been played yet")
    at_start = sorted(state.ants.tolist()) == parts.starts.tolist()
    require(at_start, "stock: the ants stand on the start zones")
    marks, share = parts.marks[state.players], parts.share[state.players]
    require((state.stored == marks).all(), "stock: stones lie on marked places only")
    require(not state.discard.any(), "stock: no card has been discarded yet")
    for number in range(roads_in_use(state)):
        cards = np.count_nonzero(state.roads[number].cards)
        require(cards == 2, f"stock: only the middle fields of {ROAD_NAMES[number]} have cards")
    for seat in range(state.players):
        player = state.seats[seat]
        require((player.box + player.reserve == share).all(), f"stock: seat {seat} has her share")
        require(total(player.box) <= BOX, f"stock: seat {seat} has more than {BOX} in the box")
        require(not player.friends.any(), f"stock: seat {seat} has no friends yet")
        require(player.points == 0, f"stock: seat {seat} has no points yet")
    await_stones(state)
    require(state.to_act, f"stock: somebody has fewer than {BOX} stones in the box")
