"""What goes wrong is one line on the error output, with the right exit code and no traceback."""

import errno
import json
from pathlib import Path

import pytest

from formicarium.cli.faults import near
from tests.cli.conftest import Run

PLAY = ("play", "micropolis")
SIMULATE = ("simulate", "micropolis", "--games", "1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("dance",), "No such command 'dance'."),
        (("gmes",), "Did you mean 'games'?"),
        (("--dance",), "No such option"),
        (("components",), "Missing command"),
        (("games", "micropols"), "there is no game 'micropols'; installed: "),
        (("games", "micropols"), "did you mean micropolis?"),
        (("play",), "Missing argument 'GAME'"),
        (("play", "Micropolis"), "did you mean micropolis?"),
        (("simulate", "chess", "--games", "1"), "there is no game 'chess'"),
        (("perft", "chess", "--depth", "1"), "there is no game 'chess'"),
        (("bench", "chess"), "there is no game 'chess'"),
        ((*PLAY, "--players", "7"), "micropolis is for 2 to 6 players, not 7"),
        ((*PLAY, "--players", "two"), "Invalid value for '--players'"),
        ((*PLAY, "--players", "4", "--option", "variant=expert"), "for 2 or 3 players, not 4"),
        ((*PLAY, "--seed", "-1"), "seed -1 is not a whole number from 0 to 2**64 - 1"),
        ((*PLAY, "--seed", str(1 << 64)), "is not a whole number"),
        ((*PLAY, "--seat", "roll"), "there is no bot 'roll'; there are: "),
        ((*PLAY, "--seat", "gredy"), "did you mean greedy?"),
        ((*PLAY, "--players", "2", "--seat", "human,human,human"), "--seat names 3 seats"),
        ((*PLAY, "--seat", "human,human,human,human,human,human,human"), "2 to 6 players, not 7"),
        ((*PLAY, "--option", "variant"), "write it as NAME=CHOICE"),
        ((*PLAY, "--option", "=expert"), "write it as NAME=CHOICE"),
        ((*PLAY, "--option", "players=3"), "there is no option 'players'"),
        ((*PLAY, "--option", "variant=x"), "choose one of: base, expert"),
        ((*PLAY, "--language", "it"), "choose one of: en, de, fr"),
        (("games", "--language", "it"), "choose one of: en, de, fr"),
        (("simulate", "micropolis"), "Missing option '--games'"),
        (("simulate", "micropolis", "--games", "0"), "Invalid value for '--games'"),
        ((*SIMULATE, "--workers", "0"), "Invalid value for '--workers'"),
        ((*SIMULATE, "--bots", "genius"), "there is no bot 'genius'"),
        ((*SIMULATE, "--players", "2", "--bots", "random,random,random"), "names 3 bots for 2"),
        ((*SIMULATE, "--seed", "-1"), "seed -1 is not"),
        ((*SIMULATE, "--out", "results.csv"), "ends in .json or .parquet"),
        (("perft", "micropolis", "--depth", "0"), "Invalid value for '--depth'"),
        (("replay",), "Missing argument 'FILE'"),
    ],
)
def test_wrong_use(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert message in done.err
    assert_one_line(done.err)
    assert done.out == ""


COMMANDS_WITH_A_FILE = [
    (*PLAY, "--position"),
    (*PLAY, "--components"),
    ("perft", "micropolis", "--depth", "1", "--position"),
    (*SIMULATE, "--components"),
    ("replay",),
]


@pytest.mark.parametrize("command", COMMANDS_WITH_A_FILE, ids=" ".join)
def test_files_that_cannot_be_read(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    for file, reason in ((tmp_path / "none", "no such file"), (tmp_path, "is a directory")):
        done = run(*command, file)
        assert done.code == 2
        assert done.err.startswith(f"formicarium: cannot read {file}: {reason}")
        assert_one_line(done.err)


def test_files_that_may_not_be_read(
    run: Run, recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)  # whoever runs the tests may read everything
    assert run("replay", recorded).err.endswith("permission denied\n")


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe\x00", b"{", b"[]", b"{}", b"null", b'"\xe9"', b"[" * 100_000, b"text\n"],
    ids=["empty", "bytes", "cut", "list", "object", "null", "latin", "deep", "text"],
)
@pytest.mark.parametrize("command", COMMANDS_WITH_A_FILE, ids=" ".join)
def test_files_with_something_else_in_them(
    run: Run, tmp_path: Path, command: tuple[str, ...], content: bytes
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    done = run(*command, file)
    if content == b"{}" and "--position" in command:
        assert done.code == 0  # an empty position is the start of a game
        return
    assert done.code == 1
    assert str(file) in done.err
    assert_one_line(done.err)


@pytest.mark.parametrize(
    ("position", "code", "message"),
    [
        ({"leader": 9}, 1, "leader: there is no anthill 9"),
        ({"game": "myrmes"}, 1, "this is a position of 'myrmes'"),
        ({"options": {"variant": "x"}}, 2, "variant='x' is not a choice"),
        ({"options": {"players": 2}}, 2, "there is no option 'players'"),
        ({"options": 5}, 1, '"options" is an object'),
        ({"players": "many"}, 2, "2 to 6 players, not 'many'"),
        ({"row": "long"}, 1, "not a position of Micropolis"),
    ],
)
def test_positions_that_are_wrong(
    run: Run, tmp_path: Path, position: object, code: int, message: str
) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position))
    for command in (PLAY, ("perft", "micropolis", "--depth", "1")):
        done = run(*command, "--position", file)
        assert done.code == code
        assert message in done.err
        assert_one_line(done.err)


def test_a_record_that_was_changed(run: Run, recorded: Path) -> None:
    text = recorded.read_text("utf-8")
    for changed in (text.replace("seed: 7", "seed: 8"), text[:200], text.replace("take 1", "x", 1)):
        recorded.write_text(changed, "utf-8")
        done = run("replay", recorded)
        assert done.code == 1
        assert_one_line(done.err)


@pytest.mark.parametrize(
    "command", [(*PLAY, "--record"), (*SIMULATE, "--out"), ("bench", "--json")]
)
def test_files_that_cannot_be_written(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "folder.json").mkdir()
    for file in (tmp_path / "folder.json", tmp_path / "none" / "file.json"):
        done = run(*command, file)
        assert done.code == 2
        assert f"cannot write {file}: " in done.err
        assert_one_line(done.err)
        assert done.out == ""


def test_too_much_for_this_machine(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("formicarium.cli.simulate.watched", fail)
    done = run(*SIMULATE)
    assert done.code == 1
    assert_one_line(done.err)


def test_hints() -> None:
    assert near("micropols", ["micropolis", "myrmes"]) == "; did you mean micropolis?"
    assert near("chess", ["micropolis", "myrmes"]) == ""


def assert_one_line(text: str) -> None:
    assert text.startswith("formicarium: ")
    assert text.count("\n") == 1
    assert "Traceback" not in text
