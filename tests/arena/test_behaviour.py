"""What is seen while bots play; the numbers are worked out by hand."""

from collections import Counter
from typing import Any

import pytest

import formicarium as fm
from formicarium.arena.balance import BalanceStudy, Task, balance, play
from formicarium.arena.behaviour import BehaviourTally, Conduct, Watch, kinds_of, runs, stretches
from formicarium.arena.chances import nothing_heard
from formicarium.bots.referee import Player
from formicarium.pages.figures import Category, SeatFigures, Spread

pytestmark = pytest.mark.compiled

EVEN = SeatFigures(0.5, (0.4, 0.6), 50.0, None)


def conduct(**others: Any) -> Conduct:
    """A game of ten decisions in which `use` was offered twice, taken once and once alone."""
    plain = Conduct(
        first=0,
        clicks=(6, 4),
        runs=Counter({1: 4, 3: 2}),
        offered=Counter({"use": 2, "end": 9}),
        taken=Counter({"use": 1, "end": 9}),
        single=Counter({"use": 1}),
        quiet=3,
        quiet_end=1,
        rounds=None,
        ending="",
        heard=nothing_heard(),
    )
    return plain._replace(**others)


def tally(*games: Conduct) -> BehaviourTally:
    found = BehaviourTally(fm.load("micropolis", players=2))
    for number, game in enumerate(games):
        found.add(game, number, seed=100 + number)
    return found


# --- Clicks and actions ---------------------------------------------------------------------------


def test_decisions_of_seats_and_in_a_row() -> None:
    found = tally(conduct(), conduct(clicks=(2, 8))).behaviour([EVEN, EVEN], [], most=7)
    assert found.clicks.decisions == Spread({2: 1, 4: 1, 6: 1, 8: 1})
    assert found.clicks.decisions.reaching(0.95) == 8
    assert found.clicks.in_a_row == Spread({1: 8, 3: 4})
    assert found.clicks.in_a_row.mean == pytest.approx((8 * 1 + 4 * 3) / 12)
    assert found.clicks.single == pytest.approx(2 / 20)
    assert found.clicks.most == 7


def test_runs_and_stretches() -> None:
    assert [*runs([1, 1, 0, 2, 2, 2, 1])] == [2, 1, 3, 1]
    assert stretches([]) == [0]
    assert stretches([True, False, False, True]) == [0, 2, 0]


@pytest.mark.parametrize(
    ("notation", "kinds"),
    [
        ("end", ["end"]),
        ("take 3", ["take", "take 3"]),
        ("hex 12 se", ["hex", "hex 12"]),
        ("l10", ["#"]),
        ("a5 a6 b7", ["#", "# #"]),
    ],
)
def test_kinds_of_actions(notation: str, kinds: list[str]) -> None:
    assert kinds_of(notation) == kinds


def test_offered_and_taken_for_each_seat_and_game() -> None:
    found = tally(conduct(), conduct()).behaviour([EVEN, EVEN], [], most=7)
    end, use = found.actions
    assert (use.name, use.offered, use.taken, use.single) == ("use", 4 / 4, 2 / 4, 2 / 4)
    assert (end.name, end.offered, end.taken, end.single) == ("end", 18 / 4, 18 / 4, 0)
    assert found.hardly_used == []


def test_what_is_offered_and_hardly_taken() -> None:
    """In 20 games `use` is taken twice, then once; `lead` is offered once, `take 1` never taken."""
    games = [conduct(taken=Counter({"end": 9})) for _ in range(18)] + [conduct(), conduct()]
    games[0].offered.update({"lead": 1, "take 1": 40, "withdraw 10": 40})
    found = tally(*games).behaviour([EVEN, EVEN], [], most=7)
    assert [use.name for use in found.hardly_used] == ["take 1"]
    assert [use.name for use in found.details] == ["take 1"]  # those of `withdraw` are places
    games[-1].taken.clear()
    found = tally(*games).behaviour([EVEN, EVEN], [], most=7)
    assert [use.name for use in found.hardly_used] == ["use", "take 1"]


def test_categories_that_hardly_score() -> None:
    categories = [
        Category("never", Spread({0: 100}), 0, 0),
        Category("hardly", Spread({0: 96, 3: 4}), 0, 0),
        Category("now_and_then", Spread({-2: 5, 0: 95}), 0, 0),
    ]
    found = tally(conduct()).behaviour([EVEN, EVEN], categories, most=7)
    assert found.silent == ("never", "hardly")


# --- Standstills ----------------------------------------------------------------------------------


