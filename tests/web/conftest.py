"""A house that is open, and a browser to visit it with."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from formicarium.server.static import PAGE
from tests.needs import BROWSER
from tests.server.killing import Open, opened
from tests.web.browsing import DESKTOP, Visitor, chromium
from tests.web.touching import HANDHELD, UPRIGHT, Toucher

# Most visits are without the worker of the app, as in browsers that have none or refuse it.
NO_WORKER = "delete Navigator.prototype.serviceWorker"

Visit = Callable[..., Visitor]
Touch = Callable[..., Toucher]

# What others do is not played, unless a test says so: it would have to wait.
AT_SPEED = """try {
  localStorage.formicarium ??= JSON.stringify({ speed: "%s" });
} catch {} // a visitor may refuse to store anything"""


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    BROWSER.get()  # without one there is nobody to visit
    assert (PAGE / "index.html").is_file(), "the page is not built: python web/build.py"
    with opened(tmp_path_factory.mktemp("house")) as house:
        yield house


# Not for the whole session: while Playwright is there a loop runs, and other tests want their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def visitors() -> Iterator[list[Visitor]]:
    """Everybody who came; at the end nothing may have gone wrong for any of them."""
    came: list[Visitor] = []
    yield came
    faults = [fault for visitor in came for fault in visitor.unforgiven]
    for visitor in came:
        visitor.context.close()
    assert not faults


@pytest.fixture
def visit(house: Open, browser: Browser, visitors: list[Visitor]) -> Visit:
    """Make visitors, each with a browser of their own."""

    def made(
        language: str = "en", speed: str = "off", is_app: bool = False, **more: Any
    ) -> Visitor:
        context = browser.new_context(
            locale=language, **{"viewport": DESKTOP, "reduced_motion": "reduce", **more}
        )
        if not is_app:
            context.add_init_script(NO_WORKER)
        context.add_init_script(AT_SPEED % speed)
        visitors.append(Visitor(context, house.address))
        return visitors[-1]

    return made


@pytest.fixture
def touch(house: Open, browser: Browser, visitors: list[Visitor]) -> Touch:
    """Make people with a phone, each with a browser of their own."""

    def made(speed: str = "off", **more: Any) -> Toucher:
        context = browser.new_context(
            locale="en", **{"viewport": UPRIGHT, "reduced_motion": "reduce", **HANDHELD, **more}
        )
        context.add_init_script(NO_WORKER)
        context.add_init_script(AT_SPEED % speed)
        visitors.append(one := Toucher(context, house.address))
        return one

    return made
