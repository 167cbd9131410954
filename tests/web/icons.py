"""The icons of the app, from the ant of the house: `python -m tests.web.icons`, or `make pictures`.

Those that a system cuts to its own form have the ant well within, on paper; the badge of a
notification is one colour on nothing.
"""

import base64
import re
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser

from tests.web.browsing import chromium

PUBLIC = Path(__file__).parents[2] / "web" / "public"
FOLDER = PUBLIC / "app"
PAPER = "#f6efdf"  # as in app.css
WHITE = "#ffffff"


class Icon(NamedTuple):
    """One picture: its side in pixels, how much of it the ant takes, and what is behind her."""

    side: int
    share: float
    behind: str = "transparent"
    round: int = 0  # of its corners, in percent
    colour: str = ""  # of the whole ant, if it is one


ICONS = {
    "icon-192": Icon(192, 0.9, PAPER, 22),
    "icon-512": Icon(512, 0.9, PAPER, 22),
    "maskable-512": Icon(512, 0.72, PAPER),
    "apple-touch-180": Icon(180, 0.84, PAPER),
    "badge-96": Icon(96, 1.0, colour=WHITE),
}


def main() -> None:
    """Draw all icons."""
    with chromium() as browser:
        draw(browser)


def draw(browser: Browser) -> None:
    """Every icon as a file that the page is built with."""
    FOLDER.mkdir(exist_ok=True)
    ant = (PUBLIC / "ant.svg").read_text("utf-8")
    for name, icon in ICONS.items():
        drawing = re.sub("#[0-9a-f]{6}", icon.colour, ant) if icon.colour else ant
        data = base64.b64encode(drawing.encode()).decode()
        page = browser.new_page(viewport={"width": icon.side, "height": icon.side})
        page.set_content(
            f"<style>body {{ margin: 0 }} img {{ width: {100 * icon.share}% }}"
            f" main {{ height: 100vh; display: grid; place-items: center;"
            f" background: {icon.behind}; border-radius: {icon.round}% }}</style>"
            f'<main><img src="data:image/svg+xml;base64,{data}"></main>'
        )
        page.wait_for_function("() => document.images[0].complete")
        page.screenshot(path=str(FOLDER / f"{name}.png"), omit_background=True)
        page.close()


if __name__ == "__main__":
    main()
