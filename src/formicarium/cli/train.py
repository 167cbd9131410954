"""Letting a network learn a game from playing against itself."""

import msgspec
from rich.text import Text

from formicarium.arena.training.loop import (
    CHAMPION,
    TrainingPlan,
    TrainingRound,
    read_rounds,
)
from formicarium.arena.training.loop import train as learn
from formicarium.bots.learned import read_network
from formicarium.cli import files
from formicarium.cli.faults import INTERRUPTED, advising_fewer_workers
from formicarium.cli.loading import find_game
from formicarium.cli.orders import TrainOrder
from formicarium.cli.screen import Paper, aside, language_here, words
from formicarium.cli.tune import Onlooker, check_folder, plan_of
from formicarium.cli.waiting import compiling, interruptible
from formicarium.core.text import Phrases, phrases
from formicarium.pages.balance import Subject
from formicarium.pages.training import ChampionShown, RoundShown, training_page

PAGE = "training.html"


def train(order: TrainOrder) -> int:
    """Play and learn for some minutes, and write what came of it; the exit code."""
    say = words(language_here(order.language))
    find_game(order.game)
    plan = plan_of(TrainingPlan, order, f"train-{order.game}")
    check_folder(plan.folder)
    try:
        with compiling(say), advising_fewer_workers():
            interruptible(plan.rehearse)
        if [*read_rounds(plan.folder)]:
            aside(say("tune.resumed", folder=plan.folder))
        with advising_fewer_workers():
            learn(plan, TrainingOnlooker(say, plan))
    except KeyboardInterrupt:
        aside(say("tune.interrupted", folder=plan.folder))
        return INTERRUPTED
    write_page(plan, say, is_done=True)
    told = say("train.written", file=plan.folder / CHAMPION, page=plan.folder / PAGE)
    Paper().print(Text(told), soft_wrap=True)
    return 0


class TrainingOnlooker(Onlooker):
    """Shows on a terminal how far it is, and keeps the page up to date."""

    def __init__(self, say: Phrases, plan: TrainingPlan) -> None:
        super().__init__(say, "train")
        self.plan = plan

    def learned(self, number: int, found: TrainingRound) -> None:
        """A line about a round."""
        shown = {
            "by_hand": f"{found.by_hand:.4f}",
            "after": f"{found.after:.4f}",
            "won": f"{found.won:.1%}",
            "error": f"{found.error:.1%}",
        }
        aside(self.say("train.learned", round=number, **shown))
        write_page(self.plan, self.say)


def write_page(plan: TrainingPlan, say: Phrases, is_done: bool = False) -> None:
    """The page about all rounds so far."""
    rounds = [*read_rounds(plan.folder)]
    shown = [
        RoundShown(
            one.games, one.by_hand, one.after, one.won, one.error, one.best == f"network-{n}.npz"
        )
        for n, one in enumerate(rounds, 1)
    ]
    champion = None
    if is_done:
        found = read_network(plan.game, plan.folder / CHAMPION).card.found
        met = found["against_hand"]
        champion = ChampionShown(met["won"], met["error"], met["matches"], found["seconds"])
    package, facts = find_game(plan.game).package, msgspec.to_builtins(plan.header)
    told = [f"{name}: {value}" for name, value in facts.items() if name != "sources"]
    title = phrases(package, say.language)("title")
    page = training_page(Subject(title, package, told), shown, champion, say.language)
    files.write(plan.folder / PAGE, page)
