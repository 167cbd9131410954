"""The machine that is measured on: one core of it, and what to tell about it."""

import importlib.metadata
import os
import platform
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

RIVAL_PACKAGES = ("catanatron", "open_spiel")


@contextmanager
def one_core() -> Iterator[str]:
    """Keep this process, and those that it starts, on one core where the system lets us."""
    if not hasattr(os, "sched_setaffinity"):
        yield "any core"
        return
    before = os.sched_getaffinity(0)
    core = max(before)
    os.sched_setaffinity(0, {core})
    try:
        yield f"core {core} alone"
    finally:
        os.sched_setaffinity(0, before)


def description() -> dict[str, str]:
    """What kind of machine this is, and how busy."""
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": platform.platform(),
        "load": load,
    }


def versions() -> dict[str, str]:
    """This package, Python, and every library that takes part."""
    required = importlib.metadata.requires("formicarium") or []
    needed = [re.split(r"[^\w.-]", line)[0] for line in required if "extra ==" not in line]
    found = {"python": platform.python_version()}
    for name in ("formicarium", *needed, *RIVAL_PACKAGES):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def _processor() -> str:
    """The name of the processor, which Linux keeps in a file of its own."""
    try:
        told = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        told = ""
    named = re.search(r"^model name\s*: (.+)$", told, re.MULTILINE)
    return named[1] if named else platform.processor() or platform.machine()
