"""Among equal bots, it does not matter on which seat of Myrmes one sits."""

import pytest

import formicarium as fm
from formicarium.bots.referee import Player, play_out
from tests.tiers import IS_PROOF, times

GAMES = times(30, proven=2000)
# Points of a hundred; of a few games no more can be asked than that luck explains the rest.
NEAR = 0.03 if IS_PROOF else 0.3


@pytest.mark.heavy
@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_of_myrmes_wins_its_share(players: int) -> None:
    """The first player is drawn, and in phases of all nobody looks further for being asked last."""
    game = fm.load("myrmes", players=players)
    wins = [0.0] * players
    for seed in range(GAMES):
        state = game.start(seed)
        play_out(state, [Player("greedy", seat, seed) for seat in range(players)])
        winners = state.winners()
        for seat in winners:
            wins[seat] += 1 / len(winners)
    assert [won / GAMES for won in wins] == pytest.approx([1 / players] * players, abs=NEAR)
