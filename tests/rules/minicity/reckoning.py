"""A second, slow way to play, written from the rules alone: the tests compare with it.

It works on positions as JSON, so it knows what lies on the draw pile; only the order of a pile that
has been shuffled anew is beyond it.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, takewhile
from pathlib import Path
from typing import Any

Doc = dict[str, Any]

_FOLDER = Path(__file__).parents[3] / "src/formicarium/games/minicity/components"
BOARD: Doc = json.loads((_FOLDER / "board.json").read_text("utf-8"))
CARDS: Doc = json.loads((_FOLDER / "cards.json").read_text("utf-8"))

COLOURS = ("yellow", "orange", "blue", "green", "pink")
ANTS = ("red", "grey", "yellow", "violet", "black")
LETTERS = "rgyvb"
ENDS = ("nw", "ne", "sw", "se")
ROADS = {"n": "north", "s": "south"}
FIELDS = 12
EMPTY = "." * FIELDS
ONCE = ("millipede", "ladybird", "dragonfly", "bumblebee", "stick")
FRIENDS = (*ONCE, "rhino", "orange", "exotic", "grasshopper", "snail")
COPIES = dict(zip(FRIENDS, (2, 1, 1, 1, 1, 1, 2, 1, 1, 1), strict=True))
PRICES = dict(zip(FRIENDS, (8, 24, 15, 9, 16, 3, 7, 13, 14, 5), strict=True))
DEARER = ("ladybird", "dragonfly", "stick")
VALUES = dict(zip(COLOURS, (4, 5, 6, 7, 8), strict=True))
STONES = dict(zip(COLOURS, (28, 24, 20, 16, 12), strict=True))
SHARES = {
    2: dict(zip(COLOURS, (12, 10, 9, 7, 5), strict=True)),
    3: dict(zip(COLOURS, (9, 7, 6, 5, 4), strict=True)),
    4: dict(zip(COLOURS, (7, 6, 5, 4, 3), strict=True)),
}
FIRST_ROUND = {2: (2, 3), 3: (1, 2, 3), 4: (1, 2, 3, 4)}

COLOUR: dict[int, str] = {chamber["id"]: chamber["colour"] for chamber in BOARD["chambers"]}
PLACES: dict[int, int] = {chamber["id"]: len(chamber["places"]) for chamber in BOARD["chambers"]}
STARTS = [chamber["id"] for chamber in BOARD["chambers"] if chamber.get("start")]
NEXT: dict[int, set[int]] = {number: set() for number in COLOUR}
for _one, _other in BOARD["tunnels"]:
    NEXT[_one].add(_other)
    NEXT[_other].add(_one)


def chambers_of(colour: str) -> list[int]:
    return [number for number in COLOUR if COLOUR[number] == colour]


def marked(players: int) -> dict[int, int]:
    """How many stones lie in each chamber at the beginning."""
    return {chamber["id"]: chamber["places"].count(players) for chamber in BOARD["chambers"]}


def steps(start: int, most: int, closed: frozenset[int] = frozenset()) -> dict[int, int]:
    """The chambers at most so many steps away, none through a closed one, and the steps to each."""
    found = {start: 0}
    edge = {start}
    for step in range(1, most + 1):
        edge = {there for here in edge for there in NEXT[here]} - found.keys() - closed
        found |= dict.fromkeys(edge, step)
    return found


def run(row: str, side: str) -> int:
    """How many cards of one colour lie together at the west (w) or east (e) end of a row."""
    cards = row.strip(".")
    if side == "e":
        cards = cards[::-1]
    return sum(1 for _ in takewhile(lambda card: card == cards[0], cards))


def outermost(row: str, side: str) -> int:
    """The field of the last card at one end, counted from 0."""
    return len(row) - len(row.lstrip(".")) if side == "w" else len(row.rstrip(".")) - 1


def with_card(row: str, field: int, letter: str) -> str:
    return row[:field] + letter + row[field + 1 :]


def lay(row: str, letter: str, side: str) -> str:
    """The row with a card more at one end."""
    field = outermost(row, side) + (-1 if side == "w" else 1)
    return with_card(row, field, letter)


class Seat:
    """What one player has."""

    def __init__(self, doc: Doc) -> None:
        self.hand: Counter[str] = Counter(doc["hand"])
        self.box: Counter[str] = Counter(doc["box"])
        self.reserve: Counter[str] = Counter(doc["reserve"])
        self.points: int = doc.get("points", 0)
        self.friends: Counter[str] = Counter(doc.get("friends", []))

    @property
    def box_limit(self) -> int:
        return 10 if self.friends["exotic"] else 8 if self.friends["orange"] else 7

    @property
    def hand_limit(self) -> int:
        return 5 if self.friends["snail"] else 4

    @property
    def held(self) -> int:
        return self.box.total() + self.reserve.total()

    @property
    def due(self) -> int:
        """How many stones a refill would move."""
        return min(self.box_limit - self.box.total(), self.reserve.total())

    def stock(self, colour: str, count: int = 1) -> None:
        self.reserve[colour] -= count
        self.box[colour] += count


class Table:
    """A position in which one can ask what is legal, and play on."""

    def __init__(self, doc: Doc) -> None:
        self.players: int = doc["players"]
        self.options: dict[str, str] = doc["options"]
        self.phase: str = doc["phase"]
        self.first: int = doc["first"]
        self.turns: int = doc["turns"]
        self.plays: int = doc.get("plays", 0)
        self.bought: bool = doc.get("bought", False)
        self.used: Counter[str] = Counter(doc.get("used", []))
        self.ants: dict[str, int] = dict(doc["ants"])
        self.stored: dict[int, int] = {
            int(number): count for number, count in doc["stored"].items()
        }
        self.roads = {"n": doc["north"], "s": doc.get("south", EMPTY)}
        self.pile: str = doc["pile"]
        self.discard: Counter[str] = Counter(doc["discard"])
        self.market: Counter[str] = Counter(doc.get("market", {}))
        self.seats = [Seat(seat) for seat in doc["seats"]]
        self.card: str = doc.get("card", "")
        self.mimic: str = doc.get("as", "")
        self.chamber: int = doc.get("chamber", 0)
        self.room: bool = doc.get("room", False)
        self.source: int = doc.get("source", 0)
        self.carried: int = doc.get("carried", 0)
        self.begun: bool = doc.get("begun", False)
        self.shuffled = False

    def facts(self) -> Doc:
        """All that there is to compare."""
        facts = {**vars(self), "seats": [dict(vars(seat)) for seat in self.seats]}
        facts.pop("shuffled")
        return facts

    def without_cards(self) -> Doc:
        """The same, with the number of cards everywhere in place of the cards."""
        facts = self.facts()
        facts["pile"] = len(self.pile)
        facts["discard"] = self.discard.total()
        facts["roads"] = {road: [card == "." for card in row] for road, row in self.roads.items()}
        for seat in facts["seats"]:
            seat["hand"] = seat["hand"].total()
        return facts

    def stones_and_ants(self) -> Doc:
        """What no hand decides, even where turns pass by themselves."""
        held = [seat.box + seat.reserve for seat in self.seats]
        return {"ants": self.ants, "stored": self.stored, "held": held}

    # Who, and how much.

    @property
    def friendly(self) -> bool:
        return self.options["variant"] == "friends"

    @property
    def in_turn(self) -> int:
        return (self.first + self.turns) % self.players

    @property
    def me(self) -> Seat:
        return self.seats[self.in_turn]

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.phase == "over":
            return ()
        if self.phase != "stock":
            return (self.in_turn,)
        order = [(self.first + step) % self.players for step in range(self.players)]
        open_boxes = [seat for seat in order if self.seats[seat].box.total() < 7]
        if self.options["stocking"] == "in_turn":
            return (open_boxes[0],)
        return tuple(sorted(open_boxes))

    @property
    def limit(self) -> int:
        return FIRST_ROUND[self.players][self.turns] if self.turns < self.players else 3

    def free(self, chamber: int) -> int:
        return PLACES[chamber] - self.stored[chamber]

    def spare(self, friend: str) -> int:
        """How many friends of a kind can still help in this turn."""
        return self.me.friends[friend] - self.used[friend] if self.friendly else 0

    def price(self, friend: str) -> int:
        higher = self.options["duel_costs"] == "higher" and self.players == 2
        return PRICES[friend] + 6 * (higher and friend in DEARER)

    # What is legal.

    def legal(self, seat: int) -> list[str]:
        if seat not in self.to_act:
            return []
        own = self.seats[seat]
        stocks = [f"stock {colour}" for colour in COLOURS if own.reserve[colour]]
        match self.phase:
            case "stock" | "refill":
                return stocks
            case "hop":
                may_leave = not self.begun or self.options["grasshopper"] == "partial"
                return stocks + ["leave"] * may_leave
            case "play":
                return self.cards_and_end() + self.helps()
            case "stick":
                return self.cards(self.mimic)
            case "move":
                return self.moves() + self.helps()
            case "unload":
                most = min(self.free(self.chamber), own.box[COLOUR[self.chamber]])
                return [f"unload {count}" for count in range(most + 1)] + self.helps()
            case _:
                return self.carries()

    def cards(self, colour: str = "") -> list[str]:
        """Which cards can be laid where, each as itself or as the colour named."""
        if self.plays >= self.limit:
            return []
        return [
            f"play {ant} {end}"
            for ant, letter in zip(ANTS, LETTERS, strict=True)
            for end in ENDS
            if self.me.hand[letter] and self.roads[end[0]].strip(".")
            if self.playable(colour or ant, end)
        ]

    def playable(self, colour: str, end: str) -> bool:
        if self.options["stuck"] == "void":
            return True
        reach = run(lay(self.roads[end[0]], colour[0], end[1]), end[1])
        return bool(self.ways(colour, reach + self.spare("millipede")))

    def cards_and_end(self) -> list[str]:
        cards = self.cards()
        sticks = [f"stick {ant}" for ant in ANTS if self.spare("stick") and self.cards(ant)]
        stop = self.plays or self.options["first_card"] == "may" or not cards + sticks
        return cards + sticks + ["end"] * bool(stop)

    @property
    def ant(self) -> str:
        """The ant that the card in play moves."""
        row = self.roads[self.card[0]]
        letter = row[outermost(row, self.card[1])]
        return self.mimic or ANTS[LETTERS.index(letter)]

    @property
    def reach(self) -> int:
        row, side = self.roads[self.card[0]], self.card[1]
        if self.mimic:
            row = with_card(row, outermost(row, side), self.mimic[0])
        return run(row, side)

    def ways(self, ant: str, most: int) -> dict[int, int]:
        """Where an ant may end, and the steps to it."""
        standing = frozenset(self.ants.values())
        closed = standing if self.options["tunnels"] == "blocked" else frozenset()
        found = steps(self.ants[ant], most, closed)
        return {chamber: way for chamber, way in found.items() if chamber not in standing}

    def moves(self) -> list[str]:
        near = self.ways(self.ant, self.reach)
        far = self.ways(self.ant, self.reach + self.spare("millipede"))
        stuck = not (far if self.options["stuck"] == "unplayable" else near)
        return [f"go {chamber}" for chamber in sorted(far)] + ["stay"] * stuck

    def targets(self, source: int) -> list[int]:
        same = chambers_of(COLOUR[source])
        return [chamber for chamber in same if chamber != source and self.free(chamber)]

    def carries(self) -> list[str]:
        done = self.carried and self.options["ladybird"] == "any_number"
        return [f"carry {chamber}" for chamber in self.targets(self.source)] + ["done"] * bool(done)

    def helps(self) -> list[str]:
        """All friends that can be bought or asked for help now."""
        me = self.me
        helps: list[str] = []
        if not self.friendly:
            return helps
        if not self.bought:
            single = self.options["duplicates"] == "forbidden"
            helps += [
                f"buy {friend}"
                for friend in FRIENDS
                if self.market[friend] and me.points >= self.price(friend)
                if not (single and me.friends[friend])
            ]
        if self.spare("ladybird"):
            everything = self.options["ladybird"] == "all_stones"
            helps += [
                f"ladybird {chamber}"
                for chamber, count in self.stored.items()
                if count and self.targets(chamber)
                if not everything or sum(map(self.free, self.targets(chamber))) >= count
            ]
        late = self.phase == "unload" and self.options["dragonfly"] == "before_move"
        if self.spare("dragonfly") and not late:
            helps += [f"dragonfly {one} {other}" for one, other in combinations(ANTS, 2)]
        if self.spare("bumblebee"):
            helps += [
                f"bumblebee {give} {take}"
                for give in COLOURS
                for take in COLOURS
                if give != take and me.box[give] and me.reserve[take]
            ]
        return helps

    # Playing on.

    def follow(self, seat: int, action: str) -> None:
        """Play an action, and all that happens by itself after it."""
        word, *names = action.split()
        getattr(self, f"do_{word}")(self.seats[seat], *names)
        while self.by_itself():
            pass

    def by_itself(self) -> bool:
        match self.phase:
            case "stock":
                full = all(seat.box.total() == 7 for seat in self.seats)
                if full:
                    self.begin_turn()
                return full
            case "refill" | "hop":
                return self.refill_by_itself()
            case "ladybird":
                done = not self.stored[self.source] or not self.targets(self.source)
                if done:
                    self.do_done(self.me)
                return done
            case "play" | "move" | "unload":
                legal = self.legal(self.in_turn)
                alone = legal in (["end"], ["stay"], ["unload 0"])
                if alone:
                    word, *names = legal[0].split()
                    getattr(self, f"do_{word}")(self.me, *names)
                return alone
            case _:
                return False

    def refill_by_itself(self) -> bool:
        me = self.me
        if not me.due:
            if self.phase == "hop":
                self.finish_card()
            else:
                self.end_turn()
            return True
        bound = self.phase == "refill" or (self.begun and self.options["grasshopper"] == "full")
        left = [colour for colour in COLOURS if me.reserve[colour]]
        if bound and (len(left) == 1 or me.reserve.total() == me.due):
            count = me.due
            for colour in left:
                me.stock(colour, count if len(left) == 1 else me.reserve[colour])
            return True
        return False

    def begin_turn(self) -> None:
        self.phase = "play"
        self.earn(self.me, self.me.friends["rhino"])

    def earn(self, me: Seat, points: int) -> None:
        me.points += points
        if self.options["track"] == "limited":
            me.points = min(30, me.points)

    def draw(self) -> str:
        if not self.pile:
            self.pile = "".join(sorted(self.discard.elements()))
            self.discard.clear()
            self.shuffled = True
        top, self.pile = self.pile[0], self.pile[1:]
        return top

    def finish_card(self) -> None:
        road = self.card[0]
        row = self.roads[road]
        if row[0] != "." or row[-1] != ".":
            self.discard.update(row.strip("."))
            self.roads[road] = f".....{self.draw()}{self.draw()}....."
        self.phase, self.card, self.chamber, self.room, self.begun = "play", "", 0, False, False

    def end_turn(self) -> None:
        me = self.me
        while me.hand.total() < me.hand_limit:
            me.hand[self.draw()] += 1
        self.turns += 1
        rounds = 200 if self.options["safety_stop"] == "on" else 32000
        if self.turns == rounds * self.players:
            self.phase = "over"
        else:
            self.begin_turn()

    def do_stock(self, me: Seat, colour: str) -> None:
        me.stock(colour)
        self.begun = self.phase == "hop"

    def do_leave(self, me: Seat) -> None:
        self.finish_card()

    def do_play(self, me: Seat, ant: str, end: str) -> None:
        self.roads[end[0]] = lay(self.roads[end[0]], ant[0], end[1])
        me.hand[ant[0]] -= 1
        self.plays += 1
        self.card, self.phase = end, "move"

    def do_stick(self, me: Seat, ant: str) -> None:
        self.used["stick"] += 1
        self.mimic, self.phase = ant, "stick"

    def do_end(self, me: Seat) -> None:
        self.plays, self.bought, self.phase = 0, False, "refill"
        self.used.clear()

    def do_go(self, me: Seat, name: str) -> None:
        chamber = int(name)
        way = self.ways(self.ant, 99)[chamber]
        self.used["millipede"] += max(0, way - self.reach)
        self.ants[self.ant] = self.chamber = chamber
        self.room = self.free(chamber) > 0
        self.mimic, self.phase = "", "unload"

    def do_stay(self, me: Seat) -> None:
        self.mimic = ""
        self.finish_card()

    def do_unload(self, me: Seat, number: str) -> None:
        count, colour = int(number), COLOUR[self.chamber]
        now = self.options["room_test"] == "unloading"
        if not count and self.friendly and (self.free(self.chamber) if now else self.room):
            self.earn(me, VALUES[colour])
        me.box[colour] -= count
        self.stored[self.chamber] += count
        if not me.held:
            self.plays, self.bought, self.phase = 0, False, "over"
            self.card, self.chamber, self.room = "", 0, False
            self.used.clear()
        elif count and me.friends["grasshopper"] and me.reserve.total():
            self.phase, self.chamber, self.room = "hop", 0, False
        else:
            self.finish_card()

    def do_buy(self, me: Seat, friend: str) -> None:
        me.points -= self.price(friend)
        me.friends[friend] += 1
        self.market[friend] -= 1
        self.bought = True
        if friend == "rhino" and self.options["rhino"] == "at_once":
            self.earn(me, 1)

    def do_ladybird(self, me: Seat, name: str) -> None:
        self.used["ladybird"] += 1
        self.source, self.phase = int(name), "ladybird"

    def do_carry(self, me: Seat, name: str) -> None:
        self.stored[self.source] -= 1
        self.stored[int(name)] += 1
        self.carried += 1

    def do_done(self, me: Seat) -> None:
        self.source = self.carried = 0
        self.phase = "unload" if self.chamber else "move" if self.card else "play"

    def do_dragonfly(self, me: Seat, one: str, other: str) -> None:
        self.used["dragonfly"] += 1
        self.ants[one], self.ants[other] = self.ants[other], self.ants[one]

    def do_bumblebee(self, me: Seat, give: str, take: str) -> None:
        self.used["bumblebee"] += 1
        me.stock(take)
        me.stock(give, -1)
