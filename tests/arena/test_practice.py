"""Games to learn from: which are played, what is kept of them, and what may be wrong with it."""

import errno
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.arena.journal import BadResults
from formicarium.arena.practice import (
    NOBODY,
    QUICK,
    SAMPLES,
    SERIOUS,
    SLIPS,
    THOUGHTFUL,
    Lesson,
    PracticeTable,
    attend,
    kept,
    loaded,
    tables_of,
)
from formicarium.bots.referee import Player
from formicarium.core.state import State

pytestmark = pytest.mark.compiled


def lesson(folder: Path, kind: str = QUICK, **changes: Any) -> Lesson:
    table = PracticeTable(2, {"variant": "base"})
    plain = Lesson("micropolis", table, kind, 0, 2, 5, ("fitted", "hand-0.1"), 4, folder)
    return plain._replace(**changes)


def test_two_three_and_four_play_every_variant() -> None:
    tables = [(table.players, *table.options.values()) for table in tables_of("antics")]
    assert tables == [(2, "unofficial_two"), (3, "base"), (4, "base")]
    assert len(tables_of("minicity")) == 6


@pytest.mark.parametrize("kind", [QUICK, THOUGHTFUL, SERIOUS])
def test_what_is_kept_of_a_game(tmp_path: Path, kind: str) -> None:
    one = lesson(tmp_path, kind)
    assert attend(one) == 2
    rows = loaded([one])
    assert {len(column) for column in rows.values()} == {2 * SAMPLES[kind]}
    game = one.table.load(one.game)
    for state, seat in zip(rows["states"], rows["seats"], strict=True):
        position = State(game, state)
        assert seat in position.to_act
        assert len(position.codes(int(seat))) > 1
    assert rows["shares"].sum(axis=1) == pytest.approx(np.ones(len(rows["shares"])))
    best = rows["scores"] == rows["scores"].max(axis=1, keepdims=True)
    assert (rows["shares"][~best] == 0).all()
    heard = rows["chances"] != NOBODY
    assert heard.any() == (kind != QUICK)
    assert ((rows["chances"][heard] >= 0) & (rows["chances"][heard] <= 1)).all()
    assert [file.name for file in tmp_path.iterdir()] == [one.file.name]


def test_the_same_lesson_is_the_same_again(tmp_path: Path) -> None:
    first, second = (lesson(tmp_path / name) for name in ("one", "two"))
    other = lesson(tmp_path / "one", number=1)
    for one in (first, second, other):
        attend(one)
    same, again, different = (loaded([one]) for one in (first, second, other))
    assert all((same[name] == again[name]).all() for name in same)
    assert (same["states"] != different["states"]).any()
    assert len(loaded([first, other])["states"]) == 2 * len(same["states"])


def test_every_position_is_as_likely_to_be_kept() -> None:
    """Of those with a choice, early and late."""
    game = fm.load("micropolis", players=2)
    counts: Counter[int] = Counter()
    for seed in range(300):
        players = [Player("random", seat, seed) for seat in range(2)]
        samples = kept(game.start(seed), players, Random(seed), size=4)
        assert len(samples) == 4
        counts.update(int(State(game, sample.state).row.anthills[0].built) for sample in samples)
    early = sum(count for built, count in counts.items() if built < 5)
    assert 0.35 < early / counts.total() < 0.65


def test_seats_slip_and_judge_as_they_like(tmp_path: Path) -> None:
    seats = Counter(bot for number in range(200) for bot in lesson(tmp_path).seats(Random(number)))
    assert len(seats) == 2 * len(SLIPS[QUICK])
    assert all(bot.startswith("greedy:worlds=1:slips=") for bot in seats)
    (bot, *_) = lesson(tmp_path, THOUGHTFUL).seats(Random(1))
    assert bot.startswith("search:simulations=4:slips=")
    serious = {bot for n in range(20) for bot in lesson(tmp_path, SERIOUS).seats(Random(n))}
    assert {bot.rpartition(":")[0] for bot in serious} == {"search:simulations=4:slips=0.05"}


def test_a_judgement_that_bots_cannot_use_stops_it(tmp_path: Path) -> None:
    """Or all their decisions would be taken at random, and learnt from."""
    missing = lesson(tmp_path, judgements=("fitted", str(tmp_path / "missing.json")))
    with pytest.raises(fm.BadOption, match="cannot be read"):
        attend(missing)
    assert not [*tmp_path.iterdir()]


def test_a_full_disk_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(target: Any, **_: object) -> None:
        target.write(b"PK")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "savez", fill)
    with pytest.raises(OSError, match="No space left"):
        attend(lesson(tmp_path))
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("damage", ["cut off", "empty", "other", "missing", "lacking"])
def test_a_damaged_file_is_named(tmp_path: Path, damage: str) -> None:
    one = lesson(tmp_path)
    attend(one)
    if damage == "cut off":
        one.file.write_bytes(one.file.read_bytes()[:-50])
    elif damage == "empty":
        one.file.write_bytes(b"")
    elif damage == "other":
        one.file.write_bytes(b"something else, which is no archive at all")
    elif damage == "missing":
        one.file.unlink()
    else:
        with one.file.open("wb") as target:
            np.savez(target, states=np.zeros(3))
    with pytest.raises(BadResults, match=r"quick-2-base-00000\.npz is damaged: remove it, and run"):
        loaded([one])
