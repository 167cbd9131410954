"""A whole game as text: how it began, every decision, and how it ended.

A record is what PGN is in chess. A header says which game and how it began, each line holds the
decisions of one seat (counted from 1) in notation, and the closing line counts and checks them:

    formicarium record 1
    game: micropolis
    rules: 1
    players: 2
    components: 5d4c9a3e0f1b2c6d
    seed: 7

    1: take 1
    2: take 3; place left
    end: 3 decisions, unfinished, check 1f2e3d4c
"""

import copy
import re
import zlib
from collections.abc import Iterator
from itertools import groupby

import msgspec

from formicarium.core.errors import BadRecord, FormicariumError, IllegalAction
from formicarium.core.game import Files, Game, load_with
from formicarium.core.rulebook import Document
from formicarium.core.state import Action, State

FIRST_LINE = "formicarium record 1"
CLOSING = re.compile(r"end: (\d+) decisions, (unfinished|-?\d+(?: -?\d+)*), check ([0-9a-f]{8})")


class Record:
    """A game in play or finished, with every decision taken.

    >>> import formicarium as fm
    >>> record = Record(fm.load("micropolis", players=2, first_leader="seat_1"), seed=7)
    >>> record.play(0, "take 1")
    >>> record.decisions
    [(0, 0)]
    >>> Record.load(record.dump()).state == record.state
    True
    """

    def __init__(
        self, game: Game, seed: int | None = None, position: Document | None = None
    ) -> None:
        if (seed is None) == (position is None):
            raise BadRecord("a record begins with a seed or with a position")
        self.game = game
        self.seed = seed
        self.position = copy.deepcopy(position)
        self.decisions: list[tuple[int, int]] = []
        self.state = self.start()
        self._earlier: list[State] = []  # as it was before each decision since the last barrier

    def start(self) -> State:
        """The state that the game began with."""
        if self.position is not None:
            return self.game.position(self.position)
        assert self.seed is not None
        return self.game.start(self.seed)

    def play(self, seat: int, action: int | str | Action) -> None:
        """Play an action and remember it; `IllegalAction` leaves all as it was."""
        self.played(seat, action)

    def played(self, seat: int, action: int | str | Action) -> State:
        """The same, and the state as it was before: it stays so, and is not to be played on."""
        before = self.state.copy()
        code = self.state.code_of(action)
        self.state.play(seat, action)
        assert code is not None
        self.decisions.append((seat, code))
        self._earlier.append(before)
        if self.state.barrier != before.barrier:
            self._earlier.clear()
        return before

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take its last decision back.

        It may if chance has not struck since, nothing hidden has come to light, and nobody has
        decided since but those who would have decided then anyway.
        """
        return self._last_free(seat) is not None

    @property
    def is_settled(self) -> bool:
        """Whether nobody may take anything back: whoever has decided last always could."""
        return not self._earlier

    def undo(self, seat: int) -> None:
        """Take a seat's last decision back; what others decided at the same time stands."""
        place = self._last_free(seat)
        if place is None:
            raise IllegalAction(
                f"seat {seat} cannot take back: others decided since, or something was revealed"
            )
        first = place - len(self._earlier)
        _, *later = self.decisions[first:]
        del self.decisions[first:]
        self.state = self._earlier[place].copy()  # whoever was given it has it as it was
        del self._earlier[place:]
        for other, code in later:
            self.play(other, code)

    def _last_free(self, seat: int) -> int | None:
        """Which decision since the last barrier is the seat's last, if it can be taken back."""
        others: set[int] = set()
        for place in reversed(range(len(self._earlier))):
            decider, _ = self.decisions[place - len(self._earlier)]
            if decider == seat:
                return place if others.issubset(self._earlier[place].to_act) else None
            others.add(decider)
        return None

    def replay(self) -> Iterator[tuple[int, Action, State]]:
        """Each decision in turn: the seat, the action, and the state that it led to."""
        state = self.start()
        for seat, code in self.decisions:
            action = state.copy().action(seat, code)
            state.play(seat, code)
            yield seat, action, state.copy()

    def dump(self) -> str:
        """The record as text."""
        lines = [FIRST_LINE, *self._header(), "", *self._moves()]
        text = "\n".join(lines) + "\n"
        return f"{text}end: {self._outcome()}, check {_checksum(text)}\n"

    @classmethod
    def load(cls, text: str | bytes, components: Files = None) -> "Record":
        """Read a record and play it through; `BadRecord` says where it is damaged."""
        lines = _checked_lines(_decoded(text))
        gap = lines.index("") if "" in lines else len(lines)
        record = _begun(_read_header(lines[1:gap]), components)
        for number, line in enumerate(lines[gap + 1 : -1], gap + 2):
            _play_line(record, line, number)
        if lines[-1].removeprefix("end: ").rpartition(", ")[0] != record._outcome():
            raise BadRecord(
                f"the record ends with {lines[-1]!r}, the game with {record._outcome()!r}"
            )
        return record

    def _header(self) -> list[str]:
        game = self.game
        lines = [
            f"game: {game.name}",
            f"rules: {game.book.version}",
            f"players: {game.players}",
            *(
                f"option {option.name}: {game.options[option.name]}"
                for option in game.book.options
                if game.chosen[option.name] is not option.default
            ),
            f"components: {game.fingerprint}",
        ]
        if self.position is not None:
            lines.append(f"position: {msgspec.json.encode(self.position).decode()}")
        else:
            lines.append(f"seed: {self.seed}")
        return lines

    def _moves(self) -> list[str]:
        write = self.start().notation
        return [
            f"{seat + 1}: " + "; ".join(write(code) for _, code in run)
            for seat, run in groupby(self.decisions, key=lambda decision: decision[0])
        ]

    def _outcome(self) -> str:
        scores = " ".join(map(str, self.state.scores())) if self.state.is_over else "unfinished"
        return f"{len(self.decisions)} decisions, {scores}"


