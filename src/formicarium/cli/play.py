"""Playing at this terminal, against bots or with others at the same keyboard."""

import contextlib
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from formicarium.cli import files
from formicarium.cli.faults import INTERRUPTED, WrongUse
from formicarium.cli.loading import (
    HUMAN,
    OPPONENT,
    RANDOM,
    check_bot,
    check_components,
    find_game,
    load_game,
    names_in,
)
from formicarium.cli.orders import PlayOrder
from formicarium.cli.screen import Paper, language_here, words
from formicarium.cli.sheet import score_sheet
from formicarium.cli.terminal import TerminalTable, hint_list
from formicarium.cli.waiting import compiling, interruptible
from formicarium.core.errors import BadPosition
from formicarium.core.game import Game
from formicarium.core.options import check_seed
from formicarium.core.record import Record
from formicarium.core.rulebook import Rulebook
from formicarium.core.text import phrases

COMMANDS = ("?", "table", "score", "hint", "undo", "save", "quit")


def play(order: PlayOrder) -> int:
    """Play a game in the terminal; the exit code."""
    say = words(language_here(order.language))
    seed = secrets.randbits(64) if order.seed is None else int(check_seed(order.seed))
    sitting, file = names_in(order.seat or ()), order.record or order.resume
    if order.resume is not None:
        check_alone(order, order.resume)
    if file is not None:
        files.check_writable(file)
    with compiling(say):
        if order.resume is not None:
            record = recorded(order.game, order.resume, order.components)
        else:
            record = begun(order, len(sitting), seed)
        sitting = seated(record.game, sitting)
        interruptible(lambda: rehearse(record.game, sitting))
        table = TerminalTable(record, sitting, seed, say.language)
    return Host(table, Paper()).receive(file)


def begun(order: PlayOrder, named: int, seed: int) -> Record:
    """A new game: from its setup, or from a position in a file."""
    players, position = order.players, order.position
    if players is None and position is None:
        players = usual_players(find_game(order.game), named)
    document: Any = None if position is None else files.read_json(position, BadPosition)
    game = load_game(order.game, players, order.option or (), order.components, document)
    with files.blamed(position):
        return Record(game, seed) if position is None else Record(game, position=document)


def recorded(name: str, file: Path, components: Path | None) -> Record:
    """The game in a file, as far as it was played."""
    find_game(name)
    check_components(components)
    with files.blamed(file):
        record = Record.load(files.read(file), components)
    if record.game.name != name:
        raise WrongUse(f"{file} holds a game of {record.game.name}, not of {name}")
    return record


def check_alone(order: PlayOrder, resumed: Path) -> None:
    """What a recorded game says by itself cannot be said again."""
    said = {
        "--players": order.players,
        "--seed": order.seed,
        "--option": order.option or None,
        "--position": order.position,
    }
    for option, value in said.items():
        if value is not None:
            raise WrongUse(f"{option} goes not with --resume: {resumed} says it already")


def usual_players(book: Rulebook, seats: int) -> int:
    """How many play when nobody says: as many as seats are named, if the game allows it."""
    return seats if seats >= book.players[0] else book.usual_players or book.players[0]


def seated(game: Game, seats: Sequence[str]) -> list[str]:
    """Who sits where: those named, and bots on all other seats; nobody named, one person."""
    if len(seats) > game.players:
        raise WrongUse(f"--seat names {len(seats)} seats; the game has {game.players}")
    named = [name if name == HUMAN else check_bot(name) for name in seats or [HUMAN]]
    return named + [OPPONENT] * (game.players - len(named))


def rehearse(game: Game, seats: Sequence[str]) -> None:
    """Let every bot decide once in a game that nobody sees: nobody waits for the compiler later."""
    bots = [RANDOM if name == HUMAN else name for name in seats]
    rehearsal = TerminalTable(Record(game, 0), bots, 0, "en")
    while {seat for seat, _ in rehearsal.record.decisions} < {*range(game.players)}:
        rehearsal.let_bot_decide(rehearsal.state.to_act[0])
    rehearsal.state.breakdown()


