"""The commands and their options; each imports what it needs when it is called."""

import functools
import importlib.metadata
import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperGroup

from formicarium.cli.admin import admin_app
from formicarium.cli.faults import FAULT_FOUND, exit_code, one_line
from formicarium.cli.orders import (
    ArenaOrder,
    Components,
    Config,
    Data,
    Figures,
    GameName,
    Language,
    Options,
    Players,
    PlayOrder,
    Position,
    PuzzleOrder,
    ReportOrder,
    Seed,
    SimulateOrder,
    TrainOrder,
    TuneOrder,
    a_file,
)
from formicarium.cli.screen import Paper, complain, tolerate_any_encoding
from formicarium.core.compiled import be_quiet
from formicarium.core.errors import FormicariumError

app = typer.Typer(
    name="formicarium",
    help="A house for ant games: play them, replay them, simulate them.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
components_app = typer.Typer(help="Files that replace the tiles, cards or boards of a game.")
app.add_typer(components_app, name="components")
puzzles_app = typer.Typer(help="Turns with one best end: find them, and prove them again.")
app.add_typer(puzzles_app, name="puzzles")

OF_ITSELF = "make"  # what `backup FILE` is short for


class Backups(TyperGroup):
    """Commands of which one need not be named."""

    def parse_args(self, context: Any, args: list[str]) -> list[str]:
        named = args[:1] and args[0] in {*self.commands, *context.help_option_names}
        return super().parse_args(context, args if named else [OF_ITSELF, *args])


backup_app = typer.Typer(cls=Backups, help="Copies of all games and people, and what is in them.")
app.add_typer(backup_app, name="backup")
app.add_typer(admin_app, name="admin")
daily_app = typer.Typer(help="The game of the day, which is the same in every house.")
app.add_typer(daily_app, name="daily")
gpu_app = typer.Typer(help="The rules on a GPU.")
app.add_typer(gpu_app, name="gpu")

Order = TypeVar("Order")
Done = TypeVar("Done")


def told(kind: type[Order]) -> Callable[[Callable[[Order], Done]], Callable[..., Done]]:
    """Let a command take all its options as one value, whose fields say what they are."""

    def taking(command: Callable[[Order], Done]) -> Callable[..., Done]:
        @functools.wraps(command)
        def run(**options: Any) -> Done:
            return command(kind(**options))

        # Typer reads it; the type checker does not know that functions may have one.
        run.__signature__ = inspect.signature(kind)  # type: ignore[attr-defined]
        return run

    return taking


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code. Whatever goes wrong is said in one line."""
    tolerate_any_encoding()
    be_quiet()  # commands say by themselves what they wait for
    try:
        done = app(arguments, prog_name="formicarium", standalone_mode=False)
        return done if isinstance(done, int) else 0
    except typer.TyperException as error:
        return complain(
            f"{one_line(error.format_message())} (see formicarium --help)", error.exit_code
        )
    except FormicariumError as error:
        return complain(str(error), exit_code(error))
    except MemoryError:
        return complain("not enough memory for that; ask for less at a time", FAULT_FOUND)


def print_version(wanted: bool) -> None:
    if wanted:
        Paper().print(f"formicarium {importlib.metadata.version('formicarium')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def formicarium(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Say which this is."),
    ] = False,
) -> None:
    """Without a command, say which there are."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="One game in full.", show_default=False)
    ] = None,
    language: Language = None,
) -> None:
    """List the games, or the options of one."""
    from formicarium.cli.games import games

    games(game, language)


@app.command()
@told(PlayOrder)
def play(order: PlayOrder) -> int:
    """Play in the terminal, against bots or with others at the same keyboard."""
    from formicarium.cli.play import play

    return play(order)


