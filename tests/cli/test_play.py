"""`formicarium play`: whole games through a pipe, and everything that can be typed."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.cells import cell_len

import formicarium as fm
from formicarium.cli.terminal import TerminalTable
from tests.cli.conftest import Done, Run

AGAINST_RANDOM = ("--seat", "human,random", "--seed", "7")
END = {"en": "Victory: ", "de": "Sieg: ", "fr": "Victoire : "}


def play(run: Run, *arguments: object, typed: str) -> Done:
    return run("play", "micropolis", *AGAINST_RANDOM, *arguments, typed=typed)


@pytest.mark.heavy
@pytest.mark.parametrize("language", END)
@pytest.mark.parametrize("variant", ["base", "expert"])
def test_a_whole_game_through_a_pipe(run: Run, tmp_path: Path, variant: str, language: str) -> None:
    file = tmp_path / "game.txt"
    choices = ("--option", f"variant={variant}", "--language", language, "--record", file)
    done = play(run, *choices, typed="1\n" * 200)
    assert (done.code, done.err) == (0, "")
    record = fm.Record.load(file.read_text("utf-8"))
    assert record.state.is_over
    assert record.game.options["variant"] == variant
    assert record.seed == 7
    outcome = next(line for line in done.out.splitlines() if line.startswith(END[language]))
    assert str(max(record.state.scores())) in outcome
    assert "\x1b" not in done.out
    assert "[/" not in done.out


def test_no_line_is_wider_than_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (80, 120):
        monkeypatch.setenv("COLUMNS", str(columns))
        out = play(run, "--language", "de", typed="1\n" * 200).out
        assert max(map(len, out.splitlines())) <= columns


@pytest.mark.xdist_group("languages")  # the first one of a game compiles it
@pytest.mark.parametrize("language", END)
@pytest.mark.parametrize("name", fm.game_names())
def test_every_game_speaks_every_language_in_a_narrow_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    seats = ("--seat", "human,random,random", "--seed", 7, "--language", language)
    done = run("play", name, *seats, typed="1\n2\n" * 15)
    assert (done.code, done.err) == (0, "")
    assert done.out.count("1 ") > 15
    assert max(map(cell_len, done.out.splitlines())) <= 80
    assert "\x1b" not in done.out
    assert "[/" not in done.out


def test_by_default_a_person_plays_against_bots(run: Run) -> None:
    done = run("play", "micropolis", "--seed", 7)
    assert done.code == 0
    assert "1 you" in done.out
    assert "2 normal" in done.out
    assert "3 normal" in done.out
    assert "2 normal  Take the" in done.out


def test_the_same_seed_plays_the_same_game(run: Run) -> None:
    assert play(run, typed="1\n" * 200).out == play(run, typed="1\n" * 200).out


def test_bots_among_themselves(run: Run) -> None:
    done = run("play", "micropolis", "--seat", "random", "--seat", "random", "--seed", 1)
    assert done.code == 0
    assert "1 random Take the" in done.out
    assert "Victory: " in done.out


def test_people_at_one_keyboard(run: Run) -> None:
    done = run("play", "micropolis", "--seat", "human,human", "--seed", 7, typed="take 1\nundo\n")
    assert "1 player › " in done.out
    assert "2 player › " in done.out
    assert done.out.count("2 player › take 1") + done.out.count("1 player › take 1") == 1
    assert "Nothing to take back" not in done.out


def test_actions_by_number_and_by_notation(run: Run, tmp_path: Path) -> None:
    by_number = play(run, "--record", tmp_path / "a", typed="3\n")
    by_notation = play(run, "--record", tmp_path / "b", typed="  TAKE   3 \n")
    assert by_number.code == by_notation.code == 0
    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        ("99", "99: choose a number from 1 to 6, type the notation, or ? for help"),
        ("0", "0: choose a number"),
        ("9" * 5000, ": choose a number"),
        ("dance", "dance: choose a number"),
        ("[bold]dance[/bold]", "[bold]dance[/bold]: choose a number"),
        (":smile:", ":smile:: choose a number"),
        ("take 7", "that tile is too dear: price 6, army 5 (MP-3.5)"),
        ("place left", "now a tile must be taken (MP-3.2)"),
        ("undo", "Nothing to take back"),
        ("save", "Where to? Type: save FILE"),
        ("save /", "cannot write /: "),
        ("?", "take back the last decision"),
        ("score", "queens"),
        ("hint", "% to win, about "),
    ],
)
def test_answers_that_do_not_end_a_turn(run: Run, answer: str, reply: str) -> None:
    # Seat 1 begins, so that the pipe speaks first.
    done = play(run, "--option", "first_leader=seat_1", typed=f"{answer}\n")
    assert done.code == 0
    assert reply in done.out.replace("\n", " ")
    assert done.out.count("round 1 of 10") == 1


def test_refusals_are_in_the_language_of_the_table(run: Run) -> None:
    done = play(run, "--option", "first_leader=seat_1", "--language", "de", typed="take 7\n")
    assert "dieses Plättchen ist zu teuer: Preis 6, Armee 5 (MP-3.5)" in done.out


def test_the_table_is_shown_again(run: Run) -> None:
    done = play(run, "--option", "first_leader=seat_1", typed="\n\ntable\n")
    assert done.out.count("round 1 of 10") == 2


def test_a_step_can_be_taken_back(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    options = ("--option", "first_leader=seat_1", "--record", file)
    typed = "take 1\ntake 1\nundo\nundo\n"
    position = {"game": "micropolis", "players": 2, "anthills": [{"tiles": [44]}, {"tiles": [45]}]}
    (tmp_path / "position.json").write_text(json.dumps(position))
    done = run(
        "play", "micropolis", "--seat", "human,random", "--position", tmp_path / "position.json",
        "--record", file, typed="take 1\nundo\ntake 2\n",
    )  # fmt: skip
    assert done.code == 0
    assert [code for _, code in fm.Record.load(file.read_text()).decisions] == [1]
    assert "Nothing to take back" in play(run, *options, typed=typed).out


def test_saving_in_the_middle(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "My Game.txt"
    done = play(run, "--option", "first_leader=seat_1", typed=f"save {file}\nquit\ntake 1\n")
    assert done.code == 0
    assert "Saved: " in done.out
    assert fm.Record.load(file.read_text("utf-8")).decisions == []
    assert done.out.count("you › ") == 2


def test_a_position_brings_its_players_and_options(run: Run, tmp_path: Path) -> None:
    state = fm.load("micropolis", players=3, variant="expert").start(seed=1)
    file = tmp_path / "position.json"
    file.write_text(json.dumps(state.to_position()), "utf-8")
    done = run("play", "micropolis", "--position", file, "--seat", "human,human,human")
    assert done.code == 0
    assert "3 player" in done.out
    assert "anthill 3b" in done.out


def test_a_component_set_from_a_file(run: Run, tmp_path: Path) -> None:
    game = fm.load("micropolis")
    document = game.component_set["micropolis/tiles"]
    document["tiles"][0]["segments"][0]["workers"] = 9
    file = tmp_path / "tiles.json"
    file.write_text(json.dumps(document), "utf-8")
    record = tmp_path / "game.txt"
    done = play(run, "--components", file, "--record", record, typed="1\n" * 200)
    assert done.code == 0
    assert run("replay", record, "--components", file).code == 0
    without = run("replay", record)
    assert without.code == 1
    assert "another component set" in without.err


def test_the_end_of_input_ends_calmly(run: Run) -> None:
    done = play(run, typed="")
    assert (done.code, done.err) == (0, "")


def test_a_recorded_game_goes_on(run: Run, tmp_path: Path) -> None:
    """Left and taken up again, it is one game, kept in one file."""
    file = tmp_path / "game.txt"
    chosen = ("--option", "variant=expert", "--record", file)
    assert play(run, *chosen, typed="1\n" * 5).code == 0
    before = fm.Record.load(file.read_text("utf-8"))
    assert not before.state.is_over
    seats = ("--seat", "human,random")
    done = run("play", "micropolis", "--resume", file, *seats, typed="1\n" * 200)
    assert (done.code, done.err) == (0, "")
    after = fm.Record.load(file.read_text("utf-8"))
    assert after.state.is_over
    assert after.seed == before.seed == 7
    assert after.game == before.game
    assert after.decisions[: len(before.decisions)] == before.decisions


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--players", 2), ("--seed", 1), ("--option", "variant=base")),
        ("--position", "position.json"),
    ],
)
def test_a_recorded_game_says_by_itself_how_it_began(
    run: Run, recorded: Path, option: str, value: object
) -> None:
    done = run("play", "micropolis", "--resume", recorded, option, value)
    assert done.code == 2
    assert done.err == f"formicarium: {option} goes not with --resume: {recorded} says it already\n"


def test_a_record_of_another_game_is_not_taken_up(run: Run, recorded: Path) -> None:
    done = run("play", "myrmes", "--resume", recorded)
    assert done.code == 2
    assert f"{recorded} holds a game of micropolis, not of myrmes" in done.err


def test_what_others_decide_at_the_same_time_is_not_told() -> None:
    """In Myrmes all place their nurses at once; afterwards everybody may know."""
    table = TerminalTable(
        fm.Record(fm.load("myrmes", players=2), seed=7), ["random", "human"], 0, "en"
    )
    assert table.state.to_act == (0, 1)
    while 0 in table.state.to_act:
        table.decide(0, table.state.codes(0)[-1])
    hidden = [*table.log]
    while 0 not in table.state.to_act:
        assert not [*table.news(1)]
        table.decide(1, table.state.codes(1)[-1])
    while 0 in table.state.to_act:
        table.decide(0, table.state.codes(0)[-1])
    told = " ".join(news.plain for news in table.news(1))
    assert hidden
    assert all(sentence in told for sentence in hidden)


def test_an_interruption_keeps_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    command = [sys.executable, "-m", "formicarium", "play", "micropolis", *AGAINST_RANDOM]
    with subprocess.Popen(
        [*command, "--option", "first_leader=seat_1", "--record", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"score\n")
        process.stdin.flush()
        while b"total" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr.read() == b""
    assert fm.Record.load(file.read_text()).decisions == []


def test_compiling_is_announced(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("formicarium.cli.waiting.WORTH_A_WORD", 0)
    monkeypatch.setattr("formicarium.cli.play.rehearse", lambda *_: time.sleep(0.2))
    assert play(run, typed="").err == ""
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    assert "Compiling the rules (once, half a minute at most) …" in play(run, typed="").err
