"""A recorded game, looked at again with a search: a page, figures, and the turning points."""

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.text import Text

from formicarium.bots.analysis import Analyst, Moment
from formicarium.cli import files
from formicarium.cli.faults import WrongUse
from formicarium.cli.loading import check_components
from formicarium.cli.screen import Paper, language_here, words
from formicarium.cli.waiting import compiling, interruptible
from formicarium.core.record import Record
from formicarium.core.state import State
from formicarium.core.text import Phrases, phrases
from formicarium.pages.analysis import Step, Story, analysis_page, largest_turns, seat_name
from formicarium.pages.facts import setting
from formicarium.pages.numbers import percent, whole

SECONDS = 0.2  # for each decision, if nothing else is asked for
TOLD = 8  # turning points; all others are on the page


def analyse(
    file: Path,
    out: Path | None,
    seconds: float | None,
    simulations: int | None,
    language: str | None,
    components: Path | None,
    json: Path | None,
) -> None:
    """Look at every decision of a record, and write what was found."""
    say = words(language_here(language))
    check_components(components)
    with files.blamed(file):
        record = Record.load(files.read(file), components)
    out = file.with_suffix(".html") if out is None else out
    check_targets(file, out, json)
    if seconds is not None and simulations is not None:
        raise WrongUse("--seconds goes not with --simulations: choose one of them")
    if seconds is None and simulations is None:
        seconds = SECONDS
    analyst = Analyst(seconds, simulations)
    with compiling(say):
        interruptible(lambda: analyst.prepare(record.game))
    moments = watched(analyst.moments(record), len(record.decisions))
    steps = [*told(record, moments, say.language)]
    facts = [care(analyst, say.language), file.name]
    story = story_of(record, steps, facts, say.language)
    files.write(out, analysis_page(story, say.language))
    if json is not None:
        files.write(json, msgspec.json.encode(figures(record, analyst, moments)).decode() + "\n")
    tell(Paper(), out, steps, record.state.is_over, say)


def check_targets(file: Path, out: Path, json: Path | None) -> None:
    """Find out beforehand whether all can be written, and that nothing falls onto anything else."""
    for target in (out, json):
        if target is not None:
            files.check_writable(target)
    if out.resolve() == file.resolve():
        raise WrongUse(f"{out} is the record itself; name another file for the page with --out")
    files.check_apart("--json", json, file, out)


def watched(moments: Iterator[Moment], decisions: int) -> list[Moment]:
    """All that is found, with a bar that shows how far we are."""
    aside = Paper(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=aside, transient=True, disable=not aside.is_terminal
    ) as progress:
        return [*progress.track(moments, total=decisions)]


# --- What the page is told ------------------------------------------------------------------------


def told(record: Record, moments: Sequence[Moment], language: str) -> Iterator[Step]:
    """Every decision in words."""
    before = record.start()
    for moment, (_, _, after) in zip(moments, record.replay(), strict=True):
        yield Step(
            moment.number,
            moment.seat,
            moment.notation,
            before.action(moment.seat, moment.code).describe(language),
            moment.before,
            moment.after,
            moment.turns,
            moment.better_notation or "",
            in_words(before, moment, language),
            moment.loss,
        )
        before = after


def in_words(state: State, moment: Moment, language: str) -> str:
    """What would have been better, if anything."""
    if moment.better is None:
        return ""
    return state.action(moment.seat, moment.better).describe(language)


def story_of(record: Record, steps: Sequence[Step], facts: Sequence[str], language: str) -> Story:
    """The game with its title, how it began and how it ended; an open game keeps its seed."""
    game, state = phrases(record.game.book.package, language), record.state
    say = phrases("formicarium.pages", language)
    seed = record.seed if state.is_over else None
    return Story(
        game("title"),
        [*setting(record.game, seed, say), *facts],
        [game.count("score", points) for points in state.scores()],
        state.winners(),
        state.is_over,
        steps,
    )


def care(analyst: Analyst, language: str) -> str:
    """How long every decision was thought about."""
    say = phrases("formicarium.pages", language)
    if analyst.simulations is not None:
        return say("facts.simulations", n=whole(analyst.simulations, say))
    assert analyst.seconds is not None
    return say("facts.seconds", n=f"{analyst.seconds:g}".replace(".", say("numbers.point")))


# --- Figures and words ----------------------------------------------------------------------------


def figures(record: Record, analyst: Analyst, moments: Sequence[Moment]) -> dict[str, Any]:
    """All that was found, for other programs; the record itself holds the rest."""
    game, state = record.game, record.state
    return {
        "formicarium": version("formicarium"),
        "game": game.name,
        "players": game.players,
        "options": game.options,
        "finished": state.is_over,
        "scores": state.scores(),
        "winners": state.winners(),
        "seconds": analyst.seconds,
        "simulations": analyst.simulations,
        "moments": [{**msgspec.to_builtins(moment), "turns": moment.turns} for moment in moments],
    }


def tell(paper: Paper, out: Path, steps: Sequence[Step], is_over: bool, say: Phrases) -> None:
    """Where the page is, and where the game turned: the largest turns, in their order."""
    turns = [step for step in steps if step.turns]
    key = "analyse.written" if is_over else "analyse.unfinished"
    paper.print(Text(say(key, file=out, turns=len(turns))), soft_wrap=True)
    for step in largest_turns(steps, TOLD):
        paper.print(Text(turn_told(step, say)), soft_wrap=True)
    if len(turns) > TOLD:
        paper.print(Text(say("analyse.more", n=len(turns) - TOLD), "dim"))


def turn_told(step: Step, say: Phrases) -> str:
    """A turning point in one line."""
    numbers = phrases("formicarium.pages", say.language)
    line = say(
        "analyse.turn",
        number=step.number,
        seat=seat_name(step.seat, numbers),
        words=step.words,
        before=percent(step.before[step.seat], numbers),
        after=percent(step.after[step.seat], numbers),
    )
    return f"{line}; {say('analyse.better', words=step.better)}" if step.better else line
