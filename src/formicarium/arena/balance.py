"""Many games between equal bots, and what they tell about the game."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from formicarium.arena.behaviour import BehaviourTally, Conduct, Watch
from formicarium.arena.job import about
from formicarium.arena.play import hushed
from formicarium.arena.series import Chunk, in_order
from formicarium.arena.statistics import interval, uncertainty
from formicarium.arena.workers import finished
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
    conduct: Conduct


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
    watch = Watch(state)
    with hushed():
        for player in players:
            player.prepare(study.game)
        while not state.is_over:
            watch.decide(state, players[state.to_act[0]])
    widths = watch.widths
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
        conduct=watch.conduct(state),
    )


def play_numbered(study: BalanceStudy, numbered: tuple[int, Task]) -> tuple[Chunk, Played]:
    """A game, and which one it is of all that a study plays."""
    number, task = numbered
    return (number, 1), play(study, task)


def play_all(study: BalanceStudy, workers: int, on_game: Callable[[], None]) -> Iterator[Played]:
    """All games in the order of the tasks, by one process or several."""

    def counted() -> Iterator[tuple[Chunk, Played]]:
        for part in finished(partial(play_numbered, study), enumerate(study.tasks()), workers):
            on_game()
            yield part

    yield from in_order(counted())


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
    """What all games of a study tell together; they come in the order of the tasks.

    >>> import formicarium as fm
    >>> game = fm.load("micropolis", players=2)
    >>> study = BalanceStudy(game, "random", games=4, doublings=0, seed=1)
    >>> found = balance(study, [play(study, task) for task in study.tasks()])
    >>> found.points.total, round(sum(seat.share for seat in found.seats), 3)
    (8, 1.0)
    """
    tally = BalanceTally(study)
    for game in played:
        tally.add(game)
    return tally.balance()


class Fares:
    """How a seat, or a place in the order of play, does in many games."""

    def __init__(self) -> None:
        self.points: Counter[int] = Counter()
        self.victories: Counter[int] = Counter()  # by how many seats shared them

    def add(self, points: int, winners: int) -> None:
        """One game more; `winners` is 0 where it was lost."""
        self.points[points] += 1
        self.victories[winners] += winners > 0

    def figures(self, players: int) -> SeatFigures:
        """What that is on average."""
        games = self.points.total()
        share = sum(count / winners for winners, count in self.victories.items() if count) / games
        points = np.repeat([*self.points], [*self.points.values()])
        error = uncertainty(points) if games > 1 else None
        low, high = interval(share, games)
        fair = low <= 1 / players <= high
        return SeatFigures(share, (low, high), Spread.of(self.points).mean, error, fair)


class BalanceTally:
    """What the games of a study tell so far; none of them is kept."""

    def __init__(self, study: BalanceStudy) -> None:
        self.study = study
        players = study.game.players
        self.seats = [Fares() for _ in range(players)]
        self.order = [Fares() for _ in range(players)]
        self.categories: dict[str, tuple[Counter[int], Counter[int]]] = {}  # winners', others'
        self.winners = 0  # seats, in all games
        self.won_points = 0  # of a winner of each game
        self.length: Counter[int] = Counter()
        self.margin: Counter[int] = Counter()
        self.actions = np.zeros(TENTHS, np.int64)
        self.decisions = np.zeros(TENTHS, np.int64)
        self.most = self.forced = self.forfeits = 0
        self.doublings: dict[int, Counter[Fraction]] = {}  # shares of the victory
        self.behaviour = BehaviourTally(study.game)

    @property
    def games(self) -> int:
        """Among equals."""
        return self.length.total()

    def add(self, game: Played) -> None:
        """One game more, in the order of the tasks."""
        self.forfeits += game.forfeits
        if game.task.doubling:
            share = _share(game, range(game.task.number % 2, len(game.scores), 2))
            self.doublings.setdefault(game.task.doubling, Counter())[share] += 1
            return
        for seat, points in enumerate(game.scores):
            winners = len(game.winners) if seat in game.winners else 0
            self.seats[seat].add(points, winners)
            self.order[(seat - game.conduct.first) % len(game.scores)].add(points, winners)
            self._add_categories(game.categories[seat], winners > 0)
        self.winners += len(game.winners)
        self.won_points += game.scores[game.winners[0]]
        self.length[game.length] += 1
        self.margin[margin(game.scores)] += 1
        self.actions += game.actions
        self.decisions += game.decisions
        self.most = max(self.most, game.most)
        self.forced += game.forced
        self.behaviour.add(game.conduct, game.task.number, self.study.seed_of(game.task))

    def _add_categories(self, sheet: dict[str, int], has_won: bool) -> None:
        for name, points in sheet.items():
            won, lost = self.categories.setdefault(name, (Counter(), Counter()))
            (won if has_won else lost)[points] += 1

    def balance(self) -> Balance:
        """What all games tell together."""
        study, players = self.study, self.study.game.players
        doublings = tuple(self._doubling(number) for number in sorted(self.doublings))
        kinds = tuple(self._category(name) for name in self.categories)
        order = [fares.figures(players) for fares in self.order]
        return Balance(
            about(study.game, [study.bot], study.seed),
            self.games,
            tuple(fares.figures(players) for fares in self.seats),
            Spread.of(sum((fares.points for fares in self.seats), Counter())),
            kinds,
            Spread.of(self.length),
            self._branching(),
            Spread.of(self.margin),
            max(1, round(CLOSE * self.won_points / self.games)),
            doublings,
            WORTH,
            enough(doublings),
            self.forfeits,
            self.behaviour.behaviour(order, kinds, self.most),
        )

    def _doubling(self, number: int) -> Doubling:
        """How those fared who simulated twice as much as the others."""
        shares = self.doublings[number]
        games = shares.total()
        share = float(sum(share * count for share, count in shares.items()) / games)
        return Doubling(FEWEST << number, games, share, interval(share, games))

    def _category(self, name: str) -> Category:
        """Seats on whose sheet it does not stand have no points of that kind."""
        won, lost = (counts.copy() for counts in self.categories[name])
        seats = self.games * self.study.game.players
        won[0] += self.winners - won.total()
        lost[0] += seats - self.winners - lost.total()
        return Category(name, Spread.of(won + lost), Spread.of(won).mean, Spread.of(lost).mean)

    def _branching(self) -> Branching:
        asked = self.decisions.sum()
        return Branching(
            float(self.actions.sum() / asked),
            self.most,
            float(self.forced / asked),
            tuple((self.actions / np.maximum(self.decisions, 1)).tolist()),
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


def _share(game: Played, seats: Iterable[int]) -> Fraction:
    """The share of the victory that some seats have won."""
    return Fraction(sum(seat in game.winners for seat in seats), len(game.winners))


if not TYPE_CHECKING:
    __getattr__ = leading_on(__name__, Study="formicarium.arena.balance.BalanceStudy")
