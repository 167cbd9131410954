"""The games in OpenSpiel: its own tests, stored playthroughs, and who knows what.

``python -m tests.envs.playthroughs.renew`` makes the playthroughs anew; see there.
"""

from __future__ import annotations

import importlib.util
import itertools
import json
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest

import formicarium as fm
from formicarium.core import game
from formicarium.core.game import rulebook
from formicarium.envs import openspiel
from tests.envs.playthroughs import renew
from tests.envs.tables import at_some_tables
from tests.properties.lines import TABLES, Table

GAMES = fm.game_names()
MICROPOLIS = "formicarium_micropolis(players=2)"


def load(table: Table) -> Any:
    variant = f",variant={table.variant}" if table.variant else ""
    return pyspiel.load_game(f"formicarium_{table.game}(players={table.players}{variant})")


def begun(game: Any, seed: int) -> Any:
    state = game.new_initial_state()
    for byte in seed.to_bytes(8, "big"):
        state.apply_action(byte)
    return state


def some_states(game: Any, most: int, seed: int = 1) -> Iterator[Any]:
    """The first states of a random game: always the same object."""
    dice = random.Random(seed)
    state = begun(game, seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        state.apply_action(dice.choice(state.legal_actions()))


def played_out(game: Any, seed: int = 1) -> Any:
    *_, state = some_states(game, game.max_game_length() + 1, seed)
    assert state.is_terminal()
    return state


def observation(game: Any, **what: Any) -> Any:
    return game.make_py_observer(pyspiel.IIGObservationType(**what))


def public_part(game: Any) -> Any:
    kind = pyspiel.PrivateInfoType.NONE
    return observation(game, public_info=True, perfect_recall=False, private_info=kind)


def private_part(game: Any) -> Any:
    kind = pyspiel.PrivateInfoType.SINGLE_PLAYER
    return observation(game, public_info=False, perfect_recall=False, private_info=kind)


# --- What OpenSpiel checks itself -----------------------------------------------------------------


@at_some_tables
@pytest.mark.heavy
def test_openspiels_own_simulation(table: Table) -> None:
    pyspiel.random_sim_test(load(table), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", renew.game_strings())
@pytest.mark.heavy
def test_a_playthrough_is_told_as_it_was(name: str) -> None:
    text = renew.file_of(name).read_text("utf-8")
    assert f"game: {renew.game_strings()[name]}\n" in text
    assert renew.told_again(text) == text


def test_there_is_a_playthrough_of_every_game_and_variant_and_of_nothing_else() -> None:
    assert {file.stem for file in renew.HERE.glob("*.txt")} == {*renew.game_strings()}


def test_openspiels_own_bots_play() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(MICROPOLIS)
    dice = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, dice)
    bots = [
        mcts.MCTSBot(game, 1.4, 2, rollouts, random_state=dice),
        ismcts.ISMCTSBot(dice, rollouts, 1.4, 3),
    ]
    state = begun(game, 7)
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == 0


# --- Games and parameters -------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_registered_with_its_options(name: str) -> None:
    book = rulebook(name)
    known = {kind.short_name: kind for kind in pyspiel.registered_games()}
    kind = known[f"formicarium_{name}"]
    assert {*kind.parameter_specification} == {
        "players",
        "utility",
        *(option.name for option in book.options),
    }
    assert (kind.min_num_players, kind.max_num_players) == (book.players[0], book.players[-1])
    game = pyspiel.load_game(f"formicarium_{name}")
    board = fm.load(name)
    assert game.board == board
    assert game.num_players() == board.players
    assert game.num_distinct_actions() == board.actions_size
    assert game.max_game_length() == board.longest
    assert game.observation_tensor_size() == sum(length for _, length in book.observation)
    assert pickle.loads(pickle.dumps(kind)) == kind


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_bytes_of_a_seed_begin_the_game_of_that_seed(table: Table) -> None:
    seed = 0xFEDCBA9876543210
    state = begun(load(table), seed)
    variant = {"variant": table.variant} if table.variant else {}
    assert state.house_state == fm.load(table.game, players=table.players, **variant).start(seed)
    assert state.current_player() == state.house_state.to_act[0]


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("formicarium_micropolis(players=3,variant=expert,cap=after_effect)")
    assert game.board == fm.load("micropolis", players=3, variant="expert", cap="after_effect")
    assert pyspiel.load_game(str(game)).board == game.board
    assert pyspiel.load_game("formicarium_micropolis", {"players": 5}).num_players() == 5


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ("players=9", "2 to 6 players, not 9"),
        ("variant=hard", "choose one of: base, expert"),
        ("players=6,variant=expert", "variant=expert is for 2 or 3 players"),
        ("utility=money", "choose one of: rank, points"),
        ("colour=red", "Unknown parameter 'colour'"),
    ],
)
def test_parameters_that_cannot_be_played_with(parameters: str, reason: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=re.escape(reason)):
        pyspiel.load_game(f"formicarium_micropolis({parameters})")


