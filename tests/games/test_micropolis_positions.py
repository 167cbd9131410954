"""Positions that break a rule of Micropolis: the error names what is broken."""

from __future__ import annotations

from typing import Any

import pytest

import formicarium as fm

Doc = dict[str, Any]

EXPERT = {"variant": "expert"}
RECEIVER = {**EXPERT, "expert_tie": "receiver"}
BARRACKS_1, BARRACKS_4, PLAIN, SENTINEL = 1, 17, 44, 41


def hills(*changed: Doc, players: int = 2) -> list[Doc]:
    """Anthills of which the first are changed."""
    return [*changed, *({} for _ in range(players - len(changed)))]


def rings(tenth: int = 10) -> list[Doc]:
    """Two anthills, of ten tiles and of so many."""
    return [{"tiles": list(range(1, 11))}, {"tiles": list(range(11, 11 + tenth))}]


def one_ring_each() -> list[Doc]:
    """Expert: two players whose first anthills are complete, and whose others are not begun."""
    one, other = rings()
    return [one, {}, other, {}]


def round_of_six(armies: list[int], **fields: Any) -> Doc:
    """Six players after their first round, with a refilled row."""
    tiles = range(PLAIN, PLAIN + 6)
    anthills = [{"army": army, "tiles": [tile]} for army, tile in zip(armies, tiles, strict=True)]
    return {"anthills": anthills, **fields}


def pair_of_three(armies: list[int], **fields: Any) -> Doc:
    """Three experts after their first two rounds, with a refilled row."""
    return round_of_six(armies, **fields)


def with_tile(**fields: Any) -> list[Doc]:
    return hills({"tiles": [BARRACKS_1], **fields})


