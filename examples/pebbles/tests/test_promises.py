"""What Formicarium promises of every game, on random games of this one."""

import itertools
import json
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import formicarium as fm
import pebbles
from formicarium.bots import ask, load_bot
from formicarium.core.game import rulebook
from formicarium.core.text import LANGUAGES, phrases

BOOK = rulebook("pebbles")
OPTIONS = [{}, *({one.name: choice} for one in BOOK.options for choice in one.choices)]
TABLES = [(players, options) for players in BOOK.players for options in OPTIONS]
at_every_table = pytest.mark.parametrize(("players", "options"), TABLES, ids=str)


def states(players: int, options: dict[str, str], games: int = 3) -> Iterator[fm.State]:
    """Every state of some random games, the last ones included."""
    game = fm.load("pebbles", players=players, **options)
    for seed in range(games):
        state, dice = game.start(seed), random.Random(seed)
        for _ in range(game.longest + 1):
            yield state
            if state.is_over:
                break
            seat = dice.choice(state.to_act)
            state.play(seat, dice.choice(state.codes(seat)))
        assert state.is_over, "a game goes on for longer than `longest` says"


@at_every_table
def test_whatever_is_legal_can_be_done_and_nothing_else(
    players: int, options: dict[str, str]
) -> None:
    for state in states(players, options):
        for seat in range(players):
            codes = state.codes(seat)
            assert bool(codes) == (seat in state.to_act)
            assert codes == sorted({*codes})
            for code in range(state.game.actions_size):
                after = state.copy()
                if code in codes:
                    after.play(seat, code)
                    assert after != state
                else:
                    with pytest.raises(fm.IllegalAction):
                        after.play(seat, code)
                    assert after == state


@at_every_table
def test_nobody_sees_what_she_may_not_see(players: int, options: dict[str, str]) -> None:
    for state in states(players, options):
        for seat in (None, *range(players)):
            other = state.redetermined(seat, seed=9)
            assert other.view(seat) == state.view(seat)
            assert other.to_act == state.to_act
            assert "rng" not in state.view(seat)
            if seat is not None:
                assert (other.observe(seat) == state.observe(seat)).all()
                assert (abs(state.observe(seat)) <= 1).all()
                assert other.codes(seat) == state.codes(seat)


@at_every_table
def test_what_a_seat_cannot_know_is_drawn_anew(players: int, options: dict[str, str]) -> None:
    def without_generator(state: fm.State) -> dict[str, object]:
        return {name: value for name, value in state.to_position().items() if name != "rng"}

    assert BOOK.is_open or any(
        without_generator(state.redetermined(seat, seed)) != without_generator(state)
        for state in states(players, options, games=1)
        for seat in range(players)
        for seed in range(5)
    )


@at_every_table
def test_nobody_knows_what_others_choose_in_secret(players: int, options: dict[str, str]) -> None:
    bot = load_bot("greedy")
    for state in states(players, options, games=1):
        for chooser, other in itertools.permutations(state.to_act, 2):
            told = []
            for code in state.codes(chooser):
                after = state.copy()
                after.play(chooser, code)
                if chooser not in after.to_act and other in after.to_act:
                    drawn = after.redetermined(other, seed=9)
                    told.append((after.view(other), drawn, ask(bot, after, other, seed=1)))
            assert all(one == told[0] for one in told)


@at_every_table
def test_views_have_the_form_that_is_declared(players: int, options: dict[str, str]) -> None:
    for state in states(players, options, games=1):
        for seat in (None, *range(players)):
            typed = msgspec.convert(state.view(seat), BOOK.view_type, strict=True)
            assert msgspec.to_builtins(typed) == state.view(seat)


@at_every_table
def test_a_position_comes_back_byte_for_byte(players: int, options: dict[str, str]) -> None:
    for state in states(players, options):
        written = json.loads(json.dumps(state.to_position()))
        assert fm.position(written) == state


@at_every_table
def test_a_game_comes_back_from_its_record(players: int, options: dict[str, str]) -> None:
    record = fm.Record(fm.load("pebbles", players=players, **options), seed=5)
    while not record.state.is_over:
        seat = record.state.to_act[0]
        record.play(seat, record.state.codes(seat)[-1])
    assert fm.Record.load(record.dump()).state == record.state


@at_every_table
def test_sheets_add_up(players: int, options: dict[str, str]) -> None:
    categories = {
        key.removeprefix("categories.")
        for key in phrases(BOOK.package, "en").keys
        if key.startswith("categories.")
    }
    for state in states(players, options, games=1):
        for seat, sheet in enumerate(state.breakdown()["seats"]):
            assert sheet["total"] == state.scores()[seat]
            assert sheet.keys() <= {"seat", *categories}
            assert sheet["total"] == sum(
                points for name, points in sheet.items() if name not in ("seat", "total")
            )


@at_every_table
def test_everything_is_said_in_every_language(players: int, options: dict[str, str]) -> None:
    for state in states(players, options, games=1):
        for seat in state.to_act:
            for action in state.actions(seat):
                assert state.code_of(action.text) == action.code
            for language in LANGUAGES:
                told = [action.describe(language) for action in state.actions(seat)]
                assert len({*told}) == len(told)
                assert not any("{" in one for one in told)


@pytest.mark.parametrize("folder", ["text", "lessons"])
def test_all_languages_have_the_same_phrases(folder: str) -> None:
    if (Path(pebbles.__file__).parent / folder).is_dir():
        keys = [phrases(BOOK.package, language, folder).keys for language in LANGUAGES]
        assert keys[0] == keys[1] == keys[2]


def test_bots_play_to_the_end() -> None:
    state = fm.load("pebbles", players=3).start(seed=2)
    bots = [load_bot(name) for name in ("greedy", "search:simulations=20", "random")]
    while not state.is_over:
        seat = state.to_act[0]
        state.play(seat, ask(bots[seat], state, seat, seed=1))
    assert state.winners()


def test_the_wheel_names_the_game() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["entry-points"]["formicarium.games"] == {
        "pebbles": "pebbles:RULEBOOK"
    }
