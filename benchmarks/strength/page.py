"""docs/strength.md, made from what was measured."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

import msgspec

from benchmarks.strength import conduct, habits, sense
from benchmarks.strength.contests import GAMES, contests
from formicarium import game_names
from formicarium.core.game import rulebook
from formicarium.core.text import phrases

RESULTS = Path(__file__).with_name("results.json")
PAGE = Path(__file__).parents[2] / "docs" / "strength.md"

HEAD = """# How strong the bots are

Made by `make strength`, which plays the matches and writes this page; do not edit it by hand.
Every pairing was played with all seat rotations on common seeds (see `formicarium arena`). A share
counts a shared victory as a part of one; the interval is Wilson's for 95 %. At a table of two an
equal bot would win 50 %, alone among two or three others 33 % or 25 %. Times are per decision with
more than one legal action, on one thread, while all cores of the machine were busy. "20 to a core"
means that so many bots thought at the same time, each with a twentieth of a core: what such a bot
wins with its second is less than it would win alone.

Antics! is made for three and more; at tables of two it is played with `variant=unofficial_two`.
"""
COLUMNS = (
    "game",
    "players",
    "bot",
    "against",
    "wins",
    "95 % interval",
    "asked",
    "matches",
    "takes",
)
ABOUT = {
    "greedy": (
        "One decision ahead against none",
        "One `greedy` bot against one, two or three that play at random.",
    ),
    "second": (
        "Thinking ahead against none",
        "`search` at a tenth of a second and at a second a decision, against `greedy`.",
    ),
    "levels": ("The levels", "Each against the one below it."),
    "order": (
        "The levels at larger tables",
        "Each alone among those one level below: more than an equal share must be its own.",
    ),
    "judgement": (
        "Judgement fitted to games",
        "As many simulations, by the file that `formicarium tune` has found and by the one of "
        "before\n(`hand-0.1`): the whole interval must lie above a half. A file has the settings "
        "of the search as\nwell; of these only `exploration` differs (Micropolis 1.2 and 0.4, "
        "Mini City 1.6 and 0.4).",
    ),
    "time": (
        "As long a time",
        "Where judgement takes longer than it did in version 0.1: against as many simulations by "
        "`hand-0.1`\nas version 0.1 made in that time.",
    ),
    "network": (
        "What networks win",
        "The game's own network against the rules of thumb, both with 0.05 s: the whole interval "
        "must lie\nabove the bar.",
    ),
    "company": (
        "What networks win at larger tables",
        "Alone among copies of the other: 1.3 times an equal share is asked for.",
    ),
    "control": ("What networks win with more time", "Both with 0.3 s."),
    "evaluator": (
        "The appraisal as an evaluator",
        "A search whose evaluator says what the appraisal says, against the usual one.",
    ),
    "learned": ("Twice the simulations, with networks", "The same with the game's own network."),
    "doublings": (
        "Twice the simulations",
        "`search` against itself with half as many simulations.",
    ),
    "before": (
        "Twice the simulations, as bots judged before",
        "The same with `hand-0.1`, measured with version 0.1.",
    ),
}
LACKING = """## What is still to be played

`champion` has no place among the levels: it has not met `expert`, since no game brings a network
yet. Where fewer than 400 matches stand above, more are wanted; at larger tables most of all.
Antics! wants 400 games of `hard` at each table before its chances can be called right or wrong. The
commands for a machine with 16 processors, nine minutes each, stand at the top of
`benchmarks/strength/device.sh`. `python -m benchmarks.strength.sense` looks at the characters
again, and `python -m benchmarks.strength.speed` measures simulations a second by both judgements.
"""
JUDGEMENT = ("judgement", "time", "network")  # where the whole interval must lie above the bar


class Result(msgspec.Struct, frozen=True):
    """What came of a contest, for the bot that is named first."""

    question: str
    game: str
    players: int
    better: str
    worse: str
    bar: float
    matches: int
    win_share: float
    interval: tuple[float, float]
    seconds: float
    forfeits: int
    machine: str
    crowd: float = 1.0  # matches that were played on a core at the same time

    @property
    def met(self) -> bool:
        """Whether the share is what it has to be; of two judgements, beyond doubt."""
        return (self.interval[0] if self.question in JUDGEMENT else self.win_share) >= self.bar


def load_results() -> dict[str, Result]:
    """What was measured before, by the name of the contest; only of bots as they play today."""
    if not RESULTS.exists():
        return {}
    found = msgspec.json.decode(RESULTS.read_bytes(), type=dict[str, Result])
    today = {contest.name for game in game_names() for contest in contests(game)}
    return {name: result for name, result in found.items() if name in today}


def save_results(results: Mapping[str, Result]) -> None:
    """Keep everything that was measured."""
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(dict(results))) + b"\n")


def write_page(results: Mapping[str, Result]) -> None:
    """The page that people read."""
    parts = [HEAD]
    for question, (title, about) in ABOUT.items():
        found = [result for result in results.values() if result.question == question]
        if found:
            parts += [f"## {title}\n", f"{about}\n", *_table(found)]
            if question in ("doublings", "before", "learned"):
                parts += ["", *_limits(found)]
            parts.append("")
    parts += conduct.section(conduct.load_conduct())
    parts += habits.section(habits.load_habits())
    parts += sense.section(sense.load_sense())
    parts.append(LACKING)
    machines = sorted({result.machine for result in results.values()})
    parts.append(f"Measured on: {'; '.join(machines)}.\n")
    PAGE.write_text("\n".join(parts), "utf-8")


def _table(results: list[Result]) -> Iterator[str]:
    yield f"| {' | '.join(COLUMNS)} |"
    yield "|---" * len(COLUMNS) + "|"
    for result in results:
        low, high = result.interval
        asked = f"≥ {result.bar:.0%}{'' if result.met else ', missed'}"
        yield (
            f"| {_title(result.game)} | {result.players} | `{result.better}` | `{result.worse}` "
            f"| **{result.win_share:.1%}** | {low:.1%} – {high:.1%} | {asked} | {_matches(result)} "
            f"| {_time(result.seconds)}{_crowd(result)} |"
        )


def _title(game: str) -> str:
    return phrases(rulebook(game).package, "en")("title")


def _matches(result: Result) -> str:
    """How many, and whether more are still to be played."""
    return f"{result.matches}{'' if result.matches >= GAMES else ' so far'}"


def _limits(results: list[Result]) -> Iterator[str]:
    """Up to where more simulations help as they should, game by game."""
    for game, doublings in groupby(results, key=lambda result: result.game):
        ordered = [*doublings]
        failing = next((result for result in ordered if not result.met), None)
        if failing is None:
            last = _simulations(ordered[-1])
            yield f"- {_title(game)}: every doubling up to {last} simulations wins at least 53 %."
        else:
            at = _simulations(failing)
            yield f"- {_title(game)}: the doubling to {at} is the first to win less than 53 %."


def _simulations(result: Result) -> str:
    return result.better.removeprefix("search:simulations=").partition(":")[0]


def _crowd(result: Result) -> str:
    return f", {result.crowd:.0f} to a core" if result.crowd > 1 else ""


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 0.095 else f"{1000 * seconds:.2g} ms"
