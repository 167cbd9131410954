"""Section 1: components and words."""

from __future__ import annotations

from collections import Counter

import pytest

import formicarium as fm
from tests.rules.minicity.helpers import (
    FRIENDS_GAME,
    QUIET,
    ants,
    arrived,
    box,
    changed,
    document,
    friends,
    game,
    goes,
    look,
    moving,
    north,
    phase,
    play,
    position,
    record,
    reserve,
    stroll,
    texts,
    write_down,
)
from tests.rules.minicity.reckoning import (
    ANTS,
    COLOUR,
    COLOURS,
    COPIES,
    ENDS,
    FRIENDS,
    LETTERS,
    NEXT,
    PLACES,
    STONES,
    Doc,
    Table,
    chambers_of,
)

TABLES = [(2, "base"), (3, "base"), (4, "base"), (2, "friends"), (3, "friends"), (4, "friends")]


def all_cards(table: Table) -> Counter[str]:
    """The cards of all hands, roads and piles."""
    cards = Counter(table.pile) + table.discard
    for row in table.roads.values():
        cards += Counter(row.replace(".", ""))
    for seat in table.seats:
        cards += seat.hand
    return cards


@pytest.mark.rule("MC-1.3", "MC-1.4", "MC-1.6", "MC-1.7", "MC-7.6", "MC-6.5", "MC-3.4")
@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_what_holds_in_every_game(players: int, variant: str) -> None:
    start = game(players, variant=variant).start(seed=players)
    for _, _, _, state in stroll(start, seed=players, most=200):
        table = Table(state.to_position())
        for colour in COLOURS:
            held = sum(seat.box[colour] + seat.reserve[colour] for seat in table.seats)
            lying = sum(table.stored[chamber] for chamber in chambers_of(colour))
            assert held + lying == STONES[colour]
            assert held == sum(table.free(chamber) for chamber in chambers_of(colour))
        assert all(table.free(chamber) >= 0 for chamber in COLOUR)
        assert all_cards(table) == Counter(dict.fromkeys(LETTERS, 19))
        assert len(table.pile) + table.discard.total() >= 53
        assert len(set(table.ants.values())) == 5
        for row in table.roads.values():
            assert "." not in row.strip(".")
            assert len(row.strip(".")) <= 11
        for seat in table.seats:
            assert seat.box.total() <= seat.box_limit
            assert seat.hand.total() <= seat.hand_limit
            assert 0 <= seat.points <= 30
        owned = sum((seat.friends for seat in table.seats), table.market)
        assert owned == Counter(COPIES if variant == "friends" else {})


@pytest.mark.rule("MC-1.1")
def test_49_chambers_with_places_of_one_colour() -> None:
    assert sorted(COLOUR) == list(range(1, 50))
    assert set(COLOUR.values()) == set(COLOURS)
    assert set(PLACES.values()) == {1, 2, 3, 4}
    assert list(look(position(), "stored")) == [str(number) for number in range(1, 50)]


@pytest.mark.rule("MC-1.1")
@pytest.mark.parametrize("chamber", [1, 8, 13, 20, 22, 39, 49])
def test_a_chamber_has_so_many_places(chamber: int) -> None:
    full = position(stored={str(chamber): PLACES[chamber]})
    assert look(full, "stored")[str(chamber)] == PLACES[chamber]
    with pytest.raises(fm.BadPosition):
        position(stored={str(chamber): PLACES[chamber] + 1})


@pytest.mark.rule("MC-1.1", "MC-5.2", "MC-5.4")
@pytest.mark.parametrize("chamber", COLOUR)
def test_every_chamber_takes_stones_of_its_colour_alone(chamber: int) -> None:
    doc = arrived(chamber, stored={str(chamber): 0}, box={COLOUR[chamber]: 4}, reserve={})
    state = position(**doc)
    most = min(4, PLACES[chamber])
    assert texts(state) == [f"unload {count}" for count in range(most + 1)]
    before = state.copy()
    play(state, f"unload {most}")
    assert changed(before, state) == {chamber: most}


@pytest.mark.rule("MC-1.2", "MC-4.5")
@pytest.mark.parametrize("chamber", COLOUR)
def test_a_step_leads_through_a_tunnel(chamber: int) -> None:
    far = [number for number in (1, 14, 22, 39, 49, 26, 44, 10) if number not in NEXT[chamber]]
    others = [number for number in far if number != chamber][:4]
    standing = dict(zip(ANTS, [chamber, *others], strict=True))
    assert goes(position(**moving(1, ants=standing))) == sorted(NEXT[chamber])