def _checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


def _decoded(text: str | bytes) -> str:
    if not isinstance(text, str | bytes):
        raise BadRecord(f"a record is text, not {type(text).__name__}")
    try:
        data = text.encode("utf-8") if isinstance(text, str) else text
        return data.decode("utf-8")
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        raise BadRecord(f"a record is text in UTF-8; byte {error.start} is not") from error


def _checked_lines(text: str) -> list[str]:
    """The lines of a record that is whole and undamaged."""
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    if lines[0] != FIRST_LINE:
        raise BadRecord(f"a record begins with the line {FIRST_LINE!r}")
    closing = CLOSING.fullmatch(lines[-1])
    if closing is None:
        raise BadRecord("the closing line is missing: the record has been cut short")
    body = "\n".join(lines[:-1]) + "\n"
    if closing[3] != _checksum(body):
        raise BadRecord("the text does not match its check sum: the record has been changed")
    return lines


def _read_header(lines: list[str]) -> dict[str, str]:
    header = {}
    for line in lines:
        name, colon, value = line.partition(": ")
        if not colon or name in header:
            raise BadRecord(f"header line {line!r} is not a new name and a value")
        header[name] = value
    return header


def _begun(header: dict[str, str], components: Files) -> Record:
    """The record that a header describes, without decisions."""
    options = {
        name.removeprefix("option "): header.pop(name)
        for name in [*header]
        if name[:7] == "option "
    }
    try:
        rules, made_with = int(header.pop("rules")), header.pop("components")
        players = int(header.pop("players"))
        game = load_with(header.pop("game"), players, components, options, rules)
        seed = int(header.pop("seed")) if "seed" in header else None
        position = msgspec.json.decode(header.pop("position")) if "position" in header else None
        if header:
            raise BadRecord(f"unknown header lines: {', '.join(header)}")
        if made_with != game.fingerprint:
            raise BadRecord("made with another component set: name its file")
        return Record(game, seed, position)
    except KeyError as error:
        raise BadRecord(f"the header has no line {error.args[0]!r}") from error
    except (ValueError, RecursionError, msgspec.DecodeError) as error:
        raise BadRecord(f"the header is damaged: {error}") from error
    except BadRecord:
        raise
    except FormicariumError as error:
        raise BadRecord(f"the header cannot be played: {error}") from error


def _play_line(record: Record, line: str, number: int) -> None:
    seat, colon, actions = line.partition(": ")
    if not colon or re.fullmatch("[1-9]", seat) is None:
        raise BadRecord(f"line {number}: {line!r} is not a seat and its decisions")
    for action in actions.split("; "):
        try:
            record.play(int(seat) - 1, action)
        except FormicariumError as error:
            raise BadRecord(f"line {number}: {error}") from error
