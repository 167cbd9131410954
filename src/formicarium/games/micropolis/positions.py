"""Micropolis: positions as JSON, written and read."""

from collections import Counter
from typing import Annotated, Any

from formicarium.core import positions as form
from formicarium.core import terms
from formicarium.core.errors import require
from formicarium.core.layout import Row, values_of
from formicarium.games.micropolis.rules import barracks, leader, rounds
from formicarium.games.micropolis.rules.seats import (
    anthill_count,
    anthills_each,
    owner,
    rounds_to_play,
    seat_in_turn,
)
from formicarium.games.micropolis.state import (
    ARMY_CAP,
    RING,
    ROW,
    START_ARMY,
    TILES,
    TURNS,
    Cap,
    Effect,
    ExpertTie,
    Phase,
    SpentToken,
    Supply,
    Surplus,
    TokenLimit,
    TokenOwner,
)

PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
JUST_PLACED = (Phase.MAN, Phase.SENTINEL)
IN_HAND = (Phase.PLACE, *JUST_PLACED)  # the tile of this turn lies in the row no more
CHOSEN = (Phase.TAKE, *IN_HAND)  # it is settled which anthill is in play
IN_PLAY = form.Meant([Phase.ANTHILL, *CHOSEN], says="no anthill is in play now")
HAND = form.Meant([Phase.PLACE], True, '"tile" is the tile in hand, in phase place and only there')
JUST_FILLED = form.Meant([Phase.MAN], True, '"slot" is for phase man and only there')
TOUCHED = form.Meant([Phase.SENTINEL], says='"touched" is for phase sentinel')
RECEIVING = form.Meant([Phase.LEADER], says='"receiver" is for phase leader')
SLOTS = range(1, RING + 1)
REARRANGED = form.members(SLOTS, "touched: there are no barracks in slot {}")

# --- What a position says -------------------------------------------------------------------------


class AnthillDoc(terms.Doc):
    """One anthill in a position."""

    army: int = START_ARMY
    tiles: list[int] = []
    lefts: int = 0
    manned: list[int] = []
    tokens: Annotated[int, form.number(0, TURNS, "{where} has {} tokens")] = 0


class PositionDoc(terms.PositionDoc):
    """A position; what is left out is filled in."""

    phase: Annotated[str | None, form.word(PHASE_NAMES)] = None
    leader: int = 0
    anthills: list[AnthillDoc] = []
    row: list[int] | None = None
    soldiers: list[int] | None = None
    pile: list[int] | None = None
    reserve: int | None = None
    tokens: int | None = None
    anthill: Annotated[int | None, form.Written(CHOSEN), IN_PLAY] = None
    tile: Annotated[int, form.number(1, TILES, f"tiles are numbered 1 to {TILES}"), HAND] = 0
    slot: Annotated[int, form.word(SLOTS, 0, "the slot just filled is at an end"), JUST_FILLED] = 0
    touched: Annotated[list[int], REARRANGED, TOUCHED] = []
    receiver: Annotated[int | None, RECEIVING] = None


# --- Writing --------------------------------------------------------------------------------------


def to_position(parts: Row, state: Row) -> dict[str, Any]:
    """The whole position, secrets included."""
    return position_of(values_of(state), anthill_count(state))


def position_of(now: dict[str, Any], count: int) -> dict[str, Any]:
    """The whole position, of the values of a state with so many anthills."""
    row_length = now["row_length"]
    chooser, marked = now["to_act"].bit_length() - 1, now["leader"] * now["players"] // count
    told = {
        "anthills": [_anthill(*anthill) for anthill in now["anthills"].tolist()[:count]],
        "row": now["row"].tolist()[:row_length],
        "soldiers": now["soldiers"].tolist()[:row_length],
        "pile": now["pile"].tolist()[: now["pile_length"]][::-1],
        "receiver": chooser if chooser != marked else form.LEFT_OUT,
    }
    return form.written(PositionDoc, now | told)