# Each with a word that the message must have.
IMPOSSIBLE: dict[str, tuple[Doc, str]] = {
    "chamber 50": ({"stored": {"50": 1}}, "50"),
    "chamber 0": ({"stored": {"0": 1}}, "0"),
    "more than her share": ({"reserve": {"yellow": 12}, "box": {"yellow": 1}}, "yellow"),
    "thirteen pink stones": (
        {
            "stored": {str(number): PLACES[number] for number in chambers_of("pink")},
            "box": {"pink": 1},
            "reserve": {},
        },
        "pink",
    ),
    "blue stones are nowhere": (
        {"stored": {str(number): 0 for number in chambers_of("blue")}},
        "blue",
    ),
    "two ants in a chamber": ({"ants": {"red": 19, "grey": 19}}, "19"),
    "a green ant": ({"ants": {"green": 1}}, "green"),
    "an ant elsewhere": ({"ants": {"red": 50}}, "50"),
    "20 red cards": ({"pile": "r" * 20}, "red"),
    "cards are nowhere": ({"pile": "", "discard": ""}, "cards"),
    "a road of 11 fields": ({"north": ".....rg...."}, "north"),
    "a row beside the middle": ({"north": "....rg......"}, "middle"),
    "a row with a gap": ({"north": "...r.rg....."}, "gap"),
    "a card at the river": ({"north": "rrrrrrg....."}, "river"),
    "both roads for two": ({"south": ".....rg....."}, "south"),
}


@pytest.mark.rule(
    "MC-1.1", "MC-1.3", "MC-1.4", "MC-1.5", "MC-1.6", "MC-1.7", "MC-1.8", "MC-2.8", "MC-3.4"
)
@pytest.mark.parametrize("fault", IMPOSSIBLE)
def test_impossible_positions_are_refused(fault: str) -> None:
    fields, word = IMPOSSIBLE[fault]
    with pytest.raises(fm.BadPosition, match=word):
        position(**fields)


