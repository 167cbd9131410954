"""Pictures of every game, early and late, on a desk and on a phone: `make pictures`.

They are for README and docs, and to be looked at; and those that messengers show beside a link.
"""

import base64
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from formicarium.server.api.link_tags import HEIGHT, HOUSE, WIDTH
from formicarium.server.house.game_files import LINK, PICTURE, PLACE
from tests.server.killing import Open, opened
from tests.web import icons
from tests.web.browsing import DESKTOP, PHONE, Visitor, chromium
from tests.web.courses import Variant, course_of

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
LINKS = ROOT / "web" / "public" / "link"
GAMES = {"micropolis": 3, "myrmes": 2, "antics": 3, "minicity": 2}
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
}
MOMENTS = {"early": 0.12, "late": 0.85}  # shares of the decisions of a game
HEAVIEST = 175_000  # bytes
QUALITIES = range(80, 40, -4)  # of JPEG: the best that is light enough


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with chromium() as browser:
        for_links(browser)
        icons.draw(browser)
    with TemporaryDirectory() as folder, opened(Path(folder)) as house, chromium() as browser:
        for size in SIZES:
            shoot(visitor(house, browser, size).open("/"), f"lobby-{size}")
        for game, players in GAMES.items():
            course = course_of(Variant(game, players))
            for moment, share in MOMENTS.items():
                position = course[int(share * len(course))].position
                for size in SIZES:
                    ada = visitor(house, browser, size)
                    seats = ["me", *["normal"] * (players - 1)]
                    ada.sit(ada.make(game, *seats, position=position))
                    shoot(ada, f"{game}-{moment}-{size}")


def for_links(browser: Browser) -> None:
    """What a messenger shows beside a link: a game's own drawing, or all of them for the house."""
    LINKS.mkdir(exist_ok=True)
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    drawings = {game: drawing(game) for game in GAMES}
    for name, shown in {**{game: [drawings[game]] for game in GAMES},
                        HOUSE.lower(): [*drawings.values()]}.items():  # fmt: skip
        columns = 1 if len(shown) == 1 else 2
        page.set_content(
            f"<style>body {{ margin: 0; display: grid; height: 100vh; gap: 3px;"
            f" grid-template: repeat({columns}, minmax(0, 1fr)) / repeat({columns}, 1fr) }}"
            f" img {{ width: 100%; height: 100%; object-fit: cover }}</style>{''.join(shown)}"
        )
        page.wait_for_function("() => [...document.images].every(one => one.complete)")
        page.screenshot(path=LINKS / f"{name}.png" if name == HOUSE.lower() else place(name) / LINK)
    page.close()


def place(game: str) -> Path:
    """Where a game keeps what it brings for the page."""
    return ROOT / "src" / "formicarium" / "games" / game / PLACE


def drawing(game: str) -> str:
    """A game's drawing in the lobby, as an element of a page."""
    data = base64.b64encode((place(game) / PICTURE).read_bytes()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}">'


def visitor(house: Open, browser: Browser, size: str) -> Visitor:
    """Somebody in front of a screen of that size."""
    return Visitor(
        browser.new_context(locale="en", reduced_motion="reduce", **SIZES[size]), house.address
    )


def shoot(ada: Visitor, name: str) -> None:
    """Take a picture once all is there, as good as it may be heavy."""
    ada.page.wait_for_load_state("networkidle")
    ada.page.wait_for_timeout(500)
    shots = (ada.page.screenshot(type="jpeg", quality=quality) for quality in QUALITIES)
    (FOLDER / f"{name}.jpg").write_bytes(next(shot for shot in shots if len(shot) <= HEAVIEST))
    ada.context.close()


if __name__ == "__main__":
    main()
