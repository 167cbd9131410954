"""Many games between equal bots, and what they tell about the game."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from formicarium.arena.job import about
from formicarium.arena.play import hushed
from formicarium.arena.statistics import interval, uncertainty
from formicarium.bots.referee import Player
from formicarium.core.chance import seed_of
from formicarium.core.game import Game
from formicarium.core.renamed import leading_on
from formicarium.core.state import State
from formicarium.core.text import phrases
from formicarium.pages.figures import Balance, Branching, Category, Doubling, SeatFigures, Spread

FEWEST = 8  # simulations, that the first doubling doubles
WORTH = 0.53  # of the victories: less is not worth thinking twice as long
CLOSE = 0.05  # of the winners' mean points: a smaller lead makes a close game
TENTHS = 10

Numbers = tuple[int, ...]


class Task(NamedTuple):
    """A game to be played: among equals, or to find out what a doubling is worth."""

    doubling: int  # 0 among equals
    number: int


class Played(NamedTuple):
    """How a game went."""

    task: Task
    scores: Numbers
    winners: Numbers
    categories: tuple[dict[str, int], ...]  # points of each seat
    length: int  # decisions
    actions: Numbers  # legal ones, over all decisions in each tenth of the game
    decisions: Numbers  # in each tenth of the game
    most: int  # legal actions at once
    forced: int  # decisions with one legal action
    forfeits: int


class BalanceStudy(NamedTuple):
    """Games that differ by their number alone.

    >>> import formicarium as fm
    >>> game = fm.load("micropolis", players=2)
    >>> study = BalanceStudy(game, "random", games=2, doublings=1, seed=1)
    >>> [study.seats(task) for task in study.tasks()][1:3]
    [('search:simulations=16', 'search:simulations=8'), ('random', 'random')]
    """

    game: Game
    bot: str
    games: int
    doublings: int
    seed: int

    def tasks(self) -> Iterator[Task]:
        """All games, the long ones spread among the short ones."""
        for number in range(self.games + self.games % 2):
            if number < self.games:
                yield Task(0, number)
            for doubling in range(1, self.doublings + 1):
                yield Task(doubling, number)

    @property
    def size(self) -> int:
        """How many games that are."""
        return self.games + self.doublings * (self.games + self.games % 2)

    def seats(self, task: Task) -> tuple[str, ...]:
        """Who sits where: bots that think longer on every other seat, which change by turns."""
        if not task.doubling:
            return (self.bot,) * self.game.players
        bots = [searcher(task.doubling), searcher(task.doubling - 1)]
        return tuple(bots[(seat + task.number) % 2] for seat in range(self.game.players))

    def seed_of(self, task: Task) -> int:
        """The seed of a game; both seatings of a doubling are played on the same."""
        number = task.number // 2 if task.doubling else task.number
        return int(seed_of(np.uint64(self.seed), number))

    def rehearse(self) -> None:
        """Let every bot get ready, and compile all that a game needs."""
        bots = {self.bot, *([searcher(0)] if self.doublings else [])}
        for bot in bots:
            Player(bot, 0, 0).prepare(self.game)
        play(self._replace(bot="random"), Task(0, 0))


def searcher(doublings: int) -> str:
    """The bot that thinks, after so many doublings.

    >>> searcher(2)
    'search:simulations=32'
    """
    return f"search:simulations={FEWEST << doublings}"


# --- Playing --------------------------------------------------------------------------------------


def play(study: BalanceStudy, task: Task) -> Played:
    """Play one game of a study."""
    seed = study.seed_of(task)
    players = [Player(bot, seat, seed) for seat, bot in enumerate(study.seats(task))]
    state = study.game.start(seed)
    with hushed():
        for player in players:
            player.prepare(study.game)
        widths = [*_played_out(state, players)]
    tenths = np.arange(len(widths)) * TENTHS // max(len(widths), 1)
    return Played(
        task,
        scores=tuple(state.scores()),
        winners=state.winners(),
        categories=tuple(categories(state)),
        length=len(widths),
        actions=_whole(np.bincount(tenths, widths, TENTHS)),
        decisions=_whole(np.bincount(tenths, minlength=TENTHS)),
        most=max(widths, default=0),
        forced=widths.count(1),
        forfeits=sum(player.forfeits for player in players),
    )


def _played_out(state: State, players: Sequence[Player]) -> Iterator[int]:
    """Play a game to its end; how many legal actions each decision had."""
    number = 0
    while not state.is_over:
        seat = state.to_act[0]
        yield len(state.codes(seat))
        state.play(seat, players[seat].decide(state, number))
        number += 1


def categories(state: State) -> Iterator[dict[str, int]]:
    """Every seat's points by the categories of the score sheet, whatever parts that has.

    >>> import formicarium as fm
    >>> [*categories(fm.load("micropolis", players=2).start(seed=7))][0]["harvest"]
    0
    """
    known = phrases(state.game.book.package, "en").keys
    for sheet in state.breakdown()["seats"]:
        found: Counter[str] = Counter()
        for part in (sheet, *_parts(sheet)):
            for name, value in part.items():
                if f"categories.{name}" in known and isinstance(value, int):
                    found[name] += value
        del found["total"]
        yield dict(found)


def _parts(sheet: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The sheets that a seat's points are made of, if they are divided."""
    for value in sheet.values():
        if isinstance(value, list):
            yield from (part for part in value if isinstance(part, dict))


