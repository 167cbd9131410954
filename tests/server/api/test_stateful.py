"""Many people do many things at a table in any order; it must always be what a model says."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import formicarium as fm
from tests.server.playing import KEYS, Guest, house

PEOPLE = 3
SEATS = 2


class Model:
    """What a table must be like, by the rules of the core and a list of who sits where."""

    def __init__(self, record: fm.Record) -> None:
        self.record = record
        self.owners: list[int | None] = [0, 1]  # the person on each seat; None: it is open
        self.sitters: list[set[int]] = [{0}, {1}]  # everybody who has played each seat
        self.order = [0, 1]  # who of them took hers first
        self.host = 0
        self.asked: dict[int, int] = {}  # person -> the seat that she would like to take
        self.agreed: dict[int, set[int]] = {}  # person -> who agrees to that
        self.unwanted: set[int] = set()  # those to whom somebody has said no
        self.answers: dict[str, int] = {}  # versions that requests were answered with
        self.is_settled = False  # whether nobody has come or gone since the last decision

    def decide(self, seat: int, code: int) -> None:
        self.record.play(seat, code)
        self.is_settled = True

    def comes(self, seat: int, person: int) -> str:
        """What comes of it if somebody wants a seat: she sits, asks, or is refused."""
        has_seen = person in self.sitters[1 - seat] and person not in self.sitters[seat]
        if self.owners[seat] is not None or self.record.state.is_over or has_seen:
            return "refused"
        if person in self.unwanted:
            return "refused"
        others = {owner for owner in self.owners if owner not in (None, person)}
        if not others:
            may = person == self.host or person in self.sitters[seat]
            return "sits" if may else "refused"
        if self.asked.get(person) != seat:
            return "asks"
        return "sits" if others <= self.agreed[person] else "refused"

    def sit(self, seat: int, person: int) -> None:
        self.owners[seat] = person
        self.sitters[seat].add(person)
        self.order.remove(seat)
        self.order.append(seat)
        self.asked = {
            one: wanted for one, wanted in self.asked.items() if wanted != seat and one != person
        }

    def settle_host(self) -> None:
        """A host who has left is host no more: the one is who has sat there longest."""
        has_sat = any(self.host in sitters for sitters in self.sitters)
        seated = [owner for owner in map(self.owners.__getitem__, self.order) if owner is not None]
        if has_sat and self.host not in seated and seated:
            self.host = seated[0]

    def seats_of(self, person: int) -> list[int]:
        return [seat for seat, owner in enumerate(self.owners) if owner == person]


class Table(RuleBasedStateMachine):
    """A table of Micropolis for two, and three people who come and go."""

    client: Any  # the house, opened once for all tries

    @initialize()
    def sit_down(self) -> None:
        self.guests = [Guest(self.client) for _ in range(PEOPLE)]
        for guest in self.guests:
            guest.get("/api/me")
        self.id = self.guests[0].make("me", "open", options={"first_leader": "seat_1"})
        self.guests[1].do("join", self.id)
        self.guests[0].do("start", self.id)
        table = self.client.app.state.services.house.tables[self.id].table
        self.model = Model(fm.Record(table.game, table.head.seed))
        self.last: dict[str, Any] = {}

    # --- What people do ---------------------------------------------------------------------------

    @rule(choice=st.integers(0, 99), person=st.integers(0, PEOPLE - 1))
    def play(self, choice: int, person: int) -> None:
        """Somebody decides; whether she may is for the model to say."""
        state = self.model.record.state
        if state.is_over:
            return
        seat = state.to_act[0]
        codes = state.codes(seat)
        code = codes[choice % len(codes)]
        version = self.version(self.model.owners[seat], seat)
        body = {"seat": seat, "action": code, "version": version, "key": f"k{next(KEYS)}"}
        answer = self.guests[person].try_to("play", self.id, **body)
        if self.model.owners[seat] == person:
            self.note(answer, body)
            self.model.decide(seat, code)
        else:
            assert answer.status_code == 403

    @rule(code=st.integers(0, 46))
    def play_anything(self, code: int) -> None:
        """An action that may be illegal."""
        state = self.model.record.state
        if state.is_over or self.model.owners[state.to_act[0]] is None:
            return
        seat = state.to_act[0]
        owner = self.model.owners[seat]
        assert owner is not None
        body = {"seat": seat, "action": code, "version": self.version(owner, seat)}
        answer = self.guests[owner].try_to("play", self.id, **body)
        if code in state.codes(seat):
            assert answer.status_code == 200, answer.text
            self.model.decide(seat, code)
        else:
            assert answer.status_code == 422
            assert answer.json()["legal"]

    @rule(back=st.integers(1, 9))
    def play_late(self, back: int) -> None:
        """A decision about a version of long ago."""
        state = self.model.record.state
        if state.is_over or not self.model.is_settled or len(self.model.record.decisions) < 2:
            return
        seat = state.to_act[0]
        owner = self.model.owners[seat]
        if owner is None or self.model.record.decisions[-1][0] != seat:
            return
        version = self.version(owner, seat) - back
        code = state.codes(seat)[0]
        answer = self.guests[owner].try_to(
            "play", self.id, seat=seat, action=code, version=max(version, 0)
        )
        assert answer.status_code == 409
        assert answer.json()["table"]["version"] == self.version(owner, seat)

    @precondition(lambda self: self.last)
    @rule()
    def repeat(self) -> None:
        """The last decision is sent once more, by the same person."""
        body, person = self.last["body"], self.last["person"]
        answer = self.guests[person].try_to("play", self.id, **body)
        assert answer.status_code == 200
        assert answer.json()["version"] == self.model.answers[body["key"]]

    @rule(choice=st.integers(0, 99))
    def play_twice_at_once(self, choice: int) -> None:
        """Two commands for the same version: one of them wins, the other is a conflict.

        Both want the same, so that what comes next does not depend on who wins.
        """
        state = self.model.record.state
        if state.is_over:
            return
        seat = state.to_act[0]
        owner = self.model.owners[seat]
        codes = state.codes(seat)
        if owner is None:
            return
        version = self.version(owner, seat)
        code = codes[choice % len(codes)]
        twin = Guest(self.client)
        twin.cookie = self.guests[owner].cookie

        def ask(guest: Guest) -> int:
            answer = guest.try_to("play", self.id, seat=seat, action=code, version=version)
            return answer.status_code

        with ThreadPoolExecutor(2) as pool:
            found = [*pool.map(ask, (self.guests[owner], twin))]
        assert sorted(found) == [200, 409]
        self.model.decide(seat, code)

    @rule(seat=st.integers(0, SEATS - 1))
    def undo(self, seat: int) -> None:
        owner = self.model.owners[seat]
        if owner is None:
            return
        answer = self.guests[owner].try_to(
            "undo", self.id, seat=seat, version=self.version(owner, seat)
        )
        record = self.model.record
        if not record.state.is_over and record.can_undo(seat):
            assert answer.status_code == 200, answer.text
            record.undo(seat)
        else:
            assert answer.status_code == 409

    @rule(seat=st.integers(0, SEATS - 1))
    def leave(self, seat: int) -> None:
        owner = self.model.owners[seat]
        if owner is None or self.model.record.state.is_over:
            return
        self.guests[owner].do("leave", self.id, seat=seat)
        self.model.owners[seat] = None
        self.model.settle_host()
        self.model.is_settled = False

    @rule(seat=st.integers(0, SEATS - 1), person=st.integers(0, PEOPLE - 1))
    def join(self, seat: int, person: int) -> None:
        comes = self.model.comes(seat, person)
        answer = self.guests[person].try_to("join", self.id, seat=seat)
        if comes == "refused":
            assert answer.status_code in (403, 409), answer.text
            return
        assert answer.status_code == 200, answer.text
        assert answer.json()["seat" if comes == "sits" else "asked"] == seat
        if comes == "sits":
            self.model.sit(seat, person)
        else:
            self.model.asked[person], self.model.agreed[person] = seat, set()
        self.model.settle_host()
        self.model.is_settled = False

    @precondition(lambda self: self.model.asked)
    @rule(person=st.integers(0, PEOPLE - 1), agrees=st.booleans())
    def answer(self, person: int, agrees: bool) -> None:
        """Somebody says yes or no to who would like to take a seat."""
        [request, *_] = self.guests[person].table(self.id)["requests"]
        asker = next(iter(self.model.asked))
        body = {"request": request["number"], "agree": agrees}
        answer = self.guests[person].try_to("agree", self.id, **body)
        if self.model.record.state.is_over:
            assert answer.status_code == 409
        elif person not in self.model.owners:
            assert answer.status_code == 403
        elif agrees and person in self.model.agreed[asker]:
            assert answer.status_code == 409
        elif agrees:
            assert answer.status_code == 200, answer.text
            self.model.agreed[asker].add(person)
        else:
            assert answer.status_code == 200, answer.text
            del self.model.asked[asker]
            self.model.unwanted.add(asker)

    @precondition(lambda self: self.model.asked and not self.model.record.state.is_over)
    @rule()
    def withdraw(self) -> None:
        """Somebody would like to have a seat no more."""
        person, seat = self.model.asked.popitem()
        self.guests[person].do("leave", self.id, seat=seat)

    @rule()
    def forget(self) -> None:
        """The table leaves the memory of the house, as if it had been opened again."""
        owner = self.client.app.state.services.house
        live = owner.tables.get(self.id)
        if live is not None:
            owner.drop(live)

    # --- What must always hold --------------------------------------------------------------------

    @invariant()
    def all_see_what_the_model_says(self) -> None:
        if not hasattr(self, "model"):
            return
        state = self.model.record.state
        for person, guest in enumerate(self.guests):
            for seat in [None, *self.model.seats_of(person)]:
                if seat is None and self.model.seats_of(person):
                    continue
                shown = guest.table(self.id, "" if seat is None else f"?seat={seat}")
                assert shown["view"] == state.view(seat)
                assert shown["to_act"] == [*state.to_act]
                is_mine = seat is not None and seat in state.to_act
                codes = [action["code"] for action in shown["actions"]]
                assert codes == (state.codes(seat) if is_mine and seat is not None else [])
                assert shown["status"] == ("over" if state.is_over else "playing")
                assert shown["host"] == (person == self.model.host)
                assert [one["seat"] for one in shown["requests"]] == [*self.model.asked.values()]

    # --- Helpers ----------------------------------------------------------------------------------

    def version(self, person: int | None, seat: int) -> int:
        """The version that somebody sees."""
        if person is None:
            return 0
        return int(self.guests[person].table(self.id, f"?seat={seat}")["version"])

    def note(self, answer: httpx.Response, body: dict[str, Any]) -> None:
        assert answer.status_code == 200, answer.text
        self.model.answers[body["key"]] = answer.json()["version"]
        owner = self.model.owners[body["seat"]]
        self.last = {"body": body, "person": owner}


@pytest.mark.heavy
def test_a_table_is_always_what_a_model_says() -> None:
    with TemporaryDirectory() as folder, house(Path(folder)) as client:
        Table.client = client
        run_state_machine_as_test(
            Table,
            settings=settings(
                max_examples=15,
                stateful_step_count=30,
                deadline=None,
                database=None,
                derandomize=True,
                suppress_health_check=[*HealthCheck],
            ),
        )
