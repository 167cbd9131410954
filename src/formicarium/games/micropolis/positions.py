"""Micropolis: positions as JSON, written and read."""

from typing import Any

import numpy as np

from formicarium.core import terms
from formicarium.core.errors import require
from formicarium.core.layout import Row, values_of
from formicarium.core.positions import read_generator, read_position
from formicarium.games.micropolis.rules.barracks import can_rearrange
from formicarium.games.micropolis.rules.leader import (
    choices,
    expert_tie_goes,
    first_to_choose,
    must_choose,
    several,
)
from formicarium.games.micropolis.rules.rounds import must_refill
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

# --- Writing --------------------------------------------------------------------------------------


def to_position(parts: Row, state: Row) -> dict[str, Any]:
    """The whole position, secrets included."""
    return written(values_of(state), anthill_count(state))


def written(now: dict[str, Any], count: int) -> dict[str, Any]:
    """The whole position, of the values of a state with so many anthills."""
    phase, row_length = Phase(now["phase"]), now["row_length"]
    doc: dict[str, Any] = {
        "phase": phase.name.lower(),
        "leader": now["leader"],
        "anthills": [_anthill(*anthill) for anthill in now["anthills"].tolist()[:count]],
        "row": now["row"].tolist()[:row_length],
        "soldiers": now["soldiers"].tolist()[:row_length],
        "pile": now["pile"].tolist()[: now["pile_length"]][::-1],
        "reserve": now["reserve"],
        "tokens": now["tokens"],
        "rng": hex(now["rng"]),
    }
    if phase in (Phase.TAKE, Phase.PLACE, Phase.MAN, Phase.SENTINEL):
        doc["anthill"] = now["anthill"]
    if phase == Phase.PLACE:
        doc["tile"] = now["tile"]
    if phase == Phase.MAN:
        doc["slot"] = now["slot"] + 1
    if phase == Phase.SENTINEL:
        doc["touched"] = [slot + 1 for slot in range(RING) if now["touched"] >> slot & 1]
    if phase == Phase.LEADER:
        chooser, leader = now["to_act"].bit_length() - 1, now["leader"] * now["players"] // count
        if chooser != leader:
            doc["receiver"] = chooser
    return doc