# players, options, position, what the error says
BROKEN: list[tuple[int, Doc, Doc, str]] = [
    # The form
    (2, {}, {"colour": "red"}, "colour"),
    (2, {}, {"leader": "0"}, r"Expected `int`.*leader"),
    (2, {}, {"leader": None}, r"Expected `int`.*leader"),
    (2, {}, {"leader": True}, r"Expected `int`.*leader"),
    (2, {}, {"row": "all"}, r"Expected `array.*row"),
    (2, {}, {"anthills": hills({"colour": "red"})}, r"colour.*anthills"),
    (2, {}, {"anthills": hills({"tiles": ["1"]})}, r"Expected `int`.*tiles"),
    # Anthills
    (2, {}, {"anthills": [{}]}, "there are 1 anthills, and must be 2"),
    (2, {}, {"anthills": [{}] * 3}, "there are 3 anthills, and must be 2"),
    (3, EXPERT, {"anthills": [{}] * 3}, "there are 3 anthills, and must be 6"),
    (2, {}, {"leader": 2}, "leader: there is no anthill 2"),
    (2, {}, {"leader": -1}, "leader: there is no anthill -1"),
    (2, {}, {"anthills": hills({"tiles": list(range(1, 12))})}, "anthill 0 has 11 tiles"),
    (2, {}, {"anthills": with_tile(lefts=1)}, "anthill 0: 1 of 1 tiles left"),
    (2, {}, {"anthills": with_tile(lefts=-1)}, "anthill 0: -1 of 1 tiles left"),
    (2, {}, {"anthills": hills({"lefts": 1})}, "anthill 0: 1 of 0 tiles left"),
    (2, {}, {"anthills": hills({"army": -1})}, "anthill 0 has an army of -1"),
    (2, {}, {"anthills": hills({}, {"army": 46})}, "anthill 1 has an army of 46"),
    (2, {}, {"anthills": hills({"army": 10**30})}, "anthill 0 has an army of 1000"),
    (2, {}, {"anthills": hills({"army": 11})}, "anthill 0 has an army of 11, over 10"),
    (2, {}, {"anthills": hills({"tokens": -1})}, "anthill 0 has -1 tokens"),
    (2, {}, {"anthills": hills({"tokens": 101})}, "anthill 0 has 101 tokens"),
    (2, {}, {"anthills": hills({"tiles": [0]})}, "anthill 0: there is no tile 0"),
    (2, {}, {"anthills": hills({"tiles": [62]})}, "anthill 0: there is no tile 62"),
    (2, {}, {"anthills": with_tile(manned=[2])}, "tile 2 is manned but does not lie there"),
    (
        2,
        {},
        {"anthills": hills({"tiles": [PLAIN], "manned": [PLAIN]})},
        "tile 44 is manned but has no barracks",
    ),
    # Turns and phases
    (2, {}, {"phase": "dinner"}, "there is no phase 'dinner'"),
    (2, {}, {"phase": "TAKE"}, "there is no phase 'TAKE'"),
    (2, {}, {"phase": "man"}, "in phase man a tile has just been placed"),
    (2, {}, {"phase": "sentinel"}, "in phase sentinel a tile has just been placed"),
    (2, {}, {"phase": "over"}, "a game is over when all anthills are complete"),
    (
        2,
        {},
        {"phase": "take", "anthills": rings()},
        "a game is over when all anthills are complete",
    ),
    (2, {}, {"anthill": 1}, "anthill 1 is not the one in play"),
    (2, {}, {"anthill": -1}, "anthill -1 is not the one in play"),
    (2, EXPERT, {"phase": "anthill", "anthill": 1}, "anthill 1 is not the one in play"),
    (2, EXPERT, {"phase": "take"}, r'"anthill" must be the one in play, one of \[0, 1\], not None'),
    (2, EXPERT, {"phase": "take", "anthill": 2}, r"one of \[0, 1\], not 2"),
    (
        2,
        EXPERT,
        {"phase": "place", "tile": 61, "anthill": 0, "anthills": one_ring_each()},
        r"one of \[1\], not 0",
    ),
    (2, {}, {"anthills": hills({}, {"tiles": [PLAIN]})}, "seat 0 has laid 0 tiles, .* laid 1"),
    (2, {}, {"anthills": hills({"tiles": [PLAIN, 45]})}, "seat 0 has laid 2 tiles, .* laid 1"),
    (
        2,
        {},
        {"leader": 1, "anthills": hills({"tiles": [PLAIN]})},
        "seat 0 has laid 1 tiles, and should have laid 0",
    ),
    (2, {}, {"anthills": rings(8)}, "seat 0 has laid 10 tiles, and should have laid 9"),
    (
        2,
        {},
        {"phase": "man", "slot": 1, "anthills": hills({}, {"tiles": [BARRACKS_1]})},
        "seat 0 has laid 0 tiles, and should have laid 1",
    ),
    # Tiles
    (2, {}, {"tile": 5}, '"tile" is the tile in hand'),
    (2, {}, {"phase": "place"}, '"tile" is the tile in hand'),
    (
        2,
        {},
        {"phase": "place", "tile": 1000, "anthills": [{"tiles": [1]}, {"tiles": [2]}]},
        "tiles are numbered 1 to 61",
    ),
    (
        2,
        {},
        {"phase": "place", "tile": -1, "anthills": [{"tiles": [1]}, {"tiles": [2]}]},
        "tiles are numbered 1 to 61",
    ),
    (2, {}, {"row": [1, 1, 2, 3, 4, 5, 6]}, r"a tile is there twice: \[1\]"),
    (2, {}, {"row": [1, 2, 3, 4, 5, 6, 7], "pile": [7]}, r"a tile is there twice: \[7\]"),
    (2, {}, {"anthills": with_tile(), "row": [1, 2, 3, 4, 5, 6]}, r"there twice: \[1\]"),
    (2, {}, {"row": [1, 2, 3, 4, 5, 6, 62]}, "tiles are numbered 1 to 61"),
    (2, {}, {"row": [1, 2, 3, 4, 5, 6, -7]}, "tiles are numbered 1 to 61"),
    (2, {}, {"row": [1, 2, 3]}, "the row has 3 tiles, and must have 7"),
    (2, {}, {"row": []}, "the row has 0 tiles, and must have 7"),
    (2, {}, {"pile": []}, "tiles are nowhere"),
    (2, {}, {"row": [1, 2, 3, 4, 5, 6, 7], "pile": list(range(8, 61))}, r"are nowhere: \[61\]"),
    (2, {}, {"soldiers": [1]}, '"soldiers" has one number for each tile of the row'),
    (2, {}, {"soldiers": [-1, 0, 0, 0, 0, 0, 0]}, "no tile can hold that many soldiers"),
    (2, {}, {"soldiers": [101, 0, 0, 0, 0, 0, 0]}, "no tile can hold that many soldiers"),
    (2, {}, {"soldiers": [61, 0, 0, 0, 0, 0, 0]}, "no tile can hold that many soldiers"),
    (
        2,
        {"soldiers": "unlimited"},
        {"soldiers": [0, 61, 0, 0, 0, 0, 0]},
        "no tile can hold that many soldiers",
    ),
    (2, {"architects": "unlimited"}, {"anthills": hills({"tokens": 61})}, "0 has 61 tokens"),
    # Soldiers and tokens
    (2, {}, {"reserve": 36}, "soldiers do not add up: 36 in reserve, 35 remain"),
    (2, {}, {"reserve": 34}, "soldiers do not add up: 34 in reserve, 35 remain"),
    (2, {"surplus": "removed"}, {"reserve": 36}, "soldiers do not add up: 36 in reserve"),
    (2, {"surplus": "removed"}, {"reserve": -1}, "soldiers do not add up: 1 more than there are"),
    (2, {}, {"soldiers": [36, 0, 0, 0, 0, 0, 0]}, "soldiers do not add up: 1 more than there are"),
    (
        2,
        {"soldiers": "unlimited", "surplus": "removed"},
        {"reserve": -20_000},
        "soldiers do not add up: -20000 in reserve",
    ),
    (2, {}, {"tokens": 3}, "tokens do not add up: 3 in reserve, 2 remain"),
    (2, {}, {"tokens": 1}, "tokens do not add up: 1 in reserve, 2 remain"),
    (2, {}, {"anthills": hills({"tokens": 3})}, "tokens do not add up: 1 more than there are"),
    (2, {"spent_token": "removed"}, {"tokens": 3}, "tokens do not add up: 3 in reserve"),
    (
        6,
        {"architects": "unlimited", "spent_token": "removed"},
        {"tokens": -20_000},
        "tokens do not add up: -20000 in reserve",
    ),
    (2, {}, {"rng": "seven"}, "rng 'seven' is not a 64-bit number"),
    (2, {}, {"rng": "-0x1"}, "rng '-0x1' is not a 64-bit number"),
    (2, {}, {"rng": "0x1" + "0" * 16}, "is not a 64-bit number in hexadecimal"),
    (2, {}, {"rng": ""}, "is not a 64-bit number in hexadecimal"),
    # Decisions that are none
    (
        2,
        EXPERT,
        {"phase": "anthill", "anthills": one_ring_each()},
        "there is no choice of anthills",
    ),
    (2, {}, {"phase": "place", "tile": 5}, "there is no choice of sides"),
    (
        2,
        {},
        {
            "phase": "place",
            "tile": 61,
            "anthills": [{"tiles": list(range(1, 10))}, {"tiles": list(range(11, 20))}],
        },
        "there is no choice of sides",
    ),
    (2, {}, {"slot": 1}, '"slot" is for phase man and only there'),
    (2, {}, {"phase": "man", "anthills": with_tile()}, '"slot" is for phase man'),
    (2, {}, {"phase": "man", "slot": 5, "anthills": with_tile()}, "slot just filled is at an end"),
    (2, {}, {"phase": "man", "slot": -4, "anthills": with_tile()}, "just filled is at an end"),
    (2, {}, {"phase": "man", "slot": 99, "anthills": with_tile()}, "just filled is at an end"),
    (
        2,
        {},
        {"phase": "man", "slot": 1, "anthills": hills({"tiles": [PLAIN]})},
        "there are no barracks in slot 1",
    ),
    (
        2,
        {},
        {"phase": "man", "slot": 1, "anthills": with_tile(manned=[BARRACKS_1])},
        "the barracks in slot 1 are manned already",
    ),
    (
        2,
        {},
        {"phase": "man", "slot": 1, "anthills": with_tile(army=0)},
        "the army is too small to man the barracks",
    ),
    (
        2,
        {},
        {"phase": "sentinel", "anthills": hills({"tiles": [SENTINEL]})},
        "the sentinel has nothing to rearrange",
    ),
    (
        2,
        {},
        {"phase": "sentinel", "touched": [2], "anthills": hills({"tiles": [SENTINEL]})},
        "touched: there are no barracks in slot 2",
    ),
    (
        2,
        {},
        {"phase": "sentinel", "touched": [11], "anthills": hills({"tiles": [SENTINEL]})},
        "touched: there are no barracks in slot 11",
    ),
    (
        2,
        {},
        {"phase": "sentinel", "touched": [-1], "anthills": hills({"tiles": [SENTINEL]})},
        "touched: there are no barracks in slot -1",
    ),
    (
        2,
        {},
        {"phase": "sentinel", "anthills": with_tile()},
        "no sentinel has just been placed",
    ),
    (2, {}, {"touched": [1]}, "touched"),
    (2, {}, {"phase": "leader"}, "when the row has just been refilled"),
    (
        2,
        {},
        {"phase": "leader", "anthills": [{"tiles": [1]}, {"tiles": [2]}]},
        "when the row has just been refilled",
    ),
    (6, {}, round_of_six([5, 4, 4, 4, 4, 4], phase="leader"), "there is nobody to choose from"),
    (6, {}, round_of_six([5, 5, 4, 4, 4, 4], phase="leader"), "there is nobody to choose from"),
    (6, {}, round_of_six([5, 5, 5, 4, 4, 4], phase="leader", anthill=3), "anthill"),
    (
        3,
        {**EXPERT, "expert_tie": "clockwise"},
        {
            "phase": "leader",
            "anthills": [{"tiles": [tile]} for tile in range(PLAIN, PLAIN + 6)],
        },
        "there is nobody to choose from",
    ),
    (2, {}, {"receiver": 1}, '"receiver" is for phase leader'),
    *(
        (3, options, pair_of_three([5, 4, 5, 5, 5, 4], phase="leader", receiver=seat), "receiver")
        for options, seat in (
            (EXPERT, 1),  # the leader chooses
            (RECEIVER, 0),  # the leader is none
            (RECEIVER, 2),  # one anthill only is in question
            (RECEIVER, 3),
            (RECEIVER, -1),
            (RECEIVER, 10**9),
        )
    ),
    # Limits
    (
        2,
        {"cap": "after_effect"},
        {"anthills": hills({"army": 11})},
        "anthill 0 has an army of 11, over 10",
    ),
    (
        2,
        {"cap": "after_effect"},
        {
            "phase": "place",
            "tile": 3,
            "anthills": [{"tiles": [1]}, {"tiles": [2], "army": 11}],
        },
        "anthill 1 has an army of 11, over 10",
    ),
    (
        2,
        EXPERT,
        {"anthills": hills({}, {"tokens": 1}, players=4)},
        "tokens of seat 0 stand at her first anthill",
    ),
    (
        2,
        {"token_limit": "one"},
        {"anthills": hills({"tokens": 2})},
        "seat 0 holds 2 tokens, over the limit",
    ),
    (
        2,
        {**EXPERT, "token_limit": "one", "token_owner": "anthill"},
        {"anthills": hills({"tokens": 1}, {"tokens": 1}, players=4)},
        "seat 0 holds 2 tokens, over the limit",
    ),
]


