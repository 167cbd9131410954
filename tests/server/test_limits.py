"""Limits: how much anybody may ask for."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from formicarium.server.limits import (
    Allowance,
    Counted,
    Crowd,
    Elsewhere,
    Limits,
    client_address,
    rates_of,
    rates_of_address,
)
from formicarium.server.settings import Settings


def chat(burst: int, seconds: float, most: int = 100) -> Limits:
    return Limits({Counted.CHAT: Allowance(burst, seconds)}, most)


def test_a_burst_and_then_one_at_a_time() -> None:
    limits = chat(burst=3, seconds=10)
    answers = [limits.allow(Counted.CHAT, "ada", now) for now in (0, 0, 0, 0, 9, 10, 10)]
    assert answers == [0, 0, 0, 10, 1, 0, 10]


def test_people_and_kinds_do_not_share_a_bucket() -> None:
    limits = Limits({Counted.CHAT: Allowance(1, 60), Counted.LOGIN: Allowance(1, 60)})
    assert limits.allow(Counted.CHAT, "ada", 0) == 0
    assert limits.allow(Counted.CHAT, "ada", 0) == 60
    assert limits.allow(Counted.CHAT, "bob", 0) == 0
    assert limits.allow(Counted.LOGIN, "ada", 0) == 0


def test_who_is_refused_is_not_charged() -> None:
    limits = chat(burst=1, seconds=10)
    limits.allow(Counted.CHAT, "ada", 0)
    for now in range(1, 10):
        assert limits.allow(Counted.CHAT, "ada", now) == 10 - now
    assert limits.allow(Counted.CHAT, "ada", 10) == 0


@given(
    burst=some.integers(1, 50),
    seconds=some.floats(0.001, 100),
    start=some.floats(0, 2e9),
    steps=some.lists(some.floats(0, 20), max_size=60),
)
def test_no_more_than_the_rate_and_whoever_waits_may_go_on(
    burst: int, seconds: float, start: float, steps: list[float]
) -> None:
    limits, now = chat(burst, seconds), start
    for allowed, step in enumerate(steps, 1):
        now += step
        wait = limits.allow(Counted.CHAT, "ada", now)
        if wait:
            now += wait
            assert limits.allow(Counted.CHAT, "ada", now) == 0
        assert allowed <= burst + (now - start) / seconds + 0.01


@pytest.mark.parametrize("seconds", [0.1, 1 / 3, 0.05])
def test_whoever_waits_as_told_may_go_on_at_any_time_of_day(seconds: float) -> None:
    limits = chat(burst=7, seconds=seconds)
    now = 1_799_999_999.123
    for _ in range(6):
        limits.allow(Counted.CHAT, "ada", now)
    for _ in range(1000):
        assert limits.allow(Counted.CHAT, "ada", now) == 0
        wait = limits.allow(Counted.CHAT, "ada", now)
        assert wait == pytest.approx(seconds, abs=1e-5)
        now += wait


def test_a_clock_that_is_set_back_locks_nobody_out() -> None:
    limits = chat(burst=2, seconds=10)
    limits.allow(Counted.CHAT, "ada", now=1_000_000)
    assert [limits.allow(Counted.CHAT, "ada", now=0) for _ in range(3)] == [0, 0, 10]


def test_full_buckets_are_forgotten() -> None:
    limits = chat(burst=5, seconds=1)
    for number in range(50):
        limits.allow(Counted.CHAT, f"guest {number}", now=0)
    assert len(limits) == 50
    limits.allow(Counted.CHAT, "ada", now=1.0)
    assert len(limits) == 1


def test_there_are_never_too_many_buckets() -> None:
    limits = chat(burst=1, seconds=1000, most=10)
    for number in range(1000):
        assert limits.allow(Counted.CHAT, f"guest {number}", now=number / 1000) == 0
        assert len(limits) <= 10
    assert limits.allow(Counted.CHAT, "guest 999", now=1) > 0


def test_the_bucket_that_was_used_last_is_kept() -> None:
    limits = chat(burst=10, seconds=1000, most=2)
    for who in ("ada", "bob", "ada", "eve"):
        limits.allow(Counted.CHAT, who, now=0)
    used = [limits.allow(Counted.CHAT, "ada", now=0) for _ in range(9)]
    assert used == [0] * 8 + [1000]


def test_every_kind_has_a_rate_from_the_settings() -> None:
    rates = rates_of(Settings(chat_per_minute=6, tables_per_hour=2, requests_per_second=4.0))
    assert rates.keys() == {*Counted} - {Counted.THINKING, Counted.BYTE, Counted.GUEST}
    assert rates[Counted.CHAT] == Allowance(6, 10)
    assert rates[Counted.TABLE] == Allowance(2, 1800)
    assert rates[Counted.REQUEST] == Allowance(60, 0.25)


def test_an_address_may_do_as_much_as_those_who_may_share_it() -> None:
    rates = rates_of_address(
        Settings(people_per_address=40, thinkers=2, thinking_per_hour=900.0, stored_per_day=86_400)
    )
    assert rates.keys() == set(Counted)
    assert rates[Counted.TABLE] == Allowance(60 * 40, 1.5)
    assert rates[Counted.CHAT] == Allowance(20 * 40, 60 / 20 / 40)
    assert rates[Counted.JOB] == Allowance(20 * 40, 60 / 20 / 40)
    # One in four at the same time:
    assert rates[Counted.REQUEST] == Allowance(60 * 10, 1 / 20 / 10)
    assert rates[Counted.MESSAGE] == Allowance(60 * 10, 1 / 20 / 10)
    assert rates[Counted.LOGIN] == Allowance(10 * 10, 60 / 10 / 10)
    assert rates[Counted.THINKING] == Allowance(1800, 2)
    assert rates[Counted.BYTE] == Allowance(86_400, 1)


def test_an_address_of_one_may_do_as_much_as_one() -> None:
    settings = Settings(people_per_address=1)
    rates = rates_of_address(settings)
    assert {kind: rates[kind] for kind in rates_of(settings)} == rates_of(settings)


def test_what_has_happened_is_counted_though_there_was_not_enough() -> None:
    limits = chat(burst=10, seconds=1)
    limits.spend(Counted.CHAT, "ada", 0, 8)
    assert limits.wait(Counted.CHAT, "ada", 0, 2) == 0
    assert limits.wait(Counted.CHAT, "ada", 0, 3) == 1
    limits.spend(Counted.CHAT, "ada", 0, 1000)
    assert limits.wait(Counted.CHAT, "ada", 0) == 1  # debts are forgiven
    assert limits.wait(Counted.CHAT, "ada", 0, 1000) == 10  # no more than there ever is
    assert limits.wait(Counted.CHAT, "ada", 10, 1000) == 0


def test_a_crowd_has_room_for_so_many_of_each() -> None:
    crowd = Crowd(each=2, at_address=3, together=100)
    asked = (("ada", "x"), ("ada", "x"), ("ada", "y"), ("bob", "x"), ("eve", "x"), ("eve", "y"))
    assert [crowd.admit(*one) for one in asked] == [True, True, False, True, False, True]
    assert (crowd.of("ada"), crowd.of("eve"), crowd.at("x"), crowd.together) == (2, 1, 3, 4)
    crowd.release("ada", "x")
    assert crowd.admit("eve", "x")
    with pytest.raises(ValueError, match="none to give back"):
        crowd.release("nobody", "x")
    for one in (("ada", "x"), ("bob", "x"), ("eve", "x"), ("eve", "y")):
        crowd.release(*one)
    assert (crowd.together, crowd.at("x"), crowd._of, crowd._at) == (0, 0, {}, {})


@pytest.mark.parametrize(("attackers", "left"), [(1, 50), (3, 25), (9, 10)])
def test_whoever_comes_from_elsewhere_finds_room(attackers: int, left: int) -> None:
    crowd = Crowd(each=20, at_address=400, together=100)
    for cookie in range(2000):
        crowd.admit(f"cookie {cookie}", f"address {cookie % attackers}")
    assert crowd.together == 100 - left
    assert crowd.admit("newcomer", "home")


def test_a_crowd_is_the_larger_for_what_others_have() -> None:
    crowd = Crowd(each=9, at_address=5, together=10)
    crowd.admit("ada", "x")
    crowd.hear("worker", Elsewhere(1.0, 6, {"x": 4}))
    assert (crowd.together, crowd.here, crowd.at("x"), crowd.at("y")) == (7, 1, 5, 0)
    assert not crowd.admit("ada", "x")
    crowd.hear("worker", Elsewhere(2.0, 2, {"x": 1}))
    assert crowd.admit("ada", "x")
    crowd.forget(2.0)
    assert crowd.together == 4
    crowd.forget(2.1)
    assert crowd.together == crowd.here == 2
    assert crowd.largest(5) == {"x": 2}


def test_a_crowd_may_have_no_most_for_all_together() -> None:
    crowd = Crowd(each=1, at_address=2)
    crowd.hear("worker", Elsewhere(1.0, 10**9, {"x": 1}))
    assert [crowd.has_room("x"), crowd.admit("table", "x"), crowd.has_room("x")] == [1, 1, 0]
    assert not crowd.admit("table", "y")  # which has its place
    crowd.release("table", "x")
    assert crowd.has_room("x")


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "address"),
    [
        ("203.0.113.9", "", 0, "203.0.113.9"),
        ("203.0.113.9", "6.6.6.6", 0, "203.0.113.9"),  # whoever says so without a proxy lies
        ("10.0.0.1", "203.0.113.9", 1, "203.0.113.9"),
        ("10.0.0.1", "6.6.6.6,203.0.113.9", 1, "203.0.113.9"),
        ("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", 2, "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9", 2, "10.0.0.1"),
        ("10.0.0.1", "<script>", 1, "10.0.0.1"),
        ("10.0.0.1", "", 1, "10.0.0.1"),
        ("10.0.0.1", "2001:db8::1", 1, "2001:db8::/64"),
        ("2001:db8::ffff:1", "", 0, "2001:db8::/64"),
        ("::ffff:203.0.113.9", "", 0, "203.0.113.9"),
        ("fe80::1%eth0", "", 0, "fe80::/64"),
        ("testclient", "", 0, "testclient"),
    ],
)
def test_the_address_that_counts(peer: str, forwarded: str, proxies: int, address: str) -> None:
    assert client_address(peer, forwarded, proxies) == address
