import random
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from formicarium.bench import rivals
from formicarium.core.errors import MissingExtra


class DiceGame:
    """Three turns, each a roll of a loaded die and one of two actions."""

    def __init__(self) -> None:
        self.steps: list[int] = []

    def is_terminal(self) -> bool:
        return len(self.steps) == 6

    def is_chance_node(self) -> bool:
        return len(self.steps) % 2 == 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(1, 0.0), (6, 1.0)]

    def legal_actions(self) -> list[int]:
        return [10, 11]

    def apply_action(self, action: int) -> None:
        assert action in ((6,) if self.is_chance_node() else (10, 11))
        self.steps.append(action)


def _install(monkeypatch: pytest.MonkeyPatch, name: str, **contents: Any) -> None:
    module = ModuleType(name)
    module.__dict__.update(contents)
    monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.parametrize("rival", rivals.RIVALS)
def test_a_rival_that_is_not_installed_says_how_to_get_it(
    rival: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "catanatron", None)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(MissingExtra, match=r"pip install 'formicarium\[bench\]'"):
        rival(0.01)


@pytest.mark.parametrize("rival", [rivals.openspiel_chess, rivals.openspiel_backgammon])
def test_openspiel_counts_decisions_and_not_dice(
    rival: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = SimpleNamespace(new_initial_state=DiceGame)
    _install(monkeypatch, "pyspiel", load_game=lambda name: game)
    measured = rival(0.01)
    assert measured.games >= 1
    assert measured.moves == 3 * measured.games
    assert measured.seconds >= 0.01
    assert measured.moves_per_second == measured.moves / measured.seconds


def test_catanatron_counts_its_log_and_leaves_the_shared_dice_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def game(players: list[str], seed: int) -> Any:
        assert len(players) == 4
        assert seed > 0
        return SimpleNamespace(play=random.random, state=SimpleNamespace(actions=[1, 2]))

    _install(monkeypatch, "catanatron", RandomPlayer=str, Color="RBOW", Game=game)
    before = random.getstate()
    measured = rivals.catanatron(0)
    assert (measured.name, measured.moves, measured.games) == ("Catanatron", 2, 1)
    assert random.getstate() == before


def test_a_search_is_measured_behind_the_first_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as many simulations at a time, until one search lasts long enough."""
    searched: list[int] = []

    class Bot:
        def __init__(
            self, _game: object, _c: float, max_simulations: int, *_: object, **__: object
        ):
            self.max_simulations = max_simulations

        def mcts_search(self, state: DiceGame) -> None:
            assert not state.is_chance_node()
            searched.append(self.max_simulations)

    class Start(DiceGame):
        def legal_actions(self) -> list[int]:
            return [6] if self.is_chance_node() else [10, 11]

    game = SimpleNamespace(new_initial_state=Start)
    _install(monkeypatch, "pyspiel", load_game=lambda name: game)
    name = "open_spiel.python.algorithms.mcts"
    _install(monkeypatch, name, MCTSBot=Bot, RandomRolloutEvaluator=lambda *_: None)
    # A clock that only searching moves: a millisecond for each simulation.
    clock = SimpleNamespace(perf_counter=lambda: 0.001 * sum(searched))
    monkeypatch.setattr(rivals, "time", clock)
    assert rivals.openspiel_search(0.01) == pytest.approx(1000)
    assert searched == [2, 4, 8, 16]
