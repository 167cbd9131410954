"""Whether what bots tell about the end is true; the numbers are worked out by hand."""

import numpy as np
import pytest

import formicarium as fm
from formicarium.arena.chances import (
    Heard,
    Told,
    calibration,
    heard,
    nothing_heard,
    told,
)
from formicarium.bots.referee import Player
from formicarium.bots.search import SearchBot
from formicarium.pages.figures import ChanceTenth, LeadFifth

pytestmark = pytest.mark.compiled


def two_games() -> Heard:
    """Seat 0 wins the first one by 10 points; the second one is shared."""
    one = [
        Told(0, 0, (0.62, 0.38), (30, 26)),
        Told(1, 1, (0.7, 0.3), (31, 25)),
        Told(3, 0, (1.0, 0.0), (40, 30)),
    ]
    other = [Told(0, 0, (0.64, 0.36), (28, 22)), Told(3, 1, (0.5, 0.5), (20, 20))]
    return heard(one, 4, (0,), (40, 30)).plus(heard(other, 4, (0, 1), (20, 20)))


def test_a_calibration_table() -> None:
    found = calibration(two_games())
    assert found is not None
    assert [tenth.positions for tenth in found.own] == [0, 0, 0, 1, 0, 1, 2, 0, 0, 1]
    six = found.own[6]
    assert (six.low, six.games, six.is_right) == (0.6, 2, None)
    assert six.told == pytest.approx((0.62 + 0.64) / 2)
    assert six.won == pytest.approx((1 + 0.5) / 2)
    assert found.own[0] == ChanceTenth(0.0, 0, 0, None, None, None, None)
    assert found.own[9].won == 1.0
    assert [tenth.positions for tenth in found.others] == [1, 0, 0, 2, 0, 1, 0, 1, 0, 0]
    assert found.others[7].won == 1.0
    assert found.others[3].won == pytest.approx((0 + 0.5) / 2)


def test_brier_scores_by_quarters() -> None:
    found = calibration(two_games())
    assert found is not None
    first, second, third, last = found.quarters
    assert (first.positions, second.positions, third.positions, last.positions) == (2, 1, 0, 2)
    assert first.brier == pytest.approx(((0.62 - 1) ** 2 + (0.64 - 0.5) ** 2) / 2)
    assert first.base == pytest.approx(((0.5 - 1) ** 2 + (0.5 - 0.5) ** 2) / 2)
    assert second.brier == pytest.approx(0.3**2)
    assert (third.brier, third.base) == (None, None)
    assert last.brier == pytest.approx(0.0)


def test_expected_and_real_leads_by_fifths() -> None:
    points = [((30, 26), (40, 30)), ((20, 26), (10, 30)), ((25, 25), (22, 20))]
    found = nothing_heard()
    for expected, real in points:
        winner = int(real[1] > real[0])
        found = found.plus(heard([Told(0, 0, (0.5, 0.5), expected)], 5, (winner,), real))
    told_leads = calibration(found)
    assert told_leads is not None
    expected_r = np.corrcoef([4, -6, 0], [10, -20, 2])[0, 1]
    assert told_leads.fifths[0].positions == 3
    assert told_leads.fifths[0].correlation == pytest.approx(expected_r)
    assert told_leads.fifths[1] == LeadFifth(0, None)


def test_leads_that_are_all_the_same_tell_nothing() -> None:
    same = heard([Told(0, 0, (0.5, 0.5), (3, 3))], 1, (0,), (2, 1))
    found = calibration(same.plus(same))
    assert found is not None
    assert found.fifths[0] == LeadFifth(2, None)


@pytest.mark.parametrize(
    ("positions", "won", "right"), [(399, 0, None), (400, 244, True), (400, 276, True)]
)
def test_a_tenth_is_judged_from_400_positions_on(
    positions: int, won: int, right: bool | None
) -> None:
    found = calibration(of_tenth_six(positions, won))
    assert found is not None
    assert found.own[6].is_right is right


def test_more_than_5_points_are_wrong() -> None:
    found = calibration(of_tenth_six(400, 284))
    assert found is not None
    assert found.own[6].is_right is False


