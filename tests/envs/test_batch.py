"""Many games in one call are the same games that are played one by one."""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.core.chance import seed_of
from formicarium.envs.batch import Batch
from formicarium.envs.rewards import rewards_of
from tests.envs.tables import at_all_tables, at_some_tables, game_of
from tests.properties.lines import Table

GAMES, STEPS, SEED = 4, 120, 7
ROOT = Path(__file__).parents[2]
ENOUGH = 20_000  # steps, within which a random game of any kind ends


def micropolis(players: int = 2) -> fm.Game:
    return fm.load("micropolis", players=players)


def seed_at(number: int, episode: int) -> int:
    return int(seed_of(np.uint64(seed_of(np.uint64(SEED), number)), episode))


def told(batch: Batch) -> list[np.ndarray]:
    """A copy of what a batch says about its games, and of the games."""
    return [batch.states.copy(), batch.observations.copy(), batch.masks.copy()]


def check_row(batch: Batch, index: int, state: fm.State) -> None:
    """Everything that a batch tells about one game, compared with the game itself."""
    seat, codes = state.to_act[0], state.codes(state.to_act[0])
    assert batch.state(index) == state
    assert batch.seats[index] == seat
    assert batch.observations[index].tobytes() == state.observe(seat).tobytes()
    assert np.flatnonzero(batch.masks[index]).tolist() == codes
    assert batch.codes[index, : batch.counts[index]].tolist() == codes


@at_all_tables
def test_games_are_those_that_are_played_one_by_one(table: Table) -> None:
    game, dice = game_of(table), np.random.default_rng(SEED)
    batch = Batch(game, GAMES, SEED)
    states = [game.start(seed_at(number, 0)) for number in range(GAMES)]
    episodes = [0] * GAMES
    for _ in range(STEPS):
        for index, state in enumerate(states):
            check_row(batch, index, state)
        actions = batch.random_actions(dice)
        batch.step(actions)
        for index, state in enumerate(states):
            state.play(state.to_act[0], int(actions[index]))
            assert batch.finished[index] == state.is_over
            assert batch.rewards[index].tolist() == pytest.approx(rewards_of(state))
            if state.is_over:
                episodes[index] += 1
                states[index] = game.start(seed_at(index, episodes[index]))
    assert not batch.illegal.any()


@at_all_tables
@pytest.mark.parametrize("reward", ["rank", "points"])
def test_the_end_of_a_game_is_told(table: Table, reward: str) -> None:
    game, dice = game_of(table), np.random.default_rng(SEED)
    batch = Batch(game, 1, SEED, reward)
    state, seat = game.start(seed_at(0, 0)), 0
    for _ in range(ENOUGH):
        seat = state.to_act[0]
        actions = batch.random_actions(dice)
        state.play(seat, int(actions[0]))
        batch.step(actions)
        if batch.finished[0]:
            break
    assert state.is_over
    assert batch.standings[0].tolist() == [[*standing] for standing in state.standings()]
    assert batch.scores[0].tolist() == state.scores()
    assert batch.rewards[0].tolist() == pytest.approx(rewards_of(state, reward))
    assert batch.last_observations[0].tobytes() == state.observe(seat).tobytes()
    check_row(batch, 0, game.start(seed_at(0, 1)))
    batch.step(batch.random_actions(dice))
    assert not batch.finished.any()
    assert not batch.rewards.any()


@at_some_tables
def test_threads_change_nothing(table: Table) -> None:
    one, three = (Batch(game_of(table), 7, SEED, threads=threads) for threads in (1, 3))
    dice = np.random.default_rng(SEED)
    for _ in range(STEPS):
        actions = one.random_actions(dice)
        one.step(actions)
        three.step(actions)
    assert one.states.tobytes() == three.states.tobytes()
    assert one.observations.tobytes() == three.observations.tobytes()
    assert one.masks.tobytes() == three.masks.tobytes()
    three.close()


@pytest.mark.compiled
def test_interpreted_and_compiled_batches_are_the_same() -> None:
    program = "import sys; from tests.envs.test_batch import digest; sys.stdout.write(digest())"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == digest(), done.stderr


def digest() -> str:
    """What a batch comes to, in the mode that this process runs in."""
    batch, dice = Batch(micropolis(), 4, SEED, opponents="random"), np.random.default_rng(SEED)
    found = hashlib.sha256()
    for _ in range(60):
        batch.step(batch.random_actions(dice))
        found.update(batch.states.tobytes() + batch.observations.tobytes() + batch.masks.tobytes())
        found.update(batch.rewards.tobytes() + batch.standings.tobytes())
    return found.hexdigest()


def test_arrays_stay_where_they_are() -> None:
    batch = Batch(micropolis(), 3, SEED)
    arrays = [batch.observations, batch.masks, batch.seats, batch.rewards, batch.finished]
    before = [array.ctypes.data for array in arrays]
    batch.step(batch.codes[:, 0])
    batch.reset(1)
    after = [batch.observations, batch.masks, batch.seats, batch.rewards, batch.finished]
    assert [array.ctypes.data for array in after] == before


