"""Myrmes: the game in a terminal."""

from typing import Any

import numpy as np
from rich.text import Text

from formicarium.core.text import Phrases


def draw(parts: np.record, view: dict[str, Any], say: Phrases) -> Text:
    """The table as a player sees it."""
    return Text(str(view["phase"]))
