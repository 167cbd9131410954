"""Datasets: the decisions of whole games, the same from any number of workers, and read again."""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

import formicarium as fm
from formicarium.arena import dataset
from formicarium.arena import examples as loaders
from formicarium.arena.dataset import BadDataset, Decisions
from formicarium.arena.examples import examples
from formicarium.arena.series import Series
from formicarium.core.chance import seed_of
from formicarium.core.standings import ranks

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def series() -> Series:
    return Series(fm.load("micropolis", players=2), ["random", "random"], 9)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.parquet"


def whole(file: Path, size: int = 8192) -> Decisions:
    """All rows of a dataset in one batch."""
    return dataset._joined([*dataset.read(file).batches(size)])


def same(one: Decisions, two: Decisions) -> bool:
    return all(
        np.array_equal(mine, yours, equal_nan=True) for mine, yours in zip(one, two, strict=True)
    )


@pytest.mark.parametrize(
    ("name", "bot"), [("micropolis", "greedy"), *((name, "random") for name in fm.game_names())]
)
def test_a_row_is_a_decision(name: str, bot: str, file: Path) -> None:
    """Every game can be played again from its seed and its rows, which tell the truth about it."""
    game = fm.load(name)
    bots = ["random"] * (game.players - 1) + [bot]
    games = 2 if bot == "random" else 1
    dataset.write(Series(game, bots, 4), games, file)
    rows = whole(file)
    row = 0
    for number in range(games):
        state = game.start(int(seed_of(np.uint64(4), number)))
        first = row
        while not state.is_over:
            seat = state.to_act[0]
            start = rows.legal_end[row - 1] if row else 0
            assert (rows.game[row], rows.decision[row]) == (number, row - first)
            assert rows.seat[row] == seat
            assert rows.observation[row].tobytes() == state.observe(seat).tobytes()
            assert rows.legal[start : rows.legal_end[row]].tolist() == state.codes(seat)
            state.play(seat, int(rows.action[row]))
            row += 1
        standings = state.standings()
        seats = rows.seat[first:row]
        shares = [(seat in state.winners()) / len(state.winners()) for seat in range(game.players)]
        assert (rows.points[first:row] == [points for points, _ in standings]).all()
        assert (rows.rank[first:row] == np.array(ranks(standings))[seats]).all()
        assert np.allclose(rows.win_share[first:row], np.array(shares)[seats])
    assert row == len(rows.action)


def test_random_games_are_those_of_the_core(series: Series, file: Path) -> None:
    played = [*dataset.record(series, 100, file)]
    games = series.game.random_games(100, seed=9)
    standings = np.concatenate([part.standings for part in played])
    lengths = np.concatenate([part.lengths for part in played])
    assert standings[:, :, 0].tolist() == games.scores.tolist()
    assert standings[:, :, 1].tolist() == games.tie_breaks.tolist()
    assert lengths.tolist() == games.lengths.tolist()
    ends = np.cumsum(lengths) - 1
    rows = whole(file)
    assert rows.points[ends].tolist() == games.scores.tolist()
    assert rows.decision[ends].tolist() == (games.lengths - 1).tolist()


def test_what_is_said_about_the_rows(series: Series, file: Path) -> None:
    dataset.write(series, 3, file)
    data = dataset.read(str(file))
    game = series.game
    assert (data.games, data.decisions) == (3, len(whole(file).action))
    assert data.observation == game.observation
    assert data.actions == game.actions_size
    expected = {
        "dataset": 2,
        "game": "micropolis",
        "players": 2,
        "options": game.options,
        "rules": game.book.version,
        "components": game.fingerprint,
        "bots": ["random", "random"],
        "seed": 9,
    }
    assert data.about.items() >= expected.items()
    assert "formicarium" in data.about


