"""Micropolis: setup, turns, effects, the end of a round, and who leads.

A turn is: choose an anthill (expert), take a tile, place it, resolve what it shows. Decisions are
asked for only where the rules leave one.
"""

import numpy as np

from formicarium.core.chance import below, shuffle
from formicarium.core.compiled import rule
from formicarium.games.micropolis.actions import Code
from formicarium.games.micropolis.state import (
    ARMY_CAP,
    RING,
    ROUNDS,
    ROW,
    START_ARMY,
    TILES,
    Cap,
    Edition,
    Effect,
    ExpertTie,
    FirstLeader,
    FirstTileToken,
    LeaderAtZero,
    OfficerAtCap,
    Phase,
    Side,
    SpentToken,
    Supply,
    Surplus,
    TokenLimit,
    TokenOwner,
    Variant,
)

# --- Words ----------------------------------------------------------------------------------------


@rule
def anthills_each(state: np.record) -> int:
    """How many anthills a player builds."""
    return 2 if state.options.variant == Variant.EXPERT else 1


@rule
def anthill_count(state: np.record) -> int:
    """How many anthills are being built at the table."""
    return state.players * anthills_each(state)


@rule
def owner(state: np.record, anthill: int) -> int:
    """The seat that an anthill belongs to."""
    return anthill // anthills_each(state)


@rule
def seat_in_turn(state: np.record) -> int:
    """Whose turn it is: the leader begins every round, then clockwise."""
    return (owner(state, state.leader) + state.turns % state.players) % state.players


@rule
def rounds_to_play(state: np.record) -> int:
    """One round for every tile that a player lays."""
    return ROUNDS * anthills_each(state)


# --- Setup ----------------------------------------------------------------------------------------


@rule
def setup(parts: np.record, state: np.record, seed: np.uint64) -> None:
    """Armies, reserve, shuffled pile, seven tiles in the row, and the first leader."""
    state.rng = seed
    for anthill in range(anthill_count(state)):
        state.anthills[anthill].army = START_ARMY
    state.reserve = parts.soldiers - START_ARMY * anthill_count(state)
    state.tokens = parts.tokens
    state.pile_length = TILES
    for index in range(TILES):
        state.pile[index] = index + 1
    shuffle(state, state.pile, TILES)
    refill_row(state)
    state.leader = first_leader(state) * anthills_each(state)
    begin_turn(state)


@rule
def first_leader(state: np.record) -> int:
    """The seat that starts with the Red Army marker."""
    if state.options.first_leader == FirstLeader.RANDOM:
        return below(state, state.players)
    return state.options.first_leader - 1


# --- Actions --------------------------------------------------------------------------------------


@rule
def legal(parts: np.record, state: np.record, seat: int, out: np.ndarray) -> int:
    """The codes of all legal actions of the seat to act, in ascending order."""
    if state.phase == Phase.ANTHILL:
        return list_numbered(out, Code.ANTHILL, 2)
    if state.phase == Phase.TAKE:
        return list_takes(state, out)
    if state.phase == Phase.PLACE:
        return list_numbered(out, Code.PLACE, 2)
    if state.phase == Phase.MAN:
        return list_numbered(out, Code.MAN_YES, 2)
    if state.phase == Phase.SENTINEL:
        return list_rearrangements(parts, state, out)
    return list_leaders(state, out)


@rule
def apply(parts: np.record, state: np.record, seat: int, code: int) -> None:
    """Carry out a legal action and all that follows from it."""
    if state.phase == Phase.ANTHILL:
        choose_anthill(state, code - Code.ANTHILL)
    elif state.phase == Phase.LEADER:
        state.leader = code - Code.LEAD
        begin_turn(state)
    elif act_in_turn(parts, state, code):
        end_turn(state)


@rule
def act_in_turn(parts: np.record, state: np.record, code: int) -> bool:
    """A step of taking, placing and resolving a tile; whether the turn ends with it."""
    if state.phase == Phase.TAKE:
        take(state, code)
        if sides_to_choose(state):
            state.phase = Phase.PLACE
            return False
        place(state, Side.RIGHT)
    elif state.phase == Phase.PLACE:
        place(state, code - Code.PLACE)
    elif state.phase == Phase.MAN:
        if code == Code.MAN_YES:
            garrison(parts, state, state.slot)
        return True
    else:
        return rearrange(parts, state, code)
    return resolve(parts, state)


@rule
def list_numbered(out: np.ndarray, first: int, count: int) -> int:
    """Codes in a row, all of them legal."""
    for index in range(count):
        out[index] = first + index
    return count


# --- Taking a tile --------------------------------------------------------------------------------


