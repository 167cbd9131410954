"""Mini City: positions as JSON, written and read."""

from collections import Counter
from collections.abc import Mapping
from operator import itemgetter
from typing import Annotated, Any, get_args

import msgspec
import numpy as np

from formicarium.core import positions as form
from formicarium.core import terms
from formicarium.core.errors import BadPosition, require
from formicarium.core.layout import Row, values_of
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
from formicarium.games.minicity.rules.friends import caterpillar_box, ladybird_may_empty, snail_hand
from formicarium.games.minicity.rules.roads import ant_in_play, outermost, roads_in_use
from formicarium.games.minicity.rules.stones import await_stones, can_stock, stock
from formicarium.games.minicity.state import (
    BOX,
    CARDS,
    CHAMBERS,
    DRAGONFLY,
    GRASSHOPPER,
    HAND,
    LADYBIRD,
    LETTERS,
    ONCE,
    STICK,
    AntName,
    ColourName,
    EndName,
    FriendName,
    Phase,
    PhaseName,
    PointsTrack,
    Variant,
)

ROAD_NAMES = ("north", "south")
PHASE_NAMES, END_NAMES = get_args(PhaseName), get_args(EndName)
CHAMBER_NUMBERS = {str(number): number for number in range(1, CHAMBERS + 1)}
TURN = (Phase.PLAY, Phase.STICK, Phase.MOVE, Phase.UNLOAD, Phase.LADYBIRD, Phase.HOP)
# A card is in play, and an ant has arrived; a ladybird may come before either.
WITH_CARD = (Phase.MOVE, Phase.UNLOAD, Phase.HOP)
CARD_IN_PLAY, ARRIVED = (*WITH_CARD, Phase.LADYBIRD), (Phase.UNLOAD, Phase.LADYBIRD)
HELPERS = FRIEND_NAMES[:ONCE]
CARD, MIMIC = form.Meant(CARD_IN_PLAY), form.Meant([Phase.STICK, Phase.MOVE, Phase.LADYBIRD])

# --- What a position says -------------------------------------------------------------------------

Count = Annotated[int, msgspec.Meta(ge=0, le=CARDS)]
Stones = Annotated[dict[ColourName, Count] | None, form.by_name(COLOUR_NAMES)]


def _letters(counts: Any) -> str:
    """Cards by colour as a string."""
    return "".join(letter * cards for letter, cards in zip(LETTERS, counts, strict=True))


def _pile(held: Mapping[str, Any]) -> str:
    """The cards of the pile, the top one first."""
    return "".join(LETTERS[card] for card in held["pile"][: held["pile_length"]][::-1])


def _room(held: Mapping[str, Any]) -> Any:
    return bool(held["room"]) if held["chamber"] else form.LEFT_OUT


def _by_chamber(stored: np.ndarray) -> dict[str, int]:
    return {str(number): stones for number, stones in enumerate(stored.tolist()) if number}


ARRIVED_IN = form.ToldAs(lambda chamber: chamber or form.LEFT_OUT)
STANDING = (1, CHAMBERS, "ants: {name}: there is no chamber {}")


class SeatDoc(terms.SeatDoc):
    """One player in a position."""

    hand: Annotated[str | None, form.ToldAs(_letters)] = None
    box: Stones = None
    reserve: Stones = None
    points: int | None = None
    friends: Annotated[list[FriendName] | None, form.repeated(FRIEND_NAMES)] = None


