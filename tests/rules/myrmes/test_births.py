"""Section 5, phase 2: births."""

from __future__ import annotations

import pytest

import formicarium as fm
from tests.rules.myrmes.helpers import (
    QUIET,
    again,
    brood,
    last_worker,
    own,
    phase,
    play,
    position,
    refuse,
    texts,
    wait,
)
from tests.rules.myrmes.reckoning import Doc


def nursery(nurses: int, **me: int) -> fm.State:
    """Only the first seat gives birth; she has spent her larvae."""
    mine = {"nurses": nurses, "larvae": 0, **me}
    return position(mine, QUIET, QUIET, QUIET, phase="brood", dice=[4, 4, 4])


@pytest.mark.rule("MY-5.1", "MY-5.2")
@pytest.mark.parametrize(
    ("nurses", "most"),
    [(8, [3, 4, 3, 4]), (4, [3, 4, 3, 4]), (3, [3, 3, 3, 3]), (2, [2, 2, 2, 2]), (1, [1] * 4)],
)
def test_how_many_nurses_on_each_track(nurses: int, most: list[int]) -> None:
    state = nursery(nurses)
    for track, count in zip(("larvae", "workers", "soldiers", "atelier"), most, strict=True):
        assert texts(state) == [f"{track} {number}" for number in range(count + 1)]
        play(state, f"{track} 0")
    assert phase(state) == "worker"
    assert sum(own(state)["placed"].values()) == 0


@pytest.mark.rule("MY-5.1")
@pytest.mark.parametrize(
    ("nurses", "line", "action"),
    [
        (2, "", "larvae 3"),
        (3, "larvae 2", "workers 2"),
        (6, "larvae 3; workers 1", "soldiers 3"),
        (5, "larvae 1; workers 0; soldiers 1", "atelier 4"),
    ],
)
def test_not_more_than_there_are(nurses: int, line: str, action: str) -> None:
    state = play(nursery(nurses), line)
    assert refuse(state, action) == "MY-5.1"


@pytest.mark.rule("MY-5.1", "MY-14.6")
def test_nurses_on_objectives_are_not_placed() -> None:
    me = {"nurses": 1, "larvae": 0, "done": {"1": 1, "2": 2}}
    state = position(me, QUIET, QUIET, QUIET, phase="brood", season="autumn")
    assert texts(state) == ["larvae 0", "larvae 1"]


@pytest.mark.rule("MY-5.2")
@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("", "workers 1"),
        ("", "atelier 0"),
        ("", "event 4"),
        ("", "hatch 0"),
        ("", "done"),
        ("larvae 0", "larvae 1"),
        ("larvae 1; workers 0", "atelier 1"),
        ("larvae 0; workers 0; soldiers 0", "soldiers 1"),
    ],
)
def test_one_track_after_the_other(line: str, action: str) -> None:
    assert refuse(play(nursery(3), line), action) == "MY-5.2"


@pytest.mark.rule("MY-5.2", "MY-3.4")
@pytest.mark.parametrize("line", ["larvae 3", "larvae 1; workers 2", "larvae 0; workers 3"])
def test_without_nurses_nothing_more_is_asked(line: str) -> None:
    state = play(nursery(3), line)
    assert phase(state) == "worker"


@pytest.mark.parametrize(
    ("track", "nurses", "born"),
    [
        *(
            pytest.param("larvae", nurses, born, marks=pytest.mark.rule("MY-5.3"))
            for nurses, born in enumerate([0, 1, 3, 5])
        ),
        *(
            pytest.param("workers", nurses, born, marks=pytest.mark.rule("MY-5.4"))
            for nurses, born in enumerate([0, 0, 1, 1, 2])
        ),
        *(
            pytest.param("soldiers", nurses, born, marks=pytest.mark.rule("MY-5.5"))
            for nurses, born in enumerate([0, 0, 1, 2])
        ),
    ],
)
def test_births(track: str, nurses: int, born: int) -> None:
    state = nursery(4, workers=1)
    for step in ("larvae", "workers", "soldiers", "atelier"):
        if phase(state) == "brood":
            play(state, f"{step} {nurses if step == track else 0}")
    before = {"larvae": 0, "workers": 1, "soldiers": 0}
    assert {name: own(state)[name] for name in before} == {**before, track: before[track] + born}