class Host:
    """Asks the people at a table, and shows them what they want to see."""

    def __init__(self, table: TerminalTable, paper: Paper) -> None:
        self.table = table
        self.paper = paper
        self.say = table.say
        self.playing = True
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 (gives `input` its line editing)

    def receive(self, file: Path | None) -> int:
        """Play until the end of the game or the players' patience; keep the record."""
        code = 0
        try:
            self.play()
        except EOFError:
            self.paper.print()
        except KeyboardInterrupt:
            self.paper.print()
            code = INTERRUPTED
        if file is not None:
            files.write(file, self.table.record.dump())
            self.paper.print(Text(self.say("play.saved", file=file), "dim"))
        return code

    def play(self) -> None:
        """Play to the end, or until a player leaves."""
        table = self.table
        while self.playing and not table.state.is_over:
            seat = table.state.to_act[0]
            if table.is_human(seat):
                self.show(seat)
                self.ask(seat)
            else:
                table.let_bot_decide(seat)
                self.report(seat)
        if table.state.is_over:
            self.paper.clear()
            self.paper.lay_out(table.final_screen())

    def show(self, seat: int) -> None:
        self.paper.clear()
        self.paper.lay_out(self.table.screen(seat))
        self.paper.print(Text(self.say("play.commands"), "dim"))

    def report(self, seat: int) -> None:
        """Tell at once what a bot did, where no person will be told in her turn."""
        if HUMAN not in self.table.seats:
            self.paper.print(self.table.label(seat), Text(self.table.log[-1]))

    # --- Questions and answers --------------------------------------------------------------------

    def ask(self, seat: int) -> None:
        """Ask a player until the table has changed or she leaves."""
        while not self.understood(seat, self.read(seat)):
            pass

    def read(self, seat: int) -> str:
        """A line from a player; what comes through a pipe is shown as if it were typed."""
        answer = input(f"{self.table.label(seat)} › ").strip()
        if not sys.stdin.isatty():
            self.paper.print(Text(answer))
        return answer

    def understood(self, seat: int, answer: str) -> bool:
        """Do what a player says; whether the table has to be shown anew."""
        command, _, rest = answer.partition(" ")
        if command.lower() == "hint":
            self.paper.print(hint_list(self.table.state, seat, self.table.language))
            return False
        if command.lower() in COMMANDS:
            return self.obey(command.lower(), rest.strip())
        return bool(answer) and self.decided(seat, answer)

    def decided(self, seat: int, answer: str) -> bool:
        """Play the action of that number or notation; whether it could be played."""
        state = self.table.state
        codes = state.codes(seat)
        numbered = {str(number): code for number, code in enumerate(codes, 1)}
        code = numbered.get(answer, state.code_of(answer))
        if code is None:
            self.complain(self.say("play.unknown", answer=answer, count=len(codes)))
        elif code not in codes:
            self.complain(self.refusal(seat, code))
        else:
            self.table.decide(seat, code)
        return code in codes

    def refusal(self, seat: int, code: int) -> str:
        """Why an action is illegal, in the language of the table, and by which rule."""
        state = self.table.state
        book = state.game.book
        refusal = book.refusal(state.game.parts_row, state.row, seat, code)
        reason = phrases(book.package, self.table.language)(refusal.phrase, **refusal.values)
        return f"{reason} ({refusal.rule})"

    def complain(self, message: str) -> None:
        self.paper.print(Text(message, "yellow"))

    # --- Commands ---------------------------------------------------------------------------------

    def obey(self, command: str, rest: str) -> bool:
        """Do what is not an action of the game; whether the table has to be shown anew."""
        if command == "quit":
            self.playing = False
        elif command == "undo" and not self.table.undo():
            self.complain(self.say("play.no_undo"))
            return False
        elif command == "save":
            self.save(rest)
        elif command == "score":
            table = self.table
            self.paper.print(score_sheet(table.state, table.labels(), table.language))
        elif command == "?":
            self.help()
        return command in ("quit", "undo", "table")

    def save(self, name: str) -> None:
        """Write the record; the game goes on even if that fails."""
        if not name:
            self.complain(self.say("play.save_where"))
            return
        try:
            files.write(Path(name), self.table.record.dump())
            self.paper.print(Text(self.say("play.saved", file=name)))
        except WrongUse as error:
            self.complain(str(error))

    def help(self) -> None:
        grid = Grid.grid(padding=(0, 2))
        for command in ("number", "notation", *COMMANDS):
            key = "help" if command == "?" else command
            grid.add_row(Text(self.say(f"help.{key}.name"), "cyan"), self.say(f"help.{key}.text"))
        self.paper.print(grid)
