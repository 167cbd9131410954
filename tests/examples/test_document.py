"""`docs/add-a-game.md` builds the example: what it shows stands there, and its commands exist."""

import re

import pytest

from formicarium.core.rulebook import GIVEN
from tests.core.install import EXAMPLE

DOCUMENT = (EXAMPLE.parents[1] / "docs" / "add-a-game.md").read_text("utf-8")
SHOWN = re.findall(r"^```(?:python|toml)\n(.*?)^```", DOCUMENT, re.DOTALL | re.MULTILINE)
FILES = {
    file.relative_to(EXAMPLE).as_posix(): file.read_text("utf-8")
    for suffix in ("py", "toml")
    for file in EXAMPLE.rglob(f"*.{suffix}")
}


@pytest.mark.parametrize("shown", SHOWN)
def test_what_is_shown_stands_in_the_example(shown: str) -> None:
    assert [name for name, text in FILES.items() if shown in text]


def test_every_file_has_its_step_and_its_line_in_the_table() -> None:
    steps, table = DOCUMENT.split("## The files")
    for module in GIVEN:
        assert f"{module}.py" in steps
        assert f"`{module}.py`" in table


def test_steps_are_numbered_and_say_how_long_they_take() -> None:
    steps = re.findall(r"^## Step (\d+): .*\n\n(.*)", DOCUMENT, re.MULTILINE)
    assert [int(number) for number, _ in steps] == [*range(1, len(steps) + 1)]
    timeless = [number for number, begins in steps[:-1] if not re.match(r"\*\d+ minutes", begins)]
    assert timeless == []