def of_tenth_six(positions: int, won: int) -> Heard:
    """Somebody told 0.65 as often as that, and won so often."""
    found = nothing_heard()
    found.own[6] = (positions, 1, 0.65 * positions, won, 0)
    return found


def test_positions_of_one_game_are_lucky_together() -> None:
    """Ten positions of one game leave as much to luck as one does; of ten games, much less."""
    lost = [Told(number, 0, (0.6, 0.4), ()) for number in range(10)]
    alone = calibration(heard(lost, 10, (1,), (0, 1)))
    assert alone is not None
    assert alone.own[6].luck == pytest.approx(1.96 * 0.6)
    found = nothing_heard()
    for _ in range(10):
        found = found.plus(heard(lost[:1], 10, (1,), (0, 1)))
    many = calibration(found)
    assert many is not None
    assert many.own[6].luck == pytest.approx(1.96 * 0.6 / 10**0.5)


def test_nobody_is_heard_who_tells_nothing() -> None:
    assert calibration(nothing_heard()) is None


# --- Listening to bots ----------------------------------------------------------------------------


def decided(description: str) -> Told | None:
    """What a bot tells of its first decision."""
    state = fm.load("micropolis", players=2).start(seed=7)
    player = Player(description, state.to_act[0], seed=7)
    player.decide(state, 0)
    return told(player, 0, 2)


def test_who_thinks_tells_chances_and_points() -> None:
    found = decided("search:simulations=20")
    assert found is not None
    assert sum(found.chances) == pytest.approx(1)
    assert len(found.points) == 2


@pytest.mark.parametrize("bot", ["random", "greedy", "search:simulations=20:slips=1"])
def test_who_does_not_think_tells_nothing(bot: str) -> None:
    assert decided(bot) is None


def test_a_slip_is_not_told_with_older_thoughts() -> None:
    state = fm.load("micropolis", players=2).start(seed=7)
    seat = state.to_act[0]
    player = Player("search:simulations=20", seat, seed=7)
    state.play(seat, player.decide(state, 0))
    while seat not in state.to_act or len(state.codes(seat)) == 1:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    assert isinstance(player.bot, SearchBot)
    player.bot.slips = 1.0
    player.decide(state, 2)
    assert told(player, 2, 2) is None
    player.bot.slips = 0.0
    player.decide(state, 2)
    assert told(player, 2, 2) is not None


class Oracle:
    """Somebody else's bot, which answers whatever it likes when asked for its chances."""

    def __init__(self, chances: object, points: object = ()) -> None:
        self.answers = {"chances": chances, "points": points}

    def choose(self, state: fm.State, seat: int, seed: int, deadline: float) -> int:
        return state.codes(seat)[0]

    def expectations(self) -> object:
        return self.answers["chances"]

    def expected_points(self) -> object:
        return self.answers["points"]


@pytest.mark.parametrize(
    "chances", [None, (), (1.0,), (0.5, "much"), (float("nan"), 0.5), (1.5, -0.5), (0.3, 0.3, 0.4)]
)
def test_what_makes_no_sense_is_not_heard(chances: object) -> None:
    player = Player("random", 0, seed=7)
    player.bot = Oracle(chances)
    assert told(player, 0, 2) is None


def test_bots_of_others_are_heard() -> None:
    player = Player("random", 1, seed=7)
    player.bot = Oracle([0.25, 0.75], [10, 12])
    assert told(player, 3, 2) == Told(3, 1, (0.25, 0.75), (10.0, 12.0))
    player.bot = Oracle([0.25, 0.75], "many")
    assert told(player, 3, 2) == Told(3, 1, (0.25, 0.75), ())


@pytest.mark.parametrize("threads", [1, 2])
def test_expected_points_are_those_of_all_that_was_tried(threads: int) -> None:
    state = fm.load("micropolis", players=3).start(seed=7)
    seat = state.to_act[0]
    bot = SearchBot(simulations=64, threads=threads)
    verdicts = bot.think(state.redetermined(seat, 1), seat, seed=1)
    tried = sum(verdict.visits for verdict in verdicts)
    mean = sum(verdict.visits * verdict.points for verdict in verdicts) / tried
    assert bot.expected_points()[seat] == pytest.approx(mean)
