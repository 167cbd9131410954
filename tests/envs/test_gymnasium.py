"""Gymnasium's own checks, and what they leave out."""

from __future__ import annotations

import pickle
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import formicarium as fm
from formicarium.envs.gymnasium import FormicariumEnv, FormicariumVectorEnv
from tests.envs.tables import at_all_tables, at_some_tables, settings_of
from tests.properties.lines import Table


def made(table: Table, **settings: Any) -> Any:
    """An environment as users make it."""
    name = f"formicarium/{table.game.title()}-v0"
    return gymnasium.make(name, **settings_of(table), **settings)


def vector(table: Table, count: int, **settings: Any) -> Any:
    """Many games as users make them."""
    name = f"formicarium/{table.game.title()}-v0"
    return gymnasium.make_vec(name, num_envs=count, **settings_of(table), **settings)


MICROPOLIS = Table("micropolis", 3, "base")


# --- One seat against bots ------------------------------------------------------------------------


@at_all_tables
def test_every_table_passes_the_checks_of_gymnasium(table: Table) -> None:
    check_env(made(table).unwrapped, skip_render_check=True)


@at_some_tables
def test_pictures_pass_the_checks_as_well(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(made(table, masked=True, render_mode="ansi").unwrapped)


@at_some_tables
def test_a_game_is_played_to_its_end(table: Table) -> None:
    env, dice = made(table, opponents="random", reward="points").unwrapped, np.random.default_rng(1)
    observation, info = env.reset(seed=1)
    reward, ended = 0.0, False
    while not ended:
        assert env.learner in env.state.to_act
        assert env.observation_space.contains(observation)
        assert info["action_mask"].astype(bool).tolist() == env.action_masks().tolist()
        action = dice.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, ended, truncated, info = env.step(action)
        assert not truncated
    assert reward == info["scores"][env.learner]
    assert info["winners"] == [*env.state.winners()]
    assert not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_the_same_seed_gives_the_same_game_and_the_next_game_is_another() -> None:
    env = made(MICROPOLIS, opponents="easy")
    first, _ = env.reset(seed=3)
    second, _ = env.reset()
    again, _ = env.reset(seed=3)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, second)


def test_a_seat_can_be_chosen() -> None:
    for seat in range(3):
        _, info = made(MICROPOLIS, seat=seat).reset(seed=1)
        assert info["seat"] == seat
    env = made(MICROPOLIS)
    assert {env.reset()[1]["seat"] for _ in range(30)} == {0, 1, 2}


def test_opponents_can_be_named_one_by_one() -> None:
    env = made(MICROPOLIS, opponents=["random", "greedy"], seat=1).unwrapped
    env.reset(seed=1)
    assert {seat: player.name for seat, player in env.players.items()} == {0: "random", 2: "greedy"}


def test_a_mask_can_be_part_of_the_observation() -> None:
    env = made(MICROPOLIS, masked=True)
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert np.array_equal(observation["action_mask"], info["action_mask"])


def test_an_action_that_is_not_allowed_changes_nothing() -> None:
    env = made(MICROPOLIS).unwrapped
    observation, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    again, reward, ended, truncated, told = env.step(wrong)
    assert np.array_equal(observation, again)
    assert (reward, ended, truncated, told["illegal"]) == (0, False, False, True)


def test_an_action_that_is_not_allowed_raises_if_asked_to() -> None:
    env = made(MICROPOLIS, illegal="raise").unwrapped
    _, info = env.reset(seed=1)
    with pytest.raises(fm.IllegalAction, match="legal now"):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))


@pytest.mark.parametrize("action", [47, -1, 1.7, "take 1", None, [1], np.array([1]), np.float32(2)])
@pytest.mark.parametrize("illegal", ["ignore", "raise"])
def test_what_is_no_action_at_all_is_refused(action: Any, illegal: str) -> None:
    env = made(MICROPOLIS, illegal=illegal).unwrapped
    env.reset(seed=1)
    before = env.state.to_bytes()
    with pytest.raises(gymnasium.error.InvalidAction, match="actions are 0 to 46"):
        env.step(action)
    assert env.state.to_bytes() == before