@app.command()
def serve(
    host: Annotated[
        str | None, typer.Option(help="Where to listen. [default: 127.0.0.1]", show_default=False)
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="0: any that is free. [default: 8000]", show_default=False)
    ] = None,
    data: Data = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
    config: Config = None,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes that answer.")] = 1,
    language: Language = None,
) -> None:
    """Open a house: play in the browser, with friends and against bots."""
    from formicarium.cli.serve import serve

    given = {"host": host, "port": port, "data": data}
    serve(given, config, workers, browser, language)


@backup_app.command(OF_ITSELF)
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")],
    data: Data = None,
    config: Config = None,
    language: Language = None,
) -> None:
    """Copy all games and people of a house into a file; it may stay open meanwhile."""
    from formicarium.cli.serve import backup

    backup(file, config, data, language)


@backup_app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` has written.")],
    language: Language = None,
) -> int:
    """Say what is in a copy, and whether every game in it can be gone on with."""
    from formicarium.cli.serve import verify

    return verify(file, language)


@daily_app.callback()
def daily() -> None:
    """Let `verify` be named even while it is alone."""


@daily_app.command("verify")
def verify_daily(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A game, as replays give it.")],
    day: Annotated[
        str | None, typer.Option(metavar="2026-11-17", help="Else today, by UTC.")
    ] = None,
    language: Language = None,
) -> None:
    """Check that a record is the game of a day, with the same seed and the same bots."""
    from formicarium.cli.daily import verify

    verify(file, day, language)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` has written.")],
    data: Data = None,
    config: Config = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Even if there are games already; they are lost.")
    ] = False,
    language: Language = None,
) -> None:
    """Bring back all games and people from a copy; the house must be closed."""
    from formicarium.cli.serve import restore

    restore(file, config, data, replace, language)


@app.command()
def doctor(
    config: Config = None,
    language: Language = None,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> int:
    """Say whether this installation can be played with, and what to do where not."""
    from formicarium.cli.doctor import doctor

    return doctor(config, language, json)


@app.command()
@told(SimulateOrder)
def simulate(order: SimulateOrder) -> None:
    """Play many games between bots and sum them up."""
    from formicarium.cli.simulate import simulate

    simulate(order)


@app.command()
@told(ArenaOrder)
def arena(order: ArenaOrder) -> int:
    """Let bots meet in pairs on every seat, and rank them; run it again to go on."""
    from formicarium.cli.arena import arena

    return arena(order)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recorded game.")],
    language: Language = None,
    step: Annotated[bool, typer.Option("--step", help="Show every position in turn.")] = False,
    at: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Show the position after N decisions.")
    ] = None,
    components: Components = None,
) -> None:
    """Show a recorded game: its decisions, its positions, its score sheet."""
    from formicarium.cli.replay import replay

    replay(file, language, step, at, components)


@app.command()
def analyse(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A recorded game.")],
    out: Annotated[
        Path | None, a_file("Where the page goes. [default: beside the record]", "FILE.html")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, max=86_400, help="Thinking about each decision. [default: 0.2]"),
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option(min=1, max=1_000_000_000, help="For each decision, instead of seconds."),
    ] = None,
    language: Language = None,
    components: Components = None,
    json: Figures = None,
) -> None:
    """Look at a recorded game again: everybody's chances, turning points, what was better."""
    from formicarium.cli.analyse import analyse

    analyse(record, out, seconds, simulations, language, components, json)


@app.command()
@told(ReportOrder)
def report(order: ReportOrder) -> None:
    """Write a page about a game and what bots do in it: balance, actions, chances, strength."""
    from formicarium.cli.report import report

    report(order)


@app.command()
@told(TuneOrder)
def tune(order: TuneOrder) -> int:
    """Find the numbers by which bots judge a game, from games of theirs; run it again to go on."""
    from formicarium.cli.tune import tune

    return tune(order)