def test_masks_are_the_legal_actions(series: Series, file: Path) -> None:
    dataset.write(series, 2, file)
    data = dataset.read(file)
    (rows,) = data.batches()
    masks = rows.masks(data.actions)
    assert masks.shape == (data.decisions, 47)
    assert masks[np.arange(data.decisions), rows.action].all()
    start = 0
    for mask, end in zip(masks, rows.legal_end, strict=True):
        assert mask.nonzero()[0].tolist() == rows.legal[start:end].tolist()
        start = end


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_batches_of_any_size_hold_the_same(series: Series, size: int, file: Path) -> None:
    dataset.write(series, 3, file)
    sizes = [len(batch.action) for batch in dataset.read(file).batches(size)]
    assert max(sizes) <= size
    assert same(whole(file, size), whole(file))
    with pytest.raises(fm.BadOption):
        next(dataset.read(file).batches(-1))


def test_any_number_of_workers_writes_the_same_file(tmp_path: Path) -> None:
    series = Series(fm.load("micropolis", players=2), ["greedy", "random"], 1)
    alone, together = tmp_path / "alone.parquet", tmp_path / "together.parquet"
    dataset.write(series, 6, alone)
    dataset.write(series, 6, together, workers=2)
    assert alone.read_bytes() == together.read_bytes()
    assert {*tmp_path.glob("*.*")} == {alone, together}


