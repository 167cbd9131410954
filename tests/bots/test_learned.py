"""Judgements that have learned: what they change, where they come from, and what is refused."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.arena.training.fitting import Arrays, forward, spread_out
from formicarium.bots import ask, load_bot
from formicarium.bots.inputs import READ, reads_of, sizes_of
from formicarium.bots.judgement import folder_of
from formicarium.bots.learned import (
    CHAMPION,
    MOST_SUM,
    LearnedJudgement,
    any_judgement,
    in_floats,
    largest_sum,
    quantised,
    read_network,
    sizes_of_weights,
    template_of,
    tree_for,
    write_network,
)
from formicarium.core.game import rulebook
from formicarium.core.slices import NumberKind
from tests.bots.interpreted import tried
from tests.bots.networks import in_file, network
from tests.tiers import sample

BOOK = rulebook("micropolis")


def somewhere(name: str, seed: int, players: int = 3) -> tuple[fm.State, int]:
    """A position in which a seat has a choice."""
    dice, state = random.Random(seed), fm.load(name, players=players).start(seed)
    for _ in range(dice.randrange(20, 40)):
        state.play(state.to_act[0], dice.choice(state.codes(state.to_act[0])))
    while len(state.codes(state.to_act[0])) == 1:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    return state, state.to_act[0]


# --- What a network changes -----------------------------------------------------------------------


@pytest.mark.heavy
@pytest.mark.compiled
@pytest.mark.parametrize("name", sample(fm.game_names(), 2))
def test_a_network_of_zeros_plays_as_the_hand_judgement(name: str, tmp_path: Path) -> None:
    by_hand, zero = tried(name, "hand"), in_file(tmp_path, name)
    assert tried(name, str(zero)) == by_hand == tried(name, "fitted")
    other = tried(name, str(in_file(tmp_path, name, strength=300)))
    assert [code for code, *_ in other] == [code for code, *_ in by_hand]
    assert other != by_hand


@pytest.mark.compiled
@pytest.mark.heavy
def test_compiled_and_interpreted_it_tries_the_same(tmp_path: Path) -> None:
    file = in_file(tmp_path, "micropolis", strength=300)
    command = [sys.executable, "-m", "tests.bots.interpreted", "micropolis", str(file)]
    surroundings = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True)
    assert [tuple(one) for one in json.loads(done.stdout)] == tried("micropolis", str(file))


def said(learned: LearnedJudgement, state: fm.State) -> tuple[Any, np.ndarray]:
    """What a network is handed at a position, and what it makes of it."""
    game, template = state.game, template_of(state.game.book)
    mind, points = learned.mind, np.zeros(8)
    template.appraise_corrected(game.parts_row, mind[0], state.row, points)
    return mind[0].room, points


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(4))
def test_whole_numbers_come_as_close_as_they_can(seed: int) -> None:
    """To the network that learned, in single precision."""
    rng = np.random.default_rng(seed)
    shapes = sizes_of_weights(BOOK)
    floats = {name: rng.normal(0, 0.2, size).astype(np.float32) for name, size in shapes.items()}
    state, _ = somewhere("micropolis", seed)
    learned = network("micropolis")
    learned = LearnedJudgement(learned.card, quantised(floats))
    room, _ = said(learned, state)
    x = spread_out(BOOK, Arrays(), room.inputs[None])
    out = forward(Arrays().xp, floats, x).out[0]
    assert np.abs(out).max() > 0.05
    assert room.out.tolist() == pytest.approx(out.tolist(), abs=0.02)


@pytest.mark.compiled
def test_a_network_is_handed_what_the_observation_says() -> None:
    state, _ = somewhere("micropolis", 3)
    room, _ = said(network("micropolis"), state)
    seat, slices = state.to_act[0], state.game.network.slices
    seen, handed, at = state.observe(seat, observation="network"), list[float](), 0
    for place in slices.values():
        numbers = np.asarray(place.of(seen), np.int64).ravel()
        kind, usual = place.part.kind, 1 if place.part.kind is NumberKind.FLAG else place.part.usual
        if kind is not NumberKind.CATEGORY:
            numbers = np.clip(64 * numbers // usual, -256, 256)
        handed += numbers.tolist()
        at += numbers.size
    assert room.inputs[:at].tolist() == handed
    assert at == sizes_of(BOOK)["READS"]


def test_boards_are_left_out_unless_a_game_says_so() -> None:
    myrmes = rulebook("myrmes")
    boards = {block.name for block in myrmes.network if block.rows > 20}
    assert boards == {"hex"}
    assert sizes_of(myrmes)["READS"] < 500 < sizes_of(myrmes)["SIZE"]
    # A row of weights belongs to one number: where one ends the next begins.
    reads = reads_of(myrmes)
    rows = np.where(reads["usual"] == 0, reads["most"], 1)
    assert (reads["row"][1:] == reads["row"][:-1] + rows[:-1]).all()
    assert reads.dtype == READ


@pytest.mark.compiled
def test_first_looks_may_be_those_of_the_hand_judgement(tmp_path: Path) -> None:
    learned = network("micropolis", strength=300)
    state, seat = somewhere("micropolis", 4)
    codes = np.array(state.codes(seat), np.int32)

    def looks(judgement: Any) -> list[float]:
        values, game = np.zeros(codes.size), state.game
        bot: Any = load_bot("search:simulations=1")
        settings = bot.new_tree(state, seat).settings
        tree_for(BOOK, judgement).look_ahead(
            *(game.parts_bytes, state.bytes, seat, 1, np.uint64(1), settings, judgement.mind),
            *(codes, values),
        )
        return values.tolist()

    by_hand = looks(any_judgement(BOOK))
    assert looks(learned.with_settings(looks=False)) == by_hand != looks(learned)


# --- A bot that judges by it ----------------------------------------------------------------------


@pytest.mark.compiled
def test_its_choice_depends_on_what_its_seat_knows_alone(tmp_path: Path) -> None:
    file = in_file(tmp_path, "micropolis", strength=300)
    for seed in range(6):
        state, seat = somewhere("micropolis", seed)
        bots = [load_bot(f"search:simulations=30:evaluation={file}") for _ in range(3)]
        others = [state, *(state.redetermined(seat, n) for n in (7, 8))]
        choices = {ask(bot, other, seat, 5) for bot, other in zip(bots, others, strict=True)}
        assert len(choices) == 1


@pytest.mark.compiled
def test_threads_do_not_think_in_the_same_room(tmp_path: Path) -> None:
    file = in_file(tmp_path, "micropolis", strength=300)
    state, seat = somewhere("micropolis", 2)

    def found(threads: int) -> Any:
        bot: Any = load_bot(f"search:simulations=400:threads={threads}:evaluation={file}")
        return bot.think(state.redetermined(seat, 1), seat, 9)

    assert found(4) == found(4)


@pytest.mark.compiled
def test_greedy_judges_by_it_as_well(tmp_path: Path) -> None:
    state, seat = somewhere("micropolis", 2)
    files = [in_file(tmp_path, "micropolis", strength) for strength in (0, 300)]
    bots: list[Any] = [load_bot(f"greedy:evaluation={one}") for one in ("hand", *files)]
    by_hand, zero, other = (bot.values(state, seat, 1) for bot in bots)
    assert by_hand == zero != other


def test_where_a_game_brings_no_network() -> None:
    for name in fm.game_names():
        book = rulebook(name)
        file = folder_of(book).parent / CHAMPION
        if file.is_file():
            assert any_judgement(book, "network").search
            assert file.stat().st_size <= 1 << 20
        else:
            with pytest.raises(fm.FormicariumError, match=f"formicarium train {name}"):
                any_judgement(book, "network")


def test_an_evaluator_and_a_network_are_one_too_many(tmp_path: Path) -> None:
    state, seat = somewhere("micropolis", 2)
    bot: Any = load_bot("search:simulations=5:evaluator=appraisal")
    bot.evaluation = str(in_file(tmp_path, "micropolis"))
    with pytest.raises(fm.FormicariumError, match="judges by hand"):
        bot.new_tree(state, seat)


# --- Files ----------------------------------------------------------------------------------------


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    learned, file = network("micropolis", strength=300), tmp_path / "one.npz"
    write_network(file, learned.with_settings(looks=False, exploration=0.7))
    again = any_judgement(BOOK, str(file))
    assert isinstance(again, LearnedJudgement)
    assert (again.card.looks, again.search["exploration"]) == (False, 0.7)
    assert again.card.found == {"seed": 1}
    for name, numbers in learned.weights.items():
        assert np.array_equal(again.weights[name], numbers)
    assert again.telling_for(fm.load("micropolis", players=2)) == learned.telling_for(
        fm.load("micropolis", players=2)
    )
    assert [*tmp_path.glob("*.part")] == []


def changed_card(**changes: Any) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        card = json.loads(file.with_suffix(".json").read_text("utf-8"))
        file.with_suffix(".json").write_text(json.dumps(card | changes), "utf-8")

    return change


def too_large(file: Path) -> None:
    weights = {**network("micropolis").weights}
    weights["second"] = np.full_like(weights["second"], 32767)
    weights["second_bias"] = np.full_like(weights["second_bias"], 10_000_000)
    write_network(file, LearnedJudgement(network("micropolis").card, weights))


def of_another_size(file: Path) -> None:
    weights = {**network("micropolis").weights}
    weights["last"] = weights["last"][:-1]
    write_network(file, LearnedJudgement(network("micropolis").card, weights))


def without_settings(file: Path) -> None:
    card = json.loads(file.with_suffix(".json").read_text("utf-8"))
    del card["judgement"]["search"]["trust"]
    file.with_suffix(".json").write_text(json.dumps(card), "utf-8")


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda file: file.write_bytes(file.read_bytes()[:-9]), "is not what its card says"),
        (lambda file: file.write_bytes(b""), "is not what its card says"),
        (lambda file: file.unlink(), "cannot be read: no such file"),
        (lambda file: file.with_suffix(".json").unlink(), "cannot be read: no such file"),
        (lambda file: file.with_suffix(".json").write_text("{"), "has no whole card"),
        (changed_card(game="myrmes"), "is a network of myrmes, and not of micropolis"),
        (changed_card(shape="other"), "is of another version"),
        (changed_card(unit=0.0), "has a unit of 0.0 points"),
        (changed_card(unit="NaN"), "has no whole card"),
        (changed_card(looks=None), "has no whole card"),
        (without_settings, "is of another version: search lacks trust"),
        (of_another_size, "last is (6, 32), not (7, 32)"),
        (too_large, "has weights that are too large"),
    ],
)
def test_files_that_are_refused(tmp_path: Path, damage: Callable[[Path], None], told: str) -> None:
    file = in_file(tmp_path, "micropolis")
    damage(file)
    with pytest.raises(fm.FormicariumError) as caught:
        any_judgement(BOOK, str(file))
    assert told in str(caught.value)
    assert "evaluation=hand judges without it" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_weights_that_are_no_numbers_are_not_written() -> None:
    floats = in_floats(network("micropolis", strength=100).weights)
    assert {*quantised(floats)} == {*floats}
    floats["second"][3, 3] = np.nan
    with pytest.raises(fm.FormicariumError, match="weights second are no numbers"):
        quantised(floats)


def test_sums_have_room() -> None:
    reads = reads_of(BOOK)
    learned = network("micropolis", strength=300)
    assert 0 < largest_sum(learned.weights, reads) < MOST_SUM
    weights = {**learned.weights, "second": np.full_like(learned.weights["second"], 32767)}
    assert largest_sum(weights, reads) == max(
        largest_sum(learned.weights, reads),
        64 * 1023 * 32767 + int(np.abs(learned.weights["second_bias"]).max()),
    )


def test_a_file_is_read_once(tmp_path: Path) -> None:
    file = in_file(tmp_path, "micropolis")
    assert read_network("micropolis", file) is read_network("micropolis", file)