def _whole(numbers: np.ndarray[Any, Any]) -> Numbers:
    return tuple(numbers.astype(int).tolist())


# --- Summing up -----------------------------------------------------------------------------------


def balance(study: BalanceStudy, played: Iterable[Played]) -> Balance:
    """What all games of a study tell together, in whatever order they were finished.

    >>> import formicarium as fm
    >>> game = fm.load("micropolis", players=2)
    >>> study = BalanceStudy(game, "random", games=4, doublings=0, seed=1)
    >>> found = balance(study, [play(study, task) for task in study.tasks()])
    >>> found.points.total, round(sum(seat.share for seat in found.seats), 3)
    (8, 1.0)
    """
    ordered = sorted(played, key=lambda game: game.task)
    equals = [game for game in ordered if not game.task.doubling]
    won = [game.scores[game.winners[0]] for game in equals]
    doublings = tuple(_doubling(number, ordered) for number in range(1, study.doublings + 1))
    return Balance(
        about(study.game, [study.bot], study.seed),
        len(equals),
        tuple(_seat(equals, seat) for seat in range(study.game.players)),
        _spread(points for game in equals for points in game.scores),
        tuple(_category(equals, name) for name in _category_names(equals)),
        _spread(game.length for game in equals),
        _branching(equals),
        _spread(margin(game.scores) for game in equals),
        max(1, round(CLOSE * float(np.mean(won)))),
        doublings,
        WORTH,
        enough(doublings),
        sum(game.forfeits for game in ordered),
    )


def margin(scores: Sequence[int]) -> int:
    """The lead of the first over the second.

    >>> margin([3, 9, 5])
    4
    """
    second, first = sorted(scores)[-2:]
    return first - second


def enough(doublings: Sequence[Doubling]) -> int | None:
    """From how many simulations on no doubling is worth it; None if the last one still is.

    >>> shares = {16: 0.7, 32: 0.52, 64: 0.51}
    >>> enough([Doubling(number, 100, share, (0, 1)) for number, share in shares.items()])
    16
    """
    found = None
    for doubling in reversed(doublings):
        if doubling.share >= WORTH:
            break
        found = doubling.simulations // 2
    return found


def _seat(games: Sequence[Played], seat: int) -> SeatFigures:
    share = _share(games, lambda _: (seat,))
    points = [game.scores[seat] for game in games]
    error = uncertainty(points) if len(points) > 1 else None
    return SeatFigures(share, interval(share, len(games)), float(np.mean(points)), error)


def _doubling(number: int, games: Sequence[Played]) -> Doubling:
    """How those fared who simulated twice as much as the others."""
    met = [game for game in games if game.task.doubling == number]
    share = _share(met, lambda game: range(game.task.number % 2, len(game.scores), 2))
    return Doubling(FEWEST << number, len(met), share, interval(share, len(met)))


def _share(games: Sequence[Played], seats: Callable[[Played], Iterable[int]]) -> float:
    """The share of the victories that some seats have won."""
    shares = [
        sum(seat in game.winners for seat in seats(game)) / len(game.winners) for game in games
    ]
    return float(np.mean(shares))


def _category_names(games: Sequence[Played]) -> list[str]:
    """All categories, in the order of the score sheet."""
    sheets = (sheet for game in games for sheet in game.categories)
    return [*dict.fromkeys(name for sheet in sheets for name in sheet)]


def _category(games: Sequence[Played], name: str) -> Category:
    won, lost = Counter[int](), Counter[int]()
    for game in games:
        for seat, sheet in enumerate(game.categories):
            (won if seat in game.winners else lost)[sheet.get(name, 0)] += 1
    return Category(name, _counted(won + lost), _counted(won).mean, _counted(lost).mean)


def _branching(games: Sequence[Played]) -> Branching:
    actions = np.sum([game.actions for game in games], axis=0)
    decisions = np.sum([game.decisions for game in games], axis=0)
    forced = sum(game.forced for game in games)
    return Branching(
        float(actions.sum() / decisions.sum()),
        max(game.most for game in games),
        float(forced / decisions.sum()),
        tuple((actions / np.maximum(decisions, 1)).tolist()),
    )


def _spread(values: Iterable[int]) -> Spread:
    return _counted(Counter(values))


def _counted(counts: Counter[int]) -> Spread:
    return Spread(dict(sorted(counts.items())))


if not TYPE_CHECKING:
    __getattr__ = leading_on(__name__, Study="formicarium.arena.balance.BalanceStudy")
