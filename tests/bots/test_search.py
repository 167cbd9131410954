"""The tree: what it counts, whom it hides what from, and when it is used further."""

import json
import random
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.bots import ask, load_bot
from formicarium.bots.search import SearchBot, SearchTree
from formicarium.bots.settings import TEMPLATE
from formicarium.core.standings import win_shares
from tests.bots.test_bots import TABLES, after


def thought(state: fm.State, seat: int, **settings: Any) -> SearchBot:
    """A bot that has just thought about a position."""
    bot = SearchBot(**settings)
    bot.think(state.redetermined(seat, 1), seat, 1)
    return bot


@pytest.mark.parametrize(("name", "options"), TABLES)
@pytest.mark.parametrize("trust", [0, 4])
def test_every_simulation_is_counted_once(name: str, options: dict[str, Any], trust: float) -> None:
    state = after(name, options, seed=2)
    seat = state.to_act[0]
    bot = SearchBot(simulations=300, trust=trust)
    verdicts = bot.think(state.redetermined(seat, 1), seat, 1)
    assert [verdict.code for verdict in sorted(verdicts, key=lambda one: one.code)] == state.codes(
        seat
    )
    assert sum(verdict.visits for verdict in verdicts) == 300 == bot.trees[0].simulations
    assert verdicts == sorted(verdicts, key=lambda one: -one.visits)
    assert all(0 <= verdict.chance <= 1 and 0 <= verdict.utility <= 1 for verdict in verdicts)
    assert sum(bot.expectations()) == pytest.approx(1)
    assert bot.expectations()[seat] == verdicts[0].chance
    (tree,) = bot.trees
    edges = [*tree.edges_of(tree.root)]
    assert sum(edge.chance for edge in edges) == pytest.approx(tree.totals[seat, 0])
    assert sum(edge.points for edge in edges) == pytest.approx(300 * bot.expected_points()[seat])
    means = {int(edge.code): edge.chance / edge.visits for edge in edges if edge.visits}
    told = {verdict.code: verdict.chance for verdict in verdicts if verdict.visits}
    assert told == {code: pytest.approx(tree.telling.told(mean)) for code, mean in means.items()}