def test_a_reset_begins_the_same_games_again() -> None:
    batch, dice = Batch(micropolis(), 5, SEED), np.random.default_rng(1)
    before = told(batch)
    for _ in range(99):
        batch.step(batch.random_actions(dice))
    batch.reset(SEED)
    for old, new in zip(before, told(batch), strict=True):
        assert np.array_equal(old, new)
    assert not batch.rewards.any()
    assert not batch.finished.any()
    batch.reset(SEED + 1)
    assert not np.array_equal(before[0], batch.states)


@at_some_tables
def test_a_batch_can_be_stored_and_goes_on_in_the_same_way(table: Table) -> None:
    batch = Batch(game_of(table), 5, SEED, "points", opponents="random", threads=2)
    dice = np.random.default_rng(1)
    for _ in range(30):
        batch.step(batch.random_actions(dice))
    again = pickle.loads(pickle.dumps(batch))
    for _ in range(100):
        actions = batch.random_actions(dice)
        batch.step(actions)
        again.step(actions)
    for old, new in zip(told(batch), told(again), strict=True):
        assert np.array_equal(old, new)
    assert np.array_equal(batch.rewards, again.rewards)
    assert np.array_equal(batch.standings, again.standings)
    batch.close()
    again.close()


@pytest.mark.parametrize("observation", ["flat", "network"])
def test_games_taken_out_of_a_batch_go_on_as_they_would_have(observation: str) -> None:
    batch = Batch(micropolis(), GAMES, SEED, observation=observation)
    dice = np.random.default_rng(SEED)
    for _ in range(STEPS):
        batch.step(batch.random_actions(dice))
    rows = np.array([2, 0, 2])
    twins, copy = batch.take(rows), batch.copy()
    batch.take(rows[::-1], out=(other := batch.take(rows)))
    for _ in range(STEPS):
        actions = batch.random_actions(dice)
        for one in (batch, copy):
            one.step(actions)
        twins.step(actions[rows])
        other.step(actions[rows[::-1]])
        for whole, part, backwards, again in zip(
            *map(told, (batch, twins, other, copy)), strict=True
        ):
            assert part.tobytes() == whole[rows].tobytes() == backwards[::-1].tobytes()
            assert again.tobytes() == whole.tobytes()


@pytest.mark.parametrize("rows", [[-1], [GAMES], [0, GAMES]])
def test_games_that_are_not_there_cannot_be_taken(rows: list[int]) -> None:
    with pytest.raises(fm.BadOption, match=f"from 0 to {GAMES - 1}"):
        Batch(micropolis(), GAMES, SEED).take(np.array(rows))


def test_games_are_taken_into_a_part_of_another_batch() -> None:
    batch, other = Batch(micropolis(), GAMES, SEED), Batch(micropolis(), GAMES, SEED + 1)
    before = told(other)
    batch.take(np.array([3, 0]), out=other, at=1)
    for found, mine, yours in zip(told(other), told(batch), before, strict=True):
        assert found.tolist() == [yours.tolist()[0], *mine[[3, 0]].tolist(), yours.tolist()[3]]


@pytest.mark.parametrize("at", [-1, 2])
def test_games_need_room_in_another_batch(at: int) -> None:
    batch = Batch(micropolis(), GAMES, SEED)
    with pytest.raises(fm.BadOption, match=f"with room for 3 from number {at} on"):
        batch.take(np.arange(3), out=batch.copy(), at=at)


def test_games_are_taken_into_a_batch_of_their_kind_only() -> None:
    batch = Batch(micropolis(), GAMES, SEED)
    others = (
        Batch(micropolis(), 3, SEED),
        Batch(micropolis(), GAMES, SEED, observation="network"),
        Batch(micropolis(3), GAMES, SEED),
    )
    for other in others:
        with pytest.raises(fm.BadOption, match="of the same kind"):
            batch.take(np.arange(GAMES), out=other)


def test_a_batch_goes_on_from_given_states() -> None:
    played, batch = Batch(micropolis(), GAMES, SEED), Batch(micropolis(), GAMES, SEED + 1)
    dice = np.random.default_rng(SEED)
    for _ in range(STEPS):
        played.step(played.random_actions(dice))
    batch.start_from(played.states)
    for mine, given in zip(told(batch), told(played), strict=True):
        assert mine.tobytes() == given.tobytes()
    with pytest.raises(fm.BadOption, match="states must be bytes"):
        batch.start_from(played.states[1:])


def test_what_nobody_knows_is_drawn_anew_and_looks_the_same() -> None:
    batch = Batch(micropolis(), GAMES, SEED)
    before, looks = batch.states.copy(), batch.observations.copy()
    batch.redetermine(seed=1)
    assert (batch.states != before).any(axis=1).all()
    for index in range(GAMES):
        seen = batch.state(index).observe(int(batch.seats[index]))
        assert seen.tobytes() == looks[index].tobytes()


