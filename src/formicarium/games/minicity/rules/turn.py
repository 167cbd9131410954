"""The flow of a game: what each action does, and what has to be decided after it.

Every change of the phase is here. The diagram stands in `formicarium.games.minicity.rules`.
"""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.actions import Code, kind_of
from formicarium.games.minicity.rules.ants import can_go
from formicarium.games.minicity.rules.cards import may_play, refill_hand
from formicarium.games.minicity.rules.counting import (
    free_places,
    seat_in_turn,
    stones_held,
    turns_to_play,
)
from formicarium.games.minicity.rules.friends import (
    bumblebee_swaps,
    buy,
    call_ladybird,
    dismiss_ladybird,
    dragonfly_swaps,
    grasshopper_may_stop,
    has_grasshopper,
    has_help,
    ladybird_carries,
    ladybird_is_done,
    reward_for_restraint,
    rhino_gives,
    stick_lays,
    stick_names,
    stick_shows,
    use_millipedes,
)
from formicarium.games.minicity.rules.roads import ant_in_play, clear_at_river, lay
from formicarium.games.minicity.rules.stones import (
    await_stones,
    can_stock,
    most_unloaded,
    stock,
    stock_what_is_forced,
    store,
)
from formicarium.games.minicity.state import COLOURS, ENDS, ONCE, Phase, Stocking

UNDECIDED = -1
FINISH, STAY, UNLOAD_NOTHING = int(Code.FINISH), int(Code.STAY), int(Code.UNLOAD)


