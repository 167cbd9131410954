"""What a container does, done without one: the script installs a house and asks it how it is."""

import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.server.databases import ON_POSTGRES, Cluster, redis
from tests.server.killing import PATIENCE, free_port
from tests.tiers import IS_PROOF

ROOT = Path(__file__).resolve().parents[2]
STEPS = ROOT / "container" / "steps"
CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
SETTINGS: dict[str, str] = SERVICES["house"]["environment"]


def test_the_containerfile_takes_every_step_of_the_script() -> None:
    steps = re.findall(r"^(\w+)\)$", STEPS.read_text("utf-8"), re.MULTILINE)
    assert steps == ["wheel", "install", "user", "healthy"]
    assert re.findall(r'steps"?,? "?([a-z]+)', CONTAINERFILE.split("FROM", 1)[1]) == steps


def test_the_services_find_each_other() -> None:
    hosts = re.findall(r"(?:@|redis://)(\w+)[:/]", " ".join(SETTINGS.values()))
    assert [*SERVICES] == ["house", *hosts] == ["house", *SERVICES["house"]["depends_on"]]
    given = SERVICES["database"]["environment"]
    assert f"//{given['POSTGRES_USER']}:" in SETTINGS["FORMICARIUM_DATABASE"]
    assert SETTINGS["FORMICARIUM_DATABASE"].endswith(f"/{given['POSTGRES_DB']}")


def test_what_a_wheel_is_made_of_is_let_through() -> None:
    """Everything that `pyproject.toml` names for it, and what the steps themselves need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    named = [*wheel["packages"], *wheel["force-include"], wheel["hooks"]["custom"]["path"]]
    named += [project["project"]["readme"], *project["project"]["license-files"], "pyproject.toml"]
    named += re.findall(r"^COPY (?!--from)(?!\.)(\S+)", CONTAINERFILE, re.MULTILINE)
    lists = {SERVICES["house"]["build"]["args"]["LIST"], *re.findall(r"LIST=(\w+)", CONTAINERFILE)}
    named += [f"requirements/{name}.txt" for name in lists]
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    let = [line[1:] for line in lines if line.startswith("!")]
    assert [one for one in let if not (ROOT / one).exists()] == []
    assert [
        one
        for one in named
        if not any(f"{one}/".startswith(f"{way}/") or way.startswith(f"{one}/") for way in let)
    ] == []


def test_the_user_owns_what_is_kept(tmp_path: Path) -> None:
    done = tmp_path / "done"
    for command in ("useradd", "install"):
        stand_in = tmp_path / command
        stand_in.write_text(f'#!/bin/sh\necho {command} "$@" >> {done}\n')
        stand_in.chmod(0o755)
    subprocess.run(
        [STEPS, "user"], env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}, check=True
    )
    user, folders = done.read_text().splitlines()
    name = user.split()[-1]
    assert f"--uid {re.findall(r'USER (.+)', CONTAINERFILE)[0]} " in user
    assert f"-o {name} -g {name} " in folders
    kept = set(re.findall(r'"(/var/[^"]+)"', CONTAINERFILE))
    assert kept == {*re.findall(r"(?:DATA|DIR)=(\S+)", CONTAINERFILE)}
    assert kept == {*folders.split()[-2:]}


def environment_for(folder: Path) -> Path:
    """A fresh one. Short of a proof it sees the packages of this one, so that none is fetched."""
    more = () if IS_PROOF else ("--without-pip",)
    subprocess.run([sys.executable, "-m", "venv", *more, str(folder)], check=True)
    if not IS_PROOF:
        [packages] = (folder / "lib").glob("python*/site-packages")
        (packages / "beside.pth").write_text(str(Path(pytest.__file__).parents[1]))
    return folder / "bin"


def wheel_in(folder: Path, steps: list[str]) -> None:
    """The house as a wheel; short of a proof one that leads to the sources and builds nothing."""
    quick = [sys.executable, "-m", "hatchling", "build", "-t", "wheel:editable", "-d", str(folder)]
    command = [*steps, "wheel", str(folder)] if IS_PROOF else quick
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


@pytest.mark.heavy
@ON_POSTGRES
def test_a_house_is_installed_and_opens_as_the_compose_file_says(
    postgres: Cluster, tmp_path: Path
) -> None:
    programs = environment_for(tmp_path / "fresh")
    steps = ["env", f"PATH={programs}:{os.environ['PATH']}", str(STEPS)]
    wheels, list_of = tmp_path / "wheels", SERVICES["house"]["build"]["args"]["LIST"]
    wheel_in(wheels, steps)
    install = [*steps, "install", str(wheels), str(ROOT / "requirements" / f"{list_of}.txt")]
    subprocess.run(install, check=True, capture_output=True)
    port = str(free_port())
    with redis(tmp_path) as news:
        given = {"FORMICARIUM_DATABASE": postgres.new_database(), "FORMICARIUM_FANOUT": news}
        assert given.keys() <= SETTINGS.keys()
        here = {"FORMICARIUM_DATA": str(tmp_path / "data"), "FORMICARIUM_PORT": port}
        rest = {name: SETTINGS[name].partition(":-")[2].rstrip("}") for name in SETTINGS}
        environment = os.environ | rest | given | here
        serve = re.findall(r'"([^"]+)"', CONTAINERFILE.partition("ENTRYPOINT")[2])
        house = subprocess.Popen([programs / serve[0], *serve[1:]], env=environment)
        try:
            wait_until_healthy([*steps, "healthy"], house, environment)
        finally:
            house.terminate()
        assert house.wait(PATIENCE) in (0, -signal.SIGTERM)


def wait_until_healthy(
    ask: list[str], house: subprocess.Popen[bytes], environment: dict[str, str]
) -> None:
    until = time.monotonic() + PATIENCE
    while subprocess.run(ask, env=environment, capture_output=True).returncode != 0:
        assert house.poll() is None, "the house has closed by itself"
        assert time.monotonic() < until, "the house was not ready in time"
