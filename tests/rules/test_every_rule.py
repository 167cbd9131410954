"""Every numbered rule has a function and a test, and nothing names a rule that does not exist."""

import pytest

from tests.rules.where import WHERE, carried_out, games, named_in, page, proofs, written

pytestmark = pytest.mark.guard


def in_order(numbers: set[str]) -> list[str]:
    return sorted(numbers, key=lambda n: [n[:2], *(int(part) for part in n[3:].split("."))])


def test_there_are_rules() -> None:
    assert games()
    assert all(written(game) for game in games())


def test_no_number_is_given_twice() -> None:
    numbers = [number for game in games() for number in written(game)]
    assert in_order({number for number in numbers if numbers.count(number) > 1}) == []


@pytest.mark.parametrize("game", games())
def test_every_rule_has_a_test(game: str) -> None:
    without = in_order(set(written(game)) - proofs(game).keys())
    assert not without, f"rules without a test: {', '.join(without)}"


@pytest.mark.parametrize("game", games())
def test_every_test_names_rules_that_exist(game: str) -> None:
    unknown = in_order(proofs(game).keys() - set(written(game)))
    assert not unknown, f"tests name rules that no document has: {', '.join(unknown)}"


@pytest.mark.parametrize("game", games())
def test_every_rule_is_carried_out_by_something_that_names_it(game: str) -> None:
    without = in_order(set(written(game)) - carried_out(game).keys())
    assert not without, f"no function and no data names: {', '.join(without)}"


@pytest.mark.parametrize("game", games())
def test_every_function_names_rules_that_exist(game: str) -> None:
    unknown = in_order(carried_out(game).keys() - set(written(game)))
    assert not unknown, f"functions name rules that no document has: {', '.join(unknown)}"


@pytest.mark.parametrize("game", games())
def test_the_page_of_places_is_current(game: str) -> None:
    file = WHERE / f"{game}.md"
    assert file.is_file(), "make where writes it"
    assert file.read_text("utf-8") == page(game), "make where writes it anew"


SOURCE = '''
ROOM = 3  # MP-1.1
OPTIONS = (
    Option("first", First.RANDOM, "MP-1.2"),
)

# The board (MP-1.3).
BOARD = {
    "size": 2,
}


class Phase:
    """What is decided (MP-1.4)."""

    TAKE = 0  # MP-1.5


def take(tile: int) -> None:
    """Take a tile (MP-1.6, MP-1.7)."""
    refuse("MP-9.9")
'''


def test_rules_are_found_in_docstrings_comments_and_options() -> None:
    assert [*named_in(SOURCE)] == [
        ("MP-1.1", "ROOM"),
        ("MP-1.2", "OPTIONS"),
        ("MP-1.3", "BOARD"),
        ("MP-1.4", "Phase"),
        ("MP-1.5", "Phase"),
        ("MP-1.6", "take"),
        ("MP-1.7", "take"),
    ]
