"""Games of earlier rules go on as they began."""

from __future__ import annotations

import re
import zlib

import pytest

import formicarium as fm
from formicarium.core.game import load_with
from tests.rules.micropolis.helpers import finished, game, phase, play, position, seat, texts
from tests.rules.micropolis.test_expert import FOUR, TIED_AND_STRONGER

FRENCH = {"variant": "expert", "edition": "french"}
OLD = {"french_tie_break": "sum", "french_marker": "any"}


def by_rules_1(record: fm.Record) -> str:
    """The same record as version 1 would have written it, without the options that it lacked."""
    lines = record.dump().splitlines()
    lines = [line for line in lines if not line.startswith(tuple(f"option {name}" for name in OLD))]
    text = "\n".join(lines[:-1]).replace("rules: 2", "rules: 1") + "\n"
    return text + re.sub("[0-9a-f]{8}$", f"{zlib.crc32(text.encode()):08x}", lines[-1]) + "\n"


def at_the_refill(strong: list[int], leads: int, options: dict[str, str]) -> fm.State:
    state = position(players=3, turn=2, leader=leads, armies=strong, options=options)
    return play(state, "anthill b; take 1")


@pytest.mark.rule("MP-11.18", "MP-11.19")
def test_rules_1_are_the_old_options() -> None:
    old = load_with("micropolis", 3, None, FRENCH, rules=1)
    assert {name: old.options[name] for name in OLD} == OLD
    new = load_with("micropolis", 3, None, FRENCH, rules=2)
    assert {name: new.options[name] for name in OLD} == {
        "french_tie_break": "largest",
        "french_marker": "tied",
    }
    with pytest.raises(fm.BadOption):
        load_with("micropolis", 3, None, FRENCH, rules=3)


@pytest.mark.rule("MP-11.19", "MP-10.19")
@pytest.mark.parametrize(("strong", "leads", "tied", "everybody"), TIED_AND_STRONGER)
def test_a_record_of_rules_1_gives_the_marker_to_a_stronger_one(
    strong: list[int], leads: int, tied: set[int], everybody: set[int]
) -> None:
    before = at_the_refill(strong, leads, {**FRENCH, **OLD})
    assert phase(before) == "leader"
    for action in texts(before):
        doc = position(
            players=3, turn=2, leader=leads, armies=strong, options={**FRENCH, **OLD}
        ).to_position()
        doc["options"] = FRENCH  # as a record of rules 1 has them
        record = fm.Record(game(3, **FRENCH, **OLD), position=doc)
        for move in ("anthill b", "take 1", action):
            record.play(seat(record.state), move)
        text = by_rules_1(record)
        opened = fm.Record.load(text)
        assert opened.decisions == record.decisions
        assert opened.state == record.state
        assert fm.Record.load(opened.dump()).state == record.state
    assert len(texts(before)) == len(everybody)


@pytest.mark.rule("MP-11.18", "MP-10.23")
def test_a_record_of_rules_1_counts_both_armies_on_a_tie() -> None:
    hills = [{"tiles": ring, "army": army} for ring, army in zip(FOUR, [6, 0, 5, 5], strict=True)]
    doc = finished(hills, **FRENCH).to_position()
    doc["options"] = FRENCH
    record = fm.Record(game(2, **FRENCH), position=doc)
    assert record.state.winners() == (0,)
    assert fm.Record.load(record.dump()).state.winners() == (0,)
    assert fm.Record.load(by_rules_1(record)).state.winners() == (1,)