@rule
def begin_turn(state: np.record) -> None:
    """Ask the seat in turn for an anthill where there is a choice, else for a tile."""
    seat = seat_in_turn(state)
    state.to_act = 1 << seat
    first = seat * anthills_each(state)
    state.anthill = first
    state.phase = Phase.TAKE
    if state.options.variant == Variant.EXPERT:
        if state.anthills[first].built == RING:
            state.anthill = first + 1
        elif state.anthills[first + 1].built < RING:
            state.phase = Phase.ANTHILL


@rule
def choose_anthill(state: np.record, which: int) -> None:
    """Expert: this anthill pays for the tile, receives it, and feels its effect."""
    state.anthill = seat_in_turn(state) * 2 + which
    state.phase = Phase.TAKE


@rule
def list_takes(state: np.record, out: np.ndarray) -> int:
    """Every tile that the army can pay for, and with a token every tile."""
    count = 0
    army = state.anthills[state.anthill].army
    for place_in_row in range(state.row_length):
        if place_in_row <= army:
            out[count] = Code.TAKE + place_in_row
            count += 1
    if state.anthills[token_holder(state)].tokens > 0:
        forbidden = state.options.first_tile_token == FirstTileToken.FORBIDDEN
        for place_in_row in range(1 if forbidden else 0, state.row_length):
            out[count] = Code.TAKE_WITH_TOKEN + place_in_row
            count += 1
    return count


@rule
def take(state: np.record, code: int) -> None:
    """Pay, then take the tile and the soldiers on it."""
    if code < Code.TAKE_WITH_TOKEN:
        place_in_row = code - Code.TAKE
        pay_soldiers(state, place_in_row)
    else:
        place_in_row = code - Code.TAKE_WITH_TOKEN
        spend_token(state)
    collect_soldiers(state, place_in_row)
    state.tile = state.row[place_in_row]
    close_gap(state, place_in_row)


@rule
def pay_soldiers(state: np.record, skipped: int) -> None:
    """One soldier onto each tile that is passed over."""
    state.anthills[state.anthill].army -= skipped
    for place_in_row in range(skipped):
        state.soldiers[place_in_row] += 1


@rule
def collect_soldiers(state: np.record, place_in_row: int) -> None:
    """Soldiers lying on the tile join the army."""
    anthill = state.anthills[state.anthill]
    anthill.army += state.soldiers[place_in_row]
    if state.options.cap == Cap.AT_ONCE:
        apply_cap(state, anthill)


@rule
def apply_cap(state: np.record, anthill: np.record) -> None:
    """Soldiers that find no hole in the foundation leave the army."""
    surplus = max(anthill.army - ARMY_CAP, 0)
    anthill.army -= surplus
    if state.options.surplus == Surplus.RESERVE:
        state.reserve += surplus


@rule
def close_gap(state: np.record, taken: int) -> None:
    """Forget the tile that was taken: only tiles still lying count."""
    state.row_length -= 1
    for place_in_row in range(taken, state.row_length):
        state.row[place_in_row] = state.row[place_in_row + 1]
        state.soldiers[place_in_row] = state.soldiers[place_in_row + 1]
    state.row[state.row_length] = 0
    state.soldiers[state.row_length] = 0


# --- Architect tokens -----------------------------------------------------------------------------


@rule
def token_holder(state: np.record) -> int:
    """The anthill beside which the tokens lie that may be spent now."""
    if state.options.token_owner == TokenOwner.ANTHILL:
        return state.anthill
    return owner(state, state.anthill) * anthills_each(state)


@rule
def tokens_of(state: np.record, seat: int) -> int:
    """How many tokens a player holds."""
    tokens = 0
    for which in range(anthills_each(state)):
        tokens += state.anthills[seat * anthills_each(state) + which].tokens
    return tokens


@rule
def gain_token(state: np.record) -> None:
    """An architect brings a token, if one is left and may be held."""
    none_left = state.tokens <= 0 and state.options.architects == Supply.LIMITED
    has_one = tokens_of(state, owner(state, state.anthill)) > 0
    if none_left or (has_one and state.options.token_limit == TokenLimit.ONE):
        return
    state.tokens -= 1
    state.anthills[token_holder(state)].tokens += 1


@rule
def spend_token(state: np.record) -> None:
    """A spent token goes back to the reserve."""
    state.anthills[token_holder(state)].tokens -= 1
    if state.options.spent_token == SpentToken.RESERVE:
        state.tokens += 1


# --- Building -------------------------------------------------------------------------------------


@rule
def sides_to_choose(state: np.record) -> bool:
    """The first tile goes anywhere and the tenth into the gap; all others go left or right."""
    built = state.anthills[state.anthill].built
    return 0 < built < RING - 1