def _anthill(
    army: int, tokens: int, built: int, lefts: int, tiles: Any, manned: Any
) -> dict[str, Any]:
    """One anthill, of its values in the order of its layout."""
    lying, full = tiles.tolist(), manned.tolist()
    slots = [(index - lefts) % RING for index in range(built)]
    return {
        "army": army,
        "tiles": [lying[slot] for slot in slots],
        "lefts": lefts,
        "manned": [lying[slot] for slot in slots if full[slot]],
        "tokens": tokens,
    }


# --- Reading --------------------------------------------------------------------------------------


def from_position(parts: Row, state: Row, body: dict[str, Any]) -> None:
    """Fill a state that holds players and options; `BadPosition` names a broken invariant."""
    doc = form.read_position(body, PositionDoc, "Micropolis")
    _fill_anthills(parts, state, doc)
    _fill_turn(state, doc)
    form.fill(state, doc, Phase(state.phase))
    _fill_tiles(state, doc)
    _fill_supply(parts, state, doc)
    _check_limits(state)
    _check_decision(parts, state)


def _fill_anthills(parts: Row, state: Row, doc: PositionDoc) -> None:
    count = anthill_count(state)
    anthills = doc.anthills or [AnthillDoc()] * count
    require(len(anthills) == count, f"there are {len(anthills)} anthills, and must be {count}")
    state.leader = form.within(doc.leader, 0, count - 1, "leader: there is no anthill {}")
    unlimited = state.options.soldiers == Supply.UNLIMITED
    largest = ARMY_CAP + TURNS if unlimited else int(parts.soldiers)
    for index, told in enumerate(anthills):
        anthill, name = state.anthills[index], f"anthill {index}"
        anthill.army = form.within(told.army, 0, largest, name + " has an army of {}")
        _fill_anthill(parts, anthill, told, name)


def _fill_anthill(parts: Row, anthill: Any, doc: AnthillDoc, name: str) -> None:
    anthill.built = built = len(doc.tiles)
    require(built <= RING, f"{name} has {built} tiles, and {RING} make it complete")
    most = max(min(built, RING - 1) - 1, 0)  # the first tile and the tenth lie on neither side
    anthill.lefts = form.within(doc.lefts, 0, most, f"{name}: {{}} of {built} tiles left")
    form.fill(anthill, doc, where=name)
    for index, tile in enumerate(doc.tiles):
        slot = (index - doc.lefts) % RING
        anthill.tiles[slot] = form.within(tile, 1, TILES, name + ": there is no tile {}")
    require(len(doc.manned) == len({*doc.manned}), f"{name}: a tile is manned twice")
    for tile in doc.manned:
        require(tile in doc.tiles, f"{name}: tile {tile} is manned but does not lie there")
        require(parts.tiles[tile].barracks, f"{name}: tile {tile} is manned but has no barracks")
        anthill.manned[(doc.tiles.index(tile) - doc.lefts) % RING] = 1


def _fill_turn(state: Row, doc: PositionDoc) -> None:
    """Phase, turn and the anthill in play, which must fit the tiles that lie."""
    built = int(state.anthills["built"].sum())
    require(doc.phase is None or doc.phase in PHASE_NAMES, f"there is no phase {doc.phase!r}")
    just_placed = doc.phase in ("man", "sentinel")
    require(built or not just_placed, f"in phase {doc.phase} a tile has just been placed")
    state.turns = built - just_placed
    complete = state.turns == rounds_to_play(state) * state.players
    told = doc.phase or ("over" if complete else _first_phase(state))
    state.phase = phase = Phase(PHASE_NAMES.index(told))
    require((phase == Phase.OVER) == complete, "a game is over when all anthills are complete")
    if phase == Phase.LEADER:
        state.to_act = 1 << _chooser(state, doc)
    elif phase != Phase.OVER:
        seat = int(seat_in_turn(state))
        state.to_act = 1 << seat
        state.anthill = _anthill_in_play(state, doc, seat)
    _check_turn_order(state, built)


