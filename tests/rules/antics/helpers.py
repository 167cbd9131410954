"""Short words for the rule tests: lay out a position, play notation, look at the table."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import formicarium as fm
from tests.rules.antics.reckoning import COLOURS, KINDS, Doc, Hill, all_tiles, kind

# Places for tiles that reach level 5, one upon the other: level 2 twice, 3 twice, 4 twice, 5.
TOWER = ("0,1 e", "1,0 e", "0,1 ne", "1,1 ne", "0,1 e", "1,0 e", "0,1 ne")

# The action that runs in each phase, and places for tiles beside the base that lift it: two for
# each level but the last, where the first one is enough.
RUNNING = {"scout": "scout", "tile": "build", "hex": "build", "lay": "build", "hatch": "hatch"}
RUNNING |= {"ants": "ants", "transport": "transport", "give": "transport"}
TURRET = (("-1,3 w", "-1,4 w"), ("-1,3 se", "-2,3 se")) * 2 + (("-1,3 w", "-1,4 w"),)


@functools.cache
def _game(players: int, options: tuple[tuple[str, str], ...]) -> fm.Game:
    return fm.load("antics", players=players, **dict(options))


def game(players: int, **options: str) -> fm.Game:
    if players == 2:
        options = {"variant": "unofficial_two", **options}
    return _game(players, tuple(sorted(options.items())))


def position(
    *colonies: Doc,
    players: int = 4,
    options: dict[str, str] | None = None,
    display: Sequence[str] | None = None,
    bag: Sequence[str] | None = None,
    **fields: Any,
) -> fm.State:
    """Lay out a position; whoever is not named has nothing but her base.

    A row of the display is written as "scout+build . . - . blue": a dot is any tile, a dash an
    empty place. With `bag` all tiles that are left over, except these, lie in the last hill. Where
    no marker is named, whoever is in turn has a turret as high as her action needs, and her marker
    there; or the hero has been called, to act at level 1 or to bring home what waits.
    """
    options = options or {}
    table: list[Doc] = [dict(colony) for colony in colonies]
    table += [{} for _ in range(players - len(table))]
    if not {"marked", "hero"} & {*fields}:
        fields |= called(table, players, display or (), fields)
    doc = {"game": "antics", "players": players, "colonies": table, **fields}
    if display is not None:
        doc["display"] = lay_out(display, table, players, bag or ())
    if bag is not None:
        spare = all_tiles(players) - used(table, doc["display"]) - Counter(map(kind, bag))
        table[-1]["hill"] = [*table[-1].get("hill", []), *line(spare.elements())]
    return game(players, **options).position({**doc, "options": game(players, **options).options})


def called(table: list[Doc], players: int, display: Sequence[str], fields: Doc) -> Doc:
    """What has been used in this turn, so that the position can have come about."""
    first = fields.get("first", 0)
    turns = fields.get("turns", fields.get("seat", first) - first)
    own = table[(first + turns) % players]
    if fields.get("phase", "act") == "act":
        return {"hero": True} if own.get("waiting") else {}
    hatched = {"": 0, "any": 2}.get(fields.get("first_nest", ""), 1)
    level = hatched + int(fields.get("level") or fields.get("steps") or 0)
    if fields["phase"] not in RUNNING or level not in range(2, 6):
        return {}
    places = [row.split() for row in display]
    own["hill"] = hill = [
        *own.get("hill", []),
        *turret(RUNNING[fields["phase"]], level, all_tiles(players) - used(table, places)),
    ]
    return {"marked": [Hill(hill).number((-1, 3))]}


def turret(symbol: str, level: int, left: Counter[str]) -> Iterator[str]:
    """Tiles piled up beside the base, the first half of the last showing a symbol."""
    for below in TURRET[: level - 1]:
        for place in below:
            (tile, _), *_ = left.most_common(1)
            left[tile] -= 1
            yield f"{tile} {place}"
    tile = next(name for name, _ in left.most_common() if symbol in name.split("+"))
    (other,) = {*tile.split("+")} - {symbol}
    yield f"{symbol}+{other} {TURRET[level - 1][0]}"


def lay_out(
    rows: Sequence[str], colonies: Sequence[Doc], players: int, bag: Sequence[str] = ()
) -> list[list[str | None]]:
    """The display with a tile for every dot: one of each kind that is left, round and round."""
    places = [[None if place == "-" else place for place in row.split()] for row in rows]
    taken = used(colonies, [[place for place in row if place != "."] for row in places])
    left = all_tiles(players) - taken - Counter(map(kind, bag))
    tiles = _round_and_round(left)
    return [[next(tiles) if place == "." else place for place in row] for row in places]


def _round_and_round(left: Counter[str]) -> Iterator[str]:
    while left.total():
        for tile in sorted(+left, key=KINDS.index):
            left[tile] -= 1
            yield tile


def used(colonies: Sequence[Doc], display: Sequence[Sequence[str | None]]) -> Counter[str]:
    """The tiles that lie in hills, in supplies and on display."""
    built = [tile.split()[0] for colony in colonies for tile in colony.get("hill", [])]
    held = [tile for colony in colonies for tile in colony.get("tiles", [])]
    places = [place for row in display for place in row if place]
    shown = [place for place in places if "+" in place]
    return Counter(map(kind, [*built, *held, *shown]))


def line(tiles: Any, start: int = 3) -> list[str]:
    """Tiles side by side on the ground, from the base eastwards."""
    return [f"{tile} {start + 2 * number},0 e" for number, tile in enumerate(tiles)]


def tower(*tiles: str) -> list[str]:
    """The given tiles piled up to level 5, as far as they go."""
    return [f"{tile} {place}" for tile, place in zip(tiles, TOWER, strict=False)]


def play(state: fm.State, line: str) -> fm.State:
    """Play actions such as "use 2; take 1a", each by whoever is to act."""
    for action in filter(None, (part.strip() for part in line.split(";"))):
        state.play(seat(state), action)
    return state


def refuse(state: fm.State, action: str | int, by: int | None = None) -> str:
    """Try an action that must be refused without a trace; the rule that forbids it."""
    before = state.to_bytes()
    with pytest.raises(fm.IllegalAction) as caught:
        state.play(seat(state) if by is None else by, action)
    assert state.to_bytes() == before
    assert caught.value.rule.startswith("AN-")
    if by is None:
        assert list(caught.value.legal) == texts(state)
    return caught.value.rule


def seat(state: fm.State) -> int:
    (one,) = state.to_act
    return one


def texts(state: fm.State) -> list[str]:
    return [action.text for action in state.actions(seat(state))]


def offered(state: fm.State, word: str) -> list[str]:
    """What can follow a word, such as the hexes after `use`."""
    return [text.removeprefix(word + " ") for text in texts(state) if text.split()[0] == word]


def phase(state: fm.State) -> str:
    return str(state.to_position()["phase"])


def colony(state: fm.State, number: int = 0) -> Doc:
    """What a player has, as everybody sees it."""
    found: Doc = state.view(None)["colonies"][number]
    return found


def supply(state: fm.State, number: int = 0) -> int:
    return int(colony(state, number)["ants"])


def nests(state: fm.State, number: int = 0) -> dict[str, int]:
    return {nest: count for nest, count in colony(state, number)["nests"].items() if count}


def workers(state: fm.State, number: int = 0) -> list[int | str]:
    return sorted(colony(state, number)["workers"], key=str)


def soldiers(state: fm.State, number: int = 0) -> list[int | str]:
    return sorted(colony(state, number)["soldiers"], key=str)


def carrying(state: fm.State, number: int = 0) -> list[str]:
    return sorted(colony(state, number)["carrying"])


def at_home(state: fm.State, number: int = 0) -> list[str]:
    """Everything beside the hill and on it."""
    own = colony(state, number)
    leaves = ["green"] * own["green"] + ["brown"] * own["brown"]
    return sorted([*own["waiting"], *own["stored"], *leaves])


def tiles(state: fm.State, number: int = 0) -> list[str]:
    return list(colony(state, number)["tiles"])


def hexes(state: fm.State, number: int = 0) -> dict[int, tuple[int, str]]:
    """Hex -> its level and the symbol on top."""
    shown = colony(state, number)["hexes"]
    return {place["hex"]: (place["level"], place["symbol"]) for place in shown}


def rows(state: fm.State) -> list[list[str | None]]:
    return [list(row) for row in state.to_position()["display"]]


def anteaters(state: fm.State) -> list[tuple[str, int]]:
    """Colour and field of the anteater in each row."""
    return [
        (place, field)
        for row in rows(state)
        for field, place in enumerate(row, 1)
        if place in COLOURS
    ]


def on_display(state: fm.State) -> int:
    """How many tiles lie on display."""
    return sum(place not in COLOURS for row in rows(state) for place in row if place)


def prey(state: fm.State) -> dict[str, int]:
    return dict(state.to_position()["prey"])


def bag(state: fm.State) -> Counter[str]:
    return +Counter(state.view(None)["bag"])


def points(state: fm.State, number: int = 0) -> Doc:
    """The detail of one player."""
    (found,) = (own for own in state.breakdown()["seats"] if own["seat"] == number)
    assert isinstance(found, dict)
    return found


def fields(state: fm.State, *names: str) -> list[Any]:
    doc = state.to_position()
    return [doc[name] for name in names]


def again(state: fm.State) -> None:
    """What was reached can be written down and read back."""
    assert state.game.position(state.to_position()) == state


def stroll(state: fm.State, seed: int, most: int = 10_000) -> Iterator[fm.State]:
    """Play on at random, each time eager to do something; always the same object."""
    chance = random.Random(seed)
    yield state
    for _ in range(most):
        if state.is_over:
            return
        choices = texts(state)
        weights = [_eagerness(text.split()[0]) for text in choices]
        state.play(seat(state), chance.choices(choices, weights)[0])
        yield state


def _eagerness(word: str) -> float:
    if word in ("end", "done", "recall", "dismiss", "leave"):
        return 0.1
    if word in ("place", "load", "carry", "home", "steal", "bridge"):
        return 4.0
    return 0.3 if word == "hero" else 1.0