@rule
def place(state: np.record, side: int) -> None:
    """Lay the tile in hand at one end of the anthill."""
    anthill = state.anthills[state.anthill]
    if side == Side.LEFT:
        anthill.lefts += 1
        state.slot = RING - anthill.lefts
    else:
        state.slot = anthill.built - anthill.lefts
    anthill.tiles[state.slot] = state.tile
    anthill.built += 1
    state.tile = 0


@rule
def resolve(parts: np.record, state: np.record) -> bool:
    """The barracks or the specialist on the tile just placed; whether nothing is left to decide."""
    tile = parts.tiles[state.anthills[state.anthill].tiles[state.slot]]
    if tile.effect == Effect.BARRACKS and tile.barracks <= state.anthills[state.anthill].army:
        state.phase = Phase.MAN
        return False
    if tile.effect == Effect.SENTINEL and can_rearrange(parts, state):
        state.phase = Phase.SENTINEL
        state.slot = 0
        return False
    if tile.effect == Effect.NURSE:
        recruit(state, tile.eggs)
    elif tile.effect == Effect.ARCHITECT:
        gain_token(state)
    elif tile.effect == Effect.OFFICER:
        call_officer(state)
    return True


@rule
def recruit(state: np.record, wanted: int) -> None:
    """Soldiers from the reserve, as many as are there and as fit."""
    anthill = state.anthills[state.anthill]
    recruits = min(wanted, max(ARMY_CAP - anthill.army, 0))
    if state.options.soldiers == Supply.LIMITED:
        recruits = min(recruits, state.reserve)
    state.reserve -= recruits
    anthill.army += recruits


@rule
def call_officer(state: np.record) -> None:
    """The leader gives up a soldier, then you gain one."""
    mine_is_full = state.anthills[state.anthill].army >= ARMY_CAP
    nothing = state.options.officer_at_cap == OfficerAtCap.NOTHING
    if mine_is_full and nothing and state.anthill != state.leader:
        return
    if state.anthills[state.leader].army > 0:
        state.anthills[state.leader].army -= 1
        state.reserve += 1
    recruit(state, 1)


# --- Barracks -------------------------------------------------------------------------------------


@rule
def garrison(parts: np.record, state: np.record, slot: int) -> None:
    """Soldiers move from the army into the barracks, all places at once."""
    anthill = state.anthills[state.anthill]
    anthill.army -= parts.tiles[anthill.tiles[slot]].barracks
    anthill.manned[slot] = 1


@rule
def withdraw(parts: np.record, state: np.record, slot: int) -> None:
    """All soldiers of the barracks move back into the army."""
    anthill = state.anthills[state.anthill]
    anthill.army += parts.tiles[anthill.tiles[slot]].barracks
    anthill.manned[slot] = 0


@rule
def may_garrison(parts: np.record, state: np.record, slot: int) -> bool:
    """Whether the sentinel may fill the barracks in a slot now."""
    anthill = state.anthills[state.anthill]
    size = parts.tiles[anthill.tiles[slot]].barracks
    untouched = not (state.touched >> slot) & 1
    return size > 0 and untouched and anthill.manned[slot] == 0 and size <= anthill.army


@rule
def may_withdraw(parts: np.record, state: np.record, slot: int) -> bool:
    """Whether the sentinel may empty the barracks in a slot now."""
    anthill = state.anthills[state.anthill]
    size = parts.tiles[anthill.tiles[slot]].barracks
    untouched = not (state.touched >> slot) & 1
    return untouched and anthill.manned[slot] == 1 and anthill.army + size <= ARMY_CAP


@rule
def can_rearrange(parts: np.record, state: np.record) -> bool:
    """Whether the sentinel finds anything to move."""
    for slot in range(RING):
        if may_garrison(parts, state, slot) or may_withdraw(parts, state, slot):
            return True
    return False


@rule
def list_rearrangements(parts: np.record, state: np.record, out: np.ndarray) -> int:
    """Fill or empty one of the barracks, or be done."""
    count = 0
    for slot in range(RING):
        if may_garrison(parts, state, slot):
            out[count] = Code.GARRISON + slot
            count += 1
    for slot in range(RING):
        if may_withdraw(parts, state, slot):
            out[count] = Code.WITHDRAW + slot
            count += 1
    out[count] = Code.DONE
    return count + 1


@rule
def rearrange(parts: np.record, state: np.record, code: int) -> bool:
    """One step of the sentinel; whether it was her last.

    Each of the barracks is touched once at most, so she comes to an end; as they hold four soldiers
    at most, every arrangement can still be reached.
    """
    if code < Code.WITHDRAW:
        garrison(parts, state, code - Code.GARRISON)
        state.touched |= 1 << (code - Code.GARRISON)
    elif code < Code.DONE:
        withdraw(parts, state, code - Code.WITHDRAW)
        state.touched |= 1 << (code - Code.WITHDRAW)
    return code == Code.DONE or not can_rearrange(parts, state)


