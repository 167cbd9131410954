"""Learning by playing against oneself: play, learn, and let games decide; again and again.

In each round the best network and its past selves play games between searches; a network learns
from these and those of the last rounds; and if it wins more than its share of games against the
best, it takes that one's place. At the end, games decide how a search makes use of the best.

All that is found lies in a folder; begun again, the same plan goes on where it was.
"""

import time
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np

from formicarium.arena.fitting import Positions, appraised
from formicarium.arena.job import about_plan
from formicarium.arena.journal import BadResults, check_header, using
from formicarium.arena.practice import PracticeTable, tables_of
from formicarium.arena.training.fitting import (
    Arrays,
    Schedule,
    Student,
    new_weights,
    reckoning,
    spreads_of,
)
from formicarium.arena.training.games import (
    AGAIN,
    AT_A_TIME,
    SelfPlay,
    attend_self_play,
    plain,
    played,
    read_rows,
    rotations,
    share_won,
)
from formicarium.arena.tuning import commit, read_plan, shared_out, write
from formicarium.arena.workers import finished
from formicarium.bots.judgement import SEARCH, Judgement, judgement_for
from formicarium.bots.learned import (
    LearnedJudgement,
    in_floats,
    made_network,
    quantised,
    read_network,
    write_network,
)
from formicarium.core.chance import seed_of
from formicarium.core.errors import BadOption
from formicarium.core.game import rulebook

LATEST = 4  # past selves that play beside the best, and rounds that are learned from
HELD_OUT = 10  # one file of so many is not learned from
SURE = 1.0  # standard errors by which a network must win to take the place of the best
TRIES = 3  # at learning, each more slowly than the one before
SLOWER = 10
RATE = 2e-3
# What is learned is so much of the outcome alone, the rest of what searches found up to it.
MIXES = (0.0, 0.5, 1.0)
BEGIN, CHAMPION = "begin.npz", "champion.npz"
DEEPER = 16  # games that decide think so many times as much
# A network says what comes of a position at once: to play on first would ask it many times more.
AT_ONCE = {"horizon": 0.0, "greed": 0.0}