@app.command()
@told(TrainOrder)
def train(order: TrainOrder) -> int:
    """Let a network learn a game from playing against itself; run it again to go on."""
    from formicarium.cli.train import train

    return train(order)


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=1, max=200, help="Decisions to look ahead.")],
    players: Players = None,
    seed: Seed = 0,
    option: Options = None,
    position: Position = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count behind each action.")] = False,
) -> None:
    """Count the ways to play on, to compare one set of rules with another."""
    from formicarium.cli.perft import perft

    perft(game, depth, players, seed, option or (), position, divide)


@app.command()
def examples(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="Write this one here.", show_default=False),
    ] = None,
    language: Language = None,
) -> None:
    """List the examples of the documents, or write one into this folder."""
    from formicarium.cli.examples import examples

    examples(name, language)


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called in code.")],
    language: Language = None,
) -> None:
    """Lay out a folder for a game of your own: a small one that can be played and changed."""
    from formicarium.cli.new_game import new_game

    new_game(name, language)


@components_app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Component files.")],
) -> int:
    """Say whether files can be played with, or everything that is wrong with them."""
    from formicarium.cli.components import check

    return check(files)


@puzzles_app.command("make")
@told(PuzzleOrder)
def make_puzzles(order: PuzzleOrder) -> None:
    """Let bots play, and write down the turns that have one best end."""
    from formicarium.cli.puzzles import make_puzzles

    make_puzzles(order)


@puzzles_app.command("check")
def check_puzzles(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="One game only.", show_default=False)
    ] = None,
    file: Annotated[Path | None, a_file("Of this file, instead of those that come along.")] = None,
    language: Language = None,
) -> int:
    """Try all lines of all puzzles again, and name those that have not one best end."""
    from formicarium.cli.puzzles import check_puzzles

    return check_puzzles(game, file, language)


@app.command()
def bench(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Its name.", show_default="the first")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="Time for each measurement.")] = 3.0,
    rivals: Annotated[bool, typer.Option(help="Measure other simulators beside it.")] = True,
    json: Annotated[Path | None, a_file("Write the figures to this file.")] = None,
) -> int:
    """Measure how fast a game runs, beside other simulators."""
    from formicarium.bench import run
    from formicarium.cli.files import check_writable
    from formicarium.cli.loading import all_games, find_game
    from formicarium.cli.screen import language_here, words

    say = words(language_here(None))
    name = game or next(all_games(say)).name
    find_game(name)
    if json is not None:
        check_writable(json)
    return run(name, seconds, rivals, json)


@app.command()
def engine(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="One game only.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where modules go. [default: into each game]"),
    ] = None,
    language: Language = None,
) -> None:
    """Build the rules and the search of games as WebAssembly, with which the page thinks itself."""
    from formicarium.cli.engine import build_modules

    build_modules(game, out, language)


@gpu_app.callback()
def gpu() -> None:
    """Let `build` be named even while it is alone."""


@gpu_app.command("build")
def build_for_gpu(
    game: GameName,
    out: Annotated[Path, a_file("Where the bundle goes.", "FILE.zip")],
    option: Options = None,
    built_for: Annotated[
        str, typer.Option("--for", metavar="sm_90", help="Which GPUs: their architecture.")
    ] = "sm_90",
    language: Language = None,
) -> None:
    """Build a game for a GPU: a file that runs where only Python, NumPy and a driver are."""
    from formicarium.cli.kernels import build_bundle

    build_bundle(game, out, option or [], built_for, language)


@app.command(hidden=True)
def picture(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="FILE.svg", help="Where to put it.")],
    players: Annotated[int, typer.Option(help="How many play.")] = 3,
    seed: Seed = 11,
    decisions: Annotated[int, typer.Option(min=0, help="How far the game has come.")] = 41,
    width: Annotated[int, typer.Option(min=60, max=200, help="Columns.")] = 100,
    language: Language = "en",
) -> None:
    """Draw a game between bots after some decisions, for the documents."""
    from formicarium.cli.picture import save_picture
    from formicarium.cli.screen import language_here

    save_picture(game, out, players, seed, decisions, width, language_here(language))