def test_an_illegal_action_changes_nothing() -> None:
    state = begun(pyspiel.load_game(MICROPOLIS), 7)
    before = str(state), state.history(), state.information_state_string(0)
    for action in (46, 47, -1):
        with pytest.raises(pyspiel.SpielError):
            state.apply_action(action)
    assert (str(state), state.history(), state.information_state_string(0)) == before
    start = pyspiel.load_game(MICROPOLIS).new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="0 to 255"):
        start.apply_action(256)


def test_chance_draws_every_byte_with_the_same_probability() -> None:
    state = pyspiel.load_game(MICROPOLIS).new_initial_state()
    for _ in range(8):
        assert state.is_chance_node()
        assert state.chance_outcomes() == [(byte, 1 / 256) for byte in range(256)]
        state.apply_action(3)
    assert not state.is_chance_node()


@pytest.mark.parametrize("name", GAMES)
def test_utility_is_rank_or_points(name: str) -> None:
    by_rank = played_out(pyspiel.load_game(f"formicarium_{name}"))
    returns, standings = by_rank.returns(), by_rank.house_state.standings()
    assert sum(returns) == pytest.approx(0, abs=1e-6)
    order = sorted(range(len(returns)), key=lambda seat: standings[seat])
    assert sorted(returns) == [returns[seat] for seat in order]
    assert max(map(abs, returns)) <= 1
    assert by_rank.rewards() == returns
    game = pyspiel.load_game(f"formicarium_{name}(utility=points)")
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    by_points = game.deserialize_state(by_rank.serialize())
    assert by_points.returns() == by_rank.house_state.scores()


# --- Copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_copies_are_the_same_and_apart(name: str) -> None:
    game = pyspiel.load_game(f"formicarium_{name}")
    *_, state = some_states(game, 30)
    seats = range(game.num_players())
    for other in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert type(other) is type(state)
        assert other.house_state == state.house_state
        assert other.history() == state.history()
        assert other.get_game() == game
        for seat in seats:
            assert other.information_state_string(seat) == state.information_state_string(seat)
        before = str(state)
        other.apply_action(other.legal_actions()[0])
        assert str(state) == before != str(other)
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert again.new_initial_state().is_chance_node()