@pytest.mark.rule("MC-1.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ants_belong_to_nobody(players: int) -> None:
    # Everybody may move every ant.
    for turn in range(players):
        seats = [{"hand": "rgyv"}, {"hand": "rgyb"}, {"hand": "rgvb"}, {"hand": "gyvb"}]
        doc = document(players=players, turns=players + turn, north=".....bb.....")
        doc["seats"] = seats[:players]
        state = game(players).position(doc)
        assert state.to_act == (turn,)
        held = [ANTS[LETTERS.index(letter)] for letter in seats[turn]["hand"]]
        assert [text for text in texts(state) if text.endswith("nw")] == [
            f"play {ant} nw" for ant in held
        ]


@pytest.mark.rule("MC-1.5", "MC-5.2")
@pytest.mark.parametrize("ant", ANTS)
def test_the_colour_of_an_ant_is_not_the_colour_of_its_load(ant: str) -> None:
    row = reds_as(ant[0])
    state = position(
        phase="move", card="nw", north=row, ants={ant: 15}, box={"yellow": 2, "pink": 2}
    )
    play(state, "go 22; unload 2")
    assert box(state) == [2, 0, 0, 0, 0]


def reds_as(letter: str) -> str:
    """A card of the colour named, beside cards of other colours."""
    return "...." + letter + ("gr" if letter != "g" else "rb") + "....."


@pytest.mark.rule("MC-1.8", "MC-2.7")
def test_a_road_has_twelve_fields_and_two_in_the_middle() -> None:
    for seed in range(5):
        state = game(3).start(seed)
        for name in ("north", "south"):
            row = look(state, name)
            assert len(row) == 12
            assert [number for number, card in enumerate(row, 1) if card != "."] == [6, 7]


@pytest.mark.rule("MC-1.9", "MC-2.10")
def test_box_and_reserve() -> None:
    state = position(box={"yellow": 2, "pink": 5})
    assert box(state) == [2, 0, 0, 0, 5]
    assert reserve(state) == [10, 10, 9, 7, 0]


def own_hands(view: Doc) -> list[str | None]:
    return [seat["hand"] for seat in view["seats"]]


@pytest.mark.rule("MC-1.10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_and_pile_are_hidden(players: int) -> None:
    state = position(players=players, **moving(2), hand="gyv", others=[{"hand": "bbbv"}])
    true = state.to_position()
    for eye in (*range(players), None):
        view = state.view(eye)
        assert own_hands(view) == [
            seat["hand"] if number == eye else None for number, seat in enumerate(true["seats"])
        ]
        assert [seat["cards"] for seat in view["seats"]] == [3] + [4] * (players - 1)
        assert not {"pile", "rng", "barrier"} & view.keys()
        assert view["pile_length"] == len(true["pile"])
        assert list(view["to_act"]) == [0]
        assert (view["round"], view["limit"], view["reach"]) == (2, 3, 2)


@pytest.mark.rule("MC-1.10")
def test_all_else_lies_open() -> None:
    state = friends(own="snail", points=11, others=[{"points": 4, "friends": ["rhino"]}])
    true = state.to_position()
    for eye in (0, 1, None):
        view = state.view(eye)
        for name in ("phase", "first", "turns", "ants", "stored", "north", "discard", "market"):
            assert view[name] == true[name]
        for seen, seat in zip(view["seats"], true["seats"], strict=True):
            for name in ("box", "reserve", "points", "friends"):
                assert seen[name] == seat[name]


@pytest.mark.rule("MC-1.10")
@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_what_is_hidden_is_drawn_anew(players: int, variant: str) -> None:
    way = stroll(game(players, variant=variant).start(seed=8), seed=players, most=150)
    for number, (_, _, _, state) in enumerate(way):
        if number % 6:
            continue
        eyes = [*range(players), None]
        eye = eyes[number // 6 % len(eyes)]
        other = state.redetermined(eye, number)
        assert other.view(eye) == state.view(eye)
        assert other.to_act == state.to_act
        true, guess = Table(state.to_position()), Table(other.to_position())
        assert all_cards(true) == all_cards(guess)
        if eye is not None:
            assert other.codes(eye) == state.codes(eye)
            assert other.observe(eye).tolist() == state.observe(eye).tolist()


@pytest.mark.rule("MC-1.10")
def test_other_hands_and_the_pile_could_be_any() -> None:
    state = position(players=3, hand="rrgg")
    guesses = [state.redetermined(0, seed).to_position() for seed in range(40)]
    assert {guess["seats"][0]["hand"] for guess in guesses} == {"rrgg"}
    for hidden in (
        {guess["seats"][1]["hand"] for guess in guesses},
        {guess["seats"][2]["hand"] for guess in guesses},
        {guess["pile"] for guess in guesses},
        {guess["rng"] for guess in guesses},
    ):
        assert len(hidden) > 20
    # A spectator knows no hand at all.
    spectated = [state.redetermined(None, seed).to_position() for seed in range(40)]
    assert len({guess["seats"][0]["hand"] for guess in spectated}) > 20


@pytest.mark.rule("MC-1.10")
@pytest.mark.parametrize("kept", ["discard", "north", "south", "stored", "ants", "turns", "plays"])
def test_nothing_else_is_drawn_anew(kept: str) -> None:
    state = position(players=4, **moving(3), south=".....bb.....", discard="rrb", turns=9)
    for seed in range(5):
        assert look(state.redetermined(2, seed), kept) == look(state, kept)


@pytest.mark.rule("MC-1.11", "MC-3.5")
@pytest.mark.parametrize(
    ("end", "rows"),
    [
        ("nw", ["....rgv.....", ".....bb....."]),
        ("ne", [".....gvr....", ".....bb....."]),
        ("sw", [".....gv.....", "....rbb....."]),
        ("se", [".....gv.....", ".....bbr...."]),
    ],
)
def test_four_ends(end: str, rows: list[str]) -> None:
    state = play(position(players=3, north=QUIET, south=".....bb....."), f"play red {end}")
    assert [look(state, "north"), look(state, "south")] == rows
    assert look(state, "card") == end


def notations() -> list[str]:
    """All actions in the order of their codes."""
    numbers = range(1, 50)
    pairs = [f"{one} {two}" for k, one in enumerate(ANTS) for two in ANTS[k + 1 :]]
    return [
        *(f"play {ant} {end}" for ant in ANTS for end in ENDS),
        *(f"stick {ant}" for ant in ANTS),
        "end",
        *(f"go {number}" for number in numbers),
        "stay",
        *(f"unload {count}" for count in range(5)),
        *(f"stock {colour}" for colour in COLOURS),
        "leave",
        *(f"buy {friend}" for friend in FRIENDS),
        *(f"ladybird {number}" for number in numbers),
        *(f"carry {number}" for number in numbers),
        "done",
        *(f"dragonfly {pair}" for pair in pairs),
        *(f"bumblebee {give} {take}" for give in COLOURS for take in COLOURS),
    ]


@pytest.mark.rule("MC-2.11", "MC-3.5", "MC-4.10", "MC-5.5", "MC-9.9", "MC-10.8", "MC-10.17")
def test_notation() -> None:
    state = position()
    assert state.game.actions_size == len(notations()) == 231
    for code, text in enumerate(notations()):
        assert state.notation(code) == text
        assert state.code_of(text) == code
        assert state.code_of(f"  {text.upper()} ") == code


@pytest.mark.rule("MC-10.10")
def test_two_ants_in_either_order() -> None:
    state = position()
    assert state.code_of("dragonfly grey red") == state.code_of("dragonfly red grey") == 196
    assert state.code_of("dragonfly black violet") == 205
    assert state.code_of("dragonfly red red") is None


@pytest.mark.rule("MC-1.12")
def test_the_way_can_be_taken_back_but_not_the_card() -> None:
    rec = record(north=QUIET, hand="rgyv", box={"yellow": 3})
    write_down(rec, "play red nw")
    assert not rec.can_undo(0)
    before = rec.state.copy()
    write_down(rec, "go 8; unload 2")
    rec.undo(0)
    assert phase(rec.state) == "unload"
    rec.undo(0)
    assert rec.state == before
    write_down(rec, "go 4")
    assert ants(rec.state)[0] == 4


@pytest.mark.rule("MC-1.12")
def test_not_after_a_card_has_been_drawn() -> None:
    at_river = record(north=".bbbbbgv....", hand="rgyv", box={"yellow": 3})
    write_down(at_river, "play red nw; go 8")
    assert at_river.can_undo(0)
    write_down(at_river, "unload 1")
    assert north(at_river.state) != "rbbbbbgv...."
    assert not at_river.can_undo(0)
    turn_end = record(north=QUIET, plays=1, hand="rgy", box={"yellow": 7})
    write_down(turn_end, "end")
    assert not turn_end.can_undo(0)


@pytest.mark.rule("MC-1.12", "MC-7.2")
def test_stones_can_be_taken_back_until_the_hand_is_full() -> None:
    rec = record(phase="refill", hand="rgy", box={"yellow": 4})
    write_down(rec, "stock orange; stock pink")
    rec.undo(0)
    rec.undo(0)
    assert box(rec.state) == [4, 0, 0, 0, 0]
    write_down(rec, "stock pink; stock pink; stock pink")
    assert rec.state.to_act == (1,)
    assert not rec.can_undo(0)


@pytest.mark.rule("MC-1.12", "MC-2.12")
def test_what_all_choose_at_once_is_free_until_all_have_chosen() -> None:
    rec = fm.Record(game(2, first_player="seat_1"), seed=4)
    rec.play(0, "stock yellow")
    assert rec.can_undo(0)
    rec.play(1, "stock pink")
    rec.undo(0)
    assert rec.decisions == [(1, rec.state.code_of("stock pink"))]
    assert not rec.can_undo(0)
    assert rec.can_undo(1)
    rec.play(0, "stock yellow")
    for _ in range(6):
        rec.play(0, "stock yellow")
        rec.play(1, "stock orange")
    # All choices have been revealed.
    assert phase(rec.state) == "play"
    assert not rec.can_undo(1)


@pytest.mark.rule("MC-1.12", "MC-10.17", "MC-10.18")
def test_a_card_face_down_has_not_been_shown() -> None:
    rec = record(options=FRIENDS_GAME, north=QUIET, hand="bbyy", friends=["stick"])
    before = rec.state.copy()
    write_down(rec, "stick red; play black nw")
    assert rec.can_undo(0)
    rec.undo(0)
    rec.undo(0)
    assert rec.state == before
    write_down(rec, "stick red; play black nw; go 4")
    assert not rec.can_undo(0)


@pytest.mark.rule("MC-1.12", "MC-9.9")
@pytest.mark.parametrize(
    "action", ["buy snail", "dragonfly red black", "bumblebee yellow pink", "ladybird 48"]
)
def test_help_can_be_taken_back(action: str) -> None:
    rec = record(
        options=FRIENDS_GAME,
        points=5,
        box={"yellow": 3},
        friends=["dragonfly", "bumblebee", "ladybird"],
    )
    before = rec.state.copy()
    write_down(rec, action)
    assert rec.can_undo(0)
    rec.undo(0)
    assert rec.state == before
