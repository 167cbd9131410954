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
    found = entries_of(game)
    # Of an installed game only the folder is looked for: its rules need not be loaded.
    spec = find_spec(found[0].module) if found else None
    for folder in (spec and spec.submodule_search_locations) or ():
        file = Path(folder) / FILE
        if file.is_file():
            told: dict[str, float] = json.loads(file.read_text("utf-8"))
            return told
    return {}