def _chooser(state: Row, doc: PositionDoc) -> int:
    """Who gives the marker away, or chooses between her own anthills."""
    seat = doc.receiver
    if seat is None:
        return int(leader.first_to_choose(state))
    by_option = leader.expert_tie_goes(state, ExpertTie.RECEIVER)
    other = by_option and seat in range(state.players) and seat != owner(state, state.leader)
    chooses = other and leader.several(leader.choices(state, seat))
    require(chooses, f"receiver: seat {seat} has nothing to choose")
    return seat


def _first_phase(state: Row) -> str:
    each = anthills_each(state)
    own = state.anthills[seat_in_turn(state) * each :][:each]
    return "anthill" if each == 2 and (own["built"] < RING).all() else "take"


def _anthill_in_play(state: Row, doc: PositionDoc, seat: int) -> int:
    each = anthills_each(state)
    first = seat * each
    if each == 1 or state.phase == Phase.ANTHILL:
        require(doc.anthill in (None, first), f"anthill {doc.anthill} is not the one in play")
        return first
    placed, built = state.phase in JUST_PLACED, state.anthills["built"]
    fits = [i for i in (first, first + 1) if (built[i] > 0 if placed else built[i] < RING)]
    told = fits[0] if doc.anthill is None and len(fits) == 1 else doc.anthill
    require(told in fits, f'"anthill" must be the one in play, one of {fits}, not {told}')
    return int(told or 0)


def _check_turn_order(state: Row, built: int) -> None:
    """Everyone has laid one tile a round, in turn order."""
    each, players = anthills_each(state), int(state.players)
    rounds_played, ahead = divmod(built, players)
    for seat in range(players):
        place_in_round = (seat - owner(state, state.leader)) % players
        due = rounds_played + (place_in_round < ahead)
        laid = state.anthills["built"][seat * each :][:each].sum()
        require(laid == due, f"seat {seat} has laid {laid} tiles, and should have laid {due}")


def _fill_tiles(state: Row, doc: PositionDoc) -> None:
    """Row, pile and the tile in hand: every tile is somewhere exactly once."""
    lying = [tile for tile in state.anthills["tiles"].ravel().tolist() if tile]
    used = lying + [doc.tile] * bool(doc.tile) + (doc.row or []) + (doc.pile or [])
    twice = sorted(tile for tile, there in Counter(used).items() if there > 1)
    require(not twice, f"a tile is there twice: {twice}")
    require(all(1 <= tile <= TILES for tile in used), f"tiles are numbered 1 to {TILES}")
    unused = [tile for tile in range(1, TILES + 1) if tile not in used]
    length, refills = _row_length(state)
    row, unused = (unused[:length], unused[length:]) if doc.row is None else (doc.row, unused)
    require(len(row) == length, f"the row has {len(row)} tiles, and must have {length}")
    pile, unused = (unused, []) if doc.pile is None else (doc.pile, unused)
    require(not unused, f"tiles are nowhere: {unused}")
    soldiers = [0] * length if doc.soldiers is None else doc.soldiers
    require(len(soldiers) == length, '"soldiers" has one number for each tile of the row')
    require(all(0 <= n <= TURNS for n in soldiers), "no tile can hold that many soldiers")
    state.barrier, state.row_length, state.pile_length = 1 + refills, length, len(pile)
    state.row[:length], state.soldiers[:length] = row, soldiers
    state.pile[: len(pile)] = pile[::-1]


def _row_length(state: Row) -> tuple[int, int]:
    """How many tiles must lie in the row now, and how often it was refilled."""
    played, last = int(state.turns), int(rounds_to_play(state) * state.players)
    refills = 0
    state.row_length = ROW
    for turn in range(1, played + 1):
        state.turns = turn
        state.row_length -= 1
        if turn % state.players == 0 and turn < last and rounds.must_refill(state):
            state.row_length = ROW
            refills += 1
    return int(state.row_length) - (state.phase in IN_HAND), refills


