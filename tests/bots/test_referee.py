"""Whatever a bot does, the game goes on: what it forfeits is random, logged and counted."""

import logging
import time
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.bots import load_bot, seed_for
from formicarium.bots.referee import Player, play_out, summon
from formicarium.bots.search import SearchBot
from tests.bots.rogues import invite


@pytest.fixture(autouse=True)
def rogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    invite(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


@pytest.fixture
def state() -> fm.State:
    return fm.load("micropolis", players=2).start(seed=7)


def seated(name: str, state: fm.State) -> Player:
    return Player(name, state.to_act[0], seed=3)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("raiser", "raised ValueError: no idea"),
        ("leaver", "raised SystemExit: 3"),
        ("cheat", "answered 1000000000, which is not a legal action"),
        ("mumbler", "answered 'take 1', which is not a legal action"),
    ],
)
def test_a_bad_answer_is_replaced_logged_and_counted(
    state: fm.State, name: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    player = seated(name, state)
    codes = [player.decide(state, number) for number in range(40)]
    assert {*codes} == {*state.codes(player.seat)}
    assert codes == [seated(name, state).decide(state, number) for number in range(40)]
    assert (player.forfeits, player.choices, player.fault) == (40, 40, reason)
    assert {record.levelno for record in caplog.records} == {logging.WARNING}
    assert {record.name for record in caplog.records} == {"formicarium.bots"}
    assert f"bot {name} on seat {player.seat + 1} {reason};" in caplog.text


def test_a_bot_that_stalls_is_not_waited_for(state: fm.State) -> None:
    player = seated("staller", state)
    begun = time.monotonic()
    codes = [player.decide(state, number, seconds=0.01) for number in range(50)]
    assert time.monotonic() - begun < 10
    assert {*codes} <= {*state.codes(player.seat)}
    assert player.forfeits == 50
    assert vars(player.bot)["asked"] == 1
    assert player.fault.startswith("did not answer within 0.3")


def test_a_bot_that_comes_back_is_asked_again(state: fm.State) -> None:
    player = seated("staller:delay=0.6", state)
    player.decide(state, 0, seconds=0.01)
    assert player.thinking
    player.thinking.join()
    assert player.decide(state, 1, seconds=5) == state.codes(player.seat)[0]
    assert (player.forfeits, player.choices) == (1, 2)
    assert player.seconds > 0.8


@pytest.mark.parametrize("name", ["raiser", "cheat", "greedy", "search:simulations=4"])
def test_any_game_comes_to_its_end(name: str) -> None:
    state = fm.load("micropolis", players=2).start(seed=1)
    players = [Player(name, 0, seed=1), Player("random", 1, seed=1)]
    length = play_out(state, players)
    assert state.is_over
    assert players[0].choices + players[1].choices <= length
    assert players[1].forfeits == 0
    assert players[0].forfeits == (players[0].choices if name in ("raiser", "cheat") else 0)


def test_a_limit_becomes_a_deadline(state: fm.State) -> None:
    player = seated("clock", state)
    assert player.decide(state, 0) == state.codes(player.seat)[-1]
    assert vars(player.bot)["deadline"] == inf
    player.decide(state, 1, seconds=100)
    assert 50 < vars(player.bot)["deadline"] - time.monotonic() < 100


def test_with_less_effort_a_bot_thinks_less_but_loses_nothing(
    state: fm.State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    told: list[float] = []

    def heard(bot: Any, state: fm.State, seat: int, seed: int, deadline: float) -> int:
        told.append(deadline)
        return state.codes(seat)[0]

    monkeypatch.setattr("formicarium.bots.referee.ask", heard)
    other, ours = seated("clock", state), seated("search:simulations=400", state)
    for player in (other, ours):
        player.decide(state, 0, seconds=8, effort=0.25)
    assert told == [102.0, 108.0]  # who cannot think a share is told an earlier deadline
    assert isinstance(ours.bot, SearchBot)
    assert ours.bot.effort == 0.25
    assert other.forfeits == ours.forfeits == 0


def test_a_decision_is_the_bots_own_on_what_its_seat_may_know(
    state: fm.State, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = seated("random", state)
    seen = []
    choose = player.bot.choose

    def watch(given: fm.State, *rest: Any) -> Any:
        seen.append((given, *rest))
        return np.int32(choose(given, *rest))

    monkeypatch.setattr(player.bot, "choose", watch)
    seed = seed_for(3, player.seat, 5)
    code = player.decide(state, 5)
    hidden = state.redetermined(player.seat, seed)
    assert seen == [(hidden, player.seat, seed, inf)]
    assert code == load_bot("random").choose(hidden, player.seat, seed, inf)
    assert type(code) is int


def test_a_bot_is_not_asked_where_there_is_no_choice() -> None:
    state = fm.load("myrmes", players=2).start(seed=1)
    while len(state.codes(state.to_act[0])) > 1:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    player = seated("raiser", state)
    assert player.decide(state, 0) == state.codes(player.seat)[0]
    assert (player.forfeits, player.choices) == (0, 0)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("unborn", "bot unborn cannot be loaded: RuntimeError: not today"),
        ("missing", "bot missing cannot be loaded: AttributeError: "),
        ("nobody", "there is no bot 'nobody'; there are: "),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_an_error(name: str, message: str) -> None:
    with pytest.raises(fm.BadOption, match=message):
        summon(name)


def test_a_bot_that_cannot_get_ready_is_an_error() -> None:
    player = Player("unready", 0, 0)
    with pytest.raises(fm.BadOption, match="unready cannot play micropolis: FileNotFoundError"):
        player.prepare(fm.load("micropolis"))
