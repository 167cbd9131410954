"""Finding the numbers by which bots judge a game."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from rich.text import Text

from formicarium.arena.training.loop import TrainingPlan
from formicarium.arena.tuning import TuningPlan
from formicarium.arena.tuning import tune as find
from formicarium.cli import files
from formicarium.cli.faults import INTERRUPTED, WrongUse, advising_fewer_workers
from formicarium.cli.loading import find_game
from formicarium.cli.orders import TrainOrder, TuneOrder
from formicarium.cli.progress import progress_bar
from formicarium.cli.screen import Paper, aside, language_here, words
from formicarium.cli.waiting import compiling, interruptible
from formicarium.core.options import check_seed
from formicarium.core.text import Phrases

Plan = TypeVar("Plan", TuningPlan, TrainingPlan)


def tune(order: TuneOrder) -> int:
    """Play, fit and decide, and write what was found; the exit code."""
    say = words(language_here(order.language))
    find_game(order.game)
    plan = plan_of(TuningPlan, order, f"tune-{order.game}")
    out = Path(f"{order.game}-judgement.json") if order.out is None else order.out
    check_places(plan.folder, out)
    if plan.workers > (cores := os.cpu_count() or 1):
        aside(say("tune.crowded", workers=plan.workers, cores=cores))
    try:
        with compiling(say):
            interruptible(plan.rehearse)
        if plan.folder.is_dir() and any(plan.folder.iterdir()):
            aside(say("tune.resumed", folder=plan.folder))
        with advising_fewer_workers():
            found = find(plan, Onlooker(say))
    except KeyboardInterrupt:
        aside(say("tune.interrupted", folder=plan.folder))
        return INTERRUPTED
    files.write(out, found.written())
    Paper().print(Text(say("tune.written", file=out, game=order.game)), soft_wrap=True)
    return 0


def plan_of(kind: type[Plan], order: TuneOrder | TrainOrder, folder: str) -> Plan:
    """What is asked for, with all that was left out."""
    asked = {name: getattr(order, name) for name in kind._fields}
    asked["seed"] = int(check_seed(order.seed))
    asked["workers"] = order.workers or os.cpu_count() or 1
    asked["folder"] = order.folder or Path(folder)
    return kind(**asked)


def check_places(folder: Path, out: Path) -> None:
    """Find out before the games are played whether what they bring can be written."""
    if out.suffix != ".json":
        raise WrongUse(f"--out {out}: name a file that ends in .json, or bots do not find it")
    files.check_writable(out)
    check_folder(folder)


def check_folder(folder: Path) -> None:
    """Find out whether games can be kept there."""
    if folder.exists() and not folder.is_dir():
        raise WrongUse(f"--folder {folder}: that is a file; name a folder")
    files.check_writable(folder / "plan.json" if folder.is_dir() else folder)


class Onlooker:
    """Shows on a terminal how far it is."""

    def __init__(self, say: Phrases, command: str = "tune") -> None:
        self.say, self.command = say, command

    def follow(self, what: str, steps: Iterable[int], total: int) -> None:
        """A bar over games as they are finished."""
        with progress_bar(self.say, self.say(f"{self.command}.{what}")) as progress:
            task = progress.add_task("", total=total)
            for step in steps:
                progress.advance(task, step)

    def fitted(self, round_: int, before: float, after: float) -> None:
        """A line about numbers."""
        shown = {"before": f"{before:.4f}", "after": f"{after:.4f}"}
        aside(self.say("tune.fitted", round=round_, **shown))

    def decided(self, round_: int, share: float, won: float) -> None:
        """A line about matches."""
        shown = {"share": f"{share:.0%}", "won": f"{won:.1%}"}
        aside(self.say("tune.decided", round=round_, **shown))