def test_a_step_before_the_first_game_is_refused() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        FormicariumEnv("micropolis").step(0)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"opponents": "nobody"}, "there is no bot 'nobody'"),
        ({"opponents": ["random"]}, "2 opponents are needed, not 1"),
        ({"opponents": None}, "name a bot, or one for each"),
        ({"seat": 3}, "seats are 0 to 2"),
        ({"reward": "money"}, "choose one of: rank, points"),
        ({"illegal": "punish"}, "choose one of: ignore, raise"),
        ({"render_mode": "film"}, "choose one of: human"),
        ({"edition": "dutch"}, "choose one of: german, french"),
        ({"colour": "red"}, "there is no option 'colour'"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(fm.BadOption, match=message):
        FormicariumEnv("micropolis", players=3, **settings)


@pytest.mark.parametrize("seed", [-1, 1.5, "seven"])
def test_a_wrong_seed_gives_the_usual_error(seed: Any) -> None:
    with pytest.raises(gymnasium.error.Error, match=r"[Ss]eed"):
        FormicariumEnv("micropolis").reset(seed=seed)


# --- Many games -----------------------------------------------------------------------------------


@at_some_tables
@pytest.mark.parametrize("masked", [False, True])
def test_what_a_vector_environment_tells_lies_in_its_spaces(table: Table, masked: bool) -> None:
    envs, dice = vector(table, 4, masked=masked), np.random.default_rng(1)
    observations, infos = envs.reset(seed=5)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    for _ in range(40):
        assert envs.observation_space.contains(observations)
        actions = np.array([dice.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        assert envs.action_space.contains(actions)
        observations, rewards, ended, truncated, infos = envs.step(actions)
        assert rewards.shape == ended.shape == truncated.shape == (4,)
        assert rewards.dtype == np.float32
        assert ended.dtype == truncated.dtype == np.bool_
        if masked:
            assert np.array_equal(observations["action_mask"], infos["action_mask"])
    envs.close()


def test_the_same_seed_gives_the_same_games() -> None:
    one, two = vector(MICROPOLIS, 6), vector(MICROPOLIS, 6, threads=2)
    one.reset(seed=9)
    two.reset(seed=9)
    dice = np.random.default_rng(2)
    for _ in range(200):
        actions = one.batch.random_actions(dice)
        for mine, yours in zip(one.step(actions)[:4], two.step(actions)[:4], strict=True):
            assert np.array_equal(mine, yours)
    assert not np.array_equal(one.reset(seed=9)[0], one.reset()[0])
    two.close()


def test_the_end_of_a_game_is_told_and_the_next_begins_at_once() -> None:
    envs, dice = vector(MICROPOLIS, 16), np.random.default_rng(2)
    envs.reset(seed=9)
    while True:
        asked = envs.batch.seats.copy()
        observations, rewards, ended, _, infos = envs.step(envs.batch.random_actions(dice))
        if ended.any():
            break
    assert np.array_equal(infos["_final_obs"], ended)
    for index in np.flatnonzero(ended):
        assert envs.single_observation_space.contains(infos["final_obs"][index])
        assert not np.array_equal(infos["final_obs"][index], observations[index])
        assert rewards[index] == infos["rewards"][index, asked[index]]
        scores = infos["final_info"]["scores"][index]
        assert rewards[index] < 1 or scores[asked[index]] == scores.max()
    assert all(infos["final_obs"][index] is None for index in np.flatnonzero(~ended))


def test_statistics_of_episodes_can_be_kept() -> None:
    """Gymnasium's own wrapper finds the rewards and lengths that it looks for."""
    games = FormicariumVectorEnv("micropolis", 8, players=2)
    envs: Any = RecordEpisodeStatistics(games)
    envs.reset(seed=1)
    dice = np.random.default_rng(2)
    lengths: list[int] = []
    while len(lengths) < 20:
        _, _, ended, _, infos = envs.step(games.batch.random_actions(dice))
        if ended.any():
            lengths += infos["episode"]["l"][ended].tolist()
            assert set(infos["episode"]["r"][ended].tolist()) <= {-1.0, 0.0, 1.0}
    assert min(lengths) > 10


def test_in_self_play_every_seat_is_asked() -> None:
    envs, dice = vector(MICROPOLIS, 8, opponents=None), np.random.default_rng(2)
    _, infos = envs.reset(seed=1)
    asked: set[int] = set()
    for _ in range(60):
        asked |= {*infos["seat"].tolist()}
        _, _, _, _, infos = envs.step(envs.batch.random_actions(dice))
    assert asked == {0, 1, 2}


def test_arrays_are_copies_unless_asked_otherwise() -> None:
    for copy in (True, False):
        envs = vector(MICROPOLIS, 3, copy=copy)
        observations, _ = envs.reset(seed=1)
        before = observations.copy()
        envs.step(envs.batch.codes[:, 0])
        assert np.array_equal(before, observations) == copy


def test_an_action_that_is_not_allowed_is_told_or_raises() -> None:
    envs = vector(MICROPOLIS, 3)
    _, infos = envs.reset(seed=1)
    wrong = (infos["action_mask"] == 0).argmax(axis=1)
    wrong[1] = infos["action_mask"][1].argmax()
    *_, infos = envs.step(wrong)
    assert infos["illegal"].tolist() == [True, False, True]
    strict = vector(MICROPOLIS, 3, illegal="raise")
    strict.reset(seed=1)
    before = strict.batch.states.copy()
    with pytest.raises(fm.IllegalAction, match="legal now"):
        strict.step(wrong)
    with pytest.raises(fm.IllegalAction, match="not an action"):
        strict.step(np.array([-5, 0, 0]))
    assert np.array_equal(before, strict.batch.states)
    strict.step(strict.batch.codes[:, 0])


@pytest.mark.parametrize("illegal", ["ignore", "raise"])
@pytest.mark.parametrize("actions", [np.zeros(2, int), np.zeros((3, 1), int), np.zeros(3), None])
def test_actions_of_a_wrong_form_are_refused(illegal: str, actions: Any) -> None:
    envs = vector(MICROPOLIS, 3, illegal=illegal)
    envs.reset(seed=1)
    with pytest.raises(fm.BadOption, match="actions are"):
        envs.step(actions)


def test_environments_can_be_stored_and_go_on_in_the_same_way() -> None:
    envs, env = vector(MICROPOLIS, 3), made(MICROPOLIS, opponents="easy").unwrapped
    envs.reset(seed=1)
    again = pickle.loads(pickle.dumps(envs))
    for _ in range(40):
        actions = envs.batch.codes[:, 0].copy()
        for old, new in zip(envs.step(actions)[:4], again.step(actions)[:4], strict=True):
            assert np.array_equal(old, new)
    assert np.array_equal(envs.reset()[0], again.reset()[0])
    _, info = env.reset(seed=1)
    action = int(info["action_mask"].argmax())
    copied = pickle.loads(pickle.dumps(env))
    assert np.array_equal(env.step(action)[0], copied.step(action)[0])


def test_gymnasiums_own_vector_of_environments_works_as_well() -> None:
    name = "formicarium/Micropolis-v0"
    envs: Any = gymnasium.make_vec(name, num_envs=3, vectorization_mode="sync", masked=True)
    observations, _ = envs.reset(seed=1)
    dice = np.random.default_rng(1)
    for _ in range(60):
        assert envs.observation_space.contains(observations)
        masks = observations["action_mask"]
        actions = np.array(
            [dice.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks]
        )
        observations, *_ = envs.step(actions)


def test_many_games_are_not_drawn() -> None:
    with pytest.raises(fm.BadOption, match="leave render_mode out"):
        FormicariumVectorEnv("micropolis", 2, render_mode="ansi")


# --- Names ----------------------------------------------------------------------------------------


def test_every_game_is_registered() -> None:
    names = {f"formicarium/{name.title()}-v0" for name in fm.game_names()}
    assert names <= {*gymnasium.registry}


def test_a_name_can_bring_its_module() -> None:
    env: Any = gymnasium.make("formicarium.envs.gymnasium:formicarium/Micropolis-v0", players=2)
    assert env.unwrapped.game.players == 2


@pytest.mark.parametrize("library", ["gymnasium", "pettingzoo"])
def test_without_a_library_the_extra_is_named(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"formicarium.envs.{library}", raising=False)
    with pytest.raises(fm.MissingExtra, match=r"formicarium\[research\]"):
        __import__(f"formicarium.envs.{library}")


def test_no_library_is_needed_for_the_games_and_batches() -> None:
    import subprocess

    program = (
        "import sys, formicarium, formicarium.envs.batch, formicarium.envs.actions\n"
        "assert not {'gymnasium', 'pettingzoo', 'pyspiel'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
