"""PettingZoo's own tests, and what they leave out."""

from __future__ import annotations

import functools
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import formicarium as fm
from formicarium.envs import pettingzoo as zoo
from formicarium.envs.rewards import rewards_of
from tests.envs.tables import at_all_tables, at_some_tables, settings_of
from tests.properties.lines import Table

# Its tests know by name which environments have a dictionary as observation: its own classics.
of_its_own = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]


def made(table: Table, **settings: Any) -> Any:
    return zoo.env(table.game, **settings_of(table), **settings)


def with_mark(test: Any) -> Any:
    for mark in of_its_own:
        test = mark(test)
    return test


@with_mark
@at_all_tables
def test_every_table_passes_the_tests_of_pettingzoo(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(made(table), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(functools.partial(made, table), num_cycles=50)


@at_some_tables
@pytest.mark.heavy
def test_pictures_pass_as_well(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        functools.partial(made, table),
        custom_tests={"svg": lambda text: text.startswith("<svg") and "</svg>" in text},
    )


@at_some_tables
@pytest.mark.parametrize("reward", ["rank", "points"])
def test_a_game_is_played_and_paid(table: Table, reward: str) -> None:
    env, dice = made(table, reward=reward), np.random.default_rng(1)
    env.reset(seed=1)
    got = {}
    for agent in env.agent_iter():
        observation, paid, ended, truncated, _ = env.last()
        if ended:
            got[agent] = paid
            env.step(None)
            continue
        assert not truncated
        assert paid == 0
        env.step(int(dice.choice(np.flatnonzero(observation["action_mask"]))))
    state = env.unwrapped.position
    assert state.is_over
    assert [*got.values()] == rewards_of(state, reward)
    assert [*got] == env.possible_agents


@at_some_tables
def test_an_agent_sees_what_its_seat_knows(table: Table) -> None:
    env, dice = made(table), np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(50):
        state = env.unwrapped.position
        for seat, agent in enumerate(env.possible_agents):
            told = env.observe(agent)
            assert told["observation"].tobytes() == state.observe(seat).tobytes()
            asked = agent == env.agent_selection
            assert np.flatnonzero(told["action_mask"]).tolist() == (
                state.codes(seat) if asked else []
            )
        assert env.agent_selection == f"player_{state.to_act[0]}"
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(dice.choice(np.flatnonzero(mask))))
        if env.unwrapped.position.is_over:
            break


def wrong_action(env: Any) -> int:
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])


def test_an_action_that_is_not_allowed_loses(caplog: pytest.LogCaptureFixture) -> None:
    env = zoo.env("micropolis", players=3)
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(wrong_action(env))
    assert "Illegal move" in caplog.text
    assert env.rewards == {agent: -float(agent == loser) for agent in env.possible_agents}
    assert all(env.terminations.values())


def test_the_raw_environment_raises_and_changes_nothing() -> None:
    env = zoo.raw_env("micropolis", players=3)
    env.reset(seed=1)
    before = env.position.to_bytes()
    with pytest.raises(fm.IllegalAction, match="legal now"):
        env.step(wrong_action(env))
    assert env.position.to_bytes() == before


def test_an_action_outside_the_space_is_refused() -> None:
    env = zoo.env("micropolis", players=3)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(47)


@pytest.mark.parametrize("action", [1.7, "take 1"])
def test_the_raw_environment_takes_whole_numbers_only(action: Any) -> None:
    env = zoo.raw_env("micropolis", players=3)
    env.reset(seed=1)
    before = env.position.to_bytes()
    with pytest.raises(TypeError, match="integer"):
        env.step(action)
    assert env.position.to_bytes() == before


@pytest.mark.parametrize("seed", [-1, 1.5, "seven"])
def test_a_wrong_seed_gives_the_usual_error(seed: Any) -> None:
    with pytest.raises(gymnasium.error.Error, match=r"[Ss]eed"):
        zoo.env("micropolis", players=3).reset(seed=seed)


def test_another_game_begins_without_a_seed() -> None:
    env = zoo.raw_env("micropolis", players=3)
    env.reset(seed=1)
    first = env.position.to_bytes()
    env.reset()
    assert env.position.to_bytes() != first
    env.reset(seed=1)
    assert env.position.to_bytes() == first


def test_an_environment_can_be_sent_to_another_process() -> None:
    env = pickle.loads(pickle.dumps(zoo.raw_env("micropolis", players=3, variant="expert")))
    assert env.game == fm.load("micropolis", players=3, variant="expert")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 9}, "2 to 6 players"),
        ({"reward": "money"}, "choose one of: rank, points"),
        ({"render_mode": "film"}, "choose one of: human"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(fm.BadOption, match=message):
        zoo.env("micropolis", **settings)
