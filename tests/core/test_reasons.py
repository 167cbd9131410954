"""What is worth a word: differences from before and from another end, in both directions."""

from __future__ import annotations

from typing import Any

import formicarium as fm
from formicarium.core.reasons import (
    Measure,
    Reason,
    Reasons,
    Worlds,
    compared,
    difference,
    explain,
    played,
    whole_turn,
)
from formicarium.core.text import Phrases


def worlds(*counts: int | None) -> Worlds:
    """A position, as what a measure counts there in each world."""
    states: Any = counts
    return Worlds(0, states)


def counted(name: str, **more: Any) -> Measure:
    """A measure of such positions."""

    def count(state: Any, seat: int) -> int | None:
        found: int | None = state
        return found

    return Measure(name, count, **more)


def found(measure: Measure, before: int | None, after: int, other: int) -> Reason | None:
    return difference(measure, worlds(before), worlds(after), worlds(other))


def test_a_difference_must_be_large_enough_from_before_and_from_the_other_end() -> None:
    measure = counted("harvest", least=2)
    reason = found(measure, 3, 8, 5)
    assert reason is not None
    assert (reason.way, reason.n, reason.now, reason.is_for) == ("more", 5, 8, True)
    assert found(measure, 7, 8, 5) is None
    assert found(measure, 3, 8, 7) is None
    assert found(measure, 10, 8, 5) is None  # more than with the other, but less than before


def test_what_gets_worse_speaks_against_it() -> None:
    reason = found(counted("army"), 5, 1, 4)
    assert reason is not None
    assert (reason.way, reason.n, reason.is_for) == ("less", 4, False)
    better = found(counted("thieves", is_good=False), 5, 1, 4)
    assert better is not None
    assert better.is_for


def test_nothing_left_has_words_of_its_own_where_the_game_gives_some() -> None:
    says = counted("hunger", is_good=False, says=("less", "none"))
    assert [one and one.way for one in (found(says, 3, 0, 2), found(says, 3, 1, 2))] == [
        "none",
        "less",
    ]
    assert found(says, 1, 3, 2) is None  # of more it has nothing to say
    plain = found(counted("hunger"), 3, 0, 2)
    assert plain is not None
    assert plain.way == "less"


def test_some_numbers_are_compared_with_the_other_end_alone() -> None:
    reason = found(counted("kept", since=False), 5, 3, 1)
    assert reason is not None
    assert (reason.n, reason.way) == (2, "more")
    assert found(counted("gain"), None, 3, 1) is None  # before, nothing could be said


def test_luck_is_averaged() -> None:
    mean = counted("stones")
    reason = difference(mean, worlds(0, 0), worlds(4, 1), worlds(1, 0))
    assert reason is not None
    assert (reason.n, reason.now) == (2, 2)  # never more than what may be expected


def test_two_for_and_one_against_points_first() -> None:
    measures = [
        counted("small", least=4),
        counted("points", least=4, category="harvest"),
        counted("large"),
        counted("bad", is_good=False),
        counted("worse", is_good=False, least=2),
    ]
    told = compared(measures, worlds(0), worlds(8), worlds(4))
    assert [reason.measure.name for reason in told] == ["points", "large", "bad"]


def test_a_sentence_has_its_numbers() -> None:
    say = Phrases("en", {"reasons": {"shared": {"more": "{n} more {thing}, {now} in all"}}})
    measure = counted("own", sentence="shared", tells=lambda reason, say: {"thing": "ants"})
    reason = found(measure, 1, 4, 2)
    assert reason is not None
    assert reason.said(say) == "3 more ants, 4 in all"


# --- Turns ----------------------------------------------------------------------------------------


def first_action(state: fm.State, seat: int) -> int:
    return state.codes(seat)[0]


def same_turn(before: fm.State, after: fm.State) -> bool:
    return bool(before.row.turns == after.row.turns)


def test_a_turn_is_followed_to_its_end() -> None:
    state = fm.load("micropolis", players=2, first_leader="seat_1").start(seed=7)
    while state.row.turns < 2:
        state.play(state.to_act[0], first_action(state, state.to_act[0]))
    seat = state.to_act[0]
    line = whole_turn(state, seat, first_action(state, seat), first_action, same_turn)
    assert [state.notation(code) for code in line[:2]] == ["take 1", "place left"]
    end = played(state, seat, line, same_turn)
    assert end.row.turns == state.row.turns + 1
    assert state.row.turns == 2  # which is left as it was


def test_where_all_decide_at_once_the_others_decide_too() -> None:
    state = fm.load("minicity", players=3).start(seed=3)
    assert len(state.to_act) == 3
    goes_on = state.game.book.reasons
    assert goes_on is not None
    line = whole_turn(state, 1, state.codes(1)[0], first_action, goes_on.goes_on)
    assert len(line) == 7  # stones
    end = played(state, 1, line, goes_on.goes_on)
    assert len(end.to_act) == 1  # whose turn has begun


def test_an_action_is_compared_with_the_best_that_ends_differently() -> None:
    state = fm.load("micropolis", players=2, first_leader="seat_1").start(seed=7)
    army = Measure("army", lambda state, seat: int(state.row.anthills[seat].army), since=False)
    seat, codes = state.to_act[0], state.codes(state.to_act[0])
    told = explain(Reasons((army,), same_turn), [state], seat, codes[:2], codes, first_action)
    assert [one.other for one in told] == [codes[1], codes[0]]
    assert [one.reasons[0].way for one in told] == ["more", "less"]
    alike = Measure("nothing", lambda state, seat: 0)
    told = explain(Reasons((alike,), same_turn), [state], seat, codes[:2], codes, first_action)
    assert [(one.reasons, one.other) for one in told] == [((), codes[1]), ((), codes[0])]
