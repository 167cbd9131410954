"""A slow referee in plain Python, written from the rules alone: it knows only positions.

`Table(doc).legal(seat)` is what a seat may do, `Table(doc).play(seat, text)` does it, and
`summary` is what two referees should agree on afterwards.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence

from tests.rules.myrmes.reckoning import (
    DRY,
    FORMS,
    HUNTS,
    KINDS,
    OBJECTIVES,
    ORDER,
    PLACES,
    SPECIALS,
    STARTS,
    UNFLIPPED,
    Doc,
    area,
    groups,
    kind_of,
    neighbours,
    reading,
    written,
    yields,
)

SEASONS = ("spring", "summer", "autumn")
TRACKS = {"larvae": 3, "workers": 4, "soldiers": 3, "atelier": 4}
BOX = {"food": 30, "earth": 15, "stone": 15}
ACTIONS = ("tunnel", "level", "nurse", "objective")
ALONE = ("start", "worker", "garden", "stand", "lay", "atelier", "dig", "pay", "give")
OUT = ("garden", "stand", "lay")


def summary(doc: Doc) -> Doc:
    """What counts in a position, whatever else is written in it."""
    where = {name: doc[name] for name in ("year", "season", "phase", "first", "dice", "prey")}
    if doc["phase"] in ALONE:
        where["seat"] = doc["seat"]
    if doc["phase"] in OUT:
        where |= {"worker": doc["worker"], "moves": doc["moves"]}
    tiles = [
        (written(t["cells"]), t["kind"], t["owner"], sorted(t.get("cubes", [])))
        for t in doc["tiles"]
    ]
    names = "larvae food earth stone soldiers nurses level trophies workers done left markers"
    seats = []
    for mine in doc["seats"]:
        seat = {name: mine[name] for name in names.split()}
        seat["tunnels"] = sorted(mine["tunnels"])
        seat["rooms"] = sorted(mine.get("rooms", []))
        seat["placed"] = {track: mine.get("placed", {}).get(track, 0) for track in TRACKS}
        seat["event"] = mine.get("event", 0)
        seat["step"] = mine.get("step")
        seat["points"] = {source: n for source, n in mine["points"].items() if n}
        seats.append(seat)
    return {**where, "tiles": sorted(tiles), "seats": seats}


class Table:
    """A position that can be played on; `rolled` are the dice of the next year."""

    def __init__(self, doc: Doc, rolled: Sequence[int] = (1, 1, 1)) -> None:
        self.doc = doc = copy.deepcopy(doc)
        self.rolled = list(rolled)
        self.options: dict[str, str] = doc["options"]
        self.players: int = doc["players"]
        self.seats: list[Doc] = doc["seats"]
        self.tiles: list[Doc] = doc["tiles"]
        narrow = self.options["two_player_area"] == "narrow"
        self.dry = area(self.players, narrow=narrow) & set(DRY)
        for mine in self.seats:
            mine["rooms"] = list(mine.get("rooms", []))
            mine["placed"] = dict.fromkeys(TRACKS, 0) | mine.get("placed", {})
            mine["event"] = mine.get("event", 0)
            mine["hatch"] = mine.get("hatch", 0)
            mine["picked"] = list(mine.get("picked", []))
            mine["chosen"] = list(mine.get("chosen", [0, 0, 0]))
            mine["step"] = mine.get("step")
        for tile in self.tiles:
            tile["cubes"] = list(tile.get("cubes", []))

    # Looking around

    @property
    def phase(self) -> str:
        return str(self.doc["phase"])

    @property
    def me(self) -> Doc:
        return self.seats[self.doc["seat"]]

    def chose(self, option: str) -> str:
        return self.options[option]

    def die(self) -> int:
        return int(self.doc["dice"][SEASONS.index(self.doc["season"])])

    def now(self) -> int:
        return 3 * (int(self.doc["year"]) - 1) + SEASONS.index(self.doc["season"]) + 1

    def order(self) -> list[int]:
        first = self.doc["first"]
        return [(first + turn) % self.players for turn in range(self.players)]

    def tile_on(self, name: str) -> Doc | None:
        return next((tile for tile in self.tiles if name in tile["cells"]), None)

    def digger(self, name: str) -> int | None:
        """Whose tunnel is there."""
        return next((n for n, mine in enumerate(self.seats) if name in mine["tunnels"]), None)

    def free(self, name: str) -> bool:
        held = name in self.doc["prey"] or self.digger(name) is not None
        return name in self.dry and not held and self.tile_on(name) is None

    def own_tiles(self, seat: int, *kinds: str) -> list[Doc]:
        mine = [tile for tile in self.tiles if tile["owner"] == seat and tile["kind"] in kinds]
        return sorted(mine, key=lambda tile: min(ORDER[cell] for cell in tile["cells"]))

    def left_in_box(self, kind: str) -> int:
        if self.chose("cubes") == "unlimited":
            return 1000
        lying = [cell for tile in self.tiles for cell in tile["cubes"] if kind_of(cell) == kind]
        return BOX[kind] - sum(int(mine[kind]) for mine in self.seats) - len(lying)

    def gain(self, mine: Doc, kind: str, count: int) -> None:
        mine[kind] += max(0, min(count, self.left_in_box(kind)))

    def score(self, mine: Doc, source: str, count: int, *, extra: bool = True) -> None:
        points = mine["points"]
        points[source] = points.get(source, 0) + count
        if count > 0 and extra and mine["event"] == 1:
            points["event"] = points.get("event", 0) + 1

    def capacity(self, mine: Doc) -> int:
        deeper = mine["event"] == 0 and self.chose("event_0") == "everything"
        return (4, 4, 6, 6, 6)[mine["level"] + deeper]

    # What is legal

    def legal(self, seat: int) -> set[str]:
        mine = self.seats[seat]
        if self.phase in ALONE:
            return set(getattr(self, f"_legal_{self.phase}")(mine)) if self.me is mine else set()
        if mine["step"] in (None, "ready"):
            return set()
        step = "track" if mine["step"] in TRACKS else mine["step"]
        return set(getattr(self, f"_legal_{step}")(mine))

    def _legal_start(self, mine: Doc) -> Iterable[str]:
        return [name for name in STARTS[self.players] if self.digger(name) is None]

    def _legal_event(self, mine: Doc) -> Iterable[str]:
        return [f"event {n}" for n in range(8) if abs(n - self.die()) <= mine["larvae"]]

    def _legal_track(self, mine: Doc) -> Iterable[str]:
        rest = mine["nurses"] - sum(mine["placed"].values())
        most = min(TRACKS[mine["step"]], rest)
        return [f"{mine['step']} {n}" for n in range(most + 1)]

    def _legal_hatch(self, mine: Doc) -> Iterable[str]:
        low, high = self.births(mine)[3:]
        return [f"hatch {n}" for n in range(low, high + 1)]

    def _convert(self, mine: Doc) -> list[str]:
        return ["convert"] if mine["larvae"] >= 3 and self.left_in_box("food") > 0 else []

    def _legal_worker(self, mine: Doc) -> Iterable[str]:
        level = mine["level"] + (mine["event"] == 0)
        rooms = {0: ["room 0"], 1: ["room 1"], 2: ["room 2 earth", "room 2 stone"]}
        if mine["food"]:
            rooms[3] = ["room 3"]
        open_ones = [n for n in rooms if n <= level and n not in mine["rooms"]]
        return [*(r for n in open_ones for r in rooms[n]), *mine["tunnels"], *self._convert(mine)]

    def _cost(self, name: str) -> int | None:
        """How many soldiers it takes to enter a hex; None for never."""
        if name not in self.dry:
            return None
        if name in self.doc["prey"]:
            return HUNTS[self.doc["prey"][name]][0]
        tile, hole = self.tile_on(name), self.digger(name)
        owner = tile["owner"] if tile else hole
        paid = {first(self.tile_on(spot), spot) for spot in self.doc.get("paid", [])}
        if self.chose("toll") == "once" and first(tile, name) in paid:
            return 0
        return int(owner is not None and owner != self.doc["seat"])

    def _legal_garden(self, mine: Doc) -> Iterable[str]:
        here = self.doc["worker"]
        tile = self.tile_on(here)
        cells = tile["cells"] if tile else [here]
        legal = ["done", *self._convert(mine)]
        if self.doc["moves"] > 0:
            around = {name for cell in cells for name in neighbours(cell)} - set(cells)
            for name in around:
                cost = self._cost(name)
                if cost is not None and cost <= mine["soldiers"]:
                    legal.append(name)
        if tile and tile["kind"] == "pheromone" and not tile["cubes"] and mine["earth"]:
            legal.append("clean")
        no_tile = self.chose("after_hunt") == "no_tile" and self.doc.get("hunted")
        if self.free(here) and not no_tile:
            legal += [f"lay {what}" for what in self._affordable(mine) if self._places(what)]
        return legal

    def _affordable(self, mine: Doc) -> Iterable[str]:
        deeper, wider = mine["event"] == 0, mine["event"] == 6
        most = mine["level"] + 2 + deeper + wider
        if self.chose("pyramid") == "absent":
            most = min(most, 5)
        least = mine["level"] + 2 if self.chose("smaller_tiles") == "forbidden" else 2
        for form, (cells, _, _) in FORMS.items():
            if mine["left"][form] > 0 and least <= len(cells) <= most:
                yield form
        depth = mine["level"] + (deeper and self.chose("event_0") != "sizes")
        depth += wider and self.chose("event_6") == "all_tiles"
        for kind, (_, level, cost, _) in SPECIALS.items():
            pool = ("subcolony",) if kind == "subcolony" else ("farm", "scavenging")
            left = 8 - sum(tile["kind"] in pool for tile in self.tiles)
            marker = mine["markers"] > 0 or self.chose("markers") == "unlimited"
            paid = all(mine[k] >= n for k, n in zip(KINDS, cost, strict=True))
            if depth >= level and paid and marker and left > 0:
                yield kind

    def _places(self, what: str) -> list[str]:
        form = SPECIALS[what][0] if what in SPECIALS else what
        book = UNFLIPPED if self.chose("flipping") == "forbidden" else PLACES
        here = self.doc["worker"]
        fitting = [place for place in book[form] if here in place and all(map(self.free, place))]
        return [written(place) for place in fitting]

    def _legal_stand(self, mine: Doc) -> Iterable[str]:
        tile = self.tile_on(self.doc["worker"])
        return tile["cells"] if tile else []

    def _legal_lay(self, mine: Doc) -> Iterable[str]:
        return self._places(self.doc["laying"])

    def _by_kind(self, cells: Iterable[str]) -> list[str]:
        """The first hex of each kind of cube."""
        found: dict[str, str] = {}
        for cell in reading(cells):
            found.setdefault(kind_of(cell), cell)
        return list(found.values())

    def _unpicked(self, mine: Doc, tile: Doc) -> list[str]:
        return [cell for cell in tile["cubes"] if cell not in mine["picked"]]

    def _pheromones(self, mine: Doc) -> list[Doc]:
        return self.own_tiles(self.seats.index(mine), "pheromone")

    def _next_tile(self, mine: Doc) -> Doc | None:
        for tile in self._pheromones(mine):
            if tile["cubes"] and not set(tile["cubes"]) & set(mine["picked"]):
                return tile
        return None

    def _legal_tiles(self, mine: Doc) -> Iterable[str]:
        tile = self._next_tile(mine)
        return self._by_kind(tile["cubes"]) if tile else []

    def _legal_more(self, mine: Doc) -> Iterable[str]:
        more = [
            cell
            for tile in self._pheromones(mine)
            for cell in self._by_kind(self._unpicked(mine, tile))
        ]
        return more if self.chose("event_3") == "forced" else ["done", *more]

    def _legal_scavenge(self, mine: Doc) -> Iterable[str]:
        return ["earth", "stone"]

    def _legal_atelier(self, mine: Doc) -> Iterable[str]:
        used = self.doc.get("used", [])
        legal = [action for action in self._atelier_actions(mine) if action[0] not in used]
        if self.chose("atelier_order") == "printed" and used:
            last = max(ACTIONS.index(action) for action in used)
            legal = [action for action in legal if ACTIONS.index(action[0]) > last]
        words = [" ".join(action) for action in legal]
        if not words or self.chose("idle_nurses") == "allowed":
            words.append("done")
        return words + self._convert(mine)

    def _atelier_actions(self, mine: Doc) -> Iterable[tuple[str, ...]]:
        if len(mine["tunnels"]) < 4 and list(self._legal_dig(mine)):
            yield ("tunnel",)
        if mine["level"] < 3:
            earth, stone = self._level_cost(mine["level"])
            if mine["earth"] >= earth and mine["stone"] >= stone:
                yield ("level",)
        owned = mine["nurses"] + len(mine["done"])
        if mine["food"] >= 2 and mine["larvae"] >= 2 and owned < 8:
            yield ("nurse",)
        for number in range(1, 7):
            if str(number) not in mine["done"] and self._open(mine, number):
                yield ("objective", str(number))

    def _level_cost(self, level: int) -> tuple[int, int]:
        second = (2, 1) if self.chose("level_2_cost") == "board" else (1, 2)
        return ((2, 0), second, (0, 3))[level]

    def _open(self, mine: Doc, number: int) -> bool:
        level = (number + 1) // 2
        below = {str(2 * level - 3), str(2 * level - 2)}
        if level > 1 and not below & set(mine["done"]):
            return False
        ask, need, pay = OBJECTIVES[self.doc["objectives"][number - 1]]
        return bool(self._has(mine, ask, pay) >= need)

    def _has(self, mine: Doc, ask: str, pay: int) -> int:
        seat = self.seats.index(mine)
        if ask == "earth_or_stone":
            return int(mine["earth"] + mine["stone"])
        if ask == "prey":
            return int(mine["trophies"])
        if ask == "specials":
            return len(self.own_tiles(seat, *SPECIALS))
        if ask == "nurses":
            busy = sum(mine["placed"][track] for track in ("larvae", "workers", "soldiers"))
            at_hand = mine["nurses"] - 1
            if self.chose("discarded_nurses") == "not_breeding":
                at_hand -= busy
            return int(mine["nurses"] + len(mine["done"])) if at_hand >= pay else 0
        if ask == "colony":
            deeper = mine["event"] == 0 and self.chose("event_0") == "everything"
            return int(mine["level"] + deeper)
        if ask == "group":
            return max(map(len, self._groups(seat)), default=0)
        return int(mine[ask])

    def _groups(self, seat: int) -> list[list[Doc]]:
        kinds = ["pheromone"] + list(SPECIALS) * (self.chose("group_special") == "counted")
        tiles = self.own_tiles(seat, *kinds)
        if self.chose("group_empty") == "ignored":
            tiles = [tile for tile in tiles if tile["cubes"] or tile["kind"] != "pheromone"]
        return groups(tiles)

    def _legal_dig(self, mine: Doc) -> Iterable[str]:
        seat = self.seats.index(mine)
        cells = [cell for tile in self.tiles if tile["owner"] == seat for cell in tile["cells"]]
        near = {name for cell in (*cells, *mine["tunnels"]) for name in neighbours(cell)}
        return [name for name in near if self.free(name)]

    def _legal_pay(self, mine: Doc) -> Iterable[str]:
        return ["earth", "stone"]

    def _legal_give(self, mine: Doc) -> Iterable[str]:
        seat = self.seats.index(mine)
        ask, need, _ = OBJECTIVES[self.doc["objectives"][self.doc["objective"] - 1]]
        if ask == "specials":
            return [first(tile) for tile in self.own_tiles(seat, *SPECIALS)]
        if not mine["picked"]:
            return [
                first(tile) for group in self._groups(seat) if len(group) >= need for tile in group
            ]
        given = {
            cell for tile in self.tiles if first(tile) in mine["picked"] for cell in tile["cells"]
        }
        near = {name for cell in given for name in neighbours(cell)}
        mine_left = [tile for group in self._groups(seat) for tile in group]
        return [first(tile) for tile in mine_left if near & set(tile["cells"])]

    def _legal_cubes(self, mine: Doc) -> Iterable[str]:
        dropped = dict(zip(KINDS, mine["chosen"], strict=True))
        return [kind for kind in KINDS if mine[kind] > dropped[kind]]

    def _legal_feed(self, mine: Doc) -> Iterable[str]:
        return ["convert", "done"]

    # Doing it

    def play(self, seat: int, text: str) -> None:
        mine = self.seats[seat]
        word, _, rest = text.partition(" ")
        if self.phase not in ALONE:
            getattr(self, f"_do_{self.phase}")(mine, word, rest)
            if all(other["step"] in (None, "ready") for other in self.seats):
                self._settle()
        elif word == "convert":
            mine["larvae"] -= 3
            mine["food"] += 1
            self._move_on()
        else:
            getattr(self, f"_do_{self.phase}")(mine, word, rest, text)

    def _move_on(self) -> None:
        """In the garden and in the atelier, what leaves no choice ends."""
        mine = self.me
        if self.phase == "garden" and self.legal(self.doc["seat"]) == {"done"}:
            self._next_worker(self.doc["seat"] + 1)
        elif self.phase == "atelier" and (
            not mine["placed"]["atelier"] or self.legal(self.doc["seat"]) == {"done"}
        ):
            self._end_turn()

    def _ask(self, phase: str, first_step: dict[int, str]) -> None:
        """A phase that all decide at once: the first step of each seat that is asked."""
        self.doc["phase"] = phase
        for number, mine in enumerate(self.seats):
            mine["step"] = first_step.get(number)
        if not first_step:
            self._settle()

    def _settle(self) -> None:
        phase = self.phase
        for mine in self.seats:
            mine["step"] = None
        getattr(self, f"_settle_{phase}")()
        for mine in self.seats:
            if self.phase in ALONE:
                mine.update(picked=[], chosen=[0, 0, 0], hatch=0)

    def _do_start(self, mine: Doc, word: str, rest: str, text: str) -> None:
        mine["tunnels"] = [text]
        left = [other for other in self.seats if not other["tunnels"]]
        if len(left) == 1:
            (left[0]["tunnels"],) = ([name] for name in self._legal_start(mine))
            self._begin_season()
        else:
            self.doc["seat"] = (self.doc["seat"] + 1) % self.players

    def _begin_season(self) -> None:
        for mine in self.seats:
            mine.update(event=self.die(), placed=dict.fromkeys(TRACKS, 0), rooms=[])
        if self.chose("reveal") == "apart":
            self._ask("event", {n: "event" for n, m in enumerate(self.seats) if m["larvae"]})
        else:
            self._begin_brood()

    def _do_event(self, mine: Doc, word: str, rest: str) -> None:
        mine.update(event=int(rest), step="ready")

    def _settle_event(self) -> None:
        self._pay_event()
        self._begin_brood()

    def _pay_event(self) -> None:
        for mine in self.seats:
            mine["larvae"] -= abs(mine["event"] - self.die())

    def _begin_brood(self) -> None:
        together = self.chose("reveal") == "together"
        asked = {}
        for number, mine in enumerate(self.seats):
            if together and mine["larvae"]:
                asked[number] = "event"
            elif mine["nurses"]:
                asked[number] = "larvae"
        self._ask("brood", asked)

    def births(self, mine: Doc) -> tuple[int, int, int, int, int]:
        """Larvae, workers and soldiers born, and least and most workers among those that fit."""
        placed = mine["placed"]
        larvae = (0, 1, 3, 5)[placed["larvae"]]
        workers = placed["workers"] // 2
        soldiers = max(placed["soldiers"] - 1, 0)
        always = self.chose("birth_events") == "always"
        larvae += 2 * (mine["event"] == 2 and (larvae > 0 or always))
        workers += mine["event"] == 7 and (workers > 0 or always)
        soldiers += mine["event"] == 5 and (soldiers > 0 or always)
        room = 8 - mine["workers"] - mine["soldiers"]
        if workers + soldiers <= room:
            return larvae, workers, soldiers, workers, workers
        return larvae, workers, soldiers, max(0, room - soldiers), min(workers, room)

    def _do_brood(self, mine: Doc, word: str, rest: str) -> None:
        if word == "hatch":
            mine.update(hatch=int(rest), step="ready")
            return
        if word == "event":
            mine["event"] = int(rest)
        else:
            mine["placed"][word] = int(rest)
        steps = ["event", *TRACKS]
        idle = mine["nurses"] > sum(mine["placed"].values())
        low, high = self.births(mine)[3:]
        if word != "atelier" and idle:
            mine["step"] = steps[steps.index(word) + 1]
        elif low < high and self.chose("short_supply") == "choose":
            mine["step"] = "hatch"
        else:
            mine["step"] = "ready"

    def _settle_brood(self) -> None:
        if self.chose("reveal") == "together":
            self._pay_event()
        for mine in self.seats:
            larvae, _, soldiers, low, high = self.births(mine)
            room = 8 - mine["workers"] - mine["soldiers"]
            born = {"choose": max(mine["hatch"], low), "workers": high, "soldiers": low}
            workers = born[self.chose("short_supply")] if low < high else high
            mine["larvae"] += larvae
            mine["workers"] += workers
            mine["soldiers"] += min(soldiers, room - workers)
        self._next_worker(self.doc["first"])

    def _next_worker(self, start: int) -> None:
        for turn in range(start, start + self.players):
            if self.seats[turn % self.players]["workers"]:
                self.doc.update(phase="worker", seat=turn % self.players)
                return
        self._begin_harvest()

    def _do_worker(self, mine: Doc, word: str, rest: str, text: str) -> None:
        mine["workers"] -= 1
        if word != "room":
            moves = 6 if mine["event"] == 4 else 3
            self.doc.update(phase="garden", worker=text, moves=moves, hunted=False, paid=[])
            self._move_on()
            return
        mine["rooms"].append(int(rest[0]))
        if rest == "0":
            mine["larvae"] += 1
        elif rest == "1":
            self.gain(mine, "food", 1)
        elif rest == "3":
            mine["food"] -= 1
            self.score(mine, "queen", 2)
        else:
            self.gain(mine, rest.split()[1], 1)
        self._next_worker(self.doc["seat"] + 1)

    def _do_garden(self, mine: Doc, word: str, rest: str, text: str) -> None:
        if word == "done":
            self._next_worker(self.doc["seat"] + 1)
        elif word == "clean":
            self.doc["phase"] = "stand"
        elif word == "lay":
            self.doc.update(phase="lay", laying=rest)
        else:
            mine["soldiers"] -= self._cost(text) or 0
            tile = self.tile_on(text)
            self.doc["paid"] = [*self.doc.get("paid", []), first(tile, text)]
            self.doc["moves"] -= 1
            self.doc["worker"] = first(tile, text)
            if text in self.doc["prey"]:
                _, food, points = HUNTS[self.doc["prey"].pop(text)]
                self.gain(mine, "food", food)
                self.score(mine, "hunting", points)
                mine["trophies"] += 1
                self.doc["hunted"] = True
            self._move_on()

    def _do_stand(self, mine: Doc, word: str, rest: str, text: str) -> None:
        tile = self.tile_on(text)
        assert tile is not None
        mine["earth"] -= 1
        self.tiles.remove(tile)
        if tile["owner"] not in (None, self.doc["seat"]):
            extra = self.chose("event_1") != "no_cleaning"
            self.score(mine, "cleaning", FORMS[form_of(tile["cells"])][2], extra=extra)
        self.doc.update(phase="garden", worker=text)
        self._move_on()

    def _do_lay(self, mine: Doc, word: str, rest: str, text: str) -> None:
        what, cells = self.doc["laying"], text.split()
        tile: Doc = {"cells": cells, "kind": "pheromone", "owner": self.doc["seat"], "cubes": []}
        self.tiles.append(tile)
        if what in SPECIALS:
            _, _, cost, points = SPECIALS[what]
            tile["kind"] = what
            for kind, count in zip(KINDS, cost, strict=True):
                mine[kind] -= count
            mine["markers"] -= 1
            self.score(mine, "specials", points)
        else:
            mine["left"][what] -= 1
            for cell in yields(cells):
                if self.left_in_box(kind_of(cell)) > 0:
                    tile["cubes"].append(cell)
            self.score(mine, "pheromones", FORMS[what][2])
        self._next_worker(self.doc["seat"] + 1)

    # Harvest

    def _begin_harvest(self) -> None:
        asked = {}
        for number, mine in enumerate(self.seats):
            full = [tile for tile in self._pheromones(mine) if tile["cubes"]]
            singles = [tile for tile in full if len(self._by_kind(tile["cubes"])) == 1]
            mine["picked"] = [reading(tile["cubes"])[0] for tile in singles]
            mine["chosen"] = [0, 0, 0]
            step = self._harvest_step(mine)
            if step != "ready":
                asked[number] = step
        self._ask("harvest", asked)

    def _harvest_step(self, mine: Doc, *, enough: bool = False) -> str:
        if self._next_tile(mine):
            return "tiles"
        over = [cell for tile in self._pheromones(mine) for cell in self._unpicked(mine, tile)]
        room = 3 - mine["chosen"][0]
        if mine["event"] == 3 and over and room > 0 and not enough:
            if self.chose("event_3") == "optional" or len(over) > room:
                return "more"
            mine["picked"] += over
        scavengers = len(self.own_tiles(self.seats.index(mine), "scavenging"))
        return "scavenge" if sum(mine["chosen"][1:]) < scavengers else "ready"

    def _do_harvest(self, mine: Doc, word: str, rest: str) -> None:
        step = mine["step"]
        if step == "scavenge":
            mine["chosen"][KINDS.index(word)] += 1
        elif word != "done":
            mine["picked"].append(word)
            mine["chosen"][0] += step == "more"
        mine["step"] = self._harvest_step(mine, enough=word == "done" or step == "scavenge")

    def _settle_harvest(self) -> None:
        for seat in self.order():
            mine = self.seats[seat]
            for tile in self._pheromones(mine):
                for cell in [cell for cell in tile["cubes"] if cell in mine["picked"]]:
                    tile["cubes"].remove(cell)
                    mine[kind_of(cell)] += 1
            self.gain(mine, "food", len(self.own_tiles(seat, "farm")))
            self.gain(mine, "earth", mine["chosen"][1])
            self.gain(mine, "stone", mine["chosen"][2])
            for _ in self.own_tiles(seat, "subcolony"):
                self.score(mine, "subcolonies", 2, extra=self.chose("event_1") == "everything")
            mine.update(picked=[], chosen=[0, 0, 0])
        self.doc["used"] = []
        self._atelier_from(0)

    # Atelier

    def _atelier_from(self, turn: int) -> None:
        for seat in self.order()[turn:]:
            if self.seats[seat]["placed"]["atelier"]:
                self.doc.update(phase="atelier", seat=seat, used=[])
                self._move_on()
                return
        self._begin_discard()

    def _end_turn(self) -> None:
        self.me["placed"]["atelier"] = 0
        self._atelier_from(self.order().index(self.doc["seat"]) + 1)

    def _act(self, mine: Doc, action: str) -> None:
        mine["placed"]["atelier"] -= 1
        self.doc["used"] = [*self.doc.get("used", []), action]

    def _do_atelier(self, mine: Doc, word: str, rest: str, text: str) -> None:
        if word == "done":
            self._end_turn()
            return
        if word == "tunnel":
            self.doc["phase"] = "dig"
            return
        self._act(mine, word)
        if word == "level":
            earth, stone = self._level_cost(mine["level"])
            mine["earth"] -= earth
            mine["stone"] -= stone
            mine["level"] += 1
        elif word == "nurse":
            mine["food"] -= 2
            mine["larvae"] -= 2
            mine["nurses"] += 1
        else:
            self._fulfil(mine, int(rest))
        self._move_on()

    def _do_dig(self, mine: Doc, word: str, rest: str, text: str) -> None:
        mine["tunnels"].append(text)
        self.gain(mine, "earth", 1)
        self._act(mine, "tunnel")
        self.doc["phase"] = "atelier"
        self._move_on()

    def _fulfil(self, mine: Doc, number: int) -> None:
        mine["nurses"] -= 1
        mine["done"][str(number)] = self.now()
        extra = self.chose("event_1") == "everything"
        self.score(mine, "objectives", (6, 9, 12)[(number - 1) // 2], extra=extra)
        for other in self.seats:
            if 0 < other["done"].get(str(number), 0) < self.now():
                self.score(other, "bonus", {2: 5, 3: 4, 4: 3}[self.players], extra=False)
        ask, need, pay = OBJECTIVES[self.doc["objectives"][number - 1]]
        self.doc.update(objective=number, due=pay)
        if ask == "earth_or_stone":
            self.doc["phase"] = "pay"
            self._pay_rest(mine)
        elif ask == "specials":
            self.doc["phase"] = "give"
        elif ask == "group":
            if self.chose("pheromone_price") == "tiles":
                self.doc.update(phase="give", due=need)
        elif ask == "nurses":
            self._discard_nurses(mine, pay)
        elif ask == "colony":
            mine["level"] = max(0, mine["level"] - pay)
        else:
            mine["trophies" if ask == "prey" else ask] -= pay

    def _discard_nurses(self, mine: Doc, pay: int) -> None:
        mine["nurses"] -= pay
        tracks = list(TRACKS)
        if self.chose("discarded_nurses") == "not_breeding":
            tracks = ["atelier"]
        for track in tracks:
            excess = sum(mine["placed"].values()) - mine["nurses"]
            mine["placed"][track] -= max(0, min(excess, mine["placed"][track]))

    def _pay_rest(self, mine: Doc) -> None:
        due, earth, stone = self.doc["due"], mine["earth"], mine["stone"]
        if earth and stone and due and due < earth + stone:
            return
        mine["earth"] -= min(due, earth)
        mine["stone"] -= due - min(due, earth)
        self.doc["phase"] = "atelier"

    def _do_pay(self, mine: Doc, word: str, rest: str, text: str) -> None:
        mine[word] -= 1
        self.doc["due"] -= 1
        self._pay_rest(mine)
        self._move_on()

    def _do_give(self, mine: Doc, word: str, rest: str, text: str) -> None:
        tile = self.tile_on(text)
        assert tile is not None
        tile.update(owner=None, cubes=[])
        if tile["kind"] != "pheromone" and self.chose("neutral_marker") == "returned":
            mine["markers"] += 1
        mine["picked"].append(text)
        self.doc["due"] -= 1
        if not self.doc["due"]:
            mine["picked"] = []
            self.doc["phase"] = "atelier"
            self._move_on()

    # End of the season, winter

    def _excess(self, mine: Doc) -> int:
        return int(mine["food"] + mine["earth"] + mine["stone"] - self.capacity(mine))

    def _begin_discard(self) -> None:
        asked = {}
        for number, mine in enumerate(self.seats):
            mine["chosen"] = [0, 0, 0]
            if self._excess(mine) > 0 and sum(mine[kind] > 0 for kind in KINDS) > 1:
                asked[number] = "cubes"
        self._ask("discard", asked)

    def _do_discard(self, mine: Doc, word: str, rest: str) -> None:
        mine["chosen"][KINDS.index(word)] += 1
        left = [mine[k] - n for k, n in zip(KINDS, mine["chosen"], strict=True)]
        if sum(mine["chosen"]) == self._excess(mine) or sum(n > 0 for n in left) == 1:
            mine["step"] = "ready"

    def _settle_discard(self) -> None:
        for mine in self.seats:
            for kind, count in zip(KINDS, mine["chosen"], strict=True):
                mine[kind] -= count
            for kind in KINDS:
                mine[kind] -= max(0, min(mine[kind], self._excess(mine)))
            mine["chosen"] = [0, 0, 0]
        for mine in self.seats:
            mine["workers"] += len(mine["rooms"])
            mine.update(rooms=[], placed=dict.fromkeys(TRACKS, 0), event=0)
        season = SEASONS.index(self.doc["season"])
        self.doc["dice"][season] = 0
        self.doc["first"] = (self.doc["first"] + 1) % self.players
        if season < 2:
            self.doc["season"] = SEASONS[season + 1]
            self._begin_season()
        else:
            asked = [
                n for n, m in enumerate(self.seats) if self._missing(m) > 0 and m["larvae"] > 2
            ]
            self._ask("winter", dict.fromkeys(asked, "feed"))

    def _missing(self, mine: Doc) -> int:
        due = max(0, 3 + int(self.doc["year"]) - mine["soldiers"])
        return max(0, int(due - mine["food"]))

    def _do_winter(self, mine: Doc, word: str, rest: str) -> None:
        mine["chosen"][0] += word == "convert"
        full = self._missing(mine) == mine["chosen"][0]
        if word == "done" or full or mine["larvae"] - 3 * mine["chosen"][0] < 3:
            mine["step"] = "ready"

    def _settle_winter(self) -> None:
        for mine in self.seats:
            due = max(0, 3 + int(self.doc["year"]) - mine["soldiers"])
            loss = 3 * (self._missing(mine) - mine["chosen"][0])
            if self.chose("debt") == "stops_at_zero":
                loss = min(loss, max(0, sum(mine["points"].values())))
            mine["larvae"] -= 3 * mine["chosen"][0]
            mine["food"] = max(0, mine["food"] - due)
            mine["chosen"] = [0, 0, 0]
            self.score(mine, "winter", -loss)
        if self.doc["year"] == 3:
            self.doc["phase"] = "over"
            return
        self.doc["year"] += 1
        self.doc.update(season="spring", dice=list(self.rolled))
        if self.chose("token_after_winter") == "moves":
            self.doc["first"] = (self.doc["first"] + 1) % self.players
        self._begin_season()


def first(tile: Doc | None, name: str = "") -> str:
    """The first hex of a tile, or the hex itself where there is none."""
    return reading(tile["cells"])[0] if tile else name


def form_of(cells: Iterable[str]) -> str:
    place = frozenset(cells)
    return next(form for form, places in PLACES.items() if place in places)