def _anthill(
    army: int, tokens: int, built: int, lefts: int, tiles: np.ndarray, manned: np.ndarray
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


class AnthillDoc(terms.Doc):
    """One anthill in a position."""

    army: int = START_ARMY
    tiles: list[int] = []
    lefts: int = 0
    manned: list[int] = []
    tokens: int = 0


class PositionDoc(terms.PositionDoc):
    """A position; what is left out is filled in."""

    anthills: list[AnthillDoc] = []
    phase: str | None = None
    leader: int = 0
    row: list[int] | None = None
    soldiers: list[int] | None = None
    pile: list[int] | None = None
    reserve: int | None = None
    tokens: int | None = None
    anthill: int | None = None
    tile: int = 0
    slot: int = 0
    touched: list[int] = []
    receiver: int | None = None


def from_position(parts: Row, state: Row, body: dict[str, Any]) -> None:
    """Fill a state that holds players and options; `BadPosition` names a broken invariant."""
    doc = read_position(body, PositionDoc, "Micropolis")
    _fill_anthills(parts, state, doc)
    _fill_turn(state, doc)
    _fill_tiles(state, doc)
    _fill_supply(parts, state, doc)
    _check_decision(parts, state, doc)


def _fill_anthills(parts: Row, state: Row, doc: PositionDoc) -> None:
    count = anthill_count(state)
    anthills = doc.anthills or [AnthillDoc() for _ in range(count)]
    require(len(anthills) == count, f"there are {len(anthills)} anthills, and must be {count}")
    require(0 <= doc.leader < count, f"leader: there is no anthill {doc.leader}")
    state.leader = doc.leader
    unlimited = state.options.soldiers == Supply.UNLIMITED
    largest = ARMY_CAP + TURNS if unlimited else parts.soldiers
    for index, anthill in enumerate(anthills):
        name = f"anthill {index}"
        require(0 <= anthill.army <= largest, f"{name} has an army of {anthill.army}")
        _fill_anthill(parts, state.anthills[index], anthill, name)


def _fill_anthill(parts: Row, anthill: Any, doc: AnthillDoc, name: str) -> None:
    built = len(doc.tiles)
    require(built <= RING, f"{name} has {built} tiles, and {RING} make it complete")
    most = max(min(built, RING - 1) - 1, 0)  # the first tile and the tenth lie on neither side
    require(0 <= doc.lefts <= most, f"{name}: {doc.lefts} of {built} tiles left")
    require(0 <= doc.tokens <= TURNS, f"{name} has {doc.tokens} tokens")
    anthill.army, anthill.tokens = doc.army, doc.tokens
    anthill.built, anthill.lefts = built, doc.lefts
    for index, tile in enumerate(doc.tiles):
        require(1 <= tile <= TILES, f"{name}: there is no tile {tile}")
        anthill.tiles[(index - doc.lefts) % RING] = tile
    require(len(doc.manned) == len({*doc.manned}), f"{name}: a tile is manned twice")
    for tile in doc.manned:
        require(tile in doc.tiles, f"{name}: tile {tile} is manned but does not lie there")
        require(parts.tiles[tile].barracks, f"{name}: tile {tile} is manned but has no barracks")
        anthill.manned[(doc.tiles.index(tile) - doc.lefts) % RING] = 1


def _fill_turn(state: Row, doc: PositionDoc) -> None:
    """Phase, turn and the anthill in play, which must fit the tiles that lie."""
    built = sum(int(anthill.built) for anthill in state.anthills)
    names = {phase.name.lower(): phase for phase in Phase}
    require(doc.phase is None or doc.phase in names, f"there is no phase {doc.phase!r}")
    just_placed = doc.phase in ("man", "sentinel")
    require(built or not just_placed, f"in phase {doc.phase} a tile has just been placed")
    state.turns = built - just_placed
    complete = state.turns == rounds_to_play(state) * state.players
    if doc.phase is None:
        doc.phase = "over" if complete else _first_phase(state)
    phase = names[doc.phase]
    require((phase == Phase.OVER) == complete, "a game is over when all anthills are complete")
    state.phase = phase
    if phase == Phase.OVER:
        state.to_act = 0
    else:
        leaders = phase == Phase.LEADER
        seat = _chooser(state, doc) if leaders else int(seat_in_turn(state))
        state.to_act = 1 << seat
        state.anthill = 0 if leaders else _anthill_in_play(state, doc, seat)
    _check_turn_order(state, just_placed)


def _chooser(state: Row, doc: PositionDoc) -> int:
    """Who gives the marker away, or chooses between her own anthills."""
    if doc.receiver is None:
        return int(first_to_choose(state))
    by_option = expert_tie_goes(state, ExpertTie.RECEIVER)
    other = doc.receiver in range(state.players) and doc.receiver != owner(state, state.leader)
    require(
        by_option and other and several(choices(state, doc.receiver)),
        f"receiver: seat {doc.receiver} has nothing to choose",
    )
    return doc.receiver


def _first_phase(state: Row) -> str:
    first = seat_in_turn(state) * anthills_each(state)
    if anthills_each(state) == 1:
        return "take"
    both = state.anthills[first].built < RING and state.anthills[first + 1].built < RING
    return "anthill" if both else "take"


def _anthill_in_play(state: Row, doc: PositionDoc, seat: int) -> int:
    each = anthills_each(state)
    first = seat * each
    if each == 1 or state.phase == Phase.ANTHILL:
        require(doc.anthill in (None, first), f"anthill {doc.anthill} is not the one in play")
        return first
    just_placed = state.phase in (Phase.MAN, Phase.SENTINEL)
    open_ones = [
        index
        for index in (first, first + 1)
        if (state.anthills[index].built > 0 if just_placed else state.anthills[index].built < RING)
    ]
    if doc.anthill is None and len(open_ones) == 1:
        return open_ones[0]
    require(
        doc.anthill in open_ones,
        f'"anthill" must be the one in play, one of {open_ones}, not {doc.anthill}',
    )
    return int(doc.anthill or 0)


def _check_turn_order(state: Row, just_placed: bool) -> None:
    """Everyone has laid one tile a round, in turn order."""
    each = anthills_each(state)
    turns, players = int(state.turns), int(state.players)
    leader = int(owner(state, state.leader))
    for seat in range(players):
        place_in_round = (seat - leader) % players
        due = turns // players + (place_in_round < turns % players)
        due += just_placed and place_in_round == turns % players
        laid = sum(int(state.anthills[seat * each + which].built) for which in range(each))
        require(laid == due, f"seat {seat} has laid {laid} tiles, and should have laid {due}")


def _fill_tiles(state: Row, doc: PositionDoc) -> None:
    """Row, pile and the tile in hand: every tile is somewhere exactly once."""
    in_place = bool(state.phase == Phase.PLACE)
    require(
        in_place == (doc.tile != 0), '"tile" is the tile in hand, in phase place and only there'
    )
    lying = [int(tile) for anthill in state.anthills for tile in anthill.tiles if tile]
    used = lying + [doc.tile] * in_place + (doc.row or []) + (doc.pile or [])
    require(len(used) == len({*used}), f"a tile is there twice: {_twice(used)}")
    require(all(1 <= tile <= TILES for tile in used), f"tiles are numbered 1 to {TILES}")
    unused = [tile for tile in range(1, TILES + 1) if tile not in used]
    length, refills = _row_length(state)
    if doc.row is None:
        doc.row, unused = unused[:length], unused[length:]
    require(len(doc.row) == length, f"the row has {len(doc.row)} tiles, and must have {length}")
    if doc.pile is None:
        doc.pile, unused = unused, []
    require(not unused, f"tiles are nowhere: {unused}")
    soldiers = doc.soldiers if doc.soldiers is not None else [0] * length
    require(len(soldiers) == length, '"soldiers" has one number for each tile of the row')
    require(all(0 <= n <= TURNS for n in soldiers), "no tile can hold that many soldiers")
    state.tile = doc.tile
    state.row_length, state.pile_length = length, len(doc.pile)
    state.row[:length] = doc.row
    state.soldiers[:length] = soldiers
    state.pile[: len(doc.pile)] = doc.pile[::-1]
    state.barrier = 1 + refills


def _twice(tiles: list[int]) -> list[int]:
    return sorted({tile for tile in tiles if tiles.count(tile) > 1})


def _row_length(state: Row) -> tuple[int, int]:
    """How many tiles must lie in the row now, and how often it was refilled."""
    played, last = int(state.turns), int(rounds_to_play(state) * state.players)
    refills = 0
    state.row_length = ROW
    for turn in range(1, played + 1):
        state.turns = turn
        state.row_length -= 1
        if turn % state.players == 0 and turn < last and must_refill(state):
            state.row_length = ROW
            refills += 1
    taken = state.phase in (Phase.PLACE, Phase.MAN, Phase.SENTINEL)
    return int(state.row_length) - taken, refills


def _fill_supply(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Soldiers and tokens add up to those in the box."""
    anthills = state.anthills
    garrisoned = sum(
        int(parts.tiles[tile].barracks)
        for anthill in anthills
        for tile, manned in zip(anthill.tiles, anthill.manned, strict=True)
        if manned
    )
    soldiers = int(anthills["army"].sum()) + int(state.soldiers.sum()) + garrisoned
    tokens = int(anthills["tokens"].sum())
    options = state.options
    left, go = int(parts.soldiers) - soldiers, options.surplus == Surplus.REMOVED
    state.reserve = _reserve("soldiers", doc.reserve, left, options.soldiers, removable=go)
    left, go = int(parts.tokens) - tokens, options.spent_token == SpentToken.REMOVED
    state.tokens = _reserve("tokens", doc.tokens, left, options.architects, removable=go)
    state.rng = read_generator(doc.rng)


def _reserve(what: str, given: int | None, rest: int, supply: int, *, removable: bool) -> int:
    amount = rest if given is None else given
    require(
        amount == rest or (removable and amount <= rest),
        f"{what} do not add up: {amount} in reserve, {rest} remain",
    )
    require(
        amount >= 0 or supply == Supply.UNLIMITED,
        f"{what} do not add up: {-amount} more than there are",
    )
    require(amount >= -10_000, f"{what} do not add up: {amount} in reserve")
    return amount


def _check_decision(parts: Row, state: Row, doc: PositionDoc) -> None:
    """The phase really leaves something to decide, and limits hold."""
    _check_limits(state)
    anthill = state.anthills[state.anthill]
    phase = state.phase
    if phase == Phase.ANTHILL:
        require(_first_phase(state) == "anthill", "there is no choice of anthills")
    if phase == Phase.TAKE and anthills_each(state) == 2 and doc.anthill is None:
        require(_first_phase(state) == "take", '"anthill" must say which one is in play')
    if phase == Phase.PLACE:
        require(0 < anthill.built < RING - 1, "there is no choice of sides")
    require((phase == Phase.MAN) == (doc.slot != 0), '"slot" is for phase man and only there')
    require(phase == Phase.SENTINEL or not doc.touched, '"touched" is for phase sentinel')
    require(phase == Phase.LEADER or doc.receiver is None, '"receiver" is for phase leader')
    in_play = phase in (Phase.ANTHILL, Phase.TAKE, Phase.PLACE, Phase.MAN, Phase.SENTINEL)
    require(in_play or doc.anthill is None, "no anthill is in play now")
    if phase == Phase.MAN:
        _check_just_placed(parts, state, doc)
    if phase == Phase.SENTINEL:
        _fill_touched(parts, state, doc)
    if phase == Phase.LEADER:
        _check_leader_choice(state)


def _check_limits(state: Row) -> None:
    in_mid_turn = state.phase in (Phase.PLACE, Phase.MAN, Phase.SENTINEL)
    for index in range(anthill_count(state)):
        anthill = state.anthills[index]
        late = state.options.cap == Cap.AFTER_EFFECT and in_mid_turn and index == state.anthill
        require(
            anthill.army <= ARMY_CAP or late,
            f"anthill {index} has an army of {anthill.army}, over {ARMY_CAP}",
        )
    each = anthills_each(state)
    for seat in range(state.players):
        tokens = [int(state.anthills[seat * each + which].tokens) for which in range(each)]
        if state.options.token_owner == TokenOwner.PLAYER:
            require(not any(tokens[1:]), f"tokens of seat {seat} stand at her first anthill")
        if state.options.token_limit == TokenLimit.ONE:
            require(sum(tokens) <= 1, f"seat {seat} holds {sum(tokens)} tokens, over the limit")


def _check_just_placed(parts: Row, state: Row, doc: PositionDoc) -> None:
    anthill = state.anthills[state.anthill]
    slot = doc.slot - 1
    require(slot in _just_filled(anthill), "the slot just filled is at an end")
    size = parts.tiles[anthill.tiles[slot]].barracks
    require(size > 0, f"there are no barracks in slot {doc.slot}")
    require(not anthill.manned[slot], f"the barracks in slot {doc.slot} are manned already")
    require(anthill.army >= size, "the army is too small to man the barracks")
    state.slot = slot


def _just_filled(anthill: Any) -> set[int]:
    """The slots that the last tile may lie in: an end, or in a closed ring the last gap."""
    if anthill.built == RING:
        return {RING - 1 - int(anthill.lefts)}
    return {int(-anthill.lefts) % RING, int(anthill.built - anthill.lefts - 1) % RING}


def _fill_touched(parts: Row, state: Row, doc: PositionDoc) -> None:
    anthill = state.anthills[state.anthill]
    for slot in doc.touched:
        barracks = 1 <= slot <= RING and parts.tiles[anthill.tiles[slot - 1]].barracks > 0
        require(barracks, f"touched: there are no barracks in slot {slot}")
        state.touched |= 1 << (slot - 1)
    shown = [parts.tiles[anthill.tiles[slot]].effect for slot in _just_filled(anthill)]
    require(Effect.SENTINEL in shown, "no sentinel has just been placed")
    require(can_rearrange(parts, state), "the sentinel has nothing to rearrange")


def _check_leader_choice(state: Row) -> None:
    round_ended = state.turns > 0 and state.turns % state.players == 0 and state.row_length == ROW
    require(round_ended, "a leader is chosen when the row has just been refilled")
    require(must_choose(state), "there is nobody to choose from")