# --- End of turn and round ------------------------------------------------------------------------


@rule
def end_turn(state: np.record) -> None:
    """The next turn; after a round perhaps a refill and a new leader; after the last, the end."""
    apply_cap(state, state.anthills[state.anthill])
    state.slot = 0
    state.touched = 0
    state.turns += 1
    round_ends = state.turns % state.players == 0
    if state.turns == rounds_to_play(state) * state.players:
        end_game(state)
    elif round_ends and must_refill(state):
        refill_row(state)
        determine_leader(state)
    else:
        begin_turn(state)


@rule
def end_game(state: np.record) -> None:
    """All anthills are complete: nobody has anything to decide."""
    state.phase = Phase.OVER
    state.anthill = 0
    state.to_act = 0


@rule
def must_refill(state: np.record) -> bool:
    """After a base round with too few tiles for everyone; after every second expert round."""
    if state.options.variant == Variant.EXPERT:
        return state.turns // state.players % 2 == 0
    return state.row_length <= state.players


@rule
def refill_row(state: np.record) -> None:
    """Turn up tiles until seven lie in the row."""
    while state.row_length < ROW:
        state.pile_length -= 1
        state.row[state.row_length] = state.pile[state.pile_length]
        state.pile[state.pile_length] = 0
        state.row_length += 1
    state.barrier += 1


# --- The leader -----------------------------------------------------------------------------------


@rule
def determine_leader(state: np.record) -> None:
    """Pass the Red Army marker on, or ask the leader whom she gives it to."""
    candidates = leader_candidates(state)
    several = candidates & (candidates - 1) != 0
    clockwise = anthills_each(state) == 2 and state.options.expert_tie == ExpertTie.CLOCKWISE
    if several and not clockwise:
        state.phase = Phase.LEADER
        state.anthill = 0
        state.to_act = 1 << owner(state, state.leader)
    else:
        state.leader = next_clockwise(state, candidates)
        begin_turn(state)


@rule
def list_leaders(state: np.record, out: np.ndarray) -> int:
    """Whom the leader may give the marker to."""
    count = 0
    candidates = leader_candidates(state)
    for anthill in range(anthill_count(state)):
        if (candidates >> anthill) & 1:
            out[count] = Code.LEAD + anthill
            count += 1
    return count


@rule
def leader_candidates(state: np.record) -> int:
    """Bit per anthill that may have the marker next."""
    marked = 1 << int(state.leader)
    if state.options.leader_at_zero == LeaderAtZero.STAYS and armies_at_least(state, 1) == 0:
        return marked
    if state.options.edition == Edition.FRENCH:
        return french_candidates(state, marked)
    return german_candidates(state, marked)


@rule
def german_candidates(state: np.record, marked: int) -> int:
    """The largest army leads; on a tie the marker must go to another player, if one is tied."""
    largest = 0
    for anthill in range(anthill_count(state)):
        largest = max(largest, state.anthills[anthill].army)
    tied = armies_at_least(state, largest)
    if tied & (tied - 1) == 0:
        return tied
    others = tied & ~anthills_of(state, owner(state, state.leader))
    return others or tied & ~marked


@rule
def french_candidates(state: np.record, marked: int) -> int:
    """Whoever has as many soldiers as the leader or more may take the marker from her."""
    challengers = armies_at_least(state, state.anthills[state.leader].army) & ~marked
    if challengers == 0:
        return marked
    own = anthills_of(state, owner(state, state.leader))
    for anthill in range(anthill_count(state)):
        if (challengers & ~own) >> anthill & 1 and equals_an_own_army(state, anthill):
            return challengers & ~own
    return challengers


@rule
def equals_an_own_army(state: np.record, anthill: int) -> bool:
    """Whether an anthill's army is as large as one of the leader's."""
    first = owner(state, state.leader) * anthills_each(state)
    for which in range(anthills_each(state)):
        if state.anthills[first + which].army == state.anthills[anthill].army:
            return True
    return False


@rule
def armies_at_least(state: np.record, soldiers: int) -> int:
    """Bit per anthill whose army is that large."""
    found = 0
    for anthill in range(anthill_count(state)):
        if state.anthills[anthill].army >= soldiers:
            found |= 1 << anthill
    return found


@rule
def anthills_of(state: np.record, seat: int) -> int:
    """Bit per anthill of a player."""
    each = anthills_each(state)
    return ((1 << each) - 1) << (seat * each)


@rule
def next_clockwise(state: np.record, anthills: int) -> int:
    """The first of some anthills in the order of play, beginning after the leader."""
    anthill = (owner(state, state.leader) + 1) * anthills_each(state) % anthill_count(state)
    while not (anthills >> anthill) & 1:
        anthill = (anthill + 1) % anthill_count(state)
    return anthill
