"""A first bot: it takes whatever leaves it with the most points at once, and meets random players.

Run it with ``python write_a_bot.py``. `Hoarder` plays every game of the house; docs/write-a-bot.md
tells what a bot may rely on, and how to give one a name.
"""

import formicarium as fm
from formicarium.bots import ask, load_bot, seed_for

GAMES = 20


class Hoarder(fm.Bot):
    """Takes whatever leaves it with the most points at once."""

    def choose(self, state: fm.State, seat: int, seed: int, deadline: float) -> int:
        def points(code: int) -> int:
            tried = state.copy()
            tried.play(seat, code)
            return tried.scores()[seat]

        return max(state.codes(seat), key=points)


def play(game: fm.Game, bots: list[fm.Bot], seed: int) -> fm.State:
    """A whole game between bots, each of which sees no more than its seat may."""
    state, number = game.start(seed), 0
    while not state.is_over:
        seat = state.to_act[0]
        state.play(seat, ask(bots[seat], state, seat, seed_for(seed, seat, number)))
        number += 1
    return state


def main() -> None:
    """Let the bot meet a random player, on both seats in turn."""
    game, won = fm.load("micropolis", players=2), 0.0
    for number in range(GAMES):
        seat = number % 2
        bots: list[fm.Bot] = [load_bot("random"), load_bot("random")]
        bots[seat] = Hoarder()
        winners = play(game, bots, seed=number // 2).winners()
        won += (seat in winners) / len(winners)
    print(f"The hoarder has won {won:g} of {GAMES} games of Micropolis against random.")


if __name__ == "__main__":
    main()