@pytest.mark.parametrize("threads", [1, 3])
def test_simulations_alone_give_the_same_verdict_again(threads: int) -> None:
    state = after("micropolis", {"players": 3}, seed=5)
    seat = state.to_act[0]
    seen = state.redetermined(seat, 1)
    first, second = (
        SearchBot(simulations=500, threads=threads).think(seen, seat, 8) for _ in range(2)
    )
    assert first == second
    assert sum(verdict.visits for verdict in first) == -(-500 // threads) * threads


def test_threads_grow_trees_that_differ() -> None:
    state = after("micropolis", {"players": 2}, seed=5)
    bot = thought(state, state.to_act[0], simulations=400, threads=2)
    one, other = bot.trees
    assert one.totals.tolist() != other.totals.tolist()


def test_a_search_that_fails_in_a_thread_is_heard_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(SearchTree, "grow", fail)
    state = fm.load("micropolis", players=2).start(seed=1)
    with pytest.raises(MemoryError):
        thought(state, state.to_act[0], simulations=10, threads=2)


@pytest.mark.parametrize(("effort", "tries"), [(1.0, 100), (0.25, 25), (1 / 32, 4)])
def test_with_less_effort_there_is_a_share_of_the_simulations(effort: float, tries: int) -> None:
    state = after("micropolis", {"players": 2}, seed=2)
    seat = state.to_act[0]
    bot = SearchBot(simulations=100)
    bot.effort = effort
    found = bot.think(state.redetermined(seat, 1), seat, 1)
    assert sum(verdict.visits for verdict in found) == tries == bot.trees[0].simulations


def test_the_clock_ends_a_search() -> None:
    state = fm.load("micropolis", players=2).start(seed=1)
    seat = state.to_act[0]
    bot = SearchBot(seconds=3600)
    bot.prepare(state.game)
    ask(bot, state, seat, 1, deadline=time.monotonic() + 0.2)
    assert bot.trees[0].simulations > 100


def test_a_deadline_that_has_passed_still_gets_an_answer() -> None:
    state = fm.load("micropolis", players=2).start(seed=1)
    seat = state.to_act[0]
    assert ask(load_bot("search"), state, seat, 1, deadline=0.0) in state.codes(seat)


@pytest.mark.parametrize("trust", [0, 4])
def test_what_was_not_even_looked_at_is_given_no_chance(trust: int) -> None:
    state = fm.load("micropolis", players=2).start(seed=7)
    bot = SearchBot(simulations=1, tries=1, trust=trust)
    found = bot.think(state, state.to_act[0], 1)
    assert len(found) == len(state.codes(state.to_act[0])) > 1
    assert all(0 <= one.chance <= 1 for one in found)


def test_a_decision_that_nothing_can_change_any_more_is_not_thought_over() -> None:
    """With the same seed, who is hasty decides the same in less time."""
    early = 0
    for seed in range(12):
        state = after("micropolis", {"players": 2}, seed, decisions=14)
        seat = state.to_act[0]
        seen = state.redetermined(seat, seed)
        hasty, thorough = SearchBot(simulations=800), SearchBot(simulations=800)
        first = hasty.think(seen, seat, seed, hasty=True)[0].code
        assert first == thorough.think(seen, seat, seed)[0].code
        assert thorough.trees[0].simulations == 800
        early += hasty.trees[0].simulations < 800
    assert early > 3


def test_nothing_is_compiled_any_more_when_a_bot_is_prepared() -> None:
    """Else the first decision would wait for the compiler, and be late."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_GAME], capture_output=True, text=True, check=True
    )
    before, after_a_game = json.loads(done.stdout)
    assert before == after_a_game
    assert before["observed"] == 1


FIRST_GAME = """
import json, math
import formicarium as fm
from formicarium.core.standings import win_shares
from formicarium.bots.referee import Player, play_out

game = fm.load("micropolis", players=2)
players = [Player("search:simulations=5", seat, seed=1) for seat in range(2)]
for player in players:
    player.prepare(game)

def compiled():
    modules = game.stepping, game.book.bound("formicarium.bots.tree")
    rules = [rule for module in modules for rule in vars(module).items()]
    return {name: len(rule.signatures) for name, rule in rules if hasattr(rule, "signatures")}

before = compiled()
state = game.start(seed=3)
for _ in range(25):
    seat = state.to_act[0]
    state.play(seat, players[seat].decide(state, 0))
print(json.dumps([before, compiled()]))
"""


# --- The tree of the last decision ----------------------------------------------------------------


def taking(seed: int) -> fm.State:
    """A position of Micropolis in which a tile is to be taken."""
    state = after("micropolis", {"players": 2}, seed, decisions=12)
    while not state.notation(state.codes(state.to_act[0])[-1]).startswith("take"):
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    return state


def test_within_a_turn_the_tree_is_used_further() -> None:
    """A tile is taken, then put to a side: nothing happens in between."""
    state = taking(seed=1)
    seat = state.to_act[0]
    bot = SearchBot(simulations=2000)
    code = ask(bot, state, seat, 1)
    (tree,) = bot.trees
    state.play(seat, code)
    assert state.to_act == (seat,)
    known = [edge.visits for edge in tree.edges_of(tree.root)]
    assert sum(known) > 100
    ask(bot, state, seat, 2)
    assert bot.trees == [tree]
    assert 0 < tree.simulations <= 2000


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_tree_that_is_used_further_knows_nothing_hidden(
    name: str, options: dict[str, Any]
) -> None:
    """Along a game, a bot decides as one that has seen other worlds all the time."""
    state = after(name, options, seed=6, decisions=0)
    here = [SearchBot(simulations=40) for _ in range(state.game.players)]
    elsewhere = [SearchBot(simulations=40) for _ in range(state.game.players)]
    for number in range(40):
        seat = state.to_act[0]
        code = ask(here[seat], state, seat, number)
        other = state.redetermined(seat, 1000 + number)
        assert ask(elsewhere[seat], other, seat, number) == code
        state.play(seat, code)
        if state.is_over:
            return


def test_another_position_gets_a_tree_of_its_own() -> None:
    state = taking(seed=1)
    seat = state.to_act[0]
    bot = SearchBot(simulations=200)
    ask(bot, state, seat, 1)
    (tree,) = bot.trees
    elsewhere = taking(seed=2)
    ask(bot, elsewhere, elsewhere.to_act[0], 2)
    assert bot.trees != [tree]


def test_a_tree_that_is_full_is_still_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    for room in (1, 2, 8):
        monkeypatch.setattr("formicarium.bots.search.NODES", room)
        monkeypatch.setattr("formicarium.bots.search.EDGES", 12 * room)
        state = after("micropolis", {"players": 2}, seed=1)
        bot = thought(state, state.to_act[0], simulations=200)
        assert bot.trees[0].used[0] <= room
        assert bot.trees[0].used[1] <= 12 * room
        assert bot.trees[0].simulations == 200


# --- Several seats at once ------------------------------------------------------------------------


def together() -> fm.State:
    """A position of Myrmes in which both players decide at the same time."""
    for seed in range(50):
        state = after("myrmes", {"players": 2}, seed, decisions=2)
        if len(state.to_act) == 2 and all(len(state.codes(seat)) > 1 for seat in state.to_act):
            return state
    raise AssertionError("no such position")


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_sees_what_another_decides_at_the_same_time(seat: int) -> None:
    """However the searching seat decides, the other one does so at one and the same node."""
    state = together()
    bot = thought(state, seat, simulations=3000)
    (tree,) = bot.trees
    node = tree.nodes[tree.root]
    assert node.seat == seat
    assert node.unseen >= 0
    assert tree.nodes[node.unseen].seat == 1 - seat


def alone() -> fm.State:
    """A position of Myrmes in which one player decides, in sight of the other."""
    for seed in range(50):
        state = after("myrmes", {"players": 2}, seed, decisions=40)
        in_turn = "seat" in state.view(None)
        if in_turn and len(state.codes(state.to_act[0])) > 1:
            return state
    raise AssertionError("no such position")


def test_what_is_decided_in_sight_of_all_is_known() -> None:
    state = alone()
    (tree,) = thought(state, state.to_act[0], simulations=3000).trees
    assert tree.nodes[tree.root].unseen < 0


def test_in_a_phase_of_several_the_searcher_knows_what_it_decided_itself() -> None:
    """Each of its actions leads on to nodes of its own."""
    state = together()
    (tree,) = thought(state, 0, simulations=4000).trees
    other = tree.nodes[tree.nodes[tree.root].unseen]
    assert other.seat == 1
    behind = [int(edge.child) for edge in tree.edges_of(tree.root) if edge.visits > 10]
    assert len(behind) > 1
    assert all(child >= 0 for child in behind)
    assert len({*behind}) == len(behind)


# --- Judging --------------------------------------------------------------------------------------


def test_chances_follow_the_points() -> None:
    template = fm.load("micropolis", players=3).book.bound(TEMPLATE)
    out = np.zeros(8)
    template.to_chances(np.array([10.0, 10.0, 10.0]), 3, 5.0, out)
    assert out[:3].tolist() == pytest.approx([1 / 3] * 3)
    template.to_chances(np.array([15.0, 10.0]), 2, 5.0, out)
    assert out[0] / out[1] == pytest.approx(np.e)
    template.to_chances(np.array([1e6, -1e6]), 2, 5.0, out)
    assert out[:2].tolist() == [1.0, 0.0]


def test_a_victory_may_be_shared() -> None:
    out = np.zeros(8)
    win_shares(np.array([[5, 1], [5, 1], [5, 0]]), 3, out)
    assert out[:3].tolist() == [0.5, 0.5, 0.0]


# --- Hints ----------------------------------------------------------------------------------------


def test_a_hint_ranks_every_action() -> None:
    state = after("micropolis", {"players": 2}, seed=3)
    seat = state.to_act[0]
    hints = state.hint(seat, seconds=0.2)
    assert sorted(hint.action.code for hint in hints) == state.codes(seat)
    assert hints[0].tries == max(hint.tries for hint in hints)
    assert all(0 <= hint.chance <= 1 for hint in hints)
    assert hints[0].action.describe("de")
    state.play(seat, hints[0].action)


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_where_there_is_no_choice_a_hint_is_about_the_only_action(
    name: str, options: dict[str, Any]
) -> None:
    """In the middle of a game, and with the decision that ends it."""
    state, dice, forced = fm.load(name, **options).start(seed=3), random.Random(3), []
    while not state.is_over:
        seat = state.to_act[0]
        codes = state.codes(seat)
        if len(codes) == 1:
            forced.append((state.copy(), seat, codes[0]))
        state.play(seat, dice.choice(codes))
    for before, seat, code in (forced[len(forced) // 2], forced[-1]):
        (hint,) = before.hint(seat, seconds=0.1)
        assert hint.action.code == code
        assert 0 <= hint.chance <= 1


def test_a_hint_knows_no_more_than_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []

    def think(_: SearchBot, state: fm.State, *__: object) -> list[object]:
        seen.append(state.to_bytes())
        return []

    monkeypatch.setattr(SearchBot, "think", think)
    state = after("minicity", {"players": 2}, seed=3)
    seat = state.to_act[0]
    state.hint(seat)
    state.redetermined(seat, 99).hint(seat)
    assert seen[0] == seen[1]


def test_nobody_gets_a_hint_who_has_nothing_to_decide() -> None:
    state = fm.load("micropolis", players=2).start(seed=3)
    with pytest.raises(fm.IllegalAction, match="nothing to decide"):
        state.hint(1 - state.to_act[0])
    with pytest.raises(fm.BadOption, match="no seat 7"):
        state.hint(7)
    with pytest.raises(fm.BadOption, match="seconds=0"):
        state.hint(state.to_act[0], seconds=0)


def test_a_game_that_is_over_has_no_hints() -> None:
    state = fm.load("micropolis", players=2).start(seed=3)
    while not state.is_over:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    with pytest.raises(fm.IllegalAction):
        state.hint(0)
