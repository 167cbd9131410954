"""What a house needs of the system."""

import resource
from collections.abc import Iterator

import pytest

from formicarium.server.run import allow_many_files


@pytest.fixture
def few_files() -> Iterator[int]:
    """Fewer open files than the system would allow; how many those are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (400, hard))
    yield hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_as_many_files_may_be_open_as_sockets_need(few_files: int) -> None:
    allow_many_files(500)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (500, few_files)
    allow_many_files(450)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (500, few_files)


@pytest.mark.usefixtures("few_files")
def test_no_more_are_asked_for_than_the_system_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (400, 600))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: asked.append(limits))
    allow_many_files(10_000)
    assert asked == [(600, 600)]
