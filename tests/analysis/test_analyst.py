"""Games looked at again: chances add up, turning points are found, forced decisions change none."""

import itertools

import pytest

import formicarium as fm
from formicarium.analysis.analyst import Analyst, Moment
from formicarium.analysis.marks import MARKS

PLAIN = [44, 45, 46, 47, 48, 49, 50, 51, 53]
OTHER = [52, 54, 55, 56, 57, 58, 59, 60, 61, 40]
LAST_TURN = {
    "leader": 1,
    "anthills": [{"army": 6, "tiles": PLAIN}, {"army": 4, "tiles": OTHER}],
    "row": [1, 18, 3, 5, 6, 10],
}


def played_to_the_end(record: fm.Record, prefer: str = "") -> fm.Record:
    """The last tile and all that follows, with the barracks manned or not."""
    while not record.state.is_over:
        seat = record.state.to_act[0]
        texts = [action.text for action in record.state.actions(seat)]
        record.play(seat, prefer if prefer in texts else texts[0])
    return record


def last_turn(take: int) -> fm.Record:
    """The last turn of a game, played as well as can be after that tile."""
    endings = []
    for barracks in ("man yes", "man no"):
        record = fm.Record(fm.load("micropolis", players=2), position=LAST_TURN)
        record.play(0, take)
        endings.append(played_to_the_end(record, barracks))
    return max(endings, key=lambda ending: 0 in ending.state.winners())


def looked_at(record: fm.Record, simulations: int = 300) -> list[Moment]:
    return [*Analyst(simulations=simulations).moments(record)]


@pytest.fixture(scope="module")
def endings() -> dict[bool, fm.Record]:
    """One ending that seat 0 wins, and one that it does not."""
    state = fm.load("micropolis", players=2).position(LAST_TURN)
    games = [last_turn(code) for code in state.codes(0)]
    return {0 in game.state.winners(): game for game in games}


@pytest.mark.compiled
def test_the_decision_that_throws_the_game_away_is_found(endings: dict[bool, fm.Record]) -> None:
    first, *_ = moments = looked_at(endings[False])
    assert first.turns
    assert first.before[0] > 0.9
    assert first.better is not None
    assert first.loss > 0.5
    better = last_turn(first.better)
    assert 0 in better.state.winners()
    assert moments[-1].after == (0.0, 1.0)


@pytest.mark.compiled
def test_the_decision_that_wins_is_no_mistake(endings: dict[bool, fm.Record]) -> None:
    first, *_ = moments = looked_at(endings[True])
    assert (first.better, first.better_notation, first.loss) == (None, None, 0.0)
    assert not first.turns
    assert moments[-1].after == (1.0, 0.0)


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3])
def test_chances_add_up_and_follow_each_other(players: int) -> None:
    record = played_to_the_end(fm.Record(fm.load("micropolis", players=players), seed=3))
    moments = looked_at(record, simulations=30)
    assert [moment.number for moment in moments] == [*range(1, len(record.decisions) + 1)]
    assert [(moment.seat, moment.code) for moment in moments] == record.decisions
    for moment in moments:
        assert sum(moment.before) == pytest.approx(1)
        assert all(type(chance) is float and 0 <= chance <= 1 for chance in moment.after)
        assert moment.loss == 0 or moment.loss >= MARKS.inaccuracy
        assert (moment.mark is None) == (moment.better is None) == (moment.good == ())
    for one, following in itertools.pairwise(moments):
        assert one.after == following.before


@pytest.mark.compiled
def test_forced_decisions_change_nothing() -> None:
    record = played_to_the_end(fm.Record(fm.load("micropolis", players=2), seed=3))
    state, forced = record.start(), 0
    for moment in looked_at(record, 20):
        if len(state.codes(moment.seat)) == 1:
            forced += 1
            assert moment.better is None
            assert moment.before == moment.after
        state.play(moment.seat, moment.code)
    assert forced


@pytest.mark.compiled
def test_a_game_that_stopped_before_its_last_decision_which_is_forced() -> None:
    """How it ends is known; in thought, too, lines lead to where nothing is left to choose."""
    whole = played_to_the_end(fm.Record(fm.load("micropolis", players=2), seed=9))
    record = fm.Record(whole.game, seed=9)
    for seat, code in whole.decisions[:-1]:
        record.play(seat, code)
    assert len(record.state.codes(record.state.to_act[0])) == 1
    assert looked_at(record, 20)[-1].after == looked_at(whole, 20)[-1].after == (0.0, 1.0)


@pytest.mark.compiled
def test_the_same_care_finds_the_same() -> None:
    record = fm.Record(fm.load("micropolis", players=2), seed=5)
    for _ in range(6):
        seat = record.state.to_act[0]
        record.play(seat, record.state.codes(seat)[0])
    assert looked_at(record, 40) == looked_at(record, 40)


def test_a_game_without_decisions_has_no_moments() -> None:
    assert looked_at(fm.Record(fm.load("micropolis", players=2), seed=5), 1) == []
