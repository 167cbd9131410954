"""Mini City: documents write every ant, colour, end, friend and phase as the game names it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, get_args

import pytest

from formicarium.games.minicity import state


@pytest.mark.parametrize(
    ("names", "members"),
    [
        (state.AntName, state.Ant),
        (state.ColourName, state.FoodColour),
        (state.EndName, state.End),
        (state.FriendName, state.Friend),
        (state.PhaseName, state.Phase),
    ],
)
def test_every_member_has_its_name(names: Any, members: type[IntEnum]) -> None:
    assert [*get_args(names)] == [member.name.lower() for member in members]
