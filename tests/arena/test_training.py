"""Networks that learn from playing against themselves: what they learn, and going on with it."""

import errno
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import formicarium as fm
from formicarium.arena.journal import BadResults
from formicarium.arena.practice import PracticeTable, tables_of
from formicarium.arena.training import games, loop
from formicarium.arena.training.fitting import (
    Arrays,
    LostDevice,
    Schedule,
    Student,
    backward,
    forward,
    loss_of,
    new_weights,
    reckoning,
    spreads_of,
    told,
)
from formicarium.arena.training.games import (
    SelfPlay,
    attend_self_play,
    played,
    read_rows,
    rotations,
    seats_of_duel,
    share_won,
)
from formicarium.arena.training.loop import TrainingPlan, TrainingRound, pool, train
from formicarium.bots.judgement import judgement_for
from formicarium.bots.learned import any_judgement, read_network, template_of
from formicarium.core.chance import seed_of
from formicarium.core.game import rulebook
from tests.bots.networks import in_file

pytestmark = pytest.mark.compiled

BOOK = rulebook("micropolis")
TABLES = len(tables_of("micropolis"))


def plan(folder: Path, **changes: Any) -> TrainingPlan:
    """As little as can be: one round."""
    small = TrainingPlan(
        "micropolis",
        minutes=1e-6,
        device="cpu",
        games=2 * TABLES,
        simulations=2,
        matches=2 * TABLES,
        epochs=1,
        seed=7,
        workers=1,
        folder=folder / "train",
    )
    return small._replace(**changes)


class Notes:
    """Notes down what it is told, and may interrupt."""

    def __init__(self, interrupt: Callable[[str, int], bool] = lambda _, __: False) -> None:
        self.interrupt = interrupt
        self.done: dict[str, int] = {}
        self.rounds: list[TrainingRound] = []

    def follow(self, what: str, steps: Iterable[int], total: int) -> None:
        done = 0
        for step in steps:
            done += step
            self.done[what] = self.done.get(what, 0) + step
            if self.interrupt(what, self.done[what]):
                raise KeyboardInterrupt
        assert done == total

    def learned(self, number: int, found: TrainingRound) -> None:
        assert number > 0
        self.rounds.append(found)


def task(folder: Path, network: Path, **changes: Any) -> SelfPlay:
    """A few games for three."""
    table = PracticeTable(3, {"variant": "base"})
    file = folder / "games.npz"
    return SelfPlay("micropolis", table, 0, 4, 5, (str(network),), 4, file)._replace(**changes)


# --- Games ----------------------------------------------------------------------------------------


@pytest.mark.heavy
def test_games_are_told_as_they_were(tmp_path: Path) -> None:
    one = task(tmp_path, in_file(tmp_path, "micropolis"))
    assert attend_self_play(one) == 4
    rows = read_rows(one.file)
    samples, shares = rows["samples"], rows["shares"]
    assert len(samples) == 4 * games.SAMPLES
    assert shares.sum(axis=1).tolist() == pytest.approx([1.0] * 4)
    assert (samples["players"] == 3).all()
    for name in ("value", "share"):
        assert samples[name].sum(axis=1).tolist() == pytest.approx([1.0] * len(samples), abs=1e-5)
        assert (samples[name][:, 3:] == 0).all()
    winners = np.take_along_axis(
        samples["score"][:, :3], samples["share"][:, :3].argmax(1)[:, None], 1
    )
    assert (winners[:, 0] >= samples["score"][:, :3].max(axis=1)).all()
    again = played(one.table.load("micropolis"), one)
    assert again["samples"].tobytes() == samples.tobytes()


