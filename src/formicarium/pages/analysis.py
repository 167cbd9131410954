"""The page about one game: who stood how after every decision, and where it turned."""

from collections.abc import Sequence
from dataclasses import dataclass

from formicarium.core.text import Phrases, phrases
from formicarium.pages import charts
from formicarium.pages.markup import NOTHING, Markup, element, joined
from formicarium.pages.numbers import change, percent, whole
from formicarium.pages.page import figure, folded, page, paragraph, section, table

MARKED = 24  # turning points in a chart; in a long game more would hide it


@dataclass(frozen=True)
class StoryStep:
    """One decision in words, and everybody's chances of winning before and after it."""

    number: int  # counted from 1
    seat: int
    notation: str
    words: str
    before: Sequence[float]
    after: Sequence[float]
    turns: bool = False  # whether the game took another way here
    better_notation: str = ""
    better: str = ""  # what promised clearly more, in words; empty if nothing did
    loss: float = 0.0  # the chance that was given away by not doing that

    @property
    def swing(self) -> float:
        """The largest change of anybody's chance."""
        return max(abs(new - old) for old, new in zip(self.before, self.after, strict=True))

    @property
    def is_worth_a_look(self) -> bool:
        """Whether something was decided here."""
        return self.turns or bool(self.better)


@dataclass(frozen=True)
class Story:
    """A game that was looked at again."""

    title: str  # the game's name
    facts: Sequence[str]
    scores: Sequence[str]  # of each seat, in the game's own words
    winners: Sequence[int]
    is_over: bool
    steps: Sequence[StoryStep]


def analysis_page(story: Story, language: str) -> str:
    """The whole page as HTML."""
    say = phrases("formicarium.pages", language)
    title = say("analysis.title", game=story.title)
    sections = [_outcome(story, say)]
    if story.steps:
        sections += [_course(story, say), _turns(story, say), _all(story, say)]
    return page(title, story.facts, sections, say)


def largest_turns(steps: Sequence[StoryStep], most: int) -> list[StoryStep]:
    """The turning points that changed most, in the order of the game."""
    turns = sorted((step for step in steps if step.turns), key=lambda step: -step.swing)
    return sorted(turns[:most], key=lambda step: step.number)


def seat_name(seat: int, say: Phrases) -> str:
    """What a seat is called: players count from 1."""
    return say("seat", n=seat + 1)


# --- Sections -------------------------------------------------------------------------------------


def _outcome(story: Story, say: Phrases) -> Markup:
    """Who has won, with how many points, and who has given away how much."""
    note = NOTHING if story.is_over else paragraph(say("analysis.unfinished"), "note")
    if not story.steps:
        note = joined(note, paragraph(say("analysis.nothing"), "note"))
    rows = [_seat_row(story, seat, say) for seat in range(len(story.scores))]
    columns = ("seat", "score", "mistakes", "largest", "each")
    headings = [say(f"analysis.{name}") for name in columns]
    key = "analysis.result" if story.is_over else "analysis.so_far"
    lead = paragraph(_verdict(story, say), "lead") if story.is_over else NOTHING
    return section(say(key), lead, note, table(headings, rows, numeric=(1, 2, 3, 4)))


def _verdict(story: Story, say: Phrases) -> str:
    names = say("and").join(seat_name(seat, say) for seat in story.winners)
    key = "analysis.won" if len(story.winners) == 1 else "analysis.shared"
    return say(key, winners=names, points=story.scores[story.winners[0]])


def _seat_row(story: Story, seat: int, say: Phrases) -> list[object]:
    own = [step for step in story.steps if step.seat == seat]
    slips = [step.loss for step in own if step.better]
    name: object = seat_name(seat, say)
    if seat in story.winners:
        name = element("span", name, class_="best")
    return [
        name,
        story.scores[seat],
        whole(len(slips), say),
        percent(max(slips, default=0.0), say),
        percent(sum(slips) / max(len(own), 1), say, 1),
    ]


