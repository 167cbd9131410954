"""What the commands may be told: kinds of options, and for those with many one value of all."""

from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer


def installed_games(incomplete: str) -> list[str]:
    """The names that a shell may complete."""
    names = entry_points(group="formicarium.games").names
    return sorted(name for name in names if name.startswith(incomplete))


def a_file(about: str, metavar: str = "FILE") -> Any:
    """An option that names a file."""
    return typer.Option(metavar=metavar, help=about)


def a_number(about: str, most: int, least: int = 1) -> Any:
    """An option that says how many."""
    return typer.Option(min=least, max=most, help=about)


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="Its name, as `games` lists it.", autocompletion=installed_games
    ),
]
Players = Annotated[int | None, typer.Option(help="How many play.", show_default=False)]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=CHOICE", help="An option of the game; may be repeated."),
]
Components = Annotated[Path | None, a_file("Play with the components in this file.")]
Language = Annotated[
    str | None, typer.Option(metavar="en|de|fr", help="Else that of LC_ALL or LANG.")
]
Position = Annotated[Path | None, a_file("Begin with the position in this file.")]
Data = Annotated[
    Path | None, a_file("Where games are kept. [default: the user's data folder]", "DIR")
]
Config = Annotated[Path | None, a_file("Settings; else formicarium.toml there.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same result.")]
Workers = Annotated[
    int | None,
    typer.Option(min=1, max=1024, help="Processes to share the work. [default: one per processor]"),
]
MatchRows = Annotated[Path | None, a_file("Write a row per game: FILE.parquet. More go on there.")]
Figures = Annotated[Path | None, a_file("Write the figures to this file, too.")]


class PlayOrder(NamedTuple):
    """A game at this terminal."""

    game: GameName
    players: Players = None
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="human|BOT",
            help="Who sits on the next seat; may be repeated. Other seats are for bots.",
        ),
    ] = None
    seed: Annotated[int | None, typer.Option(help="Repeat the game of that seed.")] = None
    language: Language = None
    option: Options = None
    components: Components = None
    record: Annotated[Path | None, a_file("Keep the game in this file.")] = None
    position: Position = None
    resume: Annotated[Path | None, a_file("Go on with the game recorded in this file.")] = None


class SimulateOrder(NamedTuple):
    """Many games between bots."""

    game: GameName
    games: Annotated[int, a_number("How many games to play.", 100_000_000)]
    players: Players = None
    bots: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="One for all seats, or one for each. [default: random]"),
    ] = None
    seed: Seed = 0
    option: Options = None
    components: Components = None
    out: Annotated[Path | None, a_file("Write a row per game: FILE.json or FILE.parquet.")] = None
    positions: Annotated[
        Path | None, a_file("Write a row per decision, for research: FILE.parquet.")
    ] = None
    workers: Annotated[int, a_number("Processes to share the work.", 1024)] = 1


class ArenaOrder(NamedTuple):
    """A tournament between bots."""

    game: GameName
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="Two bots or more, as `games` lists them.")
    ]
    players: Players = None
    games: Annotated[int, a_number("Games of every pair, in whole rounds.", 10_000_000)] = 100
    seed: Seed = 0
    option: Options = None
    components: Components = None
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, max=86_400, help="Time for each decision.", show_default=False),
    ] = None
    out: MatchRows = None
    json: Annotated[Path | None, a_file("Write the figures; - prints them.")] = None
    workers: Workers = None
    cluster: Annotated[bool, typer.Option("--cluster", help="Play on a Ray cluster.")] = False
    address: Annotated[
        str | None, typer.Option(help="Which cluster; else that of this machine, or a new one.")
    ] = None


class ReportOrder(NamedTuple):
    """A page about a game, and what bots do in it."""

    game: GameName
    players: Players = None
    seed: Seed = 0
    option: Options = None
    components: Components = None
    games: Annotated[int, a_number("Games among equals, and for each doubling.", 1_000_000)] = 200
    bots: Annotated[str, typer.Option(metavar="BOT", help="Who sits on all seats.")] = "greedy"
    doublings: Annotated[
        int, a_number("How often to double the time for thinking.", 16, least=0)
    ] = 4
    language: Language = None
    out: Annotated[
        Path | None, a_file("Where the page goes. [default: GAME-PLAYERS.html]", "FILE.html")
    ] = None
    workers: Workers = None
    json: Figures = None


class TuneOrder(NamedTuple):
    """A judgement of positions, found by games of bots."""

    game: GameName
    quick: Annotated[int, a_number("Games of greedy bots in each round.", 100_000_000)] = 2400
    thoughtful: Annotated[int, a_number("Games of a search, likewise.", 10_000_000)] = 480
    simulations: Annotated[int, a_number("How much that search thinks.", 1_000_000)] = 150
    matches: Annotated[int, a_number("Games that decide whether it got better.", 10_000_000)] = 400
    rounds: Annotated[int, a_number("Rounds; 0: only how chances are told.", 1000, least=0)] = 4
    seed: Seed = 0
    workers: Workers = None
    folder: Annotated[
        Path | None, a_file("Where all games are kept. [default: tune-GAME]", "DIR")
    ] = None
    out: Annotated[
        Path | None, a_file("The judgement. [default: GAME-judgement.json]", "FILE.json")
    ] = None
    begin: Annotated[
        str, typer.Option(metavar="NAME", help="The judgement to begin with, or a FILE.json.")
    ] = "fitted"
    language: Language = None


class TrainOrder(NamedTuple):
    """A network, learned by playing against itself."""

    game: GameName
    minutes: Annotated[
        float, typer.Option(min=0.01, max=100_000, help="How long, rounded up to whole rounds.")
    ] = 60.0
    device: Annotated[
        str, typer.Option(metavar="cpu|cuda", help="On what it learns; cuda needs PyTorch.")
    ] = "cpu"
    games: Annotated[int, a_number("Games of each round, of all tables.", 100_000_000)] = 3000
    simulations: Annotated[
        int, a_number("Of each decision; of deciding games 16 times as many.", 2000)
    ] = 4
    matches: Annotated[int, a_number("Games that decide between two networks.", 10_000_000)] = 1000
    epochs: Annotated[int, a_number("How often all positions are gone through.", 1000)] = 2
    seed: Seed = 0
    workers: Workers = None
    folder: Annotated[
        Path | None, a_file("Where all of it is kept. [default: train-GAME]", "DIR")
    ] = None
    begin: Annotated[
        str, typer.Option(metavar="NAME", help="The judgement to correct, or a FILE.json.")
    ] = "fitted"
    language: Language = None


class PuzzleOrder(NamedTuple):
    """Puzzles, found in games of bots."""

    game: GameName
    seed: Seed = 0
    puzzles: Annotated[int, typer.Option(min=1, max=10_000, help="How many.")] = 160
    games: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="Games to look for them in, at most.")
    ] = 1000
    theme: Annotated[
        str, typer.Option(metavar="THEME", help="What they are about. [default: anything]")
    ] = ""
    out: Annotated[
        Path | None, a_file("Where they go. [default: GAME-puzzles.jsonl]", "FILE.jsonl")
    ] = None
    add: Annotated[bool, typer.Option("--add", help="Keep those that are in the file.")] = False
    language: Language = None
