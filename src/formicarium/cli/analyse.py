"""A recorded game, looked at again with a search: a page, figures, and the turning points."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.text import Text

from formicarium.analysis.analyst import Analyst, Moment
from formicarium.analysis.stories import care, figures, steps_of, story_of
from formicarium.cli import files
from formicarium.cli.faults import WrongUse
from formicarium.cli.loading import check_components
from formicarium.cli.screen import Paper, language_here, words
from formicarium.cli.waiting import compiling, interruptible
from formicarium.core.record import Record
from formicarium.core.text import Phrases, phrases
from formicarium.pages.analysis import StoryStep, analysis_page, largest_turns, seat_name
from formicarium.pages.numbers import percent

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
    steps = [*steps_of(record, moments, say.language)]
    facts = [care(seconds, simulations, say.language), file.name]
    story = story_of(record, steps, facts, say.language)
    files.write(out, analysis_page(story, say.language))
    if json is not None:
        found = figures(record, moments, seconds, simulations)
        files.write(json, msgspec.json.encode(found).decode() + "\n")
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


def tell(paper: Paper, out: Path, steps: Sequence[StoryStep], is_over: bool, say: Phrases) -> None:
    """Where the page is, and where the game turned: the largest turns, in their order."""
    turns = [step for step in steps if step.turns]
    key = "analyse.written" if is_over else "analyse.unfinished"
    paper.print(Text(say(key, file=out, turns=len(turns))), soft_wrap=True)
    for step in largest_turns(steps, TOLD):
        paper.print(Text(turn_told(step, say)), soft_wrap=True)
    if len(turns) > TOLD:
        paper.print(Text(say("analyse.more", n=len(turns) - TOLD), "dim"))


def turn_told(step: StoryStep, say: Phrases) -> str:
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
