"""How strong the levels of bots are at a game, on the scale of OpenSkill.

The numbers come from their contests: `python -m benchmarks.strength.places` writes them into the
folder of each game.
"""

import functools
import json
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from formicarium.core.game import entries_of

FILE = "places.json"


@functools.cache
def places_of(game: str) -> Mapping[str, float]:
    """The strength of each level, as far as it is known; 25 is where everybody begins.

    >>> places = places_of("micropolis")
    >>> places["easy"] < places["normal"] == 25 < places["hard"]
    True
    >>> places_of("chess")
    {}
    """
    file = file_of(game, FILE)
    told: dict[str, float] = json.loads(file.read_text("utf-8")) if file else {}
    return told


def file_of(game: str, name: str) -> Path | None:
    """A file in the folder of an installed game, whose rules need not be loaded for that."""
    found = entries_of(game)
    spec = find_spec(found[0].module) if found else None
    folders = (spec and spec.submodule_search_locations) or ()
    files = (Path(folder) / name for folder in folders)
    return next((file for file in files if file.is_file()), None)
