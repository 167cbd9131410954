"""Courses in the browser: passed by right answers; every class of wrong ones has its words."""

from itertools import product

import pytest

from formicarium.core.game import rulebook
from formicarium.core.lessons import (
    CardName,
    Practice,
    answer_to,
    play_line,
    values_in,
    words_of,
)
from tests.games.courses import BEGUN, answers, course, game_of, practices
from tests.tiers import sample
from tests.web.browsing import Visitor
from tests.web.conftest import Visit

pytestmark = pytest.mark.xdist_group("web lessons")

LANGUAGES = ["en", "de", "fr"]
SIZES = ["360x740", "1366x768", "740x360"]
CARD = ".lesson-card"
SWALLOWED = 100  # looks after which a click that did nothing is made again
# Choose in the list, which is folded away on small screens.
CHOOSE = """text => {
  const line = [...document.querySelectorAll('.decisions button:not(:disabled)')]
    .find(button => button.dataset.action === text);
  line?.click();
  return Boolean(line);
}"""
CONFIRM = "() => document.querySelector('.confirm .main:not(:disabled)')?.click()"
# What is said, and where it cannot be read.
OUT_OF_SIGHT = """() => [...document.querySelectorAll('.lesson-card p, .lesson-card .button')]
  .filter(said => {
    said.scrollIntoView({ block: 'nearest' });
    const { top, bottom, left, right } = said.getBoundingClientRect();
    return top < -1 || bottom > innerHeight + 1 || left < -1 || right > innerWidth + 1;
  }).map(said => said.textContent)"""


def learner(visit: Visit, language: str, size: str) -> Visitor:
    width, height = map(int, size.split("x"))
    return visit(language, viewport={"width": width, "height": height})


def take(ada: Visitor, line: list[str]) -> str:
    """Decide a whole line; the class by which it is answered."""
    card = ada.page.locator(CARD)
    ada.page.locator(f'{CARD}[data-line=""]:not([data-answer])').wait_for()
    chosen = -1  # after how many decisions the last one was chosen: not twice, if the page is slow
    for look in range(600):
        answer = card.get_attribute("data-answer")
        if answer is not None:
            assert card.get_attribute("data-line") == ", ".join(line)
            return answer
        done = [one for one in (card.get_attribute("data-line") or "").split(", ") if one]
        is_next = len(done) < len(line) and (len(done) != chosen or look % SWALLOWED == 0)
        if is_next and ada.page.evaluate(CHOOSE, line[len(done)]):
            chosen = len(done)
        else:
            ada.page.evaluate(CONFIRM)
        ada.page.wait_for_timeout(20)
    raise AssertionError(card.inner_text())


def go_on(ada: Visitor, card: CardName) -> None:
    ada.page.locator(f"{CARD} .row .button").last.click()
    ada.page.locator(f'{CARD}[data-card="{card}"]').wait_for()


def sentence(game: str, chapter: str, practice: Practice, line: list[str], language: str) -> str:
    """How a line of an exercise is answered."""
    outcome = play_line(game_of(game, practice), practice, line).outcome
    assert outcome is not None
    answer = answer_to(practice, outcome)
    say = words_of(rulebook(game).package, language)
    return say(f"{chapter}.answers.{answer.name}", **values_in(answer, outcome))


def learn(ada: Visitor, game: str, chapter: str, language: str) -> None:
    """All of a chapter: what is told, something tried, all wrong classes, a right one."""
    say = words_of(rulebook(game).package, language)
    practice = practices(game)[chapter, "exercise"]
    rights = {answer.name for answer in practice.answers if answer.right}
    begun = BEGUN.get(f"{game} {chapter} exercise", ())
    lines = {name: [*some[0]] for name, some in answers(game, practice, *begun).items()}
    ada.open(f"/learn/{game}?chapter={chapter}")
    ada.page.get_by_text(say(f"{chapter}.told")).wait_for()
    ada.page.locator(".lights i").first.wait_for()
    assert ada.page.evaluate(OUT_OF_SIGHT) == []
    go_on(ada, "free")
    go_on(ada, "exercise")
    for name in sorted(lines.keys() - rights) + sorted(rights)[:1]:
        assert take(ada, lines[name]) == name
        told = ada.page.locator(f"{CARD} .answer").inner_text()
        assert sentence(game, chapter, practice, lines[name], language) in told
        assert ada.page.evaluate(OUT_OF_SIGHT) == []
        if name not in rights:
            ada.page.locator(f"{CARD}.wrong .main").click()
    ada.page.locator(f"{CARD}.right a.main").wait_for()