@pytest.mark.rule("MY-5.3", "MY-5.4", "MY-5.5", "MY-5.9")
def test_all_tracks_at_once() -> None:
    state = play(nursery(8), "larvae 2; workers 2; soldiers 2; atelier 2")
    mine = own(state)
    assert [mine[name] for name in ("larvae", "workers", "soldiers")] == [3, 3, 1]
    assert mine["placed"] == {"larvae": 2, "workers": 2, "soldiers": 2, "atelier": 2}


@pytest.mark.rule("MY-5.6")
def test_new_workers_act_this_season() -> None:
    state = play(nursery(2, workers=0), "larvae 0; workers 2")
    assert (phase(state), state.to_act) == ("worker", (0,))
    nobody = brood("larvae 2", {"nurses": 2, "workers": 0})
    assert nobody.to_act == (1,)


@pytest.mark.rule("MY-5.7", "MY-1.4")
@pytest.mark.parametrize(
    ("workers", "soldiers", "line", "after"),
    [
        (6, 2, "larvae 0; workers 4; soldiers 0; atelier 0", (6, 2)),
        (5, 2, "larvae 0; workers 4; soldiers 0; atelier 0", (6, 2)),
        (0, 7, "larvae 0; workers 0; soldiers 3; atelier 0", (0, 8)),
        (0, 6, "larvae 0; workers 0; soldiers 3; atelier 0", (0, 8)),
        (4, 4, "larvae 0; workers 2; soldiers 2; atelier 0", (4, 4)),
        (3, 3, "larvae 0; workers 2; soldiers 2; atelier 0", (4, 4)),
    ],
)
def test_eight_ants_at_most(workers: int, soldiers: int, line: str, after: tuple[int, int]) -> None:
    # At (0, 7) and (0, 8) the first seat may have no worker to use; the second goes on.
    state = nursery(5, workers=workers, soldiers=soldiers)
    play(state, line, by=0)
    assert (own(state)["workers"], own(state)["soldiers"]) == after


@pytest.mark.rule("MY-5.7", "MY-4.15", "MY-4.17")
@pytest.mark.parametrize(
    ("event", "line", "after"),
    [
        (7, "larvae 0; workers 4", (7, 1)),
        (5, "larvae 0; workers 0; soldiers 3", (6, 2)),
    ],
)
def test_the_limit_counts_the_ants_of_the_event(
    event: int, line: str, after: tuple[int, int]
) -> None:
    # Three would be born, one fits.
    me = {"nurses": 4, "workers": 6, "soldiers": 1, "larvae": abs(event - 4)}
    state = brood(f"event {event}; {line}", me)
    assert (own(state)["workers"], own(state)["soldiers"]) == after


@pytest.mark.rule("MY-5.8", "MY-5.11", "MY-18.15")
@pytest.mark.parametrize(("action", "born"), [("hatch 1", (1, 0)), ("hatch 0", (0, 1))])
def test_one_of_two_fits(action: str, born: tuple[int, int]) -> None:
    state = play(nursery(4, workers=4, soldiers=3), "larvae 0; workers 2; soldiers 2")
    assert (phase(state), own(state)["step"]) == ("brood", "hatch")
    assert texts(state) == ["hatch 0", "hatch 1"]
    again(state)
    play(state, action)
    assert (own(state)["workers"] - 4, own(state)["soldiers"] - 3) == born


