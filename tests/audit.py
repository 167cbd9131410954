"""Known vulnerabilities of what is installed: `python -m tests.audit`, which is `make audit`.

Leaves with 0 if none is known, with 1 if some are, and with 2 if that cannot be found out here.
"""

import json
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = (
    *(ROOT / ".venv" / "audit" / "bin" / "pip-audit", "--path", sysconfig.get_path("purelib")),
    *("--skip-editable", "--format", "json", "--progress-spinner", "off"),
)
PAGE = (sys.executable, ROOT / "web" / "build.py", "--audit")


class Audited(NamedTuple):
    """What is known, and what could not be found out."""

    known: list[str]
    unknown: str = ""


def main() -> int:
    """Look at the packages and at the page; the exit code."""
    looks = {
        "packages": of_packages(said_by(PACKAGES)),
        "page": of_page(said_by(PAGE)),
    }
    for part, look in looks.items():
        for line in look.known:
            print(f"{part}: {line}")
        if look.unknown:
            print(f"{part}: cannot be audited here, there is no way to the data: {look.unknown}")
        elif not look.known:
            print(f"{part}: no vulnerability is known")
    if any(look.unknown for look in looks.values()):
        return 2
    return 1 if any(look.known for look in looks.values()) else 0


def said_by(command: Sequence[str | Path]) -> Any:
    """What a program says as JSON; the end of its complaint if it says nothing of the kind."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    try:
        return json.loads(done.stdout)
    except ValueError:
        lines = done.stderr.strip().splitlines() or [f"{command[0]} said nothing"]
        return {"message": lines[-1]}


def of_packages(said: Any) -> Audited:
    """What pip-audit says. A package that it does not find, it passes over in silence.

    >>> of_packages({"dependencies": [{"name": "ants", "skip_reason": "not found"}]}).unknown
    '1 of 1 packages were not found: ants'
    """
    if "dependencies" not in said:
        return Audited([], str(said.get("message", "it said nothing")))
    looked_at = [
        one for one in said["dependencies"] if "editable" not in one.get("skip_reason", "")
    ]
    known = [
        f"{one['name']} {one['version']}: {found['id']}"
        f" (mended in {', '.join(found['fix_versions']) or 'no version yet'})"
        for one in looked_at
        for found in one.get("vulns", ())
    ]
    missing = [one["name"] for one in looked_at if "skip_reason" in one]
    if not missing:
        return Audited(known)
    names = ", ".join(missing[:3]) + (", …" if len(missing) > 3 else "")
    return Audited(known, f"{len(missing)} of {len(looked_at)} packages were not found: {names}")


def of_page(said: Any) -> Audited:
    """What npm says.

    >>> of_page({"message": "405 Method Not Allowed"}).unknown
    '405 Method Not Allowed'
    """
    if "vulnerabilities" not in said:
        return Audited([], str(said.get("message", "it said nothing")))
    return Audited(
        [f"{name}: {found['severity']}" for name, found in said["vulnerabilities"].items()]
    )


if __name__ == "__main__":
    sys.exit(main())
