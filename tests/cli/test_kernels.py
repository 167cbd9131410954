"""`formicarium gpu build`: bundles into a file."""

from pathlib import Path

import pytest

from formicarium.gpu import building, kernels
from formicarium.gpu.runtime import read
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """What kernels are made of does not matter here."""
    monkeypatch.setattr(building, "check_tools", lambda: None)
    monkeypatch.setattr(building, "code_of", lambda *_: ("cubin", b"code"))


def test_a_bundle_has_every_player_count_that_goes_with_the_options(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "expert.zip"
    done = run("gpu", "build", "micropolis", "--out", file, "--option", "variant=expert")
    size = -(-file.stat().st_size // 1024)
    assert done == (0, f"Built: {file} ({size} KB)\n", "")
    manifest = read(file).manifest
    assert sorted(manifest["settings"]) == ["2", "3"]
    assert manifest["architecture"] == [9, 0]
    assert manifest["kernels"].keys() == kernels.KERNELS.keys()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("micropolys", "--out", "x.zip"), "micropolis"),
        (("micropolis", "--out", "x.zip", "--for", "sm_20"), "'sm_20' is no architecture"),
        (("micropolis", "--out", "x.zip", "--option", "ants=red"), "ants"),
        (("micropolis", "--out", "none/x.zip"), "none/x.zip cannot be written"),
    ],
)
def test_what_cannot_be_built_is_said(run: Run, asked: tuple[str, ...], said: str) -> None:
    done = run("gpu", "build", *asked)
    assert done.code != 0
    assert said in done.err.replace("\n", " ")