def test_rows_are_written_in_groups(
    series: Series, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset.write(series, 90, file)
    at_once = whole(file)
    monkeypatch.setattr(dataset, "GROUP", 4 * 197 * 1000)
    dataset.write(series, 90, file)
    groups = parquet.ParquetFile(file).metadata
    assert groups.num_row_groups > 1
    assert groups.row_group(0).column(0).compression == "ZSTD"
    assert same(whole(file), at_once)


def interrupted(part: Iterator[Any], after: int) -> None:
    for number, _ in enumerate(part, 1):
        if number == after:
            raise KeyboardInterrupt


def test_an_interruption_keeps_whole_games(file: Path) -> None:
    series = Series(fm.load("micropolis", players=2), ["greedy", "random"], 9)
    recording = dataset.record(series, 5, file)
    with pytest.raises(KeyboardInterrupt):
        interrupted(recording, after=3)
    assert not file.exists()
    recording.close()
    data = dataset.read(file)
    assert data.games == 3
    expected = dataset._joined([dataset.play_one(series, number)[0] for number in range(3)])
    assert same(whole(file), expected)
    assert [*file.parent.glob("*.part")] == []


def test_an_interruption_of_several_workers_keeps_whole_games(file: Path) -> None:
    """And lets them go, however much they had to hand over."""
    series = Series(fm.load("micropolis", players=2), ["random", "random"], 9)
    recording = dataset.record(series, 1_000_000, file, workers=2)
    lengths = next(recording).lengths
    recording.close()
    data = dataset.read(file)
    assert (data.games, data.decisions) == (len(lengths), lengths.sum())
    assert [*file.parent.glob(".*"), *file.parent.glob("*.part")] == []
    assert multiprocessing.active_children() == []


def test_an_interruption_in_the_first_game_leaves_what_was_there(
    series: Series, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("something else", "utf-8")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(dataset, "play", stop)
    with pytest.raises(KeyboardInterrupt):
        dataset.write(series, 5, file)
    assert file.read_text("utf-8") == "something else"
    assert [*file.parent.glob("*.part")] == []


@pytest.mark.parametrize("moment", ["write_table", "close"])
def test_a_full_disk_leaves_what_was_there(
    series: Series, file: Path, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("something else", "utf-8")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(parquet.ParquetWriter, moment, full)
    with pytest.raises(OSError, match="No space left"):
        dataset.write(series, 2, file)
    assert file.read_text("utf-8") == "something else"
    assert [*file.parent.glob("*.part")] == []


def test_files_of_something_else(series: Series, file: Path) -> None:
    with pytest.raises(BadDataset, match=r"cannot read .*No such file"):
        dataset.read(file)
    file.write_text("{}", "utf-8")
    with pytest.raises(BadDataset, match="cannot read"):
        dataset.read(file)
    for about in (None, {"formicarium": b'{"game": "micropolis"}'}, {"formicarium": b"\xff"}):
        table = pa.table({"game": [1]}).replace_schema_metadata(about)
        parquet.write_table(table, file)
        with pytest.raises(BadDataset, match="not a dataset of positions"):
            dataset.read(file)


def test_a_dataset_of_another_version(series: Series, file: Path) -> None:
    about = {"formicarium": json.dumps({"dataset": 3}), "formicarium.games": "1"}
    parquet.write_table(pa.table({"game": [1]}).replace_schema_metadata(about), file)
    with pytest.raises(BadDataset, match="version 3; this reads up to 2"):
        dataset.read(file)


def test_what_a_search_found_is_kept(file: Path) -> None:
    """Visits of every action and the chance; forced decisions and other bots have none."""
    series = Series(fm.load("micropolis", players=2), ["search:simulations=12", "random"], 3)
    dataset.write(series, 1, file, observation="network")
    data, rows = dataset.read(file), whole(file)
    policies = rows.policies(data.actions)
    start, searched = 0, 0
    for row, end in enumerate(rows.legal_end):
        visits, start = rows.visits[start:end], int(end)
        thinks = rows.seat[row] == 0 and len(visits) > 1
        searched += thinks
        assert (visits.sum() > 0) == thinks
        assert np.isnan(rows.value[row]) != thinks
        assert policies[row, rows.action[row]] == policies[row].max()
    assert searched > 5
    assert rows.observation.dtype == np.uint8
    seen = next(examples(data, size=8))
    assert seen.observation.tolist() == rows.observation[:8].tolist()
    mixed = [*examples(data, size=8, seed=1)]
    assert sum(len(some.value) for some in mixed) == data.decisions
    whole_game = np.concatenate([some.observation for some in mixed])
    assert sorted(whole_game.tolist()) == sorted(rows.observation.tolist())


def test_a_dataset_of_version_1_is_read(series: Series, file: Path) -> None:
    dataset.write(series, 1, file)
    table = parquet.read_table(file).drop_columns(["visits", "value"])
    said = parquet.ParquetFile(file).metadata.metadata
    told = json.dumps(json.loads(said[b"formicarium"]) | {"dataset": 1})
    games = said[b"formicarium.games"]
    old = table.replace_schema_metadata({"formicarium": told, "formicarium.games": games})
    before = whole(file)
    parquet.write_table(old, file)
    after = whole(file)
    assert after.action.tolist() == before.action.tolist()
    assert not after.visits.any()
    assert np.isnan(after.value).all()


class There(NamedTuple):
    """An array that PyTorch or JAX has put somewhere."""

    values: np.ndarray
    device: Any = None

    def to(self, device: Any) -> There:
        return There(self.values, device)


STAND_INS = {"torch": {"from_numpy": There}, "jax": {"device_put": There}}


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_other_libraries_get_the_same_examples_where_they_want_them(
    series: Series, file: Path, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType(library)
    vars(module).update(STAND_INS[library])
    monkeypatch.setitem(sys.modules, library, module)
    dataset.write(series, 2, file)
    data, wanted = dataset.read(file), [*examples(dataset.read(file), 16, seed=3)]
    found = [*getattr(loaders, f"{library}_examples")(data, 16, seed=3, device="there")]
    assert len(found) == len(wanted) > 1
    for some, others in zip(found, wanted, strict=True):
        for one, other in zip(some, others, strict=True):
            assert one.device == "there"
            assert one.values.flags.writeable  # PyTorch warns of any other
            assert np.array_equal(one.values, other, equal_nan=other.dtype.kind == "f")


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_a_library_that_is_not_there_is_named(
    series: Series, file: Path, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset.write(series, 1, file)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(fm.MissingExtra, match=f"pip install {library}"):
        next(getattr(loaders, f"{library}_examples")(dataset.read(file)))


def test_a_damaged_dataset(series: Series, file: Path) -> None:
    dataset.write(series, 40, file)
    content = bytearray(file.read_bytes())
    content[2000:9000] = bytes(7000)
    file.write_bytes(content)
    with pytest.raises(BadDataset, match="cannot read"):
        whole(file)
    file.write_bytes(content[:-100])
    with pytest.raises(BadDataset, match="cannot read"):
        dataset.read(file)
