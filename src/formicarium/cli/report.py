"""Many games between equal bots, told as a page about their game and what they did in it."""

import os
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import msgspec
from rich.text import Text

from formicarium.arena.balance import BalanceStudy, Played, balance, play_all
from formicarium.cli import files
from formicarium.cli.faults import advising_fewer_workers
from formicarium.cli.loading import check_bot, load_game
from formicarium.cli.orders import ReportOrder
from formicarium.cli.progress import progress_bar
from formicarium.cli.screen import Paper, language_here, words
from formicarium.cli.waiting import compiling, interruptible
from formicarium.core.options import check_seed
from formicarium.core.text import Phrases, phrases
from formicarium.pages.balance import Subject, balance_page
from formicarium.pages.facts import setting


def report(order: ReportOrder) -> None:
    """Play all games of a study, and write what they tell."""
    say = words(language_here(order.language))
    game = load_game(order.game, order.players, order.option or (), order.components)
    bot, seed = check_bot(order.bots), int(check_seed(order.seed))
    study = BalanceStudy(game, bot, order.games, order.doublings, seed)
    out = Path(f"{order.game}-{game.players}.html") if order.out is None else order.out
    check_targets(out, order.json)
    with compiling(say):
        interruptible(study.rehearse)
    found = balance(study, watched(study, order.workers, say))
    files.write(out, balance_page(subject(study, say.language), found, say.language))
    if order.json is not None:
        files.write(order.json, msgspec.json.encode(found).decode() + "\n")
    Paper().print(Text(say("report.written", file=out, games=f"{study.size:,}")), soft_wrap=True)


def check_targets(out: Path, json: Path | None) -> None:
    """Find out before the games are played whether their results can be written."""
    files.check_writable(out)
    if json is not None:
        files.check_writable(json)
        files.check_apart("--json", json, out)


def watched(study: BalanceStudy, workers: int | None, say: Phrases) -> Iterator[Played]:
    """All games in their order, with a bar that shows how many are finished."""
    hands = min(workers or os.cpu_count() or 1, study.size)
    with advising_fewer_workers(), progress_bar(say) as progress:
        task = progress.add_task("", total=study.size)
        yield from play_all(study, hands, lambda: progress.advance(task))


def subject(study: BalanceStudy, language: str) -> Subject:
    """The game in its own words, and who played it how."""
    say, package = phrases("formicarium.pages", language), study.game.book.package
    facts = [
        *setting(study.game, study.seed, say),
        say("facts.bots", bot=study.bot),
        say("facts.version", version=version("formicarium")),
    ]
    return Subject(phrases(package, language)("title"), package, facts)
