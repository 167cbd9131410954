"""Whether bots answer in time: how late the answers to many decisions come, the first included.

    python -m benchmarks.deadlines [BOT] [--decisions N] [--seconds S]

Every game has its share of the decisions, in the midst of games between that bot and itself. What
is allowed: a tenth of the time, or 50 ms, whichever is more.
"""

import argparse
import time
from collections.abc import Iterator

import formicarium as fm
from formicarium.bots import ask, load_bot, prepare, seed_for

ALLOWED_SHARE, ALLOWED_SECONDS = 0.1, 0.05


def main() -> None:
    """Measure, and print a line for each game."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.deadlines")
    parser.add_argument("bot", nargs="?", default="search:seconds=3600")
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=0.2)
    chosen = parser.parse_args()
    allowed = max(ALLOWED_SHARE * chosen.seconds, ALLOWED_SECONDS)
    names = fm.game_names()
    print(f"{chosen.bot}, {chosen.seconds} s a decision, {1000 * allowed:.0f} ms more allowed")
    for name in names:
        late = [*delays(name, chosen.bot, chosen.decisions // len(names), chosen.seconds)]
        over = sum(delay > allowed for delay in late)
        print(
            f"{name:12} {len(late):5} decisions, first {1000 * late[0]:6.1f} ms late, "
            f"mean {1000 * sum(late) / len(late):5.1f} ms, most {1000 * max(late):6.1f} ms, "
            f"too late: {over}",
            flush=True,
        )


def delays(name: str, bot: str, decisions: int, seconds: float) -> Iterator[float]:
    """By how many seconds each answer missed its deadline."""
    game, number = fm.load(name), 0
    while True:
        state = game.start(seed=number)
        bots = [load_bot(bot) for _ in range(game.players)]
        for one in bots:
            prepare(one, game)
        while not state.is_over:
            seat = state.to_act[0]
            if len(state.codes(seat)) == 1:
                state.play(seat, state.codes(seat)[0])
                continue
            begun = time.monotonic()
            code = ask(bots[seat], state, seat, seed_for(0, seat, number), begun + seconds)
            yield time.monotonic() - begun - seconds
            number += 1
            if number == decisions:
                return
            state.play(seat, code)


if __name__ == "__main__":
    main()