@pytest.mark.parametrize(
    ("game", "size", "language"),
    [
        ("micropolis", "360x740", "en"),
        *sample([*product(["antics", "minicity", "myrmes"], SIZES, LANGUAGES)], 0),
        *sample([("micropolis", *rest) for rest in product(SIZES, LANGUAGES)][1:], 0),
    ],
)
def test_a_course_is_passed(visit: Visit, game: str, size: str, language: str) -> None:
    ada = learner(visit, language, size)
    chapters = [chapter.name for chapter in course(game).chapters]
    for chapter in chapters:
        learn(ada, game, chapter, language)
    ada.open(f"/learn/{game}").page.locator("a.passed").nth(len(chapters) - 1).wait_for()


def test_after_two_misses_the_hint_opens(visit: Visit) -> None:
    ada = learner(visit, "en", "360x740").open("/learn/micropolis?chapter=row")
    go_on(ada, "free")
    go_on(ada, "exercise")
    for line in ("take 1", "take 6"):
        assert ada.page.locator(f"{CARD} .hint").count() == 0
        take(ada, [line])
        ada.page.locator(f"{CARD}.wrong .main").click()
    ada.page.locator(f"{CARD} .hint").wait_for()
    ada.page.locator(".lights i").first.wait_for()


def test_what_is_tried_freely_is_answered(visit: Visit) -> None:
    ada = learner(visit, "en", "1366x768").open("/learn/micropolis?chapter=row")
    go_on(ada, "free")
    assert take(ada, ["take 6"]) == "dear"
    ada.page.get_by_text("with an army of 0 you choose little").wait_for()
    ada.page.get_by_role("button", name="Try something else").click()
    assert take(ada, ["take 1"]) == "free"


def test_a_chapter_by_keyboard(visit: Visit) -> None:
    ada = learner(visit, "en", "1366x768").open("/learn/micropolis?chapter=galleries")
    go_on(ada, "free")
    go_on(ada, "exercise")
    ada.page.wait_for_selector(".decisions button:not(:disabled)")
    ada.page.keyboard.press("l")
    ada.page.keyboard.press("Enter")  # take 1
    ada.page.locator(f'{CARD}[data-line="take 1"]').wait_for()
    ada.page.keyboard.press("z")
    ada.page.locator('[data-action="take 1"]').first.wait_for()
    ada.page.keyboard.press("l")
    ada.page.keyboard.press("Enter")
    ada.page.locator('[data-action="place left"]').first.wait_for()
    ada.page.keyboard.press("l")
    ada.page.keyboard.press("Enter")
    ada.page.locator(".confirm").wait_for()
    ada.page.keyboard.press("Enter")
    ada.page.locator(f'{CARD}[data-answer="cherry"]').wait_for()
    ada.check_axe()


def test_two_tabs_on_one_course(visit: Visit) -> None:
    """What is passed in one is passed in the other, and nothing is lost."""
    ada = learner(visit, "en", "1366x768").open("/learn/micropolis")
    other = Visitor(ada.context, ada.address)
    for tab, chapter, line in ((other, "row", "take 3"), (ada, "leader", "take 2")):
        tab.open(f"/learn/micropolis?chapter={chapter}")
        go_on(tab, "free")
        go_on(tab, "exercise")
        take(tab, [line])
        tab.page.locator(f"{CARD}.right").wait_for()
    assert other.unforgiven == []
    ada.open("/learn/micropolis").page.locator("a.passed").nth(1).wait_for()


def test_a_first_visitor_is_offered_a_chapter_once(visit: Visit) -> None:
    ada, ben = (learner(visit, "en", "360x740").open("/") for _ in range(2))
    ben.page.get_by_role("link", name="First chapter").click()
    ben.page.locator(f'{CARD}[data-card="told"]').wait_for()
    ada.page.get_by_role("button", name="No, thanks").click()
    ada.page.get_by_role("link", name="First chapter").wait_for(state="detached")
    ada.open("/").page.get_by_role("heading", name="Micropolis").wait_for()
    assert ada.page.get_by_role("link", name="First chapter").count() == 0


@pytest.mark.parametrize(
    ("game", "size", "language"),
    [
        ("micropolis", "360x740", "de"),
        *sample(
            [*product(["micropolis", "antics", "minicity", "myrmes"], SIZES, LANGUAGES)][1:], 0
        ),
    ],
)
def test_the_page_for_players_has_its_pictures(
    visit: Visit, game: str, size: str, language: str
) -> None:
    ada = learner(visit, language, size).open(f"/rules/{game}")
    ada.page.locator("figure .drawing").first.wait_for()
    drawn = ada.page.evaluate(
        "() => [...document.querySelectorAll('figure .drawing')]"
        ".map(one => one.getBoundingClientRect().height)"
    )
    assert len(drawn) >= 4
    assert min(drawn) > 60
    width = ada.page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= int(size.split("x")[0])
