"""Which matches an arena plays: every pair, on every seat, on the same seeds."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import formicarium as fm
from formicarium.arena.job import Job, check_entries
from formicarium.bots.blindness import FILE as BLIND_SPOTS
from formicarium.bots.characters import characters
from formicarium.bots.learned import CHAMPION
from formicarium.core.chance import seed_of


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_pair_sits_everywhere_on_the_same_seeds(players: int) -> None:
    job = Job(fm.load("micropolis", players=players), ("a", "b", "c"), seed=9)
    rotations = 2 if players == 2 else 2 * players
    matches = [job.match(number) for number in range(job.matches(rotations + 1))]
    assert len(matches) == 2 * 3 * rotations
    seeds = [int(seed_of(np.uint64(9), turn)) for turn in range(2)]
    for pairing in [("a", "b"), ("a", "c"), ("b", "c")]:
        for seed in seeds:
            met = [m.seats for m in matches if m.pairing == pairing and m.seed == seed]
            assert len(met) == len({*met}) == rotations
            for one, other in (pairing, pairing[::-1]):
                alone = [seats for seats in met if seats.count(one) == 1]
                assert {seats.index(one) for seats in alone} == {*range(players)}
                assert all(seats.count(other) == players - 1 for seats in alone)
    assert Counter(match.seed for match in matches) == dict.fromkeys(seeds, 3 * rotations)


def test_more_games_begin_with_the_same_matches() -> None:
    job = Job(fm.load("micropolis", players=3), ("a", "b", "c"), seed=9)
    assert (job.matches(1), job.matches(6), job.matches(7)) == (18, 18, 36)
    assert [job.match(number).number for number in range(20)] == [*range(20)]


def test_a_job_is_known_by_everything_but_the_number_of_games() -> None:
    game = fm.load("micropolis", players=2)
    job = Job(game, ("a", "b"), 1)
    others = [
        job._replace(game=fm.load("micropolis", players=3)),
        job._replace(game=fm.load("micropolis", players=2, variant="expert")),
        job._replace(game=fm.load("myrmes", players=2)),
        job._replace(bots=("a", "c")),
        job._replace(bots=("b", "a")),
        job._replace(seed=2),
        job._replace(seconds=1.0),
    ]
    assert len({other.fingerprint for other in [job, job._replace(), *others]}) == 8


def test_a_job_is_known_by_how_its_characters_play(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(fm.load("micropolis", players=2), ("hard", "random"), 1)
    before = job.header
    changed = characters() | {"hard": "search:simulations=2", "easy": "random"}
    monkeypatch.setattr("formicarium.arena.job.characters", lambda: changed)
    differs = [name for name, value in job.header.items() if value != before[name]]
    assert differs == ["characters"]
    assert job.header["characters"] == {"hard": "search:simulations=2"}


@pytest.mark.parametrize(
    ("name", "changed"), [("a.json", "a.json"), ("a.npz", "a.npz"), ("a.npz", "a.json")]
)
def test_a_job_is_known_by_what_is_in_the_files_of_its_bots(
    tmp_path: Path, name: str, changed: str
) -> None:
    for file in ("a.json", "a.npz"):
        (tmp_path / file).write_text("1")
    bot = f"search:evaluation={tmp_path / name}:slips=0.5"
    job = Job(fm.load("micropolis", players=2), (bot, "random"), 1)
    before = job.fingerprint
    assert [*job.header["files"]] == [str(tmp_path / name)]
    (tmp_path / changed).write_text("2")
    assert job.fingerprint != before


@pytest.mark.parametrize(
    ("bot", "file"),
    [("search:evaluation=network", CHAMPION), ("amateur:blind=growth:worlds=1", BLIND_SPOTS)],
)
def test_a_job_is_known_by_what_a_game_brings_for_its_bots(
    tmp_path: Path, bot: str, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("formicarium.arena.job.folder_of", lambda book: tmp_path / "judgement")
    brought, seen = tmp_path / file, set()
    brought.parent.mkdir(exist_ok=True)
    brought.with_suffix(".json").write_text("")
    for content in ("1", "2"):
        brought.write_text(content)
        job = Job(fm.load("micropolis", players=2), (bot, "random"), 1)
        seen.add(job.fingerprint)
    assert len(seen) == 2


@pytest.mark.parametrize(
    ("bots", "message"),
    [([], "there is none"), (["a"], "there is 1"), (["a", "b", "a"], "bot a is named twice")],
)
def test_entries_that_make_no_pair(bots: list[str], message: str) -> None:
    with pytest.raises(fm.BadOption, match=message):
        check_entries(bots)
