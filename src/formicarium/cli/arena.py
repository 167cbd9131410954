"""A tournament between bots: rows for a file, figures as JSON, and tables for the eye."""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec
import platformdirs
from rich import box
from rich.table import Table
from rich.text import Text

from formicarium.arena.cluster import finished_on_cluster, ray_library
from formicarium.arena.job import Job, check_entries
from formicarium.arena.journal import Journal
from formicarium.arena.parquet import arrow
from formicarium.arena.play import MatchResult, play_match
from formicarium.arena.summary import summary
from formicarium.arena.workers import LostWorker, finished
from formicarium.bots.referee import log
from formicarium.cli import files
from formicarium.cli.faults import INTERRUPTED, WrongUse
from formicarium.cli.loading import check_bot, load_game, names_in
from formicarium.cli.orders import ArenaOrder
from formicarium.cli.progress import progress_bar
from formicarium.cli.screen import Paper, aside, language_here, words
from formicarium.cli.waiting import compiling, interruptible
from formicarium.core.options import check_seed
from formicarium.core.text import Phrases

STANDARD_OUTPUT = Path("-")
FIGURES = ("wins", "interval", "rank", "points")


def arena(order: ArenaOrder) -> int:
    """Play all matches that are not on disk yet, and print what they add up to; the exit code."""
    say = words(language_here())
    entries = check_entries([check_bot(bot) for bot in names_in(order.bots)])
    game = load_game(order.game, order.players, order.option or (), order.components)
    check_files(order.out, order.json)
    check_place(order)
    job = Job(game, entries, int(check_seed(order.seed)), order.seconds)
    journal = Journal(job, journal_file(job, order.out), order.out)
    matches = job.matches(order.games)
    missing = journal.missing(matches)
    if missing:
        with compiling(say):
            interruptible(job.rehearse)
        rows = played(job, missing, order)
        if not watched(rows, journal, matches, say):
            return INTERRUPTED
    if missing or order.out is not None:
        journal.finish()
    show(summary(job, journal.first(matches)), order.json, say)
    return 0


def check_files(out: Path | None, json: Path | None) -> None:
    """Find out before the matches are played whether their results can be written."""
    if out is not None:
        if out.suffix != ".parquet":
            raise WrongUse(f"--out {out}: name a file that ends in .parquet")
        files.check_writable(out)
        arrow()
    if json is not None and json != STANDARD_OUTPUT:
        files.check_writable(json)
        files.check_apart("--json", json, out, out and out.with_name(f"{out.name}.journal"))


def check_place(order: ArenaOrder) -> None:
    """Matches are played here, or on a cluster, which may be a small one of our own."""
    if order.address is not None and order.workers is not None:
        raise WrongUse("--workers goes not with --address: a cluster knows its own machines")
    if order.address is not None and not order.cluster:
        raise WrongUse("--address goes with --cluster only")
    if order.cluster:
        ray_library()


def journal_file(job: Job, out: Path | None) -> Path:
    """Where rows are kept until all are there: beside their file, or where nobody looks."""
    if out is not None:
        return out.with_name(f"{out.name}.journal")
    return platformdirs.user_cache_path("formicarium") / "arena" / f"{job.fingerprint}.journal"


# --- Matches --------------------------------------------------------------------------------------


def played(job: Job, numbers: Sequence[int], order: ArenaOrder) -> Iterator[MatchResult]:
    """The rows of matches as they are finished, wherever they are played."""
    play = partial(play_match, job)
    if order.cluster:
        return finished_on_cluster(play, numbers, order.address, order.workers)
    return finished(play, numbers, min(order.workers or os.cpu_count() or 1, len(numbers)))


def watched(rows: Iterator[MatchResult], journal: Journal, matches: int, say: Phrases) -> bool:
    """Keep every row, with a bar that shows how far we are; whether all matches were played."""
    here = matches - len(journal.missing(matches))
    if here:
        aside(say("arena.resumed", done=f"{here:,}", all=f"{matches:,}"))
    broken: set[str] = set()
    try:
        with progress_bar(say) as progress:
            task = progress.add_task("", total=matches, completed=here)
            for row in rows:
                journal.add(row)
                progress.advance(task)
                report(row, broken)
    except KeyboardInterrupt:
        here = matches - len(journal.missing(matches))
        aside(say("arena.interrupted", done=f"{here:,}", all=f"{matches:,}"))
        return False
    except LostWorker as error:
        raise LostWorker(f"{error}; run the same command again to go on") from error
    finally:
        journal.close()
    return True


def report(row: MatchResult, broken: set[str]) -> None:
    """Say once of every bot that it has forfeited a decision."""
    for bot, fault in zip(row.seats, row.faults, strict=True):
        if fault and bot not in broken:
            broken.add(bot)
            log.warning("bot %s %s; random actions stand in for it", bot, fault)


# --- Results --------------------------------------------------------------------------------------


def show(figures: dict[str, Any], json: Path | None, say: Phrases) -> None:
    """Print the tables, or the figures as JSON in their place; or write these to a file."""
    text = msgspec.json.format(msgspec.json.encode(figures), indent=2).decode()
    paper = Paper()
    if json == STANDARD_OUTPUT:
        paper.print(Text(text), soft_wrap=True)
        return
    if json is not None:
        files.write(json, f"{text}\n")
    paper.print(ranking(figures["bots"], say))
    if len(figures["pairings"]) > 1:
        paper.print(meetings(figures["pairings"], say))
    share = f"{figures['equal_share']:.1%}"
    paper.print(Text(say("arena.total", matches=f"{figures['matches']:,}", share=share), "dim"))


def ranking(bots: Sequence[dict[str, Any]], say: Phrases) -> Table:
    """Every bot with all that is known of it, the best first."""
    forfeits = any(bot["forfeits"] for bot in bots)
    extra = ("forfeits",) if forfeits else ()
    table = headed(("bot", "rating", *FIGURES, "time", *extra), say)
    for bot in sorted(bots, key=lambda bot: -bot["rating"]):
        rating, time = f"{bot['rating']:.1f}", duration(bot["seconds_per_decision"])
        lost = (f"{bot['forfeits']:,}",) if forfeits else ()
        table.add_row(Text(bot["name"], "bold"), rating, *cells(bot), time, *lost)
    return table


def meetings(pairings: Sequence[dict[str, Any]], say: Phrases) -> Table:
    """How each bot fared against each other."""
    table = headed(("bot", "against", *FIGURES), say)
    for pairing in pairings:
        for bot, other in (pairing["bots"], pairing["bots"][::-1]):
            table.add_row(bot["name"], other["name"], *cells(bot))
    return table


def headed(headings: Sequence[str], say: Phrases) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in headings:
        side: Literal["left", "right"] = "left" if heading in ("bot", "against") else "right"
        table.add_column(say(f"arena.{heading}"), justify=side, overflow="fold")
    return table


def cells(bot: dict[str, Any]) -> Iterator[str]:
    """Victories, ranks and points, each with its uncertainty."""
    low, high = bot["interval"]
    yield f"{bot['win_share']:.1%}"
    yield f"{100 * low:.1f}–{high:.1%}"
    for name in ("rank", "points"):
        middle, (_, most) = bot[name], bot[f"{name}_interval"]
        yield f"{middle:.1f} ± {most - middle:.1f}"


def duration(seconds: float) -> str:
    """A short time, as people say it.

    >>> duration(0.00042), duration(1.5)
    ('0.42 ms', '1.5 s')
    """
    return f"{1000 * seconds:.2g} ms" if seconds < 0.0995 else f"{seconds:.2g} s"