@pytest.mark.parametrize("wrong", [-1, 46, 47, 2**31 - 1, -(2**31)])
def test_an_action_that_is_not_allowed_is_counted_and_changes_nothing(wrong: int) -> None:
    batch = Batch(micropolis(), 2, SEED)
    assert not batch.masks[:, 46].any()
    before = told(batch)
    batch.step(np.array([wrong, batch.codes[1, 0]]))
    assert batch.illegal.tolist() == [1, 0]
    for old, new in zip(before, told(batch), strict=True):
        assert np.array_equal(old[0], new[0])
    assert not np.array_equal(before[0][1], batch.states[1])
    batch.step(np.array([wrong, wrong]))
    assert batch.illegal.tolist() == [2, 1]


def test_after_the_end_an_action_that_is_not_allowed_pays_nothing_again() -> None:
    batch, dice = Batch(micropolis(), 1, SEED), np.random.default_rng(SEED)
    while not batch.finished[0]:
        batch.step(batch.random_actions(dice))
    batch.step(np.array([-1]))
    assert not batch.finished[0]
    assert not batch.rewards.any()


@at_some_tables
def test_against_random_opponents_one_seat_is_asked_and_another_in_the_next_game(
    table: Table,
) -> None:
    batch = Batch(game_of(table), table.players, SEED, opponents="random")
    dice, learners = np.random.default_rng(SEED), np.arange(table.players)
    for _ in range(STEPS):
        assert batch.seats.tolist() == learners.tolist()
        for index in range(table.players):
            state = batch.state(index)
            assert learners[index] in state.to_act
            seen = state.observe(int(learners[index]))
            assert batch.observations[index].tobytes() == seen.tobytes()
        batch.step(batch.random_actions(dice))
        learners = (learners + batch.finished) % table.players


def test_random_opponents_play_whole_games() -> None:
    batch, dice = Batch(micropolis(3), 64, SEED, opponents="random"), np.random.default_rng(1)
    ended, paid = 0, np.zeros(3)
    while ended < 500:
        batch.step(batch.random_actions(dice))
        ended += int(batch.finished.sum())
        paid += batch.rewards.sum(axis=0)
    assert abs(paid.sum()) < 1e-3
    assert not batch.illegal.any()


@at_some_tables
def test_whoever_decides_at_the_same_time_is_not_told_what_others_chose(table: Table) -> None:
    """Two batches that differ in the choices of the first seat only tell the second the same."""
    compared = 0
    for trial in range(12):
        one, two = (Batch(game_of(table), 1, trial) for _ in range(2))
        dice = np.random.default_rng(trial)
        for _ in range(60):
            together = len(one.state(0).to_act) > 1
            if together:
                compared += compare_second_seat(one, two, dice)
                break
            actions = one.random_actions(dice)
            one.step(actions)
            two.step(actions)
    first_decisions_are_simultaneous = len(game_of(table).start(0).to_act) > 1
    assert compared > 0 or not first_decisions_are_simultaneous


def compare_second_seat(one: Batch, two: Batch, dice: np.random.Generator) -> int:
    """Let the first of several seats choose, differently in each; how many looks were compared."""
    asked, barrier = int(one.seats[0]), int(one.state(0).row.barrier)
    for batch in (one, two):
        while batch.seats[0] == asked and batch.state(0).row.barrier == barrier:
            batch.step(batch.random_actions(dice))
    states = [batch.state(0) for batch in (one, two)]
    if any(state.row.barrier != barrier for state in states):
        return 0
    assert one.seats[0] == two.seats[0]
    assert one.observations.tobytes() == two.observations.tobytes()
    assert one.masks.tobytes() == two.masks.tobytes()
    return int(states[0] != states[1])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"count": -1}, "count=-1"),
        ({"count": 0}, "at least one game"),
        ({"count": 2, "threads": 0}, "at least one thread"),
        ({"count": 2.5}, "count=2.5"),
        ({"count": 2, "seed": -1}, "seed -1"),
        ({"count": 2, "reward": "money"}, "choose one of: rank, points"),
        ({"count": 2, "opponents": "normal"}, "opponents='normal'"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(fm.BadOption, match=message):
        Batch(micropolis(), **settings)


@pytest.mark.parametrize("actions", [[0], [0, 0, 0], [[0, 0]], 0])
def test_actions_of_another_shape_are_refused(actions: object) -> None:
    with pytest.raises(fm.BadOption, match="2 actions are needed"):
        Batch(micropolis(), 2, SEED).step(np.array(actions))


def test_actions_that_are_no_whole_numbers_are_refused() -> None:
    with pytest.raises(fm.BadOption, match="whole numbers"):
        Batch(micropolis(), 2, SEED).step(np.array([0.5, 1.0]))


def test_the_template_can_be_read_as_a_module() -> None:
    from formicarium.envs import stepping

    assert stepping.LANE.names