def test_python_leaves_in_peace_and_loads_no_library_unasked() -> None:
    program = (
        "import sys, formicarium\n"
        "assert 'pyspiel' not in sys.modules\n"
        "import formicarium.envs.openspiel, pyspiel\n"
        f"pyspiel.load_game({MICROPOLIS!r}).new_initial_state()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_openspiel_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    assert openspiel.__file__ is not None
    spec = importlib.util.spec_from_file_location("without_pyspiel", openspiel.__file__)
    assert spec is not None
    assert spec.loader is not None
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(fm.MissingExtra, match=r"pip install 'formicarium\[research\]'"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


# --- The conventions of OpenSpiel's API test ------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_only_the_player_to_act_has_legal_actions(name: str) -> None:
    game = pyspiel.load_game(f"formicarium_{name}")
    for state in some_states(game, 60):
        for seat in range(game.num_players()):
            assert bool(state.legal_actions(seat)) == (seat == state.current_player())
    end = played_out(game)
    assert end.current_player() == pyspiel.PlayerId.TERMINAL
    assert end.legal_actions() == []
    assert [end.legal_actions(seat) for seat in range(game.num_players())] == [
        [] for _ in range(game.num_players())
    ]
    with pytest.raises(RuntimeError):
        end.information_state_string()
    assert len(end.history()) <= game.max_history_length()
    assert end.move_number() <= game.max_move_number()
    assert game.max_chance_nodes_in_history() == 8


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_told_what_a_player_sees_who_is_not_there(name: str) -> None:
    game = pyspiel.load_game(f"formicarium_{name}")
    for state in some_states(game, 3):
        for tell in (
            state.information_state_string,
            state.observation_string,
            state.observation_tensor,
        ):
            with pytest.raises(RuntimeError, match="player >= 0"):
                tell(-1)
            with pytest.raises(RuntimeError, match="player <"):
                tell(game.num_players() + 1)
    with pytest.raises(RuntimeError):
        game.new_initial_state().information_state_string()


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_is_that_of_the_core(name: str) -> None:
    game = pyspiel.load_game(f"formicarium_{name}")
    seen = game.make_py_observer()
    assert {*seen.dict} == {*game.board.observation}
    for state in itertools.islice(some_states(game, 41), 0, None, 10):
        for seat in range(game.num_players()):
            expected = state.house_state.observe(seat)
            seen.set_from(state, seat)
            assert seen.tensor.tolist() == expected.tolist() == state.observation_tensor(seat)
            for part, piece in game.board.observation.items():
                assert seen.dict[part].tolist() == expected[piece].tolist()
            assert json.loads(state.observation_string(seat)) == state.house_state.view(seat)
    seen.set_from(game.new_initial_state(), 0)
    assert not seen.tensor.any()


@pytest.mark.parametrize("name", GAMES)
def test_an_information_state_as_a_tensor_tells_all_that_its_string_does(name: str) -> None:
    """The observation and 64 bits, which differ where the strings do."""
    game = pyspiel.load_game(f"formicarium_{name}")
    size = game.observation_tensor_size()
    assert game.information_state_tensor_size() == size + 64
    strings: dict[tuple[float, ...], str] = {}
    for state in some_states(game, 40):
        for seat in range(game.num_players()):
            tensor = tuple(state.information_state_tensor(seat))
            assert [*tensor[:size]] == state.observation_tensor(seat)
            assert {*tensor[size:]} <= {0, 1}
            told = state.information_state_string(seat)
            assert strings.setdefault(tensor, told) == told
    assert len(strings) == len({*strings.values()})


def test_observers_of_other_kinds_do_not_exist() -> None:
    game = pyspiel.load_game(MICROPOLIS)
    with pytest.raises(ValueError, match="private part"):
        observation(game, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"colour": "red"})


# --- Who knows what -------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_public_and_the_private_part_are_the_whole_view(table: Table) -> None:
    game = load(table)
    public, private = public_part(game), private_part(game)
    start = game.new_initial_state()
    assert (public.string_from(start, 0), private.string_from(start, 0)) == (
        "the game has not begun",
        "",
    )
    for state in some_states(game, 25):
        spectator = state.house_state.view(None)
        for seat in range(game.num_players()):
            shared, own = public.string_from(state, seat), private.string_from(state, seat)
            assert json.loads(shared) == spectator
            assert json.loads(shared) | json.loads(own or "{}") == state.house_state.view(seat)
            assert bool(own) == (state.house_state.view(seat) != spectator)


def test_some_games_have_private_information() -> None:
    """In the others nobody knows the future, and that is all."""
    with_secrets = {
        name
        for name in GAMES
        for state in some_states(pyspiel.load_game(f"formicarium_{name}"), 60)
        if private_part(state.get_game()).string_from(state, 0)
    }
    assert {"minicity", "myrmes"} <= with_secrets < {*GAMES}


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_others_choose_in_secret_stays_secret(table: Table) -> None:
    """Where several decide at once, nobody can tell what those before have chosen, nor how often.

    That they have done so is no secret.
    """
    game = load(table)
    for state in some_states(game, 60):
        to_act = state.house_state.to_act
        if len(to_act) < 2:
            continue
        seat = to_act[0]
        worlds = [decided(state, seat, random.Random(number)) for number in range(5)]
        for other in range(game.num_players()):
            if other != seat:
                assert len({world.information_state_string(other) for world in worlds}) == 1
                assert len({world.observation_string(other) for world in worlds}) == 1
                assert len({tuple(world.observation_tensor(other)) for world in worlds}) == 1


def decided(state: Any, seat: int, dice: random.Random) -> Any:
    """The state after all that a seat has to decide now."""
    world = state.clone()
    while world.current_player() == seat:
        world.apply_action(dice.choice(world.legal_actions()))
    return world


def test_some_games_have_decisions_at_the_same_time() -> None:
    together = {
        name
        for name in GAMES
        for state in some_states(pyspiel.load_game(f"formicarium_{name}"), 60)
        if len(state.house_state.to_act) > 1
    }
    assert {"minicity", "myrmes"} <= together


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_an_information_state_is_a_perfect_memory(table: Table) -> None:
    """It holds the information states before it and the seat's own actions, and names the seat."""
    game = load(table)
    seats = range(game.num_players())
    memories = ["" for _ in seats]
    actions: list[list[str]] = [[] for _ in seats]
    for state in some_states(game, 60):
        if state.history()[8:]:
            last = state.full_history()[-1]
            actions[last.player].append(state.action_to_string(last.player, last.action))
        for seat in seats:
            memory = state.information_state_string(seat)
            assert memory.startswith(memories[seat] or f"seat {seat}; ")
            memories[seat] = memory
            told = memory.split("; ")[1:]
            assert [word for word in told if not re.fullmatch("[0-9a-f]{16}", word)] == actions[
                seat
            ]
        assert len({*memories}) == len(memories)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_resampling_keeps_what_a_seat_knows_and_can_do(table: Table) -> None:
    """So what is legal, and all that is seen, depends on the information state alone."""
    game = load(table)
    dice = random.Random(3)
    redrawn = 0
    for state in itertools.islice(some_states(game, 50), 0, None, 7):
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, dice.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.current_player() == state.current_player()
            assert other.legal_actions(seat) == state.legal_actions(seat)
            assert other.history() == []
            redrawn += other.house_state != state.house_state
    assert redrawn


def test_a_resampled_game_tells_nothing_of_what_others_have_seen() -> None:
    """It is the same whatever the secrets of the others are."""
    game = pyspiel.load_game("formicarium_minicity")
    dice = random.Random(3)
    for state in some_states(game, 30):
        unlike = state.resample_from_infostate(0, dice.random)
        one, two = (world.resample_from_infostate(0, lambda: 0.25) for world in (state, unlike))
        for seat in range(game.num_players()):
            assert one.information_state_string(seat) == two.information_state_string(seat)
        assert str(one) == str(two)


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_game_can_be_played_to_its_end(name: str) -> None:
    game = pyspiel.load_game(f"formicarium_{name}")
    *_, state = some_states(game, 20)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    other = state.resample_from_infostate(state.current_player(), sampler)
    dice = random.Random(2)
    while not other.is_terminal():
        other.apply_action(dice.choice(other.legal_actions()))
    assert any(other.returns()) or len({*other.house_state.standings()}) == 1
    assert game.new_initial_state().resample_from_infostate(0, sampler).is_chance_node()


def test_a_broken_game_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    known: list[str] = []

    def load(name: str) -> object:
        raise ImportError(f"no rules in {name}")

    monkeypatch.setattr(game, "rulebook", load)
    monkeypatch.setattr(game, "game_names", lambda: ("broken",))
    monkeypatch.setattr(pyspiel, "register_game", lambda kind, maker: known.append(kind))
    with pytest.warns(UserWarning, match="broken is not known to OpenSpiel: ImportError: no rules"):
        openspiel.register_all()
    assert known == []
