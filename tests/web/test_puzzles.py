"""Puzzles in the browser: solved and missed, helped and given up, on phones and desktops."""

from itertools import product

import pytest

from formicarium.core.game import rulebook
from formicarium.core.puzzles import Puzzle, attempted, puzzle_book, puzzle_words, puzzles_of
from tests.tiers import sample
from tests.web.browsing import Visitor
from tests.web.conftest import Visit
from tests.web.test_lessons import CARD, LANGUAGES, OUT_OF_SIGHT, SIZES, learner, take

pytestmark = pytest.mark.xdist_group("web puzzles")

GAMES = ["micropolis", "antics", "minicity", "myrmes"]
NUMBER = 2


def puzzle_of(game: str, number: int = NUMBER) -> Puzzle:
    return puzzles_of(rulebook(game).package)[number - 1]


def missing_line(game: str) -> list[str]:
    """What comes of always deciding for the last thing, or the first: not the solution."""
    puzzle, book = puzzle_of(game), puzzle_book(rulebook(game).package)
    assert book is not None
    aim, found = book.aims[puzzle.aim], puzzle.game(game)
    best = attempted(found, puzzle, aim, puzzle.line)
    for which in (-1, 0):
        line: list[str] = []
        while not (now := attempted(found, puzzle, aim, line)).is_over:
            line.append(now.state.actions(puzzle.seat)[which].text)
        if not now.is_as_good_as(best):
            return line
    raise AssertionError("both are the solution")


def miss(ada: Visitor, game: str) -> None:
    assert take(ada, missing_line(game)) == "less"
    assert ada.page.evaluate(OUT_OF_SIGHT) == []
    ada.page.locator(f"{CARD}.wrong .main").click()


@pytest.mark.parametrize(
    ("game", "size", "language"),
    [
        *(("micropolis", "360x740", "en"), ("micropolis", "1366x768", "de")),
        *sample([*product(GAMES[1:], SIZES, LANGUAGES)], 1),
    ],
)
def test_a_puzzle_is_missed_and_solved(visit: Visit, game: str, size: str, language: str) -> None:
    ada = learner(visit, language, size).open(f"/puzzles/{game}/{NUMBER}")
    say = puzzle_words(rulebook(game).package, language)
    ada.page.get_by_text(say(f"tasks.{puzzle_of(game).aim}")).wait_for()
    miss(ada, game)
    assert take(ada, [*puzzle_of(game).line]) == "right"
    assert ada.page.evaluate(OUT_OF_SIGHT) == []
    ada.check_axe()
    ada.page.locator(f"{CARD}.right a.main").click()
    ada.page.wait_for_url(f"**/puzzles/{game}/{NUMBER + 1}")
    ada.page.locator(f'{CARD}[data-line=""]').wait_for()


def test_after_two_misses_the_first_step_may_be_shown(visit: Visit) -> None:
    ada = learner(visit, "en", "360x740").open(f"/puzzles/micropolis/{NUMBER}")
    ada.page.locator(CARD).wait_for()
    for _ in range(2):
        assert ada.page.get_by_role("button", name="Show the first step").count() == 0
        miss(ada, "micropolis")
    ada.page.get_by_role("button", name="Show the first step").click()
    ada.page.locator(f"{CARD} .hint").wait_for()
    assert take(ada, [*puzzle_of("micropolis").line]) == "right"


def test_who_gives_up_sees_the_solution(visit: Visit) -> None:
    """It does not count as solved; what is found does, in other tabs as well."""
    ada = learner(visit, "en", "1366x768").open(f"/puzzles/micropolis/{NUMBER}")
    ada.page.get_by_role("button", name="Show the solution").click()
    ada.page.locator(f'{CARD}[data-answer="right"]').wait_for()
    ada.page.get_by_text("Solution:").wait_for()
    ada.page.get_by_role("link", name="All puzzles").click()
    ada.page.get_by_text("0 of ").wait_for()
    other = Visitor(ada.context, ada.address).open("/puzzles/micropolis/1")
    assert take(other, [*puzzle_of("micropolis", 1).line]) == "right"
    ada.page.get_by_text("1 of ").wait_for()
    ada.page.get_by_role("img", name="solved").wait_for()


def test_by_theme_and_by_how_hard(visit: Visit) -> None:
    ada = learner(visit, "en", "360x740").open("/puzzles/micropolis")
    some = puzzles_of(rulebook("micropolis").package)
    ada.page.get_by_label("How hard").select_option("hard")
    theme = some[-1].theme
    ada.page.get_by_label("Theme").select_option(theme)
    hard = [one for one in some if (one.level, one.theme) == (3, theme)]
    ada.page.locator("ol li").nth(len(hard) - 1).wait_for()
    assert ada.page.locator("ol li").count() == len(hard)


def test_the_puzzle_of_the_day(visit: Visit) -> None:
    ada = learner(visit, "en", "360x740").open("/")
    ada.page.get_by_text("Puzzle of the day").wait_for()
    ada.page.get_by_role("link", name="All puzzles").click()
    ada.page.get_by_role("heading", name="Puzzles").wait_for()
    ada.page.get_by_role("link", name="Solve it").click()
    ada.page.locator(f'{CARD}[data-card="puzzle"]').wait_for()