def _fill_supply(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Soldiers and tokens add up to those in the box."""
    anthills, options = state.anthills, state.options
    garrisoned = parts.tiles["barracks"][anthills["tiles"]][anthills["manned"] != 0].sum()
    used, go = anthills["army"].sum() + state.soldiers.sum() + garrisoned, options.surplus
    soldiers = (int(parts.soldiers - used), options.soldiers, go == Surplus.REMOVED)
    used, go = anthills["tokens"].sum(), options.spent_token
    tokens = (int(parts.tokens - used), options.architects, go == SpentToken.REMOVED)
    state.reserve = _reserve("soldiers", doc.reserve, *soldiers)
    state.tokens = _reserve("tokens", doc.tokens, *tokens)


def _reserve(what: str, told: int | None, rest: int, supply: int, removable: bool) -> int:
    amount, wrong = rest if told is None else told, f"{what} do not add up: "
    fits = amount == rest or (removable and amount <= rest)
    require(fits, f"{wrong}{amount} in reserve, {rest} remain")
    enough = amount >= 0 or supply == Supply.UNLIMITED
    require(enough, f"{wrong}{-amount} more than there are")
    require(amount >= -10_000, f"{wrong}{amount} in reserve")
    return amount


def _check_limits(state: Row) -> None:
    each = anthills_each(state)
    for index, army in enumerate(state.anthills["army"].tolist()):
        late = state.phase in IN_HAND and index == state.anthill
        most = army if late and state.options.cap == Cap.AFTER_EFFECT else ARMY_CAP
        require(army <= most, f"anthill {index} has an army of {army}, over {ARMY_CAP}")
    for seat in range(state.players):
        tokens = state.anthills["tokens"][seat * each :][:each].tolist()
        if state.options.token_owner == TokenOwner.PLAYER:
            require(not any(tokens[1:]), f"tokens of seat {seat} stand at her first anthill")
        if state.options.token_limit == TokenLimit.ONE:
            require(sum(tokens) <= 1, f"seat {seat} holds {sum(tokens)} tokens, over the limit")


def _check_decision(parts: Row, state: Row) -> None:
    """The phase really leaves something to decide."""
    phase, built = state.phase, state.anthills[state.anthill].built
    if phase == Phase.ANTHILL:
        require(_first_phase(state) == "anthill", "there is no choice of anthills")
    if phase == Phase.PLACE:
        require(0 < built < RING - 1, "there is no choice of sides")
    if phase == Phase.MAN:
        _check_just_placed(parts, state)
    if phase == Phase.SENTINEL:
        _check_sentinel(parts, state)
    if phase == Phase.LEADER:
        ended = state.turns > 0 and state.turns % state.players == 0 and state.row_length == ROW
        require(ended, "a leader is chosen when the row has just been refilled")
        require(leader.must_choose(state), "there is nobody to choose from")


def _check_just_placed(parts: Row, state: Row) -> None:
    anthill, slot = state.anthills[state.anthill], int(state.slot)
    require(slot in _just_filled(anthill), "the slot just filled is at an end")
    size = parts.tiles[anthill.tiles[slot]].barracks
    require(size > 0, f"there are no barracks in slot {slot + 1}")
    require(not anthill.manned[slot], f"the barracks in slot {slot + 1} are manned already")
    require(anthill.army >= size, "the army is too small to man the barracks")


def _just_filled(anthill: Any) -> set[int]:
    """The slots that the last tile may lie in: an end, or in a closed ring the last gap."""
    if anthill.built == RING:
        return {RING - 1 - int(anthill.lefts)}
    return {int(-anthill.lefts) % RING, int(anthill.built - anthill.lefts - 1) % RING}


def _check_sentinel(parts: Row, state: Row) -> None:
    tiles, anthill = parts.tiles, state.anthills[state.anthill]
    for slot in SLOTS:
        fits = not state.touched >> slot - 1 & 1 or tiles[anthill.tiles[slot - 1]].barracks > 0
        require(fits, f"touched: there are no barracks in slot {slot}")
    shown = [tiles[anthill.tiles[slot]].effect for slot in _just_filled(anthill)]
    require(Effect.SENTINEL in shown, "no sentinel has just been placed")
    require(barracks.can_rearrange(parts, state), "the sentinel has nothing to rearrange")
