"""The picture of a game for the documents."""

import re
from pathlib import Path

from tests.cli.conftest import Run


def test_a_picture_needs_nothing_from_elsewhere(run: Run, tmp_path: Path) -> None:
    files = tmp_path / "a.svg", tmp_path / "b.svg"
    for file in files:
        assert run("picture", "micropolis", "--out", file, "--decisions", 5).code == 0
    picture = files[0].read_text("utf-8")
    assert picture == files[1].read_text("utf-8")
    assert set(re.findall(r"https?://[^\s\"]+", picture)) == {"http://www.w3.org/2000/svg"}
    assert "@font-face" not in picture
    assert "url(" not in re.sub(r"url\(#", "", picture)
    assert "anthill&#160;1" in picture
