"""A bar that shows how far many games have come, and how long the rest will take."""

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from formicarium.cli.screen import Paper
from formicarium.core.text import Phrases


class Rate(ProgressColumn):
    """Games per second."""

    def __init__(self, say: Phrases) -> None:
        super().__init__()
        self.say = say

    def render(self, task: Task) -> Text:
        """The speed, once there is one."""
        digits = 0 if (task.speed or 0) >= 10 else 1
        return Text(self.say("simulate.rate", n=f"{task.speed:,.{digits}f}") if task.speed else "")


def progress_bar(say: Phrases, title: str = "") -> Progress:
    """The bar, which is shown where someone looks at it."""
    aside = Paper(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), Rate(say), TimeRemainingColumn())
    titles = [TextColumn(title)] if title else []
    return Progress(*titles, *columns, console=aside, transient=True, disable=not aside.is_terminal)
