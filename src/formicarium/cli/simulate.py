"""Many games between bots: results or all decisions for a file, and a summary for the eye."""

from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from rich import box
from rich.table import Table
from rich.text import Text

from formicarium.arena import dataset, job
from formicarium.arena.parquet import arrow, write_rows
from formicarium.arena.series import Outcomes, Series, play_all
from formicarium.arena.statistics import interval, mean
from formicarium.cli import files
from formicarium.cli.faults import WrongUse, advising_fewer_workers
from formicarium.cli.loading import RANDOM, check_bot, load_game, names_in
from formicarium.cli.orders import SimulateOrder
from formicarium.cli.progress import progress_bar
from formicarium.cli.screen import Paper, language_here, words
from formicarium.cli.waiting import compiling, interruptible
from formicarium.core.game import Game
from formicarium.core.options import check_seed
from formicarium.core.text import Phrases

COLUMNS = {
    "game": "int64",
    "seed": "uint64",
    "scores": "int32*",
    "tie_breaks": "int32*",
    "winners": "int32*",
    "length": "int32",
    "bots": "string*",
}


def simulate(order: SimulateOrder) -> None:
    """Play a series, write it where a file is named, and print the summary."""
    say = words(language_here())
    named = [check_bot(bot) for bot in names_in(order.bots or ())] or [RANDOM]
    players = len(named) if order.players is None and len(named) > 1 else order.players
    game = load_game(order.game, players, order.option or (), order.components)
    out, positions = order.out, order.positions
    if out is not None:
        check_format(out)
    if positions is not None:
        check_dataset(positions, out, order.components)
    series = Series(game, seated(game, named), int(check_seed(order.seed)))
    with compiling(say):
        interruptible(lambda: rehearse(series, positions))
    with closing(played(series, order.games, order.workers, positions)) as parts:
        outcomes = watched(parts, order.games, say)
    if out is not None:
        write(series, outcomes, out)
    print_summary(Paper(), series, outcomes, say)


def seated(game: Game, bots: list[str]) -> list[str]:
    """A bot for every seat: the same for all, or one named for each."""
    if len(bots) not in (1, game.players):
        raise WrongUse(
            f"--bots names {len(bots)} bots for {game.players} seats; name one, or one for each"
        )
    return bots * game.players if len(bots) == 1 else bots


def rehearse(series: Series, positions: Path | None) -> None:
    """Compile what the series needs, by playing its first game."""
    if positions is None:
        series.play(0, 1)
    else:
        dataset.play(series, 0, 1)


def played(
    series: Series, games: int, workers: int, positions: Path | None
) -> Generator[Outcomes, None, None]:
    """All games of a series in order, some at a time; their decisions go to a file if one is named.

    Whoever closes this early, or is interrupted, keeps the games so far in that file.
    """
    with advising_fewer_workers():
        if positions is None:
            yield from play_all(series, games, workers)
        else:
            yield from recorded(series, games, workers, positions)


def recorded(
    series: Series, games: int, workers: int, positions: Path
) -> Generator[Outcomes, None, None]:
    """The same with all decisions in a file."""
    try:
        with closing(dataset.record(series, games, positions, workers)) as parts:
            for part in parts:
                yield Outcomes.of(part.standings, part.lengths)
    except OSError as error:
        raise WrongUse(f"cannot write {positions}: {error.strerror or error}") from error


def watched(parts: Iterator[Outcomes], games: int, say: Phrases) -> Outcomes:
    """All outcomes together, with a bar that shows how far we are."""
    collected = []
    with progress_bar(say) as progress:
        task = progress.add_task("", total=games)
        for part in parts:
            collected.append(part)
            progress.advance(task, len(part.lengths))
    return Outcomes(*map(np.concatenate, zip(*collected, strict=True)))


# --- Summary --------------------------------------------------------------------------------------


def print_summary(paper: Paper, series: Series, outcomes: Outcomes, say: Phrases) -> None:
    """Mean points and share of victories of every seat, each with its uncertainty."""
    games = len(outcomes.lengths)
    shares = outcomes.win_shares
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("simulate.seat"))
    for heading in ("points", "victories", "interval"):
        table.add_column(say(f"simulate.{heading}"), justify="right")
    for seat, bot in enumerate(series.bots):
        low, high = interval(float(shares[:, seat].mean()), games)
        table.add_row(
            f"{seat + 1} {bot}",
            mean(outcomes.scores[:, seat]),
            f"{shares[:, seat].mean():.1%}",
            f"{low:.1%} – {high:.1%}",
        )
    paper.print(table)
    decisions = f"{outcomes.lengths.mean():.1f}"
    paper.print(Text(say("simulate.total", games=f"{games:,}", decisions=decisions), "dim"))


# --- Files ----------------------------------------------------------------------------------------


def check_format(out: Path) -> None:
    """Find out before the games are played whether their results can be written."""
    if out.suffix not in (".json", ".parquet"):
        raise WrongUse(f"--out {out}: name a file that ends in .json or .parquet")
    files.check_writable(out)
    if out.suffix == ".parquet":
        arrow()


def check_dataset(positions: Path, *others: Path | None) -> None:
    """Find out before the games are played whether their decisions can be written."""
    if positions.suffix != ".parquet":
        raise WrongUse(f"--positions {positions}: name a file that ends in .parquet")
    files.check_apart("--positions", positions, *others)
    files.check_writable(positions)
    arrow()


def write(series: Series, outcomes: Outcomes, out: Path) -> None:
    """One row per game, as JSON or Parquet."""
    try:
        if out.suffix == ".json":
            write_json(series, outcomes, out)
        else:
            write_parquet(series, outcomes, out)
    except OSError as error:
        raise WrongUse(f"cannot write {out}: {error.strerror or error}") from error


def about(series: Series, games: int) -> dict[str, Any]:
    """What the series was: with it, every game can be played again."""
    return {**job.about(series.game, series.bots, series.seed), "games": games}


def write_json(series: Series, outcomes: Outcomes, out: Path) -> None:
    """An object with all that is known about the series, and its rows, one to a line."""
    head = msgspec.json.encode(about(series, len(outcomes.lengths)))
    with out.open("wb") as file:
        file.write(head[:-1] + b',"rows":[')
        for number, row in enumerate(rows(series, outcomes)):
            file.write((b",\n" if number else b"\n") + msgspec.json.encode(row))
        file.write(b"\n]}\n")


def rows(series: Series, outcomes: Outcomes) -> Iterator[dict[str, Any]]:
    """Each game with its results."""
    lines = zip(*outcomes, outcomes.win_shares, strict=True)
    for number, (scores, tie_breaks, length, shares) in enumerate(lines):
        yield {
            "game": number,
            "seed": series.seed_of(number),
            "scores": scores.tolist(),
            "tie_breaks": tie_breaks.tolist(),
            "winners": shares.nonzero()[0].tolist(),
            "length": int(length),
            "bots": series.bots,
        }


def write_parquet(series: Series, outcomes: Outcomes, out: Path) -> None:
    """A table with a list of numbers, one for each seat, in a cell."""
    head = msgspec.json.encode(about(series, len(outcomes.lengths)))
    write_rows(out, [*rows(series, outcomes)], COLUMNS, head)