class PositionDoc(terms.PositionDoc):
    """A position; what is left out is filled in."""

    phase: Annotated[PhaseName | None, form.word(PHASE_NAMES)] = None
    first: int = 0
    turns: int | None = None
    plays: Annotated[int | None, form.Written(TURN)] = None
    bought: Annotated[bool | None, form.WHETHER, form.Meant(TURN)] = None
    used: Annotated[list[FriendName] | None, form.repeated(HELPERS), form.Meant(TURN)] = None
    card: Annotated[EndName | None, form.word(END_NAMES, 1), form.Held("end"), CARD] = None
    named: Annotated[AntName | None, form.word(ANT_NAMES, 1), form.Held("mimic"), MIMIC] = (
        msgspec.field(default=None, name="as")
    )
    chamber: Annotated[int | None, ARRIVED_IN, form.Meant(ARRIVED)] = None
    room: Annotated[bool | None, form.Held(_room), form.Meant(ARRIVED)] = None
    source: Annotated[int | None, form.Meant([Phase.LADYBIRD])] = None
    carried: Annotated[int | None, form.Meant([Phase.LADYBIRD])] = None
    begun: Annotated[bool | None, form.WHETHER, form.Meant([Phase.HOP])] = None
    ants: Annotated[dict[AntName, int], form.by_name(ANT_NAMES, bounds=STANDING)] = {}
    stored: Annotated[dict[str, int], form.ToldAs(_by_chamber)] = {}
    north: str | None = None
    south: str | None = None
    pile: Annotated[str | None, form.Held(_pile)] = None
    discard: Annotated[str | None, form.ToldAs(_letters)] = None
    market: Annotated[dict[FriendName, Count] | None, form.by_name(FRIEND_NAMES)] = None
    seats: list[SeatDoc] = []
    barrier: Annotated[int, form.number(0, 1 << 30, "{where}: {}")] = 0


# --- Writing --------------------------------------------------------------------------------------


def to_position(parts: Row, state: Row) -> dict[str, Any]:
    """The whole position, secrets included."""
    held, seats = values_of(state), [values_of(seat) for seat in state.seats[: state.players]]
    if state.options.variant == Variant.BASE:
        held |= dict.fromkeys(("bought", "used", "market"), form.LEFT_OUT)
        seats = [seat | dict.fromkeys(("points", "friends"), form.LEFT_OUT) for seat in seats]
    held |= {
        "north": _road_string(parts, state, 0),
        "south": _road_string(parts, state, 1),
        "seats": [form.written(SeatDoc, seat) for seat in seats],
    }
    return form.written(PositionDoc, held)


def _road_string(parts: Row, state: Row, number: int) -> str:
    """A road from west to east; a card that lies face down as what it is."""
    cards = state.roads[number].cards[: parts.fields].copy()
    if state.hidden and (state.end - 1) // 2 == number:
        cards[outermost(state, int(state.end) - 1)] = state.hidden
    return "".join(f".{LETTERS}"[card] for card in cards.tolist())


# --- Reading --------------------------------------------------------------------------------------


def from_position(parts: Row, state: Row, body: dict[str, Any]) -> None:
    """Fill a state that holds players and options; `BadPosition` names a broken invariant."""
    doc, players = form.read_position(body, PositionDoc, "Mini City"), int(state.players)
    require(len(doc.seats) <= players, f"there are {len(doc.seats)} seats, and {players} players")
    doc.seats = doc.seats + [SeatDoc()] * (players - len(doc.seats))
    _fill_friends(parts, state, doc)
    _fill_stones(parts, state, doc)
    _fill_turn(parts, state, doc)
    _fill_help(state, doc)
    _fill_ants(parts, state, doc)
    _fill_roads_and_hands(parts, state, doc)
    _fill_step(parts, state, doc)
    if state.phase == Phase.STOCK:
        _check_stocking(parts, state)


def _counts(names: tuple[str, ...], told: Mapping[Any, int] | None) -> np.ndarray:
    """Numbers by name; those left out are 0."""
    return np.array([(told or {}).get(word, 0) for word in names])


def _chamber(number: int, what: str) -> int:
    return form.within(number, 1, CHAMBERS, f"{what}: there is no chamber {number}")


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
        points = f"seat {seat} has {{}} points, and may have 0 to {most}"
        state.seats[seat].points = form.within(told.points or 0, 0, most, points)
    tallies = [Counter[str](told.friends or []) for told in doc.seats]
    friends = np.array([_counts(FRIEND_NAMES, tally) for tally in tallies])
    owned = friends.sum(axis=0)
    market = parts.copies - owned if doc.market is None else _counts(FRIEND_NAMES, doc.market)
    everywhere = owned + np.maximum(market, 0)
    for friend, there, copies in zip(FRIEND_NAMES, everywhere, parts.copies, strict=True):
        plural = f"{friend[:-1]}ies" if friend.endswith("y") else f"{friend}s"
        fits = there == copies
        require(fits, f"12 friends: there are {there} {plural}, and must be {copies}")
    state.market[:] = market
    state.seats["friends"][: len(friends)] = friends