@rule
def act(parts: Row, state: Row, player: Row, code: int) -> None:
    """One step of a player (MC-3.2)."""
    kind = kind_of(code)
    number = code - kind
    if kind == Code.PLAY:
        play_card(state, player, number // ENDS, number % ENDS)
    elif kind == Code.GO:
        arrive(parts, state, player, number + 1)
    elif kind == Code.UNLOAD:
        unload(parts, state, player, number)
    elif kind == Code.FINISH:
        finish_turn(parts, state, player)
    elif kind == Code.STOCK:
        choose_stone(parts, state, player, number)
    elif kind == Code.STAY:
        stay(parts, state)
    elif kind == Code.LEAVE:
        finish_card(parts, state)
    else:
        let_help(parts, state, player, kind, number)


@rule
def let_help(parts: Row, state: Row, player: Row, kind: int, number: int) -> None:
    """Buy a friend, or let one help."""
    if kind == Code.BUY:
        buy(parts, state, player, number)
    elif kind == Code.STICK:
        stick_names(state, number)
        state.phase = Phase.STICK
    elif kind == Code.LADYBIRD:
        call_ladybird(state, number + 1)
        state.phase = Phase.LADYBIRD
    elif kind == Code.CARRY:
        ladybird_carries(state, number + 1)
        if ladybird_is_done(parts, state):
            resume(state)
    elif kind == Code.DONE:
        resume(state)
    elif kind == Code.DRAGONFLY:
        dragonfly_swaps(state, number)
    elif kind == Code.BUMBLEBEE:
        bumblebee_swaps(state, player, number // COLOURS, number % COLOURS)


@rule
def only_choice(parts: Row, state: Row, player: Row) -> int:
    """The action of the player in turn where there is no other, so that nobody need be asked.

    (MC-3.12, MC-5.8, MC-9.16)
    """
    if state.phase == Phase.STOCK or state.phase == Phase.OVER:
        return UNDECIDED
    if state.phase == Phase.PLAY:
        action = FINISH
        others = may_play(parts, state, player)
    elif state.phase == Phase.MOVE:
        action = STAY
        others = can_go(parts, state, player)
    elif state.phase == Phase.UNLOAD:
        action = UNLOAD_NOTHING
        others = most_unloaded(parts, state, player) > 0
    else:
        return UNDECIDED
    return UNDECIDED if others or has_help(parts, state, player) else action


# --- Before the first turn ------------------------------------------------------------------------


@rule
def begin_when_stocked(parts: Row, state: Row) -> None:
    """When everybody has the first seven stones, they are shown and the game begins (MC-2.12)."""
    await_stones(state)
    if state.to_act == 0:
        if state.options.stocking == Stocking.TOGETHER:
            state.barrier += 1
        begin_turn(parts, state)


@rule
def begin_turn(parts: Row, state: Row) -> None:
    """The next player (MC-7.7)."""
    seat = seat_in_turn(state)
    state.to_act = 1 << seat
    state.phase = Phase.PLAY
    rhino_gives(parts, state, state.seats[seat])


# --- A card ---------------------------------------------------------------------------------------


@rule
def play_card(state: Row, player: Row, card: int, end: int) -> None:
    """A card of the hand onto a road: face up, or face down for the colour that was named.

    Its ant moves at once. A card that is shown cannot be taken back (MC-1.12, MC-3.8, MC-10.19).
    """
    player.hand[card] -= 1
    state.plays += 1
    state.end = 1 + end
    if state.mimic > 0:
        stick_lays(state, card, end)
    else:
        state.barrier += 1
        lay(state, card, end)
    state.phase = Phase.MOVE


@rule
def arrive(parts: Row, state: Row, player: Row, chamber: int) -> None:
    """The ant runs to a chamber; there, and nowhere else, stones may be unloaded (MC-5.6)."""
    use_millipedes(parts, state, player, chamber)
    state.ants[ant_in_play(state)] = chamber
    state.chamber = chamber
    state.room = 1 if free_places(parts, state, chamber) > 0 else 0
    state.phase = Phase.UNLOAD
    if state.mimic > 0:
        stick_shows(state)


@rule
def stay(parts: Row, state: Row) -> None:
    """The ant is stuck; its card has been played all the same (MC-4.12)."""
    if state.mimic > 0:
        stick_shows(state)
    finish_card(parts, state)


@rule
def unload(parts: Row, state: Row, player: Row, stones: int) -> None:
    """Stones of the box into the chamber; the last stone wins, none may earn points.

    (MC-5.1, MC-8.1, MC-9.8, MC-10.26, MC-10.29)
    """
    if stones == 0:
        player.points += reward_for_restraint(parts, state, player)
        finish_card(parts, state)
        return
    store(parts, state, player, stones)
    if stones_held(player) == 0:
        end_game(state)
    elif has_grasshopper(player) and can_stock(player):
        leave_chamber(state)
        state.phase = Phase.HOP
    else:
        finish_card(parts, state)


@rule
def finish_card(parts: Row, state: Row) -> None:
    """All is done for a card: perhaps the river, then the next card (MC-3.8, MC-6.4, MC-10.30)."""
    clear_at_river(parts, state)
    state.end = 0
    leave_chamber(state)
    state.begun = 0
    state.phase = Phase.PLAY


@rule
def leave_chamber(state: Row) -> None:
    """Nothing more is unloaded where the ant has arrived."""
    state.chamber = 0
    state.room = 0


@rule
def resume(state: Row) -> None:
    """Without the ladybird, back to where the turn was when she was called (MC-10.9)."""
    dismiss_ladybird(state)
    if state.chamber > 0:
        state.phase = Phase.UNLOAD
    else:
        state.phase = Phase.MOVE if state.end > 0 else Phase.PLAY


# --- Stones for the box ---------------------------------------------------------------------------


@rule
def choose_stone(parts: Row, state: Row, player: Row, colour: int) -> None:
    """One of the first seven stones, one at the end of a turn, or one with the grasshopper.

    (MC-2.11, MC-7.2)
    """
    stock(player, colour)
    if state.phase == Phase.STOCK:
        begin_when_stocked(parts, state)
    elif state.phase == Phase.HOP:
        hop_on(parts, state, player)
    else:
        refill(parts, state, player)


@rule
def hop_on(parts: Row, state: Row, player: Row) -> None:
    """The grasshopper has begun; the card is finished when the box is full (MC-10.27)."""
    state.begun = 1
    if not grasshopper_may_stop(state):
        stock_what_is_forced(player)
    if not can_stock(player):
        finish_card(parts, state)


# --- The end of a turn, and of the game -----------------------------------------------------------


@rule
def finish_turn(parts: Row, state: Row, player: Row) -> None:
    """No further card; the box is refilled (MC-3.11)."""
    clear_turn(state)
    state.phase = Phase.REFILL
    refill(parts, state, player)


@rule
def refill(parts: Row, state: Row, player: Row) -> None:
    """Box and hand are filled; then the turn is over, and after the last one the game.

    (MC-7.1, MC-7.5, MC-8.5)
    """
    stock_what_is_forced(player)
    if can_stock(player):
        return
    refill_hand(state, player)
    state.turns += 1
    if state.turns == turns_to_play(state):
        end_game(state)
    else:
        begin_turn(parts, state)


@rule
def clear_turn(state: Row) -> None:
    """Forget what belonged to the turn; friends who helped are turned back (MC-9.17)."""
    state.plays = 0
    state.bought = 0
    for kind in range(ONCE):
        state.used[kind] = 0
    state.end = 0
    leave_chamber(state)


@rule
def end_game(state: Row) -> None:
    """Somebody has unloaded everything, or the game is stopped: nobody has to decide any more.

    Nothing else happens (MC-8.1, MC-8.2).
    """
    clear_turn(state)
    state.phase = Phase.OVER
    state.to_act = 0
