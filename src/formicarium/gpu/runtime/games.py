"""Whole random games on a GPU."""

from typing import Any, NamedTuple

import numpy as np

from .arrays import Array, zeros
from .errors import GpuError
from .program import Program, device_of

MOST = 1 << 20  # games of one launch


class DeviceSeries(NamedTuple):
    """How a series of games ended, on the GPU: one row a game."""

    lengths: Array
    standings: Array  # points and tie-break of every seat
    ends: Array  # the bytes of each last state, or nothing


def play_series(
    program: Program,
    setting: str,
    count: int,
    seed: int = 0,
    first: int = 0,
    device: Any = 0,
    way: dict[str, Any] | None = None,
    keeping: bool = False,
) -> DeviceSeries:
    """Play whole games at random; game i depends on the seed and on i alone.

    `keeping` keeps the bytes in which each of them ended.
    """
    on = device_of(device) if isinstance(device, int) else device
    way = program.manifest["way"] if way is None else way
    told, blank, parts = program.setting(setting)
    given: dict[str, Any] = {"seed": seed, "first": first}
    for name, content in (
        ("blank", blank),
        ("parts", parts),
        ("kinds", bytes(program.manifest["kinds"])),
    ):
        given[name] = zeros(on, (len(content),), np.uint8)
        given[name].put(np.frombuffer(content, np.uint8))
    series = DeviceSeries(
        zeros(on, (count,), np.int64),
        zeros(on, (count, told["players"], 2), np.int64),
        zeros(on, (count if keeping else 0, len(blank)), np.uint8),
    )
    given |= {"lengths": series.lengths, "standing": series.standings, "ends": series.ends}
    if count > 0:
        (_play_grouped if way["grouped"] else _play)(program, on, given, way, count)
    return series


def _play(
    program: Program, on: Any, given: dict[str, Any], way: dict[str, Any], count: int
) -> None:
    """Every game in a thread of its own."""
    words = program.words("random_games", given)
    program.kernel(on, "random_games").launch(-(-count // way["threads"]), way["threads"], words)


def _play_grouped(
    program: Program, on: Any, given: dict[str, Any], way: dict[str, Any], count: int
) -> None:
    """Many games in a block, sorted by what comes next."""
    share = way["share"]
    blocks = min(way["blocks"] * on.processors, -(-count // share))
    if share > program.manifest["room"]:
        raise GpuError(f"a block has room for {program.manifest['room']} games, not {share}")
    slots = blocks * share
    given = given | {
        "states": zeros(on, (slots, given["blank"].size), np.uint8),
        "slots": zeros(on, (slots, program.manifest["slot_bytes"]), np.uint8),
        "taken": zeros(on, (1,), np.int64),
        "share": share,
    }
    program.kernel(on, "grouped_games").launch(
        blocks, way["threads"], program.words("grouped_games", given)
    )