@pytest.mark.parametrize(
    ("players", "options", "doc", "named"), BROKEN, ids=[named for *_, named in BROKEN]
)
def test_a_broken_position(players: int, options: Doc, doc: Doc, named: str) -> None:
    game = fm.load("micropolis", players=players, **options)
    with pytest.raises(fm.BadPosition, match=named):
        game.position(doc)


@pytest.mark.parametrize(
    ("players", "options", "doc"),
    [
        (2, {}, {}),
        (3, EXPERT, {}),
        (2, {}, {"anthills": rings()}),
        (2, {"surplus": "removed"}, {"reserve": 0}),
        (2, {"spent_token": "removed"}, {"tokens": 0}),
        (2, {"soldiers": "unlimited"}, {"soldiers": [40, 0, 0, 0, 0, 0, 0]}),
        (2, {"soldiers": "unlimited"}, {"soldiers": [60, 0, 0, 0, 0, 0, 60]}),
        (2, {"architects": "unlimited"}, {"anthills": hills({"tokens": 3})}),
        (2, {"architects": "unlimited"}, {"anthills": hills({"tokens": 60})}),
        (3, RECEIVER, pair_of_three([5, 4, 5, 5, 5, 4], phase="leader")),
        (3, RECEIVER, pair_of_three([5, 4, 5, 5, 5, 4], phase="leader", receiver=1)),
        (3, RECEIVER, pair_of_three([5, 4, 5, 5, 4, 4], phase="leader")),
        (3, RECEIVER, pair_of_three([5, 4, 5, 5, 4, 4], phase="leader", receiver=1)),
        (2, {}, {"phase": "man", "slot": 1, "anthills": with_tile()}),
        (6, {}, round_of_six([5, 5, 5, 4, 4, 4], phase="leader")),
        (
            2,
            {"cap": "after_effect"},
            {
                "phase": "place",
                "tile": 3,
                "anthills": [{"tiles": [1], "army": 11}, {"tiles": [2]}],
            },
        ),
        (2, {}, {"rng": "0xffffffffffffffff"}),
        (2, {}, {"anthills": hills({"tiles": [SENTINEL]})}),
    ],
)
def test_a_position_like_it_that_is_not_broken(players: int, options: Doc, doc: Doc) -> None:
    game = fm.load("micropolis", players=players, **options)
    state = game.position(doc)
    assert game.position(state.to_position()) == state