def _course(story: Story, say: Phrases) -> Markup:
    """The chances of winning over the whole game."""
    steps, seats = story.steps, range(len(story.scores))
    courses = [[steps[0].before[seat], *(step.after[seat] for step in steps)] for seat in seats]
    frame = charts.Frame(
        charts.Axis(
            say("analysis.decisions"),
            0,
            len(steps),
            charts.ticks(0, len(steps), 8, least=1),
            lambda value: whole(value, say),
        ),
        charts.Axis(
            say("analysis.chance"), 0, 1, charts.ticks(0, 1, 5), lambda share: percent(share, say)
        ),
        height=340,
        top=54,
    )
    tips = charts.tips(frame, [_told(step, say) for step in steps], first=1)
    marks = charts.marks(frame, [_mark(step, say) for step in largest_turns(steps, MARKED)])
    drawn = charts.lines(frame, courses, say("analysis.course"), tips, marks)
    legend = charts.legend([seat_name(seat, say) for seat in seats])
    return section(
        say("analysis.course"), figure(drawn, legend, say("analysis.how_to_read_the_chart"))
    )


def _mark(step: StoryStep, say: Phrases) -> charts.Mark:
    return charts.Mark(
        step.seat,
        step.number,
        step.after[step.seat],
        str(step.number),
        _told(step, say),
        f"#decision-{step.number}",
    )


def _told(step: StoryStep, say: Phrases) -> str:
    """A decision in a few lines."""
    chances = " · ".join(
        f"{seat_name(seat, say)} {percent(chance, say)}" for seat, chance in enumerate(step.after)
    )
    return f"{step.number}  {seat_name(step.seat, say)}: {step.words}\n{chances}"


def _turns(story: Story, say: Phrases) -> Markup:
    """What turned the game, and what would have been better."""
    steps = [step for step in story.steps if step.is_worth_a_look]
    heading = say("analysis.turns")
    if not steps:
        return section(heading, paragraph(say("analysis.no_turns")))
    columns = ("number", "who", "played", "before", "after", "change", "better", "loss")
    rows = [_turn_row(step, say) for step in steps]
    anchors = [f"decision-{step.number}" for step in steps]
    headings = [say(f"analysis.{name}") for name in columns]
    listed = table(headings, rows, numeric=(0, 3, 4, 5, 7), anchors=anchors, class_="cards")
    return section(heading, paragraph(say("analysis.how_to_read_turns"), "note"), listed)


def _turn_row(step: StoryStep, say: Phrases) -> list[object]:
    better = _action(step.better, step.better_notation) if step.better else "–"
    return [
        _number(step),
        seat_name(step.seat, say),
        _action(step.words, step.notation),
        *_chances(step, say),
        better,
        percent(step.loss, say) if step.better else "–",
    ]


def _all(story: Story, say: Phrases) -> Markup:
    """Every decision, for those who want to know."""
    columns = ("number", "who", "played", "before", "after", "change")
    rows = [
        [
            _number(step),
            seat_name(step.seat, say),
            _action(step.words, step.notation),
            *_chances(step, say),
        ]
        for step in story.steps
    ]
    headings = [say(f"analysis.{name}") for name in columns]
    listed = table(headings, rows, numeric=(0, 3, 4, 5), class_="cards")
    summary = say("analysis.list_all", n=whole(len(rows), say))
    return section(say("analysis.all"), folded(summary, listed))


# --- Cells ----------------------------------------------------------------------------------------


def _number(step: StoryStep) -> Markup:
    """The number of a decision, with a sign where the game turned."""
    return element("span", f"◆ {step.number}" if step.turns else str(step.number))


def _chances(step: StoryStep, say: Phrases) -> list[str]:
    """The chance of winning of whoever decided: before, after, and the difference."""
    before, after = step.before[step.seat], step.after[step.seat]
    return [percent(before, say), percent(after, say), change(after - before, say)]


def _action(words: str, notation: str) -> Markup:
    return element("span", words, " ", element("code", notation), class_="words")
