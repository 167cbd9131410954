"""Pictures of every game, early and late, on a desk and on a phone: `make pictures`.

They are for README and docs, and to be looked at.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from tests.server.killing import Open, opened
from tests.web.browsing import DESKTOP, PHONE, Visitor, chromium
from tests.web.courses import Variant, course_of

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
GAMES = {"micropolis": 3, "myrmes": 2, "antics": 3, "minicity": 2}
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
}
MOMENTS = {"early": 0.12, "late": 0.85}  # shares of the decisions of a game
QUALITY = 80  # as PNG they would be three times as large


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(exist_ok=True)
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


def visitor(house: Open, browser: Browser, size: str) -> Visitor:
    """Somebody in front of a screen of that size."""
    return Visitor(
        browser.new_context(locale="en", reduced_motion="reduce", **SIZES[size]), house.address
    )


def shoot(ada: Visitor, name: str) -> None:
    """Take a picture once all is there."""
    ada.page.wait_for_load_state("networkidle")
    ada.page.wait_for_timeout(500)
    ada.page.screenshot(path=str(FOLDER / f"{name}.jpg"), type="jpeg", quality=QUALITY)
    ada.context.close()


if __name__ == "__main__":
    main()