def test_games_that_stand_still() -> None:
    games = [
        conduct(quiet=6, quiet_end=5, rounds=9, ending="stopped"),
        conduct(quiet=7, quiet_end=4, rounds=8, ending="out"),
        conduct(rounds=8, ending="out"),
    ]
    found = tally(*games).behaviour([EVEN, EVEN], [], most=7).standstills
    assert found.still == 1
    assert found.quiet == Spread({30: 1, 60: 1, 70: 1})
    assert found.quiet_end == Spread({10: 1, 40: 1, 50: 1})
    assert found.rounds == Spread({8: 2, 9: 1})
    assert found.endings == {"out": 2, "stopped": 1}
    assert [(game.number, game.seed) for game in found.quietest] == [(0, 100), (1, 101), (2, 102)]


def test_games_that_are_long() -> None:
    games = [conduct(clicks=(5, length - 5)) for length in (10, 10, 10, 20, 21, 10, 10)]
    found = tally(*games).behaviour([EVEN, EVEN], [], most=7).standstills
    assert found.long == 1
    assert [game.length for game in found.longest] == [21, 20, 10, 10, 10]
    assert [game.number for game in found.longest] == [4, 3, 0, 1, 2]
    assert found.rounds is None
    assert found.endings == {}


# --- Order of play --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", fm.game_names())
def test_the_first_player_is_found_in_every_game(name: str) -> None:
    option = "first_leader" if name == "micropolis" else "first_player"
    state = fm.load(name, players=3, **{option: "seat_2"}).start(seed=1)
    watch = Watch(state)
    while watch.first is None:
        watch.decide(state, Player("random", state.to_act[0], seed=1))
    assert watch.first == 1


def test_shares_by_order_of_play() -> None:
    """Seat 1 begins and wins, then seat 0 begins and both win, then seat 1 begins and loses."""
    study = BalanceStudy(fm.load("micropolis", players=2), "random", games=3, doublings=0, seed=1)
    plain = play(study, Task(0, 0))
    games = [
        plain._replace(
            task=Task(0, number), scores=scores, winners=winners, conduct=conduct(first=first)
        )
        for number, (first, scores, winners) in enumerate(
            [(1, (3, 9), (1,)), (0, (5, 5), (0, 1)), (1, (8, 2), (0,))]
        )
    ]
    found = balance(study, games)
    assert found.behaviour is not None
    first, second = found.behaviour.order
    assert first.share == pytest.approx((1 + 0.5 + 0) / 3)
    assert second.share == pytest.approx((0 + 0.5 + 1) / 3)
    assert first.points == pytest.approx((9 + 5 + 2) / 3)
    assert [seat.points for seat in found.seats] == pytest.approx([16 / 3, 16 / 3])
    assert first.is_fair


def test_what_is_not_fair_is_marked() -> None:
    study = BalanceStudy(fm.load("micropolis", players=2), "random", games=9, doublings=0, seed=1)
    plain = play(study, Task(0, 0))._replace(scores=(9, 1), winners=(0,), conduct=conduct(first=1))
    found = balance(study, [plain._replace(task=Task(0, number)) for number in range(9)])
    assert found.behaviour is not None
    assert [place.share for place in found.behaviour.order] == [0.0, 1.0]
    assert [place.is_fair for place in found.behaviour.order] == [False, False]
    assert [seat.is_fair for seat in found.seats] == [False, False]


# --- Whole games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("name", fm.game_names())
def test_every_game_can_be_reported(name: str, bot: str) -> None:
    study = BalanceStudy(fm.load(name), bot, games=2, doublings=0, seed=4)
    games = [play(study, task) for task in study.tasks()]
    found = balance(study, games).behaviour
    assert found is not None
    decisions = sum(game.length for game in games)
    clicks = found.clicks
    assert clicks.decisions.mean * clicks.decisions.total == pytest.approx(decisions)
    assert clicks.in_a_row.mean * clicks.in_a_row.total == pytest.approx(decisions)
    taken = sum(use.taken for use in found.actions) * clicks.decisions.total
    assert taken == pytest.approx(decisions)
    assert all(0 <= use.taken <= use.offered for use in (*found.actions, *found.details))
    assert sum(place.share for place in found.order) == pytest.approx(1)
    assert found.standstills.quiet.total == 2
    assert found.calibration is None


def test_chances_are_told_in_games_of_search() -> None:
    study = BalanceStudy(
        fm.load("micropolis", players=3), "search:simulations=4", games=2, doublings=0, seed=4
    )
    found = balance(study, [play(study, task) for task in study.tasks()]).behaviour
    assert found is not None
    assert found.calibration is not None
    own = sum(tenth.positions for tenth in found.calibration.own)
    assert own == sum(quarter.positions for quarter in found.calibration.quarters) > 20
    assert own == sum(fifth.positions for fifth in found.calibration.fifths)
    assert 2 * own == sum(tenth.positions for tenth in found.calibration.others)
