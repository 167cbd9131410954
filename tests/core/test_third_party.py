"""A game may live in another package: installed, it is found by its entry point and plays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.core.install import PEBBLES, install, run

CORE = "formicarium.core"
OLD_PEBBLES = Path(__file__).parents[1] / "compatibility" / "0.1" / "pebbles"

WHOLE_GAME = """
import json, pickle
import formicarium as fm

game = fm.load("pebbles", players=3, first="seat_1")
record = fm.Record(game, seed=7)
while not record.state.is_over:
    seat = record.state.to_act[0]
    record.play(seat, record.state.actions(seat)[-1])
state = game.start(seed=7)
try:
    state.play(0, "take 5")
except fm.IllegalAction as error:
    refused = [error.rule, error.legal]
print(json.dumps({
    "games": fm.game_names(),
    "scores": record.state.scores(),
    "winners": record.state.winners(),
    "record": fm.Record.load(record.dump()).state == record.state,
    "position": fm.position(json.loads(json.dumps(state.to_position()))) == state,
    "pickle": pickle.loads(pickle.dumps(state)) == state,
    "refused": refused,
    "told": state.actions(0)[1].describe("de"),
    "perft": game.perft(state, 2),
    "random": game.random_games(20, seed=1).scores.sum(axis=1).tolist(),
}))
"""


@pytest.mark.parametrize("game", [PEBBLES, OLD_PEBBLES], ids=["of today", "of version 0.1"])
def test_a_game_of_another_package_can_be_played(tmp_path: Path, game: Path) -> None:
    install(tmp_path, game)
    told = json.loads(run(tmp_path, WHOLE_GAME, NUMBA_DISABLE_JIT="1"))
    assert {"micropolis", "pebbles"} <= {*told.pop("games")}
    assert told == {
        "scores": [4, 3, 3],
        "winners": [0],
        "record": True,
        "position": True,
        "pickle": True,
        "refused": ["PB-1.1", ["take 1", "take 2", "take 3"]],
        "told": "Nimm 2",
        "perft": 9,
        "random": [10] * 20,
    }


def test_it_is_told_of_names_that_are_going(tmp_path: Path) -> None:
    package = install(tmp_path, OLD_PEBBLES)
    program = """
import json, warnings
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    import formicarium as fm
    fm.load("pebbles").random_games(1, seed=1)
print(json.dumps(sorted([str(one.message), one.filename] for one in told)))
"""
    told = json.loads(run(tmp_path, program, NUMBA_DISABLE_JIT="1"))
    rules, rulebook = str(package / "rules.py"), str(package / "__init__.py")
    assert told == [
        ["Rulebook(components=…) is now component_files=…", rulebook],
        ["Rulebook(parts=…) is now parts_layout=…", rulebook],
        ["Rulebook(record=…) is now state_layout=…", rulebook],
        ["Rulebook(swing=…, horizon=…, greed=…) is now judgement/fitted.json", rulebook],
        [f"{CORE}.layout.record is now {CORE}.layout.layout", rules],
        [f"{CORE}.options.options_record is now {CORE}.options.options_layout", rules],
    ]


@pytest.mark.parametrize("game", [PEBBLES, OLD_PEBBLES], ids=["of today", "of version 0.1"])
def test_bots_play_it(tmp_path: Path, game: Path) -> None:
    """They see that the last three pebbles are worth more than one of them."""
    install(tmp_path, game)
    program = """
import json
import formicarium as fm
from formicarium.bots import ask, load_bot

state = fm.load("pebbles", players=2).start(seed=7)
state.play(state.to_act[0], "take 3")
seat = state.to_act[0]
chosen = [ask(load_bot(bot), state, seat, 1) for bot in ("greedy", "search:simulations=40")]
print(json.dumps([state.notation(code) for code in chosen]))
"""
    told = json.loads(run(tmp_path, program, NUMBA_DISABLE_JIT="1"))
    assert told == ["take 3", "take 3"]


def test_it_brings_its_own_components(tmp_path: Path) -> None:
    install(tmp_path)
    file = tmp_path / "heap.json"
    file.write_text('{"kind": "pebbles/heap", "stones": 4}')
    program = f"""
import formicarium as fm
print(fm.load("pebbles", components={str(file)!r}).random_games(5, seed=1).scores.sum())
try:
    fm.load("micropolis", components={str(file)!r})
except fm.BadComponents as error:
    print(error)
"""
    stones, refused = run(tmp_path, program, NUMBA_DISABLE_JIT="1").splitlines()
    assert stones == "20"
    assert "pebbles/heap" in refused
    assert "micropolis/tiles" in refused
