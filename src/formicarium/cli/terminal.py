"""A table at this terminal: a game in play, who sits there, and what it looks like."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.columns import Columns
from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from formicarium.analysis.explaining import BEST
from formicarium.bots.referee import Player
from formicarium.cli.loading import HUMAN
from formicarium.cli.screen import words
from formicarium.cli.sheet import score_sheet
from formicarium.core.drawing import picture
from formicarium.core.record import Record
from formicarium.core.state import Action, State
from formicarium.core.text import Phrases, phrases

LONG_LIST = 16  # actions
THINKING = 1.0  # seconds about a hint


class TerminalTable:
    """A record that is being played, with a person or a bot on every seat."""

    def __init__(self, record: Record, seats: Sequence[str], seed: int, language: str) -> None:
        self.record = record
        self.seats = seats
        self.players = {
            seat: Player(name, seat, seed) for seat, name in enumerate(seats) if name != HUMAN
        }
        for player in self.players.values():
            player.prepare(record.game)
        self.language = language
        self.say = words(language)
        self.log = [action.describe(language) for _, action, _ in record.replay()]  # in words
        # How much of the log each seat has been told, and how much it may know by now: what others
        # have decided since it must decide itself stays hidden from it.
        self.told = [len(self.log)] * len(seats)
        self.known = [len(self.log)] * len(seats)

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.record.state

    def is_human(self, seat: int) -> bool:
        return self.seats[seat] == HUMAN

    # --- Decisions --------------------------------------------------------------------------------

    def decide(self, seat: int, code: int) -> None:
        """Play an action, and remember it in words."""
        sentence = self.state.action(seat, code).describe(self.language)
        waiting = self.state.to_act
        self.record.play(seat, code)
        self.log.append(sentence)
        self.told[seat] = self.known[seat]
        for other in self.state.to_act:
            if other not in waiting:
                self.known[other] = len(self.log)

    def let_bot_decide(self, seat: int) -> None:
        number = len(self.record.decisions)
        self.decide(seat, self.players[seat].decide(self.state, number))

    def undo(self) -> bool:
        """Take the last decision back, if a person took it and nothing has happened since."""
        seat = self.record.decisions[-1][0] if self.record.decisions else 0
        if not self.is_human(seat) or not self.record.can_undo(seat):
            return False
        self.record.undo(seat)
        self.log.pop()
        self.known = [min(known, len(self.log)) for known in self.known]
        return True

    # --- Words ------------------------------------------------------------------------------------

    def labels(self) -> list[str]:
        """What the seats are called: people by what they are, bots by their names."""
        person = self.say("play.you" if self.seats.count(HUMAN) == 1 else "play.human")
        names = [person if name == HUMAN else name for name in self.seats]
        return [f"{number} {name}" for number, name in enumerate(names, 1)]

    def label(self, seat: int) -> Text:
        return Text.assemble((self.labels()[seat], "bold"))

    def news(self, seat: int) -> Iterator[Text]:
        """What the others have decided since a player's last decision."""
        new = slice(self.told[seat], self.known[seat])
        recent = zip(self.record.decisions[new], self.log[new], strict=True)
        others = [entry for entry in recent if entry[0][0] != seat]
        for other, decisions in groupby(others, key=lambda entry: entry[0][0]):
            sentences = ". ".join(sentence for _, sentence in decisions)
            yield self.label(other) + Text(f"  {sentences}.")

    # --- The screen -------------------------------------------------------------------------------

    def screen(self, seat: int) -> Iterator[RenderableType]:
        """All that a player needs for her decision."""
        yield heading(self.record, self.say)
        yield self.standings()
        yield picture(self.state, seat, self.language)
        yield Text()
        news = [*self.news(seat)]
        yield from [*news, Text()] if news else []
        yield action_list(self.state.actions(seat), self.language)

    def final_screen(self) -> Iterator[RenderableType]:
        """How it ended."""
        yield heading(self.record, self.say)
        yield picture(self.state, None, self.language)
        yield score_sheet(self.state, self.labels(), self.language)
        yield outcome(self.state, self.labels(), self.say)

    def standings(self) -> Text:
        """Everybody's points as they would be now, and who has to decide."""
        return Text("   ").join(
            Text("▶ " if seat in self.state.to_act else "") + self.label(seat) + Text(f" {points}")
            for seat, points in enumerate(self.state.scores())
        )


def heading(record: Record, say: Phrases) -> Rule:
    """The title of the game, and at its end the seed to play it again: before, it is a secret."""
    title = phrases(record.game.book.package, say.language)("title")
    told = record.seed is not None and record.state.is_over
    seed = f" {say('play.seed', seed=record.seed)}" if told else ""
    return Rule(Text.assemble((title, "bold"), (seed, "dim")), align="left", style="dim")


def action_list(actions: Sequence[Action], language: str) -> RenderableType:
    """Every action with the number that chooses it; many of them side by side."""
    if len(actions) > LONG_LIST:
        return Columns(
            [
                Text.assemble(
                    (f"{number:>3}  ", "bold"),
                    (f"{action.text}  ", "cyan"),
                    action.describe(language),
                )
                for number, action in enumerate(actions, 1)
            ],
            padding=(0, 2),
            column_first=True,
        )
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(justify="right", style="bold", no_wrap=True)
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column()
    for number, action in enumerate(actions, 1):
        grid.add_row(str(number), action.text, action.describe(language))
    return grid


def hint_list(state: State, seat: int, language: str) -> RenderableType:
    """What looks best, with chances, points and reasons."""
    say, game = words(language), phrases(state.game.book.package, language)
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column()
    for hint in state.hint(seat, THINKING, language)[:BEST]:
        points = game.count("score", round(hint.points))
        chance = say("play.chance", chance=round(100 * hint.chance), points=points)
        told = [hint.action.describe(language), chance, *hint.reasons]
        grid.add_row(hint.action.text, "\n   ".join(told))
    return grid


def outcome(state: State, labels: Sequence[str], say: Phrases) -> Text:
    """Who has won."""
    winners = state.winners()
    told = ", ".join(labels[seat] for seat in winners)
    key = "outcome.victory" if len(winners) == 1 else "outcome.shared"
    game = phrases(state.game.book.package, say.language)
    points = game.count("score", state.scores()[winners[0]])
    return Text(say(key, winners=told, points=points), "bold")