class TrainingPlan(NamedTuple):
    """What is to be played, and how it learns."""

    game: str
    minutes: float
    device: str
    games: int  # of a round
    simulations: int  # of each decision in them
    matches: int  # that decide between two networks
    epochs: int
    seed: int
    workers: int
    folder: Path
    begin: str = "fitted"  # the judgement that is corrected

    @property
    def header(self) -> dict[str, Any]:
        """What makes it different from others; not how long, where and by how many processes."""
        return about_plan(self, SAID)

    def self_play(self, number: int, networks: Iterable[str]) -> list[SelfPlay]:
        """The games of a round, as many at every table."""
        folder = self.folder / f"round-{number}"
        return self._tasks(number, networks, self.games, folder, self.simulations, False)

    def duel(self, number: int, name: str, networks: tuple[str, str]) -> list[SelfPlay]:
        """The games that decide between two networks, as many at every table."""
        folder = self.folder / f"duel-{name}"
        simulations = DEEPER * self.simulations
        return self._tasks(number, networks, self.matches, folder, simulations, True)

    def _tasks(
        self,
        number: int,
        networks: Iterable[str],
        games: int,
        folder: Path,
        simulations: int,
        is_duel: bool,
    ) -> list[SelfPlay]:
        tables = tables_of(self.game)
        files = tuple(str(self.folder / name) for name in networks)
        found = []
        for turn, table in enumerate(tables):
            seed = int(seed_of(np.uint64(self.seed), 1000 * (2 * number + is_duel) + turn))
            every = rotations(table.players) if is_duel else 1
            each = every * -(-shared(games, tables) // every)
            for index, size in enumerate(shared_out(each, 1, AT_A_TIME)):
                file = folder / f"{table.name.replace(' ', '-')}-{index:05}.npz"
                one = SelfPlay(self.game, table, index, size, seed, files, simulations, file)
                found.append(one._replace(is_duel=is_duel))
        return found

    def rehearse(self) -> None:
        """Compile all that games need, and find out whether they can begin."""
        Arrays(self.device)
        with using(self.folder, AGAIN_LATER):
            begun(self)
        task = self.self_play(0, [BEGIN])[0]._replace(games=1, simulations=1)
        played(task.table.load(self.game), task)


SAID = ("game", "games", "simulations", "matches", "epochs", "seed", "begin")
AGAIN_LATER = f"; {AGAIN} to go on"


def shared(games: int, tables: list[PracticeTable]) -> int:
    """How many games are played at each table."""
    return -(-games // len(tables))


class TrainingRound(msgspec.Struct, forbid_unknown_fields=True):
    """What a round has found."""

    best: str  # after it
    latest: str  # which has learned last, and from which the next one learns on
    by_hand: float  # surprise by games that were not learned from: of the hand judgement,
    before: float
    after: float
    mix: float  # by which it was learned, see `MIXES`
    won: float  # by what was learned, against the best before,
    error: float  # give or take
    matches: int
    games: int
    seconds: float


class TrainingLesson(NamedTuple):
    """What a network has learned; surprises are by games that were not learned from."""

    weights: dict[str, Any]  # whole numbers
    by_hand: float
    before: float
    after: float
    mix: float  # one of `MIXES`


class TrainingWatcher(Protocol):
    """Whoever wants to know how far it is."""

    def follow(self, what: str, steps: Iterable[int], total: int) -> None:
        """Go through `games`, `learning` or `duel`, some a step."""

    def learned(self, number: int, found: TrainingRound) -> None:
        """Hear what came of a round."""


# --- Rounds ---------------------------------------------------------------------------------------


def train(plan: TrainingPlan, watcher: TrainingWatcher) -> list[TrainingRound]:
    """Play and learn for so many minutes, or go on with it; what all rounds have found."""
    with using(plan.folder, AGAIN_LATER):
        rounds = begun(plan)
        while sum(one.seconds for one in rounds) < 60 * plan.minutes:
            number = len(rounds) + 1
            found = one_round(plan, rounds, watcher)
            write(plan.folder / f"round-{number}.json", msgspec.json.encode(found))
            rounds.append(found)
            watcher.learned(number, found)
        if not rounds:
            raise BadOption("minutes=0: at least one round must be played")
        name = f"champion-{len(rounds)}"
        best = settled(plan, rounds, name, watcher)
        found_how = how(plan, rounds, strength(plan, name, best, len(rounds), watcher))
        learned = read_network(plan.game, plan.folder / best)
        card = msgspec.structs.replace(learned.card, found=found_how)
        write_network(plan.folder / CHAMPION, LearnedJudgement(card, learned.weights))
    return rounds


def begun(plan: TrainingPlan) -> list[TrainingRound]:
    """The rounds that are there already; the folder must be one of this plan, or a new one."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    noted = plan.folder / "plan.json"
    if noted.exists():
        check_header(noted, read_plan(noted), plan.header)
    elif [*plan.folder.iterdir()]:
        raise BadResults(f"{plan.folder} holds something else; name another folder")
    else:
        write(noted, msgspec.json.encode(plan.header))
    first = plan.folder / BEGIN
    if not first.with_suffix(".json").exists():
        book = rulebook(plan.game)
        judgement, weights = judged_at_once(plan), new_weights(book, plan.seed)
        unit = usual_points(plan.game, judgement)
        network = made_network(judgement, quantised(weights), unit, {})
        # What a network says is rough at first: few simulations would follow its looks blindly.
        write_network(first, network.with_settings(looks=False))
    return [*read_rounds(plan.folder)]


def judged_at_once(plan: TrainingPlan) -> Judgement:
    """The judgement that is corrected, of positions as they are."""
    judgement = judgement_for(rulebook(plan.game), plan.begin)
    return msgspec.structs.replace(judgement, search={**judgement.search, **AT_ONCE})


def usual_points(game: str, judgement: Judgement) -> float:
    """About as many points as seats end with: as many as are expected when games begin."""
    found = []
    for table in tables_of(game):
        played = table.load(game)
        states = np.stack([played.start(seed).bytes for seed in range(4)])
        nothing = np.zeros((len(states), played.players))
        numbers = judgement.mind.view(np.float64)
        points, _ = appraised(Positions(played, states, nothing, nothing), numbers)
        found.append(np.abs(points).mean())
    return max(1.0, round(float(np.mean(found)), 1))


def read_rounds(folder: Path) -> Iterator[TrainingRound]:
    """What was found so far."""
    number = 1
    while (file := folder / f"round-{number}.json").exists():
        try:
            yield msgspec.json.decode(file.read_bytes(), type=TrainingRound)
        except msgspec.MsgspecError as error:
            raise BadResults(f"{file} is damaged: remove it to do that round again") from error
        number += 1


def one_round(
    plan: TrainingPlan, rounds: list[TrainingRound], watcher: TrainingWatcher
) -> TrainingRound:
    """Play, learn, and let games decide what becomes of it."""
    begin, number = time.monotonic(), len(rounds) + 1
    best, latest = (rounds[-1].best, rounds[-1].latest) if rounds else (BEGIN, BEGIN)
    tasks = plan.self_play(number, pool(rounds))
    play(plan, "games", tasks, watcher)
    found = learned_from(plan, number, latest, watcher)
    name = f"network-{number}.npz"
    write_student(plan, name, latest, found.weights)
    won, error, matches = duel(plan, number, name, (name, best), watcher)
    is_better = won > 0.5 + SURE * error
    goes_on = name if won > 0.5 - SURE * error else best
    return TrainingRound(
        name if is_better else best,
        goes_on,
        found.by_hand,
        found.before,
        found.after,
        found.mix,
        won,
        error,
        matches,
        sum(task.games for task in tasks),
        time.monotonic() - begin,
    )


def pool(rounds: list[TrainingRound]) -> list[str]:
    """Who plays: the best, and the latest past selves."""
    best = rounds[-1].best if rounds else BEGIN
    past = dict.fromkeys([BEGIN, *(name for one in rounds for name in (one.best, one.latest))])
    past.pop(best)
    return [best, *[*past][-LATEST:]]


def play(
    plan: TrainingPlan, what: str, tasks: Iterable[SelfPlay], watcher: TrainingWatcher
) -> None:
    """Play all games that have not been played yet."""
    missing = [task for task in tasks if not task.file.is_file()]
    if missing:
        games = finished(attend_self_play, missing, min(plan.workers, len(missing)))
        watcher.follow(what, games, sum(task.games for task in missing))


def duel(
    plan: TrainingPlan,
    number: int,
    name: str,
    networks: tuple[str, str],
    watcher: TrainingWatcher,
) -> tuple[float, float, int]:
    """The share that one wins against another, give or take, and of how many games."""
    tasks = plan.duel(number, name.removesuffix(".npz"), networks)
    play(plan, "duel", tasks, watcher)
    return share_won(tasks)


def learned_from(
    plan: TrainingPlan, number: int, latest: str, watcher: TrainingWatcher
) -> TrainingLesson:
    """What a network learns from the last rounds, by the mix that makes it least surprised.

    How much luck is in an outcome, and how much a search misses, differs from game to game.
    """
    training, held = samples_of(plan, range(max(1, number - LATEST + 1), number + 1))
    weights = in_floats(read_network(plan.game, plan.folder / latest).weights)
    student = Student(rulebook(plan.game), Arrays(plan.device), weights, spreads_of(training))
    with reckoning(plan.device):
        by_hand, before = student.surprise_by_hand(held), student.surprise(held)
    found = []
    for mix in MIXES:
        schedule = Schedule(plan.epochs, RATE, mix, plan.seed + number)
        if (learned := taught(plan, student, schedule, training, watcher)) is not None:
            with reckoning(plan.device):
                after = student.surprise(held)
            found.append(TrainingLesson(learned, by_hand, before, after, mix))
    if not found:
        raise BadOption(
            f"what was learned in round {number} is no number, however slowly; the rounds before "
            f"are kept in {plan.folder}: begin another folder with more --games"
        )
    return min(found, key=lambda one: one.after)


def taught(
    plan: TrainingPlan,
    student: Student,
    schedule: Schedule,
    training: Any,
    watcher: TrainingWatcher,
) -> dict[str, Any] | None:
    """The weights that are learned in one way; more slowly if the network goes astray, or none."""
    for attempt in range(TRIES):
        student.begin()
        slower = schedule._replace(rate=schedule.rate / SLOWER**attempt)
        try:
            with reckoning(plan.device):
                steps = student.learn(training, slower)
                watcher.follow("learning", steps, slower.steps(len(training)))
                return quantised(student.taken_home())
        except (FloatingPointError, BadOption):
            continue
    return None


def samples_of(plan: TrainingPlan, rounds: Iterable[int]) -> tuple[Any, Any]:
    """Positions to learn from, and others to find out how well that went."""
    training, held = list[Any](), list[Any]()
    for number in rounds:
        for place, file in enumerate(sorted((plan.folder / f"round-{number}").glob("*.npz"))):
            is_held = (place + 1) % HELD_OUT == 0
            (held if is_held else training).append(read_rows(file)["samples"])
    if not held:
        held.append(training[-1])
    return plain(np.concatenate(training)), plain(np.concatenate(held))


def write_student(plan: TrainingPlan, name: str, latest: str, weights: dict[str, Any]) -> None:
    """Write what has learned."""
    card = read_network(plan.game, plan.folder / latest).card
    write_network(plan.folder / name, LearnedJudgement(card, weights))


# --- At the end -----------------------------------------------------------------------------------


def settled(
    plan: TrainingPlan, rounds: list[TrainingRound], name: str, watcher: TrainingWatcher
) -> str:
    """The best network, with the settings of the search by which it wins most."""
    best = rounds[-1].best
    for number, changes in enumerate(SETTINGS_TRIED):
        learned = read_network(plan.game, plan.folder / best)
        search = {key: learned.search[key] * times for key, times in changes.items()}
        within = all(SEARCH[key][0] <= value <= SEARCH[key][1] for key, value in search.items())
        looks = None if search else True
        if not within:
            continue
        other = f"{name}-{number}.npz"
        write_network(plan.folder / other, learned.with_settings(looks, **search))
        won, error, _ = duel(plan, 500 + number, other, (other, best), watcher)
        best = other if won > 0.5 + SURE * error else best
    return best


# Empty: first looks at actions ask the network, too.
SETTINGS_TRIED: tuple[dict[str, float], ...] = (
    {},
    {"exploration": 0.6},
    {"exploration": 1.6},
    {"trust": 0.5},
    {"trust": 2.0},
)


def strength(
    plan: TrainingPlan, name: str, best: str, number: int, watcher: TrainingWatcher
) -> dict[str, Any]:
    """What the champion wins against the hand judgement with as many simulations."""
    won, error, matches = duel(plan, 900 + number, f"{name}-hand", (best, BEGIN), watcher)
    simulations = DEEPER * plan.simulations
    told = {"won": round(won, 4), "error": round(error, 4)}
    return {**told, "matches": matches, "simulations": simulations}


def how(plan: TrainingPlan, rounds: list[TrainingRound], won: dict[str, Any]) -> dict[str, Any]:
    """How a network was found."""
    return {
        "by": "formicarium train",
        "version": version("formicarium"),
        "commit": commit(),
        "date": time.strftime("%Y-%m-%d"),
        "device": plan.device,
        "begin": plan.begin,
        "seed": plan.seed,
        "rounds": len(rounds),
        "games": sum(one.games for one in rounds),
        "simulations": plan.simulations,
        "duels": sum(one.matches for one in rounds),
        "seconds": round(sum(one.seconds for one in rounds)),
        "workers": plan.workers,
        "against_hand": won,
    }