def _fill_stones(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Stones in chambers, boxes and reserves add up, colour by colour."""
    state.stored[:] = parts.marks[state.players]
    for number, stones in doc.stored.items():
        require(number in CHAMBER_NUMBERS, f"stored: there is no chamber {number[:20]!r}")
        chamber = CHAMBER_NUMBERS[number]
        most = int(parts.places[chamber])
        bounds = f"chamber {number}: {{}} stones on {{most}} places"
        state.stored[chamber] = form.within(stones, 0, most, bounds)
    for seat, told in enumerate(doc.seats):
        _fill_box(parts.share[state.players], state.seats[seat], seat, told)
    _balance(parts, state, doc)
    for seat, told in enumerate(doc.seats):
        player = state.seats[seat]
        if told.box is None and told.reserve is None and doc.phase != "stock":
            for colour in range(len(COLOUR_NAMES)):
                while can_stock(player) and player.reserve[colour]:
                    stock(player, colour)
        limit = int(caterpillar_box(player))
        require(total(player.box) <= limit, f"seat {seat} has more than {limit} stones in the box")


def _fill_box(share: np.ndarray, player: Row, seat: int, told: SeatDoc) -> None:
    """Box and reserve as told; a reserve that is left out is the rest of the share."""
    form.fill(player, told)
    if told.reserve is None:
        player.reserve[:] = np.maximum(share - player.box, 0)
    stones = player.box.astype(int) + player.reserve
    for colour, held, most in zip(COLOUR_NAMES, stones, share, strict=True):
        require(held <= most, f"seat {seat} has {held} {colour} stones, and her share is {most}")


def _balance(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Take what is too much from untold reserves, then chambers; put what is missing in these."""
    untold = [seat for seat, told in enumerate(doc.seats) if told.reserve is None]
    held = (state.seats["box"] + state.seats["reserve"]).sum(axis=0)
    for colour, stones in enumerate(parts.stones.tolist()):
        chambers = 1 + np.flatnonzero(parts.colour[1:] == colour)
        surplus = int(held[colour] + state.stored[chambers].sum()) - stones
        for seat in reversed(untold):
            reserve = state.seats[seat].reserve
            taken = min(max(surplus, 0), int(reserve[colour]))
            reserve[colour] -= taken
            surplus -= taken
        for chamber in reversed(chambers.tolist()):
            if str(chamber) not in doc.stored:
                lying = int(state.stored[chamber])
                state.stored[chamber] = min(max(lying - surplus, 0), int(parts.places[chamber]))
                surplus -= lying - int(state.stored[chamber])
        there = f"{COLOUR_NAMES[colour]}: {stones + surplus} stones"
        require(not surplus, f"{there}, and must be {stones}")


# The turn.


def _fill_turn(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Phase, whose turn it is, and how many cards she has laid."""
    players, most = int(state.players), int(turns_to_play(state))
    state.first = form.within(doc.first, 0, players - 1, "first: there is no seat {}")
    turns = doc.turns if doc.turns is not None else 0 if doc.phase == "stock" else players
    state.turns = form.within(turns, 0, most, "turns: {}, and there may be 0 to {most}")
    state.phase = phase = _phase(state, doc, turns == most)
    require(not doc.plays or phase in TURN, f'"plays" means nothing in phase {PHASE_NAMES[phase]}')
    form.fill(state, doc, phase)
    if phase not in (Phase.STOCK, Phase.OVER):
        state.to_act = 1 << int(seat_in_turn(state))
        laid = int(phase in WITH_CARD or doc.card is not None)
        limit = int(card_limit(parts, state)) - (phase == Phase.STICK)
        plays, bounds = doc.plays, "plays: {} cards, and there may be {least} to {most}"
        state.plays = form.within(laid if plays is None else plays, laid, limit, bounds)
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
    phase = Phase(PHASE_NAMES.index(doc.phase))
    if phase == Phase.OVER:
        require(over, "over without reason: every seat holds stones and there are turns to play")
    require(not out or phase == Phase.OVER, "a seat holds nothing, so the game is over")
    require(over == (phase == Phase.OVER), "all turns have been played, so the game is over")
    return phase


def _fill_help(state: Row, doc: PositionDoc) -> None:
    """What was bought and who has helped in this turn."""
    friends = _player(state).friends
    require(not state.bought or friends.any(), "bought: the seat has no friend")
    stick, ladybird = doc.named is not None, bool(state.phase == Phase.LADYBIRD)
    untold = ["stick"] * stick + ["ladybird"] * ladybird
    for friend in untold if doc.used is None else doc.used:
        kind = FRIEND_NAMES.index(friend)
        require(kind < ONCE, f"used: {friend} helps always")
        state.used[kind] += 1
        require(state.used[kind] <= friends[kind], f"used: {friend} is not owned")


def _fill_ants(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Ants where they were put, the others on free start zones."""
    free = [zone for zone in parts.starts.tolist() if zone not in doc.ants.values()]
    state.ants[:] = [doc.ants[ant] if ant in doc.ants else free.pop(0) for ant in ANT_NAMES]
    for chamber in doc.ants.values():
        require(sum(state.ants == chamber) == 1, f"two ants in chamber {chamber}")


# Cards.


class Rest:
    """The cards that are told of nowhere, by colour, as long as they have not been dealt."""

    def __init__(self, parts: Row, told: dict[str, str]) -> None:
        cards = dict(zip(LETTERS, parts.movement.tolist(), strict=True))
        self.left = {**cards}
        for what, text in told.items():
            stray = text.strip(LETTERS)[:1]
            require(not stray, f"{what}: there is no card {stray!r}")
            for (letter, must_be), ant in zip(cards.items(), ANT_NAMES, strict=True):
                self.left[letter] -= text.count(letter)
                there = f"there are {must_be - self.left[letter]} {ant} cards"
                require(self.left[letter] >= 0, f"95 cards: {there}, and must be {must_be}")

    def deal(self, count: int) -> str:
        """Cards that were left out: one colour after the other, round and round."""
        order = [(number, letter) for letter in LETTERS for number in range(self.left[letter])]
        dealt = "".join(letter for _, letter in sorted(order, key=itemgetter(0))[:count])
        require(len(dealt) == count, "95 cards: there are not enough for all hands and roads")
        self.left = {letter: cards - dealt.count(letter) for letter, cards in self.left.items()}
        return dealt

    def string(self) -> str:
        """All the rest, colour by colour."""
        return _letters(self.left.values())


def _fill_roads_and_hands(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Every card is somewhere exactly once (MC-1.7)."""
    roads, pile, discard = (doc.north, doc.south), doc.pile or "", doc.discard or ""
    on_roads = [(text or "").replace(".", "") for text in roads]
    hands = {f"hand of seat {seat}": told.hand or "" for seat, told in enumerate(doc.seats)}
    lying = {"pile": pile, "discard": discard}
    rest = Rest(parts, dict(zip(ROAD_NAMES, on_roads, strict=True)) | hands | lying)
    for number, text in enumerate(roads):
        _fill_road(parts, state, number, text, rest)
    for seat, told in enumerate(doc.seats):
        _fill_hand(state, seat, told.hand, rest)
    if doc.pile is None:
        pile = rest.string()
    elif doc.discard is None:
        discard = rest.string()
    else:
        require(not rest.string(), f"cards are nowhere: {rest.string()}")
    state.pile_length = len(pile)
    state.pile[: len(pile)] = [LETTERS.index(letter) for letter in reversed(pile)]
    state.discard[:] = [discard.count(letter) for letter in LETTERS]


def _fill_road(parts: Row, state: Row, number: int, text: str | None, rest: Rest) -> None:
    fields, what, road = int(parts.fields), ROAD_NAMES[number], state.roads[number]
    middle, used = fields // 2, number < roads_in_use(state)
    if text is None:
        text = (rest.deal(2) if used else "..").center(fields, ".")
    require(len(text) == fields, f"{what} has {len(text)} fields, and must have {fields}")
    row, west = text.strip("."), fields - len(text.lstrip("."))
    if not used:
        require(not row, f"{what} is not used by two players")
        return
    east = west + len(row) - 1
    require("." not in row, f"the row on {what} has a gap")
    covers = row and west < middle <= east
    require(covers, f"the row on {what} does not cover the middle fields")
    road.west, road.east = west, east
    road.cards[west : east + 1] = [1 + LETTERS.index(letter) for letter in row]


def _fill_hand(state: Row, seat: int, text: str | None, rest: Rest) -> None:
    """A hand; as a turn takes cards from it and its end fills it up, it has cards enough."""
    player, in_turn = state.seats[seat], seat == seat_in_turn(state)
    laid = int(state.plays) if in_turn else 0
    if text is None:
        text = rest.deal(max(HAND - laid, 0))
    fewest, most = HAND, int(snail_hand(player))
    if state.phase == Phase.OVER:
        fewest = 0 if stones_held(player) == 0 else HAND
    elif state.phase != Phase.STOCK and in_turn:
        fewest, most = 0, most - laid
    in_hand = f"seat {seat} has {len(text)} cards in hand, and may have {fewest} to {most}"
    require(fewest <= len(text) <= most, in_hand)
    player.hand[:] = [text.count(letter) for letter in LETTERS]


# The card in play.


def _fill_step(parts: Row, state: Row, doc: PositionDoc) -> None:
    """The card in play, the ant on its way, and friends at work."""
    phase, player = state.phase, _player(state)
    if phase in WITH_CARD or doc.card or doc.chamber is not None:
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
        require(player.friends[GRASSHOPPER], "hop: the seat in turn has no grasshopper")
        require(can_stock(player), "hop: the box is full or the reserve is empty")


def _fill_card(parts: Row, state: Row, doc: PositionDoc) -> None:
    if doc.card is None:
        raise BadPosition('"card" must say at which end the card in play lies')
    end, middle = END_NAMES.index(doc.card), int(parts.fields) // 2
    used = end < 2 * roads_in_use(state)
    field = int(outermost(state, end))
    beyond = field < middle - 1 if end % 2 == 0 else field > middle
    require(used and beyond, f"no card has been laid at {doc.card}")


def _check_river(parts: Row, state: Row) -> None:
    """Only the card in play lies on a river field, or the one that has ended the game."""
    ends, river = range(2 * int(roads_in_use(state))), (0, parts.fields - 1)
    at_river = [end for end in ends if outermost(state, end) in river]
    named = ", ".join(END_NAMES[end] for end in at_river)
    require(len(at_river) < 2, f"cards lie at the river: {named}")
    out = any(stones_held(state.seats[seat]) == 0 for seat in range(state.players))
    for end in at_river:
        in_play = state.end == 1 + end or (state.phase == Phase.OVER and out)
        require(in_play, f"a card lies at the river, at {named}, and is not in play")


def _fill_named(parts: Row, state: Row, doc: PositionDoc) -> None:
    """The colour that the next card, or the one that lies face down, stands for."""
    if doc.named is None:
        raise BadPosition('"as" must say which colour was named')
    require(state.used[STICK], '"as": the stick insect has not been used')
    ant = int(state.mimic) - 1
    if state.phase == Phase.STICK:
        player = _player(state)
        playable = total(player.hand) and ends_for(parts, state, player, ant)
        require(playable, f"stick: no card can be laid for {doc.named}")
        return
    moving = state.end and doc.chamber is None
    require(moving, '"as" means nothing before a card is laid and after its ant has moved')
    cards, field = state.roads[(state.end - 1) // 2].cards, outermost(state, int(state.end) - 1)
    state.hidden = cards[field]
    cards[field] = state.mimic


def _fill_arrival(parts: Row, state: Row, doc: PositionDoc) -> None:
    own = int(state.ants[ant_in_play(state)])
    chamber = own if doc.chamber is None else doc.chamber
    require(_chamber(chamber, "chamber") in state.ants, f"no ant stands in chamber {chamber}")
    # After a dragonfly another ant may stand there, and a stick insect may have moved another one.
    moved = chamber == own or state.used[DRAGONFLY] or state.used[STICK]
    require(moved, f"the ant in play does not stand in chamber {chamber}")
    free = bool(free_places(parts, state, chamber) > 0)
    room = free if doc.room is None else doc.room
    carried = state.used[LADYBIRD]
    require(room == free or carried, f"room: nobody has carried stones to or from {chamber}")
    state.chamber, state.room = chamber, room


def _fill_ladybird(parts: Row, state: Row, doc: PositionDoc) -> None:
    require(state.used[LADYBIRD], "ladybird: she has not been used")
    require(doc.source is not None, '"source" must say which chamber the ladybird empties')
    source = _chamber(doc.source or 0, "source")
    possible = ladybird_may_empty(parts, state, source)
    require(possible, f"ladybird: chamber {source} cannot be emptied")
    most = int(parts.places[source]) - int(state.stored[source])
    carried = form.within(doc.carried or 0, 0, most, "carried: {} stones, and may be 0 to {most}")
    state.source, state.carried = source, carried


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