def test_a_sample_is_what_the_network_is_handed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one of a game is where the first seat has a choice."""
    one = task(tmp_path, in_file(tmp_path, "micropolis"), games=1)
    game = one.table.load("micropolis")
    monkeypatch.setattr(games, "SAMPLES", 300)
    samples = played(game, one)["samples"]
    state = game.start(int(seed_of(np.uint64(5), 0)))
    while len(state.codes(state.to_act[0])) == 1:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    learned = read_network("micropolis", Path(one.networks[0]))
    mind, points = learned.mind, np.zeros(8)
    seat = state.to_act[0]
    openness = template_of(BOOK).gather(game.parts_row, mind[0], state.row, seat, points)
    inputs = mind[0].room.inputs
    kept = [row for row in samples if np.array_equal(row["inputs"], inputs)]
    assert [row["openness"] for row in kept] == [pytest.approx(openness)]
    assert samples["choice"].tolist() == [*range(len(samples))]
    assert kept[0]["points"][:3].tolist() == pytest.approx(np.roll(points[:3], -seat).tolist())


def test_what_is_found_later_counts_less_and_less(tmp_path: Path) -> None:
    template = games.template_for(BOOK, str(in_file(tmp_path, "micropolis")))
    chances = np.array([[0.5, 0.3, 0.2], [0.6, 0.2, 0.2], [0.1, 0.8, 0.1]])
    samples = np.zeros(3, template.SAMPLE)
    samples["players"], samples["seat"], samples["choice"] = 3, [0, 2, 1], [0, 1, 2]
    template.tell_later(chances, np.array([0.0, 1.0, 0.0]), samples)
    here = template.OF_ONE_SEARCH
    last = (1 - here) * np.array([0, 1, 0]) + here * chances[2]
    middle = (1 - here) * last + here * chances[1]
    first = (1 - here) * middle + here * chances[0]
    told = [np.roll(one, -seat) for one, seat in zip((first, middle, last), (0, 2, 1), strict=True)]
    assert samples["value"][:, :3] == pytest.approx(np.array(told), abs=1e-6)
    assert not samples["value"][:, 3:].any()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_teams_sit_everywhere_on_the_same_games(tmp_path: Path, players: int) -> None:
    one = task(tmp_path, Path(), games=rotations(players), is_duel=True)
    one = one._replace(table=PracticeTable(players, {"variant": "base"}))
    seating, curiosity = seats_of_duel(one.table.load("micropolis"), one)
    assert not curiosity.any()
    assert {*games.numbers_of(one)} == {0}
    assert len({tuple(row) for row in seating.tolist()}) == rotations(players)
    assert (seating == 0).mean(axis=0).tolist() == [0.5] * players


def test_equals_win_as_often(tmp_path: Path) -> None:
    """A network against itself: every seating of a game comes once, so it wins half of them."""
    file = str(in_file(tmp_path, "micropolis"))
    one = task(tmp_path, Path(), networks=(file, file), games=12, is_duel=True)
    attend_self_play(one)
    won, error, matches = share_won([one])
    assert won == pytest.approx(0.5)
    assert matches == 12
    assert error > 0


def test_damaged_games_are_named(tmp_path: Path) -> None:
    file = tmp_path / "games.npz"
    file.write_bytes(b"PK")
    with pytest.raises(BadResults, match=r"games\.npz is damaged: remove it"):
        read_rows(file)


# --- Learning -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> np.ndarray:
    """Positions of some games."""
    folder = tmp_path_factory.mktemp("samples")
    one = task(folder, in_file(folder, "micropolis"), games=30)
    found: np.ndarray = played(one.table.load("micropolis"), one)["samples"]
    return found


def test_slopes_are_those_of_the_loss(samples: np.ndarray) -> None:
    """Beside differences, weight by weight; by hand in double precision."""
    rng, arrays = np.random.default_rng(1), Arrays()
    weights = {name: one.astype(np.float64) for name, one in new_weights(BOOK, 1).items()}
    weights["last"] += rng.normal(0, 0.1, size=weights["last"].shape)
    part = told(BOOK, arrays, samples[:40], spreads_of(samples), mix=0.6)
    part = type(part)(*(one.astype(np.float64) for one in part))

    def loss(changed: dict[str, Any]) -> float:
        return loss_of(np, forward(np, changed, part.x).out, part).total

    passed = forward(np, weights, part.x)
    slopes = backward(weights, part.x, passed, loss_of(np, passed.out, part).slope)
    for name, slope in slopes.items():
        where = np.unravel_index(int(np.abs(slope).argmax()), slope.shape)
        moved = {**weights, name: weights[name].copy()}
        moved[name][where] += 1e-5
        found = (loss(moved) - loss(weights)) / 1e-5
        assert found == pytest.approx(slope[where], rel=1e-2, abs=1e-7), name


def test_what_nothing_is_said_about_stays(samples: np.ndarray) -> None:
    student = Student(BOOK, Arrays(), new_weights(BOOK, 1), spreads_of(samples))
    assert student.surprise(samples) == pytest.approx(student.surprise_by_hand(samples))


def test_it_learns_what_there_is_to_learn(samples: np.ndarray) -> None:
    """Victories that the hand judgement cannot know: they go by one number that it is handed."""
    known = samples.copy()
    read = np.argmax([len(np.unique(column)) > 1 for column in samples["inputs"].T])
    is_first = known["inputs"][:, read] > np.median(known["inputs"][:, read])
    known["share"] = 0
    known["share"][np.arange(len(known)), np.where(is_first, 0, 1)] = 1
    held, training = known[:100], known[100:]
    student = Student(BOOK, Arrays(), new_weights(BOOK, 1), spreads_of(samples))
    before = student.surprise(held)
    schedule = Schedule(epochs=12, rate=3e-3, mix=1.0, seed=1)
    assert len([*student.learn(training, schedule)]) == schedule.steps(len(training))
    assert student.surprise(held) < 0.7 * before


def test_going_astray_is_noticed(samples: np.ndarray) -> None:
    weights = new_weights(BOOK, 1)
    weights["last_bias"][0] = np.nan
    student = Student(BOOK, Arrays(), weights, spreads_of(samples))
    with pytest.raises(FloatingPointError):
        next(student.learn(samples, Schedule(1, 1e-3, 1.0, 1)))


def test_devices() -> None:
    with pytest.raises(fm.FormicariumError, match="device='tpu' is not known; choose one of: cpu"):
        Arrays("tpu")
    with (
        pytest.raises(LostDevice, match="kept: run the same command again"),
        reckoning("cuda"),
    ):
        raise RuntimeError("CUDA error: unspecified launch failure")
    with pytest.raises(RuntimeError, match="ours"), reckoning("cpu"):
        raise RuntimeError("ours")


def test_cuda_asks_for_pytorch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(fm.FormicariumError, match=r"pip install \"formicarium\[train\]\""):
        Arrays("cuda")


# --- Rounds ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Notes]:
    """What comes of the plan when nobody interrupts."""
    folder, notes = tmp_path_factory.mktemp("whole"), Notes()
    train(plan(folder), notes)
    return folder / "train", notes


def bytes_of(folder: Path) -> dict[str, bytes]:
    """All weights."""
    return {file.name: file.read_bytes() for file in folder.glob("*.npz")}


@pytest.mark.heavy
def test_a_network_that_bots_can_play_with(whole: tuple[Path, Notes]) -> None:
    folder, notes = whole
    assert len(notes.rounds) == 1
    assert notes.done["games"] == 2 * TABLES
    learned = read_network("micropolis", folder / "champion.npz")
    found = learned.card.found
    assert (found["by"], found["seed"], found["rounds"]) == ("formicarium train", 7, 1)
    assert found["against_hand"]["matches"] > 0
    assert 0 <= found["against_hand"]["won"] <= 1
    assert any_judgement(BOOK, str(folder / "champion.npz")) is learned
    assert 10 < learned.card.unit < 200


@pytest.mark.heavy
@pytest.mark.parametrize(("what", "count"), [("games", 4), ("learning", 1), ("duel", 3)])
def test_after_an_interruption_it_goes_on(
    whole: tuple[Path, Notes], tmp_path: Path, what: str, count: int
) -> None:
    first = Notes(lambda now, done: now == what and done >= count)
    with pytest.raises(KeyboardInterrupt):
        train(plan(tmp_path), first)
    second = Notes()
    train(plan(tmp_path), second)
    assert bytes_of(tmp_path / "train") == bytes_of(whole[0])
    played_twice = first.done["games"] + second.done.get("games", 0)
    assert played_twice == whole[1].done["games"]
    train(plan(tmp_path), third := Notes())
    assert not third.done


@pytest.mark.heavy
def test_two_processes_find_the_same(whole: tuple[Path, Notes], tmp_path: Path) -> None:
    train(plan(tmp_path, workers=2), Notes())
    assert bytes_of(tmp_path / "train") == bytes_of(whole[0])


@pytest.mark.heavy
def test_more_minutes_are_more_rounds(whole: tuple[Path, Notes], tmp_path: Path) -> None:
    train(plan(tmp_path), Notes())
    notes = Notes()
    first = next(iter(loop.read_rounds(tmp_path / "train")))
    train(plan(tmp_path, minutes=(first.seconds + 1e-3) / 60), notes)
    assert len(notes.rounds) == 1
    assert len([*loop.read_rounds(tmp_path / "train")]) == 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"games": 99}, "99 here"),
        ({"seed": 8}, "seed is 7 there, 8 here"),
        ({"game": "myrmes"}, 'game is "micropolis" there, "myrmes" here'),
    ],
)
def test_a_folder_of_another_plan_is_left_alone(
    tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    loop.begun(plan(tmp_path))
    with pytest.raises(BadResults, match=words):
        loop.begun(plan(tmp_path, **changes))
    loop.begun(plan(tmp_path, minutes=9.0, workers=3))


def test_networks_begin_by_judging_positions_as_they_are(tmp_path: Path) -> None:
    """Bots of Antics! play on for twelve decisions first: each would ask the network six times."""
    assert judgement_for(rulebook("antics")).search["horizon"] == 12
    small = plan(tmp_path, game="antics")
    loop.begun(small)
    search = read_network("antics", small.folder / loop.BEGIN).search
    assert (search["horizon"], search["greed"]) == (0, 0)


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "train" / "photos").mkdir(parents=True)
    with pytest.raises(BadResults, match="holds something else; name another folder"):
        loop.begun(plan(tmp_path))


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    loop.begun(plan(tmp_path))
    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(BadResults, match="no space left on device; run the same command again"):
        train(plan(tmp_path), Notes())
    monkeypatch.undo()
    assert loop.begun(plan(tmp_path)) == []


@pytest.mark.heavy
def test_what_never_becomes_a_number_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def astray(*_: object) -> Any:
        raise FloatingPointError
        yield 1

    monkeypatch.setattr(Student, "learn", astray)
    with pytest.raises(fm.FormicariumError, match="is no number, however slowly"):
        train(plan(tmp_path), Notes())


@pytest.mark.parametrize(
    ("astray", "surprises", "mix"), [((), (0.9, 0.7, 0.8), 0.5), ((0.5,), (0.9, 0.8), 1.0)]
)
def test_the_mix_that_surprises_least_is_taken(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    samples: np.ndarray,
    astray: tuple[float, ...],
    surprises: tuple[float, ...],
    mix: float,
) -> None:
    def taught(_: object, __: object, schedule: Schedule, *___: object) -> Any:
        return None if schedule.mix in astray else {"mix": schedule.mix}

    small = plan(tmp_path)
    loop.begun(small)
    told = iter((1.0, *surprises))  # the first before anything was learned
    monkeypatch.setattr(loop, "samples_of", lambda *_: (samples, samples))
    monkeypatch.setattr(loop, "taught", taught)
    monkeypatch.setattr(Student, "surprise", lambda *_: next(told))
    found = loop.learned_from(small, 1, loop.BEGIN, Notes())
    assert (found.mix, found.weights, found.after) == (mix, {"mix": mix}, min(surprises))


def test_deciding_games_think_more(tmp_path: Path) -> None:
    small = plan(tmp_path)
    assert {one.simulations for one in small.self_play(1, ["a"])} == {2}
    assert {one.simulations for one in small.duel(1, "b", ("b", "a"))} == {2 * loop.DEEPER}


def test_first_looks_ask_the_network_when_it_has_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, met = plan(tmp_path), list[bool]()
    loop.begun(small)

    def duel(_: object, __: object, name: str, *___: object) -> tuple[float, float, int]:
        met.append(read_network("micropolis", small.folder / name).card.looks)
        return 0.6, 0.01, 100

    assert not read_network("micropolis", small.folder / loop.BEGIN).card.looks
    monkeypatch.setattr(loop, "duel", duel)
    best = loop.settled(small, [one_round(loop.BEGIN, loop.BEGIN)], "champion-1", Notes())
    assert met[0]
    assert read_network("micropolis", small.folder / best).card.looks


def test_damaged_rounds_are_named(tmp_path: Path) -> None:
    folder = plan(tmp_path).folder
    loop.begun(plan(tmp_path))
    (folder / "round-1.json").write_bytes(b"{")
    with pytest.raises(BadResults, match=r"round-1\.json is damaged: remove it"):
        loop.begun(plan(tmp_path))


def one_round(best: str, latest: str) -> TrainingRound:
    return TrainingRound(best, latest, 1.0, 1.0, 0.9, 0.5, 0.6, 0.01, 100, 100, 1.0)


def test_past_selves_play_beside_the_best() -> None:
    assert pool([]) == ["begin.npz"]
    rounds = [one_round("begin.npz", "network-1.npz"), one_round("network-2.npz", "network-2.npz")]
    assert pool(rounds) == ["network-2.npz", "begin.npz", "network-1.npz"]


@pytest.mark.parametrize(
    ("won", "best", "latest"),
    [
        (0.6, "network-1.npz", "network-1.npz"),  # better
        (0.505, "begin.npz", "network-1.npz"),  # perhaps: it learns on
        (0.4, "begin.npz", "begin.npz"),  # worse: it begins again
    ],
)
def test_games_decide_who_is_the_best(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, won: float, best: str, latest: str
) -> None:
    small = plan(tmp_path)
    loop.begun(small)
    weights = read_network("micropolis", small.folder / "begin.npz").weights
    lesson = loop.TrainingLesson(dict(weights), 1.0, 1.0, 0.9, 0.5)
    monkeypatch.setattr(loop, "play", lambda *_: None)
    monkeypatch.setattr(loop, "learned_from", lambda *_: lesson)
    monkeypatch.setattr(loop, "duel", lambda *_: (won, 0.02, 100))
    found = loop.one_round(small, [], Notes())
    assert (found.best, found.latest) == (best, latest)
    assert msgspec.json.decode(msgspec.json.encode(found), type=TrainingRound) == found