@pytest.mark.rule("MY-5.8")
@pytest.mark.parametrize(
    ("ants", "offered", "born"),
    [
        # Workers 2, soldiers 2: room for 3, 2 and 1.
        (5, [1, 2], {1: (1, 2), 2: (2, 1)}),
        (6, [0, 1, 2], {0: (0, 2), 1: (1, 1), 2: (2, 0)}),
        (7, [0, 1], {0: (0, 1), 1: (1, 0)}),
        (8, [], {}),
        (4, [], {}),
    ],
)
def test_how_many_of_them_are_workers(
    ants: int, offered: list[int], born: dict[int, tuple[int, int]]
) -> None:
    line = "larvae 0; workers 4; soldiers 3; atelier 0"
    state = play(nursery(8, workers=2, soldiers=ants - 2), line)
    if not offered:
        assert phase(state) == "worker"
        more = 2 if ants == 4 else 0
        assert (own(state)["workers"], own(state)["soldiers"]) == (2 + more, ants - 2 + more)
        return
    assert texts(state) == [f"hatch {number}" for number in offered]
    for number in {0, 1, 2, 3} - set(offered):
        assert refuse(state, f"hatch {number}") == "MY-5.8"
    for number, (workers, soldiers) in born.items():
        after = play(state.copy(), f"hatch {number}")
        mine = own(after)
        assert (mine["workers"] - 2, mine["soldiers"] - ants + 2) == (workers, soldiers)


@pytest.mark.rule("MY-5.8", "MY-18.15")
@pytest.mark.parametrize(("choice", "born"), [("workers", (2, 0)), ("soldiers", (0, 2))])
def test_one_kind_goes_first(choice: str, born: tuple[int, int]) -> None:
    me = {"nurses": 8, "workers": 2, "soldiers": 4}
    line = "larvae 0; workers 4; soldiers 3; atelier 0"
    state = brood(line, me, options={"short_supply": choice})
    assert phase(state) == "worker"
    assert (own(state)["workers"] - 2, own(state)["soldiers"] - 4) == born


@pytest.mark.rule("MY-5.8", "MY-3.4")
@pytest.mark.parametrize("choice", ["choose", "workers", "soldiers"])
def test_where_one_kind_is_born_nothing_is_asked(choice: str) -> None:
    options = {"short_supply": choice}
    me = {"nurses": 4, "workers": 4, "soldiers": 3}
    state = brood("larvae 0; workers 4", me, options=options)
    assert (own(state)["workers"], own(state)["soldiers"]) == (5, 3)


@pytest.mark.rule("MY-5.9")
def test_atelier_nurses_are_not_bound_to_an_action() -> None:
    me: Doc = {"nurses": 3, "placed": {"atelier": 2}, "food": 2, "earth": 2, "larvae": 2}
    state = play(last_worker(me), "done")
    assert {"tunnel", "level", "nurse"} <= set(texts(state))


@pytest.mark.rule("MY-5.10", "MY-15.5")
def test_placed_nurses_are_busy_until_the_end_of_the_season() -> None:
    state = play(nursery(3, workers=1), "larvae 1; workers 0; soldiers 0; atelier 1")
    busy = {"larvae": 1, "workers": 0, "soldiers": 0, "atelier": 1}
    assert own(state)["placed"] == busy
    play(state, "room 0")
    while phase(state) in ("worker", "garden"):
        legal = texts(state)
        play(state, "done" if "done" in legal else legal[-1])
    assert phase(state) == "atelier"
    assert own(state)["placed"] == busy
    play(state, "done")
    assert phase(state) == "brood"
    assert own(state)["placed"] == dict.fromkeys(busy, 0)
    assert "larvae 3" in texts(play(state, "event 4", by=0), 0)


@pytest.mark.rule("MY-5.1")
def test_nobody_needs_to_place_a_nurse() -> None:
    state = wait(nursery(5))
    assert phase(state) == "worker"
    assert (own(state)["larvae"], own(state)["workers"], own(state)["soldiers"]) == (0, 2, 0)
